"""Decks: cards named by the table, or drawn by the program on record (Discarded Cards; P13).

The contents of a deck aren't stored; any card that lies nowhere else may be in it. So the program draws a card when
it is turned up, from all unseen ones, which is equivalent to a shuffled deck.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import count
from typing import TypeVar, get_args

from msgspec import UNSET, Struct
from msgspec.structs import replace

from referee.asking.meaning import Suggestion
from referee.asking.question import Option, Procedure, Question
from referee.asking.words import is_no_name
from referee.cards.fields import by_name, learnt
from referee.cards.language import beginning
from referee.declaration.changes import LOSES, Change, Holdings, put_and_tell, some_name
from referee.declaration.tracking import Counter as StateCounter
from referee.declaration.tracking import Pile
from referee.errors import Ambiguous, Illegal, Unreadable, fault
from referee.games.prophecy import tables
from referee.games.prophecy.cards import language
from referee.games.prophecy.cards.cards import Ability, Card, ChanceEntry, Item, Printed
from referee.games.prophecy.cards.language import CARDS
from referee.games.prophecy.cards.wording import When
from referee.games.prophecy.rules.context import Quest, deck_of
from referee.games.prophecy.rules.events import Learnt
from referee.games.prophecy.rules.state import COUNTERS, UNSEEN, DeckName, GameState, Variant
from referee.games.prophecy.vocabulary import COLOURS, GUILDS, UNCOUNTED, Kind, Name
from referee.text.grammar import so_many
from referee.text.names import a_or_an, did_you_mean, find, fold, nearest, numbered, printed, word_set
from referee.text.pattern import lazy_pattern

T = TypeVar("T")

KIND_WORDS: Mapping[str, str] = {
    "chance": "Chance card",
    "adventure": "Adventure card",
    "common": "Common Item",
    "rare": "Rare Item",
    "lesser": "Lesser Guardian",
    "greater": "Greater Guardian",
    "artifact": "Artifact",
    **{guild: f"Ability of the {guild}" for guild in GUILDS},
}
"""Names of a deck's cards."""
COUNTED: tuple[DeckName, ...] = ("chance", "adventure", "common", "rare", *GUILDS)
"""Decks whose number of cards isn't given in the rulebook."""


class NamedDraw(Struct, frozen=True):
    """A card as named: its identifier, and its contents if they were typed."""

    name: Name
    card: Card | None = None


def say_shuffled(quest: Quest, deck: DeckName) -> None:
    """Report that a deck is shuffled."""
    cards = so_many(quest.state.decks[deck].count, "card")
    quest.say(f"Shuffle the {deck} deck: {cards}.", "discarded-cards", "P13")


def refill(quest: Quest, deck: DeckName) -> bool:
    """Reshuffle the discards of an empty deck (P13); return whether it has a card."""
    pack = quest.state.decks[deck]
    if not pack.count and pack.discards:
        pack.count, pack.discards = len(pack.discards), []
        say_shuffled(quest, deck)
    return pack.count > 0


def draw(quest: Quest, deck: DeckName, prompt: str) -> Procedure[str]:
    """Draw the top card of a deck and turn it up; "" if there is none."""
    return (yield from identify(quest, deck, prompt)) if draw_unseen(quest, deck) else UNSEEN


def draw_unseen(quest: Quest, deck: DeckName) -> bool:
    """Draw a card face down; return whether there was one."""
    if not refill(quest, deck):
        return False
    quest.state.decks[deck].count -= 1
    return True


def identify(quest: Quest, deck: DeckName, prompt: str) -> Procedure[str]:
    """Ask which card was drawn or turned up, and for its contents if it is unknown."""
    named: NamedDraw = yield options_of(quest, deck, prompt)
    return (yield from identify_named(quest, deck, named))


def identify_named(quest: Quest, deck: DeckName, named: NamedDraw, kind: type[Printed] = Printed) -> Procedure[str]:
    """Register a named card, and ask for its contents if it is unknown; its deck tells what its line leaves out."""
    pack = quest.state.decks[deck]
    if named.name in pack.bottom:
        pack.bottom.remove(named.name)
    if quest.setup.draws == "program":
        quest.state.drawn += 1
    card, known = named.card, quest.known(named.name)
    if card is None and known is None:
        explained = deck == "chance" and chance_known(named.name)
        card = ChanceEntry(name=printed(named.name)) if explained else (yield line_question(named.name, deck, kind))
    if card is not None:
        learn(quest, (yield from CARDS.settle(of_deck(card, deck))))
    elif known is not None and (whole := of_deck(known, deck)) != known:
        learn(quest, whole)
    return named.name


