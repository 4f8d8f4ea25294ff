"""Fights, and a search whether one can be won with the help still usable, and its price (E-m, E-ay)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from msgspec.structs import replace

from referee.asking.moves import Move, Moves, ask_move
from referee.asking.question import Procedure, Question
from referee.cards.fields import card_of
from referee.effects import rules as terms
from referee.effects.rules import Effect
from referee.games.enchanters.cards import cards as w
from referee.games.enchanters.cards.cards import Card, StrikeEveryone
from referee.games.enchanters.rules import context, effects
from referee.games.enchanters.rules.context import ActiveRule, Attacked, Failed, Quest, Struck
from referee.games.enchanters.rules.effects import USE, Use
from referee.games.enchanters.rules.state import monsters_of
from referee.games.enchanters.vocabulary import crystals, wounds
from referee.text.grammar import so_many
from referee.text.names import and_list, printed

_OPEN = (w.ManualEffect, w.Graveyard, w.Discard, w.HandOver)
"""Effects that may change a strike in more ways than by defence."""
_MOVING = frozenset(("attack", "defence", "crystals", "wounds"))
"""Counts that help may raise without end."""
_MOST = 1000
"""Limit of positions searched in a fight; only endless help leads to more."""
_WAY, _STRIKE, _ATTACK = range(3)
"""The stages: paying the way, the monster's strike, the player's attack."""


class FightReach(NamedTuple):
    """The attack that a fight lacks, and the cheapest help that makes up for it.

    `price` is its cost in crystals and wounds; None if no help with a computable effect is enough. `certain` is
    whether no other help is either.
    """

    short: int
    price: tuple[int, int] | None
    sources: tuple[str, ...] = ()
    certain: bool = True

    @property
    def hopeless(self) -> bool:
        """Whether the fight can't be won."""
        return self.short > 0 and self.price is None and self.certain

    @property
    def description(self) -> str:
        """The prospect as text; "" for a fight that is won without help."""
        if self.short <= 0:
            return ""
        if self.price is None:
            return "can't be won" if self.certain else f"{self.short} attack short without other help"
        costs = [word(many) for word, many in zip((crystals, wounds), self.price, strict=True) if many]
        of = and_list(dict.fromkeys(map(printed, self.sources)))
        return f"can be won{f' for {and_list(costs)}' if costs else ''}, using {of}"


def reach(quest: Quest, card: Card, way: int | None = None) -> FightReach:
    """Find whether the active player can beat a card: before a journey of `way` crystals, or once it has struck."""
    attack, health = terms.total(quest.parts(quest.state.active, "attack")), int(card.health or 0)
    if health <= max(0, attack):
        return FightReach(health - max(0, attack), None)
    return _Search(quest, card, way or 0).cheapest(_ATTACK if way is None else _WAY, health - attack)


def strike_may_change(quest: Quest) -> bool:
    """Return whether some help, even if too dear now, may change a strike."""
    return any(
        help.rule.pays("monsters")
        or help.rule.has(*_OPEN)
        or any(isinstance(effect, w.Add) and effect.what == "defence" for effect in help.rule.effects)
        for help in _usable_help(quest)
    )


def is_counted(quest: Quest) -> bool:
    """Return whether all affordable help is countable: none costs monsters, or changes more than sums.

    Only then the reading `hopeless` refuses a fight (E-m).
    """
    crystals = quest.active.crystals
    return not any(
        help.rule.pays("crystals") <= crystals and (help.rule.pays("monsters") or help.rule.has(*_OPEN))
        for help in _usable_help(quest)
    )


def too_dear(quest: Quest) -> bool:
    """Return whether there is help that can't be paid now."""
    return any(help.rule.pays("crystals") > quest.active.crystals for help in _usable_help(quest))


def _usable_help(quest: Quest) -> Iterator[ActiveRule]:
    """Yield the help that the active player may still use; none that costs more monsters than there are."""
    game = quest.state
    for active in context.active_rules(quest.setup, game, game.active):
        again = active.rule.when in USE and active.key not in game.used
        if again and active.rule.pays("monsters") <= len(quest.monsters(game.active)):
            yield active


