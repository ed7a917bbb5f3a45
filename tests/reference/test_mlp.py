"""Nets with one layer of tanh against difference quotients, plain NumPy and scikit-learn's MLPClassifier."""

import warnings

import numpy as np
import pytest
from sieveflow.learners.mlp import draw_start, fit_mlp
from sieveflow.learners.mlp_kernel import loss_and_gradient, minimise, permutation_sensitivity
from sieveflow.learners.tanh_mlp import predict, surface
from sieveflow.seeding import stream
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPClassifier


def problem(number):
    """Inputs, classes that a random net with noise decides, their number, hidden units and weight decay."""
    rng = stream("nets", number)
    n, d, c = rng.randint(60, 200), rng.randint(3, 10), rng.randint(3, 6)
    X = rng.standard_normal((n, d))
    scores = 2 * np.tanh(X @ rng.standard_normal((d, 4))) @ rng.standard_normal((4, c)) + rng.gumbel(size=(n, c))
    labels, y = np.unique(scores.argmax(axis=1), return_inverse=True)
    return X, y, labels.size, rng.randint(2, 6), [0.1, 1.0][rng.randint(2)]


def parts(theta, d, m, c):
    ends = np.cumsum([m * d, m, c * m])
    first, offsets, second, biases = np.split(theta, ends)
    return first.reshape(m, d), offsets, second.reshape(c, m), biases


def plain_probabilities(theta, X, m, c):
    first, offsets, second, biases = parts(theta, X.shape[1], m, c)
    out = np.exp(np.tanh(X @ first.T + offsets) @ second.T + biases)
    return out / out.sum(axis=1, keepdims=True)


def plain_loss(theta, X, y, m, c, decay):
    first, _, second, _ = parts(theta, X.shape[1], m, c)
    entropy = -np.log(plain_probabilities(theta, X, m, c)[np.arange(y.size), y]).sum()
    return entropy + decay / 2 * (np.square(first).sum() + np.square(second).sum())


@pytest.mark.parametrize(("n", "d", "m", "c", "decay"), [(5, 1, 1, 2, 0.0), (130, 7, 3, 2, 0.5), (300, 4, 6, 5, 0.1)])
def test_loss_and_gradient(n, d, m, c, decay):
    rng = np.random.RandomState(n)
    X, y = rng.standard_normal((n, d)), rng.randint(c, size=n)
    theta, columns = draw_start(rng, d, m, c), np.ascontiguousarray(X.T)
    grad, other = np.empty(theta.size), np.empty(theta.size)
    loss = loss_and_gradient(columns, y, m, c, theta, decay, grad)
    assert loss == pytest.approx(plain_loss(theta, X, y, m, c, decay), rel=1e-12)
    quotient = [
        (
            loss_and_gradient(columns, y, m, c, theta + step, decay, other)
            - loss_and_gradient(columns, y, m, c, theta - step, decay, other)
        )
        / 2e-5
        for step in 1e-5 * np.eye(theta.size)
    ]
    np.testing.assert_allclose(grad, quotient, atol=1e-7 * np.abs(grad).max())


