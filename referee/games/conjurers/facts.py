"""Facts of the board that questions to an open game are answered from: spaces, figures, creatures, battles."""

from __future__ import annotations

from collections.abc import Iterator

from referee.asking.moves import reason
from referee.declaration.facts import Thing, Value
from referee.declaration.tracking import EVERYTHING, SCORE
from referee.games.conjurers import tables
from referee.games.conjurers.battle.moves import Attack, MoveTo
from referee.games.conjurers.battle.state import Battle, Fighter
from referee.games.conjurers.rules.actions import fee
from referee.games.conjurers.rules.card_pool import Context, known_face
from referee.games.conjurers.rules.ending import FINAL, SEMIFINALS, THIRD, needed_food, next_feeding
from referee.games.conjurers.rules.shop import best_smith, prices, promise
from referee.games.conjurers.rules.spaces import FOUGHT, BoardSpace, closed_by, legal_places, space_named, spaces
from referee.games.conjurers.rules.state import CONJURER, GameState, Player, Setup, open_mythologies
from referee.games.conjurers.scores.score import best_of_each, in_reach
from referee.games.conjurers.vocabulary import MYTHOLOGIES
from referee.text.grammar import ORDINALS
from referee.text.names import and_list, fold, printed

_KINDS = {"battleground": "battleground", "pit": "pit sacrificial", "market": "market town", "duel": "duel house"}
_KINDS |= {"blacksmith": "blacksmith shop", "artificer": "artificer shop"}
"""Words for a kind of space that isn't called so."""


def facts(setup: Setup, game: GameState) -> Iterator[Thing]:
    """Yield everything that lies open where everything is tracked; else what is known of turns."""
    feeding = next_feeding(setup, game)
    table = _clock(setup, game, feeding)
    if not game.tracking == game.known == EVERYTHING:
        if game.known != SCORE:
            yield Thing("", facts=table)
        return
    table |= dict(_turns(setup, game))
    if (contest := game.contest) is not None:
        attacker, defender = (game.players[seat].name for seat in (contest.attacker, contest.defender))
        foe = f"{contest.guarded} ({contest.space}), whose side {defender} plays" if contest.guarded else defender
        fought = "battle/fighting/fights/fight/attack/fighting battle/fighting against/fighting for"
        table[fought] = f"{attacker} against {foe}"
        stake = contest.guarded or contest.tournament or "the spoils of the duel"
        table["at stake/stake/winner get/battle for/fighting about/fight for"] = stake
        if contest.battle is not None:
            lasted = f"{contest.battle.round}, turn {contest.battle.turn + 1} of the battle"
            rounds = "round of the battle/battle lasted/long battle/long battle lasted/battle round"
            table[f"{rounds}/rounds battle going/rounds battle lasted/long battle going"] = lasted
    yield Thing("", facts=table)
    for seat in game.present():
        player = game.players[seat]
        yield Thing(player.name, facts=_of_player(setup, game, player, feeding), printed=_details(setup, game, seat))
        waiting = game.figures_of(seat) if game.stage == "placing" else []
        standing = {figure.kind: figure.space for figure in game.placed if figure.player == seat}
        for kind in (CONJURER, *player.assistants):
            kinds = f"figure {kind}{'' if kind == CONJURER else ' assistant'}"
            stands: dict[str, Value] = {
                "placed/board": kind in standing,
                "left to resolve/unresolved/not resolved": any(
                    (one.player, one.kind) == (seat, kind) for one in (*game.figures, *game.waiting)
                ),
                "left to place/not placed/left/left put": kind in waiting,
            }
            if kind in standing:
                brings = promise(Context(setup, game, []), seat, space_named(setup, standing[kind]))
                stands["output/give/produce/yield/bring/will"] = brings.removeprefix("gives ")
            yield Thing(f"{player.name}'s {kind}", kinds, player.name, standing.get(kind, "in hand"), stands)
        for name in player.creatures:
            if (face := known_face(setup, game, name)) is not None:
                of_card: dict[str, Value] = {"level/strong/powerful": face.level}
                if face.level > 1:
                    of_card["mythology"] = str(face.mythology)
                own: dict[str, Value] = {}
                if card := setup.creature_cards.get(fold(name)):
                    own |= dict.fromkeys(tables.battle().abilities, False) | dict.fromkeys(card.abilities, True)
                yield Thing(name, "creature army", facts=of_card, printed=own)
    if game.stage != "over":
        yield from (_space(setup, game, space) for space in spaces(setup))
        yield from _wares(setup, game)
    if game.battle is not None:
        yield from _fighters(game.battle)
        worn = {item.name for fighter in game.battle.fighters for item in fighter.worn}
        for key, side in game.battle.sides.items():
            player = next(one for one in game.players if one.name == side.player)
            for name in (*player.items, *player.artifacts):
                yield Thing(name, facts={"equipped/worn/used": name in worn})
            left = [one.name for number, one in enumerate(side.equipment) if number not in side.used]
            room = game.battle.hand_size(key) and len(game.battle.in_slots(key)) < tables.battle().slots
            uses = dict.fromkeys(left, "by a creature that is summoned") if room else {"": "nobody can be summoned"}
            yield Thing(side.player, can={"use/wear/equip": uses or {"": "all was put on in this battle"}})


