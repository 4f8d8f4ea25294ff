"""Present powers and active rules of a player's cards, the events of a game, and its context.

The whole top card of a pile is active; of a covered one the part below its line (E-a, E-am).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.asking.question import Option, Procedure, Question, but_not, pick
from referee.cards.fields import card_of
from referee.declaration.changes import change
from referee.declaration.corrections import Opened
from referee.declaration.tracking import Counter
from referee.effects import rules
from referee.errors import Illegal
from referee.games.enchanters.cards.cards import Card, Count, DoubleDamage, EnchantersRule, rules_of
from referee.games.enchanters.rules.state import CRYSTALS, GameState, Player, Setup, monsters_of, village_of
from referee.games.enchanters.vocabulary import Pile, crystals, pile_for, wounds
from referee.play.event import Event, Names, Seat, ShownBy
from referee.text.names import fold, printed
from referee.text.pattern import lazy_pattern

Power = Literal["attack", "defence"]
POWERS: tuple[Power, ...] = ("attack", "defence")


class PowerPart(rules.Term, frozen=True):
    """Points and their source: a card on top of its pile or `covered`, or a boost for `this_turn`."""

    covered: bool = False
    this_turn: bool = False


class ActiveRule(Struct, frozen=True):
    """An active rule: its card or village, and its number there, counted from 1."""

    source: str
    number: int
    rule: EnchantersRule

    @property
    def key(self) -> str:
        """The key that marks it as used; each card counts for itself (E-b)."""
        return f"{self.source}/{self.number}"


def parts(setup: Setup, game: GameState, number: int, what: Power, *, boosts: bool = True) -> list[PowerPart]:
    """List the parts of a player's attack or defence; boosts are those of this turn, of the active player."""
    found: list[PowerPart] = []
    for pile in game.players[number].piles():
        for place, name in enumerate(pile, 1):
            card = card_of(setup, game, name)
            covered = place < len(pile)
            if points := getattr(card.lower, what) + (0 if covered else getattr(card, what)):
                found.append(PowerPart(printed(name), points, covered=covered))
    if boosts and number == game.active:
        mine = [boost for boost in game.boosts if boost.what == what]
        for source in dict.fromkeys(boost.source for boost in mine):
            points = sum(boost.points for boost in mine if boost.source == source)
            found += [PowerPart(source, points, this_turn=True)] if points else []
    return found


def total(setup: Setup, game: GameState, number: int, what: Power, *, boosts: bool = True) -> int:
    """Return a player's attack or defence; the sum is never below zero (E-p)."""
    return max(0, rules.total(parts(setup, game, number, what, boosts=boosts)))


def wounds_from(card: Card, defence: int) -> tuple[int, int]:
    """Return the wounds that a monster deals against a defence, and their factor (Ogre; E-q)."""
    times = 2 if any(rule.has(DoubleDamage) for rule in card.all_rules) else 1
    return max(0, int(card.strength or 0) - defence) * times, times


def active_rules(setup: Setup, game: GameState, number: int) -> list[ActiveRule]:
    """List the rules that a player may use or is bound by: of the village and the visible parts of the own cards."""
    return [*village_rules(setup, game), *card_rules(setup, game, number)]


def village_rules(setup: Setup, game: GameState) -> Iterator[ActiveRule]:
    """Yield the rules of the village, which hold for all players."""
    village = village_of(setup, game)
    for at, rule in enumerate(rules_of(village.rules), 1):
        yield ActiveRule(village.name, at, rule)


def card_rules(setup: Setup, game: GameState, number: int) -> Iterator[ActiveRule]:
    """Yield the visible rules on a player's cards."""
    for pile in game.players[number].piles():
        for name in pile:
            card = card_of(setup, game, name)
            if card.rules or card.lower.rules:
                yield from _in_sight(name, card.rules, card.lower.rules, on_top=name == pile[-1])


