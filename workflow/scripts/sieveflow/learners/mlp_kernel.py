"""Loss, gradient and training of small nets: one layer of tanh, softmax, cross-entropy, weight decay.

Inputs stand feature by feature, so that all inner loops run over samples and become vectors. All compiled code of the
net is in this file, since Numba's cache does not notice changes elsewhere. A net is one vector theta: weights of the
hidden layer (m, d), its offsets (m), weights of the outputs (c, m), their offsets (c).
"""

import numpy as np

from sieveflow.compiled import njit

# Sums may be taken in any order and with fused operations.
_SUMS = {"reassoc", "contract", "nsz"}
# Samples that are worked on at once, so that what belongs to them stays in the nearest cache.
_BLOCK = 128
# Steps that L-BFGS remembers; scipy's and scikit-learn's number.
_MEMORY = 10
_ARMIJO, _CURVATURE = 1e-4, 0.9
_TRIALS = 20
# Training also ends when so many steps together gain less than this part of the loss.
_PATIENCE, _STALLED = 10, 1e-5


@njit(cache=True, inline="always")
def _exp(x):
    """exp(x) of numbers up to zero, relative error 1e-13; below -40 it is that of -40, nothing beside 1.

    Without branch or call, so that loops become vectors: Taylor's series of x / 256, squared eight times.
    """
    r = max(x, -40.0) * 0.00390625
    p = (2.755731922398589e-07 * r + 2.7557319223985893e-06) * r + 2.48015873015873e-05
    p = ((p * r + 1.984126984126984e-04) * r + 1.388888888888889e-03) * r + 8.333333333333333e-03
    p = ((p * r + 4.1666666666666664e-02) * r + 1.6666666666666666e-01) * r + 0.5
    p = (p * r + 1.0) * r + 1.0
    p *= p
    p *= p
    p *= p
    p *= p
    p *= p
    p *= p
    p *= p
    return p * p


# Python's error for a division by zero would keep the loop from becoming a vector; here none can occur.
@njit(cache=True, fastmath=_SUMS, error_model="numpy")
def _tanh(a):
    """Replace numbers by their hyperbolic tangents."""
    for t in range(a.size):
        e = _exp(-2.0 * abs(a[t]))
        size = (1.0 - e) / (1.0 + e)
        a[t] = size if a[t] >= 0.0 else -size


@njit(cache=True, fastmath=_SUMS)
def _add_products(out, weights, rows, low, high):
    """Add the rows from low to high, each times its weight, to out."""
    n, j = high - low, 0
    while j + 4 <= weights.size:
        w0, w1, w2, w3 = weights[j], weights[j + 1], weights[j + 2], weights[j + 3]
        a, b, c, d = rows[j, low:high], rows[j + 1, low:high], rows[j + 2, low:high], rows[j + 3, low:high]
        for t in range(n):
            out[t] += w0 * a[t] + w1 * b[t] + w2 * c[t] + w3 * d[t]
        j += 4
    while j < weights.size:
        w0, a = weights[j], rows[j, low:high]
        for t in range(n):
            out[t] += w0 * a[t]
        j += 1


@njit(cache=True, fastmath=_SUMS)
def _add_dots(sums, row, rows, low, high):
    """Add to each sum the inner product of a row with one of the others, taken from low to high."""
    n, j = high - low, 0
    while j + 4 <= sums.size:
        a, b, c, d = rows[j, low:high], rows[j + 1, low:high], rows[j + 2, low:high], rows[j + 3, low:high]
        s0 = s1 = s2 = s3 = 0.0
        for t in range(n):
            s0 += row[t] * a[t]
            s1 += row[t] * b[t]
            s2 += row[t] * c[t]
            s3 += row[t] * d[t]
        sums[j] += s0
        sums[j + 1] += s1
        sums[j + 2] += s2
        sums[j + 3] += s3
        j += 4
    while j < sums.size:
        a = rows[j, low:high]
        s0 = 0.0
        for t in range(n):
            s0 += row[t] * a[t]
        sums[j] += s0
        j += 1


