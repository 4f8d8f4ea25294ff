"""Fights within a game: opponents, and the consequences on the board and in the planes (P46, P49)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import product
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from referee.asking.moves import SpokenMove, forbid
from referee.asking.question import Option, Procedure, Question, closed_by
from referee.errors import Illegal, Unreadable, fault, refusal
from referee.games.prophecy.cards.cards import Creature
from referee.games.prophecy.fights import aftermath, against_hero, fight, opening
from referee.games.prophecy.fights.fight import FightEnd
from referee.games.prophecy.fights.opening import Chosen, FightBegun, Opening
from referee.games.prophecy.fights.state import ENEMY, OWN, Fighter, Scene, Side, fighter_of, lasting
from referee.games.prophecy.odds.options import THEN, best_attacks, best_first, best_of_each
from referee.games.prophecy.odds.options import FightOption as Odds
from referee.games.prophecy.odds.reckoning import Reckoning
from referee.games.prophecy.rules import effects, ending, movement, places, using
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.events import Took
from referee.games.prophecy.rules.state import UNSEEN
from referee.games.prophecy.vocabulary import Battle
from referee.text.names import by_end, find, fold, or_list, printed


class CreatureFight(SpokenMove[Quest], frozen=True):
    """A fight with a Creature or Guardian, as it was announced."""

    verbs = ("fight",)
    like = "attack"
    also = (("beat", "fight"), ("hit", "fight"), ("kill", "fight"))
    usage = ("fight [CREATURE] [strength|wills] [with ITEMS]",)
    listed = False
    name: str
    opening: Opening

    @classmethod
    def others(cls, quest: Quest, *, closed: bool) -> list[Option]:
        """List the best fights with each opponent, with their odds; none is closed."""
        found = list[Option]()
        for name in () if closed else opponents(quest):
            creature = effects.creature_of(quest, name)
            there = effects.scene(quest, name, first=quest.state.first)
            fighter = fighter_of(quest.hero)
            best = best_first(best_of_each(Reckoning(average=quest.setup.dice == "average"), there, fighter))
            for one in best:
                text = one.move.replace("fight", f"fight {printed(name)}", 1)
                also = (text.replace(" wills", " willpower"),) if " wills" in text else ()
                found.append(Option(text, detail=f"{_values(creature)}; {_odds(one)}", also=also))
            if best:
                many = len(opening.types(creature)) > 1
                types = [kind if many and kind in ("strength", "wills") else None for kind in opening.types(creature)]
                listed = [option.text for option in found]
                ways = partial(_other_ways, quest, f"fight {printed(name)}", types, there, cls, listed)
                found[-len(best)] = replace(found[-len(best)], ways=ways)
            if not best:
                lives = any(after.alive for _, after in aftermath.meetings(there, fighter))
                why = "you can't pay for any fight: as a draw (P39)" if lives else "you die of what it does first"
                found.append(Option(f"fight {printed(name)}", detail=why))
        return found

    @classmethod
    def read(cls, quest: Quest, verb: str, rest: str) -> Any:
        """Parse a fight: "Ghost wills with Ivory Wand"; with a hero's name it is an attack."""
        for hero in quest.state.players:
            if f"{fold(rest)} ".startswith(f"{fold(hero.name)} "):
                return HeroAttack.read(quest, "attack", rest)
        there = opponents(quest)
        if not there and not (there := places.open_here(quest, Creature)):
            first = quest.state.step != "turn"
            why = _before_movement(quest, rest) if first else "no Creature is here"
            raise Illegal(why, "order-of-turn" if first else "fight-creatures")
        if quest.state.step != "turn":
            forbid(_before_movement(quest, rest), "order-of-turn")
        elif not opponents(quest):
            forbid(places.why_in_the_way(quest), "P49")
        names = {fold(printed(name)): name for name in there}
        plain = effects.scene(quest)
        fighter = fighter_of(quest.hero)
        opened = opening.read_opening(f"fight {rest}".strip(), ("fight",), fighter, plain)
        if not opened.who and len(there) > 1:
            raise Unreadable(f"write whom to fight, like fight {printed(there[0])}")
        mine = map(printed, (*quest.hero.held, *quest.hero.abilities))  # it helps in a fight
        seen = None if fold(opened.who) in (*names, *map(fold, mine)) else quest.in_sight(opened.who)
        if seen is not None:
            raise Illegal(f"{seen[1]}; here you can fight {or_list(map(printed, there))}", "fight-creatures")
        name = there[0]
        if opened.who:
            called = re.sub(r"(?i)^(?:a|the) ", "", opened.who)
            name = names[fold(find(called, by_end([*map(printed, there)]), "Creature here", listing=4))]
        opened = opened._replace(who=printed(name))
        creature = effects.creature_of(quest, name)
        now = effects.scene(quest, name)
        if any(after.alive and opening.can_fight(now, after) for _, after in aftermath.meetings(now, fighter)):
            _verify_begin(now, fighter, opened.type or opening.types(creature)[0], opened.items)
        return cls(name, opened)

    def write(self, quest: Quest) -> str:
        """Write a fight as it is recorded."""
        return opening.write_opening(self.opening)

    def do(self, quest: Quest) -> Procedure[None]:
        """Fight a Creature or Guardian, with all consequences: rewards, the turn's end, deaths, the next Guardian."""
        name, said, ended = self.name, self.opening, None
        source = effects.Source(quest.seat, name, rules=("special-rules", "P30"))
        yield from effects.ask_sex(quest, quest.seat, name, *quest.hero.held, *quest.hero.abilities)
        while True:
            whole = fighter_of(quest.hero)
            yield from effects.happen(quest, name, "met", source)
            if not quest.hero.playing:
                break
            met = fighter_of(quest.hero)
            met = replace(met, hurt=max(0, met.missing - whole.missing))
            ended = yield from _battle(quest, name, met, said)
            if ended is None or not ended.again or not quest.hero.playing:
                break
            quest.state.first = False
            if (again := (yield from _another_battle(quest, name))) is None:
                break
            said = again.opening
        where = quest.state.attacking
        won = ended is not None and ended.result == "won"
        if won:  # it is beaten even if the hero's own card kills her
            _settle_win(quest, name)
        if won and quest.hero.playing:
            yield from ending.settle(quest, printed(name))
            if not quest.state.over and quest.state.step == "turn" and quest.state.phase != "final battle":
                yield from _after_win(quest)
            return
        if won and where >= 0:
            quest.state.planes[where].beaten = True
        yield from ending.settle(quest, printed(name))
        if quest.state.over or quest.state.step != "turn":
            return
        if where >= 0:
            _say_returned(quest)
        drawn = ended is None or ended.result == "drawn"
        ending.end_turn(quest, f"the fight was {'drawn' if drawn else 'lost'}")


