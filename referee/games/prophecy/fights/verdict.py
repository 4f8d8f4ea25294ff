"""Judging a fight record: the referee plays it and says what is illegal or disputed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, field
from msgspec.structs import replace

from referee.asking.dice import SIX, Seeded
from referee.asking.question import Procedure, Question, drive
from referee.declaration import judged
from referee.declaration.reports import IllegalAt
from referee.effects.rules import Effect
from referee.errors import BadInput, Illegal, Unreadable, fault
from referee.games.prophecy.cards.cards import Item
from referee.games.prophecy.cards.language import write_card
from referee.games.prophecy.cards.wording import RULES, Draw, Harm, Lay
from referee.games.prophecy.fights import acts, aftermath, against_hero, fight, opening
from referee.games.prophecy.fights.aftermath import Consequence
from referee.games.prophecy.fights.fight import FightEnd, harm
from referee.games.prophecy.fights.opening import STAND, Announced, FightBegun, Opening, Rolled, Suffered
from referee.games.prophecy.fights.record import KnownCards, Record
from referee.games.prophecy.fights.state import OWN, Fight, Fighter, Side
from referee.games.prophecy.vocabulary import Battle, Result
from referee.play.event import Event, Said
from referee.text.names import find, fold, numbered, printed

if TYPE_CHECKING:
    from referee.text.screen import Screen


class Verdict(judged.Verdict[Record]):
    """The judgement of a record. `fight` is its state, None before it began; `question` is the next one.

    `lying` is the fight with its last dice on the table, if they may still be answered; they are taken to stand.
    `left_out` are effects that a record can't have.
    """

    events: list[Event] = field(default_factory=list)
    fight: Fight | None = None
    heroes: tuple[Fighter, ...] = ()
    result: Result | None = None
    question: Question[Any] | None = None
    lying: Fight | None = None
    left_out: list[str] = field(default_factory=list)

    @property
    def disputes(self) -> list[dict[str, Any]]:
        """The claimed and the ruled result, if they differ."""
        claim = self.record.file.claim
        wrong = self.illegal is None and claim and self.result is not None and claim != self.result
        return [{"claimed": claim, "ruled": self.result}] if wrong else []

    @property
    def notes(self) -> Sequence[str]:
        """Remarks for the players."""
        where = self.record.where
        return [f"{where}: needs a whole game, or a move like discard Axe: {what}" for what in self.left_out]

    def data(self) -> dict[str, Any]:
        """Return the verdict in the fixed machine format; totals are before the dice, `result` is the first side's.

        `dice` are the values of each side's dice.
        """
        names = ("hero",) if self.record.scene.creature is not None else ("hero", "defender")
        return {
            **self.head,
            "type": None if self.fight is None else self.fight.type,
            "rolls": [_roll(event) for event in self.events if isinstance(event, Rolled)],
            "result": self.result,
            **{name: self._hero(who) for who, name in enumerate(names)},
            "disputes": self.disputes,
        }

    def _hero(self, who: int) -> dict[str, Any]:
        hero, before = self.heroes[who], self.record.heroes[who]
        lost = [name for name in before.losable if name not in hero.losable]
        return {
            "health": hero.health,
            "magic": hero.magic,
            "alive": hero.alive,
            "damaged": list(hero.damaged),
            "discarded": lost,
        }

    def show(self, screen: Screen) -> None:
        """Show the sums roll by roll with each point's source, then what is illegal or disputed."""
        from referee.games.prophecy.screens.fights import show_verdict

        show_verdict(self, screen, brief=self.brief)


def _roll(event: Rolled) -> dict[str, Any]:
    return {
        "own": event.own,
        "enemy": event.against,
        "dice": list(map(_number, event.faces)),
        "totals": list(map(_number, event.totals)),
        "result": event.result,
    }


def _number(text: str) -> int | str:
    """Convert a sum: to a number, or a fraction as text for an average that isn't whole."""
    value = Fraction(text)
    return int(value) if value.denominator == 1 else text


