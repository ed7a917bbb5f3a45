import numpy as np
from sieveflow.criteria.elimination import eliminate


def test_constant_scores_are_ranked_by_score():
    values = np.array([0.3, 0.9, 0.1, 0.5])
    ranking, scores = eliminate(4, lambda left: values[left])
    assert ranking.tolist() == [3, 1, 4, 2]
    assert np.argsort(-scores).tolist() == np.argsort(ranking).tolist()


def test_the_rightmost_of_equal_features_goes_first():
    assert eliminate(3, lambda left: np.zeros(left.size))[0].tolist() == [1, 2, 3]


def test_scores_never_contradict_the_ranking_when_the_criterion_changes_with_the_round():
    tables = {4: [5, 6, 7, 8], 3: [0.1, 0.2, 0.3], 2: [9, 4]}
    ranking, scores = eliminate(4, lambda left: np.array(tables[left.size], dtype=float))
    assert ranking.tolist() == [4, 3, 1, 2]
    assert np.all(np.diff(scores[np.argsort(ranking)]) <= 0)


def test_each_round_sees_what_is_left():
    seen = []
    eliminate(3, lambda left: seen.append(left.tolist()) or -left.astype(float))
    assert seen == [[0, 1, 2], [0, 1]]


def test_one_feature_is_first():
    ranking, scores = eliminate(1, lambda left: [2.5])
    assert (ranking.tolist(), scores.tolist()) == ([1], [2.5])


def test_a_round_drops_several_in_the_order_of_their_scores_and_the_last_leaves_one():
    seen = []
    values = np.array([0.3, 0.9, 0.1, 0.5, 0.1, 0.7])
    ranking, scores = eliminate(6, lambda left: seen.append(left.size) or values[left], step=4)
    assert seen == [6, 2]
    # Of the two equal ones the rightmost goes first.
    assert ranking.tolist() == [4, 1, 5, 3, 6, 2]
    assert np.all(np.diff(scores[np.argsort(ranking)]) <= 0)
    assert eliminate(6, lambda left: values[left], step=99)[0].tolist() == ranking.tolist()