class HeroAttack(SpokenMove[Quest], frozen=True):
    """An attack on a hero, as it was announced."""

    verbs = ("attack",)
    like = "fight"
    usage = ("attack PLAYER [strength|wills] [with ITEMS]",)
    listed = False
    seat: int
    opening: Opening

    @classmethod
    def others(cls, quest: Quest, *, closed: bool) -> Iterator[Option]:
        """Yield the best attacks on each hero here; if `closed`, the heroes who can't be attacked."""
        for seat in places.heroes_here(quest, quest.seat) if quest.state.step == "turn" else ():
            why = ending.why_no_attack(quest, seat)
            if closed and why:
                yield closed_by(f"attack {quest.name(seat)}", why)
            elif not closed and not why:
                yield from _attacks(quest, seat)

    @classmethod
    def read(cls, quest: Quest, verb: str, rest: str) -> Any:
        """Parse an attack on a hero: "Bo wills with Flaming Staff"; in place of a movement one on a plane."""
        if quest.state.step == "movement" and not any(
            fold(rest).startswith(fold(one.name)) for one in quest.state.players
        ):
            with suppress(Unreadable):
                return movement.Way.read(quest, "plane", rest)
        here = places.heroes_here(quest, quest.seat)
        names = {fold(hero.name): hero.name for hero in quest.state.players}
        there = effects.scene(quest)
        fighter = fighter_of(quest.hero)
        opened = opening.read_opening(f"attack {rest}".strip(), ("attack",), fighter, there)
        if not opened.who and not here and opponents(quest):
            return CreatureFight.read(quest, "fight", rest)
        if not opened.who:
            others = [hero.name for hero in quest.state.players if hero is not quest.hero]
            raise Unreadable(f"write whom to attack, like attack {others[0]}")
        who = find(opened.who, names, "player", listing=5)
        seat = next(seat for seat, hero in enumerate(quest.state.players) if hero.name == who)
        if seat == quest.seat:
            raise Illegal("nobody attacks themselves", "attack-heroes")
        if seat not in here:
            if not quest.state.players[seat].playing:
                raise Illegal(f"{who} isn't here", "attack-heroes")
            forbid(f"{who} isn't here", "attack-heroes")
        forbid(ending.why_no_attack(quest, seat))
        opened = opened._replace(who=who)
        against_hero.begin_attack(there, (fighter, fighter_of(quest.state.players[seat])), opened)
        return cls(seat, opened)

    def write(self, quest: Quest) -> str:
        """Write an attack as it is recorded."""
        return opening.write_opening(self.opening)

    def do(self, quest: Quest) -> Procedure[None]:
        """Attack a hero, then settle the loss and the effects of both heroes' cards; the turn goes on (P31, P56)."""
        game, seats = quest.state, (quest.seat, self.seat)
        for seat in seats:
            yield from effects.ask_sex(quest, seat, *game.players[seat].held, *game.players[seat].abilities)
        game.attacked, game.further = self.seat, game.further + (game.attacked >= 0)
        ground, there = effects.GameField(quest, seats, quest.setup.dice), effects.scene(quest, foe=self.seat)
        fighters = tuple(fighter_of(game.players[seat]) for seat in seats)
        ended: FightEnd = yield from against_hero.attack(ground, there, fighters, self.opening)
        follows, fought, heroes = against_hero.own_cards(ended), ended.fight, game.players
        winner, loser = (OWN, ENEMY) if ended.result == "won" else (ENEMY, OWN)
        worked = [name for name, _, rule in aftermath.own_rules(fought, winner) if rule.when == "hero beaten"]
        if ended.result != "drawn":
            yield from ending.beaten(quest, seats[loser], seats[winner])
            fought = fight.hurt(ground.now(fought), loser, fought.sides[loser].hero)
        if not ending.winners(quest.setup, game):
            fought, _ = yield from fight.carry_out_all(ground, fought, follows)
            if ended.result != "drawn" and all(heroes[seat].playing for seat in seats):
                for name in dict.fromkeys(worked):  # Pickpocketing; Thievery
                    source = effects.Source(seats[winner], name, seats[loser])
                    yield from effects.happen(quest, name, "hero beaten", source)
        yield from ending.settle(quest, "the fight", seats)


