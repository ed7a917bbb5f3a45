"""Tuners of the SVM path: each chooses lambda from what its machines say about held-out samples, one per file."""
