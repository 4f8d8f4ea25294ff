"""Lines typed at the prompts of all games: what one answer is, and what never becomes another."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from referee.cli.common import open_table
from referee.play.loop import play
from referee.play.person import Person
from referee.text.screen import Screen
from tests.made_up import answered, play_example, run, type_at

Typing = Callable[..., list[str]]


@pytest.fixture
def typing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Typing:
    """A shipped example played up to some words, and then what lines typed there add to its log."""

    def typed(script: str, until: str, *lines: str) -> list[str]:
        save = play_example(script, until, tmp_path)
        before = answered(save)
        type_at(save, monkeypatch, *lines)
        return answered(save)[len(before) :]

    return typed


@pytest.mark.parametrize(
    ("script", "until", "line"),
    [
        ("prophecy/three-players.moves", "roll 1 6]", "roll 1 6 2"),
        ("prophecy/three-players.moves", "roll 1 6]", "1 6 2"),
        ("prophecy/three-players.moves", "roll 4\n", "roll 4 1"),
        ("prophecy/three-players.moves", "roll 4\n", "4 1"),
        ("mythic/two-players.moves", "5 5 4 3 1 / best", "5 5 4 3 1 1"),
        ("mythic/two-players.moves", "attack Barrow Guard [5 5 4 3 1", "attack Barrow Guard 5 5 4 3 1 1"),
        ("mythic/two-players.moves", "attack Barrow Guard [5 5 4 3 1", "attack Barrow Guard; 5 5 4 3 1 / 1"),
    ],
)
def test_more_numbers_than_dice_are_no_next_answer(
    typing: Typing, capsys: pytest.CaptureFixture[str], script: str, until: str, line: str
) -> None:
    first, _, _ = line.rpartition(";")
    assert typing(script, until, line) == ([first] if first else [])
    assert "Nothing of this was entered." in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("until", "line"), [("roll 4\n", "roll"), ("roll 1 6]", "roll"), ("roll 1 6]", "r"), ("roll 1 6]", "3")]
)
def test_no_dice_are_taken_that_nobody_typed(
    typing: Typing, capsys: pytest.CaptureFixture[str], until: str, line: str
) -> None:
    """What the list shows as an example of a roll is nothing that was thrown."""
    assert typing("prophecy/three-players.moves", until, line, "") == []
    assert "like roll 3" in " ".join(capsys.readouterr().out.split())


def test_a_line_may_leave_out_what_there_is_no_choice_about(
    typing: Typing, capsys: pytest.CaptureFixture[str]
) -> None:
    """Dice fight the only Creature, and the next Chance card ends the turn, wherever in a line they stand.

    What each answer of the line did is told in one go.
    """
    answers = ["stay", "fight Ghost", "roll 6 2", "end turn", "chance Economic Crisis"]
    assert typing("prophecy/short-game.moves", "stay\n", "stay; 6 2; economic") == answers
    assert "won. Bo takes 3 Gold (Ghost)" in " ".join(capsys.readouterr().out.split())


@pytest.mark.rule("A3", "A6")
@pytest.mark.parametrize(
    ("until", "line", "told"),
    [
        ("steal food, iron", "just the wood", "3 different categories are stolen"),
        ("trade 3 wood stone / trade 3", "iron wood", "Dan lacks 2 iron"),
    ],
)
def test_an_illegal_answer_is_no_other_one_with_its_words(
    typing: Typing, capsys: pytest.CaptureFixture[str], until: str, line: str, told: str
) -> None:
    """Neither the spoils that happen to have the one good that was named, nor the trade the other way round."""
    assert typing("four-player-game.moves", until, line) == []
    assert told in " ".join(capsys.readouterr().out.split())


# --- cards ------------------------------------------------------------------------------------------


@pytest.fixture
def prophecy(tmp_path: Path) -> Path:
    """A game in which an Adventure card is turned up."""
    return play_example("prophecy/three-players.moves", "Goat Thief / Ghost / Toll Ogre", tmp_path)


@pytest.fixture
def enchanters(tmp_path: Path) -> Path:
    """A game in which cards that nobody knows are on the track."""
    save = tmp_path / "game.toml"
    players = ("--player", "Anna", "--player", "Bo")
    rest = ("--village", "Inn: rest: gain 2 crystals", "--track", "Hat, Brass Imp, Cane, Drum, Egg, Flag")
    run("new", save, "--game", "enchanters", *players, "--yes", "--deck", "none", "--cards", "40", *rest)
    return save


@pytest.mark.parametrize(
    "line",
    [
        "Brass Imp: strength 4, 3 experience; lost: lose 1 health",
        "Brass Imp strength 4, 3 exp, lost: lose 1 health",
        "Brass Imp strength 4, 3 exp; lost: 1 health",
    ],
)
def test_a_name_ends_where_what_is_printed_begins(prophecy: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    """A word before the first number is the value's, where that can be read, and no part of the name."""
    type_at(prophecy, monkeypatch, line)
    assert answered(prophecy)[-2:] == ["Brass Imp", "creature, strength 4, 3 experience; lost: lose 1 health"] or (
        answered(prophecy)[-1] == "Brass Imp: creature, strength 4, 3 experience; lost: lose 1 health"
    )


