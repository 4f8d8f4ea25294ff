"""The words of powers: read, written back, what they mean where they don't say all, refused in one message."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import Unreadable
from referee.games.mythic.rules.effects import CARRIED_OUT
from referee.games.mythic.units import powers as p
from referee.games.mythic.units.language import UNITS, read_unit, write_unit
from referee.games.mythic.units.powers import read_effects, read_power, read_token
from referee.games.mythic.vocabulary import Kind, Talent, Terrain, UnitType

FIFTEEN = tuple((Path(__file__).parent / "fifteen-powers.txt").read_text(encoding="utf-8").splitlines())
"""Fifteen invented powers, as they are typed; with one stands its token."""


def write_power(power: p.UnitPower) -> str:
    """A power as it is written best."""
    head = ", ".join([power.kind, *map(p.write_part, (*power.prices, *power.whens))])
    return f"{' '.join(filter(None, [power.letter, power.name]))}: {head}: {p.write_effects(power.effects)}"


def write_token(token: p.TokenKind) -> str:
    """A token as it is written best."""
    values = f", {token.defence}/{token.vitality}" if token.vitality is not None else ""
    does = f": {p.write_effects(token.effects)}" if token.effects else ""
    return f"token {token.name} x{token.count}{values}{does}"


@pytest.mark.parametrize("text", FIFTEEN, ids=lambda text: text.partition(":")[0])
def test_a_power_is_read_and_written_back_unchanged(text: str) -> None:
    power, _, token = text.partition("; ")
    assert write_power(read_power(power)) == power
    if token:
        assert write_token(read_token(token)) == token
    line = f"Any One: hero 3; 5-3 6/7/0/2 a2, 2-1 5/7/0/2; {text}"
    unit = read_unit(line)
    assert write_unit(unit) == line
    assert list(UNITS.doubts(unit)) == []
    assert UNITS.from_row({key: str(cell) for key, cell in UNITS.to_row(unit).items()}) == unit


@pytest.mark.rule("permanent-powers", "M64", "M68")
@pytest.mark.parametrize(
    ("one", "every"),
    [
        ("god", "gods"),
        ("titan", "titans"),
        ("hero", "heroes"),
        ("monster", "monsters"),
        ("troop", "troops"),
        (None, ""),
    ],
)
def test_units_are_meant_by_side_and_kind_one_or_all(one: Kind | None, every: str) -> None:
    meant = {f"a {one}": ("", True), every: ("", False)} if one else {"everyone": ("", False)}
    meant |= {
        f"an allied {one}" if one else "an ally": ("ally", True),
        f"allied {every}" if one else "allies": ("ally", False),
    }
    meant |= {
        f"an enemy {one}" if one else "an enemy": ("enemy", True),
        f"enemy {every}" if one else "enemies": ("enemy", False),
    }
    for said, (side, picked) in meant.items():
        (effect,) = read_power(f"a Any: active: {said} around heal 1").effects
        assert isinstance(effect, p.HarmEffect)
        assert isinstance(effect.who, p.UnitSelection)
        assert (effect.who.side, effect.who.kind, effect.who.one, effect.who.where) == (side, one, picked, "around")


@pytest.mark.rule("M64")
def test_whoever_an_effect_names_stays_until_another_is_named() -> None:
    said = read_power("a Any: active: an enemy here wounds 1, heal 1, itself heal 1, each opponent discard 1, draw 2")
    whose = [
        one.who.noun if isinstance(one, p.TargetedEffect) and isinstance(one.who, p.UnitSelection) else ""
        for one in said.resolved
    ]
    assert whose == ["an enemy", "an enemy", "", "", ""]
    drawn = [one.player for one in said.resolved if isinstance(one, p.CardsEffect)]
    assert [one and one.players for one in drawn] == ["each opponent"] * 2


@pytest.mark.rule("permanent-powers", "passive-powers", "active-powers", "offensive-powers", "M64")
def test_every_word_for_when_how_often_and_how_long_is_read() -> None:
    moments = "start", "end", "when attacking", "when attacked", "when it wounds", "when wounded", "when it destroys"
    for moment in (*moments, "when destroyed", "when an enemy enters", "when an ally is destroyed"):
        assert read_power(f"a Any: passive, {moment}: heal 1").moment == moment
    for often in "once a round", "once a game":
        assert read_power(f"a Any: passive, start, {often}: heal 1").often == often
    for kind in "permanent", "passive", "active", "offensive":
        assert read_power(f"a Any: {kind}: heal 1").kind == kind
    for lasts in "this activation", "this turn", "one round":
        (effect,) = read_effects(f"movement +1 {lasts}")
        assert isinstance(effect, p.Stat)
        assert effect.lasts == lasts
    for doing in "walk", "run", "claim", "retaliate", "be attacked":
        (effect,) = read_effects(f"enemies here can't {doing}")
        assert isinstance(effect, p.Cannot)
        assert effect.doing == doing


_NUMBERS = st.sampled_from(("1", "2", "12", "X", "X offence", "X movement"))
_CHANGES = st.sampled_from(("+1", "-1", "+X", "-2", "+X range"))
_WHERE = st.sampled_from(("here", "around", "anywhere", "within 2"))
_UNITS = st.builds("{} {}".format, st.sampled_from(get_args(p.Noun)), _WHERE)
_WHO = st.one_of(st.just(""), st.sampled_from(("itself ", "the target ", "the attacker ")), _UNITS.map("{} ".format))
_LASTS = st.one_of(st.just(""), st.sampled_from(get_args(p.Lasts)).map(" {}".format))
_LASTING = st.one_of(
    st.builds("{} {}".format, st.sampled_from(get_args(p.StatName)), _CHANGES),
    st.builds("dice {}".format, _NUMBERS),
    st.sampled_from(get_args(Talent)).map("talent {}".format),
    st.sampled_from(get_args(Talent)).map("no talent {}".format),
    st.sampled_from(get_args(UnitType)).map("type {}".format),
    st.sampled_from(get_args(p.Doing)).map("can't {}".format),
)
_DONE = st.one_of(
    st.builds("{} {}".format, st.sampled_from(("reroll", "wounds", "heal", "recall", "move", "jump")), _NUMBERS),
    st.sampled_from(("miniatures +1", "miniatures -X", "drops its stone", "gives its stone", "activate")),
)
_OTHERS = st.one_of(
    st.builds(
        "{}{} {}".format,
        st.sampled_from(("", "an opponent ", "each opponent ")),
        st.sampled_from(("draw", "discard")),
        _NUMBERS,
    ),
    st.sampled_from(("search", "an opponent search", 'manual "this, or that: it; says"')),
    st.builds("{}elements -1".format, st.builds("an area {} ".format, _WHERE)),
    st.builds("{}{} Old Web".format, st.builds("an area {} ".format, _WHERE), st.sampled_from(("place", "remove"))),
    st.builds(
        "{}{}{}".format,
        st.sampled_from(("attack", "area attack")),
        st.one_of(st.just(""), _NUMBERS.map(" dice {}".format)),
        st.one_of(st.just(""), _NUMBERS.map(" range {}".format)),
    ),
)
_OPTIONS = st.one_of(
    st.builds("{}{}{}".format, _WHO, _LASTING, _LASTS), st.builds("{}{}".format, _WHO, _DONE), _OTHERS
)
_EFFECTS = st.lists(st.lists(_OPTIONS, min_size=1, max_size=2).map(" or ".join), min_size=1, max_size=3).map(
    ", ".join
)
_PRICES = st.sampled_from(("1 aow", "2 aow", "1 wound", "2 wounds", "3 cards", "1 miniature", "2 token Old Web"))
_CONDITIONS = st.one_of(
    st.sampled_from(("at 0", "at 1+", "at 2+", "carrying a stone", "once a round", "once a game")),
    st.sampled_from((*get_args(Kind), *get_args(UnitType))).map("against {}".format),
    st.sampled_from(get_args(Terrain)).map("in {}".format),
    _UNITS.map("with {}".format),
)
_WHENS = st.one_of(
    st.sampled_from(get_args(p.Moment)),
    _CONDITIONS,
    st.builds("{} {}".format, st.sampled_from(get_args(p.Moment)), _CONDITIONS),
)


@given(st.sampled_from(p.KINDS), st.lists(_PRICES, max_size=2), st.lists(_WHENS, max_size=2), _EFFECTS)
def test_every_power_is_read_as_it_is_written(kind: str, prices: list[str], whens: list[str], effects: str) -> None:
    text = f"b Long Name: {', '.join([kind, *prices, *whens])}: {effects}"
    assert write_power(read_power(text)) == text


def test_a_who_stays_until_another_stands_there() -> None:
    (drop, move, heal, both) = read_power(
        "a Shove: active: an enemy here drops its stone, move 1, itself heal 1, heal 2 or allies around wounds 1"
    ).resolved
    assert isinstance(drop, p.Stone)
    assert isinstance(move, p.GoEffect)
    assert drop.who == move.who == p.UnitSelection("an enemy", "here")
    assert isinstance(heal, p.HarmEffect)
    assert heal.who == p.ITSELF
    assert isinstance(both, p.Either)
    assert [getattr(option, "who", None) for option in both.options] == [
        p.ITSELF,
        p.UnitSelection("allies", "around"),
    ]


@pytest.mark.parametrize(
    ("head", "lasts"),
    [
        ("permanent", None),
        ("passive, in forest", None),
        ("passive, when attacked at 0", "this attack"),
        ("active", "this activation"),
        ("passive, start", "this activation"),
        ("permanent, when wounded", "this activation"),
    ],
)
def test_how_long_an_effect_lasts_that_does_not_say(head: str, lasts: str | None) -> None:
    effects = read_power(f"a Any: {head}: defence +1, offence +1 one round").resolved
    assert [getattr(effect, "lasts", "") for effect in effects] == [lasts, "one round"]


@pytest.mark.parametrize(
    ("noun", "side", "kind", "one"),
    [
        ("an ally", "ally", None, True),
        ("enemies", "enemy", None, False),
        ("everyone", "", None, False),
        ("a hero", "", "hero", True),
        ("heroes", "", "hero", False),
        ("an allied troop", "ally", "troop", True),
        ("enemy titans", "enemy", "titan", False),
        ("an enemy monster", "enemy", "monster", True),
    ],
)
def test_whom_the_words_mean(noun: p.Noun, side: str, kind: str | None, one: bool) -> None:
    who = p.UnitSelection(noun, "here")
    assert (who.side, who.kind, who.one) == (side, kind, one)


def test_distances_with_and_without_more() -> None:
    one, more = p.Range.from_word("1"), p.Range.from_word("2+")
    assert one
    assert more
    assert [[kind.holds(distance) for distance in range(4)] for kind in (one, more)] == [
        [False, True, False, False],
        [False, False, True, True],
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a Bolt: offensiv: attack", '"offensiv" isn\'t a kind of power; did you mean offensive?'),
        ("a Bolt: active, 1 awo: heal 1", "did you mean 1 aow?"),
        ("a Bolt: active, when atacked: heal 1", "did you mean when attacked"),
        ("a Bolt: active, against dragon: heal 1", "god, titan, hero, monster, troop"),
        ("a Bolt: active: hea 1", "did you mean heal 1?"),
        ("a Bolt: active: heal", '"heal" must be followed by 2'),
        ("a Bolt: active: enemis here defence -1", "did you mean enemies here defence -1?"),
        ("a Bolt: active: enemies defence -1", "is followed by here, around, anywhere or within"),
        ("a Bolt: active: talent gard", "did you mean talent guard?"),
        ("a Bolt: active: can't fly", "is followed by walk, run, claim, retaliate or be attacked"),
        ("a Bolt: active: heal 1,, draw 1", "something is missing between the commas"),
        ("a Bolt: active: manual shout", "stands between quotation marks"),
        ("a Bolt: active", "it is its letter and name, a colon, its kind"),
        ("a : active: heal 1", "needs a name"),
        ("a Bolt: activ, 1 awo: hea 1", "Also: "),
    ],
)
def test_what_no_word_says_is_refused_with_the_nearest(text: str, message: str) -> None:
    with pytest.raises(Unreadable) as error:
        read_power(text)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("rest", "message"),
    [
        ("troop 3; 4 x 5/7/0/3; a Oath: permanent: offence +1", "a troop's powers have none"),
        ("troop 3; 4 x 5/7/0/3; Oath: active: offence +1", "all permanent (M64)"),
        ("hero 3; 4-1 5/7/0/3; Oath: active: offence +1", "needs the letter"),
        ("hero 3; 4-1 5/7/0/3; a Oath: active: heal 1; a Vow: active: heal 2", 'two powers have the letter "a"'),
        ("hero 3; 4-1 5/7/0/3; token Web", "it is its name, how many there are"),
        ("hero 3, flyng; 4-1 5/7/0/3; a Oath: active: hel 1", 'Also: power Oath: "hel 1" is no effect'),
    ],
)
def test_powers_that_do_not_fit_their_sheet_are_refused(rest: str, message: str) -> None:
    with pytest.raises(Unreadable) as error:
        read_unit(f"Gull: {rest}")
    assert message in str(error.value)


def test_what_does_not_fit_together_is_doubted() -> None:
    unit = read_unit("Gull: hero 3; 4-1 5/7/0/3 ab; a Oath: active: place Web, attack dice X; c Vow: active: heal 1")
    assert [doubt.removeprefix("Gull: ") for doubt in UNITS.doubts(unit)] == [
        'power "b" is lit, and not written',
        "the power Oath says X, and no number is lit beside a, as in a3",
        "the power Vow (c) is lit in no line of the dashboard",
        "the power Oath lays tokens Web, and none are written, as in token Web x2",
    ]


def test_a_sheet_may_say_what_no_words_say() -> None:
    text = 'a Omen: active, 1 aow: manual "look at a hand; then, if you like, draw 1 or 2", heal 1'
    unit = read_unit(f"Gull: god 6; 4-1 5/7/0/3 a; {text}; token Decoy x1, 4/2")
    assert unit.powers == (text,)
    assert unit.tokens == ("token Decoy x1, 4/2",)
    assert read_effects(text.split(": ", 2)[2])[0] == p.ManualPower("look at a hand; then, if you like, draw 1 or 2")
    assert (read_token(unit.tokens[0]).defence, read_token(unit.tokens[0]).vitality) == (4, 2)


@pytest.mark.rule("target-choice")
def test_units_are_meant_by_their_side_and_kind() -> None:
    kinds = {"god": "gods", "titan": "titans", "hero": "heroes", "monster": "monsters", "troop": "troops"}
    one = {f"{side} {kind}" for side in ("a", "an allied", "an enemy") for kind in kinds}
    several = {f"{side}{many}" for side in ("", "allied ", "enemy ") for many in kinds.values()}
    assert set(get_args(p.Noun)) == one | several | {"an ally", "allies", "an enemy", "enemies", "everyone"}


@pytest.mark.rule("power-shows")
@pytest.mark.parametrize(
    ("whens", "many"), [("", 0), (", when attacking", 0), (", when attacking at 0", 1), (", start, once a round", 1)]
)
def test_a_moment_alone_is_no_condition(whens: str, many: int) -> None:
    assert len(read_power(f"b Leap: passive{whens}: dice 1").conditions) == many


def test_every_effect_is_carried_out_and_has_an_example() -> None:
    effects = {*p.EFFECTS.values(), p.ManualPower}
    assert {*effects, p.Either} == set(CARRIED_OUT)
    assert {type(read_effects(text)[0]) for text in p.EXAMPLES} == effects
    for text in p.PRICES:
        read_power(f"b Leap: active, {text}: dice 1")
    for text in p.WHENS:
        assert write_power(read_power(f"b Leap: passive, {text}: dice 1")) == f"b Leap: passive, {text}: dice 1"
    assert {*get_args(p.Moment), *get_args(p.Often)} < set(p.WHENS)


@pytest.mark.rule("power-shows")
def test_what_cant_be_read_is_answered_by_all_that_can() -> None:
    effects = "offence +1, enemies here defence -1, talent guard, no talent guard, type flying, can't walk, dice 6"
    effects += ", reroll 1, heal 1, the attacker wounds 1, miniatures +1, recall 2, move 1, jump 2, drops its stone"
    effects += ", gives its stone, elements -1, place NAME, remove NAME, activate, attack dice 7 range 3"
    effects += ', area attack range 2, draw 1, discard 1, search or manual "what the sheet says"'
    heads = "1 aow, 1 wound, 1 card, 1 miniature, 1 token NAME, start, end, when attacking, when attacked"
    heads += ", when it wounds, when wounded, when it destroys, when destroyed, when an enemy enters"
    heads += ", when an ally is destroyed, at 0, at 1+, against monster, in forest, with an ally here"
    heads += ", carrying a stone, once a round or once a game"
    for text, known in (("active: fly", effects), ("active, zzz: jump 2", heads)):
        with pytest.raises(Unreadable, match=f"; known are: {re.escape(known)}$"):
            read_power(f"a Leap: {text}")


SAID = "offence +1, talent guard, type flying, can't walk, reroll 1, heal 1, miniatures +1, recall 2"
SAID += ", move 1, jump 2, drops its stone, gives its stone, elements -1, activate, draw 1, discard 1, search"


@pytest.mark.parametrize("text", SAID.split(", "))
def test_an_effect_with_a_slip_is_told_what_it_may_be(text: str) -> None:
    with pytest.raises(Unreadable, match=f"did you mean {re.escape(text)}"):
        read_effects(text[:2] + text[3:])
