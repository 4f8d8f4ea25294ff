"""Every effect at every moment of every kind of card: it changes something, or is refused when the card is read."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, get_args, get_type_hints

import pytest
from msgspec import to_builtins

from referee.effects import rules
from referee.errors import RefereeError, Unreadable
from referee.games.prophecy.cards.language import COMES, read_card, write_card
from referee.games.prophecy.cards.wording import RULES, Do, PriceEffect, When
from referee.games.prophecy.fights.opening import Rolled
from referee.games.prophecy.rules.effects import CARRIED_OUT, DONE
from referee.games.prophecy.rules.state import GameState, Lying
from referee.games.prophecy.vocabulary import Kind
from referee.play.session import Session
from tests.prophecy.games import BOARD, say
from tests.prophecy.staged import game, placed

NAME = "Zephyrus"
EFFECTS = (
    """
gain 2 gold · gain 1 strength · lose 1 experience · lose 1 health · lose half magic · heal 1 health
recharge 1 magic · gain 1 gold per 1 item · each other player lose 1 gold
in strength 2 · in wills 2 · to strength 2 · to willpower 2 · each player in either 1
better of two · enemy worse of two · own die 6 · enemy die 1 · lost by 9 is drawn · enemy loses 2 strength
draw 1 common · draw 2 rare keep 1 · draw 1 rare if wanted · draw 1 adventure
damage a weapon · damage this · discard an item · discard the dearest item · discard all items · discard this
steal 1 gold · steal an item · steal a shield · lay 1 item on this · lay 1 gold on this
move 2 · move to a guild · move to Village · boat gains 1 gold · wills 1 less · spell 1 less · payment 1 less
buying 1 less · selling 1 more · reroll a die · roll again · new ability · turn up a plane card · find a creature
boat to any port · a second move · arrive again · another turn · fight again · two weapons · possibilities first
also lose 1 gold · manual wait and see
heal 1 health after battle · damage a weapon after battle · lose 99 gold or else lose 1 health
""".strip()
    .replace("\n", " · ")
    .split(" · ")
)
KINDS: tuple[Kind, ...] = ("creature", "greater", "item", "ability", "opportunity", "chance", "hero")
BEGINS: dict[Kind, str] = {
    "creature": "creature, strength 3, willpower 3",
    "greater": "greater, strength 3, willpower 3",
    "item": "item, common, costs 1",
    "ability": "ability, Fortress, costs 1",
    "opportunity": "opportunity",
    "chance": "chance",
    "hero": "hero, strength 3, willpower 3, Fortress, Monastery",
}
HELD = ("item", "ability")


def line(kind: Kind, rule: str) -> str:
    return f"{NAME}: {BEGINS[kind]}{f'; {rule}' if rule else ''}"


# --- a table where every effect has something to change ---------------------------------------------------


def table(kind: Kind, rule: str, *, step: str = "turn", space: str = "Plains 6", foe: str = "") -> Session[GameState]:
    """A game where Anna has the card, or it lies before her; Bo stands there too, and perhaps a Creature."""
    played = game("Paladin", "Mercenary")
    state = played.state
    state.learnt += (read_card(line(kind, rule)), read_card("Dummy: creature, strength 3, willpower 3"))
    state.attacked, state.hero.marks = 0, ["turn: Monastery"]
    state.at(BOARD.find_space("City")).goods = ["Great Sword"]
    for seat, items in enumerate((["Axe", "Spiked Shield", "Cutlass"], ["Sword", "Oak Shield", "Rope"])):
        hero = state.players[seat]
        hero.health, hero.red, hero.magic, hero.blue, hero.gold, hero.experience = 3, 6, 4, 8, 5, 5
        hero.items, hero.abilities = items, ["Stamina"] if seat == 0 else []
        hero.space = BOARD.find_space(space)
    if kind in HELD:
        (state.hero.items if kind == "item" else state.hero.abilities).insert(0, NAME)
    for name in (foe, NAME if kind in ("creature", "opportunity") else ""):
        if name:
            state.at(BOARD.find_space(space)).cards.append(Lying(name))
    return placed(played, step=step)


def told(played: Session[GameState], *lines: str, rolls: tuple[str, ...] = ()) -> tuple[Any, ...]:
    """What came of some moves; the card is called upon once where it can be, else what is listed first is said."""
    dice, called = iter(rolls), False
    say(played, *lines)
    for _ in range(40):
        question = played.question
        if question is None or question.key in ("move", "chance"):
            break
        options = [one.text for one in question.options()]
        mine = next((text for text in options if NAME in text), "")
        if question.key == "by hand":
            answer = "Anna gold 9" if played.present.hero.gold != 9 else "done"
        elif mine and not called:
            answer, called = mine, True
        elif question.throw is not None:
            answer = thrown(next(dice), question.throw.count)
        else:
            others = [text for text in options if text != mine]
            answer = others[-1 if question.key == "plane" else 0] if others else str(question.default)
        played.answer(answer)
    else:
        raise AssertionError(f"it is asked again and again: {played.question}")
    rolled = [event for event in played.take_events() if isinstance(event, Rolled)]
    return stood(played), tuple((one.own, one.against, one.dice, one.result) for one in rolled)


def thrown(faces: str, many: int) -> str:
    """Own and enemy die as they are typed; a 5 between them for a doubled one, the enemy's alone if one is set."""
    own, enemy = faces.split()
    return f"roll {enemy if many == 1 else ' '.join((own, *['5'] * (many - 2), enemy))}"


