"""What can be read and isn't allowed is refused with its rule; only what can't be read "can't be used"."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.cli.common import open_table
from referee.errors import Illegal, RefereeError, Unreadable
from referee.games.prophecy.cards.language import read_card
from referee.games.prophecy.rules.state import GameState, Lying
from referee.games.prophecy.rules.turns import RULES
from referee.play.notation import write_step
from referee.play.session import Session
from referee.text.screen import Screen
from tests.made_up import play_example, type_at
from tests.old_saves import run
from tests.prophecy.games import BOARD, EXAMPLES, make_setup, say, session
from tests.prophecy.staged import game, hero, placed, refused, with_cards, with_whole_decks
from tests.prophecy.test_rounds import artifacts, detail, knowing, standing, taken
from tests.steps import Corrected


@pytest.fixture
def table() -> Session[GameState]:
    """Anna in the City with an Artifact, an Item and an Ability; Bo elsewhere with others; cards on the board."""
    played = game("Druid", "Mercenary", trading=True)
    anna, bo = played.state.players
    anna.items, anna.damaged = ["Sword", "Ruby Circlet"], ["Javelin"]
    anna.artifacts, anna.abilities = ["Royal Cape"], ["Ambidexterity"]
    bo.items, bo.abilities = ["Rope"], ["Prayer"]
    played = with_cards(played, "Forest 4", "Ghost", "Gem Mine")
    played.state.at(BOARD.find_space("Village")).goods = ["War Paint"]
    return placed(played, space="City", step="turn", gold=9)


@pytest.mark.rule("P24", "movement", "order-of-turn", "attack-heroes", "P25")
@pytest.mark.parametrize(
    ("at", "moves", "made"),
    [
        ("Monastery", ("heal", "overrule heal because the abbot is kind"), "heal 1"),
        ("City", ("overrule walk Monastery because it was meant so",), "walk Monastery"),
        ("City", ("overrule work because the Monk works too",), "work"),
        ("Monastery", ("overrule attack Bo because a scroll says so",), "attack Bo"),
        ("City", ("overrule cast Stamina to Monastery because we say so",), "cast Stamina"),
    ],
)
def test_the_table_overrules_what_forbids_a_move(at: str, moves: tuple[str, ...], made: str) -> None:
    played = placed(placed(session(make_setup(2)), space=at, health=1), 1, space=at, step="turn")
    say(played, "adjust Anna gains Stamina", *moves)
    assert (played.draft[0].text if played.draft else played.steps[-1].do).startswith(f"overrule {made}")


@pytest.mark.rule("P25", "card-costs")
def test_a_card_of_which_no_rule_can_be_used_is_refused_for_what_is_listed() -> None:
    """One of the Alchemist's rules can't be paid, and the other would do nothing: the first counts."""
    full = standing(magic=0, blue=10, settings={"at_the_limit": "nothing"})
    played = with_cards(full, "Plains 6", "Alchemist")
    assert played.question is not None
    (closed,) = [option for option in played.question.closed() if option.text == "use Alchemist"]
    assert closed.rule == refused(played, "use Alchemist") == "card-costs"


@pytest.mark.rule("card-costs")
def test_a_card_that_can_be_used_with_a_helper_alone_is_not_listed_as_closed() -> None:
    """Black Market: 4 Gold can be paid with Counterfeiting, an Item can't."""
    played = with_cards(standing(gold=1, abilities=["Counterfeiting"]), "Plains 6", "Black Market")
    assert played.question is not None
    assert "use Black Market with Counterfeiting" in [option.text for option in played.question.options()]
    assert "use Black Market" not in [option.text for option in played.question.closed()]


@pytest.mark.rule("walk", "instead-of-moving")
@pytest.mark.parametrize("move", ["attack Anna", "work"])
def test_what_cannot_be_made_all_the_same_says_so(move: str) -> None:
    with pytest.raises(Illegal, match="can't be overruled"):
        say(standing(at="Monastery"), f"overrule {move} because we say so")


@pytest.mark.rule("attack-heroes")
def test_a_hero_far_away_is_attacked_where_the_table_wants_it() -> None:
    played = placed(standing(at="Monastery", health=3), 1, space="City", health=3)
    assert refused(played, "attack Bo") == "attack-heroes"
    say(played, "overrule attack Bo because a scroll says so [accept / roll 6 1]")
    assert (hero(played, 1).health, hero(played, 1).space, hero(played).space) == (2, 2, 1)


