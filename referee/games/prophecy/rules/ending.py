"""Deaths, new heroes and the end of the game (Death of a Character; A New Character; P46 to P48)."""

from __future__ import annotations

import random
import re
from collections.abc import Collection
from contextlib import suppress
from typing import ClassVar, Literal

from msgspec import UNSET

from referee.asking.interrupts import ALLOWED, Refusal
from referee.asking.moves import Move
from referee.asking.question import Option, Procedure, Question, carried_out, choice, name_reader, whole_number
from referee.errors import Illegal, Unreadable
from referee.games.prophecy.board import VILLAGE, Board
from referee.games.prophecy.cards.cards import Card, HeroCard
from referee.games.prophecy.cards.language import write_card
from referee.games.prophecy.cards.wording import Do
from referee.games.prophecy.readings import ProphecyReadings
from referee.games.prophecy.rules import effects, payments, places
from referee.games.prophecy.rules import events as e
from referee.games.prophecy.rules.context import Quest, take_named
from referee.games.prophecy.rules.decks import example_of, learn, printed_question
from referee.games.prophecy.rules.state import GameState, Hero, Pack, Setup
from referee.games.prophecy.tables import numbers
from referee.games.prophecy.vocabulary import ARTIFACTS
from referee.play.event import Weighty
from referee.text.grammar import does, so_many
from referee.text.names import and_list, did_you_mean, fold, names_in, or_list, printed
from referee.text.pattern import lazy_pattern

STAY_OUT = "stay out"


def settle_deaths(quest: Quest, source: str, fought: Collection[int] = ()) -> None:
    """Remove dead heroes from the board; of two who `fought` the other one gets Gold, Items, Artifacts (P46, P57)."""
    players = quest.state.players
    for seat, hero in enumerate(players):
        if hero.status == "dead" and hero.space:
            others = (one for one in fought if seat in fought and players[one].playing)
            _bury(quest, seat, source, next(others, None))


def _bury(quest: Quest, seat: int, source: str, heir: int | None, *, leaves: bool = False) -> None:
    """Move a hero's things to the heir, or to bank and discards; `leaves` if the player is out with them (P54)."""
    game, hero = quest.state, quest.state.players[seat]
    if not leaves:
        quest.emit(e.Died(seat, hero.hero, source))
    if heir is None and game.phase == "final battle" and not leaves:
        heir = next(iter(game.playing(seat)), None)
    rules: e.Rules = ("death", "P46", *(("P57",) if game.phase == "final battle" else ()))
    why = "out of the game" if leaves else "death"
    for name in hero.artifacts:
        if heir is not None:
            quest.take(heir, name, hero.hero, rules)
        elif game.attacking >= 0 and seat == game.active and not game.planes[game.attacking].closed:
            game.planes[game.attacking].left.append(name)
        else:
            game.at(hero.space).artifacts.append(name)
    for name in hero.losable:
        if heir is not None:
            quest.take(heir, name, hero.hero, rules, damaged=name in hero.damaged)
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
    """Return whether a beaten hero with an Artifact must hand one over, and one without is out (P56, P59).

    That stays so once heroes have held all five, even while one lies on a space again.
    """
    return game.phase == "final battle" or (game.phase != "normal" and setup.apocalypse_hands_over)


def may_return(setup: Setup, game: GameState) -> bool:
    """Return whether a dead hero's player can still take another one (P47, P59)."""
    return not hands_over(setup, game) and (bool(game.unused) or more_heroes(setup, game))


def more_heroes(setup: Setup, game: GameState) -> bool:
    """Return whether the box has heroes with unknown names; the program draws known ones only."""
    known = {*game.unused, *game.eliminated, *(hero.hero for hero in game.players if hero.hero)}
    return setup.draws == "table" and len(known) < numbers().box.heroes


def put_out(quest: Quest, seat: int, why: str, rules: e.Rules) -> None:
    """Remove a player from the game with all that the hero has (P48, P54)."""
    if quest.state.players[seat].space:
        _bury(quest, seat, why, None, leaves=True)
    quest.state.players[seat].status = "out"
    out = f"{quest.name(seat)} is out of the game ({why})."
    if why == e.GONE_HOME:
        out = f"{quest.name(seat)} puts everything back; the hero's piece leaves the board."
    quest.emit(Weighty(out, rules))


