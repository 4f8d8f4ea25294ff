"""The Chance card of a round: named by the table or drawn by the program, resolved, discarded (Chance Cards)."""

from __future__ import annotations

import re

from referee.asking.meaning import Suggestion
from referee.asking.question import Option, Procedure, Question
from referee.asking.words import is_no_name
from referee.errors import Illegal, Unreadable
from referee.games.prophecy.cards.cards import Creature
from referee.games.prophecy.cards.wording import Least
from referee.games.prophecy.rules import decks, effects
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.events import ChanceDrawn, Discarded, Placed, Rules
from referee.games.prophecy.rules.state import UNSEEN, Lying
from referee.games.prophecy.tables import ChanceCard, chance_cards, numbers
from referee.games.prophecy.vocabulary import GUILDS, What
from referee.text.names import find, fold, printed
from referee.text.pattern import lazy_pattern

WITH_CHOICE = ("Open Training", "Prophetic Dream")
"""Cards whose name may be followed by the player's choice."""


_DRAWS = lazy_pattern(r"(?:(?:i|we|he|she)\s+)?(?:draws?|drew)\s+(?:an?\s+|the\s+)?", re.IGNORECASE)
"""Words that may precede the name of the card, besides the player's name."""


def chance(quest: Quest) -> Procedure[None]:
    """Draw the Chance card, resolve it, discard it."""
    game = quest.state
    if game.phase == "final battle":
        game.step = "movement"
        return
    pack = game.decks["chance"]
    if game.phase == "countdown":  # if a correction emptied the deck after the round began
        apocalypse(quest)
    if game.phase == "apocalypse":
        game.step = "movement"
        return
    if not decks.refill(quest, "chance"):
        quest.say("no Chance card is left.", "P13")
        game.step = "movement"
        return
    named, given = yield _question(quest)
    pack.count -= 1
    name = yield from decks.identify_named(quest, "chance", named)
    quest.emit(ChanceDrawn(quest.seat, name, pack.count))
    game.aside.append(name)
    explained = chance_cards().get(fold(printed(name)))
    own = quest.card(name).parsed
    if own or explained is None or explained.does == "gifts":
        yield from effects.happen(quest, name, "drawn by", effects.Source(quest.seat, name, rules=("winds", "P16")))
    else:
        yield from _carry_out(quest, name, explained, given)
    game.aside.remove(name)
    pack.discards.append(name)
    game.step = "movement"


def apocalypse(quest: Quest) -> None:
    """Begin the Apocalypse once no Chance card is left; then all heroes lose at the start of each round (P60)."""
    game = quest.state
    if game.phase == "countdown" and not game.decks["chance"].count:
        game.phase = "apocalypse"
        says = "The Apocalypse begins: in each round everybody loses Health and Magic."
        quest.say(says, "end-of-world", "P60")
    if game.phase != "apocalypse":
        return
    lost = numbers().apocalypse
    for seat in quest.state.playing(quest.seat):
        quest.change(seat, "health", -lost.health, "the Apocalypse", ("apocalypse", "P60"))
        quest.change(seat, "magic", -lost.magic, "the Apocalypse", ("apocalypse", "P60"))


def _with_choice(words: str) -> tuple[str, str]:
    """Split a text into a card, by its name or beginning, and the player's choice; ("", "") without a choice."""
    tokens = words.split()
    for card in WITH_CHOICE:
        for many in (2, 1):
            name, given = (
                fold(" ".join(tokens[:many])),
                re.sub(r"^(?:at|for|in|of) (?:the )?", "", " ".join(tokens[many:])),
            )
            begins = fold(card).startswith(name) or fold(card).endswith(f" {name}")
            if given and len(name) > 3 and begins and not fold(card).startswith(fold(words)):
                return card, given
    return "", ""


def is_named(quest: Quest, text: str) -> bool:
    """Return whether a text is the name of a Chance card, or its beginning, with a choice or not."""
    words = fold(text).removeprefix("chance ")
    card, given = map(fold, _with_choice(words))
    card = card if card and any(fold(guild).startswith(given) for guild in GUILDS) else words  # not "dream on"
    known = {fold(printed(name)) for name in decks.unseen(quest, "chance")} | chance_cards().keys()
    return len(card) > 3 and any(name.startswith(card) or card in name.split() for name in known)