@pytest.mark.parametrize("line", ["Moss Wolf: 4, animal; Ghost; Toll Ogre", "Moss Wolf 4, animal; Ghost; Toll Ogre"])
def test_a_card_that_cannot_be_read_takes_no_known_card_behind_it(
    prophecy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    """All that stood behind it was refused as what is printed on it."""
    type_at(prophecy, monkeypatch, line, "4s, animal; Ghost; Toll Ogre")
    assert '"4, animal": is 4 the Strength or the Willpower of Moss Wolf' in capsys.readouterr().out
    *_, wolf, ghost, ogre = answered(prophecy)
    assert wolf.endswith("creature, animal, strength 4")
    assert [ghost, ogre] == ["Ghost", "Toll Ogre"]


def test_letters_for_what_is_printed_end_a_name_too(prophecy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    type_at(prophecy, monkeypatch, "Brass Imp 4s 3e")
    assert answered(prophecy)[-1].removeprefix("Brass Imp: ") == "creature, strength 4, 3 experience"


@pytest.mark.parametrize("line", ["Zork, Bork, Gork", "Zork, Bork"])
def test_several_new_names_with_commas_are_told_of_semicolons(
    prophecy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    before = answered(prophecy)
    type_at(prophecy, monkeypatch, line)
    assert answered(prophecy) == before
    assert "between several stand semicolons" in " ".join(capsys.readouterr().out.split())


NEW = [
    (
        "prophecy",
        "Brass Imp",
        "creature, undead, strength 4, 3 experience",
        "won: gain 2 gold",
        "won: some common",
    ),
    ("enchanters", "journey 2 Brass Imp", "item, attack 1", "minor: 2 crystals -> attack 1", "minor: two for one"),
]
"""What is said where a new card comes, how its line begins and ends, and an end that can't be read."""


@pytest.mark.parametrize(("game", "said", "begins", "ends", "unreadable"), NEW)
@pytest.mark.parametrize("parted", [True, False])
def test_what_is_typed_of_a_card_is_kept_as_a_whole_or_not_at_all(
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    game: str,
    said: str,
    begins: str,
    ends: str,
    unreadable: str,
    parted: bool,
) -> None:
    save = request.getfixturevalue(game)
    before = answered(save)

    def typed(line: str) -> list[str]:
        new = [""] * (game == "prophecy")  # Enter says that it is a new card
        type_at(save, monkeypatch, *([f"{said}; {line}", *new] if parted else [said, *new, line]))
        return answered(save)[len(before) :]

    assert typed(f"{begins}; {unreadable}") == [said]
    assert unreadable in " ".join(capsys.readouterr().out.split())
    run("undo", save)
    assert [text.removeprefix(f"{said}: ") for text in typed(f"{begins}; {ends}")] == [said, f"{begins}; {ends}"]


def test_a_card_in_brackets_ends_where_they_say(prophecy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a script, whose lines can be typed."""
    run("undo", prophecy)
    before = answered(prophecy)
    card = "Brass Imp: creature, strength 4; won: gain 2 gold"
    type_at(prophecy, monkeypatch, f"chance Mountains [{card} / Ghost / Toll Ogre]")
    assert answered(prophecy)[len(before) :][1:] == [card, "Ghost", "Toll Ogre"]


def test_what_the_words_cannot_say_of_a_card_is_kept_as_it_is_printed(
    prophecy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = answered(prophecy)
    type_at(prophecy, monkeypatch, "Old Trader: sell an item, for 5 gold", "")
    kept = ["Old Trader: opportunity; use: manual sell an item, for 5 gold"]
    assert answered(prophecy)[len(before) :] == kept


@pytest.mark.parametrize(
    ("script", "until", "line"),
    [
        ("prophecy/three-players.moves", "roll 1 6]", "Anna gold 9"),
        ("mythic/two-players.moves", "5 5 4 3 1 / best", "Anna hand 3"),
    ],
)
def test_at_the_dice_whose_and_what_is_a_correction(
    typing: Typing, capsys: pytest.CaptureFixture[str], script: str, until: str, line: str
) -> None:
    typing(script, until, line)
    assert f"Recorded: adjust {line}\n" in capsys.readouterr().out


@pytest.mark.rule("E-u")
@pytest.mark.parametrize(
    ("said", "answers"),
    [
        ("Bo loses the Spark Imp", ["Bo"]),
        ("bo gives up a monster", ["Bo"]),
        ("bo loses a marsh stalker", []),
        ("anna loses a monster; slag brute", ["Anna", "Slag Brute"]),
    ],
)
def test_who_loses_a_monster_is_no_correction_where_that_is_asked(
    typing: Typing, said: str, answers: list[str]
) -> None:
    sling = "journey 2 Stone Sling [Anna / Spark"
    assert typing("enchanters/three-players.moves", sling, "journey 2", said) == ["journey 2 Stone Sling", *answers]


@pytest.mark.parametrize("line", ["i go to of ash and pay 2", "of ash, costs 2 crystals"])
def test_a_price_is_no_place_of_the_track(typing: Typing, line: str) -> None:
    """The dragon on place 2 has a name with the same beginning."""
    assert typing("enchanters/three-players.moves", "journey 3 of Ash", line) == ["journey 3 of Ash"]


@pytest.mark.rule("claim")
def test_a_stone_that_cannot_be_claimed_is_no_claim_about_a_fight(
    typing: Typing, capsys: pytest.CaptureFixture[str]
) -> None:
    fight = "attack Twin Blades [initiative"
    assert typing("mythic/two-players.moves", fight, "claim the stone", "claim vitality 3") == [
        "adjust claim vitality 3"
    ]
    assert "no stone lies in E (Claim a stone)" in capsys.readouterr().out


@pytest.mark.rule("order-of-turn")
@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "fight the thief",
            "Goat Thief lies in Mountains 16 (as you are, fight strength with Moth Cleaver: 6 against 2",
        ),
        (
            "what are my chances against the ghost",
            "Ghost lies in Mountains 18 (as you are, fight: 3 against 4: 28% won",
        ),
    ],
)
def test_before_the_movement_the_odds_against_a_creature_are_told(
    typing: Typing, capsys: pytest.CaptureFixture[str], line: str, told: str
) -> None:
    assert typing("prophecy/three-players.moves", "walk Mountains 16", line) == []
    assert told in " ".join(capsys.readouterr().out.split())


# --- Prophecy's Chance card ---------------------------------------------------------------------------


@pytest.fixture
def at_chance(typing: Typing) -> Callable[..., list[str]]:
    """What lines typed where a Chance card is asked for add to the log."""
    return partial(typing, "prophecy/three-players.moves", "chance Mountains [Goat Thief")


@pytest.mark.rule("chance-card")
@pytest.mark.parametrize(
    ("lines", "added"),
    [
        (["dream forest"], ["chance Prophetic Dream forest"]),
        (["dream"], ["chance Prophetic Dream"]),
        (["what happens if both have the same total?"], []),
        (["Anna red 4 of 4"], ["adjust Anna red 4 of 4"]),
        (["Anna stone 4 of"], []),
        (["forest"], []),
        (["correct Anna red 4 of 4"], ["adjust Anna red 4 of 4"]),
        (["Zephyr"], []),
        (["chance Zephyr"], []),
        (["chance Zephyr", ""], ["chance Zephyr"]),
        (["Zephyr: chance; drawn by: gain 2 gold"], ["chance Zephyr: chance; drawn by: gain 2 gold"]),
        (["walk Monastery"], []),
        (["stay", "fight"], []),
    ],
)
def test_only_a_card_that_is_named_as_one_is_drawn_as_a_new_chance_card(
    at_chance: Callable[..., list[str]], lines: list[str], added: list[str]
) -> None:
    assert at_chance(*lines) == added


@pytest.mark.rule("order-of-turn")
def test_the_next_chance_card_ends_the_turn_before_it(typing: Typing, capsys: pytest.CaptureFixture[str]) -> None:
    at = "prophecy/three-players.moves", "end turn\nchance Tradesman"
    assert typing(*at, "tradesman") == ["end turn", "chance Tradesman"]
    assert capsys.readouterr().out.count(" Chance cards\n") == 2  # the new round's heroes too


@pytest.mark.rule("chance-card")
@pytest.mark.parametrize(
    ("move", "code", "told"),
    [
        ("walk Monastery", 1, "the Chance card comes first"),
        ("stay", 1, "the Chance card comes first"),
        ("dream", 2, "of a new one write chance dream"),
        ("what is it", 2, "can't be the name of a card"),
    ],
)
def test_what_is_no_chance_card_is_refused_in_a_script_too(tmp_path: Path, move: str, code: int, told: str) -> None:
    save = play_example("prophecy/three-players.moves", "chance Mountains [Goat Thief", tmp_path)
    assert told in " ".join(run("do", save, move, code=code).stderr.split())


@pytest.mark.rule("discarded-cards")
def test_a_number_that_changes_again_at_once_is_said_before(tmp_path: Path) -> None:
    """An empty deck is shuffled anew as soon as a card is asked for."""
    save = play_example("prophecy/three-players.moves", "chance Mountains [Goat Thief", tmp_path)
    told = run("adjust", save, "chance", "0", code=2).stderr
    assert "what follows by itself changes that again at once; undo the last entry" in " ".join(told.split())


# --- what is said instead of an answer --------------------------------------------------------------


@pytest.mark.parametrize(
    ("script", "until"),
    [
        ("four-player-game.moves", "2 2 / 1 1]"),
        ("prophecy/three-players.moves", "roll 1 6]"),
        ("mythic/two-players.moves", "5 5 4 3 1 / best"),
    ],
)
@pytest.mark.parametrize(
    ("said", "told"), [("what if a die falls off the table?", "Also"), ("stauts", "Did you mean status?")]
)
def test_where_dice_are_asked_for_a_question_and_a_misspelt_command_are_heard(
    typing: Typing, capsys: pytest.CaptureFixture[str], script: str, until: str, said: str, told: str
) -> None:
    assert typing(script, until, said) == []
    shown = capsys.readouterr().out
    assert told in shown
    assert "can't read the dice" not in shown


def test_the_name_in_front_of_a_question_says_whom_it_is_about_or_who_is_asked(
    typing: Typing, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = "Cleo says she isn't wounded, right?", "cleo is it my turn?"
    assert typing(PROPHECY, "use Gem Mine", *asked) == []
    shown = capsys.readouterr().out
    assert "Right: Cleo's wounds: 0." in shown
    assert "Cleo decides now" in shown


@pytest.mark.parametrize("verb", ["adjust", "correct", "Correct"])
@pytest.mark.parametrize("which", ["Anna wood 3", "wood +2"])
def test_a_correction_is_heard_where_all_that_comes_is_told(typing: Typing, verb: str, which: str) -> None:
    typed = typing("four-player-game.moves", "resolve recruiter\nresolve merchant\n", f"{verb} {which}", "")
    corrected = which if which.startswith("Anna") else f"Dan {which}"
    assert typed[:3] == [f"adjust {corrected}", "resolve recruiter", "resolve merchant"]


def test_what_a_script_leaves_out_of_a_fight_is_said(tmp_path: Path) -> None:
    """The usual answers are taken, as old scripts need it; nobody is to wonder who gave them."""
    save = play_example("enchanters/three-players.moves", " [strike / attack / Rock Ape]", tmp_path)
    done = run("do", save, "Rock Ape", "end turn")
    assert "Not given, so taken as usual: strike, attack." in done.stderr
    assert answered(save)[-4:] == ["strike", "attack", "Rock Ape", "end turn"]


def test_what_a_rule_forbids_before_a_stroke_is_not_read_for_what_comes_after_it(tmp_path: Path) -> None:
    """The strokes go by themselves for want of crystals, and then a card is asked for: the want is the reason."""
    save = play_example("enchanters/three-players.moves", " [strike / attack / Rock Ape]", tmp_path)
    told = run("do", save, "use Lantern Hill", code=1).stderr
    assert '"use Lantern Hill" is not legal: it costs 3 crystals; ' in told


@pytest.mark.parametrize("owner", ["", " "])
def test_a_correction_of_nobody_is_not_whose_turn_it_is(tmp_path: Path, owner: str) -> None:
    """A script whose variable is empty corrects nobody."""
    save = play_example("two-player-game.moves", "resolve", tmp_path)
    before = save.read_text(encoding="utf-8")
    assert "an empty word" in run("adjust", save, owner, "wood", "11", code=2).stderr
    assert save.read_text(encoding="utf-8") == before


@pytest.mark.parametrize("end", ["end turn; barrow guard simple", "walk Z"])
def test_a_line_of_several_turns_shows_one_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], end: str
) -> None:
    """Where it stands then; of a line that is refused on the way, where that was."""
    save = play_example("mythic/two-players.moves", "deploy M\nend turn", tmp_path)
    capsys.readouterr()
    type_at(save, monkeypatch, f"deploy M; end turn; standard bearers simple; no; walk D; {end}")
    told = capsys.readouterr().out
    assert told.count("\nRound ") == 2  # at first, and then
    assert told.index("Twin Blades in M") < told.rindex("\nRound ")


# --- Mythic Battles' units and areas ------------------------------------------------------------------


@pytest.mark.rule("activation")
@pytest.mark.parametrize(
    ("until", "line", "added"),
    [
        ("activate Barrow Guard simple\nwalk J", "barrow guard", ["activate Barrow Guard simple"]),
        ("walk J\nend turn", "walk to J", ["walk J"]),
        ("walk J\nend turn", "walk into the J", ["walk J"]),
    ],
)
def test_a_unit_is_activated_and_walks_in_everyday_words(
    typing: Typing, until: str, line: str, added: list[str]
) -> None:
    assert typing("mythic/two-players.moves", until, line) == added


@pytest.mark.rule("draft")
@pytest.mark.parametrize("line", ["done", "nothing", "pass"])
def test_who_recruits_nobody_says_no_units_name(typing: Typing, line: str) -> None:
    assert typing("mythic/two-players.moves", "recruit Wall Guard", line) == []


@pytest.mark.rule("second-assault")
def test_best_asks_before_it_leaves_out_a_throw_and_makes_nothing(
    typing: Typing, capsys: pytest.CaptureFixture[str]
) -> None:
    """A five and a two reach no wound at once; the five thrown again may."""
    at = "mythic/two-players.moves", "[5 5 4 3 1 / best"
    first = typing(*at, "5 2 0 0 0", "best")
    assert "makes no wound; throw a 5" in capsys.readouterr().out
    assert first == ["5 2 0 0 0"]


# --- in people's own words ---------------------------------------------------------------------------

BATTLE = "attack Torchbearer [0 2 / 1 1]"


TOGETHER = "resolve conjurer\nresolve merchant\nresolve conjurer\nresolve conjurer [buy Feathered"
"""Where three figures are resolved as usual."""

BY_PORT, REST = "offer Bo 2 gold for nothing", "rest Lantern Hill 1"
ECHOES = "end turn [Ember Hound]\njourney 2 of the Forge"
QUEEN, THROWER = "attack Stone Thrower [5 5 4 3 2 0", "attack Stone Thrower"
"""Where Deep Queen is activated, what she does there, and the move."""


@pytest.mark.parametrize("line", ["that's right", "that's correct", "go", "resolved", "go on"])
def test_routine_steps_are_agreed_to_in_many_words(typing: Typing, line: str) -> None:
    accepted = typing("four-player-game.moves", TOGETHER, "")
    assert accepted
    assert typing("four-player-game.moves", TOGETHER, line) == accepted


AT_HOUND = "prophecy/three-players.moves", "fight Cinder Hound ["
AT_PLACING = "four-player-game.moves", "place recruiter fishing pond\nplace merchant wood"
AT_ACTIVATION = "mythic/two-players.moves", "\ndraw\nactivate Barrow Guard simple\nwalk J"
AT_WYRM = "enchanters/three-players.moves", "journey 1 Wyrm of Fenwater"
AT_NEXT = ("journey 2 Ridge Harpy", "strike", "attack")
AT_REED, AT_SHADOW = ("mythic/four-players.moves", "absorb from Reed"), ("fight Shadow of Death",)
AT_SHOT = "mythic/two-players.moves", "activate Ford Slingers simple\nattack"
AT_CLEO = "prophecy/three-players.moves", "attack Cleo [accept"
AT_SLINGERS, AT_GUARD = ("mythic/two-players.moves", "attack Barrow Guard [5 4"), ("attack Barrow Guard", "5 4 3 2")
AT_AT_STONE = "claim\nend turn"
AT_FOX = "four-player-game.moves", "0 2 / 2 2]\npass"
AT_STONE = "claim\nend turn"
THIEF = "fight Goat Thief with"
RIDING = "walk Plains 6\nattack Cleo"
AT_BO = "prophecy/three-players.moves", "attack Bo [accept / roll 6"
SERPENT_TO_D, SERPENT_IN_D = "I use the serpent to get to D", ["activate Marsh Serpent simple", "walk D"]
THROWING = "mythic/two-players.moves", "throw I / L"
ANSWERING = "prophecy/three-players.moves", "accept / roll 6 1"
AT_SPHINX = "prophecy/three-players.moves", "fight Sphinx wills"
AT_HARPY = "enchanters/three-players.moves", "journey 1 Ridge Harpy"
REST_AT, PASSING = "rest Lantern Hill 1\nend turn [Soot", "activate Barrow Guard simple\nwalk J"
AT_TRACK, FREE = ("enchanters/three-players.moves", "journey 1 Leech Jar [Wyrm"), "journey 1 Leech Jar"
AT_HIRING, AT_PIT = (
    ("four-player-game.moves", "hire warrior"),
    ("four-player-game.moves", "resolve recruiter [sacrifice C"),
)
AT_SHOP, KITE = ("four-player-game.moves", "buy Feathered Cloak less"), "buy Kite Shield less 2 bronze"
RESOLVED = [f"resolve {one}" for one in ("conjurer", "merchant", "conjurer", "conjurer")]


@pytest.mark.parametrize(
    ("script", "until", "line", "added"),
    [
        ("four-player-game.moves", BATTLE, "attack w torchbearer", ["attack Torchbearer"]),
        ("four-player-game.moves", BATTLE, "torchbearer moves right", ["move Torchbearer 2"]),
        ("four-player-game.moves", BATTLE, "wolf in the middle", ["summon Wolf 2"]),
        ("four-player-game.moves", "0 2 / 1 1]", "two ones, they 0-1", ["1 1", "0 1"]),
        (
            "four-player-game.moves",
            "buy Buckler less",
            "buckler and nothing else",
            ["buy Buckler less 2 wood", "done", "resolve conjurer"],
        ),
        ("four-player-game.moves", "buy Buckler less", "don't buy anything", ["done", "resolve conjurer"]),
        # why it is done, and who suffers it
        ("prophecy/three-players.moves", "buy Moth Cleaver", "the cleaver since Bo is strong", ["buy Moth Cleaver"]),
        (
            "prophecy/three-players.moves",
            "fight Sphinx wills",
            "sphinx is fought by Bo with wills",
            ["fight Sphinx wills"],
        ),
        ("mythic/two-players.moves", "guard Wall", "storm warden is protected by wall guard", ["guard Wall Guard"]),
        ("mythic/two-players.moves", "guard Wall", "let it happen", ["no"]),
        ("mythic/two-players.moves", "claim\nend turn", "claim it and stop", ["claim", "end turn", "draw"]),
        ("mythic/two-players.moves", "claim\nend turn", "take it because it's worth a point", ["claim"]),
        ("mythic/two-players.moves", "deploy M\nend turn", "the blades are deployed by Bo in L", ["deploy L"]),
        ("mythic/two-players.moves", "claim\nend turn", "pick the greek stone up", ["claim"]),
        (*THROWING, "I want to throw one five", ["second 5"]),
        (*THROWING, "use both fives again", ["second 5 5"]),
        (*THROWING, "5 by 1 and 2, done", ["lift 5 by 1 2, done"]),
        (
            "prophecy/three-players.moves",
            "offer Bo 2 gold",
            "I offer Bo two gold for one",
            ["offer Bo 2 gold for 1 gold"],
        ),
        ("mythic/two-players.moves", "\nactivate Marsh Serpent simple\nwalk D", SERPENT_TO_D, SERPENT_IN_D),
        ("mythic/two-players.moves", "absorb from Wall", "warden flies a and b", ["fly A B"]),
        ("prophecy/three-players.moves", "new hero Druid", "I drew the druid", ["new hero Druid"]),
        # dice in front, or of the one who answers and throws second; and that dice are thrown
        (*AT_SPHINX, "6 1 wills", ["fight Sphinx wills", "roll 6 1"]),
        (*AT_SPHINX, "use brains, it rolls 1, I roll 6", ["fight Sphinx wills", "roll 6 1"]),
        (*AT_SPHINX, "willpower and roll the dice", ["fight Sphinx wills"]),
        (*ANSWERING, "fine bring it on, I roll 2 she rolls 5", ["accept", "roll 5 2"]),
        (*ANSWERING, "ok", ["accept"]),
        (*ANSWERING, "Bo fights back with his mind", ["wills"]),
        # clauses with idle words, or an idle verb in front
        (
            "prophecy/three-players.moves",
            "chance Tradesman",
            "kindly wind and I'll stay",
            ["chance Kindly Wind", "stay"],
        ),
        ("prophecy/three-players.moves", "walk Village", "village on foot", ["walk Village"]),
        ("prophecy/three-players.moves", "walk Village", "use the horse to forest 12", ["horse Forest 12"]),
        ("prophecy/three-players.moves", "walk Village", "I'll stay where I am", ["stay"]),
        ("prophecy/three-players.moves", "agree]", "bo says no", ["refuse"]),
        ("prophecy/three-players.moves", "agree]", "deal", ["agree"]),
        ("prophecy/three-players.moves", "buy Moth Cleaver", "tin cup for 2 gold", ["buy Tin Cup"]),
        (
            "prophecy/three-players.moves",
            "buy Moth Cleaver",
            "rope, tin cup, end",
            ["buy Rope", "buy Tin Cup", "end turn"],
        ),
        ("prophecy/three-players.moves", "buy Moth Cleaver", "sleep here", ["lodge"]),
        (
            "prophecy/three-players.moves",
            "chance Kindly",
            "bo drew kindly wind and goes to plains 6",
            ["chance Kindly Wind", "walk Plains 6"],
        ),
        ("mythic/two-players.moves", "recruit Marsh", "bo takes twin blades", ["recruit Twin Blades"]),
        ("mythic/two-players.moves", "recruit Marsh", "bo recruits twin blades", ["recruit Twin Blades"]),
        ("mythic/two-players.moves", "recruit Marsh", "don't recruit twin blades", []),
        ("mythic/two-players.moves", "recruit Marsh", "how many points has anna left", []),
        (
            "mythic/two-players.moves",
            "greek B,",
            "greek on B C and 2 norse: H L",
            ["greek B, greek C, norse H, norse L"],
        ),
        (
            "mythic/two-players.moves",
            "activate Barrow Guard simple\nwalk J",
            "serpent complex deploy m",
            ["activate Marsh Serpent complex", "deploy M"],
        ),
        (
            "mythic/two-players.moves",
            "activate Barrow Guard simple\nwalk J",
            "barrow walks to J and stops",
            ["activate Barrow Guard simple", "walk J", "end turn", "draw"],
        ),
        (
            "enchanters/three-players.moves",
            "journey 1 Leech Jar",
            "mud snare to cleo",
            ["journey 2 Mud Snare", "Cleo"],
        ),
        ("enchanters/three-players.moves", "journey 1 Leech Jar", "i take the first one", ["journey 1 Leech Jar"]),
        (
            "prophecy/three-players.moves",
            "chance Good Times",
            "alms day, then stay",
            ["chance Alms Day", "stay"],
        ),
        *(
            (
                "four-player-game.moves",
                TOGETHER,
                line,
                [f"resolve {one}" for one in ("conjurer", "merchant", "conjurer", "conjurer")],
            )
            for line in ("resolve everything", "ok go on")
        ),
        ("enchanters/three-players.moves", ECHOES, "no more actions", ["end turn"]),
        ("mythic/two-players.moves", QUEEN, "queen walks C and A", ["walk C A"]),
        ("four-player-game.moves", "trade 3 bronze iron /", "3 wood for 2 stones", ["trade 3 wood stone"]),
        # dice that are told in words
        (
            "four-player-game.moves",
            BATTLE,
            "attack torchbearer, I rolled 0 and 2, he rolled 1 1",
            ["attack Torchbearer", "0 2", "1 1"],
        ),
        (*AT_HOUND, "fight it, 6 against their 1", ["fight Cinder Hound", "roll 6 1"]),
        (*AT_HOUND, "fight the hound, I rolled 6 and it rolled 1", ["fight Cinder Hound", "roll 6 1"]),
        (*AT_HOUND, "fight; hound 1, Cleo 6", ["fight Cinder Hound", "roll 6 1"]),
        ("mythic/two-players.moves", QUEEN, "queen attacks thrower, I got 5 5 4 3 2 0", [THROWER, "5 5 4 3 2 0"]),
        # a verb that begins the same move, and what it costs or is
        (*AT_HARPY, "fight the harpy", ["journey 1 Ridge Harpy", "strike", "attack"]),
        (*AT_HARPY, "kill the first monster", ["journey 1 Ridge Harpy", "strike", "attack"]),
        (
            "enchanters/three-players.moves",
            "use Lantern Hill",
            "use the village's minor action",
            ["use Lantern Hill"],
        ),
        ("enchanters/three-players.moves", "use Lantern Hill", "use lantern hill for attack 2", ["use Lantern Hill"]),
        ("enchanters/three-players.moves", REST_AT, "rest, 2 crystals", [REST]),
        ("prophecy/three-players.moves", BY_PORT, "take the boat to the city", ["boat City"]),
        ("prophecy/three-players.moves", BY_PORT, "stay in the plains", ["stay"]),
        ("mythic/two-players.moves", PASSING, "pass my turn", ["pass", "draw"]),
        (
            "mythic/two-players.moves",
            "activate Twin Blades",
            "activate the oak warden, complex action",
            ["activate Oak Warden complex"],
        ),
        ("mythic/two-players.moves", PASSING, "pass and draw one card", ["pass and draw", "draw"]),
        ("four-player-game.moves", TOGETHER, "yes all done", RESOLVED),
        ("mythic/two-players.moves", "\nclaim", "claim the stone", ["claim"]),
        ("mythic/four-players.moves", "recall Bog Imps", "call back the imps to L", ["recall Bog Imps 1 L", "draw"]),
        (*AT_BO, "attack Bo with willpower", ["attack Bo wills"]),
        ("mythic/two-players.moves", QUEEN, "the deep queen to F, then end turn", ["walk F", "end turn", "draw"]),
        ("mythic/two-players.moves", QUEEN, "queen attacks thrower with 5 5 4 3 2 0", [THROWER, "5 5 4 3 2 0"]),
        # a number beside what it counts, and other verbs
        ("four-player-game.moves", BATTLE, "put the wolf in slot two", ["summon Wolf 2"]),
        ("four-player-game.moves", BATTLE, "play wolf, slot 2", ["summon Wolf 2"]),
        ("four-player-game.moves", "\nplace", "conjurer fishes", ["place conjurer fishing pond"]),
        ("enchanters/three-players.moves", "journey 1 Leech Jar", "grab that jar", ["journey 1 Leech Jar"]),
        (*AT_HOUND, "attack the hound", ["fight Cinder Hound"]),
        (*AT_HOUND, "hit the hound", ["fight Cinder Hound"]),
        (
            "prophecy/three-players.moves",
            "attack Bo [accept / roll 6",
            "fight Bo with willpower",
            ["attack Bo wills"],
        ),
        # what a move costs, brings or leads to, beside what it is
        ("enchanters/three-players.moves", "use Lantern Hill", "spend 3 crystals for attack 2", ["use Lantern Hill"]),
        ("enchanters/three-players.moves", REST_AT, "go to the graveyard", ["rest Lantern Hill 2", "strike"]),
        ("enchanters/three-players.moves", ECHOES, "end turn, of Mists goes away", ["end turn"]),
        ("mythic/two-players.moves", QUEEN, "the queen goes to the stairs", ["walk F"]),
        ("mythic/two-players.moves", "\ndeploy", "put it in the forest", ["deploy B"]),
        ("mythic/two-players.moves", "\nclaim", "take the greek stone", ["claim"]),
        ("mythic/two-players.moves", PASSING, "pass without a card", ["pass", "draw"]),
        ("prophecy/short-game.moves", "stay\n", "stay in the forest", ["stay"]),
        ("prophecy/three-players.moves", "use Gem Mine", "gain gold with the mine", ["use Gem Mine"]),
        ("mythic/two-players.moves", QUEEN, "visit the swamp", ["walk C"]),
        ("prophecy/three-players.moves", RIDING, "ride the horse to the ogre", ["horse Mountains 3"]),
        ("prophecy/three-players.moves", RIDING, "take the horse to the ogre", ["horse Mountains 3"]),
        (
            "prophecy/three-players.moves",
            RIDING,
            "take the horse to the mountains and fight the ogre",
            ["horse Mountains 3", "fight Toll Ogre"],
        ),
        # why somebody ends
        ("four-player-game.moves", "buy Buckler less", "done, too expensive", ["done", "resolve conjurer"]),
        (
            "prophecy/three-players.moves",
            "cast Stamina",
            "use stamina and walk to forest 8",
            ["cast Stamina", "Forest 8"],
        ),
        ("prophecy/three-players.moves", "chance Charity", "oh great, charity again :(", ["chance Charity"]),
        ("prophecy/three-players.moves", "chance Charity", "card says charity", ["chance Charity"]),
        ("four-player-game.moves", "buy Buckler less", "too expensive, nothing", ["done", "resolve conjurer"]),
        ("prophecy/three-players.moves", "buy Moth Cleaver", "I'll leave it, end turn", ["end turn"]),
        # what comes by itself, said once more
        ("four-player-game.moves", TOGETHER, "all good, done", RESOLVED),
        ("four-player-game.moves", TOGETHER, "yes, all of that is done, Dan takes 3 iron", RESOLVED),
        *(
            ("enchanters/three-players.moves", "Ridge Harpy]", line, ["Ridge Harpy"])
            for line in ("now a Ridge Harpy comes out", "new card: Ridge Harpy", "ridge harpy shows up", "the harpy")
        ),
        # other forms of a verb, and the piece whose activation is over
        ("enchanters/three-players.moves", "journey 1 Leech Jar", "I'm taking the snare", ["journey 2 Mud Snare"]),
        ("prophecy/three-players.moves", "walk Plains 14", "I'm riding to the village", ["horse Village"]),
        ("mythic/two-players.moves", AT_STONE, "done with the wall guard", ["end turn", "draw"]),
        ("mythic/two-players.moves", AT_STONE, "leave the stone alone, I'm finished", ["end turn", "draw"]),
        ("mythic/two-players.moves", "deploy B\nend turn", "B, thats all", ["deploy B", "end turn", "draw"]),
        ("prophecy/three-players.moves", "walk Plains 14", "walk to 14, end my turn", ["walk Plains 14", "end turn"]),
        ("prophecy/three-players.moves", "agree]", "done deal", ["agree"]),
        ("prophecy/three-players.moves", "agree]", "no way", ["refuse"]),
        ("prophecy/three-players.moves", "agree]", "the deal is off", ["refuse"]),
        ("enchanters/three-players.moves", "attack / Rock Ape]", "whip first", ["use Cinder Whip", "attack"]),
        (*AT_FOX, "0 2 for the fox, 2 2 for taweret", ["0 2", "2 2", "pass"]),
        # a piece behind the verb of what it does once it is activated, and other verbs
        (*AT_ACTIVATION, "run barrow guard to L I", ["activate Barrow Guard complex", "run L I"]),
        (*AT_ACTIVATION, "guard sprints L I", ["activate Barrow Guard complex", "run L I"]),
        (*AT_ACTIVATION, "guard runs to L I", ["activate Barrow Guard complex", "run L I"]),
        (*AT_ACTIVATION, "I bring the queen on board in L", ["activate Deep Queen complex", "deploy L"]),
        (*AT_SHOT, "slingers shoot at the barrow guard", ["activate Ford Slingers simple", "attack Barrow Guard"]),
        ("mythic/two-players.moves", "absorb\nleader", "warden absorbs the stone", ["absorb"]),
        ("mythic/two-players.moves", "second 5 5 /", "throw the two fives again", ["second 5 5"]),
        ("prophecy/three-players.moves", BY_PORT, "take a ship to mountains 10", ["boat Mountains 10"]),
        ("four-player-game.moves", "move Snow Fox 2 [0", "fox to the centre", ["move Snow Fox 2"]),
        ("enchanters/three-players.moves", "use Lantern Hill", "activate the leech jar", ["use Leech Jar"]),
        # what comes by itself, and what isn't used
        (*AT_HARPY, "fight the harpy, strike, attack", ["journey 1 Ridge Harpy", "strike", "attack"]),
        (*AT_WYRM, "harpy, end turn, marsh stalker comes", [*AT_NEXT, "Marsh Stalker", "end turn"]),
        ("enchanters/three-players.moves", "attack / Rock Ape]", "don't use anything", ["attack"]),
        ("enchanters/three-players.moves", "attack / Rock Ape]", "nope, attack", ["attack"]),
        ("four-player-game.moves", TOGETHER, "everyone collects", RESOLVED),
        ("four-player-game.moves", "hire warrior", "too expensive, I hire nobody", ["nobody"]),
        ("prophecy/three-players.moves", BY_PORT, "offer Bo two gold for one gold", ["offer Bo 2 gold for 1 gold"]),
        ("prophecy/three-players.moves", BY_PORT, "give bo two gold for free", ["offer Bo 2 gold for nothing"]),
        (*AT_REED, "absorb from the archers, then stop", ["absorb from Reed Archers", "end turn", "draw"]),
        (*AT_HARPY, "never mind the harpy, rest", ["rest Lantern Hill 1"]),
        ("four-player-game.moves", "buy Fireproof", "the mantle, done", ["buy Fireproof Mantle", "done"]),
        ("four-player-game.moves", "hire merchant", "dan would like a merchant", ["hire merchant"]),
        ("four-player-game.moves", "hire warrior", "too expensive, I hire no one", ["nobody"]),
        ("enchanters/three-players.moves", "Anna / of Ash", "on myself", ["Cleo"]),
        ("mythic/two-players.moves", "fly E\nend", "not E, fly to J", ["fly J"]),
        # dice with the next answer behind them, and what the other side answers
        ("mythic/two-players.moves", "[5 4 4 3 1", "anna rolled 5 4 4 3 1 0 0", ["5 4 4 3 1 0 0"]),
        ("prophecy/three-players.moves", "fight Shadow", "fight the shadow, six and one", [*AT_SHADOW, "roll 6 1"]),
        (*AT_SLINGERS, "attack the guard, I rolled five four three two, best", [*AT_GUARD, "lift 5 by 2 3, done"]),
        (*AT_CLEO, "attack cleo, she wills", ["attack Cleo", "wills"]),
        (*AT_CLEO, "attack cleo and she uses willpower", ["attack Cleo", "wills"]),
        (*AT_CLEO, "attack cleo, she accepts, 1 6", ["attack Cleo", "accept", "roll 1 6"]),
        ("four-player-game.moves", BATTLE, "summon wolf in slot number two", ["summon Wolf 2"]),
        # a reason beside the answer
        (*AT_TRACK, "I take the jar since it's free", [FREE]),
        ("enchanters/three-players.moves", "use of Echoes / attack", "attack, can't win anyway", ["attack"]),
        (*AT_HIRING, "I'd like to hire a merchant since I have the stone", ["hire merchant"]),
        (*AT_HIRING, "nah we can't afford it", ["nobody"]),
        (*AT_SHOP, "I'm buying a kite shield because of the dragon, then I'm done", [KITE, "done"]),
        ("four-player-game.moves", "Kitsune [referee]\nsummon Kitsune 1", "kitsune, it's the weakest", ["Kitsune"]),
        # the end of a turn behind what was drawn, and whose turn is next
        (*AT_TRACK, "jar, then Rock Ape comes up, end my turn", [FREE, "Rock Ape", "end turn"]),
        (
            "enchanters/three-players.moves",
            "/ Rock Ape]",
            "stone sling and that's my turn",
            ["Stone Sling", "end turn"],
        ),
        (
            "four-player-game.moves",
            "trade 3 wood stone /",
            "2 bronze for wood, then stop",
            ["trade 2 bronze wood", "done"],
        ),
        (
            "two-player-game.moves",
            "place merchant wood",
            "storage, then it's Bo's turn",
            ["place merchant wood storage"],
        ),
        # several at once
        ("four-player-game.moves", "trade 3 wood stone /", "all my bronze for wood", ["trade 4 bronze wood"]),
        ("four-player-game.moves", "trade 3 wood stone /", "wood to stone twice", ["trade 6 wood stone"]),
        (*AT_PIT, "owl and tortoise for grub", ["resolve recruiter", "sacrifice Owl for food, Tortoise for food"]),
        (*AT_PIT, "none of them, I keep my army", ["resolve recruiter", "nothing"]),
        (
            "four-player-game.moves",
            "Anna, Dan, Cleo, Bo\nref",
            "Anna fights Dan, Cleo fights Bo",
            ["Anna, Dan, Cleo, Bo"],
        ),
        # other words
        ("four-player-game.moves", BATTLE, "Minion gets attacked by my Torchbearer", ["attack Torchbearer"]),
        ("enchanters/three-players.moves", "use of Echoes / attack", "i use the enchantment", ["use of Echoes"]),
        ("enchanters/three-players.moves", "Anna / of Ash", "Cleo herself", ["Cleo"]),
        (
            "four-player-game.moves",
            BATTLE,
            "torch hits minion",
            ["attack Torchbearer"],
        ),
        ("four-player-game.moves", "0 2 / 1 1]", "a one and a two against blanks", ["1 2", "0 0"]),
        # a weapon is thrown, not the dice; what the odds count on, or a thing that is taken, describes no move
        ("prophecy/three-players.moves", "throw Moth Cleaver /", "throw it, 6 1", ["throw Moth Cleaver", "roll 6 1"]),
        (
            "prophecy/sample-turn.moves",
            "fight Golem",
            "golem with axe and blessed weapon, 3 1",
            ["fight Golem Guardian with War Axe", "cast Blessed Weapon on War Axe", "roll 3 1"],
        ),
        ("mythic/two-players.moves", "walk J\n", "walk L, take the stone", ["walk L", "claim"]),
        (
            "prophecy/sample-turn.moves",
            "use Master",
            "wizard to mountains 16, undead warrior there",
            ["use Master Wizard", "Mountains 16", "Undead Warrior"],
        ),
        ("mythic/two-players.moves", "lift 4 by 1, second all / 3 2 0", "use the 1 to lift a 4", ["lift 4 by 1"]),
        (
            "prophecy/sample-turn.moves",
            "fight Rock",
            "fight giant by strength with dagger and crown",
            ["fight Rock Giant strength with Ritual Dagger, Crown of Power"],
        ),
        ("prophecy/three-players.moves", "buy Moth Cleaver", "buy the rope and sell the cleaver", []),
        (
            "mythic/two-players.moves",
            "claim from H",
            "use quick hands on the wall guard",
            ["power Quick Hands on Wall Guard"],
        ),
        ("mythic/two-players.moves", "nature\nattack", "use force of nature", ["nature"]),
        # who tells of the other's answer rolls himself
        (
            "prophecy/three-players.moves",
            "attack Cleo [accept / roll 1 6",
            "attack cleo, she accepts, I roll 1 and she 6",
            ["attack Cleo", "accept", "roll 1 6"],
        ),
        (
            "prophecy/three-players.moves",
            "accept / roll 1 6",
            "Cleo accepts, I roll 1, she rolls 6",
            ["accept", "roll 1 6"],
        ),
        # other verbs, and names half said
        ("prophecy/sample-turn.moves", "repair War", "Bo mends his war axe, done", ["repair War Axe", "end turn"]),
        ("prophecy/three-players.moves", "buy Moth Cleaver", "purchase rope, lodge", ["buy Rope", "lodge"]),
        (
            "prophecy/sample-turn.moves",
            "use Stamina",
            "quaff the potion and walk to plains 6",
            ["use Potion of Healing", "walk Plains 6"],
        ),
        (
            "prophecy/three-players.moves",
            "plane Monastery [",
            "attack the plane of the monastery",
            ["plane Monastery"],
        ),
        ("prophecy/three-players.moves", "horse Plains 14", "horse p14", ["horse Plains 14"]),
        (
            "prophecy/sample-turn.moves",
            "fight Rock",
            "fight giant wills with my crown and the dagger",
            ["fight Rock Giant wills with Crown of Power, Ritual Dagger"],
        ),
        (
            "prophecy/three-players.moves",
            "attack Cleo [accept / roll 1 6",
            "fight cleo, she goes wills, 3 3",
            ["attack Cleo", "wills", "roll 3 3"],
        ),
        ("mythic/two-players.moves", "claim from H", "claim from h then walk d", ["claim from H", "walk D"]),
        ("mythic/two-players.moves", "claim from H", "steal the stone from h", ["claim from H"]),
        ("mythic/two-players.moves", "claim from H", "walk through A and D to E", ["walk A D E"]),
        ("mythic/two-players.moves", "guard Wall Guard /", "the wall guard steps in", ["guard Wall Guard"]),
        (
            "mythic/two-players.moves",
            "retaliate /",
            "it strikes back: 5 4 2 1 0, best",
            ["retaliate", "5 4 2 1 0", "lift 5 by 1 2 4, done"],
        ),
        (
            "mythic/two-players.moves",
            "recall Wall",
            "recall 1 guard with omphalos",
            ["recall Wall Guard 1 D with omphalos", "draw"],
        ),
        ("mythic/two-players.moves", "absorb from Wall", "absorb the wall guard's stone", ["absorb from Wall Guard"]),
        (
            "mythic/two-players.moves",
            "attack Twin Blades",
            "second unit: storm warden, complex, fly to d",
            ["activate Storm Warden", "complex", "fly D"],
        ),
        ("mythic/two-players.moves", "evade with omphalos", "no dodge", ["no"]),
        (
            "mythic/two-players.moves",
            "attack Twin Blades [initiative",
            "attack the blades; pay the card",
            ["attack Twin Blades", "initiative"],
        ),
        # a number that is paid is no choice
        (
            "enchanters/three-players.moves",
            "journey 2 Cinder Whip",
            "I pay 1 and take the whip",
            ["journey 2 Cinder Whip"],
        ),
        ("enchanters/three-players.moves", "journey 3 of Ash", "of ash for 2", ["journey 3 of Ash"]),
        ("enchanters/three-players.moves", "journey 3 of Ash", "pay 2 for of ash", ["journey 3 of Ash"]),
        # what is done first is no part of a name
        (
            "enchanters/three-players.moves",
            "journey 3 of Ash",
            "embers then hound",
            ["use of Embers", "journey 1 Ember Hound", "strike", "attack"],
        ),
        # clauses of what is left alone, or why
        ("prophecy/three-players.moves", "walk Plains 14", "nah, stay", ["stay"]),
        ("prophecy/three-players.moves", "walk Plains 14", "no move", ["stay"]),
        (
            "enchanters/three-players.moves",
            "use Eagle Helm",
            "ape is too strong, imp for one",
            ["journey 2 Spark Imp"],
        ),
        ("four-player-game.moves", "hire warrior", "can't afford any, nobody", ["nobody"]),
        (
            "prophecy/three-players.moves",
            "fight Goat Thief with",
            "strength, no weapons",
            ["fight Goat Thief strength"],
        ),
        ("four-player-game.moves", "trade 4 iron", "2 iron into wood twice", ["trade 4 iron wood"]),
        (
            "enchanters/three-players.moves",
            "journey 2 Marsh Stalker [strike",
            "strike the stalker",
            ["journey 2 Marsh Stalker"],
        ),
    ],
)
def test_what_people_say_in_their_own_words_is_what_they_mean(
    typing: Typing, script: str, until: str, line: str, added: list[str]
) -> None:
    assert typing(script, until, line) == [*added]


@pytest.mark.parametrize(
    ("script", "until", "line"),
    [
        ("enchanters/three-players.moves", "attack / Rock Ape]", "attack with the whip"),
        ("mythic/two-players.moves", QUEEN, "queen and blades to F"),
        ("mythic/two-players.moves", QUEEN, "queen doesn't walk to C"),
        ("mythic/two-players.moves", QUEEN, "queen to C or F"),
        ("mythic/two-players.moves", "\nactivate Twin Blades simple\nwalk F E", "twin a and e"),
        ("four-player-game.moves", TOGETHER, "decline everything"),
        ("four-player-game.moves", TOGETHER, "all but dan"),
        ("four-player-game.moves", TOGETHER, "not all"),
        ("four-player-game.moves", TOGETHER, "yes, but not Bo"),
        ("four-player-game.moves", TOGETHER, "yes, Bo"),
        ("enchanters/three-players.moves", "use Lantern Hill", "spend 3 crystals for defence 2"),
        ("mythic/two-players.moves", QUEEN, "serpent goes to the stairs"),
        ("mythic/two-players.moves", QUEEN, "not to the stairs"),
        ("mythic/two-players.moves", "\nclaim", "take the norse stone"),
        ("prophecy/three-players.moves", "use Gem Mine", "sell the mine"),
        ("prophecy/three-players.moves", "buy Moth Cleaver", "end turn, then lodge"),
        ("four-player-game.moves", "buy Buckler less", "done, if Anna agrees"),
        ("four-player-game.moves", "buy Buckler less", "done, not yet"),
        ("mythic/two-players.moves", QUEEN, "end turn, serpent next"),
        ("mythic/two-players.moves", PASSING, "that was it for the guard"),
        ("mythic/two-players.moves", "recruit Marsh Serpent", "get the wolves"),
        ("mythic/two-players.moves", AT_STONE, "done with the guard, storm warden next"),
        ("mythic/two-players.moves", AT_STONE, "not done with the guard yet"),
        ("mythic/four-players.moves", "recruit Bat", "dai takes the wolves"),
        ("mythic/two-players.moves", AT_STONE, "if I claim the stone"),
        ("enchanters/three-players.moves", "attack / Rock Ape]", "not yet, thinking"),
        ("prophecy/three-players.moves", "throw Moth", "keep the cleaver, roll 6 1"),
        # who strikes isn't who is struck
        ("four-player-game.moves", BATTLE, "minion hits torch"),
        # a reason with an answer in it
        (*AT_SHOP, "longbow since the fur cloak is too dear"),
        (*AT_HIRING, "I'd hire a merchant but he's too dear, so a warrior"),
    ],
)
def test_what_is_not_plain_is_not_half_done(typing: Typing, script: str, until: str, line: str) -> None:
    assert typing(script, until, line) == []


FOUR, THREE = "four-player-game.moves", "enchanters/three-players.moves"
AT_DUEL_FOR, AT_MINION = (FOUR, "Jorogumo [attacker"), (FOUR, "summon Snow Fox 2\n")
AT_DICE = FOUR, "1 2 / 2 2]"
AT_BUCKLER, AT_MERCHANT = (FOUR, "buy Buckler less"), (FOUR, "place merchant wild animals\nplace warrior duat")
EACH = ("merchant wild animals", "warrior duat", "worker fishing pond")
AT_STALKER = THREE, "Cleo / Spark Imp / Marsh"


@pytest.mark.rule("allocation", "figures")
@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("conjurer to the pit", "Dan's conjurer is placed already"),
        ("c pit", "Dan's conjurer is placed already"),
        ("place my worker on the pit", "Dan has no worker"),
        ("warrior valhala", "Dan has no warrior"),
    ],
)
def test_a_figure_that_is_not_there_is_refused_whatever_space_is_meant(
    typing: Typing, capsys: pytest.CaptureFixture[str], line: str, told: str
) -> None:
    assert typing(*AT_PLACING, line, "") == []
    assert told in capsys.readouterr().out


PROPHECY, MYTHIC = "prophecy/three-players.moves", "mythic/two-players.moves"


@pytest.mark.parametrize(
    ("script", "until", "lines"),
    [
        # time that is asked for, counting, and what is thought of, wished or past
        (THREE, "journey 1 Leech Jar", ["give me a second", "one second", "second that", "one, two, three"]),
        (
            THREE,
            "journey 1 Leech Jar",
            ["my attack is 3", "you attacked me last time", "I should have taken the jar"],
        ),
        (PROPHECY, "walk Plains 6", ["wait", "wait a second", "yesterday we stayed"]),
        (FOUR, "attacker", ["I need a 2"]),
        (MYTHIC, "throw I / L", ["I need two fives"]),
        (FOUR, "end turn", ["like Dad says, end turn", "not now", "over and out", "I'm not sure"]),
        # what nobody declines by it
        (PROPHECY, "buy Moth Cleaver", ["stop it", "don't do it", "no chance", "no deal for you", "leave it to me"]),
        (PROPHECY, "learn Stamina", ["not a chance", "I'm so done with you", "that's not it", "all my love"]),
        (FOUR, "buy Buckler less", ["not me", "not a chance", "that's not it"]),
        (FOUR, "hire warrior", ["well done", "yes and no", "I'm done for", "this is the end"]),
        (FOUR, TOGETHER, ["stop it", "I'm so done with you"]),
        (FOUR, "steal food, iron", ["I can't decide", "I'd like to", "never again"]),
        (MYTHIC, "claim\nend turn", ["next time, Bo", "I'm not attacking", "yes and no"]),
        # idle words of an answer, of its detail, or the letters with which one begins
        (PROPHECY, "accept / roll 6 1", ["well I", "the card says so", "I give up", "come on!", "come on, dice"]),
        (MYTHIC, "retaliate /", ["damn dice", "kill me now", "because", "a draw is fine", "let my guard down"]),
        (MYTHIC, "evade with omphalos", ["damn it", "you can't do that", "well I", "good one"]),
        (MYTHIC, "guard Wall", ["from the", "good for you", "go to L"]),
        (PROPHECY, "agree]", ["give me a second", "good times"]),
        (PROPHECY, "chance Mountains [Goat Thief", ["good for you"]),
        (PROPHECY, "learn Stamina", ["dream on"]),
        (PROPHECY, "use Gem Mine", ["oh no, a crisis", "no way, really?", "open the window"]),
        (MYTHIC, PASSING, ["and so"]),
        (MYTHIC, QUEEN, ["so be it"]),
        (
            PROPHECY,
            "Goat Thief / Ghost / Toll Ogre",
            ["let me see", "oh well", "I forgot to attack", "ok let me think", "fine, be like that"],
        ),
        # what is no line of a new card that was proposed
        (MYTHIC, "recruit Marsh Serpent", ["nobody knows", "nothing ventured, nothing gained", "come on, dice"]),
        # a figure that isn't there
        (FOUR, "place recruiter fishing pond\nplace merchant wood", ["w lumber"]),
    ],
)
def test_a_remark_does_nothing(typing: Typing, script: str, until: str, lines: list[str]) -> None:
    assert typing(script, until, *lines) == []


@pytest.mark.parametrize(
    ("script", "until", "line", "meant"),
    [
        # by what isn't meant
        (*AT_MINION, "the other one than the viper or the fox, on 3", "summon Bear 3"),
        (*AT_BUCKLER, "club instead of the buckler", "buy Club less 2 wood"),
        (*AT_STALKER, "not Bo", "Cleo"),
        # by a number in the detail
        (*AT_BUCKLER, "the most expensive one", "buy Club less 2 wood"),
        (*AT_DUEL_FOR, "the strongest one there is", "Yamata No Orochi"),
        (*AT_STALKER, "whoever has most", "Cleo"),
        ("prophecy/three-players.moves", "attack Cleo [accept / roll 1 6]", "leave cleo alone", "end turn"),
        # by a list with other words
        (FOUR, "Anna, Dan, Cleo, Bo", "first pair Dan Bo, second pair Anna and Cleo", "Dan, Bo, Anna, Cleo"),
        # by a word of the same root, and as oneself
        (*AT_PLACING, "Dan sacrifices something", "place recruiter sacrificial pit 1"),
        (THREE, "Anna / of Ash", "the sling hits me", "Cleo"),
        # a phrase that agrees
        (THREE, "attack / Rock Ape", "go for it", "attack"),
        (THREE, "attack / Rock Ape", "I don't know", "attack"),
        (THREE, "attack / Rock Ape", "whatever you recommend", "attack"),
    ],
)
def test_a_description_is_proposed(
    typing: Typing, capsys: pytest.CaptureFixture[str], script: str, until: str, line: str, meant: str
) -> None:
    assert typing(script, until, line, "")[:1] == [meant]
    assert "Did you mean" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("script", "until", "line", "added"),
    [
        (*AT_MERCHANT, "wild animals, duat, fishing pond", [f"place {one}" for one in EACH]),
        (*AT_DUEL_FOR, "Jorogumo (Anna wins)", ["Jorogumo", "attacker wins"]),
        (FOUR, "Anna, Dan, Cleo, Bo", "Dan first, then Bo, Anna and last Cleo", ["Dan, Bo, Anna, Cleo"]),
        (THREE, "journey 2 Cinder Whip", "use the village first", ["use Lantern Hill"]),
        (*AT_MERCHANT, "we need food. hunting!", ["place merchant wild animals"]),  # food is no slip for wood
        (*AT_MINION, "bring out the bear on the right", ["summon Bear 3"]),
        (THREE, "journey 1 Soot Cloak", "Leech Jar for 2 crystals", ["journey 3 Leech Jar"]),
        (THREE, "journey 2 Stone Sling", "stone sling on Anna", ["journey 2 Stone Sling", "Anna"]),
        (FOUR, "Viper [referee", "the Bear stays home", ["Bear"]),
        (FOUR, "sacrifice Torchbearer for food", "I'll keep everyone", ["nothing"]),
    ],
)
def test_a_line_is_read_to_its_end(typing: Typing, script: str, until: str, line: str, added: list[str]) -> None:
    read = typing(script, until, line)
    assert read[: len(added)] == added
    assert "use of Enchanting" not in read


@pytest.mark.parametrize(
    ("line", "dice"),
    [
        ("1 and 2, the fox strikes back with 2 2", ["1 2", "2 2"]),
        ("D: 1-2 B: 2-2", ["1 2", "2 2"]),
        ("he rolled a blank and a 1", ["0 1"]),
        ("double 1", ["1 1"]),
    ],
)
def test_dice_among_other_words(typing: Typing, line: str, dice: list[str]) -> None:
    assert typing(*AT_DICE, line, "")[: len(dice)] == dice


@pytest.mark.rule("M59")
@pytest.mark.parametrize(
    ("until", "line", "added"),
    [
        ("place Barrow Guard M", "put all three in L", ["place Barrow Guard L"]),
        ("place Barrow Guard M", "everybody in L", ["place Barrow Guard L"]),
        ("place Wall Guard A", "everybody in A", []),
    ],
)
def test_a_troop_is_placed_with_all_its_miniatures(
    typing: Typing, capsys: pytest.CaptureFixture[str], until: str, line: str, added: list[str]
) -> None:
    assert typing("mythic/two-players.moves", until, line) == added
    assert added or "one troop at a time" in " ".join(capsys.readouterr().out.split())


@pytest.mark.rule("two-units")
def test_a_unit_with_a_letter_for_its_action_is_refused_for_itself(
    typing: Typing, capsys: pytest.CaptureFixture[str]
) -> None:
    assert typing("mythic/two-players.moves", "activate Oak Warden simple\nwalk L N", "twin s") == []
    assert "Twin Blades were activated this turn" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("line", ["stay and see", "end of my patience"])
def test_a_move_that_takes_no_words_loses_none(typing: Typing, capsys: pytest.CaptureFixture[str], line: str) -> None:
    assert typing("prophecy/three-players.moves", "walk Plains 6\nattack Cleo", line) == []
    assert "can't read" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("script", "until", "line", "meant"),
    [
        ("prophecy/three-players.moves", "use Gem Mine", "dig in the mine", "use Gem Mine"),
        ("prophecy/three-players.moves", "use Gem Mine", "gain 5 gold", "use Gem Mine"),
        # said with a verb of other moves
        ("prophecy/three-players.moves", "use Gem Mine", "I'd like to take the 5 gold", "use Gem Mine"),
        ("prophecy/three-players.moves", "learn Stamina", "buy the stamina ability", "learn Stamina"),
        ("prophecy/three-players.moves", "buy Moth Cleaver", "buy the cleaver for 4 gold", "buy Moth Cleaver"),
        ("enchanters/three-players.moves", "Ridge Harpy]", "the harpy goes away", "Ridge Harpy"),
        # what is left alone, where other moves are open
        ("prophecy/three-players.moves", "learn Stamina", "learn nothing", "end turn"),
        ("mythic/two-players.moves", "absorb\nleader", "don't run", "end turn"),
        (*AT_SLINGERS, "attack nobody", "end turn"),
        (*AT_CLEO, "jump on cleo", "attack Cleo"),
        # what others answer before the dice
        (*AT_CLEO, "attack cleo, I rolled one and she got six", "attack Cleo"),
        (*AT_CLEO, "fight cleo 1 6", "attack Cleo"),
        ("prophecy/three-players.moves", "accept / roll 1 6", "1 6", "accept"),
        ("mythic/two-players.moves", "guard Wall", "nobody guards, I rolled 5 5 4 3 2 1", "no"),
        # what isn't decided yet
        ("prophecy/three-players.moves", THIEF, "I would fight the Goat Thief wills", "fight Goat Thief wills"),
        (*AT_PLACING, "maybe the guild house", "place recruiter guild house"),
        ("mythic/two-players.moves", "absorb\nleader", "I would run A", "run A"),
        ("mythic/two-players.moves", AT_STONE, "claim, or not", "claim"),
        ("mythic/two-players.moves", AT_STONE, "don't claim", "end turn"),
        # a reason with an answer in it, and a clause that says nothing known
        (*AT_HIRING, "I'd hire a merchant but he's too dear, so a warrior", "hire warrior"),
        ("four-player-game.moves", BATTLE, "bring on the big guy, jorogumo to 2", "summon Jorogumo 2"),
        # nicknames and slips
        ("four-player-game.moves", BATTLE, "hit the minion with torchie", "attack Torchbearer"),
        ("four-player-game.moves", BATTLE, "summon the jorogmo to two", "summon Jorogumo 2"),
        ("enchanters/three-players.moves", "/ Rock Ape]", "a goblin... no, Rock Ape", "Rock Ape"),
        # in the players' words for the game's
        (THREE, "use Eagle Helm", "defense 3", "use Eagle Helm"),
    ],
)
def test_the_only_answer_with_half_of_the_words_is_proposed(
    typing: Typing, capsys: pytest.CaptureFixture[str], script: str, until: str, line: str, meant: str
) -> None:
    assert typing(script, until, line, "")[:1] == [meant]
    assert "id you mean" in capsys.readouterr().out


def test_one_of_several_rests_beside_what_is_left_alone_is_asked_for(
    typing: Typing, capsys: pytest.CaptureFixture[str]
) -> None:
    assert typing(THREE, "journey 1 Leech Jar", "nothing else, rest") == []
    assert "fits several" in capsys.readouterr().out


@pytest.mark.parametrize("line", ["no jar for us", "a jar and a lantern or the snare"])
def test_what_is_denied_or_fits_several_is_not_proposed(
    typing: Typing, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    assert typing("enchanters/three-players.moves", "journey 1 Leech Jar", line) == []
    assert "Did you mean" not in capsys.readouterr().out


@pytest.mark.parametrize("rule", ["", ", fight: double damage"])
def test_a_card_that_is_turned_up_needs_no_colon(
    enchanters: Path, monkeypatch: pytest.MonkeyPatch, rule: str
) -> None:
    type_at(enchanters, monkeypatch, "hat; item, attack 1", f"Marsh Stalker monster 4/4, 3 glory{rule}")
    assert answered(enchanters)[2].startswith("Marsh Stalker: monster")


def test_the_card_that_comes_after_a_rest_ends_the_turn(enchanters: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a known one: of a new name it isn't known whether an action was meant."""
    type_at(enchanters, monkeypatch, "rest", "cloak", "drum", "rest inn; egg")
    assert answered(enchanters) == ["rest Inn", "end turn", "Drum", "rest Inn", "end turn", "Egg"]


def test_enter_for_what_has_come_by_itself_takes_nothing(enchanters: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is left to be used, so the turn is over, and the next player's answer stands behind the Enter."""
    type_at(enchanters, monkeypatch, "hat; item, attack 1", "cane", "; imp; item")
    assert answered(enchanters)[-2:] == ["journey 1 Brass Imp", "item"]


def test_the_known_card_that_comes_may_follow_a_new_card(enchanters: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    type_at(enchanters, monkeypatch, "hat; item, attack 1; drum")
    assert answered(enchanters)[:3] == ["journey 1 Hat", "item, attack 1", "Drum"]


@pytest.mark.parametrize(("script", "until"), [AT_HARPY])
def test_what_is_meant_in_place_of_the_last_answer_is_named(
    typing: Typing, capsys: pytest.CaptureFixture[str], script: str, until: str
) -> None:
    """By a number of the list that it was chosen from, which stands on the screen no longer."""
    assert typing(script, until, "rest", "1", "no, I meant 1", "")[:1] == ["journey 1 Ridge Harpy"]
    assert "Take the last answer back, and then journey 1 Ridge Harpy?" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("line", ["I meant stay", "no, I meant stay", "sorry, we meant stay"])
def test_what_is_meant_in_place_of_a_refused_line_takes_nothing_back(typing: Typing, line: str) -> None:
    """Enter took back the answer before it, which nobody had spoken of."""
    added = typing("prophecy/short-game.moves", "stay\n", "walk monastery", "?", line)
    assert added == ["stay"]


def test_an_idle_word_before_an_idle_verb_loses_it_not(typing: Typing) -> None:
    """ "Stay" says nothing beside other words, and is a move by itself."""
    assert typing("prophecy/three-players.moves", "stay", "ok stay")[:1] == ["stay"]


@pytest.mark.parametrize(
    ("script", "until", "line"),
    [
        # dice of the other side, and a slot that isn't there
        ("four-player-game.moves", BATTLE, "attack torchbearer, he rolled 1 1"),
        ("four-player-game.moves", BATTLE, "summon wolf 4"),
        # a number too many behind a move
        ("prophecy/three-players.moves", "walk Plains 6", "walk plains 6 twice"),
        ("prophecy/three-players.moves", "walk Plains 6", "work for 4 experience"),
        ("prophecy/three-players.moves", "walk Plains 6", "horse mountains 3 for 2 gold"),
        # what is taken back
        ("prophecy/three-players.moves", "walk Plains 6", "stay, no, walk"),
        ("prophecy/three-players.moves", "walk Plains 6", "stay, no walk"),
        ("prophecy/three-players.moves", "walk Plains 6", "walk away from plains 6"),
        ("prophecy/three-players.moves", "walk Plains 6", "stay! no!"),
        ("prophecy/three-players.moves", "buy Moth Cleaver", "buy rope; no wait, buy tin cup instead"),
        ("prophecy/three-players.moves", "buy Moth Cleaver", "buy rope; no, the cup"),
        # what comes later, what nearly was, and what others do
        ("prophecy/three-players.moves", "learn Stamina", "I will learn stamina next time"),
        ("prophecy/three-players.moves", "walk Plains 6", "I was going to walk to plains 6"),
        ("prophecy/three-players.moves", "use Old Stair", "the next player is going to love this"),
        ("prophecy/three-players.moves", "use Old Stair", "I'm done for"),
        ("prophecy/three-players.moves", "attack Cleo [accept / roll 1 6]", "Cleo will attack me"),
        # a card that isn't named, and dice that are only hoped for
        ("prophecy/three-players.moves", "chance Charity", "I draw a card"),
        ("prophecy/three-players.moves", "roll 1 6]", "come on, 6 1"),
        ("prophecy/three-players.moves", "roll 4 /", "I need a 4"),
        # two ways to make one move
        (*AT_BO, "attack Bo with strength and wills"),
        # what costs or brings something, and what is another player's
        ("enchanters/three-players.moves", "journey 1 Ridge Harpy", "take the glory"),
        ("four-player-game.moves", "\nplace", "place Bo's conjurer lumber mill"),
        ("four-player-game.moves", "\nplace", "let Bo choose"),
        # a sentence is no new unit's name
        ("mythic/two-players.moves", "recruit Marsh Serpent", "Anna recruits the ogre"),
        ("mythic/two-players.moves", "recruit Marsh Serpent", "not the ogre"),
        # the rest of a line says how the first is done, and it can't be done so
        ("mythic/two-players.moves", "activate Oak Warden", "activate the oak warden, simple"),
        # a price that is another one's, and what is no decision between the questions
        ("enchanters/three-players.moves", "use of Echoes / attack]", "use of echoes for 2 crystals"),
        ("enchanters/three-players.moves", "use of Echoes / attack]", "pay 2 crystals for echoes"),
        ("four-player-game.moves", "buy Buckler less", "the wolf is hungry"),
        # why something isn't done
        (
            "prophecy/three-players.moves",
            "fight Vampire Lord with Moth Cleaver [roll 1",
            "vampire lord is too strong",
        ),
        ("prophecy/three-players.moves", "fight Vampire Lord", "the vampire is too strong, end turn"),
        ("mythic/two-players.moves", "attack Storm Warden [evade", "C is a swamp"),
        # where something is or was, and questions without their mark
        ("mythic/two-players.moves", "attack Storm Warden [guard", "wall guard is in D"),
        ("mythic/two-players.moves", "attack Storm Warden [guard", "is the turn over"),
        ("mythic/two-players.moves", "attack Storm Warden [guard", "was that the end"),
        ("mythic/four-players.moves", "activate Reed Mother", "reed mother is off the board"),
        ("mythic/four-players.moves", "activate Reed Mother", "pass me the card"),
        ("prophecy/three-players.moves", "walk Village", "rope is in the village"),
        ("prophecy/three-players.moves", "walk Village", "I was in the village"),
        ("enchanters/three-players.moves", "journey 2 Stone Sling", "was it the sling"),
    ],
)
def test_what_nobody_meant_is_not_done(typing: Typing, script: str, until: str, line: str) -> None:
    assert typing(script, until, line) == []


@pytest.mark.parametrize(
    ("until", "line", "answers"),
    [
        ("walk Plains 14", "walk plains 14 and use the old stair", ["walk Plains 14", "use Old Stair"]),
        ("walk Plains 14", "Anna to plains 14, uses the old stair", ["walk Plains 14", "use Old Stair"]),
        ("work\n", "Bo walks plains 6 and uses the gem mine", ["walk Plains 6", "use Gem Mine"]),
        # where a way goes is enough where one way goes there, and a way that is taken is no thing
        ("walk Plains 14", "Anna to 14, uses the old stair", ["walk Plains 14", "use Old Stair"]),
        ("walk Plains 14", "I'll take a horse to the village", ["horse Village"]),
        ("walk Plains 14", "rent a horse", []),
        # in the rulebook's words
        ("walk Plains 14", "I do some dirty labour here, end", ["work", "end turn"]),
        ("walk Plains 14", "14", []),
    ],
)
def test_a_way_is_read_with_what_is_done_behind_it(typing: Typing, until: str, line: str, answers: list[str]) -> None:
    assert typing("prophecy/three-players.moves", until, line) == answers


@pytest.mark.parametrize(
    ("script", "until", "lines", "added"),
    [
        (
            "prophecy/three-players.moves",
            "chance Charity",
            ["mountains; walk plains 14; use old stair; end", "goat thief", "is it far?", "ghost; ogre", "warrior"],
            ["walk Plains 14", "use Old Stair", "end turn"],
        ),
        (
            "prophecy/three-players.moves",
            "fight Goat Thief",
            ["fight thief with the cleaver; then Anna ends her turn", "4", "6 1"],
            ["roll 4", "roll 6 1", "end turn"],
        ),
        ("prophecy/three-players.moves", "chance Open", ["open training; stay; end", "undo"], []),
        # a power that can be used first: where the unit goes waits, called by its letter alone
        (
            "mythic/two-players.moves",
            "activate Standard Bearers simple [no]",
            ["standard bearers d; end", ""],
            ["no", "walk D", "end turn", "draw"],
        ),
        # the fight is lost, and with it the turn: nothing of it is done in Bo's
        (
            "prophecy/three-players.moves",
            "fight Goat Thief",
            ["fight thief with the cleaver; end turn; work", "4", "1 6", "good times"],
            ["roll 4", "roll 1 6", "chance Good Times"],
        ),
    ],
)
def test_the_rest_of_a_line_waits_for_a_question_between(
    typing: Typing, capsys: pytest.CaptureFixture[str], script: str, until: str, lines: list[str], added: list[str]
) -> None:
    """It is told what waits; whatever decides nothing leaves it, `undo` and another player's turn drop it."""
    read = typing(script, until, *lines)
    assert read[len(read) - len(added) :] == added
    assert "Kept until this is answered: " in (told := capsys.readouterr().out)
    assert ("Not entered: " in told) == (lines[-1] in ("undo", "good times"))


@pytest.mark.parametrize(
    ("until", "line", "answers"),
    [
        ("walk Plains 14", "not plains 14, forest 12", ["walk Forest 12"]),
        ("walk Plains 14", "I'm not going to plains 14, I stay", ["stay"]),
        ("walk Plains 14", "stay, don't walk", ["stay"]),
        ("use Old Stair", "don't use the old stair, end turn", ["end turn"]),
        ("use Old Stair", "don't end my turn, use the stair", ["use Old Stair"]),
        ("buy Moth Cleaver", "buy nothing, next", ["end turn"]),
        ("attack Cleo [accept / roll 1 6]", "leave Cleo alone, end turn", ["end turn"]),
        ("roll 6 1]\nend turn\nchance Good", "don't throw the cleaver, 6 1", ["roll 6 1"]),
        ("walk Plains 14", "don't walk", []),
        ("walk Plains 14", "not plains 14", []),
    ],
)
def test_what_is_left_alone_is_said_beside_what_is_done(
    typing: Typing, until: str, line: str, answers: list[str]
) -> None:
    assert typing("prophecy/three-players.moves", until, line) == answers


TRADED = ["chance Tradesman", "Rope", "Tin Cup", "Dagger"]


@pytest.mark.parametrize(
    ("until", "line", "answers"),
    [
        ("chance Charity", "tradesman with Rope (3), Tin Cup (2), Dagger (4)", TRADED),
        ("chance Charity", "tradesman: rope for 3, tin cup for 2, dagger for 4 gold", TRADED),
        ("chance Charity", "tradesman - rope costs 3, tin cup and dagger", TRADED),
        ("chance Charity", "tradesman; Rope 3 gold; Tin Cup 2 gold; Dagger 5 gold", TRADED[:3]),
        ("chance Charity", "magical breeze - then I walk to plains 14", ["chance Magical Breeze", "walk Plains 14"]),
        ("chance Charity", "kindly wind (all heal)", ["chance Kindly Wind"]),
        ("chance Charity", "monastery: Night Vigil costs 3", ["chance Monastery", "Night Vigil"]),
        ("chance Charity", "charity - everyone gets 3 gold", []),
        ("use Old Stair", "that's it for me now", ["end turn"]),
        ("use Old Stair", "if I use the stair what do I get", []),
    ],
)
def test_prices_dashes_and_remarks_in_brackets_stand_beside_answers(
    typing: Typing, until: str, line: str, answers: list[str]
) -> None:
    assert typing("prophecy/three-players.moves", until, line) == answers


@pytest.mark.parametrize(
    ("script", "until", "line", "answers"),
    [
        # two in a row with no separator
        (
            "mythic/two-players.moves",
            "place Standard Bearers",
            "bearers a ford slingers b",
            ["place Standard Bearers A", "place Ford Slingers B", "draw"],
        ),
        (
            "mythic/two-players.moves",
            "activate Barrow Guard simple",
            "barrow guard j end",
            ["activate Barrow Guard simple", "walk J", "end turn", "draw"],
        ),
        (
            "prophecy/three-players.moves",
            "Toll Ogre / Undead Warrior",
            "toll ogre undead warrior",
            ["Toll Ogre", "Undead Warrior"],
        ),
        # a way of saying it
        (
            "mythic/two-players.moves",
            "activate Barrow Guard simple",
            "pass and take a card",
            ["pass and draw", "draw"],
        ),
        ("mythic/two-players.moves", "activate Stone Thrower simple", "search for a card", ["Anna: buy search"]),
        (
            "enchanters/three-players.moves",
            "journey 3 of Ash",
            "take card no 3, next one is a rock ape",
            ["journey 3 of Ash", "Rock Ape", "end turn"],
        ),
        # nothing else than is said is done, and nothing is left out of it
        ("four-player-game.moves", "trade 3 wood stone /", "swap 5 wood to stone", []),
        ("prophecy/three-players.moves", "learn Stamina", "I need stamina", []),
        ("prophecy/three-players.moves", "chance Charity", "good times for everybody", []),
        (
            "enchanters/three-players.moves",
            "journey 3 Spark Imp",
            "imp; whip and embers and attack",
            ["journey 3 Spark Imp", "strike"],
        ),
        ("enchanters/three-players.moves", "Cleo / Spark Imp / Marsh", "bo, he gives the ridge harpy", []),
    ],
)
def test_run_on_answers_and_what_is_no_answer(
    typing: Typing, script: str, until: str, line: str, answers: list[str]
) -> None:
    assert typing(script, until, line) == answers


def test_what_stands_between_two_moves_is_not_lost(typing: Typing) -> None:
    """The stone can't be claimed in the cold: the turn isn't ended without it."""
    begun = ["activate Barrow Guard simple", "walk H"]
    line = "barrow guard walks to h, takes the stone and ends"
    assert typing("mythic/two-players.moves", "activate Barrow Guard simple\nwalk H", line) == begun


@pytest.mark.parametrize(
    ("until", "line", "proposed"),
    [
        ("activate Barrow Guard simple\nwalk H", "barow gard to M", "activate Barrow Guard simple; to M"),
    ],
)
def test_a_misspelt_name_is_proposed_with_what_is_done(
    typing: Typing, capsys: pytest.CaptureFixture[str], until: str, line: str, proposed: str
) -> None:
    assert typing("mythic/two-players.moves", until, line) == []
    assert f"Did you mean {proposed}?" in capsys.readouterr().out


@pytest.mark.parametrize("plain", [False, True])
def test_enter_isnt_the_usual_answer_while_a_refused_line_stands_there_to_edit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plain: bool
) -> None:
    """The prompt said "[Enter: end turn]", but Enter sent the refused line once more."""
    save = play_example("enchanters/three-players.moves", "journey 3 Spark Imp", tmp_path)
    lines, asked = ["4; 0; xyzzy: 7", "quit"], list[tuple[str, str]]()

    def read(self: Person, prompt: str, words: object, default: str = "") -> str:
        asked.append((prompt, default))
        return lines.pop(0)

    monkeypatch.setattr(Person, "_line", read)
    monkeypatch.setattr("referee.play.person.has_terminal", lambda: True)
    screen = Screen(plain=plain)
    play(open_table(save, screen), Person(screen))
    prompt, stands = asked[-1]
    assert (stands != "", "[Enter:" in prompt) == (True, plain), asked


@pytest.mark.parametrize(
    ("script", "until", "lines", "added"),
    [
        (MYTHIC, "activate Twin Blades complex", ["twin blades come in at M", "no, at L", ""], ["deploy L"]),
        (MYTHIC, "activate Twin Blades complex", ["twin blades come in at M", "no, to J"], ["deploy M"]),
        (MYTHIC, "attack Barrow Guard [5 4", ["attack guard", "5 5 4 2", "no, 5 5 4 3", ""], ["5 5 4 3"]),
        (MYTHIC, "walk J\n", ["walk J", "no, it stays"], ["walk J"]),
        (
            PROPHECY,
            "chance City Merchant",
            ["city merchant", "no, it was open training", ""],
            ["chance Open Training"],
        ),
        (
            "four-player-game.moves",
            "[sacrifice Torchbearer for food]",
            ["torchbearer for food", "no, torchbearer for wood", ""],
            ["sacrifice Torchbearer for stone and wood"],
        ),
        (PROPHECY, "chance City Merchant", ["city merchant", "no, it costs 3 gold"], ["chance City Merchant"]),
        (
            "four-player-game.moves",
            "place conjurer valhalla",
            ["conj valhalla", "no wait, duat", ""],
            ["place conjurer duat"],
        ),
    ],
)
def test_a_no_where_nothing_was_asked_ends_no_turn_and_declines_nothing(
    typing: Typing, script: str, until: str, lines: list[str], added: list[str]
) -> None:
    """ "No, at L" replaces the last answer, if that had such a one, or is refused; it ended the turn."""
    assert typing(script, until, *lines)[-1:] == added


@pytest.mark.parametrize("line", ["no no, market", "sorry, market", "actually the market", "ah no market"])
def test_what_another_player_takes_back_isnt_done_by_the_next(
    typing: Typing, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    """ "Sorry, market" placed the next player's figure there."""
    placed = typing("four-player-game.moves", "place conjurer valhalla", "conj valhalla", line)
    assert placed == ["place conjurer valhalla"]
    assert "Take the last answer back, and then place conjurer marketplace?" in " ".join(
        capsys.readouterr().out.split()
    )


def test_a_no_behind_a_summons_takes_no_outfit_of_what_is_summoned_already(typing: Typing) -> None:
    """Its equipment was asked for again, of a creature that was no longer in hand, and the program ended."""
    assert typing("four-player-game.moves", "summon Skadi", "skadi 3", "no, pass") == ["summon Skadi 3"]


@pytest.mark.parametrize("line", ["0 2", "oh no, 0 2", "no, 0 2"])
def test_a_no_in_front_of_dice_takes_nothing_back(typing: Typing, line: str) -> None:
    script, until = "four-player-game.moves", "move Snow Fox 2 [0 2 / 2 2]"
    assert typing(script, until, "move snow fox 2", line, "2 2")[1:3] == ["0 2", "2 2"]


@pytest.mark.parametrize("line", ["anna walks to the forest 4", "he takes the bow", "I fight the ghost: 5 against 2"])
def test_a_sentence_about_a_player_is_no_new_cards_name(typing: Typing, line: str) -> None:
    assert typing(PROPHECY, "chance City Merchant", "city merchant", line) == ["chance City Merchant"]


@pytest.mark.parametrize("name", ["She Wolf Pelt", "He Who Waits"])
def test_a_cards_name_may_begin_like_a_sentence_about_somebody(typing: Typing, name: str) -> None:
    added = typing(PROPHECY, "chance City Merchant", "city merchant", f"{name}: item, common, costs 3")
    assert added[1].startswith(name)


@pytest.mark.parametrize(
    ("line", "second"),
    [
        ("Brew: 3; Thors Hammer", "Thor's Hammer"),
        ("Brew: 3, Sword of Smiting", "Sword of Smiting"),
        ("Drum 4, Sword of Smiting", "Sword of Smiting"),
        ("Brew 3 and Drum 4", "Drum: item, rare, costs 4"),
        ("Brew 3, Drum 4", "Drum: item, rare, costs 4"),
    ],
)
def test_a_known_card_or_one_with_its_price_is_a_second_card(typing: Typing, line: str, second: str) -> None:
    assert typing(PROPHECY, "chance City Merchant", "city merchant", line)[2:] == [second]


def test_what_can_be_answered_here_is_never_called_no_answer(
    typing: Typing, capsys: pytest.CaptureFixture[str]
) -> None:
    typing(*AT_SLINGERS, "attack barrow guard; 5 4 3 2", "no, best")
    assert "is no answer here" not in capsys.readouterr().out


def test_what_follows_the_printed_values_after_a_comma_is_no_second_card(typing: Typing) -> None:
    """ "Heals 2 health" became the name of the next card, and the first lost its effect."""
    added = typing(PROPHECY, "chance City Merchant", "city merchant", "Brew, 3, potion, heals 2 health")
    assert added == ["chance City Merchant", "Brew"]  # when it heals is asked
