"""Games without a deck or with a part of one: what isn't known of a card is asked when it matters, and kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from referee.errors import Ambiguous, Illegal, RefereeError, Unreadable
from referee.games.conjurers import tables
from referee.games.conjurers.battle.events import Absorbed, Hit
from referee.games.conjurers.battle.state import Fighter
from referee.games.conjurers.cards.cards import CreatureEntry, ItemEntry
from referee.games.conjurers.rules import ending as evening_ending
from referee.games.conjurers.rules.events import Bought, Fed
from referee.games.conjurers.rules.state import Face, GameState, Setup
from referee.games.conjurers.scores.score import score_now
from referee.play.event import Said
from referee.play.notation import readings
from tests.conjurers.evenings import (
    CREATURES,
    DEALT,
    ITEMS,
    Play,
    army,
    asked,
    battle,
    begin,
    contest,
    ending,
    goods,
    happened,
    minus,
    options,
    play,
    player,
    question,
    refused,
    resolving,
    ruling,
    session,
    set_up,
    shut,
)

RICH = dict.fromkeys(("wood", "stone", "iron", "bronze", "sapphire", "diamond"), 60)
OLYMPUS = "mount olympus"


def bare(players: int = 3, **settings: Any) -> Setup:
    """A set-up without any deck."""
    return set_up(players, **{"creatures": (), "items": (), "dealt": DEALT[:players], **settings})


def part(creatures: Sequence[str] = (), items: Sequence[str] = (), **settings: Any) -> Setup:
    """A set-up with some cards of a deck."""
    some = tuple(card for card in CREATURES if card.name in creatures)
    return bare(creatures=some, items=tuple(card for card in ITEMS if card.name in items), **settings)


def at(space: str, *texts: str, setup: Setup | None = None, faces: Sequence[Face] = (), **start: Any) -> Play:
    """A game without a deck in which Anna's conjurer has just been resolved on a space; `faces` are known."""
    found = resolving(setup or bare(), ("Anna", "conjurer", space), **start)
    if faces:
        found = known(found, faces)
    return play(found, "resolve conjurer", *texts)


def known(game: Play, faces: Sequence[Face]) -> Play:
    """The same game, in which these creatures were named before."""
    state: GameState = game.state.copy()
    state.faces += faces
    return session(game.game.setup, state)  # type: ignore[attr-defined]


def greek(many: int, level: int = 2) -> list[Face]:
    """Creatures that were named before: "Greek 1", "Greek 2"..."""
    return [Face(f"Greek {number}", level, "greek") for number in range(1, many + 1)]


def fighter(game: Play, name: str) -> Fighter:
    """A creature of the battle under way."""
    return next(one for one in battle(game).fighters if one.name == name)


# --- a battleground: names and faces (A7, E11) ------------------------------------------------------


@pytest.mark.rule("battlegrounds", "A7", "E11")
def test_a_creature_that_nobody_named_before_is_typed_with_its_level() -> None:
    """P. 12: the battleground tells its mythology; the level decides on the minion."""
    game = at(OLYMPUS)
    assert (asked(game), options(game), question(game).open) == (("Anna", "creature"), [], True)
    play(game, "Hydra")
    assert asked(game)[1] == "level"
    assert not any(" fights for " in event.text for event in happened(game, Said))
    play(game, "4")
    assert (game.present.faces, contest(game).guarded) == ([Face("Hydra", 4, "greek")], "Hydra")
    assert any(event.text.startswith("Anna fights for Hydra;") for event in happened(game, Said))
    play(game, "referee")
    minion = fighter(game, "Minion").card
    assert (minion.level, minion.mythology, minion.hp, minion.bd) == (4, "greek", 12, 3)


@pytest.mark.rule("A7")
@pytest.mark.parametrize("text", ["1", "6", "0", "-2", "few", ""])
def test_a_battlegrounds_creature_is_of_level_two_to_five(text: str) -> None:
    """A7."""
    game = at(OLYMPUS, "Hydra")
    with pytest.raises(Unreadable):
        game.answer(text)
    assert (game.present.faces, asked(game)[1]) == ([], "level")


@pytest.mark.rule("A7")
@pytest.mark.parametrize("typed", ["3", "level 3", "Greek 3", "greek level 3"])
def test_a_level_is_read_as_people_say_it(typed: str) -> None:
    game = play(at(OLYMPUS, "Hydra"), typed)
    assert game.present.faces == [Face("Hydra", 3, "greek")]
    assert game.draft[-1].text == "3"


@pytest.mark.rule("A7")
def test_a_whole_card_can_be_said_where_its_level_is_asked() -> None:
    """Then nothing more is asked of it when it fights."""
    game = play(at(OLYMPUS, "Hydra"), "level 2, 5/2, flying")
    assert game.present.faces == [Face("Hydra", 2, "greek")]
    assert [(card.name, card.hp, card.bd, card.abilities) for card in game.present.learnt_creatures] == [
        ("Hydra", 5, 2, ("flying",))
    ]
    assert game.draft[-1].text == "2, 5/2, flying"
    with pytest.raises(Unreadable):
        at(OLYMPUS, "Hydra").answer("level 2, flying")


@pytest.mark.rule("A7", "battlegrounds", "A22")
@pytest.mark.parametrize(("outcome", "won"), [("attacker wins", True), ("defender wins", False)])
def test_a_creature_is_known_from_then_on(outcome: str, won: bool) -> None:
    """P. 12: lost, it is back in its pile and offered by name, and its level isn't asked again."""
    figures = ("Anna", "conjurer", OLYMPUS), ("Bo", "conjurer", OLYMPUS)
    game = play(resolving(bare(), *figures), "resolve", "Hydra", "4", outcome, "resolve")
    assert army(game) == [*DEALT[0], *(["Hydra"] if won else [])]
    assert options(game) == ([] if won else ["Hydra"])
    if won:
        reason, rule = refused(game, "Hydra")
        assert (rule, "Hydra is greek 4" in reason, "with Anna" in reason) == ("A7", True, True)
    else:
        assert "level 4" in question(game).options()[0].detail
        assert asked(play(game, "hyd"))[1] == "battle"
        assert game.present.faces == [Face("Hydra", 4, "greek")]