@pytest.mark.rule("walk", "horse", "boat", "gate-travel", "attack-on-planes")
@pytest.mark.parametrize("move", ["walk Village", "horse Village", "boat Village", "gate City", "plane Magic Tower"])
def test_a_hero_goes_where_the_table_wants_it_and_pays_the_usual_price(move: str) -> None:
    played = standing(at="Monastery", step="movement", gold=9)
    way, _, there = move.partition(" ")
    assert refused(played, move) == {"gate": "gate-travel", "plane": "attack-on-planes"}.get(way, way)
    say(played, f"overrule {move} because we say so")
    now = played.present.players[0]
    assert (9 - now.gold) == {"horse": 1, "boat": 1, "gate": 2}.get(way, 0)
    assert now.space == (1 if way == "plane" else BOARD.find_space(there))


@pytest.mark.rule("closed-plane", "P50", "P49", "order-of-turn", "final-battle", "damaged-items")
@pytest.mark.parametrize(
    ("made", "move", "space"),
    [
        (lambda: _in_plane(), "walk City", "City"),
        (lambda: _in_plane(), "use Boots to City", "City"),
        (lambda: _in_final_battle(), "walk City", "City"),
        (lambda: _in_final_battle(), "use Boots to City", "City"),
        (lambda: standing(damaged=["Rope"], step="movement"), "use Rope to Forest 4", "Forest 4"),
        (lambda: placed(_wolf(), step="movement"), "fight Lone Wolf", "Plains 6"),
        (lambda: placed(_in_plane(), 1, space="Forest 20", step="turn"), "attack Bo", "Forest 20"),
    ],
)
def test_a_hero_leaves_a_plane_or_fights_too_early_where_the_table_wants_it(
    made: Callable[[], Session[GameState]], move: str, space: str
) -> None:
    played = with_whole_decks(made())
    assert refused(played, move)
    say(played, f"overrule {move} because we say so")
    now, anna = played.present, played.present.players[0]
    assert anna.space == BOARD.find_space(space)
    assert now.attacking == -1 or not move.startswith(("walk", "use"))
    RULES.check(played.game.setup, played.state)  # type: ignore[attr-defined]


@pytest.mark.rule("closed-plane", "attack-on-planes")
def test_a_closed_plane_is_attacked_where_the_table_wants_it_and_holds_nothing() -> None:
    """Its Greater Guardian is fought again; who wins comes back as ever."""
    played = with_whole_decks(taken(standing(at="Forest 20", step="movement", health=8, red=8), ("Royal Cape", 1)))
    closed = next(plane for plane in played.state.planes if plane.closed)
    closed.lesser, closed.greater, closed.beaten = "Door Warden", "Pale Regent", True
    played = with_whole_decks(placed(played, 1, health=3, red=3))
    assert refused(played, "plane Monastery") == "attack-on-planes"
    say(played, "overrule plane Monastery because we say so", "fight Pale Regent [roll 6 1]")
    assert (played.state.attacking, hero(played).artifacts, played.state.active) == (-1, [], 0)
    RULES.check(played.game.setup, played.state)  # type: ignore[attr-defined]


@pytest.mark.rule("horse", "card-costs")
@pytest.mark.parametrize(
    ("step", "move", "first"),
    [
        ("movement", "horse Mountains 3", "Anna gold 1"),
        ("turn", "learn Prayer", "Anna experience 4"),
        ("turn", "use Bell", "Anna gold 2, magic 1"),
    ],
)
def test_what_lacks_its_price_says_what_to_correct_first(step: str, move: str, first: str) -> None:
    """And that can be said as it stands there."""
    bell = "Bell: item, common; any time: 2 gold, 1 magic -> heal 1 health"
    played = knowing(bell, items=["Bell"], gold=0, experience=0, magic=0, health=1, red=3)
    played = _here(placed(played, space="Monastery", step=step), "Monastery", "Prayer")
    setup = played.game.setup  # type: ignore[attr-defined]
    corrections = RULES.all_corrections
    played.corrector = Corrected(lambda at, text, events: corrections.carry_out(setup, at, text, events))
    with pytest.raises(Illegal, match=f'first say "adjust {first}", then make it'):
        say(played, f"overrule {move} because we say so")
    say(played, f"adjust {first}", move)


@pytest.mark.rule(
    "P51",
    "selling",
    "repair",
    "buying",
    "learning",
    "taking-artifacts",
    "hands-and-head",
    "always-on",
    "card-effects",
    "order-of-turn",
    "chance-card",
)
@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("sell Royal Cape", "P51"),
        ("sell Ambidexterity", "selling"),
        ("sell Rope", "selling"),
        ("sell Ghost", "selling"),
        ("sell Javelin", "selling"),
        ("repair Sword", "repair"),
        ("repair Royal Cape", "repair"),
        ("buy War Paint", "buying"),
        ("buy Sword", "buying"),
        ("learn Prayer", "learning"),
        ("take Royal Cape", "taking-artifacts"),
        ("use Sword", "hands-and-head"),
        ("use Ruby Circlet", "hands-and-head"),
        ("use Ambidexterity", "always-on"),
        ("cast Prayer", "card-effects"),
        ("use Gem Mine", "card-effects"),
        ("throw Sword", "order-of-turn"),
        ("roll 4 2", "order-of-turn"),
        ("chance Mountains", "chance-card"),
    ],
)
def test_a_move_with_a_card_in_sight_that_is_not_allowed_names_its_rule(
    table: Session[GameState], move: str, rule: str
) -> None:
    assert refused(table, move) == rule