def stood(played: Session[GameState]) -> Any:
    """A state but for the card itself and for what is only noted of its use."""
    state = to_builtins(played.present)
    for gone in ("learnt", "drawn", "thrown", "step", "possible"):
        state.pop(gone, None)
    for hero in state["players"]:
        hero["marks"] = [mark for mark in hero.get("marks", ()) if NAME not in mark]
        hero["cast"] = []
    return _without(state)


def _without(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _without(value) for key, value in data.items()}
    if isinstance(data, list):
        named = (one.get("name") if isinstance(one, dict) else one for one in data)
        return [_without(one) for one, name in zip(data, named, strict=True) if name != NAME]
    return data


# --- each moment ------------------------------------------------------------------------------------------


FIGHTS = {"won": "6 1", "drawn": "3 3", "lost": "1 6", "after battle": "6 1"}


def fought(kind: Kind, rule: str, rolled: str, *said: str) -> Iterator[tuple[Any, ...]]:
    """The card in fights with Strength, with Wills and with a hero."""
    foe, armed = "Dummy" if kind in HELD else NAME, " with Axe" * (not rule.startswith("met"))
    rolls = (rolled, "2 6", "6 1", "4 4", "5 5")
    for way in (f"fight {foe} strength{armed}", f"fight {foe} wills"):
        if kind == "greater":
            played = table(kind, rule, step="movement", space="City")
            played.state.planes[0].lesser, played.state.planes[0].greater = "Door Warden", NAME
            played.state.planes[0].beaten = True
            yield told(placed(played), "plane Monastery", way, rolls=rolls)
        else:
            yield told(table(kind, rule, foe="Dummy" if kind in HELD else ""), way, rolls=rolls)
    if kind in HELD:
        for way in ("attack Bo with Axe", "attack Bo wills"):
            played = table(kind, rule)
            played.state.attacked = -1
            yield told(placed(played, step="turn"), way, rolls=rolls)


def standing(kind: Kind, rule: str) -> Iterator[Any]:
    """What can be done at several places, and fights, with what is in force."""
    for rolled in ("1 6", "6 1"):
        yield from fought(kind, rule, rolled)
    if kind not in HELD:
        return
    for space, step in (("City", "turn"), ("Plains 6", "movement"), ("Magic Tower", "turn")):
        for magic in (0, 4):
            played = table(kind, rule, step=step, space=space)
            played.state.hero.gold, played.state.hero.magic = 14, magic
            options = _options(placed(played, step=step))
            yield [(one.text, one.detail) for one in options if NAME not in one.text.partition(" with ")[0]]
    played = table(kind, rule)
    played.state.attacked, played.state.possible = -1, True
    yield [one.text for one in _options(placed(played, step="turn"))]
    played = table(kind, rule, foe="Dummy")
    try:
        yield told(played, "fight Dummy with Axe, Cutlass", rolls=("6 1",))
    except RefereeError:
        yield "refused"


def _options(played: Session[GameState]) -> Any:
    assert played.question is not None
    return played.question.options()


def outcomes(kind: Kind, when: When, effect: str) -> Iterator[Any]:
    """What comes of a card with this effect at this moment; without an effect, of one that does nothing then."""
    rule = f"{when}: {effect}" if effect else ""
    used = bool(effect)
    match when:
        case "always":
            yield from standing(kind, rule)
        case "any time" | "moving" | "instead of moving":
            yield told(table(kind, rule, step="movement"), *([f"use {NAME}"] if used else []))
        case "before battle":
            yield told(table(kind, rule, foe="Dummy"), *([f"use {NAME}"] if used else []))
        case "use":
            yield told(table(kind, rule), *([f"use {NAME}"] if used else []))
        case "round starts":
            yield told(table(kind, rule, step="round"))
        case "round ends":
            yield told(table(kind, rule), "end turn")
        case "revealed":
            played = table(kind, rule, step="movement")
            played.state.at(BOARD.find_space("Plains 6")).cards = [Lying()]
            yield told(placed(played), "stay")
        case "drawn by":
            yield told(table(kind, rule, step="chance"), f"chance {NAME}")
        case "hero beaten":
            played = table(kind, rule)
            played.state.attacked = -1
            yield told(placed(played, step="turn"), "attack Bo", rolls=("6 1", "6 1"))
        case "met":
            yield from fought(kind, rule or "met: lose 0 gold", "1 6")
        case "won" | "drawn" | "lost" | "after battle":
            nothing = f"{when}: lose 0 gold" if when == "lost" and kind not in HELD else ""
            yield from fought(kind, rule or nothing, FIGHTS[when])
        case _:
            yield from fought(kind, rule, "3 6")


