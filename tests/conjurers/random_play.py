"""A table that plays Conjurers at random: its box's cards lie before it, however few of them the program knows."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import msgspec
import pytest
from hypothesis import strategies as st
from msgspec import UNSET

from referee.asking.dice import Draws, Mode
from referee.asking.question import Question
from referee.declaration.game import Playing
from referee.games.conjurers import GAME as CONJURERS
from referee.games.conjurers import tables
from referee.games.conjurers.cards.cards import CreatureEntry, DeckFile, ItemEntry
from referee.games.conjurers.readings import ConjurersReadings
from referee.games.conjurers.rules.card_pool import known_creatures, known_items
from referee.games.conjurers.rules.contests import SUMMON
from referee.games.conjurers.rules.state import GameState, Player, Seat, Setup
from referee.games.conjurers.vocabulary import MYTHOLOGIES, RESOURCES, Assistant
from referee.play.notation import readings
from referee.play.session import Session
from referee.saves.save import GameCorrector
from referee.text.names import fold
from tests.conjurers.kept import sample_deck
from tests.random_runs import random_readings, read_as_listed

NAMES = ("Anna", "Bo", "Cleo", "Dan")
KINDS: tuple[Assistant, ...] = ("worker", "merchant", "warrior", "recruiter")
DRAWS: tuple[Draws, ...] = ("program", "table")
DICE: tuple[Mode, ...] = ("entered", "rolled", "average")
MOST_ANSWERS = 6000

LEARNING = ("level", "mythology", "card", "abilities", "price", "smiths")
"""The questions for what isn't known of a card: with a whole deck none of them is ever asked."""

NONE_LEFT = "none left"


@dataclass(frozen=True)
class Box:
    """All the cards of a box, as they are printed."""

    creatures: Mapping[str, CreatureEntry]
    pieces: Mapping[str, ItemEntry]
    items: tuple[str, ...]

    @classmethod
    def of(cls, deck: DeckFile) -> Box:
        """The box of a whole deck."""
        artifacts = [ItemEntry(name=card.name, abilities=card.abilities) for card in deck.artifact]
        pieces = {card.name: card for card in (*deck.item, *artifacts)}
        return cls({card.name: card for card in deck.creature}, pieces, tuple(card.name for card in deck.item))

    def part(self, share: float, chance: random.Random) -> dict[str, Any]:
        """The cards of a deck that holds a share of the box: fields of a set-up."""

        def some(cards: Mapping[str, Any]) -> list[Any]:
            return [card for card in cards.values() if chance.random() < share]

        pieces = some(self.pieces)
        return {
            "creatures": tuple(some(self.creatures)),
            "items": tuple(card for card in pieces if card.name in self.items),
            "artifacts": tuple(card for card in pieces if card.name not in self.items),
        }


BOX = Box.of(sample_deck())


@dataclass(repr=False)
class Start:
    """What a game begins with; `share` is how much of the box the program knows."""

    setup: Setup
    share: float

    def __repr__(self) -> str:
        cards = [card.name for card in (*self.setup.creatures, *self.setup.items, *self.setup.artifacts)]
        shown = msgspec.structs.replace(self.setup, creatures=(), items=(), artifacts=())
        return f"Start({self.share}, {shown}, cards={cards if 0 < self.share < 1 else len(cards)})"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))

    def table(self, seed: int) -> Table:
        """Who plays it."""
        return Table(self.setup, random.Random(seed))

    def with_all_cards(self) -> Setup:
        """The same game with the whole deck."""
        return msgspec.structs.replace(self.setup, **BOX.part(1, random.Random(0)))


def session(setup: Setup, **told: Any) -> Session[GameState]:
    """A session as an open save makes it."""
    rules = CONJURERS.rules()
    return Session(
        Playing(rules, setup), rules.start(setup), corrector=GameCorrector(rules, setup), label=rules.label, **told
    )


