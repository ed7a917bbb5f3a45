"""Tuning of C on the SVM path: the global optimum, and the searches that it is compared with."""
