"""The odds of a move: against every die thrown one by one, against whole plays, and against icepool."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import assume, event, given, reject
from hypothesis import strategies as st

from referee.asking.dice import Dice, Roll, sums
from referee.asking.question import Procedure
from referee.games.conjurers.battle import moves, turn
from referee.games.conjurers.battle.moves import Attack, BattleMove, BreakFree, Devour, MoveTo, Summon
from referee.games.conjurers.battle.state import AbilitySource, Battle, Lineup, Play, start_battle
from referee.games.conjurers.cards.cards import Equipment
from referee.games.conjurers.odds.fights import odds_of, odds_of_moves
from referee.games.conjurers.odds.results import CreatureOdds, End, Odds, branches, throw, ways_of
from tests.conjurers.fights import busy_fights, card, duel, positions, put
from tests.random_runs import drawn

DIE = icepool.Die([0, 1, 2])
ONE = Fraction(1)

# --- throws ---------------------------------------------------------------------------------------


@pytest.mark.rule("B24", "battle-dice")
@pytest.mark.parametrize("count", range(9))
def test_a_throw_is_every_way_that_its_dice_can_fall(count: int) -> None:
    assert Counter(dict(throw(count))) == Counter(map(sum, product((0, 1, 2), repeat=count)))
    assert sum(ways for _, ways in throw(count)) == ways_of(count)


@pytest.mark.parametrize("faces", [(1, 2, 3), (0, 0, 5), (3,), (2, 7, 7, 9)])
def test_any_faces_have_their_sums(faces: Sequence[int]) -> None:
    for count in range(6):
        assert Counter(dict(sums(faces, count))) == Counter(map(sum, product(faces, repeat=count)))


def test_many_dice_are_thrown_as_icepool_throws_them() -> None:
    for count in (10, 47, 300):
        found = count @ DIE
        assert dict(throw(count)) == {int(total): found.quantity(total) for total in found}


# --- against every single die ---------------------------------------------------------------------


class Unthrown(Exception):
    """Dice that aren't told yet."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


class Told(Dice):
    """Dice that show what they are told, throw by throw."""

    def __init__(self, throws: Sequence[tuple[int, ...]]) -> None:
        self.throws = list(throws)

    def roll(self, count: int, number: int, what: str) -> Procedure[Roll]:
        """The next throw."""
        yield from ()
        if not self.throws:
            raise Unthrown(count)
        values = self.throws.pop(0)
        assert len(values) == count
        return Roll(count, values, sum(values))


def played(battle: Battle, move: BattleMove, throws: Sequence[tuple[int, ...]]) -> Battle:
    """The battle after a move with these dice; magicians use frost attack."""
    after = battle.copy()
    procedure = turn.make(Play(after, Told(throws), []), move)
    try:
        next(procedure)
        while True:
            procedure.send("frost attack")
    except StopIteration:
        return after


class TooMany(Exception):
    """More plays than a test has time for."""


def every_die(battle: Battle, move: BattleMove, most: int = 500) -> Iterator[tuple[Fraction, Battle]]:
    """The battle after a move for each single way that each single die can fall, and its chance.

    Raises TooMany if that takes more than `most` plays.
    """
    waiting: list[tuple[Fraction, tuple[tuple[int, ...], ...]]] = [(ONE, ())]
    plays = 0
    while waiting:
        chance, throws = waiting.pop()
        plays += 1
        try:
            after = played(battle, move, throws)
        except Unthrown as more:
            if plays + len(waiting) + 3**more.count > most:
                raise TooMany from None
            ways = list(product((0, 1, 2), repeat=more.count))
            waiting += [(chance / len(ways), (*throws, dice)) for dice in ways]
        else:
            yield chance, after


def end_of(then: Battle, now: Battle, number: int) -> End:
    """How a creature has ended."""
    before, after = then.fighters[number], now.fighters[number]
    back = after.resurrected and not before.resurrected
    return after.damage, "dead" if after.dead else "back" if back else "stands"


def agree(battle: Battle, odds: Odds, courses: Iterator[tuple[Fraction, Battle]]) -> None:
    """Hold odds against all courses of the move."""
    ends: Counter[tuple[str, End]] = Counter()
    wins: Counter[str] = Counter()
    for chance, after in courses:
        for fighter in battle.fighters:
            ends[fighter.key, end_of(battle, after, fighter.number)] += chance  # type: ignore[assignment]
        if after.outcome is not None:
            wins[after.outcome.winner] += chance  # type: ignore[assignment]
    listed = {creature.key for creature in odds.creatures}
    for creature in odds.creatures:
        assert {end: creature.chance(end) for end in creature.ends} == {
            end: chance for (key, end), chance in ends.items() if key == creature.key
        }
    for fighter in battle.fighters:
        if fighter.key not in listed:
            assert ends[fighter.key, (fighter.damage, "dead" if fighter.dead else "stands")] == 1
    assert dict(odds.wins) == dict(wins)


