import numpy as np
import pytest
from reference.plain_sd_rfe import rank
from scipy.stats import fisher_exact
from sieveflow.datasets.generators import additive
from sieveflow.methods.corr import CorrelationRanker
from sieveflow.methods.sd_g_rfe import SDGaussianRFE
from sieveflow.methods.sd_l_rfe import SDLaplaceRFE
from sieveflow.seeding import stream
from sieveflow.splits import standardiser

SETTINGS = {"C": 32.0, "kappa": 2.0**-6, "epsilon": 0.25}


def sample(n, seed):
    X, y = additive.generate(stream("test", seed), n=n, noise_variance=0.1)
    mean, scale = standardiser(X)
    return (X - mean) / scale, y


@pytest.mark.parametrize("n_permutations", [1, 3])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_ranking_is_that_of_the_plain_program(seed, n_permutations):
    X, y = sample(100, seed)
    settings = SETTINGS | {"n_permutations": n_permutations, "random_state": seed}
    assert SDLaplaceRFE(**settings).fit(X, y).ranking_.tolist() == rank(X, y, **settings).tolist()
    assert SDGaussianRFE(**settings).fit(X, y).ranking_.tolist() == rank(X, y, **settings, laplace=False).tolist()


def test_relevant_features_of_the_additive_problem_come_first_as_often_as_printed():
    # Table 1, n = 200: 30 of 30. Fresh samples; an exact test must not see a difference.
    hits = 0
    for seed in range(30):
        X, y = sample(200, seed)
        ranking = SDLaplaceRFE(**SETTINGS, random_state=seed).fit(X, y).ranking_
        hits += set(np.argsort(ranking)[:5]) == {0, 1, 2, 3, 4}
    assert fisher_exact([[hits, 30 - hits], [30, 0]]).pvalue >= 0.05


def test_correlation_is_that_of_numpy():
    X, y = sample(50, 0)
    expected = [abs(np.corrcoef(column, y)[0, 1]) for column in X.T]
    ranker = CorrelationRanker().fit(X, y)
    np.testing.assert_allclose(ranker.scores_, expected)
    assert ranker.ranking_[np.argmax(expected)] == 1
