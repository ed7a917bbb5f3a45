"""Tables of a user's own: how they are read, and what becomes of their columns."""
