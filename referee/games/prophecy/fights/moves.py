"""The notation of fights: "fight Ghost wills with Axe, Spiked Shield", "cast Prayer", "roll 3+5 2"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from referee.asking import changed_dice as dice
from referee.asking.changed_dice import Die
from referee.errors import Illegal, Unreadable
from referee.games.prophecy.cards.cards import Ability, Item
from referee.games.prophecy.cards.wording import Pay
from referee.games.prophecy.fights import acts, powers
from referee.games.prophecy.fights.acts import When
from referee.games.prophecy.fights.opening import Chosen
from referee.games.prophecy.fights.state import AnnouncedAct, Fight, Fighter, Scene
from referee.games.prophecy.vocabulary import FACES
from referee.text.names import and_list, did_you_mean, find, fold, keyed, or_list, printed

STAND, DONE = "stand", "done"
VERBS = ("cast", "throw", "pay", "use")
_OPENING = re.compile(r"(?P<verb>\w+)(?: (?P<who>.+?))??(?: (?P<type>strength|wills))?(?: with (?P<items>.+))?")


class Opening(NamedTuple):
    """How a fight is opened or answered: the verb, whom it names, the type if one is told, the Items used."""

    verb: str
    who: str
    type: Chosen | None
    items: tuple[str, ...]


class Thrown(NamedTuple):
    """The dice of both sides as typed; empty where the program throws."""

    own: Die = ()
    enemy: Die = ()


def read_opening(text: str, verbs: Sequence[str], hero: Fighter, scene: Scene) -> Opening:
    """The beginning of a fight as typed, its Items found among the hero's own. Raises Unreadable or Illegal."""
    typed = " ".join(text.split())
    match = _OPENING.fullmatch(typed)
    if match is None or fold(match["verb"]) not in verbs:
        raise Unreadable(f'can\'t read "{text}"; write it like {verbs[0]} wills with Axe, Spiked Shield')
    items = [read_item(one.strip(), hero, scene) for one in (match["items"] or "").split(",") if one.strip()]
    if twice := next((name for name in items if items.count(name) > 1), None):
        raise Unreadable(f"{twice} is named twice")
    kind: Chosen | None = match["type"]  # type: ignore[assignment]
    return Opening(fold(match["verb"]), match["who"] or "", kind, tuple(items))


def read_item(text: str, hero: Fighter, scene: Scene) -> str:
    """One of a hero's hand and head Items by its name or its beginning. Raises Unreadable or Illegal."""
    there = {fold(name): name for name in (*hero.held, *hero.damaged)}
    try:
        name = find(text, there, "Item", listing=7)
    except Unreadable as error:
        raise Unreadable(f"{hero.name}: {error}") from None
    if not scene.item(name).chosen:
        told = f"{name} isn't held in a hand or worn on the head; it always works and isn't named"
        raise Illegal(told, "hands-and-head")
    return name


def write_opening(opening: Opening) -> str:
    """The beginning of a fight as it is typed."""
    items = f"with {', '.join(opening.items)}" if opening.items else ""
    return " ".join(filter(None, (opening.verb, opening.who, opening.type or "", items)))


def write_act(scene: Scene, act: AnnouncedAct) -> str:
    """Something announced, as it is typed."""
    goal = f" on {act.target}" if act.target else ""
    if act.verb != "pay":
        return f"{act.verb} {act.card}{goal}"
    cost = powers.rule_of(scene, act).cost or ()
    if acts.items_paid(powers.rule_of(scene, act)):
        goal = ""
    paid = " and ".join(f"{one.number} {one.counter}" for one in cost if isinstance(one, Pay))
    items = act.target if goal == "" else ""
    return f"pay {acts.AND.join(filter(None, (paid, items)))} for {act.card}{goal}"


