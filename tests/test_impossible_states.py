"""States and set-ups that can't be, in saves that nobody has changed: no check ends a game, `verify` finds them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_type_hints

import msgspec
import pytest
from msgspec.structs import replace

from referee import games
from referee.declaration.game import Finding, Game, Rules
from referee.errors import BadInput, Unreadable
from referee.files.files import Data, convert
from referee.games.enchanters.rules import state as enchanters
from referee.games.mythic.rules import state as mythic
from referee.games.mythic.units.unit import Unit
from referee.games.prophecy.fights.state import Bonus
from referee.games.prophecy.rules import state as prophecy
from referee.play.notation import readings
from referee.saves.edits import apply_edits
from referee.saves.layout import Writer, marks_of
from referee.saves.save import OpenSave
from tests.old_saves import run
from tests.shipped import shipped

TWO = "two-player-game.moves"
"""A game of Conjurers for two, in which some mythologies and a resource are out."""
CREATURE = '{"name": "Ox", "level": 2, "mythology": "norse"}'
TINS = str([f"Tin {number}" for number in range(30)]).replace("'", '"')
CARD = '{"name": "Ox", "level": 2, "hp": 3, "bd": 1, "mythology": "norse"}'
OF_ANY = (
    ("setup players.1 = {FIRST}", "two players are called Anna"),
    ('state players.0.name = "Zed"', "its players are not those of the set-up"),
)
"""What can't be of any game: who plays."""
SPOILT: Sequence[tuple[str, int, str, str]] = (
    # Conjurers
    ("conjurers", 12, f"setup creatures.0 = {CARD}; creatures.1 = {CARD}", "creatures: Ox is listed twice"),
    ("conjurers", 12, "setup dealt = []", "dealt: hands for 0 players"),
    ("conjurers", 12, 'setup locked = ["norse"]', "locked: norse"),
    ("conjurers", 12, 'setup dealt.0 = ["Wolf"]', "dealt: 1 creatures for Anna"),
    ("conjurers", 12, 'setup unlock = {"moon": 2}', 'unlock: there is no space "moon"'),
    (TWO, 12, "setup tournament = true", "tournament: it is for 4 players"),
    ("conjurers", 12, 'setup creatures.0.abilities = ["moo"]', 'there is no ability "moo"'),
    ("conjurers", 12, "state holder = 7", "there is no player 7"),
    ("conjurers", 12, "state players.1.left = true", "Bo has left the game and keeps neither"),
    ("conjurers", 12, 'state players.1.assistants = ["worker", "worker"]', "Bo's assistants: worker twice"),
    ("conjurers", 12, 'state gone = ["Wolf"]', "Wolf is with Anna and out of the game"),
    (TWO, 12, 'state players.0.resources = {"sapphire": 2}', "Anna's sapphire: there is none in this game"),
    ("conjurers", 12, 'state players.0.items = ["Cornucopia"]', "Anna's items: Cornucopia is an artifact"),
    ("conjurers", 12, 'state mines = {"moon": 0}', 'there is no "moon" in this game'),
    ("conjurers", 12, 'setup sacrificed_return = true / state gone = ["Golem"]', "Golem is out of the game; sacr"),
    ("conjurers", 12, f"state faces = [{CREATURE}, {CREATURE}]", "faces: Ox is listed twice"),
    ("conjurers", 12, f"state faces = [{CREATURE}]; learnt_creatures = [{CARD}, {CARD}]", "learnt_creatures: Ox"),
    ("conjurers", 12, 'state prices = {"Dirk": {}}', "prices: Dirk costs nothing"),
    ("conjurers", 12, f"state players.0.items = {TINS}", "can't be one more"),
    ("conjurers", 12, 'state smiths = {"Moon": true}', 'nothing is known of a creature "Moon"'),
    ("conjurers", 12, "state draws = 3", "in this game the table draws"),
    ("conjurers", 12, 'state placed.0.space = "moon"', 'this game has no space "moon"'),
    ("conjurers", 12, "state order = [0, 0, 1, 2]", "order: it names every player"),
    ("conjurers", 12, 'state figures.0.space = "tavern"', "is to be resolved, and isn't placed there"),
    ("conjurers", 12, 'state stage = "over"', "the game is over in turn 1"),
    ("conjurers", 12, 'state finished = {"final": 0}', "there is no tournament in turn 1"),
    ("conjurers", 12, 'state players.1.items = ["Dirk"]; players.0.items = ["Dirk"]', "Dirk lies in two places"),
    ("conjurers", 60, "state contest.defender = 1", "Bo can't fight a battle alone"),
    # Enchanters
    ("enchanters", 12, "setup cards = []", "cards: Fist, an item, is missing"),
    ("enchanters", 12, 'setup track.1 = "Soot Cloak"', "track: Soot Cloak is listed twice"),
    ("enchanters", 12, 'setup village.rules = ["moo"]', "Lantern Hill: "),
    ("enchanters", 12, "setup cards.5.two = 99", "cards can't be marked 2"),
    ("enchanters", 12, 'setup kingdoms.1 = "Ashmoor"', "kingdoms: Ashmoor is listed twice"),
    ("enchanters", 12, 'setup track.0 = "Bog Imp"', "it is set aside and goes back under the deck"),
    ("enchanters", 12, 'setup names.3 = "Moon"', "names: Moon isn't a known card"),
    ("enchanters", 12, 'setup draws = "program"', "names: "),
    ("enchanters", 12, "state over = true", "the game isn't over while cards are left"),
    ("enchanters", 12, 'state players.0.items.0 = "Moon"', "Anna's Moon isn't a known card"),
    ("enchanters", 12, "state turn = 2", "it is "),
    ("enchanters", 12, 'state players.0.items = ["Fist", "Fist"]', "Fist lies in two places"),
    ("enchanters", 12, 'state used = ["Moon/1"]', 'used: there is no action "Moon/1"'),
    ("enchanters", 12, 'state taking = "Moon"', "lies between track and pile only while it is being taken"),
    ("enchanters", 12, 'state learnt = [{"name": "Moon", "type": "dragon"}]', "Moon: needs health and strength"),
    ("enchanters", 12, 'state graveyard = ["Moon"]', "Moon lies in the graveyard and isn't a known card"),
    ("enchanters", 12, "state deck = 99", "the adventure deck can't have 99 cards"),
    # Prophecy
    ("prophecy", 12, "setup teams = true", "teams are for four players"),
    ("prophecy", 12, "setup sizes.artifact = 2", "five are needed"),
    ("prophecy", 12, "state collector = 4", "collector: there is no player 4"),
    ("prophecy", 12, 'state spaces.0.abilities = ["Stealth"]', "Stealth lies in two places"),
    ("prophecy", 12, "state active = 7", "active: there is no player 7"),
    ("prophecy", 12, 'state players.0.items = ["Rope", "Rope"]', "Rope lies in two places"),
    ("prophecy", 12, "state over = true; won = [0]", "nobody has won by the Artifacts held"),
    ("prophecy", 12, 'state players.0.artifacts = ["A", "B", "C", "D", "E", "F"]', "6 Artifacts are held"),
    ("prophecy", 12, 'state spaces.1.cards = [{"name": "Ghost"}]', "Adventure cards lie on terrain only"),
    ("prophecy", 12, "state players.0.space = 0", "Anna's hero stands on no space"),
    ("prophecy", 12, 'state players.0.items = ["Moon"]', "Moon isn't a known card"),
    ("prophecy", 12, "state planes.0.closed = true", "0 Artifacts are out of their planes, and 1 planes are closed"),
    ("prophecy", 12, "state decks.chance.count = 99", "the chance deck has 99 cards"),
    # Mythic Battles
    ("mythic", 30, "state pieces.0.vitality = 19", "vitality: 19; it can be 0 to 9"),
    ("mythic", 30, "setup teams = true", "teams are for four players"),
    ("mythic", 30, 'setup tokens = [["Moon", "x"]]', "a token lies in Moon"),
    ("mythic", 30, 'state pieces.0.area = "Moon"', "stands in Moon, which isn't on the map"),
    (
        "mythic",
        30,
        'state spots.A = {"tokens": [{"name": "Moon", "unit": "", "owner": 0}]}',
        "Moon in A isn't a token",
    ),
)
"""A shipped game, how far it is played, what of its set-up and state is spoilt, and what is said of it."""