@pytest.mark.rule("A7")
@pytest.mark.parametrize("text", ["Norn", "norn", "NÖRN", "Wolf", "Bear"])
def test_a_creature_of_another_mythology_or_of_level_one_isnt_greek(text: str) -> None:
    """A7, S1: Norn was named as Egyptian before; Wolf and Bear were dealt."""
    game = at(OLYMPUS, faces=[Face("Norn", 3, "egyptian")])
    reason, rule = refused(game, text)
    assert rule == "A7"
    assert ("egyptian 3" if text.lower().startswith("n") else "of level 1") in reason


@pytest.mark.rule("A7")
def test_a_creature_of_the_deck_is_known_too() -> None:
    """A7: Japanese 4a is a card of the deck; Greek 2a is with Bo."""
    setup = part(["Japanese 4a", "Greek 2a", "Greek 3a"])
    game = at(OLYMPUS, setup=setup, armies={"Bo": ["Greek 2a"]})
    assert options(game) == ["Greek 3a"]
    wanted = "choose a creature that is greek and in its pile"
    assert refused(game, "Japanese 4a") == (f"Japanese 4a is japanese 4; {wanted}", "A7")
    assert refused(game, "Greek 2a") == (f"Greek 2a is greek 2 and with Bo; {wanted}", "A7")


@pytest.mark.rule("A7", "battlegrounds")
def test_cards_of_the_deck_and_new_ones_stand_side_by_side() -> None:
    """Pp. 6, 12: two of eight are known; the hint says how many aren't."""
    game = at(OLYMPUS, setup=part(["Greek 2a", "Greek 3a"]))
    assert set(options(game)) == {"Greek 2a", "Greek 3a"}
    assert "or another of the pile" in question(game).hint
    assert asked(play(game, "Greek 2a"))[1] == "battle"
    assert asked(play(at(OLYMPUS, setup=part(["Greek 2a"])), "Hydra"))[1] == "level"


@pytest.mark.rule("E11", "A7", "X9")
def test_the_box_has_eight_creatures_of_a_mythology() -> None:
    """P. 6: seven were named; the eighth is, and then there is no other."""
    game = at(OLYMPUS, faces=greek(7))
    assert "another of the pile" in question(game).hint
    play(game, "Hydra", "2", "defender wins")
    full = at(OLYMPUS, faces=greek(8))
    assert (len(options(full)), question(full).open, question(full).hint) == (8, False, "")
    with pytest.raises(Unreadable):
        full.answer("Hydra")
    both = at(OLYMPUS, setup=part(["Greek 2a", "Greek 2b", "Greek 2c"]), faces=greek(5))
    with pytest.raises(Unreadable):
        both.answer("Hydra")


@pytest.mark.rule("E11", "A7", "A20")
def test_a_battleground_is_closed_when_all_eight_are_gone() -> None:
    """A20: six with Bo, two out of the game; with seven named an eighth can still be had."""
    faces = greek(8)
    names = [face.name for face in faces]
    for many, closed in ((8, True), (7, False)):
        state = begin(bare(), armies={"Bo": names[:6]})
        state.faces, state.gone = faces[:many], names[6:many]
        game = session(bare(), state)
        assert (OLYMPUS in shut(game)) is closed
        assert ("place conjurer mount olympus" in options(game)) is not closed
    assert shut(game).get("duat") is None


@pytest.mark.rule("A7")
@pytest.mark.parametrize(
    "text", ["nobody", "None", "nothing", "done", "none left", "a/b", "x [y]", "a, b", "a:b", ""]
)
def test_what_is_no_cards_name(text: str) -> None:
    """Words that answer other questions, and signs that moves are written with."""
    game = at(OLYMPUS)
    with pytest.raises(RefereeError):
        game.answer(text)
    assert (asked(game)[1], game.present.faces) == ("creature", [])


@pytest.mark.rule("A7", "minion")
def test_no_creature_is_called_like_the_minion() -> None:
    """P. 15: both would stand on one side, and no move could tell them apart."""
    with pytest.raises(RefereeError):
        at(OLYMPUS).answer("Minion")


# --- whole cards, at the summon ---------------------------------------------------------------------


def duel_of(*texts: str, setup: Setup | None = None, **start: Any) -> Play:
    """Anna's refereed duel with Bo without a deck."""
    return at("duel Bo", "referee", *texts, setup=setup, **start)


@pytest.mark.rule("summon", "hit-points", "battle-dice")
def test_a_card_is_asked_for_when_it_is_summoned() -> None:
    """P. 17: before that nobody is asked; what is typed is what fights: 3 of Bear's 7, 2 of Wolf's 9."""
    game = duel_of("summon Wolf 2")
    assert asked(game)[1] == "card"
    assert "Wolf (level 1)" in question(game).prompt
    play(game, "9/3, flying, offensive 2")
    wolf = fighter(game, "Wolf")
    assert (wolf.card.hp, wolf.card.bd, wolf.powers()) == (9, 3, {"flying": 1, "offensive": 2})
    assert (wolf.slot, asked(game)) == (2, ("Bo", "move"))
    assert "faces Wolf" in {option.detail for option in question(game).options()}, "nobody knows who flies"
    play(game, "summon Bear 2", "7/2, flying")
    (first, second) = happened(game, Hit)
    assert {(hit.source, hit.count, hit.left) for hit in (first, second)} == {
        ("attacker.Wolf", 3, 4),
        ("defender.Bear", 2, 7),
    }


@pytest.mark.rule("summon")
def test_a_card_is_asked_for_once_in_a_game() -> None:
    """P. 15: in a later battle Wolf is known; Imp isn't; nor is a card of the deck asked for."""
    figures = ("Anna", "conjurer", "duel Bo"), ("Cleo", "conjurer", "duel Anna")
    setup = part(["Bear", "Ant"])
    game = resolving(setup, *figures, armies={"Bo": ["Bear"], "Cleo": ["Ant"]})
    play(game, "resolve", "referee", "summon Wolf 1", "9/9", "summon Bear 1", "steal wood, stone, food")
    assert game.state.learnt_creatures == [CreatureEntry(name="Wolf", level=1, hp=9, bd=9, abilities=())]
    play(game, "resolve", "referee", "summon Ant 1", "summon Wolf 3")
    assert (asked(game), fighter(game, "Wolf").card.hp) == (("Cleo", "move"), 9)
    play(game, "move Ant 2", "summon Imp 1")
    assert (asked(game)[1], "Imp" in question(game).prompt) == ("card", True)