def learn(quest: Quest, card: Card) -> None:
    """Store the contents of a card."""
    quest.state.learnt = (*(one for one in quest.state.learnt if fold(one.name) != fold(card.name)), card)
    line = CARDS.write_rest(card)
    quest.emit(Learnt(card.name, line=line if line != card.kind or card.kind != "chance" else ""))


# --- possible contents of a deck ------------------------------------------------------------------


def cards_of(quest: Quest, deck: DeckName) -> list[Card]:
    """List all known cards that belong to a deck; those learnt last replace those of the deck file."""
    explained = (ChanceEntry(name=card.name) for card in tables.chance_cards().values() if card.does != "gifts")
    found: dict[str, Card] = by_name(explained if deck == "chance" and quest.setup.draws == "table" else ())
    for kind in _kinds_of(deck):
        found |= quest.setup.by_kind.get(kind, {})
    found |= learnt(quest.state)
    return [card for card in found.values() if belongs(card, deck)]


_KINDS: dict[str, tuple[Kind, ...]] = {
    "adventure": ("creature", "opportunity"),
    "common": ("item",),
    "rare": ("item",),
    "held": ("item", "ability"),
}
"""Kinds of cards in a deck that isn't called after its only kind, and that a hero holds; guilds have Abilities."""


def left_open(card: Card) -> Sequence[DeckName]:
    """List the decks that a card may be of whose line leaves out its guild or its rarity; none for other cards."""
    if isinstance(card, Ability) and card.guild is UNSET:
        return GUILDS
    return ("common", "rare") if isinstance(card, Item) and card.kind == "item" and card.rarity is UNSET else ()


def belongs(card: Card, deck: DeckName) -> bool:
    """Return whether a card is one of a deck's, as far as its line tells."""
    return deck in (left_open(card) or (deck_of(card),))


def of_deck(card: Card, deck: str) -> Card:
    """Return the card with the guild or the rarity of its deck, if its line leaves it out."""
    if deck not in left_open(card):
        return card
    return replace(card, guilds=(deck,)) if isinstance(card, Ability) else replace(card, rarity=deck)


def unseen(quest: Quest, deck: DeckName) -> list[str]:
    """List the known cards of a deck that aren't in sight: in the deck, or face down."""
    seen = quest.state.known_names()
    return [name for name in _every_card(quest, deck) if name not in seen]


def _every_card(quest: Quest, deck: DeckName) -> Sequence[str]:
    """Return the identifiers of all known cards of a deck, cached until cards are learnt."""
    kept, known = quest.setup.every_card, quest.state.learnt
    if deck not in kept or kept[deck][0] is not known:
        cards = cards_of(quest, deck)
        kept[deck] = known, [numbered(card.name, number) for card in cards for number in range(1, card.copies + 1)]
    return kept[deck][1]


def _next(quest: Quest, deck: DeckName, kind: type[Printed]) -> str:
    """Draw a card by the program: the same seed and number always give the same card."""
    pack = quest.state.decks[deck]
    left = [name for name in unseen(quest, deck) if kind is Printed or isinstance(quest.card(name), kind)]
    if pack.bottom and pack.count < len(pack.bottom):
        return pack.bottom[0]
    return random.Random(f"{quest.setup.seed}/{quest.state.drawn}").choice(left)


# --- asking -----------------------------------------------------------------------------------------


