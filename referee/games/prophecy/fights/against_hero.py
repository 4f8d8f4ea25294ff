"""A hero against a hero (Battles with Other Characters): the attack, the defender's answer, the fight."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from referee.asking.question import Option, Procedure, Question
from referee.errors import Illegal, Unreadable, refusal
from referee.games.prophecy.fights import aftermath, fight, opening
from referee.games.prophecy.fights.aftermath import Consequence
from referee.games.prophecy.fights.fight import Arena, FightEnd
from referee.games.prophecy.fights.opening import Chosen, FightBegun, Opening
from referee.games.prophecy.fights.state import ENEMY, OWN, Fight, Fighter, Scene, Side
from referee.games.prophecy.vocabulary import Result
from referee.text.names import fold
from referee.text.pattern import lazy_pattern

OTHERWISE: dict[Result, Result] = {"won": "lost", "lost": "won", "drawn": "drawn"}
"""The other side's result, by one side's."""


def attack(arena: Arena, scene: Scene, heroes: Sequence[Fighter], opening_: Opening) -> Procedure[FightEnd]:
    """Play an attack, the defender's answer and the fight; thrown weapons are damaged. Raises Illegal."""
    begun = begin_attack(scene, heroes, opening_)
    arena.emit(_describe(scene, heroes, OWN, opening_.type or "strength", opening_.items))
    arena.keep(begun)
    answer: Opening = yield defence_question(begun)
    if answer.type is not None and scene.readings.arms_after_type == "anew":
        afresh: Opening = yield arms_question(begun, OWN)
        begun = begun.changed(OWN, used=afresh.items)
        arena.emit(FightBegun(heroes[OWN].name, heroes[ENEMY].name, "wills", {}, afresh.items, ("P72",)))
        if not answer.items:
            answer = yield arms_question(begun, ENEMY)
    begun = with_defence(begun, answer)
    both, anew = tuple(side.hero for side in begun.sides), answer.type is not None
    arena.emit(_describe(scene, both, ENEMY, answer.type or begun.type, answer.items, anew=anew))
    arena.keep(begun)
    ended = yield from fight.play(arena, begun)
    now = ended.fight
    for who in (OWN, ENEMY):
        now = fight.damage_thrown(arena, now, who)
    return FightEnd(now, ended.result)


def own_cards(ended: FightEnd) -> list[Consequence]:
    """List the consequences of both heroes' cards after a fight, of those that worked in it (P31)."""
    both = ((OWN, ended.result), (ENEMY, OTHERWISE[ended.result]))
    return [one for who, result in both for one in aftermath.own_consequences(ended.fight, who, result)]


def settle(arena: Arena, ended: FightEnd) -> Procedure[FightEnd]:
    """Carry out the consequences of both heroes' cards, where the beaten hero's loss isn't settled."""
    now, again = yield from fight.carry_out_all(arena, ended.fight, own_cards(ended))
    return FightEnd(now, ended.result, again)


def begin_attack(scene: Scene, heroes: Sequence[Fighter], said: Opening) -> Fight:
    """Return the fight as announced by the attacker, its price paid. Raises Illegal."""
    attacker, defender = heroes
    opening.verify_items(scene, attacker, said.items)
    kind: Chosen = said.type or "strength"
    paid = opening.paid(scene, Side(attacker, said.items), kind, defender)
    return Fight(scene, (Side(paid, said.items), Side(defender)), kind)


def with_defence(begun: Fight, answer: Opening) -> Fight:
    """Return the fight with the defender's answer: Items, and Wills for Strength if paid for. Raises Illegal."""
    attacker, defender = (side.hero for side in begun.sides)
    if answer.verb == "wills" and begun.type == "wills":
        raise Illegal("it is a Wills fight already; the defender accepts it", "wills-price")
    opening.verify_items(begun.scene, defender, answer.items)
    if answer.verb == "wills":
        defender = opening.paid(begun.scene, Side(defender, answer.items), "wills", attacker)
        begun = replace(begun, type="wills")
    return begun.changed(ENEMY, hero=defender, used=answer.items)


def _verify_answer(begun: Fight, answer: Opening) -> None:
    """Check that the defender's answer is legal; Items named anew may lower the price. Raises Illegal."""
    error = refusal(with_defence, begun, answer)
    if error is None or not (can_rearm(begun) and answer.type is not None and not answer.items):
        with_defence(begun, answer)
        return
    named = (answer._replace(items=items) for items in opening.legal_sets(begun.scene, begun.sides[ENEMY].hero))
    if all(refusal(with_defence, begun, one) is not None for one in named):
        raise error


def can_rearm(begun: Fight) -> bool:
    """Return whether both sides name their Items anew if the defender turns an attack into Wills (P72)."""
    return begun.type == "strength" and begun.scene.readings.arms_after_type == "anew"


