"""Decks, hands and discards: drawing, paying, and running out of cards.

If the players draw, the referee counts cards, and learns one when it is shown; it refuses a card only if every copy
is accounted for elsewhere (M67). If the program draws, it knows the hand, and refuses cards that aren't there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations_with_replacement

from referee.errors import Illegal, Unreadable
from referee.games.mythic.rules.events import Rules, card_text
from referee.games.mythic.rules.state import AOW, OMPHALOS, Cards, Match
from referee.games.mythic.tables import numbers
from referee.text.grammar import so_many
from referee.text.names import a_or_an, and_list, by_key, find, fold, in_lower_case, printable, printed
from referee.text.pattern import lazy_pattern

WITH = " with "
"""Separator before the cards that pay in place of AoW cards."""


Price = tuple[str, ...]
"""The cards discarded for AoW cards: one card for each, or two activation cards (M66)."""


# --- drawing ----------------------------------------------------------------------------------------


def draw(match: Match, seat: int, number: int, rules: Rules = ("start-of-turn",)) -> None:
    """Draw cards, with the pause of all players if the deck runs out (M65, M85)."""
    cards = match.state.players[seat].cards
    drawn = from_deck(match, cards, number)
    if drawn < number and cards.discard:
        if drawn:
            _say_drawn(match, seat, drawn, drawn, rules)
        pause(match, seat)
        rest = from_deck(match, cards, number - drawn)
        _say_drawn(match, seat, rest, number - drawn, rules)
        return
    _say_drawn(match, seat, drawn, number, (*rules, "M85") if drawn < number else rules)


def _say_drawn(match: Match, seat: int, drawn: int, wanted: int, rules: Rules) -> None:
    """Describe how many cards are drawn, and how many are left."""
    cards = so_many(drawn, "card") if drawn else "nothing"
    lapsed = "" if drawn == wanted else f" ({wanted - drawn} lapse: no card is left)"
    deck = match.state.players[seat].cards.deck
    match.say(f"{match.name(seat)} draws {cards}{lapsed}; {deck} in the deck.", *rules)


def from_deck(match: Match, cards: Cards, number: int) -> int:
    """Draw up to `number` cards; return how many were there."""
    number = min(number, cards.deck)
    if match.setup.draws == "program":
        inside = in_deck(cards)
        for _ in range(number):
            card = match.chance().choice(inside)
            inside.remove(card)
            cards.hand.append(card)
    cards.deck -= number
    return number


def in_deck(cards: Cards) -> list[str]:
    """List the cards in a deck, where the program draws; in the order of their names."""
    left = Counter(cards.pool)
    left.update(cards.sure)
    left.subtract(cards.hand)
    return sorted(left.elements())


def pause(match: Match, seat: int) -> None:
    """Let all players take their decks into their hands, shuffle their discards, and draw up to three (deck-out)."""
    no_card = f"{match.name(seat)} has no card to draw: the game pauses, and all players do this."
    match.say(no_card, "deck-out", "M65")
    for other in match.state.playing(seat):
        cards = match.state.players[other].cards
        taken = cards.deck
        if match.setup.draws == "program":
            cards.hand += in_deck(cards)
        cards.sure = dict(Counter(cards.sure) + Counter(cards.pool))
        cards.pool = dict(Counter(cards.discard))
        cards.deck, cards.discard = len(cards.discard), []
        drawn = from_deck(match, cards, max(0, match.setup.deck_out_hand - cards.held))
        all_taken, again = f"the deck ({so_many(taken, 'card')})", "the discards as the new deck"
        done = f"take {all_taken} into the hand, shuffle {again}, draw {drawn}"
        if match.setup.draws == "program":
            done = f"{all_taken} comes into the hand; the program shuffles {again} and draws {drawn}"
        now = f"Now {cards.held} in hand, {cards.deck} in the deck."
        match.say(f"  {match.name(other)}: {done}. {now}", "deck-out", "M65")


def fetch(match: Match, owner: int, seat: int, card: str, rules: Rules) -> None:
    """Move a shown card from the owner's deck into a player's hand. Raises Illegal if it isn't there."""
    cards = match.state.players[owner].cards
    copies = in_deck(cards).count(card) if match.setup.draws == "program" else cards.possible_copies(card)
    if not copies:
        raise Illegal(f"no {card_text(card)} is in {match.name(owner)}'s deck", "leader")
    take_away(cards.pool, card)
    cards.deck -= 1
    receive(match, seat, card)
    say_searched(match, seat, f"{a_or_an(card_text(card))} and shows it", *rules)


