"""Methods and learners by name, imported only when they are asked for.

A module of its own: what ranks features must not depend on how the configuration is read.
"""

from importlib import import_module

from sieveflow.learners.catalogue import module_of


def load_method(implementation):
    """The class behind 'module:Class', where module is a file in sieveflow/methods."""
    module, name = implementation.split(":")
    return getattr(import_module(f"sieveflow.methods.{module}"), name)


def load_learner(learner):
    """The module behind the id of a learner."""
    return import_module(f"sieveflow.{module_of(learner)}")