def new_hero(quest: Quest) -> Procedure[None]:
    """Ask a dead hero's player for another hero, or none, at the start of the round (P47)."""
    game, seat = quest.state, quest.seat
    name: str = yield _question(quest)
    if name == STAY_OUT:
        put_out(quest, seat, "no new hero", ("new-character", "P47"))
        return
    card = quest.known(name)
    if not complete_hero(card):
        learn(quest, (yield hero_line(name)))
    if name in game.unused:
        game.unused.remove(name)
    rounds = game.players[seat].rounds
    hero = game.players[seat] = fresh_hero(quest.setup, quest.board, game.players[seat].name, quest.card(name))
    hero.rounds = rounds
    arrives = f"{hero.name} goes on as {printed(name)}, in {quest.board.label(hero.space)}"
    quest.say(f"{arrives}.", "new-character", "P47")
    ours = quest.setup
    quest.change(seat, "health", -min(ours.new_hero_health, hero.health), "the way", ("new-character", "P47"))
    quest.change(seat, "magic", -ours.new_hero_magic, "the way", ("new-character", "P47"))


def fresh_hero(ours: ProphecyReadings, board: Board, player: str, card: Card) -> Hero:
    """Return a hero as at the start of the game; the values of the card must be known."""
    assert isinstance(card, HeroCard)
    assert card.strength is not UNSET
    assert card.willpower is not UNSET
    red, blue = card.strength, card.willpower
    return Hero(
        player,
        card.name,
        board.number_of(card.guilds[0]),
        red,
        red,
        blue,
        blue,
        ours.start_gold,
        ours.start_experience,
        sex="" if card.sex is UNSET else card.sex,
    )


def complete_hero(card: Card | None) -> bool:
    """Return whether a card is a hero's, with all values needed."""
    return isinstance(card, HeroCard) and UNSET not in (card.strength, card.willpower) and len(card.guilds) == 2


def hero_line(name: str) -> Question[Card]:
    """Return the question for the line of a hero's card."""

    def wrong(card: Card) -> str:
        needed = "a hero needs strength, willpower and two guilds"
        return "" if complete_hero(card) else f"{needed}; this line is {write_card(card)}"

    return printed_question(name, wrong, example_of("hero").partition(": ")[2], "hero")


def _question(quest: Quest) -> Question[str]:
    game, player = quest.state, quest.name(quest.seat)
    offered = list(game.unused)
    if quest.setup.draws == "program":
        offered = [random.Random(f"{quest.setup.seed}/{game.drawn}/hero").choice(sorted(offered))]
    unavailable = {fold(name): "is out of the game" for name in game.eliminated}
    unavailable |= {fold(hero.hero): f"is {hero.name}'s" for hero in game.players if hero.hero}
    options = [Option(f"new hero {name}") for name in offered]
    asked = choice("new hero", "", [*options, Option(STAY_OUT)])

    def parse(text: str) -> str:
        typed = text if fold(text).startswith(("new hero", fold(STAY_OUT))) or text.isdigit() else f"new hero {text}"
        with suppress(Unreadable):
            return asked.parse(typed).removeprefix("new hero ")
        name = typed[len("new hero") :].strip()
        if fold(name) in unavailable:
            raise Illegal(f"{name} {unavailable[fold(name)]}; the new hero is an unused one", "new-character")
        hint = did_you_mean(name, offered)
        if hint or not more_heroes(quest.setup, game):
            raise Unreadable(f'no unused hero is called "{name}"{hint or f"; it can be {or_list(offered)}"}')
        return name_reader("hero", {})(name)

    return Question(
        "new hero",
        f"{player}: which hero did you draw from those not in use, or {STAY_OUT}",
        parse,
        options=lambda: [*options, Option(STAY_OUT, detail=f"{player} plays no more")],
        who=player,
        open=more_heroes(quest.setup, game),
        write=lambda name: name if name == STAY_OUT else f"new hero {name}",
    )


# --- Duels ----------------------------------------------------------------------------------------
# Heroes against heroes, apart from the dice: who may be attacked, and what the loser gives (P26, P45, P56).


SAFE = ("Monastery", "Forest Camp")
"""Spaces with a white dove."""


def why_no_attack(quest: Quest, seat: int) -> Refusal:
    """Return why a hero here can't be attacked now."""
    game, hero = quest.state, quest.state.players[seat]
    if game.step != "turn":
        return Refusal("the movement comes first", "order-of-turn")
    if game.attacking >= 0:
        return Refusal("in a plane the Guardian must be fought", "P50")
    if why := places.why_in_the_way(quest):
        return Refusal(why, "P49" if game.returned else "order-of-turn")
    if why := attacks_made(quest):
        return Refusal(why, "attack-heroes")
    if game.possible and not payments.standing(quest, Do, "possibilities first"):
        return Refusal("Possibilities come after it, and you have used one", "order-of-turn")
    if seat == quest.setup.partner(quest.seat) and not quest.setup.attack_partner:
        return Refusal(f"{hero.name} is your partner", "P62")
    return Refusal(why, "P26") if (why := why_safe(quest, hero)) else ALLOWED