@pytest.mark.rule("summon", "minion", "battlegrounds")
def test_a_guarded_creature_is_asked_for_and_its_minion_isnt() -> None:
    """P. 15, A13: a Greek minion of level 2 has 7/2 and first strike."""
    game = at(OLYMPUS, "Hydra", "2", "referee", "summon Minion 1")
    assert asked(game) == ("Anna", "move")
    play(game, "summon Wolf 2", "5/1")
    play(game, "summon Hydra 3")
    assert (asked(game)[1], "Hydra (greek 2)" in question(game).prompt) == ("card", True)
    play(game, "12/4, resurrection")
    assert (fighter(game, "Hydra").card.hp, fighter(game, "Hydra").card.mythology) == (12, "greek")
    (entry,) = [entry for entry in game.present.learnt_creatures if entry.name == "Hydra"]
    assert (entry.level, entry.mythology, entry.abilities) == (2, "greek", ("resurrection",))


@pytest.mark.rule("summon")
@pytest.mark.parametrize(
    "text", ["", "9", "9/3 flyng", "0/3", "x/y", "9/3, flyng", "9/3, offensive", "flying", "9-3"]
)
def test_a_card_that_cant_be_read_is_refused(text: str) -> None:
    """P. 17: hit points and dice are needed; abilities as they are spelled in the rules."""
    game = duel_of("summon Wolf 2")
    with pytest.raises(Unreadable):
        game.answer(text)
    assert (asked(game)[1], game.present.learnt_creatures) == ("card", [])


@pytest.mark.rule("summon")
@pytest.mark.parametrize(
    ("typed", "recorded"),
    [
        ("9/3", "9/3"),
        (" 9 / 3 ,  Flying", "9/3, flying"),
        ("9/3, none", "9/3"),
        ("9/3,", "9/3"),
        ("9/0, OFFENSIVE 2,poisonous", "9/0, offensive 2, poisonous"),
        ("flying, 9/3", "9/3, flying"),
    ],
)
def test_a_card_is_recorded_tidied(typed: str, recorded: str) -> None:
    """The same text again gives the same card."""
    game = play(duel_of("summon Wolf 2"), typed)
    assert [answer.text for answer in game.steps[-1].answers] == ["summon Wolf 2", recorded]
    again = play(duel_of("summon Wolf 2"), recorded)
    assert again.state.learnt_creatures == game.state.learnt_creatures


@pytest.mark.rule("elements", "B20")
def test_an_element_is_asked_for_with_the_optional_rule_only() -> None:
    """P. 21: with it a card without an element isn't whole; without it nobody is asked."""
    game = duel_of("summon Wolf 2", setup=bare(elements=True))
    assert "fire" in question(game).hint
    with pytest.raises(Unreadable, match="element"):
        game.answer("9/3, flying")
    play(game, "9/3, water, flying")
    assert (fighter(game, "Wolf").card.element, fighter(game, "Wolf").powers()) == ("water", {"flying": 1})
    assert [answer.text for answer in game.steps[-1].answers] == ["summon Wolf 2", "water, 9/3, flying"]
    plain = duel_of("summon Wolf 2")
    assert not [kind for kind in ("fire", "earth", "air", "water") if kind in question(plain).hint]
    assert fighter(play(plain, "9/3, flying"), "Wolf").card.element is None


@pytest.mark.rule("elements", "B20")
@pytest.mark.parametrize(
    ("wolf", "bear", "dice"),
    [("fire", "fire", (2, 2)), ("fire", "earth", (3, 2)), ("earth", "fire", (2, 3)), ("fire", "air", (2, 2))],
)
def test_an_element_that_was_typed_adds_its_dice(wolf: str, bear: str, dice: tuple[int, int]) -> None:
    """P. 21, B20: level 1 against level 1: one more die for fire against earth."""
    texts = ("summon Wolf 2", f"9/2, {wolf}", "summon Bear 2", f"9/2, {bear}")
    game = duel_of(*texts, setup=bare(elements=True))
    counts = {hit.source: hit.count for hit in happened(game, Hit)}
    assert (counts["attacker.Wolf"], counts["defender.Bear"]) == dice


@pytest.mark.rule("stalemate", "B3")
def test_cards_left_in_the_hands_are_asked_for_when_they_count() -> None:
    """B3: three rounds without dice; Imp and Owl, whose cards nobody gave, count 3 and 4, Boar and Hen 1 each."""
    game = duel_of("summon Wolf 1", "5/0", "summon Bear 1", "6/0")
    play(game, "attack Wolf", "attack Bear", "attack Wolf", "attack Bear")
    told = {"Imp": "3/0", "Owl": "4/0", "Boar": "1/0", "Hen": "1/0"}
    order = []
    while asked(game)[1] == "card":
        name = question(game).prompt.split(" (")[0]
        order.append(name)
        play(game, told[name])
    assert order == ["Imp", "Owl", "Boar", "Hen"]
    assert asked(game) == ("Anna", "steal"), "5 + 3 + 4 against 6 + 1 + 1"


@pytest.mark.rule("stalemate", "random-draw")
def test_a_hand_that_is_shown_is_asked_for_card_by_card() -> None:
    """B3: Anna, with four, drew three and shows two; what stayed at home isn't asked for."""
    armies = {"Anna": ["Wolf", "Imp", "Owl", "Bee"], "Bo": ["Bear"]}
    game = duel_of("summon Wolf 1", "5/0", "summon Bear 1", "6/0", setup=bare(4), armies=armies)
    play(game, "attack Wolf", "attack Bear", "attack Wolf", "attack Bear")
    assert asked(game) == ("Anna", "hand")
    play(game, "Bee, Imp", "2/0", "3/0")
    assert [card.name for card in game.present.learnt_creatures] == ["Wolf", "Bear", "Imp", "Bee"]
    assert (asked(game)[1], minus(game, "Bo")) == ("steal", 0)


# --- equipment ---------------------------------------------------------------------------------------


