"""The chance to win a battle, against a slow twin that tries everything by the engine alone."""

from __future__ import annotations

import io
import json
import re
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
import tomli_w
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec import to_builtins
from msgspec.structs import replace
from typer.testing import CliRunner
from typer.testing import Result as Ran

from referee.asking.dice import Average, Dice, Mode, Roll
from referee.asking.question import Procedure, Question
from referee.cli import build
from referee.files.files import read_toml
from referee.games.conjurers import tables
from referee.games.conjurers.battle import moves
from referee.games.conjurers.battle.battles import BATTLES
from referee.games.conjurers.battle.moves import Attack, BattleMove, Devour, Pass, Summon
from referee.games.conjurers.battle.record import replay
from referee.games.conjurers.battle.state import (
    SIDES,
    AbilitySource,
    Battle,
    Lineup,
    Play,
    SideName,
    enemy_of,
    start_battle,
)
from referee.games.conjurers.battle.turn import turn
from referee.games.conjurers.cards.cards import Equipment, load_deck
from referee.games.conjurers.odds.results import throw, ways_of
from referee.games.conjurers.screens.winning import chances_data, show_chances
from referee.games.conjurers.winning import winning
from referee.games.conjurers.winning.choosing import LONGEST, TriedMove, choose, trials, with_hands
from referee.games.conjurers.winning.cost import in_a_line
from referee.games.conjurers.winning.position import position_of
from referee.games.conjurers.winning.solving import (
    OutOfTime,
    Result,
    Solved,
    Solver,
    after_move,
    average_dice,
    come_to_move,
    ways,
)
from referee.games.conjurers.winning.winning import (
    MoveChance,
    WinningChances,
    _Known,
    _together,
    _worth,
    chances_of,
    solve,
)
from referee.sampling.race import Effort, Estimate, Watch
from referee.text.screen import Screen
from tests.conjurers.battles import creature, record
from tests.conjurers.fights import card, duel, positions
from tests.random_runs import drawn, examples

ROOT = Path(__file__).parents[2]
HERE = Effort(60, cores=0)

# --- the slow twin: average dice --------------------------------------------------------------------

Tree = tuple[SideName, list[Any]] | str
"""Who chooses among what, down to the states after a turn."""


class TooMany(Exception):
    """More states than a slow twin can try."""


def state_of(battle: Battle) -> str:
    """All of a battle between two turns, but how long it has gone on, and for how long nothing has changed (X12)."""
    plain = to_builtins(battle)
    relative = {"turn": battle.turn % 2, "rolls": 0, "quiet_since": battle.round - battle.quiet_since, "idle": 0}
    for fighter in plain["fighters"]:
        if fighter.get("returned") is not None:
            fighter["returned"] = max(-3, fighter["returned"] - battle.turn)
    return json.dumps({**plain, **relative}, sort_keys=True)


def tree_of(battle: Battle, answers: tuple[str, ...], found: dict[str, Battle]) -> Tree:
    """A turn with some answers given: who must decide what then, or the state after it."""
    after = battle.copy()
    playing = turn(Play(after, Average(tables.battle().die), []))
    value: Any = None
    for number in range(len(answers) + 1):
        try:
            question: Question[Any] = playing.send(value)
        except StopIteration:
            after.idle = 0
            key = state_of(after)
            found.setdefault(key, after)
            return key
        if number < len(answers):
            value = question.parse(answers[number])
    who = next(side for side in SIDES if battle.sides[side].player == question.who)
    if question.key == "move":
        legal = ["pass"] if after.outcome else [moves.MOVES.write(move, after) for move in moves.legal_moves(after)]
    else:
        legal = [option.text for option in question.options()]
    return who, [tree_of(battle, (*answers, text), found) for text in legal]


def twin_winner(battle: Battle, most: int = 600) -> SideName | None:
    """Who can force a win with average dice, turn by turn by the engine alone; None if nobody can. Raises TooMany."""
    found = {state_of(battle): battle}
    trees: dict[str, Tree] = {}
    winners: dict[str, SideName] = {}
    while left := [key for key in found if key not in trees and key not in winners]:
        for key in left:
            outcome = found[key].outcome
            if outcome is not None:
                winners[key] = outcome.winner
            else:
                trees[key] = tree_of(found[key], (), found)
        if len(found) > most:
            raise TooMany

    def value(tree: Tree) -> SideName | None:
        if isinstance(tree, str):
            return winners.get(tree)
        who, parts = tree
        values = [value(part) for part in parts]
        if who in values:
            return who
        return enemy_of(who) if all(one is not None for one in values) else None

    while new := {key: won for key in trees if key not in winners and (won := value(trees[key])) is not None}:
        winners |= new
    return winners.get(state_of(battle))


