"""Text form of units, a line each, and their fields in decks and spreadsheets.

    Ash Runner: hero 3, greek, 3 cards, art 1, close combat; 5-3 6/7/0/2 a, 2-1 5/7/0/2; a Dash: active: movement +1
    Reed Archers: troop 1, greek, 3 cards, art 1, archer; 4 x 4/6/2/1

After the name its kind and cost, mythology, activation cards, strategic value, types and talents; then the dashboard
from full vitality down, or miniatures and stats of a troop; then powers and tokens (`powers.py`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import get_args

from msgspec.structs import replace

from referee.cards.fields import CardField, FieldTable, Parts, Value, Written, one_of, own_word, shown_name
from referee.cards.language import CardLanguage
from referee.errors import Unreadable, fault, join_errors
from referee.files.files import Data
from referee.games.mythic.units.active_powers import wrong_powers, wrong_tokens
from referee.games.mythic.units.powers import KINDS as POWER_KINDS
from referee.games.mythic.units.powers import powers_of, read_power, read_token, tokens_of
from referee.games.mythic.units.unit import LINE, STATS, Unit, read_line
from referee.games.mythic.vocabulary import GAME, MYTHOLOGIES, Kind, Name, Talent, UnitType
from referee.text.names import and_list, did_you_mean, fold, or_list, printable

KINDS: tuple[Kind, ...] = get_args(Kind)
_POWER = Value(rf"(?:[a-z] )?[^:]+ ?: ?(?:{'|'.join(POWER_KINDS)})\b.*", str.strip, words=lambda: (), rule=True)
_TOKEN = Value(r"token .+", str.strip, words=lambda: (), rule=True, begins=("token",))
_DASHBOARD, _MINIATURES = ("lines",), ("miniatures", "stats")
"""Fields that only a dashboard has, and fields that only a troop's card has."""


def _spaced(text: str) -> str:
    """Normalize the spaces in a line of a dashboard: "5-3 6/7/0/2 ab3"."""
    vitality, stats, *lit = fold(text).replace(" /", "/").replace("/ ", "/").split()
    return " ".join([vitality, stats, *filter(None, ["".join(lit)])])


