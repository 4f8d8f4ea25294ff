"""The start of a game, and its turns (Game Set Up; Beginning the Game; One Round of the Game)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from msgspec import structs

from referee.asking.meaning import fit
from referee.asking.moves import Moves, ask_move
from referee.asking.question import Procedure, Question, relay
from referee.asking.words import tokens_of
from referee.declaration.game import Rules, part
from referee.declaration.tracking import LightPlay
from referee.errors import Illegal, RefereeError, Unreadable
from referee.games.prophecy.board import PLANES, SPACES
from referee.games.prophecy.cards.cards import ChanceEntry, Creature
from referee.games.prophecy.readings import ProphecyReadings
from referee.games.prophecy.rules import (
    chance,
    combat,
    effects,
    ending,
    movement,
    places,
    possibilities,
    trading,
    using,
)
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.decks import PILES
from referee.games.prophecy.rules.ending import fresh_hero
from referee.games.prophecy.rules.state import (
    COUNTERS,
    PLANE_CARDS,
    TRACKING_LEVELS,
    GameState,
    Hero,
    Lying,
    Pack,
    Plane,
    Setup,
    Space,
)
from referee.games.prophecy.vocabulary import GUILDS
from referee.text.names import fold, printed
from referee.text.pattern import lazy_pattern

TERRAIN_OF = {"Mountains": "Mountains", "Forests": "Forest", "Plains": "Plains"}
"""Terrain on which each Chance card lays Adventure cards."""


def start_game(setup: Setup) -> GameState:
    """Build the state before the first round: heroes on their first guilds, first Abilities and Adventure cards."""
    board = setup.board
    if board is None:  # less than everything is tracked
        seated = [Hero(player, "", 0, 0, 0, 0, 0) for player in setup.players]
        return GameState(seated, [], [], {}, active=setup.start, tracking=setup.tracking, known=setup.tracking)
    pairs = zip(setup.players, setup.heroes, strict=True)
    heroes = [fresh_hero(setup, board, player, setup.known[fold(name)]) for player, name in pairs]
    game = GameState(
        heroes,
        [Space() for _ in range(SPACES)],
        [Plane() for _ in range(PLANES)],
        {deck: Pack(size - PLANES * (deck in PLANE_CARDS)) for deck, size in setup.sizes.items()},
        unused=[card.name for card in setup.cards if card.kind == "hero" and card.name not in setup.heroes],
        active=setup.start,
    )
    for guild, name in zip(GUILDS, setup.abilities, strict=False):
        game.at(board.number_of(guild)).abilities.append(name)
        game.decks[guild].count -= 1
    for space, name in zip(board.of_terrain(TERRAIN_OF[setup.first]), setup.laid, strict=False):
        game.at(space).cards.append(Lying(name))
        game.decks["adventure"].count -= 1
    chance = game.decks["chance"]
    chance.count, chance.discards = chance.count - 1, [setup.first]
    if fold(setup.first) not in setup.known:  # the rulebook explains it
        game.learnt += (ChanceEntry(name=setup.first),)
    game.hero.rounds = 1
    return game


# --- Turns ----------------------------------------------------------------------------------------
# The game as a session plays it: one step is one decision of the active player (One Round of the Game).


MOVES: Moves[Quest] = Moves(
    combat.CreatureFight,
    combat.HeroAttack,
    possibilities.Possibility,
    movement.Way,
    using.Use,
    trading.Offer,
    ending.EndOfTurn,
)
"""The moves of a turn, in the order in which they are listed."""
_IN_TURNS = MOVES.begins - {"use", "cast", "offer"}
"""First words of moves that don't begin an answer to a move's questions."""
_DICE = lazy_pattern("[1-6][ ,+/]*[1-6]")
"""Both dice of a fight."""
_PRICE = lazy_pattern(r"pays? (\d+(?: gold)?) for (?:the |an? )?")
"""Begins what is bought or learnt, with its price."""
_IN_FIGHTS = ("roll", "throw", "pay", "accept", "wills", "stand")
"""First words of answers in a fight that don't begin a move."""