@pytest.mark.parametrize("move", ["sell Ghoul", "use Ghoul", "repair", "attack", "sell Royal Cap", "jump", "sell"])
def test_what_names_nothing_in_sight_cant_be_read(table: Session[GameState], move: str) -> None:
    with pytest.raises(Unreadable):
        say(table, move)


@pytest.mark.rule("fight-creatures", "order-of-turn")
def test_in_a_fight_the_moves_of_a_turn_wait_for_its_end(table: Session[GameState]) -> None:
    fought = with_cards(placed(table, space="Forest 4", step="turn"), "Forest 4", "Ghost", "Gem Mine")
    assert refused(fought, "fight Gem Mine") == "fight-creatures"
    say(fought, "fight Ghost")
    for move in ("walk City", "end turn", "sell Sword", "fight Ghost", "take Royal Cape", "heal 2"):
        assert refused(fought, move) == "order-of-turn"
    assert refused(fought, "chance Forests") == "order-of-turn"
    with pytest.raises(Unreadable):
        say(fought, "jump")


@pytest.mark.rule("order-of-turn", "chance-card")
def test_while_a_card_is_asked_for_the_moves_of_a_turn_wait_too() -> None:
    drawing = say(game("Druid", "Mercenary"), "chance Mountains")
    assert refused(drawing, "walk City") == "order-of-turn"


@pytest.mark.rule("trading-heroes")
def test_what_is_no_item_of_a_hero_is_not_traded(table: Session[GameState]) -> None:
    there = placed(placed(table, 1, space="City"), space="City", step="movement")
    for offer in ("Ambidexterity for 1 gold", "Rope for 1 gold", "1 gold for Prayer", "1 gold for Sword"):
        assert refused(there, f"offer Bo {offer}") == "P63"


@pytest.mark.rule("hands-and-head")
def test_an_item_that_always_works_is_not_named_with_a_fight(table: Session[GameState]) -> None:
    fought = with_cards(placed(table, space="Forest 4", step="turn", items=["Tin Cup"]), "Forest 4", "Ghost")
    assert refused(fought, "fight Ghost with Tin Cup") == "hands-and-head"


@pytest.mark.rule("new-character")
def test_a_hero_in_play_is_no_new_one() -> None:
    played = game("Druid", "Mercenary", "Illusionist")
    played.state.players[0].status, played.state.unused = "dead", ["Paladin"]
    played = placed(played, step="round")
    assert refused(played, "new hero Mercenary") == "new-character"
    with pytest.raises(Unreadable):
        say(played, "new hero Paladine")


def why(played: Session[GameState], text: str) -> str:
    """In which words a text is refused, or can't be read; nothing has changed then."""
    before = played.present.copy()
    with pytest.raises(RefereeError) as caught:
        say(played, text) if text.startswith(("adjust ", "overrule ")) else played.answer(text)
    assert played.present == before
    return str(caught.value)


def _here(played: Session[GameState], space: str, *cards: str) -> Session[GameState]:
    """The game with Abilities or goods lying on a space."""
    there = played.state.at(BOARD.find_space(space))
    (there.abilities if BOARD[BOARD.find_space(space)].guild else there.goods).extend(cards)
    return placed(played, step=played.state.step)


def _wolf(*more: str) -> Session[GameState]:
    return with_cards(standing(abilities=["Fanaticism"], health=3, red=6), "Plains 6", "Lone Wolf", *more)


def _in_final_battle() -> Session[GameState]:
    played = knowing("Boots: item, common; any time: move 2", items=["Boots"])
    played.state.phase, played.state.decks["common"].count = "final battle", 9
    played = taken(played, *zip(artifacts(), (0, 0, 0, 1, 1), strict=True))
    return placed(played, step="turn")


def _over() -> Session[GameState]:
    played = taken(standing(), *((name, 0) for name in artifacts()[:4]))
    played.state.over, played.state.won = True, [0]
    return placed(played, step="turn")


def _without_bo() -> Session[GameState]:
    return placed(standing(), 1, step="turn", status="dead", space="City")


def _empty(deck: str) -> Session[GameState]:
    played = standing()
    played.state.decks[deck].count = 0  # type: ignore[index]
    return placed(played, step="turn")


def _too_many() -> Session[GameState]:
    items = ["Rope", "Axe", "Sword", "Dagger", "Cutlass", "Rapier", "Hammer", "Javelin"]
    return say(taken(standing(*items), ("Royal Cape", 0)), "end turn")


