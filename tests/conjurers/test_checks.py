"""States that can't be, as a hand may write them into a save: each is refused in the table's words."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from referee.errors import BadInput
from referee.games.conjurers import GAME as CONJURERS
from referee.games.conjurers import tables
from referee.games.conjurers.battle.state import (
    AbilitySource,
    Battle,
    BattleOutcome,
    Fighter,
    Lineup,
    findings,
    start_battle,
)
from referee.games.conjurers.cards.cards import Creature, CreatureEntry, Equipment, ItemEntry
from referee.games.conjurers.rules.state import Contest, Face, Figure, GameState, Seat, Setup
from referee.games.conjurers.setup.fields import COLOURS
from referee.play.notation import read_each
from referee.saves.save import OpenSave
from tests.conjurers.kept import PLACED, kept_setup, new_game
from tests.conjurers.random_play import BOX, NAMES, Start, play
from tests.reading_kept import why_not_kept

KEPT = CONJURERS.rules()
SEATS = tuple(Seat(name, colour, "worker") for name, colour in zip(NAMES, COLOURS, strict=True))
ONES = [card.name for card in BOX.creatures.values() if card.level == 1]
SETUP = Setup(
    players=SEATS,
    seed=3,
    dice="rolled",
    draws="program",
    tournament=True,
    battles_last="never",
    dealt=tuple(tuple(ONES[3 * seat : 3 * seat + 3]) for seat in range(4)),
    **BOX.part(1, random.Random(0)),
)


@cache
def games() -> tuple[GameState, ...]:
    """All states of a few whole games."""
    found: list[GameState] = []
    for seed in range(3):
        for played in play(Start(SETUP, 1).table(seed)):
            if not found or played.state is not found[-1]:
                found.append(played.state)
    return tuple(found)


def reached(wanted: Callable[[GameState], Any]) -> GameState:
    """The first state of this kind, for a test to spoil."""
    return next(game for game in games() if wanted(game)).copy()


def battle_of(game: GameState) -> Battle:
    """The battle under way."""
    assert game.contest is not None
    assert game.contest.battle is not None
    return game.contest.battle


def refusal(game: GameState, setup: Setup = SETUP) -> str:
    """Why a set-up and a state of it, read from plain data, can't be."""
    return why_not_kept(KEPT, setup, game)


def test_what_play_leads_to_is_believed() -> None:
    KEPT.check_setup(SETUP)
    for game in games():
        KEPT.check(SETUP, game)


# --- the set-up -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"players": (SEATS[0], replace(SEATS[1], name="ANNA"), *SEATS[2:])}, "two players are called ANNA"),
        ({"players": SEATS[:1]}, "players must have at least 2 values"),
        ({"start": 4}, "start: there is no player 4; players are numbers from 0 to 3"),
        ({"seed": -1}, "seed is -1; it must be 0 or more"),
        ({"dealt": SETUP.dealt[:3]}, "dealt: hands for 3 players, and 4 play"),
        ({"players": (*SEATS[:3], replace(SEATS[3], assistant=None))}, "everybody begins with an assistant (p. 9)"),
        ({"dealt": (*SETUP.dealt[:3], SETUP.dealt[0])}, f"dealt: {ONES[0]} twice"),
        ({"dealt": (*SETUP.dealt[:3], SETUP.dealt[3][:2])}, "dealt: 2 creatures for Dan; each is dealt 3 (p. 9)"),
        ({"locked": ("norse",)}, "locked: norse; with 4 players 0 different mythologies are locked (p. 9)"),
        ({"unlock": {"tavernn": 2}}, 'unlock: there is no space "tavernn"; did you mean tavern?'),
        ({"unlock": {"tavern": 5}}, "unlock.tavern is 5; it must be 4 or less"),
        ({"creatures": (*SETUP.creatures, SETUP.creatures[0])}, f"{SETUP.creatures[0].name} is listed twice"),
        ({"items": (*SETUP.items, SETUP.items[0])}, f"items and artifacts: {SETUP.items[0].name} is listed twice"),
        ({"creatures": (CreatureEntry(name="Moon", level=2, hp=3, bd=1),)}, "Moon: a level 2 creature needs its"),
        ({"items": (ItemEntry(name="Moon", abilities=("flyin",)),)}, 'Moon: there is no ability "flyin"; did you'),
    ],
)
def test_an_impossible_set_up_is_refused(changes: dict[str, Any], says: str) -> None:
    assert says in refusal(games()[0], replace(SETUP, **changes))


