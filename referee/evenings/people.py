"""Who is who: one person under several spellings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from referee.errors import BadInput
from referee.evenings.played import Placing, PlayedGame
from referee.text.names import fold


class People:
    """The people of some evenings, by how they are written there: case and accents don't part them, aliases join."""

    def __init__(self, played: Sequence[PlayedGame], aliases: Mapping[str, str]) -> None:
        """`aliases` are other spellings with whom they mean. Raises BadInput if two of one game would be one."""
        self._means = {fold(other): name for other, name in aliases.items()}
        self._shown: dict[str, str] = {}
        for one in played:
            for seat in one.seats:
                self._shown.setdefault(fold(self._meant(seat.name)), self._meant(seat.name))
        for one in played:
            self._verify(one)

    def of(self, name: str) -> str:
        """Whom a name means, as it is shown."""
        meant = self._meant(name)
        return self._shown.get(fold(meant), meant)

    def seats(self, played: PlayedGame) -> dict[str, Placing]:
        """The players of a game, by person."""
        return {self.of(seat.name): seat for seat in played.seats}

    def _meant(self, name: str) -> str:
        seen = set[str]()
        while (key := fold(name)) in self._means and key not in seen:
            seen.add(key)
            name = self._means[key]
        return name

    def _verify(self, played: PlayedGame) -> None:
        for one, other in combinations(played.seats, 2):
            if self.of(one.name) == self.of(other.name):
                raise BadInput(
                    f"{one.name} and {other.name} played one game together ({played.path}), so no alias can make one "
                    "person of them; the aliases: referee config alias"
                )
