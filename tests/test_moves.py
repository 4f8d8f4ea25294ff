"""Moves by themselves: what follows from a class of a move, in a made-up game of spells and doors."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, ClassVar, Literal

import pytest
from msgspec import Meta, Struct

from referee.asking.interrupts import Refusal
from referee.asking.moves import Move, Moves, ask_move
from referee.asking.question import Option, Procedure, drive, pick
from referee.effects.phrases import Also, Names
from referee.errors import Ambiguous, Illegal, Unreadable
from tests.interface import EXAMPLES
from tests.old_saves import run


@dataclass
class Tower:
    spells: tuple[str, ...] = ("Prayer", "Fire Ball", "Fire Wall")
    gold: int = 3
    told: list[str] = field(default_factory=list)


Spell = Annotated[str, Names("spell", lambda tower: tower.spells)]


class Learn(Move[Tower], frozen=True):
    """A spell is learnt for gold."""

    says = "(learn|study) {spell}"
    rule = "learning"
    spell: Spell

    def why_not(self, tower: Tower) -> str | Refusal:
        if self.spell == "Fire Wall":
            return Refusal("walls are too hot", "T1")
        return "" if tower.gold >= len(self.spell.split()) else f"{self.spell} costs more than {tower.gold} gold"

    def detail(self, tower: Tower) -> str:
        return f"{len(self.spell.split())} gold"

    def do(self, tower: Tower) -> Procedure[None]:
        yield from ()
        tower.gold -= len(self.spell.split())
        tower.told.append(self.spell)


class Strike(Move[Tower], frozen=True, kw_only=True):
    """A blow with some strength, perhaps twice."""

    says = (
        "strike {own}/{its}<[ {often} (times|blows)][ {often!}][ (hard|with force){hard}][ {result}]>",
        "{own}/{its}",
    )
    listed = False
    own: Annotated[int, Meta(ge=0, le=20)]
    its: Annotated[int, Meta(ge=0, le=20)]
    often: Annotated[int, Meta(ge=1, le=3), Also({"twice": 2})] = 1
    hard: bool = False
    result: Annotated[Literal["", "won", "lost"], Also({"wins": "won"})] = ""


class Cast(Move[Tower], frozen=True):
    """A spell, perhaps one that nobody has named yet, at a door."""

    says = ("cast {spell}[ at {door}]", "{spell!}")
    listed = staticmethod(lambda tower: tower.gold > 0)
    spell: Annotated[str, Names("spell", lambda tower: tower.spells, lambda tower, text: text.title())]
    door: Annotated[str, Names("door", lambda tower: ["Oak Door", "Gate"], also={"nothing": ""})] = ""

    def complete(self, tower: Tower) -> Cast:
        return self if self.door else Cast(self.spell, "Gate")


FIGURES = Names(
    "figure",
    lambda tower: {"Red Imp": 0, "Blue Imp": 1},
    others=lambda tower: {
        "Ogre": "Ogre is Bo's",
        "Troll": Illegal("Troll is under a spell", "T2"),
        "Stone Golem": "the Golem sleeps",
        "Green Imp": "the Green Imp sleeps",
    },
)


class Push(Move[Tower], frozen=True):
    """Some figures go through a door, each with its number."""

    says = "push {who:,|and}[ through {door}]"
    listed = False
    who: tuple[Annotated[int, FIGURES], ...]
    door: Annotated[int, Names("door", lambda tower: {"Oak Door": 4, "Gate": 5}, also={"any": -1})] = -1


def _rune(tower: Tower, text: str) -> str:
    """A rune that nobody has carved yet; the door's own name is none."""
    if text.lower() == "gate":
        raise Illegal("the Gate is no rune", "T3")
    return text.title()


class Rune(Struct, frozen=True):
    """A rune, and how often it is carved."""

    says: ClassVar[str] = "{rune} (for|by) {times}"
    rune: Annotated[str, Names("rune", lambda tower: ["Ansuz"], _rune, alike=True)]
    times: Annotated[int, Meta(ge=1, le=999_999)]


