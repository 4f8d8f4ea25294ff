"""The options in a fight with their exact odds: types with the sensible Items, and announcements."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from referee.errors import Illegal, refusal
from referee.games.prophecy.fights import acts, aftermath, opening, powers
from referee.games.prophecy.fights.against_hero import begin_attack, can_rearm, rearm, with_defence
from referee.games.prophecy.fights.opening import STAND, Chosen, Opening, Price
from referee.games.prophecy.fights.state import ENEMY, OWN, AnnouncedAct, Fight, Fighter, Scene, Side
from referee.games.prophecy.odds.reckoning import Chance, Reckoning, mix, sets_announced
from referee.games.prophecy.vocabulary import Battle
from referee.text.names import and_list, printed

THEN = "; "
"""Separator of the moves of an option."""


Ways = tuple[tuple[int, Fight | Chance], ...]


class FightOption(NamedTuple):
    """An option: its moves, both totals before the dice, the price of its type, its odds.

    Against a hero `answer` is the defender's best answer, and `answered` the odds then; `who` may choose it, if dice
    are answered. If the moves leave announcements open, `helps` are those that the odds assume, each with its price
    ("Prayer, 1 Magic"), and `alone` are the odds without them.
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
        """Suffix with the assumed announcements: " with Prayer, 1 Magic; 42% won without"; "" for none."""
        if self.alone is None:
            return ""
        alone, parts = self.alone.description.split(", "), 1
        if alone[0] == self.chance.description.split(", ")[0]:  # the same chance to win
            parts = len(alone)
        helps = self.helps if len(self.helps) < 2 else [re.sub(", (.*)", r" (\1)", one) for one in self.helps]
        return f" with {and_list(helps)}; {', '.join(alone[:parts])} without"


def rolling(
    reckoning: Reckoning, fight: Fight, price: Price, who: int = OWN, begin: str = "", ways: Ways = ()
) -> Iterator[FightOption]:
    """Yield the roll as announced so far, then with every set of further announcements.

    `ways` are the outcomes of a die before the fight: in each, the announcements that are legal are made.
    """
    for chosen, then in sets_announced(fight, who):
        texts = [opening.write_act(fight.scene, act) for act in chosen]
        move = THEN.join(filter(None, (begin, *texts))) or "roll"
        chance = (
            reckoning.after_throw(then)
            if not ways
            else mix(
                (faces, way if isinstance(way, Chance) else reckoning.after_throw(_with_legal_acts(way, chosen)))
                for faces, way in ways
            )
        )
        yield FightOption(move, *powers.totals(then), price, chance)


def answering(reckoning: Reckoning, fight: Fight, price: Price, who: int) -> Iterator[FightOption]:
    """Yield the options for dice on the table: let them stand, or answer; the other side then answers at its best."""
    name = fight.sides[who].hero.name if len(fight.sides) > 1 else ""
    yield FightOption(STAND, *powers.totals(fight), price, reckoning.standing(fight, who), who=name)
    for act in acts.acts(fight, who, "after"):
        if (chance := reckoning.answering(fight, act)) is not None:
            totals = powers.totals(acts.perform(fight, act))
            yield FightOption(opening.write_act(fight.scene, act), *totals, price, chance, who=name)


class Candidate(NamedTuple):
    """A possible opening of a fight: its price, its odds without announcements (`plain`) and with the best (`best`).

    `ways` are the outcomes of a die before it, each with its number of faces: the fight then, or its odds if decided.
    """

    opening: Opening
    fight: Fight
    price: Price
    plain: Chance
    best: Chance
    ways: Ways = ()

    def as_good_as(self, other: Candidate) -> bool:
        """Return whether it is at least as good in everything: price, and each chance, plain and best."""
        if sum(self.price.values()) > sum(other.price.values()):
            return False
        return self.plain.covers(other.plain) and self.best.covers(other.best)


