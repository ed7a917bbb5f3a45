"""Names of what fewer features change."""


def change_of(metric):
    """What we call the change of a measure from all features to fewer."""
    return f"{metric}_change"