class Carve(Move[Tower], frozen=True):
    """Runes are carved."""

    says = "carve {runes:,}"
    listed = False
    parts = (Rune,)
    runes: tuple[Rune, ...]


class Pair(Struct, frozen=True):
    """A figure, and the door where it stands."""

    says: ClassVar[str] = "{figure} at {door}"
    figure: Annotated[int, FIGURES]
    door: Annotated[int, Names("door", lambda tower: {"Oak Door": 4, "Gate": 5})]


class Place(Move[Tower], frozen=True):
    """Figures are put at doors."""

    says = "put {pairs:and}"
    listed = False
    parts = (Pair,)
    pairs: tuple[Pair, ...]


class Rest(Move[Tower], frozen=True):
    """Nothing is done."""

    says = ("(end turn|done)", "leave")
    leads_to = "the next player's turn"


class Climb(Move[Tower], frozen=True):
    """The stairs are climbed, to a floor by its number or its name, so often."""

    says = ("climb {floor}[ x{times}][ {times!}]", "{floor!}")
    listed = False
    floor: Annotated[
        int, Names("floor", lambda tower: {"2 Hall": 2, "Hall": 2, "Attic": 3}), Also({"2": 2, "3": 3, "4": 4})
    ] = 2
    times: Annotated[int, Also({"twice": 2, "x2": 2})] = 1


class Follow(Move[Tower], frozen=True):
    """A guide leads the way."""

    says = ("follow {guide}", "{guide!!} leads")
    listed = False
    guide: Annotated[str, Names("guide", lambda tower: ["Owl", "Old Cat"])]


MOVES = Moves(Learn, Strike, Cast, Push, Carve, Place, Rest, Climb, Follow)


@pytest.mark.parametrize(
    ("typed", "recorded"),
    [
        ("study prayer", "learn Prayer"),
        ("learn fire b", "learn Fire Ball"),
        ("LEARN  Fire ball", "learn Fire Ball"),
        ("strike 6/4", "strike 6/4"),
        ("6 / 4", "strike 6/4"),
        ("strike 6/4 twice hard", "strike 6/4 2 times hard"),
        ("strike 6/4 wins with force 3 blows", "strike 6/4 3 times hard won"),
        ("cast prayer", "cast Prayer at Gate"),
        ("cast deep sleep at oak", "cast Deep Sleep at Oak Door"),
        ("fire ball", "cast Fire Ball at Gate"),
        ("done", "end turn"),
        ("end", "end turn"),
        ("leave", "end turn"),
        ("climb 2", "climb 2 Hall"),
        ("climb ha twice", "climb 2 Hall x2"),
        ("3", "climb Attic"),
        ("clim att x 2", "climb Attic x2"),
        ("owl leads", "follow Owl"),
        ("follow ow", "follow Owl"),
        ("le fire b", "learn Fire Ball"),
        ("lear prayer", "learn Prayer"),
        ("carve ansuz by 250, ansu for 1, ansur for 2", "carve Ansuz for 250, Ansuz for 1, Ansur for 2"),
        ("push red and blue imp through gate", "push Red Imp, Blue Imp through Gate"),
        ("push blue", "push Blue Imp"),
        ('{"move": "push", "who": ["blue imp"], "door": "gate"}', "push Blue Imp through Gate"),
        ('{"move": "learn", "spell": "prayer"}', "learn Prayer"),
        ('{"move": "end turn"}', "end turn"),
        ('{"move": "strike", "own": 6, "its": 4, "hard": true}', "strike 6/4 hard"),
    ],
)
def test_a_move_is_read_as_it_may_be_said_and_written_in_one_way(typed: str, recorded: str) -> None:
    move = MOVES.read_move(Tower(), typed)
    assert MOVES.write(move, Tower()) == recorded
    assert MOVES.read_move(Tower(), recorded) == move
    assert MOVES.read_move(Tower(), json.dumps(MOVES.as_json(move, Tower()))) == move


