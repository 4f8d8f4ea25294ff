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
from msgspec import UNSET

from referee.errors import Illegal
from referee.games.conjurers import GAME as CONJURERS
from referee.games.conjurers import tables
from referee.games.conjurers.rules.card_pool import face_of, pile, stock_of_items, unknown_creatures, unknown_items
from referee.games.conjurers.rules.events import (
    CreaturesLost,
    Fed,
    Gained,
    Paid,
    Penalty,
    Sacrificed,
    Stolen,
)
from referee.games.conjurers.rules.spaces import refusal, space_named, spaces, unlocked_in
from referee.games.conjurers.rules.state import CONJURER, GameState, Seat, Setup, open_mythologies
from referee.games.conjurers.scores.score import score_now
from referee.games.conjurers.vocabulary import RESOURCES
from referee.play.event import Said
from referee.play.notation import Answer
from referee.play.session import Session
from referee.rulebook.rules import rulebook
from tests.conjurers.random_play import BOX, LEARNING, NAMES, NONE_LEFT, Start, play, session, starts
from tests.leading_back import check_saved, check_undo, question_of
from tests.random_runs import games
from tests.steps import given as given_in
from tests.steps import places

# --- what holds -----------------------------------------------------------------------------------


def check(setup: Setup, game: GameState) -> None:
    """What holds in every game, in the middle of a step too."""
    assert 1 <= game.turn <= setup.turns
    assert game.stage != "over" or game.turn == setup.turns
    assert not game.players[game.holder].left
    present = game.present()
    assert len(present) >= 2
    assert set(game.mines.values()) <= set(present), "a marker of a player who left"
    assert set(game.mines) <= set(tables.phases().mines)
    check_cards(setup, game)
    for number, player in enumerate(game.players):
        assert min(player.food, player.minus_points) >= 0, player
        assert min(player.resources.values(), default=1) > 0, player
        assert not set(player.resources) & set(tables.players().setups[len(setup.players)].instead), player
        assert len(player.assistants) <= 3
        assert len(set(player.assistants)) == len(player.assistants), "two assistants of a kind"
        assert number in present or (player.food, player.resources, player.creatures) == (0, {}, [])
    check_figures(setup, game)
    if game.contest is not None:
        assert {game.contest.attacker, game.contest.defender} <= set(present)
        assert game.contest.attacker != game.contest.defender


def check_cards(setup: Setup, game: GameState) -> None:
    """Every card is in one place, none is lost, and what is known of it is what is printed."""
    creatures = [name for _, name in game.owned_creatures()]
    guarded = [game.contest.guarded] if game.contest is not None and game.contest.guarded else []
    for name in [*creatures, *game.gone, *guarded]:
        assert BOX.creatures[name].mythology not in setup.locked, name
    counted = Counter([*creatures, *game.gone, *guarded])
    assert not [name for name, count in counted.items() if count > 1], "a creature in two places"
    assert setup.dead_creatures == "lost" or not (game.gone and setup.sacrificed_return)
    check_piles(setup, game, [*creatures, *game.gone])
    items = [name for player in game.players for name in player.items]
    assert len(items) == len(set(items)), "an item with two owners"
    assert set(items) <= set(BOX.items)
    stock = stock_of_items(setup, game)
    assert len(stock) + len(items) + unknown_items(setup, game) == tables.players().box.items
    artifacts = [name for player in game.players for name in player.artifacts]
    assert len(artifacts) == len(set(artifacts)), "an artifact with two owners"
    assert set(artifacts) <= {row.name for row in tables.artifacts() if row.mythology not in setup.locked}
    check_learnt(setup, game)


def check_piles(setup: Setup, game: GameState, out: Sequence[str]) -> None:
    """Each mythology's creatures lie in the pile, are out of it, or nobody has named them (p. 6)."""
    kinds = {name: face_of(setup, game, name).mythology for name in out}
    for mythology in open_mythologies(setup):
        lying = pile(setup, game, mythology)
        mine = [name for name in out if kinds[name] == mythology]
        assert not set(lying) & set(mine)
        every = len(lying) + len(mine) + unknown_creatures(setup, game, mythology)
        assert every == tables.players().box.creatures_per_mythology, mythology