def sane(creature: CreatureOdds) -> None:
    """What holds for any odds."""
    assert sum(creature.ends.values()) == creature.ways
    assert all(ways > 0 for ways in creature.ends.values())
    assert sum(creature.damage.values()) == 1
    assert all(damage >= 0 for damage in creature.damage)
    assert all((state == "dead") == (damage >= creature.hp) for damage, state in creature.ends)
    assert 0 <= creature.dies <= 1
    assert creature.expected == sum(damage * chance for damage, chance in creature.damage.items())


def some_move(battle: Battle, chance: Any) -> tuple[BattleMove, Odds]:
    """A legal move that causes a fight or a throw, chosen at random, with its odds."""
    legal = moves.legal_moves(battle)
    chance.shuffle(legal)
    before = battle.copy()
    for move in legal[:12]:
        odds = odds_of(battle, move)
        assert battle == before, "the odds changed the battle"
        if odds is not None:
            return move, odds
    assume(False)
    raise AssertionError


@pytest.mark.rule("B7", "B9", "B10", "B12", "B13", "B14", "B15", "B16", "B17", "B25", "B26")
@drawn(150)
@given(positions(most_dice=2, decided=True), st.randoms(use_true_random=False))
def test_odds_are_those_of_every_single_die(battle: Battle, chance: Any) -> None:
    """Any position with any abilities and equipment, every die of every throw told one by one to the engine."""
    move, odds = some_move(battle, chance)
    for creature in odds.creatures:
        sane(creature)
    try:
        agree(battle, odds, every_die(battle, move, most=300))
    except TooMany:
        reject()
    event(type(move).__name__)
    event(f"can end the battle: {bool(odds.wins)}")


def every_total(battle: Battle, move: BattleMove, most: int = 3000) -> Iterator[tuple[Fraction, Battle]]:
    """The battle after a move for all totals of its throws, and the chance. Raises TooMany for too many plays."""
    for plays, course in enumerate(branches(battle, move, {})):
        if plays == most:
            raise TooMany
        yield Fraction(course.ways, ways_of(course.dice)), course.after


@drawn(80)
@given(positions(most_dice=4, most_hp=9, decided=True), st.randoms(use_true_random=False))
def test_odds_are_those_of_every_total(battle: Battle, chance: Any) -> None:
    """More dice, told by their totals."""
    move, odds = some_move(battle, chance)
    try:
        agree(battle, odds, every_total(battle, move))
    except TooMany:
        reject()


@pytest.mark.rule("B10", "B12", "B13", "B14", "B17", "B25")
@drawn(100)
@given(busy_fights())
def test_what_hangs_together_is_kept_together(battle: Battle) -> None:
    """Multi attack, life steal, burning and frost on both sides, where the battle may end and where it can't."""
    odds = attack(battle)
    try:
        agree(battle, odds, every_total(battle, Attack(0), most=1500))
    except TooMany:
        reject()
    event(f"can end the battle: {bool(odds.wins)}")


# --- against icepool ------------------------------------------------------------------------------


def attack(battle: Battle) -> Odds:
    """The odds of an attack by the first creature."""
    odds = odds_of(battle, Attack(0))
    assert odds is not None
    return odds


def damage_of(creature: CreatureOdds) -> dict[int, Fraction]:
    return creature.damage


def as_chances(die: Any) -> dict[int, Fraction]:
    return {int(outcome): die.probability(outcome) for outcome in die}


SPARES = (card("Spare", 9, 1),)


@pytest.mark.rule("B9", "B10", "offensive", "defensive", "simultaneous")
@pytest.mark.parametrize(("mine", "theirs"), [(1, 1), (3, 4), (10, 10), (0, 7), (6, 0)])
def test_strikes_are_icepools(mine: int, theirs: int) -> None:
    """Both strike at once; the one that began with offensive 2 against defensive 4."""
    wolf, bear = card("Wolf", 8, mine, "offensive 2"), card("Bear", 11, theirs, "defensive 4")
    odds = attack(duel((wolf, *SPARES), (bear, *SPARES), Wolf=1, Bear=1))
    to_bear = (mine @ DIE).map(lambda total: max(0, total - 2))
    to_wolf = theirs @ DIE
    bear_odds, wolf_odds = odds.creatures
    assert damage_of(bear_odds) == as_chances(to_bear)
    assert bear_odds.dies == to_bear.probability(">=", 11)
    assert damage_of(wolf_odds) == as_chances(to_wolf)
    assert wolf_odds.dies == to_wolf.probability(">=", 8)
    assert wolf_odds.expected == to_wolf.mean()


