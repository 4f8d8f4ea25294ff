"""What can be read and isn't allowed is refused with the rule that forbids it, not as something unreadable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from referee.cli import build
from referee.errors import Illegal, Unreadable
from referee.play.notation import readings
from tests.conjurers.battles import creature, judge, piece, record
from tests.conjurers.evenings import (
    DEALT,
    Play,
    acting,
    army,
    asked,
    ending,
    options,
    play,
    playing,
    refused,
    resolving,
    ruling,
    set_up,
)


def tournament(armies: Mapping[str, Sequence[str]] | None = None) -> Play:
    """The midway tournament at its first prize: Anna has won the final against Cleo, Bo the third place."""
    game = play(ending(set_up(4, tournament=True), turn=6, armies=armies), "end turn", "Anna, Bo, Cleo, Dan")
    play(game, "attacker wins", "attacker wins", "Anna", "Bo")
    return play(game, "attacker wins", "attacker wins")


# --- which figure is resolved ---------------------------------------------------------------------


@pytest.mark.rule("A15", "resolving")
def test_the_conjurer_comes_after_the_assistants() -> None:
    game = resolving(set_up(), ("Anna", "worker", "lumber mill"), ("Anna", "conjurer", "tavern"))
    assert ruling(game, "resolve conjurer") == ruling(game, "decline conjurer") == "A15"


@pytest.mark.rule("resolving")
def test_a_figure_that_stands_nowhere_is_not_resolved() -> None:
    game = resolving(set_up(), ("Anna", "worker", "lumber mill"))
    assert ruling(game, "resolve conjurer") == ruling(game, "decline conjurer") == "resolving"


@pytest.mark.rule("E6", "sacrificial-pit")
def test_a_creature_that_is_out_of_this_game_is_said_to_be() -> None:
    game = acting("sacrificial pit 1", setup=set_up(3), armies={"Anna": ["Wolf"]})
    assert ruling(game, "sacrifice Norse 3a for diamond") == "E6"
    assert ruling(game, "sacrifice Greek 3a for diamond") == "sacrificial-pit"


@pytest.mark.rule("A1")
@pytest.mark.parametrize("kind", ["warrior", "conjurer"])
def test_a_figure_whose_battle_waits_is_not_resolved_yet(kind: str) -> None:
    game = playing(set_up(4, battles_last="always"), assistants={"Anna": ["warrior", "recruiter"]})
    play(
        game, "place warrior duat", "place conjurer tavern", "place conjurer lumber mill", "place conjurer stone mine"
    )
    play(game, "place conjurer duel Bo")
    while asked(game)[1] == "place":
        game.answer(options(game)[0])
    assert asked(game) == ("Anna", "resolve")
    reason, rule = refused(game, f"resolve {kind}")
    assert (rule, "wait" in reason) == ("A1", True)


@pytest.mark.rule("resolving", "figures")
def test_a_figure_that_is_done_or_that_nobody_has_is_not_resolved() -> None:
    game = resolving(
        set_up(),
        ("Anna", "worker", "lumber mill"),
        ("Anna", "merchant", "wood storage"),
        assistants={"Anna": ["worker", "merchant", "recruiter"]},
    )
    game.answer("resolve worker")
    assert ruling(game, "resolve worker") == "resolving"
    assert ruling(game, "resolve recruiter") == "resolving"  # it stayed at home
    assert ruling(game, "resolve warrior") == "figures"
    with pytest.raises(Unreadable, match="wurrior"):
        game.answer("resolve wurrior")


# --- battlegrounds and prizes ---------------------------------------------------------------------


@pytest.mark.rule("A7")
@pytest.mark.parametrize("cards", ["whole pile", "cards missing"])
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Greek 2a", "Greek 2a is greek 2"),
        ("Egyptian 3a", "with Bo"),
        ("Wolf", "of level 1"),
        ("Egyptian 4a", "out of"),
    ],
)
def test_a_creature_that_cannot_be_fought_for(name: str, told: str, cards: str) -> None:
    """Of another mythology, somebody's, of level 1, or out of the game; whether or not there may be unknown cards."""
    setup = set_up()
    if cards == "cards missing":
        setup = set_up(creatures=[c for c in setup.creatures if c.name not in ("Forger", "Master", "Egyptian 5a")])
    figures = ("Bo", "conjurer", "sacrificial pit 1"), ("Anna", "conjurer", "duat")
    game = resolving(setup, *figures, armies={"Bo": ["Egyptian 3a", "Egyptian 4a"]})
    play(game, "resolve conjurer", "sacrifice Egyptian 4a for food", "resolve conjurer")
    reason, rule = refused(game, name)
    assert (rule, told in reason) == ("A4" if told == "out of" else "A7", True)


