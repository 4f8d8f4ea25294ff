"""The players side by side: what each holds, what the next feeding takes, and the bonuses in reach."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.table import Table
from rich.text import Text

from referee.games.conjurers.rules.card_pool import face_of
from referee.games.conjurers.rules.ending import needed_food, next_feeding
from referee.games.conjurers.rules.state import GameState, Player, Setup
from referee.games.conjurers.scores.bonuses_in_reach import OWN, CardInReach, best_of_each, in_reach
from referee.games.conjurers.scores.of_game import score_now
from referee.games.conjurers.tables import board as board_tables
from referee.games.conjurers.vocabulary import MYTHOLOGIES, RESOURCES
from referee.text.screen import Screen

REACHED = 3
"""So many cards in reach are told for each player."""


ADVICE = "best next card"
"""The row of the cards that would raise the score most."""


def players_side_by_side(setup: Setup, game: GameState, screen: Screen, *, advice: bool = True) -> Table:
    """A column for each player, a row for each kind of holding that anybody has; `advice` adds what to get next."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold", expand=not screen.narrow)
    table.add_column("", style="dim", no_wrap=True)
    columns = [_column(setup, game, number, advice=advice) for number in game.present()]
    for number in game.present():
        table.add_column(_title(game, number), overflow="fold", ratio=1)
    labels = dict.fromkeys(label for column in columns for label in column)
    for label in labels:
        if any(column[label].plain not in ("", "0") for column in columns):
            table.add_row(label, *(column[label] for column in columns))
    return table


def _title(game: GameState, number: int) -> str:
    return f"{game.players[number].name}{' ★' if game.holder == number else ''}"


def _column(setup: Setup, game: GameState, number: int, *, advice: bool) -> dict[str, Text]:
    """What a player has, by the label of its row."""
    player = game.players[number]
    found = {str(good): Text(str(player.resources.get(good, 0))) for good in RESOURCES}
    found["food"] = Text(str(player.food))
    found |= _feeding(setup, game, player)
    found["minus points"] = Text(str(player.minus_points))
    found["assistants"] = Text(", ".join(player.assistants))
    found |= {label: Text(levels) for label, levels in _army(setup, game, player).items()}
    found["items"] = Text("\n".join(player.items))
    found["artifacts"] = Text("\n".join(player.artifacts))
    found["score now"] = Text(str(_score(setup, game, player)), style="bold")
    found[ADVICE] = _reached(setup, game, player) if advice and game.stage != "over" else Text()
    return found


def _feeding(setup: Setup, game: GameState, player: Player) -> Mapping[str, Text]:
    """The food that the next feeding takes, and what is missing of it with the points that costs (p. 14)."""
    turn = next_feeding(game)
    if turn is None:
        return {}
    needed = needed_food(setup, game, player)
    short = max(0, needed - player.food)
    cost = short * board_tables.upkeep().feeding.short
    missing = Text(f"{short} (-{cost})" if short else "", style="red")
    return {f"feeding ({turn})": Text(str(needed)), "food short": missing}


def _army(setup: Setup, game: GameState, player: Player) -> dict[str, str]:
    """An army's levels by mythology: {"level 1": "3", "norse": "2 2 4"}; level 1 as how many there are."""
    found: dict[str, list[int]] = {"level 1": [], **{mythology: [] for mythology in MYTHOLOGIES}}
    for name in player.creatures:
        face = face_of(setup, game, name)
        found["level 1" if face.level == 1 else str(face.mythology)].append(face.level)
    many = len(found.pop("level 1"))
    told = {mythology: " ".join(map(str, sorted(levels))) for mythology, levels in found.items()}
    return {"level 1": f"{many}" if many else ""} | told


def _score(setup: Setup, game: GameState, player: Player) -> int:
    return next(one.total for one in score_now(setup, game).standing if one.name == player.name)


def _reached(setup: Setup, game: GameState, player: Player) -> Text:
    """The cards that would raise the score most: "norse 4: +9"."""
    return Text("\n").join(
        Text(f"{reach.what} +{reach.points}", style="" if reach.sure else "dim").append(
            f" ({_why(reach)})" if reach.bonus else "", style="dim"
        )
        for reach in _best(in_reach(setup, game, player))
    )


def _best(found: Sequence[CardInReach]) -> Sequence[CardInReach]:
    """The best few of those that bring a bonus; without any, the best single one."""
    return best_of_each(found)[:REACHED] or found[:1]


def _why(reach: CardInReach) -> str:
    """The parts of the score that a card raises beyond its own points."""
    return ", ".join(gain.part for gain in reach.gains if gain.part not in OWN)


def plain_players(setup: Setup, game: GameState, screen: Screen, *, advice: bool = True) -> None:
    """Each player's holdings as a line; `advice` adds what to get next."""
    for number in game.present():
        column = _column(setup, game, number, advice=advice)
        told = [f"{label}: {text.plain}" for label, text in column.items() if text.plain not in ("", "0")]
        holder = ", holds the Initiative Button" if game.holder == number else ""
        screen.line(f"{game.players[number].name}{holder}. {'; '.join(told)}.".replace("\n", ", "))
