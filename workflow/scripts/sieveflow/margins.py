"""Differences of means that are too small to matter, metric by metric.

Apart from the measures themselves, so that another opinion about what matters computes no error anew.
"""

from sieveflow.metrics import METRICS

# Rates and scores between 0 and 1: one hundredth. Percentages: one point, as Benavoli et al. (2017) take it.
_PLAIN = 0.01
_ABSOLUTE = {"error_percent": 1.0, "balanced_error_percent": 1.0, "log2_lambda": 0.1}
# Errors in units of the target and counts have no scale of their own: a part of the reference's mean.
_RELATIVE = {"mse": 0.05, "rmse": 0.05, "relevance_vectors": 0.05, "events": 0.05, "selected": 0.05}


def margin_of(metric, reference):
    """How much the means of two methods may differ and be practically equal, where the reference has this mean."""
    if metric in _RELATIVE:
        return _RELATIVE[metric] * abs(reference)
    return _ABSOLUTE.get(metric, _PLAIN)


def margin_in_words(metric):
    """The margin of a metric as a reader is told it."""
    if metric in _RELATIVE:
        return f"{100 * _RELATIVE[metric]:g} % of the reference's mean"
    return f"{_ABSOLUTE.get(metric, _PLAIN):g}"


def gain_of(metric, other, reference):
    """By how much the reference is better than another: above zero where it is, whatever the metric's direction."""
    return other - reference if METRICS[metric].lower_is_better else reference - other