def why_safe(quest: Quest, hero: Hero) -> str:
    """Return why no other hero may attack this one where it is (P26), "" if one may."""
    where = quest.board[hero.space].name
    if quest.state.phase == "final battle" or hero.artifacts:
        return ""
    if where in SAFE:
        return f"{hero.name} is safe in the {where}"
    return f"{hero.name} is safe in the Village until their next turn" if where == VILLAGE and hero.lodging else ""


NO_ATTACKS = "at this table heroes don't attack each other before the Final Battle"


def attacks_made(quest: Quest) -> str:
    """Return why no further hero can be attacked in this turn; "" if one can."""
    game = quest.state
    already = (game.attacked >= 0) + game.further
    most = max(quest.setup.hero_attacks, game.phase == "final battle")  # there at least once
    if already < most:
        return ""
    if most != 1:
        return f"{most} attacks a turn: you have made {already}" if most else NO_ATTACKS
    return "one hero a turn: you have attacked already"


def must_attack(quest: Quest) -> bool:
    """Return whether a Champion still has to attack another in this turn (P56)."""
    game = quest.state
    if game.phase != "final battle" or game.attacked >= 0:
        return False
    here = places.heroes_here(quest, quest.seat)
    return any(why_no_attack(quest, seat).ruling in ("", "order-of-turn") for seat in here)


def beaten(quest: Quest, loser: int, winner: int) -> Procedure[None]:
    """Settle a hero's loss to another: an Artifact late in the game, else Health or an Item (P45, P56)."""
    hero, name = quest.state.players[loser], quest.name(loser)
    if hands_over(quest.setup, quest.state) and hero.artifacts:
        asker, verb, prompt = loser, "give", f"Which Artifact does {name} hand over to {quest.name(winner)}"
        if quest.setup.artifact_given == "winner":
            asker, verb, prompt = winner, "take", f"Which Artifact of {name}'s does {quest.name(winner)} take"
        given: str = yield effects.card_question(verb, prompt, hero.artifacts, quest.name(asker))
        effects.hand_over(quest, loser, winner, given, "the lost fight", ("final-battle", "P56"))
        return
    rules: e.Rules = ("win-hero", "P45")
    if hero.held:
        many = quest.setup.lost_health
        loss, left = "a Health" if many == 1 else f"{many} Health", hero.health - many
        asked = choice(
            "beaten",
            f"{name} lost: lose {loss}, or let {quest.name(winner)} take an Item",
            [
                Option("lose health", detail=f"{left} left" if left >= 0 else "there is none left: the hero dies"),
                Option(
                    "offer", detail="any one Item, damaged ones and Artifacts too", also=("give an item", "an item")
                ),
            ],
            who=name,
        )
        what: str = yield asked
        quest.say(f"{name}: {'loses Health' if what == 'lose health' else 'offers the Items'}.", *rules)
        if what == "offer":
            taken: str = yield effects.card_question(
                "take", f"Which Item of {name}'s does {quest.name(winner)} take", hero.held, quest.name(winner)
            )
            effects.hand_over(quest, loser, winner, taken, "the lost fight", rules)
            return
    quest.change(loser, "health", -quest.setup.lost_health, "the lost fight", rules)


# --- The end of a round: limits, and effects that end (End of a Round; P18, P23, P65)


def excess(ours: ProphecyReadings, hero: Hero) -> dict[str, int]:
    """Return by how much a hero exceeds the limits at the round's end; Artifacts count as Items."""
    has = {
        "gold": (hero.gold, ours.most_gold),
        "experience": (hero.experience, ours.most_experience),
        "items": (len(hero.held), ours.most_items),
        "abilities": (len(hero.abilities), ours.most_abilities),
    }
    return {what: held - limit for what, (held, limit) in has.items() if held > limit}


