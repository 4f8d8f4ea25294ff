"""The procedure of a fight: asks for announcements, dice and answers to them, and settles the result.

It doesn't depend on the source of the answers: a whole game and a record play the same procedure on a `Arena`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from msgspec.structs import replace

from referee.asking import dice
from referee.asking.dice import Die, Mode
from referee.asking.question import Option, Procedure, Question, Throw, closed_by, no_answer, pick, yes_or_no
from referee.effects import rules
from referee.errors import Illegal, Unreadable, refusal
from referee.games.prophecy.cards import wording as w
from referee.games.prophecy.fights import acts, aftermath, opening, powers
from referee.games.prophecy.fights.aftermath import Consequence
from referee.games.prophecy.fights.state import ENEMY, OWN, AnnouncedAct, Fight, Fighter, lasting
from referee.games.prophecy.vocabulary import FACES, Result
from referee.play.event import Event, Said
from referee.text.names import fold

RESULTS = ("won", "wins", "win", "lost", "loses", "lose", "drawn", "draw")
"""Words for the result of a fight, typed instead of its dice."""


class Arena(Protocol):
    """The environment of a fight: a game, or a record."""

    dice: Mode

    def emit(self, event: Event) -> None:
        """Emit an event."""

    def keep(self, fight: Fight) -> None:
        """Copy the state of the fighters so far back to the heroes."""

    def throw(self, count: int, what: str) -> Procedure[tuple[int, ...]]:
        """Let the program throw dice; return their values."""

    def skips(self, what: str) -> bool:
        """Return whether a roll for a reward is skipped here."""

    def carry_out(self, fought: Fight, who: int, todo: Sequence[rules.Effect], source: str) -> Procedure[Fight]:
        """Carry out effects beyond a fighter's own counts; return the fight with the heroes updated."""


class FightEnd(NamedTuple):
    """The end of a fight; `again` is whether a card gives a new battle at once (Fanaticism)."""

    fight: Fight
    result: Result
    again: bool = False


def play(arena: Arena, fight: Fight) -> Procedure[FightEnd]:
    """Play a fight from its current state to the result, without the consequences."""
    while True:
        speaker = OWN
        while True:
            answer = yield roll_question(arena, fight, speaker)
            if isinstance(answer, AnnouncedAct):
                speaker = answer.who
                fight = _perform(arena, fight, answer)
            elif answer == opening.DONE:
                speaker = ENEMY
            else:
                break
        fight = yield from _throw(arena, fight, answer)
        fight = yield from _answer(arena, fight)
        result = powers.result(fight)
        arena.emit(_rolled_event(fight, result))
        following = after_roll(fight, result)
        if following is None:
            arena.emit(opening.FightEnded(fight.own.hero.name, enemy_name(fight), result))
            for who, side in enumerate(fight.sides):
                fight = fight.with_hero(who, bonuses=lasting(side.hero.bonuses))
            arena.keep(fight)
            return FightEnd(fight, result)
        fight = following
        arena.keep(fight)


def after_roll(fight: Fight, result: Result) -> Fight | None:
    """Return the fight before its next throw; None if this one has decided it (Bands of Creatures; Vampire)."""
    if result != "won":
        return None
    creature = fight.scene.creature
    if fight.lives > 1:
        return replace(acts.next_roll(fight), lives=fight.lives - 1)
    if fight.type == "both" and not fight.part and creature is not None:
        return replace(acts.next_roll(fight), part=1, lives=creature.lives)
    return None


def enemy_name(fight: Fight) -> str:
    """Return the opponent's name."""
    creature = fight.scene.creature
    return creature.name if creature is not None else fight.sides[ENEMY].hero.name


def _perform(arena: Arena, fight: Fight, act: AnnouncedAct) -> Fight:
    price = {} if act.verb == "throw" else acts.price(fight, act)
    after = acts.perform(fight, act)
    used_up = len(after.sides[act.who].discarded) > len(fight.sides[act.who].discarded)
    hero = fight.sides[act.who].hero.name
    arena.emit(opening.Announced(hero, opening.write_act(fight.scene, act), price, used_up))
    arena.keep(after)
    return after