def _clock(setup: Setup, game: GameState, feeding: int | None) -> dict[str, Value]:
    """Return what is known of turns, feeding, mythologies and the Initiative Button at every table that has them."""
    table: dict[str, Value] = {
        "turn": f"{game.turn} of {setup.turns}",
        "phase": f"{tables.phases().phases[game.phase - 1].name}",
        "turns left/turns remain/more turns": setup.turns - game.turn,
        "last turn/last round": game.turn == setup.turns,
        "last feeding": f"end of turn {min(setup.turns, tables.upkeep().feeding.turns[-1])}",
        "mythologies in the game/mythologies/mythologies game/mythologies play": open_mythologies(setup),
    }
    outside = "mythologies out of the game/mythologies out/mythologies not game/locked mythologies/locked"
    table[outside] = setup.locked or "none"
    for mythology in MYTHOLOGIES:
        out = mythology in setup.locked
        table[f"{mythology} in the game/{mythology} game/{mythology} play"] = not out
        table[f"{mythology} out of the game/{mythology} out/{mythology} locked"] = out
    if feeding is not None:
        table["next feeding/feeding/feed"] = f"end of turn {feeding}"
        table["turns until feeding"] = feeding - game.turn
        table["feeding this turn/feed turn/feed now"] = feeding == game.turn
    holder = "Initiative Button/initiative/button/starts/starts next turn/starts first/goes first/first player"
    holder += "/start player/will"
    table[holder] = game.players[game.holder].name
    return table


def _fighters(battle: Battle) -> Iterator[Thing]:
    """Yield the creatures of a battle."""
    for fighter in battle.fighters:
        foes = (one for side in battle.sides if side != fighter.side for one in battle.in_slots(side))
        against = next((one.name for one in foes if fighter.slot and one.slot == fighter.slot), "nobody")
        details: dict[str, Value] = {
            "alive/still alive": not fighter.dead,
            "in front of it/in front/facing/opponent/opposite": against,
        }
        if fighter.slot:
            details["equipment/equipped/wear/items/carry"] = [printed(one.name) for one in fighter.worn]
        where = "dead" if fighter.dead else f"slot {fighter.slot}" if fighter.slot else ""
        now: dict[str, Value] = {
            "hit points/health/life/hp": f"{fighter.hit_points_left} of {fighter.card.hp}",
            "damage/wounds": fighter.card.hp - fighter.hit_points_left,
            "dice/dice throw/dice roll": fighter.card.bd,
            "poisoned": bool(fighter.poison),
            "frozen": fighter.frost,
            "bound": fighter.bound,
            "dead/killed": fighter.dead,
            **{ability: fighter.has(ability) for ability in tables.battle().abilities},
        }
        if where:
            player_name = battle.sides[fighter.side].player
            can = _can(battle, fighter, fighter.slot, {against: where}, player_name) if fighter.slot else {}
            yield Thing(fighter.name, "creature fighter battle", player_name, where, now, details, can)

    for side, its in battle.sides.items():
        taken = {fighter.slot: fighter.name for fighter in battle.in_slots(side)}
        for slot in range(1, tables.battle().slots + 1):
            holds: dict[str, Value] = {"empty/free": slot not in taken, "creature": taken.get(slot, "nobody")}
            yield Thing(f"slot {slot} of {its.player}", "slot", its.player, facts=holds)


def _can(battle: Battle, fighter: Fighter, slot: int, hits: dict[str, str], who: str) -> dict[str, dict[str, str]]:
    """Return what a creature in a slot can hit, as `hits`, and where it can move, or why it can't."""
    beside = [one for one in (slot - 1, slot + 1) if 1 <= one <= tables.battle().slots]
    closed = {one: reason(MoveTo(fighter.number, one).forbidden(battle)) for one in beside}
    why = reason(Attack(fighter.number).forbidden(battle))
    moves = {f"slot {one} of {who}": "" for one in beside if not closed[one]}
    return {
        "attack/hit/strike/fight": {"": why} if why else hits,
        "move/walk/step/reach": moves or {"": and_list(dict.fromkeys(closed.values()))},
    }


