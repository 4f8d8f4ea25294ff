"""Every way to write a correction, in every game: understood wholly or refused, kept only if it changes something."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from referee import games
from referee.errors import Illegal, RefereeError, Unreadable
from referee.play.notation import readings, written
from referee.saves.save import OpenSave
from tests.old_saves import run
from tests.shipped import shipped

LINES = {"conjurers": 60, "enchanters": 30, "prophecy": 30, "mythic": 60}
"""How far each shipped game is played."""
FORMS = {
    "conjurers": (
        "adjust Anna food 7", "adjust Anna minus points 4", "adjust Anna wood +2", "adjust Anna wood 3, food 8",
        "adjust Anna gains creature Golem", "adjust Anna gains creature Golem, biblical 2",
        "adjust Anna gains item Dirk", "adjust Anna gains artifact Cornucopia", "adjust Anna gains assistant worker",
        "adjust Anna loses creature Wolf", "adjust mine stone mine Anna", "adjust mine lumber mill nobody",
        "adjust button Bo", "leave Cleo",
    ),
    "enchanters": (
        "adjust Anna crystals 7", "adjust Anna wounds +2", "adjust Cleo attack +1", "adjust Cleo defense -1",
        "adjust Anna gains Leech Jar from track", "adjust Anna gains Rock Ape from graveyard",
        "adjust Anna gains Stone Sling from Cleo", "adjust Anna loses Spark Imp", "adjust deck 50",
        "adjust track 2 of Echoes", "adjust card Bog Imp: monster, strength 2, health 3, 1 glory",
        "adjust tracking score",
    ),
    "prophecy": (
        "adjust Anna gold 7", "adjust Anna health -1", "adjust Bo experience +2", "adjust Anna gains Rope",
        "adjust Anna loses Moth Cleaver", "adjust chance 20", "adjust Monastery 2", "adjust Plains 11 gains Ghost",
        "adjust Plains 11 loses Lone Wolf", "adjust City gains Rope", "adjust Anna red 3 of 4",
        "adjust Bo blue 2 of 5", "adjust where Anna space City", "adjust Anna space Plains 6",
        "adjust Anna damages Moth Cleaver", "adjust Cleo leaves", "adjust Cleo leaves the table",
        "adjust card Rope: item, common, costs 2", "adjust tracking score",
    ),
    "mythic": (
        "adjust Anna hand 5", "adjust Bo deck 10", "adjust Storm Warden vitality 5", "adjust D elements 0",
        "adjust Stone Thrower area C", "adjust where Stone Thrower area C", "adjust Storm Warden stones 2",
        "adjust stone C Stone Thrower", "adjust stone greek C Stone Thrower", "adjust stone Wall Guard E",
        "adjust area E: ruins 4", "adjust border A-E wall", "adjust border A-B none", "adjust line A-E: C",
        "adjust line A-E: nothing", "adjust winner Anna", "leave Bo",
        "adjust unit Oak Warden: hero 3, celtic, 3 cards, art 1; 6-1 5/8/0/1", "adjust tracking score",
    ),
}  # fmt: skip
"""Each form of a correction that a game has, as it can be said at that moment."""
EVERY = [(name, form) for name, forms in FORMS.items() for form in forms]
SURPLUS = ("xyzzy", "xyzzy,", ", xyzzy", "7")


@cache
def _kept(name: str) -> OpenSave[Any]:
    with TemporaryDirectory() as folder:
        return shipped(Path(folder), name, LINES[name])


def carried_out(name: str, text: str) -> Any:
    """The state after a correction that is typed so."""
    kept = _kept(name)
    (step,) = readings(text)
    assert kept.session.corrector is not None
    return kept.session.corrector.correct(kept.session.state.copy(), step, [])


def with_surplus(form: str) -> Iterator[str]:
    """A correction with something that doesn't belong there, before, within and behind."""
    words = form.split(" ")
    for at in range(1, len(words) + 1):
        before = " ".join(words[:at])
        is_name = before.startswith(("adjust card", "adjust unit")) and ":" not in before  # any words may be one
        if not is_name and (at < len(words) or "unit" not in words):  # behind a unit's line stand its own words
            yield from (" ".join([before, surplus, *words[at:]]) for surplus in SURPLUS)


@pytest.mark.parametrize("name", games.names())
def test_every_form_of_a_correction_is_among_them(name: str) -> None:
    corrections = _kept(name).rules.corrections()
    forms = [(verb, rest) for verb, _, rest in (form.partition(" ") for form in FORMS[name])]
    for other in corrections.all_others:
        if other.word not in ("claim", "tracking"):  # those of a battle under way, and between two turns
            assert any(other.match(*form) for form in forms), other.usage
    for kind in {counter.owners for counter in corrections.holdings.counters}:
        names = [counter.name for counter in corrections.holdings.counters if counter.owners is kind]
        assert any(f" {one} " in form for one in names for form in FORMS[name]), kind.kind


@pytest.mark.parametrize(("name", "form"), EVERY)
def test_what_is_surplus_in_a_correction_is_not_dropped(name: str, form: str) -> None:
    assert carried_out(name, form) != _kept(name).session.state
    for text in with_surplus(form):
        with pytest.raises((Unreadable, Illegal)):
            carried_out(name, text)


@pytest.mark.parametrize(("name", "text"), [
    ("prophecy", "adjust Anna gold 9, space City"), ("prophecy", "adjust Anna space City, gold 9"),
    ("prophecy", "adjust Anna gold 7, red 2 of 3"), ("prophecy", "adjust Anna gains Rope, blue 9 of 9"),
    ("prophecy", "adjust Anna xyzzy leaves the table"), ("prophecy", "adjust Annabel space City"),
    ("mythic", "leave Bo and Anna"), ("mythic", "adjust winner Anna, Bo"), ("conjurers", "leave Cleo today"),
    ("enchanters", "adjust Anna crystals 7, deck 50"),
])  # fmt: skip
def test_half_a_correction_is_not_carried_out(name: str, text: str) -> None:
    with pytest.raises(RefereeError):
        carried_out(name, text)


@pytest.mark.parametrize(("name", "form"), EVERY)
def test_what_is_so_already_is_not_recorded(name: str, form: str, tmp_path: Path) -> None:
    session = shipped(tmp_path, name, LINES[name]).session
    session.correct(*readings(form))
    steps, state = list(session.steps), session.state.copy()
    if form.rpartition(" ")[2][0] in "+-":
        session.correct(*readings(form))
        assert (len(session.steps), session.state != state) == (len(steps) + 1, True)
    else:
        with pytest.raises((Unreadable, Illegal)):
            session.correct(*readings(form))
        assert (session.steps, session.state) == (steps, state)


@pytest.mark.parametrize("name", games.names())
def test_a_script_is_told_what_was_recorded_of_its_corrections(name: str, tmp_path: Path) -> None:
    path, form = shipped(tmp_path, name, LINES[name]).path, FORMS[name][0]
    done = run("do", path, f"{form} because miscounted", "--dry-run")
    assert f"To be recorded: {form} because miscounted" in done.stdout
    done = run("do", path, f"{form} because miscounted")
    assert f"Recorded: {form} because miscounted" in done.stdout
    assert written(OpenSave(games.load(name), path).session.steps[-1]) == f"{form} because miscounted"
