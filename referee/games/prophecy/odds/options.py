"""What can be done in a fight, each with its exact odds: types with the sensible Items, and what can be announced."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from referee.errors import Illegal, refusal
from referee.games.prophecy.fights import acts, aftermath, opening, powers
from referee.games.prophecy.fights.against_hero import attacked, can_rearm, defended, rearmed
from referee.games.prophecy.fights.opening import STAND, Chosen, Opening, Price
from referee.games.prophecy.fights.state import ENEMY, OWN, AnnouncedAct, Fight, Fighter, Scene, Side
from referee.games.prophecy.odds.reckoning import Chance, Reckoning, announced, mixed
from referee.games.prophecy.vocabulary import Battle
from referee.text.names import and_list, printed

THEN = "; "
"""What stands between the moves of an option."""


Ways = tuple[tuple[int, Fight | Chance], ...]


class FightOption(NamedTuple):
    """Something that can be done: its moves, both totals before the dice, what its type costs, its odds.

    Against a hero `answer` is the defender's best answer, and `answered` the odds then; `who` may do it, where dice
    are answered. Where the moves leave open what is announced, `helps` is what the odds count on, each with its price
    ("Prayer, 1 Magic"), and `alone` the odds without it.
    """

    move: str
    own: int
    enemy: int
    price: Price
    chance: Chance
    answer: str = ""
    answered: Chance | None = None
    who: str = ""
    helps: tuple[str, ...] = ()
    alone: Chance | None = None

    @property
    def counts_on(self) -> str:
        """What the odds count on, to stand behind them: " with Prayer, 1 Magic; 42% won without"; "" for nothing."""
        if self.alone is None:
            return ""
        alone, parts = self.alone.description.split(", "), 1
        if alone[0] == self.chance.description.split(", ")[0]:  # it makes no difference to what is won
            parts = len(alone)
        helps = self.helps if len(self.helps) < 2 else [re.sub(", (.*)", r" (\1)", one) for one in self.helps]
        return f" with {and_list(helps)}; {', '.join(alone[:parts])} without"


def rolling(
    reckoning: Reckoning, fight: Fight, price: Price, who: int = OWN, begin: str = "", ways: Ways = ()
) -> Iterator[FightOption]:
    """The roll as announced so far, then with everything that may be announced for it, alone and together.

    `ways` are what a die makes of the fight before: in each of them what can be announced of it is.
    """
    for said, then in announced(fight, who):
        texts = [opening.write_act(fight.scene, act) for act in said]
        move = THEN.join(filter(None, (begin, *texts))) or "roll"
        chance = (
            reckoning.thrown(then)
            if not ways
            else mixed(
                (faces, way if isinstance(way, Chance) else reckoning.thrown(_with_what_is_left(way, said)))
                for faces, way in ways
            )
        )
        yield FightOption(move, powers.total(then, OWN), powers.total(then, ENEMY), price, chance)


def answering(reckoning: Reckoning, fight: Fight, price: Price, who: int) -> Iterator[FightOption]:
    """Dice on the table that a side lets stand, or answers; the other side answers at its best after it."""
    name = fight.sides[who].hero.name if len(fight.sides) > 1 else ""
    yield FightOption(STAND, *powers.totals(fight), price, reckoning.standing(fight, who), who=name)
    for act in acts.acts(fight, who, "after"):
        if (chance := reckoning.answering(fight, act)) is not None:
            totals = powers.totals(acts.perform(fight, act))
            yield FightOption(opening.write_act(fight.scene, act), *totals, price, chance, who=name)


class Candidate(NamedTuple):
    """A fight as it can be opened: with what, for which price, its odds as it is and at its best.

    `ways` are what a die makes of it before, each with its number of faces: another fight, or what is decided then.
    """

    opening: Opening
    fight: Fight
    price: Price
    plain: Chance
    best: Chance
    ways: Ways = ()

    def as_good_as(self, other: Candidate) -> bool:
        """Whether it is at least as good in everything: its price, and each chance, as it is and at its best."""
        if sum(self.price.values()) > sum(other.price.values()):
            return False
        return self.plain.covers(other.plain) and self.best.covers(other.best)


def sensible(found: Iterable[Candidate]) -> list[Candidate]:
    """The candidates that no other one of their type beats; of equal ones the first."""
    kept: list[Candidate] = []
    for one in found:
        if not any(other.as_good_as(one) for other in kept):
            kept = [other for other in kept if not one.as_good_as(other)] + [one]
    return kept


def candidates(reckoning: Reckoning, scene: Scene, hero: Fighter, kind: Battle) -> list[Candidate]:
    """The sensible sets of Items for a type of fight with a Creature, which meets the hero first.

    None if it can't be paid, or if the hero dies of the meeting.
    """
    return sensible(_candidates(reckoning, scene, hero, kind, aftermath.meetings(scene, hero)))


def _candidates(
    reckoning: Reckoning, scene: Scene, hero: Fighter, kind: Battle, meetings: Sequence[tuple[int, Fighter]]
) -> Iterator[Candidate]:
    assert scene.creature is not None
    many = len(opening.types(scene.creature)) > 1
    for used in opening.legal_sets(scene, hero if len(meetings) > 1 else meetings[0][1]):
        ways = [(faces, _begun(scene, met, kind, used)) for faces, met in meetings]
        begun = next((way for _, way in ways if isinstance(way, Fight)), None)
        if begun is None:
            continue
        said = Opening("fight", "", kind if many and kind in ("strength", "wills") else None, used)
        price = opening.price(scene, Side(begun.own.hero, used), kind)
        plain, best = (
            mixed((faces, way if isinstance(way, Chance) else compute(way)) for faces, way in ways)
            for compute in (reckoning.thrown, reckoning.best)
        )
        yield Candidate(said, begun, price, plain, best, tuple(ways) if len(ways) > 1 else ())


def _begun(scene: Scene, met: Fighter, kind: Battle, used: tuple[str, ...]) -> Fight | Chance:
    """A fight of a hero who has met the Creature; or what comes instead: death, or a draw where it can't be paid."""
    if not met.alive:
        return Chance(1, lost=1, dies=1)
    try:
        return opening.begin(scene, met, kind, used)
    except Illegal:
        return Chance(1)


