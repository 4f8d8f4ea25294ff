"""The search: stems, other words, beginnings, misspellings, and counting where SQLite has no full-text search."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from referee.rulebook import fulltext
from referee.rulebook.fulltext import Document
from referee.rulebook.search import SearchIndex
from tests.children import python

DOCUMENTS = (
    Document("soup", "Soup", "Boil water, add carrots and cook them for an hour."),
    Document("salad", "Green salad", "Wash the leaves. Carrots may be grated over it; no water, please."),
    Document("bread", "Bread", "Knead the dough, wait an hour, and bake it. Baking takes another hour.", "loaf"),
    Document("fire", "Camp fire", "Kindling first, then logs. Water puts it out."),
)
WORDS = {"veg": ("carrots",), "put out": ("water",), "flame": ("fire",)}


@pytest.fixture(params=["full text", "counting"])
def index(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> SearchIndex:
    """The index, and the one that is used where SQLite lacks FTS5."""
    if request.param == "counting":
        monkeypatch.setattr(fulltext, "has_full_text", lambda: False)
    return SearchIndex(DOCUMENTS, WORDS)


@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("soup", "soup"),
        ("how do I bake bread", "bread"),
        ("which one is a loaf", "bread"),  # a word that the text doesn't use
        ("flames", "fire"),  # another word for it, in the plural
        ("kind", "fire"),  # the beginning of a word
        ("campfire", "fire"),  # two words written as one
        ("kind ling", "fire"),  # one word written as two
        ("the baker's dough's", "bread"),  # a genitive
        ("CARROT sálad", "salad"),  # letter case and accents
        ("brad loff", "bread"),  # misspelled: one slip in a short word
        ("kneed the dogh", "bread"),
        ("green salat", "salad"),  # nearly a title
    ],
)
def test_the_best_answer_comes_first(index: SearchIndex, question: str, best: str) -> None:
    assert index.ask(question).ids[0] == best


def test_a_document_with_more_of_the_words_goes_before_one_with_fewer(index: SearchIndex) -> None:
    """Kneading is for the bread alone; but the soup has all the rest."""
    assert index.ask("knead boil water cook carrots").ids[0] == "soup"


def test_words_side_by_side_count_for_more() -> None:
    near = Document("near", "First house", "Red, by a green lake.")
    far = Document("far", "Second house", "Green, by a red lake.")
    index = SearchIndex((*DOCUMENTS[:3], near, far), {})
    assert index.ask("who has a green lake").ids[0] == "near"
    assert index.ask("who has a red lake").ids[0] == "far"


def test_a_light_word_counts_for_less_than_what_is_asked() -> None:
    """Numbers are light, and what the game says is; a question of nothing else is answered by them."""
    documents = (*DOCUMENTS, Document("count", "Water and carrots", "12 carrots, 12 cups of water."))
    index = SearchIndex(documents, {}, ["carrots", "water"])
    assert index.ask("knead 12 carrots").ids[0] == "bread"
    assert SearchIndex(documents, {}).ask("knead 12 carrots").ids[0] == "count"
    assert index.ask("12 carrots").ids[0] == "count"


def test_a_title_asked_for_whole_counts_for_more() -> None:
    """What stands in brackets isn't missed."""
    boats = [Document(title, title, "They float.") for title in ("Long boats at sea", "Boats (optional)")]
    assert SearchIndex((*DOCUMENTS, *boats), {}).ask("are there boats").ids[0] == "Boats (optional)"


def test_misspelled_words_are_told(index: SearchIndex) -> None:
    assert index.ask("kneed the dough").read_as == {"kneed": "knead"}
    assert index.ask("knead the dough").read_as == {}
    assert index.ask("kin").read_as == {}  # a beginning is no mistake
    assert index.ask("waht happend to the carrots").read_as == {}  # these say nothing either way


@pytest.mark.parametrize(
    ("question", "unknown"),
    [
        ("drag", ("drag",)),  # bread, with one slip, isn't how it sounds
        ("cook the sable", ("sable",)),  # as far from salad as kneed from knead, and heard otherwise
        ("cook the carpets", ("carpets",)),
        ("look at the water", ()),  # no slip of "cook", and nothing need be known of it
        ("boil it by myself", ()),
    ],
)
def test_a_word_is_read_as_another_only_where_both_sound_alike(
    index: SearchIndex, question: str, unknown: tuple[str, ...]
) -> None:
    hits = index.ask(question)
    assert (hits.read_as, hits.unknown) == ({}, unknown)


def test_words_that_say_nothing_count_only_alone(index: SearchIndex) -> None:
    assert index.ask("what is it with the carrots").ids == index.ask("carrots").ids
    assert index.ask("it may").ids[0] == "salad"


def test_another_word_may_be_several(index: SearchIndex) -> None:
    assert "fire" in index.ask("how to put out that").ids


def test_what_is_unknown_finds_nothing(index: SearchIndex) -> None:
    assert index.ask("xylophone").ids == ()
    assert index.ask("").ids == ()
    assert index.ask('"; DROP TABLE entry; -- NEAR(*').ids == ()


def test_weak_answers_are_left_out(index: SearchIndex) -> None:
    """Water alone leads to the fire; among so many better words it doesn't."""
    assert "fire" in index.ask("water").ids
    assert "fire" not in index.ask("boil water, add carrots, soup").ids


def test_a_sqlite_without_full_text_search_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert fulltext.has_full_text()

    class Bare:
        def execute(self, *_: object) -> None:
            raise sqlite3.OperationalError("no such module: fts5")

        def close(self) -> None:
            pass

    def connect(_: str) -> Any:
        return Bare()

    monkeypatch.setattr(fulltext.sqlite3, "connect", connect)  # type: ignore[attr-defined]
    assert not fulltext.has_full_text()
    assert SearchIndex(DOCUMENTS, WORDS).ask("bread").ids[0] == "bread"


LOADED = """
import sys
from referee.rulebook.rules import rulebook
for words in {words!r}:
    rulebook("conjurers").look_up(words)
print(*sorted(sys.modules.keys() & {{"sqlite3", "rapidfuzz", "referee.rulebook.search"}}))
"""


@pytest.mark.parametrize(
    ("words", "loaded"),
    [
        (["B9", "flying", "Frost attack", "scoring"], ""),
        (["can a flyer be bound"], "referee.rulebook.search sqlite3"),
        (["can a flyer be bowned"], "rapidfuzz referee.rulebook.search sqlite3"),
    ],
)
def test_each_library_is_loaded_only_for_what_needs_it(words: list[str], loaded: str) -> None:
    code = LOADED.format(words=words)
    done = python("-c", code, cwd=Path(__file__).parents[1])
    assert done.stdout.strip() == loaded
