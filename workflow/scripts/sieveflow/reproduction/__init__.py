"""A finished run of all studies as a small record that can be committed, and that tests hold against the code."""
