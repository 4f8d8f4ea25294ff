"""The end phase: mines, feeding, tournament, the next turn or the end (pp. 10-11, 14; A2, A9, A11, A12, A18)."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import permutations
from typing import Any

from msgspec import structs

from referee.asking.question import Option, Procedure, Question, but_not, choice, whole_number
from referee.declaration.tracking import EVERYTHING, SCORE
from referee.errors import Illegal, Unreadable
from referee.games.conjurers import tables
from referee.games.conjurers.rules import card_pool, holdings
from referee.games.conjurers.rules import events as e
from referee.games.conjurers.rules.actions import pay_mines
from referee.games.conjurers.rules.card_pool import NOBODY, Context, level_of, pile, unknown_creatures
from referee.games.conjurers.rules.spaces import space_named, unlocked_in, unused
from referee.games.conjurers.rules.state import Contest, GameState, Player, Setup, free_marker, open_mythologies
from referee.games.conjurers.typed_holdings import read_resources, read_stores
from referee.games.conjurers.vocabulary import RESOURCES, Marker, Resource, words
from referee.text.grammar import so_many
from referee.text.names import by_key, find, fold, is_nothing, or_list

END = "end turn"
NONE_LEFT = "none left"
SEMIFINALS, FINAL, THIRD = ("semifinal 1", "semifinal 2"), "final", "third place"


def end_turn(context: Context) -> Procedure[None]:
    """Pay the mines and feed, once the table says that the turn is over; then a tournament or the next turn."""
    fed = feeding_now(context.state)
    detail = "mines pay" + (", creatures and assistants are fed" if fed else "")
    question = choice("end", f"Turn {context.state.turn} is over", [Option(END, detail=detail)], default=END)
    yield structs.replace(question, waits=True)
    pay_mines(context)
    if fed:
        feed(context)
    after_feeding(context)


def feeding_now(game: GameState) -> bool:
    """Return whether creatures and assistants are fed at the end of this turn (p. 14)."""
    return game.turn in tables.upkeep().feeding.turns


def after_feeding(context: Context) -> None:
    """Go on to the tournament, or to the next turn."""
    if tournament_now(context):
        context.state.stage = "tournament"
    else:
        next_turn(context)


def needed_food(setup: Setup, game: GameState, player: Player) -> int:
    """Return the food for feeding: the levels of all creatures, and the assistants hired (p. 14)."""
    table = tables.upkeep().feeding
    levels = sum(level_of(setup, game, name) for name in player.creatures)
    return levels * table.per_level + sum(table.assistants[: len(player.assistants)])


def next_feeding(setup: Setup, game: GameState) -> int | None:
    """Return the turn at whose end creatures and assistants are fed next; None if there is none (p. 14)."""
    tournament = bool(game.bouts or game.finished or (game.contest is not None and game.contest.tournament))
    fed = tournament or game.stage in ("tournament", "over")
    first = game.turn + 1 if fed else game.turn
    return next((turn for turn in tables.upkeep().feeding.turns if first <= turn <= setup.turns), None)


def feed(context: Context) -> None:
    """Pay every player's food, as far as it goes; each food short is a token (p. 14; A9)."""
    for number in context.state.clockwise(context.state.order[0] if context.state.order else 0):
        player = context.player(number)
        needed = needed_food(context.setup, context.state, player)
        paid = min(needed, player.food)
        player.food -= paid
        context.emit(e.Fed(number, needed, paid, needed - paid))
        lack_food(context, number, needed - paid)


def lack_food(context: Context, number: int, missing: int) -> None:
    """Give a player the tokens for the food short at a feeding (p. 14; A9)."""
    points = missing * context.setup.short_food
    context.penalize(number, points, f"{missing} food short", "feeding", "A9")


def next_turn(context: Context) -> None:
    """Move the turn figure on; a new phase may begin, and after turn 12 the game is over (p. 10; A11)."""
    game = context.state
    context.emit(e.TurnEnded(game.turn, last=game.turn >= context.setup.turns))
    before = game.phase
    if game.turn >= context.setup.turns:
        game.stage = "over"
        context.say("The game is over; the points are counted.", "winning")
        return
    game.turn += 1
    game.stage = "placing" if game.tracking == EVERYTHING else "light"
    game.placed, game.agreed, game.figures, game.waiting, game.order = [], [], [], [], []
    game.fought, game.fighters = [], []
    if game.phase != before:
        phase = tables.phases().phases[game.phase - 1].name
        context.say(f"Phase {phase} begins: outputs double, spaces open.", "E4")
    if game.known == EVERYTHING:
        begin_placing(context)