def test_tournaments_are_for_four() -> None:
    assert "tournament: it is for 4 players, and 2 play (p. 14)" in refusal(
        KEPT.start(kept_setup()), replace(kept_setup(), tournament=True)
    )


# --- players and cards ----------------------------------------------------------------------------


def spoil_assistants(game: GameState) -> None:
    game.players[1].assistants = ["worker", "worker"]


def spoil_many_assistants(game: GameState) -> None:
    game.players[1].assistants = ["worker", "merchant", "warrior", "recruiter"]


def spoil_names(game: GameState) -> None:
    game.players[1].name = "Anna"


def spoil_leavers(game: GameState) -> None:
    for player in game.players[1:]:
        player.left, player.creatures = True, []


def spoil_leaver(game: GameState) -> None:
    game.players[1].left = True


def spoil_leaver_with_artifact(game: GameState) -> None:
    player = game.players[1]
    player.left, player.creatures, player.items, player.artifacts = True, [], [], ["Talaria"]
    player.resources, player.food = {}, 0


def spoil_creature(game: GameState) -> None:
    game.players[1].creatures.append(game.players[0].creatures[0].upper())


def spoil_same_creature(game: GameState) -> None:
    game.players[0].creatures *= 2


def spoil_gone(game: GameState) -> None:
    game.gone.append(game.players[0].creatures[0])


def spoil_unknown(game: GameState) -> None:
    game.players[0].creatures.append("Moon")


def spoil_items(game: GameState) -> None:
    game.players[0].items, game.players[1].items = ["Axe"], ["axe"]


def spoil_new_item(game: GameState) -> None:
    game.players[0].items = ["Moon"]


def spoil_artifact(game: GameState) -> None:
    game.players[0].artifacts = ["Moon"]


def spoil_item(game: GameState) -> None:
    game.players[0].items = ["Talaria"]


@pytest.mark.rule("E2", "E10", "E11", "A21")
@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (spoil_assistants, "Bo's assistants: worker twice; each player has one of each kind at most (p. 8)"),
        (spoil_many_assistants, "Bo's assistants must have at most 3 values"),
        (spoil_names, "its players are not those of the set-up: Anna, Anna, Cleo and Dan instead of Anna, Bo"),
        (spoil_leavers, "two players must remain"),
        (spoil_leaver, "Bo has left the game"),
        (spoil_leaver_with_artifact, "Bo has left the game and keeps neither cards nor resources nor food (A21)"),
        (spoil_creature, f"{ONES[0]} lies in two places: among Anna's creatures and among Bo's creatures"),
        (spoil_same_creature, f"{ONES[0]} lies in two places: twice among Anna's creatures"),
        (spoil_gone, f"{ONES[0]} is with Anna and out of the game"),
        (spoil_unknown, 'nothing is known of a creature "Moon"'),
        (spoil_items, "Axe lies in two places: among Anna's items and among Bo's items"),
        (spoil_new_item, "items: Moon can't be one more; the box has 20 (p. 6)"),
        (spoil_artifact, "Anna's artifacts: there is no artifact"),
        (spoil_item, "Anna's items: Talaria is an artifact (p. 8)"),
    ],
)
def test_impossible_holdings_are_refused(spoil: Callable[[GameState], None], says: str) -> None:
    game = games()[0].copy()
    spoil(game)
    assert says in refusal(game)


@pytest.mark.rule("E6")
def test_a_resource_that_isnt_in_the_game_is_refused() -> None:
    game = KEPT.start(kept_setup())
    game.players[0].resources["sapphire"] = 1
    assert "Anna's sapphire: there is none in this game, it is diamond (p. 9)" in refusal(game, kept_setup())


