"""Texts that are asked for words: by SQLite's full-text search; by counting where SQLite was built without it."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator
from math import log
from typing import Protocol

from msgspec import Struct

from referee.text.names import fold

TITLE, TEXT, ALSO = 4.0, 1.0, 3.0
"""What a word found in a title, in a text, or among the words that people ask with, counts."""


class Document(Struct, frozen=True):
    """What can be found: an id with its title, its text, and more words that lead to it."""

    id: str
    title: str
    text: str
    also: str = ""


class Engine(Protocol):
    """What says which documents have some words in a row; with `beginning` the last may be the beginning of one."""

    def scores(self, words: str, *, beginning: bool = False) -> dict[int, float]:
        """The numbers of the documents with the words, each with what they bring to it; rare words bring more."""
        ...

    def titled(self, words: str, *, beginning: bool = False) -> set[int]:
        """The numbers of the documents with the words in their titles."""
        ...


def engine(documents: Iterable[Document]) -> Engine:
    """SQLite's full-text search on some documents, or what stands in for it."""
    return FullText(documents) if has_full_text() else WordCounts(documents)


class FullText:
    """SQLite's full-text search in memory; a score is what its BM25 ranking gives."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self._base = sqlite3.connect(":memory:")
        self._base.execute("CREATE VIRTUAL TABLE entry USING fts5(title, text, also, tokenize = 'porter unicode61')")
        rows = ((number, plain(d.title), plain(d.text), plain(d.also)) for number, d in enumerate(documents))
        self._base.executemany("INSERT INTO entry(rowid, title, text, also) VALUES (?, ?, ?, ?)", rows)

    def __del__(self) -> None:
        self._base.close()

    def scores(self, words: str, *, beginning: bool = False) -> dict[int, float]:
        """The numbers of the documents with the words, each with its score."""
        found = self._base.execute(
            "SELECT rowid, -bm25(entry, ?, ?, ?) FROM entry WHERE entry MATCH ?",
            (TITLE, TEXT, ALSO, _quoted(words, beginning)),
        )
        return dict(found.fetchall())

    def titled(self, words: str, *, beginning: bool = False) -> set[int]:
        """The numbers of the documents with the words in their titles."""
        asked = f"title : {_quoted(words, beginning)}"
        return {row for (row,) in self._base.execute("SELECT rowid FROM entry WHERE entry MATCH ?", (asked,))}


class WordCounts:
    """Without full-text search: the same question answered by counting words, beginnings among them."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self._parts = [[(TITLE, plain(d.title)), (TEXT, plain(d.text)), (ALSO, plain(d.also))] for d in documents]
        self._wholes = ["\n".join(text for _, text in parts) for parts in self._parts]

    def scores(self, words: str, *, beginning: bool = False) -> dict[int, float]:
        """The numbers of the documents with the words; rare words count for more."""
        word = _pattern(words, beginning)
        found = {
            number: sum(weight for weight, text in self._parts[number] if word.search(text))
            for number in self._with_letters(words)
        }
        held = {number: score for number, score in found.items() if score}
        rarity = log(len(self._parts) / max(1, len(held)))
        return {number: score * rarity for number, score in held.items()}

    def titled(self, words: str, *, beginning: bool = False) -> set[int]:
        """The numbers of the documents with the words in their titles."""
        word = _pattern(words, beginning)
        return {number for number in self._with_letters(words) if word.search(self._parts[number][0][1])}

    def _with_letters(self, words: str) -> Iterator[int]:
        """The documents in which these letters stand at all: a pattern is searched for in no others."""
        return (number for number, whole in enumerate(self._wholes) if words in whole)


def has_full_text() -> bool:
    """Whether this Python's SQLite was built with full-text search."""
    with_it = sqlite3.connect(":memory:")
    try:
        with_it.execute("CREATE VIRTUAL TABLE probe USING fts5(text)")
    except sqlite3.OperationalError:
        return False
    finally:
        with_it.close()
    return True


def plain(text: str) -> str:
    """A text as it is searched: folded, and without apostrophes ("creature's" is found by "creatures")."""
    return fold(text).replace("'", "")


def _quoted(words: str, beginning: bool) -> str:
    """Words in a row as SQLite's full-text search takes them."""
    return f'"{words}"' + ("*" if beginning else "")


def _pattern(words: str, beginning: bool) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(words)}" + ("" if beginning else r"(?:s|es|d|ed|ing)?\b"))
