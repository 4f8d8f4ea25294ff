"""Random legal games to their end: what must hold after every answer, whoever plays and whatever is agreed."""

from __future__ import annotations

import random
import tempfile
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest
import tomli_w
from hypothesis import event, given
from hypothesis import strategies as st

from referee.cards.fields import find_card
from referee.declaration.changes import Counted
from referee.games.enchanters import GAME as ENCHANTERS
from referee.games.enchanters import tables
from referee.games.enchanters.rules.context import Attacked, Buried, Failed, Struck, Taken, parts, total
from referee.games.enchanters.rules.state import GameState, Setup
from referee.games.enchanters.scores import score
from referee.games.enchanters.vocabulary import pile_for
from referee.rulebook.rules import rulebook
from referee.text.names import printed
from tests.enchanters.quests import session
from tests.enchanters.random_play import Start, Table, make_start, play, starts
from tests.leading_back import check_saved, check_undo
from tests.random_runs import games

# --- what holds -----------------------------------------------------------------------------------


def check(start: Start, game: GameState) -> None:
    """What holds in every game, in the middle of a step too."""
    setup = start.setup
    check_cards(start, game)
    for number, player in enumerate(game.players):
        assert min(player.crystals, player.wounds) >= 0, player
        for what in ("attack", "defence"):
            points = total(setup, game, number, what)
            assert points == max(0, sum(part.amount for part in parts(setup, game, number, what)))
        for pile, cards in zip(("items", "enchantments", "monsters"), player.piles(), strict=True):
            for name in cards:
                card = find_card(setup, game, name)
                assert card is not None, f"{name} lies in a pile, unread"
                assert pile_for(card.type) == pile
    assert len(game.track) <= setup.track_cards
    assert 0 <= game.deck <= setup.size
    assert not game.over or (not game.track and not game.deck)


def check_cards(start: Start, game: GameState) -> None:
    """Every card is in one place, and none is lost."""
    lying = Counter(game.in_play())
    assert not [name for name, count in lying.items() if count > 1], "a card in two places"
    seats = len(start.setup.players)
    assert sum(lying.values()) + game.deck == len(start.setup.track) + start.setup.size + 2 * seats
    dealt = start.deck[: len(start.deck) - game.deck]
    real = Counter(map(printed, (*start.setup.track, *dealt)))
    real.update({tables.box().fist: seats, tables.box().enchanting: seats})
    assert Counter(map(printed, lying)) == real


@dataclass
class Watch:
    """What is remembered from step to step."""

    setup: Setup
    before: GameState
    turns: list[int] = field(default_factory=list)

    def step(self, now: GameState, happened: Sequence[Any]) -> None:
        """Check what led from one state to the next."""
        known = rulebook("enchanters").entries
        crystals: Counter[int] = Counter()
        wounds: Counter[int] = Counter()
        for one in happened:
            assert set(one.rules) <= set(known), one
            if isinstance(one, Counted):
                seat = [player.name for player in now.players].index(one.owner)
                {"crystals": crystals, "wounds": wounds}[one.counter.name][seat] += one.by
            elif isinstance(one, Struck):
                wounds[one.player] += one.wounds
                assert one.wounds == max(0, one.strength - one.defence) * one.times
            elif isinstance(one, Attacked):
                assert one.won == (one.attack >= one.health)
        for number, (then, later) in enumerate(zip(self.before.players, now.players, strict=True)):
            assert later.crystals - then.crystals == crystals[number], happened
            assert later.wounds - then.wounds == wounds[number], happened
        self.turn(now, happened)
        self.before = now.copy()

    def turn(self, now: GameState, happened: Sequence[Any]) -> None:
        """Each turn takes one card off the track, and the players follow each other."""
        before = self.before
        if now.turn != before.turn:
            assert (now.turn, now.active) == (before.turn + 1, (before.active + 1) % len(now.players))
            assert before.major
            assert not now.used
            assert not now.boosts
        assert not any(isinstance(one, Failed) for one in happened) or now.resting
        gone = len(before.track) + before.deck - len(now.track) - now.deck
        assert gone == sum(isinstance(one, Buried) for one in happened) + self.taken(before, happened)

    def taken(self, before: GameState, happened: Sequence[Any]) -> int:
        return sum(isinstance(one, Taken) and one.card in before.track for one in happened)