def fighting(reckoning: Reckoning, scene: Scene, hero: Fighter) -> Iterator[FightOption]:
    """Everything sensible in a fight with a Creature: types, sets of Items, what can be announced for the roll."""
    assert scene.creature is not None
    meetings = [met for _, met in aftermath.meetings(scene, hero)]
    kinds, met = opening.types(scene.creature), meetings[0]
    if not any(one.alive and opening.can_fight(scene, one) for one in meetings):
        # the meeting kills, or no fight, as a draw (P39)
        none = Fight(scene, (Side(met),), kinds[0])
        chance = Chance(1) if met.alive else Chance(1, lost=1, dies=1)
        yield FightOption("fight", powers.total(none, OWN), powers.total(none, ENEMY), {}, chance)
    for kind in kinds:
        for one in candidates(reckoning, scene, hero, kind):
            begin = opening.write_opening(one.opening)
            yield from rolling(reckoning, one.fight, one.price, begin=begin, ways=one.ways)


def best_of_each(reckoning: Reckoning, scene: Scene, hero: Fighter) -> Iterator[FightOption]:
    """The best of each type of fight with a Creature, played at its best, for the line before `fight`."""
    assert scene.creature is not None
    for kind in opening.types(scene.creature):
        best = max(candidates(reckoning, scene, hero, kind), key=_at_best, default=None)
        if best is not None:
            own, enemy = (powers.total(best.fight, who) for who in (OWN, ENEMY))
            option = FightOption(opening.write_opening(best.opening), own, enemy, best.price, best.best)
            yield _with_help(option, reckoning, best.ways or ((1, best.fight),))


def _at_best(one: Candidate) -> tuple[Fraction, Fraction, Fraction]:
    return one.best.rank


def _with_help(option: FightOption, reckoning: Reckoning, ways: Ways) -> FightOption:
    """An option with what its odds count on, if that makes a difference, and the odds without it."""
    lone = reckoning.alone()
    alone = mixed((faces, way if isinstance(way, Chance) else lone.thrown(way)) for faces, way in ways)
    if alone.rank == option.chance.rank:
        return option
    said = {
        card: _said(way, act)
        for _, way in ways
        if isinstance(way, Fight)
        for card, act in reckoning.announces(way).items()
    }
    return option._replace(helps=tuple(said.values()), alone=alone)