@pytest.mark.rule("first-strike", "B10")
@pytest.mark.parametrize("hurt", [0, 4])
def test_a_first_strike_is_icepools(hurt: int) -> None:
    """Who is killed by it doesn't strike back."""
    wolf, bear = card("Wolf", 5, 6, "first strike"), card("Bear", 9, 5)
    battle = duel((wolf, *SPARES), (bear, *SPARES), Wolf=1, Bear=1)
    bear_now = next(fighter for fighter in battle.fighters if fighter.name == "Bear")
    bear_now.damage = hurt
    odds = attack(battle)
    to_bear = (6 @ DIE) + hurt
    to_wolf = to_bear.map(lambda damage: 0 if damage >= 9 else 5 @ DIE)
    assert damage_of(odds.of("defender.Bear")) == as_chances(to_bear)
    assert damage_of(odds.of("attacker.Wolf")) == as_chances(to_wolf)
    assert odds.of("attacker.Wolf").dies == to_wolf.probability(">=", 5)


@pytest.mark.rule("burning", "B14")
def test_burning_is_icepools() -> None:
    """Two that burn, one of them with a neighbour; who was struck dead isn't burned, and burns all the same."""
    wolf, bear, imp = card("Wolf", 6, 4, "burning 3"), card("Bear", 7, 5, "burning 2"), card("Imp", 4, 1)
    odds = attack(duel((wolf, *SPARES), (bear, imp, *SPARES), Wolf=1, Bear=1, Imp=2))
    bear_struck, wolf_struck = 4 @ DIE, 5 @ DIE
    to_bear = bear_struck.map(lambda damage: damage if damage >= 7 else damage + 3 @ DIE)
    to_wolf = wolf_struck.map(lambda damage: damage if damage >= 6 else damage + 2 @ DIE)
    assert damage_of(odds.of("defender.Bear")) == as_chances(to_bear)
    assert odds.of("defender.Bear").dies == to_bear.probability(">=", 7)
    assert damage_of(odds.of("attacker.Wolf")) == as_chances(to_wolf)
    assert damage_of(odds.of("defender.Imp")) == as_chances(3 @ DIE)
    assert odds.of("defender.Imp").dies == (3 @ DIE).probability(">=", 4)
    assert not odds.wins