def _strip_draws(text: str, player: str) -> str:
    """Strip the words before a card: "Bo draws the Mountains" is "Mountains"."""
    words = text[len(player) :].strip() if fold(text).startswith(f"{fold(player)} ") else text
    match = _DRAWS.match(words)
    return words[match.end() :] if match is not None and words[match.end() :] else text


def _question(quest: Quest) -> Question[tuple[decks.NamedDraw, str]]:
    """Return the question for the Chance card, with the choice that a player may name with it ("" for none)."""
    setup, player = quest.setup, quest.name(quest.seat)
    asked = decks.options_of(quest, "chance")
    drawn = f"chance {only}" if (only := asked.forced()) is not None else None
    first = drawn is not None and not quest.state.drawn  # nothing is forced before the first answer

    def parse(text: str) -> tuple[decks.NamedDraw, str]:
        words = " ".join(text.split())
        words = re.sub(r"(?i)^(?:(?:it's|it is) )?(?:a )?new (?:chance )?card:? +", "chance ", words)
        words = re.sub(r"(?i)^(?:the )?(?:chance )?card: +| card$", "", words)
        explicit = fold(words).startswith("chance ")
        words = words[len("chance") :].strip() if explicit else _strip_draws(words, player)
        if not words or fold(words) == "chance" or (fold(words) in ("a", "the") and fold(words) != fold(text)):
            raise Unreadable("write the name of the card, like chance Mountains")
        card, given = _with_choice(words)
        if given:
            if card == "Open Training":  # the choice must be possible
                find(given, {fold(guild): guild for guild in GUILDS}, "guild", listing=5)
            else:
                quest.board.find_plane(given)
            return decks.read_named(quest, "chance", card), given
        known = any(fold(option.text).startswith(fold(words)) for option in asked.options())
        if not explicit and not known and fold(words).partition(" ")[0] in decks.MOVES:
            raise Illegal("the Chance card comes first, like chance Mountains", "chance-card")
        named = decks.read_named(quest, "chance", words)
        if not explicit and decks.new_name(quest, "chance", named):
            cards = [one.text for one in asked.options() if fold(words).startswith(f"{fold(one.text)} ")]
            begun = next(iter(cards), "")  # "good times for everybody"
            instead = f". Did you mean {begun}?" if begun else f"; of a new one write chance {words}"
            if not begun and is_no_name(words):
                raise Unreadable(f'no Chance card is called "{words}"')
            raise Suggestion(f'no Chance card is called "{words}"{instead}', f"chance {begun or words}")
        return named, ""

    pack = quest.state.decks["chance"]
    return Question(
        "chance",
        f"{player}: which Chance card{f' ({pack.count} left)' if pack.counted else ''}",
        parse,
        who=player,
        options=lambda: (
            [Option(drawn)]
            if drawn
            else [Option(f"chance {option.text}", detail=option.detail) for option in asked.options()]
        ),
        open=True,
        hint="" if setup.draws == "program" else 'its name; in place of "end turn" it ends the turn too',
        write=lambda chosen: f"chance {decks.write_named(chosen[0])} {chosen[1]}".strip(),
        forced=lambda: None if first else drawn,
        default=drawn,
        coins=lambda chosen: decks.new_name(quest, "chance", chosen[0]),
    )


