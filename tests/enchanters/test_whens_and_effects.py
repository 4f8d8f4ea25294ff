"""Every WHEN with every effect that a card can have: it is carried out and changes something, or is refused."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, product
from typing import get_args

import pytest

from referee.effects.rules import Effect
from referee.errors import Unreadable
from referee.games.enchanters.cards.cards import ACTIONS, CHOOSING, RULES, Count, When, Who
from referee.games.enchanters.cards.language import read_card, read_village
from referee.games.enchanters.rules.context import POWERS
from referee.games.enchanters.scores import score
from tests.enchanters.quests import Play, play, playing, question, setup_of

WHENS: tuple[When, ...] = get_args(When)
PERS = ("", *(f" per {many}{of}" for many, of in product(("", "2 "), get_args(Count))))
KINDS = ("item", "enchantment", "monster", "dragon")
PLACES = (*KINDS, "village")
FOUGHT = ("monster", "dragon")
ONLY = {"give this card away": "immediate", "double damage": "fight", "strike everyone": "fight"}


def effects(pers: tuple[str, ...]) -> Iterator[str]:
    """Every form of every effect, with these things that may be counted for it."""
    for who in get_args(Who):
        one, s = (f"{who} ", "s") if who else ("", "")
        for per in pers:
            yield from (f"{one}{verb}{s} 2 crystals{per}" for verb in ("gain", "lose"))
            yield from (f"{one}{verb}{s} 2 wounds{per}" for verb in ("take", "heal"))
            yield f"{one}discard{s} 2 monsters{per}"
        yield from (f"{one}lose{s} all crystals", f"{one}heal{s} all wounds", f"{one}discard{s} all monsters")
        if who in CHOOSING:
            yield from (f"{one}gives {number} monsters" for number in (2, "all"))
    yield from (f"{what} {number}{per}" for what in (*POWERS, "glory") for number in (3, -1) for per in pers)
    yield from (*ONLY, "journey to the graveyard", "manual as printed")


def cannot_be(when: str, effect: str, place: str) -> bool:
    """Whether such a rule means nothing there, and must be refused."""
    if when != ONLY.get(effect, "end" if effect.startswith("glory") else when) or (
        when in ("fight", "end") and effect not in ONLY and not effect.startswith("glory")
    ):
        return True
    if when == "fight":
        return place not in FOUGHT
    asks = effect.startswith((*CHOOSING, "manual"))
    return place == "village" and (when == "immediate" or (when == "turn" and asks))


def table(when: str, rule: str, place: str) -> Play:
    """A table at which something happens that the rule on the Bearer answers to; everybody has some of everything."""
    cards = {
        "Hat": "item, lower attack 2, lower defence 2",
        "Song": "enchantment",
        "Rat": "monster, strength 0, health 0",
        "Wyrm": "dragon, strength 0, health 0",
        "Club": "item",
        "New": "item",
    }
    track, inn = "New", ""
    if when.startswith("after ") and when != "after rest":
        kind = when.removeprefix("after ")
        given = ", strength 0, health 0; immediate: give this card away"  # so it covers nothing
        cards["New"] = f"{kind}{given * (kind in FOUGHT)}"
    if when == "after rest":
        inn = "rest: gain 1 crystal"
    has = {name: ["Hat", "Song", "Rat", "Rat #2", "Rat #3", "Wyrm", "Wyrm #2"] for name in ("Anna", "Bo", "Cleo")}
    if place != "village":
        fought = ", strength 9, health 0" if place in FOUGHT else ""
        cards["Bearer"] = f"{place}{fought}{f'; {rule}' * bool(rule)}"
        if when in ("immediate", "fight", f"after {place}"):  # a card above it would cover it
            track = "Bearer"
        else:
            has["Anna"] = [*has["Anna"], "Bearer"]
    rules = "; ".join(filter(None, (inn, rule if place == "village" else "")))
    return playing(
        [track, "Stick", "Stick #2"],
        cards=cards,
        piles=has,
        players=3,
        graveyard=["Club"],
        village=f"{'Bearer' if place == 'village' else 'Inn'}: {rules}",
        start=2 if when == "turn" else 0,
        crystals=dict.fromkeys(has, 5),
        wounds=dict.fromkeys(has, 3),
    )


def happens(game: Play, when: str) -> object:
    """Let it happen, whatever is asked then, and see what everybody has."""
    match when:
        case "minor" | "multi":
            play(game, "use Bearer")
        case "rest":
            play(game, "rest Bearer")
        case "after rest":
            game.answer(next(option.text for option in question(game).options() if option.text.startswith("rest")))
        case "turn":
            play(game, "journey 1", "end turn")
        case _:
            play(game, "journey 1")
    while (key := question(game).key) != "move":
        options = [option.text for option in question(game).options()]
        if key == "by hand":
            game.answer("done" if game.draft[-1].key == key else "Anna crystals +1")
        else:
            game.answer("Bo" if "Bo" in options else options[0])
    return stands(game)


def stands(game: Play) -> object:
    """What everybody has, and the glory that it is worth."""
    now, glory = game.present, score(setup_of(game), game.present).standing
    held = [(player.crystals, player.wounds, [list(pile) for pile in player.piles()]) for player in now.players]
    return held, list(now.boosts), list(now.graveyard), [player.total for player in glory]


def carried_out(when: When, effect: str, place: str, line: str = "") -> bool | None:
    """Whether a rule changes something there; None if it is refused."""
    rule = f"{line}{when}: {effect}"
    try:
        if place == "village":
            read_village("Bearer", rule)
        else:
            read_card("Bearer", f"{place}{', strength 1, health 1' * (place in FOUGHT)}; {rule}")
    except Unreadable:
        return None
    game = table(when, rule, place)
    if when == "end":
        return stands(game) != stands(table(when, "", place))
    without = stands(game) if when in ACTIONS else happens(table(when, "", place), when)
    return happens(game, when) != without


def test_all_effects_of_the_language_are_tried() -> None:
    tried = {type(effect) for text in effects(PERS) for effect in RULES.read_effects(text)}
    assert tried == {phrase.type for phrase in RULES.phrases.of(Effect)}


@pytest.mark.rule("as-far-as-possible", "passives", "action-effect")
@pytest.mark.parametrize("when", WHENS)
def test_every_effect_is_carried_out_whenever_a_card_can_have_it(when: When) -> None:
    """Each on one of the kinds of cards that there are."""
    for effect, place in zip(effects(PERS[:2]), cycle(PLACES), strict=False):
        expected = None if cannot_be(when, effect, place) else True
        assert (when, effect, place, carried_out(when, effect, place)) == (when, effect, place, expected)


@pytest.mark.rule("E-a", "village-tile")
@pytest.mark.parametrize("place", PLACES)
def test_a_rule_is_carried_out_wherever_it_can_stand(place: str) -> None:
    for when, line in product(WHENS, ("", "lower ")):
        if place == "village" and line:
            continue
        effect = {"fight": "double damage", "end": "glory 2"}.get(when, "gain 2 crystals")
        expected = None if cannot_be(when, effect, place) else True
        assert (when, line, carried_out(when, effect, place, line)) == (when, line, expected)


@pytest.mark.rule("E-o")
def test_whatever_can_be_counted_for_an_effect_is() -> None:
    for effect in effects(PERS):
        when: When = "end" if effect.startswith("glory") else "minor"
        if " per " in effect:
            assert (effect, carried_out(when, effect, "item")) == (effect, True)
