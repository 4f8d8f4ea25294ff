"""A battle in words: events with their arithmetic, what battle it is, and how it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import singledispatchmethod
from typing import TYPE_CHECKING, Any

from rich.text import Text

from referee.games.conjurers.battle import events as e
from referee.games.conjurers.battle.state import SIDES, Battle, SideName, Source
from referee.games.conjurers.cards.abilities import show_all
from referee.games.conjurers.tables import battle as battle_tables
from referee.games.conjurers.vocabulary import GAME
from referee.rulebook.rules import rulebook
from referee.text.names import and_list, fold

if TYPE_CHECKING:
    from referee.games.conjurers.records.record import RecordFile

SIDE_STYLES: Mapping[SideName, str] = {"attacker": "cyan", "defender": "magenta"}
"""The colours of the sides."""


class Teller:
    """Turns events into lines for people. Creatures of one name on both sides are told with their player."""

    def __init__(self, battle: Battle) -> None:
        self._book = rulebook(GAME)
        self._players = {side: battle.sides[side].player for side in SIDES}
        names = [fold(f.name) for f in battle.fighters]
        self._names = {
            f.key: f.name if names.count(fold(f.name)) == 1 else f"{self._players[f.side]}'s {f.name}"
            for f in battle.fighters
        }

    def name(self, key: str) -> str:
        """A creature's name as it is told."""
        return self._names[key]

    def lines(self, events: Iterable[Any], *, everyday: bool = False) -> Iterator[Text]:
        """The events as lines; the rules behind them stand dim at the end, `everyday` ones only if wanted."""
        for event in events:
            words = self.tell(event)
            if not words:
                continue
            style = "red" if isinstance(event, e.Died) else "bold" if isinstance(event, e.BattleEnded) else ""
            if isinstance(event, e.TurnBegan):
                style = f"bold {SIDE_STYLES[event.side]}"
            line = Text(words, style=style)
            if cited := self._cite(event, everyday):
                line.append(f"  ({cited})", style="dim not bold")
            yield line

    def _cite(self, event: Any, everyday: bool) -> str:
        ids = [rule for rule in getattr(event, "rules", ()) if everyday or rule not in _EVERYDAY]
        if isinstance(event, e.Hit):
            ids += [rule for term in (*event.pool, *event.terms) for rule in term.rules if everyday or rule != "B9"]
        return self._book.cite(dict.fromkeys(ids)) if ids else ""

    @singledispatchmethod
    def tell(self, event: Any) -> str:
        """One event in words; nothing for what the board shows anyway."""
        raise TypeError(f"no words for {event!r}")

    @tell.register
    def _(self, event: e.TurnBegan) -> str:
        return f"Turn {event.turn} · {self._players[event.side]}"

    @tell.register
    def _(self, event: e.Summoned) -> str:
        worn = f" with {and_list(event.equipment)}" if event.equipment else ""
        return f"{self.name(event.creature)} is summoned into slot {event.slot}{worn}."

    @tell.register
    def _(self, event: e.Moved) -> str:
        return f"{self.name(event.creature)} moves from slot {event.from_slot} to {event.to_slot}."

    @tell.register
    def _(self, event: e.Attacked) -> str:
        return f"{self.name(event.creature)} attacks {self.name(event.target)}."

    @tell.register
    def _(self, event: e.NoFight) -> str:
        return f"No fight with {self.name(event.opponent)}: {event.why}."

    @tell.register
    def _(self, event: e.MagicChosen) -> str:
        return f"{self.name(event.creature)} uses {event.ability} in this fight."

    @tell.register
    def _(self, event: e.NoStrike) -> str:
        return f"{self.name(event.creature)} doesn't strike: {event.why}."

    @tell.register
    def _(self, event: e.Hit) -> str:
        return f"{self.who_hits(event)}: {arithmetic(event)}"

    def who_hits(self, event: e.Hit) -> str:
        """A hit without its arithmetic: "Sphinx strikes Wolf"."""
        source, target = self.name(event.source), self.name(event.target)
        match event.kind:
            case "strike":
                return f"{source} strikes {target}"
            case "multi attack":
                return f"{source}'s multi attack on {target}"
            case "burning":
                return f"{source} burns {target}"
            case "devour":
                return f"{source} devours {target}"
            case "break free":
                return f"{target} breaks free from {source}"
            case "poison":
                return f"Poison in {target}"

    @tell.register
    def _(self, event: e.Marked) -> str:
        creature = self.name(event.creature)
        if event.marker == "frost":
            return f"{creature} gets a frost marker."
        more = "a poison marker" if event.count == 1 else f"another poison marker, {event.count} in all"
        return f"{creature} gets {more}."

    @tell.register
    def _(self, event: e.Immune) -> str:
        creature, by = self.name(event.creature), self.name(event.by)
        if event.whole_fight:
            return f"{creature} is immune: {by}'s burning is cancelled in this fight."
        return f"{creature} is immune to {by}'s {event.to}."

    @tell.register
    def _(self, event: e.LifeStolen) -> str:
        return f"{self.name(event.creature)} steals life: {event.amount} damage off itself."

    @tell.register
    def _(self, event: e.MoraleRose) -> str:
        healed = [f"{self.name(key)} {amount}" for key, amount in event.healed]
        what = f"healed: {', '.join(healed)}" if healed else "nobody is hurt"
        kin = f"{event.others} other {event.mythology} creature{'s' if event.others > 1 else ''}"
        return f"Morale rises ({kin} in slots); {what}."

    @tell.register
    def _(self, event: e.Died) -> str:
        lost = f", and {and_list(event.lost)} {'is' if len(event.lost) == 1 else 'are'} out" if event.lost else ""
        return f"{self.name(event.creature)} dies{lost}."

    @tell.register
    def _(self, event: e.Resurrected) -> str:
        lost = f", without {and_list(event.lost)}" if event.lost else ""
        return f"{self.name(event.creature)} dies and resurrects in its slot, unhurt{lost}."

    @tell.register
    def _(self, event: e.Devoured) -> str:
        return f"{self.name(event.creature)} sits on {self.name(event.victim)} and devours it from its next turn on."

    @tell.register
    def _(self, event: e.Returned) -> str:
        return f"{self.name(event.creature)} goes back to its slot: {event.why}."

    @tell.register
    def _(self, event: e.Bound) -> str:
        return f"{self.name(event.by)} binds {self.name(event.creature)} with {event.piece}."

    @tell.register
    def _(self, event: e.Passed) -> str:
        return f"{self._players[event.side]} passes: {event.why}."

    @tell.register
    def _(self, event: e.BattleEnded) -> str:
        winner = self._players[event.winner]
        match event.reason:
            case "eliminated":
                return f"{winner} wins: the other side has no creature left."
            case "simultaneous":
                return f"{winner} wins: both sides lost their last creature at the same moment."
            case "stalemate":
                attacker, defender = event.tally or (0, 0)
                a, d = self._players["attacker"], self._players["defender"]
                quiet = battle_tables.numbers().quiet_rounds
                return (
                    f"{winner} wins: {quiet} rounds without a battle die, and {attacker} hit points and "
                    f"absorption are left with {a}, {defender} with {d}."
                )

    @tell.register
    def _(self, event: e.BurningDropped) -> str:
        victims = and_list(self.name(victim) for victim in event.victims)
        return (
            f"{self.name(event.creature)} doesn't burn {victims}: a creature burns even if it died, but the battle "
            f"was over before that, when {self._players[event.side]} had no creature left."
        )


