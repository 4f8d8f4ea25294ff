"""Journeys and turns: the way along the track, taking a card, refilling the track (Major Action: Journey)."""

from __future__ import annotations

import re
from typing import Annotated, Any, Self

from msgspec import UNSET, structs

from referee.asking.interrupts import Refusal
from referee.asking.moves import Move, Moves, ask_move
from referee.asking.question import Option, Procedure, Question, finish
from referee.cards.fields import find_card
from referee.declaration.game import Rules as GameRules
from referee.declaration.game import part
from referee.declaration.tracking import EVERYTHING, TABLE, LightPlay, Pile
from referee.effects.phrases import Also, Names
from referee.errors import Unreadable
from referee.games.enchanters import tables
from referee.games.enchanters.cards.language import in_words, learn
from referee.games.enchanters.readings import EnchantersReadings
from referee.games.enchanters.rules import checks
from referee.games.enchanters.rules import context as e
from referee.games.enchanters.rules.combat import fight, is_counted, reach
from referee.games.enchanters.rules.context import Quest, Rules
from referee.games.enchanters.rules.effects import REST, Rest, Use, actions, immediate, trigger, why_not
from referee.games.enchanters.rules.gaining import reveal
from referee.games.enchanters.rules.state import COUNTERS, TRACKING_LEVELS, GameState, Player, Setup
from referee.games.enchanters.vocabulary import PILES, crystals
from referee.text.grammar import ORDINALS
from referee.text.names import fold, numbered, printed
from referee.text.pattern import lazy_pattern


def _on_track(quest: Quest) -> dict[str, int]:
    """Return the places of the track by number and card, by card alone (of equal ones the nearest), and by order."""
    cards = list(enumerate(map(printed, quest.state.track), 1))
    by_card = {card: place for place, card in reversed(cards)}
    return {f"{place} {card}": place for place, card in cards} | by_card | _by_order(quest)


def _by_order(quest: Quest) -> dict[str, int]:
    """Return the places of the track by their order among cards of a kind: "second monster", "last"."""
    track = quest.state.track
    places: dict[str, list[int]] = {}
    for place, name in enumerate(track, 1):
        if (card := find_card(quest.setup, quest.state, name)) is not None:
            places.setdefault(card.type, []).append(place)
    found = {
        f"{word} {kind}": of[int(nth) - 1]
        for kind, of in places.items()
        for word, nth in ORDINALS.items()
        if int(nth) <= len(of)
    }
    found |= {
        f"{word} {kind}": of[end] for kind, of in places.items() for word, end in (("nearest", 0), ("last", -1))
    }
    return found | ({"nearest": 1, "last": len(track)} if track else {})


_PLACES = {str(place): place for place in range(1, 100)} | {word: int(nth) for word, nth in ORDINALS.items()}
Place = Annotated[int, Names("card on the track", _on_track), Also(_PLACES)]


