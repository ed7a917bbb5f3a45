"""Figures, one kind per file."""
