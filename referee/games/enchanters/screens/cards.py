"""Cards on a terminal: drawn like the ones in the box, and listed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import UNSET
from rich.console import RenderableType
from rich.rule import Rule
from rich.text import Text

from referee.cards.fields import Written
from referee.cards.screens import both_ends, draw_card, show_under_headings
from referee.games.enchanters.cards.cards import Card, Lower, Village
from referee.games.enchanters.rules import context
from referee.games.enchanters.vocabulary import TYPES
from referee.text.names import fold
from referee.text.screen import Screen

WIDTH = 44
"""Columns of a drawn card."""

_FRAMES = {"item": "yellow", "enchantment": "magenta", "monster": "green", "dragon": "red"}

Entry = Card | Village


# --- a card -------------------------------------------------------------------------------------------


def show_card(card: Entry, screen: Screen) -> None:
    """Show a card: its kind, the parts above and below its line, and at the foot strength, health and glory.

    The part below the line counts when the card is covered too (E-a).
    """
    if not screen.draws:
        screen.line(card.name)
        screen.line(f"  {_kind(card)}")
        for line in _upper(card):
            screen.line(f"  {line}")
        for line in _lower(card):
            screen.line(f"  below the line: {line}")
        if text := ", ".join(filter(None, _foot_words(card))):
            screen.line(f"  {text}")
        return
    above = [*_upper(card)] or ["nothing above the line"]
    below = [*_lower(card)]
    rows: list[RenderableType] = [Text(_kind(card), style="dim"), Text(""), *map(Text, above)]
    if isinstance(card, Card):
        rows += [Rule(style="dim"), *map(Text, below or ["nothing below the line"])]
        left, right = _foot_words(card)
        rows += [Text(""), both_ends((Text(left, style="bold"), Text(right, style="bold")))] if left or right else []
    draw_card(card.name, rows, screen, width=WIDTH, frame=_FRAMES.get(getattr(card, "type", ""), "cyan"))


def _kind(card: Entry) -> str:
    """Format a card's kind: "monster · Ashmoor · 6 copies, 3 marked 2"."""
    if isinstance(card, Village):
        return "village"
    copies = f"{card.copies} copies" if card.copies > 1 else "1 copy" if card.two else ""
    marked = f"{card.two} marked 2" if card.two else ""
    return " · ".join(filter(None, (card.type, card.kingdom, ", ".join(filter(None, (copies, marked))))))


def _upper(card: Entry) -> Iterator[str]:
    if isinstance(card, Card):
        yield from filter(None, [powers_in_words(card)])
    yield from card.rules


def _lower(card: Entry) -> Iterator[str]:
    if isinstance(card, Card):
        yield from filter(None, [powers_in_words(card.lower), *card.lower.rules])


def powers_in_words(part: Card | Lower) -> str:
    """Format the attack and defence of a part of a card; "" without any."""
    return ", ".join(f"{what} {value}" for what in context.POWERS if (value := getattr(part, what)))


def _foot_words(card: Entry) -> tuple[str, str]:
    """Return the words at the foot of a card: strength and health left, glory right."""
    if isinstance(card, Village):
        return "", ""
    fought = "" if UNSET in (card.strength, card.health) else f"strength {card.strength}, health {card.health}"
    return fought if card.fights else "", f"{card.glory} glory" if card.glory else ""


# --- lists --------------------------------------------------------------------------------------------


def show_list(cards: Sequence[Written[Entry]], screen: Screen) -> None:
    """Show a line for each card under its kingdom: name, type, strength/health, glory, and the rest."""
    wide = min(24, max(len(card.name) for card in cards))
    order = list(dict.fromkeys(_heading(card) for card in cards))
    ranked = sorted(cards, key=lambda card: (order.index(_heading(card)), _rank(card)))
    rows = [(_heading(card), _cells(card)) for card in ranked]
    show_under_headings(rows, (wide, 11, 5, 3, "*"), screen)


def _heading(card: Written[Entry]) -> str:
    if card.entry is None:
        return "can't be read"
    if isinstance(card.entry, Village):
        return "villages"
    return card.entry.kingdom or "no kingdom"


def _rank(card: Written[Entry]) -> tuple[int, str]:
    kind = card.entry.type if isinstance(card.entry, Card) else None
    return (TYPES.index(kind) if kind is not None else len(TYPES), fold(card.name))


def _cells(card: Written[Entry]) -> tuple[str, str, str, str, str]:
    """Return name, type, strength/health, glory, and the rest of the card."""
    entry = card.entry
    if entry is None:
        return card.name, "", "", "", card.problem
    rest = [*_upper(entry), *(f"lower {line}" for line in _lower(entry))]
    if isinstance(entry, Village):
        return card.name, "", "", "", "; ".join(rest)
    many = [f"{entry.copies} copies"] if entry.copies > 1 else []
    fought = f"{entry.strength}/{entry.health}" if UNSET not in (entry.strength, entry.health) else ""
    return card.name, entry.type, fought if entry.fights else "", str(entry.glory), "; ".join([*rest, *many])
