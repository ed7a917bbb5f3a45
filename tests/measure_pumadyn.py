"""Hold the dynamics of the Puma 560 against the rows of the files known as pumadyn-32nh and pumadyn-32nm.

Reads both from the folder that SIEVEFLOW_MIRROR names. Prints how the two files hang together, and whether what the
dynamics leave of the target looks like noise: its deviation, its normality, its correlation with every input.
"""

import sys

import numpy as np
import yaml
from path_data import ROOT
from scipy import stats
from scipy.spatial import cKDTree
from sieveflow.datasets.generators.pumadyn import last_acceleration
from sieveflow.datasets.sources import mirror_file, read_mirror


def mirrored(name):
    """The table of a data set, from the mirror."""
    entry = yaml.safe_load((ROOT / "config/datasets.yaml").read_text())[name]
    source = next(source for source in entry["sources"] if source["kind"] == "mirror")
    if mirror_file(source) is None:
        sys.exit(f"{name}: the mirror has no file {source['file']}; SIEVEFLOW_MIRROR names its folder.")
    return read_mirror(entry, source)


def standardised(X):
    """Inputs with mean 0 and deviation 1."""
    return (X - X.mean(axis=0)) / X.std(axis=0)


def main():
    """Print what was found."""
    raw, other = mirrored("pumadyn-32nh"), mirrored("pumadyn-32nm")
    distance, partner = cKDTree(standardised(raw.X)).query(standardised(other.X))
    print(f"rows of 32nm among those of 32nh: farthest {distance.max():.4f} deviations away,")
    print(f"  {np.unique(partner).size} different partners of {other.y.size}")
    inputs = np.column_stack([np.ones(raw.y.size), standardised(raw.X)])
    shares = {}
    for name, columns in {"the target of 32nh": raw.y[:, None], "both": np.column_stack([raw.y, inputs])}.items():
        chosen = columns[partner]
        left = other.y - chosen @ np.linalg.lstsq(chosen, other.y, rcond=None)[0]
        shares[name] = 1.0 - left.var() / other.y.var()
    print(f"target of 32nm by the target of 32nh: R2 {shares['the target of 32nh']:.6f}; with the inputs beside it:")
    print(f"  R2 {shares['both']:.10f} (1: the same target up to a linear function of the inputs)")
    signal = last_acceleration(raw.X)
    residue = raw.y - signal
    print(f"target {raw.y.std():.5f}, dynamics {signal.std():.5f}, residue {residue.std():.6f} (standard deviations)")
    print(f"slope of the target on the dynamics {signal @ raw.y / (signal @ signal):.4f}")
    print(f"normality of the residue: Jarque-Bera p = {stats.jarque_bera(residue).pvalue:.3f}")
    print(f"its size and the signal's: correlation {np.corrcoef(np.abs(residue), np.abs(signal))[0, 1]:.4f}")
    found = [np.corrcoef(residue, column)[0, 1] for column in raw.X.T]
    worst = int(np.argmax(np.abs(found)))
    level = stats.norm.isf(0.025 / len(found)) / np.sqrt(raw.y.size)
    print(f"largest correlation with an input: {raw.features[worst]} {found[worst]:.4f} (chance: {level:.4f})")


if __name__ == "__main__":
    main()