@njit(cache=True, fastmath=_SUMS, error_model="numpy")
def _softmax(out, n):
    """Replace outputs, class by class, by probabilities; returns the sum of the logarithms of what divided them."""
    scale, total = out[0, :n].copy(), np.zeros(n)
    for k in range(1, out.shape[0]):
        row = out[k]
        for t in range(n):
            scale[t] = max(scale[t], row[t])
    for k in range(out.shape[0]):
        row = out[k]
        for t in range(n):
            row[t] = _exp(row[t] - scale[t])
            total[t] += row[t]
    logarithms = scale.sum()
    # Logarithms of products cost less than sums of logarithms; sixteen numbers from 1 to c multiply without overflow.
    for low in range(0, n, 16):
        product = 1.0
        for t in range(low, min(n, low + 16)):
            product *= total[t]
        logarithms += np.log(product)
    for t in range(n):
        total[t] = 1.0 / total[t]
    for k in range(out.shape[0]):
        row = out[k]
        for t in range(n):
            row[t] *= total[t]
    return logarithms


@njit(cache=True)
def _parts(theta, d, m, c):
    """The four parts of a net, without a copy."""
    first, second = theta[: m * d].reshape(m, d), theta[m * d + m : m * d + m + c * m].reshape(c, m)
    return first, theta[m * d : m * d + m], second, theta[m * d + m + c * m :]


@njit(cache=True)
def loss_and_gradient(X, codes, m, c, theta, decay, grad):
    """Cross-entropy (3.3) plus decay / 2 times the sum of squared weights, and its gradient, which is filled in.

    Offsets do not decay.

    Parameters
    ----------
    X : ndarray of shape (d, n)
    codes : ndarray of int
        Classes from 0 to c - 1.
    m, c : int
        Numbers of hidden units and of classes.
    theta, grad : ndarray of shape (m (d + 1) + c (m + 1),)
    """
    d, n = X.shape
    grad[:] = 0.0
    first, offsets, second, biases = _parts(theta, d, m, c)
    g_first, g_offsets, g_second, g_biases = _parts(grad, d, m, c)
    hidden, back, out = np.empty((m, _BLOCK)), np.empty(_BLOCK), np.empty((c, _BLOCK))
    loss = 0.0
    for low in range(0, n, _BLOCK):
        high = min(n, low + _BLOCK)
        size = high - low
        for u in range(m):
            hidden[u, :size] = offsets[u]
            _add_products(hidden[u], first[u], X, low, high)
            _tanh(hidden[u, :size])
        for k in range(c):
            out[k, :size] = biases[k]
            _add_products(out[k], second[k], hidden, 0, size)
        for t in range(size):
            loss -= out[codes[low + t], t]
        loss += _softmax(out, size)
        for t in range(size):
            out[codes[low + t], t] -= 1.0
        for k in range(c):
            g_biases[k] += out[k, :size].sum()
            _add_dots(g_second[k], out[k], hidden, 0, size)
        for u in range(m):
            back[:size] = 0.0
            _add_products(back, second[:, u].copy(), out, 0, size)
            for t in range(size):
                back[t] *= 1.0 - hidden[u, t] * hidden[u, t]
            g_offsets[u] += back[:size].sum()
            _add_dots(g_first[u], back, X, low, high)
    for part, g_part in ((first, g_first), (second, g_second)):
        loss += 0.5 * decay * np.sum(part * part)
        g_part += decay * part
    return loss


@njit(cache=True)
def _direction(grad, steps, changes, curvatures, newest, count):
    """Minus the gradient times the inverse Hessian that L-BFGS remembers (the two-loop recursion)."""
    q = -grad
    alphas = np.empty(count)
    for back in range(count):
        i = (newest - back) % _MEMORY
        alphas[back] = np.dot(steps[i], q) / curvatures[i]
        q -= alphas[back] * changes[i]
    if count > 0:
        q *= curvatures[newest] / np.dot(changes[newest], changes[newest])
    for back in range(count - 1, -1, -1):
        i = (newest - back) % _MEMORY
        q += steps[i] * (alphas[back] - np.dot(changes[i], q) / curvatures[i])
    return q


