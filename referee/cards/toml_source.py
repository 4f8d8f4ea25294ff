"""A deck's file as text: cards are put in, changed and taken out, and all the rest stays as it was written.

The text is cut into pieces: a card with its header and the comments that follow it at once, or a gap with whatever
stands between cards. Put together again the pieces are the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.errors import BadInput
from referee.files.files import Data, parse_toml

_HEADER = re.compile(r"[ \t]*\[\[[ \t]*([a-z]+)[ \t]*\]\][ \t]*(#.*)?\r?")


@dataclass(frozen=True)
class SourcePiece:
    """A card's text, or what stands between cards (then `kind` is None)."""

    kind: str | None
    text: str


def cut(text: str, where: str) -> list[SourcePiece]:
    """A deck's text in pieces. Raises BadInput if its cards aren't each under a header of their own."""
    data = parse_toml(text, where)
    kinds = [key for key, value in data.items() if isinstance(value, list)]
    pieces = list(_cut(text, kinds))
    for kind in kinds:
        if data[kind] != [card for piece in pieces if piece.kind == kind for card in _cards_in(piece)]:
            raise BadInput(
                f"{where}: can't be changed by the program, as its {kind}s aren't written each under its own "
                f"[[{kind}]]; change it by hand"
            )
    return pieces


def _cards_in(piece: SourcePiece) -> list[Any]:
    try:
        found: list[Any] = parse_toml(piece.text, "")[str(piece.kind)]
    except BadInput:  # no card: what looks like a header stands inside a text over several lines
        return [None]
    return found


def _cut(text: str, kinds: Sequence[str]) -> Iterator[SourcePiece]:
    kind: str | None = None
    lines: list[str] = []
    for line in text.splitlines(keepends=True):
        header = _HEADER.fullmatch(line.rstrip("\n"))
        if header is not None and header[1] in kinds:
            yield from _card_and_gap(kind, lines)
            kind, lines = header[1], []
        lines.append(line)
    yield from _card_and_gap(kind, lines)


def _card_and_gap(kind: str | None, lines: Sequence[str]) -> Iterator[SourcePiece]:
    """A card ends before the first empty line that only comments and empty lines follow."""
    end = len(lines) if kind else 0
    while end and lines[end - 1].lstrip()[:1] in ("", "#"):
        end -= 1
    while kind and end < len(lines) and lines[end].strip():
        end += 1
    if lines[:end]:
        yield SourcePiece(kind, "".join(lines[:end]))
    if lines[end:]:
        yield SourcePiece(None, "".join(lines[end:]))


def join(pieces: Sequence[SourcePiece]) -> str:
    """The text of pieces."""
    return "".join(piece.text for piece in pieces)


# --- changing -------------------------------------------------------------------------------------


def place_of(pieces: Sequence[SourcePiece], kind: str, number: int) -> int:
    """Where the n-th card of a kind is among the pieces."""
    return [at for at, piece in enumerate(pieces) if piece.kind == kind][number]


def put_in(
    pieces: Sequence[SourcePiece], kind: str, card: Data, kinds: Sequence[str], order: Sequence[str]
) -> list[SourcePiece]:
    """The pieces with a card more: after the last of its kind, else after those of `kinds` that come before it.

    `order` is that of its keys.
    """
    before = kinds[: kinds.index(kind) + 1]
    same = [at for at, piece in enumerate(pieces) if piece.kind == kind]
    earlier = [at for at, piece in enumerate(pieces) if piece.kind in before]
    at = max(same or earlier, default=-1) + 1
    if not (same or earlier):  # after the head of the file, if no other card stands there
        at = next((n for n, piece in enumerate(pieces) if piece.kind), len(pieces))
    found = list(pieces)
    end = _line_end(pieces)
    if at and not found[at - 1].text.endswith("\n"):
        found[at - 1] = replace(found[at - 1], text=found[at - 1].text + end)
    apart = [] if not at or found[at - 1].text.endswith(2 * end) else [SourcePiece(None, end)]
    after = [SourcePiece(None, end)] if at < len(found) and found[at].kind else []
    found[at:at] = [*apart, SourcePiece(kind, _new_text(kind, card, order).replace("\n", end)), *after]
    return found


def take_out(pieces: Sequence[SourcePiece], at: int) -> list[SourcePiece]:
    """The pieces without the one at a place, and without one of the empty lines around it."""
    found = [*pieces[:at], *pieces[at + 1 :]]
    before = join(found[:at])
    if at < len(found) and found[at].kind is None and (not before or before.endswith(2 * _line_end(pieces))):
        first, _, rest = found[at].text.partition("\n")
        if not first.strip():
            found[at] = SourcePiece(None, rest)
    return found


def changed(piece: SourcePiece, new: Data, order: Sequence[str]) -> SourcePiece:
    """A card's piece with other values, new ones in this order; comments in it stay, as far as their keys do."""
    import tomlkit  # loaded only by what writes

    document = tomlkit.parse(piece.text)
    table: Any = document[str(piece.kind)][0]
    _change(table, table.unwrap(), new, order)
    text = tomlkit.dumps(document)
    if "\r\n" in piece.text:
        text = text.replace("\r\n", "\n").replace("\n", "\r\n")
    return replace(piece, text=text)


def _change(table: Any, old: Data, new: Data, order: Sequence[str]) -> None:
    import tomlkit

    for key in old.keys() - new.keys():
        del table[key]
    for key, value in _ordered(new, order):
        if isinstance(value, dict) and isinstance(old.get(key), dict):
            _change(table[key], old[key], value, order)
        elif key not in old or old[key] != value:
            table[key] = tomlkit.value(_toml(value))


def _new_text(kind: str, card: Data, order: Sequence[str]) -> str:
    return "\n".join([f"[[{kind}]]", *(f"{key} = {_toml(value)}" for key, value in _ordered(card, order)), ""])


def _ordered(card: Mapping[str, Any], order: Sequence[str]) -> Iterator[tuple[str, Any]]:
    return ((key, card[key]) for key in sorted(card, key=lambda key: order.index(key) if key in order else -1))


def _toml(value: Any) -> str:
    """A value as TOML, on one line."""
    import tomlkit

    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_toml(inner)}' for key, inner in value.items())} }}"
    text: str = tomlkit.item(value).as_string()
    return text


def _line_end(pieces: Sequence[SourcePiece]) -> str:
    return "\r\n" if any("\r\n" in piece.text for piece in pieces) else "\n"