def equipped(*texts: str, setup: Setup | None = None) -> Play:
    """Anna, who has a Cape, a Lance and Mandjet, of which nothing but the names is known, duels with Bo."""
    found = setup or bare()
    state = resolving(found, ("Anna", "conjurer", "duel Bo"), ("Cleo", "conjurer", "duel Anna")).state
    player(state, "Anna").items = ["Cape", "Lance"]
    player(state, "Anna").artifacts = ["Mandjet"]
    return play(session(found, state), "resolve conjurer", "referee", *texts)


@pytest.mark.rule("equipment", "absorption")
def test_the_abilities_of_a_piece_are_asked_for_when_it_is_worn() -> None:
    """P. 22: after the creature's card, piece by piece; in the fight that follows the Cape absorbs Bear's 3."""
    game = equipped("summon Wolf 1 with Cape, Mandjet", "5/1")
    assert (asked(game)[1], question(game).prompt.startswith("Cape:")) == ("abilities", True)
    play(game, "absorption 4")
    assert (asked(game)[1], question(game).prompt.startswith("Mandjet:")) == ("abilities", True)
    play(game, "power hit 2")
    assert asked(game) == ("Bo", "move")
    assert fighter(game, "Wolf").powers() == {"absorption": 4, "power hit": 2}
    play(game, "summon Bear 1", "9/3")
    hits = {hit.source: hit for hit in happened(game, Hit)}
    assert (hits["attacker.Wolf"].count, hits["defender.Bear"].received) == (1 + 2, 0)
    assert hits["defender.Bear"].absorbed == (Absorbed("Cape", 3, 1),)


@pytest.mark.rule("equipment")
def test_pieces_are_asked_for_once_and_those_not_worn_never() -> None:
    """P. 22: in Cleo's duel the Cape is known; the Lance is asked for when it is put on."""
    game = equipped("summon Wolf 1 with Cape", "1/0", "none", "summon Bear 1", "9/9")
    play(game, "summon Imp 1", "1/0", "move Bear 2", "summon Owl 2", "1/0")
    assert [piece.name for piece in game.state.learnt_items] == ["Cape"]
    play(game, "resolve", "referee", "summon Ant 3", "1/0", "summon Wolf 1 with Cape, Lance")
    assert (asked(game)[1], question(game).prompt.startswith("Lance:")) == ("abilities", True)
    play(game, "ranged, power hit 1")
    assert game.state.learnt_items == [
        ItemEntry(name="Cape", abilities=()),
        ItemEntry(name="Lance", abilities=("ranged", "power hit 1")),
    ]


@pytest.mark.rule("equipment")
def test_pieces_of_the_deck_arent_asked_for() -> None:
    """Only what isn't known is asked for."""
    setup = bare(items=(ItemEntry(name="Lance", abilities=("bind",)),))
    game = equipped("summon Wolf 1 with Lance", "1/0", setup=setup)
    assert (asked(game), fighter(game, "Wolf").powers()) == (("Bo", "move"), {"bind": 1})


@pytest.mark.rule("equipment")
@pytest.mark.parametrize("text", ["absorbtion 4", "absorption", "fast", "9/3"])
def test_abilities_that_arent_any_are_refused(text: str) -> None:
    """The nearest spelling is named where there is one."""
    game = equipped("summon Wolf 1 with Cape", "1/0")
    with pytest.raises(Unreadable):
        game.answer(text)
    assert (asked(game)[1], game.present.learnt_items) == ("abilities", [])


# --- the blacksmith: prices (p. 12) -------------------------------------------------------------------


def smithy(*texts: str, setup: Setup | None = None, held: dict[str, int] | None = None, **start: Any) -> Play:
    """Anna and Bo at the blacksmiths, Anna first; no card of a creature or item is known but by the set-up."""
    figures = ("Anna", "conjurer", "blacksmith 1"), ("Bo", "conjurer", "blacksmith 2")
    goods_of = {"Anna": RICH if held is None else held, "Bo": RICH}
    return play(resolving(setup or bare(), *figures, goods=goods_of, **start), "resolve", "nobody", *texts)


@pytest.mark.rule("blacksmith", "E11")
def test_the_price_of_an_item_is_asked_for_when_it_is_bought() -> None:
    """P. 12: as printed on the card."""
    game = smithy("buy Lance")
    assert (asked(game)[1], question(game).prompt) == ("price", "Lance costs")
    play(game, "2 iron and 1 wood")
    assert goods(game) == {**RICH, "iron": 58, "wood": 59}
    assert player(game.present, "Anna").items == ["Lance"]
    (bought,) = happened(game, Bought)
    assert (bought.card, bought.price, bought.discount) == ("Lance", {"iron": 2, "wood": 1}, {})
    assert asked(game) == ("Anna", "buy")


@pytest.mark.rule("blacksmith")
@pytest.mark.parametrize("text", ["buy Lance 2 iron", "Lance, 2 iron and 1 wood", "Lance: 2 iron, power hit 1"])
def test_a_price_is_no_part_of_a_new_items_name(text: str) -> None:
    game = smithy()
    with pytest.raises(Unreadable, match="its price is the next answer, like Dirk; 2 iron"):
        game.answer(text)


@pytest.mark.rule("blacksmith")
def test_a_price_is_kept() -> None:
    """P. 12: the Lance was too dear for Anna; Bo sees its price and isn't asked for it."""
    game = smithy("buy Lance", "4 bronze", "done", held={"wood": 1})
    play(game, "resolve", "nobody")
    assert "buy Lance" in options(game)
    play(game, "buy Lance")
    assert (asked(game)[1], player(game.present, "Bo").items) == ("buy", ["Lance"])
    assert goods(game, "Bo")["bronze"] == 56


def not_bought(game: Play) -> int:
    """How many things were too dear."""
    return sum(" doesn't buy " in event.text for event in happened(game, Said))


@pytest.mark.rule("blacksmith")
def test_what_turns_out_too_dear_isnt_bought() -> None:
    """P. 12: 4 bronze, and Anna has 3: nothing is paid, nothing changes hands, and the action goes on."""
    game = smithy("buy Lance", "4 bronze", held={"bronze": 3, "wood": 4})
    (told,) = (event for event in happened(game, Said) if "buy" in event.text)
    assert told.text.startswith("Anna doesn't buy Lance: ")
    assert ("1 bronze" in told.text, told.rules) == (True, ("blacksmith",))
    assert (happened(game, Bought), player(game.present, "Anna").items) == ([], [])
    assert (goods(game), asked(game)) == ({"bronze": 3, "wood": 4}, ("Anna", "buy"))
    assert ruling(game, "buy Lance") == "blacksmith"
    assert "buy Lance" in shut(game)
    assert player(play(game, "buy Club", "4 wood").present, "Anna").items == ["Club"]