def keep_limits(quest: Quest) -> Procedure[None]:
    """Discard down to the limits of Gold, Experience, Items and Abilities; the player picks the cards."""
    seat, hero = quest.seat, quest.hero
    over = excess(quest.setup, hero)
    for what in ("gold", "experience"):
        if what in over:
            quest.change(seat, what, -over[what], "the limit", ("end-limits",))
    for what, there in (("Items", hero.losable), ("Abilities", hero.abilities)):
        if many := min(over.get(fold(what), 0), len(there)):
            names: list[str] = yield _limits_question(quest, what, there, many)
            for name in names:
                quest.lose(seat, name, "the limit", ("end-limits", "P23"))


def call_limits(quest: Quest) -> None:
    """Say the limits of the active hero, where the table keeps them itself."""
    ours = quest.setup
    cards = f"{ours.most_items} Items, {ours.most_abilities} Abilities"
    keeps = f"{quest.hero.name} keeps at most {ours.most_gold} Gold, {ours.most_experience} Experience"
    quest.say(f"{keeps}, {cards}.", "end-limits", "P23")


def lapse(quest: Quest, scope: Literal["turn", "round"]) -> None:
    """End the effects that last for a turn or a round, for all heroes (P18)."""
    scopes = ("turn", "round") if scope == "round" else ("turn",)
    kept = scopes[:1] if quest.setup.defenders_round == "own" else scopes
    for seat, hero in enumerate(quest.state.players):
        hero.bonuses = [bonus for bonus in hero.bonuses if bonus.until not in scopes]
        ended = tuple(f"{one}: " for one in (scopes if seat == quest.seat else kept))
        hero.marks = [mark for mark in hero.marks if not mark.startswith(ended)]
        if scope == "round":
            hero.cast = []
            hero.marks = [mark for mark in hero.marks if not _is_past(mark, hero.rounds)]


def _is_past(mark: str, rounds: int) -> bool:
    """Return whether a mark of an own round ("round 4: ...") is older than the previous one."""
    words = mark.partition(":")[0].removeprefix("round ")
    return words.isdecimal() and int(words) < rounds


_DISCARDS = lazy_pattern(r"^(?:i )?(?:discards?|drops?|gets? rid of|throws? away|toss(?:es)?)\s+", re.IGNORECASE)
"""Words before what a player discards."""


def _limits_question(quest: Quest, what: str, names: list[str], many: int) -> Question[list[str]]:
    player = quest.hero.name
    too_many = f"{many} {what if many > 1 else {'Items': 'Item', 'Abilities': 'Ability'}[what]}"
    artifacts = {fold(printed(name)) for name in quest.hero.artifacts}

    def parse(text: str) -> list[str]:
        words = _DISCARDS.sub("", text.strip())
        parts = names_in(words, (*artifacts, *map(printed, names)))
        if what == "Items" and not artifacts.isdisjoint(map(fold, parts)):
            raise Illegal("Artifacts can't be discarded", "P51")
        left = list(names)
        found = [take_named(left, part, f"card among your {what}") for part in parts]
        if len(found) != many:
            raise Unreadable(f"{too_many} must go{'; write them with commas between' * (many > 1)}")
        return found

    return Question(
        "discard",
        f"{player} has {too_many} too many; which go",
        parse,
        who=player,
        open=True,
        forced=lambda: "discard " + ", ".join(map(printed, names)) if len(names) == many else None,
        options=lambda: [Option(f"discard {printed(name)}") for name in names] if many == 1 else [],
        hint="" if many == 1 else f"{many} of {', '.join(map(printed, names))}; commas between",
        write=lambda found: "discard " + ", ".join(map(printed, found)),
    )


# --- Ending ---------------------------------------------------------------------------------------
# The end of the game: four Artifacts, Final Battle, countdown and Apocalypse, no hero left.


def needed(setup: Setup) -> int:
    """Return how many Artifacts of one hero win the game (P52)."""
    return setup.short_artifacts if setup.variant == "two artifacts" else setup.artifacts_to_win


def winners(setup: Setup, game: GameState) -> list[int]:
    """List who has won, with the partner; empty while it isn't decided (P52, P58, P61, P62)."""
    for seat in game.clockwise(game.active):  # several, if a table lowers the number
        hero, partner = game.players[seat], setup.partner(seat)
        together = len(hero.artifacts) + (len(game.players[partner].artifacts) if partner is not None else 0)
        if len(hero.artifacts) >= needed(setup) or together == ARTIFACTS:
            return sorted({seat, seat if partner is None else partner})
    return []


