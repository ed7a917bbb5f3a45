"""What is wrong with an input, in one sentence."""


class InputError(ValueError):
    """A sentence that names the file, the key or column, what was found and what is allowed."""