def rearm(begun: Fight, who: int, items: tuple[str, ...]) -> Fight:
    """Return the fight with the Items that a side names once the type is Wills. Raises Illegal."""
    if who == ENEMY:
        return with_defence(begun, Opening("wills", "", "wills", items))
    opening.verify_items(begun.scene, begun.own.hero, items)
    return begun.changed(OWN, used=items)


def arms_question(begun: Fight, who: int) -> Question[Opening]:
    """Return the question for a side's Items in a Wills fight that began as an attack with Strength (P72)."""
    hero = begun.sides[who].hero
    named = [(name,) for name in hero.held if begun.scene.item(name).chosen]

    def parse(text: str) -> Opening:
        parsed = opening.read_opening(text, ("arms",), hero, begun.scene)
        if parsed.who or parsed.type:
            raise Unreadable(f'can\'t read "{text}"; write it like arms with Ruby Circlet, or arms for none')
        rearm(begun, who, parsed.items)  # an illegal one is refused here
        return parsed._replace(verb="wills", type="wills")

    def options() -> list[Option]:
        able = [items for items in ((), *named) if refusal(rearm, begun, who, items) is None]
        return [Option(opening.write_opening(Opening("arms", "", None, items))) for items in able]

    return Question(
        "arms",
        f"It is a Wills fight now; which Items does {hero.name} use",
        parse,
        options=options,
        who=hero.name,
        open=True,
        forced=lambda: None if named else "arms",
        write=lambda parsed: opening.write_opening(parsed._replace(verb="arms", type=None)),
    )


def defence_question(begun: Fight) -> Question[Opening]:
    """Return the question how the defender answers an attack: "accept with Sword", "wills with Ruby Circlet"."""
    kind = "Wills" if begun.type == "wills" else "Strength"
    attacker, defender = (side.hero for side in begun.sides)

    def parse(text: str) -> Opening:
        parsed = opening.read_opening(_in_answer_words(text, begun.type), ("accept", "wills"), defender, begun.scene)
        if parsed.who or parsed.type:
            raise Unreadable(f'can\'t read "{text}"; write it like accept with Sword, or wills with Ruby Circlet')
        parsed = parsed._replace(type="wills" if parsed.verb == "wills" else None)
        _verify_answer(begun, parsed)  # an illegal one is refused here
        return parsed

    def options() -> list[Option]:
        named = [(name,) for name in defender.held if begun.scene.item(name).chosen]
        with_items = f"or with Items, like accept with {named[0][0]}" if named else ""
        found = [Option("accept", detail=with_items, ways=partial(others, "accept"), also=(*_ACCEPTS, kind))]
        ways = [Opening("wills", "", "wills", items) for items in ((), *named)]
        able = [one for one in ways if refusal(_verify_answer, begun, one) is None]
        for one in able[:1] if able[:1] == ways[:1] else able:  # an Item is named where it can't be paid without
            price = opening.price(begun.scene, Side(defender, one.items), "wills", attacker)
            text = opening.write_opening(one._replace(type=None))
            more = partial(others, "wills") if text == "wills" else tuple
            also = ("willpower", "by willpower", "switch to willpower") if text == "wills" else ()
            found.append(Option(text, detail=f"{price.get('magic', 0)} Magic", ways=more, also=also))
        return found

    def others(verb: str) -> list[str]:
        sets = [used for used in opening.legal_sets(begun.scene, defender) if used]
        parsed = [opening.write_opening(Opening(verb, "", None, used)) for used in sets]
        return [text for text in parsed if refusal(parse, text) is None]

    return Question(
        "defend",
        f"{attacker.name} attacks {defender.name} with {kind}; {defender.name} answers",
        parse,
        options=options,
        who=defender.name,
        open=True,
        write=lambda parsed: opening.write_opening(parsed._replace(type=None)),
    )


_ACCEPTS = (
    "agree",
    "ok",
    "okay",
    "yes",
    "accept the challenge",
    "says yes",
    "accept the attack",
    "accept the fight",
    "fine bring it on",
)
"""Other words for accepting an attack."""

_DEFENDS = lazy_pattern(
    r"(?!fight$)(?:let'?s )?(?:fights?|defends?|strikes?|hits?)(?: back| myself| himself| herself)?"
    r"(?:(?: with| by| using)?(?: my| his| her)? (strength|wills|willpower|mind))?"
)
"""An answer to an attack, in other words than its own."""


def _in_answer_words(text: str, attacked: str) -> str:
    """Return a defender's answer in its own words: "fight back with wills" is "wills"."""
    said = _DEFENDS.fullmatch(fold(text))
    if said is None or (said[1] == "strength" and attacked == "wills"):
        return text
    return "accept" if said[1] in (None, "strength") or attacked == "wills" else "wills"


def _describe(
    scene: Scene, heroes: Sequence[Any], who: int, kind: Any, items: tuple[str, ...], *, anew: bool = False
) -> FightBegun:
    pays = who == OWN or anew
    price = opening.price(scene, Side(heroes[who], items), kind, heroes[1 - who]) if pays else {}
    return FightBegun(heroes[who].name, heroes[1 - who].name, kind, price, items)
