"""Worked examples of rules: small turns, duels and scores with invented cards, computed by the engine."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import cycle, islice
from typing import Any

from msgspec import Struct, field

from referee.asking.dice import Average, Dice
from referee.declaration.game import Playing
from referee.files.files import convert
from referee.games.conjurers import tables
from referee.games.conjurers.battle.events import Hit
from referee.games.conjurers.battle.state import Battle, Lineup, minion_of, start_battle
from referee.games.conjurers.battle.turn import BattleGame
from referee.games.conjurers.cards import cards
from referee.games.conjurers.cards.cards import Creature, CreatureEntry, ItemEntry, creature_of, equipment_of
from referee.games.conjurers.cards.language import CARDS
from referee.games.conjurers.rules.card_pool import Context, level_of
from referee.games.conjurers.rules.play import RULES, start_game
from referee.games.conjurers.rules.shop import best_smith, price_of
from referee.games.conjurers.rules.spaces import space_named
from referee.games.conjurers.rules.state import CONJURER, Figure, GameState, Seat, Setup
from referee.games.conjurers.scores.score import TIE_BREAKS, SheetHoldings, points_by, score
from referee.games.conjurers.tables import find_artifact
from referee.games.conjurers.vocabulary import MYTHOLOGIES, RESOURCES, Assistant, Level, Mythology, Resource, words
from referee.play.event import names_of
from referee.play.session import Session
from referee.rulebook.examples import Examples, ExampleScene
from referee.text.grammar import so_many
from referee.text.names import and_list

NAMES = ("Anna", "Bo", "Cleo", "Dan")
ARMY = (
    "Owl: level 1, 4/1",
    "Fox: level 1, 4/1",
    "Hare: level 1, 4/1",
    "Tinker: greek 2, 6/2, weapon smith",
    "Wolf: norse 2, 9/3",
    "Bear: norse 3, 9/3",
    "Elk: norse 4, 9/3",
    "Wyrm: norse 5, 9/3",
)
"""Invented creatures of every level."""
RICH = dict.fromkeys(RESOURCES, 60)


class InTurn(Dice):
    """Dice that show the faces of the battle die in turn, the highest first."""

    def __init__(self, faces: Sequence[int]) -> None:
        self._next = cycle(sorted(faces, reverse=True))

    def values(self, count: int, number: int) -> tuple[int, ...]:
        """Return the next faces."""
        return tuple(islice(self._next, count))


class TurnScene(ExampleScene, dict=True):
    """A game in which Anna resolves her conjurer on the space `at`, or the turn ends; all have invented cards."""

    turn: int = 1
    players: int = 3
    army: tuple[str, ...] = ()
    bo: tuple[str, ...] = ()
    assistants: tuple[Assistant, ...] = ("worker",)
    rich: bool = False
    holds: dict[str, int] = field(default_factory=dict)
    bo_holds: dict[str, int] = field(default_factory=dict)
    mine: str = ""
    at: str = ""
    moves: tuple[str, ...] = ()

    @cached_property
    def session(self) -> Session[GameState]:
        """The game with the moves made."""
        seats = tuple(Seat(name, "red", "worker") for name in NAMES[: self.players])
        locked = MYTHOLOGIES[: tables.players().setups[self.players].locked]
        army = tuple(CARDS.read_as(line, CreatureEntry) for line in ARMY)
        setup = Setup(
            players=seats, dice="average", locked=locked, creatures=army, items=(), dealt=tuple(() for _ in seats)
        )
        state = start_game(setup)
        state.turn, state.order = self.turn, state.clockwise(0)
        anna, bo = state.players[:2]
        anna.creatures, bo.creatures, anna.assistants = list(self.army), list(self.bo), list(self.assistants)
        for player, goods in ((anna, RICH if self.rich else {}), (anna, self.holds), (bo, self.bo_holds)):
            for good, amount in goods.items():
                player.gain(good, amount)
        if self.mine:
            state.mines[self.mine] = 0
        state.stage = "resolving" if self.at else "ending"
        if self.at:
            state.figures = state.placed = [Figure(0, CONJURER, self.at)]
        session = Session(Playing(RULES, setup), state)
        for move in (f"resolve {CONJURER}" if self.at else "end turn", *self.moves):
            session.answer(move)
        return session

    def fill(self, place: str) -> str | Sequence[str]:
        """Return the phase, a price, creatures' levels, or the events of some kinds ("of Anna": only hers)."""
        state, setup = self.session.state, self.session.game.setup  # type: ignore[attr-defined]
        quest = Context(setup, state, [])
        match place.partition(" "):
            case "phase", _, _:
                return next(one.name for one in tables.phases().phases if self.turn in one.turns)
            case "listed", _, name:
                return words(find_artifact(name, "example").cost)
            case "price", _, name:
                return words(price_of(quest, space_named(setup, "artificer 1"), name) or {})
            case "smith", _, _:
                return str(best_smith(quest, 0))
            case "level", _, names:
                return [str(level_of(setup, state, name)) for name in names.split()]
        kinds, _, whose = place.partition(" of ")
        name_of = names_of(state.players)
        return [
            event.describe(name_of)
            for event in self.session.events
            if type(event).__name__ in kinds.split(", ") and (not whose or NAMES[event.player] == whose)
        ]