class _Position(NamedTuple):
    """A state of the search. `next` is the stage; `attack` and `defence` are what the help added.

    `others` are the other players' numbers of monsters, `sources` the cards used, `hurt` the wounds taken for help.
    """

    next: int
    attack: int
    defence: int
    crystals: int
    wounds: int
    pile: tuple[str, ...]
    others: tuple[int, ...]
    used: frozenset[str]
    sources: tuple[str, ...] = ()
    hurt: int = 0


class _Help(NamedTuple):
    """An action that may be used in a fight, with its cost."""

    key: str
    source: str
    rule: w.EnchantersRule
    crystals: int
    wounds: int
    monsters: int
    early: bool
    """Whether it may be useful before the way is paid in a way that it isn't after it."""


class _Sight(NamedTuple):
    """The visible help of a monster pile, the attack and defence of all cards, and a key to compare piles."""

    helps: list[_Help]
    attack: int
    defence: int
    monsters: list[str]
    looks: tuple[object, ...]


class _Search:
    """Breadth-first search of the help usable in any order, from a moment before a fight or in it."""

    def __init__(self, quest: Quest, card: Card, way: int) -> None:
        setup, game, me = quest.setup, quest.state, quest.active
        self.quest, self.card, self.way, self.health = quest, card, way, int(card.health or 0)
        self.open = False  # whether help with an unknown effect can be used
        cards = {name: card_of(setup, game, name) for name in me.monsters}
        actions = context.active_rules(setup, game, game.active)
        ever = [one.rule for one in actions] + [rule for card in cards.values() for rule in card.all_rules]
        ever = [rule for rule in ever if rule.when in USE]
        effects = [effect for rule in ever for effect in rule.effects]
        self.counted = {effect.per.of for effect in effects if isinstance(effect, w.CountedCards) and effect.per}
        self.early = "crystals" in self.counted or any(isinstance(one, (*_OPEN, w.Crystals)) for one in effects)
        self.plenty = None if self.counted & _MOVING else self._plenty(ever, cards.values())

        @cache
        def sight(pile: tuple[str, ...]) -> _Sight:
            now, rules = game, actions
            if pile != tuple(me.monsters):
                now = game.copy()
                now.players[game.active].monsters = list(pile)
                rules = context.active_rules(setup, now, game.active)
            mine = setup, now, game.active
            attack, defence = (terms.total(context.parts(*mine, what)) for what in context.POWERS)
            helps = [self._make_help(one) for one in rules if one.rule.when in USE and self._may_matter(one.rule)]
            return _Sight(helps, attack, defence, monsters_of(*mine), tuple(map(look, pile)))

        @cache
        def look(name: str) -> object:
            """Return a key that distinguishes a monster from others, as far as it matters here."""
            helps = any(rule.when in USE for rule in cards[name].all_rules)
            return name if helps else replace(cards[name], name="", kingdom="", glory=0, health=0, strength=0)

        self.sight = sight

    def _make_help(self, one: ActiveRule) -> _Help:
        rule = one.rule
        early = self.counted or rule.pays("monsters") or rule.has(*_OPEN, w.Crystals)
        costs = rule.pays("crystals"), rule.pays("wounds"), rule.pays("monsters")
        return _Help(one.key, one.source, rule, *costs, bool(early))

    def _may_matter(self, rule: w.EnchantersRule) -> bool:
        """Return whether an action may help to win: not if it lowers attack, or changes what nothing depends on."""
        if self.counted & _MOVING or rule.pays("monsters") or rule.has(*_OPEN, w.Crystals):
            return True
        added = [effect for effect in rule.effects if isinstance(effect, w.Add)]
        return any(effect.what == "attack" and effect.each > 0 for effect in added)

    def cheapest(self, stage: int, short: int) -> FightReach:
        """Find the help with the fewest crystals, then the fewest wounds, then the fewest uses."""
        game, me = self.quest.state, self.quest.active
        others = sorted(len(self.quest.monsters(seat)) for seat in range(len(game.players)) if seat != game.active)
        start = _Position(
            stage, 0, 0, me.crystals, me.wounds, tuple(me.monsters), tuple(others), frozenset(game.used)
        )
        if stage == _WAY and not self.early and self.way <= me.crystals:
            start = self._pay_way(start)
        self.begun = start.pile, start.others
        purse = me.crystals - (self.way if stage == _WAY else 0)
        todo, least = deque([start]), {self._key(start): 0}
        price: tuple[int, int] | None = None
        sources: tuple[str, ...] = ()
        while todo:
            now = todo.popleft()
            if least[self._key(now)] < now.hurt or (price is not None and price <= (0, now.hurt)):
                continue
            if now.next == _ATTACK and self._attack(now) >= self.health:
                if price is None or (max(0, purse - now.crystals), now.hurt) < price:
                    price, sources = (max(0, purse - now.crystals), now.hurt), now.sources
                continue
            for after in self._steps(now):
                key = self._key(after)
                if after.hurt < least.get(key, after.hurt + 1):
                    least[key] = after.hurt
                    todo.append(after)
            if len(least) > _MOST:
                self.open = True
                break
        return FightReach(short, price, sources, certain=not self.open)

    def _plenty(self, ever: Sequence[w.EnchantersRule], cards: Iterable[Card]) -> tuple[int, int]:
        """Return the crystals beyond which more change nothing: for all other needs, and for a point of attack.

        Valid if no amount depends on an unbounded count.
        """
        me = self.quest.active
        most = max(1, *map(len, me.piles()))
        price = max((rule.pays("crystals") for rule in ever), default=0)
        down = sum(
            max(0, -effect.each) * most for rule in ever for effect in rule.effects if isinstance(effect, w.Add)
        )
        down += sum(abs(card.attack) + abs(card.lower.attack) for card in cards)
        theirs = sum(len(self.quest.monsters(seat)) for seat in range(len(self.quest.state.players)))
        minors = sum(rule.pays("crystals") for rule in ever if rule.when == "minor")
        return me.crystals + self.way + minors + (down + theirs) * price, price

    def _key(self, at: _Position) -> object:
        """Return the key that distinguishes a position, as far as it matters."""
        purse = at.crystals
        if self.plenty is not None:
            purse = min(purse, self.plenty[0] + self.plenty[1] * max(0, self.health - self._attack(at)))
        hurts = "wounds" in self.counted
        defence = at.defence if hurts or "defence" in self.counted else 0
        return at.next, at.attack, defence, purse, at.wounds * hurts, self.sight(at.pile).looks, at.others, at.used

    def _attack(self, at: _Position) -> int:
        return self.sight(at.pile).attack + at.attack

    def _has(self, at: _Position, of: w.Count) -> int:
        """Return how many of something the player has, as `context.count` does."""
        match of:
            case "attack":
                return max(0, self._attack(at))
            case "defence":
                return max(0, self.sight(at.pile).defence + at.defence)
            case "crystals":
                return at.crystals
            case "wounds":
                return at.wounds
            case "monsters":
                return len(self.sight(at.pile).monsters)
            case "dragons":
                return len(at.pile) - len(self.sight(at.pile).monsters)
            case _:
                return len(self.quest.active.pile(of))

    # --- one step further -----------------------------------------------------------------------------

    def _pay_way(self, at: _Position) -> _Position:
        """Pay the way; if wounds don't matter, skip the strike too."""
        after = at._replace(next=_STRIKE, crystals=at.crystals - self.way)
        return after if "wounds" in self.counted else after._replace(next=_ATTACK)

    def _steps(self, at: _Position) -> Iterator[_Position]:
        if at.next == _WAY and self.way <= at.crystals:
            yield self._pay_way(at)
        if at.next == _STRIKE:
            taken, _ = context.wounds_from(self.card, self._has(at, "defence"))
            yield at._replace(next=_ATTACK, wounds=at.wounds + taken)
        for help in self.sight(at.pile).helps:
            if help.early or at.next != _WAY:
                yield from self._use(at, help)

    def _use(self, at: _Position, help: _Help) -> list[_Position]:
        """List positions after a use of help, for each choice of its user; empty if it can't be used."""
        if help.key in at.used or help.crystals > at.crystals or help.monsters > self._has(at, "monsters"):
            return []
        after = at._replace(
            crystals=at.crystals - help.crystals,
            wounds=at.wounds + help.wounds,
            hurt=at.hurt + help.wounds,
            used=at.used if help.rule.when == "multi" else at.used | {help.key},
            sources=(*at.sources, help.source),
        )
        found = self._without(after, help.monsters)
        for effect in help.rule.effects:
            found = [further for one in found for further in self._after(one, effect)]
        return found

    def _without(self, at: _Position, many: int) -> list[_Position]:
        """List positions after the player gave up `many` monsters, or as many as there are."""
        found = [at]
        for _ in range(min(many, self._has(at, "monsters"))):
            less = [
                one._replace(pile=tuple(name for name in one.pile if name != lost))
                for one in found
                for lost in self.sight(one.pile).monsters
            ]
            found = list({self._key(one): one for one in less}.values())
        return found

    def _after(self, at: _Position, effect: Effect) -> list[_Position]:
        """List positions after an effect, as `effects.CARRIED_OUT` has it; empty if they can't be computed."""
        per = getattr(effect, "per", None)
        many = effect.value_of(self._has(at, per.of) if per else 0) if isinstance(effect, w.CountedCards) else 0
        match effect:
            case w.Add():
                if effect.what == "attack":
                    return [at._replace(attack=at.attack + many)]
                return [at._replace(defence=at.defence + many)]
            case w.Crystals() | w.WoundsEffect():
                return self._with_tokens(at, effect, many)
            case w.Discard():
                return self._with_discards(at, effect, many)
            case w.HandOver() if not any(at.others):
                return [at]
            case w.Graveyard() if not self.quest.state.graveyard and (at.pile, at.others) == self.begun:
                return [at]
        self.open = True
        return [at] if isinstance(effect, w.HandOver) and effect.who == "a player" else []  # oneself, that is (E-au)

    def _with_tokens(self, at: _Position, effect: w.Crystals | w.WoundsEffect, many: int) -> list[_Position]:
        """Add or remove crystals or wounds; if a player is chosen it may be another one."""
        if effect.who in ("another player", "each other player"):
            return [at]
        has = at.crystals if isinstance(effect, w.Crystals) else at.wounds
        comes = effect.verb in ("gains", "takes")
        left = has + many if comes else 0 if many and effect.number == "all" else max(0, has - many)
        if isinstance(effect, w.Crystals):
            after = at._replace(crystals=left)
        else:
            after = at._replace(wounds=left, hurt=at.hurt + many * comes)
        return [after, at] if effect.who == "a player" else [after]

    def _with_discards(self, at: _Position, effect: w.Discard, many: int) -> list[_Position]:
        """Remove monsters; a chosen player has some if any player has, or is the active player (E-u)."""
        many = 999 if many and effect.number == "all" else many
        fewer = [max(0, has - many) for has in at.others]
        match effect.who:
            case "":
                return self._without(at, many)
            case "each player":
                return self._without(at._replace(others=tuple(fewer)), many)
            case "each other player":
                return [at._replace(others=tuple(fewer))]
        found = self._without(at, many) if effect.who == "a player" else []
        for seat, has in enumerate(at.others):
            if has:
                others = sorted((*at.others[:seat], fewer[seat], *at.others[seat + 1 :]))
                found.append(at._replace(others=tuple(others)))
        return found or [at]


