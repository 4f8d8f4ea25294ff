"""Cards on a terminal: drawn like the ones in the box, and listed."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET
from rich.console import RenderableType
from rich.rule import Rule
from rich.text import Text

from referee.cards.fields import Written
from referee.cards.screens import both_ends, draw_card, show_under_headings
from referee.games.conjurers import tables
from referee.games.conjurers.cards import cards
from referee.games.conjurers.cards.cards import ArtifactEntry, Card, CreatureEntry, ItemEntry
from referee.games.conjurers.vocabulary import GAME, words
from referee.rulebook.rules import rulebook
from referee.text.names import fold
from referee.text.screen import Screen

WIDTH = 40
"""Columns of a drawn card."""

_FRAMES = {"fire": "red", "water": "blue", "air": "cyan", "earth": "green"}


# --- a card ---------------------------------------------------------------------------------------


def show_card(card: Card, screen: Screen) -> None:
    """Show a card: its name, kind, abilities with their rules, and its foot.

    The foot (pp. 17, 22) has a creature's hit points left and battle dice right; an artifact's mythology left, price
    in the middle and points right; an item's price.
    """
    if not screen.draws:
        screen.line(card.name)
        screen.line(f"  {', '.join(_kind_words(card))}")
        for text in card.abilities or ("no ability",):
            screen.line(f"  {text}" + (f" ({rule})" if (rule := _rule_of(text)) else ""))
        screen.line(f"  {', '.join(filter(None, _foot_words(card)))}")
        return
    body_rows = both_ends(*((text, Text(f"  {_rule_of(text)}", style="dim")) for text in card.abilities))
    body = body_rows if card.abilities else Text("no ability", style="dim")
    head = Text(" · ".join(_kind_words(card)), style="dim")
    rows: list[RenderableType] = [head, Rule(style="dim"), body, Rule(style="dim")]
    left, middle, right = _foot_words(card)
    rows += [Text(middle, justify="center")] if middle else []
    rows += [both_ends((Text(left, style="bold"), Text(right, style="bold")))] if left or right else []
    draw_card(card.name, rows, screen, width=WIDTH, frame=_FRAMES.get(str(getattr(card, "element", "")), ""))


def _kind_words(card: Card) -> list[str]:
    """List a card's mythology, level and element, or its type; and its copies."""
    words: list[str] = []
    if isinstance(card, CreatureEntry):
        words += [card.mythology] if card.mythology is not UNSET and card.level > 1 else []
        words += [f"level {card.level}", *([card.element] if card.element is not UNSET else [])]
    else:
        words.append("item" if isinstance(card, ItemEntry) else "artifact")
    copies = 1 if card.copies is UNSET else card.copies
    return [*words, *([f"{copies} copies"] if copies > 1 else [])]


def _foot_words(card: Card) -> tuple[str, str, str]:
    """Return the words at the foot of a card: left, in the middle, right."""
    if isinstance(card, CreatureEntry):
        return f"{card.hp} hit points", "", f"{card.bd} battle dice" if card.bd != 1 else "1 battle die"
    cost = {} if card.cost is UNSET else card.cost
    if isinstance(card, ItemEntry):
        return "", words(cost) if cost else "no price yet", ""
    row = tables.artifacts_by_key().get(fold(card.name))
    if row is None:
        return "", "not in the rulebook's table", ""
    return row.mythology, words(cost or row.cost), f"{row.points} points"


def _rule_of(text: str) -> str:
    """Return the page of an ability's rule: "p. 18"."""
    try:
        name, _ = cards.parse(text, "")
    except ValueError:
        return "unknown"
    return rulebook(GAME).cite([tables.battle().abilities[name].rule])


# --- lists ----------------------------------------------------------------------------------------


def show_list(cards: Sequence[Written[Card]], screen: Screen) -> None:
    """Show a line for each card under its part of the deck."""
    wide = min(24, max(len(card.name) for card in cards))
    rows = [(_heading(card), _cells(card)) for card in sorted(cards, key=_rank)]
    show_under_headings(rows, (wide, 1, 5, 5, "*"), screen)


def _heading(card: Written[Card]) -> str:
    entry = card.entry
    if isinstance(entry, CreatureEntry):
        return "level 1" if entry.level == 1 else str(entry.mythology or "no mythology")
    return f"{card.kind}s" if entry is not None else "can't be read"


def _rank(card: Written[Card]) -> tuple[int, str, int, str]:
    entry = card.entry
    if isinstance(entry, CreatureEntry):
        return (0 if entry.level == 1 else 1, _heading(card), entry.level, fold(card.name))
    return (
        2 if isinstance(entry, ItemEntry) else 3 if isinstance(entry, ArtifactEntry) else 4,
        "",
        0,
        fold(card.name),
    )


def _cells(card: Written[Card]) -> tuple[str, str, str, str, str]:
    """Return name, level, element, hit points / battle dice, and the rest."""
    entry = card.entry
    if entry is None:
        return (card.name, "", "", "", card.problem)
    rest = [*entry.abilities]
    level = element = strength = ""
    if isinstance(entry, CreatureEntry):
        level, strength = str(entry.level), f"{entry.hp}/{entry.bd}"
        element = "" if entry.element is UNSET else entry.element
    elif entry.cost is not UNSET:
        rest.append(f"costs {words(entry.cost)}")
    if card.copies > 1:
        rest.append(f"{card.copies} copies")
    return (card.name, level, element, strength, ", ".join(rest))