def check_learnt(setup: Setup, game: GameState) -> None:
    """What was learnt of a card stands there once, and is what is printed on it."""
    for names in (
        [card.name for card in (*setup.creatures, *game.learnt_creatures)],
        [card.name for card in (*setup.items, *setup.artifacts, *game.learnt_items)],
        [card.name for card in setup.creatures] + [face.name for face in game.faces],
    ):
        assert len(names) == len(set(names)), names
    for face in game.faces:
        assert (face.level, face.mythology) == (BOX.creatures[face.name].level, BOX.creatures[face.name].mythology)
    for creature in game.learnt_creatures:
        printed = BOX.creatures[creature.name]
        element = printed.element if setup.elements else UNSET
        assert msgspec.structs.replace(printed, element=element) == creature
    for piece in game.learnt_items:
        assert piece.abilities == BOX.pieces[piece.name].abilities
    for name, cost in game.prices.items():
        assert BOX.pieces[name].cost == cost


def check_figures(setup: Setup, game: GameState) -> None:
    """Figures stand on open spaces that they may take, one on each unless spaces are shared."""
    each = Counter((figure.player, figure.kind) for figure in game.placed)
    assert not [figure for figure, count in each.items() if count > 1], "a figure in two spaces"
    if not setup.shared_spaces:
        taken = Counter(figure.space for figure in game.placed)
        assert not [space for space, count in taken.items() if count > 1], "two figures in a space"
    known = {space.name: space for space in spaces(setup)}
    for figure in game.placed:
        space = known[figure.space]
        assert not game.players[figure.player].left
        assert figure.kind in (CONJURER, *game.players[figure.player].assistants)
        assert unlocked_in(setup, space) <= game.phase
        assert tables.phases().battlegrounds.get(space.name) not in setup.locked
        assert space.sort != "duel" or (figure.kind == CONJURER and space.opponent != figure.player)
    for figure in (*game.figures, *game.waiting):
        assert figure in game.placed
    assert not set(game.figures) & set(game.waiting)


@dataclass
class Watch:
    """What is remembered from step to step."""

    setup: Setup
    before: GameState
    sacrificed: set[str] = field(default_factory=set)
    dead: set[str] = field(default_factory=set)

    def step(self, now: GameState, happened: Sequence[Any]) -> None:
        """Check what led from one state to the next."""
        before = self.before
        assert before.turn <= now.turn <= before.turn + 1
        assert before.turn == now.turn or before.stage in ("ending", "tournament")
        assert set(before.gone) <= set(now.gone)
        assert [p.left for p in before.players] <= [p.left for p in now.players]
        known = rulebook("conjurers").entries
        for one in happened:
            assert set(getattr(one, "rules", ())) <= set(known), one
            if isinstance(one, Sacrificed):
                self.sacrificed.add(one.creature)
            if isinstance(one, CreaturesLost):
                self.dead |= {name for name in one.creatures if BOX.creatures[name].level == 1}
        assert not self.dead & {name for _, name in now.owned_creatures()}, "a creature that died is back"
        if not self.setup.sacrificed_return:
            held = {name for _, name in now.owned_creatures()}
            left = any(p.left for p in now.players)
            assert not self.sacrificed & held, "a sacrificed creature is back"
            assert left or self.sacrificed | self.dead == set(now.gone)
        self.goods(now, happened)
        self.before = now.copy()

    def goods(self, now: GameState, happened: Sequence[Any]) -> None:
        """Holdings change by what the events say and by nothing else."""
        count = len(now.players)
        change: list[Counter[str]] = [Counter() for _ in range(count)]
        for one in happened:
            match one:
                case Gained(player=player, goods=goods):
                    change[player].update(goods)
                case Paid(player=player, goods=goods):
                    change[player].subtract(goods)
                case Stolen():
                    change[one.player].update(one.goods)
                    change[one.victim].subtract(one.goods)
                case Fed(player=player, paid=paid):
                    change[player]["food"] -= paid
                case Penalty(player=player, points=points):
                    change[player]["minus points"] += points
        for then, later, by in zip(self.before.players, now.players, change, strict=True):
            if later.left:
                continue
            for good in (*RESOURCES, "food"):
                assert later.has(good) - then.has(good) == by[good], (later.name, good, happened)
            assert later.minus_points - then.minus_points == by["minus points"], (later.name, happened)


