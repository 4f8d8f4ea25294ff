"""The manoeuvres that any player may buy at any time of a round, each once: draw and search (Manoeuvres)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from msgspec import Struct

from referee.asking.interrupts import ALLOWED, NOTHING, Refusal
from referee.asking.question import Option, Procedure, Question
from referee.asking.words import FILLERS, IDLE, in_number, tokens_of
from referee.games.mythic.rules import cards
from referee.games.mythic.rules.cards import Price
from referee.games.mythic.rules.state import Match
from referee.games.mythic.tables import numbers
from referee.text.grammar import FIGURES, so_many
from referee.text.names import and_list, by_key, find, printed
from referee.text.pattern import lazy_pattern

DRAW, SEARCH, EVADE = "draw", "search", "evade"


class ManoeuvreChoice(Struct, frozen=True):
    """A manoeuvre with its payment, and the number of cards drawn if fewer than allowed (0: as many as allowed)."""

    what: str
    price: Price
    cards: int = 0


def why_not(match: Match, seat: int, what: str) -> Refusal:
    """Return why a player can't buy a manoeuvre, with the rule; by public knowledge."""
    player = match.state.players[seat]
    if (many := player.bought.count(what)) >= match.setup.manoeuvres:
        often = f" {many} times" if many > 1 else ""
        return Refusal(f"{player.name} has bought {what}{often} this round", "manoeuvres")
    if why := cards.why_not_pay(match, seat, match.setup.manoeuvre_aow):
        return Refusal(why, "aow-payment")
    if what == SEARCH and not player.cards.deck:
        return Refusal(f"{player.name}'s deck is empty", "M65")
    if what == DRAW and not (player.cards.deck or player.cards.discard or match.setup.manoeuvre_aow):
        return Refusal("there is nothing to draw", "M85")
    return ALLOWED


def why_not_any(match: Match, seat: int) -> Refusal:
    """Return why a player can buy neither draw nor search; ALLOWED if one can be bought."""
    reasons = [why_not(match, seat, what) for what in (DRAW, SEARCH)]
    if not all(reasons):
        return ALLOWED
    return Refusal(and_list(dict.fromkeys(why for why, _ in reasons)), reasons[0][1])


def cost(match: Match) -> str:
    """Describe the cost of a manoeuvre."""
    many = match.setup.manoeuvre_aow
    return "for an AoW card" if many == 1 else f"for {so_many(many, 'AoW card')}" if many else "for free"


def may_bring(match: Match, seat: int, card: str) -> bool:
    """Return whether a manoeuvre bought now may bring a card into a player's hand, by public knowledge."""
    cards = match.state.players[seat].cards
    turned_over = card in cards.discard and cards.deck < numbers().manoeuvres.draws * match.setup.manoeuvres
    return bool(cards.possible_copies(card) and not why_not_any(match, seat)) or (
        turned_over and not why_not(match, seat, DRAW)
    )


_IDLE = IDLE - {DRAW} | {"deck", "extra", "more"}
"""Words beside what is bought: "a search of the deck"."""


_PAYING = lazy_pattern(
    r"(?:i )?(?:(?:burn|discard|pay|play|spend|use)s?|using) (?:(?:an?|my|one) )?(aow|omphalos|art of war)(?: card)?"
    r"(?:,|:| to| and| for)+ (.+)",
    re.IGNORECASE,
)
"""A manoeuvre behind what pays for it: "spend an AoW card to search"."""

_TOLD = lazy_pattern(rf"^({DRAW}|{SEARCH})e?s\b", re.IGNORECASE)
"""The verb of somebody else: "Bo searches"."""


def bought(text: str) -> str:
    """Return what is typed of a manoeuvre with its verb: "draw two cards for an AoW card" is bought."""
    text = _TOLD.sub(r"\1", _PAYING.sub(r"\2 with \1", " ".join(text.split())))
    words, paid = cards.split_price(text)
    verb = next((word for word in tokens_of(words) if word not in FILLERS), "")
    buys = verb.removesuffix("s").removesuffix("e") in (DRAW, SEARCH) or tokens_of(words)[-1:] == ["cards"]
    searches = verb.startswith(SEARCH) and _IDLE.issuperset(tokens_of(words)[1:])  # not "search for the slingers"
    return f"buy {text}" if (paid and buys and not verb.startswith("buy")) or searches else text