@lru_cache(maxsize=4096)
def _in_sight(name: str, upper: tuple[str, ...], lower: tuple[str, ...], *, on_top: bool) -> tuple[ActiveRule, ...]:
    """Return the visible rules on a card: all of the top card of a pile, of others those below the line."""
    rules = [*rules_of(upper), *rules_of(lower)]
    first = 0 if on_top else len(upper)
    return tuple(ActiveRule(name, at, rule) for at, rule in enumerate(rules[first:], first + 1))


def count(setup: Setup, game: GameState, number: int, of: Count, *, boosts: bool = True) -> int:
    """Count something that a player has; attack and defence are the totals of this moment (E-o)."""
    player = game.players[number]
    match of:
        case "attack" | "defence":
            return total(setup, game, number, of, boosts=boosts)
        case "monsters":
            return len(monsters_of(setup, game, number))
        case "dragons":
            return len(player.monsters) - len(monsters_of(setup, game, number))
        case "crystals":
            return player.crystals
        case "wounds":
            return player.wounds
        case _:
            return len(player.pile(of))


def points_text(parts: Iterable[PowerPart]) -> str:
    """Format sources of points, equal cards together: "Axe 2; covered Fist 1, 2 Goblin 4; for this turn Inn 2"."""
    found = list(parts)
    open_ones = rules.format_terms(part for part in found if not part.covered and not part.this_turn)
    covered = rules.format_terms(part for part in found if part.covered)
    passing = rules.format_terms(part for part in found if part.this_turn)
    groups = (open_ones, covered and f"covered {covered}", passing and f"for this turn {passing}")
    return "; ".join(filter(None, groups))


# --- The events of a game, which are all that the rules emit, and their wording -------------------
# Players are numbers, cards are identifiers. `rules` are the ids of the rules and rulings behind
# an event.


Rules = tuple[str, ...]
CardName = Annotated[str, ShownBy(printed)]


class TurnBegan(Event, frozen=True, tag=True):
    """A player's turn begins."""

    ends_turn = True
    says = "It is {player}'s turn."
    player: Seat
    turn: int
    rules: Rules = ("turn",)


class Acted(Event, frozen=True, tag=True):
    """A player uses an action `times` times."""

    player: Seat
    source: str
    does: str
    times: int
    rules: Rules

    def describe(self, name: Names) -> str:
        """Describe the event."""
        often = f" {self.times} times" if self.times > 1 else ""
        return f"{name(self.player)} uses {self.source}{often}: {self.does}."


class CutShort(Event, frozen=True, tag=True):
    """An action that was to be repeated ends after `times`, since the next can't be taken."""

    player: Seat
    source: str
    times: int
    why: str
    rules: Rules = ("multiaction", "E-av")

    def describe(self, name: Names) -> str:
        """Describe the event."""
        often = "once" if self.times == 1 else f"{self.times} times"
        return f"{self.source} is used {often} only: {self.why}."


class Triggered(Event, frozen=True, tag=True):
    """A passive effect, or an immediate one, begins."""

    says = "{source}: {does}."
    player: Seat
    source: str
    does: str
    rules: Rules


class Boosted(Event, frozen=True, tag=True):
    """Attack or defence until the end of the turn; `counted` describes the count behind it."""

    says = "{player} [points?has {points:+} {what} this turn ({source})|gains no {what} ({source}: {counted})]."
    player: Seat
    what: Literal["attack", "defence"]
    points: int
    source: str
    rules: Rules = ("action-effect", "E-o")
    counted: str = ""


class Journeyed(Event, frozen=True, tag=True):
    """A player goes for a card on the track, or on top of the graveyard; each card passed costs `each`."""

    player: Seat
    card: CardName
    passed: int
    graveyard: bool
    rules: Rules
    each: int = 1

    def describe(self, name: Names) -> str:
        """Describe the event."""
        place = "in the graveyard" if self.graveyard else f"card {self.passed + 1} of the track"
        return f"{name(self.player)} journeys to {printed(self.card)}, {place}."


