"""Light mode: rounds of which only the player, Chance card, fights, Artifacts and limits are tracked.

The table does the rest with the pieces. Where the score alone is tracked, only the active player is; the Artifacts
are counted at the end then.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal, Self

from msgspec import Meta
from msgspec.structs import replace

from referee.asking.dice import read_roll
from referee.asking.interrupts import Refusal
from referee.asking.moves import Move, Moves, ask_move, forbid
from referee.asking.question import Option, Procedure, Question, Throw, name_reader, pick
from referee.asking.words import is_no_name
from referee.declaration.statements import read_report, untracked
from referee.declaration.tracking import BATTLES, EVERYTHING, SCORE, Stopped, wants_more
from referee.effects.phrases import Also, Names
from referee.errors import Illegal, Unreadable, fault
from referee.games.prophecy.fights import powers
from referee.games.prophecy.odds import reach
from referee.games.prophecy.rules import chance, ending
from referee.games.prophecy.rules import events as e
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.ending import NO_ATTACKS, hands_over, put_out
from referee.games.prophecy.rules.state import GameState, Setup
from referee.games.prophecy.tables import chance_cards, numbers, printed_cards
from referee.games.prophecy.vocabulary import ARTIFACTS, FACES, Result
from referee.play.event import Weighty
from referee.text.names import by_key, find, fold, is_nothing, names_in, printed
from referee.text.pattern import lazy_pattern

RESULTS: dict[str, Result] = {
    **dict.fromkeys(("won", "win", "wins"), "won"),
    **dict.fromkeys(("drawn", "draw", "tie", "level", "equal"), "drawn"),
    **dict.fromkeys(("lost", "lose", "loses"), "lost"),
}
OUTCOMES: dict[str, Result] = {"beat": "won", "drew with": "drawn", "lost to": "lost"}
_SAME_OUTCOMES = {
    **dict.fromkeys(("beats", "defeated", "defeats", "killed", "kills", "won against", "wins against"), "beat"),
    **dict.fromkeys(("draws with", "drew against", "draws against"), "drew with"),
    **dict.fromkeys(("loses to", "lost against", "loses against"), "lost to"),
}
"""Other words for `OUTCOMES`, which stand before the opponent's name."""
TOTALS = lazy_pattern(
    r"(?:(?:i|we) have |mine is )?(\d{1,2}) ?(?:/|:|-|(?:,|,? and)? ?(?:it|he|she) has|against|to|vs|,)? ?(\d{1,2})"
)
_TYPE = lazy_pattern(r",? (?:(?:with|by|in|using) )?(?:wills|willpower|strength)(?=,? \d)", re.IGNORECASE)
"""The type of a fight before its totals, which isn't tracked here."""


def lighten(game: GameState) -> None:
    """Drop what a light table doesn't track. Raises Unreadable after the end."""
    if game.over:
        raise Unreadable("what is tracked can't be changed now: the game is over")
    game.step = "chance" if game.step in ("round", "chance") and _next_draws(game) else "turn"
    game.decks = {"chance": game.decks["chance"]} if game.phase == "countdown" else {}
    lying = [name for space in game.spaces for name in space.artifacts]
    game.aside = [*lying, *(name for plane in game.planes for name in plane.left)]
    game.spaces, game.planes, game.unused = [], [], []  # who was eliminated stays so (A New Character)
    game.attacking, game.moves, game.joined, game.extra, game.turn = -1, 1, False, [], 1
    for hero in game.players:
        hero.hero, hero.space, hero.lodging, hero.sex = "", 0, False, ""
        hero.items, hero.damaged, hero.abilities, hero.bonuses, hero.marks, hero.cast = [], [], [], [], [], []
        hero.status = "playing" if hero.status == "dead" else hero.status
        hero.artifacts = [] if game.tracking == SCORE else hero.artifacts
    if game.tracking == SCORE:
        game.aside, game.phase = [], "normal"


def next_decision(setup: Setup, state: GameState, events: list[Any]) -> Procedure[None] | None:
    """Return the procedure of the next decision; None when the game is over."""
    return None if state.over else _turn(Quest(setup, state, events))


