"""The one card more that would raise a score most; a slow twin puts every card there is to the holdings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from referee.games.conjurers.rules.card_pool import stock_of_artifacts
from referee.games.conjurers.rules.state import GameState, Setup
from referee.games.conjurers.scores.score import CardInReach, best_of_each, in_reach, score_now
from tests.conjurers.evenings import CREATURES, begin, player, set_up


def reach(
    army: Sequence[str], what: str, *, artifacts: Sequence[str] = (), setup: Setup | None = None
) -> CardInReach:
    """What a card more would bring Anna."""
    setup = setup or set_up(4)
    found = {
        one.what: one for one in in_reach(setup, holding(setup, army, artifacts), player_of(setup, army, artifacts))
    }
    return found[what]


def holding(setup: Setup, army: Sequence[str], artifacts: Sequence[str] = ()) -> GameState:
    game = begin(setup, armies={"Anna": army})
    player(game, "Anna").artifacts = list(artifacts)
    return game


def player_of(setup: Setup, army: Sequence[str], artifacts: Sequence[str]) -> Any:
    return player(holding(setup, army, artifacts), "Anna")


def gains(found: CardInReach) -> Mapping[str, int]:
    return found.gains


@pytest.mark.rule("creature-variety", "S2")
def test_a_third_mythology_of_a_level_makes_variety() -> None:
    found = reach(["Norse 4a", "Greek 4a"], "japanese 4")
    assert (found.points, gains(found), found.bonus) == (14, {"levels": 4, "variety": 10}, 10)
    assert found.cards == ("Japanese 4a", "Japanese 4b")


@pytest.mark.rule("consistency", "S2")
def test_another_level_of_a_mythology_makes_consistency() -> None:
    found = reach(["Norse 2a", "Norse 3a"], "norse 4")
    assert (found.points, gains(found)) == (9, {"levels": 4, "consistency": 5})
    assert not reach(["Norse 2a", "Norse 3a"], "norse 3").bonus


@pytest.mark.rule("abundance", "S2")
def test_the_sixth_of_a_mythology_makes_abundance() -> None:
    five = ["Norse 2a", "Norse 2b", "Norse 2c", "Norse 3a", "Norse 3b"]
    assert gains(reach(five, "norse 4"))["abundance"] == 15


@pytest.mark.rule("combinations", "S3")
def test_an_artifact_combines_with_three_of_its_mythology() -> None:
    three = ["Norse 2a", "Norse 2b", "Norse 2c"]
    found = reach(three, "Svalinn")
    assert (found.kind, found.points, gains(found)) == ("artifact", 21, {"points": 6, "combinations": 15})
    third = reach(three[:2], "norse 2", artifacts=["Svalinn"])
    assert gains(third)["combinations"] == 15


@pytest.mark.rule("S3")
@pytest.mark.parametrize(("answer", "combined"), [("all", 15), ("two", 0)])
def test_a_third_combination_brings_what_the_table_lets_count(answer: str, combined: int) -> None:
    army = [f"{kin} 2{letter}" for kin in ("Norse", "Greek", "Egyptian") for letter in "abc"]
    setup = set_up(4, combinations=answer)
    found = reach(army, "Mandjet", artifacts=["Svalinn", "Talaria"], setup=setup)
    assert gains(found).get("combinations", 0) == combined


@pytest.mark.rule("artifact-variety", "artifact-set")
def test_artifacts_make_their_own_bonuses() -> None:
    assert gains(reach([], "Talaria", artifacts=["Svalinn", "Ofuda"])) == {"points": 6, "artifact variety": 15}
    assert gains(reach([], "Gleipnir", artifacts=["Svalinn", "Mjöllnir"]))["artifact consistency"] == 20


@pytest.mark.rule("creature-variety")
def test_the_number_of_players_picks_the_table() -> None:
    army = ["Egyptian 2a", "Greek 2a"]
    assert gains(reach(army, "japanese 2", setup=set_up(3)))["variety"] == 5
    assert gains(reach(army, "japanese 2", setup=set_up(4)))["variety"] == 4


@pytest.mark.rule("A7", "E11", "limited-stock")
def test_only_cards_that_can_still_be_had_are_in_reach() -> None:
    """Not what somebody holds, what is out of the game, what is locked, or level 1."""
    setup = set_up(3, locked=("norse",))
    game = begin(setup, armies={"Bo": ["Greek 5a"]})
    game.gone = ["Japanese 5a"]
    player(game, "Cleo").artifacts = ["Talaria"]
    found = {one.what: one for one in in_reach(setup, game, player(game, "Anna"))}
    assert "egyptian 5" in found
    assert not any("norse" in what or what in ("Svalinn", "Talaria") for what in found)
    assert not any(what.endswith(" 1") for what in found)
    # eight of a mythology are known, so nothing unnamed can be among them
    assert "greek 5" not in found
    assert "japanese 5" not in found


@pytest.mark.rule("X9")
def test_cards_nobody_has_named_are_only_possible() -> None:
    setup = set_up(4, creatures=tuple(card for card in CREATURES if card.level == 1))
    game = begin(setup)
    found = {one.what: one for one in in_reach(setup, game, player(game, "Anna"))}
    assert not found["norse 5"].sure
    assert found["norse 5"].cards == ()


def test_what_is_promised_is_what_the_score_becomes() -> None:
    """Each card is really given, and the whole table scored."""
    setup = set_up(4)
    army = ["Norse 2a", "Norse 3a", "Greek 2a", "Egyptian 2a", "Biblical 3a", "Wolf"]
    game = holding(setup, army, ["Svalinn", "Ofuda"])
    before = score_now(setup, game).standing[0].total
    found = in_reach(setup, game, player(game, "Anna"))
    assert len(found) > 20
    for one in found:
        after = game.copy()
        held = player(after, "Anna")
        (held.creatures if one.kind == "creature" else held.artifacts).append(one.cards[0])
        assert score_now(setup, after).standing[0].total - before == one.points == sum(gains(one).values())
    assert [one.points for one in found] == sorted((one.points for one in found), reverse=True)
    assert {one.what for one in found if one.kind == "artifact"} == {
        row.name for row in stock_of_artifacts(setup, game)
    }
    best = best_of_each(found)
    assert {one.kind for one in best} == {"creature", "artifact"}
    assert all(one.bonus for one in best)
    assert len({(one.kind, one.mythology) for one in best}) == len(best)