def _wares(setup: Setup, game: GameState) -> Iterator[Thing]:
    """Yield what is for sale, with its full price where that is known, and whose creatures reduce it."""
    context = Context(setup, game, [])
    shops = {space.sort: space for space in spaces(setup) if space.sort in ("blacksmith", "artificer")}
    for space in shops.values():
        for name, price in prices(context, space).items():
            if price is not None:
                costs = ", ".join(f"{number} {good}" for good, number in price.items())
                yield Thing(name, "ware", place="for sale", facts={"price/cost": costs})
        wares = "items" if space.sort == "blacksmith" else "artifacts"
        left = list(map(printed, prices(context, space)))
        yield Thing(
            "", printed={f"{wares} for sale/{wares} left/{wares} available/{wares} on offer/{wares} buy": left}
        )
    for seat in game.present():
        if best_smith(context, seat):
            yield Thing(game.players[seat].name, printed={"reduces prices": True})


def _turns(setup: Setup, game: GameState) -> Iterator[tuple[str, Value]]:
    """Yield who comes next, the battles to come, and when the next phase begins."""
    names = [player.name for player in game.players]
    following: list[int] = []
    if game.stage == "placing":
        seats = game.clockwise(game.next_seat)
        order = [seat for seat in seats if next(legal_places(setup, game, seat), None) is not None]
        following = order[1:] or order * (len(game.figures_of(game.next_seat)) > 1)
    elif game.stage == "resolving":
        order = list(dict.fromkeys(figure.player for figure in game.figures))
        following = order[1:]
    elif (battle := game.battle) is not None and game.contest is not None:
        sides = {"attacker": game.contest.attacker, "defender": game.contest.defender}
        order = [sides.pop(battle.side_to_move), *sides.values()]
        following = order[1:]
    else:
        order = []
    if order:
        told = ", ".join(names[seat] for seat in order)
        if game.stage == "placing":
            told += f"; then to resolve: {', '.join(names[seat] for seat in game.clockwise(game.holder))}"
        yield "order of play/order/turn order/play order/order play", told
    if following:
        after = f"next to play, after {names[order[0]]}"
        yield f"{after}/turn next/next/next turn/next player/next go/next move", names[following[0]]
    if game.stage in ("placing", "resolving", "battles", "tournament"):
        standing = game.placed if game.stage == "placing" else [*game.figures, *game.waiting]
        ahead = [one for one in standing if space_named(setup, one.space).sort in FOUGHT]
        fights = [f"{names[one.player]}'s {one.kind} ({one.space})" for one in ahead]
        fights += [f"{names[one.attacker]} against {names[one.defender]} ({one.tournament})" for one in game.bouts]
        under_way = [one.tournament for one in (*game.bouts, *([game.contest] if game.contest else ()))]
        fights += [THIRD, FINAL] if {*under_way} & {*SEMIFINALS} else []
        to_come = "battles to come/battles/battles come/battles come next/battles wait/next battle/fight next"
        to_come += "/battles next/battles come turn"
        yield f"{to_come}/battle next/battles left/fighting turn/battles turn", ", ".join(fights) or "none"
    phase_of = tables.phases().phase_of
    begins = next((turn for turn in range(game.turn, setup.turns + 1) if phase_of(turn) > game.phase), None)
    yield "last turn of the phase/last turn phase", (begins or setup.turns + 1) == game.turn + 1
    if begins is not None:
        yield "next phase/next phase begin/phase begin/new phase", f"begins with turn {begins}"
        until = "turns until the next phase/turns until next phase/turns until next phase starts"
        yield f"{until}/turns until new phase/turns phase", begins - game.turn


def _of_player(setup: Setup, game: GameState, player: Player, feeding: int | None) -> dict[str, Value]:
    goods = [f"{number} {good}" for good, number in player.resources.items() if number]
    more = setup.most_assistants - len(player.assistants)
    found: dict[str, Value] = {"resources/goods/rich": ", ".join(goods) or "nothing", "more assistants": max(0, more)}
    if more > 0:
        cost = ", ".join(f"{number} {good}" for good, number in fee(player).items())
        nth = list(ORDINALS)[len(player.assistants)]
        price = "next assistant's price/assistant price/next assistant cost/assistant cost/another assistant cost"
        price += f"/{nth} assistant price/{nth} assistant cost/need hire another assistant/need hire assistant"
        found[f"{price}/pay next assistant/pay another assistant/pay assistant/will"] = cost
    if feeding is not None:
        needed = needed_food(setup, game, player)
        short = max(0, needed - player.food)
        today = "/food need turn/food needed turn/need turn/feed turn" if feeding == game.turn else ""
        found[f"feeding/food needed/food feeding/food need/food need feeding{today}/will"] = (
            f"{needed} food at the end of turn {feeding}, has {player.food}"
        )
        lacks = "food short/lose next feeding/lose feeding/food missing/food lack/food more need/hungry"
        lacks += "/hungry feeding/lose points feeding/lose points/hungry next feeding/starve/food missing feeding"
        lacks += "/food short feeding/will"
        found[lacks] = f"{short} (-{short * setup.short_food} points), for the feeding at the end of turn {feeding}"
        fed = "enough food/can feed/can feed everybody/can feed everyone/can feed everybody turn/can feed all"
        found[f"{fed}/can feed all creatures/food enough/food enough feeding/will"] = not short
    return found


