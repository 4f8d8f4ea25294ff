"""States and set-ups that can't be are refused with what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import convert, to_builtins
from msgspec.structs import replace

from referee.errors import BadInput
from referee.games.prophecy.rules.state import GameState, Lying, Setup
from referee.games.prophecy.rules.turns import RULES, start_game
from tests.prophecy.games import BOARD, copies, make_setup

SETUP = make_setup(2, heroes=("Bellringer", "Paladin"), first="Forests", laid=("Ghost", "Ruin", "Imp", "Gem Mine"))


def _hold(*names: str) -> Callable[[GameState], None]:
    def change(game: GameState) -> None:
        for seat, name in enumerate(names):
            game.players[seat % 2].artifacts.append(name)

    return change


def _put(space: str, *names: str) -> Callable[[GameState], None]:
    return lambda game: game.at(BOARD.find_space(space)).cards.extend(map(Lying, names))


def _set(seat: int, **values: object) -> Callable[[GameState], None]:
    def change(game: GameState) -> None:
        for key, value in values.items():
            setattr(game.players[seat], key, value)

    return change


def _closed(**values: object) -> Callable[[GameState], None]:
    def change(game: GameState) -> None:
        game.planes[0].closed = True
        game.players[0].artifacts.append("Banner of Hope")
        for key, value in values.items():
            setattr(game.planes[0], key, value)
            game.planes[1].closed = key == "left"

    return change


def _won(game: GameState) -> None:
    for plane, name in zip(game.planes, copies("artifact")[:4], strict=False):
        plane.closed = True
        game.players[0].artifacts.append(name)


def _guarded(*lesser: str) -> Callable[[GameState], None]:
    def change(game: GameState) -> None:
        for plane, name in zip(game.planes, lesser, strict=False):
            plane.lesser = name

    return change


def _seat(name: str) -> Callable[[GameState], None]:
    return lambda game: setattr(game, name, [7] if name == "won" else 7)


def _over(game: GameState) -> None:
    game.over, game.won = True, [0]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (_set(0, space=0), "Anna's hero stands on no space"),
        (_set(0, hero=""), "Anna plays without a hero"),
        (_set(0, health=9, red=3), "health: 9; it can be 0 to 3"),
        (_set(1, blue=11, magic=0), "willpower: 11; it can be 0 to 10"),
        (_set(1, status="dead"), "Bo is dead and has things"),
        (_set(1, items=["Axe", "Axe"]), "Axe lies in two places"),
        (_set(1, items=["Prayer"]), "Prayer lies among Bo's Items"),
        (_set(1, damaged=["Prayer"]), "Prayer lies among Bo's Items"),
        (_set(1, abilities=["Rope"]), "Rope lies among Bo's Abilities"),
        (_set(1, artifacts=["Rope"]), "Rope lies among Bo's Artifacts; it is of kind item"),
        (_set(1, items=["Nonesuch"]), "Nonesuch isn't a known card"),
        (_hold("Royal Cape", "Royal Cape"), "Royal Cape lies in two places"),
        (_hold("Royal Cape"), "1 Artifacts are out of their planes, and 0 planes are closed"),
        (lambda game: game.at(6).artifacts.append("Royal Cape"), "1 Artifacts are out of their planes, and 0 planes"),
        (_guarded("Door Warden", "Door Warden"), "Door Warden lies in two places: a plane and a plane"),
        (lambda game: game.planes.pop() and None, "4 planes; there are 5"),
        (lambda game: game.at(1).abilities.extend(["Prayer", "Night Vigil"]), "there are two at most"),
        (_put("City", "Lone Wolf"), "Adventure cards lie on terrain only"),
        (_put("Plains 6", "Lone Wolf", "Bog Hag", "Imp #2"), "3 Adventure cards; there are two at most"),
        (lambda game: game.at(5).abilities.append("Prayer"), "Prayer is an Ability of the Monastery"),
        (lambda game: game.at(6).goods.append("Rope"), "goods lie in City and Village only"),
        (lambda game: setattr(game.decks["chance"], "count", 99), "the chance deck has 99 cards"),
        (lambda game: setattr(game.planes[0], "beaten", True), "its Lesser Guardian is beaten and face down"),
        *((_seat(name), f"{name}: there is no player 7") for name in ("active", "attacked", "collector", "won")),
        (lambda game: game.unused.append("Paladin"), "the hero Paladin is listed twice"),
        (lambda game: setattr(game.decks["rare"], "count", SETUP.sizes["rare"] + 1), "lie elsewhere; there are"),
        (lambda game: game.decks.pop("rare") and None, "the rare deck is missing"),
        (lambda game: setattr(game.planes[2], "lesser", "Pale Regent"), "Pale Regent is of kind greater, not lesser"),
        (_over, "nobody has won by the Artifacts held"),
        (_won, "Anna won already"),
        (lambda game: game.won.append(0), "nobody has won by the Artifacts held"),
        (lambda game: game.spaces.pop(), "19 spaces"),
        (lambda game: game.at(6).abilities.append("Prayer"), "Plains 6: Abilities lie in guilds only"),
        (lambda game: game.at(6).cards.append(Lying(gold=2)), "Plains 6: Gold or Items lie on a face-down card"),
        (lambda game: game.at(6).cards.append(Lying(damaged=["Axe"])), "Gold or Items lie on a face-down card"),
        (_set(0, hero="Axe"), "Anna plays Axe, which isn't a hero"),
        (
            lambda game: game.at(2).goods.append("Prayer"),
            "Prayer is of kind ability, and lies among those of kind item",
        ),
        (lambda game: game.at(1).abilities.append("Rope"), "is of kind item, and lies among those of kind ability"),
        (
            lambda game: game.at(6).artifacts.append("Rope"),
            "space 6: Rope is of kind item, and lies among those of kind artifact",
        ),
        (_put("Plains 6", "Rope"), "Rope is of kind item, and lies among those of kind creature"),
        (_set(0, items=["Rope"]), "the common deck has 24 cards, 1 lie elsewhere; there are 24 in all"),
        (_closed(artifact="Royal Cape"), "plane 0 is closed and has an Artifact"),
        (_closed(left=["Royal Cape"]), "plane 0 is closed and has an Artifact"),
    ],
)
def test_a_state_that_cannot_be_is_refused(change: Callable[[GameState], None], says: str) -> None:
    game = start_game(SETUP)
    RULES.check(SETUP, game)
    change(game)
    with pytest.raises(BadInput) as caught:
        RULES.check(SETUP, game)
    assert says in str(caught.value)


@pytest.mark.rule("what-is-in-box")
@pytest.mark.parametrize(
    ("seat", "values", "most"),
    [(0, {"red": 9}, None), (0, {"red": 10}, 9), (1, {"blue": 10}, None), (1, {"blue": 11}, 10)],
)
def test_the_most_cubes_are_the_printed_ones_or_more_that_are_agreed(
    seat: int, values: dict[str, int], most: int | None
) -> None:
    setup = replace(SETUP, red_cubes=9, blue_cubes=6)
    game = start_game(setup)
    _set(seat, **values)(game)
    if most is None:
        RULES.check(setup, game)
        return
    with pytest.raises(BadInput, match=f"it can be 0 to {most}"):
        RULES.check(setup, game)


@pytest.mark.rule("discarded-cards", "decks")
def test_a_card_known_to_lie_under_its_deck_is_counted_once() -> None:
    game = start_game(SETUP)
    pack = game.decks["Monastery"]
    lying = {name for name, _ in game.known_places()}
    pack.bottom = [name for name in copies("Monastery") if name not in lying][:2]
    RULES.check(SETUP, game)
    pack.count += 1
    with pytest.raises(BadInput, match=f"the Monastery deck has {pack.count} cards, 1 lie elsewhere"):
        RULES.check(SETUP, game)


@pytest.mark.parametrize(
    ("setup", "says"),
    [
        (replace(SETUP, players=("Anna", "Anna")), "two players are called Anna"),
        (replace(SETUP, heroes=("Paladin", "Paladin")), "Paladin is played twice"),
        (replace(SETUP, heroes=SETUP.heroes[:1]), "each of the 2 players needs a hero; 1 given"),
        (replace(SETUP, heroes=("Paladin", "Nobody")), "Nobody: strength, willpower and two guilds"),
        (replace(SETUP, cards=(*SETUP.cards, SETUP.cards[0])), "stands twice among the cards"),
        (replace(SETUP, abilities=SETUP.abilities * 6), "Abilities lie in five guilds"),
        (replace(SETUP, start=2), "start: there is no player 2"),
        (replace(SETUP, board=None), "the board is missing"),
        (replace(SETUP, teams=True), "teams are for four players"),
        (replace(make_setup(3), teams=True), "teams are for four players"),
        (replace(SETUP, sizes={**SETUP.sizes, "artifact": 4}), "five are needed"),
        (replace(SETUP, sizes={}), "and Monastery; write it under [setup.sizes], like chance = 8"),
        (
            replace(SETUP, sizes={deck: many for deck, many in SETUP.sizes.items() if deck != "Thieves' Guild"}),
            """no number of cards for Thieves' Guild; write it under [setup.sizes], like "Thieves' Guild" = 8""",
        ),
    ],
)
def test_a_set_up_that_cannot_be_is_refused(setup: Setup, says: str) -> None:
    with pytest.raises(BadInput) as caught:
        RULES.check_setup(setup)
    assert says in str(caught.value)


def test_the_guardians_decks_are_not_counted() -> None:
    """How many are left in the box is nobody's concern."""
    game = start_game(SETUP)
    for deck in ("lesser", "greater", "artifact"):
        game.decks[deck].count = 99
    RULES.check(SETUP, game)


@pytest.mark.parametrize("dice", ["entered", "rolled", "average"])
def test_a_set_up_is_kept_whichever_dice_it_has(dice: Any) -> None:
    assert convert(to_builtins(replace(SETUP, dice=dice)), Setup).dice == dice