@cache
def before(kind: Kind, when: When) -> tuple[Any, ...]:
    return tuple(outcomes(kind, when, ""))


def changes(kind: Kind, when: When, effect: str) -> bool:
    return any(one != other for one, other in zip(outcomes(kind, when, effect), before(kind, when), strict=True))


def readable(kind: Kind, when: When, effect: str) -> bool:
    try:
        read_card(line(kind, f"{when}: {effect}"))
    except Unreadable:
        return False
    return True


ALL = [(kind, when) for kind in KINDS for when in get_args(When) if when != "use" or kind not in HELD]
"""All but what is read as any time."""


@pytest.mark.rule("card-effects")
@pytest.mark.parametrize("kind", HELD)
def test_what_is_held_is_used_at_any_time(kind: Kind) -> None:
    read = (read_card(line(kind, f"{when}: heal 2 health")) for when in ("use", "any time"))
    assert len(set(map(write_card, read))) == 1


@pytest.mark.rule("card-effects", "P82")
@pytest.mark.parametrize(("kind", "when"), ALL, ids=lambda one: one.replace(" ", "-"))
def test_every_effect_that_is_read_changes_something_at_its_moment(kind: Kind, when: When) -> None:
    """An Item differs from an Ability in what harms itself, a Guardian from a Creature in what lies on it."""
    some = [one for one in EFFECTS if kind not in ("item", "greater") or "this" in one or "of two" in one]
    idle = [effect for effect in some if readable(kind, when, effect) and not changes(kind, when, effect)]
    assert idle == []


def test_every_effect_has_its_moments_and_is_carried_out() -> None:
    types = {phrase.type for phrase in RULES.phrases.of(rules.Effect)}
    tried = [effect for text in EFFECTS for effect in RULES.read(f"use: {text}").effects]
    assert types == set(COMES) == set(CARRIED_OUT) == set(map(type, tried))
    for kind in (Do, PriceEffect):
        whats = set(get_args(get_type_hints(kind)["what"]))
        assert whats == set(COMES[kind]) == {effect.what for effect in tried if isinstance(effect, kind)}
    comes = COMES[Do]
    assert isinstance(comes, dict)
    at_once = {what for what, whens in comes.items() if not {"always", "after roll"} & set(whens)}
    assert at_once == {*DONE, "fight again"}


@pytest.mark.rule("card-effects")
@pytest.mark.parametrize(
    ("line", "why"),
    [
        (
            "Zephyrus: chance; drawn by: buying 1 less",
            '"buying 1 less" does nothing there on a chance card; only what a hero holds can have it, after always',
        ),
        ("Zephyrus: creature, strength 3; use: heal 2 health", "use never comes for a creature card; begin with"),
        ("Zephyrus: ability, Fortress; roll: heal 1 health", "it can come after any time, moving,"),
        ("Zephyrus: ability, Fortress; always: in strength 1 for the turn", "leave out for the turn"),
        ("Zephyrus: ability, Fortress; always: each player in strength 1", "leave out whose it is"),
        ("Zephyrus: ability, Fortress; once a turn always: in strength 1", "leave out once a turn"),
        ("Zephyrus: ability, Fortress; always: 1 magic -> in strength 1", "nobody is asked to pay"),
        ("Zephyrus: ability, Fortress; battle on 4-6: in strength 1", "leave out on 4-6"),
        ("Zephyrus: ability, Fortress; use if used: heal 1 health", "use never comes for an ability card"),
        ("Zephyrus: ability, Fortress; battle if used: in strength 1", "is known only after the battle; begin with"),
        ("Zephyrus: opportunity; use: discard this -> heal 1 health", "is discarded once it is used"),
        ("Zephyrus: creature, strength 3; lost: discard this -> lose 2 health", "what a hero holds"),
        ("Zephyrus: ability, Fortress; roll: damage this -> in strength 1", "only an Item can be damaged"),
        ("Zephyrus: ability, Fortress; any time: to strength 1 or else gain 1 gold", "after or else"),
        ("Zephyrus: creature, strength 3; lost: steal 2 gold", "it is the hero's own effect; write what she loses"),
        ("Zephyrus: creature, strength 3; lost: in strength 1", "write for the round after it"),
        ("Zephyrus: lesser, strength 3; revealed: lose 1 health", "always, met, won, drawn, lost or after battle"),
        ("Zephyrus: hero, strength 3, Fortress, Monastery; always: in strength 1", "a hero card has no rules"),
    ],
)
def test_what_would_do_nothing_is_refused_with_what_would_be_right(line: str, why: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_card(line)
    assert why in str(caught.value)