class Struck(Event, frozen=True, tag=True):
    """A monster attacks a player: strength less defence, doubled or not."""

    changes = {"wounds": "wounds"}  # noqa: RUF012
    player: Seat
    card: CardName
    strength: int
    defence: int
    parts: tuple[PowerPart, ...]
    times: int
    wounds: int
    rules: Rules

    def describe(self, name: Names) -> str:
        """Describe the event."""
        left = max(0, self.strength - self.defence)
        times = f", doubled {self.wounds}" if self.times > 1 else ""
        sums = f"strength {self.strength} less defence {self.defence}{_made_of(self.parts)} = {left}{times}"
        deals = f"{name(self.player)} takes {wounds(self.wounds)}" if self.wounds else "no wound"
        return f"{printed(self.card)} strikes {name(self.player)}: {sums}; {deals}."


class Attacked(Event, frozen=True, tag=True):
    """The player attacks the monster: attack against health."""

    player: Seat
    card: CardName
    attack: int
    parts: tuple[PowerPart, ...]
    health: int
    won: bool
    rules: Rules

    def describe(self, name: Names) -> str:
        """Describe the event."""
        attack = f"attack {self.attack}{_made_of(self.parts)} against health {self.health}"
        end = "beaten" if self.won else f"{self.health - self.attack} short"
        return f"{name(self.player)} attacks {printed(self.card)}: {attack}; {end}."


class Failed(Event, frozen=True, tag=True):
    """A fight was lost; the card stays and the nearest card goes at the end of the turn.

    `nearest` is whether these two are the same card (E-l), None if unknown, `spared` whether the card after it goes
    instead, if it is the same.
    """

    player: Seat
    card: CardName
    nearest: bool | None = False
    spared: bool = False
    rules: Rules = ("failed-fight", "E-k", "E-l", "E-ao")

    def describe(self, name: Names) -> str:
        """Describe the event."""
        if self.nearest is None:
            same = "the second if the nearest is" if self.spared else "even if it is"
            return f"The fight is lost: at the end of the turn the nearest card goes, {same} {printed(self.card)}."
        goes = "is the nearest card and" if self.nearest else "stays; the nearest card"
        if self.spared and not self.nearest:
            goes = "stays; the card behind it"
        return f"The fight is lost: {printed(self.card)} {goes} goes at the end of the turn."


class Taken(Event, frozen=True, tag=True):
    """A card goes on top of a player's pile; `origin` is its place before, if the table moved it by hand."""

    says = "{card} goes[origin? {origin},] on top of {player}'s {pile}."
    player: Seat
    card: CardName
    pile: Pile
    rules: Rules
    origin: str = ""


class Lost(Event, frozen=True, tag=True):
    """A card leaves a player's pile, for the graveyard or the box."""

    says = "{player}'s {card} goes to the {to} ({source})."
    player: Seat
    card: CardName
    source: str
    to: Literal["graveyard", "box"] = "graveyard"
    rules: Rules = ("whose-choice", "E-aj")


class Handed(Event, frozen=True, tag=True):
    """A monster goes from a player to another."""

    says = "{player} gives {card} to {to}, on top of the monsters."
    player: Seat
    to: Seat
    card: CardName
    rules: Rules = ("roc", "E-w")


class NothingLost(Event, frozen=True, tag=True):
    """A player who should give up a monster has none."""

    says = "{player} has no monster to give up ({source})."
    player: Seat
    source: str
    rules: Rules = ("as-far-as-possible", "E-u")


class NothingGiven(Event, frozen=True, tag=True):
    """A player who should give monsters would be the receiver."""

    says = "{player} would give to {player}: no monster moves ({source})."
    player: Seat
    source: str
    rules: Rules = ("E-au",)