# --- opponents and options ------------------------------------------------------------------------------


def opponents(quest: Quest) -> list[str]:
    """List the Creatures, or the Guardian, that must be fought now."""
    if quest.state.step != "turn":
        return []
    if quest.state.attacking >= 0:
        return [quest.state.planes[quest.state.attacking].guardian]
    return places.creatures_to_fight(quest)


def _other_ways(
    quest: Quest,
    begun: str,
    types: Iterable[Chosen | None],
    there: Scene,
    move: type[CreatureFight | HeroAttack],
    listed: Collection[str],
) -> list[str]:
    """List a fight in each type with each set of Items, as typed, except those in `listed`."""
    found = []
    for kind, used in product(dict.fromkeys(types), opening.legal_sets(there, fighter_of(quest.hero))):
        text = opening.write_opening(Opening(begun, "", kind, used))
        verb, _, rest = text.partition(" ")
        if text not in listed and not fault(move.read, quest, verb, rest):
            found.append(text)
    return found


def rather(listed: Iterable[Option], move: object) -> str:
    """Return the best of the listed fights that a player without named Items likely means; "" if it is this one."""
    if not isinstance(move, CreatureFight | HeroAttack) or move.opening.items or move.opening.bare:
        return ""
    opened = move.opening
    begins = fold(" ".join(filter(None, (opened.verb, opened.who, opened.type or ""))))
    texts = [option.text for option in listed if f"{fold(option.text)} ".startswith(f"{begins} ")]
    is_listed = begins in map(fold, texts) or (texts and fold(texts[0]) == f"{begins} strength")
    return "" if is_listed or not texts else texts[0]