_EVERYDAY = {"summon", "move", "attack", "battle-dice", "B9", "hit-points", "absorption"}
"""Rules that every fight uses; they are not repeated on each line."""


def arithmetic(hit: e.Hit) -> str:
    """A hit spelled out: "5 dice 2+0+1+1+2 = 6, frost -2, defensive -1: 3 dealt, Shield takes 2, 1 received"."""
    parts = []
    if hit.count:
        dice = f"{hit.count} {'die' if hit.count == 1 else 'dice'}"
        if hit.pool:
            dice += f" ({', '.join(f'{term.name} +{term.amount}' for term in hit.pool)})"
        shown = " " + "+".join(map(str, hit.dice)) if hit.dice else " averaged"
        if len(hit.dice) == 1 < hit.count:  # only their sum was typed
            shown = ""
        parts.append(f"{dice}{shown} = {hit.rolled}" if hit.count > 1 or not hit.dice else f"{dice}{shown}")
    elif hit.kind == "multi attack":
        parts.append(f"a third of the strike is {hit.rolled}")
    elif hit.kind == "poison":
        parts.append(f"{hit.dealt} {'marker' if hit.dealt == 1 else 'markers'}")
    else:
        parts.append("no dice")
    if hit.kind != "poison":
        parts += [f"{term.name} {term.amount:+}" for term in hit.terms]
    words = f"{', '.join(parts)}: {hit.dealt} dealt"
    for taken in hit.absorbed:
        words += f", {taken.piece} takes {taken.amount} ({f'{taken.left} left' if taken.left else 'it breaks'})"
    if hit.absorbed:
        words += f", {hit.received} received"
    return f"{words}; {max(0, hit.left)} of {hit.hp} left"


def worn_words(piece: Source) -> str:
    """A worn piece with what it gives, or still absorbs."""
    gives = [words for words in show_all(piece.abilities) if not words.startswith("absorption")]
    if "absorption" in piece.abilities:
        left = piece.absorption_left()
        gives.insert(0, f"absorbs {left} more" if left else "broken")
    return f"{piece.name}: {', '.join(gives)}" if gives else piece.name


def dice_words(count: int) -> str:
    """So many dice: "1 die", "2 dice"."""
    return f"{count} {'die' if count == 1 else 'dice'}"


def headline(battle: Battle, file: RecordFile) -> str:
    """What battle this is, in one line."""
    attacker, defender = (battle.sides[side].player for side in SIDES)
    optional = [name for name, on in (("elements", battle.elements), ("morale", battle.morale)) if on]
    words = {"entered": "dice typed in", "average": "average dice", "rolled": f"dice rolled, seed {file.seed}"}
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
