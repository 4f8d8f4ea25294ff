"""Writing files: whole or not at all, never over what somebody else wrote, and nothing left behind."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from referee.errors import BadInput, Overtaken
from referee.files import portable
from referee.files.files import (
    MOST_BYTES,
    backup_of,
    create_file,
    expect_place,
    read_text,
    remove_file,
    replace_file,
    retire_file,
    write_file,
)
from tests.faults import Killed, System

OLDER, OLD, NEW, NEXT = ("".join(f"{word} = {n}\n" for n in range(9)) for word in ("older", "old", "new", "next"))


def names(folder: Path) -> list[str]:
    """What is in a folder, hidden files too."""
    return sorted(os.listdir(folder))


# --- what is written ----------------------------------------------------------------------------------


def test_a_file_is_made_replaced_and_kept_as_a_backup(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    create_file(path, 'name = "Zoë"\n')
    assert path.read_bytes() == 'name = "Zoë"\n'.encode()
    replace_file(path, NEW, 'name = "Zoë"\n', backup=True)
    assert names(tmp_path) == ["a.toml", "a.toml.bak"]
    assert (read_text(path), read_text(backup_of(path))) == (NEW, 'name = "Zoë"\n')
    replace_file(path, NEXT, NEW)
    assert (read_text(path), read_text(backup_of(path))) == (NEXT, 'name = "Zoë"\n')


@pytest.mark.parametrize("text", ["", "a = 1", "a = 1\r\nb = 2\r\n", "\u2028\n\x85", "x" * 3_000_000])
def test_any_text_is_written_as_it_is(text: str, tmp_path: Path) -> None:
    """Line ends too, on every system: else the next comparison would find another text."""
    path = tmp_path / "a.toml"
    write_file(path, text)
    assert path.read_bytes() == text.encode()
    replace_file(path, NEW, text)


def test_a_text_with_a_mark_at_its_beginning_is_the_same_text(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(b"\xef\xbb\xbf" + OLD.encode())
    replace_file(path, NEW, read_text(path))
    assert path.read_bytes() == NEW.encode()


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755])
def test_the_rights_of_a_file_stay(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text(OLD)
    path.chmod(mode)
    replace_file(path, NEW, OLD, backup=True)
    assert path.stat().st_mode & 0o777 == mode
    assert backup_of(path).stat().st_mode & 0o777 == mode


def test_a_new_file_has_the_usual_rights(tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    create_file(tmp_path / "a.toml", NEW)
    assert (tmp_path / "a.toml").stat().st_mode == (tmp_path / "usual").stat().st_mode


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only the administrator gives files away")
def test_the_owner_of_a_file_stays_where_the_administrator_plays(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text(OLD)
    os.chown(path, 1234, 4321)
    replace_file(path, NEW, OLD)
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 4321)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only the administrator gives files away")
def test_nothing_is_left_where_each_may_take_away_only_what_is_his(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder such as /tmp: another user's file may be changed there, but neither moved nor taken away."""
    path, other = tmp_path / "a.toml", 1234
    path.write_text(OLD)
    os.chown(path, other, other)

    def kept_from_others(work: Callable[..., Any]) -> Callable[..., Any]:
        def done(*places: Any, **how: Any) -> Any:
            if any(os.path.lexists(place) and os.lstat(place).st_uid == other for place in places):
                raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))
            return work(*places, **how)

        return done

    def refused(*_: Any) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    for name in ("replace", "unlink"):
        monkeypatch.setattr(os, name, kept_from_others(getattr(os, name)))
    monkeypatch.setattr(os, "chown", refused)
    with pytest.raises(BadInput, match="Operation not permitted"):
        replace_file(path, NEW, OLD, backup=True)
    assert (names(tmp_path), path.read_text()) == (["a.toml"], OLD)


# --- somebody else was faster -------------------------------------------------------------------------


