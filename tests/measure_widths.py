"""Print relevance vectors and errors over widths of machines of the study `rvm`, at full size.

With the features that it calls relevant on the first realization, unless told otherwise; reads the tables that the
study has fetched.

    python tests/measure_widths.py puma8nm
    python tests/measure_widths.py puma8fh --all --raw --widths 0.25 --realizations 10
"""

import argparse

import numpy as np
import yaml
from sieveflow.audits.influence_trials import parts
from sieveflow.learners.rvm import predict
from sieveflow.metrics import root_mean_squared_error
from sieveflow.tables import read_table
from support import ROOT


def main(names, widths, count, *, every_feature, raw):
    """Print a line for every problem and width."""
    study = yaml.safe_load((ROOT / "config/studies/rvm.yaml").read_text())
    for name in names:
        problem = study["problems"][name]
        table = read_table(ROOT / f"resources/data/{problem['dataset']}.csv")
        sizes = {key: problem[key] for key in ("dataset", "n_train", "n_test")}
        features = table.features if every_feature else problem["relevant"]
        columns = np.sort([table.features.index(feature) for feature in features])
        settings = sizes | {"seed": study["seed"], "realizations": count, "raw": raw}
        drawn = [part.only(columns) for part in parts(table, **settings)]
        for kappa in widths or study["tuning"]["grid"]["kappa"]:
            found = np.array([measures(part, kappa) for part in drawn])
            vectors, error = found.mean(axis=0)
            spread = f" (deviation {found[:, 1].std(ddof=1):.2g})" if count > 1 else ""
            print(f"{name} kappa {kappa:g}: {vectors:.4g} vectors, RMSE {error:.4g}{spread}", flush=True)


def measures(part, kappa):
    """Relevance vectors and test error of one machine."""
    predicted, measured = predict(part.X, part.y, part.X_test, kappa=kappa)
    return measured["relevance_vectors"], root_mean_squared_error(part.y_test, predicted)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("problems", nargs="+")
    parser.add_argument("--all", action="store_true", help="all features in the place of the relevant ones")
    parser.add_argument("--raw", action="store_true", help="inputs as they are, not standardised")
    parser.add_argument("--widths", type=float, nargs="+", help="those of the study's grid")
    parser.add_argument("--realizations", type=int, default=1)
    given = parser.parse_args()
    main(given.problems, given.widths, given.realizations, every_feature=given.all, raw=given.raw)