@pytest.mark.parametrize(
    ("typed", "error", "says"),
    [
        ("learn prayr", Unreadable, "did you mean learn Prayer?"),
        ("lern prayer", Unreadable, "did you mean learn Prayer?"),
        ("learn fire", Ambiguous, '"fire" fits several: Fire Ball or Fire Wall'),
        ("learn", Unreadable, '"learn" must be followed by Prayer, Fire Ball or Fire Wall'),
        ("learn sleep", Unreadable, '"learn" is followed by Prayer, Fire Ball or Fire Wall, not by "sleep"'),
        ("cast prayr", Unreadable, 'no spell is called "prayr"; did you mean Prayer?'),
        ("ow leads", Unreadable, 'can\'t read "ow leads"'),
        ("attic", Unreadable, 'can\'t read "attic"'),
        ("climb", Unreadable, '"climb" must be followed by 2 Hall or Attic'),
        ("c 2", Unreadable, "can't read"),
        ("strike 6/4 wins lost", Unreadable, 'not by "lost"'),
        ("push ogre", Unreadable, "Ogre is Bo's"),
        ("push troll", Illegal, "Troll is under a spell"),
        ("push golem", Unreadable, "the Golem sleeps"),
        ("push imp", Unreadable, "is followed by Red Imp or Blue Imp"),
        ("carve gate for 2", Illegal, "the Gate is no rune"),
        ("push red imp thru gate", Unreadable, "did you mean push Red Imp through Gate?"),
        ("fly", Unreadable, 'can\'t read "fly"; it can be learn Prayer'),
        ("turn", Unreadable, 'can\'t read "turn"; it can be learn Prayer'),
        ("learn fire wall", Illegal, "walls are too hot"),
        ('{"move": "learn"', Unreadable, "can't read the move as JSON"),
        ('{"move": ' + "[" * 50_000, Unreadable, "can't read the move as JSON"),
        ('{"move": "lern", "spell": "Prayer"}', Unreadable, 'no move is called "lern"; did you mean learn?'),
        ('{"move": "learn", "spel": "Prayer"}', Unreadable, 'the move learn has no "spel"; did you mean spell?'),
        ('{"move": "learn", "": "Prayer"}', Unreadable, 'the move learn has no ""'),
        ('{"move": "le\\narn"}', Unreadable, 'no move is called "le?arn"'),
        ('{"move": "learn", "spell": ""}', Unreadable, "a name in it is empty"),
        ('{"move": "strike", "own": 99, "its": 1}', Unreadable, "own is 99; it must be 20 or less"),
        ('{"move": "learn"}', Unreadable, 'the move learn: the key "spell" is missing'),
        ('{"move": "strike", "own": "4, like 5", "its": 1}', Unreadable, "it must be a whole number"),
    ],
)
def test_what_cant_be_a_move_is_told_with_what_could(typed: str, error: type[Exception], says: str) -> None:
    with pytest.raises(error) as caught:
        MOVES.read_move(Tower(), typed)
    assert says in str(caught.value)


def test_a_name_of_one_letter_begins_no_move() -> None:
    """ "e", where a spell is called E, ended the turn."""
    moves = Moves(Learn, Rest)
    with pytest.raises(Unreadable, match=r'can\'t read "e"; it can be learn E or end turn'):
        moves.read_move(Tower(("E",)), "e")
    assert moves.read_move(Tower(("Ash",)), "e") == Rest()