@pytest.mark.rule("life-steal", "B13", "absorption", "B9")
def test_life_steal_through_a_shield_is_icepools() -> None:
    """The thief takes back half of what got through the shield, as far as it is hurt."""
    wolf, bear = card("Wolf", 20, 5, "life steal"), card("Bear", 30, 4)
    battle = duel((wolf, *SPARES), (bear, *SPARES), Wolf=1, Bear=1)
    battle.fighters[2].worn = [AbilitySource("Shield", {"absorption": 3})]

    def to_wolf(strike: int, back: int) -> int:
        return back - min(max(0, strike - 3) // 2, back)

    odds = attack(battle)
    assert damage_of(odds.of("attacker.Wolf")) == as_chances(icepool.map(to_wolf, 5 @ DIE, 4 @ DIE))
    assert damage_of(odds.of("defender.Bear")) == as_chances((5 @ DIE).map(lambda strike: max(0, strike - 3)))


# --- one by one -----------------------------------------------------------------------------------


@pytest.mark.rule("B16", "B14")
def test_a_devourer_that_comes_back_is_in_reach_of_the_fire() -> None:
    """Wolf's burning may kill what Kraken sits on; then Kraken is back before Bear burns, and burns too."""
    wolf, kraken = card("Wolf", 9, 0, "burning 1"), card("Kraken", 9, 1, "devour")
    bear, victim = card("Bear", 9, 0, "burning 1"), card("Victim", 2, 1)
    battle = duel((wolf, kraken), (bear, victim), Wolf=1, Kraken=2, Bear=1, Victim=2)
    battle.fighters[1].devouring, battle.fighters[3].devoured_by = 3, 1
    odds = attack(battle)
    assert odds.of("defender.Victim").dies == Fraction(1, 3)
    burnt = odds.of("attacker.Kraken").damage
    assert burnt == {0: Fraction(7, 9), 1: Fraction(1, 9), 2: Fraction(1, 9)}
    agree(battle, odds, every_die(battle, Attack(0)))


@pytest.mark.rule("B12", "B16")
@pytest.mark.parametrize("bears", ["multi attack", "burning 1"])
@pytest.mark.parametrize("wolfs", ["first strike", "flying"])
def test_a_devourer_whose_victim_is_struck_down_is_in_reach_too(wolfs: str, bears: str) -> None:
    """Wolf's multi attack may kill what Kraken sits on; then Bear's strike after it, or its fire, reaches Kraken."""
    wolf, kraken = card("Wolf", 9, 2, "multi attack", wolfs), card("Kraken", 9, 1, "devour")
    bear, victim = card("Bear", 9, 2, bears), card("Victim", 1, 1)
    battle = duel((wolf, kraken, *SPARES), (bear, victim, *SPARES), Wolf=1, Kraken=2, Bear=1, Victim=2)
    battle.fighters[1].devouring, battle.fighters[4].devoured_by = 4, 1
    odds = attack(battle)
    assert odds.of("defender.Victim").dies == Fraction(3, 9)
    reached = bears == "burning 1" or wolfs == "first strike"
    assert reached == any(creature.key == "attacker.Kraken" for creature in odds.creatures)
    agree(battle, odds, every_total(battle, Attack(0)))


@pytest.mark.rule("B25", "B4", "battle-end", "battle-tie")
def test_the_chances_to_win_by_a_fight() -> None:
    """Two last creatures of 2 hit points with one die each: both die in one of nine ways, and the defender wins."""
    odds = attack(duel((card("Wolf", 2, 1),), (card("Bear", 2, 1),), Wolf=1, Bear=1))
    assert odds.wins == {"attacker": Fraction(2, 9), "defender": Fraction(3, 9)}


@pytest.mark.rule("B25")
def test_nobody_burns_once_the_battle_is_over() -> None:
    """Bear dies by the strike or by the fire in six of nine ways; only in the others it burns Wolf in its turn."""
    wolf, bear = card("Wolf", 9, 1, "burning 1"), card("Bear", 2, 1, "burning 1")
    odds = attack(duel((wolf,), (bear,), Wolf=1, Bear=1))
    assert odds.wins == {"attacker": Fraction(6, 9)}
    assert odds.of("defender.Bear").dies == Fraction(6, 9)
    assert odds.of("attacker.Wolf").expected == 1 + Fraction(3, 9)


@pytest.mark.rule("B17", "resurrection")
def test_dying_and_coming_back_is_told_apart() -> None:
    odds = attack(
        duel((card("Wolf", 9, 2), *SPARES), (card("Phoenix", 3, 1, "resurrection"), *SPARES), Wolf=1, Phoenix=1)
    )
    phoenix = odds.of("defender.Phoenix")
    assert phoenix.dies == 0
    assert phoenix.comes_back == Fraction(3, 9)
    assert phoenix.damage[0] == Fraction(4, 9)
    assert phoenix.chance((0, "back")) == Fraction(3, 9)


@pytest.mark.rule("break-free", "B16")
def test_breaking_free_is_a_throw_without_a_fight() -> None:
    battle = duel((card("Wolf", 3, 1), *SPARES), (card("Kraken", 9, 1, "devour"), *SPARES), Wolf=1, Kraken=1)
    battle.fighters[2].devouring, battle.fighters[0].devoured_by = 0, 2
    odds = odds_of(battle, BreakFree(0))
    assert odds is not None
    assert (odds.fighters, [creature.key for creature in odds.creatures]) == ((), ["attacker.Wolf"])
    assert odds.of("attacker.Wolf").dies == Fraction(3, 9)
    assert [found.text for found in odds_of_moves(battle)] == ["break free Wolf"]


@pytest.mark.rule("B22", "average-dice")
def test_average_dice_leave_nothing_to_chance() -> None:
    battle = duel((card("Wolf", 9, 3), *SPARES), (card("Bear", 3, 2, "burning 2"), *SPARES), Wolf=1, Bear=1)
    odds = odds_of(battle, Attack(0), "average")
    assert odds is not None
    assert odds.certain
    assert odds.of("defender.Bear").ends == {(3, "dead"): 1}
    assert odds.of("attacker.Wolf").ends == {(4, "stands"): 1}


@pytest.mark.rule("B3", "stalemate")
def test_a_fight_without_dice_may_end_the_third_quiet_round() -> None:
    """Nobody throws: the round that ends is the third without a die, and the defender has more left."""
    battle = duel((card("Wolf", 5, 0), *SPARES), (card("Bear", 9, 0), *SPARES), Wolf=1, Bear=1)
    battle.kind, battle.turn = "battleground", 5
    odds = attack(battle)
    assert odds.certain
    assert odds.wins == {"defender": 1}


@pytest.mark.rule("X12")
def test_a_throw_that_changes_nothing_ends_the_last_idle_round() -> None:
    """Hill's defence takes 0 and 1; the 2 is a change, and the battle goes on."""
    rock, hill = card("Rock", 5, 1, "flying"), card("Hill", 9, 0, "defensive 1")
    battle = duel((rock, *SPARES), (hill, *SPARES), Rock=1, Hill=1)
    battle.kind, battle.turn, battle.idle = "battleground", 41, 40
    assert attack(battle).wins == {"defender": Fraction(2, 3)}


@pytest.mark.rule("B19", "magician")
def test_a_magician_uses_frost_attack_unless_another_is_chosen() -> None:
    """Burning 2 harms by itself; frost attack makes the strike back weaker."""
    merlin = card("Merlin", 9, 3, "magician", "first strike")
    battle = duel((merlin, *SPARES), (card("Bear", 9, 3), *SPARES), Merlin=1, Bear=1)
    odds = attack(battle)
    assert odds.magic == {"attacker.Merlin": "frost attack"}
    burning = odds_of(battle, Attack(0), magic={"attacker.Merlin": "burning 2"})
    assert burning is not None
    assert burning.magic == {"attacker.Merlin": "burning 2"}
    assert burning.of("defender.Bear").expected == 3 + 2
    assert burning.of("attacker.Merlin").expected == 3
    assert odds.of("attacker.Merlin").expected < 3


@pytest.mark.rule("B21", "morale")
def test_morale_heals_before_the_fight() -> None:
    """Imp is not in the fight, and loses 2 damage for sure."""
    mine = (card("Wolf", 9, 1, mythology="norse"), card("Imp", 9, 1, mythology="norse"))
    battle = start_battle("duel", Lineup("Anna", mine), Lineup("Bo", (card("Bear", 9, 1), *SPARES)), morale=True)
    put(battle, {"Imp": 3, "Bear": 1})
    battle.fighters[1].damage = 5
    odds = odds_of(battle, Summon(0, 1))
    assert odds is not None
    assert odds.of("attacker.Imp").ends == {(3, "stands"): odds.of("attacker.Imp").ways}


@pytest.mark.rule("equipment", "power-hit")
def test_a_summon_is_reckoned_with_what_is_put_on() -> None:
    lineup = Lineup("Anna", (card("Wolf", 9, 1), *SPARES), (Equipment("Dirk", {"power hit": 2}),))
    battle = put(start_battle("duel", lineup, Lineup("Bo", (card("Bear", 9, 1), *SPARES))), {"Bear": 1})
    bare, armed = odds_of(battle, Summon(0, 1)), odds_of(battle, Summon(0, 1, (0,)))
    assert bare is not None
    assert armed is not None
    assert (armed.text, bare.text) == ("summon Wolf 1 with Dirk", "summon Wolf 1")
    assert as_chances(3 @ DIE) == armed.of("defender.Bear").damage
    assert as_chances(1 @ DIE) == bare.of("defender.Bear").damage


@pytest.mark.rule("B6", "flying")
@pytest.mark.parametrize("move", [MoveTo(0, 2), Devour(1), Summon(2, 3)])
def test_a_move_without_a_fight_has_no_odds(move: BattleMove) -> None:
    """Into an empty slot; devouring; in front of a flyer."""
    mine = (card("Wolf", 9, 1), card("Kraken", 9, 1, "devour"), card("Imp", 9, 1))
    bird = card("Bird", 9, 1, "flying")
    battle = duel(mine, (card("Bear", 9, 1), bird), Wolf=1, Kraken=2, Bear=2, Bird=3)
    if isinstance(move, MoveTo):
        battle.fighters[1].slot, battle.fighters[3].slot = None, 1
    moves.MOVES.verify(battle, move)
    assert odds_of(battle, move) is None
    assert moves.MOVES.write(move, battle) not in [odds.text for odds in odds_of_moves(battle)]
