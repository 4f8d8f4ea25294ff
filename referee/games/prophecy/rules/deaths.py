"""Heroes that die, what becomes of their things, and new ones (Death of a Character; A New Character; P46 to P48)."""

from __future__ import annotations

import random
from contextlib import suppress

from msgspec import UNSET

from referee.asking.players import name_reader
from referee.asking.question import Option, Procedure, Question, choice
from referee.errors import Illegal, Unreadable
from referee.games.prophecy.board import Board
from referee.games.prophecy.cards.cards import Card, HeroCard
from referee.games.prophecy.cards.language import write_card
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.decks import learn, printed_question
from referee.games.prophecy.rules.events import Arrived, Died, LeftGame, Rules
from referee.games.prophecy.rules.state import GameState, Hero, Setup
from referee.games.prophecy.tables import numbers
from referee.text.names import did_you_mean, fold, or_list

STAY_OUT = "stay out"


def settle_deaths(quest: Quest, source: str, killer: int | None = None) -> None:
    """Take the dead off the board; who killed them in a fight gets Gold, Items and Artifacts (P46, P57)."""
    for seat, hero in enumerate(quest.state.players):
        if hero.status == "dead" and hero.space:
            heir = killer if killer is not None and killer != seat and quest.state.players[killer].playing else None
            _bury(quest, seat, source, heir)


def _bury(quest: Quest, seat: int, source: str, heir: int | None, *, leaves: bool = False) -> None:
    """Take a hero's things off: to the heir, or to bank and discards; who `leaves` is out with them (P54)."""
    game, hero = quest.state, quest.state.players[seat]
    if not leaves:
        quest.emit(Died(seat, hero.hero, source))
    if heir is None and game.phase == "final battle" and not leaves:
        heir = next((other for other in game.playing(seat) if game.players[other].artifacts), None)
    rules: Rules = ("death", "P46", *(("P57",) if game.phase == "final battle" else ()))
    why = "out of the game" if leaves else "death"
    for name in list(hero.artifacts):
        quest.drop(seat, name)
        if heir is not None:
            quest.take(heir, name, hero.hero, rules)
        elif game.attacking >= 0 and seat == game.active:
            game.planes[game.attacking].left.append(name)
        else:
            game.at(hero.space).artifacts.append(name)
    for name in [*hero.items, *hero.damaged]:
        damaged = name in hero.damaged
        if heir is not None:
            quest.drop(seat, name)
            quest.take(heir, name, hero.hero, rules, damaged=damaged)
        else:
            quest.lose(seat, name, why, rules)
    gold = hero.gold
    quest.change(seat, "gold", -gold, why, rules)
    if heir is not None:
        quest.change(heir, "gold", gold, hero.hero, rules)
    quest.change(seat, "experience", -hero.experience, why, rules)
    abilities = list(hero.abilities)
    random.Random(f"{quest.setup.seed}/{game.drawn}/abilities").shuffle(abilities)
    for name in abilities:
        quest.lose(seat, name, why, rules)
    game.eliminated.append(hero.hero)
    game.players[seat] = Hero(hero.name, "", 0, 0, 0, 0, 0, status="dead", rounds=hero.rounds)


def hands_over(setup: Setup, game: GameState) -> bool:
    """Whether a beaten hero with an Artifact must hand one over, and who has none is out (P56, P59).

    So it stays once heroes have held all five, also while one lies on a space again.
    """
    return game.phase == "final battle" or (game.phase != "normal" and setup.apocalypse_hands_over)


def may_return(setup: Setup, game: GameState) -> bool:
    """Whether a dead hero's player can still take another one (P47, P59)."""
    return not hands_over(setup, game) and (bool(game.unused) or more_heroes(setup, game))


def more_heroes(setup: Setup, game: GameState) -> bool:
    """Whether the box has heroes whose names nobody has told yet; the program draws only those that it knows."""
    told = {*game.unused, *game.eliminated, *(hero.hero for hero in game.players if hero.hero)}
    return setup.draws == "table" and len(told) < numbers().box.heroes