def question(match: Match, who: str) -> Question[ManoeuvreChoice]:
    """Return the question what a player buys."""
    seat = match.seat_of(who)

    def parse(text: str) -> ManoeuvreChoice:
        words, paid = cards.split_price(" ".join(text.split()))
        plain = " ".join(in_number(one) for one in tokens_of(words) if one in FIGURES or one not in _IDLE)
        known = by_key((DRAW, SEARCH, NOTHING), str)
        searched = {*plain.removeprefix(SEARCH).split()} if plain.startswith(f"{SEARCH} ") else set[str]()
        if searched and any(searched <= {*tokens_of(piece.name)} for piece in match.state.of(seat)):
            plain = SEARCH  # the card that is searched for stays hidden
        if plain[-1:].isdigit():  # "d" alone is draw
            most = numbers().manoeuvres.draws
            drawn = {str(many): f"{DRAW} {many}" for many in range(1, most)} | {str(most): DRAW}
            known |= drawn | {f"{DRAW} {many}": what for many, what in drawn.items()}
        name = find(plain or words, known, "manoeuvre", listing=3)
        if name == NOTHING and paid:
            raise cards.nothing_paid(words, paid)
        if name == NOTHING:
            return ManoeuvreChoice(NOTHING, ())
        what, _, many = name.partition(" ")
        match.refuse(*why_not(match, seat, what))
        return ManoeuvreChoice(what, cards.read_price(match, seat, paid, match.setup.manoeuvre_aow), int(many or 0))

    return Question(
        "buy",
        f"{who} buys",
        parse,
        who=who,
        options=lambda: list(_options(match, seat)),
        write=lambda bought: (
            f"{bought.what}{f' {bought.cards}' if bought.cards else ''}{cards.write_price(bought.price)}"
        ),
    )


def _options(match: Match, seat: int) -> Iterator[Option]:
    left = match.state.players[seat].cards.deck
    for what, detail in ((DRAW, "up to 2 cards"), (SEARCH, "any card of the deck")):
        if why_not(match, seat, what):
            continue
        yield priced_option(match, seat, what, f"{detail}, {cost(match)}")
        if what == DRAW and 0 < left < numbers().manoeuvres.draws:
            yield priced_option(
                match, seat, f"{DRAW} {left}", f"what the deck has left; it doesn't run out, {cost(match)}"
            )
    yield Option(NOTHING, detail="after all")


def priced_option(match: Match, seat: int, what: str, detail: str) -> Option:
    """Return the option for a manoeuvre that can be bought, with its first payment."""
    many = match.setup.manoeuvre_aow
    text = f"{what}{cards.write_price(next(cards.prices(match, seat, many)))}"
    return Option(text, detail=detail, ways=partial(cards.other_ways, match, seat, text, many))


def buy(match: Match, who: str, bought: ManoeuvreChoice) -> Procedure[None]:
    """Pay for a manoeuvre and carry it out."""
    if bought.what == NOTHING:
        return
    seat = match.seat_of(who)
    match.state.players[seat].bought.append(bought.what)
    cards.spend(match, seat, bought.price, f"the manoeuvre {bought.what}", ("manoeuvres", "aow-payment"))
    if bought.what == DRAW:
        cards.draw(match, seat, bought.cards or numbers().manoeuvres.draws, ("draw-cards",))
    else:
        yield from search(match, seat)


def search(match: Match, seat: int) -> Procedure[None]:
    """Take a card of the player's choice out of the deck, unseen; if the program draws, it is picked in private."""
    own, by_program = match.state.players[seat].cards, match.setup.draws == "program"
    if by_program:
        player, inside = match.name(seat), list(dict.fromkeys(cards.in_deck(own)))
        names = by_key(inside, printed) | by_key(inside, str)
        card: str = yield Question(
            "search",
            f"Which card of the deck does {player} take",
            lambda text: find(text, names, "card in the deck"),
            options=lambda: [Option(name) for name in inside],
            who=player,
            private=True,
            write=str,
        )
        own.hand.append(card)
    own.deck -= 1
    cards.say_searched(match, seat, "one card of the deck, unseen", "search-card")
