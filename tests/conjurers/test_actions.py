"""The actions that are no battles: mines to guild house (pp. 9-13, 20)."""

from __future__ import annotations

from typing import Any

import pytest

from referee.asking.meaning import fit
from referee.errors import Unreadable
from referee.games.conjurers.rules.card_pool import Context
from referee.games.conjurers.rules.shop import best_smith
from referee.games.conjurers.rules.state import Face
from referee.play.event import Said
from tests.conjurers.evenings import (
    acting,
    army,
    asked,
    begin,
    ending,
    goods,
    happened,
    options,
    play,
    player,
    playing,
    question,
    refused,
    resolving,
    ruling,
    set_up,
    shut,
)

PHASES = {1: (1, 3), 2: (4, 6), 3: (7, 9), 4: (10, 12)}
RICH = dict.fromkeys(("wood", "stone", "iron", "bronze", "sapphire", "diamond"), 60)


# --- mines, storages, food --------------------------------------------------------------------------


@pytest.mark.rule("mines", "A2", "E4", "mine-output")
@pytest.mark.parametrize(
    ("mine", "resource", "outputs"),
    [
        ("iron mine", "iron", (0, 1, 2, 4)),
        ("lumber mill", "wood", (1, 2, 4, 8)),
        ("diamond mine", "diamond", (0, 0, 1, 2)),
        ("stone mine", "stone", (1, 2, 4, 8)),
        ("sapphire mine", "sapphire", (0, 0, 1, 2)),
        ("bronze smelter", "bronze", (0, 1, 2, 4)),
    ],
)
def test_a_mine_pays_by_phase_at_the_end_of_a_turn(mine: str, resource: str, outputs: tuple[int, ...]) -> None:
    """P. 11: the first and the last turn of each phase pay alike."""
    for phase, output in enumerate(outputs, 1):
        for turn in PHASES[phase]:
            game = play(ending(turn=turn, mines={mine: "Anna"}), "end turn")
            assert goods(game).get(resource, 0) == output


@pytest.mark.rule("mines", "A2", "E7", "mine-output")
def test_the_stone_mine_pays_the_output_of_the_phase_that_ends() -> None:
    """P. 11, the example: 1 at the end of turn 3 (stone, E7), 2 more at the end of turn 4."""
    game = play(ending(turn=3, mines={"stone mine": "Anna"}), "end turn")
    assert goods(game) == {"stone": 1}
    game = play(ending(turn=4, mines={"stone mine": "Anna"}, goods={"Anna": {"stone": 1}}), "end turn")
    assert goods(game) == {"stone": 3}


@pytest.mark.rule("mines")
def test_resolving_a_mine_takes_control_and_pays_nothing_yet() -> None:
    """P. 11: the marker goes on; the first stone comes in the end phase of this turn."""
    game = acting("stone mine")
    assert (game.state.mines, goods(game)) == ({"stone mine": 0}, {})
    assert goods(play(game, "end turn")) == {"stone": 1}


@pytest.mark.rule("mines", "mine-control")
def test_another_players_marker_comes_off() -> None:
    """P. 11: Bo controlled it, Anna does now, and only Anna is paid."""
    game = acting("lumber mill", mines={"lumber mill": "Bo"})
    texts = [event.text for event in happened(game, Said)]
    assert texts == ["Anna's marker goes on the lumber mill, Bo's comes off."]
    play(game, "end turn")
    assert (goods(game, "Anna"), goods(game, "Bo")) == ({"wood": 1}, {})


@pytest.mark.rule("mines", "A2")
def test_a_mine_goes_on_paying_every_turn() -> None:
    """P. 11: nobody visits it in turn 2: 1 + 1."""
    game = play(acting("stone mine"), "end turn")
    assert goods(game) == {"stone": 1}
    again = ending(turn=2, mines={"stone mine": "Anna"}, goods={"Anna": {"stone": 1}})
    assert goods(play(again, "end turn")) == {"stone": 2}


@pytest.mark.rule("storages", "E4", "storage-output")
@pytest.mark.parametrize(
    ("resource", "outputs"),
    [
        ("wood", (2, 4, 8, 16)),
        ("stone", (2, 4, 8, 16)),
        ("iron", (0, 2, 4, 8)),
        ("bronze", (0, 2, 4, 8)),
        ("sapphire", (0, 0, 2, 4)),
        ("diamond", (0, 0, 2, 4)),
    ],
)
def test_a_storage_pays_at_once_by_phase(resource: str, outputs: tuple[int, ...]) -> None:
    """P. 11: 2 at first, doubled with each phase; no control."""
    for phase, output in enumerate(outputs, 1):
        for turn in PHASES[phase] if output else ():
            game = acting(f"{resource} storage", turn=turn)
            assert (goods(game), game.state.mines) == ({resource: output}, {})
            assert goods(game) == {resource: output}


@pytest.mark.rule("storages")
def test_a_storage_pays_once_only() -> None:
    """P. 11: nothing more in the end phase."""
    assert goods(play(acting("wood storage"), "end turn")) == {"wood": 2}