def options_of(quest: Quest, deck: DeckName, prompt: str = "", kind: type[Printed] = Printed) -> Question[NamedDraw]:
    """Return the question which card of a deck it is."""
    program = quest.setup.draws == "program"
    several = "; semicolons between several" if deck in ("adventure", "common", "rare") else ""

    def options() -> list[Option]:
        if program:
            return []
        names, pack = unseen(quest, deck), quest.state.decks[deck]
        if pack.count < len(pack.bottom) or not names:  # cards put under the deck come last
            names = [*names, *pack.bottom]
        names = [name for name in names if kind is Printed or isinstance(quest.card(name), kind)]
        kinds = Counter(map(printed, names))
        if deck == "chance":  # their number is unknown
            explained = (card.name for card in tables.chance_cards().values() if card.does != "gifts")
            kinds |= Counter(name for name in explained if fold(name) not in quest.setup.known)
        return [Option(name, detail=f"{many} left" if many > 1 else "") for name, many in sorted(kinds.items())]

    return Question(
        "draw",
        prompt,
        lambda text: read_named(quest, deck, text, kind),
        options=options,
        open=True,
        hint="" if program else f"its name; a new card with what is printed, like {example_of(deck)}{several}",
        write=write_named,
        forced=lambda: printed(_next(quest, deck, kind)) if program else None,
        coins=lambda named: new_name(quest, deck, named),
        warns=lambda named: _doubtful(named.name, deck),
        rather=lambda named: respelt([named.name], [deck]) if named.card is None else "",
        language=lambda: () if program else CARDS.help_lines(_kinds_of(deck)[0]),
    )


def new_name(quest: Quest, deck: DeckName, named: NamedDraw) -> str:
    """Return the name of a card whose contents are unknown; "" for a known one, or one with its line."""
    explained = deck == "chance" and fold(printed(named.name)) in tables.chance_cards()
    explained = explained or bool(language.describe_printed(printed(named.name)))
    known = named.card is not None or explained or quest.known(named.name) is not None
    known = known or bool(language.printed_near(named.name, deck))  # that is meant, rather
    return "" if known else printed(named.name)


def respelt(names: Sequence[str], deck_names: Sequence[DeckName]) -> str:
    """Return names of new cards with the likely misspelt ones as the rulebook has them; "" if none is misspelt."""
    near = [language.printed_near(printed(name), deck) for name, deck in zip(names, deck_names, strict=True)]
    return ", ".join(one or printed(name) for one, name in zip(near, names, strict=True)) if any(near) else ""


def _doubtful(name: str, deck: DeckName) -> str:
    """Return why a card is hardly called so: like a Chance card in another deck, or a rule's moment; "" if not."""
    if deck != "chance" and fold(printed(name)) in tables.chance_cards():
        return f"{printed(name)} is a Chance card."
    return f'"{name}" begins a rule of a card.' if language.is_moment(name) else ""


def write_named(named: NamedDraw) -> str:
    """Write a drawn card as it is recorded."""
    return printed(named.name) if named.card is None else language.write_card(named.card)


def read_named(quest: Quest, deck: DeckName, text: str, kind: type[Printed] = Printed) -> NamedDraw:
    """Parse a card of a deck: its name, or its whole line. Raises Unreadable."""
    what = KIND_WORDS[deck]
    text = _with_values(quest, deck, text)
    if ":" in text:
        name, line = CARDS.cut(text)
        name = language.printed_spelling(name)
        refuse_printed(name)
        card = _read_or_propose(lambda line: read_begun(name, line, deck), f"{name}: ", line)
        if not belongs(card, deck) or not isinstance(card, kind):
            raise Unreadable(f"{card.name} is no {what}; its line says {card.kind}")
        card = of_deck(card, deck)
        known = quest.known(card.name)
        return NamedDraw(_free(quest, card), None if known == card else card)
    typed = " ".join(text.split())
    free = {fold(printed(name)): name for name in reversed([*unseen(quest, deck), *quest.state.decks[deck].bottom])}
    if fold(typed) in free:
        return _fitting(quest, free[fold(typed)], kind, what)
    if deck == "chance" and chance_known(typed) and fold(typed) not in quest.setup.known:  # their number is unknown
        name_printed = tables.chance_cards()[fold(printed(typed))].name
        seen = quest.state.known_names()
        return NamedDraw(next(name for number in count(1) if (name := numbered(name_printed, number)) not in seen))
    lying = _lying(quest, deck)
    if fold(typed) in lying:
        raise Unreadable(f"{lying[fold(typed)]}; which card is it?")
    if quest.known(typed) is not None:
        raise Unreadable(f"{typed} is no {what}")
    names = {key: printed(name) for key, name in free.items()}
    if any(key.startswith(fold(typed)) for key in names):
        return _fitting(quest, free[fold(find(typed, names, what))], kind, what)
    if "," in typed:  # each of several is asked for by itself
        raise Unreadable(f"\"{typed}\" isn't one card's name; between several stand semicolons")
    new = f"Of a new one write the whole line, {typed}: ..."
    if hint := did_you_mean(typed, names.values()):
        raise Unreadable(f'no {what} is called "{typed}"{hint} {new}')
    if near := next((key for key in lying if typed and key.startswith(fold(typed))), ""):
        raise Unreadable(f"{lying[near]}; which card is it? {new}")
    refuse_odd(typed)
    typed = language.printed_begun(typed, deck)
    check_printed_deck(typed, deck)
    return NamedDraw(language.printed_spelling(typed))