# --- numbers and names ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"turn": 99}, "turn is 99; it must be 12 or less"),
        ({"draws": -5}, "draws is -5; it must be 0 or more"),
        ({"holder": 4}, "the Initiative Button: there is no player 4; players are numbers from 0 to 3"),
        ({"next_seat": 4}, "next_seat: there is no player 4"),
        ({"mines": {"moon": 1}}, 'mines: there is no "moon" in this game; there are lumber mill'),
        ({"mines": {"stone mine": 7}}, "the stone mine: there is no player 7"),
        ({"order": [0, 1]}, "order: figures are being placed"),
        ({"stage": "over"}, "order: it names every player"),
        ({"stage": "battles", "order": [0, 1, 2, 3]}, "the stage is battles, and none is under way"),
        ({"stage": "tournament", "order": [0, 1, 2, 3]}, "there is none in turn 1 of this game (p. 14)"),
        ({"stage": "over", "order": [0, 1, 2, 3]}, "the game is over in turn 1; it ends after turn 12"),
        ({"placed": [Figure(9, "worker", "stone mine")]}, "the worker on the stone mine: there is no player 9"),
        ({"placed": [Figure(0, "warrior", "duat")]}, "Anna's warrior is placed; Anna has a conjurer and"),
        ({"placed": [Figure(0, "worker", "moon")]}, 'Anna\'s worker: this game has no space "moon"'),
        ({"placed": [Figure(0, "worker", "tavern")]}, "Anna's worker can't stand on the tavern (pp. 8, 10)"),
        ({"placed": [Figure(0, "conjurer", "duel Anna")]}, "Anna's conjurer can't stand on the duel Anna"),
        ({"placed": [Figure(0, "worker", "stone mine"), Figure(1, "worker", "stone mine")]}, "room for one (E1)"),
        ({"placed": [Figure(0, "worker", "stone mine"), Figure(0, "worker", "iron mine")]}, "is placed twice"),
        ({"figures": [Figure(0, "worker", "stone mine")]}, "is to be resolved, and isn't placed there"),
        ({"faces": [Face("Moon", 3)]}, "faces: Moon of level 3; from level 2 on"),
        ({"faces": [Face("Moon", 1), Face("moon", 1)]}, "faces: moon is listed twice"),
        ({"faces": [Face("Moon; Sun", 1)]}, "Moon; Sun: "),
        ({"faces": [Face(ONES[0], 1)]}, f"faces: {ONES[0]} is in the deck"),
        ({"faces": [Face("Moon", 3, "norse")]}, "faces: more norse creatures than the box has (8, p. 6)"),
        ({"prices": {"Moon": {}}}, "prices: Moon costs nothing"),
        ({"prices": {"Moon": {"wood": 1}, "moon": {"wood": 1}}}, "prices: moon is listed twice"),
        ({"learnt_items": [ItemEntry(name=SETUP.items[0].name)]}, f"{SETUP.items[0].name} is in the deck"),
        (
            {"faces": [Face("Moon", 1)], "learnt_creatures": [CreatureEntry(name="Moon", level=3, hp=1, bd=1)]},
            "learnt_creatures: Moon is level 3; it was named as 1",
        ),
        ({"stage": "light"}, "the stage is light, and everything is tracked"),
        (
            {
                "stage": "resolving",
                "order": [0, 1, 2, 3],
                "placed": [Figure(0, "worker", "stone mine")],
                "figures": [Figure(0, "worker", "stone mine")] * 2,
            },
            "Anna's worker is to be resolved twice",
        ),
        (
            {
                "stage": "resolving",
                "order": [0, 1, 2, 3],
                "placed": [Figure(0, "worker", "stone mine")],
                "waiting": [Figure(0, "worker", "stone mine")],
            },
            "waiting: nobody fights on the stone mine (A1)",
        ),
        ({"prices": {"Moon": {"wood": 0}}}, "wood is 0; it must be 1 or more"),
        ({"smiths": {"moon": True}}, 'smiths: nothing is known of a creature "moon"'),
        ({"learnt_creatures": [CreatureEntry(name=ONES[0], level=1, hp=1, bd=1)]}, f"{ONES[0]} is in the deck"),
        ({"learnt_items": [ItemEntry(name="Moon", abilities=("flyin",))]}, 'Moon: there is no ability "flyin"'),
        ({"learnt_items": [ItemEntry(name="Moon"), ItemEntry(name="MOON")]}, "learnt_items: MOON is listed twice"),
        ({"finished": {"final": 1}}, "there is no tournament in turn 1"),
        ({"bouts": [Contest(0, 9, tournament="final")]}, "the battle's defender: there is no player 9"),
    ],
)
def test_what_is_nowhere_on_the_table_is_refused(changes: dict[str, Any], says: str) -> None:
    assert says in refusal(replace(games()[0], **changes))