def solved_winner(battle: Battle) -> tuple[SideName | None, Solved]:
    begun = come_to_move(battle.copy(), average_dice())
    solved = Solver(60).solve(begun)
    if solved.result is Result.OPEN:
        return None, solved
    side = begun.side_to_move
    return (side if solved.result is Result.WON else enemy_of(side)), solved


@pytest.mark.rule("B22", "average-dice")
@drawn(40)
@given(positions(2, 3, decided=True))
def test_who_wins_with_average_dice_is_what_trying_everything_finds(battle: Battle) -> None:
    """Whatever is on the cards, magicians and equipment among it, in the middle of a battle too."""
    assume(sum(1 for fighter in battle.fighters if not fighter.dead) <= 3)
    try:
        expected = twin_winner(battle)
    except TooMany:
        assume(False)
    assert solved_winner(battle)[0] == expected


@pytest.mark.rule("B3", "stalemate")
def test_a_battle_that_nobody_can_win_goes_on_without_end_or_ends_by_the_stalemate_rule() -> None:
    """Where Hill's defence takes what Rock throws, it throws for ever; where nobody has a die, B3 ends it."""
    rock, hill = card("Rock", 5, 1, "flying", "immobility"), card("Hill", 4, 0, "defensive 1", "immobility")
    for_ever = duel((rock,), (hill,), Rock=2, Hill=2)
    assert twin_winner(for_ever) is solved_winner(for_ever)[0] is None
    found = chances_of(for_ever, "average", HERE)
    assert (found.best.describe(), found.solved) == (
        "nobody can force a win: 20 rounds without a change end it",
        Solved(Result.OPEN),
    )
    assert (
        trials(TriedMove(for_ever, "average", "attacker"), "1", range(1)) == 1
    )  # given to the side that stands better
    still = duel((card("Rock", 5, 0, "immobility"),), (card("Hill", 4, 0, "immobility"),), Rock=2, Hill=2)
    winner, solved = solved_winner(still)
    assert winner == twin_winner(still) == "attacker"
    assert solved.turns <= 2 * tables.battle().quiet_rounds + 2


def random_lineups(luck: Random, size: int, pieces: int = 0) -> Battle:
    deck = load_deck(ROOT / "examples" / "sample-deck.toml")
    cards = luck.sample(list(deck.creatures.values()), 2 * size)
    equipment = luck.sample(list(deck.equipment.values()), 2 * pieces) if pieces else []
    sides = [
        Lineup(player, tuple(cards[at * size : (at + 1) * size]), tuple(equipment[at * pieces : (at + 1) * pieces]))
        for at, player in enumerate(("Anna", "Bo"))
    ]
    return come_to_move(start_battle("duel", *sides), average_dice())


def test_a_solved_battle_played_by_the_engine_ends_as_told() -> None:
    """Whatever the loser does: in so many turns at most, by legal moves that the solver names."""
    for seed in range(6):
        luck = Random(seed)
        battle = random_lineups(luck, 2)
        solver = Solver(60)
        solved = solver.solve(battle)
        assert solved.result is not Result.OPEN
        winner = battle.side_to_move if solved.result is Result.WON else enemy_of(battle.side_to_move)
        turns = 0
        while battle.outcome is None:
            way = solver.best(battle)[0] if battle.side_to_move == winner else luck.choice(list(ways(battle)))
            moves.MOVES.verify(battle, way.move)
            battle = luck.choice(way.ends)
            turns += 1
        assert battle.outcome.winner == winner
        assert turns <= solved.turns


def test_the_line_told_leads_to_the_end_told() -> None:
    battle = random_lineups(Random(3), 2)
    found = chances_of(battle, "average", HERE)
    assert found.solved is not None
    for text in found.line:
        legal = {moves.MOVES.write(move, battle): move for move in moves.legal_moves(battle)}
        battle = after_move(battle, legal[text], average_dice(), {})
    assert battle.outcome is not None
    assert len(found.line) <= found.solved.turns