def read_act(fight: Fight, speakers: Sequence[int], when: When, text: str) -> AnnouncedAct:
    """Something announced as typed, by the first of the speakers who may. Raises Illegal and Unreadable."""
    typed = _tidy(text)
    refused: Illegal | None = None
    texts: list[str] = []
    for who in speakers:
        there = keyed(acts.thinkable(fight, who, when), lambda act: write_act(fight.scene, act))
        if fight.dice is not None:  # a single die may be called by its face too
            for key, act in list(there.items()):
                if act.target in ("own", "enemy"):
                    there[f"{key} {fight.dice[acts.die_of(fight, act)[0]][0]}"] = act
        for key, act in _meant(fight, there, typed):
            texts.append(key)
            try:
                acts.verify(fight, act)
            except Illegal as error:
                refused = refused or error
                continue
            return act
    if refused is not None:
        raise refused
    raise _misfit(fight, speakers, typed, when)


def _tidy(text: str) -> str:
    return re.sub(r" on (own|enemy) die$", r" on \1", re.sub(r"^(pay \d+ \w+) on ", r"\1 for ", fold(text)))


def _meant(fight: Fight, there: dict[str, AnnouncedAct], typed: str) -> list[tuple[str, AnnouncedAct]]:
    """The acts that a text may mean: its whole text, or with the goal or the number of a copy left out."""
    found = [(key, act) for key, act in there.items() if key == typed]
    found = found or [
        (key, act)
        for key, act in there.items()
        if printed(key) == typed or key.partition(" on ")[0] == typed or key.startswith(f"{typed} ")
    ]
    paid = [(key, act) for key, act in there.items() if act.verb == "pay" and typed == f"use {fold(act.card)}"]
    return found or (paid if len(paid) == 1 else [])  # a card with one price may just be used


def _misfit(fight: Fight, speakers: Sequence[int], typed: str, when: When) -> Exception:
    """Why a text announces nothing: Illegal for what the hero has and can't use now, else Unreadable."""
    verb, _, rest = typed.partition(" ")
    offered = [write_act(fight.scene, act) for who in speakers for act in acts.acts(fight, who, when)]
    known = or_list([*offered, "roll 4 2"])
    if verb not in VERBS or not rest:
        return Unreadable(f'can\'t read "{typed}"{did_you_mean(typed, offered) or "; it can be " + known}')
    name = fold(re.sub(r"^\d+ \w+(?: and \d+ \w+)* (?:for|on) ", "", rest).partition(" on ")[0])
    if alike := [one for one in offered if name and fold(one).startswith(f"{verb} {name} on ")]:
        goal = rest.partition(" on ")[2]
        held = [one for who in speakers for one in fight.sides[who].hero.held if fold(one) == goal]
        if held:
            return Illegal(f"{held[0]} is not in hand as a weapon in this fight; it can be {or_list(alike)}", "P37")
        return Unreadable(f'can\'t read "{typed}"; it can be {or_list(alike)}')
    for who in speakers:
        hero, side = fight.sides[who].hero, fight.sides[who]
        for has in (*hero.abilities, *hero.held, *hero.damaged, *side.discarded):
            if fold(printed(has)) == name or fold(has) == name:
                return _closed(fight, who, has, verb, when)
    every = [name for who in speakers for name in (*fight.sides[who].hero.abilities, *fight.sides[who].hero.held)]
    who_has = or_list(fight.sides[who].hero.name for who in speakers)
    return Unreadable(f'{who_has} has no "{name}"{did_you_mean(name, every)}')