def begin_placing(context: Context) -> None:
    """Begin the allocation phase with the holder of the button (p. 10)."""
    from referee.games.conjurers.rules.placing import pass_on

    context.state.stage = "placing"
    pass_on(context, context.state.holder)


# --- the tournament (optional rule) ---------------------------------------------------------------


def tournament_now(context: Context) -> bool:
    """Return whether a tournament follows this turn's feeding (p. 14; A11, A21)."""
    setup, game = context.setup, context.state
    held = setup.tournament and game.known != SCORE and len(game.present()) == tables.tournaments().players
    return held and tournament_after(setup, game.turn) is not None


def tournament_after(setup: Setup, turn: int) -> tables.Tournament | None:
    """Return the tournament that follows a turn: the final one after the last turn, whichever that is (p. 14)."""
    *earlier, final = tables.tournaments().tournaments
    return final if turn >= setup.turns else next((row for row in earlier if row.turn == turn), None)


def tournament(context: Context) -> Procedure[None]:
    """Play one step of a tournament: the draw, a bout, or a prize (p. 14; A12, A18)."""
    game = context.state
    if game.bouts:
        game.contest = game.bouts.pop(0)
    elif FINAL in game.finished:
        yield from _prizes(context)
    elif game.finished:
        yield from _draw_finals(context)
    elif tournament_now(context):
        yield from _draw_semifinals(context)
    else:  # a player left after feeding (A21)
        next_turn(context)


def _draw_semifinals(context: Context) -> Procedure[None]:
    """Draw the pairs, and who is challenger (A18)."""
    game = context.state
    names = {fold(game.players[n].name): n for n in game.present()}
    order: list[int] = yield _order_question(context, names, _shuffle(context, game.present()))
    pairs = ((order[0], order[1]), (order[2], order[3]))
    game.bouts = [Contest(a, b, tournament=name) for (a, b), name in zip(pairs, SEMIFINALS, strict=True)]
    _emit_bouts(context)


def _shuffle(context: Context, players: Sequence[int]) -> list[int] | None:
    """Return players in the order in which the program draws them; None if the table draws."""
    if context.setup.draws != "program":
        return None
    order = list(players)
    random.Random(f"{context.setup.seed}/draw/{context.state.draws}").shuffle(order)
    context.state.draws += 1
    return order


def _order_question(context: Context, names: dict[str, int], drawn: list[int] | None) -> Question[list[int]]:
    def write(order: Sequence[int]) -> str:
        return ", ".join(context.state.players[n].name for n in order)

    def parse(text: str) -> list[int]:
        said = re.sub(
            r"(?i)\b(?:against|battles?|challenges|fights?|first|meets|plays?|then|vs|versus|and)\b\.?", ",", text
        )
        found = [find(part.strip(), names, "player") for part in said.split(",") if part.strip()]
        sentence = "each player is named once: the first challenges the second, the third the fourth"
        if len(found) != len(names):
            raise Unreadable(sentence)
        if len(set(found)) != len(found):
            raise Illegal(sentence, "A18")
        return found

    def pairs(fixed: Sequence[int] = ()) -> Iterator[Option]:
        for one, other in permutations([n for n in names.values() if n not in fixed], 2):
            label = f"{context.state.players[one].name} against {context.state.players[other].name}"
            more = None if fixed else partial(other_pair, label, (one, other))
            yield Option(write([*fixed, one, other]), label=label, more=more)

    def other_pair(label: str, fixed: Sequence[int]) -> Question[str]:
        return choice("pairs", f"{label}; the other semifinal", list(pairs(fixed)))

    return Question(
        "pairs",
        "Who was drawn for the semifinals",
        parse,
        options=lambda: [Option(write(order)) for order in permutations(names.values())],
        grouped=lambda: list(pairs()),
        open=True,
        hint="challenger, defender, challenger, defender",
        write=write,
        forced=lambda: None if drawn is None else write(drawn),
    )


def _draw_finals(context: Context) -> Procedure[None]:
    game = context.state
    winners = [game.finished[name] for name in SEMIFINALS]
    losers = [number for number in game.present() if number not in winners]
    for pair in (winners, losers):
        first = yield _challenger_question(context, pair, FINAL if pair is winners else THIRD)
        if game.players[pair[0]].name != first:
            pair.reverse()
    game.bouts = [Contest(losers[0], losers[1], tournament=THIRD), Contest(winners[0], winners[1], tournament=FINAL)]
    _emit_bouts(context)