@pytest.mark.rule("food-spaces", "E4")
@pytest.mark.parametrize("space", ["wild animals", "fishing pond"])
@pytest.mark.parametrize(("phase", "food"), [(1, 5), (2, 8), (3, 11), (4, 14)])
def test_the_food_spaces_pay_by_phase(space: str, phase: int, food: int) -> None:
    """P. 12."""
    for turn in PHASES[phase]:
        assert goods(acting(space, turn=turn)) == {"food": food}


# --- the marketplace --------------------------------------------------------------------------------

LOW, MIDDLE, HIGH = ("wood", "stone"), ("iron", "bronze"), ("sapphire", "diamond")
RATES = [
    (LOW, LOW, 3, 2),
    (LOW, MIDDLE, 3, 1),
    (LOW, HIGH, 6, 1),
    (MIDDLE, LOW, 2, 3),
    (MIDDLE, MIDDLE, 3, 2),
    (MIDDLE, HIGH, 3, 1),
    (HIGH, LOW, 1, 3),
    (HIGH, MIDDLE, 2, 3),
    (HIGH, HIGH, 3, 2),
]
TRADES = [(pay, gain, paid, got) for pays, gains, paid, got in RATES for pay in pays for gain in gains if pay != gain]
OPEN = {1: LOW, 4: (*LOW, *MIDDLE), 7: (*LOW, *MIDDLE, *HIGH), 10: (*LOW, *MIDDLE, *HIGH)}


@pytest.mark.rule("A3", "marketplace", "market-rates", "market-phases")
@pytest.mark.parametrize(("pay", "gain", "paid", "got"), TRADES)
@pytest.mark.parametrize("turn", [1, 4, 7, 10])
def test_every_rate_in_every_phase(pay: str, gain: str, paid: int, got: int, turn: int) -> None:
    """P. 12, A3: anything can be paid from the start; what can be gained grows with the phase."""
    game = acting("marketplace", turn=turn, goods={"Anna": {pay: paid}})
    if gain in OPEN[turn]:
        assert goods(play(game, f"trade {paid} {pay} {gain}")) == {gain: got}
    else:
        assert ruling(game, f"trade {paid} {pay} {gain}") == "A3"


@pytest.mark.rule("A3", "marketplace", "market-phases")
@pytest.mark.parametrize("turn", [3, 6])
def test_the_last_turn_of_a_phase_still_has_its_limits(turn: int) -> None:
    """P. 12: phase I is turns 1-3, phase II turns 4-6."""
    game = acting("marketplace", turn=turn, goods={"Anna": RICH})
    gained = {text.split()[-1] for text in options(game) if text.startswith("trade")}
    assert gained == set(OPEN[turn - 2])


@pytest.mark.rule("A3", "marketplace")
def test_the_books_example() -> None:
    """P. 12: 1 iron or 1 bronze for 3 of wood or of stone."""
    game = acting("marketplace", turn=4, goods={"Anna": {"wood": 3, "stone": 3}})
    assert goods(play(game, "trade 3 wood iron", "trade 3 stone bronze")) == {"iron": 1, "bronze": 1}


@pytest.mark.rule("A3", "marketplace")
def test_as_many_trades_as_the_goods_allow() -> None:
    """A3: 9 wood at once are 3 x 1 iron; what a trade brought pays the next: 3 iron make 2 bronze."""
    game = acting("marketplace", turn=4, goods={"Anna": {"wood": 11}})
    play(game, "trade 9 wood iron", "trade 3 iron bronze")
    assert goods(game) == {"wood": 2, "bronze": 2}
    assert play(game, "done").state.stage == "ending"


@pytest.mark.rule("A3", "marketplace")
@pytest.mark.parametrize(
    ("typed", "trade"),
    [
        ("swap wood for 2 iron", "trade 6 wood iron"),
        ("wood to 1 iron", "trade 3 wood iron"),
        ("3 wood for iron", "trade 3 wood iron"),
    ],
)
def test_a_trade_may_be_said_by_what_it_brings(typed: str, trade: str) -> None:
    game = acting("marketplace", turn=4, goods={"Anna": {"wood": 7, "iron": 4}})
    assert question(game).recorded(fit(question(game), typed)) == trade


@pytest.mark.rule("A3", "marketplace")
def test_a_trade_says_how_often_it_can_be_made() -> None:
    game = acting("marketplace", turn=4, goods={"Anna": {"wood": 7, "stone": 3}})
    told = {option.text: (option.detail, [*option.ways()]) for option in question(game).options()}
    assert told["trade 3 wood iron"] == ("gives 1 iron, up to 2 times", ["trade 6 wood iron"])
    assert told["trade 3 stone iron"] == ("gives 1 iron", [])


@pytest.mark.rule("weapon-smith", "A5")
def test_a_creature_without_a_card_is_a_smith_where_the_table_said_so() -> None:
    setup = set_up()
    game = begin(setup, armies={"Anna": ["Golem"]})
    game.faces = [Face("Golem", 3, "greek")]
    assert best_smith(Context(setup, game, []), 0) == 0
    game.smiths = {"golem": True}
    assert best_smith(Context(setup, game, []), 0) == 3


@pytest.mark.rule("blacksmith", "weapon-smith", "A5")
def test_a_shop_counts_the_discount_of_the_best_smith() -> None:
    shop = "Anna", "conjurer", "blacksmith 1"
    game = resolving(set_up(), shop, turn=4, armies={"Anna": ["Master"]}, goods={"Anna": {"wood": 1}})
    assert question(game).options()[0].detail == "blacksmith 1: nearest: Dirk, nothing"


