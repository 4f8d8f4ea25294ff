"""The game as it stands, in lines: village, track, and each player's numbers."""

from __future__ import annotations

from collections.abc import Iterator

from rich.table import Table
from rich.text import Text

from referee.cards.known import find_card
from referee.games.enchanters.rules import powers
from referee.games.enchanters.rules.state import COUNTERS, GameState, Player, Setup, village_of
from referee.games.enchanters.scores.score import score
from referee.text.names import printed
from referee.text.screen import Screen
from referee.text.ties import unbroken


def show_status(setup: Setup, game: GameState, screen: Screen) -> None:
    """Whose turn it is, the village, the track, and each player's numbers."""
    whose = "the end" if game.over else f"turn {game.turn} · {game.players[game.active].name}"
    screen.line(f"{whose[0].upper()}{whose[1:]} · {game.deck} in the adventure deck", style="bold")
    show_table(setup, game, screen)
    show_numbers(setup, game, screen)


def show_table(setup: Setup, game: GameState, screen: Screen, *, village: bool = True) -> None:
    """The village, the track and the graveyard, a line each."""
    lies = village_of(setup, game)
    track = [unbroken(f"{place} {_seen(setup, game, name)}") for place, name in enumerate(game.track, 1)] or ["empty"]
    if screen.plain:
        if village:
            screen.line(f"village {lies.name}: {'; '.join(lies.rules) or 'no rules'}")
        screen.line(f"track: {', '.join(track)}")
    else:
        if village:
            told = Text(f"{lies.name}  {' · '.join(lies.rules)}", style="dim")
            screen.print_indented(told, by=0)
        screen.line(f"track  {' · '.join(track)}")
    if game.graveyard:
        screen.line(f"graveyard  {len(game.graveyard)}, {printed(game.graveyard[-1])} on top", style="dim")


def show_numbers(setup: Setup, game: GameState, screen: Screen) -> None:
    """Each player's numbers, a line each."""
    if screen.plain:
        for line in _told_numbers(setup, game):
            screen.line(line)
    else:
        screen.print(_numbers(setup, game))


def _seen(setup: Setup, game: GameState, name: str) -> str:
    """A card of the track: a monster with strength and health."""
    card = find_card(setup, game, name)
    if card is None or not card.fights:
        return printed(name)
    return f"{printed(name)} {card.strength}/{card.health}"


_COUNTED = (*(counter.name for counter in COUNTERS), *powers.POWERS, "glory")


def _counted(setup: Setup, game: GameState) -> Iterator[tuple[Player, dict[str, int]]]:
    """Each player with the numbers that matter now."""
    for number, (player, scored) in enumerate(zip(game.players, score(setup, game).standing, strict=True)):
        has = [counter.of(player) for counter in COUNTERS]
        has += [powers.total(setup, game, number, what) for what in powers.POWERS]
        yield player, dict(zip(_COUNTED, (*has, scored.total), strict=True))


def _told_numbers(setup: Setup, game: GameState) -> Iterator[str]:
    """A line for each player, to be read aloud."""
    for player, counted in _counted(setup, game):
        trophy = [f"top trophy {printed(player.monsters[-1])}"] if player.monsters else []
        told = (*(f"{what} {many}" for what, many in counted.items()), _artifact(player), *trophy)
        yield f"{player.name}: {', '.join(told)}"


def _numbers(setup: Setup, game: GameState) -> Table:
    """The same as a table; `referee status` has where attack and defence come from."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    for name in _COUNTED:
        table.add_column(name, justify="right")
    table.add_column("artifact and top trophy", overflow="fold")
    for player, counted in _counted(setup, game):
        mark = " ▸" if player is game.players[game.active] and not game.over else ""
        top = ", ".join([_artifact(player), *(printed(name) for name in player.monsters[-1:])])
        table.add_row(Text(player.name + mark, style="bold"), *map(str, counted.values()), top)
    return table


def _artifact(player: Player) -> str:
    """The artifact's name: the top item and the top enchantment."""
    return " ".join(printed(pile[-1]) for pile in (player.items, player.enchantments) if pile)
