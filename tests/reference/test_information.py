"""MI-PW, MI-RSDE, Kwak and HSIC against loops that follow the formulas as they are printed."""

import numpy as np
import pytest
from sieveflow.criteria.dependence import class_weights, hsic_weights, pairs_of
from sieveflow.criteria.reduced_set import reduced_set_weights
from sieveflow.methods.hsic import ClassDependenceRFE
from sieveflow.methods.kwak import PosteriorEntropyRanker
from sieveflow.methods.mi_pw import ParzenInformationRFE
from sieveflow.methods.mi_rsde import ReducedSetInformationRFE
from sieveflow.methods.mrmr import RelevanceRedundancyRanker
from sieveflow.scaling import standardise


def problem(seed, n=70, d=6, classes=3):
    rng = np.random.RandomState(seed)
    X, _ = standardise(rng.standard_normal((n, d)))
    signal = X[:, 1] * X[:, 3] + 0.5 * X[:, 2] + 0.2 * rng.standard_normal(n)
    y = np.searchsorted(np.quantile(signal, np.arange(1, classes) / classes), signal)
    # Columns in the order in which a method sees them, so that ties would be broken alike.
    return X[:, np.lexsort(X[::-1])], y


def densities(Z, y, at, sigma, weights=None):
    """(5.1) for every class, at some points."""
    windows = np.exp(-0.5 * np.square(at[:, None] - Z[None]).sum(axis=2) / sigma**2)
    windows /= (np.sqrt(2 * np.pi) * sigma) ** Z.shape[1]
    if weights is None:
        return np.array([windows[:, y == k].mean(axis=1) for k in np.unique(y)])
    return np.array([windows[:, y == k] @ weights[k] for k in np.unique(y)])


def information(p, y):
    """(5.6) from the densities of the classes."""
    prior = np.bincount(y) / y.size
    return np.mean(np.log(p[y, np.arange(y.size)] / (prior @ p)))


def kwaks_information(p, y):
    """(5.15) from the densities of the classes."""
    posterior = p * (np.bincount(y) / y.size)[:, None]
    posterior /= posterior.sum(axis=0)
    return np.mean(np.sum(posterior * np.log(posterior), axis=0))


def backward(d, criterion):
    """Drop the feature without which the criterion is largest; the ranking, and the criterion when each was dropped."""
    left, dropped = list(range(d)), []
    while len(left) > 1:
        values = [criterion(left, feature) for feature in left]
        worst = left[int(np.argmax(values))]
        dropped.append((worst, max(values)))
        left.remove(worst)
    ranking = np.ones(d, dtype=int)
    for place, (feature, _) in enumerate(dropped):
        ranking[feature] = d - place
    return ranking, dropped


@pytest.mark.parametrize("sigma", [0.25, 0.7, 2.0])
@pytest.mark.parametrize("seed", range(4))
def test_mi_pw_follows_the_printed_formula(seed, sigma):
    X, y = problem(seed)

    def criterion(left, feature):
        Z = X[:, [j for j in left if j != feature]]
        return information(densities(Z, y, Z, sigma), y)

    ranking, dropped = backward(6, criterion)
    ours = ParzenInformationRFE(sigma=sigma).fit(X, y)
    assert ours.ranking_.tolist() == ranking.tolist()
    shares = np.bincount(y) / y.size
    entropy = -(shares * np.log(shares)).sum()
    # The first drop has the lowest score of all; later ones may be held down by it.
    worst, value = dropped[0]
    assert entropy - ours.scores_[worst] == pytest.approx(value, abs=1e-10)


@pytest.mark.parametrize("sigma", [0.5, 1.0])
@pytest.mark.parametrize("seed", range(3))
def test_kwak_follows_the_printed_formula(seed, sigma):
    X, y = problem(seed)
    chosen = []
    while len(chosen) < 6:
        rest = [j for j in range(6) if j not in chosen]
        values = {j: X[:, [*chosen, j]] for j in rest}
        values = {j: kwaks_information(densities(Z, y, Z, sigma), y) for j, Z in values.items()}
        chosen.append(max(rest, key=values.get))
    assert np.argsort(PosteriorEntropyRanker(sigma=sigma).fit(X, y).ranking_).tolist() == chosen


@pytest.mark.parametrize("seed", range(3))
def test_mi_rsde_follows_the_printed_formula(seed):
    X, y = problem(seed, classes=2)
    order = np.argsort(y, kind="stable")
    X, y = X[order], y[order]
    rng = np.random.RandomState(9)
    weights, drawn = {}, {}

    def criterion(left, feature):
        if len(left) not in drawn:
            drawn[len(left)] = rng.permutation(y.size)
            for k in (0, 1):
                Z = X[y == k][:, left]
                distances = np.square(Z[:, None] - Z[None]).sum(axis=2)
                weights[k] = reduced_set_weights(distances, len(left), 0.6, weights.get(k))
        at = X.copy()
        at[:, feature] = X[drawn[len(left)], feature]
        return information(densities(X[:, left], y, at[:, left], 0.6, weights), y)

    ranking, _ = backward(6, criterion)
    ours = ReducedSetInformationRFE(sigma=0.6, random_state=9).fit(X, y)
    assert ours.ranking_.tolist() == ranking.tolist()