@pytest.mark.parametrize(
    ("name", "turns"), [("duel-cost", 0), ("duel-cost", 6), ("duel-disputed", 4), ("duel-illegal", 3)]
)
def test_headline_list_and_best_play_tell_the_same_move_and_number_of_turns(name: str, turns: int) -> None:
    path = ROOT / "examples" / f"{name}.toml"
    file = read_toml(path)
    file["dice"], file["turns"] = "average", [{"move": one["move"]} for one in file["turns"][:turns]]
    found = chances_of(come_to_move(replay(BATTLES.read(path, file)).battle, average_dice()), "average", HERE)
    assert found.solved is not None
    assert found.best.solved == found.solved
    assert found.line[0] == found.best.text
    assert len(found.line) <= found.solved.turns


def test_the_turns_told_are_those_of_the_best_move() -> None:
    """Here a search finds a win in 15 turns first, and one in 13 when it looks at the other moves."""
    found = chances_of(random_lineups(Random(2), 2), "average", HERE)
    assert found.solved == found.best.solved == Solved(Result.WON, 13)
    assert found.line[0] == found.best.text
    assert len(found.line) <= 13


def test_of_two_searches_that_one_is_told_whose_winner_is_done_sooner() -> None:
    """With its own ways: of a lost battle headline and list would else tell of different moves and turns."""
    won, later, lost = Solved(Result.WON, 5), Solved(Result.WON, 9), Solved(Result.LOST, 4)
    one = _Known(later, {0: later, 1: lost}, ("summon Ant 1",))
    other = _Known(won, {0: Solved(Result.WON, 11), 2: won}, ("summon Bee 1",))
    for first, second in ((one, other), (other, one)):
        assert _together(first, second) == other._replace(ways={**other.ways, 1: lost})
    begun = _Known(None, {0: lost})
    whole = _Known(Solved(Result.LOST, 12), {0: Solved(Result.LOST, 12), 1: Solved(Result.LOST, 8)}, ("move Ant 2",))
    assert _together(begun, whole) == _together(whole, begun) == whole


def test_a_move_that_isnt_solved_is_estimated_though_the_battle_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = random_lineups(Random(2), 2)

    def only_the_best(battle: Battle, legal: Any, order: int, seconds: float, watch: Watch) -> _Known:
        known = solve(battle, legal, order, seconds, watch)
        return known._replace(ways={at: one for at, one in known.ways.items() if one == known.root})

    monkeypatch.setattr(winning, "solve", only_the_best)
    found = chances_of(battle, "average", Effort(5, cores=0, rounds=1))
    assert found.solved == found.best.solved == Solved(Result.WON, 13)
    others = [one for one in found.moves if one.solved is None]
    assert len(others) > 1
    assert all(one.estimate is not None for one in others)


def test_without_enough_time_nothing_is_called_solved() -> None:
    battle = random_lineups(Random(0), 3)
    with pytest.raises(OutOfTime):
        Solver(0.0).solve(battle)
    found = chances_of(battle, "average", Effort(0.1, cores=0, rounds=1))
    assert found.solved is None
    assert found.best.describe().endswith(")")
    assert found.best.estimate is not None


# --- positions --------------------------------------------------------------------------------------


def mirrored(battle: Battle) -> Battle:
    """A battle with the slots 1 and 3 changed over."""
    other = battle.copy()
    for fighter in other.fighters:
        fighter.slot = None if fighter.slot is None else tables.battle().slots + 1 - fighter.slot
    return other


@examples(60)
@given(positions(2, 4, decided=True), st.integers(0, 1))
def test_no_rule_tells_left_from_right(battle: Battle, turns: int) -> None:
    """The mirror image of a battle is the same position, and leads to the same positions."""
    one, other = (come_to_move(side, average_dice()) for side in (battle.copy(), mirrored(battle)))
    assert position_of(one) == position_of(other)
    assume(one.outcome is None)
    leads = [{(end.outcome, position_of(end)) for way in ways(side) for end in way.ends} for side in (one, other)]
    assert leads[0] == leads[1]


