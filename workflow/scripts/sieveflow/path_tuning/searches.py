"""What a search over lambda found."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Found:
    """The choice of a search.

    Attributes
    ----------
    lam : float
        The lambda that it chose.
    value : float
        The cross-validated function there, exact.
    lower, upper : float
        The interval on which no prediction of a held-out sample changes; lam itself where a search knows of none.
    evaluations : int
        How many values of lambda it looked at.
    """

    lam: float
    value: float
    lower: float
    upper: float
    evaluations: int