EVERY = [*SPOILT, *((name, 12 if name != "mythic" else 30, *one) for name in games.names() for one in OF_ANY)]


def game_of(name: str) -> Game[Any, Any]:
    return games.load("conjurers" if name == TWO else name)


@cache
def _spoilt(name: str, lines: int, spoiling: str) -> tuple[str, list[Finding]]:
    """The save of a game of which something can't be, with marks as if the program had written it so; and what."""
    game = game_of(name)
    with TemporaryDirectory() as folder:
        file = shipped(Path(folder), game.name, lines, TWO if name == TWO else "").file
    parts: dict[str, Data] = {"setup": file.setup, "state": file.state}
    first = msgspec.json.encode(file.setup["players"][0]).decode()
    for one in spoiling.replace("{FIRST}", first).split(" / "):
        part, _, changes = one.partition(" ")
        parts[part] = apply_edits(parts[part], readings(f"mend {changes}")[0].edit)
    setup, state, rules = parts["setup"], parts["state"], game.rules()
    marks = marks_of(setup, state, file.history, file.checkpoint)
    found = rules.impossible(convert(setup, rules.setup_type, "setup"), convert(state, rules.state_type, "state"))
    return Writer().text_of(replace(file, setup=setup, state=state, marks=marks)), found


def spoilt(folder: Path, name: str, lines: int, spoiling: str) -> Path:
    """The same in a file."""
    path = folder / f"{game_of(name).name}.toml"
    path.write_text(_spoilt(name, lines, spoiling)[0], encoding="utf-8")
    return path


