"""Random legal games to their end: what must hold after every answer, whoever plays and whatever is agreed."""

from __future__ import annotations

import random
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
import tomli_w
from hypothesis import HealthCheck, Phase, event, given, settings
from hypothesis import strategies as st

from referee.ask import Question
from referee.files import convert, read_toml
from referee.games.conjurers.cards import DeckFile, ItemEntry
from referee.games.conjurers.evening.corrections import correct
from referee.games.conjurers.evening.events import Fed, Gained, Paid, Penalty, Sacrificed, Stolen
from referee.games.conjurers.evening.play import Conjuring, start_game
from referee.games.conjurers.evening.spaces import can_place, space_named, spaces, unlocked_in
from referee.games.conjurers.evening.state import CONJURER, BattlesLast, DiceMode, Draws, Game, Seat, Setup
from referee.games.conjurers.tables import board as board_tables
from referee.games.conjurers.tables import box as box_tables
from referee.games.conjurers.tables import points as points_tables
from referee.games.conjurers.vocabulary import MYTHOLOGIES, RESOURCES, Assistant
from referee.rules import rulebook
from referee.session import Entry, Session

NAMES = ("Anna", "Bo", "Cleo", "Dan")
KINDS: tuple[Assistant, ...] = ("worker", "merchant", "warrior", "recruiter")
BATTLES_LAST: tuple[BattlesLast, ...] = ("auto", "always", "never")
DRAWS: tuple[Draws, ...] = ("program", "table")
DICE: tuple[DiceMode, ...] = ("entered", "rolled", "average")
LAST_TURN = 12
MOST_ANSWERS = 4000


@cache
def deck() -> DeckFile:
    """The sample deck."""
    path = Path(__file__).parents[2] / "examples" / "sample-deck.toml"
    return convert(read_toml(path), DeckFile, str(path))


@dataclass(repr=False)
class Start:
    """What a game begins with."""

    setup: Setup
    dealt: list[list[str]]

    def __repr__(self) -> str:
        shown = msgspec.structs.replace(self.setup, creatures=(), items=(), artifacts=())
        return f"Start({shown}, {self.dealt})"

    def session(self, entries: Sequence[Entry] = ()) -> Session[Game]:
        """A new session, or one that has come as far as `entries`, corrections included."""

        def intervene(state: Game, text: str, events: list[Any]) -> Game:
            return correct(self.setup, state, text, events)

        start = start_game(self.setup, self.dealt)
        return Session(Conjuring(self.setup), start, list(entries), intervene=intervene)


@st.composite
def starts(draw: st.DrawFn) -> Start:
    """Two to four players and any switches; a third of the creatures get other abilities."""
    count = draw(st.integers(2, 4))
    seats = tuple(Seat(name, "red", draw(st.sampled_from(KINDS))) for name in NAMES[:count])
    locked = draw(st.permutations(MYTHOLOGIES))[: box_tables.players().setups[count].locked]
    ones = draw(st.permutations([card.name for card in deck().creature if card.level == 1]))
    setup = Setup(
        players=seats,
        start=draw(st.integers(0, count - 1)),
        seed=draw(st.integers(0, 10_000)),
        dice=draw(st.sampled_from(DICE)),
        draws=draw(st.sampled_from(DRAWS)),
        elements=draw(st.booleans()),
        morale=draw(st.booleans()),
        tournament=draw(st.booleans()),
        shared_spaces=draw(st.booleans()),
        battles_last=draw(st.sampled_from(BATTLES_LAST)),
        sacrificed_return=draw(st.booleans()),
        locked=tuple(locked),
        creatures=deck().creature,
        items=deck().item,
        artifacts=tuple(ItemEntry(name=card.name, abilities=card.abilities) for card in deck().artifact),
    )
    return Start(setup, [list(ones[3 * seat : 3 * seat + 3]) for seat in range(count)])


# --- playing --------------------------------------------------------------------------------------


def typed_answer(question: Question[Any], now: Game, setup: Setup, chance: random.Random) -> str | None:
    """An answer to a question that is typed, not chosen; None for one with options only."""
    if question.key == "roll":
        count = re.search(r"(\d+) (?:die|dice)$", question.prompt)
        assert count is not None, question.prompt
        return " ".join(str(chance.randrange(3)) for _ in range(int(count[1])))
    if question.key == "draw":
        assert now.contest is not None
        (player,) = [player for player in now.players if player.name == question.who]
        army = [name for name in player.creatures if now.players.index(player) != now.contest.defender
                or name != now.contest.aside]  # fmt: skip
        return ", ".join(chance.sample(army, 3))
    if question.key == "pairs":
        return ", ".join(chance.sample([player.name for player in now.players], 4))
    if question.key == "steal" and chance.random() < 0.5:
        gone = box_tables.players().setups[len(setup.players)].instead
        return ", ".join(chance.sample([good for good in (*RESOURCES, "food") if good not in gone], 3))
    if question.key == "sacrifice" and chance.random() < 0.3:
        (player,) = [player for player in now.players if player.name == question.who]
        level = {card.name: card.level for card in deck().creature}
        given_up = sorted(chance.sample(player.creatures, min(3, len(player.creatures))), key=level.__getitem__)
        return ", ".join(f"{name} for food" for name in given_up) or "nothing"
    return None


