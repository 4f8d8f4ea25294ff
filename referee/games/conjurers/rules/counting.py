"""What wasn't tracked, asked for: when the score is counted, or before more is tracked from a turn on (pp. 24-26)."""

from __future__ import annotations

from functools import partial

from referee.asking.question import Option, Procedure, Question, choice, whole_number
from referee.declaration.tracking import EVERYTHING, SCORE, wants_more
from referee.errors import Unreadable
from referee.games.conjurers.rules import ending, holdings
from referee.games.conjurers.rules.context import Context
from referee.games.conjurers.rules.events import AllCounted, Counted
from referee.games.conjurers.rules.spaces import space_named, unlocked_in, unused
from referee.games.conjurers.tables import board as board_tables
from referee.games.conjurers.typed_holdings import is_nothing, read_resources, read_stores
from referee.games.conjurers.vocabulary import Assistant, words
from referee.text.names import find, keyed

MOST = 9_999
"""The most minus points that are looked at."""


def count(context: Context) -> Procedure[None]:
    """Ask for all that isn't known and is needed now, player by player, with what is known filled in."""
    game = context.state
    over = game.stage == "over"
    if game.known == SCORE and not over:
        names, now = [game.players[seat].name for seat in game.present()], game.players[game.holder].name
        holder = yield choice("holder", "Who has the Initiative Button", [*map(Option, names)], default=now)
        game.holder = next(seat for seat in game.present() if game.players[seat].name == holder)
    for number in game.present():
        if game.known == SCORE:
            yield from _minus_points(context, number)
        if over or game.tracking == EVERYTHING:
            yield from _holdings(context, number, over=over)
    if game.tracking == EVERYTHING and not over:
        yield from _mines(context)
    if over and wants_more(game):  # there is no turn left of which more could be tracked
        game.tracking = game.known
    game.known = EVERYTHING if over else game.tracking
    if over:
        context.emit(AllCounted())
    elif game.known == EVERYTHING:
        ending.begin_placing(context)


def _minus_points(context: Context, number: int) -> Procedure[None]:
    player = context.player(number)
    player.minus_points = yield whole_number(
        "minus points", f"{player.name}'s minus points", 0, MOST, default=str(player.minus_points),
        hint="the tokens' sum",
    )  # fmt: skip


def _holdings(context: Context, number: int, *, over: bool) -> Procedure[None]:
    """What a player holds: what scores at the end, and before it what is needed to go on."""
    player = context.player(number)
    yield from holdings.hold_creatures(context, number, "has the creatures")
    if over:
        yield from holdings.take_artifacts(context, number)
        goods = yield _goods_question(context, number)
    else:
        yield from holdings.take_pieces(context, number)
        goods, player.food = yield _stores_question(context, number)
        player.assistants = yield _assistants_question(context, number)
    player.resources = {good: amount for good, amount in goods.items() if amount}
    context.emit(Counted(number, len(player.creatures), len(player.artifacts)))


def _verified(context: Context, goods: dict[str, int]) -> None:
    for good in goods:
        context.verify_in_game(good)


def _goods_question(context: Context, number: int) -> Question[dict[str, int]]:
    def parse(text: str) -> dict[str, int]:
        goods = {str(good): amount for good, amount in read_resources(text).items()}
        _verified(context, goods)
        return goods

    return Question(
        "resources", f"{context.player(number).name}'s resources", parse, default="none", hint="like 12 wood 4 stone",
        write=lambda goods: words(goods) if goods else "none",
    )  # fmt: skip


def _stores_question(context: Context, number: int) -> Question[tuple[dict[str, int], int]]:
    def parse(text: str) -> tuple[dict[str, int], int]:
        found, food = ({}, None) if is_nothing(text) else read_stores(text)
        goods = {str(good): amount for good, amount in found.items()}
        _verified(context, goods)
        return goods, food or 0

    return Question(
        "resources", f"{context.player(number).name}'s resources and food", parse, default="none",
        hint="like 12 wood 4 stone 5 food",
    )  # fmt: skip


def _assistants_question(context: Context, number: int) -> Question[list[Assistant]]:
    player = context.player(number)
    kinds = {str(kind): kind for kind in board_tables.phases().assistants}
    most = board_tables.upkeep().guild_house.most_assistants

    def parse(text: str) -> list[Assistant]:
        found = [find(part, kinds, "assistant") for part in text.replace(",", " ").split()]
        if not 1 <= len(found) <= most or len(set(found)) != len(found):
            raise Unreadable(f"each player has one to {most} assistants of different kinds: {', '.join(kinds)}")
        return found

    return Question(
        "assistants", f"{player.name}'s assistants, as they were hired", parse, write=", ".join,
        default=", ".join(player.assistants) or None, hint="like worker, merchant",
    )  # fmt: skip


def _mines(context: Context) -> Procedure[None]:
    """Whose the open mines are."""
    setup, game = context.setup, context.state
    mines = [mine for mine in board_tables.phases().mines
             if mine not in unused(setup) and unlocked_in(setup, space_named(setup, mine)) <= game.phase]  # fmt: skip
    names = keyed((game.players[seat].name for seat in game.present()), str)
    seats = {game.players[seat].name: seat for seat in game.present()}

    def parse(mine: str, text: str) -> int | None:
        nobody = is_nothing(text) or text.strip().lower() == "nobody"
        return None if nobody else seats[find(text, names, "player")]

    for mine in mines:
        owner: int | None = yield Question(
            "owner", f"Who controls the {mine}", partial(parse, mine), default="nobody",
            options=lambda: [Option("nobody"), *(Option(name) for name in seats)],
            write=lambda seat: "nobody" if seat is None else game.players[seat].name,
        )  # fmt: skip
        if owner is not None:
            game.mines[mine] = owner
        else:
            game.mines.pop(mine, None)