def judge(record: Record, brief: bool = False) -> Verdict:
    """Play a record to its last move, or to the first illegal one. Raises BadInput."""
    verdict = RecordPlayer(record).run()
    verdict.brief = brief
    return verdict


class _OutOfMoves(Exception):
    """No move of the record is left for a question."""

    def __init__(self, question: Question[Any]) -> None:
        super().__init__(question.prompt)
        self.question = question


class Over(Exception):
    """The fight ended before the first roll: the hero died of the meeting, or can pay for no fight (drawn, P39)."""

    def __init__(self, hero: Fighter, result: Result | None) -> None:
        super().__init__(hero.name)
        self.hero, self.result = hero, result


def one_die(move: str) -> bool:
    """Return whether a move is a roll of one die, and so not of the fight, but perhaps of a Creature when met."""
    return bool(re.fullmatch(r"roll \S+", fold(move)))


class RecordPlayer:
    """Plays a record: answers the questions of its fight with its moves, in order.

    With `to_end`, rolls without typed dice go on after the last move.
    """

    def __init__(self, record: Record, *, to_end: bool = True) -> None:
        self.record, self.verdict = record, Verdict(record, heroes=record.heroes)
        self._to_end = to_end
        self.dice, self._moves = record.file.dice, record.file.moves
        self._next = self._thrown = 0

    def run(self) -> Verdict:
        """Play to the last move, or to the first illegal one. Raises BadInput."""
        verdict = self.verdict
        if not self._moves:
            return verdict
        try:
            self._play()
        except _OutOfMoves as end:
            verdict.question = end.question
        except Over as over:
            verdict.heroes, verdict.result = (over.hero,), over.result
            if self._next < len(self._moves):
                why = "it is over: no fight takes place" if over.result else f"{over.hero.name} is dead"
                verdict.illegal = IllegalAt(self._next + 1, why, "P39" if over.result else "death")
        except Illegal as error:
            verdict.illegal = IllegalAt(max(1, self._next), error.reason, error.ruling)
        return verdict

    def _play(self) -> None:
        ended = drive(self._procedure(), self._answer)
        self.verdict.result = ended.result
        self.keep(ended.fight)
        in_game = self.record.scene.others is not None  # what follows there is no part of the fight itself
        if self._next < len(self._moves) and not in_game:
            self._next += 1
            late = fold(self._text).split()[0] in opening.VERBS
            card = self._text.partition(" ")[2]
            if any(acts.on_roll(ended.fight, card) in side.done for side in ended.fight.sides):
                raise Illegal(f"{card} was used on this roll", "P36")
            raise Illegal(f"the fight is over: {ended.result}", "announce-first" if late else "roll-of-fight")

    @property
    def _text(self) -> str:
        return self._moves[self._next - 1]

    def _take(self) -> str:
        self._next += 1
        return self._text

    def _procedure(self) -> Procedure[FightEnd]:
        others = self.record.heroes[1:]
        hero = self._used_before(self.record.heroes[OWN])
        if not self._next_verb:
            raise _OutOfMoves(Question("opening", f"{hero.name}: the type of fight and the Items used", str))
        first = self._take()
        if self.record.scene.creature is None:
            attack_ = self._read(lambda: self.record.read_opening(first, hero))
            ended = yield from against_hero.attack(self, self.record.scene, (hero, *others), attack_)
            return (yield from against_hero.settle(self, ended))
        return (yield from self.fight_through(self._read_opening(first, hero), hero))

    def fight_through(self, said: Opening, hero: Fighter) -> Procedure[FightEnd]:
        """Play a fight with a Creature to its last consequence, also a new battle (Fanaticism)."""
        scene = self.record.scene
        while True:
            met = yield from self.meet(hero)
            said = said._replace(items=opening.items_still_held(met, said.items))
            if said.type is None and not opening.can_fight(scene, met):
                raise Over(met, "drawn")
            try:
                begun = begin(self, said, met)
            except Illegal:
                self.verdict.heroes = (hero,)
                raise
            self.keep(begun)
            ended = yield from fight.play(self, begun)
            self.verdict.result = ended.result
            ended = yield from fight.settle(self, ended)
            hero = ended.fight.own.hero
            hero, another = (yield from self.again(hero)) if ended.again else (hero, None)
            if another is None:
                return ended._replace(fight=ended.fight.changed(OWN, hero=hero))
            said, self.verdict.result = another, None
            if scene.plane:  # its space counted for the first fight alone (P43)
                scene = replace(scene, place=frozenset(), cache={})
                self.record = replace(self.record, scene=scene)

    def again(self, hero: Fighter) -> Procedure[tuple[Fighter, Opening | None]]:
        """Return the hero after what is used before a new battle at once, and its opening; None for no battle."""
        yield from ()  # the moves have it
        hero = self._used_before(hero)
        if self._next_verb == fight.NO_MORE:
            self._take()
        return hero, self._read_opening(self._take(), hero) if self._next_verb == "fight" else None

    def _used_before(self, hero: Fighter) -> Fighter:
        while self._next_verb in ("use", "cast", "pay"):
            hero = self._read(partial(self.use_before, hero, self._take()))
        return hero

    def _read_opening(self, text: str, hero: Fighter) -> Opening:
        """Parse the move that opens a fight. Raises Illegal, and BadInput for an unreadable one."""
        self._check_items(text, hero)
        parsed: Opening = self._read(lambda: self.record.read_opening(text, hero))
        opening.verify_items(self.record.scene, hero, parsed.items)
        return parsed

    def _check_items(self, text: str, hero: Fighter) -> None:
        """Check that no named Item has been discarded. Raises Illegal."""
        named = {fold(part) for part in text.partition(" with ")[2].split(",")}
        for name in self.record.heroes[OWN].held:
            if fold(name) in named and name not in (*hero.held, *hero.damaged):
                raise Illegal(f"{name} is gone; it was discarded", "used-items-count")

    def use_before(self, hero: Fighter, text: str) -> Fighter:
        """Use a card before a fight: "use Potion of Healing". Raises Unreadable or Illegal."""
        used = aftermath.use(self.record.scene, hero, text)
        discarded = len(used.items) < len(hero.items)
        price = {what: -many for what, many in aftermath.differences(hero, used).items() if many < 0}
        self.emit(Announced(hero.name, text, price, discarded, ("non-battle",)))
        for what, many in aftermath.differences(hero, used).items():
            if many > 0:
                self.emit(Suffered(hero.name, what, many, text.partition(" ")[2], ("non-battle",)))
        self.verdict.heroes = (used, *self.record.heroes[1:])
        return used

    def meet(self, hero: Fighter) -> Procedure[Fighter]:
        """Apply the Creature's effects when met, by a die if one decides; return the hero. Raises Over if dead."""
        scene, before = self.record.scene, self.verdict.fight
        by_die = len(aftermath.meetings(scene, hero)) > 1 or any(map(one_die, self._moves[self._next :][:1]))
        found = [
            Consequence(OWN, scene.enemy.name, rule.effects, rule, by_enemy=True)
            for rule in scene.enemy.parsed
            if rule.when == "met"
            and (rule.on is None or by_die or any(isinstance(one, Harm | Lay) for one in rule.effects))
        ]
        meeting, _ = yield from fight.carry_out_all(self, Fight(scene, (Side(hero),), "strength"), found)
        met = meeting.own.hero
        self.verdict.fight = before  # no type is chosen yet
        if not met.alive:
            raise Over(met, None)
        return replace(met, hurt=meeting.own.lost)

    def _read(self, read: Any) -> Any:
        try:
            return read()
        except Unreadable as error:
            raise BadInput(f"{self.record.place(self._next)}: {error}") from None

    def _answer(self, question: Question[Any]) -> Any:
        """Answer a question with the next move; a `stand` may be left out."""
        at_end = not self._next_verb
        if question.key == "roll" and at_end and self.dice != "entered" and self._to_end:
            return question.parse("roll")
        forced = question.forced()
        if question.key == "arms" and (forced or not at_end):  # Items not named aren't used
            listed = self._next_verb == "arms" and forced in (None, fold(self._moves[self._next]))
            return self._read(lambda: question.parse(self._take() if listed else "arms"))
        given = self._next_verb == question.key == "discard" and not fault(question.parse, self._moves[self._next])
        if forced is not None and self._next_verb != "roll" and not (at_end or given):
            return question.parse(forced)
        if question.key == "drawn" and self._next_verb != "draw":
            return ""
        if question.key == "use":  # to pay for a rule after a fight, a move names it, or a new battle follows
            if at_end or fault(question.parse, self._moves[self._next]):
                return self._next_verb == "fight"
            return question.parse(self._take())
        if at_end:
            if question.key == "answer":
                self.verdict.question, self.verdict.lying = self.verdict.question or question, self.verdict.fight
                return STAND
            raise _OutOfMoves(question)
        text = self._moves[self._next]
        if question.key == "answer":
            try:
                value = question.parse(text)
            except Illegal:
                return STAND
            except Unreadable as error:  # it belongs to the next question, unless it names an answer to the dice
                typed = fold(text).partition(" on ")[0]
                if any(fold(option.text).startswith(f"{typed} on ") for option in question.options()):
                    raise BadInput(f"{self.record.place(self._next + 1)}: {error}") from None
                return STAND
            self._next += 1
            return value
        self._next += 1
        return self._read(lambda: question.parse(text))

    @property
    def _next_verb(self) -> str:
        """First word of the next move; "" at the end."""
        there = self._moves[self._next :]
        return fold(there[0]).split()[0] if there else ""

    # --- the environment of a fight ------------------------------------------------------------------

    def emit(self, event: Event) -> None:
        """Record an event."""
        self.verdict.events.append(event)

    def keep(self, fight: Fight) -> None:
        """Record the state of the fight."""
        self.verdict.fight = fight
        self.verdict.heroes = tuple(side.hero for side in fight.sides)

    def throw(self, count: int, what: str) -> Procedure[tuple[int, ...]]:
        """Throw dice from the record's seed; without one from 0."""
        self._thrown += 1
        thrown = yield from Seeded(SIX, self.record.file.seed or 0).roll(count, self._thrown, what)
        return thrown.values

    def skips(self, what: str) -> bool:
        """Return whether a reward's roll is missing in the record: it may be left out."""
        return self._next_verb not in ("roll", "cast", "use") and self.dice != "rolled"

    def carry_out(self, fight: Fight, who: int, effects: Sequence[Effect], source: str) -> Procedure[Fight]:
        """Apply draws and losses of Items, if moves name them or there is no choice; the rest needs a game."""
        yield from ()
        for effect in effects:
            if isinstance(effect, Draw) and not effect.who:
                fight = yield from self._take_drawn(fight, who, effect, source)
            elif isinstance(effect, Lay):
                fight = self._lay(fight, who, effect)
            elif (
                isinstance(effect, Harm)
                and not effect.who
                and (names := self._choose_items(fight, who, effect, source))
            ):
                for name in names:
                    fight = harm(self, fight, who, name, source, discarded=effect.verb == "discard")
            else:
                self.verdict.left_out.append(f"{source}: {RULES.phrases.write(effect)}")
        return fight

    def _take_drawn(self, fight: Fight, who: int, effect: Draw, source: str) -> Procedure[Fight]:
        """Take Items drawn from a deck, as named by moves: "draw Ring"; none if no move names one."""
        for _ in range(effect.keep or effect.number):
            name: str = yield drawn_question(self.record, fight.sides[who].hero, effect, source)
            if not name:
                self.verdict.left_out.append(f"{source}: {RULES.phrases.write(effect)}")
                break
            hero = fight.sides[who].hero
            held = [one for one in (*hero.held, *hero.damaged) if printed(one) == name]
            fight = fight.with_hero(who, items=(*hero.items, numbered(name, len(held) + 1)))
            self.emit(Said(f"{hero.name} draws {name} ({source}).", ("win-creature",)))
        return fight

    def _lay(self, fight: Fight, who: int, effect: Lay) -> Fight:
        """Lay Gold or Items of a hero on the Creature, as far as there are any. Raises BadInput."""
        hero = fight.sides[who].hero
        if effect.what == "gold":
            return fight.with_hero(who, gold=max(0, hero.gold - effect.number))
        for _ in range(effect.number):
            for name in self._choose_items(fight, who, Harm("discard", "an item")):
                fight = fight.changed(who, hero=acts.without(fight.sides[who].hero, name))
        return fight

    def _choose_items(self, fight: Fight, who: int, effect: Harm, source: str = "") -> list[str]:
        """Return the Items that an effect hits; none where a choice is missing. Raises BadInput."""
        hero = fight.sides[who].hero
        there = [*hero.items, *(hero.damaged if effect.verb == "discard" else ())]
        if effect.which == "all items":
            return there
        if effect.which == "this":
            return [name for name in there if name == source]
        if effect.which in ("a weapon", "a shield"):
            there = [name for name in there if getattr(fight.scene.item(name), effect.which[2:])]
        if effect.which == "the dearest item":
            costs = {name: cost for name in there if (cost := fight.scene.item(name).costs) is not UNSET}
            if len(costs) < len(there):
                return []
            there = [name for name in there if costs[name] == max(costs.values())]
        text = " ".join(self._moves[self._next : self._next + 1]).partition(" ")[2]
        named = self._next_verb in ("discard", "give", "damage")
        if named and (
            len(there) > 1 or fold(text) in (fold(shown) for one in there for shown in (one, printed(one)))
        ):
            self._take()
            return [self._read(lambda: find(text, {fold(name): name for name in there}, "Item", listing=7))]
        return there if len(there) == 1 else []


