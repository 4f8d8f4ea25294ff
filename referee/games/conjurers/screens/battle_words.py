"""A battle in words: events with their arithmetic, what battle it is, and how it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rich.text import Text

from referee.games.conjurers.battle import events as e
from referee.games.conjurers.battle.state import SIDES, AbilitySource, Battle, SideName
from referee.games.conjurers.cards.abilities import show_all
from referee.games.conjurers.vocabulary import GAME
from referee.rulebook.rules import rulebook
from referee.text.names import fold

if TYPE_CHECKING:
    from referee.games.conjurers.records.record import RecordFile

SIDE_STYLES: Mapping[SideName, str] = {"attacker": "cyan", "defender": "magenta"}
"""The colours of the sides."""


class Teller:
    """Turns events into lines for people. Creatures of one name on both sides are told with their player."""

    def __init__(self, battle: Battle) -> None:
        self._book = rulebook(GAME)
        self._players: dict[str, str] = {side: battle.sides[side].player for side in SIDES}
        names = [fold(f.name) for f in battle.fighters]
        self._names: dict[str, str] = self._players | {
            f.key: f.name if names.count(fold(f.name)) == 1 else f"{self._players[f.side]}'s {f.name}"
            for f in battle.fighters
        }

    def name(self, key: str) -> str:
        """A creature's name as it is told; of a side, who plays it."""
        return self._names[key]

    def lines(self, events: Iterable[Any], *, everyday: bool = False) -> Iterator[Text]:
        """The events as lines; the rules behind them stand dim at the end, `everyday` ones only if wanted."""
        for event in events:
            style = "red" if isinstance(event, e.Died) else "bold" if isinstance(event, e.BattleEnded) else ""
            if isinstance(event, e.TurnBegan):
                style = f"bold {SIDE_STYLES[event.side]}"
            line = Text(self.tell(event), style=style)
            if cited := self._cite(event, everyday):
                line.append(f"  ({cited})", style="dim not bold")
            yield line

    def _cite(self, event: Any, everyday: bool) -> str:
        ids = [rule for rule in getattr(event, "rules", ()) if everyday or rule not in _EVERYDAY]
        if isinstance(event, e.Hit):
            ids += [rule for term in (*event.pool, *event.terms) for rule in term.rules if everyday or rule != "B9"]
        return self._book.cite(dict.fromkeys(ids)) if ids else ""

    def tell(self, event: e.BattleEvent) -> str:
        """One event in words."""
        return event.told(self.name)


_EVERYDAY = {"summon", "move", "attack", "battle-dice", "B9", "hit-points", "absorption"}
"""Rules that every fight uses; they are not repeated on each line."""


def worn_words(piece: AbilitySource) -> str:
    """A worn piece with what it gives, or still absorbs."""
    gives = [words for words in show_all(piece.abilities) if not words.startswith("absorption")]
    if "absorption" in piece.abilities:
        left = piece.absorption_left()
        gives.insert(0, f"absorbs {left} more" if left else "broken")
    return f"{piece.name}: {', '.join(gives)}" if gives else piece.name


def dice_words(count: int) -> str:
    """So many dice: "1 die", "2 dice"."""
    return f"{count} {'die' if count == 1 else 'dice'}"


def headline(battle: Battle, file: RecordFile, *, logged: bool = False) -> str:
    """What battle this is, in one line; a game's log has the dice, and not whether they were typed in."""
    attacker, defender = (battle.sides[side].player for side in SIDES)
    optional = [name for name, on in (("elements", battle.elements), ("morale", battle.morale)) if on]
    words = {
        "entered": "dice as logged" if logged else "dice typed in",
        "average": "average dice",
        "rolled": f"dice rolled, seed {file.seed}",
    }
    guarded = [f for f in battle.of("defender") if not f.may_wear][1:]
    if guarded:
        what = f"{attacker} fights for {guarded[0].name}, {defender} plays the minion"
    else:
        what = f"{attacker} {'challenges' if battle.kind == 'duel' else 'attacks'} {defender}"
    return " · ".join([battle.kind.capitalize(), what, words[file.dice], *optional])


def how_it_stands(battle: Battle, teller: Teller) -> str:
    """Who has won and why, or that the battle goes on."""
    outcome = battle.outcome
    if outcome is not None:
        return teller.tell(e.BattleEnded(outcome.winner, outcome.reason, outcome.tally, ()))
    return f"The battle goes on; {battle.sides[battle.side_to_move].player} is to move."
