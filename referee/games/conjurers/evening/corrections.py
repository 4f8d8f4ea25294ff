"""What the table puts right by hand, on the record: "adjust Anna food 7", "leave Bo" (A21)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UNSET

from referee.ask import Option, Procedure, choice, free_text, whole_number
from referee.dice import Average
from referee.errors import Illegal, Unreadable
from referee.games.conjurers.cards import read_card_name
from referee.games.conjurers.evening import learning
from referee.games.conjurers.evening.context import Evening
from referee.games.conjurers.evening.leaving import leave
from referee.games.conjurers.evening.play import settle_stage
from referee.games.conjurers.evening.pool import (
    known_creatures,
    known_face,
    known_items,
    unknown_creatures,
    unknown_items,
)
from referee.games.conjurers.evening.spaces import unused
from referee.games.conjurers.evening.state import Face, Game, Player, Setup, open_mythologies
from referee.games.conjurers.tables import battle as battle_tables
from referee.games.conjurers.tables import board as board_tables
from referee.games.conjurers.tables import box as box_tables
from referee.games.conjurers.tables.points import artifacts, find_artifact
from referee.games.conjurers.vocabulary import RESOURCES, Mythology
from referee.names import find, fold, keyed

_AMOUNT = re.compile(r"[0-9]{1,6}")
_CARDS: Mapping[str, Callable[[Player], list[str]]] = {
    "creature": lambda player: player.creatures,
    "item": lambda player: player.items,
    "artifact": lambda player: player.artifacts,
}
USAGE = (
    "adjust PLAYER food|minus points|RESOURCE NUMBER",
    "adjust PLAYER gains|loses creature|item|artifact NAME[, MYTHOLOGY LEVEL]",
    "adjust mine MINE PLAYER|nobody", "adjust button PLAYER", "leave PLAYER",
)  # fmt: skip
"""How corrections are written; "because ..." may follow with the reason."""


def correct(setup: Setup, game: Game, text: str, events: list[Any]) -> Game:
    """Carry out a correction on a game, and move on where it leaves nothing to decide; the game after it.

    Raises Unreadable or Illegal.
    """
    words = text.strip().partition(" because ")[0]
    verb, _, rest = words.partition(" ")
    verb = verb.lower()
    if verb == "leave":
        leave(setup, game, _player(game, rest))
    elif verb == "adjust":
        _adjust(setup, game, rest)
    else:
        raise Unreadable(f'can\'t read "{text}"; write {"; ".join(USAGE)}')
    settle_stage(Evening(setup, game, Average(battle_tables.numbers().die), events))
    return game


def _adjust(setup: Setup, game: Game, rest: str) -> None:
    what, _, value = rest.rpartition(" ")
    if fold(what) == "button":
        game.holder = _player(game, value)
        if game.stage == "placing" and not game.placed:
            game.next_seat = game.holder
        return
    if fold(what).startswith("mine "):
        mines = keyed(board_tables.phases().mines, str)
        mine = find(what.split(" ", 1)[1], mines, "mine")
        if mine in unused(setup):
            raise Illegal(f"the {mine} is closed with {len(setup.players)} players", "E6")
        if fold(value) == "nobody":
            game.mines.pop(mine, None)
        else:
            game.mines[mine] = _player(game, value)
        return
    named = [p.name for p in game.players if fold(rest).startswith(fold(p.name) + " ")]
    name = max(named, key=len, default=None)
    if name is None:
        raise Unreadable(f'no player\'s name begins "{rest}"')
    player = game.players[_player(game, name)]
    words = rest[len(name) :].strip()
    if match := re.fullmatch(r"(gains|loses) (creature|item|artifact) (.+)", words):
        _card(setup, game, player, match[1], match[2], match[3])
        return
    good, _, amount = words.rpartition(" ")
    if not _AMOUNT.fullmatch(amount):
        raise Unreadable(f'can\'t read "{words}"; write like food 7, minus points 4 or gains creature Wolf')
    if fold(good) == "minus points":
        player.minus_points = int(amount)
        return
    known = {good: good for good in (*RESOURCES, "food")}
    kind = find(good, known, "resource")
    instead = box_tables.players().setups[len(setup.players)].instead
    if kind in instead:
        raise Illegal(f"there is no {kind} in this game; it is {instead[kind]}", "E6")
    player.gain(kind, int(amount) - player.has(kind))


def _card(setup: Setup, game: Game, player: Player, verb: str, kind: str, name: str) -> None:
    held = _CARDS[kind](player)
    if verb == "loses":
        held.remove(find(name, keyed(held, str), f"{kind} of {player.name}"))
        return
    card = _known_card(setup, game, kind, name)
    owner = next((p.name for p in game.players if fold(card) in map(fold, _CARDS[kind](p))), None)
    if kind == "creature" and game.contest is not None and fold(game.contest.guarded) == fold(card):
        raise Illegal(f"{card} is being fought for", "E11")
    if owner is not None:
        raise Illegal(f"{card} is {owner}'s; take it from there first", "E11")
    held.append(card)
    if card in game.gone:
        game.gone.remove(card)


def _known_card(setup: Setup, game: Game, kind: str, text: str) -> str:
    """A card by name; a creature not named yet comes with what it is: "Golem, biblical 3"."""
    if kind == "artifact":
        named = {fold(row.name): row.name for row in artifacts()}
        row = find_artifact(find(text, named, "artifact"), "correction")
        _verify_open(setup, row.name, row.mythology)
        return row.name
    if kind == "item":
        known = keyed(known_items(setup, game), str)
        new = fold(text) not in known and unknown_items(setup, game) and not _begins(text, known)
        return learning.read_new_item(text) if new else find(text, known, kind)
    name, comma, what = text.rpartition(",")
    faces = {key: face.name for key, face in known_creatures(setup, game).items()}
    if not comma:
        found = find(text, faces, kind)
        mythology = known_creatures(setup, game)[fold(found)].mythology
        if mythology is not UNSET:
            _verify_open(setup, found, mythology)
        return found
    if (known_one := known_face(setup, game, name)) is not None:
        if fold(what) not in _kinds_of(known_one):
            raise Illegal(f"{known_one.name} is {_kinds_of(known_one)[0]}, not {what.strip()}", "E11")
        return known_one.name
    face = _new_face(setup, game, read_card_name(name), fold(what))
    game.faces.append(face)
    return face.name


def _verify_open(setup: Setup, card: str, mythology: Mythology) -> None:
    """Raises Illegal for a card of a mythology that is out of the game (p. 9; E6)."""
    if mythology not in open_mythologies(setup):
        raise Illegal(f"{card} is {mythology}, which is out of this game", "E6")


def _kinds_of(face: Face) -> tuple[str, ...]:
    """What a creature is, in the ways it may be written."""
    return (f"{face.mythology} {face.level}",) if face.mythology is not UNSET else ("level 1", "1")


def _begins(text: str, known: Mapping[str, str]) -> bool:
    return any(name.startswith(fold(text)) for name in known)


def _new_face(setup: Setup, game: Game, name: str, what: str) -> Face:
    if what in ("level 1", "1"):
        return Face(name, 1)
    mythology, _, level = what.rpartition(" ")
    found = find(mythology, keyed(open_mythologies(setup), str), "mythology in this game")
    if level not in ("2", "3", "4", "5"):
        raise Unreadable(f'can\'t read "{what}"; write like norse 3, or level 1')
    if not unknown_creatures(setup, game, found):
        raise Illegal(f"every {found} creature is known", "E11")
    return Face(name, int(level), found)


def ask_correction(game: Game) -> Procedure[str]:
    """Ask for a correction step by step: whom or what, how much, and why; its text."""
    present = [player for player in game.players if not player.left]
    names = [Option(player.name) for player in present]
    what = yield choice(
        "adjust", "What has the program wrong",
        [*names, Option("button", detail="who has the Initiative Button"), Option("mine", detail="whose a mine is"),
         Option("leave", detail="a player leaves (A21)")],
    )  # fmt: skip
    if what == "leave":
        text = f"leave {(yield choice('leave', 'Who leaves', names))}"
    elif what == "button":
        text = f"adjust button {(yield choice('holder', 'Who has it', names))}"
    elif what == "mine":
        mine = yield choice("mine", "Which mine", [Option(name) for name in board_tables.phases().mines])
        text = f"adjust mine {mine} {(yield choice('owner', 'Whose is it', [*names, Option('nobody')]))}"
    else:
        kinds = [*(Option(good) for good in (*RESOURCES, "food", "minus points")), Option("gains"), Option("loses")]
        kind = yield choice("kind", f"What of {what}", kinds)
        if kind in ("gains", "loses"):
            card = yield choice("card kind", f"{what} {kind} a", [Option(name) for name in _CARDS])
            hint = "a new one as Golem, biblical 3" if card == "creature" and kind == "gains" else ""
            text = f"adjust {what} {kind} {card} {(yield free_text('card', 'Its name', _some_text, hint=hint))}"
        else:
            text = f"adjust {what} {kind} {(yield whole_number('amount', f'{what} has how many {kind}', 0, 999_999))}"
    why = yield free_text("why", "Why", str.strip, hint="enter for no reason", default="no reason")
    return text if why == "no reason" else f"{text} because {why}"


def _some_text(text: str) -> str:
    if not text.strip():
        raise Unreadable("a name is needed")
    return text.strip()


def _player(game: Game, name: str) -> int:
    present = {fold(player.name): player.name for player in game.players if not player.left}
    found = find(name.strip(), present, "player")
    return next(number for number, player in enumerate(game.players) if player.name == found)
