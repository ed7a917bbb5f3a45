import pytest
from support import copy_checkout, shrink, snakemake


@pytest.fixture(scope="session")
def fetched(tmp_path_factory):
    """A checkout with a small study whose data are there, and nothing else."""
    checkout = copy_checkout(tmp_path_factory.mktemp("fetched") / "checkout")
    shrink(checkout)
    snakemake(checkout, "resources/data/additive.csv", "resources/data/mpg.csv")
    return checkout


@pytest.fixture(scope="session")
def finished(fetched, tmp_path_factory):
    """The same after a smoke run."""
    from support import clone

    checkout = clone(fetched, tmp_path_factory.mktemp("finished") / "checkout")
    snakemake(checkout)
    return checkout