@pytest.mark.rule("blacksmith")
@pytest.mark.parametrize(
    ("held", "told"),
    [
        ({}, "nearest: Dirk, 2 wood and 1 iron; has none"),
        ({"wood": 3}, "nearest: Dirk, 2 wood and 1 iron; lacks 1 iron"),
        ({"wood": 4}, "nearest: Club, 4 wood"),
        ({"wood": 9, "iron": 1}, "nearest: Dirk, 2 wood and 1 iron"),
        ({"wood": 4, "sapphire": 1}, "nearest: Club, 4 wood"),
    ],
)
def test_a_shop_names_the_card_that_is_nearest_to_what_one_has(held: dict[str, int], told: str) -> None:
    game = resolving(set_up(), ("Anna", "conjurer", "blacksmith 1"), goods={"Anna": held}, turn=4)
    assert question(game).options()[0].detail == f"blacksmith 1: {told}"


@pytest.mark.rule("A3", "marketplace")
@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("trade 3 wood wood", "A3"),
        ("trade 4 wood stone", "A3"),
        ("trade 2 wood stone", "A3"),
        ("trade 3 wood diamond", "A3"),
        ("trade 0 wood stone", "A3"),
        ("trade 63 wood stone", "marketplace"),
    ],
)
def test_what_the_market_refuses(text: str, rule: str) -> None:
    """A3: nothing for itself, whole rates only (3 for 2; 6 for a diamond), and no more than 60 wood are there."""
    assert ruling(acting("marketplace", turn=7, goods={"Anna": RICH}), text) == rule


@pytest.mark.rule("A3", "marketplace", "mixed-trades")
@pytest.mark.parametrize(
    "text", ["trade 2 wood 1 stone iron", "trade 3 wood", "trade wood stone iron", "trade 3 gold iron"]
)
def test_mixed_payments_cant_even_be_written(text: str) -> None:
    """P. 12: one resource is paid, one gained."""
    with pytest.raises(Unreadable):
        acting("marketplace", turn=7, goods={"Anna": RICH}).answer(text)


@pytest.mark.rule("A3", "E6", "number-of-players", "two-player-sapphires")
def test_two_players_trade_without_sapphires() -> None:
    """P. 9, E6: 6 wood are 1 diamond; no option names sapphire, and who trades to sapphires gains diamonds."""
    for gain in ("diamond", "sapphire"):
        game = acting("marketplace", setup=set_up(2), turn=7, goods={"Anna": {"wood": 6}})
        assert not any("sapphire" in text for text in options(game))
        assert goods(play(game, f"trade 6 wood {gain}")) == {"diamond": 1}
    assert (
        ruling(acting("marketplace", setup=set_up(2), turn=7, goods={"Anna": RICH}), "trade 3 sapphire iron") == "E6"
    )
    assert (
        ruling(acting("marketplace", setup=set_up(2), turn=7, goods={"Anna": RICH}), "trade 3 diamond sapphire")
        == "A3"
    )


@pytest.mark.rule("A16", "marketplace", "sacrificial-pit")
def test_only_the_market_is_limited_by_phase() -> None:
    """A16: in turn 1 the pit gives 2 diamonds and 2 sapphires for level 3."""
    game = acting("sacrificial pit 1", "sacrifice Greek 3a for diamond", armies={"Anna": ["Greek 3a"]})
    assert goods(game) == {"diamond": 2, "sapphire": 2}


@pytest.mark.rule("A16", "duel")
def test_spoils_of_a_duel_may_be_anything_in_phase_one() -> None:
    """A16: half of 4 sapphires is 2."""
    game = resolving(set_up(), ("Anna", "conjurer", "duel Bo"), goods={"Bo": {"sapphire": 4}})
    play(game, "resolve", "attacker wins", "steal sapphire, diamond, food")
    assert goods(game) == {"sapphire": 2}


# --- the guild house --------------------------------------------------------------------------------


@pytest.mark.rule("E2", "guild-house", "hiring-prices")
def test_the_second_assistant_costs_wood_and_stone() -> None:
    """P. 13, E2: 4 wood and 4 stone of 5 each."""
    game = acting("guild house", "hire merchant", goods={"Anna": {"wood": 5, "stone": 5}})
    assert (goods(game), player(game.state, "Anna").assistants) == ({"wood": 1, "stone": 1}, ["worker", "merchant"])


@pytest.mark.rule("E2", "guild-house", "hiring-prices")
def test_the_third_assistant_costs_iron_and_bronze() -> None:
    """P. 13, E2: 4 iron and 4 bronze; wood and stone stay."""
    two = {"Anna": ("worker", "merchant")}
    game = acting("guild house", "hire warrior", goods={"Anna": dict.fromkeys(RICH, 5)}, assistants=two)
    assert goods(game) == {"wood": 5, "stone": 5, "iron": 1, "bronze": 1, "sapphire": 5, "diamond": 5}
    assert player(game.state, "Anna").assistants == ["worker", "merchant", "warrior"]