def test_the_programs_draws_are_counted_where_it_draws() -> None:
    game = replace(KEPT.start(kept_setup()), draws=1)
    assert "draws: 1; in this game the table draws" in refusal(game, replace(kept_setup(), draws="table"))


@pytest.mark.rule("A4")
def test_no_sacrificed_creature_is_gone_where_they_go_back() -> None:
    game = games()[0].copy()
    game.gone = [game.players[0].creatures.pop()]
    assert "is out of the game; sacrificed creatures go back" in refusal(game, replace(SETUP, sacrificed_return=True))


# --- battles --------------------------------------------------------------------------------------


def in_slot(battle: Battle) -> Fighter:
    """A creature in a slot."""
    return next(fighter for fighter in battle.fighters if fighter.slot is not None)


def in_hand(battle: Battle) -> Fighter:
    """A creature that waits."""
    return next(fighter for fighter in battle.fighters if fighter.in_hand)


def in_battle(game: GameState) -> bool:
    """Whether a battle is under way in which both kinds are."""
    battle = game.contest.battle if game.contest is not None else None
    kinds = (
        {} if battle is None else {fighter.slot is None: fighter for fighter in battle.fighters if not fighter.dead}
    )
    return battle is not None and len(kinds) == 2 and any(fighter.in_hand for fighter in battle.fighters)


def own(fighter: Fighter, **changes: Any) -> None:
    """Change what has become of a creature's own abilities."""
    fighter.own = AbilitySource(fighter.name, fighter.own.abilities, **changes)


def change(fighter: Fighter, **changes: Any) -> None:
    """Change a creature of a battle."""
    for what, value in changes.items():
        setattr(fighter, what, value)


