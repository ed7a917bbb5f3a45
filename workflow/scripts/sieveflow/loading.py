"""A method by the name of its file and class; imported only when it is asked for.

A module of its own: what ranks features must not depend on how the configuration is read.
"""

from importlib import import_module


def load_method(implementation):
    """The class behind 'module:Class', where module is a file in sieveflow/methods."""
    module, name = implementation.split(":")
    return getattr(import_module(f"sieveflow.methods.{module}"), name)