@pytest.mark.rule("A17", "set-aside")
def test_against_a_challenger_without_creatures_nobody_is_set_aside() -> None:
    """A17: Anna has none and loses at once; Bo, who has four, isn't asked."""
    game = resolving(
        set_up(), ("Anna", "conjurer", "duel Bo"), armies={"Anna": [], "Bo": ["Bear", "Boar", "Hen", "Ant"]}
    )
    play(game, "resolve conjurer")
    assert (asked(game)[1], game.state.players[0].minus_points) == ("end", 10)


@pytest.mark.rule("set-aside")
def test_only_ones_own_creature_is_set_aside() -> None:
    game = resolving(set_up(), ("Anna", "conjurer", "duel Bo"), armies={"Bo": ["Bear", "Boar", "Hen", "Ant"]})
    play(game, "resolve conjurer")
    assert ruling(game, "Wolf") == "set-aside"


@pytest.mark.rule("A12", "tournament-prizes")
@pytest.mark.parametrize("name", ["Greek 2a", "Greek 3a", "Wolf"])
def test_a_prize_of_another_level_or_of_somebody(name: str) -> None:
    """Anna has won the midway tournament: a creature of level 3 that is still in its pile."""
    game = tournament({"Bo": ["Greek 3a", "Bear", "Boar"]})
    assert asked(game) == ("Anna", "prize")
    assert ruling(game, name) == "A12"


@pytest.mark.rule("A12", "tournament-prizes")
def test_the_goods_of_a_prize_are_of_two_kinds() -> None:
    game = play(tournament(), "Greek 3a")
    assert asked(game) == ("Anna", "goods")
    assert ruling(game, "wood") == "A12"


@pytest.mark.rule("A18", "tournament-pairs")
def test_who_can_be_drawn_in_a_tournament() -> None:
    """A18: each player once in the semifinals; challenger is one of the two who meet."""
    game = play(ending(set_up(4, tournament=True), turn=6), "end turn")
    assert ruling(game, "Anna, Bo, Anna, Dan") == "A18"
    play(game, "Anna, Bo, Cleo, Dan", "attacker wins", "attacker wins")
    assert (asked(game)[1], options(game)) == ("challenger", ["Anna", "Cleo"])
    assert ruling(game, "Bo") == "A18"


# --- shops, pit, market ---------------------------------------------------------------------------


@pytest.mark.rule("blacksmith", "artificer")
def test_each_shop_sells_its_own_cards() -> None:
    """P. 12; and an artifact of a mythology that is out of the game isn't sold at all (E6)."""
    smith = acting("blacksmith 1", goods={"Anna": {"wood": 30}})
    assert ruling(smith, "buy Mandjet") == ruling(smith, "mandjet") == "blacksmith"
    artificer = acting("artificer 1", goods={"Anna": {"wood": 30}})
    assert ruling(artificer, "buy Club") == "artificer"


@pytest.mark.rule("E6", "locked-mythologies")
def test_a_locked_artifact_is_not_sold() -> None:
    assert ruling(acting("artificer 1", setup=set_up(3)), "buy Mjollnir") == "E6"


@pytest.mark.rule("E6", "A6")
def test_a_sapphire_that_is_not_in_the_game_is_not_stolen() -> None:
    game = resolving(set_up(2), ("Anna", "conjurer", "duel Bo"))
    play(game, "resolve conjurer", "attacker wins")
    assert ruling(game, "steal sapphire, wood, food") == "E6"


@pytest.mark.rule("E6", "two-player-spaces")
@pytest.mark.parametrize(
    "text", ["place conjurer fishing", "place worker sapphire mine", "place conjurer blacksmith 2"]
)
def test_a_space_that_is_closed_with_two_players(text: str) -> None:
    """Named by its whole name or by its beginning."""
    assert ruling(playing(set_up(2)), text) == "E6"


@pytest.mark.rule("immobility", "X3")
@pytest.mark.parametrize(("own", "told"), [(True, "Ox has immobility"), (False, "Ox wears Slab (immobility)")])
def test_where_immobility_comes_from_is_told(own: bool, told: str) -> None:
    data = record(
        [creature("Ox", 9, 1, *(("immobility",) if own else ()))],
        [creature("Elk", 9, 1)],
        "summon Ox 1 with Slab",
        "summon Elk 3",
        "move Ox 2",
        attacker_wears=[piece("Slab", *(() if own else ("immobility",)))],
    )
    illegal = judge(data).illegal
    assert illegal is not None
    assert (illegal.ruling, illegal.reason) == ("immobility", f"{told} and can't move")


@pytest.mark.rule("E6", "locked-mythologies")
def test_nobody_gains_a_creature_of_a_locked_mythology_by_hand() -> None:
    with pytest.raises(Illegal) as caught:
        playing(set_up(3)).correct(*readings("adjust Anna gains creature Fenrir, norse 5"))
    assert caught.value.ruling == "E6"