def of_sklearn(X, y, m, decay, theta, c):
    """The loss that scikit-learn reaches from a start, its machine and the steps that it took."""
    machine = MLPClassifier((m,), activation="tanh", solver="lbfgs", alpha=decay, max_iter=1, warm_start=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        machine.fit(X, y)
        first, offsets, second, biases = parts(theta.copy(), X.shape[1], m, c)
        machine.coefs_, machine.intercepts_ = [first.T.copy(), second.T.copy()], [offsets, biases]
        machine.set_params(max_iter=200).fit(X, y)
    return y.size * machine.loss_, machine


def test_from_the_same_start_the_loss_is_that_of_scikit_learn_or_at_most_a_hundredth_above():
    for number in range(50):
        X, y, c, m, decay = problem(number)
        theta = draw_start(stream("start", number), X.shape[1], m, c)
        theirs, machine = of_sklearn(X, y, m, decay, theta, c)
        ours, _ = minimise(np.ascontiguousarray(X.T), y, m, c, theta, decay, 1e-4, 200)
        assert ours <= 1.01 * theirs, number
        if number < 5:
            # The same loss and probabilities for the same weights.
            weights = [machine.coefs_[0].T, machine.intercepts_[0], machine.coefs_[1].T, machine.intercepts_[1]]
            theirs = np.concatenate([np.ravel(part) for part in weights])
            grad = np.empty(theirs.size)
            loss = loss_and_gradient(np.ascontiguousarray(X.T), y, m, c, theirs, decay, grad)
            assert loss == pytest.approx(y.size * machine.loss_, rel=1e-3)
            np.testing.assert_allclose(machine.predict_proba(X), plain_probabilities(theirs, X, m, c), atol=1e-12)


def test_more_starts_never_end_higher():
    X, y, c, m, decay = problem(3)
    settings = {"hidden": m, "weight_decay": decay}
    losses = [fit_mlp(X, y, c, rng=stream("many"), n_starts=count, **settings).loss for count in (1, 2, 4, 8)]
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] < losses[0]


def test_probabilities_and_sensitivities_are_those_of_the_definition():
    X, y, c, m, decay = problem(0)
    net = fit_mlp(X, y, c, hidden=m, weight_decay=decay, rng=stream("net"))
    straight = plain_probabilities(net.theta, X, m, c)
    np.testing.assert_allclose(net.probabilities(X), straight.T, atol=1e-12)
    orders = np.array([stream("orders", i).permutation(y.size) for i in range(3)])
    expected = []
    for j in range(X.shape[1]):
        changes = []
        for order in orders:
            permuted = X.copy()
            permuted[:, j] = X[order, j]
            changes.append(np.abs(plain_probabilities(net.theta, permuted, m, c) - straight).sum() / y.size)
        expected.append(np.mean(changes))
    np.testing.assert_allclose(net.sensitivity(X, orders), expected, rtol=1e-9)
    np.testing.assert_allclose(permutation_sensitivity(X.T.copy(), net.theta, m, c, orders), expected, rtol=1e-9)


def test_without_decay_a_net_that_separates_stops_without_overflow():
    X = np.random.RandomState(0).standard_normal((50, 3))
    net = fit_mlp(1e3 * X, (X[:, 1] > 0).astype(int), 2, hidden=3, weight_decay=0.0, rng=stream("far"))
    assert np.all(np.isfinite(net.theta)) and 0.0 <= net.loss < 1.0
    assert np.all(np.isfinite(net.probabilities(1e6 * X)))


def test_predictions_take_names_of_classes_and_repeat_to_the_last_bit():
    rng = np.random.RandomState(1)
    X = rng.standard_normal((300, 4))
    y = np.where(X[:, 0] * X[:, 1] > 0, 3.0, 7.0)
    settings = {"hidden": 4, "weight_decay": 0.1}
    found = predict(X[:200], y[:200], X[200:], **settings)
    assert set(found) <= {3.0, 7.0} and np.mean(found == y[200:]) > 0.85
    np.testing.assert_array_equal(found, predict(X[:200], y[:200], X[200:], **settings))


def test_the_surface_has_the_errors_of_held_out_samples():
    rng = np.random.RandomState(2)
    X = rng.standard_normal((120, 3))
    y = 1.0 + (X[:, 0] * X[:, 1] > 0)
    fold = np.arange(120) % 4
    errors = surface(X, y, {"hidden": [1, 4], "weight_decay": [0.1, 100.0]}, fold)
    assert errors.shape == (2, 2) and errors.argmin() == 2
    wrong = np.empty(120, dtype=bool)
    for held_out in range(4):
        train = fold != held_out
        wrong[~train] = predict(X[train], y[train], X[~train], hidden=4, weight_decay=0.1) != y[~train]
    assert errors[1, 0] == pytest.approx(50 * (wrong[y == 1].mean() + wrong[y == 2].mean()))
