"""What the methods around support vector regression share: its hyper-parameters and their defaults."""

from sieveflow.selector import FeatureRanker


class SvrRanker(FeatureRanker):
    """Base of the methods that train epsilon-SVR with the kernel exp(-kappa |x - z|^2)."""

    def _hyperparameters(self, X, y):
        """C, kappa and epsilon, with what stands in for values that were not given."""
        return {
            "C": self.C,
            "kappa": 1 / (2 * X.shape[1]) if self.kappa is None else self.kappa,
            "epsilon": 0.1 * y.std() if self.epsilon is None else self.epsilon,
        }
