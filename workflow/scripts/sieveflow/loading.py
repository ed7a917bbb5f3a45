"""A class by the name of its file; imported only when it is asked for.

A module of its own: what ranks features must not depend on how the configuration is read.
"""

from importlib import import_module


def load_method(implementation):
    """The class behind 'module:Class', where module is a file in sieveflow/methods."""
    return _load("methods", implementation)


def load_tuner(implementation):
    """The class behind 'module:Class', where module is a file in sieveflow/tuners."""
    return _load("tuners", implementation)


def _load(folder, implementation):
    module, name = implementation.split(":")
    return getattr(import_module(f"sieveflow.{folder}.{module}"), name)
