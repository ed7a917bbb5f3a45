"""Other readings of what papers leave open about their methods: parameters, method by method."""

from dataclasses import replace

DECAYS = [{"weight_decay": decay} for decay in (0, 0.01, 1, 10)]
BINNINGS = [{"n_bins": 3}, {"n_bins": 5}, {"n_bins": 20}, {"binning": "quantile"}, {"binning": "three-states"}]
WIDTHS = [{"binning": "equal-width", "n_bins": n_bins} for n_bins in (3, 5, 10, 20)]
BOUNDS = ("rmb-rfe", "spanb-rfe", "rmb-rfe-star", "spanb-rfe-star")
# The first reading of every method is that of the study's file.
READINGS = {
    "thesis-svr": {
        "mrmr": [{}, *BINNINGS],
        "hsic-rfe": [{}, {"input_kernel": "linear", "target_kernel": "linear"}, {"target_kernel": "linear"}],
        **{method: [{}, {"bound_loss": "linear"}] for method in BOUNDS},
    },
    "thesis-mi": {
        "mi-pw": [{}, {"sigma_criterion": "printed"}, {"sigma_density": "all"}],
        "mi-rsde": [{}, {"sigma_density": "all"}, {"n_permutations": 10}, {"sigma": 0.35}, {"sigma": 1.0}],
        "kwak": [{}, {"sigma_criterion": "printed"}, {"sigma_density": "all"}]
        + [{"sigma": sigma} for sigma in (0.125, 0.25, 0.5, 1.0, 2.0, 4.0)],
        "hsic": [{}, {"class_kernel": "balanced"}] + [{"relative_width": width} for width in (0.25, 0.5, 2.0, 4.0)],
        "mrmr": [{}, *BINNINGS],
    },
    "thesis-mlp": {
        "mlp-fspp-rfe": [{}, *DECAYS, {"n_permutations": 5}, {"permutation": "swaps"}],
        "fisher": [{}],
        "mutual-info": [{}, *WIDTHS, {"binning": "quantile"}],
        "moi": [{}, *DECAYS],
    },
}


def label_of(changes):
    """A reading in words; nothing for that of the study's file."""
    return ", ".join(f"{key}: {value}" for key, value in changes.items())


def with_reading(settings, method, changes):
    """Settings in which a method has some parameters set, whatever the study's switches or its tuning say."""
    own = settings.methods[method]
    kept = {key: [name for name in own[key] if name not in changes] for key in ("switches", "tuned")}
    changed = own | kept | {"parameters": own["parameters"] | changes}
    return replace(settings, methods=settings.methods | {method: changed})
