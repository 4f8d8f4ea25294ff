"""Names as people type them, and the nearest right one."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.asking.question import name_reader, seats_question
from referee.errors import Ambiguous, BadInput, Unreadable
from referee.text.names import (
    a_or_an,
    and_list,
    by_key,
    did_you_mean,
    find,
    find_each,
    fold,
    is_nothing,
    names_in,
    nearest,
    or_list,
    refuse_hidden,
)
from tests.old_saves import run

CARDS = ("Wolf", "Wolverine", "Snow Fox", "Mjöllnir", "David's Sling", "Imp")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Wolf", "WOLF"),
        ("Mjöllnir", "mjollnir"),
        ("MJÖLLNIR", "Mjo\N{COMBINING DIAERESIS}llnir"),
        ("David's Sling", "david’s sling"),
        ("David's Sling", "DAVID‘S SLING"),
        ("David's Sling", "David`s Sling"),
        ("David's Sling", "David´s Sling"),
        ("  Snow   Fox ", "snow fox"),
        ("Snow\tFox", "Snow\N{NO-BREAK SPACE}Fox"),
        ("Straße", "STRASSE"),
        ("Sørensen", "Sorensen"),
        ("SØREN", "soren"),
        ("Łódź", "lodz"),
        ("Zoë", "ZOE"),
        ("ﬁre", "fire"),
        ("", "   "),
    ],
)
def test_what_does_not_matter_in_a_name(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Wolf", "Wolfe"), ("Wolf", "Wolf #2"), ("Snow Fox", "Snowfox"), ("Kusanagi-No", "Kusanagi No"), ("Anna", "")],
)
def test_what_does_matter_in_a_name(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@given(st.text())
def test_folding_is_done_in_one_go(name: str) -> None:
    folded = fold(name)
    assert fold(folded) == folded
    assert folded == folded.strip()
    assert fold(f"  {name}\n") == folded


@given(st.text(alphabet="abcXYZ 'äÉñ", max_size=12))
def test_upper_and_lower_case_fold_alike(name: str) -> None:
    assert fold(name.upper()) == fold(name.lower()) == fold(name)


@pytest.mark.parametrize(
    ("word", "first"),
    [
        ("Wlf", "Wolf"),
        ("wolverin", "Wolverine"),
        ("mjolnir", "Mjöllnir"),
        ("davids sling", "David's Sling"),
        ("Snow", "Snow Fox"),
        ("IMPS", "Imp"),
    ],
)
def test_the_nearest_names(word: str, first: str) -> None:
    """As they are written, the best first."""
    assert nearest(word, CARDS)[0] == first


def test_nothing_is_near() -> None:
    assert nearest("Griffin", CARDS) == []
    assert nearest("", CARDS) == []
    assert nearest("Wolf", []) == []


def test_at_most_so_many_are_near() -> None:
    names = [f"Wolf {n}" for n in range(9)]
    assert len(nearest("Wolf", names)) == 3
    assert nearest("Wolf", names, most=1) == ["Wolf 0"]
    assert len(set(nearest("Wolf 4", names))) == 3


@pytest.mark.parametrize(
    ("names", "joined"),
    [
        ([], "nothing"),
        (["Wolf"], "Wolf"),
        (["Wolf", "Imp"], "Wolf {} Imp"),
        (["Wolf", "Imp", "Ox"], "Wolf, Imp {} Ox"),
    ],
)
def test_lists_in_words(names: list[str], joined: str) -> None:
    assert or_list(names) == joined.format("or")
    assert and_list(iter(names)) == joined.format("and")


def test_did_you_mean() -> None:
    assert did_you_mean("Wlf", CARDS) == "; did you mean Wolf?"
    assert did_you_mean("Wolfe", ["Wolf", "Wolfen"]) == "; did you mean Wolfen or Wolf?"
    assert did_you_mean("Griffin", CARDS) == ""


def test_finding_by_the_whole_name() -> None:
    """A whole name wins over one that it begins."""
    names = by_key(CARDS, str)
    assert find("MJOLLNIR", names, "card") == "Mjöllnir"
    assert find("wolf", names, "card") == "Wolf"


def test_finding_by_the_beginning() -> None:
    names = by_key(CARDS, str)
    assert find("wolv", names, "card") == "Wolverine"
    assert find(" Snow ", names, "card") == "Snow Fox"
    assert find("david’", names, "card") == "David's Sling"
    assert find("davids sling", names, "card") == "David's Sling"


def test_a_beginning_that_fits_several() -> None:
    with pytest.raises(Ambiguous, match=r'"wo" fits several: (?i:wolf or wolverine)'):
        find("wo", by_key(CARDS, str), "card")


@pytest.mark.parametrize(
    ("word", "says"), [("Wlf", "(?i)mean wolf"), ("Griffin", "Griffin"), ("", '""'), ("  ", "no card")]
)
def test_a_name_that_is_nowhere(word: str, says: str) -> None:
    with pytest.raises(Unreadable, match=says) as refusal:
        find(word, by_key(CARDS, str), "card")
    assert not isinstance(refusal.value, Ambiguous)
    assert isinstance(refusal.value, BadInput)


def test_keyed_values_stand_under_their_folded_names() -> None:
    assert by_key([3, 4], lambda value: f"Card  {value}") == {"card 3": 3, "card 4": 4}


@pytest.mark.parametrize("name", ["Bo\u200b", "\u202eoB", "B\x1b[31mo", "B\u00ado", "a\nb"])
def test_a_players_name_has_nothing_that_nobody_sees(name: str) -> None:
    with pytest.raises(Unreadable, match="nobody sees"):
        refuse_hidden(name)
    if "\n" not in name:  # what is typed over two lines is a name of two words
        with pytest.raises(Unreadable, match="nobody sees"):
            name_reader("name", {})(name)


@pytest.mark.parametrize(
    "game", [("enchanters", ""), ("conjurers", ":worker", "--locked", "norse, greek"), ("mythic", "")]
)
def test_programs_may_number_their_players(tmp_path: Path, game: tuple[str, ...]) -> None:
    name, suffix, *options = game
    for number in (2, 1):
        options += ["--player", f"Player {number}{suffix}"]
    save = tmp_path / "game.toml"
    done = run("new", save, "--game", name, "--yes", "--track", "battles", *options)
    assert done.exit_code == 0, done.stderr
    seats = json.loads(run("status", save, "--json").stdout)["players"]
    assert [seat["name"] for seat in seats] == ["Player 2", "Player 1"]
    assert seats_question(2, 6, list, "").parse("Player 2, Player 1") == ["Player 2", "Player 1"]
    assert seats_question(2, 6, list, "").parse("P1, P2") == ["P1", "P2"]


@pytest.mark.parametrize("name", ["2", "None", "nobody"])
def test_what_is_no_name_is_told_so(name: str) -> None:
    with pytest.raises(Unreadable, match=f'"{name}" can\'t be a name'):
        name_reader("name", {})(name)


SHEET = 'game = "{}"\n[[players]]\nname = "NAME"\n[[players]]\nname = "Bo"\n'
SIDE = '[{}]\nname = "{}"\ncreatures = [{{name = "Wolf", level = 1, hp = 5, bd = 2}}]\n'
DUEL = 'game = "conjurers"\nkind = "duel"\ndice = "average"\n'
FIGHT = 'game = "prophecy"\nkind = "creature"\ncreature = "Bear: creature, strength 4"\nmoves = []\n'
FILES = (
    ("score", SHEET.format("conjurers")),
    ("score", SHEET.format("enchanters")),
    ("judge", DUEL + SIDE.format("attacker", "NAME") + SIDE.format("defender", "Bo")),
    ("judge", f'{FIGHT}[hero]\nname = "NAME"\nhealth = 3\nmagic = 0\n'),
)


@pytest.mark.parametrize("name", [r"\u200b", r"\u00a0", " ", r"Bo\u200b", r"\u3164"])
@pytest.mark.parametrize(("command", "text"), FILES)
def test_a_players_name_in_a_file_has_nothing_that_nobody_sees(
    tmp_path: Path, command: str, text: str, name: str
) -> None:
    path = tmp_path / "file.toml"
    path.write_text(text.replace("NAME", name), encoding="utf-8")
    done = run(command, path)
    assert (done.exit_code, done.stdout) == (2, "")
    assert re.search("nobody sees|is empty|1 to 30 letters", done.stderr)
    path.write_text(text.replace("NAME", "Zoë"), encoding="utf-8")
    assert run(command, path).exit_code == 0


@pytest.mark.parametrize("name", ["Bo", "Zoë", "Odin's Spear", "日本", "👩"])
def test_a_players_name_may_be_in_any_letters(name: str) -> None:
    refuse_hidden(name)
    assert name_reader("name", {})(name) == name


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("Wolf", "a Wolf"),
        ("Iron Mother card", "an Iron Mother card"),
        ("Ödipus", "an Ödipus"),
        ("item", "an item"),
        ("unicorn", "a unicorn"),
        ("Usurper", "a Usurper"),
        ("undead", "an undead"),
        ("Europa", "a Europa"),
        ("One Eye", "a One Eye"),
        ("oni", "an oni"),
        ("hourglass", "an hourglass"),
        ("Hoplite", "a Hoplite"),
        ("8", "an 8"),
        ("11", "an 11"),
        ("18", "an 18"),
        ("1", "a 1"),
        ("5", "a 5"),
        ("110", "a 110"),
    ],
)
def test_the_article_is_the_one_that_is_said(words: str, told: str) -> None:
    assert a_or_an(words) == told


def test_nothing_is_said_in_several_words() -> None:
    assert all(map(is_nothing, ("", " - ", "none", "NOTHING", "nobody", "No")))
    assert not any(map(is_nothing, ("Noah", "nothing else", "0", "all")))


@pytest.mark.parametrize(
    "typed", ["norse, greek", "Norse and greek", "norse, and greek", "norse & greek", "norse greek"]
)
def test_each_of_several_names_is_found_however_they_are_listed(typed: str) -> None:
    assert find_each(typed, by_key(["norse", "greek"], str), "mythology") == ("norse", "greek")


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("Wolf and Imp", ["Wolf", "Imp"]),
        ("wolf, fox & imp", ["wolf", "fox", "imp"]),
        ("Wolf, and Imp", ["Wolf", "Imp"]),
        ("Bow and Arrow", ["Bow and Arrow"]),
        ("Bow and Arrow, Wolf", ["Bow and Arrow", "Wolf"]),
        ("Wolf and Nobody Knows", ["Wolf and Nobody Knows"]),
        ("", [""]),
    ],
)
def test_an_and_parts_only_names_that_are_known(typed: str, found: list[str]) -> None:
    assert names_in(typed, [*CARDS, "Bow and Arrow"]) == found