def _emit_bouts(context: Context) -> None:
    bouts = tuple((bout.tournament, bout.attacker, bout.defender) for bout in context.state.bouts)
    context.emit(e.PairsDrawn(bouts))


def _challenger_question(context: Context, pair: Sequence[int], bout: str) -> Question[str]:
    """Return the question which of two players was drawn as challenger (A18)."""
    game, drawn = context.state, _shuffle(context, pair)
    first = None if drawn is None else game.players[drawn[0]].name
    names = [game.players[n].name for n in pair]
    others = [player.name for player in game.players if player.name not in names]
    question = choice(
        "challenger", f"{bout.capitalize()}: who was drawn as challenger", [Option(name) for name in names]
    )
    return structs.replace(but_not(question, others, f"{or_list(names)} was drawn", "A18"), forced=lambda: first)


def _prizes(context: Context) -> Procedure[None]:
    """Award the prizes in order: a free creature of a level, and for some goods of one of two kinds (A12)."""
    game = context.state
    done = game.finished
    first, third = done[FINAL], done[THIRD]
    winners = [done[name] for name in SEMIFINALS]
    second = next(n for n in winners if n != first)
    fourth = next(n for n in game.present() if n not in (first, second, third))
    table = tournament_after(context.setup, game.turn)
    assert table is not None
    for number, prize in zip((first, second, third, fourth), table.prizes, strict=True):
        yield from _free_creature(context, number, prize.level)
        if prize.goods:
            name = game.players[number].name
            question = choice("goods", f"{name} takes {prize.amount}", [Option(g) for g in prize.goods], who=name)
            others = [str(good) for good in (*RESOURCES, "food") if good not in prize.goods]
            good = yield but_not(question, others, f"the prize is {prize.amount} {or_list(prize.goods)}", "A12")
            if game.known == EVERYTHING:
                context.gain(number, {good: prize.amount}, "tournament", ("tournaments", "A12"))
            else:
                context.emit(e.Gained(number, {good: prize.amount}, "tournament", ("tournaments", "A12")))
    game.finished = {}
    next_turn(context)


def _free_creature(context: Context, number: int, level: int) -> Procedure[None]:
    """Award a free creature of this level, or of the next lower one that has any left, 2 at the lowest (A12)."""
    setup, game = context.setup, context.state
    mythologies = open_mythologies(setup)
    unknown = sum(unknown_creatures(setup, game, mythology) for mythology in mythologies)
    left = [name for mythology in mythologies for name in pile(setup, game, mythology)]
    for wanted in range(level, 1, -1):
        known = [name for name in left if level_of(setup, game, name) == wanted]
        if not known and not unknown:
            continue
        won = yield _prize_question(context, game.players[number].name, wanted, known, unknown)
        if won == NONE_LEFT:
            continue
        yield from card_pool.learn_mythology(context, won, wanted)
        game.players[number].creatures.append(won)
        context.say(f"{game.players[number].name} takes the card {won}.", "tournaments", "A12")
        return


def _prize_question(context: Context, player: str, level: int, known: list[str], unknown: int) -> Question[str]:
    named = by_key(known, str)

    def parse(text: str) -> str:
        if fold(text) in (NONE_LEFT, "none"):
            if known or not unknown:
                raise Illegal(f"a level {level} creature is left: {known[0]}", "A12")
            return NONE_LEFT
        if fold(text) not in named:
            card_pool.refuse_known(context, text, "A12", f"choose one of level {level} that is in its pile")
        new = partial(card_pool.read_new_name, context) if unknown else None
        return card_pool.find_or_new(text, named, f"level {level} creature that is left", new)

    options = [Option(name) for name in known]
    if unknown and not known:
        options.append(Option(NONE_LEFT, detail=f"no creature of level {level} is in any pile"))
    return Question(
        "prize",
        f"{player}'s prize, level {level}",
        parse,
        options=lambda: options,
        who=player,
        write=str,
        open=unknown > 0,
        hint="or a card not named yet" if unknown else "",
        coins=lambda name: "" if fold(name) in (*named, NONE_LEFT) or not unknown else name,
    )


# --- Counting -------------------------------------------------------------------------------------
# Questions for all that wasn't tracked: when the score is counted, or before more is tracked (pp. 24-26).