def test_what_is_listed_and_what_is_closed_follow_from_the_moves() -> None:
    tower = Tower(gold=1)
    listed = [(option.text, option.detail) for option in MOVES.options(tower)]
    assert listed == [
        ("learn Prayer", "1 gold"),
        ("cast Prayer", ""),
        ("cast Fire Ball", ""),
        ("cast Fire Wall", ""),
        ("end turn", "the next player's turn"),
    ]
    closed = [(option.text, option.detail, option.rule) for option in MOVES.closed(tower)]
    assert closed == [
        ("learn Fire Ball", "Fire Ball costs more than 1 gold", "learning"),
        ("learn Fire Wall", "walls are too hot", "T1"),
    ]
    assert "cast" not in str(MOVES.options(Tower(gold=0)))


Floor = Annotated[int, Names("floor", lambda tower: {"Cellar": 0, "Roof": 9})]


class Mount(Move[Tower], frozen=True):
    """Floors that are climbed to one after the other."""

    says = "(mount|go up) {floors:|,}"
    rule = "climbing"
    listed = False
    floors: tuple[Floor, ...]

    @classmethod
    def why_none(cls, tower: Tower) -> str | Refusal:
        return "" if tower.gold else "the stairs cost gold"

    @classmethod
    def others(cls, tower: Tower, *, closed: bool) -> list[Option]:
        return [Option("mount", detail="no gold")] if closed and not tower.gold else []


class Carry(Move[Tower], frozen=True):
    """A thing with a name of one word, up to a floor."""

    says = "carry {thing} {floor}"
    listed = False
    thing: Annotated[str, Names("thing", lambda tower: (), lambda tower, text: None if " " in text else text)]
    floor: Floor


STAIRS = Moves(Mount, Carry)


@pytest.mark.parametrize(
    ("typed", "recorded"),
    [
        ("mount cellar roof", "mount Cellar Roof"),
        ("mo Roof, Cellar", "mount Roof Cellar"),
        ("go up roof", "mount Roof"),
        ("car box roof", "carry box Roof"),
    ],
)
def test_several_stand_with_a_comma_between_or_none_and_a_new_name_may_be_refused(typed: str, recorded: str) -> None:
    assert STAIRS.write(STAIRS.read_move(Tower(), typed), Tower()) == recorded


@pytest.mark.parametrize(
    ("typed", "gold", "error", "says"),
    [
        ("jump", 1, Unreadable, "it can be"),
        ("mount nowhere", 1, Unreadable, "cellar or roof"),
        ("mount nowhere", 0, Illegal, "the stairs cost gold"),
        ("mount roof", 0, Illegal, "the stairs cost gold"),
        ("carry a big box roof", 1, Unreadable, "can't read"),
    ],
)
def test_no_move_of_a_kind_is_refused_before_what_stands_behind_its_word(
    typed: str, gold: int, error: type[Exception], says: str
) -> None:
    with pytest.raises(error) as caught:
        STAIRS.read_move(Tower(gold=gold), typed)
    assert says.casefold() in str(caught.value).casefold()


class Leave(Move[Tower], frozen=True):
    """The tower is left, perhaps with a spell that is known; the hand may not allow it, which nobody sees."""

    says = "leave[ with {spell}]"
    spell: Annotated[str, Names("spell", lambda tower: tower.spells)] = ""

    def complete(self, tower: Tower) -> Leave:
        if tower.gold > 1:
            raise Illegal("too heavy", "T4")
        return self


@pytest.mark.parametrize("gold", [0, 2])
def test_what_is_listed_comes_as_data_though_a_hand_may_refuse_it(gold: int) -> None:
    leaving, tower = Moves(Leave), Tower(gold=gold)
    assert leaving.question(tower, "move", "?").moves.as_json("leave") == {"move": "leave", "spell": ""}  # type: ignore[union-attr]
    assert leaving.text_of({"move": "leave", "spell": ""}, tower) == "leave"


def test_a_class_lists_what_only_begins_a_move() -> None:
    assert [option.text for option in STAIRS.closed(Tower(gold=0))] == ["mount"]
    assert STAIRS.closed(Tower()) == STAIRS.options(Tower()) == []


