"""Audits: questions that a study asks of its own data, one per file."""
