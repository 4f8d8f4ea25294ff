"""Games of Prophecy for tests, on the sample board with the sample deck, and a table that plays them at random."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

from referee.asking.question import Question
from referee.cards.fields import find_card
from referee.declaration.game import Playing
from referee.errors import Illegal
from referee.games.prophecy.board import Board
from referee.games.prophecy.board_file import load_board
from referee.games.prophecy.cards.cards import Card, Creature
from referee.games.prophecy.cards.language import CARDS as LANGUAGE
from referee.games.prophecy.rules.context import deck_of
from referee.games.prophecy.rules.state import UNSEEN, DeckName, GameState, Setup
from referee.games.prophecy.rules.turns import RULES, TERRAIN_OF, start_game
from referee.games.prophecy.vocabulary import GUILDS
from referee.play.session import Session
from referee.text.names import fold, numbered, printed
from tests.random_runs import read_as_listed, refused_as_listed

EXAMPLES = Path(__file__).parents[2] / "examples" / "prophecy"
BOARD: Board = load_board(EXAMPLES / "sample-board.toml")
CARDS: tuple[Card, ...] = LANGUAGE.load(EXAMPLES / "sample-deck.toml")
BOX = {fold(card.name): card for card in CARDS}
HEROES = tuple(card.name for card in CARDS if card.kind == "hero")
PLAYERS = ("Anna", "Bo", "Cleo", "Dai", "Eve")
MOST_ANSWERS = 6000


def copies(deck: str) -> list[str]:
    """All cards of a deck of the sample, by name."""
    return [
        numbered(card.name, number)
        for card in CARDS
        if card.kind != "hero" and deck_of(card) == deck
        for number in range(1, card.copies + 1)
    ]


DECKS: tuple[DeckName, ...] = ("chance", "adventure", "common", "rare", "lesser", "greater", "artifact", *GUILDS)
SIZES: dict[DeckName, int] = {deck: len(copies(deck)) for deck in DECKS}


def make_setup(
    players: int = 3,
    *,
    heroes: tuple[str, ...] = (),
    first: str = "Forests",
    laid: tuple[str, ...] = (),
    seed: int = 7,
    known: bool = True,
    **settings: Any,
) -> Setup:
    """A set-up with the sample's cards; what lies at the start is chosen by the seed where it isn't told."""
    chance = random.Random(f"{seed}/set-up")
    spaces = BOARD.of_terrain(TERRAIN_OF[first])
    mine = heroes or tuple(chance.sample(HEROES, players))
    abilities = settings.pop("abilities", None) or tuple(chance.choice(copies(guild)) for guild in GUILDS)
    laid = laid or tuple(chance.sample(copies("adventure"), len(spaces)))
    needed = {fold(printed(name)) for name in (*mine, *laid, *abilities)}
    cards = CARDS if known else tuple(card for card in CARDS if fold(card.name) in needed)
    return Setup(
        players=PLAYERS[:players],
        heroes=mine,
        board=BOARD,
        sizes=SIZES,
        abilities=abilities,
        first=first,  # type: ignore[arg-type]
        laid=laid,
        cards=cards,
        seed=seed,
        **settings,
    )


def session(setup: Setup, *, strong: bool = False) -> Session[GameState]:
    """A game with a set-up, before its first round; with heroes as they are late in a game, if they are `strong`."""
    state = start_game(setup)
    for hero in state.players if strong else ():
        hero.health = hero.red = 8
        hero.magic = hero.blue = 10
    return Session(Playing(RULES, setup), state)


def cards_by_deck(setup: Setup, game: GameState) -> Counter[str]:
    """How many cards each deck has, in it and out of it, seen or face down (Discarded Cards)."""
    found: Counter[str] = Counter()
    for name, _ in game.known_places():
        card = find_card(setup, game, name)
        if card is not None and getattr(card, "guild", "") is not UNSET:
            found[deck_of(card)] += 1
    found["adventure"] += sum(not one.open for space in game.spaces for one in space.cards)
    for deck, pack in game.decks.items():
        found[deck] += pack.count - len(pack.bottom) + pack.discards.count(UNSEEN)
    found["lesser"] += sum(plane.lesser == UNSEEN for plane in game.planes)
    found["greater"] += sum(plane.greater == UNSEEN for plane in game.planes)
    found["artifact"] += sum(plane.artifact == UNSEEN and not plane.closed for plane in game.planes)
    return found


def say(played: Session[GameState], *lines: str) -> Session[GameState]:
    """Say moves as a script has them, answers in brackets; no move loses a card or makes one (P13)."""
    from referee.play.notation import read_script

    setup: Setup = played.game.setup  # type: ignore[attr-defined]
    for said in read_script("\n".join(lines)):
        known, there = played.state.learnt, cards_by_deck(setup, played.state)
        corrected = played.say(said)
        if corrected is None and played.state.learnt == known:
            assert cards_by_deck(setup, played.state) == there, said.text
    return played


@dataclass
class Table:
    """Who answers, with the box at hand."""

    chance: random.Random
    setup: Setup
    strong: bool = False
    refused: set[str] = field(default_factory=set)

    def answer(self, played: Session[GameState]) -> str:
        """A random answer; no option that is offered may be refused where it is read."""
        question = played.question
        assert question is not None
        options = list(question.options())
        some = self.chance.sample(options, min(3, len(options)))
        if question.key not in ("roll", "reward", "by hand"):  # what the dice show is left out in the list
            read_as_listed(question, some)
            refused_as_listed(question)
        match question.key:
            case "draw" if not options or (self.chance.random() < 0.05 and self.setup.draws == "table"):
                return self._unknown(played, question)
            case "card":
                name = question.prompt.partition(": what is printed")[0]
                from referee.games.prophecy.cards.language import write_card

                return write_card(BOX[fold(printed(name))])
            case "chance" if not options:
                return f"chance {self._free(played, 'chance')}"
            case "roll" | "reward":
                return self._roll(question, options)
            case "die":
                return str(self.chance.randint(1, 6))
            case "discard" if not options:
                names = question.hint.partition(" of ")[2].rpartition(";")[0].split(", ")
                return "discard " + ", ".join(self.chance.sample(names, int(question.hint.split()[0])))
            case "costs":
                return str(self.chance.randint(1, 9))
        return self._move(played, options)

    def _move(self, played: Session[GameState], options: list[Any]) -> str:
        said = [f"{one.text} {self._goods(played)}" if one.more is not None else one.text for one in options]
        texts = [text for text in said if text not in self.refused]
        assert texts, (played.question and played.question.prompt, [option.text for option in options])
        planes = [text for text in texts if text.startswith("plane ")]
        if planes and self.chance.random() < (0.7 if self.strong else 0.3):
            return str(self.chance.choice(planes))
        fights = [text for text in texts if text.startswith(("fight ", "attack "))]
        if fights and self.chance.random() < 0.6:
            return self._with_items(played, self.chance.choice(fights))
        return str(self.chance.choice(texts))

    def _goods(self, played: Session[GameState]) -> str:
        """What is offered for nothing: an Item, or a Gold; where a hero has neither, what is refused."""
        hero = played.present.hero
        return f"{printed(self.chance.choice(hero.held)) if hero.held else '1 gold'} for nothing"

    def _with_items(self, played: Session[GameState], text: str) -> str:
        """A fight with some of the hero's hand and head Items, where they can be held together."""
        hero = played.present.hero
        held = [name for name in (*hero.items, *hero.artifacts) if getattr(BOX[fold(printed(name))], "chosen", False)]
        assert played.question is not None
        for _ in range(3):
            some = self.chance.sample(held, min(len(held), self.chance.randint(0, 3)))
            words = f"{text.partition(' with ')[0]} with {', '.join(some)}" if some else text
            try:
                played.question.parse(words)
                return words
            except Illegal:
                continue
        return text

    def _roll(self, question: Question[Any], options: list[Any]) -> str:
        acts = [option.text for option in options if not option.text.startswith(("roll", "done"))]
        if acts and self.chance.random() < 0.4:
            return str(self.chance.choice(acts))
        if "done" in [option.text for option in options] and self.chance.random() < 0.5:
            return "done"
        many = question.throw.count if question.throw is not None else 0
        return f"roll {' '.join(str(self.chance.randint(1, 6)) for _ in range(many))}".strip()

    def _unknown(self, played: Session[GameState], question: Question[Any]) -> str:
        """A card that the referee doesn't know, or with its whole line."""
        for card in self.chance.sample(CARDS, len(CARDS)):
            try:
                question.parse(card.name)
            except Exception:
                continue
            known = played.present
            from referee.cards.fields import find_card

            if find_card(self.setup, known, card.name) is None and not self._fits(question, card):
                continue
            return card.name
        raise AssertionError(f"nothing fits: {question.prompt}")

    def _fits(self, question: Question[Any], card: Card) -> bool:
        from referee.games.prophecy.cards.language import write_card

        try:
            question.parse(write_card(card))
        except Exception:
            return False
        return "first Creature" not in question.prompt or isinstance(card, Creature)

    def _free(self, played: Session[GameState], deck: str) -> str:
        seen = played.present.known_names()
        return printed(self.chance.choice([name for name in copies(deck) if name not in seen]))


def play(table: Table, most: int = MOST_ANSWERS) -> Iterator[Session[GameState]]:
    """Play a game at random to its end, or so many answers; the session after each answer."""
    played = session(table.setup, strong=table.strong)
    yield played
    for _ in range(most):
        if played.question is None:
            return
        text = table.answer(played)
        try:
            played.answer(text)
            table.refused.clear()
        except Illegal:
            table.refused.add(text)  # what a Creature did first made it impossible, or a price was unknown
            if len(table.refused) > 20:
                pytest.fail(f"refused again and again: {table.refused}")
        yield played