def _throw(arena: Arena, fight: Fight, thrown: opening.Thrown) -> Procedure[Fight]:
    """Throw the dice, or take them as typed or averaged; return the fight with them."""
    how = powers.changes(fight)
    if thrown.own or thrown.enemy:
        return replace(fight, dice=(thrown.own, thrown.enemy))
    if arena.dice == "average":
        return replace(fight, dice=((dice.average(how[OWN]),), (dice.average(how[ENEMY]),)))
    own = dice.many(how[OWN])
    values = yield from arena.throw(own + dice.many(how[ENEMY]), f"{fight.own.hero.name} against {enemy_name(fight)}")
    return replace(fight, dice=(dice.side_dice(how[OWN], values[:own]), dice.side_dice(how[ENEMY], values[own:])))


def _answer(arena: Arena, fight: Fight) -> Procedure[Fight]:
    """Ask for answers to the dice, the attacker's first, until both sides let them stand (P36).

    A side that has answered may answer again; then it is the other's turn.
    """
    who = passed = 0
    arena.keep(fight)
    while passed < len(fight.sides):
        answer: AnnouncedAct | str = opening.STAND
        if next(acts.acts(fight, who, "after"), None) is not None:
            answer = yield stand_question(fight, who)
        if isinstance(answer, str):
            who, passed = (who + 1) % len(fight.sides), passed + 1
            continue
        passed = 0
        fight = _perform(arena, fight, answer)
        effects = powers.rule_of(fight.scene, answer).effects
        if w.Do("roll again") in effects:
            fight = acts.before_throw(fight)
            thrown = yield throw_question(arena, fight)
            fight = yield from _throw(arena, fight, thrown)
            who = OWN
        elif w.Do("reroll a die") in effects:
            fight = yield from _throw_one_again(arena, fight, answer)
    return fight


def _throw_one_again(arena: Arena, fight: Fight, act: AnnouncedAct) -> Procedure[Fight]:
    side, number = acts.die_of(fight, act)
    if arena.dice == "entered":
        value: int = yield Question(
            "die",
            f"{act.card}: the {act.target} die again",
            lambda text: int(opening.read_dice(text, ())[0][0]),
            who=fight.sides[act.who].hero.name,
            hint="like roll 5",
            open=True,
            write=lambda value: f"roll {value}",
            throw=Throw(1, FACES),
        )
    elif arena.dice == "rolled":
        (value,) = yield from arena.throw(1, act.card)
    else:
        return fight
    assert fight.dice is not None
    lying = list(fight.dice)
    lying[side] = (*lying[side][:number], value, *lying[side][number + 1 :])
    return replace(fight, dice=(lying[0], lying[1]))


# --- questions ----------------------------------------------------------------------------------------


def roll_question(arena: Arena, fight: Fight, speaker: int) -> Question[AnnouncedAct | opening.Thrown | str]:
    """Return the question for the roll or an announcement before it; against a hero the attacker speaks first."""
    speakers = range(speaker, len(fight.sides))

    def parse(text: str) -> AnnouncedAct | opening.Thrown | str:
        if fold(text) == opening.DONE and len(fight.sides) > 1 and speaker == OWN:
            return opening.DONE
        return _read_throw(arena, fight, text) or opening.read_act(fight, speakers, "before", text)

    def options() -> list[Option]:
        found = _options(fight, speaker, "before")
        if len(fight.sides) > 1 and speaker == OWN:
            found.append(Option(opening.DONE, detail=f"{fight.sides[ENEMY].hero.name} announces next"))
        if arena.dice != "entered":
            return [*found, Option("roll", detail="throw both dice")]
        example = _roll_example(arena, fight)
        whose = f"throw both dice: {fight.own.hero.name}'s first, like {example.removeprefix('roll ')}"
        return [*found, Option("roll", detail=whose, example=example)]

    def forced() -> str | None:
        free = all(next(acts.acts(fight, who, "before"), None) is None for who in speakers)
        return "roll" if free and arena.dice != "entered" else None

    own, enemy = (powers.total(fight, who) for who in (OWN, ENEMY))
    left = f", {fight.lives} to win" if fight.lives > 1 else ""
    kind = {"strength": "Strength", "wills": "Wills", "all": "all values"}[fight.fought]
    return Question(
        "roll",
        f"{fight.own.hero.name} {own} : {enemy} {enemy_name(fight)} ({kind}{left})",
        parse,
        options=options,
        closed=lambda: _closed_options(fight, speaker),
        who=fight.sides[speaker].hero.name,
        write=lambda value: _write(fight, value),
        forced=forced,
        open=arena.dice == "entered",
        hint="your die first, like roll 4 2" if arena.dice == "entered" else "",
        throw=Throw(sum(map(dice.many, powers.changes(fight))), FACES) if arena.dice == "entered" else None,
    )


