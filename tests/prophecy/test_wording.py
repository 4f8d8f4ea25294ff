"""The language of Prophecy's cards: all of its grammar is read, and written back word by word."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from msgspec.structs import replace

from referee.effects.phrases import Word
from referee.effects.rules import Effect
from referee.errors import Unreadable
from referee.games.prophecy.cards.wording import (
    RULES,
    Against,
    AlsoDoes,
    At,
    Draw,
    Faces,
    GainEffect,
    Harm,
    HealEffect,
    InFight,
    Is,
    Least,
    Lose,
    Often,
    Pay,
    Per,
    ProphecyRule,
    Sorts,
    Spend,
    When,
    With,
)
from tests.effects.at_random import rules

CARDS = """
won: gain 3 gold
lost: lose 1 health, lose 2 gold
won on 4-6: draw 1 common
lost: lose 2 health, damage a weapon
always: in strength 1
always: in strength 1 thrown
any roll: better of two
drawn by: heal 2 health, each other player heal 1 health
use: 1 experience -> recharge 4 magic
always: in either 2 at port
"""
EFFECTS = """
gain 2 gold · gain 1 experience · gain 1 strength · gain 1 willpower · gain 1 gold per 1 artifact
lose 2 gold · lose 1 experience · lose 1 strength · lose 1 willpower · lose 1 gold per 2 items
heal 1 health · lose 1 health · recharge 2 magic · lose 2 magic · lose all gold · lose half health · heal all health
in strength 1 · in wills 1 · in either 1 · to strength 1 · to willpower 1
in strength 1 with edged · in wills 2 on a weapon · in strength 1 against demons
in strength 1 thrown against animals · in either 1 two-handed · in strength 1 empty hands · in wills 1 first roll
in either 1 at forest · to strength 1 at port
in strength 1 for the round · in wills 2 for the roll
better of two · worse of two · enemy worse of two · own die 6 · enemy die 1 · reroll a die · roll again
lost by 1 is drawn · lost is drawn
draw 1 rare · draw 3 rare keep 1 · new ability · turn up a plane card · find a creature · damage a weapon
discard a weapon · discard an item · discard the dearest item · steal 2 gold · steal an item
a hero here damage an item · discard all items · damage a shield
lay 1 item on this · lay 5 gold on this
move 3 · move to a forest · move to a port · move to a gate · move to a guild · move to any space
move to Magic Tower · boat to any port · boat gains 1 gold · a second move · arrive again · another turn
fight again · two weapons · possibilities first
wills 1 less · spell 1 less · payment 3 less · buying 1 less · selling 1 more · enemy loses 2 willpower
each player lose 1 health · each other player heal 1 health · a hero here lose 1 health · least gold gain 3 gold
lose 5 gold or else lose 1 health · lose 1 health after battle · also lose 1 gold
manual give it away, or keep it
"""
COSTS = """
2 gold · 1 magic · 1 health · 3 experience · 1 strength · 1 willpower · 1 item · discard this · damage this
2 gold and 1 magic and damage this
"""
CONDITIONS = """
new · man · no spell cast · strength fight · wills fight · against demons · attacker · hurt · least gold
alone least gold · least strength · least willpower · alone least rare items · least wealth · man and attacker
"""


def every(texts: str) -> list[str]:
    return [one for line in texts.strip().splitlines() for one in line.split(" · ")]


@pytest.mark.parametrize(
    "text",
    [
        *every(CARDS),
        *(f"{often} battle: better of two".strip() for often in get_args(Often)),
        *(f"{when}: heal 1 health" for when in get_args(When)),
        *(f"use: {effect}" for effect in every(EFFECTS)),
        *(f"use: {cost} -> heal 1 health" for cost in every(COSTS)),
        *(f"once a round won on 4-6 if {condition}: heal 1 health" for condition in every(CONDITIONS)),
        "use: ... -> heal 1 health",
    ],
)
def test_what_the_grammar_has_is_read_and_written_back(text: str) -> None:
    assert RULES.write(RULES.read(text, gaps=True)) == text


def effects(text: str) -> tuple[Effect, ...]:
    return RULES.read(f"use: {text}").effects


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("gain 2 gold per item", GainEffect(2, "gold", per=Per("items"))),
        ("each other player heals 1 health", HealEffect(1, who="each other player")),
        ("least gold gains 3 gold", GainEffect(3, "gold", who=Least("gold"))),
        ("In Strength +2 thrown with EDGED", InFight("strength", 2, ("thrown", With(Word("edged"))))),
        ("in strength 1 against undead", InFight("strength", 1, (Against(Sorts("undead")),))),
        ("lose 5 gold or else lose 1 health", Lose(5, "gold", instead=Lose(1, "health"))),
        ("also damage a weapon", AlsoDoes(Harm("damage", "a weapon"))),
        ("draw 3 rare keep 1", Draw(3, "rare", keep=1)),
    ],
)
def test_words_make_records(text: str, means: Effect) -> None:
    assert effects(text) == (means,)


def test_a_rule_has_its_moment_die_conditions_and_price() -> None:
    text = "once a battle won on 4-6 if man and against demons: 2 gold and discard this -> heal 1 health, draw 1 rare"
    assert RULES.read(text) == ProphecyRule(
        when="won",
        often="once a battle",
        on=Faces(4, 6),
        conditions=(Is("man"), Against(Sorts("demon"))),
        cost=(Pay(2, "gold"), Spend("discard")),
        effects=(HealEffect(1), Draw(1, "rare")),
        text=text,
    )
    assert RULES.read("use: ... -> heal 1 health", gaps=True).cost is None


@given(rules(RULES))
def test_what_is_written_is_read_as_the_same(rule: ProphecyRule) -> None:
    text = RULES.write(rule)
    assert replace(RULES.read(text, gaps=True), text="") == rule
    assert RULES.write(RULES.read(text, gaps=True)) == text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("won: gain 2 golt", 'can\'t read the effect "gain 2 golt"; did you mean gain 2 gold?'),
        ("won: gain gold", '"gain gold" lacks a number; did you mean gain 1 gold?'),
        ("won: gain 2", '"gain 2" must be followed by gold, experience, strength or willpower'),
        (
            "won: heal 1 health, gain 2 magic",
            '"gain 2" is followed by gold, experience, strength or willpower, not by "magic"',
        ),
        ("won: each playr heal 1 health", "did you mean each player heal 1 health?"),
        ("won: own die 7", '"own die" is followed by a number from 1 to 6, not by "7"'),
        ("won: lose 1 gold or els heal 1 health", "did you mean lose 1 gold or else heal 1 health?"),
        ("won on 7: heal 1 health", 'the rule "won on 7: heal 1 health": "won on" is followed by 4-6, not by "7"'),
        ("won if mann: heal 1 health", "did you mean won if man or won if woman?"),
        ("wno: heal 1 health", "did you mean won?"),
        ("heal 1 health", "begins with always, any time"),
        (
            "use: 2 gold and 1 pony -> heal 1 health",
            'the cost "1 pony": "1" is followed by gold, experience, strength, willpower, ',
        ),
        ("use: ... -> heal 1 health", 'can\'t read the cost "..."; write 2 gold, 1 magic, 1 item or discard this'),
        ("use:", "a rule needs an effect, like gain 2 gold"),
    ],
)
def test_what_cannot_be_read_says_which_word_and_what_may_stand_there(text: str, says: str) -> None:
    with pytest.raises(Unreadable) as caught:
        RULES.read(text)
    assert says in str(caught.value)


def test_a_text_of_any_length_is_read_or_refused() -> None:
    assert len(effects(", ".join(["heal 1 health"] * 500))) == 500
    assert effects(f"in strength 1{' thrown' * 500}") == (InFight("strength", 1, ("thrown",) * 500),)
    with pytest.raises(Unreadable, match="too long"):
        effects(" or else ".join(["heal 1 health"] * 500))


def test_of_places_that_begin_alike_the_one_that_fits_is_read() -> None:
    assert effects("in either 1 at Forest Camp thrown") == (InFight("either", 1, (At("Forest Camp"), "thrown")),)
    assert effects("in either 1 at forest thrown") == (InFight("either", 1, (At("forest"), "thrown")),)