# --- Combat ---------------------------------------------------------------------------------------
# A fight: the monster strikes, then the player attacks; help may be used before either (Combat; E-n, E-q, E-y).


def fight(quest: Quest, name: str) -> Procedure[bool]:
    """Play the fight with a monster or dragon; return whether it is beaten. Wounds stay either way (E-ao)."""
    card = quest.card(name)
    yield from _ask_for_help(quest, card, "strike")
    _strike(quest, name, card)
    yield from _ask_for_help(quest, card, "attack")
    attack, parts = quest.total(quest.state.active, "attack"), quest.parts(quest.state.active, "attack")
    health = int(card.health or 0)
    won = attack >= health
    quest.emit(Attacked(quest.state.active, name, attack, parts, health, won, ("player-attack",)))
    if not won:
        quest.state.resting = True  # the nearest card goes, as after a rest
        nearest = name in quest.state.track[:1]
        if nearest and quest.setup.failed_first == "stays":
            quest.state.spared, nearest = name, not quest.state.deck and len(quest.state.track) == 1
        quest.emit(Failed(quest.state.active, name, nearest=nearest, spared=bool(quest.state.spared)))
    return won


def _strike(quest: Quest, name: str, card: Card) -> None:
    """Apply the monster's attack, to all players in turn if it strikes everyone (Giant; E-y)."""
    everyone = any(rule.has(StrikeEveryone) for rule in card.all_rules)
    for number in quest.clockwise() if everyone else [quest.state.active]:
        parts, ids = quest.parts(number, "defence"), ("giant", "E-y") if everyone else ()
        strike(quest, number, name, card, quest.total(number, "defence"), parts, ids)