class Journey(Move[Quest], frozen=True):
    """A journey to the card at a place of the track, from 1."""

    says = (
        "journey {place}",
        "[the ]{place!}[ card]",
        "(take|grab|fight|attack|beat|hit|strike|kill|buy|get|card)[ the] {place}[ card]",
    )
    rule = "journey-cost"
    listed = staticmethod(lambda quest: not quest.state.major)
    place: Place

    def complete(self, quest: Quest) -> Self:
        """Check that the place exists. Raises Unreadable."""
        if self.place > len(quest.state.track) and (quest.state.track or not quest.state.major):
            raise Unreadable(f"the track has {len(quest.state.track)} cards, not {self.place}")
        return self

    def why_not(self, quest: Quest) -> str | Refusal:
        """Check that it is the first in the turn, and that the crystals for the cards passed are there."""
        if quest.state.major:
            return Refusal("the major action of this turn is done", "turn")
        has, price = quest.active.crystals, self._price(quest)
        if has < price:
            return f"{self._cost(quest)}; {quest.active.name} has {has}"
        hopeless = self.warning(quest) if quest.setup.hopeless == "refused" and is_counted(quest) else ""
        return Refusal(hopeless, "E-m") if hopeless else ""

    def _price(self, quest: Quest) -> int:
        """Return the crystals for the cards that are passed."""
        return (self.place - 1) * quest.setup.passed_crystals

    def _cost(self, quest: Quest) -> str:
        price = self._price(quest)
        return f"costs {crystals(price)}" if price else "free"

    def detail(self, quest: Quest) -> str:
        """Describe the cost, and what is known of the card there."""
        name = quest.state.track[self.place - 1]
        if (card := find_card(quest.setup, quest.state, name)) is None:
            return ", ".join((self._cost(quest), *_printed_values(name)))
        help_needed = reach(quest, card, self._price(quest)).description if card.fights else ""  # E-m
        values, rules = in_words(card)
        return "; ".join((", ".join(filter(None, [self._cost(quest), help_needed, *values])), *rules))

    def option(self, quest: Quest, text: str) -> Option:
        """Return its option, numbered by the place; a short list keeps its price, and that it can't be won."""
        price = self._price(quest)
        brief = [crystals(price) if price else "free", *(["can't be won"] if self.warning(quest) else [])]
        also = tuple(f"journey {said}" for said, place in _by_order(quest).items() if place == self.place)
        listed = super().option(quest, text)
        return structs.replace(listed, number=str(self.place), brief=", ".join(brief), also=also)

    def warning(self, quest: Quest) -> str:
        """Return a warning before a journey to a fight that can't be won; else ""."""
        name = quest.state.track[self.place - 1]
        card = find_card(quest.setup, quest.state, name)
        if card is None or not card.fights or not reach(quest, card, self._price(quest)).hopeless:
            return ""
        attack = quest.total(quest.state.active, "attack")
        return (
            f"{printed(name)} can't be beaten: attack {attack} against health {card.health}, and no help is enough."
        )

    def do(self, quest: Quest) -> Procedure[None]:
        """Pay, fight the card if it must be beaten, take it; then refill the track."""
        game, passed = quest.state, self.place - 1
        name = game.track[passed]
        game.major = True
        short = len(game.track) < quest.setup.track_cards
        rules: Rules = ("journey", "journey-cost", *(("E-j",) if short and passed else ()))
        quest.emit(e.Journeyed(game.active, name, passed, False, rules, quest.setup.passed_crystals))
        quest.pay(game.active, self._price(quest), "the journey", ("journey-cost",))
        if (yield from _fight_and_take(quest, name, game.track)):
            yield from reveal(quest)


def _printed_values(name: str) -> list[str]:
    """Describe by the rulebook a card that isn't typed in yet."""
    entry = tables.printed_cards().get(fold(printed(name)))
    if entry is None:
        return []
    known = {"strength ": entry.strength, "health ": entry.health}
    kind = [str(entry.type)] if entry.type is not UNSET else []
    return kind + [f"{what}{value}" for what, value in known.items() if value is not UNSET]


def to_graveyard(quest: Quest) -> Procedure[None]:
    """Go for the top card of the graveyard; it is fought like one of the track (Chapel of Soulfire; E-ae, E-l)."""
    game = quest.state
    if not game.graveyard:  # the action's other effects apply (E-at)
        nowhere = f"{quest.active.name}'s journey there leads nowhere"
        quest.say(f"The graveyard is empty: {nowhere}.", "chapel-of-soulfire", "E-at")
        return
    name = game.graveyard[-1]
    quest.emit(e.Journeyed(game.active, name, 0, True, ("chapel-of-soulfire", "E-ae")))
    yield from _fight_and_take(quest, name, game.graveyard)


def _fight_and_take(quest: Quest, name: str, lying: list[str]) -> Procedure[bool]:
    """Fight a card if it must be beaten, and take it from its place; return whether it wasn't lost."""
    yield from learn(quest, name)
    if quest.card(name).fights and not (yield from fight(quest, name)):
        return False
    if name in lying:  # else help or its own words have already moved the card to a player
        lying.remove(name)
        yield from _take(quest, name)
    return True