@examples(60)
@given(positions(2, 4, decided=True))
def test_a_move_leaves_the_battle_before_it_as_it_was(battle: Battle) -> None:
    come_to_move(battle, average_dice())
    assume(battle.outcome is None)
    before = battle.copy()
    for way in ways(battle):
        for end in way.ends:
            assume(end.outcome is None)
            list(ways(end))
    assert battle == before


# --- with dice: choosing ----------------------------------------------------------------------------

Player = Callable[[Battle, Random], BattleMove]


def at_random(battle: Battle, luck: Random) -> BattleMove:
    return luck.choice(moves.legal_moves(battle))


def attacking(battle: Battle, luck: Random) -> BattleMove:
    """Attack whenever that is possible."""
    legal = moves.legal_moves(battle)
    return luck.choice([move for move in legal if isinstance(move, Attack | Devour)] or legal)


def choosing(battle: Battle, luck: Random) -> BattleMove:
    return choose(battle, luck).move


class Thrown(Dice):
    def __init__(self, luck: Random) -> None:
        self.luck = luck

    def roll(self, count: int, number: int, what: str) -> Procedure[Roll]:
        yield from ()
        return Roll(count, (), sum(self.luck.choices(tables.battle().die, k=count)))


def share_won(one: Player, other: Player, armies: int, pieces: int, dice: Callable[[Random], Dice]) -> float:
    """The share of battles that one wins, both with the same army; each is fought from both sides."""
    won = 0
    for seed in range(armies):
        luck = Random(seed)
        start = random_lineups(luck, 3, pieces)
        army = [fighter.card for fighter in start.of("attacker")]
        equipment = start.sides["attacker"].equipment
        for own in SIDES:
            battle = start_battle("duel", *(Lineup(name, tuple(army), equipment) for name in ("Anna", "Bo")))
            while battle.outcome is None and battle.turn < LONGEST:
                player = one if battle.side_to_move == own else other
                battle = after_move(battle, player(battle, luck), dice(luck), {})
            won += battle.outcome is not None and battle.outcome.winner == own
    return won / (2 * armies)


@pytest.mark.parametrize(
    ("other", "pieces", "dice", "bar"),
    [
        (at_random, 0, Thrown, 0.78),
        (attacking, 0, Thrown, 0.68),
        (at_random, 2, Thrown, 0.72),
        (attacking, 2, Thrown, 0.65),
        (at_random, 0, lambda luck: average_dice(), 0.86),
    ],
)
def test_choosing_beats_simple_ways_with_equal_armies(
    other: Player, pieces: int, dice: Callable[[Random], Dice], bar: float
) -> None:
    assert share_won(choosing, other, 40, pieces, dice) >= bar


# --- with dice: playing out -------------------------------------------------------------------------


class Told(Dice):
    """Dice whose totals are told one after the other; the first that isn't is asked for."""

    def __init__(self, totals: tuple[int, ...]) -> None:
        self.left = list(totals)

    def roll(self, count: int, number: int, what: str) -> Procedure[Roll]:
        yield from ()
        if not self.left:
            raise Unthrown(count)
        return Roll(count, (), self.left.pop(0))


class Unthrown(Exception):
    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


def all_ends(battle: Battle) -> Iterator[tuple[Fraction, Battle]]:
    """What the chosen move leads to, for every total that its throws can show, with its chance."""
    move, magic = choose(battle, Random(0))
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        totals, chance = waiting.pop()
        try:
            yield chance, after_move(battle, move, Told(totals), magic)
        except Unthrown as more:
            shares = ((total, Fraction(number, ways_of(more.count))) for total, number in throw(more.count))
            waiting += [((*totals, total), chance * share) for total, share in shares]


def exact_chance(battle: Battle) -> float:
    """The chance that the attacker wins where both choose well: every throw tried, until nothing changes any more."""
    found = {state_of(battle): battle}
    leads: dict[str, list[tuple[float, str]]] = {}
    while left := [key for key in found if key not in leads]:
        for key in left:
            leads[key] = []
            if found[key].outcome is None:
                for chance, after in all_ends(found[key]):
                    found.setdefault(state_of(after), after)
                    leads[key].append((float(chance), state_of(after)))
        assert len(found) < 4_000
    chances = {key: float(one.outcome is not None and one.outcome.winner == "attacker") for key, one in found.items()}
    for _ in range(300):
        changed = {key: sum(chance * chances[to] for chance, to in ends) for key, ends in leads.items() if ends}
        if max(abs(changed[key] - chances[key]) for key in changed) < 1e-9:
            break
        chances |= changed
    return chances[state_of(battle)]