@pytest.mark.rule("B3", "B5", "B16")
@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda b: b.sides.clear(), "it has two sides, attacker and defender (p. 15)"),
        (lambda b: b.sides.pop("attacker"), "it has two sides"),
        (lambda b: setattr(b, "outcome", BattleOutcome("attacker", "eliminated")), "its outcome is known"),
        (lambda b: b.fighters.pop(0), "its fighters are numbered from 0"),
        (lambda b: b.fighters.reverse(), "its fighters are numbered from 0"),
        (lambda b: setattr(b.sides["attacker"], "player", "Moon"), "its attacker is"),
        (lambda b: setattr(b, "elements", True), "with the optional rules of this game"),
        (lambda b: setattr(b, "turn", b.turn + 40), "in its last turns (B8)|a die was thrown last in round"),
        (lambda b: setattr(b, "quiet_since", 900), "a die was thrown last in round 900"),
        (lambda b: setattr(b, "idle", 800), "nothing has changed for 800 turns"),
        (lambda b: setattr(b.sides["attacker"], "moved", (77,)), "77 can't be what the attacker moved"),
        (lambda b: setattr(b.sides["attacker"], "hidden", 2), "none is drawn|are named and 2 hidden|are in the hand"),
        (lambda b: setattr(b.sides["attacker"], "used", {55}), "there is no piece 55"),
        (lambda b: setattr(b.sides["attacker"], "dead", [0, 0]), "the attacker's dead are not those that it lists"),
        (lambda b: change(in_slot(b), slot=4), "slot is 4; it must be 3 or less"),
        (lambda b: change(in_slot(b), damage=9000), "it would be dead (p. 17)"),
        (lambda b: change(in_slot(b), damage=-1), "damage is -1; it must be 0 or more"),
        (lambda b: change(in_slot(b), dead=True), "the attacker's dead are not|the defender's dead are not"),
        (lambda b: change(in_slot(b), maybe=True), "one of them|are named and|none is drawn|defend a battleground"),
        (lambda b: change(in_slot(b), devouring=77), "there is no creature 77"),
        (lambda b: change(in_slot(b), devouring=in_hand(b).number), "one devours the other, in the slot across"),
        (lambda b: change(in_slot(b), returned=500), "came back in turn 500"),
        (lambda b: change(in_slot(b), worn=[AbilitySource("Moon", {})]), "can't wear Moon as it is (p. 22)"),
        (lambda b: change(in_slot(b), own=AbilitySource("Moon", {})), "its own abilities are not those of its card"),
        (lambda b: change(in_slot(b), card=replace(in_slot(b).card, abilities={"fly": 1})), 'no ability "fly"'),
        (lambda b: change(in_slot(b), card=replace(in_slot(b).card, level=9)), "level is 9; it must be 5 or less"),
        (lambda b: change(in_slot(b), card=replace(in_slot(b).card, hp=999)), "isn't what its card says"),
        (lambda b: change(in_hand(b), damage=1), "wasn't summoned yet"),
        (lambda b: change(in_hand(b), bound=True), "wasn't summoned yet"),
        (lambda b: change(b.fighters[1], card=b.fighters[0].card), "fights twice for the"),
        (lambda b: own(in_slot(b), absorbed=9), "absorbs 0 damage, not 9"),
        (lambda b: own(in_slot(b), bind_used=True), "doesn't bind, so its bind can't be used"),
        (lambda b: change(b.fighters[0], may_wear=False), "may_wear of the attacker's"),
        (lambda b: change(in_slot(b), maybe=True, dead=True), "may_wear|dead are not|none is drawn|are named"),
        (lambda b: change(in_slot(b), worn=[AbilitySource("Moon", {})] * 2), "Moon is worn twice (B5)"),
        (lambda b: change(in_slot(b), devouring=0, devoured_by=0), "in the slot across"),
        (lambda b: change(in_hand(b), slot=in_slot(b).slot, side=in_slot(b).side), "."),
    ],
)
def test_an_impossible_battle_is_refused(spoil: Callable[[Battle], None], says: str) -> None:
    game = reached(in_battle)
    spoil(battle_of(game))
    told = refusal(game)
    assert any(part in told for part in says.split("|")), told


@pytest.mark.rule("resolving")
def test_figures_are_resolved_only_while_a_turn_is() -> None:
    game = reached(lambda game: game.figures and game.stage == "resolving")
    game.stage = "ending"
    assert "is to be resolved, but the stage is ending" in refusal(game)


@pytest.mark.rule("random-draw")
def test_hands_that_the_program_draws_are_in_the_state() -> None:
    """Of more than three creatures."""
    game = reached(lambda game: game.contest is not None and any(game.contest.hands))
    assert game.contest is not None
    game.contest.hands = ((), ())
    assert "creatures are drawn by the program (p. 15)" in refusal(game)


@pytest.mark.rule("random-draw")
def test_of_what_the_program_drew_as_many_are_hidden_as_are_in_the_hand() -> None:
    game = reached(lambda game: game.contest is not None and any(game.contest.hands) and battle_of(game).fighters)
    side = next(side for side in battle_of(game).sides.values() if side.hidden)
    side.hidden -= 1
    wrong = [one.text for one in KEPT.impossible(SETUP, game)]
    assert any(f"are in the hand, not {side.hidden}" in text for text in wrong), wrong


@pytest.mark.rule("A18")
def test_a_tournament_is_fought_at_its_stage() -> None:
    game = reached(begun)
    game.stage = "resolving"
    wrong = [one.text for one in KEPT.impossible(SETUP, game)]
    assert f"there is no tournament in turn {game.turn}, stage resolving, of this game (p. 14)" in wrong
    over = "a tournament begins when the turn's battles are over (p. 14)"
    assert over not in wrong
    for waits in ("figures", "waiting"):
        game = reached(begun)
        setattr(game, waits, game.placed[:1])
        assert over in [one.text for one in KEPT.impossible(SETUP, game)]