@pytest.mark.parametrize("kernel", ["equal", "balanced"])
def test_hsic_weights_of_classes_are_those_of_their_gram_matrix(kernel):
    y = np.array([0, 1, 1, 2, 0, 1, 2, 1])
    counts = np.bincount(y)
    inside = np.ones(3) if kernel == "equal" else 1 / counts
    gram = np.where(y[:, None] == y, inside[y], 0.0)
    first, second = pairs_of(y.size)
    np.testing.assert_allclose(class_weights(counts, kernel)[y[first], y[second]], hsic_weights(gram))


@pytest.mark.parametrize("kernel", ["equal", "balanced"])
@pytest.mark.parametrize("seed", range(3))
def test_hsic_follows_the_printed_formula(seed, kernel):
    X, y = problem(seed)
    inside = np.ones(3) if kernel == "equal" else 1 / np.bincount(y)
    L = np.where(y[:, None] == y, inside[y], 0.0)
    np.fill_diagonal(L, 0.0)
    n = y.size

    def criterion(left, feature):
        Z = X[:, [j for j in left if j != feature]]
        K = np.exp(-0.5 * np.square(Z[:, None] - Z[None]).sum(axis=2) / (4.0 * Z.shape[1]))
        np.fill_diagonal(K, 0.0)
        terms = np.trace(K @ L) + K.sum() * L.sum() / ((n - 1) * (n - 2)) - 2 / (n - 2) * (K @ L).sum()
        return terms / (n * (n - 3))

    ranking, _ = backward(6, criterion)
    ours = ClassDependenceRFE(class_kernel=kernel, relative_width=2.0).fit(X, y)
    assert ours.ranking_.tolist() == ranking.tolist()


def rank_in_double(X, y, sigma):
    """MI-PW with every score in double precision and in the form that does not saturate."""
    left, ranking = list(range(X.shape[1])), np.ones(X.shape[1], dtype=int)
    same = y[:, None] == y
    distances = {j: np.square(X[:, j][:, None] - X[:, j]) for j in left}
    while len(left) > 1:
        total, values = sum(distances[j] for j in left), []
        for feature in left:
            windows = np.exp(-0.5 * (total - distances[feature]) / sigma**2)
            values.append(np.log1p((windows * ~same).sum(axis=1) / (windows * same).sum(axis=1)).mean())
        worst = left[len(left) - 1 - int(np.argmin(values[::-1]))]
        ranking[worst] = len(left)
        left.remove(worst)
    return ranking


@pytest.mark.parametrize("sigma", [0.25, 0.5, 1.0, 3.0])
@pytest.mark.parametrize("shape", [(60, 40), (200, 12)])
@pytest.mark.parametrize("seed", range(2))
def test_single_precision_changes_no_ranking(seed, shape, sigma):
    X, y = problem(seed, *shape)
    ours = ParzenInformationRFE(sigma=sigma).fit(X, y)
    assert ours.ranking_.tolist() == rank_in_double(X, y, sigma).tolist()


def test_saturated_scores_are_counted_as_ties_and_still_decided():
    X, y = problem(0, n=60, d=40)
    saturated = ParzenInformationRFE(sigma=0.25).fit(X, y)
    assert saturated.tied_.sum() > 20
    assert not ParzenInformationRFE(sigma=2.0).fit(X, y).tied_.any()


def test_equal_columns_are_ties():
    X, y = problem(0)
    X[:, 5] = X[:, 4]
    ours = ParzenInformationRFE(sigma=1.0).fit(X, y)
    assert ours.tied_[[4, 5]].any()


@pytest.mark.parametrize(
    "make",
    [
        ParzenInformationRFE,
        PosteriorEntropyRanker,
        ClassDependenceRFE,
        lambda: ReducedSetInformationRFE(random_state=0),
        lambda: RelevanceRedundancyRanker(task="classification"),
    ],
)
def test_names_of_classes_change_nothing(make):
    X, y = problem(1)
    ours, other = make().fit(X, y), make().fit(X, np.array(["zebra", "ape", "mouse"])[y])
    assert ours.scores_.tobytes() == other.scores_.tobytes()
    assert ours.ranking_.tolist() == other.ranking_.tolist()


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"sigma": 0.0}, "sigma: found 0.0, allowed are None and positive numbers"),
        ({"sigma_density": "odd"}, "sigma_density: found 'odd', allowed are classes, all"),
        ({"n_permutations": 0}, "n_permutations: found 0, allowed are whole numbers from 1"),
    ],
)
def test_settings_that_do_not_exist(settings, sentence):
    with pytest.raises(ValueError, match=sentence):
        ReducedSetInformationRFE(**settings).fit(*problem(0))


def test_a_task_that_does_not_exist():
    with pytest.raises(ValueError, match="task: found 'odd', allowed are regression, classification"):
        RelevanceRedundancyRanker(task="odd").fit(*problem(0))