def _said(fight: Fight, act: AnnouncedAct) -> str:
    """Something announced, with its price: "Axe thrown", "Prayer, 1 Magic"; "... a roll" where there are several."""
    if act.verb == "throw":
        return f"{act.card} thrown"
    price = "".join(f", {many} {what.capitalize()}" for what, many in acts.price(fight, act).items() if many)
    rolls = fight.lives > 1 or fight.type == "both"
    again = rolls and price and powers.rule_of(fight.scene, act).when != "battle"
    return f"{printed(act.card)}{price}{' a roll' * bool(again)}"


def best_first(options: Iterable[FightOption]) -> list[FightOption]:
    """Options by their odds: most wins, then fewest losses, then fewest deaths."""
    return sorted(options, key=lambda one: one.chance.rank, reverse=True)


# --- against a hero -----------------------------------------------------------------------------------


def attacking(reckoning: Reckoning, scene: Scene, heroes: Sequence[Fighter]) -> Iterator[FightOption]:
    """Everything sensible against a hero: types and Items, what can be announced, as she stands and at her best."""
    for kind in _ATTACKS:
        for one in _openings(reckoning, scene, heroes, kind):
            stands, replies = _accepted(one.fight), list(replies_to(one.fight))
            for said, then in announced(stands):
                texts = [opening.write_act(stands.scene, act) for act in said]
                move = THEN.join((opening.write_opening(one.opening), *texts))
                answer, answered = best_answer(reckoning, replies, said)
                yield _attack(one, move, then, reckoning.thrown(then), answer, answered)


def best_attacks(reckoning: Reckoning, scene: Scene, heroes: Sequence[Fighter]) -> Iterator[FightOption]:
    """The best of each type against a hero, for the line before `attack`: as she stands, and by her best answer.

    The set of Items is the best against a defender who accepts as she stands; what the attacker announces then is
    what helps most against that, and the best answer is found to it.
    """
    for kind in _ATTACKS:
        best = max(_openings(reckoning, scene, heroes, kind), key=_at_best, default=None)
        if best is None:
            continue
        stands = _accepted(best.fight)
        thrown = ((said, reckoning.thrown(then)) for said, then in announced(stands))
        said, chance = max(thrown, key=lambda one: one[1].rank)
        answer, answered = best_answer(reckoning, list(replies_to(best.fight)), said)
        option = _attack(best, opening.write_opening(best.opening), stands, chance, answer, answered)
        yield _with_help(option, reckoning, ((1, stands),))


_ATTACKS: tuple[Chosen, ...] = ("strength", "wills")


def _openings(reckoning: Reckoning, scene: Scene, heroes: Sequence[Fighter], kind: Chosen) -> list[Candidate]:
    """The sensible sets of Items for an attack of a type; none where it can't be paid."""
    found = []
    for used in opening.legal_sets(scene, heroes[OWN]):
        said = Opening("attack", "", kind, used)
        try:
            begun = attacked(scene, heroes, said)
        except Illegal:
            continue
        price = opening.price(scene, Side(heroes[OWN], used), kind, heroes[ENEMY])
        stands = _accepted(begun)
        found.append(Candidate(said, begun, price, reckoning.thrown(stands), reckoning.best(stands)))
    return sensible(found)


def _accepted(begun: Fight) -> Fight:
    """An attack that the defender accepts as she stands."""
    return defended(begun, Opening("accept", "", None, ()))


def _attack(one: Candidate, move: str, then: Fight, chance: Chance, answer: str, answered: Chance) -> FightOption:
    own, enemy = (powers.total(then, who) for who in (OWN, ENEMY))
    return FightOption(move, own, enemy, one.price, chance, answer, answered)


Replies = list[tuple[str, Fight]]
"""Answers of a defender, each with the fight then."""


def answers(begun: Fight, verbs: Sequence[str] = ("accept", "wills")) -> Iterator[tuple[str, Fight]]:
    """Every answer of the defender: accepting or turning it into Wills, with every legal set of Items."""
    for verb in verbs:
        for used in opening.legal_sets(begun.scene, begun.sides[ENEMY].hero):
            said = Opening(verb, "", "wills" if verb == "wills" else None, used)
            try:
                yield opening.write_opening(said._replace(type=None)), defended(begun, said)
            except Illegal:
                continue