def put_out(quest: Quest, seat: int, why: str, rules: Rules) -> None:
    """A player leaves the game with all that the hero has (P48, P54)."""
    hero = quest.state.players[seat]
    if hero.space:
        hero.status = "dead"
        _bury(quest, seat, why, None, leaves=True)
    quest.state.players[seat].status = "out"
    quest.emit(LeftGame(seat, why, rules))


def new_hero(quest: Quest) -> Procedure[None]:
    """At the start of a dead hero's player's round: another hero, or none any more (P47)."""
    game, seat = quest.state, quest.seat
    name: str = yield _question(quest)
    if name == STAY_OUT:
        put_out(quest, seat, "no new hero", ("new-character", "P47"))
        return
    card = quest.known(name)
    if card is None or not complete_hero(card):
        learn(quest, (yield hero_line(name)))
    if name in game.unused:
        game.unused.remove(name)
    rounds = game.players[seat].rounds
    hero = game.players[seat] = fresh_hero(quest.board, game.players[seat].name, quest.card(name))
    hero.rounds = rounds
    quest.emit(Arrived(seat, name, quest.board.called(hero.space)))
    lost = numbers().new_hero
    quest.change(seat, "health", -min(lost.health, hero.health), "the way", ("new-character", "P47"))
    quest.change(seat, "magic", -lost.magic, "the way", ("new-character", "P47"))


def fresh_hero(board: Board, player: str, card: Card) -> Hero:
    """A hero as at the beginning of the game; what is printed on the card must be known."""
    assert isinstance(card, HeroCard)
    assert card.strength is not UNSET
    assert card.willpower is not UNSET
    start = numbers().start
    red, blue = card.strength, card.willpower
    return Hero(
        player, card.name, board.named(card.guilds[0]), red, red, blue, blue, start.gold, start.experience,
        sex="" if card.sex is UNSET else card.sex,
    )  # fmt: skip


def complete_hero(card: Card) -> bool:
    """Whether a card is a hero's, with all that a hero needs."""
    return isinstance(card, HeroCard) and UNSET not in (card.strength, card.willpower) and len(card.guilds) == 2


def hero_line(name: str) -> Question[Card]:
    """What is printed on a hero's card."""

    def wrong(card: Card) -> str:
        needed = "a hero needs strength, willpower and two guilds"
        return "" if complete_hero(card) else f"{needed}; this line is {write_card(card)}"

    return printed_question(name, wrong, "hero, strength 3, willpower 4, Monastery, Fortress, woman")


def _question(quest: Quest) -> Question[str]:
    game, player = quest.state, quest.name(quest.seat)
    offered = list(game.unused)
    if quest.setup.draws == "program":
        offered = [random.Random(f"{quest.setup.seed}/{game.drawn}/hero").choice(sorted(offered))]
    gone = {fold(name): "is out of the game" for name in game.eliminated}
    gone |= {fold(hero.hero): f"is {hero.name}'s" for hero in game.players if hero.hero}
    options = [Option(f"new hero {name}") for name in offered]
    asked = choice("new hero", "", [*options, Option(STAY_OUT)])

    def parse(text: str) -> str:
        typed = text if fold(text).startswith(("new hero", fold(STAY_OUT))) or text.isdigit() else f"new hero {text}"
        with suppress(Unreadable):
            return asked.parse(typed).removeprefix("new hero ")
        name = typed[len("new hero") :].strip()
        if fold(name) in gone:
            raise Illegal(f"{name} {gone[fold(name)]}; the new hero is an unused one", "new-character")
        hint = did_you_mean(name, offered)
        if hint or not more_heroes(quest.setup, game):
            raise Unreadable(f'no unused hero is called "{name}"{hint or f"; it can be {or_list(offered)}"}')
        return name_reader("hero", {})(name)

    return Question(
        "new hero", f"{player}: which hero did you draw from those not in use, or {STAY_OUT}", parse,
        options=lambda: [*options, Option(STAY_OUT, detail=f"{player} plays no more")], who=player,
        open=more_heroes(quest.setup, game),
        write=lambda name: name if name == STAY_OUT else f"new hero {name}",
    )  # fmt: skip
