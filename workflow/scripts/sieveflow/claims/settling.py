"""When a claim is left open."""


def too_few(full):
    """Below the paper's number of realizations, seeing no difference shows nothing."""
    return [] if full else ["too few realizations"]


def settled(open_points, detail):
    """A claim against which nothing speaks holds, unless points are open."""
    return ("undecided", f"open: {', '.join(open_points)}") if open_points else ("holds", detail)