@pytest.mark.rule("blacksmith")
@pytest.mark.parametrize("text", ["2", "iron", "2 gold", "0 iron", "two iron", "-1 iron", "", "2 iron wood", "free"])
def test_a_price_that_cant_be_read(text: str) -> None:
    """Resources with their numbers."""
    game = smithy("buy Lance")
    with pytest.raises(Unreadable):
        game.answer(text)
    assert (asked(game)[1], game.present.prices) == ("price", {})


@pytest.mark.rule("E11", "blacksmith")
def test_an_item_is_sold_once_whoever_named_it() -> None:
    """E11."""
    game = smithy("buy Lance", "1 wood", "done", "resolve", "nobody")
    assert "buy Lance" not in options(game)
    assert refused(game, "buy lance") == ("Lance is sold; it is with Anna", "blacksmith")
    for what in ("less 1 iron", "less nothing", "with the discount", "discount on 1 iron"):  # no part of a new name
        assert refused(game, f"buy lance {what}") == ("Lance is sold; it is with Anna", "blacksmith")


@pytest.mark.rule("E11", "blacksmith")
def test_the_box_has_twenty_items() -> None:
    """P. 6: nineteen are known; the twentieth is named, and then there is no other."""
    nineteen = tuple(ItemEntry(name=f"Item {n}", cost={"wood": 1}, abilities=()) for n in range(1, 20))
    game = smithy(setup=bare(items=nineteen))
    assert "another card" in question(game).hint
    play(game, "buy Lance", "1 wood")
    assert "another card" not in question(game).hint
    with pytest.raises(Unreadable):
        game.answer("buy Spear")
    assert "buy Item 7" in options(game)


@pytest.mark.rule("blacksmith")
def test_a_card_of_the_deck_without_a_price_is_listed_and_asked_for() -> None:
    """A deck may hold names and abilities only."""
    game = smithy(setup=bare(items=(ItemEntry(name="Lance", abilities=("ranged",)),)))
    assert options(game) == ["buy Lance", "done"]
    assert asked(play(game, "buy Lance"))[1] == "price"
    assert player(play(game, "3 stone").present, "Anna").items == ["Lance"]


@pytest.mark.rule("artificer")
def test_the_artificer_knows_its_prices() -> None:
    """P. 8: the table has them; a name that isn't in it is none."""
    game = at("artificer 1", "nobody", setup=bare(4), goods={"Anna": RICH})
    assert len([text for text in options(game) if text.startswith("buy")]) == 15
    for text in ("buy Lance", "buy Wolf"):
        with pytest.raises(Unreadable):
            game.answer(text)
    play(game, "buy Mandjet")
    assert (goods(game)["wood"], asked(game)[1]) == (30, "buy")


@pytest.mark.rule("blacksmith", "artificer")
@pytest.mark.parametrize("name", ["Mandjet", "the book of thoth", "a/b", "x, y", "z [1]"])
def test_what_isnt_an_items_name(name: str) -> None:
    """P. 12: artifacts are the artificer's; and what moves couldn't be written with."""
    game = smithy()
    with pytest.raises(RefereeError):
        game.answer(f"buy {name}")
    assert (asked(game)[1], game.present.prices) == ("buy", {})


@pytest.mark.rule("E6", "blacksmith")
def test_two_players_pay_diamonds_for_printed_sapphires() -> None:
    """E6: typed as printed, 2 sapphires and 1 diamond are 3 diamonds."""
    game = resolving(bare(2), ("Anna", "conjurer", "blacksmith"), goods={"Anna": {"diamond": 4}})
    play(game, "resolve", "nobody", "buy Lance", "2 sapphire and 1 diamond")
    assert goods(game) == {"diamond": 1}
    assert happened(game, Bought)[0].price == {"diamond": 3}


# --- weapon smiths (p. 20; A5) ------------------------------------------------------------------------


def forge(*texts: str, setup: Setup | None = None, armies: Sequence[str] = ("Wolf", "Imp"), **start: Any) -> Play:
    """Anna's worker and conjurer at the two blacksmiths."""
    figures = ("Anna", "worker", "blacksmith 1"), ("Anna", "conjurer", "blacksmith 2")
    found = resolving(
        setup or bare(), *figures, armies={"Anna": armies}, goods={"Anna": dict.fromkeys(RICH, 9)}, **start
    )
    return play(found, "resolve", *texts)


@pytest.mark.rule("weapon-smith", "A5")
def test_who_is_a_weapon_smith_is_asked_once() -> None:
    """P. 20: at the first visit, for all of Anna's creatures that nobody knows; not again at the second."""
    game = forge()
    assert (asked(game)[1], options(game)) == ("smiths", ["nobody", "Wolf", "Imp"])
    play(game, "Imp")
    assert (asked(game)[1], "discount 1" in question(game).prompt) == ("buy", True)
    play(game, "buy Lance", "3 wood", "done")
    assert (goods(game)["wood"], happened(game, Bought)[0].discount) == (7, {"wood": 1})
    play(game, "resolve")
    assert (asked(game)[1], "discount 1" in question(game).prompt) == ("buy", True)


@pytest.mark.rule("weapon-smith", "A5")
def test_nobody_and_several() -> None:
    """A5: the best one's level counts; Hydra is of level 4. Enter alone means nobody."""
    assert (question(forge()).default, question(forge()).open) == ("nobody", True)
    assert "discount" not in question(forge("nobody")).prompt
    state = forge(armies=("Wolf", "Hydra", "Imp")).start
    state.faces.append(Face("Hydra", 4, "greek"))
    game = play(session(bare(), state), "resolve", "Wolf, Hydra")
    assert "discount 4" in question(game).prompt


@pytest.mark.rule("weapon-smith", "A5")
@pytest.mark.parametrize("text", ["Bear", "Wolf, Bear", "yes", "Wolf,"])
def test_smiths_are_among_those_asked_about(text: str) -> None:
    """Bear is Bo's."""
    game = forge()
    with pytest.raises(Unreadable):
        game.answer(text)
    assert (asked(game)[1], game.present.smiths) == ("smiths", {})