def _opened(guild: str) -> Session[GameState]:
    return standing(at=guild, health=1, red=4, magic=1, gold=9, abilities=["Counterfeiting"])


HELPED, BECAUSE = " with Counterfeiting", "because we say so"


def _knowing_zeal(does: str) -> Session[GameState]:
    line = f"Zeal: ability, Fortress, spell 1; {does}"
    return with_cards(knowing(line, abilities=["Zeal"], magic=3, health=3), "Plains 6", "Lone Wolf")


def _move_card() -> Session[GameState]:
    return knowing("Boots: item, common; any time: move 2", items=["Boots"])


def _answering_dice() -> Session[GameState]:
    """Anna may answer the dice of a fight."""
    cup = "Cup: item, common; after roll: reroll a die"
    played = with_cards(knowing(cup, items=["Cup"], abilities=["Frenzy"], magic=3), "Plains 6", "Lone Wolf")
    played.state.learnt += (read_card("Frenzy: ability, Fortress, spell 1; roll: in strength 1"),)
    return say(placed(played, step="turn"), "fight Lone Wolf [roll 1 6]")


def _in_plane(bo: str = "City") -> Session[GameState]:
    played = placed(knowing("Boots: item, common; any time: move 2", items=["Boots"]), 1, space=bo)
    return say(placed(played, step="movement", space="Forest 20"), "plane Monastery [Door Warden]")


def _closed_plane() -> Session[GameState]:
    played = standing(at="City", step="movement")
    at = BOARD.find_plane("Monastery")
    played.state.planes[at].closed = True
    return placed(played, step="movement")


def _fleet() -> Session[GameState]:
    played = knowing("Wings: item, common; instead of moving: move 3", items=["Wings"])
    return placed(played, step="movement", space="Forest 20", abilities=["Fleet of Foot"], magic=6, blue=6)


def _pack() -> Session[GameState]:
    """Anna with Fanaticism, and two Creatures, the name of one of which begins the other's."""
    played = _wolf()
    played.state.learnt += (read_card("Lone Wolf Pack: creature, strength 9"),)
    played.state.at(BOARD.find_space("Plains 6")).cards.append(Lying("Lone Wolf Pack"))
    return placed(played, step="turn")