def _closed(fight: Fight, who: int, name: str, verb: str, when: When) -> Illegal:
    """Why a card that a hero has can't be used now."""
    side, card = fight.sides[who], fight.scene.card(name)
    if name in side.hero.damaged:
        return Illegal(f"{name} is damaged; it can't be used until it is repaired", "damaged-items")
    if name in side.discarded:
        return Illegal(f"{name} was used up", "P34")
    whens = {rule.when for rule in card.parsed}
    if (isinstance(card, Item) and card.potion) or whens & {"any time", "before battle"}:
        return Illegal(f"{name} can't be used during a battle", "P30")
    if verb == "throw":
        return Illegal(
            f"{name} {'is not used in this fight' if isinstance(card, Item) else 'is no weapon'}", "throwing"
        )
    if isinstance(card, Item) and card.chosen and name not in side.hand:
        return Illegal(f"{name} is not in hand in this fight", "P37")
    if when == "after" and whens & set(acts.BEFORE):
        return Illegal(f"{name}: {acts.LATE}", "announce-first")
    if when == "before" and whens & set(acts.AFTER):
        return Illegal(f"{name} answers dice that lie already", "announce-first")
    prices = [write_act(fight.scene, act) for act in acts.thinkable(fight, who, when) if act.card == name]
    if verb in ("pay", "use") and prices:
        return Illegal(f"{name} is called upon by its price: {or_list(prices)}", "paid-weapons")
    if any("on a weapon" in getattr(effect, "limits", ()) for rule in card.parsed for effect in rule.effects):
        return Illegal(f"{name} is for a weapon, and no weapon is in hand", "weapon-abilities")
    what = "Spell" if isinstance(card, Ability) and card.spell else "card"
    return Illegal(f"{name} is no {what} that is announced in a fight", "announce-first")


# --- dice ---------------------------------------------------------------------------------------------


def read_throw(fight: Fight, text: str) -> Thrown:
    """A throw of both sides as typed: "roll 4 2", "roll 3+5 2"; a die that is set may be left out.

    Raises Unreadable.
    """
    own, enemy = powers.changes(fight)
    return Thrown(*read_dice(text, (dice.many(own), dice.many(enemy)), (dice.lie, (own, enemy))))


def read_dice(text: str, counts: Sequence[int], lie: tuple[Callable[..., Die], Sequence[dice.Changes]]) -> list[Die]:
    """Dice in groups of so many each, as typed; groups are parted by blanks, the dice of one by +."""
    typed = fold(text).removeprefix("roll").strip()
    make, how = lie
    needed = [count for count in counts if count]
    if typed.isdecimal() and len(typed) == sum(needed):  # typed together
        typed = " ".join(typed)
    groups = [[_face(face) for face in group.split("+")] for group in typed.split()]
    if len(groups) == len(counts) and len(needed) < len(counts):  # a set die was written too
        for count, group, changes in zip(counts, groups, how, strict=True):
            if not count and tuple(group) != make(changes, ()):
                raise Unreadable(f"that die is set to {make(changes, ())[0]}, not {'+'.join(map(str, group))}")
        groups = [group for group, count in zip(groups, counts, strict=True) if count]
    if [len(group) for group in groups] != needed:
        flat = [face for group in groups for face in group]
        if len(flat) != sum(needed) or any(len(group) > 1 for group in groups):
            shown = f"roll {' '.join('+'.join('3524'[:count]) for count in needed)}"
            has, right = "1 die" if len(flat) == 1 else f"{len(flat)} dice", and_list(map(str, needed))
            raise Unreadable(f'"{text.strip()}" has {has}; it must be {right}, like {shown}')
        groups = [[flat.pop(0) for _ in range(count)] for count in needed]
    left = iter(groups)
    return [
        make(changes, next(left)) if count else make(changes, ()) for count, changes in zip(counts, how, strict=True)
    ]


def _face(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise Unreadable(f'can\'t read the die "{text}"; write the dice like roll 4 2, a doubled one like roll 3+5 2')
    face = int(text.lstrip("0")[:6] or 0)
    if face not in FACES:
        raise Unreadable(f"a die can't show {face}; it shows {or_list(map(str, FACES))}")
    return face


def write_throw(thrown: Thrown) -> str:
    """A throw as it is typed."""
    return " ".join(filter(None, ("roll", *("+".join(map(str, die)) for die in thrown))))