@pytest.mark.rule("guild-house", "E2")
@pytest.mark.parametrize(
    ("hired", "held", "rule"),
    [
        (("worker",), {"wood": 4, "stone": 3}, "guild-house"),
        (("worker",), {"iron": 4, "bronze": 4}, "guild-house"),
        (("worker", "warrior"), {"wood": 4, "stone": 4, "iron": 3, "bronze": 4}, "guild-house"),
        (("worker", "warrior", "merchant"), RICH, "guild-house"),
    ],
)
def test_who_cant_hire(hired: Any, held: dict[str, int], rule: str) -> None:
    """P. 13: the price is short, or there are three assistants already."""
    game = acting("guild house", goods={"Anna": held}, assistants={"Anna": hired})
    assert ruling(game, "hire recruiter") == rule
    assert options(game) == ["nobody"]


@pytest.mark.rule("E2")
def test_assistants_are_of_different_kinds() -> None:
    """E2: the worker is there already; the three other kinds are offered."""
    game = acting("guild house", goods={"Anna": RICH})
    assert ruling(game, "hire worker") == "E2"
    assert set(options(game)) == {"hire warrior", "hire merchant", "hire recruiter", "nobody"}


@pytest.mark.rule("A23", "guild-house")
def test_one_hire_for_each_action() -> None:
    """A23: Anna could pay a third one too, but the action is over."""
    game = acting("guild house", "hire merchant", goods={"Anna": RICH})
    assert game.state.stage == "ending"


@pytest.mark.rule("A20", "guild-house")
def test_hiring_nobody_costs_nothing() -> None:
    """A20."""
    game = acting("guild house", "nobody", goods={"Anna": {"wood": 4, "stone": 4}})
    assert (goods(game), player(game.state, "Anna").assistants) == ({"wood": 4, "stone": 4}, ["worker"])


@pytest.mark.rule("E2", "allocation")
def test_a_new_assistant_is_placed_from_the_next_turn_on() -> None:
    """E2: this turn goes on with Bo's figure and ends; in the next one Anna has three figures."""
    figures = ("Anna", "conjurer", "guild house"), ("Bo", "conjurer", "wild animals")
    game = resolving(set_up(2), *figures, goods={"Anna": RICH})
    play(game, "resolve", "hire merchant")
    assert asked(game) == ("Bo", "resolve")
    play(game, "resolve", "end turn")
    assert game.state.figures_of(0) == ["conjurer", "worker", "merchant"]


# --- the sacrificial pit ----------------------------------------------------------------------------

PIT = [
    ("stone and wood", ("stone", "wood"), (2, 4, 8, 16, 32)),
    ("iron and bronze", ("iron", "bronze"), (0, 2, 4, 8, 16)),
    ("diamond and sapphire", ("diamond", "sapphire"), (0, 0, 2, 4, 8)),
    ("food", ("food",), (4, 8, 14, 20, 30)),
]
OF_LEVEL = ("Wolf", "Greek 2a", "Greek 3a", "Greek 4a", "Greek 5a")


@pytest.mark.rule("A4", "sacrificial-pit", "pit-rates")
@pytest.mark.parametrize(("column", "gains", "amounts"), PIT)
def test_every_cell_of_the_pits_table(column: str, gains: tuple[str, ...], amounts: tuple[int, ...]) -> None:
    """P. 13: the whole table; a dash can't be chosen (A4)."""
    for name, amount in zip(OF_LEVEL, amounts, strict=True):
        game = acting("sacrificial pit 1", armies={"Anna": [name]})
        if amount:
            play(game, f"sacrifice {name} for {column}")
            assert (goods(game), army(game)) == (dict.fromkeys(gains, amount), [])
        else:
            assert ruling(game, f"sacrifice {name} for {column}") == "A4"


@pytest.mark.rule("A4", "sacrificial-pit")
@pytest.mark.parametrize(
    ("column", "brings"), [("stone and wood", (4, 4)), ("iron and bronze", (2, 2)), ("food", (8,))]
)
def test_the_books_first_creature(column: str, brings: tuple[int, ...]) -> None:
    """P. 13: one of level 2 brings 4 and 4, or 2 and 2, or 8 food."""
    game = acting("sacrificial pit 1", f"sacrifice Greek 2a for {column}", armies={"Anna": ["Greek 2a"]})
    assert tuple(goods(game).values()) == brings


@pytest.mark.rule("A4", "sacrificial-pit", "pit-halving")
@pytest.mark.parametrize(
    ("column", "second", "third"),
    [
        ("stone and wood", {"stone": 4, "wood": 4}, {"stone": 4, "wood": 4}),
        ("iron and bronze", {"iron": 2, "bronze": 2}, {"iron": 2, "bronze": 2}),
        ("diamond and sapphire", {"diamond": 1, "sapphire": 1}, {"diamond": 1, "sapphire": 1}),
        ("food", {"food": 7}, {"food": 5}),
    ],
)
def test_the_books_second_and_third_creature(column: str, second: dict[str, int], third: dict[str, int]) -> None:
    """P. 13: level 3 as second: 8/2, 4/2, 2/2, 14/2. Level 4 as third: 16/4, 8/4, 4/4, 20/4."""
    creatures = ["Wolf", "Greek 3a", "Greek 4a"]
    first = "sacrifice Wolf for food, Greek 3a for"
    two = acting("sacrificial pit 1", f"{first} {column}", armies={"Anna": creatures})
    assert goods(two) == _sum({"food": 4}, second)
    three = acting("sacrificial pit 1", f"{first} {column}, Greek 4a for {column}", armies={"Anna": creatures})
    assert goods(three) == _sum({"food": 4}, second, third)


