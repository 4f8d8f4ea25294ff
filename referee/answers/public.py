"""What is public of an open game: counters and piles, the board, what is printed on cards, whose turn it is."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, Protocol

from referee.answers.forms import CAN, MAY, MOVES, OF_A_CARD, SAYS_NOTHING, SURE, VERBS, WIDE, Statement
from referee.answers.knowledge import Knowledge
from referee.asking.question import Question
from referee.declaration.facts import Thing, Value
from referee.declaration.plain import explaining_of
from referee.declaration.tracking import (
    NOT_TRACKED,
    TABLE,
    Pile,
    declarations,
    kinds_of_owners,
    missing,
    missing_for_score,
    public_view,
    verify_counted,
)
from referee.errors import RefereeError
from referee.rulebook.answering import kind_of
from referee.rulebook.indexing import stem, words_of
from referee.rulebook.rules import rulebook, table_words
from referee.text.names import printed
from referee.text.screen import Screen

if TYPE_CHECKING:
    from referee.declaration.game import Game
    from referee.play.session import Session
    from referee.scores.score import Outcome

_CALLED = {"strength": "strength/strong", "cost": "cost/price"}
"""Printed values that players call otherwise too."""


class AskedTable(Protocol):
    """A table with an open game, as questions need it."""

    game: Game[Any, Any]

    @property
    def session(self) -> Session[Any]:
        """The game's session."""

    @property
    def setup(self) -> Any:
        """The set-up."""

    def board(self, screen: Screen) -> None:
        """Draw the board."""


