"""A game on a terminal: what the hands must do after each step, and where everybody stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from rich.table import Table
from rich.text import Text

from referee.cards.known import find_card
from referee.declaration.game import Lesson, Screens
from referee.declaration.plain import tell
from referee.games.enchanters import tables
from referee.games.enchanters.rules import first_track, powers
from referee.games.enchanters.rules.state import COUNTERS, GameState, Player, Setup, village_of
from referee.games.enchanters.scores.score import score
from referee.games.enchanters.vocabulary import GAME
from referee.text.names import printed
from referee.text.screen import Screen
from referee.text.ties import unbroken


def _board(setup: Setup, game: GameState, screen: Screen) -> None:
    from referee.games.enchanters.screens.board import show_whole_board

    show_whole_board(setup, game, screen)


def show_start(setup: Setup, screen: Screen) -> None:
    """What the hands put on the table before the first turn (Game setup)."""
    screen.line("Set-up", style="bold")
    screen.line(f"  Everybody takes {_taken_at_start()}.")
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


def _taken_at_start() -> str:
    box = tables.box()
    return f"{box.crystals_at_start} crystals and the cards {box.fist} and {box.enchanting}"


def layout(setup: Setup) -> list[str]:
    """The steps in which the table is laid out (Game setup; E-c to E-i)."""
    box, players = tables.box(), len(setup.players)
    decks = first_track.decks_needed(players, setup.invasion)
    named = f" ({', '.join(setup.kingdoms)})" if setup.kingdoms else ""
    named_village = f" {setup.village.name}" if setup.village.rules else ""
    steps = [
        f"The journey track in the middle, in front of it the village{named_village}.",
        f"Each player: {_taken_at_start()}, face up.",
        "The other crystals and the wound markers within reach of everybody.",
        f"{decks} kingdom decks{named}, shuffled together: the adventure deck.",
    ]
    if players == box.players.least or setup.invasion == "super-fast":
        steps.append("Only the cards marked 2 are played; the others go back into the box.")
    if gone := first_track.removed(players, setup.invasion):
        steps.append(f"{gone} cards of the shuffled deck go back into the box, unseen.")
    if setup.depths:
        steps.append("Dragons in the depths: shuffle all dragons into the lower half of the deck.")
    steps.append(f"From the bottom of the deck {box.track} items and enchantments on the track, the first next to "
                 "the village; monsters and dragons that turn up go back under the deck.")  # fmt: skip
    if setup.track:
        steps.append(f"So the track begins: {', '.join(map(printed, setup.track))}.")
    return [*steps, f"{setup.players[setup.start]} starts."]


LESSONS: Mapping[str, Lesson] = {
    "move": Lesson("turn", lambda setup, game: [
        "journey PLACE: take the card there, 1 crystal for each card passed; monsters are fought",
        "rest CARD: a rest action of the village or of a card in sight",
        "use CARD: a minor action, before or after it",
    ]),
    "reveal": Lesson("refill"), "strike": Lesson("monster-attack"), "attack": Lesson("player-attack"),
    "turn": Lesson("turn"),
}  # fmt: skip
"""What newcomers are told, by question key."""


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


SCREENS = Screens(
    status=show_status, board=_board, tell=partial(tell, GAME), show_start=show_start, layout=layout,
    lessons=LESSONS, is_first_turn=lambda game: game.turn <= len(game.players),
)  # fmt: skip