def _carry_out(quest: Quest, name: str, card: ChanceCard, given: str) -> Procedure[None]:
    """Resolve a Chance card that the rulebook explains."""
    rules: Rules = (RULES[card.does],)
    match card.does:
        case "adventures":
            yield from _adventures(quest, card.where)
        case "ability":
            yield from effects.new_ability(quest, name, rules, card.where, given)
        case "goods":
            yield from _goods(quest, card)
        case "another turn":
            quest.state.extra.append(name)
        case "turn up":
            yield from effects.turn_up_plane_card(quest, name, given)
        case "charity":
            gifts: dict[What, int] = {"gold": card.gold, "health": card.health, "magic": card.magic}
            for what, number in gifts.items():  # each to all heroes who tie for least of it (P17)
                for seat in effects.least(quest, Least(what)):
                    quest.change(seat, what, number, name, ("charity", "P17"))
        case "crisis":
            for seat in quest.state.playing(quest.seat):
                gold = quest.state.players[seat].gold
                quest.change(seat, "gold", -(gold // card.part), name, ("crisis", "P16"))


RULES = {
    "adventures": "terrain-cards",
    "ability": "guild-cards",
    "goods": "merchants",
    "another turn": "peaceful-times",
    "turn up": "prophetic-dream",
    "charity": "charity",
    "crisis": "crisis",
}
"""The rule of each Chance card that is explained."""


def describe_chance(name: str, player: str, *, harms: bool) -> tuple[str, Rules]:
    """Describe a Chance card for a table that resolves it itself, and return its rules.

    `harms` is whether a Creature that is laid open harms the heroes on its space.
    """
    card = chance_cards().get(fold(name))
    if card is None or card.does == "gifts":
        return f"everybody has what the card says, {player} the most of it", ("winds", "P16")
    most, guild = numbers().possibilities, f"the {card.where}" if card.where else f"a guild that {player} picks"
    items = f"{card.cards} {card.deck.capitalize()} Items"
    says = {
        "adventures": f"an Adventure card on each {card.where} space, clockwise from {player}: open on an empty one, "
        f"face down under one card, none where {most.adventures} lie"
        + ("; a Snake or Scorpion laid open harms each hero on its space at once" if harms else ""),
        "ability": f"an open Ability in {guild}; with {most.abilities} there the older goes under its deck",
        "goods": f"the goods in the {card.where} go to the discards; {items} come",
        "another turn": f"{player} has one more turn this round; end turn comes after it",
        "turn up": f"{player} turns up the next card of a plane: Lesser, then Greater, then Artifact",
        "charity": f"least Gold: {card.gold} Gold; least Health: heal {card.health}; least Magic: recharge "
        f"{card.magic}; all who tie",
        "crisis": "everybody gives half the Gold back; the loss is rounded down",
    }
    return says[card.does], (RULES[card.does], *(("P71",) if harms and card.does == "adventures" else ()))


def _adventures(quest: Quest, terrain: str) -> Procedure[None]:
    """Lay one card on each space of a terrain, from the hero's space clockwise (P11, P12, P13)."""
    game, most = quest.state, numbers().possibilities.adventures
    surplus = 0
    for space in quest.board.of_terrain(terrain, quest.hero.space):
        there = game.at(space).cards
        if len(there) >= most:
            surplus += 1
            continue
        if not (yield from _lay_adventure(quest, space)):
            quest.say("no Adventure card is left.", "P13")
            return
    if surplus and quest.setup.surplus_discarded:
        many = 0
        while many < surplus and decks.draw_unseen(quest, "adventure"):
            game.decks["adventure"].discards.append(UNSEEN)
            many += 1
        if many:
            quest.emit(Discarded(UNSEEN, "Adventure", many, ("P11",)))


def _lay_adventure(quest: Quest, space: int) -> Procedure[bool]:
    """Lay an Adventure card on a space, face down if there is another; return whether one was left."""
    game, where = quest.state, quest.board.label(space)
    there = game.at(space).cards
    if there:
        if not decks.draw_unseen(quest, "adventure"):
            return False
        there.append(Lying(UNSEEN, game.round))
        quest.emit(Placed(UNSEEN, "Adventure", where, ("terrain-cards", "P12")))
        return True
    name = yield from decks.draw(quest, "adventure", f"The card on {where} ({quest.board.between(space)})")
    if not name:
        return False
    there.append(Lying(name, game.round))
    quest.emit(Placed(name, "Adventure", where, ("terrain-cards",)))
    if quest.setup.laid_open_harm == "who stands there" and isinstance(quest.card(name), Creature):
        for seat in game.playing(quest.seat):
            if game.players[seat].space == space:
                source = effects.Source(seat, name, rules=("special-rules", "P71"))
                yield from effects.happen(quest, name, "revealed", source, new=True)
    return True


def _goods(quest: Quest, card: ChanceCard) -> Procedure[None]:
    """Lay new goods in City or Village, and discard the old ones."""
    where, deck = card.where, card.deck
    assert deck
    there = quest.state.at(quest.board.number_of(where))
    while there.goods:
        quest.discard(there.goods.pop(0), ("merchants",))
    for number in range(1, card.cards + 1):
        name = yield from decks.draw(quest, deck, f"{deck.capitalize()} Item {number} of {card.cards} in the {where}")
        if not name:
            quest.say(f"no {deck.capitalize()} Item is left.", "P13")
            return
        there.goods.append(name)
        quest.emit(Placed(name, deck, where, ("merchants",)))