_PRICED = lazy_pattern(
    r"([^\d:()]+?)(?:[,:]? (?:costs?|for|at)|:)? \(?(?:costs? )?(\d+)(?: ?(?:g|gold|xp|exp|experience))?\)?",
    re.IGNORECASE,
)
"""An Item or Ability with its price behind it."""
_WITH_VALUES = lazy_pattern(r"([^\d:;,/()\[\]]*[^\W\d_])[ ,]+(\+?\d[^:]*)")
"""A card with what is printed on it behind its name, without a colon."""


def _with_values(quest: Quest, deck: DeckName, text: str) -> str:
    """Interpret a name with what is printed behind it, "Lion 4s 3e", "Rope costs 3 gold", as a new card's line.

    With its price alone it is the known card, if there is one. Raises Unreadable if that has another price.
    """
    priced = _PRICED.fullmatch(" ".join(text.split()))
    said = priced or _WITH_VALUES.fullmatch(text.strip())
    if said is None or quest.known(text) or fold(name := said[1]).partition(" ")[0] in MOVES:
        return text
    if priced is None:
        return text if deck == "chance" else f"{name}: {said[2]}"
    if deck not in ("common", "rare", *GUILDS) or not any(map(str.isalpha, name)):
        return text
    price = said[2]
    known = quest.known(name)
    if isinstance(known, Item | Ability) and known.costs not in (UNSET, int(price)):
        raise Unreadable(f"{known.name} costs {known.costs}, not {price}; correct card {known.name} changes it")
    return f"{name}: {price}" if known is None else name


def check_printed_deck(name: str, deck: DeckName) -> None:
    """Check that a card isn't of another deck by the rulebook. Raises Unreadable."""
    deck_printed = language.printed_deck(name)
    if deck_printed in KIND_WORDS and deck_printed not in ("", deck):
        found, asked = (KIND_WORDS[one] for one in (deck_printed, deck))
        is_one = f"{language.printed_spelling(name)} is {a_or_an(found)}"
        raise Unreadable(f"{is_one}, as the rulebook says, not {a_or_an(asked)}")


def _lying(quest: Quest, deck: DeckName) -> dict[str, str]:
    """Return descriptions of where known cards of a deck lie outside of it, by their folded printed names."""
    found = {}
    for name, where in quest.state.known_places():
        card = quest.known(name)
        if card is not None and belongs(card, deck):
            found[fold(printed(name))] = f"{printed(name)} lies elsewhere already ({quest.location_of(where)})"
    return found


def _free(quest: Quest, card: Card) -> str:
    """Return the identifier of the next copy of a card."""
    seen = quest.state.known_names()
    free = [one for number in range(1, card.copies + 1) if (one := numbered(card.name, number)) not in seen]
    if not free:
        raise Unreadable(
            f"{card.name} lies elsewhere already; if there are more of it, write so in its line: 2 copies"
        )
    return free[0]


def _fitting(quest: Quest, name: str, kind: type[Printed], what: str) -> NamedDraw:
    card = quest.known(name)
    if card is not None and not isinstance(card, kind):
        raise Unreadable(f"{printed(name)} is an {what}, but not what is looked for here")
    return NamedDraw(name)


_MOVED = ("stay", "walk", "horse", "boat", "gate", "plane", "work")
NO_TEXT = (*_MOVED, "fight", "attack", "end", "chance", "roll", "done", "adjust")
"""First words of moves that no text on a card begins with."""
_USED = ("use", "cast", "learn", "repair", "buy", "sell", "heal", "recharge", "lodge", "take", "offer")
MOVES = (*NO_TEXT, *_USED)
"""First words of moves: a text that begins so is hardly the name of an unknown card."""


