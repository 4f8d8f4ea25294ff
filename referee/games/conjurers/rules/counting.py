"""What wasn't tracked, asked for: when the score is counted, or before more is tracked from a turn on (pp. 24-26)."""

from __future__ import annotations

from dataclasses import replace

from referee.asking.question import Option, Procedure, Question, choice, whole_number
from referee.declaration.tracking import EVERYTHING, SCORE
from referee.errors import Unreadable
from referee.games.conjurers.rules import ending, holdings
from referee.games.conjurers.rules.context import Context
from referee.games.conjurers.rules.events import AllCounted, Counted
from referee.games.conjurers.rules.learning import NOBODY
from referee.games.conjurers.rules.spaces import space_named, unlocked_in, unused
from referee.games.conjurers.rules.state import Player
from referee.games.conjurers.tables import board as board_tables
from referee.games.conjurers.typed_holdings import is_nothing, read_resources, read_stores
from referee.games.conjurers.vocabulary import Assistant, Resource, words
from referee.text.names import find, fold, keyed

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
    if over:
        context.emit(AllCounted())
    elif game.tracking == EVERYTHING:
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
    player.creatures = yield from holdings.take_creatures(context, number, "has the creatures")
    yield from (holdings.take_artifacts if over else holdings.take_pieces)(context, number)
    goods, food = yield _stores_question(context, player.name, over=over)
    player.resources = {good: amount for good, amount in goods.items() if amount}
    if not over:
        player.food = food
        player.assistants = yield _assistants_question(player)
    context.emit(Counted(number, len(player.creatures), len(player.artifacts)))


def _stores_question(context: Context, name: str, *, over: bool) -> Question[tuple[dict[Resource, int], int]]:
    """A player's resources; before the end, when it still counts, the food too."""

    def parse(text: str) -> tuple[dict[Resource, int], int]:
        goods, food = (read_resources(text), 0) if over else read_stores(text)
        for good in goods:
            context.verify_in_game(good)
        return goods, food or 0

    asked = Question("resources", f"{name}'s resources", parse, default="none", hint="like 12 wood 4 stone")
    if not over:
        return replace(asked, prompt=f"{asked.prompt} and food", hint=f"{asked.hint} 5 food")
    return replace(asked, write=lambda stores: words(stores[0]) if stores[0] else "none")


def _assistants_question(player: Player) -> Question[list[Assistant]]:
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
    seats = {game.players[seat].name: seat for seat in game.present()}
    names = keyed(seats, str)

    def parse(text: str) -> str:
        return NOBODY if is_nothing(text) or fold(text) == NOBODY else find(text, names, "player")

    for mine in board_tables.phases().mines:
        if mine in unused(setup) or unlocked_in(setup, space_named(setup, mine)) > game.phase:
            continue
        owner: str = yield Question(
            "owner", f"Who controls the {mine}", parse, default=NOBODY, write=str,
            options=lambda: [Option(NOBODY), *map(Option, seats)],
        )  # fmt: skip
        if owner == NOBODY:
            game.mines.pop(mine, None)
        else:
            game.mines[mine] = seats[owner]