def _odds(one: Odds) -> str:
    """Describe a fight at its best: both totals before the dice, the price, the chances and their assumptions."""
    price = "".join(f", {many} {what.capitalize()}" for what, many in one.price.items() if many)
    dies = ", may die" * bool(one.chance.dies)
    return f"{one.own} against {one.enemy}{price}: {one.chance.description}{dies}{one.counts_on}"


def _before_movement(quest: Quest, named: str) -> str:
    """Return why there is no fight before the movement, with where the Creature lies and its odds as you are."""
    why, words = "the movement comes first", {*fold(named).removeprefix("the ").split()}
    known = [name for name, _ in quest.state.known_places() if words and words <= {*fold(printed(name)).split()}]
    name, lies = (quest.in_sight(printed(known[0])) if len({*known}) == 1 else None) or ("", "")
    if not name or not isinstance(quest.card(name), Creature):
        return why
    there = effects.scene(quest, name, first=quest.state.first)
    best = best_first(best_of_each(Reckoning(average=quest.setup.dice == "average"), there, fighter_of(quest.hero)))
    return f"{why}; {lies} (as you are, {best[0].move}: {_odds(best[0])})" if best else f"{why}; {lies}"


def _values(creature: Creature) -> str:
    values = [("Strength", creature.strength), ("Willpower", creature.willpower)]
    values = values[::-1] if creature.willpower_first else values
    between = ", then " if creature.way == "both parts" else ", "  # otherwise one of them is chosen
    text = between.join(f"{what} {value}" for what, value in values if value is not UNSET)
    return f"{text}{f', {creature.lives} lives' if creature.lives > 1 else ''}"


def _attacks(quest: Quest, seat: int) -> list[Option]:
    """List the best attack of each type on a hero, with its odds if accepted, and after her best answer."""
    hero = quest.state.players[seat]
    fighters = (fighter_of(quest.hero), fighter_of(hero))
    found = []
    for one in best_first(
        best_attacks(Reckoning(average=quest.setup.dice == "average"), effects.scene(quest, foe=seat), fighters)
    ):
        assert one.answered is not None
        text = one.move.replace("attack strength", "attack").replace("attack", f"attack {hero.name}", 1)
        answer = f"; by the best answer ({one.answer.replace(THEN, ', ')}): {one.answered.description}"
        answer = "" if one.answered.rank == one.chance.rank else answer
        found.append(Option(text, detail=f"{printed(hero.hero)}, {hero.health} Health; {_odds(one)}{answer}"))
    if found:
        begun, listed = f"attack {hero.name}", [option.text for option in found]
        ways = partial(_other_ways, quest, begun, (None, "wills"), effects.scene(quest), HeroAttack, listed)
        found[0] = replace(found[0], ways=ways)
    return found


# --- fighting Creatures ---------------------------------------------------------------------------------


def _verify_begin(there: Scene, fighter: Fighter, kind: Battle, used: Sequence[str]) -> None:
    """Check that a fight can begin so, as far as what the Creature does when met leaves it open. Raises Illegal."""
    opening.verify_type(there.enemy, kind)
    opening.verify_items(there, fighter, used)
    sides = (Side(met, opening.items_still_held(met, used)) for _, met in aftermath.meetings(there, fighter))
    errors = [refusal(opening.paid, there, side, kind) for side in sides]
    if all(errors):
        raise next(filter(None, errors))


def _battle(quest: Quest, name: str, fighter: Fighter, opened: Opening) -> Procedure[FightEnd | None]:
    """Play one battle after meeting a Creature, with its consequences; None if none can be paid for (P39)."""
    seat, creature = quest.seat, effects.creature_of(quest, name)
    there = effects.scene(quest, name, first=quest.state.first)
    if not opening.can_fight(there, fighter):
        quest.say(f"{quest.hero.name} can't pay for a fight with {printed(name)}: as a draw.", "P39")
        quest.hero.bonuses = list(lasting(quest.hero.bonuses))
        return None
    ground = effects.GameField(quest, (seat,), quest.setup.dice)
    used = opening.items_still_held(fighter, opened.items)
    kind = opened.type or opening.types(creature)[0]
    begun = opening.begin(there, fighter, kind, used)
    if any((paid := opening.price(there, Side(fighter, used), kind)).values()):
        quest.emit(FightBegun(fighter.name, creature.name, kind, paid, used))
    ground.keep(begun)
    ended = yield from fight.play(ground, begun)
    ended = yield from fight.settle(ground, ended)
    ground.keep(ended.fight)
    return ended