def refuse_odd(name: str) -> None:
    """Check that a name may be an unknown card's: no move, and printable. Raises Unreadable."""
    if fold(name).partition(" ")[0] in MOVES:
        raise Unreadable(f'"{name}" looks like a move; which card is it? If that is its name, write its whole line')
    odd = any(c in "[]/;:,#" or not c.isprintable() for c in name)
    if odd or not any(map(str.isalpha, name)) or len(name) > 60 or is_no_name(name):
        raise Unreadable(f'"{name}" can\'t be the name of a card')
    if any(map(str.isdigit, name)):
        raise Unreadable(f'"{name}" can\'t be the name of a card; a colon comes before what is printed')
    refuse_printed(name)


_PRINTED = word_set(
    "ability copies cost costs creature experience hero lives opportunity price spell strength weapon willpower"
)
"""Words printed on cards that can't be a card's name."""


def refuse_printed(name: str) -> None:
    """Check that a new card isn't called by a word that is printed on cards. Raises Unreadable."""
    if fold(name) in _PRINTED:
        raise Unreadable(f'"{name}" can\'t be the name of a card; the name comes first, then what is printed on it')


def line_question(name: str, deck: DeckName, kind: type[Printed] = Printed) -> Question[Card]:
    """Return the question for the contents of an unknown card."""

    def wrong(card: Card) -> str:
        belonging = belongs(card, deck) and isinstance(card, kind)
        kind_typed = card.rarity if isinstance(card, Item) and deck in ("common", "rare") else card.kind
        return "" if belonging else f"{name} is {a_or_an(KIND_WORDS[deck])}; what you typed says {kind_typed}"

    return printed_question(name, wrong, example_of(deck).partition(": ")[2], deck)


_BARE = lazy_pattern(r"(\d+)\s*(?:[,;]|$)")
"""A bare number at the beginning of a line."""
_TWO_VALUES = lazy_pattern(r"^(\d+), ?(\d+)(?=[,;]|$)")
"""Two bare numbers there: Strength and Willpower."""
_BOTH_VALUES = lazy_pattern(r"\d ?/ ?\d")
"""Strength and Willpower as a line has them: "3/4"."""


def read_begun(name: str, text: str, deck: str) -> Card:
    """Parse the line of a card of this name, which may leave out what follows from its deck. Raises Unreadable."""
    kinds = _kinds_of(deck)
    if fold(text) in ("nothing", "no rules", "none") and not {"opportunity", "chance"}.isdisjoint(kinds):
        text = ""  # nothing but its name
    text = language.numbers_filled(name, language.expand_letters(text.strip()))
    if "hero" in kinds:
        text = _TWO_VALUES.sub(r"\1/\2", text)
    if "creature" in kinds and (bare := _BARE.match(text)):
        parts = CARDS.printed_parts(name, "creature")
        if {"strength", "willpower"} <= parts.keys() and _TWO_VALUES.match(text):
            return read_begun(name, _TWO_VALUES.sub(r"\1/\2", text), deck)
        values = [key for key in ("strength", "willpower") if key in parts]
        values = [key for key in values if parts[key] == language.UNTOLD] or values
        if len(values) != 1:
            like = f"Write {bare[1]}s, {bare[1]}w, or {bare[1]}/3 for both"
            raise Ambiguous(f"is {bare[1]} the Strength or the Willpower of {name}? {like}")
        text = f"{values[0]} {text}"
    return beginning(lambda rest: language.read_whole(f"{name}: {rest}"), text, [f"{kind}; " for kind in kinds])


def _read_or_propose(read: Callable[[str], T], name: str, text: str) -> T:
    """Parse a card; if its text lacks the moment, or fits no phrase, propose a reading that Enter accepts.

    Raises Unreadable, or Meant with the proposal.
    """
    try:
        return read(text)
    except Unreadable as error:
        if type(error) is not Unreadable or (kept := _as_rule(read, text, str(error))) is None:
            raise
        line, words, rule = kept
        would_do = f"when? Like {rule}" if rule else f'manual "{words}" keeps your words, and you do it by hand'
        raise Suggestion(f'"{words}": {would_do}', f"{name}{line}") from None


