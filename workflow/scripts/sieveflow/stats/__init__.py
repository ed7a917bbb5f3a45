"""Tests that compare methods and judge printed numbers."""
