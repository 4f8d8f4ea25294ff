"""Every way to write a correction, in every game: understood wholly or refused, kept only if it changes something."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from referee import games
from referee.declaration.tracking import BATTLES, EVERYTHING, SCORE, HowMuch, public_view
from referee.errors import Illegal, RefereeError, Unchanged, Unreadable
from referee.games.prophecy.vocabulary import MOST_RED
from referee.play.notation import Step, read_each, readings, write_step
from referee.saves.save import OpenSave
from tests.old_saves import run
from tests.shipped import shipped

LINES = {"conjurers": 60, "enchanters": 30, "prophecy": 30, "mythic": 60}
"""How far each shipped game is played."""
EARLY = 8
"""So far no battle of Conjurers is under way."""
FORMS = {
    "conjurers": (
        "adjust Anna food 7",
        "adjust Anna minus points 4",
        "adjust Anna wood +2",
        "adjust Anna wood 3, food 8",
        "adjust Anna gains creature Golem",
        "adjust Anna gains creature Golem, biblical 2",
        "adjust Anna gains item Dirk",
        "adjust Anna gains artifact Cornucopia",
        "adjust Anna gains assistant worker",
        "adjust Anna loses creature Wolf",
        "adjust mine stone mine Anna",
        "adjust mine lumber mill nobody",
        "adjust button Bo",
        "leave Cleo",
    ),
    "enchanters": (
        "adjust Anna crystals 7",
        "adjust Anna wounds +2",
        "adjust Cleo attack +1",
        "adjust Cleo defense -1",
        "adjust Anna gains Leech Jar from track",
        "adjust Anna gains Rock Ape from graveyard",
        "adjust Anna gains Stone Sling from Cleo",
        "adjust Anna loses Spark Imp",
        "adjust deck 50",
        "adjust track 2 of Echoes",
        "adjust card Bog Imp: monster, strength 2, health 3, 1 glory",
        "adjust tracking score",
    ),
    "prophecy": (
        "adjust Anna gold 7",
        "adjust Anna health -1",
        "adjust Bo experience +2",
        "adjust Anna gains Rope",
        "adjust Anna loses Moth Cleaver",
        "adjust chance 20",
        "adjust Monastery 2",
        "adjust Plains 11 gains Ghost",
        "adjust Plains 11 loses Lone Wolf",
        "adjust City gains Rope",
        "adjust Anna red 3 of 4",
        "adjust Bo blue 2 of 5",
        "adjust where Anna space City",
        "adjust Anna space Plains 6",
        "adjust Anna damages Moth Cleaver",
        "adjust Cleo leaves",
        "adjust Cleo leaves the table",
        "adjust card Rope: item, common, costs 2",
        "adjust tracking score",
    ),
    "mythic": (
        "adjust Anna hand 5",
        "adjust Bo deck 10",
        "adjust Storm Warden vitality 5",
        "adjust D elements 0",
        "adjust Stone Thrower area C",
        "adjust where Stone Thrower area C",
        "adjust Storm Warden stones 2",
        "adjust stone C Stone Thrower",
        "adjust stone greek C Stone Thrower",
        "adjust stone Wall Guard E",
        "adjust area E: ruins 4",
        "adjust border A-E wall",
        "adjust border A-B none",
        "adjust line A-E: C",
        "adjust line A-E: nothing",
        "adjust winner Anna",
        "leave Bo",
        "adjust unit Oak Warden: hero 3, celtic, 3 cards, art 1; 6-1 5/8/0/1",
        "adjust tracking score",
    ),
}
"""Each form of a correction that a game has, as it can be said at that moment."""
EVERY = [(name, form) for name, forms in FORMS.items() for form in forms]
SURPLUS = ("xyzzy", "xyzzy,", ", xyzzy", "7")


@cache
def _kept(name: str, lines: int = 0) -> OpenSave[Any]:
    with TemporaryDirectory() as folder:
        return shipped(Path(folder), name, lines or LINES[name])


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
    corrections = _kept(name).rules.all_corrections
    game = corrections.opened(_kept(name).setup, _kept(name).session.state.copy(), [])
    kinds = {type(corrections.other(game, form)) for form in FORMS[name]}
    for other in corrections.all_others:
        if other.word() not in ("claim", "damage", "slot", "tracking", "reading"):  # of a battle, or between turns
            assert other in kinds, other.says
    for kind in {counter.owners for counter in corrections.holdings.counters}:
        names = [counter.name for counter in corrections.holdings.counters if counter.owners is kind]
        assert any(f" {one} " in form for one in names for form in FORMS[name]), kind.kind


@pytest.mark.parametrize(("name", "form"), EVERY)
def test_what_is_surplus_in_a_correction_is_not_dropped(name: str, form: str) -> None:
    assert carried_out(name, form) != _kept(name).session.state
    for text in with_surplus(form):
        with pytest.raises((Unreadable, Illegal)):
            carried_out(name, text)


@pytest.mark.parametrize("level", [BATTLES, SCORE])
@pytest.mark.parametrize(("name", "form"), EVERY)
def test_what_a_light_game_never_knew_is_not_corrected_after_its_end(name: str, form: str, level: HowMuch) -> None:
    kept = _kept(name, EARLY)
    assert kept.session.corrector is not None
    if level not in kept.rules.tracking_levels.names:  # type: ignore[union-attr]
        return
    (lighter,), (step,) = readings(f"adjust tracking {level}"), readings(form)
    ended = kept.session.corrector.correct(kept.session.state.copy(), lighter, [])
    ended.known = EVERYTHING  # as once the score is counted
    setattr(ended, *(("stage", "over") if name == "conjurers" else ("over", True)))
    with suppress(RefereeError):
        kept.session.corrector.correct(ended, step, [])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("prophecy", "adjust Anna gold 9, space City"),
        ("prophecy", "adjust Anna space City, gold 9"),
        ("prophecy", "adjust Anna gold 7, red 2 of 3"),
        ("prophecy", "adjust Anna gains Rope, blue 9 of 9"),
        ("prophecy", "adjust Anna xyzzy leaves the table"),
        ("prophecy", "adjust Annabel space City"),
        ("mythic", "leave Bo and Anna"),
        ("mythic", "adjust winner Anna, Bo"),
        ("conjurers", "leave Cleo today"),
        ("enchanters", "adjust Anna crystals 7, deck 50"),
    ],
)
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
    assert write_step(OpenSave(games.load(name), path).session.steps[-1]) == f"{form} because miscounted"


@pytest.mark.parametrize(
    ("name", "data", "recorded"),
    [
        ("enchanters", '{"move": "adjust deck", "number": 50}', "adjust deck 50"),
        (
            "enchanters",
            '{"move": "adjust", "what": "Anna crystals 7, wounds +1"}',
            "adjust Anna crystals 7, wounds +1",
        ),
        ("prophecy", '{"move": "adjust where", "player": "Anna", "space": "City"}', "adjust Anna space City"),
        (
            "mythic",
            '{"move": "adjust stone", "mythology": "greek", "giver": "C", "taker": "Stone Thrower"}',
            "adjust stone greek C Stone Thrower",
        ),
        ("mythic", '{"move": "leave", "player": "Bo"}', "leave Bo"),
        (
            "conjurers",
            '{"move": "adjust mine", "mine": "stone mine", "owner": "Anna"}',
            "adjust mine stone mine Anna",
        ),
        ("enchanters", '{"move": "adjust deck", "many": 50}', "adjust deck has number, not many"),
        ("enchanters", '{"move": "adjust track", "place": 2}', 'adjust track lacks "card"'),
        (
            "enchanters",
            '{"move": "adjust dek"}',
            "adjust track, adjust card, adjust tracking, adjust claim or reading",
        ),
    ],
)
def test_a_program_gives_a_correction_as_data(name: str, data: str, recorded: str, tmp_path: Path) -> None:
    path = shipped(tmp_path, name, LINES[name]).path
    done = run("do", path, "--json", data)
    if done.exit_code == 0:
        assert write_step(OpenSave(games.load(name), path).session.steps[-1]) == recorded
    else:
        assert recorded in done.stderr


@pytest.mark.parametrize(
    ("name", "typed", "found"),
    [
        ("enchanters", "Anna", {"crystals", "wounds", "gains", "loses"}),
        ("mythic", "border", set()),
        ("mythic", "winner", {"Anna", "Bo"}),
        ("prophecy", "Anna red 3", {"of"}),
        ("conjurers", "minus", set()),
        ("prophecy", "", {"Anna", "deck", "card", "tracking", "where"}),
        ("prophecy", "xyzzy", set()),
    ],
)
def test_the_tab_key_offers_what_can_follow_in_a_correction(name: str, typed: str, found: set[str]) -> None:
    kept = _kept(name)
    offered = kept.rules.all_corrections.following(kept.setup, kept.session.state.copy(), typed)
    assert set(offered) >= found
    assert found or not offered


AS_IT_IS = {
    "conjurers": (
        "adjust Anna food 5",
        "adjust mine stone mine Cleo",
        "adjust mine iron mine nobody",
        "adjust button Dan",
        "adjust tracking everything",
        "adjust Anna wood +0",
    ),
    "enchanters": (
        "adjust Anna crystals 2",
        "adjust deck 55",
        "adjust tracking everything",
        "adjust Bo wounds 0, crystals 2",
        "adjust card Bog Imp: monster, strength 1, health 3, 1 glory; immediate: gain 1 crystal",
    ),
    "prophecy": (
        "adjust Anna gold 2",
        "adjust chance 27",
        "adjust Anna space Mountains 16",
        "adjust Anna red 5 of 5",
        "adjust Anna gains Moth Cleaver",
        "adjust card Rope: item, common, costs 3; moving: move 2",
    ),
    "mythic": (
        "adjust Storm Warden area B",
        "adjust Storm Warden vitality 9",
        "adjust border A-B",
        "adjust border B-A",
        "adjust border E-C",
        "adjust border D-B chains",
        "adjust area E: open ground 4",
        "adjust Storm Warden stones 1",
        "adjust stone C C",
        "adjust unit Oak Warden: hero 4, celtic, 3 cards, art 1, force of nature, climb; 6-4 6/7/1/2 ab, "
        "3-1 5/7/1/2 b; a Blood Price: active, 1 miniature: offence +2 this activation; "
        "b Root Hold: passive, with an ally here: enemies here no talent mobility",
    ),
}


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in AS_IT_IS.items() for text in texts])
def test_what_stands_so_from_the_start_is_not_recorded(name: str, text: str, tmp_path: Path) -> None:
    session = shipped(tmp_path, name, LINES[name]).session
    steps, state = list(session.steps), session.state.copy()
    with pytest.raises(Unchanged):
        session.correct(*readings(text))
    assert (session.steps, session.state) == (steps, state)


# --- more than there is -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        (
            "conjurers",
            "adjust Anna food -90000",
            "Anna has 5 food; 90000 can't be taken from that; to leave none, write",
        ),
        ("conjurers", "adjust Anna wood -1, food -6", "Anna has 5 food; 6 can't be taken"),
        ("enchanters", "adjust Anna wounds -1", "Anna has 0 wounds; 1 can't be taken"),
        ("prophecy", "adjust Anna gold -3", "Anna has 2 gold; 3 can't be taken"),
        ("prophecy", "adjust Anna strength -6", "Anna has 5 strength; 6 can't be taken"),
        ("prophecy", "adjust Anna magic +1", "Anna has 3 magic, and can't have 4"),
        ("mythic", "adjust Anna hand -5", "Anna has 4 hand; 5 can't be taken"),
        ("mythic", "adjust Storm Warden vitality -10", "Storm Warden has 9 vitality; 10 can't be taken"),
        ("mythic", "adjust Storm Warden vitality +1", "can't have 10 vitality; the most is 9"),
        ("mythic", "adjust D elements -2", "D has 1 elements; 2 can't be taken"),
    ],
)
def test_what_cant_come_or_go_in_full_is_refused(name: str, text: str, why: str, tmp_path: Path) -> None:
    session = shipped(tmp_path, name, LINES[name]).session
    steps, state = list(session.steps), session.state.copy()
    with pytest.raises(Illegal) as refused:
        session.correct(*readings(text))
    assert why in str(refused.value)
    assert (session.steps, session.state) == (steps, state)


@pytest.mark.rule("P8", "P6")
def test_more_health_lost_than_there_is_kills_and_more_strength_than_there_can_be_heals(tmp_path: Path) -> None:
    session = shipped(tmp_path, "prophecy", LINES["prophecy"]).session
    session.correct(*readings("adjust Anna strength 8, health 5"))
    session.correct(*readings("adjust Anna strength +2"))
    hero = session.state.players[0]
    assert (hero.red, hero.health) == (MOST_RED, 5 + 2)
    session.correct(*readings("adjust Anna health -8"))
    assert not session.state.players[0].playing


def test_a_log_in_which_more_was_taken_than_there_was_is_played_as_it_was(tmp_path: Path) -> None:
    """So older saves have it: as much was taken as there was."""
    kept = shipped(tmp_path, "conjurers", LINES["conjurers"])
    kept.session.repeat(Step(correct="adjust Anna food -90000"))
    assert kept.session.state.players[0].food == 0
    kept.save()
    assert OpenSave(kept.game, kept.path).replay() == kept.session.state


# --- within a step ------------------------------------------------------------------------------------

WITHIN = (
    ("enchanters", 30, ("adjust Cleo crystals 5", "journey 4"), "adjust Cleo crystals 9", "adjust Cleo crystals +7"),
    ("enchanters", 30, ("adjust Cleo crystals 5", "journey 4"), "adjust Cleo crystals 0", "adjust Cleo crystals -2"),
    (
        "enchanters",
        30,
        ("adjust Cleo crystals 5", "journey 4"),
        "adjust Bo wounds 2, Cleo crystals 3",
        "adjust Bo wounds 2, Cleo crystals +1",
    ),
    (
        "enchanters",
        30,
        ("adjust Cleo crystals 5", "journey 4"),
        "adjust Cleo crystals 1, crystals +2",
        "adjust Cleo crystals -1, Cleo crystals +2",
    ),
    (
        "conjurers",
        275,
        ("adjust Dan wood 9", "resolve recruiter", "trade 3 wood stone"),
        "adjust Dan wood 4",
        "adjust Dan wood -2",
    ),
    ("prophecy", 36, ("fight Cinder Hound", "roll 6 1"), "adjust Cleo experience 9", "adjust Cleo experience +3"),
    ("mythic", 48, ("buy draw",), "adjust Anna hand 6", "adjust Anna hand -1"),
)
"""A shipped game, how far, what is said of a step, the correction within it, and what is recorded of it."""


def within(name: str, lines: int, said: tuple[str, ...], folder: Path) -> OpenSave[Any]:
    """A shipped game with a step under way."""
    kept = shipped(folder, name, lines)
    kept.do(read_each(said))
    assert kept.session.draft
    return kept


@pytest.mark.parametrize(("name", "lines", "said", "typed", "recorded"), WITHIN)
def test_the_number_said_within_a_step_is_what_there_is_now(
    name: str, lines: int, said: tuple[str, ...], typed: str, recorded: str, tmp_path: Path
) -> None:
    kept = within(name, lines, said, tmp_path)
    session, draft = kept.session, list(kept.session.draft)
    before = public_view(kept.rules, session.present)
    assert write_step(session.correct(*readings(typed))) == recorded
    *_, who, what, _ = recorded.split(" ")
    number = "3" if "+2" in typed else typed.rpartition(" ")[2]
    assert public_view(kept.rules, session.present)[f"{who}'s {what}"].split(" ")[0] == number
    assert before[f"{who}'s {what}"].split(" ")[0] != number
    assert session.draft == draft
    kept.save()
    assert OpenSave(kept.game, kept.path).replay() == session.state
    with pytest.raises(Unchanged):
        session.correct(*readings(f"adjust {who} {what} {number}"))


def test_the_number_said_of_a_deck_within_a_step_is_what_it_has_now(tmp_path: Path) -> None:
    kept = within("prophecy", 11, ("chance Mountains", "Goat Thief"), tmp_path)
    drawn = kept.session.state.decks["adventure"].count - kept.session.present.decks["adventure"].count
    assert drawn
    kept.session.correct(*readings("adjust adventure 20"))
    assert kept.session.present.decks["adventure"].count == 20
    assert kept.session.state.decks["adventure"].count == 20 + drawn


SMITHLESS = ("adjust Anna loses creature Tubal-Cain, Anna wood 9", "resolve merchant")
THROWN = ("attack Twin Blades", "initiative", "5 4 2 1 0 0", "best", "5 5 4 2 1 0 0", "throw I", "L")


@pytest.mark.rule("A5", "E-p", "E-ak")
@pytest.mark.parametrize(
    ("name", "lines", "said", "typed"),
    [
        ("mythic", 77, THROWN, "adjust Twin Blades area E"),
        ("mythic", 77, THROWN, "adjust Twin Blades area C"),
        ("conjurers", 275, ("adjust Dan wood 3", "resolve recruiter", "trade 3 wood stone"), "adjust Dan stone 0"),
        ("mythic", 48, ("Bo: buy draw",), "leave Bo"),
        # what has come of the step stands: the discount of what was bought, the wounds of a strike (A5, E-p)
        ("conjurers", 154, (*SMITHLESS, "buy Club"), "adjust Anna gains creature Tubal-Cain"),
        ("enchanters", 30, ("adjust track 1 Spark Imp", "journey 1 [strike]"), "adjust Cleo defence +1"),
        # the card that went from the track in it is none of the track any more (E-ak)
        ("enchanters", 30, ("rest 1", "end turn"), "adjust track 1 Storm Ogress"),
        ("enchanters", 30, ("rest 1", "end turn"), "adjust Anna loses Fist"),
    ],
)
def test_what_a_step_under_way_makes_otherwise_again_is_refused(
    name: str, lines: int, said: tuple[str, ...], typed: str, tmp_path: Path
) -> None:
    kept = within(name, lines, said, tmp_path)
    steps, present, draft = list(kept.session.steps), kept.session.present.copy(), list(kept.session.draft)
    with pytest.raises((Unreadable, Illegal), match="finish it or undo it first"):
        kept.session.correct(*readings(typed))
    assert (kept.session.steps, kept.session.present, kept.session.draft) == (steps, present, draft)


@pytest.mark.parametrize(("name", "lines", "said"), [one[:3] for one in WITHIN[3:]])
def test_a_log_says_that_a_step_is_under_way(name: str, lines: int, said: tuple[str, ...], tmp_path: Path) -> None:
    kept = within(name, lines, said, tmp_path)
    kept.save()
    begun = kept.session.public_text(Step.of(kept.session.draft))
    done = run("log", kept.path, "--moves")
    assert f"note: a step is under way and isn't in this script: {begun}" in done.stderr
    assert done.stdout.splitlines()[-1] == write_step(kept.session.steps[-1])
    assert run("log", kept.path).stdout.replace("\n", " ").endswith(f"Under way: {begun} ")
    run("undo", kept.path, len(kept.session.draft))
    assert "under way" not in run("log", kept.path, "--moves").stderr


@pytest.mark.parametrize(("name", "which"), [("enchanters", "card, bog imp"), ("prophecy", "card, rope")])
def test_a_card_that_is_corrected_shows_what_it_is_now(name: str, which: str) -> None:
    """A correction takes the whole line; what it left out was gone, and nobody had seen it."""
    what, card = which.split(", ")
    session = _kept(name).session
    asked = _kept(name).rules.all_corrections.ask(_kept(name).setup, session.state)
    next(asked)
    asked.send(what)
    assert asked.send(card).hint.startswith("now: ")
