"""Checks by the rulebook's tables, if a person may have changed something: the set-up's draws, figures, mines,
cards learnt, the battle under way, and tournaments.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET

from referee.declaration.game import Checks, Findings, check_unique, twice
from referee.declaration.tracking import EVERYTHING
from referee.errors import fault
from referee.games.conjurers import tables
from referee.games.conjurers.battle.state import SIDES, minion_of
from referee.games.conjurers.cards import cards as abilities
from referee.games.conjurers.cards.cards import CardEntry, equipment_of, read_card_name
from referee.games.conjurers.rules.card_pool import face_of, fighting_card, known_face, known_items, piece_card
from referee.games.conjurers.rules.ending import FINAL, SEMIFINALS, THIRD, tournament_after
from referee.games.conjurers.rules.spaces import FOUGHT, never_for, spaces, unused
from referee.games.conjurers.rules.state import CONJURER, Contest, Figure, GameState, Setup
from referee.games.conjurers.tables import artifacts_by_key, find_artifact
from referee.text.names import and_list, did_you_mean, fold, printable

BOUTS = (*SEMIFINALS, THIRD, FINAL)
"""The bouts of a tournament in the order in which they are fought (p. 14; A18)."""


# --- the set-up -----------------------------------------------------------------------------------


def _agreed(setup: Setup) -> Findings:
    """Check that locked, dealt, unlocked and tournaments fit the number of players (pp. 9, 14; E3, E6, E8)."""
    players, box = len(setup.players), tables.players()
    many = box.setups[players].locked
    if len(setup.locked) != many or len(set(setup.locked)) != many:
        locked = and_list(setup.locked) if setup.locked else "none"
        yield f"locked: {locked}; with {players} players {many} different mythologies are locked (p. 9)"
    for seat, hand in zip(setup.players, setup.dealt, strict=False):
        if len(hand) != (many := setup.start_creatures) and setup.tracking == EVERYTHING:
            yield f"dealt: {len(hand)} creatures for {seat.name}; each is dealt {many} (p. 9)"
    known = tables.phases().unlock
    for space in setup.unlock:
        if space not in known:
            yield f'unlock: there is no space "{space}"{did_you_mean(space, known)}'
    if setup.tournament and players != (many := tables.tournaments().players):
        yield f"tournament: it is for {many} players, and {players} play (p. 14)"
    _verify_abilities((*setup.creatures, *setup.items, *setup.artifacts))


def _verify_abilities(cards: Sequence[CardEntry]) -> None:
    """Check that the cards' abilities are those of the rulebook (pp. 18-23). Raises BadInput."""
    for card in cards:
        abilities.parse_all(card.abilities, card.name)


# --- holdings -------------------------------------------------------------------------------------


def _holdings(setup: Setup, game: GameState) -> Findings:
    """Check that resources, artifacts and mines are of this game, and no item is an artifact (pp. 8-9, 11; E6)."""
    instead = tables.players().setups[len(setup.players)].instead
    for player in game.players:
        for resource in player.resources:
            if resource in instead:
                yield f"{player.name}'s {resource}: there is none in this game, it is {instead[resource]} (p. 9)"
        for name in player.items:
            if fold(name) in artifacts_by_key():
                yield f"{player.name}'s items: {name} is an artifact (p. 8)"
    mines = [mine for mine in tables.phases().mines if mine not in unused(setup)]
    for mine in game.mines:
        if mine not in mines:
            yield f'mines: there is no "{mine}" in this game{did_you_mean(mine, mines)}; there are {and_list(mines)}'
    if game.gone and setup.sacrificed_return and setup.dead_creatures == "return" and not game.readings:
        yield f"{game.gone[0]} is out of the game; sacrificed creatures go back to their pile here (A4)"
    if game.draws and setup.draws == "table":
        yield f"draws: {game.draws}; in this game the table draws, so the program has drawn nothing"
    for player in game.players:
        for name in player.artifacts:
            find_artifact(name, f"{player.name}'s artifacts")


# --- cards learnt ---------------------------------------------------------------------------------