def strike(
    quest: Quest,
    number: int,
    name: str,
    card: Card,
    defence: int,
    parts: tuple[context.PowerPart, ...] = (),
    ids: context.Rules = (),
) -> None:
    """Deal a player a monster's wounds: strength less defence, doubled by an Ogre (E-q)."""
    wounds, times = context.wounds_from(card, defence)
    rules = ("monster-attack", *(("ogre", "E-q") if times > 1 else ()), *ids)
    quest.player(number).wounds += wounds
    quest.emit(Struck(number, name, int(card.strength or 0), defence, parts, times, wounds, rules))


_NO_HELP = "(no help|without help|don't help|nothing|no|don't use anything|don't use it)"


class Stroke(Move[Quest], frozen=True):
    """What comes where no more help is used."""

    def do(self, quest: Quest) -> None:
        """Do nothing: the fight goes on."""


class Strike(Stroke, frozen=True):
    """The monster's."""

    says = ("strike", _NO_HELP)

    def detail(self, quest: Quest) -> str:
        """Describe the wounds that it would deal."""
        assert quest.foe is not None
        defence = quest.total(quest.state.active, "defence")
        wounds, _ = context.wounds_from(quest.foe, defence)
        return f"strength {quest.foe.strength} against defence {defence}: {so_many(wounds, 'wound')}"