def _turn(quest: Quest) -> Procedure[None]:
    """Ask for one event of the round, or for its end."""
    if quest.state.step == "round end":  # the hero of the round has left the game
        _next_round(quest)
        return
    if quest.state.step == "round":
        _begin_without_card(quest)
        return
    yield from ask_move(_question(quest), quest)
    yield from ending.settle(quest)


def _question(quest: Quest) -> Question[Move[Quest]]:
    """Return the question for an event of the round, or for its end."""
    game, name = quest.state, quest.hero.name
    moves, default = (COUNTED if game.known == SCORE else TOLD), "end turn" * (not EndTurn().why_not(quest))
    if game.known == SCORE:
        prompt = f"{name}'s round"
    elif game.step == "chance":
        prompt, default = f"{name}'s round: which Chance card", ""
    else:
        drawn = f", or {quest.name(ending.following(game))}'s Chance card" if _next_draws(game) else ""
        prompt = f"{name}'s round goes on{drawn}"
    more = " · everything is tracked from the next round on" if wants_more(game) else ""
    short = game.step == "turn" and game.known == BATTLES
    like = "mountains, " * _next_draws(game) + "fight 6/4, " * (game.phase != "final battle")
    return moves.question(
        quest,
        "turn",
        f"{prompt}{more}",
        default=default or None,
        open=game.known == BATTLES,
        grouped=(lambda: SHORT.options(quest)) if short else tuple,
        coins=lambda move: move.new_name(quest) if isinstance(move, TakeArtifact | DrawChance) else "",
        hint="" if game.known == SCORE else f"like {like}attack PLAYER 6/4, artifact NAME",
    )


# --- moves ------------------------------------------------------------------------------------------


def _others(quest: Quest) -> list[str]:
    """List the players in the game, clockwise from the one after the active player, who comes last."""
    first, *rest = quest.state.playing(quest.state.active)
    return [quest.name(seat) for seat in (*rest, first)]


def _seat(quest: Quest, player: str) -> int:
    """Return a player's seat; -1 for a name of nobody in the game."""
    return next((seat for seat in quest.state.playing() if quest.name(seat) == player), -1)


def _after_chance(quest: Quest) -> bool:
    return quest.state.step == "turn"


def _new_chance(quest: Quest, name: str) -> str | None:
    return None if is_no_name(name) or fault(name_reader("card", {}), name) else name


Taker = Annotated[str, Names("player in the game", _others, also={"nobody": "nobody"})]
ChanceCard = Annotated[
    str, Names("Chance card", lambda quest: [card.name for card in chance_cards().values()], _new_chance)
]
Artifact = Annotated[
    str,
    Names(
        "Artifact",
        lambda quest: [*artifacts_out(quest.state), *named_artifacts(quest)],
        lambda quest, text: read_artifact(quest, text),
    ),
]
FoughtCreature = Annotated[
    str,
    untracked(
        "Creature",
        lambda quest: {name: f"{name} is a hero; write attack {name}" for name in _others(quest)},
        {*RESULTS, *(word for way in (*OUTCOMES, *_SAME_OUTCOMES) for word in way.split())},
    ),
]
Total = Annotated[int, Meta(ge=0, le=99)]
Lives = Annotated[int, Meta(ge=1, le=9), Also({f"x{lives}": lives for lives in range(1, 10)})]
Ended = Annotated[Literal["", "won", "drawn", "lost"], Also(RESULTS)]

_TOTALS = "{own}[(/|:|-|against|to|vs|,|){enemy}]"
_TOTALS_SAID = (
    "(with|by|i have|we have) {own} "
    "(it has|he has|she has|and it has|and he has|and she has|, it has|, he has|, she has|against) {enemy}"
)
_ROLLS = "[ (|,) {lives} (lives|rolls)][ (|,|x) {lives!}][ (|,) (better|better of two|prayer){better}]"
_FOUGHT = f"<{_ROLLS}[ (|,|and|, and|but|, but|, he|, i|, she|and i|and he|and she|, and i) {{result}}]>"
_FIGHTS = "(fight|fights|fought)"


