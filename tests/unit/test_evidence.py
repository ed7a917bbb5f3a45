"""The programs that show why printed cells differ, on small inputs."""

import numpy as np
import pytest
from measure_decays import agrees, printed_errors, table_of
from measure_hillvalley import without_noise
from measure_weight_norm import line


def test_a_bump_is_found_again_below_the_noise():
    rng, place = np.random.RandomState(0), np.arange(100)
    centres, heights = np.array([20, 50, 77]), np.array([0.3, -0.2, 0.25])
    clean = np.array([9.0, 4.0, 700.0])[:, None] * (
        1 + heights[:, None] * np.exp(-((place - centres[:, None]) ** 2) / 32)
    )
    smooth, found = without_noise(clean * (1 + 0.03 * rng.standard_normal(clean.shape)))
    assert np.sign(found).tolist() == [1, -1, 1]
    # A level and a bump have four parameters: what is left of a deviation of 0.03 is about a fifth of it.
    assert np.sqrt(np.mean((smooth / clean - 1) ** 2)) < 0.012


def test_a_record_without_noise_stays_as_it_is():
    record = 5 * (1 + 0.4 * np.exp(-((np.arange(100) - 40) ** 2) / 18))
    assert without_noise(record[None, :])[0][0] == pytest.approx(record, rel=1e-9)


def test_a_printed_error_is_judged_as_in_the_ledger():
    values = np.array([10.0, 11.0, 9.0, 10.5, 9.5])
    error = values.std(ddof=1) * np.sqrt(1 / 5 + 1 / 30)
    # 2.776 is the two-sided 5 % point of Student's t with four degrees of freedom.
    assert agrees(10.0 + 2.7 * error, values)
    assert not agrees(10.0 + 2.9 * error, values)


def test_a_table_counts_what_agrees():
    near, far = np.array([10.0, 11.0, 9.0]), np.array([30.0, 31.0, 29.0])
    columns = {"0.1": {1: near, 2: far}, "1 (in use)": {1: far, 2: far}}
    lines = table_of("fisher", {1: 10.2, 2: 50.0}, columns).splitlines()
    assert lines[0] == "| fisher | printed | 0.1 | 1 (in use) |"
    assert lines[2:] == [
        "| 1 | 10.20 | **10.00** | 30.00 |",
        "| 2 | 50.00 | 30.00 | 30.00 |",
        "| agree | 1 of 2 | 1 | 0 |",
    ]


def test_printed_errors_are_those_of_the_table():
    assert printed_errors("vehicle", "fisher")[2] == 39.4
    assert len(printed_errors("musk", "mlp-fspp-rfe")) == 17


def test_a_line_names_its_step():
    assert line({"C": 1 / 4}, [(2, 0.874, 0.031), (6, 0.9, 0.03)]) == "| C / 4 | 2 | 6 | 0.87 (0.03) | 0.90 (0.03) |"