@pytest.mark.parametrize("before", [OLD, None, OLDER])
def test_nothing_is_written_over_what_another_program_wrote(before: str | None, tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text("theirs\n")
    with pytest.raises(Overtaken, match=r"^.*a\.toml was changed meanwhile$"):
        replace_file(path, NEW, before, backup=True)
    assert names(tmp_path) == ["a.toml"]
    assert path.read_text() == "theirs\n"


def test_a_change_that_leaves_the_data_alone_is_a_change(tmp_path: Path) -> None:
    """A comment that somebody writes in is a text that was changed."""
    path = tmp_path / "a.toml"
    path.write_text(f"{OLD}# ours\n")
    with pytest.raises(Overtaken):
        replace_file(path, NEW, OLD)


def test_a_file_that_is_gone_is_told(tmp_path: Path) -> None:
    with pytest.raises(Overtaken, match="was taken away meanwhile"):
        replace_file(tmp_path / "a.toml", NEW, OLD)
    assert names(tmp_path) == []


def test_only_one_program_makes_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    create_file(path, OLD)
    with pytest.raises(BadInput, match=r"a\.toml already exists; choose another file"):
        create_file(path, NEW)
    assert path.read_text() == OLD


def test_a_file_that_a_program_without_our_lock_makes_meanwhile_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, link = tmp_path / "a.toml", os.link

    def faster(source: Path, target: Path) -> None:
        path.write_text("theirs\n")
        link(source, target)

    monkeypatch.setattr(os, "link", faster)
    with pytest.raises(BadInput, match="already exists"):
        create_file(path, NEW)
    assert names(tmp_path) == ["a.toml"]
    assert path.read_text() == "theirs\n"


def test_only_ones_own_file_is_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text("theirs\n")
    assert not remove_file(path, OLD)
    assert remove_file(path, "theirs\n")
    assert not remove_file(path, OLD)
    assert names(tmp_path) == []


def test_a_file_is_retired_to_its_backup(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    assert retire_file(path) is None
    path.write_text(OLD)
    assert retire_file(path) == tmp_path / "a.toml.bak"
    assert names(tmp_path) == ["a.toml.bak"]


# --- links, and what isn't replaced -------------------------------------------------------------------


def test_links_are_followed(tmp_path: Path) -> None:
    """The file, its backup and its lock are where the link leads; the link stays one."""
    real, link = tmp_path / "real", tmp_path / "link"
    real.mkdir()
    link.mkdir()
    (link / "a.toml").symlink_to(real / "b.toml")
    create_file(link / "a.toml", OLD)
    replace_file(link / "a.toml", NEW, OLD, backup=True)
    assert (link / "a.toml").is_symlink()
    assert (names(link), names(real)) == (["a.toml"], ["b.toml", "b.toml.bak"])
    assert backup_of(link / "a.toml") == real / "b.toml.bak"
    assert remove_file(link / "a.toml", NEW)
    assert (names(link), names(real)) == (["a.toml"], ["b.toml.bak"])


def refusal(work: Callable[[], object], path: Path) -> str:
    """What is said about a file that can't be written, after its name."""
    with pytest.raises(BadInput) as error:
        work()
    assert "\n" not in str(error.value)
    assert str(error.value).startswith(f"{path}: ")
    return str(error.value).removeprefix(f"{path}: ")


def test_a_link_that_leads_nowhere_is_told_and_stays(tmp_path: Path) -> None:
    link = tmp_path / "a.toml"
    link.symlink_to(tmp_path / "none" / "b.toml")
    assert "there is no folder" in refusal(lambda: create_file(link, NEW), link)
    link.unlink()
    link.symlink_to(link)
    refusal(lambda: create_file(link, NEW), link)
    assert names(tmp_path) == ["a.toml"]


@pytest.mark.parametrize("mode", [0o444, 0o400, 0o555])
def test_a_read_only_file_stays(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text(OLD)
    path.chmod(mode)
    for work in (lambda: replace_file(path, NEW, OLD), lambda: write_file(path, NEW), lambda: remove_file(path, OLD)):
        assert "it is read-only" in refusal(work, path)
    assert (names(tmp_path), path.read_text()) == (["a.toml"], OLD)


def test_a_file_with_two_names_stays(tmp_path: Path) -> None:
    """Only one of the names would get the new text, and each would have a lock of its own."""
    path = tmp_path / "a.toml"
    path.write_text(OLD)
    os.link(path, tmp_path / "b.toml")
    assert "has 2 names (hard links)" in refusal(lambda: replace_file(path, NEW, OLD), path)
    assert (tmp_path / "a.toml").samefile(tmp_path / "b.toml")


def test_what_is_no_file_stays(tmp_path: Path) -> None:
    folder, pipe = tmp_path / "folder", tmp_path / "pipe"
    folder.mkdir()
    os.mkfifo(pipe)
    assert "is a folder" in refusal(lambda: write_file(folder, NEW), folder)
    assert "isn't an ordinary file" in refusal(lambda: write_file(pipe, NEW), pipe)
    assert names(tmp_path) == ["folder", "pipe"]


def test_a_folder_in_the_place_of_the_backup_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text(OLD)
    backup_of(path).mkdir()
    assert f"{backup_of(path)}, where the version before is kept, is a folder" in refusal(
        lambda: replace_file(path, NEW, OLD, backup=True), path
    )
    assert (names(tmp_path), path.read_text()) == (["a.toml", "a.toml.bak"], OLD)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "none" / "a.toml"
    assert refusal(lambda: create_file(path, NEW), path) == f"there is no folder {path.parent}"


def test_text_that_cannot_be_encoded_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text(OLD)
    assert "it has a character that isn't text" in refusal(lambda: replace_file(path, "\udcff", OLD), path)
    assert (names(tmp_path), path.read_text()) == (["a.toml"], OLD)


@pytest.mark.parametrize("letter", ["x", "ö"])
def test_a_name_is_as_long_as_all_that_is_kept_beside_it_can_be(letter: str, tmp_path: Path) -> None:
    """The longest that is taken can be saved too, with a backup; a longer one is refused before anything is asked."""
    most = 255 - len(".12345678.bak.tmp") - 1
    path = tmp_path / (letter * (most // len(letter.encode())))
    expect_place(path)
    create_file(path, OLD)
    replace_file(path, NEW, OLD, backup=True)
    for much in (1, 17, 3000):
        longer = path.with_name(path.name + letter * much)
        assert "its name is too long to be saved" in refusal(partial(expect_place, longer), longer)
    assert len(names(tmp_path)) == 2


# --- what killed programs left ------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["a.toml", "my duel.toml", "Zoë", ".hidden", "duel [1].toml", "a*b?.toml"])
def test_leftovers_are_swept_by_the_next_write(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(OLD)
    for left in ("0123abcd.tmp", "0123abcd.bak.tmp", "k_x2y9zz.tmp", "bak.k_x2y9zz.tmp", "lock"):
        (tmp_path / f".{name}.{left}").write_text("half")
    replace_file(path, NEW, OLD)
    assert (names(tmp_path), path.read_text()) == ([name], NEW)


@pytest.mark.parametrize("work", [create_file, write_file, remove_file, retire_file])
def test_everything_that_writes_sweeps(work: Callable[..., object], tmp_path: Path) -> None:
    """Decks, preferences and pictures as well as saves."""
    path = tmp_path / "a.svg"
    for left in ("0123abcd.tmp", "0123abcd.bak.tmp", "bak.k_x2y9zz.tmp"):
        (tmp_path / f".a.svg.{left}").write_text("half")
    work(path, *[NEW] * (work is not retire_file))
    assert names(tmp_path) == (["a.svg"] if work in (create_file, write_file) else [])


def test_a_second_name_that_a_killed_program_left_is_swept_and_no_hard_link(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text(OLD)
    os.link(path, tmp_path / ".a.toml.0123abcd.bak.tmp")
    replace_file(path, NEW, OLD)
    assert names(tmp_path) == ["a.toml"]


def test_other_files_are_not_swept(tmp_path: Path) -> None:
    """Somebody else may be writing that one, or have called his file so."""
    others = [
        ".b.toml.0123abcd.tmp",
        ".aa.toml.0123abcd.tmp",
        ".a.toml.x.toml.0123abcd.tmp",
        ".a.toml.notes.tmp",
        ".a.toml.0123ABCD.tmp",
        "a.toml.tmp",
        ".a.toml.bak.notes.tmp",
        ".a.toml.0123abcd.tmp.txt",
    ]
    for other in others:
        (tmp_path / other).touch()
    create_file(tmp_path / "a.toml", NEW)
    assert names(tmp_path) == sorted([*others, "a.toml"])


# --- the system fails, or the program is killed -------------------------------------------------------


def _replace(path: Path) -> None:
    replace_file(path, NEW, OLD, backup=True)


def _replace_without_links(path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.delattr(os, "link")  # the copy of the old file is written then
        replace_file(path, NEW, OLD, backup=True)


def _create(path: Path) -> None:
    create_file(path, NEW)


def _create_without_links(path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.delattr(os, "link")
        create_file(path, NEW)


def _write(path: Path) -> None:
    write_file(path, NEW)


def _remove(path: Path) -> None:
    remove_file(path, OLD)


WORKS: dict[Callable[[Path], None], tuple[str | None, str | None]] = {
    _replace: (OLD, NEW),
    _replace_without_links: (OLD, NEW),
    _write: (OLD, NEW),
    _create: (None, NEW),
    _create_without_links: (None, NEW),
    _remove: (OLD, None),
}
"""What is done to a file, and its text before and afterwards."""

ERRORS = (errno.EIO, errno.EACCES, errno.EINVAL, errno.ENOTSUP, errno.ENOSPC)


def fails(number: int) -> Callable[[str, tuple[Any, ...]], Any]:
    def fault(name: str, arguments: tuple[Any, ...]) -> Any:
        raise OSError(number, os.strerror(number))

    return fault


def dies(name: str, arguments: tuple[Any, ...]) -> Any:
    raise Killed


_really_write = os.write


def dies_half_way(name: str, arguments: tuple[Any, ...]) -> Any:
    _really_write(arguments[0], arguments[1][: len(arguments[1]) // 2])
    raise Killed


def writes_half(name: str, arguments: tuple[Any, ...]) -> Any:
    """A disk may take a part; the rest is written after it."""
    return _really_write(arguments[0], arguments[1][:5])


def text_of(path: Path) -> str | None:
    return path.read_text() if path.exists() else None


class Case:
    """A file with a backup in a folder of its own, and one thing done to it on a system with one fault."""

    def __init__(self, folder: Path, work: Callable[[Path], None], at: int = 0, fault: Any = None) -> None:
        folder.mkdir()
        self.path = folder / "a.toml"
        self.before, self.after = WORKS[work]
        if self.before is not None:
            self.path.write_text(self.before)
            backup_of(self.path).write_text(OLDER)
        self.system = System(folder, at, fault)
        self.told: BaseException | None = None
        with self.system.running():
            try:
                work(self.path)
            except (BadInput, Overtaken, Killed) as error:
                self.told = error

    def check(self) -> None:
        """The file is the old or the new one, the backup is good, and the next write leaves nothing stale."""
        found, backup = text_of(self.path), text_of(backup_of(self.path))
        if self.told is None:
            assert found == self.after
        elif isinstance(self.told, Killed):
            assert found in (self.before, self.after)
        else:
            assert found == self.before, "what is told as not written isn't"
            assert str(self.path) in str(self.told)
            assert "\n" not in str(self.told)
            assert "None" not in str(self.told)
        assert backup == (None if self.before is None else OLDER) or (found, backup) == (NEW, OLD)
        replace_file(self.path, NEXT, found, backup=True)
        assert self.path.read_text() == NEXT
        assert text_of(backup_of(self.path)) == (backup if found is None else found)
        assert set(names(self.path.parent)) <= {"a.toml", "a.toml.bak"}


@pytest.mark.parametrize("work", WORKS, ids=lambda work: work.__name__.strip("_"))
def test_wherever_the_system_fails_or_the_program_dies(
    work: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At each system call in turn, with each error: the old or the new text whole, and a good backup."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)
    calls = Case(tmp_path / "well", work).system.calls
    assert {"flock", "open", "listdir", "unlink"} <= set(calls)
    outcomes = set()
    for at, name in enumerate(calls, 1):
        faults = {f"error {number}": fails(number) for number in ERRORS[:3]} | {"dies": dies}
        if name == "write":
            faults |= {"dies half way": dies_half_way, "writes half": writes_half}
        for kind, fault in faults.items():
            case = Case(tmp_path / f"{at} {kind}", work, at, fault)
            try:
                case.check()
            except AssertionError as error:
                raise AssertionError(f"call {at} of {calls}, {kind}: {error}; told: {case.told!r}") from error
            outcomes.add((type(case.told), text_of(case.path)))
    assert {kind for kind, _ in outcomes} >= {BadInput, Killed, type(None)}


@pytest.mark.parametrize("number", ERRORS)
def test_a_folder_that_cannot_be_synced_is_no_error_but_a_file_is(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, fsync = tmp_path / "a.toml", os.fsync
    synced: list[bool] = []

    def sync(handle: int, folders: bool) -> None:
        is_folder = os.path.samestat(os.fstat(handle), os.stat(tmp_path))
        synced.append(is_folder)
        if is_folder == folders:
            raise OSError(number, os.strerror(number))
        fsync(handle)

    monkeypatch.setattr(os, "fsync", lambda handle: sync(handle, folders=True))
    create_file(path, OLD)
    replace_file(path, NEW, OLD, backup=True)
    assert synced == [False, True] * 2
    assert (path.read_text(), backup_of(path).read_text()) == (NEW, OLD)
    monkeypatch.setattr(os, "fsync", lambda handle: sync(handle, folders=False))
    assert os.strerror(number) in refusal(lambda: replace_file(path, NEXT, NEW, backup=True), path)
    assert (path.read_text(), backup_of(path).read_text()) == (NEW, OLD)
    assert names(tmp_path) == ["a.toml", "a.toml.bak"]


def test_the_new_text_is_on_the_disk_before_it_takes_the_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the old one stands under its own name until then."""
    path = tmp_path / "a.toml"
    create_file(path, OLD)
    seen: list[object] = []
    fsync, replace = os.fsync, portable.replace

    def sync(handle: int) -> None:
        seen.append("sync")
        fsync(handle)

    monkeypatch.setattr(os, "fsync", sync)

    def watched(source: Path, target: Path) -> None:
        seen.append((target.name, source.read_text(), text_of(target)))
        replace(source, target)

    monkeypatch.setattr(portable, "replace", watched)
    replace_file(path, NEW, OLD, backup=True)
    assert seen == ["sync", ("a.toml", NEW, OLD), ("a.toml.bak", OLD, None), "sync"]


def test_ctrl_c_while_writing_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "a.toml"
    create_file(path, OLD)
    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        replace_file(path, NEW, OLD, backup=True)
    assert (names(tmp_path), path.read_text()) == (["a.toml"], OLD)


def test_what_could_not_be_read_again_isnt_written(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text("a = 1\n", encoding="utf-8")
    told = "is too large to be read again; it can have 4 MB at most"
    with pytest.raises(BadInput, match=told):
        replace_file(path, "#" * (MOST_BYTES + 1), "a = 1\n")
    with pytest.raises(BadInput, match=told):
        create_file(tmp_path / "b.toml", "é" * (MOST_BYTES // 2 + 1))
    assert [name.name for name in tmp_path.iterdir()] == ["a.toml"]
    assert path.read_text(encoding="utf-8") == "a = 1\n"