@pytest.mark.rule("weapon-smith", "A5")
def test_only_creatures_that_came_since_are_asked_about() -> None:
    """A5: Wolf and Imp are known not to be; Owl came with a correction."""
    game = forge("nobody", "done")
    game.correct(*readings("adjust Anna gains creature Owl"))
    play(game, "resolve")
    assert (asked(game)[1], options(game)) == ("smiths", ["nobody", "Owl"])


@pytest.mark.rule("weapon-smith", "A5")
def test_a_card_that_is_known_answers_for_itself() -> None:
    """A5: Tinker is a weapon smith by its card in the deck, and nobody is asked."""
    game = forge(setup=part(["Tinker", "Wolf"]), armies=("Tinker", "Wolf"))
    assert (asked(game)[1], "discount 1" in question(game).prompt) == ("buy", True)
    mixed = forge(setup=part(["Tinker"]), armies=("Tinker", "Wolf"))
    assert (asked(mixed)[1], options(mixed)) == ("smiths", ["nobody", "Wolf"])


@pytest.mark.rule("weapon-smith", "A5")
def test_a_card_that_was_learnt_in_a_battle_answers_too() -> None:
    """A5: Wolf's card, typed in a duel, says weapon smith; Imp and Owl weren't summoned."""
    figures = ("Anna", "worker", "blacksmith 1"), ("Cleo", "conjurer", "duel Anna")
    game = resolving(bare(assistants=("merchant", "worker", "worker")), *reversed(figures), goods={"Anna": RICH})
    play(game, "resolve", "referee", "summon Ant 1", "1/0", "summon Wolf 1", "9/9, weapon smith")
    while asked(game)[1] != "resolve":
        texts = {"card": "1/0", "steal": "steal wood, stone, food"}
        play(game, texts.get(asked(game)[1]) or options(game)[0])
    play(game, "resolve")
    assert (asked(game)[1], options(game)) == ("smiths", ["nobody", "Imp", "Owl"])
    play(game, "nobody")
    assert "discount 1" in question(game).prompt


@pytest.mark.rule("weapon-smith", "A5")
def test_what_wasnt_bought_leaves_the_discount_for_the_first_purchase() -> None:
    """A5: the first thing that is bought gets it, not the first that is too dear."""
    game = forge("Imp", "buy Lance", "20 wood")
    assert not_bought(game) == 1
    play(game, "buy Club", "3 stone", "buy Cape", "3 stone")
    assert [(event.card, event.discount) for event in happened(game, Bought)] == [
        ("Club", {"stone": 1}),
        ("Cape", {}),
    ]
    assert goods(game)["stone"] == 9 - 2 - 3


@pytest.mark.rule("weapon-smith", "A5")
@pytest.mark.parametrize(
    ("less", "bought"), [("1 wood", True), ("2 wood", False), ("1 iron", True), ("1 stone", False)]
)
def test_a_discount_that_was_named_is_checked_once_the_price_is_known(less: str, bought: bool) -> None:
    """A5: one resource off 2 wood and 1 iron, and no more than the price has of it."""
    game = forge("Imp", f"buy Lance less {less}", "2 wood and 1 iron")
    assert (len(happened(game, Bought)), not_bought(game)) == ((1, 0) if bought else (0, 1))
    assert bought is (player(game.present, "Anna").items == ["Lance"])


# --- the tournament's prizes (A12) --------------------------------------------------------------------


def prizes(turn: int = 6, setup: Setup | None = None, faces: Sequence[Face] = (), **start: Any) -> Play:
    """Before Anna's prize: she won the final against Dan, Bo was third."""
    found = setup or bare(4, tournament=True)
    game = ending(found, turn=turn, **start)
    game = known(game, faces) if faces else game
    play(game, "end turn", "Anna, Bo, Cleo, Dan", "attacker wins", "defender wins")
    while asked(game)[1] in ("challenger", "battle", "set aside"):
        named = "Anna" if "Anna" in options(game) else "Bo"
        play(game, {"challenger": named, "battle": "attacker wins", "set aside": "nobody"}[asked(game)[1]])
    return game


@pytest.mark.rule("A12", "tournaments")
def test_a_prize_that_nobody_named_before_is_typed_with_its_mythology() -> None:
    """A12: its level is the prize's."""
    game = prizes()
    assert (asked(game), options(game), question(game).open) == (("Anna", "prize"), ["none left"], True)
    play(game, "Hydra")
    assert (asked(game)[1], len(options(game))) == ("mythology", 5)
    play(game, "greek")
    assert (game.present.faces, army(game)[3:]) == ([Face("Hydra", 3, "greek")], ["Hydra"])
    assert "Anna takes the card Hydra." in [event.text for event in happened(game, Said)]
    assert asked(game) == ("Anna", "goods")


@pytest.mark.rule("A12", "E11", "E6")
def test_the_mythology_of_a_prize_has_cards_left() -> None:
    """P. 6: all eight Greek creatures were named."""
    game = play(prizes(faces=greek(8, 2)), "Hydra")
    assert asked(game)[1] == "mythology"
    assert options(game) == ["egyptian", "japanese", "norse", "biblical"]


@pytest.mark.rule("A12")
def test_a_known_creature_is_a_prize_of_its_own_level_only() -> None:
    """A12: Norn is of level 2, Wolf of level 1, and Talos is Bo's; only Hydra can be Anna's."""
    faces = [Face("Norn", 2, "norse"), Face("Hydra", 3, "greek"), Face("Talos", 3, "greek")]
    game = prizes(faces=faces, armies={"Bo": ["Talos", "Bear", "Boar"]})
    assert options(game) == ["Hydra"]
    for name in ("Norn", "Wolf", "Talos"):
        assert ruling(game, name) == "A12"
    assert asked(play(game, "Hydra")) == ("Anna", "goods")


@pytest.mark.rule("A12")
def test_none_left_gives_the_next_lower_level() -> None:
    """A12: nobody at the table finds a card of level 3; of level 2 neither: the goods are paid in any case."""
    game = play(prizes(), "none left")
    assert (asked(game), "level 2" in question(game).prompt) == (("Anna", "prize"), True)
    play(game, "none")
    assert (asked(game), army(game)) == (("Anna", "goods"), list(DEALT[0]))
    assert goods(play(game, "iron")) == {"iron": 4}