_OUTCOME = lazy_pattern(
    r",? ?\b(?:if|when(?:ever)?) you (lose|win)(?: (?:a|the|this) (?:battle|fight))?\b,? ?", re.IGNORECASE
)
"""A moment in words: "lose 1 health if you lose"."""


def _as_rule(read: Callable[[str], T], text: str, wrong: str) -> tuple[str, str, str] | None:
    """Return a line with its last parts as a rule, these parts, and that rule, or "" for `manual` words.

    None if they are short, or hold values of a card: then it is more likely mistyped.
    """
    for start in reversed([0, *(found.end() for found in re.finditer("[,;]", text))]):
        head, tail = text[:start].strip(",; "), text[start:].strip().removeprefix("manual ")
        moment, colon, rest = (one.strip() for one in tail.partition(":"))
        whens, typed = ((fold(moment),), rest) if colon and fold(moment) in get_args(When) else (_MOMENTS, tail)
        if (outcome := _OUTCOME.search(typed)) is not None and not colon:
            whens = ("lost" if fold(outcome[1]) == "lose" else "won",)
            typed = _OUTCOME.sub(" ", typed).strip()
        words = " ".join(re.sub("[;:]", ",", typed).split())
        few = len(words.split()) < (3 if "did you mean" in wrong else 2) or not any(map(str.isalpha, words))
        if any(one.isdigit() or fold(one).partition(" ")[0] in NO_TEXT for one in words.split(", ")):
            return None  # an answer to the next question
        if few or CARDS.keys_in(language.expand_letters(words)) or _BOTH_VALUES.search(words):
            continue
        for manual in (False, True):
            for when in whens:
                line = f"{head}; " * bool(head) + f"{when}: " + "manual " * manual + (words if manual else typed)
                with suppress(Unreadable):
                    read(line)
                    return line, tail, "" if manual else f"{when}: {typed}"
    return None


_MOMENTS = ("any time", "use", "drawn by", "won")
"""Default moments of a card's text: the first of these that is possible for its kind."""


def _kinds_of(deck: str) -> Sequence[Kind]:
    """Return the kinds of cards in a deck, or the kind if it is one."""
    return [kind for kind in get_args(Kind) if kind == deck] or _KINDS.get(deck, ("ability",))


def printed_question(name: str, wrong: Callable[[Card], str], example: str, deck: str) -> Question[Card]:
    """Return the question for a card's line; `wrong` returns why a line can't be this card's, "" if it can."""

    def parse(text: str) -> Card:
        head, _, rest = text.partition(":")
        text = rest if fold(head) == fold(name) else text
        card = _read_or_propose(lambda text: read_begun(name, text, deck), "", text)
        if why := wrong(card):
            raise Unreadable(why)
        return card

    hint_printed, usual, kinds = language.describe_printed(name), language.usual_line(name), _kinds_of(deck)
    known = CARDS.printed_kind(name, ()) if hint_printed else ""
    kind = known if known in kinds else kinds[0]
    if known == "opportunity":
        example = "2g, or 3g -> +1w"
    hint = (
        "as the rulebook has it; your card may say more"
        if usual  # Enter takes it
        else hint_printed
        if "; type " in hint_printed
        else f"{hint_printed}; the rest like {example}"
        if hint_printed
        else f"like: {example}"
    )
    return Question(
        "card",
        f"{name}: what is printed on it",
        parse,
        write=language.write_card,
        hint=hint,
        default=usual,
        foresees=lambda text: usual if usual and _begins_next(name, text) and fault(parse, text) else "",
        whole=CARDS.has_rules(kind),
        language=lambda: CARDS.help_lines(kind),
    )


def _begins_next(name: str, text: str) -> bool:
    """Return whether a text begins with another card than this one and what is printed on it, or with a move."""
    head, colon, _ = text.partition(";")[0].partition(":")
    values = _WITH_VALUES.match(head)
    other = fold(values[1] if values else head if colon else name)
    slip = nearest(other, get_args(When), 1, alike=0.7)
    own = other == fold(name) or language.is_moment(other) or any(map(str.isdigit, other)) or slip
    return not own or re.split(r"\W", fold(text), maxsplit=1)[0] in NO_TEXT