MOST = 9_999
"""Largest number of minus points accepted."""


def count(setup: Setup, game: GameState, events: list[Any]) -> Procedure[None]:
    """Ask for all that isn't known and is needed now, player by player, with known values filled in."""
    context = Context(setup, game, events)
    over = game.stage == "over"
    if game.known == SCORE and not over:
        names, now = [game.players[seat].name for seat in game.present()], game.players[game.holder].name
        holder = yield choice("holder", "Who has the Initiative Button", [*map(Option, names)], default=now)
        game.holder = next(seat for seat in game.present() if game.players[seat].name == holder)
    for number in game.present():
        if game.known == SCORE:
            player = game.players[number]
            prompt, now_has = f"{player.name}'s minus points", str(player.minus_points)
            player.minus_points = yield whole_number(
                "minus points", prompt, 0, MOST, default=now_has, hint="the tokens' sum"
            )
        if over or game.tracking == EVERYTHING:
            yield from _holdings(context, number, over=over)
    if game.tracking == EVERYTHING and not over:
        yield from _mines(context)
        begin_placing(context)


def _holdings(context: Context, number: int, *, over: bool) -> Procedure[None]:
    """Ask for a player's holdings: at the end those that score, before it those needed to go on."""
    player = context.player(number)
    player.creatures = yield from holdings.take_creatures(context, number, "has the creatures")
    yield from (holdings.take_artifacts if over else holdings.take_pieces)(context, number)
    goods, food = yield _stores_question(context, player.name, over=over)
    player.resources = {good: amount for good, amount in goods.items() if amount}
    if not over:
        player.food = food
        player.assistants = yield _assistants_question(player, context.setup)
    artifacts = so_many(len(player.artifacts), "artifact")
    context.say(f"{player.name} has {so_many(len(player.creatures), 'creature')} and {artifacts}.", "winning")


def _stores_question(context: Context, name: str, *, over: bool) -> Question[tuple[dict[Resource, int], int]]:
    """Return the question for a player's resources; before the end also for the food, which still counts then."""

    def parse(text: str) -> tuple[dict[Resource, int], int]:
        goods, food = (read_resources(text), 0) if over else read_stores(text)
        for good in goods:
            context.verify_in_game(good)
        return goods, food or 0

    question = Question("resources", f"{name}'s resources", parse, default="none", hint="like 12 wood 4 stone")
    if not over:
        return structs.replace(question, prompt=f"{question.prompt} and food", hint=f"{question.hint} 5 food")
    return structs.replace(question, write=lambda stores: words(stores[0]) if stores[0] else "none")


def _assistants_question(player: Player, setup: Setup) -> Question[list[Marker]]:
    kinds = {str(kind): kind for kind in tables.phases().assistants}
    most, different = setup.most_assistants, setup.assistant_kinds == "different"

    def parse(text: str) -> list[Marker]:
        parts = [part for part in text.replace(",", " ").split() if not part.isdigit() or different]
        found = [find(part, kinds, "assistant") for part in parts]
        if not 1 <= len(found) <= most or (different and len(set(found)) != len(found)):
            of = " of different kinds" if different and most > 1 else ""
            many = f"one to {most} assistants{of}" if most > 1 else "one assistant"
            raise Unreadable(f"each player has {many}: {', '.join(kinds)}")
        named: list[Marker] = []
        for kind in found:
            named.append(free_marker(kind, named))
        return named

    return Question(
        "assistants",
        f"{player.name}'s assistants, as they were hired",
        parse,
        write=", ".join,
        default=", ".join(player.assistants) or None,
        hint="like worker, merchant",
    )


def _mines(context: Context) -> Procedure[None]:
    """Ask for the owners of the open mines."""
    setup, game = context.setup, context.state
    seats = {game.players[seat].name: seat for seat in game.present()}
    names = by_key(seats, str)

    def parse(text: str) -> str:
        return NOBODY if is_nothing(text) else find(text, names, "player")

    for mine in tables.phases().mines:
        if mine in unused(setup) or unlocked_in(setup, space_named(setup, mine)) > game.phase:
            continue
        owner: str = yield Question(
            "owner",
            f"Who controls the {mine}",
            parse,
            default=NOBODY,
            write=str,
            options=lambda: [Option(NOBODY), *map(Option, seats)],
        )
        if owner == NOBODY:
            game.mines.pop(mine, None)
        else:
            game.mines[mine] = seats[owner]