def answer_for(session: Session[Game], setup: Setup, chance: random.Random) -> str:
    """A random answer; no option that is offered may be refused."""
    question = session.question
    assert question is not None
    options = list(question.options())
    for option in chance.sample(options, min(4, len(options))):
        question.parse(option.text)
    typed = typed_answer(question, session.present, setup, chance)
    if typed is not None:
        return typed
    assert options, question.prompt
    if question.key == "place" and chance.random() < 0.5:  # battles and shops more often than storages
        far = re.compile("duel|black|art|pit|guild|" + "|".join(board_tables.phases().battlegrounds))
        options = [option for option in options if far.search(option.text)] or options
    if question.key == "resolve" and chance.random() < 0.8:
        options = [option for option in options if option.text.startswith("resolve")]
    if question.key == "trade" and chance.random() < 0.4:
        return "done"
    option = chance.choice(options)
    while option.more is not None and (rest := option.more()) is not None:
        option = chance.choice(list(rest.options()))
    return option.text


def leaver(game: Game, chance: random.Random) -> str | None:
    """Sometimes, between two actions, a player who leaves."""
    if game.contest is not None or game.bouts or len(game.present()) <= 2 or chance.random() > 0.004:
        return None
    return f"leave {game.players[chance.choice(game.present())].name}"


def play(start: Start, chance: random.Random, *, leaving: bool = False) -> Iterator[Session[Game]]:
    """Play a game at random to its end; the session after each answer."""
    session = start.session()
    yield session
    for _ in range(MOST_ANSWERS):
        if session.question is None:
            return
        goes = leaver(session.state, chance) if leaving and not session.draft else None
        if goes is not None:
            session.correct(goes)
        else:
            session.answer(answer_for(session, start.setup, chance))
        yield session
    pytest.fail(f"no end after {MOST_ANSWERS} answers")


# --- what holds -----------------------------------------------------------------------------------


def check(setup: Setup, game: Game) -> None:
    """What holds in every game, in the middle of a step too."""
    assert 1 <= game.turn <= LAST_TURN
    assert game.stage != "over" or game.turn == LAST_TURN
    assert not game.players[game.holder].left
    present = game.present()
    assert len(present) >= 2
    assert set(game.mines.values()) <= set(present), "a marker of a player who left"
    assert set(game.mines) <= set(board_tables.phases().mines)
    check_cards(setup, game)
    for number, player in enumerate(game.players):
        assert min(player.food, player.minus_points) >= 0, player
        assert min(player.resources.values(), default=1) > 0, player
        assert not set(player.resources) & set(box_tables.players().setups[len(setup.players)].instead), player
        assert len(player.assistants) <= 3
        assert len(set(player.assistants)) == len(player.assistants), "two assistants of a kind"
        assert number in present or (player.food, player.resources, player.creatures) == (0, {}, [])
    check_figures(setup, game)
    if game.contest is not None:
        assert {game.contest.attacker, game.contest.defender} <= set(present)
        assert game.contest.attacker != game.contest.defender


def check_cards(setup: Setup, game: Game) -> None:
    """Every card is known, in the game, and in one place."""
    cards = {card.name: card for card in setup.creatures}
    creatures = [name for _, name in game.held()]
    guarded = [game.contest.guarded] if game.contest is not None and game.contest.guarded else []
    for name in [*creatures, *game.gone, *guarded]:
        assert cards[name].mythology not in setup.locked, name
    counted = Counter([*creatures, *game.gone, *guarded])
    assert not [name for name, count in counted.items() if count > 1], "a creature in two places"
    items = [name for player in game.players for name in player.items]
    assert len(items) == len(set(items)), "an item with two owners"
    assert set(items) <= {card.name for card in setup.items}
    artifacts = [name for player in game.players for name in player.artifacts]
    assert len(artifacts) == len(set(artifacts)), "an artifact with two owners"
    assert set(artifacts) <= {row.name for row in points_tables.artifacts() if row.mythology not in setup.locked}
    assert not (game.gone and setup.sacrificed_return)


def check_figures(setup: Setup, game: Game) -> None:
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
        assert board_tables.phases().battlegrounds.get(space.name) not in setup.locked
        assert space.sort != "duel" or (figure.kind == CONJURER and space.opponent != figure.player)
    for figure in (*game.figures, *game.waiting):
        assert figure in game.placed
    assert not set(game.figures) & set(game.waiting)


