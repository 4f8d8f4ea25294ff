"""Worked examples: small situations of `examples.toml` among a game's tables, which the game itself plays.

An example belongs to the entries that it names (`of`). Its scenes are set up and played one after the other, and each
shows its lines: texts in which the game fills placeholders like "{attack}" with the results.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain, zip_longest
from typing import Any

from msgspec import Struct

from referee.errors import BadInput, RefereeError
from referee.files.files import convert
from referee.rulebook.rules import Text, read
from referee.text.pattern import lazy_pattern

_PLACE = lazy_pattern(r"\{([^{}]+)\}")


class ExampleScene(Struct, forbid_unknown_fields=True, kw_only=True):
    """A situation and the lines shown of it; a game's subclasses add their fields."""

    show: tuple[Text, ...]

    def fill(self, place: str) -> str | Sequence[str]:
        """Return the text for a placeholder of a line; several texts make several lines."""
        raise NotImplementedError

    def lines(self) -> list[str]:
        """Return the lines with their placeholders filled."""
        return [line for text in self.show for line in self._fill_line(text)]

    def _fill_line(self, text: str) -> list[str]:
        fills = [[found] if isinstance(found := self.fill(place), str) else found for place in _PLACE.findall(text)]
        texts = _PLACE.split(text)[::2]
        return [
            "".join(
                chain(*zip_longest(texts, (fill[number if len(fill) > 1 else 0] for fill in fills), fillvalue=""))
            )
            for number in range(max(map(len, fills), default=1))
        ]


class WorkedExample(Struct, frozen=True, forbid_unknown_fields=True):
    """The scenes of some entries of the rules."""

    of: tuple[Text, ...]
    scenes: tuple[dict[str, Any], ...]


class ExamplesFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The layout of a game's `examples.toml`."""

    examples: tuple[WorkedExample, ...]


class Examples:
    """The worked examples of a game, as its own kinds of scenes; a key tells each kind but the `usual` one."""

    def __init__(self, game: str, kinds: Mapping[str, type[ExampleScene]], usual: type[ExampleScene]) -> None:
        self.game, self.kinds, self.usual = game, kinds, usual

    @cached_property
    def entries(self) -> Mapping[str, WorkedExample]:
        """The examples by the ids of the entries that they belong to."""
        file = read(self.game, "examples", ExamplesFile)
        return {entry_id: example for example in file.examples for entry_id in example.of}

    def __call__(self, entry_id: str) -> list[str]:
        """Return the lines of an entry's example, [] if it has none. Raises BadInput if it can't be played."""
        if (example := self.entries.get(entry_id)) is None:
            return []
        where = f"{self.game} examples: {entry_id}"
        try:
            return [line for scene in example.scenes for line in convert(scene, self._kind(scene), where).lines()]
        except (RefereeError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise BadInput(f"{where} can't be played: {error}") from error

    def _kind(self, scene: Mapping[str, Any]) -> type[ExampleScene]:
        return next((kind for key, kind in self.kinds.items() if key in scene), self.usual)