def _sum(*parts: dict[str, int]) -> dict[str, int]:
    return {good: sum(part.get(good, 0) for part in parts) for part in parts for good in part}


@pytest.mark.rule("A4", "sacrificial-pit")
def test_each_column_is_chosen_on_its_own_and_halves_round_down() -> None:
    """A4: 2 of each, then 8/2 food, then 14/4 = 3.5, down to 3, then 16/8 of each."""
    game = acting(
        "sacrificial pit 1",
        "sacrifice Wolf for stone and wood, Greek 2a for food, Greek 3a for food, Greek 4a for wood and stone",
        armies={"Anna": list(OF_LEVEL)},
    )
    assert goods(game) == {"stone": 4, "wood": 4, "food": 7}
    assert army(game) == ["Greek 5a"]


@pytest.mark.rule("A4", "sacrificial-pit")
def test_two_diamonds_halved_twice_are_none() -> None:
    """A4: level 3 as third: 2/4 rounds down to 0; the creature is gone all the same."""
    game = acting(
        "sacrificial pit 1",
        "sacrifice Wolf for food, Imp for food, Greek 3a for diamond and sapphire",
        armies={"Anna": ["Wolf", "Imp", "Greek 3a"]},
    )
    assert (goods(game), army(game)) == ({"food": 6}, [])


@pytest.mark.rule("A4", "sacrificial-pit", "pit-levels")
def test_levels_never_fall_within_an_action() -> None:
    """P. 13: level 2 after level 3 is refused; the same level again is fine: 14 + 14/2."""
    game = acting("sacrificial pit 1", armies={"Anna": ["Greek 2a", "Greek 3a", "Greek 3b"]})
    assert ruling(game, "sacrifice Greek 3a for food, Greek 2a for food") == "A4"
    assert goods(play(game, "sacrifice Greek 3a for food, Greek 3b for food")) == {"food": 21}


@pytest.mark.rule("A4", "sacrificial-pit")
def test_a_creature_is_given_once_and_must_be_ones_own() -> None:
    """P. 13."""
    game = acting("sacrificial pit 1", armies={"Anna": ["Wolf"]})
    assert ruling(game, "sacrifice Wolf for food, Wolf for food") == "sacrificial-pit"
    assert ruling(game, "sacrifice Bear for food") == "sacrificial-pit"


@pytest.mark.rule("A4", "sacrificial-pit")
def test_the_next_action_starts_with_the_full_output_again() -> None:
    """P. 13: 4 + 4/2 in one action, then 4 in another."""
    figures = ("Anna", "worker", "sacrificial pit 1"), ("Anna", "conjurer", "sacrificial pit 2")
    game = resolving(set_up(), *figures)
    play(game, "resolve", "sacrifice Wolf for food, Imp for food", "resolve", "sacrifice Owl for food")
    assert goods(game) == {"food": 10}


@pytest.mark.rule("A4", "E6", "number-of-players")
def test_two_players_pit_pays_sapphires_as_diamonds() -> None:
    """A4: level 3 is 2 + 2 diamonds; as second creature 1 + 1; level 5 as third 8/4 + 8/4."""
    three = ["Greek 3a", "Greek 3b", "Greek 5a"]
    text = "sacrifice Greek 3a for diamond and sapphire, Greek 3b for diamond and sapphire"
    game = acting("sacrificial pit", text, setup=set_up(2, locked=()), armies={"Anna": three})
    assert goods(game) == {"diamond": 6}
    more = f"{text}, Greek 5a for diamond and sapphire"
    assert goods(acting("sacrificial pit", more, setup=set_up(2), armies={"Anna": three})) == {"diamond": 10}


@pytest.mark.rule("A4", "E6")
def test_two_players_halve_each_amount_before_both_are_diamonds() -> None:
    """A4: level 3 as third: 2/4 + 2/4 is 0 + 0, not 4/4 = 1."""
    text = "sacrifice Wolf for food, Imp for food, Greek 3a for diamond and sapphire"
    game = acting("sacrificial pit", text, setup=set_up(2), armies={"Anna": ["Wolf", "Imp", "Greek 3a"]})
    assert goods(game) == {"food": 6}


@pytest.mark.rule("A4", "sacrificial-pit")
@pytest.mark.parametrize(("back", "offered"), [(False, False), (True, True)])
def test_a_sacrificed_creature_is_out_unless_the_table_lets_it_return(back: bool, offered: bool) -> None:
    """A4, the switch: Bo fights at Mount Olympus after Anna's sacrifice."""
    setup = set_up(sacrificed_return=back)
    figures = ("Anna", "conjurer", "sacrificial pit 1"), ("Bo", "conjurer", "mount olympus")
    game = resolving(setup, *figures, armies={"Anna": ["Greek 5a"]})
    play(game, "resolve", "sacrifice Greek 5a for food", "resolve")
    assert ("Greek 5a" in options(game)) is offered
    assert back or ruling(game, "Greek 5a") == "A4"