def next_decision(setup: Setup, state: GameState, events: list[Any]) -> Procedure[None] | None:
    """Return the procedure of the next decision; None when the game is over."""
    return None if state.over else relay(play_step(Quest(setup, state, events)), _comes_first)


def _comes_first(asked: Question[Any]) -> Procedure[Any]:
    """Ask a question; moves and Chance cards that don't answer it are refused by the order of the turn."""

    def parse(text: str) -> Any:
        try:
            return asked.parse(text)
        except Unreadable:
            verb, _, rest = fold(text).partition(" ")
            texts = [fold(text).split() for option in asked.options() for text in (option.text, *option.also)]
            own = {words[0] for words in texts}
            if verb == "take" and any(not {*rest.split()}.isdisjoint(words) for words in texts):
                raise  # "take the hammer" of several Items
            if verb not in _IN_TURNS - own and (verb != "chance" or not rest or asked.key == "chance"):
                raise
            raise Illegal(f"{asked.prompt}: that comes first", "order-of-turn") from None

    return (yield asked if asked.key == "move" or asked.whole else structs.replace(asked, parse=parse))


def play_step(quest: Quest) -> Procedure[None]:
    """Play one step of a round (its start, the Chance card, a move, its end), with the consequences for all."""
    match quest.state.step:
        case "round":
            game = quest.state
            returns = game.hero.status == "dead"  # one whom the Apocalypse kills now comes back a round later (P47)
            chance.apocalypse(quest)
            yield from ending.settle(quest, "the Apocalypse")
            if returns and game.hero.status == "dead":
                yield from ending.new_hero(quest)
            game.step = "chance" if game.hero.playing else "round end"
            yield from _own_cards(quest, "round starts")
            yield from ending.settle(quest, "the Apocalypse")
        case "chance":
            yield from chance.chance(quest)
            ended = quest.state.phase == "apocalypse"
            yield from ending.settle(quest, "the Apocalypse" if ended else "the Chance card")
        case "round end":
            yield from _end_round(quest)
        case _:
            yield from ask_move(question(quest), quest)


# --- a round ----------------------------------------------------------------------------------------


def _own_cards(quest: Quest, when: str) -> Procedure[None]:
    """Apply the automatic effects of the active hero's cards."""
    hero, seat = quest.hero, quest.seat
    for name in (*hero.items, *hero.artifacts, *hero.abilities):
        if any(rule.when == when for rule in quest.card(name).parsed) and hero.playing:
            yield from effects.happen(quest, name, when, effects.Source(seat, name))


def _end_round(quest: Quest) -> Procedure[None]:
    game = quest.state
    if game.hero.playing:
        yield from _own_cards(quest, "round ends")
        yield from ending.settle(quest, "the end of the round")
        if game.over or game.step != "round end":
            return
    if game.hero.playing:
        yield from ending.keep_limits(quest)
    ending.lapse(quest, "round")
    ending.next_round(quest)


# --- moves --------------------------------------------------------------------------------------------


def question(quest: Quest) -> Question[Any]:
    """Return the question for the active player's next move."""
    player, game = quest.hero.name, quest.state
    what = {"movement": "how do you move"}.get(game.step, "what next")
    if game.step == "movement" and game.phase == "final battle":
        what = "what do you do instead of moving"
    if game.step == "movement" and game.joined:
        what = f"move {'twice' if game.moves > 1 else 'once more'} (Fleet of Foot)"
    where = quest.board.label(quest.hero.space)
    if there := places.describe_space(quest, quest.hero.space):
        where += f" ({there})"
    if game.attacking >= 0:
        where = f"the plane of the {quest.board.planes[game.attacking].name}"
    usual = _default_move(quest)
    asked: Question[Any] = MOVES.question(
        quest,
        "move",
        f"{player} in {where}: {what}",
        who=player,
        open=True,
        default=usual,
        by_enter=lambda: [option.text for option in asked.options()] == [usual],
        rather=lambda move: combat.rather(asked.options(), move),
        foresees=lambda text: _implied_move(quest, text, asked),
        example=lambda: _example(quest, asked),
    )
    return structs.replace(asked, parse=lambda text: _read(text, asked))