@pytest.mark.rule("sacrificial-pit")
@pytest.mark.parametrize("name", ["Bear", "Greek 2a"])
def test_only_ones_own_creatures_are_sacrificed(name: str) -> None:
    """P. 13: not Bo's, nor one in its pile."""
    game = acting("sacrificial pit 1")
    assert ruling(game, f"sacrifice {name} for food") == "sacrificial-pit"
    assert ruling(game, f"sacrifice Wolf for food, {name} for food") == "sacrificial-pit"


@pytest.mark.rule("A3", "marketplace")
@pytest.mark.parametrize("text", ["trade 3 food iron", "trade 3 wood food"])
def test_food_is_not_traded(text: str) -> None:
    assert ruling(acting("marketplace", turn=4, goods={"Anna": {"food": 9, "wood": 9}}), text) == "A3"


@pytest.mark.rule("guild-house", "figures")
def test_a_conjurer_is_not_hired() -> None:
    assert ruling(acting("guild house"), "hire conjurer") == "figures"


# --- the weapon smith's discount ------------------------------------------------------------------


def smith(*texts: str) -> Play:
    """Anna's army has a weapon smith of level 4; she stands at the blacksmith with 9 wood and 9 iron."""
    goods = {"Anna": {"wood": 9, "iron": 9}}
    return acting("blacksmith 1", *texts, armies={"Anna": ["Master"]}, goods=goods)


@pytest.mark.rule("A5", "weapon-smith")
@pytest.mark.parametrize("text", ["buy Dirk less nothing", "Dirk less none", "buy dirk less 0"])
def test_a_discount_may_be_left_unused(text: str) -> None:
    """A5: less than all of it may be used; what the first purchase leaves lapses."""
    game = smith(text)
    owner = game.present.players[0]
    assert (owner.items, owner.resources) == (["Dirk"], {"wood": 7, "iron": 8})
    assert game.draft[-1].text == "buy Dirk less nothing"
    play(game, "buy Club")
    assert owner.resources["wood"] == 7 - 4


@pytest.mark.rule("A5")
def test_what_the_discount_takes_off_whole_is_no_price() -> None:
    game = acting("blacksmith 1", armies={"Anna": ["Master"]}, goods={"Anna": {"wood": 1}})
    assert game.question is not None
    closed = {option.text: option.detail for option in game.question.closed()}
    assert closed["buy Cloak"] == "it costs 2 wood; Anna lacks 1 wood"


@pytest.mark.rule("A5")
def test_a_card_named_less_nothing_is_no_discount() -> None:
    """Without a weapon smith there is nothing to leave."""
    game = acting("blacksmith 1", "buy Dirk less nothing", goods={"Anna": {"wood": 9, "iron": 9}})
    assert game.present.players[0].resources == {"wood": 7, "iron": 8}


# --- numerals and cards of the box ----------------------------------------------------------------


@pytest.mark.rule("E3")
@pytest.mark.parametrize("space", ["iron mine", "bronze smelter", "sapphire storage", "diamond mine"])
def test_the_numerals_that_the_output_tables_show_are_not_changed(space: str, tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    arguments = [
        "new",
        str(path),
        "--yes",
        "--player",
        "Anna:worker",
        "--player",
        "Bo:worker",
        "--unlock",
        f"{space} 1",
    ]
    found = CliRunner().invoke(build(["new"]), arguments)
    assert (found.exit_code, "E3" in found.output) == (2, True)


@pytest.mark.rule("E3")
@pytest.mark.parametrize("said", ["all I", "all", "none", "no"])
def test_a_board_on_which_all_is_numbered_i_is_said_so(said: str, tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    players = ["--player", "Anna:worker", "--player", "Bo:worker", "--locked", "norse, greek"]
    dealt = ["--dealt", "Anna: Ox, Bear, Rat", "--dealt", "Bo: Viper, Cat, Fox"]
    arguments = ["new", str(path), "--yes", *players, *dealt, "--unlock", said]
    assert CliRunner().invoke(build(["new"]), arguments).exit_code == 0
    assert "unlock" not in path.read_text(encoding="utf-8")


@pytest.mark.rule("level-1-cards", "X9")
def test_nobody_is_given_a_sixteenth_level_1_creature() -> None:
    """P. 6: there are fifteen; nine were dealt."""
    game = playing(set_up(3, creatures=(), dealt=DEALT[:3]))
    for number in range(15 - 9):
        game.correct(*readings(f"adjust Anna gains creature New {number}, level 1"))
    with pytest.raises(Illegal) as caught:
        game.correct(*readings("adjust Anna gains creature New 6, level 1"))
    assert (caught.value.ruling, len(army(game))) == ("level-1-cards", 3 + 6)