@pytest.mark.rule("hit-points")
def test_who_is_dead_has_as_much_damage_as_hit_points() -> None:
    ox, rat = (Creature(name=name, level=1, hp=9, bd=1, abilities={}) for name in ("Ox", "Rat"))
    battle = start_battle("duel", Lineup("Anna", (ox, rat)), Lineup("Bo", (ox,)))
    dead = next(battle.of("attacker"))
    dead.dead, dead.damage, battle.sides["attacker"].dead = True, 9, [dead.number]
    assert list(findings(battle)) == []
    dead.damage = 8
    assert list(findings(battle)) == ["Ox is dead with 8 damage and 9 hit points (p. 17)"]
    assert (battle.elements, battle.morale) == (False, False), "no optional rule that wasn't agreed on"


@pytest.mark.rule("B18")
def test_what_is_worn_and_its_own_card_give_a_creature_its_abilities_unless_it_is_bound() -> None:
    ox = Creature(name="Ox", level=1, hp=9, bd=1, abilities={"fly": 1})
    battle = start_battle("duel", Lineup("Anna", (ox,)), Lineup("Bo", (ox,)))
    (fighter,) = battle.of("attacker")
    fighter.worn = [AbilitySource("Sword", {})]
    assert [source.name for source in fighter.sources()] == ["Sword", "Ox"]
    assert [source.name for source in fighter.sources(own=False)] == ["Sword"]
    fighter.bound = True
    assert [source.name for source in fighter.sources()] == ["Sword"]


@pytest.mark.rule("B5")
def test_a_creature_wears_no_more_than_two_pieces() -> None:
    cards = tuple(Creature(name=name, level=1, hp=9, bd=1, abilities={}) for name in ("Ox", "Rat"))
    pieces = tuple(Equipment(name, {}) for name in ("Sword", "Shield", "Helmet"))
    battle = start_battle("duel", Lineup("Anna", cards, pieces), Lineup("Bo", cards))
    ox, rat = battle.of("attacker")
    ox.slot, rat.slot, battle.sides["attacker"].used = 0, 1, {0, 1, 2}
    worn = [AbilitySource(piece.name, {}) for piece in pieces]
    ox.worn, rat.worn = worn[:2], worn[2:]
    more = "Ox wears more than 2 pieces (p. 22)"
    assert more not in findings(battle)
    ox.worn, rat.worn = worn, []
    assert more in findings(battle)
    unused = "Ox wears Helmet, which nobody has put on in this battle (B5)"
    assert unused not in findings(battle)
    battle.sides["attacker"].used = {0, 1}
    assert unused in findings(battle)


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda now: setattr(now, "attacker", 9), "the battle's attacker: there is no player 9"),
        (lambda now: setattr(now, "defender", now.attacker), "can't fight a battle alone"),
        (lambda now: setattr(now, "space", "tavern"), "doesn't fight on the tavern"),
        (lambda now: setattr(now, "aside", "Moon"), "aside: Moon can't be what the defender"),
        (lambda now: setattr(now, "tournament", "final"), "no tournament in turn|the tournament's bouts"),
        (lambda now: setattr(now, "hands", (("Moon",), ())), "hands: 3 different creatures are drawn"),
        (
            lambda now: setattr(now, "hands", (("Moon", "Sun", "Sky"), ())),
            "hands: Moon isn't a creature of the attacker",
        ),
        (lambda now: setattr(now, "guarded", "Moon"), 'nothing is known of a creature "Moon"'),
    ],
)
def test_an_impossible_contest_is_refused(spoil: Callable[[Contest], None], says: str) -> None:
    game = reached(in_battle)
    assert game.contest is not None
    spoil(game.contest)
    told = refusal(game)
    assert any(part in told for part in says.split("|")), told


