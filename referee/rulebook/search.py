"""Search for plain-language questions in an index (`indexing`): an entry scores by words and by votes of features.

Of the ways to match a word the best one counts: as it is typed, as one of the game's synonyms, as a word similar in
meaning, as the beginning of a word, or as the nearest word if it is misspelled. An entry that lacks words of the
question scores less; one whose title is asked for scores more. RapidFuzz is imported for misspelled words only.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import log
from pathlib import Path

from msgspec import Struct

from referee.rulebook.indexing import (
    EMPTY,
    SCALE,
    Postings,
    RuleIndex,
    key_of,
    marks,
    of_length_one,
    plain,
    stem,
    words_of,
)
from referee.text.names import fold

TEXTS, ASKED, VOTES, SAID = 0.5, 0.5, 1.4, 0.6
"""Weights in the score: the texts of entries, the words of their known questions, the votes of features, and the
known question that is most similar."""
AHEAD = 8
"""Number of documents, best first, whose known questions are compared with the question."""
OTHER_WORD, NEAR, MENDED = 0.8, 0.7, 0.7
"""Weights of a word matched as a synonym, as one similar in meaning, or as a corrected one."""
ALONE = 0.5
"""Minimum similarity in meaning to a known word for a question whose words are all unknown."""
WHOLE_TITLE = 0.2
"""Bonus for a document if the question has all words of its title; in proportion for some of them."""
PARTLY = 0.75
"""Penalty exponent for query words that a document lacks (0: none)."""
KNOWN = 1.5
"""Bonus, in parts of the best score, for a document if the question is a known one for it."""
FAR = 0.3
"""Minimum score of an answer, as a fraction of the best one."""
SHORTEST, LONGEST = 3, 30
"""Minimum letters of a part or a beginning of a word, and maximum letters of a word that is corrected."""


class Hits(Struct, frozen=True):
    """The ids that answer a question, best first, and the misspelled words with their corrections.

    `scores` say how well each matches (1: perfectly). `unknown` are the words that aren't known; `asked` is the
    question with its misspellings corrected.
    """

    ids: tuple[str, ...]
    scores: tuple[float, ...] = ()
    read_as: dict[str, str] = {}
    unknown: tuple[str, ...] = ()
    asked: str = ""


_COUNTS = frozenset(f"how {word}" for word in ("many", "much", "far", "long", "often", "do", "does", "to"))
_ASKING = frozenset(("how", "who", "what", "when", "does"))
"""Beginnings of questions by which "hwo" is read as "how", and not as "who"; short words that lose a letter."""


class SearchIndex:
    """An index for queries. `words` maps players' words to the words of the texts."""

    def __init__(self, index: RuleIndex, words: Mapping[str, Sequence[str]]) -> None:
        self._index = index
        self._words = {fold(word): tuple(map(fold, others)) for word, others in words.items()}
        self._titles = [frozenset(title) for title in index.titles]

    def ask(self, question: str, names: Iterable[str] = ()) -> Hits:
        """Return the documents that answer a question, best first; none if no word of it is known.

        `names` are never taken for misspelled words.
        """
        text = plain(question)[0]
        typed = list(words_of(text))
        asked, read_as, unknown = self.correct_spelling(text, names)
        terms = self._terms(asked)
        ways = {term: self._ways(term, MENDED if term in read_as.values() else 1.0) for term in terms}
        texts = self._score_words(self._index.texts, ways)
        known = self._score_words(self._index.asked, ways)
        known_by = self._asked_for(typed) or (self._asked_for(asked) if asked != typed else ())
        found = (texts or known) and not (set(unknown).issuperset(terms) and not self._has_near_word(unknown))
        if not found and not known_by:
            return Hits((), (), read_as, tuple(unknown))
        stems = set(map(stem, asked))
        total: dict[int, float] = defaultdict(float)
        for number, score in texts.items():
            title = self._titles[number]
            total[number] += TEXTS * score * (1 + WHOLE_TITLE * len(title & stems) / (len(title) or 1))
        for scores, counts in ((known, ASKED), (self._score_votes(asked, ways), VOTES)):
            for number, score in scores.items():
                total[number] += counts * score
        for number, score in self._similarities(asked, sorted(total, key=total.__getitem__)[-AHEAD:]).items():
            total[number] += SAID * score
        for number in total:
            total[number] *= self._index.weights[number]
        best = max(total.values(), default=1.0)
        total.update({number: total[number] + KNOWN * best for number in known_by})
        least = FAR * max(total.values())
        ranked = sorted((number for number in total if total[number] >= least), key=lambda at: (-total[at], at))
        whole = TEXTS * (1 + WHOLE_TITLE) + ASKED + VOTES + SAID
        return Hits(
            tuple(self._index.ids[number] for number in ranked),
            tuple(round(min(total[number] / whole, 1.0), 3) for number in ranked),
            read_as,
            tuple(unknown),
            " ".join(asked),
        )

    def correct_spelling(
        self, question: str, names: Iterable[str] = ()
    ) -> tuple[list[str], dict[str, str], list[str]]:
        """Correct a question: return its words, the corrected words with their corrections, the unknown ones.

        `names` are never taken for misspelled words.
        """
        protected = {form for name in names for word in words_of(name) for form in (word, f"{word}s")}
        read_as: dict[str, str] = {}
        asked: list[str] = []
        unknown: list[str] = []
        typed = [*words_of(question)]
        for word, then in zip(typed, (*typed, "")[1:], strict=True):
            if word in EMPTY or word in protected:
                asked.append(word)
            elif slip := self._slip(word, then):
                asked.append(slip)
            elif self._known(word):
                asked.append(word)
            elif not is_english(word) and (near := self._correct(word, protected)):
                asked += near.split()
                if " " not in near and not near.startswith(word) and near not in EMPTY:
                    read_as[word] = near
            else:
                asked.append(word)
                unknown += [word] * (word not in self._index.spelt)
        return asked, read_as, unknown

    def ways(self, question: str) -> dict[str, dict[str, float]]:
        """Return the stems that match each word of a question but stop words, with their weights."""
        return {
            stem(word): self._ways(word, 1.0) if word in self._words or is_english(word) else {stem(word): 1.0}
            for word in words_of(question)
            if word not in EMPTY
        }

    def _has_near_word(self, words: Iterable[str]) -> bool:
        """Return whether an unknown word is so similar in meaning to a known one that it can stand for it alone."""
        return any(
            near >= ALONE and self._known(other) for word in words for other, near in near_in_meaning(word).items()
        )

    def _known(self, word: str) -> bool:
        """Return whether a word is the rules', a player's word, or English; what players typed may be misspelt."""
        english = word in self._index.spelt and is_english(word)
        return stem(word) in self._index.texts or word in self._words or english

    def _terms(self, typed: Sequence[str]) -> list[str]:
        """Return the search terms of a question: keys, two words that form one, words that aren't stop words."""
        whole = f" {' '.join(typed)} "
        keys = [key for key in self._words if " " in key and f" {key} " in whole]
        joined = [one + two for one, two in pairwise(typed) if min(len(one), len(two)) >= SHORTEST]
        compounds = [word for word in joined if word in self._index.spelt]
        content_words = [word for word in typed if word not in EMPTY]
        return list(dict.fromkeys([*keys, *compounds, *content_words])) or list(typed)

    def _ways(self, term: str, counts: float) -> dict[str, float]:
        """Return the stems that match a word of the question, with their weights."""
        found = {stem(term): counts}
        others = self._words.get(term) or self._words.get(term.removesuffix("s"), ())
        synonyms = {stem(word): OTHER_WORD for other in others for word in other.split()}
        near = {stem(word): NEAR * much for word, much in near_in_meaning(term).items()}
        for other, much in (*synonyms.items(), *near.items()):
            found[other] = max(counts * much, found.get(other, 0.0))
        return found

    def _score_words(self, postings: Postings, ways: Mapping[str, Mapping[str, float]]) -> dict[int, float]:
        """Score each document by the words of a question; less for one that lacks some of them."""
        total: dict[int, float] = defaultdict(float)
        covered: dict[int, float] = defaultdict(float)
        possible = 0.0
        for ways_of_word in ways.values():
            best: dict[int, float] = {}
            for word, counts in ways_of_word.items():
                for number, weight in read(postings.get(word, ""))[1]:
                    if (score := weight * counts) > best.get(number, 0.0):
                        best[number] = score
            if not best:
                continue
            most = max(best.values())
            possible += most
            for number, score in best.items():
                total[number] += score
                covered[number] += most
        return {number: score / possible * (covered[number] / possible) ** PARTLY for number, score in total.items()}

    def _score_votes(self, typed: Sequence[str], ways: Mapping[str, Mapping[str, float]]) -> dict[int, float]:
        """Score each document by the votes of a question's features."""
        votes = self._index.votes
        wanted: dict[str, float] = {mark: 1 + log(number) for mark, number in marks(typed).items() if mark in votes}
        near = ((f"{word} ", counts) for several in ways.values() for word, counts in several.items())
        for mark, counts in near:
            if mark in votes:
                wanted[mark] = max(counts, wanted.get(mark, 0.0))
        found = {mark: read(votes[mark]) for mark in wanted}
        weights = of_length_one({mark: counts * found[mark][0] for mark, counts in wanted.items()})
        total = [0.0] * len(self._index.ids)
        for mark, weight in weights.items():
            counts = weight / SCALE
            for number, vote in found[mark][1]:
                total[number] += counts * vote
        return {number: score for number, score in enumerate(total) if score}

    def _asked_for(self, typed: Sequence[str]) -> Sequence[int]:
        """Return the numbers of the documents that a question is known to ask for."""
        line = f"\n{key_of(typed)}\n"
        return [number for number, known in enumerate(self._index.known) if line in known]

    def _similarities(self, typed: Sequence[str], numbers: Iterable[int]) -> dict[int, float]:
        """Return for some documents the similarity (Jaccard) of the most similar known question."""
        words = set(key_of(typed).split())
        found: dict[int, float] = {}
        for number in numbers:
            most = 0.0
            for key in map(str.split, self._index.known[number].split("\n")):
                if both := len(words.intersection(key)):
                    most = max(most, both / (len(words) + len(key) - both))
            found[number] = most
        return found

    # --- unknown words --------------------------------------------------------------------------------

    def _slip(self, word: str, then: str) -> str | None:
        """Return the stop word of which this is a slip before `then`: two letters exchanged, or one left out."""
        if word in self._words or is_english(word) or not 1 < len(word) < LONGEST:
            return None
        slips = [word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1) if word[2:]]
        likely = [one for one in slips if one in EMPTY]
        likely += [
            one
            for one in sorted(EMPTY)
            if one[0] == word[0] and len(one) == len(word) + 1 and (len(one) > 4 or one in _ASKING)
            if word in (one[:at] + one[at + 1 :] for at in range(len(one)))
        ]
        return next((one for one in likely if f"{one} {then}" in _COUNTS), next(iter(likely), None))

    def _correct(self, word: str, names: Collection[str]) -> str | None:
        """Return the likely correction of an unknown word: completed, split into two words, or the nearest word."""
        spelt = self._index.spelt
        if len(word) < SHORTEST or len(word) > LONGEST:
            return None
        if completed := next((one for one in spelt if one.startswith(word) and self._known(one)), None):
            return completed
        splits = ((word[:at], word[at:]) for at in range(SHORTEST, len(word) - SHORTEST + 1))
        if two := next((f"{one} {two}" for one, two in splits if one in spelt and two in spelt), None):
            return two
        return self._nearest(word, names)

    def _nearest(self, word: str, names: Collection[str]) -> str | None:
        """Return the nearest known word, stop words included, or the nearest name; None if all are too far.

        A short word may have one typing error, a long one two; and both must be similar (`_alike`).
        """
        if len(word) < 4 or not word.isalpha():
            return None
        from rapidfuzz import process  # imported only for an unknown word
        from rapidfuzz.distance import OSA

        spelt = self._index.spelt
        slips = 1 if len(word) < 6 else 2
        near = process.extract(word, {*spelt, *EMPTY, *names}, scorer=OSA.distance, score_cutoff=slips, limit=None)
        candidates = (
            (one, distance)
            for one, distance, _ in near
            if len(one) > 2 and _alike(word, one, distance) and (one in EMPTY or one in names or self._known(one))
        )
        likely = (
            (distance, one[0] != word[0], sorted(one) != sorted(word), -spelt.get(one, 1000), one)
            for one, distance in candidates
        )
        return min(likely, default=(None,))[-1]