def _another_battle(quest: Quest, name: str) -> Procedure[CreatureFight | None]:
    """Ask for a new battle at once (Fanaticism), before it for what can be used between two battles (P30)."""
    while quest.hero.playing and not quest.state.over:
        said: CreatureFight | using.Use | None = yield fight.or_no(_again_question(quest, name))
        if not isinstance(said, using.Use):
            return said
        yield from said.do(quest)
    return None


def _again_question(quest: Quest, name: str) -> Question[CreatureFight | using.Use]:
    """Return the question how a hero fights a Creature again at once, or what is used before that (Fanaticism)."""

    def parse(text: str) -> CreatureFight | using.Use:
        words = text.strip()
        verb, _, rest = words.partition(" ")
        if (verb := dict(using.Use.also).get(fold(verb), fold(verb))) in using.Use.verbs:
            use = using.Use.read(quest, verb, rest)
            if any(using.leads(rule) for rule in using.rules_of(quest, use)):
                raise Illegal(f"{printed(name)} is fought again at once, or the turn is over", "fanaticism")
            return use
        words = words[len("fight") :].strip() if fold(words).startswith("fight") else words
        whole = words if fold(words).startswith(fold(printed(name))) else f"{printed(name)} {words}"
        found: CreatureFight = CreatureFight.read(quest, "fight", whole)
        if found.name != name:
            raise Illegal(f"the same Creature, {printed(name)}, is fought again", "fanaticism")
        return found

    def listed() -> list[Option]:
        begins = f"fight {fold(printed(name))}"
        fights = [one for one in CreatureFight.others(quest, closed=False) if fold(one.text).startswith(begins)]
        return [*fights, *(one for one in using.Use.others(quest, closed=False) if fault(parse, one.text) is None)]

    return Question(
        "again",
        f"{quest.hero.name} fights {printed(name)} again: how",
        parse,
        who=quest.hero.name,
        open=True,
        options=listed,
        rather=lambda move: rather(listed(), move),
        write=lambda move: move.write(quest),
    )


def _settle_win(quest: Quest, name: str) -> None:
    """Remove the beaten Creature, give its Experience and what lay on it (Winning a Battle with a Creature; P42)."""
    game, seat, creature = quest.state, quest.seat, effects.creature_of(quest, name)
    if creature.experience is not UNSET and creature.experience:
        quest.change(seat, "experience", creature.experience, name, ("win-creature",))
    if game.attacking >= 0:
        return
    lying = places.remove_card(quest, name)
    quest.discard(name, ("win-creature",))
    if lying.gold:
        quest.change(seat, "gold", lying.gold, name, ("win-creature", "P42"))
    for item in (*lying.items, *lying.damaged):
        quest.take(seat, item, name, ("win-creature", "P42"), damaged=item in lying.damaged)


def _after_win(quest: Quest) -> Procedure[None]:
    """In a plane, turn up the next Guardian, or give the Artifacts (Battle in the Astral Planes; P49, P50)."""
    game, seat = quest.state, quest.seat
    if game.attacking < 0:
        return
    at, plane = game.attacking, game.planes[game.attacking]
    game.first = False
    if not plane.beaten:
        plane.beaten = True
        yield from places.turn_up_plane(quest, at, "greater")
        return
    found: list[str] = []
    if not plane.closed:  # a closed one is attacked only if the table overrules
        yield from places.turn_up_plane(quest, at, "artifact")
        found = [plane.artifact, *plane.left]
    plane.artifact, plane.left, plane.closed = UNSEEN, [], True
    game.attacking, game.returned = -1, True
    for name in found:
        quest.hero.artifacts.append(name)
        quest.emit(Took(seat, name, f"the plane of the {quest.board.planes[at].name}", ("closed-plane",)))
    game.collector = seat if found else game.collector
    _say_returned(quest)
    yield from ending.settle(quest, "")
    if quest.setup.astral_win_ends_turn and not game.over and game.step == "turn" and game.phase != "final battle":
        ending.end_turn(quest)


def _say_returned(quest: Quest) -> None:
    where = quest.board.label(quest.hero.space)
    quest.say(f"{quest.hero.name} is back in {where}.", "battle-in-planes", "P49")