@pytest.mark.rule("A7")
def test_a_battleground_is_fought_on_for_its_own_creatures() -> None:
    game = reached(lambda game: game.contest is not None and game.contest.guarded and game.contest.battle)
    assert game.contest is not None
    mythology = tables.phases().battlegrounds[game.contest.space]
    taken = {name for _, name in game.owned_creatures()}
    other = next(
        c.name for c in BOX.creatures.values() if c.level > 1 and c.mythology != mythology and c.name not in taken
    )
    battle = battle_of(game)
    minion = next(battle.of("defender"))
    card, minion.card = minion.card, replace(minion.card, hp=minion.card.hp + 1)
    minion.own = AbilitySource(minion.name, minion.card.abilities)
    assert f"{game.contest.guarded}'s minion isn't the rulebook's (p. 15)" in refusal(game)
    minion.card = card
    battle.sides["defender"].hidden = 1
    assert "a minion and the creature that it guards defend a battleground (p. 15)" in refusal(game)
    battle.sides["defender"].hidden = 0
    guarded, game.contest.guarded = game.contest.guarded, other
    assert f"the battle: {other} isn't {mythology} (p. 12; A7)" in refusal(game)
    game.contest.guarded = ""
    assert f"the battle: no creature is named that is fought for on {game.contest.space} (p. 12)" in refusal(game)
    game.contest.guarded = other
    game.stage = "resolving"
    assert "a battle is under way, so the stage is battles and not resolving" in refusal(game)
    game.stage = "battles"
    game.contest.guarded, game.contest.battle = guarded, None
    assert "nothing is drawn, named or set aside before the battle begins" in refusal(game)


def begun(game: GameState) -> bool:
    """Whether the first semifinal is under way."""
    return len(game.bouts) == 1 and not game.finished


@pytest.mark.rule("A18")
@pytest.mark.parametrize(
    ("wanted", "spoil", "says"),
    [
        (begun, lambda g: g.bouts.pop(), "the tournament's bouts are semifinal 1"),
        (begun, lambda g: setattr(g.bouts[0], "attacker", g.contest.attacker), "play the final"),
        (lambda g: len(g.finished) == 1, lambda g: setattr(g, "finished", {"moon": 1}), "the tournament's bouts"),
        (lambda g: len(g.finished) == 2, lambda g: setattr(g, "finished", {**g.finished, "final": 9}), "no player 9"),
        (lambda g: len(g.finished) == 4, lambda g: g.finished.pop("third place"), "the tournament's bouts are"),
        (
            lambda g: len(g.finished) == 4,
            lambda g: g.finished.update({"third place": g.finished["final"]}),
            "the winners of the semifinals play the final",
        ),
    ],
)
def test_an_impossible_tournament_is_refused(
    wanted: Callable[[GameState], bool], spoil: Callable[[GameState], None], says: str
) -> None:
    game = reached(wanted)
    spoil(game)
    assert says in refusal(game)


# --- in a save ------------------------------------------------------------------------------------


def test_a_correction_that_leads_to_what_cant_be_changes_nothing(tmp_path: Any) -> None:
    open_save = new_game(tmp_path)
    open_save.do(read_each(PLACED))
    open_save.save()
    before = open_save.path.read_text()
    for text, says in (
        ("mend players.0.food = -5", "Anna's food is -5; it must be 0 or more"),
        ('mend players.0.assistants = ["worker", "worker"]', "Anna's assistants: worker twice"),
        ("mend holder = 7", "there is no player 7"),
        ("mend foo", "doesn't answer"),
        ("mend a.b = 1", 'the state has no place "a b"'),
    ):
        with pytest.raises(BadInput) as refused:
            open_save.do(read_each([text]))
        assert says in str(refused.value)
        open_save.save()
        assert open_save.path.read_text() == before
    open_save.do(read_each(["mend players.0.food = 5"]))
    assert open_save.session.state.players[0].food == 5


def test_a_change_by_hand_of_a_set_up_that_cant_be_is_told_as_such(tmp_path: Any) -> None:
    open_save = new_game(tmp_path)
    text = open_save.path.read_text()
    assert "draws = " in text
    open_save.path.write_text(text.replace('name = "Bo"', 'name = "Anna"', 1))
    with pytest.raises(BadInput, match=r"evening\.toml: setup: two players are called Anna") as refused:
        OpenSave(CONJURERS, open_save.path)
    assert "--restore" not in str(refused.value)