def _example(quest: Quest, asked: Question[Any]) -> str:
    """Return a short example of a way with the turn's end behind it, where no Creature lies: "village; end"."""
    for way, why in movement.ways(quest) if quest.state.step == "movement" else ():
        if way.kind == "walk" and not why and not places.open_here(quest, Creature, way.to):
            word = fold(quest.board.label(way.to)).partition(" ")[0]
            with suppress(RefereeError):
                if fit(asked, word) == way.write(quest):
                    return f"{word}; end"
    return ""


def _default_move(quest: Quest) -> str | None:
    """Return the default move: the turn's end, or the fight against the only Creature; None if there is none."""
    if not ending.EndOfTurn().why_not(quest):
        return "end turn"
    there = places.creatures_to_fight(quest)
    return f"fight {printed(there[0])}" if len(there) == 1 and quest.state.step != "movement" else None


def _implied_move(quest: Quest, text: str, asked: Question[Any]) -> str:
    """Return the move implied before a text: the turn's end before a Chance card, a fight before dice, "stay"."""
    typed = quest.setup.dice == "entered" and _DICE.fullmatch(text)
    if typed and asked.default != "end turn" and asked.by_enter():
        return asked.default or ""
    verb, _, rest = fold(text).partition(" ")
    if quest.state.step == "movement" and verb == "fight":
        here = [fold(printed(name)) for name in places.creatures_to_fight(quest)]
        return "stay" if any(fold(rest) in name for name in here) else ""
    ended = not quest.state.extra and not ending.EndOfTurn().why_not(quest)
    return "end turn" if ended and chance.is_named(quest, text) else ""


def _read(text: str, asked: Question[Any]) -> Any:
    """Parse a move, or say why it is none at this moment. Raises Unreadable or Illegal."""
    words = " ".join(text.split())
    if words.isdecimal():
        listed = asked.options()
        if len(words) < 4 and 1 <= int(words) <= len(listed):
            raise Unreadable(f"write the move itself, not its number; {words} is: {listed[int(words) - 1].shown}")
        there = "only 1" if len(listed) == 1 else f"1 to {len(listed)}"
        raise Unreadable(f"{words} is not in the list; it has {there}")
    verb = fold(words.partition(" ")[0])
    if priced := _PRICE.match(fold(text)):
        return asked.parse(f"buy {text[priced.end() :]} for {priced[1]}")
    said_in_fights = verb in _IN_FIGHTS  # but "fight Sphinx wills"
    if said_in_fights and not any(verb in tokens_of(option.text) for option in asked.options()):
        raise Illegal("that is said in a fight, and there is none now", "order-of-turn")
    if verb == "chance":
        raise Illegal("the Chance card comes first in a round, and only once", "chance-card")
    return asked.parse(text)


def label(state: GameState) -> str:
    """Return where in the game a state is."""
    if state.over:
        return "the end"
    return f"round {state.round}{f', turn {state.turn}' if state.turn > 1 else ''}"


def _seats(state: GameState) -> list[tuple[str, int]]:
    return [
        ("active", state.active),
        ("attacked", state.attacked),
        ("collector", state.collector),
        *(("won", seat) for seat in state.won),
    ]


_LIGHT = "referee.games.prophecy.rules.light"
LIGHT: LightPlay[Setup, GameState] = LightPlay(
    next_decision=part(f"{_LIGHT}:next_decision"), count=part(f"{_LIGHT}:count"), lighten=part(f"{_LIGHT}:lighten")
)


def _on_board(setup: Setup, state: GameState) -> Iterator[tuple[str, str]]:
    """Yield the heroes and the Adventure cards that lie open, each with its space, where all is tracked."""
    if state.light:
        return
    board = Quest(setup, state, []).board
    yield from ((hero.name, board.label(hero.space)) for hero in state.players if hero.space)
    for number, space in enumerate(state.spaces, 1):
        yield from ((printed(lying.name), board.label(number)) for lying in space.cards if lying.open)