def sensible(found: Iterable[Candidate]) -> list[Candidate]:
    """List the candidates that no other one dominates; of equal ones the first."""
    kept: list[Candidate] = []
    for one in found:
        if not any(other.as_good_as(one) for other in kept):
            kept = [other for other in kept if not one.as_good_as(other)] + [one]
    return kept


def candidates(reckoning: Reckoning, scene: Scene, hero: Fighter, kind: Battle) -> list[Candidate]:
    """List the sensible sets of Items for a type of fight with a Creature, which meets the hero first.

    Empty if it can't be paid, or if the hero dies of the meeting.
    """
    meetings, many = aftermath.meetings(scene, hero), len(opening.types(scene.enemy)) > 1
    found, openings = list[Candidate](), [(meetings, used) for used in opening.legal_sets(scene, hero)]
    if len(meetings) == 1:  # no die, but maybe a choice of Items that go
        after = aftermath.ways_met(scene, hero)
        openings = [([(1, met)], used) for met in after for used in opening.legal_sets(scene, met)]
    for met_so, used in openings:
        ways = [(faces, _begin(scene, met, kind, used)) for faces, met in met_so]
        begun = next((way for _, way in ways if isinstance(way, Fight)), None)
        if begun is None:
            continue
        opened = Opening("fight", "", kind if many and kind in ("strength", "wills") else None, used)
        price = opening.price(scene, Side(begun.own.hero, used), kind)
        plain, best = (
            mix((faces, way if isinstance(way, Chance) else compute(way)) for faces, way in ways)
            for compute in (reckoning.after_throw, reckoning.best)
        )
        found.append(Candidate(opened, begun, price, plain, best, tuple(ways) if len(ways) > 1 else ()))
    return sensible(found)


def _begin(scene: Scene, met: Fighter, kind: Battle, used: tuple[str, ...]) -> Fight | Chance:
    """Begin the fight of a hero after the meeting; return the odds if she is dead, or can't pay (a draw)."""
    if not met.alive:
        return Chance(1, lost=1, dies=1)
    try:
        return opening.begin(scene, met, kind, opening.items_still_held(met, used))
    except Illegal:
        return Chance(1)


def fighting(reckoning: Reckoning, scene: Scene, hero: Fighter) -> Iterator[FightOption]:
    """Yield all sensible options in a fight with a Creature: types, sets of Items, announcements for the roll."""
    meetings = [met for _, met in aftermath.meetings(scene, hero)]
    kinds, met = opening.types(scene.enemy), meetings[0]
    if not any(one.alive and opening.can_fight(scene, one) for one in meetings):
        # the meeting kills, or no fight, as a draw (P39)
        none = Fight(scene, (Side(met),), kinds[0])
        chance = Chance(1) if met.alive else Chance(1, lost=1, dies=1)
        yield FightOption("fight", *powers.totals(none), {}, chance)
    for kind in kinds:
        for one in candidates(reckoning, scene, hero, kind):
            begin = opening.write_opening(one.opening)
            yield from rolling(reckoning, one.fight, one.price, begin=begin, ways=one.ways)


def best_of_each(reckoning: Reckoning, scene: Scene, hero: Fighter) -> Iterator[FightOption]:
    """Yield the best option of each type of fight with a Creature, played at its best, for the prompt of `fight`."""
    for kind in opening.types(scene.enemy):
        best = max(candidates(reckoning, scene, hero, kind), key=lambda one: one.best.rank, default=None)
        if best is not None:
            totals = powers.totals(best.fight)
            option = FightOption(opening.write_opening(best.opening), *totals, best.price, best.best)
            yield _with_help(option, reckoning, best.ways or ((1, best.fight),))


def _with_help(option: FightOption, reckoning: Reckoning, ways: Ways) -> FightOption:
    """Add to an option the announcements that its odds assume, if they matter, and the odds without them."""
    lone = reckoning.alone()
    alone = mix((faces, way if isinstance(way, Chance) else lone.after_throw(way)) for faces, way in ways)
    if alone.rank == option.chance.rank:
        return option
    texts = {
        card: _describe_act(way, act)
        for _, way in ways
        if isinstance(way, Fight)
        for card, act in reckoning.announces(way).items()
    }
    return option._replace(helps=tuple(texts.values()), alone=alone)