@pytest.mark.rule("A12")
def test_none_left_is_refused_while_one_is_known() -> None:
    """A12: Hydra lies in the pile."""
    game = prizes(faces=[Face("Hydra", 3, "greek")])
    reason, rule = refused(game, "none left")
    assert (rule, "Hydra" in reason) == ("A12", True)
    play(game, "hyd")
    assert [answer.text for answer in (*game.steps[-1].answers, *game.draft)][-1] == "Hydra"


@pytest.mark.rule("A12")
def test_a_whole_deck_needs_no_new_names() -> None:
    """A12: every card of the box is known."""
    every = tuple(card for card in CREATURES if card.level > 1 and card.name not in ("Forger", "Master"))
    assert len(every) == 5 * tables.players().box.creatures_per_mythology
    game = prizes(setup=bare(4, tournament=True, creatures=every))
    assert not question(game).open
    for text in ("Hydra", "none left"):
        with pytest.raises((Unreadable, Illegal)):
            game.answer(text)


# --- everything else goes by faces alone ----------------------------------------------------------------

FACES = [
    Face("Hydra", 5, "greek"),
    Face("Sphinx", 3, "egyptian"),
    Face("Satyr", 3, "greek"),
    Face("Naiad", 2, "greek"),
]


def with_faces(turn: int, **start: Any) -> Play:
    """The end of a turn; Anna has the four faces and Wolf."""
    armies = {"Anna": ["Wolf", *(face.name for face in FACES)]}
    return known(ending(bare(), turn=turn, armies=armies, **start), FACES)


@pytest.mark.rule("feeding", "A9")
def test_feeding_goes_by_the_levels() -> None:
    """P. 14: 1 + 5 + 3 + 3 + 2 = 14; nobody is asked for a card."""
    game = with_faces(3, goods={"Anna": {"food": 20}})
    assert evening_ending.needed_food(bare(), game.state, player(game.state, "Anna")) == 14
    play(game, "end turn")
    assert (goods(game), happened(game, Fed)[0].needed) == ({"food": 6}, 14)
    assert asked(game)[1] == "place"


@pytest.mark.rule("level-points", "consistency", "S1", "S2")
def test_scoring_goes_by_levels_and_mythologies() -> None:
    """Pp. 24-26: the same as with the cards: three Greek levels, one Egyptian one, and a Wolf."""
    cards = tuple(
        CreatureEntry(name=face.name, level=face.level, mythology=face.mythology, hp=1, bd=1, abilities=())
        for face in FACES
    )
    game = with_faces(12)
    with_cards = ending(bare(creatures=cards), turn=12, armies={"Anna": army(game)}).state
    assert score_now(bare(), game.state) == score_now(bare(creatures=cards), with_cards)
    anna = next(line for line in score_now(bare(), game.state).standing if line.name == "Anna")
    assert anna.total > 14


@pytest.mark.rule("sacrificial-pit", "A4")
def test_the_pit_goes_by_the_levels() -> None:
    """P. 13: level 3 first: 14 food; then Hydra's 30, halved; and levels mayn't fall."""
    game = known(
        resolving(bare(), ("Anna", "conjurer", "sacrificial pit 1"), armies={"Anna": ["Hydra", "Satyr"]}), FACES
    )
    play(game, "resolve")
    assert ruling(game, "sacrifice Hydra for food, Satyr for food") == "A4"
    play(game, "sacrifice Satyr for food, Hydra for food")
    assert (goods(game), army(game)) == ({"food": 14 + 15}, [])
    assert game.state.learnt_creatures == []


@pytest.mark.rule("A4", "A7")
def test_a_sacrificed_creature_is_known_and_out_of_the_game() -> None:
    """A4: it isn't in its pile, and its name isn't free."""
    figures = ("Anna", "conjurer", "sacrificial pit 1"), ("Bo", "conjurer", OLYMPUS)
    game = known(resolving(bare(), *figures, armies={"Anna": ["Hydra"]}), FACES[:1])
    play(game, "resolve", "sacrifice Hydra for food", "resolve")
    assert options(game) == []
    assert ruling(game, "Hydra") == "A4"


# --- corrections ----------------------------------------------------------------------------------------


def placing() -> Play:
    """A game without a deck before its first placing."""
    return session(bare(), begin(bare()))


@pytest.mark.rule("E11")
def test_a_correction_can_bring_a_creature_that_nobody_named() -> None:
    """With what it is; from then on it is known."""
    game = placing()
    game.correct(*readings("adjust Anna gains creature Golem, egyptian 3 because we forgot"))
    assert (army(game)[-1], game.state.faces) == ("Golem", [Face("Golem", 3, "egyptian")])
    game.correct(*readings("adjust Anna loses creature golem"))
    game.correct(*readings("adjust Bo gains creature GOLEM"))
    assert (army(game, "Bo")[-1], len(game.state.faces)) == ("Golem", 1)
    game.correct(*readings("adjust Cleo gains creature Toad, level 1"))
    assert game.state.faces[-1] == Face("Toad", 1)


@pytest.mark.rule("E11")
@pytest.mark.parametrize("said", ["Golem, egyptian 3, 9/3, flying", "Golem: egyptian 3, 9/3, flying"])
def test_a_correction_can_bring_a_whole_card(said: str) -> None:
    game = placing()
    game.correct(*readings(f"adjust Anna gains creature {said}"))
    assert game.state.faces == [Face("Golem", 3, "egyptian")]
    assert [(card.name, card.hp, card.bd) for card in game.state.learnt_creatures] == [("Golem", 9, 3)]
    game.correct(*readings("adjust Anna loses creature Golem"))
    with pytest.raises(Unreadable, match="Golem's card is known already; leave out 9/3"):
        game.correct(*readings("adjust Bo gains creature Golem, egyptian 3, 9/3"))


@pytest.mark.rule("E11")
@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("level 2, 5/2", "from level 2 on a creature has a mythology; write it too, like egyptian 2"),
        ("2", "from level 2 on a creature has a mythology; write it too, like egyptian 2"),
        ("egyptian", 'can\'t read "egyptian"; write it like egyptian 3, or level 1'),
    ],
)
def test_what_a_new_creature_lacks_is_told(said: str, told: str) -> None:
    with pytest.raises(Unreadable, match=told):
        placing().correct(*readings(f"adjust Anna gains creature Sand Beetle, {said}"))