class Buried(Event, frozen=True, tag=True):
    """The nearest card of the track goes to the graveyard, or the one `behind` the card that is spared."""

    says = "{card}, [behind?behind {behind}|the nearest card], goes to the graveyard."
    card: CardName
    behind: CardName = ""
    rules: Rules = ("rest", "E-ak")


class Revealed(Event, frozen=True, tag=True):
    """A card comes from the adventure deck to the end of the track."""

    says = "{card} comes to place {place} of the track; {left} left in the deck."
    card: CardName
    place: int
    left: int
    rules: Rules = ("refill",)


class Learnt(Event, frozen=True, tag=True):
    """A card was typed in, and read as `line`."""

    says = "{card}: {line}."
    card: str
    line: str
    rules: Rules = ("card-anatomy",)


class ByHand(Event, frozen=True, tag=True):
    """The table is to apply a card's own words."""

    says = '{source} says "{text}": do that at the table.'
    player: Seat
    source: str
    text: str
    rules: Rules = ("E-ap",)


class TurnEnded(Event, frozen=True, tag=True):
    """A turn is over."""

    says = "{player}'s turn is over."
    player: Seat
    rules: Rules = ("turn",)


class GameEnded(Event, frozen=True, tag=True):
    """Deck and track are empty; the glory is counted."""

    ends_turn = True
    says = "Deck and track are empty: the game is over; glory is counted."
    rules: Rules = ("end", "E-ad")


def _made_of(parts: Iterable[PowerPart]) -> str:
    """Format the sources of points after their sum: " (Scimitar 3; covered Fist 1)"."""
    made_of = points_text(parts)
    return f" ({made_of})" if made_of else ""


# --- Context --------------------------------------------------------------------------------------
# Shared by the steps of a game: the set-up, the state, the events, and moving tokens and cards.


def nowhere(quest: Quest) -> Procedure[None]:
    """Do nothing instead of a journey to the graveyard: before the first turn, and in a correction."""
    yield from ()