def say_searched(match: Match, seat: int, what: str, *rules: str) -> None:
    """Report a card of the player's choice that comes from a deck."""
    shuffles = "the program shuffles" if match.setup.draws == "program" else "shuffle"
    match.say(f"{match.name(seat)} takes {what}; {shuffles} the deck.", *rules)


def receive(match: Match, seat: int, card: str) -> None:
    """Add a card that everyone saw to a hand."""
    cards = match.state.players[seat].cards
    cards.sure[card] = cards.sure.get(card, 0) + 1
    if match.setup.draws == "program":
        cards.hand.append(card)


def take_away(counts: dict[str, int], card: str) -> None:
    """Remove one card of a name."""
    counts[card] -= 1
    if not counts[card]:
        del counts[card]


# --- discarding -------------------------------------------------------------------------------------


def lacks(match: Match, seat: int, wanted: Sequence[str]) -> str:
    """Return why a player can't discard these cards, "" if it is possible; only program draws are known exactly."""
    cards = match.state.players[seat].cards
    if match.setup.draws == "program":
        short = next((card for card in wanted if cards.hand.count(card) < wanted.count(card)), "")
    else:
        short = "" if cards.could_hold(wanted) else wanted[-1]
        short = next((card for card in wanted if cards.possible(card) < wanted.count(card)), short)
    if not short:
        return ""
    few, why = ("no other", "") if wanted.count(short) > 1 else ("no", where_copies_are(cards, short))
    return f"{match.name(seat)} has {few} {card_text(short)} in hand{why}"


def where_copies_are(cards: Cards, card: str) -> str:
    """Say where all copies of a card lie that can't be in the hand, after a colon; "" if there are none."""
    found = {"the discards": cards.discard.count(card), "the deck": cards.pool.get(card, 0)}
    places = {place: many for place, many in found.items() if many}
    if len(places) != 1:
        return f": {' and '.join(f'{many} in {place}' for place, many in places.items())}" if places else ""
    [(place, many)] = places.items()
    return f": {'the only one is' if many == 1 else f'all {many} are'} in {place}"


def discard(match: Match, seat: int, card: str) -> None:
    """Move a card from a hand to its unit owner's discards, else to the holder's. Raises Illegal."""
    to_box(match, seat, card)
    owner = next((piece.owner for piece in match.state.pieces if piece.name == card), seat)
    match.state.players[owner].cards.discard.append(card)


def to_box(match: Match, seat: int, card: str) -> None:
    """Put a card from a hand back into the box (M81). Raises Illegal if it can't be there."""
    match.refuse(lacks(match, seat, [card]), "M67")
    cards = match.state.players[seat].cards
    take_away(cards.sure if cards.sure.get(card) else cards.pool, card)
    if match.setup.draws == "program":
        cards.hand.remove(card)


# --- paying -----------------------------------------------------------------------------------------


def fallen(match: Match, seat: int) -> list[str]:
    """List a player's destroyed units that aren't troops: two of their cards pay for an AoW card (M66)."""
    return [
        piece.name
        for piece in match.state.of(seat)
        if piece.status == "destroyed" and not match.unit(piece.name).troop
    ]


def prices(match: Match, seat: int, number: int, besides: Sequence[str] = ()) -> Iterator[Price]:
    """Yield the ways in which a player could pay AoW cards, by public knowledge; AoW cards first (M66, M67).

    `besides` are cards that are discarded together with them.
    """
    hand, fallen_ones = match.state.players[seat].cards, fallen(match, seat)
    worth: list[tuple[str, ...]] = [(AOW,), (OMPHALOS,)]
    worth += list(combinations_with_replacement(fallen_ones, numbers().aow.fallen_cards))
    for paid in combinations_with_replacement(worth, number):
        price = tuple(chain.from_iterable(paid))
        if hand.could_hold([*price, *besides]):
            yield price


def why_not_pay(match: Match, seat: int, number: int, besides: Sequence[str] = ()) -> str:
    """Return why a player can't pay `number` AoW cards, "" if it is possible."""
    if next(prices(match, seat, number, besides), None) is not None:
        return ""
    wanted = "an AoW card" if number == 1 else f"{number} AoW cards"
    return f"{match.name(seat)} can't have {wanted}, or what counts as one"