class UnitLanguage(CardLanguage[Unit]):
    """Text form of units, with the fields of the five kinds."""

    game = GAME
    types: Mapping[str, type[Unit]] = dict.fromkeys(KINDS, Unit)
    table = FieldTable(
        CardField("kind", ("# {cost}", "#"), one_of(KINDS)),
        CardField("cost", ("cost #", "# RP", "# points"), open=True, usual=9),
        CardField("mythology", ("#",), own_word(MYTHOLOGIES, "mythology"), open=True),
        CardField("cards", ("# (card|cards)",), open=True, usual=9),
        CardField(
            "art",
            ("art #", "# aow", "# art of war (cards|)", "# art", "strategic value #"),
            called="strategic value",
            open=True,
            usual=9,
        ),
        CardField("types", ("#",), one_of(get_args(UnitType)), called="type", several=True),
        CardField("talents", ("#",), one_of(get_args(Talent)), called="talent", several=True),
        CardField(
            "miniatures",
            ("# x {stats}",),
            apart=True,
            must="{name} needs its miniatures and its stats (offence/defence/range/movement), like 4 x 4/6/2/1",
        ),
        CardField("stats", ("#",), Value(STATS, fold, words=lambda: ()), apart=True),
        CardField(
            "lines",
            ("#",),
            Value(LINE.replace("(?:[a-z]", "(?: ?[a-z]"), _spaced, words=lambda: ()),
            called="line of the dashboard",
            several=True,
            apart=True,
            must="{name} needs its dashboard: vitality, stats (offence/defence/range/movement) and powers lit, line "
            "by line from full vitality down, like 5-3 6/7/0/2 a, 2-1 5/7/0/2",
        ),
        CardField("powers", ("#",), _POWER, called="power", several=True, open=True),
        CardField("tokens", ("#",), _TOKEN, called="token", several=True, open=True),
    )
    examples: Mapping[str, str] = {
        "god": "Storm Warden: god 6, greek, 4 cards, art 2, flying, leader; 9-5 7/9/1/2 a, 4-1 6/8/1/2; "
        "a Bolt: offensive, 1 aow: attack dice 7 range 3",
        "titan": "Old Furnace: titan 7, greek, 4 cards, art 1, huge; 12-8 9/9/0/1 a, 7-1 8/8/0/1; "
        "a Glow: permanent: enemies here defence -1",
        "hero": "Ash Runner: hero 3, greek, 3 cards, art 1, close combat, mobility; 5-3 6/7/0/2, 2-1 5/7/0/2",
        "monster": "Gale Harrier: monster 3, greek, 3 cards, art 0, flying, initiative; 5-1 5/7/0/3",
        "troop": "Reed Archers: troop 1, greek, 3 cards, art 1, archer; 4 x 4/6/2/1",
    }
    names = (Name, 'a unit\'s name: 1 to 60 letters, without commas, colons, semicolons or "/"')
    how = (
        "A unit in a line: kind and cost first; then, after semicolons, its dashboard or miniatures, and each power:"
    )
    box = "dashboards and troop cards"

    def kind_of(self, card: Unit) -> str:
        """Return the kind of a unit."""
        return card.kind

    def fields(self, kind: str) -> list[CardField]:
        """List the fields of a kind: a troop has no dashboard, the others no miniatures."""
        others = _DASHBOARD if kind == "troop" else _MINIATURES
        return [field for field in super().fields(kind) if field.key not in others]

    def help_lines(self, kind: str) -> list[str]:
        """Explain also the order of the stats, and how a power is written."""
        *lines, example = super().help_lines(kind)
        stats = "offence/defence/range/movement"
        window = (
            f"4 x 4/6/2/1 is miniatures x {stats}" if kind == "troop" else f"9-5 7/9/1/2 a: vitality, {stats}, powers"
        )
        power = (
            'A power: its letter, name: kind, price, when: effects; what has no words here: manual "as it is printed"'
        )
        return [*lines, window, power, example]

    # --- reading and writing ------------------------------------------------------------------------

    def read_rest(self, name: str, text: str, kind: str | None = None) -> Unit:
        """Parse the rest of a unit's line, after its name; the kind is in it unless given. Raises Unreadable."""
        return super().read_rest(name, text, kind or self._kind_in(name, text))

    def _kind_in(self, name: str, text: str) -> str:
        """Find the kind in a line. Raises Unreadable that suggests the nearest kind if there is none."""
        parts = self.table.split(text)
        if typed := next((kind for part in parts if (kind := self.table.understood(part).get("kind"))), None):
            return fold(typed)
        word = (parts[0].split() if parts else [""])[0]
        hint = did_you_mean(word, KINDS) or f": {or_list(KINDS)} and what it costs, like hero 3"
        unknown = f'no unit is a "{word}"' if did_you_mean(word, KINDS) else f"start with the type of {name}"
        raise Unreadable(f"{unknown}{hint}")

    def _read_part(self, part: str, kind: str) -> Parts:
        if "/" in part and ":" not in part and not self.table.understood(part):
            raise Unreadable(_misread(part))
        return super()._read_part(part, kind)

    def filled_in(self, name: str, said: Parts, kind: str) -> Parts:
        """Add the kind to the fields given for a unit. Raises Unreadable if they have another kind."""
        if said.get("kind", kind) != kind:
            raise Unreadable(f"{name} is a {kind}, not a {said['kind']}")
        return {**said, "kind": kind}

    def put(self, said: Parts, new: Parts) -> Parts:
        """Merge changed fields into a unit; a new dashboard line replaces those whose vitality overlaps it."""
        *old, last = new.get("lines", [""])
        if last:
            changed = read_line(last)
            kept = [line for line in map(read_line, old) if line.least > changed.most or line.most < changed.least]
            texts = {read_line(text): text for text in (*old, last)}
            new = {**new, "lines": [texts[line] for line in sorted((*kept, changed), key=lambda line: -line.most)]}
        return super().put(said, new)

    def file_entry(self, kind: str, data: object) -> Written[Unit]:
        """Read a unit as it stands in a file, where its kind is the header above it."""
        if not isinstance(data, dict):
            return super().file_entry(kind, data)
        if wrong := next(_misread_in(data), None):
            return Written(kind, data, None, f"{shown_name(kind, data)}: {_misread(wrong)}")
        return replace(super().file_entry(kind, {**data, "kind": kind}), data=data)

    def values_of(self, card: Unit) -> Parts:
        """Return the field values of a unit by the keys of its fields."""
        return {**super().values_of(card), "kind": card.kind}

    # --- what may be wrong --------------------------------------------------------------------------

    def validated(self, card: Unit) -> Unit:
        """Return the unit if its dashboard and powers are complete. Raises Unreadable that lists every mistake."""
        if wrong := [
            *_wrong_lines(card),
            *_wrong_powers(card.powers, card.tokens),
            *_wrong_letters(card),
            *_useless(card),
        ]:
            raise Unreadable(f"{card.name}: {join_errors(wrong)}")
        return card

    def wrong_rules(self, said: Parts) -> Iterator[str]:
        """Describe the powers and tokens that can't be read."""
        yield from _wrong_powers(said.get("powers", ()), said.get("tokens", ()))

    def doubts(self, card: Unit) -> Iterator[str]:
        """Describe what is possible on a sheet but unusual."""
        yield from super().doubts(card)
        if next(self.faults(card), None) is None:
            yield from (f"{card.name}: {doubt}" for doubt in _doubts(card))

    def twice(self, cards: Sequence[Written[Unit]]) -> Iterator[str]:
        """Describe the units that share a name."""
        for card, other in self.duplicates(cards):
            both = f"two units are called so, a {other.kind} and a {card.kind}; give one another name"
            yield f"{card.name}: {'is listed twice; write it once' if card.line == other.line else both}"