@pytest.mark.rule(
    "chance-card",
    "recharging",
    "learning",
    "P24",
    "P25",
    "P34",
    "once-a-round",
    "fleet-of-foot",
    "fanaticism",
    "fight-creatures",
    "attack-heroes",
    "P46",
    "P51",
    "final-battle",
    "discarded-cards",
    "moving-cards",
    "healing",
    "P63",
    "announce-first",
    "end-limits",
    "ruin",
)
@pytest.mark.parametrize(
    ("position", "text", "reason"),
    [
        (standing, "adjust Anna space Plains", "fits several: Plains 6"),
        (lambda: game("Druid", "Mercenary"), "chance", "write the name of the card, like chance Mountains"),
        (lambda: game("Druid", "Mercenary"), "chance Open Training Village", "Village"),
        (lambda: _wolf("Ghost"), "fight", "write whom to fight, like fight Lone Wolf"),
        (lambda: placed(standing(), 1, step="turn", space="City"), "attack Bo", "Bo isn't here"),
        (standing, "attack Anna", "nobody attacks themselves"),
        (
            lambda: placed(
                standing(step="movement", settings={"trading": True}), 1, step="movement", space="Plains 6"
            ),
            "offer Anna 1 gold for nothing",
            "nobody trades with themselves",
        ),
        (lambda: placed(standing(step="movement"), 1, space="Plains 6"), "attack Bo", "the movement comes first"),
        (_over, "adjust Anna gold 3", "the game is over; take its last move back first, with undo"),
        (_without_bo, "adjust Bo gains Rope", "Bo has no hero now"),
        (
            lambda: taken(standing(), ("Royal Cape", 0)),
            "adjust Anna loses Royal Cape",
            "Royal Cape can't be discarded; let another player or a space gain it",
        ),
        (lambda: _empty("artifact"), "adjust Anna gains Royal Cape", "Royal Cape lies face down in a plane"),
        (standing, "adjust card Bellringer: item, common", "Bellringer is another kind of card, and lies with"),
        (standing, "adjust Anna gains Druid", "Druid doesn't lie with Anna"),
        (standing, "adjust City gains Druid", "Druid doesn't lie with City"),
        (lambda: _empty("common"), "adjust Anna gains Rope", "Rope isn't in sight, and the common deck is empty"),
        (
            standing,
            "adjust card Sword: artifact; always: in strength 1",
            "Sword is another kind of card, and lies with those: item",
        ),
        (standing, "adjust chance 99", "the chance deck can't have 99 cards: it is at most 35"),
        (_in_final_battle, "use Boots", "Boots: nobody leaves the battleground"),
        (
            lambda: standing("Rope", step="movement"),
            "use Rope to Village",
            "Village is out of reach: Rope says move 2",
        ),
        (
            lambda: standing("Rope", at="City", step="movement"),
            "use Rope to City",
            "City is where the hero stands: Rope says move 2",
        ),
        (lambda: _opened("Monastery"), "heal much", '"heal much": write how much, like heal 2'),
        (lambda: _opened("Village"), "lodge buy Tin Cup", '"lodge buy Tin Cup": lodge stands alone'),
        (lambda: _opened("Monastery"), "heal 3", "the Monastery gives 1 at most"),
        (lambda: _opened("Enchanted Wilderness"), "recharge 4", "the Enchanted Wilderness gives 3 at most"),
        (lambda: _opened("Monastery"), "heal 1 with Counterfeiting", "costs nothing; Counterfeiting isn't needed"),
        (
            lambda: placed(
                standing(step="movement", heroes=("Druid", "Mercenary", "Scout"), settings={"trading": True}),
                2,
                space="Plains 6",
            ),
            "offer Bo 1 gold for 1 gold",
            "Bo isn't here",
        ),
        (
            lambda: placed(
                standing(gold=2, step="movement", settings={"trading": True}), 1, space="Plains 6", gold=5
            ),
            "offer Bo 3 gold for 1 gold",
            "Anna has 2 Gold, not 3",
        ),
        (lambda: standing(at="Enchanted Wilderness", magic=4, blue=4), "recharge", "no more Magic is missing"),
        (lambda: say(_opened("Enchanted Wilderness"), "recharge 1"), "recharge 1", "it recharges once a turn"),
        (
            lambda: _here(
                standing(at="Monastery", heroes=("Druid", "Mercenary"), experience=3), "Monastery", "Prayer"
            ),
            "learn Prayer",
            "it costs 4 Experience, Anna has 3",
        ),
        (lambda: say(_opened("Forest Camp"), f"heal 1{HELPED}"), f"heal 1{HELPED}", "was used this round"),
        (_in_plane, "walk City", "you have moved this turn"),
        (_in_plane, f"overrule stay {BECAUSE}", "you have moved this turn"),
        (_in_plane, "use Boots to City", "in a plane the Guardian must be fought"),
        (
            lambda: knowing("Bell: item, common; any time: heal 1 health", damaged=["Bell"], health=1, red=4),
            "use Bell",
            "Bell: Bell is damaged",
        ),
        (lambda: say(_fleet(), "cast Fleet of Foot"), "stay", "with Fleet of Foot you move twice"),
        (lambda: say(_fleet(), "cast Fleet of Foot"), "use Wings to City", "you move twice, and do nothing else"),
        (
            lambda: standing(step="movement"),
            "walk",
            "walk where to? It can be walk Enchanted Wilderness or walk Fort",
        ),
        (lambda: standing(step="movement"), "fight Lone Wolf", "the movement comes first"),
        (
            lambda: say(
                knowing("Charm: item, common; any time: in strength 1 for the turn", items=["Charm"]), "use Charm"
            ),
            "use Charm",
            "it is at work already",
        ),
        (
            lambda: say(_pack(), "fight Lone Wolf [roll 3 3]"),
            "fight Lone Wolf Pack",
            "the same Creature, Lone Wolf, is fought again",
        ),
        (standing, "use", '"use": write what to use'),
        (
            lambda: _here(
                standing(at="Monastery", heroes=("Druid", "Mercenary"), experience=3), "Monastery", "Prayer"
            ),
            f"overrule learn Prayer {BECAUSE}",
            "Prayer costs 4 Experience, Anna has 3",
        ),
        (
            lambda: _here(standing(at="City", gold=0), "City", "Ember Sword"),
            f"overrule buy Ember Sword {BECAUSE}",
            "Ember Sword costs 11 Gold, Anna has 0",
        ),
        (
            lambda: knowing("Bell: item, common; any time: 5 gold -> heal 1 health", items=["Bell"], gold=1),
            f"overrule use Bell {BECAUSE}",
            "Bell costs 5 Gold, Anna has 1",
        ),
        (
            lambda: standing(at="Enchanted Wilderness", step="movement", gold=0),
            "gate City",
            "gate: 2 Gold, Anna has 0",
        ),
        (lambda: standing(at="City", step="movement", gold=0), "boat Plains 6", "boat: 1 Gold, Anna has 0"),
        (_without_bo, "adjust Bo red 2 of 3", "Bo has no hero now"),
        (
            lambda: with_cards(standing(damaged=["Axe"]), "Plains 6", "Lone Wolf"),
            "fight Lone Wolf with Axe",
            "Axe is damaged; it can't be used until it is repaired",
        ),
        (
            lambda: placed(standing(damaged=["Axe"]), 1, step="turn", space="Plains 6"),
            "attack Bo with Axe",
            "Axe is damaged; it can't be used until it is repaired",
        ),
        (standing, "adjust Plains 6 gains Rope", "Rope doesn't lie with Plains 6, or no more do"),
        (standing, "adjust City gains Royal Cape", "Royal Cape lies face down in a plane"),
        (
            lambda: standing(abilities=["Hunter's Patience"], magic=3, step="movement"),
            "use Hunter's Patience",
            "nobody is here to fight that it works against",
        ),
        (
            lambda: say(placed(standing(), step="chance"), "chance Prophetic Dream Monastery"),
            "Gnome: item, common, costs 2",
            "Gnome is no Lesser Guardian; its line says item",
        ),
        (lambda: _in_plane(bo="Forest 20"), "attack Bo", "in a plane the Guardian must be fought"),
        (
            lambda: placed(standing(settings={"hero_attacks": 0}), 1, step="turn", space="Plains 6"),
            "attack Bo",
            "at this table heroes don't attack each other before the Final Battle",
        ),
        (
            lambda: placed(placed(standing(settings={"trading": True}), 1, space="Plains 6"), step="movement"),
            "offer Bo 1 gold",
            "write it like this: offer PLAYER WHAT for WHAT",
        ),
        (
            lambda: say(_knowing_zeal("battle if woman: in strength 1"), "fight Lone Wolf"),
            "cast Zeal",
            "Zeal works only if: woman",
        ),
        (
            lambda: say(placed(standing(), step="chance"), "chance Prophetic Dream Monastery"),
            "Dor Warden",
            'no Lesser Guardian is called "Dor Warden"; did you mean Door Warden?',
        ),
        (
            standing,
            "adjust Plains 6 gains Blob: creature, 2 experience",
            "a Creature needs its Strength, its Willpower or both",
        ),
        (lambda: placed(standing(settings={"trading": True}), step="movement"), "offer", "write what to offer"),
        (standing, "1", "write the move itself, not its number; 1 is: "),
        (standing, "99", "99 is not in the list; it has only 1"),
        (standing, "1000", "1000 is not in the list; it has only 1"),
        (lambda: standing(abilities=["Prayer"], magic=6), "cast Prayer", "Prayer is announced in a fight"),
        (_too_many, "discard Rope", "2 Items must go; write them with commas between"),
        (_too_many, "discard Rope, Royal Cape", "Artifacts can't be discarded"),
        (_too_many, "Rope and Royal Cape", "Artifacts can't be discarded"),
        (
            lambda: say(with_cards(standing(), "Plains 6", "Ruin"), "use Ruin"),
            "Gem Mine",
            "Gem Mine is an Adventure card, but not what is looked for here",
        ),
        (lambda: say(with_cards(standing(), "Plains 6", "Ruin"), "use Ruin"), "Sword", "Sword is no Adventure card"),
        (lambda: say(_move_card(), "use Boots"), "0", 'no space is called "0"'),
        (
            lambda: placed(
                placed(standing(settings={"trading": True}), 1, space="Plains 6", step="turn"), step="movement"
            ),
            "offer Zed 1 gold for 1 gold",
            "write it like this: offer PLAYER WHAT for WHAT",
        ),
        (_answering_dice, "cast Frenzy", "Frenzy: announce it before the dice are thrown"),
        (_answering_dice, "use Cupp", 'Anna has no "cupp"; did you mean Cup?'),
        (_answering_dice, "cast Frenzz", 'Anna has no "frenzz"; did you mean Frenzy?'),
        (standing, "fight Wolf", "no Creature is here"),
        (standing, "0", "0 is not in the list; it has only 1"),
        (lambda: standing(at="City", step="movement", magic=0), f"overrule work {BECAUSE}", "costs 1 Magic"),
        (lambda: say(_knowing_zeal("roll: in strength 1"), "fight Lone Wolf"), "dance", "cast Zeal or roll 4 2"),
        (lambda: standing(at="Forest Camp", health=1, red=8, gold=9), "heal 0", "write how much, like heal 2"),
        (lambda: say(_move_card(), "use Boots"), "Thieves' Guild", "is out of reach: Boots says move 2"),
        (lambda: standing(at="Monastery", step="movement"), "boat", "Monastery has no port"),
        (lambda: standing(at="Monastery", step="movement"), f"overrule boat {BECAUSE}", "Monastery has no port"),
        (lambda: placed(_in_final_battle(), step="movement"), "boat Village", "nobody leaves the battleground"),
        (lambda: standing(at="Forest Camp", health=1, red=8, gold=9), "heal 100", "write how much, like heal 2"),
        (
            lambda: taken(standing("Rope", at="City"), ("Royal Cape", 0)),
            "sell Royal Cape",
            "Royal Cape is an Artifact, and none is ever sold",
        ),
        (standing, "9" * 5000, "is not in the list; it has only 1"),
        (lambda: standing(at="Monastery", step="movement"), "boat Village", "Monastery has no port"),
        (
            lambda: knowing("Grit: ability, Fortress; after roll: lost by 1 is drawn", abilities=["Grit"]),
            "use Grit",
            "Grit is announced in a fight",
        ),
        (_closed_plane, "plane Monastery", "its Artifact was taken: it is closed"),
        (_without_bo, f"overrule attack Bo {BECAUSE}", "Bo isn't here"),
        (
            lambda: placed(_in_final_battle(), step="movement"),
            "plane Monastery",
            "the plane of the Monastery is attacked from",
        ),
        (_move_card, "use Boots to Plains 7", "no Plains 7 on this board; space 7 is Enchanted Wilderness"),
        (_move_card, "use Boots to Plains 1", "no Plains 1 on this board; space 1 is Monastery"),
        (_move_card, "use Boots to Plains 20", "no Plains 20 on this board; space 20 is Forest"),
        (_move_card, "use Boots to Plains 21", "there is no Plains 21 on this board"),
    ],
)
def test_what_is_refused_says_why(position: Callable[[], Session[GameState]], text: str, reason: str) -> None:
    assert reason in why(position(), text)


