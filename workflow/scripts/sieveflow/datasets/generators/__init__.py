"""Artificial problems, one per file."""