@pytest.mark.rule("E11", "E6")
@pytest.mark.parametrize(
    "what",
    [
        "Golem",
        "Golem, norse 3",
        "Golem, egyptian 6",
        "Golem, egyptian 1",
        "Golem, egyptian",
        "Golem, 3",
        "Golem, atlantic 3",
    ],
)
def test_a_new_creature_must_be_told_whole(what: str) -> None:
    """Norse is locked with these three players; level 1 has no mythology (S1)."""
    game = placing()
    before = game.state.copy()
    with pytest.raises((Unreadable, Illegal)):
        game.correct(*readings(f"adjust Anna gains creature {what}"))
    assert game.state == before


@pytest.mark.rule("E11")
def test_a_correction_brings_no_more_creatures_than_the_box_has() -> None:
    """P. 6: the ninth Greek creature."""
    game = known(placing(), greek(8))
    with pytest.raises(Illegal) as caught:
        game.correct(*readings("adjust Anna gains creature Hydra, greek 4"))
    assert caught.value.ruling == "E11"
    game.correct(*readings("adjust Anna gains creature Greek 8"))


@pytest.mark.rule("E11")
def test_a_correction_doesnt_contradict_what_is_known() -> None:
    """Hydra is Greek and of level 5, whatever the correction says."""
    game = known(placing(), FACES[:1])
    with pytest.raises((Unreadable, Illegal)):
        game.correct(*readings("adjust Anna gains creature Hydra, egyptian 2"))
    game.correct(*readings("adjust Anna gains creature Hydra, greek 5"))
    assert game.state.faces == FACES[:1]


@pytest.mark.rule("E11")
def test_a_correction_can_bring_an_item_that_nobody_named() -> None:
    """Its price isn't asked for, nor are its abilities before it is worn."""
    game = placing()
    game.correct(*readings("adjust Anna gains item Lance"))
    assert (player(game.state, "Anna").items, game.state.prices) == (["Lance"], {})
    with pytest.raises(Illegal):
        game.correct(*readings("adjust Bo gains item lance"))


@pytest.mark.rule("E11", "artificer")
@pytest.mark.parametrize("what", ["artifact Lance", "item Mandjet", "item a/b", "item "])
def test_what_a_correction_cant_bring(what: str) -> None:
    """P. 8: the artifacts are those of the table, and no items."""
    game = placing()
    with pytest.raises((Unreadable, Illegal)):
        game.correct(*readings(f"adjust Bo gains {what}"))
    assert (player(game.state, "Bo").items, player(game.state, "Bo").artifacts) == ([], [])


# --- all of it can be taken back ------------------------------------------------------------------------


@pytest.mark.rule("A7", "blacksmith")
def test_what_was_learnt_is_forgotten_when_it_is_undone() -> None:
    """A misspelt name goes with undo, and redo brings it back."""
    game = at(OLYMPUS, "Hydar", "4", "attacker wins")
    after = game.state.copy()
    for expected in (["Hydar"], ["Hydar"], []):
        while game.undo() and [face.name for face in game.present.faces] != expected:
            pass
    assert game.present.faces == []
    while game.redo():
        pass
    assert game.state == after


# --- a new name that begins a known one -------------------------------------------------------------


@pytest.mark.rule("A7", "X9")
def test_a_new_creature_may_be_called_like_the_beginning_of_a_known_one() -> None:
    """Short names stand for known cards; `new` says that another card is meant."""
    faces = [Face("Hydra Queen", 3, "greek"), Face("Hydra King", 3, "greek")]
    with pytest.raises(Ambiguous):
        at(OLYMPUS, faces=faces).answer("Hydra")
    game = play(at(OLYMPUS, faces=faces), "new Hydra")
    assert (asked(game)[1], game.draft[-1].text) == ("level", "Hydra")
    assert asked(play(at(OLYMPUS, faces=faces), "hydra q"))[1] == "battle"
    full = at(OLYMPUS, faces=greek(8))
    with pytest.raises(Unreadable):
        full.answer("new Hydra")


@pytest.mark.rule("blacksmith", "X9")
def test_a_new_item_may_be_called_like_the_beginning_of_a_known_one() -> None:
    game = smithy()
    play(game, "buy Clubber", "1 wood", "buy new Club")
    assert asked(game)[1] == "price"


# --- how it is recorded -------------------------------------------------------------------------------


@pytest.mark.rule("E11")
@pytest.mark.parametrize(
    ("game", "typed", "recorded"),
    [
        (forge, "IMP", "Imp"),
        (forge, "-", "nobody"),
        (lambda: smithy("buy Lance"), "2 IRON, 1 wood", "2 iron and 1 wood"),
        (lambda: equipped("summon Wolf 1 with Cape", "5/1"), "Absorption 4,RANGED", "absorption 4, ranged"),
        (lambda: equipped("summon Wolf 1 with Cape", "5/1"), "-", "none"),
    ],
)
def test_what_is_told_of_a_card_is_recorded_in_the_cards_own_words(
    game: Callable[[], Play], typed: str, recorded: str
) -> None:
    asked_now = question(game())
    assert asked_now.record(asked_now.parse(typed), typed) == recorded


@pytest.mark.rule("E11")
@pytest.mark.parametrize(
    ("game", "typed", "new"),
    [
        (smithy, "buy Lance", "Lance"),
        (smithy, "done", ""),
        (lambda: at(OLYMPUS), "Hydra", "Hydra"),
        (prizes, "Hydra", "Hydra"),
        (prizes, "none left", ""),
    ],
)
def test_an_answer_that_names_a_card_for_the_first_time_says_so(
    game: Callable[[], Play], typed: str, new: str
) -> None:
    """A slip of the pen would be a card for ever, so a person is asked whether it is one."""
    asked_now = question(game())
    assert asked_now.coins is not None
    assert asked_now.coins(asked_now.parse(typed)) == new


@pytest.mark.rule("blacksmith")
def test_buying_is_over_by_enter_and_other_cards_can_be_named() -> None:
    assert (question(smithy()).default, question(smithy()).open) == ("done", True)
