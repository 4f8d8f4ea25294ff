"""The rollout policy: plays all heroes of a simulated game, simply, but with sense.

A hero goes where most is to be gained for the cost and the risk, looking one move ahead and a little beyond, fights
in the best way by `Quick`, and uses what leaves her better off, tried on a copy with other luck. A plane is
attacked as soon as that promises more than anything else: the reward for its Lesser Guardian, the chance at the
Artifact, and the cost of a defeat. No hero attacks another one, trades, or moves by a card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from random import Random
from typing import Any

from msgspec import UNSET

from referee.asking.moves import Moves
from referee.asking.question import Option, Question, drive
from referee.errors import Ambiguous, Illegal, Unreadable
from referee.games.prophecy.ahead.planes import Guardians, Quick, with_potions
from referee.games.prophecy.board import SPACES
from referee.games.prophecy.cards import wording as w
from referee.games.prophecy.cards.cards import Card, Creature, Item, Opportunity
from referee.games.prophecy.fights import opening
from referee.games.prophecy.fights.opening import Chosen, Opening
from referee.games.prophecy.fights.state import Fighter, fighter_of
from referee.games.prophecy.rules import combat, effects, ending, movement, possibilities, turns, using
from referee.games.prophecy.rules.combat import CreatureFight
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.movement import Way
from referee.games.prophecy.rules.state import GameState, Hero, Setup
from referee.games.prophecy.vocabulary import PAID_IN
from referee.text.names import printed

USES: Moves[Quest] = Moves(possibilities.Possibility, using.Use)
"""What a hero can use in place."""
POINT = 3.0
"""Value of a point in fights; one point of value is two of Experience."""
GAINS = {"strength": 4.0, "willpower": 2.5, "health": 1.0, "magic": 0.6}
"""Value of one more of each."""
ITEM = {"common": 1.2, "rare": 2.5, "adventure": 0.0}
"""Value of an Item drawn from each deck."""
NEEDED = {"gold": (9, 0.9, 0.3), "experience": (6, 0.5, 0.2)}
"""For each token: a threshold, the value of one more below it, and the value of one more from there on."""
HOARDED = 0.15
"""Value of a Gold or Experience that the hero has already."""
HELD, ABILITY = 0.25, 1.0
"""Value of an Item and of an Ability beside their use in fights."""
UNKNOWN, LOSS, WEAK, DEATH = 1.0, 1.0, 3.0, 30.0
"""Value of a face-down card; cost of a lost fight, its factor for a hero nearly dead; cost of a death."""
NEXT = 0.5
"""Discount for each further turn."""
BETTER = 0.2
"""Least gain in value for which a hero uses something."""
WAYS: tuple[Chosen | None, ...] = (None, "strength", "wills")
"""Types of fight to try in turn: None for the best one, the others where that proves to be illegal."""
ARTIFACT = 10.0
"""Value of taking a plane for certain."""


class Chooser:
    """Policy that answers for all heroes in one rollout."""

    def __init__(self, setup: Setup, rehearsed: Setup, quick: Quick, guardians: Guardians, luck: Random) -> None:
        """Make the policy; `rehearsed` is the same set-up with other luck, for moves that are only tried."""
        self._setup, self._rehearsed, self._quick, self._guardians = setup, rehearsed, quick, guardians
        self._luck = luck
        self._way: Chosen | None = None
        self._announcements: list[str] = []

    def step(self, game: GameState) -> GameState:
        """Return the game after one more step.

        Where the chosen type of fight proves to be illegal, because of what the Creature does first, the others are
        tried; where none is legal, the turn just ends, as after a draw (P39).
        """
        for self._way in WAYS:
            after = game.copy()
            with suppress(Illegal):
                drive(turns.play_step(quest := Quest(self._setup, after, [])), partial(self._answer, quest))
                return after
        after = game.copy()
        ending.end_turn(Quest(self._setup, after, []))
        return after

    def chance(self, game: GameState, seat: int, least: float) -> float:
        """Compute a hero's chance to take the best remaining plane; 0 where none is left.

        The result is right where it is `least` or more; below that it is only an upper bound.
        """
        fighter = with_potions(fighter_of(game.players[seat]), Quest(self._setup, game, []).card)
        planes = {(lessers, greaters) for _, lessers, greaters in self._guardians.of_planes(game)}
        return max((self._quick.taking(fighter, *both, least) for both in planes), default=0.0)

    # --- questions --------------------------------------------------------------------------------

    def _answer(self, quest: Quest, question: Question[Any]) -> Any:
        if (forced := question.forced()) is not None:
            return question.parse(forced)
        match question.key:
            case "move" if quest.state.step == "movement":
                return self._movement(quest)
            case "move":
                return self._in_place(quest)
            case "discard" if question.open:  # down to the limits
                return self._choose_discards(quest, "abilities" if "Abilities" in question.prompt else "items")
            case "roll":
                offered = {option.text for option in question.options()}
                while self._announcements:
                    if (text := self._announcements.pop(0)) in offered:
                        return question.parse(text)
                return question.parse("roll")
            case "answer" if not question.prompt.endswith("won"):
                return _first_legal(
                    question, [option for option in question.options() if option.text != opening.STAND]
                )
        return _first_legal(question, [option for option in question.options() if option.more is None])

    def _choose_discards(self, quest: Quest, what: str) -> list[str]:
        """Choose the cheapest cards to discard, down to the limit of Items or Abilities."""
        names = quest.hero.losable if what == "items" else quest.hero.abilities
        many = ending.excess(quest.setup, quest.hero)[what]
        return sorted(names, key=lambda name: (quest.card(name).price, name))[:many]

    # --- moves ------------------------------------------------------------------------------------

    def _movement(self, quest: Quest) -> movement.Way | using.Use:
        ways = [way for way, why in movement.ways(quest) if not why and way.price <= quest.hero.gold]
        if not movement.why_no_work(quest):
            ways.append(Way("work"))
        worth = {space: self._space(quest, space) for space in quest.board.numbers()}
        planes = self._planes(quest)
        gold = _unit_value(quest.hero, "gold")

        def worth_of(way: Way) -> float:
            space = way.to if way.to and way.kind != "plane" else quest.hero.space
            here = planes.get(way.to, -DEATH) if way.kind == "plane" else worth[space]
            work = self._work(quest) if way.kind == "work" else 0.0
            further = _value_beyond(quest, space, worth, planes)
            return here + work + further - gold * way.price + 0.1 * self._luck.random()

        return max(ways, key=worth_of)

    def _planes(self, quest: Quest) -> dict[int, float]:
        """Estimate the value of an attack on each remaining plane."""
        fighter = with_potions(fighter_of(quest.hero), quest.card)
        planes = {at: (lessers, greaters) for at, lessers, greaters in self._guardians.of_planes(quest.state)}
        found = {both: self._attack(quest, fighter, *both) for both in set(planes.values())}
        return {at: found[both] for at, both in planes.items()}

    def _attack(self, quest: Quest, fighter: Fighter, lessers: tuple[str, ...], greaters: tuple[str, ...]) -> float:
        """Estimate the value of attacking a plane where each of these Guardians is equally likely."""
        first = lessers or greaters
        won = {name: self._quick.stands(name, fighter).won for name in first}
        rewards = sum(won[name] * self._reward(quest, effects.creature_of(quest, name)) for name in first)
        lost = LOSS * (WEAK if quest.hero.health < 3 else 1) * sum(1.0 - chance for chance in won.values())
        return ARTIFACT * self._quick.taking(fighter, lessers, greaters) + (rewards - lost) / len(first)

    def _work(self, quest: Quest) -> float:
        """Estimate the value of the space's work; a hero who is weak already doesn't work for Health."""
        hero, labour = quest.hero, movement.wages(quest) or {}
        if hero.health + labour.get("health", 0) < 2:
            return -LOSS
        return sum(_unit_value(hero, what) * many for what, many in labour.items())

    def _in_place(self, quest: Quest) -> Any:
        """Choose a fight where one is forced, else the use that leaves the hero best off, else end the turn."""
        there = combat.opponents(quest)
        if there:
            return self._fight(quest, there)
        if ending.EndOfTurn().why_not(quest):  # a Champion must be attacked: the Final Battle isn't played out
            raise Illegal("nothing is left to choose", "order-of-turn")
        before, best, move = worth(quest, quest.hero) + BETTER, 0.0, None
        for option in USES.options(quest):
            if option.more is None and (better := self._value_after(quest, option) - before) > best:
                best, move = better, option
        return ending.EndOfTurn() if move is None else turns.MOVES.read_move(quest, move.text)

    def _fight(self, quest: Quest, there: Sequence[str]) -> CreatureFight:
        if self._way:
            return CreatureFight(there[0], Opening("fight", printed(there[0]), self._way, ()))
        fighter = fighter_of(quest.hero)
        found = {name: self._quick.stands(printed(name), fighter) for name in there}
        name = max(there, key=lambda one: found[one].rank)
        self._announcements = [opening.write_act(effects.scene(quest), act) for act in found[name].said]
        return CreatureFight(name, found[name].opening._replace(who=printed(name)))

    def _value_after(self, quest: Quest, option: Option) -> float:
        """Return the hero's value after a use, tried on a copy with other luck."""
        game = quest.state.copy()
        trial = Quest(self._rehearsed, game, [])
        asked: list[str] = []

        def answer(question: Question[Any]) -> Any:
            if question.key == "move" and not asked:
                asked.append(option.text)
                return question.parse(option.text)
            return self._answer(trial, question)

        try:
            drive(turns.play_step(trial), answer)
        except (Illegal, Unreadable, Ambiguous):
            return -DEATH
        if game.over or not game.players[quest.seat].playing:
            return -DEATH
        return worth(trial, game.players[quest.seat])

    # --- values ----------------------------------------------------------------------------------

    def _space(self, quest: Quest, space: int) -> float:
        """Estimate the value of what a hero may gain on a space."""
        there, fighter = quest.state.at(space), fighter_of(quest.hero)
        cards = [quest.card(one.name) if one.open else None for one in there.cards]
        passed, worth = 1.0, 0.0
        for card in cards:
            if isinstance(card, Creature):
                won = self._quick.stands(card.name, fighter).won
                lost = 1.0 - won
                worth += passed * (
                    won * self._reward(quest, card) - lost * LOSS * (WEAK if quest.hero.health < 2 else 1)
                )
                passed *= won
        for card in cards:
            if card is None:
                worth += passed * UNKNOWN
            elif isinstance(card, Opportunity):
                worth += passed * max((_use_value(quest.hero, rule) for rule in card.parsed), default=0.0)
        return worth + passed * self._offer(quest, space)

    def _reward(self, quest: Quest, creature: Creature) -> float:
        gained = creature.experience if creature.experience is not UNSET else 0
        rules = [rule for rule in creature.parsed if rule.when == "won"]
        return _unit_value(quest.hero, "experience") * gained + sum(_rule_value(quest.hero, rule) for rule in rules)

    def _offer(self, quest: Quest, space: int) -> float:
        """Estimate the value of what the space itself offers: healing, recharging, Abilities, goods."""
        hero, place, there = quest.hero, quest.board[space], quest.state.at(space)
        hurt, weary = hero.red - hero.health, hero.blue - hero.magic
        worth = 0.0
        match place.name:
            case "Monastery":
                worth += GAINS["health"] * min(1, hurt)
            case "Forest Camp":
                worth += (GAINS["health"] - HOARDED) * min(hurt, hero.gold)
            case "Enchanted Wilderness":
                worth += GAINS["magic"] * min(3, weary)
            case "Magic Tower":
                worth += (GAINS["magic"] - HOARDED / 2) * min(weary, 2 * hero.gold)
        for name in (*there.abilities, *there.goods):
            learnt = name in there.abilities
            costs = quest.card(name).price
            gold = 0 if learnt and not possibilities.is_stranger(quest, name) else costs
            if (costs if learnt else 0) <= hero.experience and gold <= hero.gold:
                paid = HOARDED * (gold + (costs if learnt else 0))
                changed = quest.hero.copy()
                (changed.abilities if learnt else changed.items).append(name)
                worth += max(0.0, (_cards(quest, changed) - _cards(quest, quest.hero)) - paid)
        return worth