def _take(quest: Quest, name: str) -> Procedure[None]:
    """Apply the immediate effect, put the card on its pile, then apply what is triggered by it (E-an)."""
    card = quest.card(name)
    outer, quest.state.taking = quest.state.taking, name  # its effect may lead to the graveyard, to another card
    receiver: int = yield from immediate(quest, name, card.all_rules)
    quest.state.taking = outer
    given = receiver != quest.state.active
    quest.take(receiver, name, ("trap", "E-x") if given else ("covering",))
    yield from trigger(quest, f"after {card.type}")  # type: ignore[arg-type]


def next_to_go(game: GameState) -> int | None:
    """Return the place, from 0, of the card that goes at the end of the turn: the nearest not spared (E-l).

    A monster that is the last card of all goes too, or the game would never end.
    """
    if game.track[:1] == [game.spared] and (game.deck or len(game.track) > 1):
        return 1 if len(game.track) > 1 else None
    return 0 if game.track else None


def bury_nearest(quest: Quest) -> Procedure[None]:
    """Bury the nearest card after a rest or a lost fight, and refill the track (E-ak, E-ac)."""
    goes = next_to_go(quest.state)
    if goes is None:
        return
    name = quest.state.track.pop(goes)
    quest.state.graveyard.append(name)
    quest.emit(e.Buried(name, quest.state.spared if goes else ""))
    yield from reveal(quest)


# --- Turns ----------------------------------------------------------------------------------------
# The game for a session: one step is one decision of the player whose turn it is (Flow of the game).


def _has_major_action(quest: Quest) -> bool:
    """Return whether a journey or a rest is still to come, and possible (X2)."""
    if quest.state.major or not quest.state.track:
        return False
    if quest.setup.hopeless != "refused":
        return True  # the way to the nearest card is free
    places = range(1, len(quest.state.track) + 1)
    rests = actions(quest, REST).values()
    return any(not why_not(quest, one) for one in rests) or any(not Journey(at).why_not(quest) for at in places)


class EndTurn(Move[Quest], frozen=True):
    """The end of the turn."""

    says = ("end turn", "(end|done|pass)", "0")
    rule = "turn"

    def why_not(self, quest: Quest) -> str:
        """Check that the major action is done, or that none is possible (X2)."""
        return "a journey or a rest comes first" if _has_major_action(quest) else ""

    def detail(self, quest: Quest) -> str:
        """Describe the card that goes from the track."""
        goes = [quest.state.track[at] for at in (next_to_go(quest.state),) if at is not None and quest.state.resting]
        return "".join(f"{printed(name)} goes to the graveyard" for name in goes)

    def option(self, quest: Quest, text: str) -> Option:
        """Return its option, numbered 0: the numbers from 1 on are the places of the track."""
        return structs.replace(super().option(quest, text), number="0")

    def do(self, quest: Quest) -> Procedure[None]:
        """Bury the nearest card after a rest, end boosts, and begin the next player's turn."""
        game = quest.state
        if game.resting:
            yield from bury_nearest(quest)
        game.major = game.resting = False
        game.spared = ""
        game.used, game.boosts = [], []
        quest.emit(e.TurnEnded(game.active))
        following = (game.active + 1) % len(game.players)
        last = quest.setup.last_turns == "at once" or following == quest.setup.start
        if not game.track and not game.deck and last:
            game.over = True
            quest.emit(e.GameEnded())
            return
        game.active = following
        game.turn += 1
        quest.emit(e.TurnBegan(game.active, game.turn))
        if last_turn(quest.setup, game):
            quest.say("This is the last turn: the last card of the track goes, and the deck is empty.", "end")
        yield from trigger(quest, "turn")


MOVES = Moves(EndTurn, Journey, Rest, Use)


def next_decision(setup: Setup, state: GameState, events: list[Any]) -> Procedure[None] | None:
    """Return the procedure of the next decision; None if the game is over."""
    return None if state.over else turn(Quest(setup, state, events, to_graveyard))


def start_game(setup: Setup) -> GameState:
    """Create a game before its first turn: crystals, starting cards, the track, and triggers of a turn's start."""
    box = tables.box()
    if setup.tracking != EVERYTHING:
        seated = [Player(name) for name in setup.players]
        return GameState(seated, 0, [], setup.start, tracking=setup.tracking, known=setup.tracking)
    players = [
        Player(
            name,
            setup.start_crystals,
            items=[numbered(box.fist, seat)],
            enchantments=[numbered(box.enchanting, seat)],
        )
        for seat, name in enumerate(setup.players, 1)
    ]
    game = GameState(players, setup.size, list(setup.track), setup.start)
    finish(trigger(Quest(setup, game, []), "turn"))  # only a village's, which asks nothing then
    return game