@pytest.mark.rule("end-limits", "P23", "P51")
@pytest.mark.parametrize("said", ["discard Rope, Sword", "rope and sword"])
def test_of_eight_items_and_an_artifact_two_items_go(said: str) -> None:
    played = say(_too_many(), said)
    assert hero(played).items == ["Axe", "Dagger", "Cutlass", "Rapier", "Hammer", "Javelin"]
    assert played.state.decks["common"].discards == ["Rope", "Sword"]


@pytest.mark.rule("fight-creatures", "order-of-turn")
def test_enter_does_what_there_is_no_choice_about_and_dice_begin_a_fight() -> None:
    fight = _wolf()
    for played, usual in ((standing(), "end turn"), (fight, "fight Lone Wolf"), (standing(step="movement"), None)):
        assert played.question is not None
        assert played.question.default == usual
        sole = [option.text for option in played.question.options()] == [usual]
        assert played.question.by_enter() == sole
        assert played.question.foresees("4 2") == (usual if sole and played is fight else "")
    thrown = with_cards(
        placed(game("Druid", "Mercenary", dice="rolled"), space="Plains 6", step="turn"), "Plains 6", "Ghost"
    )
    assert thrown.question is not None
    assert (thrown.question.by_enter(), thrown.question.foresees("4 2")) == (True, "")


