"""Worked examples of rules: small games with invented cards, played by the engine."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from referee.declaration.game import Playing
from referee.games.enchanters import tables
from referee.games.enchanters.cards.language import read_card, read_village
from referee.games.enchanters.rules import context
from referee.games.enchanters.rules.state import GameState, Setup
from referee.games.enchanters.rules.turns import RULES, start_game
from referee.games.enchanters.scores import score, verdict
from referee.games.enchanters.vocabulary import pile_for
from referee.play.event import names_of
from referee.play.session import Session
from referee.rulebook.examples import Examples, ExampleScene


class CardsScene(ExampleScene, dict=True):
    """Anna's turn, with cards on the track and on her piles; `moves` are played when something is asked of them."""

    cards: dict[str, str]
    track: tuple[str, ...] = ()
    anna: tuple[str, ...] = ()
    village: str = "Nowhere"
    wounds: int = 0
    moves: tuple[str, ...] = ()

    @cached_property
    def setup(self) -> Setup:
        """The set-up of the example."""
        box = tables.box()
        printed = (read_card(box.fist, "item"), read_card(box.enchanting, "enchantment"))
        known = (*printed, *(read_card(name, line) for name, line in self.cards.items()))
        village = read_village(self.village, "")
        return Setup(players=("Anna", "Bo"), village=village, track=self.track, size=0, cards=known)

    @cached_property
    def before(self) -> GameState:
        """The game before the moves."""
        game = start_game(self.setup)
        anna = game.players[0]
        for name in self.anna:
            anna.pile(pile_for(self.setup.known[name.lower()].type)).append(name)
        anna.wounds = self.wounds
        return game

    @cached_property
    def played(self) -> Session[GameState]:
        """The game with the moves made."""
        session = Session(Playing(RULES, self.setup), self.before.copy())
        for move in self.moves:
            session.answer(move)
        return session

    def fill(self, place: str) -> str | Sequence[str]:
        """Return a value or the score after the moves, or `before` them, or the events of some kinds."""
        state = self.before if place.startswith("before ") else self.played.state
        match place.removeprefix("before "):
            case "attack" | "defence" as what:
                return str(context.total(self.setup, state, 0, what))
            case "parts":
                return context.points_text(context.parts(self.setup, state, 0, "attack"))
            case "wounds":
                return str(state.players[0].wounds)
            case "score":
                ended = self.played.state.copy()
                ended.over = True
                result = score(self.setup, ended)
                anna, bo = result.standing
                lines = [f"{line.category}: {line.text} = {line.points}" for line in anna.lines]
                return [*lines, f"Anna's total is {anna.total}, Bo's {bo.total}. {' '.join(verdict(result))}"]
        name, kinds = names_of(state.players), place.split(", ")
        return [event.describe(name) for event in self.played.events if type(event).__name__ in kinds]


example = Examples("enchanters", {}, CardsScene)