def _details(setup: Setup, game: GameState, seat: int) -> dict[str, Value]:
    """Return what a description of a player leaves out: the strength of the army, what the mines pay."""
    player, mines = game.players[seat], tables.phases().mines
    own = [source for name, source in mines.items() if game.mines.get(name) == seat]
    pays: dict[str, int] = {source.resource: source.output[game.phase - 1] for source in own}
    income = "pay of mines at the turn's end/mines pay/mines bring/mines give/mines yield/mines produce/income"
    faces = [face for name in player.creatures if (face := known_face(setup, game, name)) is not None]
    found: dict[str, Value] = {
        "equipment": [printed(name) for name in (*player.items, *player.artifacts)],
        "mythologies": list(dict.fromkeys(str(face.mythology) for face in faces if face.level > 1)),
        "levels together/total levels/army/strength army/levels army": sum(face.level for face in faces),
        income: ", ".join(f"{number} {good}" for good, number in pays.items()) or "nothing",
    }
    held = {face.mythology for face in faces}
    found |= {f"{mythology} creatures/{mythology} cards": 0 for mythology in MYTHOLOGIES if mythology not in held}
    for good in (source.resource for source in mines.values()):
        pay = f"{good} from mines at the turn's end/{good} mines/{good} mines turn/{good} turn/{good} end turn"
        found[f"{pay}/{good} get end turn/will"] = pays.get(good, 0)
        more = f"{good} with the pay of mines at the turn's end/{good} after turn/{good} end turn have"
        found[f"{more}/{good} next turn/will"] = player.resources.get(good, 0) + pays.get(good, 0)
    if next_feeding(setup, game) is not None:
        left = "food left after the feeding/food left after feeding/food left feeding/food after feeding"
        found[f"{left}/food have after feeding/will"] = max(0, player.food - needed_food(setup, game, player))
    if (battle := game.battle) is not None:
        for side in (one for one, its in battle.sides.items() if its.player == player.name):
            slots, hand = battle.in_slots(side), battle.hand_size(side)
            told = "creatures in the battle/creatures side/creatures left battle/left fight/creatures left fight"
            found[told] = len(slots) + hand
            found["creatures in hand/hand/cards hand"] = hand
            points = "hit points in the slots/hit points side/hit points left side/battle winning/battle leading"
            found[points] = sum(fighter.hit_points_left for fighter in slots)
    if reaches := (every := in_reach(setup, game, player)) and (best_of_each(every) or every):
        best = "best next card/best card/best next/best get/best creature/best artifact/useful card/useful"
        found[best] = ", ".join(f"{one.what} (+{one.points})" for one in reaches[:3])
    return found


def _space(setup: Setup, game: GameState, space: BoardSpace) -> Thing:
    standing = any(figure.space == space.name for figure in game.placed)
    closed = "" if standing else closed_by(setup, game, space).reason
    good, by_phase = tables.phases().output_of(space.kind)
    found: dict[str, Value] = {
        "free/open/available/empty/unoccupied": not standing and not closed,
        "taken/occupied/used/busy": standing,
        "closed/shut": bool(closed),
    }
    if closed:
        found["reason/opens/open"] = closed
    if by_phase:
        later = f"{by_phase[min(game.phase, len(by_phase) - 1)]} {good}"
        found["output/give/produce/yield/bring/worth/will"] = f"{by_phase[game.phase - 1]} {good}"
        found["output in the next phase/next phase/output next phase/give next phase/will"] = later
    if space.sort == "battleground":
        found["creatures"] = str(tables.phases().battlegrounds[space.kind])
    if space.sort in ("blacksmith", "artificer"):
        found["for sale/sale/lying/offer"] = [*map(printed, prices(Context(setup, game, []), space))]
    owner = game.mines.get(space.name)
    if space.sort == "mine":
        found["unowned/nobodys"] = owner is None
    kinds = f"space {_KINDS.get(space.sort, space.sort)}"
    return Thing(space.name, kinds, "" if owner is None else game.players[owner].name, facts=found)