def settle(quest: Quest, source: str = "", fought: Collection[int] = ()) -> Procedure[None]:
    """Finish a step: bury the dead, check for winners, and begin the Final Battle or the countdown."""
    game = quest.state
    settle_deaths(quest, source, fought)
    if game.over or decide(quest):
        return
    out = sum(len(hero.artifacts) for hero in game.players)
    if game.phase == "normal" and quest.setup.variant != "two artifacts" and out == ARTIFACTS:
        yield from (_final_battle if quest.setup.variant == "standard" else _countdown)(quest)
    if hands_over(quest.setup, game):
        _remove_without_artifact(quest)
    if not decide(quest):
        close_round(quest)


def close_round(quest: Quest) -> None:
    """End the round of a hero who is dead or out, with its additional turns (P47)."""
    game = quest.state
    if not game.hero.playing and game.step not in ("round", "round end"):
        game.step, game.extra, game.attacking = "round end", [], -1


def decide(quest: Quest) -> bool:
    """End the game if someone has won, or no hero is left; return whether it is over."""
    game = quest.state
    if found := winners(quest.setup, game):
        game.over, game.won = True, found
        many = max(len(game.players[seat].artifacts) for seat in found)
        short = quest.setup.variant == "two artifacts"
        wins = does(and_list(map(quest.name, found)), "wins", many=len(found) > 1)
        rules = ("short-game", "P58") if short else ("four-artifacts", "P52")
        quest.emit(Weighty(f"{wins} with {so_many(many, 'Artifact')}.", rules))
    elif not game.playing() and not (
        may_return(quest.setup, game) and any(hero.status == "dead" for hero in game.players)
    ):
        game.over = True
        quest.emit(Weighty("Nobody is left: the game ends without a winner.", ("end-of-world", "P48")))
    return game.over


def _remove_without_artifact(quest: Quest) -> None:
    """Remove players without an Artifact from the game (Champions; P54, P59)."""
    for seat, hero in enumerate(list(quest.state.players)):
        if not hero.artifacts and hero.status != "out":
            put_out(quest, seat, "no Artifact", ("final-battle", "P54"))


def _countdown(quest: Quest) -> Procedure[None]:
    """Shuffle all Chance cards, which count down to the Apocalypse (Apocalypse Variant).

    If the deck isn't tracked, their number is asked for.
    """
    game = quest.state
    if "chance" not in game.decks:
        many: int = yield whole_number("chance cards", "How many Chance cards are there, discards too", 1, 999)
        game.decks["chance"] = Pack(many)
    pack = game.decks["chance"]
    game.phase = "countdown"
    pack.count, pack.discards = pack.count + len(pack.discards), []
    shuffle = f"All Artifacts are out: shuffle all {pack.count} Chance cards"
    quest.say(f"{shuffle}; the Apocalypse begins when they are used up.", "apocalypse", "P59")


def _final_battle(quest: Quest) -> Procedure[None]:
    """Begin the Final Battle: limits, then the battleground, where all Champions arrive healed."""
    game = quest.state
    if game.hero.playing and game.spaces:
        yield from keep_limits(quest)  # P65
    elif game.hero.playing:
        call_limits(quest)
    quest.say("All Artifacts are held by heroes: the Final Battle begins.", "final-battle", "P54")
    game.attacking = -1
    _remove_without_artifact(quest)
    owner = next((seat for seat, hero in enumerate(game.players) if "Royal Cape" in hero.artifacts), game.collector)
    if game.spaces:
        yield from _gather(quest, owner)
    else:
        picks = f"{quest.name(owner)} picks a space, whose cards go"
        quest.say(f"{picks}; all Champions come there, heal, recharge, repair.", "battleground", "P55")
    game.phase = "final battle"
    lapse(quest, "round")
    game.active = game.playing(game.collector)[1 if game.players[game.collector].playing else 0]
    begin_round(quest)