@pytest.mark.parametrize(("name", "lines", "spoiling", "says"), EVERY)
def test_what_cant_be_is_found_and_doesnt_end_the_game(
    name: str, lines: int, spoiling: str, says: str, tmp_path: Path
) -> None:
    """It is opened and asks on, or says why nobody can go on from it."""
    path, found = spoilt(tmp_path, name, lines, spoiling), _spoilt(name, lines, spoiling)[1]
    assert [one.text for one in found if says in one.text], found
    try:
        open_save: OpenSave[Any] = OpenSave(game_of(name), path)
    except BadInput as error:
        refused = str(error)
    else:
        refused = ""
        assert open_save.impossible() == found
        assert open_save.session.question is not None or open_save.rules.over(
            open_save.setup, open_save.session.state
        )
    said = f"{path}: the game can't go on: {found[0].text}; "
    way_out = {
        "setup": "mend it in the file's [setup]",
        "state": f"put back what the log leads to: referee verify {path}",
    }
    assert refused.removesuffix(" --restore") in ("", f"{said}{way_out[found[0].of]}")


@pytest.mark.parametrize("name", games.names())
def test_every_check_of_a_game_is_among_them(name: str) -> None:
    rules = games.load(name).rules()
    close = rules.close_checks()
    many = len(rules.checks.setup) + len(close.setup) + len(rules.checks.state) + len(close.state) + 3
    found = {
        one.check
        for other, lines, spoiling, says in EVERY
        if game_of(other).name == name
        for one in _spoilt(other, lines, spoiling)[1]
        if says in one.text
    }
    assert found == set(range(many))


# --- at the table -------------------------------------------------------------------------------------

AT_THE_TABLE = (
    (
        "conjurers",
        'state players.1.assistants = ["worker", "worker"]',
        "Bo's assistants: worker twice",
        "adjust Anna food 9",
        'mend players.1.assistants = ["warrior"]',
    ),
    ("enchanters", "state deck = 99", "deck can't have 99 cards", "adjust Anna crystals 9", "adjust deck 60"),
    ("prophecy", "state decks.chance.count = 99", "chance deck has 99", "adjust Anna gold 9", "adjust chance 20"),
    (
        "mythic",
        'state pieces.0.area = "Moon"',
        "stands in Moon, which isn't on the map",
        "adjust Bo hand 2",
        "adjust Storm Warden area A",
    ),
)
"""What can't be, what is said of it, a correction of something else, and one that mends it."""