def _misread_in(data: Data) -> Iterator[str]:
    """Yield the unreadable dashboard lines and troop stats in a file; values that aren't text are skipped."""
    lines = data.get("lines")
    for pattern, texts in ((LINE, lines if isinstance(lines, list) else []), (f"({STATS})?", [data.get("stats")])):
        yield from (text for text in texts if isinstance(text, str) and not re.fullmatch(pattern, text))


def _misread(text: str) -> str:
    """Format the error for a dashboard line, or a troop's stats, that can't be read."""
    return (
        f'can\'t read "{printable(text)}"; a line of a dashboard is vitality, offence/defence/range/movement and the '
        "powers lit, like 5-3 6/7/0/2 ab; a troop has miniatures x offence/defence/range/movement, like 4 x 4/6/2/1"
    )


def _wrong_lines(unit: Unit) -> Iterator[str]:
    """Describe the mistakes in a unit's dashboard, or in a troop's miniatures."""
    if unit.troop:
        if not unit.miniatures:
            yield "a troop has 1 miniature or more"
        if not unit.stats:
            yield "a troop needs its stats (offence/defence/range/movement), like 4/6/2/1"
        return
    if not unit.lines:
        yield f"a {unit.kind} needs its dashboard, line by line, like 5-3 6/7/0/2 a, 2-1 5/7/0/2"
    for line in unit.dashboard:
        if not 0 < line.least <= line.most:
            yield f"a line of the dashboard goes from more vitality to less, not {line.most}-{line.least}"
            return
    times = Counter(number for line in unit.dashboard for number in range(line.least, line.most + 1))
    whole = "the lines of a dashboard have each vitality from the full one down to 1 once"
    if twice := sorted((number for number, many in times.items() if many > 1), reverse=True):
        yield f"vitality {and_list(map(str, twice))} {'is' if len(twice) == 1 else 'are'} in two lines; {whole}"
    if missing := [number for number in range(unit.full, 0, -1) if number not in times]:
        yield f"no line has vitality {or_list(map(str, missing))}; {whole}"
    downward = sorted(unit.dashboard, key=lambda line: -line.most)
    if not twice and not missing and list(unit.dashboard) != downward:
        yield "the lines of a dashboard stand from full vitality down"


def _wrong_powers(powers: Sequence[str], tokens: Sequence[str]) -> Iterator[str]:
    """Describe the powers and tokens that can't be read."""
    for read, texts in ((read_power, powers), (read_token, tokens)):
        for text in texts:
            if wrong := fault(read, text):
                yield str(wrong)


def _wrong_letters(unit: Unit) -> Iterator[str]:
    """Describe wrong letters of powers; yield nothing if some power can't be read."""
    if list(_wrong_powers(unit.powers, ())):
        return
    powers = powers_of(unit)
    letters = Counter(power.letter for power in powers if power.letter)
    for letter in (letter for letter, many in letters.items() if many > 1):
        yield f'two powers have the letter "{letter}"'
    for power in powers:
        if unit.troop and power.letter:
            yield f"the power {power.name} has the letter {power.letter}; a troop's powers have none"
        if unit.troop and power.kind != "permanent":
            yield f"the power {power.name} is {power.kind}; a troop's powers are all permanent (M64)"
        if not unit.troop and not power.letter:
            yield f"the power {power.name} needs the letter that lights it in the dashboard, like a {power.name}"


def _useless(unit: Unit) -> Iterator[str]:
    """Describe effects that can never do anything; yield nothing if some power or token can't be read."""
    if list(_wrong_powers(unit.powers, unit.tokens)):
        return
    for power in powers_of(unit):
        yield from wrong_powers(power, kind=unit.kind)
    for token in tokens_of(unit):
        yield from wrong_tokens(token)


def _doubts(unit: Unit) -> Iterator[str]:
    """Describe what doesn't fit together on a sheet yet, but may be completed later."""
    powers, tokens = powers_of(unit), tokens_of(unit)
    lit = dict.fromkeys(letter for line in unit.dashboard for letter, _ in line.powers)
    by_letter = {power.letter: power for power in powers if power.letter}
    for letter in lit:
        if letter not in by_letter:
            yield f'power "{letter}" is lit, and not written'
    for letter, power in by_letter.items():
        if letter not in lit:
            yield f"the power {power.name} ({letter}) is lit in no line of the dashboard"
        elif power.by_number and not any(line.number(letter) for line in unit.dashboard):
            yield f"the power {power.name} says X, and no number is lit beside {letter}, as in {letter}3"
    token_names = {fold(token.name) for token in tokens}
    for power in powers:
        yield from (
            f"the power {power.name} lays tokens {name}, and none are written, as in token {name} x2"
            for name in power.tokens
            if fold(name) not in token_names
        )


UNITS = UnitLanguage()


read_unit = UNITS.read
"""Parse a unit from its whole line, with its name. Raises Unreadable."""
write_unit = UNITS.write
"""Format a unit as one line; reading it gives the same unit."""
