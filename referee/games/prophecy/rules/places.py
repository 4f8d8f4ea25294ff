"""The ring and the planes: where heroes stand, which cards lie there, and which are turned up."""

from __future__ import annotations

import random

from referee.asking.moves import forbid
from referee.asking.question import Option, Procedure, Question
from referee.games.prophecy.cards.cards import Creature, Opportunity
from referee.games.prophecy.cards.wording import RULES, MoveEffect, MoveToEffect
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.decks import KIND_WORDS, identify, unseen
from referee.games.prophecy.rules.events import Rules
from referee.games.prophecy.rules.state import PLANE_CARDS, UNSEEN, DeckName, Lying
from referee.text.names import fold, printed


def open_card(quest: Quest, name: str) -> Lying | None:
    """Return an open Adventure card on the ring by name; None if there is none."""
    return next((one for space in quest.state.spaces for one in space.cards if one.name == name), None)


def open_here(quest: Quest, kind: type[Creature | Opportunity], space: int = 0) -> list[str]:
    """List the open cards of a kind on a space, the active hero's if none is named."""
    there = quest.state.at(space) if space else quest.here
    return [one.name for one in there.cards if one.open and isinstance(quest.card(one.name), kind)]


def creatures_to_fight(quest: Quest) -> list[str]:
    """List the open Creatures here that must be fought; none just back from a plane with its Artifact (P49)."""
    return [] if quest.state.returned else open_here(quest, Creature)


def why_in_the_way(quest: Quest) -> str:
    """Return why a Creature here restricts the active hero, "" if none does."""
    there = next(map(printed, open_here(quest, Creature)), "")
    why = "lies here, and isn't fought this turn (P49)" if quest.state.returned else "must be beaten first"
    return f"{there} {why}" if there else ""


def heroes_here(quest: Quest, seat: int) -> list[int]:
    """List the other heroes on a hero's space."""
    space = quest.state.players[seat].space
    return [
        other for other in quest.state.playing(seat) if other != seat and quest.state.players[other].space == space
    ]


def space_of(quest: Quest, name: str) -> int:
    """Return the space where an Adventure card lies; 0 if it lies on none."""
    spaces = enumerate(quest.state.spaces, 1) if name else ()
    return next((at for at, space in spaces if any(one.name == name for one in space.cards)), 0)


def is_new(quest: Quest, name: str) -> bool:
    """Return whether a card was placed or turned up since the Chance card of this round (P42, P74)."""
    found = open_card(quest, name)
    return found is not None and found.round == quest.state.round


def remove_card(quest: Quest, name: str) -> Lying:
    """Take an Adventure card off the ring, with what lies on it."""
    cards, found = next((space.cards, one) for space in quest.state.spaces for one in space.cards if one.name == name)
    cards.remove(found)
    return found


# --- moving -------------------------------------------------------------------------------------------


def place_hero(quest: Quest, seat: int, space: int, how: str, rules: Rules) -> None:
    """Move a hero to a space; leaving the Village ends the lodging there (P26).

    A hero in a plane with its Guardian leaves it only if the table overrules the rules.
    """
    hero = quest.state.players[seat]
    if hero is quest.hero:
        quest.state.attacking = -1
    hero.space, hero.lodging = space, False
    quest.say(f"{hero.name} goes to {quest.board.label(space)} ({how}).", *rules)


def reach(quest: Quest, effect: MoveEffect | MoveToEffect, seat: int | None = None) -> list[int]:
    """List the spaces to which an effect can move a hero, the active one if no seat is named (P66)."""
    board, space = quest.board, (quest.hero if seat is None else quest.state.players[seat]).space
    if isinstance(effect, MoveEffect):
        least = effect.number if quest.setup.card_moves == "exactly" else 1
        steps = range(least, effect.number + 1)
        found = {board.step(space, way * many) for many in steps for way in (1, -1)}
    else:
        found = {number for number in board.numbers() if fits(quest, number, effect)}
    return sorted(found - {space})