def example_of(deck: str) -> str:
    """Return an example of a new card of a deck with its line, as typed."""
    like = {
        "adventure": "Toll Ogre: 5s 4w 2e 3g (Strength, Willpower, Experience, Gold) or Spring: heal 2",
        "common": "Moth Cleaver: 6, edged, +1s (Strength; w Willpower) or Club: 4, weapon, +1s",
        "rare": "Great Bow: 9, weapon, two-handed, +2s (Strength; w Willpower)",
        "chance": "Harvest Wind: heal 2",
        "artifact": "Mirrored Shield: shield; always: lost by 1 is drawn",
        "hero": "Bellringer: 3 strength, 4 willpower, Monastery, Fortress, woman",
    }
    return like.get(
        deck, "Prayer: 4 1m (its price, its Magic)" if deck in GUILDS else "Door Warden: 3s 2e, rare item"
    )


def chance_known(name: str) -> bool:
    """Return whether the rulebook explains a Chance card."""
    card = tables.chance_cards().get(fold(printed(name)))
    return card is not None and card.does != "gifts"


NOT_COUNTED = "not counted"
"""Answer of a table that doesn't count its decks."""


def read_sizes(text: str, variant: Variant = "standard") -> dict[DeckName, int]:
    """Parse the sizes of the decks: "chance 30, ...", the numbers alone in the same order, or "not counted".

    Raises Unreadable, also for uncounted Chance cards that are a countdown (Apocalypse Variant).
    """
    if fold(text) in (NOT_COUNTED, "none", "no"):
        if variant == "apocalypse":
            raise Unreadable("the countdown of this game goes by the Chance cards; count them, like chance 30, ...")
        return dict.fromkeys(COUNTED, UNCOUNTED)
    names = {fold(deck): deck for deck in COUNTED}
    found: dict[DeckName, int] = {}
    numbers = text.replace(",", " ").split()
    if len(numbers) == len(COUNTED) and all(many.isdecimal() for many in numbers):
        return {deck: int(many[:3]) for deck, many in zip(COUNTED, numbers, strict=True)}
    for part in text.split(","):
        name, _, many = part.strip().rpartition(" ")
        if not many.isdecimal() or not name:
            raise Unreadable(f'can\'t read "{part.strip()}"; write it like chance 30, adventure 70')
        found[find(name, names, "deck", listing=len(names))] = int(many[:3])
    if missing := [deck for deck in COUNTED if deck not in found]:
        raise Unreadable(f"how many cards has the {missing[0]} deck? All of them: {', '.join(COUNTED)}")
    return found


def write_sizes(sizes: Mapping[DeckName, int]) -> str:
    """Write the sizes of the decks as they are recorded."""
    if all(sizes[deck] == UNCOUNTED for deck in COUNTED):
        return NOT_COUNTED
    return ", ".join(f"{deck} {sizes[deck]}" for deck in COUNTED)


# --- Changes --------------------------------------------------------------------------------------
# Manual changes of what players have: "Anna health -1", "Bo gold 7, gains Rope".


PILES: Sequence[Pile[GameState]] = tuple(
    Pile(name, shown=printed) for name in ("items", "damaged", "abilities", "artifacts")
)
USAGE = "PLAYER gold|experience|health|magic|strength|willpower NUMBER, +NUMBER or -NUMBER, PLAYER gains|loses CARD"


def _put(quest: Quest, counter: StateCounter[GameState], change: Change, source: str, rules: Sequence[str]) -> None:
    """Change a count; "+2" and "-2" work as by a card, so that losing more Health than held kills."""
    colour = COLOURS.get(counter.name, "")
    if colour and not change.by and change.number > (most := quest.most_cubes(colour)):
        raise Illegal(f"{change.owner} can't have {change.number} {counter.name}; the most is {most}", counter.rule)
    if change.by:
        quest.change(change.player, counter.name, change.number, source, tuple(rules))  # type: ignore[arg-type]
    else:
        put_and_tell(quest, counter, change, source, rules)


def _verify(quest: Quest, counter: StateCounter[GameState]) -> None:
    if quest.state.over:
        raise Illegal("the game is over; take its last move back first, with undo", "four-artifacts")