def _roll_example(arena: Arena, fight: Fight) -> str:
    if arena.dice != "entered":
        return "roll"
    counts = [dice.many(one) for one in powers.changes(fight)]
    return f"roll {' '.join('+'.join('3524'[:count]) for count in counts if count)}"


def _read_throw(arena: Arena, fight: Fight, text: str) -> opening.Thrown | None:
    """Parse a throw, None for anything else. Raises Unreadable for impossible dice, and for a mere result."""
    typed = fold(text)
    if typed.split()[-1:] and typed.split()[-1] in RESULTS:
        example = _roll_example(arena, fight)
        raise Unreadable(
            f"a fight isn't ended by its result, for cubes and Items depend on each roll; write {example}"
        )
    if not (typed.startswith("roll") or typed[:1].isdigit()):
        return None
    if arena.dice != "entered" and typed == "roll":
        return opening.Thrown()
    if arena.dice == "average":
        raise Unreadable('the dice are averaged, so just "roll", without what they show')
    return opening.Thrown(*opening.read_dice(text, *powers.changes(fight)))


def throw_question(arena: Arena, fight: Fight) -> Question[opening.Thrown]:
    """Return the question for the dice alone, where nothing can be announced (Turn Back Time)."""

    def parse(text: str) -> opening.Thrown:
        found = _read_throw(arena, fight, text)
        if found is None and fold(text).split()[:1] and fold(text).split()[0] in opening.VERBS:
            raise Illegal(f'"{text}": time goes back to right before the throw; what was announced stays', "P36")
        if found is None:
            raise Unreadable(f'"{text}": both dice are thrown again; write them like {_roll_example(arena, fight)}')
        return found

    return Question(
        "roll",
        f"{fight.own.hero.name} against {enemy_name(fight)}: all dice again",
        parse,
        who=fight.own.hero.name,
        write=opening.write_throw,
        open=True,
        forced=lambda: "roll" if arena.dice != "entered" else None,
        throw=Throw(sum(map(dice.many, powers.changes(fight))), FACES),
    )


NO_MORE = "no"
"""Answer of a player who may fight again at once, but doesn't (Fanaticism)."""


def or_no(question: Question[Any], no: str = NO_MORE, detail: str = "it stays as it is") -> Question[Any]:
    """Return a question that also accepts `no`, whose value is None."""
    rather = question.rather
    return replace(
        question,
        parse=lambda text: None if fold(text) == no else question.parse(text),
        options=lambda: [*question.options(), Option(no, detail=detail)],
        write=lambda said: no if said is None else question.record(said, ""),
        rather=None if rather is None else lambda said: "" if said is None else rather(said),
    )


def stand_question(fight: Fight, who: int) -> Question[AnnouncedAct | str]:
    """Return the question for an answer to the dice on the table."""
    hero = fight.sides[who].hero.name
    return Question(
        "answer",
        f"{hero}: the dice are thrown; {powers.result(fight)}",
        lambda text: opening.STAND if fold(text) == opening.STAND else opening.read_act(fight, (who,), "after", text),
        options=lambda: [
            Option(opening.STAND, detail=powers.result(fight), also=_STANDS),
            *_options(fight, who, "after"),
        ],
        who=hero,
        default=opening.STAND,
        write=lambda value: value if isinstance(value, str) else opening.write_act(fight.scene, value),
    )


_STANDS = ("let it stand", "leave it like that", "keep it", "keep the roll", "accept", "accept it", "accept the loss")
"""Other words for letting the dice stand."""


def _write(fight: Fight, value: AnnouncedAct | opening.Thrown | str) -> str:
    if isinstance(value, str):
        return value
    return opening.write_act(fight.scene, value) if isinstance(value, AnnouncedAct) else opening.write_throw(value)


