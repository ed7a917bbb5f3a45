"""Print relevance vectors and errors over widths of machines with the features that the study `rvm` calls relevant.

Arguments are its problems. On the first realization, at full size; reads the tables that the study has
fetched.
"""

import sys

import numpy as np
import yaml
from sieveflow.audits.influence_trials import parts
from sieveflow.learners.rvm import predict
from sieveflow.metrics import root_mean_squared_error
from sieveflow.tables import read_table
from support import ROOT


def main(names):
    """Print a line for every problem and width."""
    study = yaml.safe_load((ROOT / "config/studies/rvm.yaml").read_text())
    for name in names:
        problem = study["problems"][name]
        table = read_table(ROOT / f"resources/data/{problem['dataset']}.csv")
        sizes = {key: problem[key] for key in ("dataset", "n_train", "n_test")}
        (part,) = parts(table, seed=study["seed"], realizations=1, **sizes)
        own = part.only(np.sort([table.features.index(feature) for feature in problem["relevant"]]))
        for kappa in study["tuning"]["grid"]["kappa"]:
            predicted, measured = predict(own.X, own.y, own.X_test, kappa=kappa)
            error = root_mean_squared_error(own.y_test, predicted)
            print(f"{name} kappa {kappa:g}: {measured['relevance_vectors']:.0f} vectors, RMSE {error:.4g}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
