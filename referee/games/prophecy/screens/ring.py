"""The ring and the planes: as a ring where there is room, else as a list of spaces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from textwrap import TextWrapper

from referee.games.prophecy.board import Board
from referee.games.prophecy.rules.state import PLANE_CARDS, UNSEEN, GameState, Lying, Setup, board_of
from referee.text.menu import ALWAYS, DrawnForm, Part, blank
from referee.text.names import printed
from referee.text.screen import Screen

ROOM = 108
"""Least width of a screen for the ring."""
BETWEEN = " · "
"""Separator of spaces, and of planes, on one line."""
FACE_DOWN = "all three face down"
"""Text for a plane whose cards are all face down."""
ACROSS, DOWN = 6, 6
"""Cells along each side of the ring, drawn as a square: twenty lie on its edge."""


def ring_parts(setup: Setup, game: GameState, screen: Screen) -> list[Part]:
    """Return the parts of the screen: spaces with heroes and open cards, and planes with the known Guardians.

    Where there is little room, empty spaces are left out first, then planes with all cards face down; at last the
    spaces share lines.
    """
    ring: Part = (
        DrawnForm(20, lambda on: _list(setup, game, on)),
        DrawnForm(60, lambda on: _list(setup, game, on, every=False)),
        DrawnForm(80, lambda on: on.line(BETWEEN.join(_lines_of(setup, game, every=False)))),
    )
    planes: Part = (
        DrawnForm(30, lambda on: _lines(_planes(setup, game), on)),
        DrawnForm(70, lambda on: on.line(_planes_in_short(setup, game))),
    )
    if game.phase == "final battle":
        return [(DrawnForm(ALWAYS, lambda on: _show_battleground(setup, game, on)),)]
    if not screen.plain and screen.width >= ROOM:
        return [(DrawnForm(15, lambda on: _lines(_draw_lines(setup, game, on.width), on)), *ring)]
    return [ring, blank(), planes]


def show_ring(setup: Setup, game: GameState, screen: Screen) -> None:
    """Show the ring as a ring where there is room, else as a list of the spaces that aren't empty; and the planes."""
    if game.phase == "final battle":
        _show_battleground(setup, game, screen)
        return
    if not screen.plain and screen.width >= ROOM:
        _lines(_draw_lines(setup, game, screen.width), screen)
        return
    _list(setup, game, screen, every=False)
    screen.line()
    _lines(_planes(setup, game), screen)


def _show_battleground(setup: Setup, game: GameState, screen: Screen) -> None:
    """Show the only space of the Final Battle, which all heroes stay on (Final Battle Begins)."""
    screen.line(f"Battleground: {_line(setup, game, game.hero.space or 1)}")


def _lines(texts: Iterable[str], screen: Screen) -> None:
    for text in texts:
        screen.line(text)


def _list(setup: Setup, game: GameState, screen: Screen, *, every: bool = True) -> None:
    """Show the spaces in the order of their numbers, side by side where there is room.

    Without `every` empty spaces are left out.
    """
    if screen.plain:
        _lines(_lines_of(setup, game, every=every), screen)
        return
    screen.side_by_side([_shorten(text) for text in _lines_of(setup, game, every=every)])
    screen.line("(p port, g gate, > whose turn)", style="dim")


def _shorten(text: str) -> str:
    """Shorten a space's line, with letters for its port and its gate: "2 City pg: >Cleo"."""
    for words, letters in (("(port, gate)", "pg"), ("(port)", "p"), ("(gate)", "g")):
        text = text.replace(words, letters)
    return text.replace("a face-down card", "face-down")


def _lines_of(setup: Setup, game: GameState, *, every: bool) -> Iterator[str]:
    for space in board_of(setup, game).numbers():
        if every or any(_describe(setup, game, space)):
            yield _line(setup, game, space)


def _line(setup: Setup, game: GameState, space: int) -> str:
    heroes, *lying = _describe(setup, game, space)
    text = "; ".join(filter(None, [heroes, *lying]))
    board = board_of(setup, game)
    marks = _marks(board, space)
    return f"{space} {board[space].name}{f' ({marks})' if marks else ''}{f': {text}' if text else ''}"