class Attack(Stroke, frozen=True):
    """The player's."""

    says = ("attack", "(hit|fight|beat|kill)[ it]", _NO_HELP, "go")

    def detail(self, quest: Quest) -> str:
        """Describe whether it is enough, or could be."""
        assert quest.foe is not None
        attack, health = quest.total(quest.state.active, "attack"), int(quest.foe.health or 0)
        return ": ".join(
            filter(None, [f"attack {attack} against health {health}", reach(quest, quest.foe).description])
        )


STRIKING, ATTACKING = Moves(Strike, Use), Moves(Attack, Use)
BEFORE = {"strike": STRIKING, "attack": ATTACKING}


def _ask_for_help(quest: Quest, card: Card, stroke: str) -> Procedure[None]:
    """Ask for minor actions before the monster strikes, or before the player attacks, if there are any."""
    move: Move[Quest] | None = None
    while not isinstance(move, Stroke):
        move = yield from ask_move(_question(replace(quest, foe=card), card, stroke), quest)


def _question(quest: Quest, card: Card, stroke: str) -> Question[Move[Quest]]:
    def forced() -> str | None:
        """Return the stroke if there is no help; crystals for help too dear now may still be gained.

        None is used while an immediate effect is carried out (E-n).
        """
        helps = not quest.state.taking and (effects.usable(quest) or (too_dear(quest) and may_help))
        return None if helps else stroke

    name = quest.active.name
    may_help = strike_may_change(quest) if stroke == "strike" else reach(quest, card).short > 0
    first = f"{printed(card.name)} strikes" if stroke == "strike" else f"{name} attacks {printed(card.name)}"
    return BEFORE[stroke].question(
        quest,
        stroke,
        f"Before {first}: use something, or {stroke}",
        who=name,
        open=True,
        forced=forced,
        default=stroke,
        by_enter=lambda: stroke == "strike" or reach(quest, card).price is None,  # help that wins comes first
        skippable=True,
        opens=stroke == "strike" and not may_help,
    )