class DuelScene(ExampleScene, dict=True):
    """A duel of Anna's creatures, the attackers, with Bo's; creatures summoned with equipment wear it."""

    anna: tuple[str, ...]
    bo: tuple[str, ...]
    moves: tuple[str, ...]
    wears: tuple[str, ...] = ()
    average: bool = False
    elements: bool = False
    morale: bool = False

    @cached_property
    def start(self) -> Battle:
        """The battle before the moves."""
        wears = tuple(equipment_of(CARDS.read_as(line, ItemEntry), "example") for line in self.wears)
        sides = [
            tuple(creature_of(CARDS.read_as(line, CreatureEntry), "example") for line in side)
            for side in (self.anna, self.bo)
        ]
        lineups = (Lineup(name, side, wears) for name, side in zip(NAMES, sides, strict=False))
        return start_battle("duel", *lineups, elements=self.elements, morale=self.morale)

    @cached_property
    def session(self) -> Session[Battle]:
        """The battle with the moves made."""
        faces = tables.battle().die
        dice: Dice = Average(faces) if self.average else InTurn(faces)
        session = Session(BattleGame(dice), self.start)
        for move in self.moves:
            session.answer(move)
        return session

    def fill(self, place: str) -> str | Sequence[str]:
        """Return the cards, a creature's hits ("hits Ox": "first", "last" or of a kind), or events of some kinds."""
        from referee.games.conjurers.screens.battle import EventWriter

        if place == "cards":
            return ", ".join(_card(fighter.card, self.elements) for fighter in self.start.fighters)
        match place.split(" "):
            case "hits", name, *which:
                hits = [
                    one for one in self.session.events if isinstance(one, Hit) and one.source.endswith(f".{name}")
                ]
                picked = {"first": hits[:1], "last": hits[-1:]}
                kinds = [hit for hit in hits if [hit.kind] == which]
                events: list[Any] = picked.get(which[0], kinds) if which else list(hits)
            case _:
                events = [one for one in self.session.events if type(one).__name__ in place.split(", ")]
        return list(map(EventWriter(self.start).tell, events))


class MinionScene(ExampleScene):
    """The minion of a mythology next to a creature of each of some levels."""

    mythology: Mythology
    levels: tuple[Level, ...]

    def fill(self, place: str) -> Sequence[str]:
        """Return the levels, or the minions' values."""
        minions = [minion_of(self.mythology, level) for level in self.levels]
        if place == "level":
            return [str(one.level) for one in minions]
        return [f"{one.hp} hit points, {one.bd} dice, {', '.join(cards.show_all(one.abilities))}" for one in minions]


class HeldAtEnd(Struct, forbid_unknown_fields=True):
    """A player's holdings at the end; a creature is its mythology and level ("norse 2"), or only its level."""

    creatures: tuple[str, ...] = ()
    artifacts: tuple[str, ...] = ()
    resources: dict[Resource, int] = field(default_factory=dict)
    minus: int = 0

    def sheet(self, name: str) -> SheetHoldings:
        """Return the holdings to be scored."""
        army = [(kin or None, int(level)) for kin, _, level in (one.rpartition(" ") for one in self.creatures)]
        found = tuple(find_artifact(artifact, "example") for artifact in self.artifacts)
        creatures = convert(army, tuple[tuple[Mythology | None, int], ...], name)
        return SheetHoldings(name, creatures, found, self.resources, self.minus)


class ScoreScene(ExampleScene):
    """A game scored at its end."""

    holdings: tuple[HeldAtEnd, ...]
    players: int = 4

    def fill(self, place: str) -> str | Sequence[str]:
        """Return the winner, Anna's total, her points of a category, or her lines (all, of a category, of a part)."""
        result = score([one.sheet(name) for name, one in zip(NAMES, self.holdings, strict=False)], self.players)
        anna, winners = result.standing[0], and_list(result.winners)
        match place.split(" ", 2):
            case ["winner"]:
                if result.reason == "shared":
                    return f"{winners} share the victory."
                return f"{winners} wins; what decides is: {result.reason}."
            case ["standing"]:
                return [
                    f"{one.name}: {', '.join(f'{by} {points_by(one, by)}' for by in TIE_BREAKS)}"
                    for one in result.standing
                ]
            case ["total"]:
                return str(anna.total)
            case ["points", category]:
                return str(anna.points(category))
        _, category, part = (*place.split(" "), "", "")[:3]
        return [
            f"{line.category}{f', {line.part}' if line.category in ('creatures', 'artifacts') else ''}: "
            f"{line.text}: {line.points}"
            for line in anna.lines
            if category in ("", line.category) and part in ("", line.part)
        ]


def _card(card: Creature, elements: bool) -> str:
    """Format a card: "Ox (12 hit points, 3 dice, offensive 2)"."""
    details = [f"level {card.level}", str(card.element)] if elements and card.element else []
    details += [f"{card.hp} hit points", so_many(card.bd, "die")]
    return f"{card.name} ({', '.join([*details, *cards.show_all(card.abilities)])})"


example = Examples("conjurers", {"anna": DuelScene, "holdings": ScoreScene, "levels": MinionScene}, TurnScene)