TINY = [
    duel((card("Ant", 3, 1, "first strike"),), (card("Bee", 3, 1),), Ant=2, Bee=2),
    duel((card("Ant", 4, 1, "poisonous"),), (card("Bee", 4, 1, "offensive 1"),), Ant=2, Bee=2),
    duel(
        (card("Ant", 1, 1, "immobility"), card("Elk", 2, 1, "immobility")),
        (card("Bee", 3, 1, "immobility"),),
        Ant=1,
        Elk=2,
        Bee=2,
    ),
]
"""One against one, and two against one."""


@pytest.mark.rule("battle-dice", "B24")
def test_the_estimate_of_small_battles_lies_within_its_uncertainty_19_times_in_20() -> None:
    within = tried = 0
    for number, battle in enumerate(TINY):
        truth = exact_chance(battle)
        assert 0.05 < truth < 0.95
        together = Estimate()
        for seed in range(100):
            one = Estimate(trials(TriedMove(battle, "rolled", "attacker"), f"{number}/{seed}", range(20)), 20)
            low, high = one.interval
            within += low <= truth <= high
            tried += 1
            together += one
        assert abs(together.chance - truth) <= 1.5 * together.half_width  # sharper than many wide intervals
    assert within / tried >= 0.93  # 0.95 less the luck of 300 tries


def test_a_few_lucky_trials_make_no_move_the_best_where_average_dice_are_not_solved() -> None:
    lucky, tried = (MoveChance("", Pass(), estimate=Estimate(*counts)) for counts in ((4, 4), (45, 60)))
    solved = (MoveChance("", Pass(), Solved(result, 3)) for result in (Result.WON, Result.LOST))
    won, lost = solved
    assert sorted([lucky, lost, MoveChance("", Pass()), tried, won], key=_worth, reverse=True)[:3] == [
        won,
        tried,
        lucky,
    ]