def _learnt(setup: Setup, game: GameState) -> Findings:
    """Check that cards are learnt once, are whole, and aren't in the deck (p. 6)."""
    every: Sequence[tuple[str, Sequence[Any], Mapping[str, Any]]] = (
        ("faces", game.faces, setup.creature_cards),
        ("learnt_creatures", game.learnt_creatures, setup.creature_cards),
        ("learnt_items", game.learnt_items, setup.piece_cards),
    )
    for what, cards, deck in every:
        yield from check_unique(what, (card.name for card in cards))
        for card in cards:
            if fold(card.name) in deck:
                yield f"{what}: {card.name} is in the deck"
    yield from check_unique("prices", game.prices)
    for name, price in game.prices.items():
        if not price:
            yield f"prices: {name} costs nothing; an item has its price"
    for face in game.faces:
        if (face.level == 1) != (face.mythology is UNSET):
            yield f"faces: {face.name} of level {face.level}; from level 2 on a creature has a mythology (p. 6)"
    for name in game.smiths:
        if known_face(setup, game, name) is None:
            yield f'smiths: nothing is known of a creature "{name}"'
    for card in game.learnt_creatures:
        face = face_of(setup, game, card.name)
        if (card.level, card.mythology) != (face.level, face.mythology):
            kind = face.level if face.mythology is UNSET else f"{face.mythology} {face.level}"
            yield f"learnt_creatures: {card.name} is level {card.level}; it was named as {kind}"
    _verify_abilities((*game.learnt_creatures, *game.learnt_items))


def _box(setup: Setup, game: GameState) -> Findings:
    """Check that cards besides the deck are no more than in the box, and have readable names (p. 6)."""
    box = tables.players().box
    if len(items := known_items(setup, game)) > (most := max(box.items, len(setup.items))):
        yield f"items: {and_list(items[most:])} can't be one more; the box has {box.items} (p. 6)"
    for mythology, many in Counter(face.mythology for face in game.faces if face.mythology is not UNSET).items():
        if many > max(0, box.creatures_per_mythology - len(setup.ranked_names.get(mythology, ()))):
            yield f"faces: more {mythology} creatures than the box has ({box.creatures_per_mythology}, p. 6)"
    for name in (*items, *(face.name for face in game.faces)):
        if wrong := fault(read_card_name, name):
            yield f"{printable(name)}: {wrong}"


# --- figures --------------------------------------------------------------------------------------


def _whose(game: GameState, figure: Figure) -> str:
    return f"{game.players[figure.player].name}'s {figure.kind}"


def _figures(setup: Setup, game: GameState) -> Findings:
    """Check that each figure is placed once, is its player's, and may be on its space (pp. 8, 10; E1)."""
    named = {space.name: space for space in spaces(setup)}
    taken: dict[str, str] = {}
    for figure in game.placed:
        owner, who = game.players[figure.player], _whose(game, figure)
        if figure.kind not in (CONJURER, *owner.assistants):
            yield f"{who} is placed; {owner.name} has a conjurer and {and_list(owner.assistants)} (p. 8)"
        if figure.space not in named:
            yield f'{who}: this game has no space "{figure.space}"{did_you_mean(figure.space, named)}'
        agreed = figure in game.agreed
        if not agreed and never_for(figure.player, figure.kind, named[figure.space]):
            yield f"{who} can't stand on the {figure.space} (pp. 8, 10)"
        if figure.space in taken and not (agreed or setup.shared_spaces or "shared_spaces" in game.readings):
            yield f"{who} and {taken[figure.space]} stand on the {figure.space}; there is room for one (E1)"
        taken[figure.space] = who
    if who := twice(_whose(game, figure) for figure in game.placed):
        yield f"{who} is placed twice (p. 10)"


def _to_resolve(setup: Setup, game: GameState) -> Findings:
    """Check that figures to be resolved are placed, listed once, and only in that stage (pp. 10-13; A1)."""
    sorts = {space.name: space.sort for space in spaces(setup)}
    left = [*game.figures, *game.waiting]
    for figure in left:
        who = f"{_whose(game, figure)} on the {figure.space}"
        if figure not in game.placed:
            yield f"{who} is to be resolved, and isn't placed there"
        if game.stage not in ("resolving", "battles"):
            yield f"{who} is to be resolved, but the stage is {game.stage}"
    if who := twice(_whose(game, figure) for figure in left):
        yield f"{who} is to be resolved twice"
    for figure in game.waiting:
        if sorts[figure.space] not in FOUGHT:
            yield f"waiting: nobody fights on the {figure.space} (A1)"


# --- the stage, battles, tournaments --------------------------------------------------------------