def _options(fight: Fight, who: int, when: acts.When) -> list[Option]:
    """List a side's announcements, or its answers to the dice."""
    legal = acts.acts(fight, who, when)
    return [Option(opening.write_act(fight.scene, act), detail=_describe(fight, act)) for act in legal]


def _closed_options(fight: Fight, who: int) -> list[Option]:
    return [
        closed_by(opening.write_act(fight.scene, act), error)
        for act in acts.thinkable(fight, who, "before")
        if (error := refusal(acts.verify, fight, act)) is not None
    ]


def _describe(fight: Fight, act: AnnouncedAct) -> str:
    """Describe an announcement by its cost and the totals after it."""
    price = {} if act.verb == "throw" else acts.price(fight, act)
    cost = ", ".join(f"{many} {what.capitalize()}" for what, many in price.items() if many)
    if fight.dice is not None:
        return cost
    after = acts.perform(fight, act)
    totals = f"{powers.total(after, OWN)}:{powers.total(after, ENEMY)}"
    return f"{cost}; {totals}" if cost else totals


def _rolled_event(fight: Fight, result: Result) -> opening.Rolled:
    assert fight.dice is not None
    how = powers.changes(fight)
    sums = [powers.total(fight, who) for who in (OWN, ENEMY)]
    faces = [dice.result_of(one, lying) for one, lying in zip(how, fight.dice, strict=True)]
    own, enemy = (total + face for total, face in zip(sums, faces, strict=True))
    own_terms, enemy_terms = (tuple(powers.terms(fight, who)) for who in (OWN, ENEMY))
    return opening.Rolled(
        hero=fight.own.hero.name,
        enemy=enemy_name(fight),
        own_terms=own_terms,
        enemy_terms=enemy_terms,
        own=sums[OWN],
        against=sums[ENEMY],
        faces=(str(faces[OWN]), str(faces[ENEMY])),
        dice=("+".join(map(str, fight.dice[OWN])), "+".join(map(str, fight.dice[ENEMY]))),
        totals=(str(own), str(enemy)),
        result=result,
        saved=powers.outcome(float(own - enemy), 0, 0) != result,
        thrown=(_faces(how[OWN], fight.dice[OWN]), _faces(how[ENEMY], fight.dice[ENEMY])),
    )


def _faces(how: dice.Changes, lying: Die) -> tuple[int, ...]:
    """Return the dice of a side that were thrown: none if set, or averaged."""
    return tuple(face for face in lying if isinstance(face, int)) if dice.many(how) else ()


# --- consequences -------------------------------------------------------------------------------------


def settle(arena: Arena, ended: FightEnd) -> Procedure[FightEnd]:
    """Carry out all consequences of a fight with a Creature, in the order of P31, except discarding it."""
    fight = damage_thrown(arena, ended.fight, OWN)
    fight, again = yield from carry_out_all(arena, fight, aftermath.consequences(fight, ended.result))
    return FightEnd(fight, ended.result, again and fight.own.hero.alive)


def carry_out_all(arena: Arena, fight: Fight, found: Iterable[Consequence]) -> Procedure[tuple[Fight, bool]]:
    """Carry out consequences one by one, except those of a dead hero; also return whether to fight again."""
    rolled: dict[tuple[int, str], int] = {}
    again = False
    for one in found:
        if fight.sides[one.who].hero.alive:
            fight, more = yield from _carry_out(arena, fight, one, rolled)
            again = again or (more and one.who == OWN)
    return fight, again


def damage_thrown(arena: Arena, fight: Fight, who: int) -> Fight:
    """Damage the weapons that a side has thrown (P33)."""
    for name in aftermath.thrown_weapons(fight, who):
        fight = harm(arena, fight, who, name, "thrown")
    return fight