def _describe_act(fight: Fight, act: AnnouncedAct) -> str:
    """Describe an announcement with its price: "Axe thrown", "Prayer, 1 Magic"; "... a roll" if there are several."""
    if act.verb == "throw":
        return f"{act.card} thrown"
    price = "".join(f", {many} {what.capitalize()}" for what, many in acts.price(fight, act).items() if many)
    rolls = fight.lives > 1 or fight.type == "both"
    again = rolls and price and powers.rule_of(fight.scene, act).when != "battle"
    return f"{printed(act.card)}{price}{' a roll' * bool(again)}"


def best_first(options: Iterable[FightOption]) -> list[FightOption]:
    """Sort options by their odds: most wins, then fewest losses, then fewest deaths."""
    return sorted(options, key=lambda one: one.chance.rank, reverse=True)


# --- against a hero -----------------------------------------------------------------------------------


def attacking(reckoning: Reckoning, scene: Scene, heroes: Sequence[Fighter]) -> Iterator[FightOption]:
    """Yield all sensible options against a hero: types, Items, announcements, with the defender's best answer."""
    for kind in _ATTACKS:
        for one in _openings(reckoning, scene, heroes, kind):
            stands, replies = _accept(one.fight), list(replies_to(one.fight))
            for chosen, then in sets_announced(stands):
                texts = [opening.write_act(stands.scene, act) for act in chosen]
                move = THEN.join((opening.write_opening(one.opening), *texts))
                answer, answered = best_answer(reckoning, replies, chosen)
                yield FightOption(
                    move, *powers.totals(then), one.price, reckoning.after_throw(then), answer, answered
                )


def best_attacks(reckoning: Reckoning, scene: Scene, heroes: Sequence[Fighter]) -> Iterator[FightOption]:
    """Yield the best attack of each type, for the prompt of `attack`, with the defender's best answer.

    The set of Items is the best against a defender who accepts without naming Items; so are the attacker's
    announcements, and the best answer is the one to these.
    """
    for kind in _ATTACKS:
        best = max(_openings(reckoning, scene, heroes, kind), key=lambda one: one.best.rank, default=None)
        if best is None:
            continue
        stands = _accept(best.fight)
        thrown = ((chosen, reckoning.after_throw(then)) for chosen, then in sets_announced(stands))
        chosen, chance = max(thrown, key=lambda one: one[1].rank)
        answer, answered = best_answer(reckoning, list(replies_to(best.fight)), chosen)
        move, totals = opening.write_opening(best.opening), powers.totals(stands)
        option = FightOption(move, *totals, best.price, chance, answer, answered)
        yield _with_help(option, reckoning, ((1, stands),))


_ATTACKS: tuple[Chosen, ...] = ("strength", "wills")


def _openings(reckoning: Reckoning, scene: Scene, heroes: Sequence[Fighter], kind: Chosen) -> list[Candidate]:
    """List the sensible sets of Items for an attack of a type; none if it can't be paid."""
    found = []
    for used in opening.legal_sets(scene, heroes[OWN]):
        opened = Opening("attack", "", kind, used)
        try:
            begun = begin_attack(scene, heroes, opened)
        except Illegal:
            continue
        price = opening.price(scene, Side(heroes[OWN], used), kind, heroes[ENEMY])
        stands = _accept(begun)
        found.append(Candidate(opened, begun, price, reckoning.after_throw(stands), reckoning.best(stands)))
    return sensible(found)


def _accept(begun: Fight) -> Fight:
    """Return an attack that the defender accepts without naming Items."""
    return with_defence(begun, Opening("accept", "", None, ()))


Replies = list[tuple[str, Fight]]
"""A defender's answers, each with the fight after it."""