@pytest.mark.parametrize(("name", "spoiling", "says", "other", "mending"), AT_THE_TABLE)
def test_it_is_told_at_the_prompt_and_the_game_goes_on(
    name: str, spoiling: str, says: str, other: str, mending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "1000")
    path, moves = spoilt(tmp_path, name, 30 if name == "mythic" else 12, spoiling), tmp_path / "other.moves"
    moves.write_text(f"{other}\n", encoding="utf-8")
    played = run("play", path, "--moves", moves)
    assert played.exit_code == 0, played.output
    (note,) = [line for line in played.stderr.splitlines() if line.startswith("note: this can't be: ")]
    assert says in note
    assert note.endswith(f"the log leads to what can be: referee verify {path} --restore")
    found = run("verify", path)
    assert (found.exit_code, says in found.stdout) == (1, True)
    assert any(says in one for one in json.loads(run("verify", path, "--json").stdout)["impossible"])
    assert run("do", path, mending).exit_code == 0
    assert "impossible" not in json.loads(run("verify", path, "--json").stdout)


@pytest.mark.parametrize("command", ["score", "story", "evenings", "standings"])
def test_a_command_that_has_no_use_for_it_says_what_cant_be(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "1000")
    path = spoilt(tmp_path, "enchanters", 12, 'state players.0.items.0 = "Moon"')
    assert "Moon isn't a known card" in run(command, path).stderr


def test_what_the_log_itself_leads_to_is_told_with_the_entry_that_made_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "1000")
    kept = shipped(tmp_path, "enchanters", 12)
    states = [*(kept.session.state_before(number) for number in range(1, 13)), kept.session.state]
    full_moon = Finding(99, "the moon is full", "state")

    def impossible(self: Any, setup: Any, state: Any, *, closely: bool = True) -> list[Finding]:
        return [full_moon] if state in states[3:] else []

    monkeypatch.setattr(Rules, "impossible", impossible)
    assert len(kept.session.steps) == len(states) - 1
    told = (
        f"the moon is full; it has been so since entry 3: referee amend {kept.path} 3, or referee adjust {kept.path}"
    )
    found = run("verify", kept.path)
    assert (found.exit_code, f"This can't be: {told}" in found.stdout) == (1, True)
    kept.session.correct(*readings("adjust Anna crystals 9"))


def test_a_correction_that_makes_another_thing_impossible_is_refused_all_the_same(tmp_path: Path) -> None:
    path = spoilt(tmp_path, "conjurers", 12, 'state players.1.assistants = ["worker", "worker"]')
    open_save: OpenSave[Any] = OpenSave(game_of("conjurers"), path)
    for text, says in (
        ("mend draws = 3", "in this game the table draws"),
        ('mend players.0.assistants = ["warrior", "warrior"]', "Anna's assistants: warrior twice"),
    ):
        with pytest.raises(Unreadable, match=says):
            open_save.session.correct(*readings(text))
    open_save.session.correct(*readings("mend players.0.food = 3"))


SEED = (0, 999_999_999)
BOUNDS = (
    (enchanters.Setup, "seed", *SEED),
    (enchanters.Boost, "points", -99_999, 99_999),
    (enchanters.GameState, "turn", 1, 9_999),
    (prophecy.Setup, "seed", *SEED),
    (prophecy.Hero, "space", 0, 20),
    (prophecy.Hero, "red", 0, 15),
    (prophecy.Hero, "blue", 0, 15),
    *((prophecy.GameState, one, -1, 4) for one in ("attacking", "attacked", "collector")),
    (mythic.Setup, "seed", *SEED),
    *((mythic.GameState, one, 0, 3) for one in ("active", "lead")),
    (mythic.GameState, "round", 0, 9_999),
    (mythic.GameState, "turn", 1, 9_999),
    *((mythic.GameState, one, 0, None) for one in ("shuffled", "thrown")),
    (mythic.Piece, "owner", 0, 3),
    (mythic.Piece, "guest", -1, 3),
    (mythic.Token, "owner", -1, 3),
    (Unit, "miniatures", 0, 20),
)
"""Numbers of saves, with the least and the most that each can be."""