@njit(cache=True)
def minimise(X, codes, m, c, theta, decay, tol, max_steps):
    """Train a net by L-BFGS from theta, which becomes the trained net; returns its loss and the number of steps.

    Ends when no entry of the gradient exceeds tol times the number of samples, when ten steps together gain less
    than 1e-5 of the loss, or after max_steps.
    """
    size = theta.size
    grad, new_grad, new_theta = np.empty(size), np.empty(size), np.empty(size)
    steps, changes, curvatures = np.empty((_MEMORY, size)), np.empty((_MEMORY, size)), np.empty(_MEMORY)
    history = np.empty(_PATIENCE)
    newest, count = -1, 0
    loss = loss_and_gradient(X, codes, m, c, theta, decay, grad)
    for step in range(max_steps):
        if np.abs(grad).max() <= tol * X.shape[1]:
            return loss, step
        if step >= _PATIENCE and history[step % _PATIENCE] - loss <= _STALLED * abs(loss):
            return loss, step
        history[step % _PATIENCE] = loss
        direction = _direction(grad, steps, changes, curvatures, newest, count)
        slope = np.dot(direction, grad)
        if slope >= 0.0:
            direction, slope, count = -grad, -np.dot(grad, grad), 0
        # Weak Wolfe conditions by halving and doubling: Lewis and Overton (2013).
        length = 1.0 if count > 0 else min(1.0, 1.0 / np.sqrt(-slope))
        low, high = 0.0, np.inf
        new_loss = np.inf
        for _ in range(_TRIALS):
            new_theta[:] = theta + length * direction
            new_loss = loss_and_gradient(X, codes, m, c, new_theta, decay, new_grad)
            if not new_loss <= loss + _ARMIJO * length * slope:
                high = length
            elif np.dot(new_grad, direction) < _CURVATURE * slope:
                low = length
            else:
                break
            length = 0.5 * (low + high) if high < np.inf else 2.0 * length
        if not new_loss < loss:
            return loss, step
        newest = (newest + 1) % _MEMORY
        steps[newest], changes[newest] = new_theta - theta, new_grad - grad
        curvatures[newest] = np.dot(steps[newest], changes[newest])
        count = min(count + 1, _MEMORY) if curvatures[newest] > 0.0 else 0
        theta[:], grad[:] = new_theta, new_grad
        loss = new_loss
    return loss, max_steps


@njit(cache=True)
def activations(X, theta, m, c):
    """What the hidden units are given, before their tangents: an array of shape (m, n)."""
    d, n = X.shape
    first, offsets, _, _ = _parts(theta, d, m, c)
    sums = np.empty((m, n))
    for u in range(m):
        sums[u] = offsets[u]
        _add_products(sums[u], first[u], X, 0, n)
    return sums


@njit(cache=True)
def probabilities(sums, theta, d, c):
    """Probabilities (3.2) of the classes, of shape (c, n), from what the hidden units are given; this is spoilt."""
    m, n = sums.shape
    _, _, second, biases = _parts(theta, d, m, c)
    out = np.empty((c, n))
    for u in range(m):
        _tanh(sums[u])
    for k in range(c):
        out[k] = biases[k]
        _add_products(out[k], second[k], sums, 0, n)
    _softmax(out, n)
    return out


@njit(cache=True)
def permutation_sensitivity(X, theta, m, c, permutations):
    """(3.8) for every feature: mean change of the probabilities when its values are permuted.

    Permuting a feature changes what the hidden units are given by its weight times the change of its value.

    Parameters
    ----------
    X : ndarray of shape (d, n)
    theta : ndarray
        A net.
    permutations : ndarray of int, of shape (r, n)
        Orders of the samples; scores are means over them.
    """
    d, n = X.shape
    first, _, _, _ = _parts(theta, d, m, c)
    sums = activations(X, theta, m, c)
    straight = probabilities(sums.copy(), theta, d, c)
    scores = np.zeros(d)
    shifted = np.empty((m, n))
    for order in permutations:
        for j in range(d):
            change = X[j][order] - X[j]
            for u in range(m):
                shifted[u] = sums[u] + first[u, j] * change
            scores[j] += np.abs(probabilities(shifted, theta, d, c) - straight).sum()
    return scores / (n * len(permutations))
