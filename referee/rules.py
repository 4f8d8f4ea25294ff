"""Rules as data: the entries of a game's rulebook and its rulings, found and cited by id.

Each game has a `rules.toml` among its tables: every rule with its printed page in the project's own words,
and every ruling that settles what the rulebook leaves open.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee import tables
from referee.errors import BadInput
from referee.names import did_you_mean, fold

Text = Annotated[str, Meta(min_length=1)]
Status = Literal["enforced", "computed", "told"]
"""What the program does with a rule: forbids or carries it out, computes a number by it, only tells it."""


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """A rule or a ruling. `switch` names the setting by which a table may change a ruling."""

    id: Text
    page: Text
    topic: Text
    title: Text
    text: Text
    status: Status
    switch: str = ""
    see: tuple[str, ...] = ()


class RulesFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The layout of a game's `rules.toml`."""

    rules: tuple[Entry, ...]
    rulings: tuple[Entry, ...]


class RuleBook:
    """All entries of one game, rules first."""

    def __init__(self, game: str, file: RulesFile) -> None:
        self.game = game
        self.rules = file.rules
        self.rulings = file.rulings
        self.entries = {entry.id: entry for entry in (*file.rules, *file.rulings)}
        self._ruling_ids = {entry.id for entry in file.rulings}
        for entry in self.entries.values():
            for other in entry.see:
                if other not in self.entries:
                    raise BadInput(f'{game} rules: {entry.id} refers to "{other}", which is no entry')
        if len(self.entries) != len(file.rules) + len(file.rulings):
            raise BadInput(f"{game} rules: an id stands twice")

    @property
    def topics(self) -> list[str]:
        """The topics in the order of the entries."""
        return list(dict.fromkeys(entry.topic for entry in self.entries.values()))

    def is_ruling(self, entry_id: str) -> bool:
        """Whether an id is a ruling's and not a printed rule's."""
        return entry_id in self._ruling_ids

    def cite(self, ids: Iterable[str]) -> str:
        """Where entries stand, as short as a person wants it: "pp. 18-19, B9"."""
        pages: list[str] = []
        rulings: list[str] = []
        for entry_id in ids:
            entry = self.entries[entry_id]
            if self.is_ruling(entry_id):
                rulings.append(entry_id)
            else:
                pages += entry.page.split(", ")
        unique = sorted(dict.fromkeys(pages), key=lambda page: [int(number) for number in page.split("-")])
        cited = [_pages(unique)] if unique else []
        return ", ".join(cited + list(dict.fromkeys(rulings)))

    def pages(self, entry: Entry) -> str:
        """The printed pages of an entry, as cited."""
        return _pages(entry.page.split(", "))

    def _with_words(self, words: Sequence[str]) -> list[Entry]:
        """The entries in which every word begins a word; those with all of them in the title come first."""

        def has_all(text: str) -> bool:
            return all(re.search(rf"\b{re.escape(word)}", text) for word in words)

        entries = [e for e in self.entries.values() if has_all(fold(f"{e.id} {e.title} {e.text}"))]
        return sorted(entries, key=lambda entry: not has_all(fold(f"{entry.id} {entry.title}")))

    def find(self, words: str) -> Sequence[Entry]:
        """The entries of a topic, of an id, or with all the words in their title or text.

        Raises BadInput with the nearest ids and topics if there is none.
        """
        wanted = fold(words)
        by_id = {fold(entry_id): entry for entry_id, entry in self.entries.items()}
        dashed = wanted.replace(" ", "-")
        for key in (wanted, dashed):
            if key in by_id:
                return [by_id[key]]
        of_topic = [e for e in self.entries.values() if fold(e.topic) == wanted]
        if of_topic:
            return of_topic
        found = self._with_words(wanted.split())
        if found:
            return found
        known = [*self.topics, *self.entries]
        raise BadInput(f'no rule or topic of {self.game} fits "{words}"{did_you_mean(words, known)}')


def _pages(pages: Sequence[str]) -> str:
    """Printed pages as they are cited: "p. 18", "pp. 18-19"; the space doesn't break."""
    several = len(pages) > 1 or "-" in pages[0]
    return f"{'pp.' if several else 'p.'}\N{NO-BREAK SPACE}{', '.join(pages)}"


@cache
def rulebook(game: str) -> RuleBook:
    """The rules and rulings of a game. Raises BadInput if its rules.toml is broken."""
    return RuleBook(game, tables.read(game, "rules", RulesFile))