RULES: Rules[Setup, GameState] = Rules(
    setup_type=Setup,
    state_type=GameState,
    start=start_game,
    next_decision=next_decision,
    label=label,
    corrections=part("referee.games.prophecy.rules.checks:CORRECTIONS"),
    counters=COUNTERS,
    tracking_levels=TRACKING_LEVELS,
    light=LIGHT,
    piles=PILES,
    places=_on_board,
    first=lambda setup: setup.start,
    seats=_seats,
    readings=ProphecyReadings,
    in_battle=lambda state: state.attacking >= 0,
    claims=part("referee.games.prophecy.fights.record:read_claim"),
    close_checks=part("referee.games.prophecy.rules.checks:CHECKS"),
    mended={
        2: ("P25", "P30", "P31", "P34", "P49", "P50", "P51", "P59", "P77", "P78", "P81", "P82"),
        # a known card whose line leaves out its guild or its rarity is noted with that of the deck it was drawn from;
        # at a light table too a Champion who leaves has Artifacts for the next one, partners don't fight,
        # and with `hero_attacks 0` nobody does before the Final Battle
        3: ("decks", "P57", "P62", "attack-heroes"),
        4: ("attack-heroes",),  # a light table counts the attacks of a turn, to offer no more than are left
        # what goes after a card was used up for a reward's roll was lost to its deck; in a fight of heroes "least" on
        # the defender's cards was asked of the attacker; a rule between two that depend on a die parted their roll
        5: ("discarded-cards", "special-rules", "P17"),
        # a roll of who isn't at turn asked "least" of the active hero; what an own card asks for at a moment was paid
        # unasked, and a Spell's Magic not at all; an Opportunity to steal was used up where nobody is; what costs
        # nothing threw a roll again without end
        6: ("P71", "X8", "P25", "X9"),
        # what comes instead ("or else") was left out for an unused weapon and for cubes at their limit; an Item as
        # the price of what is for a weapon or a die was that weapon, or wasn't taken
        7: ("special-rules", "card-costs", "X10"),
        # help with a Spell was taken off what its rule asks for too; lodging was noted only at tables that allow it
        # once; "each player" moved from the active hero's space; of rules with a die the first one's condition held
        # for all; a correction that brings an Artifact made no collector; who attacks a plane could rob heroes;
        # what an Opportunity did to nobody, or for each of no Items, opened it; a light table let a Champion end a
        # turn without an attack
        8: ("effective-spellcasting", "P24", "moving-cards", "card-effects", "P53", "P50", "P25", "P56"),
        # a bonus for the next battle outlasted one that nobody could pay for; weapons that weren't used robbed the
        # beaten; Health that a hero's card took in a fight or after it counted as no damage of it; in fights nothing
        # was limited to once in two rounds; Spells helped a roll that Bats ask for; the dead were asked for prices; a
        # countdown might be of uncounted cards, and at a light table its rounds end without one
        9: ("X11", "used-items-count", "P76", "once-a-round", "bats-and-dragon", "X8", "P43", "apocalypse"),
        # beside the least wealth nothing else that a card asks for had to hold; who has the least was looked at
        # before a fight, not when it counts; cheaper Spells in a fight and a second weapon had no conditions; a
        # scroll that helped to pay was kept; nothing could be used before Fanaticism's new battle
        10: ("hermit", "special-rules", "effective-spellcasting", "ambidexterity", "potions-and-scrolls", "P30"),
        # what a Spell on one of two weapons damages was both, and neither once the winner had taken it; an Item
        # taken from the beaten acted at once, and an Artifact might have a price; what
        # a loss costs those whom a Creature's card isn't for was nothing; what a Creature asks for when it is met
        # wasn't counted before a fight, and what it does then heeded no condition of fights; of two
        # rules of a card that are announced alike only the last could be
        11: ("flaming-weapon", "P70", "used-items-count", "P51", "P28", "X8", "special-rules", "announce-first"),
    },
)
