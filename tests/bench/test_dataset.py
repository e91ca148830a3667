"""Data sets: what they hold does not change, and comes back from a file as it was."""

import csv

import numpy as np
import pytest

from edgemark.bench.dataset import Dataset
from edgemark.errors import ConventionError, EdgemarkError, FormatError

NUMBERS = [[0.1, -2.5], [1e300, 3.0], [np.nan, 1 / 3]]


def test_values_cannot_be_changed_and_are_not_the_callers():
    given = np.array(NUMBERS)
    data = Dataset(given, ["A", "B"])
    given[0, 0] = 7
    assert data.values[0, 0] == 0.1
    with pytest.raises(ValueError, match="read-only"):
        data.values[0, 0] = 7


def test_the_frame_is_a_copy():
    data = Dataset(NUMBERS, ["A", "B"])
    frame = data.to_frame()
    frame.loc[0, "A"] = 7
    assert data.values[0, 0] == 0.1
    assert list(frame.columns) == ["A", "B"]


@pytest.mark.parametrize(
    "data",
    [
        Dataset(NUMBERS, ["A", "B"]),
        Dataset([[0, 1], [2, 0]], ["A", "ä \N{SNOWMAN}"], kind="discrete", targets=[["A"], []]),
        Dataset([[0.0, 1], [2, 0]], ["A", "B"], kind="series"),
        Dataset(np.zeros((0, 2)), ["A", "B"]),
    ],
)
def test_a_file_gives_the_same_data_set(data, tmp_path):
    data.save(tmp_path / "data.npz")
    read = Dataset.load(tmp_path / "data.npz")
    assert read == data
    assert np.array_equal(read.values, data.values, equal_nan=True)
    assert (read.names, read.kind, read.targets, read.is_series) == (
        data.names,
        data.kind,
        data.targets,
        data.is_series,
    )
    assert [path.name for path in tmp_path.iterdir()] == ["data.npz"]


def test_csv_holds_every_digit():
    data = Dataset(NUMBERS, ["A,1", "B"])
    head, *rows = csv.reader(data.to_csv().splitlines())
    assert head == ["A,1", "B"]
    assert np.array_equal(np.array(rows, float), data.values, equal_nan=True)


def test_the_hash_tells_data_sets_apart():
    one = Dataset([[0, 1]], ["A", "B"])
    others = [
        Dataset([[0, 1]], ["B", "A"]),
        Dataset([[0, 2]], ["A", "B"]),
        Dataset([[0.0, 1.0]], ["A", "B"]),
        Dataset([[0], [1]], ["A"]),
        Dataset([[0, 1]], ["A", "B"], kind="discrete"),
        Dataset([[0, 1]], ["A", "B"], targets=[["A"]]),
        Dataset([[0, 1]], ["A", "B"], is_series=True),
    ]
    assert len({one.content_hash, *(other.content_hash for other in others)}) == 8
    assert one == Dataset(np.array([[0, 1]], np.int8), ("A", "B"))


def test_a_series_says_so():
    assert Dataset([[0.0]], ["A"], kind="series").is_series
    assert Dataset([[0]], ["A"], kind="discrete", is_series=True).is_series
    assert not Dataset([[0]], ["A"]).is_series


@pytest.mark.parametrize(
    ("values", "names", "more", "words"),
    [
        ([1, 2], ["A", "B"], {}, "a table"),
        ([["a", "b"]], ["A", "B"], {}, "numbers"),
        ([[1, 2]], ["A"], {}, "2 columns needs a name"),
        ([[1, 2]], ["A", "A"], {}, "'A'"),
        ([[0.5, 2]], ["A", "B"], {"kind": "discrete"}, "column 'A'"),
        ([[np.nan, 2]], ["A", "B"], {"kind": "discrete"}, "column 'A'"),
        ([[1, 2]], ["A", "B"], {"targets": [["A"], ["B"]]}, "1 row"),
        ([[1, 2]], ["A", "B"], {"targets": [["C"]]}, "'C'"),
    ],
)
def test_what_is_no_data_set_is_refused(values, names, more, words):
    with pytest.raises(EdgemarkError, match=words):
        Dataset(values, names, **more)


def test_an_unknown_kind_is_refused():
    with pytest.raises(ConventionError, match="discrete"):
        Dataset([[1]], ["A"], kind="discreet")


def test_another_file_is_refused(tmp_path):
    path = tmp_path / "other.npz"
    path.write_bytes(b"no data")
    with pytest.raises(FormatError, match=r"other\.npz"):
        Dataset.load(path)
    np.savez(path, values=np.zeros((1, 1)))
    with pytest.raises(FormatError, match=r"other\.npz"):
        Dataset.load(path)


def test_a_damaged_file_is_refused(tmp_path):
    path = tmp_path / "cut.npz"
    Dataset([[0, 1], [1, 1]], ["A", "B"]).save(path)
    content = path.read_bytes()
    for length in (10, len(content) // 2, len(content) - 5):
        path.write_bytes(content[:length])
        with pytest.raises(FormatError, match=r"cut\.npz: a saved data set is needed"):
            Dataset.load(path)
    middle = len(content) // 2
    path.write_bytes(content[:middle] + bytes([content[middle] ^ 255]) + content[middle + 1 :])
    with pytest.raises(FormatError, match=r"cut\.npz: a saved data set is needed"):
        Dataset.load(path)


def test_equal_data_sets_agree_in_all_that_they_hold():
    data = Dataset([[0, 1]], ["A", "B"])
    assert data == Dataset([[0, 1]], ["A", "B"])
    others = [
        Dataset([[0.0, 1.0]], ["A", "B"]),
        Dataset([[0, 1]], ["A", "C"]),
        Dataset([[0, 1]], ["A", "B"], "discrete"),
        Dataset([[0, 1]], ["A", "B"], targets=[["A"]]),
        Dataset([[0, 1]], ["A", "B"], is_series=True),
    ]
    assert data not in others
    assert len(set(others)) == len(others)


@pytest.mark.parametrize("values", [[[1, 2], [1]], np.array([[2**63, 0]], np.uint64)])
def test_what_is_no_table_of_numbers_is_refused(values):
    """Rows of different lengths raised an error of NumPy, and large integers became negative."""
    with pytest.raises(EdgemarkError):
        Dataset(values, ["A", "B"])


def test_a_damaged_file_is_refused_whatever_bit_is_wrong(tmp_path):
    """Some bits of a ZIP archive state an encryption, a version or an offset."""
    file = tmp_path / "data.npz"
    Dataset([[1.5, 2]], ["A", "B"], targets=[["A"]]).save(file)
    content = file.read_bytes()
    refused = 0
    for position in range(len(content)):
        for bit in (0, 3, 7):
            damaged = bytearray(content)
            damaged[position] ^= 1 << bit
            file.write_bytes(damaged)
            try:
                Dataset.load(file)
            except FormatError:
                refused += 1
    assert refused > len(content)
    with pytest.raises(FileNotFoundError):
        Dataset.load(tmp_path / "other.npz")