def turn(quest: Quest) -> Procedure[None]:
    """Ask for one decision: an action, the journey, a rest, or the end of the turn."""
    if not quest.state.track and quest.state.deck:  # only a correction leads here
        yield from reveal(quest)
        return
    yield from ask_move(question(quest), quest)


def question(quest: Quest) -> Question[Move[Quest]]:
    """Return the question what the player whose turn it is does next."""
    name, done = quest.active.name, not EndTurn().why_not(quest)
    then = done and not quest.state.resting and bool(quest.state.track)  # after a rest a card comes first
    prompt = f"{name}: an action, or end turn" if done else f"{name}: a journey, a rest, or an action"
    prompt += " (the last turn)" * last_turn(quest.setup, quest.state)
    return MOVES.question(
        quest,
        "move",
        prompt,
        who=name,
        hint=f"or {quest.player(quest.clockwise()[1]).name}'s journey at once, like 2" if then else "",
        example=lambda: "" if done else _example(quest),
        default="end turn" if done else None,
        open=not done or any(not why for kind in (Rest, Use) for _, why in kind.with_reasons(quest)),
        warns=lambda move: move.warning(quest) if isinstance(move, Journey) else "",
        foresees=lambda text: "end turn" if then and _NEXT.match(text) else "",
    )


def _example(quest: Quest) -> str:
    """Return a whole turn in the shortest notation, "2; NEW CARD; end": the nearest card without a fight."""
    for place, name in enumerate(quest.state.track, 1):
        card = find_card(quest.setup, quest.state, name)
        if card is not None and not card.fights and not Journey(place).why_not(quest):
            comes = "NEW CARD; " if quest.setup.draws == "table" and quest.state.deck else ""
            return f"{place}; {comes}end"
    return ""


_NEXT = lazy_pattern(r"[1-9]\s*$|(?:journey|rest)\b", re.IGNORECASE)
"""Matches answers that only the next player can give once the major action is done."""


def last_turn(setup: Setup, game: GameState) -> bool:
    """Return whether the game is over after this turn: its end takes the last card (End of the game)."""
    return len(game.track) == 1 and not game.deck and not game.major and setup.last_turns == "at once"


_LIGHT = "referee.games.enchanters.rules.light"
RULES: GameRules[Setup, GameState] = GameRules(
    setup_type=Setup,
    state_type=GameState,
    start=start_game,
    next_decision=next_decision,
    corrections=part("referee.games.enchanters.rules.checks:CORRECTIONS"),
    label=lambda state: "the end" if state.over else f"turn {state.turn}",
    first=lambda setup: setup.start,
    seats=lambda state: [("active", state.active)],
    counters=COUNTERS,
    readings=EnchantersReadings,
    settled=lambda state: ("start_crystals", "fast_removed"),
    tracking_levels=TRACKING_LEVELS,
    light=LightPlay(
        next_decision=part(f"{_LIGHT}:next_decision"),
        count=part(f"{_LIGHT}:count"),
        lighten=part(f"{_LIGHT}:lighten"),
        counted=("end",),
    ),
    piles=[
        *(Pile(pile, shown=printed) for pile in PILES),
        Pile("track", owners=TABLE, shown=printed, there="on the track"),
        Pile("graveyard", owners=TABLE, shown=printed),
    ],
    checks=checks.CHECKS,
    close_checks=lambda: checks.CLOSE_CHECKS,
    mended={
        2: ("E-at", "E-au", "E-av", "of-fire", "of-rage", "chapel-of-soulfire"),
        3: ("scimitar", "axe", "roc"),
        # no monster stays spared after a light turn
        4: ("E-l",),
        # no help in a fight that an immediate effect leads to
        5: ("E-n",),
        # a light table's Ogre and Pink Dragon deal what the rulebook prints of them
        6: ("E-q", "E-r"),
    },
)