_PAID_WITH = lazy_pattern(
    r"(?:,?(?: and)? (?:for|paid|pays?|paying|using|with)(?: with)?(?: (?:an?|her|his|my|one|the))?"
    r"|^((?:(?! with ).)+),)"
    r" (omphalos|aow|art of war)(?: card)?$",
    re.IGNORECASE,
)


def in_words_of_price(text: str) -> str:
    """Return a text with the omphalos behind "with": "activate Ash Runner, pay with the omphalos"."""
    return _PAID_WITH.sub(rf"\1{WITH}\2", text)


def split_price(text: str) -> tuple[str, str]:
    """Split a text into the move, and what follows "with"."""
    move, parted, cards = in_lower_case(in_words_of_price(text), WITH).rpartition(WITH)
    return (move.strip(), cards.strip()) if parted else (text.strip(), "")


def nothing_paid(words: str, paid: str) -> Unreadable:
    """Return the error for an answer that costs nothing and names a payment."""
    return Unreadable(f'"{words}" costs no card; leave out "with {printable(paid)}"')


def read_price(match: Match, seat: int, text: str, number: int, besides: Sequence[str] = ()) -> Price:
    """Parse a payment for AoW cards: "omphalos", or two cards of fallen units. Raises Unreadable, Illegal.

    The rest is paid by AoW cards; `besides` are cards that are discarded together with them.
    """
    paid: list[str] = []
    aow = 0
    for part in filter(None, map(str.strip, text.split(","))):
        if fold(part) in (fold(AOW), "aow"):
            aow += 1
        elif fold(part) == fold(OMPHALOS):
            paid.append(OMPHALOS)
        else:
            own = by_key([piece.name for piece in match.state.of(seat)], str)
            name = find(
                part, own | {fold(printed(name)): name for name in own.values()}, "card to pay with", listing=8
            )
            if name not in fallen(match, seat):
                why = "is a troop" if match.unit(name).troop else "isn't destroyed"
                raise Illegal(f"{printed(name)} {why}: only cards of destroyed units that aren't troops pay", "M66")
            paid.append(name)
    each, halves = numbers().aow.fallen_cards, [card for card in paid if card != OMPHALOS]
    if len(halves) % each:
        raise Illegal(f"one {card_text(halves[-1])} pays for nothing: {each} such cards count as an AoW card", "M66")
    worth = len(paid) - len(halves) + len(halves) // each + aow
    if worth > number:
        raise Illegal(f"that is worth {worth} AoW cards; {number} must be paid", "aow-payment")
    price = price_of(", ".join(paid), number)
    match.refuse(lacks(match, seat, [*besides, *price]), "aow-payment")
    return price


def price_of(text: str, number: int) -> Price:
    """Return a price of `number` AoW cards, some of them paid by the named cards."""
    cards, each = text.split(", ") if text else [], numbers().aow.fallen_cards
    halves = [card for card in cards if card != OMPHALOS]
    whole = [OMPHALOS] * cards.count(OMPHALOS)
    return (*whole, *halves, *[AOW] * (number - len(whole) - len(halves[::each])))


def price_text(price: Price) -> str:
    """Format what is paid other than by AoW cards."""
    return ", ".join(card for card in price if card != AOW)


def write_price(price: Price) -> str:
    """Format the suffix of a move for cards paid other than by AoW cards."""
    return f"{WITH}{paid}" if (paid := price_text(price)) else ""


def other_ways(match: Match, seat: int, text: str, number: int, besides: Sequence[str] = ()) -> list[str]:
    """List a move's text with each payment but the first."""
    alternatives = list(prices(match, seat, number, besides))
    return [f"{text.removesuffix(write_price(alternatives[0]))}{write_price(price)}" for price in alternatives[1:]]


def spend(match: Match, seat: int, price: Price, purpose: str, rules: Rules) -> None:
    """Discard a price; an omphalos card goes to the discards like the others (M81)."""
    if not price:
        return
    for card in price:
        discard(match, seat, card)
    say_discarded(match, seat, price, purpose, rules)


def say_discarded(match: Match, seat: int, price: Price, purpose: str, rules: Rules) -> None:
    """Describe the cards that are discarded, and what they pay for."""
    many = price.count(AOW)
    arts = [so_many(many, "AoW card") if many > 1 else a_or_an(card_text(AOW))] if many else []
    cards = and_list([*arts, *(card_text(card) for card in price if card != AOW)])
    match.say(f"{match.name(seat)} discards {cards}{f' for {purpose}' if purpose else ''}.", *rules)