def fits(kind: type, field: str, value: object) -> bool:
    """Whether a save may hold a value there."""
    try:
        msgspec.convert(value, get_type_hints(kind, include_extras=True)[field])
    except msgspec.ValidationError:
        return False
    return True


@pytest.mark.parametrize(("kind", "field", "least", "most"), BOUNDS)
def test_a_number_of_a_save_keeps_its_bounds(kind: type, field: str, least: int, most: int | None) -> None:
    assert (fits(kind, field, least), fits(kind, field, least - 1)) == (True, False)
    if most is not None:
        assert (fits(kind, field, most), fits(kind, field, most + 1)) == (True, False)


@pytest.mark.parametrize(
    ("kind", "field", "least", "most"),
    [
        (enchanters.Setup, "players", 2, 6),
        (prophecy.Setup, "players", 2, 5),
        (prophecy.Setup, "heroes", 0, 5),
        (mythic.Setup, "players", 2, 4),
    ],
)
def test_as_many_play_as_a_game_is_for(kind: type, field: str, least: int, most: int) -> None:
    names = [chr(ord("A") + number) for number in range(most + 1)]
    fit = [many for many in range(most + 2) if fits(kind, field, names[:many])]
    assert fit == list(range(least, most + 1))


@pytest.mark.parametrize(
    ("kind", "field", "longest"),
    [(mythic.Piece, "name", 70), (mythic.Token, "unit", 70)],
)
def test_a_name_of_a_save_has_its_length(kind: type, field: str, longest: int) -> None:
    assert (fits(kind, field, "M" * longest), fits(kind, field, "M" * (longest + 1))) == (True, False)
    assert fits(kind, field, "") == (kind is mythic.Token)


WORDS = (
    (enchanters.Boost, "what", "attack, defence"),
    (enchanters.Setup, "draws", "table, program"),
    (enchanters.Setup, "invasion", "standard, fast, super-fast"),
    (prophecy.GameState, "phase", "normal, final battle, countdown, apocalypse"),
    (prophecy.GameState, "step", "round, chance, movement, turn, round end"),
    (prophecy.Hero, "status", "playing, dead, out"),
    (prophecy.Hero, "sex", "woman, man"),
    (prophecy.Setup, "first", "Mountains, Forests, Plains"),
    (prophecy.Setup, "dice", "entered, rolled, average"),
    (prophecy.Setup, "variant", "standard, two artifacts, apocalypse"),
    (Bonus, "until", "turn, round, next battle"),
    (mythic.GameState, "phase", "recruit, stones, zones, place, cards, start, choose, act, over"),
    (mythic.Piece, "status", "waiting, board, destroyed, away"),
    (mythic.TurnBonus, "until", "attack, activation, turn, round"),
    (mythic.Setup, "mode", "draft, constructed, limited"),
    (mythic.Setup, "divinity", "god, titan"),
    (mythic.Setup, "draws", "table, program"),
)
"""Words of saves: what one of an earlier version may hold is read for ever."""


@pytest.mark.parametrize(("kind", "field", "words"), WORDS)
def test_a_save_is_read_with_each_word_that_it_may_hold(kind: type, field: str, words: str) -> None:
    assert [word for word in (*words.split(", "), "moon") if not fits(kind, field, word)] == ["moon"]


def test_a_save_is_read_with_each_deck_and_each_action_that_it_may_hold() -> None:
    guilds = "Fortress, Thieves' Guild, Forest Camp, Magic Tower, Monastery"
    for deck in f"chance, adventure, common, rare, lesser, greater, artifact, {guilds}".split(", "):
        assert fits(prophecy.Setup, "sizes", {deck: 3}), deck
    done = ["walk", "attack", "area attack", "claim", "run", "deploy", "absorb", "fly", "aerial attack"]
    assert fits(mythic.Acting, "done", done)
    assert not fits(mythic.Acting, "done", ["swim"])