def answers(begun: Fight, verbs: Sequence[str] = ("accept", "wills")) -> Iterator[tuple[str, Fight]]:
    """Yield every answer of the defender: accept or turn it into Wills, with every legal set of Items."""
    for verb in verbs:
        for used in opening.legal_sets(begun.scene, begun.sides[ENEMY].hero):
            reply = Opening(verb, "", "wills" if verb == "wills" else None, used)
            try:
                yield opening.write_opening(reply._replace(type=None)), with_defence(begun, reply)
            except Illegal:
                continue


def replies_to(begun: Fight) -> Iterator[list[Replies]]:
    """Yield the defender's answers; of each list the attacker picks one, by naming Items anew for Wills (P72)."""
    if not can_rearm(begun):
        yield [list(answers(begun))]
        return
    yield [list(answers(begun, ("accept",)))]
    sets = opening.legal_sets(begun.scene, begun.own.hero)
    wills_replies = [list(answers(begun.changed(OWN, used=used), ("wills",))) for used in sets]
    yield [replies for replies in wills_replies if replies]


def best_answer(
    reckoning: Reckoning, replies: Sequence[list[Replies]], said: Sequence[AnnouncedAct]
) -> tuple[str, Chance]:
    """Find the defender's best answer to an attack, and the attacker's odds after it.

    The type is settled before announcements, so the attacker makes those of `said` that are still legal and useful.
    """
    best: tuple[str, Chance] | None = None
    for some in filter(None, replies):
        text, _, chance = max((_worst(reckoning, one, said) for one in some), key=lambda one: one[2].rank)
        best = (text, chance) if best is None or chance.worse(best[1]) else best
    assert best is not None
    return best


def _worst(reckoning: Reckoning, replies: Replies, chosen: Sequence[AnnouncedAct]) -> tuple[str, Fight, Chance]:
    """Find the defender's best choice among answers, with the fight and the attacker's odds after it."""
    best: tuple[str, Fight, Chance] | None = None
    for text, fight in replies:
        for replied, after in sets_announced(_with_legal_acts(fight, chosen), ENEMY):
            chance = reckoning.after_throw(after)
            if best is None or chance.worse(best[2]):
                texts = [opening.write_act(after.scene, act) for act in replied]
                best = THEN.join((text, *texts)), after, chance
    assert best is not None
    return best


def _with_legal_acts(fight: Fight, chosen: Sequence[AnnouncedAct]) -> Fight:
    for act in chosen:
        if not refusal(acts.verify, fight, act) and acts.useful(fight, act):
            fight = acts.perform(fight, act)
    return fight


def defending(reckoning: Reckoning, begun: Fight, price: Price) -> Iterator[FightOption]:
    """Yield the answers to an attack; if Items are named anew for Wills, that answer is without them (P72)."""
    for text, then in answers(begun, ("accept",) if can_rearm(begun) else ("accept", "wills")):
        yield from rolling(reckoning, then, price, ENEMY, begin=text)
    for turned in list(replies_to(begun))[1:]:
        found = sorted((_worst(reckoning, one, ()) for one in turned), key=lambda one: one[2].rank)
        for _, fight, chance in found[-1:]:
            yield FightOption("wills", *powers.totals(fight), price, chance)


def rearming(reckoning: Reckoning, begun: Fight, price: Price, who: int) -> Iterator[FightOption]:
    """Yield the Items that a side may name anew for Wills, with the odds after the defender's best answer (P72)."""
    for used in opening.legal_sets(begun.scene, begun.sides[who].hero):
        text = opening.write_opening(Opening("arms", "", None, used))
        try:
            fight = rearm(begun, who, used)
        except Illegal:
            continue
        if who == ENEMY:
            yield from rolling(reckoning, fight, price, ENEMY, begin=text)
        elif replies := list(answers(fight, ("wills",))):
            _, after, chance = _worst(reckoning, replies, ())
            yield FightOption(text, *powers.totals(after), price, chance)


def option_data(option: FightOption) -> dict[str, Any]:
    """Return an option in the fixed machine format."""
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