def replies_to(begun: Fight) -> Iterator[list[Replies]]:
    """The answers of the defender: of each list the attacker picks one, by naming Items afresh for Wills (P72)."""
    if not can_rearm(begun):
        yield [list(answers(begun))]
        return
    yield [list(answers(begun, ("accept",)))]
    sets = opening.legal_sets(begun.scene, begun.own.hero)
    turned = [list(answers(begun.changed(OWN, used=used), ("wills",))) for used in sets]
    yield [replies for replies in turned if replies]


def best_answer(
    reckoning: Reckoning, replies: Sequence[list[Replies]], said: Sequence[AnnouncedAct]
) -> tuple[str, Chance]:
    """The defender's best answer to an attack, and the attacker's odds then.

    The type stands before anything is announced, so of what the attacker means to announce he says what is left.
    """
    best: tuple[str, Chance] | None = None
    for some in filter(None, replies):
        text, _, chance = max((_worst(reckoning, one, said) for one in some), key=_rank)
        best = (text, chance) if best is None or chance.worse(best[1]) else best
    assert best is not None
    return best


def _rank(found: tuple[str, Fight, Chance]) -> tuple[Fraction, Fraction, Fraction]:
    return found[2].rank


def _worst(reckoning: Reckoning, replies: Replies, said: Sequence[AnnouncedAct]) -> tuple[str, Fight, Chance]:
    """What the defender picks of some answers, with the fight and the attacker's odds then."""
    best: tuple[str, Fight, Chance] | None = None
    for text, fight in replies:
        for replied, after in announced(_with_what_is_left(fight, said), ENEMY):
            chance = reckoning.thrown(after)
            if best is None or chance.worse(best[2]):
                texts = [opening.write_act(after.scene, act) for act in replied]
                best = THEN.join((text, *texts)), after, chance
    assert best is not None
    return best


def _with_what_is_left(fight: Fight, said: Sequence[AnnouncedAct]) -> Fight:
    for act in said:
        if not refusal(acts.verify, fight, act) and acts.useful(fight, act):
            fight = acts.perform(fight, act)
    return fight


def defending(reckoning: Reckoning, begun: Fight, price: Price) -> Iterator[FightOption]:
    """The answers to an attack; where Items are named afresh for Wills, that answer without them (P72)."""
    for text, then in answers(begun, ("accept",) if can_rearm(begun) else ("accept", "wills")):
        yield from rolling(reckoning, then, price, ENEMY, begin=text)
    for turned in list(replies_to(begun))[1:]:
        for _, fight, chance in sorted((_worst(reckoning, one, ()) for one in turned), key=_rank)[-1:]:
            yield FightOption("wills", *powers.totals(fight), price, chance)


def rearming(reckoning: Reckoning, begun: Fight, price: Price, who: int) -> Iterator[FightOption]:
    """The Items that a side may name afresh for Wills, with the odds by the defender's best after it (P72)."""
    for used in opening.legal_sets(begun.scene, begun.sides[who].hero):
        text = opening.write_opening(Opening("arms", "", None, used))
        try:
            fight = rearmed(begun, who, used)
        except Illegal:
            continue
        if who == ENEMY:
            yield from rolling(reckoning, fight, price, ENEMY, begin=text)
        elif replies := list(answers(fight, ("wills",))):
            _, after, chance = _worst(reckoning, replies, ())
            yield FightOption(text, *powers.totals(after), price, chance)


def option_data(option: FightOption) -> dict[str, Any]:
    """An option in the fixed machine format."""
    found: dict[str, Any] = {"move": option.move, "own": option.own, "enemy": option.enemy}
    found |= {token: option.price.get(token, 0) for token in ("magic", "health")}
    found |= option.chance.fractions()
    if option.alone is not None:
        found |= {"with": list(option.helps), "without": option.alone.fractions()}
    if option.who:
        found["who"] = option.who
    if option.answered is not None:
        found["answer"] = {"move": option.answer, **option.answered.fractions()}
    return found