class Quest(Opened[Setup, GameState]):
    """A game while a step is played.

    `to_graveyard` is the journey that an effect of a card or village may lead to; journeys have effects themselves.
    `foe` is the card that is fought.
    """

    to_graveyard: Callable[[Quest], Procedure[None]] = nowhere
    foe: Card | None = None

    def player(self, number: int) -> Player:
        """Return a player by number."""
        return self.state.players[number]

    @property
    def active(self) -> Player:
        """The player whose turn it is."""
        return self.state.players[self.state.active]

    def clockwise(self) -> list[int]:
        """List the players' numbers from the active one on."""
        seats = len(self.state.players)
        return [(self.state.active + step) % seats for step in range(seats)]

    def card(self, name: str) -> Card:
        """Return a known card by name."""
        return card_of(self.setup, self.state, name)

    def total(self, number: int, what: Power) -> int:
        """Return a player's attack or defence now."""
        return total(self.setup, self.state, number, what)

    def parts(self, number: int, what: Power) -> tuple[PowerPart, ...]:
        """Return the parts of a player's attack or defence now."""
        return tuple(parts(self.setup, self.state, number, what))

    def monsters(self, number: int) -> list[str]:
        """List a player's monsters without dragons (E-v)."""
        return monsters_of(self.setup, self.state, number)

    def count(
        self, counter: Counter[Any], number: int, many: int, source: str, rules: Rules, counted: str = ""
    ) -> None:
        """Give a player crystals or wounds, or remove as many as there are; emit counts of 0 too.

        The markers don't run out (`as-far-as-possible`; E-s).
        """
        self.events += change(counter, self.state, self.player(number).name, many, source, rules, counted)

    def pay(self, number: int, many: int, purpose: str, rules: Rules) -> None:
        """Pay crystals, which must be there in full. Raises Illegal."""
        name = self.player(number).name
        if (has := self.player(number).crystals) < many:
            raise Illegal(f"it costs {crystals(many)}; {name} has {has}", rules[0], f"{name} crystals {many}")
        self.count(CRYSTALS, number, -many, purpose, rules)

    def take(self, number: int, name: str, rules: Rules, origin: str = "") -> None:
        """Put a card on top of the pile that it belongs to; `origin` is its place before, if moved by hand."""
        pile: Pile = pile_for(self.card(name).type)
        self.player(number).pile(pile).append(name)
        self.emit(Taken(number, name, pile, rules, origin))

    def lose(self, number: int, name: str, source: str, *rules: str) -> None:
        """Move a card that a player has lost to the graveyard, or out of the game (E-aj)."""
        to = self.setup.lost_cards
        (self.state.graveyard if to == "graveyard" else self.state.box).append(name)
        self.emit(Lost(number, name, source, to, *([rules] if rules else [])))

    def choose_monster(self, number: int, why: str) -> Procedure[str]:
        """Ask the owner of a monster pile for one of its monsters, covered or not (FAQ 2)."""
        player = self.player(number)
        names = distinguishing_names(player.monsters, self.monsters(number))
        options = [Option(text, detail=f"{self.card(name).glory} glory") for text, name in names.items()]
        prompt = f"{player.name} picks a monster {why}"
        chosen: str = yield pick("monster", prompt, names, "card here", options=lambda: options, who=player.name)
        return chosen

    def _loser(self, text: str) -> str:
        """Return the player in a sentence like "Bo loses the Rat", where Bo has it; any other text as it is."""
        said = _LOSES.fullmatch(text.strip())
        for number, player in enumerate(self.state.players if said is not None else ()):
            if said is not None and fold(player.name) == fold(said[1]):
                has = ("monster", *map(printed, self.monsters(number)))
                return player.name if fold(said[2]) in map(fold, has) else text
        return text

    def choose_player(
        self,
        prompt: str,
        numbers: Mapping[int, str],
        closed: Mapping[int, str],
        another: str = "action-effect",
        *,
        losing: bool = False,
    ) -> Procedure[int]:
        """Ask the active player for a player; both maps go from players' numbers to remarks (E-u).

        `another` is the rule that forbids choosing oneself, if it is forbidden. A `losing` player gives up monsters.
        """
        names = {self.player(number).name: number for number in numbers}
        options = [Option(name, detail=numbers[number]) for name, number in names.items()]
        shut = [Option(self.player(number).name, detail=why, rule="E-u") for number, why in closed.items()]
        question: Question[int] = pick(
            "target",
            prompt,
            names,
            "player to choose",
            options=lambda: options,
            closed=lambda: shut,
            who=self.active.name,
        )

        if losing:
            by_name = question.parse
            question = replace(question, parse=lambda text: by_name(self._loser(text)))
        others = [option.text for option in shut]
        question = but_not(
            question, others, "without a monster nobody can be chosen while another player has one", "E-u"
        )
        oneself = [self.active.name] if self.state.active not in (*numbers, *closed) else []
        chosen: int = yield but_not(question, oneself, "it has to be another player", another)
        return chosen


_LOSES = lazy_pattern(r"(.+?) (?:discards|gives(?: up)?|loses) (?:an? |one |the )?(.+?)[ .!]*", re.IGNORECASE)
"""A sentence that answers who loses a monster: "Bo loses the Rat"."""


def distinguishing_names(pile: Sequence[str], cards: Sequence[str]) -> dict[str, str]:
    """Name some cards of a pile uniquely, without those whose removal would leave the same pile.

    Of equal cards the lowest has the bare name, the others their place too: which one goes decides what is covered.
    """
    named: dict[str, str] = {}
    left: set[tuple[str, ...]] = set()
    for name in cards:
        rest = tuple(printed(other) for other in pile if other != name)
        if rest in left:
            continue
        left.add(rest)
        above = len(pile) - 1 - pile.index(name)
        where = f"under {above}" if above else "on top"
        named[f"{printed(name)} {where}" if printed(name) in named else printed(name)] = name
    return named