def read_card(quest: Quest, seat: int, verb: str, text: str) -> NamedDraw | str:
    """Parse the card that a player gains or loses."""
    hero = quest.state.players[seat]
    if not hero.playing:
        raise Illegal(f"{hero.name} has no hero now", "death")
    if verb != LOSES:
        return read_gained(quest, text, lambda card: isinstance(card, Item) or card.kind == "ability", hero.name)
    names = [*hero.held, *hero.abilities]
    held = {fold(printed(name)): name for name in reversed(names)} | {fold(name): name for name in names}
    card = find(text, held, f"card of {hero.name}'s", listing=8)
    if card in hero.artifacts:
        raise Illegal(f"{card} can't be discarded; let another player or a space gain it", "P51")
    return card


def read_gained(quest: Quest, text: str, fits: Callable[[Card], bool], where: str, guild: str = "") -> NamedDraw:
    """Find a card to gain, in sight or else in its deck, of this guild if it is an Ability of none.

    "Potion of Healing #2" is a further copy if no second one is in sight. Raises Unreadable or Illegal.
    """
    name, colon, _ = text.partition(":")
    places = list(quest.state.known_places())
    lying = {fold(printed(one)): one for one, _ in places} | {fold(one): one for one, _ in places}
    card = language.read_whole(text) if colon else None
    if card is not None:
        card = of_deck(card, guild)
    there = lying.get(fold(name), "") if card is None else ""
    if there:
        known = quest.card(there)
    else:
        names = {fold(one.name): one.name for one in (*quest.setup.cards, *quest.state.learnt)}
        try:
            known = card or quest.card(find(printed(name), names, "card"))
        except Unreadable as error:
            hint = "" if "?" in str(error) else f"; of a new one write the whole line, {printed(name)}: item, ..."
            raise Unreadable(f"{error}{hint}") from None
    if not fits(known):
        raise Illegal(f"{known.name} doesn't lie with {where}, or no more do", "P13")
    if there:
        return NamedDraw(there)
    deck = deck_of(known)
    if quest.state.decks[deck].count < 1:
        if known.kind == "artifact":
            raise Illegal(f"{known.name} lies face down in a plane", "P51")
        raise Illegal(f"{known.name} isn't in sight, and the {deck} deck is empty", "discarded-cards")
    typed = language.write_card(known) if card is not None else known.name
    return NamedDraw(read_named(quest, deck, typed).name, card)


def move_card(quest: Quest, change: Change, source: str, rules: Sequence[str]) -> None:
    """Give a card to a hero, or discard it; who gets an Artifact that nobody had has collected it (P53)."""
    if isinstance(change.card, NamedDraw):
        name, game = change.card.name, quest.state
        held = any(name in hero.artifacts for hero in game.players)
        fetch(quest, change.card)
        quest.take(change.player, name, source, tuple(rules))
        if name in game.players[change.player].artifacts and not held:
            game.collector = change.player
    else:
        quest.lose(change.player, change.card, source, tuple(rules))


def fetch(quest: Quest, gained: NamedDraw) -> None:
    """Take a card from its place in sight, or from its deck."""
    if gained.card is not None:
        learn(quest, gained.card)
    if not _remove_from_place(quest, gained.name):
        quest.state.decks[quest.deck_of(gained.name)].count -= 1


def _remove_from_place(quest: Quest, name: str) -> bool:
    game = quest.state
    for plane in game.planes:
        if plane.artifact == name:
            plane.artifact, plane.closed = UNSEEN, True
            return True
    for space in game.spaces:
        for one in [one for one in space.cards if one.name == name]:
            space.cards.remove(one)
            for item in (*one.items, *one.damaged):
                quest.away(item)
            return True
    found = next((pile for pile, _ in game.piles() if name in pile), None)
    if found is None:
        return False
    found.remove(name)
    for pack in game.decks.values():
        if found is pack.bottom:
            pack.count -= 1
    return True


HOLDINGS: Holdings[Quest] = Holdings(
    counters=COUNTERS,
    put=_put,
    verify=_verify,
    read_card=read_card,
    move_card=move_card,
    ask_card=lambda quest, verb, kind: some_name("of a new one its whole line, like NAME: KIND, value; RULE"),
    beyond=lambda change: (
        (change.what, change.number < 0) in (("health", True), ("strength", False), ("willpower", False))
    ),
    example=lambda quest: "gold 7, health -1, gains CARD, or loses CARD",
)
