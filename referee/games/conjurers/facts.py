"""Facts of the board that questions to an open game are answered from: spaces, figures, creatures, battles."""

from __future__ import annotations

from collections.abc import Iterator

from referee.declaration.facts import Thing, Value
from referee.declaration.tracking import EVERYTHING
from referee.games.conjurers.rules.actions import fee
from referee.games.conjurers.rules.card_pool import known_face
from referee.games.conjurers.rules.ending import needed_food, next_feeding
from referee.games.conjurers.rules.spaces import BoardSpace, closed_because, spaces
from referee.games.conjurers.rules.state import CONJURER, GameState, Player, Setup
from referee.games.conjurers.tables import board as board_tables

_KINDS = {"battleground": "battleground", "pit": "pit sacrificial", "market": "market town", "duel": "duel house"}
"""Words for a kind of space that isn't called so."""


def facts(setup: Setup, game: GameState) -> Iterator[Thing]:
    """Yield everything that lies open, where everything is tracked."""
    if not game.tracking == game.known == EVERYTHING:
        return
    feeding = next_feeding(setup, game)
    table: dict[str, Value] = {
        "turn": f"{game.turn} of {setup.turns}",
        "phase": f"{board_tables.phases().phases[game.phase - 1].name}",
        "turns left/turns remain/more turns": setup.turns - game.turn,
    }
    if feeding is not None:
        table["next feeding/feeding/feed"] = f"end of turn {feeding}"
        table["turns until feeding"] = feeding - game.turn
        table["feeding this turn/feed turn/feed now"] = feeding == game.turn
    holder = "Initiative Button/button/starts/starts next turn/starts first/goes first/first player/start player"
    table[holder] = game.players[game.holder].name
    if (contest := game.contest) is not None:
        table["battle/fighting/fights/fight"] = " against ".join(
            game.players[seat].name for seat in (contest.attacker, contest.defender)
        )
    yield Thing("", facts=table)
    for seat in game.present():
        player = game.players[seat]
        yield Thing(player.name, facts=_of_player(setup, game, player, feeding))
        waiting = game.figures_of(seat) if game.stage == "placing" else []
        standing = {figure.kind: figure.space for figure in game.placed if figure.player == seat}
        for kind in (CONJURER, *player.assistants):
            kinds = f"figure {kind}{'' if kind == CONJURER else ' assistant'}"
            stands: dict[str, Value] = {
                "placed/board": kind not in waiting,
                "left to place/not placed/left": kind in waiting,
            }
            yield Thing(f"{player.name}'s {kind}", kinds, player.name, standing.get(kind, "in hand"), stands)
        for name in player.creatures:
            if (face := known_face(setup, game, name)) is not None:
                printed: dict[str, Value] = {"level/strong/powerful": face.level}
                if face.level > 1:
                    printed["mythology"] = str(face.mythology)
                yield Thing(name, "creature army", facts=printed)
    if game.stage != "over":
        yield from (_space(setup, game, space) for space in spaces(setup))
    if (battle := game.battle) is not None:
        for fighter in battle.fighters:
            where = "dead" if fighter.dead else f"slot {fighter.slot}" if fighter.slot else ""
            now: dict[str, Value] = {
                "hit points/health/life/hp": f"{fighter.hit_points_left} of {fighter.card.hp}",
                "damage/wounds": fighter.card.hp - fighter.hit_points_left,
                "dice": fighter.card.bd,
                "poisoned": bool(fighter.poison),
                "frozen": fighter.frost,
                "bound": fighter.bound,
                "dead/killed": fighter.dead,
            }
            if where:
                yield Thing(fighter.name, "creature fighter battle", battle.sides[fighter.side].player, where, now)


def _of_player(setup: Setup, game: GameState, player: Player, feeding: int | None) -> dict[str, Value]:
    goods = [f"{number} {good}" for good, number in player.resources.items() if number]
    more = setup.most_assistants - len(player.assistants)
    found: dict[str, Value] = {"resources/goods": ", ".join(goods) or "nothing", "more assistants": max(0, more)}
    if more > 0:
        cost = ", ".join(f"{number} {good}" for good, number in fee(player).items())
        found["next assistant's price/assistant price/next assistant cost/another assistant cost"] = cost
    if feeding is not None:
        needed = needed_food(setup, game, player)
        short = max(0, needed - player.food)
        found["feeding/food needed/food feeding"] = f"{needed} food at the end of turn {feeding}, has {player.food}"
        lacks = (
            "food short/lose next feeding/lose feeding/food missing/food lack/food more need/hungry/hungry feeding"
        )
        found[f"{lacks}/hungry next feeding/starve"] = (
            f"{short} (-{short * setup.short_food} points), for the feeding at the end of turn {feeding}"
        )
        found["enough food/can feed/can feed everybody/can feed all/food enough/food enough feeding"] = not short
    return found


def _space(setup: Setup, game: GameState, space: BoardSpace) -> Thing:
    standing = any(figure.space == space.name for figure in game.placed)
    closed = "" if standing else closed_because(setup, game, space)
    table = board_tables.phases()
    source = table.mines.get(space.kind) or table.storages.get(space.kind)
    by_phase = source.output if source else table.food.get(space.kind)
    found: dict[str, Value] = {
        "free/open/available/empty/unoccupied": not standing and not closed,
        "taken/occupied/used/busy": standing,
        "closed/shut": bool(closed),
    }
    if closed:
        found["reason/opens/open"] = closed
    if by_phase is not None:
        good = f" {source.resource if source else 'food'}"
        later = f"{by_phase[min(game.phase, len(by_phase) - 1)]}{good}"
        found["output/give/produce/yield/bring"] = f"{by_phase[game.phase - 1]}{good}"
        found["output in the next phase/next phase/output next phase/give next phase"] = later
    if space.sort == "battleground":
        found["creatures"] = str(table.battlegrounds[space.kind])
    owner = game.mines.get(space.name)
    if space.sort == "mine":
        found["unowned"] = owner is None
    kinds = f"space {_KINDS.get(space.sort, space.sort)}"
    return Thing(space.name, kinds, "" if owner is None else game.players[owner].name, facts=found)
