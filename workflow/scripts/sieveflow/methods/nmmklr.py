"""NMMKLR: another subset for another budget, from a relaxed choice of features."""

from numbers import Integral

import numpy as np

from sieveflow.criteria.linear_ranker import PRECISION, LinearRanker, copies, near_levels, order_with_ties, ranks_of
from sieveflow.errors import InputError
from sieveflow.learners.linear_svr import fit_linear_svr
from sieveflow.learners.support_norm_svr import fit_support_norm_svr

# p below this is zero: the solver stays inside its constraints and comes as near as this.
_ZERO = 1e-6


def _by_weight(X, machine):
    """p sqrt(tau), the weights of the relaxed machine; those at zero by how far their tau stays below the threshold."""
    size = np.sqrt(machine.tau)
    inside = machine.p > _ZERO
    return np.where(inside, machine.p * size, size - size[inside].min()), copies(X)


def _by_tau(X, machine):
    """The paper's rule; many tau equal the threshold, and the order of the table decides between them."""
    size = np.sqrt(machine.tau)
    return size, near_levels(size)


# Scores, and which features count as equal.


TIE_RULES = {"weight": _by_weight, "tau": _by_tau}


class NonMonotonicRanker(LinearRanker):
    r"""Choose m features by the relaxed problem (4): the p between 0 and 1 with sum m that suits a machine best.

    The kernel is linear, one per feature, and p their weights, so that (4) is linear support vector regression with a
    squared m-support norm. Every budget has a problem and thus a subset of its own: `select(5)` need not be a part of
    `select(6)`. The paper takes the m largest :math:`\tau_i = (\sum_j x_{ij}(\alpha_j - \alpha^*_j))^2`, but all
    features with 0 < p < 1 share one tau, so that rounding would decide between them.

    Parameters
    ----------
    C : float, optional
        Weight of the slacks.
    epsilon : float, optional
        Half width of the tube, in units of the target. Of C and epsilon those that are None are found by 5-fold
        cross-validation over a small grid, with all features.
    tie_rule : {'weight', 'tau'}
        Order by p sqrt(tau), the weights of the relaxed machine, or by tau alone, as the paper has it.
    input_scale : {'deviation', 'range'}
        Whether features are brought to deviation 1 or to the range from -1 to 1.
    n_features_to_select : int, optional
        How many features `transform` keeps, and the budget whose solution gives `ranking_`; None for half of them.

    Attributes
    ----------
    ranking_ : ndarray of int
        1 for the best feature, no ties, at the budget `n_features_to_select`.
    scores_ : ndarray of float
        What the tie rule orders by.
    tied_ : ndarray of bool
        Features whose place among equals was decided by the order of the table.

    References
    ----------
    Yang, Xu, King and Lyu (2014), Non-monotonic feature selection for regression, ICONIP, (3) to (9). Argyriou,
    Foygel and Srebro (2012), Sparse prediction with the k-support norm, NIPS.
    """

    def __init__(self, *, C=None, epsilon=None, tie_rule="weight", input_scale="deviation", n_features_to_select=None):
        self.C = C
        self.epsilon = epsilon
        self.tie_rule = tie_rule
        self.input_scale = input_scale
        self.n_features_to_select = n_features_to_select

    def _rank(self, X, y):
        if self.tie_rule not in TIE_RULES:
            raise InputError(f"tie_rule: found {self.tie_rule!r}, allowed are {', '.join(TIE_RULES)}.")
        X = self._inputs(X)
        self._problem = X, y, self._hyperparameters(X, y)
        self._machines = {}
        wanted = self.n_features_to_select
        fits = isinstance(wanted, Integral) and 1 <= wanted <= X.shape[1]
        order, scores, self._tied = self._ordered(wanted if fits else max(1, X.shape[1] // 2))
        return ranks_of(order), scores

    def _machine(self, m):
        """The relaxed machine of a budget; kept, since one is asked for several times."""
        if m not in self._machines:
            X, y, values = self._problem
            self._machines[m] = fit_support_norm_svr(X, y, **values, m=m)
        return self._machines[m]

    def _ordered(self, m):
        return order_with_ties(*TIE_RULES[self.tie_rule](self._problem[0], self._machine(m)), self._places)

    def select(self, n_features):
        """The features to keep where n_features are allowed: columns, best first, from the problem of this budget."""
        self._check_count("n_features", n_features)
        return self._places[self._ordered(n_features)[0][:n_features]]

    def guarantee(self, n_features):
        """How near `select(n_features)` is to the best subset of that size, as parts of its objective (1).

        Returns a dict: `guarantee` is 1 - sigma of Theorem 2, a bound from the relaxed p alone; `attained` the relaxed
        objective over that of the subset, which is at least as large and never above the truth.
        """
        self._check_count("n_features", n_features)
        X, y, values = self._problem
        machine = self._machine(n_features)
        chosen = np.sort(self._ordered(n_features)[0][:n_features])
        rounded = fit_linear_svr(X[:, chosen], y, **values)
        return {
            "guarantee": 1.0 - _shared_part(X, machine, n_features),
            "attained": machine.dual / rounded.primal if rounded.primal > 0 else 1.0,
        }


def _shared_part(X, machine, m):
    """The largest eigenvalue of R^-1/2 B R^-1/2, where B belongs to the features whose tau is that of the m-th.

    R has the rank of its features, so its inverse is that on its range: with Z = X sqrt(p) = U S V', the eigenvalues
    are those of the rows of V that belong to B. It is 1 wherever these features are independent of the others.
    """
    tau = np.sqrt(machine.tau)
    threshold = np.sort(tau)[-m]
    shared = np.flatnonzero((np.abs(tau - threshold) <= PRECISION * tau.max()) & (machine.p > _ZERO))
    if not shared.size:
        return 0.0
    _, sizes, rows = np.linalg.svd(X * np.sqrt(machine.p), full_matrices=False)
    inside = rows[sizes > 1e-10 * sizes.max()][:, shared]
    return min(1.0, float(np.linalg.norm(inside, 2) ** 2))