@st.composite
def starts(draw: st.DrawFn) -> Start:
    """Two to four players, any switches, and no deck, about half of one, or a whole one."""
    count = draw(st.integers(2, 4))
    seats = tuple(Seat(name, "red", draw(st.sampled_from(KINDS))) for name in NAMES[:count])
    locked = draw(st.permutations(MYTHOLOGIES))[: tables.players().setups[count].locked]
    ones = draw(st.permutations([card.name for card in BOX.creatures.values() if card.level == 1]))
    share = draw(st.sampled_from((0, 0.5, 1)))
    ours = random_readings(random.Random(draw(st.integers(0, 10_000))), ConjurersReadings)
    many = ours.get("start_creatures", 3)
    setup = Setup(
        players=seats,
        start=draw(st.integers(0, count - 1)),
        seed=draw(st.integers(0, 10_000)),
        dice=draw(st.sampled_from(DICE)),
        draws=draw(st.sampled_from(DRAWS)),
        elements=draw(st.booleans()),
        morale=draw(st.booleans()),
        tournament=draw(st.sampled_from((True, True, False))) and count == 4,
        **ours,
        locked=tuple(locked),
        dealt=tuple(tuple(ones[many * seat : many * (seat + 1)]) for seat in range(count)),
        **BOX.part(share, random.Random(draw(st.integers(0, 10_000)))),
    )
    return Start(setup, share)


# --- answers ----------------------------------------------------------------------------------------