def test_a_question_of_moves_reads_records_and_does() -> None:
    tower = Tower()
    question = MOVES.question(tower, "move", "Anna: what next", who="Anna")
    move = question.parse("study prayer")
    assert question.record(move, "study prayer") == "learn Prayer"
    drive(ask_move(question, tower), lambda asked: move)
    assert (tower.gold, tower.told) == (2, ["Prayer"])
    assert question.moves is not None
    assert question.moves.as_json("cast Prayer") == {"move": "cast", "spell": "Prayer", "door": "Gate"}


def test_names_in_the_parts_of_a_move_are_names_for_programs_too() -> None:
    put = MOVES.read_move(Tower(), "put red imp at gate and blue imp at oak door")
    found = MOVES.as_json(put, Tower())
    assert found["pairs"] == [{"figure": "Red Imp", "door": "Gate"}, {"figure": "Blue Imp", "door": "Oak Door"}]
    assert MOVES.read_move(Tower(), json.dumps(found)) == put
    with pytest.raises(Unreadable, match=r"the move put: .*door"):
        MOVES.read_move(Tower(), '{"move": "put", "pairs": [{"figure": "Red Imp", "door": "Barn"}]}')


def test_one_of_some_things_is_picked_by_the_beginning_of_its_name() -> None:
    question = pick("spell", "Which spell", {"Prayer": 1, "Fire Ball": 2}, "spell", verb="cast")
    assert [question.parse(text) for text in ("fi", "cast prayer", "2")] == [2, 1, 2]
    assert question.record(2, "fi") == "cast Fire Ball"
    assert [option.text for option in question.options()] == ["Prayer", "Fire Ball"]
    assert pick("spell", "Which spell", {"Prayer": 1}, "spell").only() == "Prayer"
    with pytest.raises(Unreadable, match="no spell is called"):
        question.parse("sleep")


def test_a_program_gets_moves_in_parts_and_makes_them_so(tmp_path: Path) -> None:
    save = tmp_path / "light.toml"
    run("new", save, "--game", "prophecy", "--yes", "--player", "Anna", "--player", "Bo", "--track", "battles")
    run("do", save, "chance Mountains")
    moves = json.loads(run("next", save, "--json").stdout)["moves"]
    attack = next(move["as"] for move in moves if move["move"] == "attack Bo")
    assert attack == {
        "move": "attack",
        "own": -1,
        "enemy": -1,
        "lives": 1,
        "better": False,
        "result": "",
        "whom": "Bo",
    }
    told = run("do", save, "--json", json.dumps(attack | {"own": 6, "enemy": 4, "result": "won"}))
    assert told.exit_code == 0, told.stderr
    assert run("log", save, "--moves").stdout.splitlines()[-1] == "attack Bo 6/4 won"
    refused = run("do", save, "--json", '{"move": "atack"}')
    assert (refused.exit_code, "did you mean attack or artifact?" in refused.stderr) == (2, True)


def test_a_move_that_says_itself_comes_as_data_and_as_text(tmp_path: Path) -> None:
    save = tmp_path / "quest.toml"
    run("do", save, "--from", EXAMPLES / "prophecy" / "short-game.moves")
    while "how do you move" not in run("next", save).stdout:
        run("undo", save)
    walk = next(move for move in json.loads(run("next", save, "--json").stdout)["moves"] if "walk" in move["move"])
    assert walk["as"] == {"move": "walk", "what": walk["move"].removeprefix("walk ")}
    for wrong, code, why in (
        ({"move": "walk", "to": "City"}, 2, 'the move walk has no "to"'),
        ({"move": "wlk"}, 2, "did you mean walk"),
        ({"move": "fight", "what": "Ghost"}, 1, "the movement comes first"),
    ):
        refused = run("do", save, "--json", json.dumps(wrong))
        assert (refused.exit_code, why in refused.stderr) == (code, True)
    assert run("do", save, "--json", json.dumps(walk["as"])).exit_code == 0
    assert run("log", save, "--moves").stdout.splitlines()[-1] == walk["move"]