def harm(arena: Arena, fight: Fight, who: int, name: str, source: str, *, discarded: bool = False) -> Fight:
    """Damage or discard an Item; not an Artifact, nor a damaged Item again (P51); what was won is damaged (P70)."""
    side = fight.sides[who]
    if not discarded and fight.scene.others is not None and name not in side.hero.losable:
        who = len(fight.sides) - 1 - who
        side = fight.sides[who]
    hero = side.hero
    if name not in (*hero.items, *(hero.damaged if discarded else ())):
        return fight  # an Artifact (P51), or damaged already
    done = f"discard {name}" if discarded else f"turn {name} face down, it is damaged"
    arena.emit(Said(f"{hero.name}: {done} ({source}).", ("damaged-items", "P33")))
    if discarded:
        fight = fight.changed(who, hero=acts.without(hero, name), discarded=(*side.discarded, name))
    else:
        fight = fight.changed(who, hero=acts.with_damage(hero, name))
    arena.keep(fight)
    return fight


def _carry_out(
    arena: Arena, fight: Fight, one: Consequence, rolled: dict[tuple[int, str], int]
) -> Procedure[tuple[Fight, bool]]:
    """Carry out one consequence; also return whether to fight again. Rules of one card and moment share a die."""
    who, rule = one.who, one.rule
    own = rule if not one.by_enemy else None
    if rule is not None and not all(powers.holds(fight, who, condition) for condition in rule.conditions):
        return fight, False
    mark = acts.mark_of(fight.scene.card(one.source), own, one.source) if own is not None else ""
    if mark in fight.sides[who].hero.marks:
        return fight, False
    if one.on is not None:
        if (who, one.source) not in rolled:
            if arena.skips(one.source):
                return fight, False
            rolled[who, one.source], fight = yield from reward_roll(arena, fight, who, one.source)
        if rolled[who, one.source] not in one.on:
            return fight, False
    if rule is not None and (rule.cost or aftermath.unpaid_spell(fight, one)):
        paid = yield from _pay_cost(arena, fight, one, rule)
        if paid is None:
            return fight, False
        fight = paid
    if mark:
        hero = fight.sides[who].hero
        fight = fight.with_hero(who, marks=(*hero.marks, mark))
    again = False
    for effect in one.effects:
        again = again or effect == w.Do("fight again")
        fight = yield from _effect(arena, fight, one, effect.effect if isinstance(effect, w.AlsoDoes) else effect)
        if not fight.sides[who].hero.alive:
            break
    return fight, again


def _pay_cost(arena: Arena, fight: Fight, one: Consequence, rule: w.ProphecyRule) -> Procedure[Fight | None]:
    """Ask whether to pay the cost of an own rule; return the fight after it, None if unpaid.

    An enemy's is paid wherever it can be. A Spell whose moment comes after the fight is cast then.
    """
    who, hero = one.who, fight.sides[one.who].hero
    paid = aftermath.after_price(fight, one)
    spent = [cost for cost in rule.cost or () if isinstance(cost, w.Spend)]
    if paid is None or (spent and one.source not in (*hero.items, *hero.abilities)):
        return None
    costs = f"{hero.magic - paid.sides[who].hero.magic} magic -> " if aftermath.unpaid_spell(fight, one) else ""
    if not one.by_enemy and not (yield _price_question(hero.name, one.source, f"{costs}{rule.does}")):
        return None
    fight = paid
    for _ in range(acts.items_paid(rule)):
        there = {name: name for name in fight.sides[who].hero.losable if name != one.source}
        prompt = f"Which Item does {hero.name} give for {one.source}"
        given: str = yield pick("discard", prompt, there, "Item", verb="discard", who=hero.name, forced=no_answer)
        fight = harm(arena, fight, who, given, one.source, discarded=True)
    for cost in spent:
        fight = yield from _effect(arena, fight, one, w.Harm(cost.verb, "this"))
    return fight


def _price_question(player: str, card: str, does: str) -> Question[bool]:
    """Return the question whether a card is paid for; "use Ring" means yes, as in a record."""
    asked = yes_or_no("use", f"{player}: {card} ({does})?")

    def parse(text: str) -> bool:
        verb, _, name = fold(text).partition(" ")
        return (verb in ("use", "cast") and fold(card).startswith(name or ":")) or asked.parse(text)

    return replace(asked, parse=parse, who=player)