@dataclass
class Table:
    """Who answers, with the real cards at hand. `asked` are the questions for cards so far, with their answers."""

    setup: Setup
    chance: random.Random
    asked: list[tuple[str, str]] = field(default_factory=list)

    def answer(self, played: Session[GameState]) -> str:
        """A random answer; no option that is offered may be refused."""
        question = played.question
        assert question is not None
        options = list(question.options())
        some = self.chance.sample(options, min(4, len(options)))
        read_as_listed(question, (option for option in some if option.text != SUMMON))
        if question.key in LEARNING:
            self.asked.append((question.key, f"{question.prompt}: {[option.text for option in question.options()]}"))
        typed = self._typing.get(question.key)
        text = typed(question, played) if typed is not None else None
        return self._choice(question) if text is None else text

    @cached_property
    def _typing(self) -> Mapping[str, Callable[[Question[Any], Session[GameState]], str | None]]:
        return {
            "roll": self._roll,
            "pairs": self._pairs,
            "steal": self._steal,
            "sacrifice": self._sacrifice,
            "creature": self._creature,
            "level": self._level,
            "mythology": self._mythology,
            "card": self._card,
            "abilities": self._abilities,
            "price": self._price,
            "smiths": self._smiths,
            "hand": self._hand,
            "buy": self._buy,
            "prize": self._prize,
        }

    def _choice(self, question: Question[Any]) -> str:
        options = list(question.options())
        assert options, question.prompt
        if question.key == "place" and self.chance.random() < 0.5:  # battles and shops more often than storages
            far = re.compile("duel|black|art|pit|guild|" + "|".join(tables.phases().battlegrounds))
            options = [option for option in options if far.search(option.text)] or options
        if question.key == "resolve" and self.chance.random() < 0.8:
            options = [option for option in options if option.text.startswith("resolve")]
        if question.key == "trade" and self.chance.random() < 0.4:
            return "done"
        option = self.chance.choice(options)
        while option.more is not None and (rest := option.more()) is not None:
            option = self.chance.choice(list(rest.options()))
        return option.text

    def _roll(self, question: Question[Any], played: Session[GameState]) -> str:
        count = re.search(r"(\d+) (?:die|dice)(?:$|, then )", question.prompt)
        assert count is not None, question.prompt
        return " ".join(str(self.chance.randrange(3)) for _ in range(int(count[1])))

    def _pairs(self, question: Question[Any], played: Session[GameState]) -> str:
        return ", ".join(self.chance.sample([player.name for player in played.present.players], 4))

    def _steal(self, question: Question[Any], played: Session[GameState]) -> str | None:
        gone = tables.players().setups[len(self.setup.players)].instead
        goods = [good for good in (*RESOURCES, "food") if good not in gone]
        return (
            ", ".join(self.chance.sample(goods, min(self.setup.stolen_kinds, len(goods))))
            if self.chance.random() < 0.5
            else None
        )

    def _sacrifice(self, question: Question[Any], played: Session[GameState]) -> str | None:
        if self.chance.random() > 0.3:
            return None
        army = _named(played, question.who).creatures
        given_up = self.chance.sample(army, min(3, len(army)))
        given_up.sort(key=lambda name: BOX.creatures[name].level)
        return ", ".join(f"{name} for food" for name in given_up) or "nothing"

    # --- cards ------------------------------------------------------------------------------------

    def _creature(self, question: Question[Any], played: Session[GameState]) -> str | None:
        """A card of the battleground's pile, known or not."""
        assert played.present.contest is not None
        mythology = tables.phases().battlegrounds[played.present.contest.space]
        new = self._new_creatures(played, lambda card: card.mythology == mythology)
        assert question.open == bool(new), "a new name is asked for while the box has one, and no longer"
        return self._some(question, new)

    def _prize(self, question: Question[Any], played: Session[GameState]) -> str | None:
        """A card of this level from any pile, known or not; where there is none, that."""
        level = re.search(r"level (\d)", question.prompt)
        assert level is not None, question.prompt
        new = self._new_creatures(played, lambda card: card.level == int(level[1]))
        if not new and [option.text for option in question.options()] == [NONE_LEFT]:
            return NONE_LEFT
        return self._some(question, new)

    def _some(self, question: Question[Any], new: list[str]) -> str | None:
        listed = [option for option in question.options() if option.text != NONE_LEFT]
        return self.chance.choice(new) if new and (not listed or self.chance.random() < 0.5) else None

    def _new_creatures(self, played: Session[GameState], wanted: Callable[[CreatureEntry], bool]) -> list[str]:
        """The cards in the piles of which the program knows nothing."""
        known = known_creatures(self.setup, played.present)
        cards = (
            card for card in BOX.creatures.values() if card.level > 1 and card.mythology not in self.setup.locked
        )
        return [card.name for card in cards if wanted(card) and fold(card.name) not in known]

    def _level(self, question: Question[Any], played: Session[GameState]) -> str:
        assert played.present.contest is not None
        return str(BOX.creatures[played.present.contest.guarded].level)

    def _mythology(self, question: Question[Any], played: Session[GameState]) -> str:
        mythology = BOX.creatures[played.draft[-1].text].mythology
        assert mythology is not UNSET
        return mythology

    def _card(self, question: Question[Any], played: Session[GameState]) -> str:
        card = BOX.creatures[question.prompt.partition(" (")[0]]
        element = [str(card.element)] if self.setup.elements else []
        return ", ".join([f"{card.hp}/{card.bd}", *element, *card.abilities])

    def _abilities(self, question: Question[Any], played: Session[GameState]) -> str:
        return ", ".join(BOX.pieces[question.prompt.partition(":")[0]].abilities) or "none"

    def _price(self, question: Question[Any], played: Session[GameState]) -> str:
        cost = BOX.pieces[question.prompt.removesuffix(" costs")].cost
        assert cost is not UNSET
        return " and ".join(f"{amount} {good}" for good, amount in cost.items())

    def _smiths(self, question: Question[Any], played: Session[GameState]) -> str:
        names = [option.text for option in question.options() if option.text in BOX.creatures]
        return ", ".join(name for name in names if "weapon smith" in BOX.creatures[name].abilities) or "nobody"

    def _hand(self, question: Question[Any], played: Session[GameState]) -> str:
        assert played.present.contest is not None
        battle = played.present.contest.battle
        assert battle is not None
        (side,) = [name for name, side in battle.sides.items() if side.player == question.who and side.hidden]
        maybe = [fighter.name for fighter in battle.of(side) if fighter.maybe]
        return ", ".join(self.chance.sample(maybe, battle.sides[side].hidden))

    def _buy(self, question: Question[Any], played: Session[GameState]) -> str | None:
        if "another card" not in question.hint or self.chance.random() > 0.3:
            return None
        known = set(map(fold, known_items(self.setup, played.present)))
        return f"buy {self.chance.choice([name for name in BOX.items if fold(name) not in known])}"


def _named(played: Session[GameState], name: str) -> Player:
    (player,) = [player for player in played.present.players if player.name == name]
    return player


# --- playing ------------------------------------------------------------------------------------------


def leaver(game: GameState, chance: random.Random) -> str | None:
    """Sometimes, between two actions, a player who leaves."""
    if game.contest is not None or game.bouts or game.finished or len(game.present()) <= 2 or chance.random() > 0.004:
        return None
    return f"leave {game.players[chance.choice(game.present())].name}"


def play(table: Table, *, leaving: bool = False) -> Iterator[Session[GameState]]:
    """Play a game at random to its end; the session after each answer."""
    played = session(table.setup)
    yield played
    for _ in range(MOST_ANSWERS):
        if played.question is None:
            return
        goes = leaver(played.state, table.chance) if leaving and not played.draft else None
        if goes is not None:
            played.correct(*readings(goes))
        else:
            played.answer(table.answer(played))
        yield played
    pytest.fail(f"no end after {MOST_ANSWERS} answers")