def _gather(quest: Quest, owner: int) -> Procedure[None]:
    """Ask for the battleground; all Champions go there and heal, recharge and repair (The Battleground; P55)."""
    game = quest.state
    board, player = quest.board, quest.name(owner)
    space: int = yield Question(
        "battleground",
        f"{player} picks the space of the Final Battle",
        lambda text: board.find_space(re.sub(r"(?i)^battleground\s+", "", text.strip())),
        who=player,
        options=lambda: [Option(f"battleground {board.label(space)}") for space in board.numbers()],
        write=lambda space: f"battleground {board.label(space)}",
    )
    there = game.at(space)
    for one in there.cards:
        for name in (*one.items, *one.damaged):
            quest.discard(name, ("battleground", "P55"))
        if one.open:
            quest.discard(one.name, ("battleground", "P55"))
        else:
            game.decks["adventure"].discards.append("")
    for name in (*there.abilities, *there.goods):
        quest.discard(name, ("battleground", "P55"))
    there.cards, there.abilities, there.goods = [], [], []
    champions = and_list(quest.name(seat) for seat in game.playing(game.collector))
    where = quest.board.label(space)
    come = f"The pieces of {champions} go to {where}; all heal, recharge and repair."
    quest.say(come, "battleground", "final-battle")
    for seat in game.playing(game.collector):
        hero = game.players[seat]
        hero.space, hero.lodging = space, False
        quest.change(seat, "health", hero.red - hero.health, "the Final Battle", ("battleground",))
        quest.change(seat, "magic", hero.blue - hero.magic, "the Final Battle", ("battleground",))
        for name in list(hero.damaged):
            hero.damaged.remove(name)
            hero.items.append(name)
            quest.say(f"{hero.name} turns {printed(name)} up: repaired.", "battleground")


def following(game: GameState) -> int:
    """Return whose round comes next: clockwise, the active player again if no other is in the game."""
    return next((seat for seat in game.clockwise(game.active)[1:] if game.players[seat].status != "out"), game.active)


def next_round(quest: Quest) -> None:
    """Begin the next player's round; players who have no hero and can take none are out (P78)."""
    game = quest.state
    for seat in game.clockwise(game.active):
        if game.players[seat].status == "dead" and not may_return(quest.setup, game):
            put_out(quest, seat, "no new hero", ("new-character", "P78"))
    game.active = following(game)
    begin_round(quest)


def begin_round(quest: Quest) -> None:
    """Begin the next round, that of the active player."""
    game = quest.state
    game.round += 1
    game.turn, game.moves, game.extra, game.step = 1, 1, [], "round"
    game.attacked, game.attacking, game.possible, game.joined, game.returned = -1, -1, False, False, False
    game.further = 0
    game.hero.rounds += 1
    game.hero.lodging = False
    game.hero.marks = [mark for mark in game.hero.marks if not mark.startswith("round: ")]  # as a defender (P18)
    quest.emit(e.RoundBegan(game.active, game.round))


def end_turn(quest: Quest, why: str = "") -> None:
    """End a turn with its effects; go to the next one of this round, or to the round's end (P14, P22)."""
    game = quest.state
    quest.emit(e.TurnEnded(quest.seat, why, ("loss-ends-turn",) if why else ("players-turns",)))
    lapse(quest, "turn")
    game.attacked, game.attacking, game.possible, game.joined, game.moves = -1, -1, False, False, 1
    game.returned, game.further = False, 0
    if not game.extra:
        game.step = "round end"
        return
    source = game.extra.pop(0)
    game.turn += 1
    game.step = "movement"
    game.hero.lodging = False
    quest.emit(e.TurnBegan(quest.seat, game.turn, source))


class TurnAction(Move[Quest], frozen=True):
    """A move of a turn, after which deaths and the end of the game are settled; `cause` is the cause of a death."""

    cause: ClassVar[str] = ""

    def carry_out(self, quest: Quest) -> Procedure[None] | None:
        """Carry out the move itself."""
        raise NotImplementedError

    def do(self, quest: Quest) -> Procedure[None]:
        """Carry it out, and settle the consequences for all heroes."""
        yield from carried_out(self.carry_out(quest))
        yield from settle(quest, self.cause)


class EndOfTurn(TurnAction, frozen=True):
    """The end of the turn (P14, P22)."""

    says = "end (turn|the turn|my turn|it|now|round|here|)"
    verbs = ("end",)
    also = (("finish", "end"), ("pass", "end"))
    usage = ("end turn",)
    listed = staticmethod(lambda quest: quest.state.step != "movement")

    def why_not(self, quest: Quest) -> str | Refusal:
        """Return why the turn can't end: before the movement, or before a fight that must be fought (P56)."""
        if quest.state.step == "movement":
            return Refusal("the movement comes first; to stay where you are: stay", "order-of-turn")
        if quest.state.attacking >= 0:
            return Refusal("the Guardian must be fought", "order-of-turn")
        if creatures := places.creatures_to_fight(quest):
            return Refusal(f"{printed(creatures[0])} must be fought", "order-of-turn")
        return Refusal("a Champion must be attacked", "P56") if must_attack(quest) else ""

    def carry_out(self, quest: Quest) -> None:
        """Go to the next turn of this round, or to the round's end."""
        end_turn(quest)