def _marks(board: Board, space: int) -> str:
    return ", ".join(word for word, there in (("port", board[space].port), ("gate", board[space].gate)) if there)


def _describe(setup: Setup, game: GameState, space: int) -> list[str]:
    """List the heroes on a space, joined ("" for none), then each card."""
    there = game.at(space)
    here = [hero for hero in game.players if hero.space == space]
    heroes = ", ".join(f"{'>' if hero is game.hero else ''}{hero.name}" for hero in here)
    cards = [*map(_card, there.cards), *map(printed, (*there.abilities, *there.goods, *there.artifacts))]
    return [heroes, *cards]


def _card(lying: Lying) -> str:
    with_it = [
        *([f"{lying.gold} Gold"] if lying.gold else []),
        *map(printed, lying.items),
        *(f"{printed(one)} (damaged)" for one in lying.damaged),
    ]
    name = printed(lying.name) if lying.open else "a face-down card"
    return f"{name} (with {', '.join(with_it)})" if with_it else name


def _planes_in_short(setup: Setup, game: GameState) -> str:
    """Return one line with the planes that have a known card; the others are counted."""
    known = [text for text in _planes(setup, game) if not text.endswith(FACE_DOWN)]
    left = len(game.planes) - len(known)
    others = f"{left} {'other ' if known else ''}plane{'s' if left > 1 else ''}: {FACE_DOWN}"
    return BETWEEN.join([*known, others] if left else known)


def _planes(setup: Setup, game: GameState) -> Iterator[str]:
    """Yield a line for each plane: its two spaces, and its cards as far as they are known."""
    for astral, plane in zip(board_of(setup, game).planes, game.planes, strict=True):
        spaces = " and ".join(map(board_of(setup, game).label, astral.spaces))
        cards = [(what, getattr(plane, what)) for what in PLANE_CARDS if not (what == "lesser" and plane.beaten)]
        known = [printed(name) if name != UNSEEN else f"unknown {what}" for what, name in cards]
        if len(known) == len(PLANE_CARDS) and all(name == UNSEEN for _, name in cards):
            known = [FACE_DOWN]
        text = "closed" if plane.closed else ", ".join([*known, *plane.left])
        yield f"Plane of the {astral.name} ({spaces}): {text}"


# --- the ring as a ring -----------------------------------------------------------------------------------


def _draw_lines(setup: Setup, game: GameState, width: int) -> Iterator[str]:
    """Yield the lines of the ring as a square, clockwise from the upper left, with the planes in its middle."""
    wide = width // ACROSS
    cells = {space: _cell(setup, game, space, wide - 2) for space in board_of(setup, game).numbers()}
    room = wide * (ACROSS - 2) - 4
    wrapper = TextWrapper(room, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    inside = [part for text in _planes(setup, game) for part in wrapper.wrap(text)]
    for row in range(DOWN):
        spaces = _row(row)
        for lines in zip_longest(*(cells[space] for space in spaces), fillvalue=""):
            parts = [text.ljust(wide) for text in lines]
            if len(spaces) == 2:
                middle = inside.pop(0) if inside else ""
                parts.insert(1, f"  {middle}".ljust(wide * (ACROSS - 2)))
            yield "".join(parts).rstrip()
        yield ""
    yield from inside


def _row(row: int) -> list[int]:
    """List the spaces of a row from left to right: six above and below, one at each side between."""
    if row == 0:
        return list(range(1, ACROSS + 1))
    if row == DOWN - 1:
        return list(range(2 * ACROSS + DOWN - 2, ACROSS + DOWN - 2, -1))
    return [2 * (ACROSS + DOWN - 2) + 1 - row, ACROSS + row]


def _cell(setup: Setup, game: GameState, space: int, wide: int) -> list[str]:
    name = f"{space} {board_of(setup, game)[space].name}"
    lines = filter(None, [name, _marks(board_of(setup, game), space), *_describe(setup, game, space)])
    return [text if len(text) <= wide else f"{text[: wide - 1]}." for text in lines]
