"""Machines that rankings and errors are computed with."""