@pytest.mark.rule("for-good", "P7")
@pytest.mark.parametrize(("red", "health"), [(6, 4), (3, 1), (1, 0)])
def test_cubes_put_right_in_all_come_and_go_on_the_right(red: int, health: int) -> None:
    played = say(standing(health=2, red=4), f"adjust Anna strength {red}")
    assert (hero(played).red, hero(played).health) == (red, health)


@pytest.mark.rule("learning", "buying")
def test_what_learning_and_buying_cost_stands_beside_them() -> None:
    rich: Any = {"experience": 9, "gold": 9}
    stranger = _here(standing(at="Monastery", heroes=("Mercenary", "Druid"), **rich), "Monastery", "Prayer")
    assert detail(stranger, "learn Prayer") == "4 Experience and 4 Gold, as a stranger"
    member = _here(standing(at="Monastery", heroes=("Druid", "Mercenary"), **rich), "Monastery", "Prayer")
    assert detail(member, "learn Prayer") == "4 Experience"
    unknown = _here(knowing("Bauble: item, common", space="Village", gold=9), "Village", "Bauble")
    assert detail(unknown, "buy Bauble") == "its price is asked for"


@pytest.mark.rule("learning", "P82")
def test_the_price_of_an_ability_that_nobody_has_told_is_asked_for_where_it_is_learnt() -> None:
    """The Druid belongs to the Monastery; the Ability costs Experience alone."""
    played = placed(knowing("Chant: ability, Monastery", space="Monastery", experience=9), step="turn")
    played = say(_here(played, "Monastery", "Chant"), "learn Chant")
    assert played.question is not None
    assert played.question.key == "costs"
    say(played, "4")
    assert (hero(played).experience, hero(played).abilities[-1]) == (5, "Chant")