# --- the shops --------------------------------------------------------------------------------------


@pytest.mark.rule("blacksmith")
def test_any_number_of_items_is_bought_in_one_action() -> None:
    """P. 12: 4 wood and 2 wood + 1 iron of 7 wood and 1 iron."""
    game = acting("blacksmith 1", "buy Club", "buy Dirk", "done", goods={"Anna": {"wood": 7, "iron": 1}})
    assert (goods(game), player(game.state, "Anna").items) == ({"wood": 1}, ["Club", "Dirk"])


@pytest.mark.rule("blacksmith", "artificer")
def test_items_at_the_blacksmith_artifacts_at_the_artificer() -> None:
    """P. 12: neither sells what the other has."""
    smithy = acting("blacksmith 1", goods={"Anna": RICH})
    artificer = acting("artificer 1", goods={"Anna": RICH})
    assert {"buy Dirk", "buy Club", "buy Cloak", "buy Plume", "done"} == set(options(smithy))
    assert "buy Mandjet" in options(artificer)
    assert not set(options(smithy)) & set(options(artificer)) - {"done"}
    assert (ruling(smithy, "buy Mandjet"), ruling(artificer, "buy Dirk")) == ("blacksmith", "artificer")


@pytest.mark.rule("artificer", "E9", "artifact-prices")
@pytest.mark.parametrize(
    ("name", "cost"),
    [
        ("Mandjet", {"wood": 30}),
        ("The Book of Thoth", {"sapphire": 3, "diamond": 3}),
        ("Shield Of Achilles", {"bronze": 8, "sapphire": 2}),
        ("Ofuda", {"wood": 12, "bronze": 10}),
        ("Death's Scythe", {"wood": 20, "iron": 10}),
    ],
)
def test_an_artifact_costs_what_the_table_says(name: str, cost: dict[str, int]) -> None:
    """P. 8, E7, E9: exactly its price, and not a resource less."""
    game = acting("artificer 1", f"buy {name}", setup=set_up(4), goods={"Anna": cost})
    assert (goods(game), player(game.present, "Anna").artifacts) == ({}, [name])
    short = {good: amount - (good == next(iter(cost))) for good, amount in cost.items()}
    assert ruling(acting("artificer 1", setup=set_up(4), goods={"Anna": short}), f"buy {name}") == "artificer"


@pytest.mark.rule("blacksmith")
def test_an_item_that_cant_be_paid_is_refused_with_what_is_missing() -> None:
    """P. 12: Dirk takes 2 wood and 1 iron; there is 1 wood."""
    reason, rule = refused(acting("blacksmith 1", goods={"Anna": {"wood": 1}}), "buy Dirk")
    assert rule == "blacksmith"
    assert "1 wood" in reason
    assert "1 iron" in reason


@pytest.mark.rule("blacksmith", "artificer", "guild-house")
@pytest.mark.parametrize(
    ("space", "closed", "missing"),
    [
        ("blacksmith 1", "buy Club", "1 wood"),
        ("artificer 1", "buy Mandjet", "27 wood"),
        ("guild house", "hire warrior", "1 wood and 4 stone"),
    ],
)
def test_what_cant_be_paid_is_told_without_being_asked(space: str, closed: str, missing: str) -> None:
    """Pp. 8, 12, 13: 3 wood are too few for each of these; the reason stands beside it."""
    game = acting(space, setup=set_up(4), goods={"Anna": {"wood": 3}})
    assert question(game).tells_closed
    assert closed not in options(game)
    assert f"lacks {missing}" in shut(game)[closed]
    assert not question(acting("marketplace", goods={"Anna": {"wood": 3}})).tells_closed


@pytest.mark.rule("E11", "blacksmith", "limited-stock")
def test_a_card_is_sold_once() -> None:
    """E11: Bo has the Dirk; Anna's Club is gone as soon as it is bought."""
    figures = ("Bo", "conjurer", "blacksmith 1"), ("Anna", "conjurer", "blacksmith 2")
    game = resolving(set_up(), *figures, goods={"Anna": RICH, "Bo": RICH})
    play(game, "resolve", "buy Dirk", "done", "resolve", "buy Club")
    assert not {"buy Dirk", "buy Club"} & set(options(game))


@pytest.mark.rule("E6", "E7", "artificer", "number-of-players", "two-player-sapphires")
def test_two_players_pay_diamonds_for_sapphires() -> None:
    """P. 9, E6, E7: Shield of Achilles takes 8 bronze and 2 diamonds."""
    setup = set_up(2)
    game = acting("artificer", "buy Shield Of Achilles", setup=setup, goods={"Anna": {"bronze": 9, "diamond": 3}})
    assert goods(game) == {"bronze": 1, "diamond": 1}


@pytest.mark.rule("E6", "artificer", "blacksmith")
def test_two_players_add_sapphires_to_diamonds_in_a_price() -> None:
    """E6: The Book of Thoth 3 + 3 = 6 diamonds; the Plume 4 bronze and 2 + 2 diamonds."""
    setup = set_up(2)
    game = acting("artificer", setup=setup, goods={"Anna": {"diamond": 5}})
    assert ruling(game, "buy The Book of Thoth") == "artificer"
    game = acting("artificer", "buy The Book of Thoth", setup=setup, goods={"Anna": {"diamond": 6}})
    assert goods(game) == {}
    game = acting("blacksmith", "buy Plume", setup=setup, goods={"Anna": {"bronze": 4, "diamond": 4}})
    assert goods(game) == {}