class EndTurn(Move[Quest], frozen=True):
    """The end of a round."""

    says = "(end turn|end|done|next|next player|end round|next round|round over|round is over|no fight|no fights)"
    listed = staticmethod(lambda quest: quest.state.step == "turn" or quest.state.known == SCORE)

    def why_not(self, quest: Quest) -> str | Refusal:
        """Refuse to end a Champion's turn before an attack (P56), and a countdown's round without its card."""
        game = quest.state
        if game.step == "chance" and game.phase == "countdown":
            return Refusal("the Chance card comes first: it counts down to the Apocalypse", "chance-card")
        must = game.phase == "final battle" and game.attacked < 0 and len(game.playing()) > 1
        return Refusal("a Champion must be attacked", "P56") if must else ""

    def do(self, quest: Quest) -> None:
        """Report the limits, and begin the next round."""
        _end_round(quest)


def _check_hero(quest: Quest, hero: str) -> None:
    """Raise Illegal for a move of a hero in another's round."""
    if hero and hero != quest.hero.name:
        forbid(f"it is {quest.hero.name}'s round, not {hero}'s; end turn ends it", "one-round")


class RoundDone(Move[Quest], frozen=True):
    """The end of a round, by whose it is."""

    says = "{hero} (is|) (done|finished|passes)"
    listed = False
    hero: Annotated[str, Names("player in the game", _others)]

    def complete(self, quest: Quest) -> Any:
        """Return `EndTurn`. Raises Illegal in another's round."""
        _check_hero(quest, self.hero)
        return EndTurn()


class GameOver(Move[Quest], frozen=True):
    """The end of the game, where the score alone is tracked."""

    says = "game over"
    leads_to = "the Artifacts are counted"

    def do(self, quest: Quest) -> None:
        """End the game."""
        quest.state.over = True
        quest.emit(Stopped())