def test_the_best_of_many_moves_is_not_told_too_high(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of moves that all win half of the time one always comes out best: its chance is that of trials of its own."""

    def coins(tried: TriedMove, seed: str, numbers: range) -> int:
        return sum(Random(f"{seed}/{number}").random() < 0.5 for number in numbers)

    monkeypatch.setattr(winning, "trials", coins)
    army = tuple(card(name, 4, 1) for name in ("Ant", "Bee", "Cat"))
    battle = start_battle("duel", Lineup("Anna", army), Lineup("Bo", (card("Elk", 9, 2),)))
    found = [chances_of(battle, "rolled", Effort(60, str(seed), 0, rounds=4)) for seed in range(200)]
    told = [one.estimate for one in found if one.estimate is not None]
    assert len(told) == len(found)
    assert sum(low <= 0.5 <= high for low, high in (one.interval for one in told)) >= 180
    assert sum(one.chance for one in told) / len(told) == pytest.approx(0.5, abs=0.012)
    assert all(one.best.estimate == one.estimate for one in found)


def test_the_chance_of_each_move_is_told_the_best_first() -> None:
    """An attack that surely kills before it is struck is best by far."""
    battle = duel(
        (card("Ant", 3, 3, "first strike", "offensive 5"), card("Elk", 1, 0)), (card("Bee", 5, 3),), Ant=2, Bee=2
    )
    found = chances_of(battle, "rolled", Effort(60, cores=0, rounds=20))
    assert (found.best.text, found.best.chance, found.clear) == ("attack Ant", 1.0, True)
    chances = [one.chance or 0.0 for one in found.moves]
    assert chances == sorted(chances, reverse=True)
    again = chances_of(battle, "rolled", Effort(60, cores=0, rounds=20))
    assert again.moves == found.moves


@pytest.mark.parametrize(("second", "outfits"), [("offensive", 4), ("absorption", 5)])
@pytest.mark.rule("B5", "B9")
def test_each_legal_move_has_a_chance_with_equipment_too(second: str, outfits: int) -> None:
    """All but what is the same as another one: slot 3 as 1, and two pieces in another order, if not both absorb."""
    pieces = (Equipment("Wall", {"absorption": 2}), Equipment("Ring", {second: 1}))
    army = tuple(card(name, 1, 1) for name in ("Ant", "Bee", "Cat"))
    battle = start_battle("duel", Lineup("Anna", army, pieces), Lineup("Bo", (card("Elk", 2, 1),)))
    assert battle.side_to_move == "attacker"
    found = chances_of(battle, "rolled", Effort(60, cores=0, rounds=1))
    assert len({one.text for one in found.moves}) == len(found.moves) == 3 * 2 * outfits
    assert all(one.estimate is not None for one in found.moves)
    assert (found.mirrored, found.reordered) == (True, outfits == 4)


@pytest.mark.rule("B9")
def test_in_which_order_pieces_were_put_on_counts_only_where_two_absorb() -> None:
    wall, gate, ring = (
        AbilitySource(name, {ability: 1})
        for name, ability in (("Wall", "absorption"), ("Gate", "absorption"), ("Ring", "offensive"))
    )

    def at(*worn: AbilitySource) -> Any:
        battle = duel((card("Ant", 3, 1),), (card("Bee", 3, 1),), Ant=2, Bee=2)
        battle.fighters[0].worn = list(worn)
        return position_of(battle)

    assert at(wall, ring) == at(ring, wall)
    assert at(wall, gate) != at(gate, wall)
    assert at(wall) != at(ring)


# --- hidden hands -----------------------------------------------------------------------------------


def hidden(drawn: int) -> Battle:
    army = tuple(card(name, 4, 1) for name in ("Ant", "Bee", "Cat", "Dog"))
    return start_battle("duel", Lineup("Anna", (card("Elk", 9, 2),)), Lineup("Bo", army, drawn=drawn))


@pytest.mark.rule("random-draw")
def test_a_hidden_hand_is_drawn_anew_from_all_that_it_can_hold() -> None:
    luck = Random(1)
    seen: dict[str, int] = {}
    for _ in range(300):
        battle = with_hands(hidden(2), luck)
        hand = [fighter.name for fighter in battle.of("defender") if fighter.in_hand]
        assert len(hand) == 2
        assert battle.hand_size("defender") == 2
        for name in hand:
            seen[name] = seen.get(name, 0) + 1
    assert all(120 <= seen[name] <= 180 for name in ("Ant", "Bee", "Cat", "Dog"))
    assert hidden(2).fighters[1].maybe


def test_what_is_summoned_from_a_hidden_hand_was_in_it() -> None:
    for seed in range(20):
        drawn = with_hands(hidden(1), Random(seed), Summon(3, 2))
        assert [fighter.name for fighter in drawn.of("defender") if fighter.in_hand] == ["Cat"]


@pytest.mark.rule("random-draw")
def test_the_chance_of_a_hidden_hand_is_told_over_all_hands() -> None:
    """Only a Dog wins, and surely; it is in two of four hands of two."""
    army = (*(card(name, 1, 0) for name in ("Ant", "Bee", "Cat")), card("Dog", 9, 9, "first strike", "offensive 9"))
    battle = start_battle("duel", Lineup("Anna", (card("Elk", 5, 3),)), Lineup("Bo", army, drawn=2))
    battle = after_move(battle, Summon(0, 2), average_dice(), {})
    found = chances_of(battle, "rolled", Effort(60, cores=0, rounds=10))
    assert found.best.text.startswith("summon Dog")
    assert found.best.chance == 1.0
    assert found.estimate is not None
    low, high = found.estimate.interval
    assert low <= 0.5 <= high
    assert found.estimate.tried >= 300
    in_hand = chances_of(battle, "rolled", Effort(0, cores=0), in_hand=True)
    assert len(in_hand.moves) == len(found.moves)  # there is no other move


@pytest.mark.parametrize(("drawn", "tried_to_solve"), [(1, False), (0, True)])
def test_of_a_hidden_hand_nobody_says_that_it_was_tried_to_be_solved(drawn: int, tried_to_solve: bool) -> None:
    """With average dice a battle is solved as far as the time allows, but not if a hand isn't known."""
    battle, file = hidden(1), io.StringIO()
    battle.sides["defender"].hidden = drawn
    ant = MoveChance("summon Ant 1", Summon(1, 1), estimate=Estimate(80, 100))
    chances = WinningChances(battle, "average", (ant,), clear=True, estimate=Estimate(50, 100))
    show_chances(chances, Screen(plain=True, file=file, width=200))
    assert "Played out" in file.getvalue()
    assert ("solved in the time" in file.getvalue()) is tried_to_solve


def test_chances_of_a_hidden_hand_say_that_the_best_move_hangs_on_it() -> None:
    battle = hidden(1)
    battle.turn = 1
    ant = MoveChance("summon Ant 1", Summon(1, 1), estimate=Estimate(80, 100))
    found = WinningChances(battle, "rolled", (ant,), clear=True, estimate=Estimate(50, 100))
    assert in_a_line(found) == "Bo wins 50% (±10), Anna 50%, over all hands; best is summon Ant 1, if it is in hand."
    battle.fighters[1].maybe, battle.sides["defender"].hidden = False, 0
    assert in_a_line(found) == "Bo wins 50% (±10), Anna 50%, with summon Ant 1."
    battle.fighters[1].maybe, battle.sides["defender"].hidden = False, 1
    in_hand = chances_of(battle, "rolled", Effort(0, cores=0), in_hand=True)
    assert {one.move.creature for one in in_hand.moves if isinstance(one.move, Summon)} == {1}


@pytest.mark.parametrize("pieces", [0, 2])
def test_what_was_chosen_before_is_chosen_again_only_in_the_same_battle(
    pieces: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Battles of several armies by turns, with a hand that isn't known: as if each choice were thought out."""
    battles = [random_lineups(Random(seed), 3, pieces) for seed in (4, 5)]
    battles[1].sides["defender"].hidden = 2
    for fighter in battles[1].of("defender"):
        fighter.maybe = True
    tried = [TriedMove(one, "rolled", "attacker") for one in (*battles, battles[0])]
    remembered = [trials(one, "1", range(6)) for one in tried]
    monkeypatch.setattr("referee.games.conjurers.winning.choosing.KEPT", 0)
    assert [trials(one, "1", range(6)) for one in tried] == remembered


@pytest.mark.parametrize(
    ("won", "tried", "told"),
    [
        (50, 100, "Another move may be better, by 14 points at most; for longer: "),
        (1980, 2000, "by 1 point at most."),
    ],
)
def test_how_much_better_another_move_may_be_is_told(won: int, tried: int, told: str) -> None:
    """So the table knows what it gives away by not looking longer."""
    battle, file = hidden(0), io.StringIO()
    moves = tuple(MoveChance(f"summon Ant {slot}", Summon(1, slot), None, Estimate(won, tried)) for slot in (1, 2))
    show_chances(WinningChances(battle, "rolled", moves, False, Estimate(won, tried)), Screen(True, file, width=200))
    assert told in file.getvalue()


def test_an_outfit_is_chosen_where_it_helps() -> None:
    """Bare, Elk loses more than it deals; in armour it doesn't."""
    battle = start_battle(
        "duel",
        Lineup("Anna", (card("Elk", 4, 2),), (Equipment("Wall", {"absorption": 9}),)),
        Lineup("Bo", (card("Bee", 6, 2),)),
    )
    battle = after_move(battle, Summon(0, 2), average_dice(), {}) if battle.side_to_move != "attacker" else battle
    assert choose(battle, Random(0)).move in {Summon(0, slot, (0,)) for slot in (1, 2, 3)}


# --- the command ------------------------------------------------------------------------------------


def odds(*words: str | Path) -> Ran:
    result = CliRunner().invoke(build(["odds"]), ["odds", *map(str, words)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


WOLF, BEAR = creature("Wolf", 5, 2), creature("Bear", 9, 1)


def written(folder: Path, dice: str, *turns: Any) -> Path:
    path = folder / "battle.toml"
    path.write_text(tomli_w.dumps(record([WOLF], [BEAR], *turns, dice=dice)), encoding="utf-8")
    return path


def test_who_wins_is_told_with_the_moves_and_how_it_goes_on(tmp_path: Path) -> None:
    path = written(tmp_path, "average", "summon Wolf 2", "summon Bear 2")
    result = odds(path, "--battle", "--plain")
    assert result.exit_code == 0
    told = result.stdout.splitlines()
    assert told[:2] == ["Turn 3 · Anna", "Bo wins with best play, in 8 turns at most, whatever Anna does."]
    found = json.loads(odds(path, "--battle", "--json").stdout)["battle"]
    assert found["solved"]["winner"] == twin_winner(duel_after(path))
    assert found["best"] == found["line"][0] == found["moves"][0]["move"]
    assert {one["result"] for one in found["moves"]} == {"lost"}
    assert found["chance"]["defender"] == {"about": 1.0, "within": 0.0, "tried": 0}


def duel_after(path: Path) -> Battle:
    return replay(BATTLES.read(path, read_toml(path))).battle


def test_with_dice_the_chance_is_told_with_its_uncertainty(tmp_path: Path) -> None:
    path = written(tmp_path, "entered", "summon Wolf 2", ("summon Bear 2", "1 / 1 1"))
    result = odds(path, "--battle", "--plain", "--seconds", "0.2")
    assert re.search(r"^Anna wins \d+% \(±\d+\), Bo \d+%, with ", result.stdout, re.MULTILINE)
    found = json.loads(odds(path, "--battle", "--json", "--seconds", "0.2").stdout)["battle"]
    assert found["solved"] is None
    assert found["chance"]["attacker"]["about"] + found["chance"]["defender"]["about"] == pytest.approx(1)
    assert found["chance"]["attacker"]["tried"] <= found["played_out"]


@pytest.mark.parametrize("dice", ["average", "entered"])
def test_with_a_seed_the_same_is_told_on_any_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dice: Mode
) -> None:
    """Solved or tried as far as the work goes that is asked for, whatever the clock says meanwhile."""
    battle = duel_after(written(tmp_path, dice, "summon Wolf 2", "summon Bear 3"))

    def told(seconds: float) -> dict[str, Any]:
        return chances_data(chances_of(battle, dice, replace(Effort.from_request(seconds, "7"), cores=0)))

    here = told(0.05)
    jumping = iter(range(0, 10**9, 1000))
    monkeypatch.setattr(time, "monotonic", lambda: float(next(jumping)))
    assert told(0.05) == here


def test_who_wants_to_know_at_once_isnt_kept_waiting_for_a_whole_round(tmp_path: Path) -> None:
    battle = duel_after(written(tmp_path, "entered", "summon Wolf 2", "summon Bear 3"))
    found = chances_of(battle, "entered", replace(Effort.from_request(0.01, "7"), cores=0))
    assert found.playings == len(found.moves)


def test_chances_stand_below_each_other(tmp_path: Path) -> None:
    path = written(tmp_path, "entered", "summon Wolf 2", ("summon Bear 2", "1 / 1 1"))
    told = odds(path, "--battle", "--seconds", "0.2").stdout.splitlines()
    chances = [line for line in told if re.match(r"  \S.* \d+% \(.+\)$", line)]
    assert len(chances) > 1
    assert len({len(line) for line in chances}) == 1


def test_ctrl_c_tells_what_is_known_by_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*given: Any) -> None:
        given[-1]("Anna 62% (±5) attack Wolf")
        raise KeyboardInterrupt

    monkeypatch.setattr("referee.saves.battles.BattleFile.chances", interrupted)
    stopped = odds(written(tmp_path, "entered"), "--battle")
    assert (stopped.exit_code, stopped.stdout) == (130, "")
    assert stopped.stderr == "Stopped; so far Anna 62% (±5) attack Wolf\n"


def test_there_are_no_chances_of_a_battle_that_is_over_or_illegal() -> None:
    over = odds(ROOT / "examples" / "duel-entered-dice.toml", "--battle")
    assert (over.exit_code, over.stdout.split(".")[0]) == (0, "The battle is over")
    illegal = odds(ROOT / "examples" / "duel-illegal.toml", "--battle", "--json")
    assert illegal.exit_code == 1
    assert json.loads(illegal.stdout)["battle"] is None


def test_what_cannot_be_asked_together_is_one_clear_line(tmp_path: Path) -> None:
    path = written(tmp_path, "average", "summon Wolf 2")
    both = odds(path, "--battle", "--move", "attack Wolf")
    assert (both.exit_code, both.stderr) == (
        2,
        "--battle tells of everything at once, --move and --magic of one move or unit; leave one of them out\n",
    )
    fights = sorted((ROOT / "examples" / "prophecy").glob("*.toml"))
    refused = odds(fights[0], "--battle")
    assert refused.exit_code == 2
    assert refused.stderr.count("\n") == 1