# --- the value of a hero --------------------------------------------------------------------------------


def worth(quest: Quest, hero: Hero) -> float:
    """Estimate a hero's value as she stands."""
    cubes = GAINS["strength"] * hero.red + GAINS["willpower"] * hero.blue
    cubes -= GAINS["health"] * (hero.red - hero.health) + GAINS["magic"] * (hero.blue - hero.magic)
    ours = quest.setup
    tokens = HOARDED * (min(hero.gold, ours.most_gold) + min(hero.experience, ours.most_experience))
    return cubes + tokens + _cards(quest, hero) - sum(ending.excess(ours, hero).values())


def _cards(quest: Quest, hero: Hero) -> float:
    """Estimate the value of a hero's cards; of those for the same hand or the head only the best counts."""
    best: dict[str, float] = {}
    for name in (*hero.items, *hero.artifacts):
        card = quest.card(name)
        slot = next((slot for slot in ("weapon", "shield", "head", "hand") if getattr(card, slot)), name)
        best[slot] = max(best.get(slot, 0.0), points(card))
    learnt = sum(points(quest.card(name)) + ABILITY for name in hero.abilities)
    return POINT * sum(best.values()) + learnt + HELD * (len(hero.items) + len(hero.damaged) / 2)


@lru_cache(maxsize=1_000)
def points(card: Card) -> float:
    """Estimate roughly how many points a card is worth in a fight."""
    found = 0.0
    for rule in card.parsed:
        if rule.when in FIGHTING:
            part = (SOMETIMES if rule.cost else 1.0) * (SOMETIMES if rule.when not in ("always", "battle") else 1.0)
            found += part * sum(map(_points, rule.effects))
    once = isinstance(card, Item) and (card.potion or card.scroll)
    return found * (SOMETIMES if once else 1.0)


