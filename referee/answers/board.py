"""Things of an open game and where they are: places, what stands there, and the steps between."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from referee.answers.values import in_brackets, kinds_of, neighbours, stems_in
from referee.declaration.facts import Thing
from referee.text.names import printed


class Board:
    """The things of an open game, and the way between the places of its board."""

    def __init__(self, things: Iterable[Thing], who: str) -> None:
        self._parts, self._who = things, who

    @cached_property
    def things(self) -> list[Thing]:
        """All things, each once."""
        return _merged(self._parts)

    def there(self, place: Thing) -> list[Thing]:
        """List what is at a thing."""
        return [one for one in self.things if place.name and one.place == place.name]

    @cached_property
    def places(self) -> Mapping[str, Thing]:
        """Places that have neighbours, by name."""
        return {one.name: one for one in self.things if neighbours(one)}

    def place_of(self, text: str) -> Thing | None:
        """Find the place that words name, or at which the thing that they name stands; "me" is who decides now."""
        words = stems_in(text) - {"the", "his", "her", "area", "space"}
        words -= {"for", "me", "my"} if len(words) > 1 else set()  # "how far is it to the village for me"
        if not words.isdisjoint({"i", "me", "my", "here"}):
            words = stems_in(self._who)
        if not (places := self.places):
            return None
        by_name = [(stems_in(one.name), one) for one in self.things if one.name]
        for its in (
            [(stems, one.name) for stems, one in by_name if one.name in places],
            [(stems, one.place) for stems, one in by_name if one.place in places],
            [(kinds_of(one), name) for name, one in places.items()],
            [(kinds_of(one) | stems_in(f"{one.owner}s"), one.place) for one in self.things if one.place in places],
        ):
            if found := {name for stems, name in its if words and words <= stems}:
                return places[min(found)] if len(found) == 1 else None
        return None

    def steps(self, start: Thing, goal: Thing) -> int | None:
        """Return the number of steps between two places; None if no way leads there."""
        beside = {one.name: neighbours(one) for one in self.things}
        reached, steps = {start.name}, 0
        while goal.name not in reached:
            further = reached.union(*(beside[place] for place in reached))
            if further == reached:
                return None
            reached, steps = further, steps + 1
        return steps

    def in_short(self, place: Thing) -> str:
        """Format a place with what is there."""
        return printed(place.name) + in_brackets(*(printed(one.name) for one in self.there(place)))


def _merged(things: Iterable[Thing]) -> list[Thing]:
    """Put things of one name together; what is said first of each part stands."""
    found: dict[str, Thing] = {}
    for one in things:
        if (old := found.get(one.name)) is not None:
            kinds = " ".join(dict.fromkeys((*old.kinds.split(), *one.kinds.split())))
            labels = {key.partition("/")[0] for key in old.facts}
            more = {key: value for key, value in one.facts.items() if key.partition("/")[0] not in labels}
            owner, place = old.owner or one.owner, old.place or one.place
            printed_too, can = {**one.printed, **old.printed}, old.can or one.can
            one = Thing(one.name, kinds, owner, place, {**old.facts, **more}, printed_too, can)
        found[one.name] = one
    return list(found.values())
