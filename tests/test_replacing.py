"""Outputs appear whole, and keep the permissions and links of what they replace."""

import os
import stat

import pytest

from edgemark.replacing import inputs_protected, note_input, replace_file


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("bits", [0o600, 0o640, 0o755])
def test_x4_a_file_keeps_its_permissions(tmp_path, bits):
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(bits)
    replace_file(path, b"new")
    assert (path.read_bytes(), mode(path)) == (b"new", bits)


def test_a_new_file_has_the_permissions_that_any_program_gives(tmp_path):
    (tmp_path / "a").write_bytes(b"")
    replace_file(tmp_path / "b", b"new")
    assert mode(tmp_path / "a") == mode(tmp_path / "b")


def test_x4_all_names_of_a_file_lead_to_the_new_content(tmp_path):
    path, other = tmp_path / "a", tmp_path / "b"
    path.write_bytes(b"old and longer")
    os.link(path, other)
    replace_file(path, b"new")
    assert other.read_bytes() == b"new"
    assert path.samefile(other)


def test_x4_a_link_stays_a_link(tmp_path):
    (tmp_path / "a").write_bytes(b"old")
    link = tmp_path / "link"
    link.symlink_to("a")
    replace_file(link, b"new")
    assert link.is_symlink()
    assert (tmp_path / "a").read_bytes() == b"new"


def test_a_file_with_one_name_is_moved_into_its_place(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"old")
    with path.open("rb") as reader:
        replace_file(path, b"new")
        assert reader.read() == b"old"


def test_no_draft_is_left(tmp_path):
    path = tmp_path / "a"
    for _ in range(2):
        replace_file(path, b"new")
    os.link(path, tmp_path / "b")
    replace_file(path, b"newer")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a", "b"]


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_file_without_write_permission_is_not_replaced(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(0o400)
    with pytest.raises(PermissionError):
        replace_file(path, b"new")
    assert path.read_bytes() == b"old"


def test_inputs_are_protected_within_a_command_only(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"old")
    with inputs_protected():
        note_input(path, path.stat())
        with pytest.raises(ValueError, match="an output must not replace an input"):
            replace_file(path, b"new")
    replace_file(path, b"new")
    assert path.read_bytes() == b"new"