@pytest.mark.rule("E6", "artificer", "number-of-players", "locked-mythologies")
@pytest.mark.parametrize(
    ("players", "locked", "on_sale"), [(2, ("norse", "greek"), 9), (3, ("greek",), 12), (4, (), 15)]
)
def test_locked_mythologies_artifacts_arent_sold(players: int, locked: Any, on_sale: int) -> None:
    """P. 9, E6: three artifacts for each mythology that is left."""
    space = "artificer" if players == 2 else "artificer 1"
    rich = dict.fromkeys(RICH, 99)
    game = acting(space, setup=set_up(players, locked=locked), goods={"Anna": rich})
    assert len([text for text in options(game) if text.startswith("buy")]) == on_sale
    assert ("buy Talaria" in options(game)) is (not locked)


# --- the weapon smith -------------------------------------------------------------------------------


@pytest.mark.rule("A5", "weapon-smith")
@pytest.mark.parametrize(
    ("creatures", "discount"),
    [(["Wolf"], 0), (["Tinker"], 1), (["Forger"], 2), (["Master"], 4), (["Tinker", "Master", "Forger"], 4)],
)
def test_the_discount_is_the_best_smiths_level(creatures: list[str], discount: int) -> None:
    """P. 20, A5: several don't add up. Mandjet is 30 wood."""
    held = {"Anna": {"wood": 30}}
    game = acting("artificer 1", goods=held, armies={"Anna": creatures})
    if discount:
        assert ruling(game, f"buy Mandjet less {discount + 1} wood") == "A5"
        play(game, f"buy Mandjet less {discount} wood")
    else:
        play(game, "buy Mandjet")
    assert goods(game).get("wood", 0) == discount


@pytest.mark.rule("A5", "weapon-smith")
@pytest.mark.parametrize(("answer", "discount"), [("best", 4), ("sum", 7)])
def test_several_smiths_count_as_the_best_or_add_up(answer: Any, discount: int) -> None:
    smiths = {"Anna": ["Tinker", "Master", "Forger"]}
    game = acting("artificer 1", setup=set_up(smiths=answer), goods={"Anna": {"wood": 30}}, armies=smiths)
    assert ruling(game, f"buy Mandjet less {discount + 1} wood") == "A5"
    play(game, f"buy Mandjet less {discount} wood")
    assert goods(game).get("wood", 0) == discount


@pytest.mark.rule("A5", "weapon-smith", "blacksmith")
@pytest.mark.parametrize(
    ("less", "left"),
    [
        ("2 wood", {"wood": 2}),
        ("1 wood and 1 iron", {"wood": 1, "iron": 1}),
        ("1 wood, 1 iron", {"wood": 1, "iron": 1}),
        ("1 iron", {"iron": 1}),
        ("1 wood", {"wood": 1}),
    ],
)
def test_the_books_level_two_smith(less: str, left: dict[str, int]) -> None:
    """P. 20: any 2 resources, of any kinds, or fewer (A5), stay with Anna. Dirk is 2 wood and 1 iron."""
    held = {"Anna": {"wood": 2, "iron": 1}}
    game = acting("blacksmith 1", f"buy Dirk less {less}", goods=held, armies={"Anna": ["Forger"]})
    assert goods(game) == left


@pytest.mark.rule("A5", "weapon-smith")
def test_no_more_comes_off_than_the_price_has() -> None:
    """A5: Dirk's 1 iron can't be 2 less; nor can stone, which it doesn't take."""
    game = acting("blacksmith 1", goods={"Anna": RICH}, armies={"Anna": ["Forger"]})
    assert ruling(game, "buy Dirk less 2 iron") == "A5"
    assert ruling(game, "buy Dirk less 1 stone") == "A5"


@pytest.mark.rule("A5", "weapon-smith")
def test_the_discount_pays_what_is_lacking() -> None:
    """P. 20: 2 wood and no iron are enough for Dirk with a discount of 1, without being asked which."""
    game = acting("blacksmith 1", "buy Dirk", goods={"Anna": {"wood": 2}}, armies={"Anna": ["Tinker"]})
    assert (goods(game), player(game.present, "Anna").items) == ({}, ["Dirk"])


@pytest.mark.rule("A5", "weapon-smith")
def test_a_discount_can_make_a_card_free() -> None:
    """A5: a discount of 4 on Dirk's 3 resources: never below zero, and the fourth lapses."""
    game = acting("blacksmith 1", "buy Dirk", goods={"Anna": {"wood": 5}}, armies={"Anna": ["Master"]})
    assert goods(game) == {"wood": 5}
    assert goods(play(game, "buy Club")) == {"wood": 1}


