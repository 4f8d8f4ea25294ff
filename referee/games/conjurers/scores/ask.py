"""A score sheet by questions: the players, their names, their holdings."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import tomli_w
from msgspec import to_builtins

from referee.asking.question import Procedure, Question, free_text, whole_number
from referee.errors import Unreadable, as_unreadable
from referee.files import portable
from referee.games.conjurers import tables
from referee.games.conjurers.cards.cards import Deck, base_name, deck_for
from referee.games.conjurers.scores.score import HeldCreature, SheetPlayer, check, score
from referee.games.conjurers.typed_holdings import parts_of, read_artifact, read_kinds, read_resources
from referee.games.conjurers.vocabulary import GAME, Resource
from referee.play.form import ScoreForm
from referee.scores.score import Outcome
from referee.text.names import find, fold, is_nothing, names_in, refuse_hidden

FIRST_LINE = "# A score sheet of referee: what each player holds at the end.\n"

Players = tuple[SheetPlayer, ...]


def ask_sheet(deck: Deck) -> Procedure[Players]:
    """Ask for a whole score sheet; holdings that the box lacks are refused at once."""
    number: int = yield whole_number("players", "How many players", 2, 4)
    names: list[str] = []
    for seat in range(1, number + 1):
        names.append((yield free_text(f"player {seat}", f"Name of player {seat}, clockwise", _new_name(names))))
    players: list[SheetPlayer] = []
    for at, name in enumerate(names):
        fits = partial(_fits, tuple(players), tuple(SheetPlayer(later) for later in names[at + 1 :]), deck)
        creatures = yield _creatures_question(name, deck, fits)
        artifacts = yield _artifacts_question(name, creatures, fits)
        resources = yield _resources_question(name)
        minus = yield whole_number("minus points", f"{name}'s minus points", 0, default="0", hint="the tokens' sum")
        players.append(SheetPlayer(name, creatures, artifacts, resources, minus))
    return tuple(players)


def _fits(before: Players, after: Players, deck: Deck, player: SheetPlayer) -> None:
    """Check that the box can hold a player's holdings besides the others'. Raises Unreadable."""
    with as_unreadable():
        check((*before, player, *after), deck, "with that")


def write_sheet(players: Players, deck: str = "") -> str:
    """Write a score sheet as TOML text, with the `deck` only if a name has to be looked up there."""
    data: dict[str, Any] = {"game": GAME}
    if deck and any(isinstance(card, str) for player in players for card in player.creatures):
        data["deck"] = deck
    data["players"] = [to_builtins(player) for player in players]
    return FIRST_LINE + tomli_w.dumps(data)


def _new_name(names: list[str]) -> Callable[[str], str]:
    def read(text: str) -> str:
        name = text.strip()
        if not name or len(name) > 60:
            raise Unreadable("a name of 1 to 60 letters is needed")
        refuse_hidden(name)
        if fold(name) in map(fold, names):
            raise Unreadable(f"there is a {name} already")
        return name

    return read


Creatures = tuple[str | HeldCreature, ...]


def read_creatures(text: str, deck: Deck) -> Creatures:
    """Parse creatures, "1 1 b2 b3 norse 4, Anubis": levels, the start of a mythology with levels, names.

    Raises Unreadable.
    """
    found: list[str | HeldCreature] = []
    for part in parts_of(text):
        found += _read_creature(part, deck)
    return tuple(found)


def _read_creature(part: str, deck: Deck) -> Creatures:
    letters = re.match("[a-z]*", fold(part))
    if (letters is None or letters[0] not in deck.creatures) and (kinds := read_kinds(part)) is not None:
        return tuple(HeldCreature(level, mythology) for mythology, level in kinds)
    known = {name: card.name for name, card in deck.creatures.items()}
    if fold(base_name(part)) in known:
        return (known[fold(base_name(part))],)
    if known:
        return (find(part, known, "creature"),)
    raise Unreadable(f'can\'t read "{part}"; write levels and mythologies, like 1 1 b2 n34')


def _creatures_question(name: str, deck: Deck, fits: Callable[[SheetPlayer], None]) -> Question[Creatures]:
    def parse(text: str) -> Creatures:
        creatures = read_creatures(text, deck)
        fits(SheetPlayer(name, creatures))
        return creatures

    return Question(
        "creatures",
        f"{name}'s creatures",
        parse,
        default="none",
        hint="like 1 1 b2 b3 n44 (two norse 4)" + (", or names" if deck.creatures else ""),
        write=lambda creatures: ", ".join(map(_creature_words, creatures)) or "none",
    )


def _creature_words(card: str | HeldCreature) -> str:
    return card if isinstance(card, str) else f"{card.mythology} {card.level}" if card.mythology else "1"


def _artifacts_question(
    name: str, creatures: Creatures, fits: Callable[[SheetPlayer], None]
) -> Question[tuple[str, ...]]:
    def parse(text: str) -> tuple[str, ...]:
        parts = [] if is_nothing(text) else names_in(text, (row.name for row in tables.artifacts()))
        found = tuple(read_artifact(part) for part in parts if part)
        fits(SheetPlayer(name, creatures, found))
        return found

    return Question(
        "artifacts",
        f"{name}'s artifacts",
        parse,
        default="none",
        hint="parts of names, commas between",
        write=lambda names: ", ".join(names) or "none",
    )


def _resources_question(name: str) -> Question[dict[Resource, int]]:
    def write(held: dict[Resource, int]) -> str:
        return ", ".join(f"{amount} {resource}" for resource, amount in held.items()) or "none"

    hint = "like 12 wood 4 stone 3 diamond"
    return Question("resources", f"{name}'s resources", read_resources, default="none", hint=hint, write=write)


class SheetForm(ScoreForm[Players]):
    """The form of a score sheet, with the cards of a deck."""

    def __init__(self, say: Callable[[str], None], deck: Path | None, path: Path | None) -> None:
        self.deck, self._deck = deck, deck_for(path or Path(), None, deck)
        folder = (path or Path()).resolve().parent if path else Path.cwd()
        self._deck_name = portable.relative(deck.resolve(), folder) if deck else ""
        super().__init__(
            GAME,
            "score sheet",
            lambda: ask_sheet(self._deck),
            lambda players: write_sheet(players, self._deck_name),
            say,
            path,
        )

    def score_of_sheet(self) -> tuple[Outcome, tuple[str, ...]]:
        """Score the finished sheet, and return notes on it. Raises BadInput."""
        sheet = check(self.result or (), self._deck, "score sheet")
        return score(sheet.players), tuple(sheet.notes)