class GameFacts:
    """What is public of a game at a table: its things, its cards, its players; and what is known of them."""

    def __init__(self, table: AskedTable, ahead: Session[Any] | None = None) -> None:
        """Look at an open game; or at what is `ahead` of it after a move of who decides now."""
        self.table = table
        self.state = (ahead or table.session).present
        self.rules = table.game.rules()
        self.question: Question[Any] | None = table.session.question
        self.who = self.question.who if self.question is not None else ""

    def worded(self, plain: str) -> Iterator[str]:
        """Yield a question as typed; then with the game's words for phrases of several words ("hit points")."""
        yield plain
        other = plain
        named = {one.lower() for one in self.names}
        for phrase, words in table_words(self.table.game.name).items():
            if " " in phrase and phrase not in named:
                other = re.sub(rf"(?i)\b{phrase}\b", words[0], other)
        if other != plain:
            yield other

    @property
    def names(self) -> set[str]:
        """Names in this game: of players, other owners, cards and spaces."""
        owners = (name for kind in kinds_of_owners(self.rules) for name in kind.all_in(self.state))
        return {*owners, *self.cards, *self._in_piles}

    def turn(self) -> Statement:
        """Tell whose turn it is, and what is decided now."""
        label = self.rules.label(self.state)
        if self.question is None:
            return Statement("Nobody's: the game is over.")
        prompt = self.question.prompt.removeprefix(f"{self.who}: ")
        who = f"{self.who} decides" if self.who else "The table answers"
        return Statement(f"{who} now: {prompt} ({label}).")

    @property
    def acting(self) -> str:
        """The player who decides now; where the table answers, whose turn it is."""
        active = dict(self.rules.seats(self.state)).get("active") if self.question and not self.who else None
        return self.who if active is None else self.state.players[active].name

    @cached_property
    def outcome(self) -> Outcome | None:
        """The score if the game ended now; None if it can't be computed."""
        with suppress(RefereeError):
            verify_counted(self.rules, self.state)
            return self.table.game.scores().outcome(self.table.setup, self.state)
        return None

    def untracked(self, plain: str) -> Statement | None:
        """Tell what isn't tracked of what somebody is asked to have, or where it is; None if all of it is."""
        lacks, kind, typed = missing(self.rules, self.state), kind_of(plain), plain.split()
        units = [*(name for name, _ in self.owned), *map(" ".join, self.owners)]
        named = self.players_in(typed) or any(f" {name} " in f" {plain} " for name in units)
        said = {form for word in typed for form in self.ways(stem(word), typed)}
        its = lacks if kind == "where" else [name for name in lacks if self.stems(name) & said]
        if said & self.stems("points score"):
            its = missing_for_score(self.rules, self.state)
        has = kind in ("how many", "which", "what", "whether") and {*typed} & {"has", "have", "got"}
        if not (named and its and (has or kind == "where")):
            return None
        return Statement("Where things are isn't tracked." if kind == "where" else f"Not tracked: {', '.join(its)}.")

    def is_own(self, typed: Iterable[str]) -> bool:
        """Return whether a question is about the player who decides now: it says "I", that name first, or no name."""
        return not (acting := self.acting) or self.doer(typed) in (acting, "")

    def doer(self, typed: Iterable[str]) -> str:
        """Return who does what is asked: "I", the player named first, or whose unit can; "" for nobody named."""
        players = {word: name for name in self.players for word in words_of(name)}
        plain = " ".join(typed)
        asks = MAY.match(plain)
        rest = plain[asks.end() :].removeprefix(" the") + " " if asks else ""
        whose = (*((f"{word}s", name) for word, name in players.items()), *self.owned)  # "can Bo's god be killed"
        unit = next((owner for name, owner in whose if rest.startswith(f" {name} ")), "") if rest else ""
        own = self.acting if "i" in plain.split() else unit
        return own or next((players[word] for word in plain.split() if word in players), "")

    @cached_property
    def owned(self) -> list[tuple[str, str]]:
        """Names of things that have an owner, each as words, with that owner."""
        return [(" ".join(words_of(one.name)), one.owner) for one in self.knowledge.board.things if one.owner]

    @cached_property
    def short_names(self) -> dict[str, str]:
        """Last words of the names of what somebody owns, where only one name has the word."""
        owned = (one for one in self.knowledge.board.things if one.owner and not one.name.startswith(one.owner))
        units = dict.fromkeys(printed(one.name) for one in owned)
        words = Counter(
            word for one in self.knowledge.board.things for word in {*words_of(printed(one.name), one.kinds)}
        )
        return {last: unit for unit in units if words[last := [*words_of(unit)][-1]] == 1 and " " in unit}

    @property
    def players(self) -> list[str]:
        """Names of all players."""
        return [player.name for player in self.state.players]

    def known(self, asked: str) -> Statement | None:
        """Answer from facts."""
        for typed in self.worded(asked):
            if lines := self.knowledge.answer(typed):
                later = CAN.match(typed.lower()) and not (VERBS | MOVES).isdisjoint(words_of(typed))
                later = later and self.question is not None and not self.is_own(words_of(typed))
                return Statement(lines[0], (*lines[1:], *([f"Not now. {self.turn().answer}"] if later else ())))
        return None

    def ruled(self, asked: str, *, sure: float = SURE) -> tuple[str, ...]:
        """Return what the rulebook answers in short, and its rule; () if it isn't sure."""
        with suppress(RefereeError):
            found = rulebook(self.table.game.name).look_up(asked)
            if found.answer and found.scores and found.scores[0] >= sure:
                return found.answer, found.entries[0].id
        return ()

    @cached_property
    def knowledge(self) -> Knowledge:
        """What is known of the game, by which questions are answered."""
        return Knowledge(self._things(), self.players, self.acting, table_words(self.table.game.name))

    def _things(self) -> Iterator[Thing]:
        """Yield what the game declares, owners of what is counted, cards in open piles, scores."""
        game, setup, state = self.table.game, self.table.setup, self.state
        names = set()
        for one in game.facts(setup, state):
            names.add(one.name)
            yield from (one, self.as_card(one.name, printed(one.name)))
        for key, value in explaining_of(game).seen(setup, state).items():
            whose, _, name = key.rpartition("'s ")
            if value and key not in ("turn", *names):
                yield Thing(whose, facts={name: value})
        shown = public_view(self.rules, state)
        for kind in kinds_of_owners(self.rules):
            for owner, its in kind.all_in(state).items():
                for counted in declarations(self.rules, kind):
                    value = shown[f"{kind.whose(owner)}{counted.name}"]
                    if isinstance(counted, Pile) and counted.open and value != NOT_TRACKED:
                        yield from self._pile(counted, owner, counted.cards(its))
                    else:
                        if isinstance(counted, Pile) and counted.open and (some := counted.cards(its)):
                            value = f"{value} in full; so far {', '.join(map(counted.shown, some))}"
                        unit = getattr(counted, "unit", "")
                        yield Thing(owner, facts={f"{counted.name}{f'/{unit}' if unit else ''}": value})
        words = game.scores().words()
        if words.points and (outcome := self.outcome) is not None:
            key = f"score if the game ended now/score/points/{words.unit}/will"
            for score in outcome.standing:
                parts = dict.fromkeys(line.category for line in score.lines)
                by_part = dict[str, Value]()
                for it in parts:
                    called = f"{words.unit} for {it}/points {it}/{words.unit} {it}/cost {it} {words.unit}"
                    by_part[f"{called}/{words.unit} lose for {it}"] = score.points(it)
                made_of = ", ".join(f"{it} {score.points(it)}" for it in parts)
                yield Thing(
                    score.name, printed={f"{words.unit} made of/score made/points made": made_of or "nothing"}
                )
                yield Thing(score.name, facts={key: f"{score.total} {words.unit}"}, printed=by_part)

    def _pile(self, pile: Pile[Any], owner: str, cards: Sequence[str]) -> Iterator[Thing]:
        """Yield a pile as a fact of its owner, or as a thing of the table; and its cards."""
        shown = list(map(pile.shown, cards))
        if owner:
            yield Thing(owner, facts={f"{pile.name}/{pile.name} pile": shown})
        else:
            yield Thing(
                pile.name,
                "pile",
                facts={"cards": len(shown), "top": shown[-1] if shown else "nothing", "empty": not shown},
            )
        place = f"{pile.owners.whose(owner)}{pile.name}"
        for card, name in zip(cards, shown, strict=True) if pile.one_place else ():
            yield Thing(card, f"card {pile.name * bool(owner)}", owner, place)
            yield self.as_card(card, name)

    def as_card(self, thing: str, name: str) -> Thing:
        """Return a thing with the kind of its card, and what is printed on it, if one is known by that name."""
        if (cards := self.table.game.cards) is None or (card := self.cards.get(name)) is None:
            return Thing(thing)
        types = cards().types
        kind = next(kind for kind, of in types.items() if isinstance(card, of))
        if [*types.values()].count(type(card)) > 1:  # gods and troops are all units
            kind = getattr(card, "kind", kind)
        said = cards().describe(card).partition(": ")[2].partition(",")[0].partition(" ")[0].strip(";")
        values = ((one, getattr(card, one)) for one in card.__struct_fields__ if one not in ("name", "copies"))
        found = {_CALLED.get(key, key): one for key, one in values if isinstance(one, int | str) and one != ""}
        return Thing(thing, f"{kind} {said * (said not in found)}", printed=found)

    def stems(self, *texts: str) -> frozenset[str]:
        """Return the stems of texts, without possessives."""
        return frozenset(stem(word) for text in texts for word in words_of(text.replace("'s ", " ")))

    def players_in(self, typed: Sequence[str]) -> set[str]:
        """Return the players that a question names ("I": who decides now)."""
        players = {form: name for name in self.players for word in words_of(name) for form in (word, f"{word}s")}
        players |= {word: self.acting for word in ("i", "me", "my") if self.acting}
        return {players[word] for word in typed if word in players}

    def ways(self, one: str, typed: Sequence[str]) -> set[str]:
        """Return a stem with its synonyms from the game's table of words."""
        table = table_words(self.table.game.name)
        words = [word for word in typed if stem(word) == one]
        return {one, *(stem(word) for known in words for other in table.get(known, ()) for word in other.split())}

    @cached_property
    def owners(self) -> list[tuple[str, ...]]:
        """Names of owners that aren't players, as units, each in its words."""
        kinds = kinds_of_owners(self.rules)
        return [
            tuple(words_of(name))
            for kind in kinds
            for name in kind.all_in(self.state)
            if name and name not in self.players
        ]

    @cached_property
    def cards(self) -> Mapping[str, Any]:
        """Known cards by their printed names."""
        return known_cards(self.table.game, self.table.setup, self.state)

    @cached_property
    def open_piles(self) -> list[tuple[Pile[Any], str, list[str]]]:
        """Piles that everybody sees, each with its owner and its cards as printed."""
        return [
            (pile, owner, [printed(card) for card in pile.cards(its)])
            for pile in self.rules.piles
            if pile.open
            for owner, its in pile.owners.all_in(self.state).items()
        ]

    @cached_property
    def _in_piles(self) -> set[str]:
        """Cards in piles that everybody sees, as printed."""
        return {card for _, _, cards in self.open_piles for card in cards}

    def cards_named(self, typed: Sequence[str], *, whole: bool = False) -> list[str]:
        """List the cards that a question names: in full, else by one of their words, preferably those in play."""
        stems = {stem(word) for word in typed}
        found = [name for name in self.cards if (own := self.stems(name)) and own <= stems]
        if found or whole:
            longest = max((len(self.stems(name)) for name in found), default=0)
            return [name for name in found if len(self.stems(name)) == longest]
        cards = self.table.game.cards
        types = cards().types if cards is not None else {}
        kinds = {one for one in stems if self.ways(one, typed) & self.stems(*types)}
        telling = stems - SAYS_NOTHING - OF_A_CARD - kinds
        places = map(self.stems, self.knowledge.board.places)  # their names aren't taken for words of cards
        telling -= {*chain.from_iterable(own for own in places if own <= stems)}
        partly = [name for name in self.cards if telling & self.stems(name)]
        for kind, of in types.items() if not partly else ():
            only = [name for name, card in self.cards.items() if isinstance(card, of)]
            if stem(kind) in stems and len(only) == 1:
                return only
        return [name for name in partly if name in self._in_piles] or partly

    def printed_on(self, names: Iterable[str]) -> list[str]:
        """Return what is printed on cards."""
        cards = self.table.game.cards
        return [cards().describe(self.cards[name]) for name in names] if cards is not None else []

    def whereabouts(self, name: str) -> list[str]:
        """List where a card lies among the piles that everybody sees."""
        found = []
        for pile, owner, cards in self.open_piles:
            if name in cards:
                at = f", {cards.index(name) + 1} of {len(cards)}" if pile.owners is TABLE else ""
                there = pile.there or f"in the {pile.name}"
                there = f"among {pile.owners.whose(owner)}{pile.name}" if owner else there
                found.append(f"{name} lies {there}{at}")
        return found

    @cached_property
    def headline(self) -> str:
        """First line of the board: the point of the game."""
        text = io.StringIO()
        self.table.board(Screen(plain=True, file=text, width=WIDE))
        return text.getvalue().partition("\n")[0]


def known_cards(game: Game[Any, Any], setup: Any, state: Any) -> Mapping[str, Any]:
    """Return the known cards by their printed names: the deck's, and those learnt at the table."""
    if game.cards is None:
        return {}
    kinds = tuple(game.cards().types.values())
    laid = (getattr(setup, field) for field in setup.__struct_fields__)
    known = [
        one for value in laid for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, kinds)
    ]
    learnt = game.learnt(state).values() if game.learnt is not None else ()
    return {card.name: card for card in (*known, *learnt)}