class LightCombat(Move[Quest], frozen=True, kw_only=True):
    """A fight: both totals before the dice (-1 where they are asked for), and how it goes.

    With lives, whether the better of two own dice counts, and the result, "" where dice are thrown.
    """

    listed = staticmethod(_after_chance)
    own: Total = -1
    enemy: Total = -1
    lives: Lives = 1
    better: bool = False
    result: Ended = ""

    def complete(self, quest: Quest) -> Self:
        """Split two digits typed together into both totals. Raises Unreadable for a single total."""
        if self.own < 0 or self.enemy >= 0:
            return self
        if self.own < 10:
            raise Unreadable("write both totals before the dice, like fight 6/4")
        return replace(self, own=self.own // 10, enemy=self.own % 10)

    def do(self, quest: Quest) -> Procedure[None]:
        """Resolve the fight, by both totals before the dice or by its outcome, and its consequences by the rules."""
        seat, foe = quest.seat, _seat(quest, self.whom) if isinstance(self, LightAttack) else -1
        result: Result = self.result or (yield from _roll_dice(quest, self, foe))
        late = foe >= 0 and hands_over(quest.setup, quest.state)
        creature = self.creature if isinstance(self, LightFight) else ""
        if foe >= 0:
            quest.state.further += quest.state.attacked >= 0
            quest.state.attacked = foe
        winner, loser = (seat, foe) if result == "won" else (foe, seat)
        if foe < 0:
            quest.emit(_after_creature(quest, result, creature))
        elif result == "drawn":
            quest.emit(Weighty("Drawn: nothing happens.", ("draw-hero",)))
        elif late:
            hands = f"{quest.name(loser)} hands an Artifact over"
            quest.emit(Weighty(f"{quest.name(winner)} wins: {hands}.", ("final-battle", "P56")))
        else:
            loses = f"{quest.name(loser)} loses {quest.setup.lost_health} Health, or offers all Items"
            takes = f"{quest.name(winner)} takes one"
            quest.emit(Weighty(f"{quest.name(winner)} wins: {loses} and {takes}.", ("win-hero",)))
        if late and result != "drawn" and quest.state.players[loser].artifacts:
            name = yield _handed_question(quest, loser, winner)
            hand_artifact(quest, name, winner)


class LightFight(LightCombat, frozen=True, kw_only=True):
    """A fight with a Creature, which may be named for the log."""

    says = (
        f"(fight|fights|fought|f)[ {_TOTALS}]{_FOUGHT}",
        f"(fight|fights|fought|f) (|with|against) {{creature}}[ (|,) {_TOTALS}]{_FOUGHT}",
        f"(fight|fights|fought|f) (|with|against) {{creature}} (|,) {_TOTALS_SAID}{_FOUGHT}",
        "(fight|fights|fought|f) (|with|against) {creature} (|,|and|, and) {result}",
        f"{_TOTALS}{_FOUGHT}",
    )
    leads_to = "with a Creature, like fight 6/4: your total, the enemy's; tells the chances"
    creature: FoughtCreature = ""

    def why_not(self, quest: Quest) -> str | Refusal:
        """Refuse a fight with a Creature in the Final Battle, whose battleground has none (P55)."""
        late = quest.state.phase == "final battle"
        return Refusal("no Creature lies on the battleground", "P55") if late else ""


class LightAttack(LightCombat, frozen=True, kw_only=True):
    """A fight with another hero."""

    says = (
        f"(attack|attacks|attacked|challenge|challenged) {{whom}}[ (|,) {_TOTALS}]{_FOUGHT}",
        f"(attack|attacks|attacked|challenge|challenged) {{whom}} (|,) {_TOTALS_SAID}{_FOUGHT}",
    )
    rule = "attack-heroes"
    leads_to = "both heroes' totals after it, like 6/4; tells the chances"
    whom: Annotated[str, Names("player in the game", _others)]

    @classmethod
    def candidates(cls, quest: Quest) -> Iterator[Self]:
        """Yield an attack on each of the other heroes, if this turn leaves one (`hero_attacks`)."""
        if _after_chance(quest) and not ending.attacks_made(quest):
            yield from (cls(whom=name) for name in _others(quest)[:-1])

    def why_not(self, quest: Quest) -> str | Refusal:
        """Refuse an attack on oneself, on the partner (P62), or where none are made before the Final Battle."""
        if quest.setup.partner(quest.seat) == _seat(quest, self.whom) >= 0 and not quest.setup.attack_partner:
            return Refusal(f"{self.whom} is your partner", "P62")
        if not quest.setup.hero_attacks and quest.state.phase != "final battle":
            return Refusal(NO_ATTACKS, "attack-heroes")
        return "nobody attacks themselves" if self.whom == quest.hero.name else ""


class CombatSentence(LightCombat, frozen=True, kw_only=True):
    """A fight by the name of who fights, or by how it came out."""

    says: ClassVar[tuple[str, ...]] = (
        f"{{hero}} {_FIGHTS}[ {_TOTALS}]{_FOUGHT}",
        f"{{hero}} {_FIGHTS} (|with|against) {{creature}} (|,) {_TOTALS}{_FOUGHT}",
        f"{{hero}} {_FIGHTS} (|with|against) {{creature}} (|,|and|, and) {{result}}",
        f"{{hero}} (attacks|attack|attacked|challenges|challenged|fights|fought) {{whom}}[ (|,) {_TOTALS}]{_FOUGHT}",
        f"[{{hero}} ]{{outcome}} {_TOTALS}<{_ROLLS}>",
        f"[{{hero}} ]{{result}} {_TOTALS} (to|against) (|a|the) {{creature}}",
        f"[{{hero}} ]{{outcome}} {{whom}}[ (|,) {_TOTALS}]<{_ROLLS}>",
        f"[{{hero}} ]{{outcome}} {{creature}}[ (|,|with|by) {_TOTALS}]<{_ROLLS}>",
    )
    listed = staticmethod(lambda quest: False)
    hero: Annotated[str, Names("player in the game", _others)] = ""
    whom: Annotated[str, Names("player in the game", _others)] = ""
    creature: FoughtCreature = ""
    outcome: Annotated[Literal["", "beat", "drew with", "lost to"], Also(_SAME_OUTCOMES)] = ""

    def complete(self, quest: Quest) -> Any:
        """Return the `LightFight` or `LightAttack` that it means. Raises Illegal in another's round."""
        _check_hero(quest, self.hero)
        move = super().complete(quest)
        how = {name: getattr(move, name) for name in ("own", "enemy", "lives", "better")}
        how["result"] = OUTCOMES.get(self.outcome, self.result)
        return LightAttack(whom=self.whom, **how) if self.whom else LightFight(creature=self.creature, **how)


class BeatenBy(CombatSentence, frozen=True, kw_only=True):
    """A lost fight, by who won it."""

    says = (
        f"{{whom}} (beats|beat|defeats|defeated|won against) (me|us)[ (|,) {_TOTALS}]<{_ROLLS}>",
        f"(|a|the) {{creature}} (beats|beat|defeats|defeated|won against) (me|us)[ (|,) {_TOTALS}]<{_ROLLS}>",
    )
    outcome: Annotated[Literal["", "beat", "drew with", "lost to"], Also(_SAME_OUTCOMES)] = "lost to"


class TakeArtifact(Move[Quest], frozen=True):
    """An Artifact goes to a hero, or to nobody: it lies where a hero died."""

    says = (
        "(artifact|artefact|take|takes) {artifact}[ to {to}]",
        "{to} (take|takes|get|gets|artifact) {artifact}",
        "(|the) {artifact!} (goes|went) to {to}",
        "[{to} ](took|got|gets|has|won|wins|found|finds|stole|steals) {artifact!} (|artifact)",
    )
    rule = "artifacts"
    listed = False
    artifact: Artifact
    to: Taker = ""

    def complete(self, quest: Quest) -> Self:
        """Fill in the active player, where no player is named."""
        return self if self.to else replace(self, to=quest.hero.name)

    def why_not(self, quest: Quest) -> str:
        """Refuse an Artifact that the hero has already."""
        seat = _seat(quest, self.to)
        has = seat >= 0 and self.artifact in quest.state.players[seat].artifacts
        return f"{self.to} has {self.artifact} already" if has else ""

    def new_name(self, quest: Quest) -> str:
        """Return the Artifact's name if it is a new one, else an empty text."""
        known = map(fold, (*artifacts_out(quest.state), *named_artifacts(quest)))
        return self.artifact if fold(self.artifact) not in known else ""

    def do(self, quest: Quest) -> None:
        """Hand the Artifact over."""
        hand_artifact(quest, self.artifact, _seat(quest, self.to))


class Out(Move[Quest], frozen=True):
    """A hero leaves the game, and no new one comes."""

    says: ClassVar[tuple[str, ...]] = (
        "out {player}",
        "{player} (|has) (leaves|left|quits|quit|goes home|went home) (|us|the game|the table)",
        "{player} (has to|had to|must) (leave|quit|go|go home) (|us|the game|the table)",
        "{player} is out",
    )
    listed = False
    player: Annotated[str, Names("player in the game", _others)]

    def do(self, quest: Quest) -> None:
        """Take the hero out of the game; its Artifacts lie aside (P46), or go to the next Champion (P57)."""
        seat = _seat(quest, self.player)
        heir = next(iter(quest.state.playing(seat)[1:]), -1) if quest.state.phase == "final battle" else -1
        for name in list(quest.state.players[seat].artifacts):
            hand_artifact(quest, name, heir)
        put_out(quest, seat, "told by the table", ("death", "P48"))


class HeroDeath(Out, frozen=True):
    """A hero dies, for whom a new one may come."""

    says = ("{player} (died|dies|has died)", "{player} is dead", "{player} was (killed|eliminated)")
    rule = "new-character"

    def complete(self, quest: Quest) -> Any:
        """Raise Illegal, unless overruled: the move to record hangs on whether a new hero comes."""
        name = self.player
        goes_on = f"if {name} goes on with a new hero, only Artifacts that change hands are recorded"
        forbid(f"{goes_on}; if {name} is out of the game, write: out {name}", self.rule)
        return Out(name)


class DrawChance(Move[Quest], frozen=True):
    """A Chance card, which ends the round before it."""

    says = ("chance {card}", "(|the) {card!} (|card)")
    card: ChanceCard

    @classmethod
    def candidates(cls, quest: Quest) -> Iterator[Self]:
        """Yield the cards that the rulebook names, while any are drawn."""
        if _next_draws(quest.state):
            yield from (cls(card.name) for card in chance_cards().values())

    def new_name(self, quest: Quest) -> str:
        """Return the card's name if the rulebook doesn't have it, else an empty text."""
        return "" if fold(self.card) in chance_cards() else self.card

    def why_not(self, quest: Quest) -> str | Refusal:
        """Refuse a card when none is drawn: in the Final Battle and in the Apocalypse."""
        if _next_draws(quest.state):
            return ""
        late = quest.state.phase == "final battle"
        return Refusal("no Chance card is drawn any more", "final-battle" if late else "P60")

    def do(self, quest: Quest) -> None:
        """Begin the next round if one was under way, and report what the card does."""
        if quest.state.step == "turn":
            _end_round(quest)
        if not quest.state.over:
            _chance(quest, self.card)


class ChanceSaid(Move[Quest], frozen=True):
    """A Chance card, by the name of who draws it."""

    says = (
        "{hero} (draws|draw|drew|gets|got|has|pulls|pulled|turns up|turned up) (|the) {card!} (|card)",
        "{card!} (|card) for {hero}",
    )
    listed = False
    hero: Annotated[str, Names("player in the game", _others)]
    card: ChanceCard

    def complete(self, quest: Quest) -> Any:
        """Return the `DrawChance` that it means. Raises Illegal if another player draws."""
        draws = quest.seat if quest.state.step == "chance" else ending.following(quest.state)
        if self.hero != quest.name(draws):
            forbid(f"{quest.name(draws)} draws the next Chance card, not {self.hero}", "one-round")
        return DrawChance(self.card)


TOLD = Moves(
    EndTurn,
    RoundDone,
    LightFight,
    LightAttack,
    CombatSentence,
    BeatenBy,
    ChanceSaid,
    TakeArtifact,
    Out,
    HeroDeath,
    DrawChance,
    marks=",/:-",
    typed=lambda text: read_report(_TYPE.sub("", text)),
)
"""Moves of a round."""
SHORT = Moves(EndTurn, LightFight, LightAttack)
COUNTED = Moves(EndTurn, GameOver)
"""Moves of a round where only the score is tracked."""


def _next_draws(game: GameState) -> bool:
    """Return whether a Chance card begins the next round."""
    return game.phase == "normal" or (game.phase == "countdown" and game.decks["chance"].count > 0)


# --- rounds -----------------------------------------------------------------------------------------


def _end_round(quest: Quest) -> None:
    """End the round and begin the next; report the limits first, unless only the score is tracked."""
    if quest.state.known == BATTLES:
        ending.call_limits(quest)
    _next_round(quest)


def _next_round(quest: Quest) -> None:
    game = quest.state
    ending.next_round(quest)
    if game.phase == "countdown" and not game.decks["chance"].count:
        game.phase = "apocalypse"
        quest.say("The Apocalypse begins.", "end-of-world", "P60")
    if game.known == SCORE or _next_draws(game):
        game.step = "turn" if game.known == SCORE else "chance"


def _begin_without_card(quest: Quest) -> None:
    """Begin a round of the Final Battle or the Apocalypse; nobody draws, so more is tracked before this."""
    game = quest.state
    game.step = "turn"
    if game.phase == "apocalypse":
        lost = numbers().apocalypse
        text = f"The Apocalypse: every hero loses {lost.health} Health and {lost.magic} Magic now."
        quest.say(text, "apocalypse", "P60")


def _chance(quest: Quest, name: str) -> None:
    """Report what a Chance card does; the table resolves it."""
    game = quest.state
    if (pack := game.decks.get("chance")) is not None:
        pack.count -= 1
    game.step = "turn"
    text, rules = chance.describe_chance(name, quest.hero.name, harms=quest.setup.laid_open_harm != "nobody")
    left = "" if pack is None else f" ({pack.count} to the Apocalypse)"
    quest.say(f"{printed(name)}{left}: {text}.", *rules)


# --- fights -----------------------------------------------------------------------------------------


def _roll_dice(quest: Quest, move: LightCombat, foe: int) -> Procedure[Result]:
    """Ask for the rolls of a fight until one isn't won or all are; the table may type the outcome instead."""
    own, enemy = (move.own, move.enemy) if move.own >= 0 else (yield _totals_question(quest, foe))
    for left in range(move.lives, 0, -1):
        name = quest.name(foe) if foe >= 0 else move.creature if isinstance(move, LightFight) else ""
        thrown: tuple[int, ...] | Result = yield _roll_question(quest, name, own, enemy, left, better=move.better)
        if isinstance(thrown, str):
            return thrown
        *mine, its = thrown
        result = powers.outcome(own + max(mine) - enemy - its, 0, 0)
        quest.emit(e.LightRolled(quest.seat, own, max(mine), enemy, its, result, foe, thrown))
        if result != "won":
            return result
    return "won"


def _after_creature(quest: Quest, result: Result, creature: str) -> Weighty:
    """Return what comes of a fight with a Creature, for the table to carry out."""
    who = quest.hero.name
    match result:
        case "won":
            goes = f"{creature or 'the Creature'} goes to the discards; take its Experience and reward"
            return Weighty(f"{who} wins: {goes}.", ("win-creature",))
        case "drawn":
            return Weighty(f"Drawn: no harm, and {who}'s turn is over.", ("draw",))
    health = f"{quest.setup.lost_health} Health, unless the card tells of something else"
    return Weighty(f"{who} loses: {health}; the turn is over.", ("loss-ends-turn", "P28"))


def _totals_question(quest: Quest, foe: int) -> Question[tuple[int, int]]:
    against = "the enemy" if foe < 0 else quest.name(foe)

    def parse(text: str) -> tuple[int, int]:
        if (match := TOTALS.fullmatch(fold(text))) is None:
            raise Unreadable(f'can\'t read "{text}"; write both totals before the dice, like 6/4')
        return int(match[1]), int(match[2])

    return Question(
        "totals",
        f"{quest.hero.name}'s total and that of {against}, before the dice",
        parse,
        hint="like 6/4",
        write=lambda totals: "/".join(map(str, totals)),
        who=quest.hero.name,
    )


def _roll_question(
    quest: Quest, against: str, own: int, enemy: int, lives: int, *, better: bool
) -> Question[tuple[int, ...] | Result]:
    """Return the question for the dice of a roll, own ones first, or for the outcome; its prompt has the chances."""
    count = 3 if better else 2
    others = ("it", "he", "she", "they", "the enemy", fold(against), f"the {fold(against)}")
    lost = {f"{who} {verb}" for who in others for verb in ("won", "wins", "win")}
    chances = reach.chances(own - enemy, ("better",) if better else (), lives=lives)
    more = f", {lives} to win" if lives > 1 else ""

    def parse(text: str) -> tuple[int, ...] | Result:
        words = fold(text)
        if words in RESULTS or words in lost:
            return RESULTS.get(words, "lost")
        dice = read_roll(words.removeprefix("roll ").replace("+", " "), count, FACES)
        if len(dice) != count:
            raise Unreadable(f"write what each of the {count} dice shows, yours first, like {_example(better)}")
        return dice

    return Question(
        "roll",
        f"{quest.hero.name} {own} : {enemy} {against}".rstrip() + f"{more} ({chances.description})",
        parse,
        who=quest.hero.name,
        options=lambda: [Option(word, detail="the whole fight") for word in ("won", "drawn", "lost")],
        hint=f"the dice, yours first, like {_example(better)}; or won, drawn, lost",
        open=True,
        write=lambda value: value if isinstance(value, str) else " ".join(map(str, value)),
        throw=Throw(count, FACES),
    )


def _example(better: bool) -> str:
    return "3 5 2 (both of yours)" if better else "4 2"


def _handed_question(quest: Quest, loser: int, winner: int) -> Question[str]:
    name = who = quest.name(loser)
    prompt = f"Which Artifact does {name} hand over"
    if quest.setup.artifact_given == "winner":
        who = quest.name(winner)
        prompt = f"Which Artifact of {name}'s does {who} take"
    names = {one: one for one in quest.state.players[loser].artifacts}
    return pick("artifact", prompt, names, "Artifact there", who=who)


# --- Artifacts --------------------------------------------------------------------------------------


def hand_artifact(quest: Quest, name: str, seat: int) -> None:
    """Move an Artifact to a hero; for the seat -1 lay it aside, where a hero died."""
    game = quest.state
    before = next((hero.name for hero in game.players if name in hero.artifacts), "")
    for pile in (*(hero.artifacts for hero in game.players), game.aside):
        if name in pile:
            pile.remove(name)
    if seat < 0:
        game.aside.append(name)
    else:
        game.players[seat].artifacts.append(name)
        if not before:
            game.collector = seat
    had = f" ({before} had it)" if before else ""
    lies, come = f"{printed(name)} lies on the board{had}.", f" from {before}" if before else ""
    takes = lies if seat < 0 else f"{quest.name(seat)} takes {printed(name)}{come}."
    quest.emit(Weighty(takes, ("artifacts", "P52")))


_VERBS = ("fight", "attack", "artifact", "out", "chance", "roll")


def artifacts_out(game: GameState) -> list[str]:
    """List the Artifacts that are out of the planes."""
    return [*(name for hero in game.players for name in hero.artifacts), *game.aside]


def read_artifact(quest: Quest, text: str) -> str:
    """Parse an Artifact's name; a new one must differ from other cards and words. Raises Unreadable or Illegal."""
    there = artifacts_out(quest.state)
    known = by_key([*there, *named_artifacts(quest)], str)
    typed = " ".join(text.split())
    starting = [name for name in known if typed and name.startswith(fold(typed))]
    if fold(typed) in known or starting:
        name = find(typed, known, "Artifact")
    else:
        name = name_reader("Artifact", {})(typed)
        if is_no_name(name) or fold(name).partition(" ")[0] in _VERBS:
            raise Unreadable(f'"{typed}" can\'t be the name of an Artifact; write it like artifact Royal Cape')
    if name not in there and len(there) >= ARTIFACTS:
        raise Illegal(f"all {ARTIFACTS} Artifacts are out: {', '.join(there)}", "what-is-in-box")
    return name


def named_artifacts(quest: Quest) -> list[str]:
    """List the Artifacts that the rulebook names, and those that the table has typed."""
    from_rulebook = (card.name for card in printed_cards().values() if card.kind == "artifact")
    cards = (card.name for card in (*quest.setup.cards, *quest.state.learnt) if card.kind == "artifact")
    return list(dict.fromkeys([*from_rulebook, *cards]))


# --- the count --------------------------------------------------------------------------------------


def count(setup: Setup, game: GameState, events: list[Any]) -> Procedure[None]:
    """Ask for what isn't tracked: the Artifacts if only the score is, all else before more is tracked."""
    quest = Quest(setup, game, events)
    if game.known == SCORE:
        for seat in range(len(game.players)):
            game.players[seat].artifacts = yield _artifacts_question(quest, seat)
    if game.over and game.known == SCORE:
        game.won = ending.winners(setup, game)
    elif game.tracking == EVERYTHING and not game.over:
        from referee.games.prophecy.rules import catching_up  # rarely wanted

        yield from catching_up.ask(quest)


def _artifacts_question(quest: Quest, seat: int) -> Question[list[str]]:
    known = by_key(named_artifacts(quest), str)

    def parse(text: str) -> list[str]:
        if is_nothing(text) or fold(text) == "0":
            return []
        found = list(dict.fromkeys(read_artifact(quest, part) for part in names_in(text, known)))
        if taken := next((name for name in found if name in artifacts_out(quest.state)), ""):
            raise Illegal(f"{taken} is somebody else's already", "what-is-in-box")
        if len(artifacts_out(quest.state)) + len(found) > ARTIFACTS:
            raise Illegal(f"there are {ARTIFACTS} Artifacts in all", "what-is-in-box")
        return found

    return Question(
        "artifacts",
        f"{quest.name(seat)}'s Artifacts",
        parse,
        default="none",
        hint="names, commas between",
        write=lambda found: ", ".join(found) or "none",
        coins=lambda found: ", ".join(name for name in found if fold(name) not in known),
    )