def check_placing(setup: Setup, game: GameState) -> None:
    """Whoever is asked to place can; a figure that can't is nobody's to place (E5)."""
    every = spaces(setup)
    seat = game.next_seat
    assert not game.players[seat].left
    assert not all(refusal(setup, game, seat, kind, space) for kind in game.figures_of(seat) for space in every)


def check_written(game: GameState, *, toml: bool) -> None:
    """A state survives being written as plain data, and as TOML."""
    data = msgspec.to_builtins(game)
    assert msgspec.convert(data, GameState, str_keys=True) == game
    if toml:
        assert msgspec.convert(tomllib.loads(tomli_w.dumps(data)), GameState, str_keys=True) == game


# --- the tests ------------------------------------------------------------------------------------


@pytest.mark.rule("E1", "E2", "E3", "E5", "E6", "E11", "A1", "A4", "A7", "A9", "A10", "A20", "A21")
@games(15)
@given(starts(), st.integers(0, 2**32), st.booleans())
def test_every_legal_game_keeps_the_rules(start: Start, seed: int, leaving: bool) -> None:
    """No offered answer fails, holdings stay possible, no card is lost, and after the last turn the game is over.

    What is looked at in a save that was changed by hand holds in every game.
    """
    setup, kept = start.setup, CONJURERS.rules()
    kept.check_setup(setup)
    table, watch = start.table(seed), Watch(setup, CONJURERS.rules().start(setup))
    for played in play(table, leaving=leaving):
        check(setup, played.present)
        if played.state.stage == "placing":
            check_placing(setup, played.state)
        if not played.draft:
            happened = played.take_events()
            watch.step(played.state, happened)
            kept.check(setup, played.state)
            for kind in {type(one).__name__ for one in happened}:
                event(kind)
    for key in {key for key, _ in table.asked}:
        event(f"asked for {key}")
    assert (played.state.stage, played.state.turn, played.question) == ("over", setup.turns, None)
    assert played.state.contest is None
    assert len(table.asked) == len(set(table.asked)), "something was asked for twice"
    assert start.share < 1 or not table.asked


@pytest.mark.rule("B23")
@games(6)
@given(starts(), st.integers(0, 2**32), st.booleans())
def test_a_game_leads_back_and_can_be_played_again(start: Start, seed: int, leaving: bool) -> None:
    """Undo and redo, saving and loading anywhere, and replaying all entries, give equal states."""
    when = random.Random(seed + 1)
    with tempfile.TemporaryDirectory() as folder:
        for played in play(start.table(seed), leaving=leaving):
            if when.random() < 0.02:
                check_undo(played)
            if when.random() < 0.02:
                check_saved(CONJURERS, played, start.setup, Path(folder))
        check_undo(played)
        check_saved(CONJURERS, played, start.setup, Path(folder), replay=True)
    again = session(start.setup, steps=list(played.steps))
    assert (again.state, again.steps, places(again)) == (
        played.state,
        played.steps,
        places(played),
    )
    resumed = session(start.setup, steps=list(played.steps), resumed=played.state)
    assert (resumed.state, resumed.question) == (played.state, None)


SHORT = 60
"""How many answers of a game are looked at one by one."""


def short_game(share: float, *kinds: str) -> tuple[Start, int]:
    """Two players with six creatures each, and a seed: the first one with questions of these kinds early on."""
    ones = [card.name for card in BOX.creatures.values() if card.level == 1]
    seats = (Seat("Anna", "red", "warrior"), Seat("Bo", "blue", "merchant"))
    for seed in range(300):
        setup = Setup(
            players=seats,
            seed=seed,
            dice="rolled",
            draws="program",
            locked=("norse", "greek"),
            dealt=(tuple(ones[:6]), tuple(ones[6:12])),
            **BOX.part(share, random.Random(seed)),
        )
        start = Start(setup, share)
        *_, played = islice(play(start.table(seed)), SHORT)
        if set(kinds) <= {answer.key for answer in given_in(played)}:
            return start, seed
    raise AssertionError(f"no short game has {kinds}")