def _effect(arena: Arena, fight: Fight, one: Consequence, effect: rules.Effect) -> Procedure[Fight]:
    who = one.who
    if (
        isinstance(effect, w.ProphecyEffect)
        and effect.instead is not None
        and not aftermath.can_in_full(fight, one, effect)
    ):
        fight = yield from _effect(arena, fight, one, replace(effect, instead=None))
        return (yield from _effect(arena, fight, one, effect.instead))
    match effect:
        case w.GainEffect(who="") | w.Lose(who="") | w.HealEffect(who="") | w.Recharge(who=""):
            return _count(arena, fight, one, effect)
        case w.Harm(verb, "a weapon", who="") if one.rule is None or one.rule.when != "met":
            for name in aftermath.weapons_hit(fight, one):
                fight = harm(arena, fight, who, name, one.source, discarded=verb == "discard")
            return fight
        case w.Harm("damage", "this", who=""):
            return harm(arena, fight, who, one.source, one.source)
        case w.Do("fight again"):
            return fight
    harmed = who if one.by_enemy else 1 - who
    before = [side.hero for side in fight.sides]
    fight = yield from arena.carry_out(fight, who, (effect,), one.source)
    return hurt(fight, harmed, before[harmed]) if harmed < len(before) else fight


def hurt(fight: Fight, who: int, before: Fighter) -> Fight:
    """Record the Health that the enemy has taken from a side (P76)."""
    side = fight.sides[who]
    return fight.changed(who, lost=side.lost + max(0, side.hero.missing - before.missing))


def _count(arena: Arena, fight: Fight, one: Consequence, effect: aftermath.Count) -> Fight:
    who, hero = one.who, fight.sides[one.who].hero
    after = aftermath.change(fight.scene.readings, hero, effect)
    fight = fight.changed(who, hero=after, lost=aftermath.damage(fight, one, effect, after))
    for what, many in aftermath.differences(hero, after).items():
        arena.emit(opening.Suffered(hero.name, what, many, one.source, now=getattr(after, what, None)))
    if not after.alive:
        arena.emit(opening.Died(hero.name, one.source))
    arena.keep(fight)
    return fight


def reward_roll(arena: Arena, fight: Fight, who: int, what: str) -> Procedure[tuple[int, Fight]]:
    """Roll one die outside of the fight itself, with effects on any roll (P41); rolled even if dice are averaged."""
    rolling = replace(fight.changed(who, roll=()), dice=None, reward=True)  # effects on any roll alone count (P41)
    while True:
        answer = yield reward_question(arena, rolling, who, what)
        if not isinstance(answer, AnnouncedAct):
            break
        rolling = _perform(arena, rolling, answer)
    how = powers.changes(rolling)[who]
    if arena.dice == "entered":
        lying = answer
    else:
        values = yield from arena.throw(dice.many(how), what)
        lying = dice.side_dice(how, values)
    after = rolling.sides[who]
    return int(dice.result_of(how, lying)), fight.changed(who, hero=after.hero, discarded=after.discarded)


def reward_question(arena: Arena, fight: Fight, who: int, what: str) -> Question[AnnouncedAct | Die]:
    """Return the question for a reward's roll, "roll 5", or doubled "roll 3+5", or an announcement before it."""
    how = powers.changes(fight)[who]

    def parse(text: str) -> AnnouncedAct | Die:
        typed = fold(text)
        if not (typed.startswith("roll") or typed[:1].isdigit()):
            return opening.read_act(fight, (who,), "before", text)
        return opening.read_dice(text, how)[0] if arena.dice == "entered" else ()

    def offered() -> Iterator[AnnouncedAct]:
        return acts.acts(fight, who, "before")

    example = f"roll {'+'.join('3524'[: dice.many(how)])}" if arena.dice == "entered" else ""
    roll = Option("roll", example=example)
    hero = fight.sides[who].hero.name
    return Question(
        "reward",
        f"{hero} rolls for {what}",
        parse,
        who=hero,
        open=True,
        options=lambda: [*(Option(opening.write_act(fight.scene, act)) for act in offered()), roll],
        write=lambda said: _write(fight, said if isinstance(said, AnnouncedAct) else opening.Thrown(said)),
        forced=lambda: "roll" if arena.dice != "entered" and next(offered(), None) is None else None,
        throw=Throw(dice.many(how), FACES) if arena.dice == "entered" else None,
    )