# --- the tests ------------------------------------------------------------------------------------


@pytest.mark.rule("turn", "journey-cost", "end", "below-zero", "wounds", "refill", "card-anatomy")
@games(15)
@given(starts(), st.integers(0, 2**32))
def test_every_legal_game_keeps_the_rules(start: Start, seed: int) -> None:
    """No offered answer fails, no card is lost, and when deck and track are empty the game is over.

    What is looked at in a save that was changed by hand holds in every game.
    """
    kept = ENCHANTERS.rules()
    kept.check_setup(start.setup)
    watch = Watch(start.setup, kept.start(start.setup))
    for played in play(Table(start, random.Random(seed))):
        check(start, played.present)
        if not played.draft:
            happened = played.take_events()
            watch.step(played.state, happened)
            kept.check(start.setup, played.state)
            for kind in {type(one).__name__ for one in happened}:
                event(kind)
    assert (played.state.over, played.question) == (True, None)
    result = score(start.setup, played.state)
    assert set(result.winners) <= set(start.setup.players)


@games(6)
@given(starts(), st.integers(0, 2**32))
def test_a_game_leads_back_and_can_be_played_again(start: Start, seed: int) -> None:
    """Undo and redo, saving and loading anywhere, and replaying all entries, give equal states."""
    when = random.Random(seed + 1)
    with tempfile.TemporaryDirectory() as folder:
        for played in play(Table(start, random.Random(seed))):
            if when.random() < 0.03:
                check_undo(played)
            if when.random() < 0.03:
                check_saved(ENCHANTERS, played, start.setup, Path(folder))
        check_undo(played)
        check_saved(ENCHANTERS, played, start.setup, Path(folder), replay=True)
    again = session(start.setup, steps=list(played.steps))
    assert (again.state, again.steps) == (played.state, played.steps)


@pytest.mark.parametrize("draws", ["table", "program"])
def test_a_short_game_leads_back_at_every_step(tmp_path: Path, draws: Any) -> None:
    """Undo, redo, saving, loading and replaying after each answer, in the middle of a step too."""
    start = make_start(3, draws=draws, known=draws == "program")
    for number, played in enumerate(islice(play(Table(start, random.Random(3))), 50)):
        check_undo(played)
        check_saved(ENCHANTERS, played, start.setup, tmp_path, replay=True)
        assert played.undo() is (number > 0)
        check_saved(ENCHANTERS, played, start.setup, tmp_path)
        assert played.redo() is (number > 0)


@pytest.mark.rule("card-anatomy")
@games(6)
@given(st.integers(2, 4), st.integers(0, 1000), st.integers(0, 2**32))
def test_a_game_without_a_deck_is_the_same_game(players: int, deal: int, seed: int) -> None:
    """Typing a card in when it matters changes nothing but who knows what."""
    without = make_start(players, seed=deal, draws="table", known=False)
    twin = session(make_start(players, seed=deal, draws="table", known=True).setup)
    given_to_twin = 0
    for played in play(Table(without, random.Random(seed), recklessness=1)):
        answers = [answer for step in played.steps for answer in step.answers] + played.draft
        for answer in answers[given_to_twin:]:
            if answer.key != "card":
                assert twin.question is not None
                assert twin.question.key == answer.key
                twin.give(answer.text)
        given_to_twin = len(answers)
    assert score(without.setup, played.state) == score(
        make_start(players, seed=deal, draws="table").setup, twin.state
    )


@games(6)
@given(starts(), st.integers(0, 2**32))
def test_every_state_can_be_written(start: Start, seed: int) -> None:
    """As plain data and as TOML."""
    when = random.Random(seed + 1)
    for played in play(Table(start, random.Random(seed))):
        if when.random() < 0.1 or played.question is None:
            data = msgspec.to_builtins(played.state)
            assert msgspec.convert(data, GameState, str_keys=True) == played.state
            assert msgspec.convert(tomllib.loads(tomli_w.dumps(data)), GameState, str_keys=True) == played.state