def _stage(setup: Setup, game: GameState) -> Findings:
    """Check that the stage fits the state, and that the order is fixed when all figures are placed (A14)."""
    if game.stage == "placing" and game.order:
        yield "order: figures are being placed, so nobody resolves yet (A14)"
    full = game.known == game.tracking == EVERYTHING  # a light table knows no order, not even when it is counted
    if game.stage not in ("placing", "light") and full and sorted(game.order) != game.present():
        yield "order: it names every player of the game once (A14)"
    last = setup.turns
    if game.stage == "over" and game.turn < last:
        yield f"the game is over in turn {game.turn}; it ends after turn {last} (p. 10)"
    if game.known == EVERYTHING and game.stage == "light":
        yield "the stage is light, and everything is tracked"
    if game.stage == "battles" and game.contest is None:
        yield "the stage is battles, and none is under way"
    if game.stage != "battles" and game.contest is not None:
        yield f"a battle is under way, so the stage is battles and not {game.stage}"
    if game.stage == "tournament" and not (setup.tournament and tournament_after(setup, game.turn)):
        yield f"the stage is tournament, and there is none in turn {game.turn} of this game (p. 14)"


def _contest(setup: Setup, game: GameState) -> Findings:
    """Check that two fight a battle, at the attacker's figure, for a creature there if any (pp. 12-13; A7)."""
    now = game.contest
    if now is None:
        return
    if now.attacker == now.defender:
        yield f"{game.players[now.attacker].name} can't fight a battle alone"
    if not now.tournament and game.known == EVERYTHING:
        yield from _fight_place(setup, game, now)
    if now.aside and (now.guarded or known_face(setup, game, now.aside) is None):
        yield f"aside: {now.aside} can't be what the defender of a duel has set aside (p. 13)"
    if now.battle is None:
        if any(now.hands) or now.guarded or now.aside:
            yield "the battle: nothing is drawn, named or set aside before the battle begins (pp. 13, 15)"
    else:
        if now.figure:  # older saves lack it, and had other hands
            yield from _drawn(setup, game, now)
        yield from _battle(setup, game, now)


def _fight_place(setup: Setup, game: GameState, now: Contest) -> Findings:
    figure = Figure(now.attacker, now.figure, now.space)
    if now.figure and (figure not in game.placed or figure in (*game.figures, *game.waiting)):
        yield f"the battle: {game.players[now.attacker].name}'s {now.figure} doesn't fight on the {now.space}"
    space = next(space for space in spaces(setup) if space.name == now.space)
    if space.sort not in FOUGHT:
        yield f"the battle: nobody fights on the {now.space}"
    elif space.sort == "duel":
        if space.opponent != now.defender or now.guarded:
            yield f"the battle: the {now.space} is fought against its player, for nobody's creature (p. 13)"
    elif not now.guarded:
        if now.battle is not None:
            yield f"the battle: no creature is named that is fought for on {now.space} (p. 12)"
    elif face_of(setup, game, now.guarded).mythology != tables.phases().battlegrounds[now.space]:
        yield f"the battle: {now.guarded} isn't {tables.phases().battlegrounds[now.space]} (p. 12; A7)"


def _drawn(setup: Setup, game: GameState, now: Contest) -> Findings:
    """Check the hand that the program drew: the right number of creatures, all in the battle (p. 15)."""
    assert now.battle is not None
    most = now.battle.readings.battle_creatures
    for side, hand in zip(SIDES, now.hands, strict=True):
        if now.guarded and side == "defender" and not hand:
            continue  # a minion and its creature are always allowed
        names = [fighter.name for fighter in now.battle.of(side)]
        if not hand and setup.draws == "program" and len(names) > most:
            yield f"hands: {most} of the {side}'s creatures are drawn by the program (p. 15)"
        if hand and (setup.draws == "table" or len(hand) != most or len(set(hand)) != most):
            yield f"hands: {most} different creatures are drawn by the program for the {side}, not {and_list(hand)}"
        for name in hand:
            if name not in names:
                yield f"hands: {name} isn't a creature of the {side}"