def fits(quest: Quest, space: int, effect: MoveToEffect) -> bool:
    """Return whether a space is of the sort, or is the one, that an effect names."""
    place = quest.board[space]
    match effect.sort or effect.space:
        case "any space":
            return True
        case "port" | "gate" | "guild" as what:
            return bool(getattr(place, what))
        case name:
            return fold(place.name) == fold(str(name))


_MOVING = ("walk", "walks", "ride", "fly", "move", "get", "moves")
"""Verbs that may stand before the space to which a card moves the hero."""


def space_question(quest: Quest, effect: MoveEffect | MoveToEffect, source: str, seat: int) -> Question[int]:
    """Return the question for the space to which a card moves a hero."""
    spaces = reach(quest, effect, seat)
    labels = {space: quest.board.label(space) for space in spaces}
    options = [
        Option(label, detail=describe_space(quest, space), also=tuple(f"{verb} to {label}" for verb in _MOVING))
        for space, label in labels.items()
    ]

    def parse(text: str) -> int:
        if text.strip().isdecimal() and 1 <= int(text) <= len(options):
            return spaces[int(text) - 1]
        space = quest.board.find_space(text, spaces)
        refuse_far(quest, space, effect, source, seat)
        return space

    return Question(
        "space",
        f"{printed(source)}: {'' if seat == quest.seat else f'{quest.name(seat)} '}to which space",
        parse,
        options=lambda: options,
        who=quest.name(seat),
        write=quest.board.label,
        forced=lambda: options[0].text if len(options) == 1 else None,
    )


def refuse_far(
    quest: Quest, space: int, effect: MoveEffect | MoveToEffect, source: str, seat: int | None = None
) -> None:
    """Check that an effect can move to a space, unless the table overrules that. Raises Illegal."""
    if space not in reach(quest, effect, seat):
        says, there = RULES.phrases.write(effect), quest.board.label(space)
        stands = space == quest.state.players[quest.seat if seat is None else seat].space
        why = f"{there} is where the hero stands" if stands else f"{there} is out of reach"
        forbid(f"{why}: {printed(source)} says {says}", "moving-cards")


def describe_space(quest: Quest, space: int) -> str:
    """List what lies on a space in a few words."""
    there = quest.state.at(space)
    lines = [printed(one.name) if one.open else "a face-down card" for one in there.cards]
    lines += map(printed, (*there.abilities, *there.goods, *there.artifacts))
    return ", ".join(lines)


# --- planes ---------------------------------------------------------------------------------------------


def next_hidden(quest: Quest, at: int) -> str:
    """Return which card of a plane is turned up next: "lesser", "greater", "artifact"; "" if none."""
    plane = quest.state.planes[at]
    if plane.closed:
        return ""
    return next((what for what in PLANE_CARDS if getattr(plane, what) == UNSEEN), "")


def turn_up_plane(quest: Quest, at: int, what: str) -> Procedure[None]:
    """Turn up a card of a plane, unless it is open."""
    plane = quest.state.planes[at]
    if getattr(plane, what) == UNSEEN:
        deck: DeckName = what  # type: ignore[assignment]
        where = f"the plane of the {quest.board.planes[at].name}"
        name = yield from identify(quest, deck, f"The {KIND_WORDS[deck]} in {where}")
        setattr(plane, what, name)
        quest.say(f"{printed(name)} is turned up in {where}.", "battle-in-planes")


def creature_in_deck(quest: Quest) -> bool:
    """Return whether the Adventure deck has a Creature, where the program draws; its cards are drawn to see."""
    left = unseen(quest, "adventure")
    many = min(quest.state.decks["adventure"].count, len(left))
    drawn = random.Random(f"{quest.setup.seed}/{quest.state.drawn}/search").sample(left, many)
    return any(isinstance(quest.card(name), Creature) for name in drawn)