@pytest.mark.rule("A5", "weapon-smith")
def test_the_discount_is_for_the_first_purchase_of_an_action() -> None:
    """A5: 1 of 2 is used on Dirk; the rest lapses, so Club costs its 4 wood; the next action has it again."""
    figures = ("Anna", "worker", "blacksmith 1"), ("Anna", "conjurer", "blacksmith 2")
    held = {"Anna": {"wood": 15, "iron": 1, "sapphire": 2}}
    game = resolving(set_up(), *figures, goods=held, armies={"Anna": ["Forger"]})
    play(game, "resolve", "buy Dirk less 1 iron")
    assert ruling(game, "buy Club less 1 wood") == "A5"
    play(game, "buy Club", "done", "resolve", "buy Cloak less 2 sapphire")
    assert goods(game) == {"wood": 15 - 2 - 4 - 4, "iron": 1, "sapphire": 2}


@pytest.mark.rule("A5", "weapon-smith", "E6")
def test_with_two_players_the_discount_is_taken_off_diamonds() -> None:
    """E6, A5: Cloak is 4 wood and 2 diamonds; with 2 off, 4 wood are enough."""
    game = acting(
        "blacksmith", "buy Cloak", setup=set_up(2), goods={"Anna": {"wood": 4}}, armies={"Anna": ["Forger"]}
    )
    assert goods(game) == {}


# --- the order of resolving, and declining ----------------------------------------------------------


@pytest.mark.rule("A15", "resolving")
def test_assistants_in_any_order_and_the_conjurer_last() -> None:
    """P. 10, A15: worker or merchant first; the conjurer only when both are done."""
    setup = set_up(2)
    two = {"Anna": ("worker", "merchant")}
    game = playing(setup, assistants=two)
    play(game, "place conjurer wild animals", "place conjurer duat", "place worker stone mine")
    play(game, "place warrior shangri la", "place merchant wood storage")
    assert {text for text in options(game) if text.startswith("resolve")} == {"resolve worker", "resolve merchant"}
    assert ruling(game, "resolve conjurer") == "A15"
    play(game, "resolve merchant")
    assert goods(game) == {"wood": 2}
    play(game, "resolve worker")
    assert [text for text in options(game) if text.startswith("resolve")] == ["resolve conjurer"]
    play(game, "resolve conjurer")
    assert asked(game) == ("Bo", "resolve")


@pytest.mark.rule("resolving", "E10")
def test_players_resolve_clockwise_from_the_holder() -> None:
    """P. 10: Bo, Cleo, Anna; each all figures."""
    game = playing(set_up(assistants=("worker", "worker", "worker")), holder="Bo")
    play(game, "place worker stone mine", "place worker lumber mill", "place worker wild animals")
    play(game, "place conjurer wood storage", "place conjurer stone storage", "place conjurer fishing pond")
    order = []
    while game.state.stage == "resolving":
        order.append(asked(game)[0])
        play(game, "resolve")
    assert order == ["Bo", "Bo", "Cleo", "Cleo", "Anna", "Anna"]


@pytest.mark.rule("A20", "resolving")
@pytest.mark.parametrize("space", ["wood storage", "wild animals", "stone mine", "marketplace", "blacksmith 1"])
def test_an_action_may_be_left_unused(space: str) -> None:
    """A20."""
    game = play(resolving(set_up(), ("Anna", "conjurer", space), goods={"Anna": RICH}), "decline conjurer")
    assert (goods(game), game.state.mines, game.state.stage) == (RICH, {}, "ending")


@pytest.mark.rule("A20", "duel", "battlegrounds")
@pytest.mark.parametrize("space", ["duel Bo", "duat"])
def test_a_battle_is_fought(space: str) -> None:
    """A20: a duel and a battleground can't be declined."""
    game = resolving(set_up(), ("Anna", "conjurer", space))
    assert ruling(game, "decline conjurer") == "A20"
    assert "decline conjurer" not in options(game)


@pytest.mark.rule("A20", "battlegrounds")
def test_a_battleground_that_was_emptied_meanwhile_does_nothing() -> None:
    """A20: Bo has all Greek creatures by the time Anna's figure is resolved."""
    greek = [card.name for card in set_up().creatures if card.mythology == "greek"]
    game = acting("mount olympus", armies={"Bo": greek})
    assert (game.state.stage, game.state.contest) == ("ending", None)


# --- who is asked, and for what ---------------------------------------------------------------------


@pytest.mark.rule("marketplace", "sacrificial-pit", "guild-house")
@pytest.mark.parametrize(
    ("space", "key", "usual", "more"),
    [
        ("marketplace", "trade", "done", True),
        ("sacrificial pit 1", "sacrifice", None, True),
        ("guild house", "hire", None, False),
    ],
)
def test_an_action_is_its_players_who_may_take_more_than_is_listed(
    space: str, key: str, usual: str | None, more: bool
) -> None:
    """A multiple of a trade, and several creatures, are typed; of assistants there is one."""
    game = acting(space, goods={"Anna": RICH}, armies={"Anna": ["Wolf", "Imp"]})
    assert (asked(game), question(game).default, question(game).open) == (("Anna", key), usual, more)


@pytest.mark.rule("marketplace")
def test_where_nothing_can_be_traded_there_is_no_choice() -> None:
    assert question(acting("marketplace")).only() == "done"


@pytest.mark.rule("end-phase")
def test_the_end_of_a_turn_is_waited_for() -> None:
    """P. 14: there is nothing else to say, but players look at the table first."""
    asked_now = question(ending())
    assert (options(ending()), asked_now.default, asked_now.only()) == (["end turn"], "end turn", None)
