"""A game on a terminal: what the hands must do after each step, and where everybody stands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.table import Table
from rich.text import Text

from referee.games.enchanters import powers
from referee.games.enchanters.cards import printed
from referee.games.enchanters.scoring import score
from referee.games.enchanters.state import Game, Player, Setup, find_card
from referee.games.enchanters.telling import Hands
from referee.games.enchanters.vocabulary import GAME
from referee.rules import rulebook
from referee.screens import Screen, show_event


def show_game_events(game: Game, events: Iterable[Any], screen: Screen) -> None:
    """Events one below the other."""
    hands, book = Hands(game), rulebook(GAME)
    for event in events:
        show_event(hands.tell(event), event.rules, book, screen)


def show_set_up(setup: Setup, screen: Screen) -> None:
    """What the hands put on the table before the first turn (Game setup)."""
    screen.line("Set-up", style="bold")
    screen.line("  Everybody takes 5 crystals, a Fist and an of Enchanting.")
    if setup.kingdoms:
        screen.line(
            f"  Kingdom decks: {', '.join(setup.kingdoms)}"
            + (f" ({setup.invasion})" * (setup.invasion != "standard"))
            + "."
        )
    screen.line(f"  {setup.village.name} lies before the track; {setup.size} cards are in the adventure deck.")
    if setup.draws == "program":
        screen.line(f"  The program draws with the seed {setup.seed}.")
    screen.line()


def show_status(setup: Setup, game: Game, screen: Screen) -> None:
    """Whose turn it is, the village, the track, and each player's numbers with where they come from."""
    whose = "the end" if game.over else f"turn {game.turn} · {game.players[game.active].name}"
    screen.line(f"{whose[0].upper()}{whose[1:]} · {game.deck} in the adventure deck", style="bold")
    screen.print_indented(Text(f"{setup.village.name}  {' · '.join(setup.village.rules)}", style="dim"), by=0)
    track = " · ".join(f"{place} {_seen(setup, game, name)}" for place, name in enumerate(game.track, 1))
    screen.line(f"track  {track or 'empty'}")
    if game.graveyard:
        screen.line(f"graveyard  {len(game.graveyard)}, {printed(game.graveyard[-1])} on top", style="dim")
    screen.print(_numbers(setup, game))
    for number, player in enumerate(game.players):
        _show_powers(setup, game, number, player, screen)


def _seen(setup: Setup, game: Game, name: str) -> str:
    """A card of the track: a monster with strength and health."""
    card = find_card(setup, game, name)
    if card is None or not card.fights:
        return printed(name)
    return f"{printed(name)} {card.strength}/{card.health}"


def _numbers(setup: Setup, game: Game) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    for name in ("crystals", "wounds", "attack", "defence", "glory"):
        table.add_column(name, justify="right")
    table.add_column("artifact and top trophy", overflow="fold")
    for number, (player, scored) in enumerate(zip(game.players, score(setup, game).players, strict=True)):
        mark = " ▸" if number == game.active and not game.over else ""
        top = ", ".join([_artifact(player), *(printed(name) for name in player.monsters[-1:])])
        table.add_row(
            Text(player.name + mark, style="bold"), str(player.crystals), str(player.wounds),
            str(powers.total(setup, game, number, "attack")), str(powers.total(setup, game, number, "defence")),
            str(scored.total), top,
        )  # fmt: skip
    return table


def _artifact(player: Player) -> str:
    """The artifact's name: the top item and the top enchantment."""
    return " ".join(printed(pile[-1]) for pile in (player.items, player.enchantments) if pile)


def _show_powers(setup: Setup, game: Game, number: int, player: Player, screen: Screen) -> None:
    for what in powers.POWERS:
        if told := powers.told(powers.parts(setup, game, number, what)):
            screen.print_indented(Text(f"{player.name}'s {what}: {told}", style="dim"))