@dataclass
class Watch:
    """What is remembered from step to step."""

    setup: Setup
    before: Game
    sacrificed: set[str] = field(default_factory=set)

    def step(self, now: Game, happened: Sequence[Any]) -> None:
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
        if not self.setup.sacrificed_return:
            held = {name for _, name in now.held()}
            left = any(p.left for p in now.players)
            assert not self.sacrificed & held, "a sacrificed creature is back"
            assert left or self.sacrificed == set(now.gone)
        self.goods(now, happened)
        self.before = now.copy()

    def goods(self, now: Game, happened: Sequence[Any]) -> None:
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


def check_placing(setup: Setup, game: Game) -> None:
    """Whoever is asked to place can; a figure that can't is nobody's to place (E5)."""
    every = spaces(setup)
    seat = game.next_seat
    assert not game.players[seat].left
    assert any(can_place(setup, game, seat, kind, space) for kind in game.figures_of(seat) for space in every)


def check_undo(session: Session[Game]) -> None:
    """Undo, then redo: everything as it was."""
    state, entries, draft = session.state.copy(), list(session.entries), list(session.draft)
    asked = session.question.prompt if session.question is not None else None
    if session.undo():
        assert (session.entries, session.draft) != (entries, draft)
        assert session.redo()
    assert session.state == state
    assert (session.entries, session.draft) == (entries, draft)
    assert asked == (session.question.prompt if session.question is not None else None)


def check_written(game: Game, *, toml: bool) -> None:
    """A state survives being written as plain data, and as TOML."""
    data = msgspec.to_builtins(game)
    assert msgspec.convert(data, Game, str_keys=True) == game
    if toml:
        assert msgspec.convert(tomllib.loads(tomli_w.dumps(data)), Game, str_keys=True) == game


# --- the tests ------------------------------------------------------------------------------------


def thorough(examples: int) -> settings:
    """As many games, the same each time."""
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large]
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=slow,
        phases=[Phase.explicit, Phase.generate],  # a game isn't made clearer by shrinking its seed
    )


@pytest.mark.rule("E1", "E2", "E3", "E5", "E6", "A1", "A4", "A7", "A9", "A10", "A20", "A21")
@thorough(30)
@given(starts(), st.integers(0, 2**32), st.booleans())
def test_every_legal_game_keeps_the_rules(start: Start, seed: int, leaving: bool) -> None:
    """No offered answer fails, holdings stay possible, and after turn 12 the game is over."""
    setup = start.setup
    watch = Watch(setup, start_game(setup, start.dealt))
    for session in play(start, random.Random(seed), leaving=leaving):
        check(setup, session.present)
        if session.state.stage == "placing":
            check_placing(setup, session.state)
        if not session.draft:
            happened = session.take_events()
            watch.step(session.state, happened)
            for kind in {type(one).__name__ for one in happened}:
                event(kind)
    assert (session.state.stage, session.state.turn, session.question) == ("over", LAST_TURN, None)
    assert session.state.contest is None


@pytest.mark.rule("B23")
@thorough(15)
@given(starts(), st.integers(0, 2**32), st.booleans())
def test_a_game_leads_back_and_can_be_played_again(start: Start, seed: int, leaving: bool) -> None:
    """Undo and redo anywhere, and replaying all entries, give equal states."""
    when = random.Random(seed + 1)
    for session in play(start, random.Random(seed), leaving=leaving):
        if when.random() < 0.02:
            check_undo(session)
    check_undo(session)
    again = start.session(session.entries)
    assert again.state == session.state
    assert again.entries == session.entries
    resumed = Session(again.game, again.start, list(session.entries), resumed=session.state)
    assert (resumed.state, resumed.question) == (session.state, None)


@thorough(12)
@given(starts(), st.integers(0, 2**32))
def test_every_state_can_be_written(start: Start, seed: int) -> None:
    """As plain data and as TOML, whatever the stage; battles under way are another test's."""
    when = random.Random(seed + 1)
    for session in play(start, random.Random(seed)):
        fought = session.state.contest is not None and session.state.contest.battle is not None
        if when.random() < 0.2:
            check_written(session.state, toml=not fought)
    check_written(session.state, toml=True)


@thorough(6)
@given(starts(), st.integers(0, 2**32))
def test_a_battle_under_way_can_be_written(start: Start, seed: int) -> None:
    """TOML knows no null: a state in the middle of a battle has none either."""
    for session in play(start, random.Random(seed)):
        contest = session.state.contest
        if contest is not None and contest.battle is not None:
            check_written(session.state, toml=True)


def test_spaces_are_found_by_name() -> None:
    """Each space by its own name, whatever the number of players."""
    for count in (2, 3, 4):
        setup = Setup(players=tuple(Seat(name, "red", "worker") for name in NAMES[:count]))
        for space in spaces(setup):
            assert space_named(setup, space.name) == space