def read(posting: str) -> tuple[int, list[tuple[int, int]]]:
    """Decode a posting: the rarity of its word, and the numbers of its documents with their weights."""
    numbers = map(int, posting.split())
    return next(numbers, 0), list(zip(numbers, numbers, strict=True))


@cache
def _english() -> str:
    """Load the common words of English, a line each, with words similar in meaning and how similar, in percent."""
    return "\n" + Path(__file__).with_name("near.txt").read_text(encoding="ascii")


@cache
def is_english(word: str) -> bool:
    """Return whether a word is a common English one, and so no misspelling."""
    return f"\n{word}:" in _english()


@cache
def near_in_meaning(word: str) -> Mapping[str, float]:
    """Return the words similar in meaning to a common English one, with their similarity."""
    english, begins = _english(), f"\n{word}:"
    at = english.find(begins)
    near = english[at + len(begins) : english.find("\n", at + 1)].split() if at >= 0 else ()
    return {one[:-2]: int(one[-2:]) / 100 for one in near}


_SOUNDS = str.maketrans(
    {"c": "k", "q": "k", "g": "k", "j": "k", "x": "k", "z": "s", "v": "f", "b": "p", "d": "t", "n": "m"}
    | dict.fromkeys("aeiouyhw")
)
"""Letters that sound alike, mapped to one; those that are hardly heard are removed."""


def _sound(word: str) -> str:
    """Return a word's phonetic key: its consonants, similar ones as one, none twice in a row."""
    key = word.replace("ph", "f").replace("ck", "k").translate(_SOUNDS)
    return "".join(letter for at, letter in enumerate(key) if key[at - 1 : at] != letter)


def _alike(typed: str, word: str, slips: int) -> bool:
    """Return whether a word can be a misspelling of another: "dragon" isn't one of "drawn", nor "look" of "took".

    Both must be about as long. With one typing error they begin alike or are long; with two they sound alike.
    """
    if abs(len(typed) - len(word)) > 1:
        return False
    same = _sound(typed) == _sound(word)
    if slips <= 1:
        return same or typed[0] == word[0] or len(typed) > 5
    return same or (typed[0] == word[0] and len(typed) > 7)
