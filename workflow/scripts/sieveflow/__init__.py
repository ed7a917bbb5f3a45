"""Reproducible studies of feature selection."""