FIGHTING: tuple[w.When, ...] = ("always", "any time", "before battle", "battle", "roll", "any roll", "after roll")
SOMETIMES = 0.5


def _points(effect: object) -> float:
    match effect:
        case w.InFight() | w.ToValue():
            return effect.number * (SOMETIMES if effect.limits else 1.0)
        case w.EnemyLoses(number):
            return number * SOMETIMES
        case w.OfTwo() | w.SetDie() | w.Do("roll again" | "reroll a die"):
            return 1.0
        case w.Soften():
            return SOMETIMES
    return 0.0


def _value_beyond(quest: Quest, space: int, worth: Mapping[int, float], planes: Mapping[int, float]) -> float:
    """Return the most value beyond the space: on another one or in a plane, discounted for each turn up to it."""
    board = quest.board
    spaces = (found * NEXT ** _moves(space, other) for other, found in worth.items() if other != space)
    attacks = (
        found * NEXT ** (1 + _moves(space, other))
        for at, found in planes.items()
        for other in board.planes[at].spaces
    )
    return max(*spaces, *attacks)


def _moves(one: int, other: int) -> int:
    """Return how many turns apart two spaces are, on horseback or on foot."""
    steps = abs(one - other)
    return (min(steps, SPACES - steps) + 1) // 2