def drawn_question(record: Record, hero: Fighter, effect: Draw, source: str) -> Question[str]:
    """Return the question which Item a hero has drawn, by its name or its line; "" for none named."""
    cards = record.scene.cards

    def parse(text: str) -> str:
        words = re.sub(r"(?i)^draw\s+", "", text.strip())
        if fold(words) == NOTHING:
            return ""
        if not isinstance(cards, KnownCards):
            raise Unreadable("in a fight of a game the deck itself tells what was drawn")
        card = cards.parse(words)
        if not isinstance(card, Item):
            raise Unreadable(f"{card.name} is of kind {card.kind}; an Item is drawn")
        if card.rarity is not UNSET and card.rarity != effect.deck:
            raise Unreadable(f"{card.name} is a {card.rarity} Item; a {effect.deck} one is drawn")
        return card.name

    def write(name: str) -> str:
        return f"draw {write_card(cards(name)) if name else NOTHING}"

    return Question(
        "drawn",
        f"{source}: {hero.name} draws a {effect.deck.capitalize()} Item; which",
        parse,
        default=NOTHING,
        who=hero.name,
        hint="its name or its line; Enter if it doesn't matter here",
        write=write,
        open=True,
    )


NOTHING = "nothing"


def begin(ground: Any, said: Opening, hero: Fighter) -> Fight:
    """Begin a fight against a Creature as opened, its price paid and emitted. Raises Illegal."""
    scene = ground.record.scene
    kind: Battle = said.type or opening.types(scene.creature)[0]
    begun = opening.begin(scene, hero, kind, said.items)
    price = opening.price(scene, Side(hero, said.items), kind)
    ground.emit(FightBegun(hero.name, scene.creature.name, kind, price, said.items))
    return begun