@pytest.mark.rule("discarded-cards", "P42")
def test_all_that_lies_under_a_creature_put_away_by_hand_goes_to_the_discards() -> None:
    played = standing()
    played.state.at(6).cards = [Lying("Highwayman", items=["Rope"], damaged=["Axe"], gold=2)]
    played = say(placed(played, step="turn"), "adjust Plains 6 loses Highwayman")
    assert played.state.decks["common"].discards == ["Rope", "Axe"]
    assert played.state.at(6).cards == []
    away = _here(_here(standing(), "City", "Ember Sword"), "Monastery", "Prayer")
    say(away, "adjust City loses Ember Sword", "adjust Monastery loses Prayer")
    assert away.state.decks["rare"].discards == ["Ember Sword"]
    assert (away.state.decks["Monastery"].bottom, away.state.at(BOARD.number_of("Monastery")).abilities) == (
        ["Prayer"],
        [],
    )


@pytest.mark.rule("discarded-cards", "P42")
def test_what_lies_under_a_creature_moved_by_hand_goes_to_the_discards() -> None:
    played = standing()
    played.state.at(6).cards = [Lying("Highwayman", items=["Rope"], damaged=["Axe"])]
    played = say(placed(played, step="turn"), "adjust Plains 14 gains Highwayman")
    assert (played.state.at(6).cards, [one.name for one in played.state.at(14).cards]) == ([], ["Highwayman"])
    assert played.state.decks["common"].discards == ["Rope", "Axe"]


@pytest.mark.rule("lodging", "P26")
def test_who_is_moved_by_hand_has_no_lodging_any_more() -> None:
    played = placed(standing(), 1, step="turn", space="Village", lodging=True)
    assert not hero(say(played, "adjust Bo space City"), 1).lodging


def test_a_claim_of_a_count_is_kept_where_no_fight_was_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    save = play_example("prophecy/three-players.moves", "walk Plains 14", tmp_path)
    type_at(save, monkeypatch, "claim Anna gold 6", "claim Anna gold 7, Bo gold 6")
    told = capsys.readouterr().out
    assert "Claimed: Anna gold 6, and so it is." in told
    assert "Claimed: Anna gold 7, but it is 6. Claimed: Bo gold 6, and so it is." in " ".join(told.split())
    log = [write_step(step) for step in open_table(save, Screen(plain=True)).session.steps[-2:]]
    assert log == ["adjust claim Anna gold 6", "adjust claim Anna gold 7, Bo gold 6"]


@pytest.mark.rule("attack-on-planes", "P50")
def test_who_attacks_a_plane_is_told() -> None:
    attacked = [event.text for event in _in_plane().events if "attack-on-planes" in event.rules]
    assert attacked == ["Anna attacks the plane of the Monastery; no card of the space is met."]


@pytest.mark.rule("P30", "non-battle")
@pytest.mark.parametrize(
    "does",
    [
        "in strength 1",
        "to willpower 1",
        "better of two",
        "own die 6",
        "lost is drawn",
        "wills 1 less",
        "enemy loses 1 strength",
    ],
)
def test_what_is_used_before_a_fight_lasts_for_the_turn(does: str) -> None:
    played = say(knowing(f"Ring: item, common; any time: {does}", items=["Ring"]), "use Ring")
    assert [(one.source, one.effect, one.until) for one in hero(played).bonuses] == [("Ring", does, "turn")]


@pytest.mark.rule("battle-in-planes")
def test_a_card_of_a_plane_is_turned_up_by_a_card() -> None:
    played = say(knowing("Seer: item, common; any time: turn up a plane card", items=["Seer"]), "use Seer")
    assert played.question is not None
    assert (played.question.key, next(one.text for one in played.question.options())) == ("plane", "Monastery")


def test_a_further_copy_of_a_card_in_sight_is_gained_by_its_number(tmp_path: Path) -> None:
    """Its name alone moved the one that Anna has."""
    save = tmp_path / "game.toml"
    players = ("--player", "Anna:Reed Piper", "--player", "Bo:Paladin", "--start", "Anna")
    cards = ("--deck", EXAMPLES / "sample-deck.toml", "--board", EXAMPLES / "sample-board.toml")
    run("new", save, "--game", "prophecy", *players, *cards, "--yes")
    gained = ("adjust Anna gains Potion of Healing", "adjust Bo gains Potion of Healing #2")
    assert run("do", save, *gained).exit_code == 0
    told = json.loads(run("status", save, "--json").stdout)["players"]
    assert [one["items"] for one in told] == [["Potion of Healing"], ["Potion of Healing #2"]]
    third = run("do", save, "adjust Bo gains Potion of Healing #3")
    assert (third.exit_code, "which card is it?" in third.stderr) == (2, True)
    assert run("verify", save).exit_code == 0


@pytest.mark.rule("walk")
def test_what_is_to_be_done_in_a_space_out_of_reach_is_refused_for_the_way() -> None:
    played = standing(step="movement", at="Village")
    assert refused(played, "walk to the Monastery and heal 2") == refused(played, "walk Monastery")
