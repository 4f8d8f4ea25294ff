"""Cards learnt at the table are remembered in the group's own deck, once, and never over what it says."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from referee.cards.remember import Memory
from referee.cli import build
from referee.games.conjurers import GAME as CONJURERS
from referee.games.conjurers.cards.cards import Card, CreatureEntry, ItemEntry, load_deck
from referee.games.conjurers.cards.language import CARDS, learnt_by
from referee.games.conjurers.rules.state import GameState, Player
from referee.preferences import VARIABLE, is_shipped
from referee.saves import table

SEATS = ("--player", "Anna:worker", "--player", "Bo:merchant", "--locked", "norse, greek")
DEALT = ("--dealt", "Anna: Wolf, Imp, Viper", "--dealt", "Bo: Raven, Bear, Boar")
OURS = """\
# Our cards. Typed in on a Friday.
game = "conjurers"
kind = "deck"

[[creature]]
name = "Imp" # the small one
level = 1
hp = 4
bd = 2
abilities = ["burning 1"]
"""
WOLF = CreatureEntry(name="Wolf", level=1, hp=5, bd=2, abilities=("first strike",))


def run(command: str, *arguments: object, code: int = 0) -> Result:
    result = CliRunner().invoke(build([command]), [command, *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == code, result.stdout + result.stderr
    return result


def told(result: Result) -> str:
    """What was said, without the wrapping."""
    return " ".join(result.stdout.split())


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the deck of the preferences is; nothing is there yet."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "home" / "config.toml"))
    monkeypatch.setenv("COLUMNS", "300")  # paths stay on one line
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home" / "conjurers-cards.toml"


def begin(save: str = "friday.toml", deck: str = "none") -> Path:
    """A game in which the next thing is that Wolf is summoned, of whose card nothing is known."""
    run("new", save, *SEATS, *DEALT, "--dice", "entered", "--draws", "table", "--deck", deck, "--yes")
    run(
        "do",
        save,
        "place conjurer duat",
        "place conjurer blacksmith",
        "place worker stone mine",
        "place merchant wood storage",
        "resolve worker",
        "resolve conjurer",
    )
    run("do", save, "Sphinx [3 / referee]", "summon Minion 1")
    return Path(save)


def cards(deck: Path) -> list[tuple[Any, ...]]:
    data = tomllib.loads(deck.read_text(encoding="utf-8"))
    return [(card["name"], card["hp"], card["bd"]) for card in data.get("creature", [])]


SUMMON = "summon Wolf 1 [5/2, first strike / 2 2 / 1 1 0]"


def test_a_card_learnt_is_in_the_deck_of_the_preferences_and_known_in_the_next_game(place: Path) -> None:
    said = run("do", begin(), SUMMON)
    assert "Wolf is remembered for later games" in told(said)
    assert load_deck(place).creature("Wolf", "deck").abilities == {"first strike": 1}
    run("do", "friday.toml", "summon Sphinx 2 [11/3]")
    assert cards(place) == [("Wolf", 5, 2), ("Sphinx", 11, 3)]
    run("new", "saturday.toml", *SEATS, *DEALT, "--dice", "entered", "--draws", "table", "--yes")
    setup = tomllib.loads(Path("saturday.toml").read_text(encoding="utf-8"))["setup"]
    assert setup["deck"] == str(place)
    assert [card["name"] for card in setup["creatures"]] == ["Wolf", "Sphinx"]


def test_a_deck_named_at_the_start_is_the_one_that_grows_and_its_comments_stay(place: Path) -> None:
    deck = Path("ours.toml")
    deck.write_text(OURS, encoding="utf-8")
    said = run("do", begin(deck="ours.toml"), SUMMON)
    assert "Wolf is remembered for later games" in told(said)
    assert cards(deck) == [("Imp", 4, 2), ("Wolf", 5, 2)]
    assert deck.read_text(encoding="utf-8").startswith(OURS)
    assert not place.exists()


def test_a_deck_beside_the_save_is_found_from_another_folder(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("ours.toml").write_text(OURS, encoding="utf-8")
    save = begin(deck="ours.toml").resolve()
    elsewhere = save.parent / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    run("do", save, SUMMON)
    assert cards(save.with_name("ours.toml")) == [("Imp", 4, 2), ("Wolf", 5, 2)]


def test_nothing_is_written_on_a_dry_run_or_where_no_deck_is_wanted(place: Path) -> None:
    save = begin()
    run("do", save, SUMMON, "--dry-run")
    assert not place.exists()
    run("config", "deck", "none")
    assert "remembered" not in run("do", save, SUMMON).stdout
    assert not place.exists()


def test_a_deck_that_says_otherwise_stays_as_it_is(place: Path) -> None:
    save = begin()
    place.parent.mkdir(exist_ok=True)
    place.write_text(OURS.replace("Imp", "Wolf"), encoding="utf-8")
    before = place.read_bytes()
    said = told(run("do", save, SUMMON))
    assert "has another creature Wolf: level 1, 4/2, burning 1; it stays" in said
    assert "referee cards edit" in said
    assert place.read_bytes() == before


def test_a_deck_that_is_gone_or_spoilt_does_not_stop_the_game(place: Path) -> None:
    deck = Path("ours.toml")
    deck.write_text(OURS, encoding="utf-8")
    save = begin(deck="ours.toml")
    deck.unlink()
    assert "note: new cards are kept in this game only: ours.toml" in told(run("do", save, SUMMON))
    deck.write_text("game = [", encoding="utf-8")
    assert "kept in this game only" in told(run("do", save, "summon Sphinx 2 [11/3]"))
    assert deck.read_text(encoding="utf-8") == "game = ["
    assert "agree" in run("verify", save).stdout


def test_a_place_that_takes_no_deck_does_not_stop_the_game(place: Path) -> None:
    save = begin()
    place.mkdir(parents=True)
    assert "kept in this game only" in told(run("do", save, SUMMON))
    assert "agree" in run("verify", save).stdout


def test_hit_points_and_dice_that_look_swapped_are_noted_when_they_are_typed(place: Path) -> None:
    said = told(run("do", begin(), "summon Wolf 1 [2/5, flying]"))
    assert "note: Wolf: 2/5 is 2 hit points and 5 battle dice; swapped?" in said
    quiet = told(run("do", begin("again.toml"), SUMMON))
    assert "note" not in quiet


def test_a_card_undone_later_is_told_with_the_command_that_takes_it_out(place: Path) -> None:
    save = begin()
    run("do", save, SUMMON)
    said = told(run("undo", save))
    assert f"note: Wolf stays among your cards ({place.name}); referee cards remove takes it out" in said
    assert str(place) not in said
    run("redo", save)
    assert cards(place) == [("Wolf", 5, 2)]


def test_a_card_undone_at_the_prompt_is_taken_out_and_put_right(place: Path, tmp_path: Path) -> None:
    moves = tmp_path / "moves.txt"
    moves.write_text(f"{SUMMON.replace('5/2', '9/2')}\nundo 4\n{SUMMON}\n", encoding="utf-8")
    said = told(run("play", begin(), "--moves", moves))
    assert "Wolf is no longer remembered for later games." in said
    assert cards(place) == [("Wolf", 5, 2)]


def test_an_amended_card_is_put_right_in_the_deck(place: Path) -> None:
    save = begin()
    run("do", save, SUMMON)
    run("amend", save, 9, SUMMON.replace("5/2", "6/2"))
    assert cards(place) == [("Wolf", 6, 2)]


# --- what is remembered of a game -----------------------------------------------------------------


def game(**known: Any) -> GameState:
    return GameState([Player("Anna", []), Player("Bo", [])], **known)


def test_second_copies_count_as_one_card_with_copies() -> None:
    found = learnt_by(game(learnt_creatures=[WOLF, CreatureEntry(name="Wolf #2", level=1, hp=5, bd=2)]))
    assert list(found.values()) == [
        CreatureEntry(name="Wolf", level=1, hp=5, bd=2, abilities=("first strike",), copies=2)
    ]


def test_items_have_their_price_and_artifacts_are_known_as_such() -> None:
    items = [ItemEntry(name="Dirk", abilities=("power hit 1",)), ItemEntry(name="mandjet", abilities=("flying",))]
    found = learnt_by(game(learnt_items=items, prices={"dirk": {"iron": 2}, "Club": {"wood": 1}}))
    dirk, mandjet = found.values()
    assert (dirk, type(mandjet).__name__, mandjet.name) == (
        ItemEntry(name="Dirk", abilities=("power hit 1",), cost={"iron": 2}),
        "ArtifactEntry",
        "Mandjet",
    )


def test_what_a_deck_leaves_open_is_filled_in_and_the_rest_stays() -> None:
    there = ItemEntry(name="DIRK", abilities=("power hit 1",))
    card = ItemEntry(name="Dirk", abilities=("power hit 2",), cost={"iron": 2})
    assert CARDS.filled(there, card) == ItemEntry(name="DIRK", abilities=("power hit 1",), cost={"iron": 2})
    assert CARDS.contradicts(CARDS.filled(there, card), card)
    assert not CARDS.contradicts(card, ItemEntry(name="Dirk", cost={"iron": 2}))


def memory(deck: str, save: Path, known: dict[str, Card], say: Callable[[str], None]) -> Memory[Card]:
    found = table.memory(CONJURERS, deck, save, known, say)
    assert found is not None
    return found


def test_a_price_learnt_after_the_abilities_reaches_the_deck(tmp_path: Path) -> None:
    deck, said = tmp_path / "ours.toml", list[str]()
    deck.write_text(OURS, encoding="utf-8")
    kept = memory(str(deck), tmp_path / "save.toml", learnt_by(game()), said.append)
    items = [ItemEntry(name="Dirk", abilities=("power hit 1",))]
    kept.remember(learnt_by(game(learnt_items=items)))
    assert tomllib.loads(deck.read_text(encoding="utf-8"))["item"] == [{"name": "Dirk", "abilities": ["power hit 1"]}]
    kept.remember(learnt_by(game(learnt_items=items, prices={"Dirk": {"iron": 2, "wood": 1}})))
    assert load_deck(deck).equipment["dirk"].name == "Dirk"
    assert tomllib.loads(deck.read_text(encoding="utf-8"))["item"][0]["cost"] == {"iron": 2, "wood": 1}
    assert len(said) == 2


def test_two_games_that_learn_at_once_both_reach_the_deck(tmp_path: Path) -> None:
    deck = tmp_path / "ours.toml"
    deck.write_text(OURS, encoding="utf-8")
    one, other = (
        memory(str(deck), tmp_path / name, learnt_by(game()), lambda text: None) for name in ("a.toml", "b.toml")
    )
    one.remember(learnt_by(game(learnt_creatures=[WOLF])))
    other.remember(learnt_by(game(learnt_creatures=[WOLF, CreatureEntry(name="Owl", level=1, hp=3, bd=1)])))
    assert cards(deck) == [("Imp", 4, 2), ("Wolf", 5, 2), ("Owl", 3, 1)]
    assert (deck.with_name("ours.toml.bak")).exists()
    one.remember(learnt_by(game()))
    assert cards(deck) == [("Imp", 4, 2), ("Owl", 3, 1)]  # the one that wrote Wolf takes it back
    other.remember(learnt_by(game()))
    assert cards(deck) == [("Imp", 4, 2)]


def test_nothing_is_said_of_a_card_that_the_deck_has_so(tmp_path: Path) -> None:
    deck, said = tmp_path / "ours.toml", list[str]()
    deck.write_text(OURS, encoding="utf-8")
    imp = CreatureEntry(name="imp", level=1, hp=4, bd=2, abilities=("burning 1",))
    memory(str(deck), tmp_path / "save.toml", learnt_by(game()), said.append).remember(
        learnt_by(game(learnt_creatures=[imp]))
    )
    assert (said, deck.read_text(encoding="utf-8")) == ([], OURS)


# --- battles --------------------------------------------------------------------------------------


FENRIR = "Fenrir: norse 5, 14/4, frost attack"
SET_UP = f"duel\nentered\nnone\nAnna\nBo\n{FENRIR}; Dirk: power hit 1, costs 2 iron\n"


def fight(answers: str, *options: str, record: str = "duel.toml") -> str:
    Path("battle.moves").write_text(answers, encoding="utf-8")
    return told(run("battle", record, "--moves", "battle.moves", *options))


def test_cards_typed_for_a_battle_are_remembered_and_known_in_the_next(place: Path) -> None:
    assert "remembered" not in fight(SET_UP)
    assert "Fenrir, Rat and Dirk are remembered for later games" in fight("Rat: level 1, 4/1, flying;")
    deck = load_deck(place)
    assert deck.creature("Fenrir", "deck").hp == 14
    assert tomllib.loads(place.read_text(encoding="utf-8"))["item"][0]["cost"] == {"iron": 2}
    assert "remembered" not in fight("summon Fenrir 1")
    assert "remembered" not in fight("duel\nentered\nnone\nAnna\nBo\nfen; Dirk\nrat;", record="again.toml")
    data = tomllib.loads(Path("again.toml").read_text(encoding="utf-8"))
    assert [card["name"] for card in data["attacker"]["creatures"]] == ["Fenrir"]


def test_a_battle_leaves_what_a_deck_says(place: Path) -> None:
    deck = Path("ours.toml")
    deck.write_text(OURS, encoding="utf-8")
    said = fight(f"{SET_UP}Imp: level 1, 9/9, flying;", "--deck", "ours.toml")
    assert "Fenrir and Dirk are remembered for later games" in said
    assert "ours.toml has another creature Imp: level 1, 4/2, burning 1; it stays" in said
    assert deck.read_text(encoding="utf-8").startswith(OURS)
    assert not place.exists()


def test_a_card_of_a_battle_that_is_taken_back_is_taken_out_again(place: Path) -> None:
    said = fight(f"{SET_UP}Rat: level 1, 4/1, flying;\nundo\nOwl: level 1, 4/1, flying;\n")
    assert "Rat is no longer remembered for later games." in said
    assert cards(place) == [("Fenrir", 14, 4), ("Owl", 4, 1)]


def test_a_battle_that_wants_no_deck_writes_none(place: Path) -> None:
    run("config", "deck", "none")
    assert "remembered" not in fight(f"{SET_UP}Rat: level 1, 4/1, flying;")
    assert not place.exists()


# --- the next game --------------------------------------------------------------------------------


def test_a_deck_that_is_not_whole_leaves_the_drawing_to_the_table(place: Path) -> None:
    """The program can deal only cards that it knows."""
    run("do", begin(), SUMMON)
    run("new", "saturday.toml", *SEATS, *DEALT, "--yes")
    setup = tomllib.loads(Path("saturday.toml").read_text(encoding="utf-8"))["setup"]
    assert (setup["deck"], setup.get("draws", "table")) == (str(place), "table")


def test_a_game_with_elements_tells_which_cards_lack_theirs(place: Path) -> None:
    run("do", begin(), SUMMON)
    elements = ("--optional-rules", "elements", "--yes")
    assert "no element is known of Wolf;" in told(run("new", "saturday.toml", *SEATS, *DEALT, *elements))
    run("cards", "edit", place, "Wolf", "earth")
    assert "no element" not in told(run("new", "sunday.toml", *SEATS, *DEALT, *elements))


# --- the program's own examples -------------------------------------------------------------------


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """A deck among the examples of a clone, as the README begins a game with one."""
    clone = tmp_path / "clone"
    for folder in ("referee", "examples"):
        (clone / folder).mkdir(parents=True)
    (clone / "referee" / "__init__.py").touch()
    deck = clone / "examples" / "sample-deck.toml"
    deck.write_text(OURS, encoding="utf-8")
    return deck


@pytest.mark.parametrize("way", ["clone/examples/sample-deck.toml", "link.toml"])
def test_a_shipped_example_stays_as_it_is_and_the_groups_deck_learns(place: Path, example: Path, way: str) -> None:
    Path("link.toml").symlink_to(example)
    said = run("do", begin(deck=way), SUMMON)
    assert "Wolf is remembered for later games" in told(said)
    assert cards(place) == [("Wolf", 5, 2)]
    assert example.read_text(encoding="utf-8") == OURS
    run("undo", "friday.toml")
    run("do", "friday.toml", SUMMON.replace("5/2", "6/2"))
    assert cards(place)[0][0] == "Wolf"
    assert example.read_text(encoding="utf-8") == OURS


def test_a_shipped_example_as_the_preferred_deck_stays_as_it_is_too(place: Path, example: Path) -> None:
    run("config", "deck", example)
    said = told(run("do", begin(), SUMMON))
    assert f"new cards are kept in this game only: {example} is an example" in said
    assert example.read_text(encoding="utf-8") == OURS
    assert not place.exists()


def test_without_a_deck_the_game_alone_knows_what_a_shipped_example_lacks(place: Path, example: Path) -> None:
    run("config", "deck", "none")
    run("do", begin(deck="clone/examples/sample-deck.toml"), SUMMON)
    assert example.read_text(encoding="utf-8") == OURS
    assert not place.exists()


def test_a_copy_of_an_example_is_somebodys_own(place: Path, example: Path) -> None:
    Path("ours.toml").write_bytes(example.read_bytes())
    run("do", begin(deck="ours.toml"), SUMMON)
    assert cards(Path("ours.toml")) == [("Imp", 4, 2), ("Wolf", 5, 2)]


def test_the_examples_of_this_clone_are_known_as_such(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    assert is_shipped(root / "examples" / "sample-deck.toml")
    assert is_shipped(root / "examples" / "enchanters" / "sample-deck.toml")
    (tmp_path / "examples").mkdir()
    assert not is_shipped(tmp_path / "examples" / "sample-deck.toml")