def _battle(setup: Setup, game: GameState, now: Contest) -> Findings:
    from referee.games.conjurers.battle.state import findings  # loaded only if there is a battle
    from referee.games.conjurers.rules.contests import drawn_hand, is_minion

    battle = now.battle
    assert battle is not None
    yield from findings(battle)
    kind = "battleground" if now.guarded else "duel"
    if (battle.kind, battle.elements, battle.morale) != (kind, setup.elements, setup.morale):
        yield f"the battle is a {kind}, with the optional rules of this game"
    for side, number in zip(SIDES, (now.attacker, now.defender), strict=True):
        if battle.sides[side].player != game.players[number].name:
            yield f"the battle: its {side} is {game.players[number].name}, not {battle.sides[side].player}"
        hidden = drawn_hand(now, side)
        if hidden and len(hidden) != (hidden_now := battle.sides[side].hidden):
            yield f"the battle: {len(hidden)} of the creatures drawn for the {side} are in the hand, not {hidden_now}"
        for piece in battle.sides[side].equipment:
            card = piece_card(setup, game, piece.name)
            if piece.abilities and (card is None or equipment_of(card, "card").abilities != piece.abilities):
                yield f"the battle: {piece.name} has other abilities than its card"
    for fighter in battle.fighters:
        if is_minion(battle, fighter):
            guarded = face_of(setup, game, now.guarded)
            if guarded.mythology is UNSET or fighter.card != minion_of(guarded.mythology, guarded.level):
                yield f"the battle: {now.guarded}'s minion isn't the rulebook's (p. 15)"
            continue
        card_now = fighting_card(setup, game, fighter.name)
        if fighter.card == card_now:
            continue
        unread = fighter.in_hand or fighter.maybe
        if not unread or (fighter.card.hp, fighter.card.bd, dict(fighter.card.abilities)) != (1, 0, {}):
            yield f"the battle: {fighter.name} isn't what its card says"


def _bracket(setup: Setup, game: GameState) -> Findings:
    """Check a tournament's bouts: two semifinals, the losers for third place, the winners in the final (A18)."""
    now = game.contest
    under_way = [now] if now is not None and now.tournament else []
    coming = [*under_way, *game.bouts]
    if not coming and not game.finished:
        return
    if not setup.tournament or not tournament_after(setup, game.turn) or game.stage not in ("tournament", "battles"):
        yield f"there is no tournament in turn {game.turn}, stage {game.stage}, of this game (p. 14)"
    if (now is not None and not under_way) or game.figures or game.waiting:
        yield "a tournament begins when the turn's battles are over (p. 14)"
    fought = [name for name in BOUTS if name in game.finished]
    bouts = [*fought, *(bout.tournament for bout in coming)]
    if bouts not in (list(SEMIFINALS), list(BOUTS)) or len(fought) != len(game.finished):
        yield f"the tournament's bouts are {and_list(BOUTS)}, each once, and not {and_list(bouts)} (p. 14)"
    for bout in coming:
        if bout.space or bout.figure or bout.guarded or (bout is not now and (bout.battle or any(bout.hands))):
            yield f"{bout.tournament}: it is fought by two players and nothing else is said of it (p. 14)"
    yield from _pairs(game, coming, fought)


def _pairs(game: GameState, coming: Sequence[Contest], fought: Sequence[str]) -> Findings:
    """Check that the players of each bout follow from the winners of those before it (A18)."""
    pairs = {bout.tournament: {bout.attacker, bout.defender} for bout in coming}
    everybody = set(game.present())
    winners = {game.finished[name] for name in SEMIFINALS if name in fought}
    wrong = any(len(pair) < 2 for pair in pairs.values()) or len(everybody) != 2 * len(SEMIFINALS)
    wrong |= len(winners) < len([name for name in SEMIFINALS if name in fought])
    if all(name in pairs for name in SEMIFINALS):
        wrong |= pairs[SEMIFINALS[0]] | pairs[SEMIFINALS[1]] != everybody
    elif SEMIFINALS[1] in pairs:
        wrong |= not winners.isdisjoint(pairs[SEMIFINALS[1]])
    else:
        for name, group in ((FINAL, winners), (THIRD, everybody - winners)):
            wrong |= name in pairs and pairs[name] != group
            wrong |= name in fought and game.finished[name] not in group
    if wrong:
        yield "the tournament: the winners of the semifinals play the final, the others for third place (p. 14)"


CHECKS: Checks[Setup, GameState] = Checks(
    (_agreed,),
    (_holdings, _learnt, _box, _figures, _to_resolve, _stage, _bracket, _contest),
)