@pytest.mark.rule("B23", "random-draw")
@pytest.mark.parametrize(
    ("share", "kinds"),
    [(0, ("level", "card", "draw", "roll", "smiths")), (0.5, ("creature", "card", "draw")), (1, ("draw", "roll"))],
)
def test_a_short_game_leads_back_at_every_step(tmp_path: Path, share: float, kinds: tuple[str, ...]) -> None:
    """Undo, redo, saving, loading and replaying after each answer, in the middle of a step too."""
    start, seed = short_game(share, *kinds)
    for number, played in enumerate(islice(play(start.table(seed)), SHORT)):
        check_undo(played)
        check_saved(CONJURERS, played, start.setup, tmp_path, replay=True)
        assert played.undo() is (number > 0)
        check_saved(CONJURERS, played, start.setup, tmp_path)
        assert played.redo() is (number > 0)
        again = session(start.setup, steps=list(played.steps), draft=list(played.draft))
        assert (again.state, question_of(again)) == (played.state, question_of(played))


@pytest.mark.rule("E11", "A5", "A7", "A12", "random-draw")
@games(8)
@given(starts(), st.integers(0, 2**32))
def test_a_game_without_a_deck_is_the_same_game(start: Start, seed: int) -> None:
    """Whatever isn't asked for with a whole deck changes nothing but who knows what."""
    setup = start.with_all_cards()
    twin, given_to_twin, too_dear = session(setup), 0, 0
    for played in play(start.table(seed)):
        answers = given_in(played)
        too_dear += sum(not forward(twin, answer) for answer in answers[given_to_twin:])
        given_to_twin = len(answers)
        if not played.draft:
            assert not twin.draft
            assert seen(played.state) == seen(twin.state)
    assert twin.question is None
    assert too_dear == len([one for one in played.events if isinstance(one, Said) and " doesn't buy " in one.text])
    assert score_now(start.setup, played.state) == score_now(setup, twin.state)


def forward(twin: Session[GameState], answer: Answer) -> bool:
    """Give an answer to a game that knows all cards, unless it needn't ask; False if it knows the price."""
    if answer.key in LEARNING or answer.text == NONE_LEFT:
        return True
    assert twin.question is not None
    assert twin.question.key == answer.key
    try:
        twin.give(answer.text)
    except Illegal:
        assert answer.key == "buy"
        return False
    return True


def seen(game: GameState) -> GameState:
    """What everybody at the table sees of a game: not what the program knows of cards, and no battle's insides."""
    copy = game.copy()
    copy.faces, copy.prices, copy.smiths, copy.learnt_creatures, copy.learnt_items = [], {}, {}, [], []
    if copy.contest is not None:
        copy.contest.battle = None
    return copy


@games(6)
@given(starts(), st.integers(0, 2**32))
def test_every_state_can_be_written(start: Start, seed: int) -> None:
    """As plain data and as TOML, whatever the stage; battles under way are another test's."""
    when = random.Random(seed + 1)
    for played in play(start.table(seed)):
        fought = played.state.contest is not None and played.state.contest.battle is not None
        if when.random() < 0.2:
            check_written(played.state, toml=not fought)
    check_written(played.state, toml=True)


@games(4)
@given(starts(), st.integers(0, 2**32))
def test_a_battle_under_way_can_be_written(start: Start, seed: int) -> None:
    """TOML knows no null: a state in the middle of a battle has none either."""
    for played in play(start.table(seed)):
        contest = played.state.contest
        if contest is not None and contest.battle is not None:
            check_written(played.state, toml=True)


def test_spaces_are_found_by_name() -> None:
    """Each space by its own name, whatever the number of players."""
    for count in (2, 3, 4):
        setup = Setup(players=tuple(Seat(name, "red", "worker") for name in NAMES[:count]))
        for space in spaces(setup):
            assert space_named(setup, space.name) == space