def _first_legal(question: Question[Any], options: Sequence[Option]) -> Any:
    """Return the first of the options that is legal, or the default answer."""
    for text in (*(option.text for option in options), question.default or "", "no", "5", "done"):
        try:
            return question.parse(text)
        except (Illegal, Unreadable, Ambiguous):
            continue
    raise Illegal(f"nothing to answer: {question.prompt}", "order-of-turn")


def _use_value(hero: Hero, rule: w.ProphecyRule) -> float:
    """Estimate the value of an Opportunity's rule to a hero; 0 if she can't pay for it."""
    paid = [cost for cost in rule.cost or () if isinstance(cost, w.Pay)]
    if any(getattr(hero, PAID_IN.get(cost.counter, cost.counter)) < cost.number for cost in paid):
        return 0.0
    return _rule_value(hero, rule) - sum(GAINS.get(cost.counter, HOARDED) * cost.number for cost in paid)


def _rule_value(hero: Hero, rule: w.ProphecyRule) -> float:
    """Estimate the value of a rule to a hero, weighted by its chance if a die decides."""
    likely = 1.0 if rule.on is None else (rule.on.most - rule.on.least + 1) / 6
    return likely * sum(_effect_value(hero, effect) for effect in rule.effects if not getattr(effect, "who", ""))


def _effect_value(hero: Hero, effect: object) -> float:
    hurt, weary = hero.red - hero.health, hero.blue - hero.magic
    match effect:
        case w.AlsoDoes(inner):
            return _effect_value(hero, inner)
        case w.GainEffect(number, what):
            return _unit_value(hero, what) * _amount(number, getattr(hero, what, 1))
        case w.Lose(number, what):
            return -_unit_value(hero, what) * _amount(number, getattr(hero, what, 1))
        case w.HealEffect(number):
            return GAINS["health"] * min(hurt, _amount(number, hurt))
        case w.Recharge(number):
            return GAINS["magic"] * min(weary, _amount(number, weary))
        case w.Draw(number, deck, keep):
            return ITEM[deck] * (keep or number)
    return 0.0


def _unit_value(hero: Hero, what: str) -> float:
    """Return the value of one more of something to a hero."""
    if what not in NEEDED:
        return GAINS[what]
    enough, poor, rich = NEEDED[what]
    return poor if getattr(hero, what) < enough else rich


def _amount(number: object, there: int) -> int:
    return number if isinstance(number, int) else there if number == "all" else there // 2
