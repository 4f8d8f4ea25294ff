"""Light mode: turns of which only the first player, battles with their spoils, feeding and tokens are tracked.

The table does the rest with the pieces, and counts it when the game is over (`ending.count`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Annotated, Any, Literal, Self

from msgspec import UNSET, Meta, Struct
from msgspec.structs import replace

from referee.asking.interrupts import ALLOWED, Refusal
from referee.asking.moves import Move, Moves, ask_move
from referee.asking.question import Option, Procedure, Question
from referee.declaration.statements import read_report, untracked
from referee.declaration.tracking import BATTLES, wants_more
from referee.effects.phrases import Also, Names, Phrases
from referee.errors import Illegal, Unreadable
from referee.games.conjurers import tables
from referee.games.conjurers.rules import card_pool, contests, ending, holdings, spaces
from referee.games.conjurers.rules.card_pool import Context, known_creatures, known_face
from referee.games.conjurers.rules.events import ButtonTaken, ContestEnded
from referee.games.conjurers.rules.state import CONJURER, TAVERN, Contest, Figure, GameState
from referee.games.conjurers.typed_holdings import read_kinds
from referee.games.conjurers.vocabulary import MYTHOLOGIES, Mythology
from referee.text.names import a_or_an, fold, is_nothing, printable
from referee.text.pattern import lazy_pattern

END = "end turn"
WON, LOST, REFEREE = "won", "lost", "referee"
RESULTS: Mapping[str, str] = {
    "won": WON,
    "wins": WON,
    "win": WON,
    "beats": WON,
    "beat": WON,
    "defeats": WON,
    "defeated": WON,
    "takes": WON,
    "lost": LOST,
    "loses": LOST,
    "lose": LOST,
    "here": REFEREE,
}
_WITH_KIND = lazy_pattern(rf"(.+?) \(?([a-z]\d|(?:{'|'.join(MYTHOLOGIES)}) [2-5])\)?", re.IGNORECASE)
"""A creature's name followed by its kind, "Angel b3", "Angel biblical 3"."""


def lighten(game: GameState) -> None:
    """Drop what a light table doesn't track; the turn goes on. Raises Unreadable in a battle or after the end."""
    if game.contest is not None or game.bouts or game.finished or game.stage in ("over", "tournament"):
        over = "the game is over" if game.stage == "over" else "a battle is under way; end it first"
        raise Unreadable(f"what is tracked can't be changed now: {over}")
    done = [one for one in game.placed if one not in (*game.figures, *game.waiting)] if game.order else []
    grounds: Mapping[str, Mythology | Literal["tavern"]] = {**tables.phases().battlegrounds, TAVERN: TAVERN}
    game.fought += [grounds[one.space] for one in done if one.space in grounds]
    game.fighters += [
        one.player for one in done if one.space.startswith((spaces.DUEL, *tables.phases().battlegrounds))
    ]
    game.placed = [one for one in done if one.kind == CONJURER]
    game.stage = "light"
    game.agreed, game.figures, game.waiting, game.order, game.mines = [], [], [], [], {}


def turn(context: Context) -> Procedure[None]:
    """Ask for one event of the turn, or for its end."""
    game, light = context.state, context.state.known == BATTLES
    phase, first = tables.phases().phases[game.phase - 1].name, game.players[game.holder].name
    read, listed = (TOLD, LISTED) if light else (COUNTED, COUNTED)
    asked = read.question(
        context,
        "turn",
        f"Turn {game.turn}, phase {phase}" + (f", {first} is first" if light else ""),
        default=END,
        open=light,
        options=(options := cache(lambda: listed.options(context))),
        grouped=partial(_group_options, context, options) if light else tuple,
        coins=(lambda move: _new_creature(context, getattr(move, "creature", ""))) if light else None,
        warns=partial(_no_figure_left, context),
    )
    yield from ask_move(asked, context)


def _no_figure_left(context: Context, move: Move[Context]) -> str:
    """Return a warning before a fight of a player whose figures that fight have all fought this turn; else ""."""
    if not isinstance(move, LightBattle | LightDuel):
        return ""
    setup, fought = context.setup, context.state.fighters.count(move.player)
    warriors = 1 if setup.assistant_kinds == "different" else setup.most_assistants
    often = f"{context.name(move.player)} has fought {fought} times this turn, and no other figure can fight."
    return often if fought > warriors else ""


def _group_options(context: Context, every: Callable[[], Sequence[Option]]) -> list[Option]:
    """List the moves; battles, duels and buttons as one option each, with an example and a second question."""
    holder, *others = sorted(context.state.present(), key=lambda seat: seat != context.state.holder)
    first, other = context.player(holder).name, context.player(others[0]).name
    hints = {
        "battle": f"at a battleground, like {first} won Golem, or {first} lost",
        "duel": f"like duel {first} {other} won",
        "button": f"from the tavern, like button {other}",
    }
    verbs = [option.text.partition(" ")[0] for option in every()]
    alone = [option for verb, option in zip(verbs, every(), strict=True) if verb not in hints]
    return [
        *alone,
        *(
            Option(verb, detail=like, more=partial(_who_question, context, verb, every))
            for verb, like in hints.items()
            if verb in verbs
        ),
    ]


def _who_question(context: Context, verb: str, every: Callable[[], Sequence[Option]]) -> Question[str]:
    """Return the question who fights, or goes to the tavern; its answer is the whole move."""
    begun = [one for one in every() if one.text.startswith(f"{verb} ")]
    return TOLD.rest_of(context, verb, "whose", f"Whose {verb}", begun)


def _seats(game: GameState) -> dict[str, int]:
    """Return the seats of the players who haven't left, by name."""
    return {game.players[seat].name: seat for seat in game.present()}


class FoodShort(Struct, frozen=True):
    """Food that a player lacks."""

    player: Annotated[int, Names("player", _seats)]
    food: Annotated[int, Meta(ge=0, le=999)]


_LACKS = "is|was|lacks|lacked|misses|needs|couldn't pay|can't pay|,|"
SHORT = Phrases({f"(only|just|) {{player}} ({_LACKS}) (short|) (by|of|) {{food}} (food|) (short|)": FoodShort})
ALL_FED = lazy_pattern(
    r"(?:all|everybody|everyone) (?:fed|could feed|ha(?:s|ve) enough)"
    r"|(?:nobody|no one) (?:starves|(?:is )?(?:hungry|short)|lacks (?:any|food))"
)
"""Answers for no player short of food."""


def _read_short(game: GameState, text: str) -> tuple[FoodShort, ...]:
    try:
        return SHORT.read(FoodShort, re.sub(r"-(?=\d)", " ", text.replace(" and ", ", ")), moment=game)
    except Unreadable as error:
        raise Unreadable(f"{error}; write it like {next(iter(_seats(game)))} 2, or nobody") from None


def _short_question(game: GameState, each: int) -> Question[dict[int, int]]:
    """Return the question how much food each player lacks; numbers alone are assigned clockwise."""
    seats = _seats(game)

    def parse(text: str) -> dict[int, int]:
        typed = fold(text)
        if is_nothing(text) or typed == "0" or ALL_FED.fullmatch(typed):
            return {}
        numbers = typed.replace(",", " ").split()
        if len(numbers) == len(seats) and all(number.isdecimal() and len(number) < 4 for number in numbers):
            found = list(zip(seats.values(), map(int, numbers), strict=True))
        else:
            found = [(one.player, one.food) for one in _read_short(game, text)]
        return {seat: food for seat, food in found if food}

    def write(found: Mapping[int, int]) -> str:
        return ", ".join(f"{game.players[seat].name} {many}" for seat, many in found.items()) or "nobody"

    return Question(
        "short",
        f"Feed creatures and assistants. Food short (-{each} points each)",
        parse,
        default="nobody",
        write=write,
        hint=f"like {next(iter(seats))} 2, or a number each: {', '.join(seats)}",
    )


# --- battles --------------------------------------------------------------------------------------


def _fight(context: Context, now: Contest, result: str, creature: str = "", *, duel: bool) -> Procedure[None]:
    """Play a battle or a duel that the table reports: record its outcome, or referee it."""
    context.state.fighters.append(now.attacker)
    result = result or (yield _result_question(context, now, duel=duel))
    if duel:
        contests.say_begun(context, now)
    else:
        if result != LOST:
            now.guarded = yield from _ask_creature(context, now.attacker, creature)
        if (mythology := _mythology(context, now.guarded or creature)) is not None:
            context.state.fought.append(mythology)
    if now.guarded:
        contests.say_begun(context, now)
    if result == REFEREE:
        context.state.contest = now
        yield from _referee(context, now)
    elif duel or result == WON:
        yield from contests.close(context, now, "attacker" if result == WON else "defender")
    else:
        rules = ("battleground-spoils", "A22")
        context.emit(ContestEnded(now.attacker, now.defender, now.defender, "", "", rules, for_creature=True))


def _result_question(context: Context, now: Contest, *, duel: bool) -> Question[str]:
    question = contests.how_question(context.player(now.attacker), context.player(now.defender) if duel else None)

    def parse(text: str) -> str:
        result = RESULTS.get(fold(text)) or question.parse(text)
        return {"attacker wins": WON, "defender wins": LOST}.get(result, result)

    return Question(question.key, question.prompt, parse, options=question.options, write=str)


def contest(context: Context) -> Procedure[None]:
    """Play the next step of a tournament bout."""
    return contests.contest(context, _prepare)


def _prepare(context: Context, now: Contest) -> Procedure[None]:
    """Ask for the outcome of a tournament bout, or referee it."""
    result = yield _result_question(context, now, duel=True)
    if result == REFEREE:
        yield from _referee(context, now)
    else:
        yield from contests.close(context, now, "attacker" if result == WON else "defender")


def _referee(context: Context, now: Contest) -> Procedure[None]:
    """Ask who fights, and with what, and set the battle up; a side without creatures loses at once (A17)."""
    armies: list[Sequence[str]] = []
    for number in (now.attacker, now.defender):
        if now.guarded and number == now.defender:
            armies.append([now.guarded])
            continue
        general = "all that can be drawn; in a duel without the one set aside"
        named = "by name, commas between, or none; a new one as Imp 1, or Golem biblical 3"
        hint = general if context.player(number).creatures else named
        army = yield from holdings.take_creatures(context, number, "fights with", hint)
        if army:
            yield from holdings.take_pieces(context, number)
        armies.append(army)
    if not armies[0] or not armies[1]:
        yield from contests.close(context, now, "attacker" if armies[0] else "defender")
    else:
        yield from contests.begin_battle(context, now, armies)


def _ask_creature(context: Context, player: int, name: str) -> Procedure[str]:
    """Take the creature that a battle was fought for; ask for it, and for the kind of a new one (p. 12; A7)."""
    if not name:
        prompt = f"{context.player(player).name} fights for"
        name = yield Question(
            "creature",
            prompt,
            partial(_read_guarded, context),
            write=str,
            open=True,
            hint="a name; of a new one also what it is, like Golem, biblical 3",
            options=lambda: [
                Option(one) for one in _free_creatures(context).values() if not _why_taken(context, one)
            ],
            coins=partial(_new_creature, context),
        )
    typed_name, _, kind = name.partition(",")
    if known_face(context.setup, context.state, typed_name) is None:
        if not kind.strip():
            kind = yield Question(
                "kind",
                f"{typed_name}: which mythology and level",
                partial(_read_kind, context, typed_name),
                hint="like egyptian 3; undo if the name is misspelt",
            )
        context.state.faces.append(card_pool.new_face(context.setup, context.state, typed_name, fold(kind)))
    return typed_name


def _why_taken(context: Context, creature: str) -> Refusal:
    """Return why a creature can't be fought for: its battleground is closed, or was fought on this turn (E1, E3)."""
    mythology = _mythology(context, creature)
    if mythology is None:
        return ALLOWED
    if mythology in context.state.fought and not context.setup.shared_spaces:
        fought = f"{a_or_an(mythology)} creature was fought for this turn"
        return Refusal(f"{fought}; its battleground takes one figure", "E1")
    grounds = {one: ground for ground, one in tables.phases().battlegrounds.items()}
    return _why_closed(context, grounds[mythology])


def _why_closed(context: Context, space: str) -> Refusal:
    """Return why a space is closed to all players (E3)."""
    return spaces.why_closed(context.setup, context.state, spaces.space_named(context.setup, space))


def _mythology(context: Context, creature: str) -> Mythology | None:
    """Return the mythology of a creature that is known, or typed with its kind; None of another."""
    name, _, kind = creature.partition(",")
    face = known_face(context.setup, context.state, name) or (
        card_pool.new_face(context.setup, context.state, name, fold(kind)) if kind.strip() else None
    )
    return None if face is None or face.mythology is UNSET else face.mythology


def _free_creatures(context: Context) -> dict[str, str]:
    """Return the known creatures that can be fought for, by folded name."""
    setup, game = context.setup, context.state
    taken = {fold(name) for _, name in game.owned_creatures()} | {fold(name) for name in game.gone}
    return {
        key: face.name
        for key, face in known_creatures(setup, game).items()
        if face.level > 1 and face.mythology not in setup.locked and key not in taken
    }


def _read_creature(context: Context, text: str) -> str:
    """Parse a creature to be fought for; of a new one with its kind, if typed. Raises Unreadable or Illegal."""
    name, comma, kind = text.partition(",")
    if not comma and (match := _WITH_KIND.fullmatch(text.strip())) is not None:
        mythology, level = next(iter(read_kinds(match[2]) or ((None, 1),)))
        name, comma, kind = match[1], ",", f"{mythology or 'level'} {level}"  # "biblical 3" for "b3"
    free = _free_creatures(context)
    if name.strip()[:1].isdigit() or fold(name).startswith(("every ", "her ", "his ", "their ")):
        other = f"adjust {next(iter(_seats(context.state)))} minus points +6"
        raise Unreadable(f'"{printable(name)}" is no creature; if it is something else, write it like {other}')
    if fold(name) not in free:
        named = [
            player for player in _seats(context.state) if f" {fold(player)} " in f"{fold(text)} ".replace(",", " ")
        ]
        if named:  # "Kappa and lost, Bo won"
            raise Unreadable(f'"{printable(text)}" names {named[0]}; write one battle, a semicolon, then the next')
        card_pool.refuse_known(context, name.strip(), "A7", "choose a creature that is in its pile")
    found = card_pool.find_or_new(name, free, "creature in its pile", partial(card_pool.read_new_name, context))
    if fold(found) in free:
        if comma and (kind.strip() == "" or not re.fullmatch(r"[a-z]+ \d|(level )?\d|lvl \d", fold(kind.strip()))):
            raise Unreadable(f'can\'t read "{printable(kind.strip())}" after {found}')
        return found
    return f"{found}, {_read_kind(context, found, kind)}" if comma else found


def _read_guarded(context: Context, text: str) -> str:
    """Parse a creature whose battleground is free this turn. Raises Unreadable or Illegal."""
    found = _read_creature(context, text)
    if why := _why_taken(context, found):
        raise Illegal(*why)
    return found


def _read_known(context: Context, text: str) -> str | None:
    """Parse a creature whose kind is known or typed; None for a new name alone. Raises Unreadable or Illegal."""
    found = _read_creature(context, text)
    return found if "," in found or fold(found) in _free_creatures(context) else None


def _read_kind(context: Context, name: str, text: str) -> str:
    """Parse the kind of a new creature, "egyptian 3". Raises Unreadable or Illegal."""
    face = card_pool.new_face(context.setup, context.state, name, fold(text))
    if face.mythology is UNSET:
        raise Illegal(f"{name}: creatures to be fought for are level 2 to 5", "A7")
    return f"{face.mythology} {face.level}"


# --- moves of a turn ------------------------------------------------------------------------------


Who = Annotated[int, Names("player", lambda context: _seats(context.state))]
Ended = Annotated[Literal["", "won", "lost", "referee"], Also(RESULTS)]
Won = Annotated[
    str,
    Names(
        "creature in its pile",
        lambda context: (),
        lambda context, text: _read_creature(context, text),
        others=lambda context: {name: f"{name} is a player" for name in _seats(context.state)},
    ),
]


_AND = "(, and|and|,|, but|but|)"
_BATTLE = "(the|a|her|his|their|) (battle|fight|)"
_WITH = "(|with|against|vs|vs.|versus)"
_WINNER = " (,|and|, and|) {winner} (wins|won|win)"


class EndLightTurn(Move[Context], frozen=True):
    """The end of a turn."""

    says = "(end turn|end|done|next turn|turn over)"

    def detail(self, context: Context) -> str:
        """Describe the feeding, if the turn ends with one."""
        fed = context.state.known == BATTLES and ending.feeding_now(context.state)
        return "then creatures and assistants are fed" if fed else ""

    def do(self, context: Context) -> Procedure[None]:
        """End the turn: mines pay, figures go home, and at a feeding it is asked who lacks food (p. 14; A9)."""
        game = context.state
        if game.known == BATTLES:
            context.say("Every mine pays its owner; all figures go home.", "mines")
            if ending.feeding_now(game):
                short: dict[int, int] = yield _short_question(game, context.setup.short_food)
                for number, many in short.items():
                    ending.lack_food(context, number, many)
        ending.after_feeding(context)


class FromNow(Move[Context], frozen=True):
    """Everything is tracked from this turn on."""

    says = "from this turn"
    leads_to = "no figure is placed yet: track everything at once"
    listed = staticmethod(lambda context: wants_more(context.state))

    def why_not(self, context: Context) -> str:
        """Refuse it unless tracking everything was asked for."""
        return "" if wants_more(context.state) else "no more is to be tracked; write: adjust tracking everything"

    def do(self, context: Context) -> None:
        """Begin to place figures; what isn't known is asked for before."""
        context.state.placed, context.state.agreed = [], []
        ending.begin_placing(context)


class CountNow(Move[Context], frozen=True):
    """The end of the game, where the score alone is tracked."""

    says = "(count now|count|game over)"
    leads_to = "the last turn is over"

    def do(self, context: Context) -> None:
        """End the last turn."""
        context.state.turn = context.setup.turns
        ending.next_turn(context)


class LightBattle(Move[Context], frozen=True):
    """A battle at a battleground: how it ended, "" where that is asked, and for which creature."""

    says = (
        "(battle|battles|fights|fight) {player}[ {result}][ {creature}]",
        "{player} (battle|battles|battled|fights|fight|fought) (against|for|) {creature} (, and|and|,|but) {result}",
        "{player} (battle|battles|battled|fights|fight|fought)[ (|and) {result}][ {creature}]",
        f"{{player}} {{result}} {_BATTLE}",
        f"{{player}} {{result}} {_BATTLE} (against|for|to) {{creature}}",
    )
    leads_to = "at a battleground: won CREATURE, lost, or refereed here"
    player: Who
    result: Ended = ""
    creature: Won = ""

    def complete(self, context: Context) -> Self:
        """Drop the creature of a lost battle unless its battleground is known."""
        unknown = self.result == LOST and _mythology(context, self.creature) is None
        return replace(self, creature="") if unknown else self

    def why_not(self, context: Context) -> Refusal:
        """Refuse a second battle at a battleground in one turn (E1)."""
        return _why_taken(context, self.creature)

    def do(self, context: Context) -> Procedure[None]:
        """Play the battle; the player to the left plays the minion."""
        left = context.state.clockwise(self.player + 1)[0]
        return _fight(context, Contest(self.player, left), self.result, self.creature, duel=False)


class BattleSentence(Move[Context], frozen=True):
    """A battle at a battleground in other words: what was won, or where."""

    says = (
        f"{{player}} {{result}} {_BATTLE} (at|in) {{battleground}}",
        "{player} (was|is|got|gets) (beaten|defeated) by{beaten} (the|) {creature}",
        "{player} (won|wins|win|beats|beat|defeats|defeated|takes) {creature}[ (at|from|in) {battleground}]",
        "{player} (took|gets|got) {known}[ (at|from|in) {battleground}]",
        f"{{player}} (won|wins) {_BATTLE} (and|, and|,) (got|gets|took|takes) {{creature}}",
        "{player} (went|goes) to (the|a) battleground[ and] {result}[ (a|the|) {creature}]",
    )
    listed = False
    player: Who
    result: Ended = "won"
    creature: Won = ""
    beaten: bool = False
    known: Annotated[str, Names("creature, like Golem, biblical 3", lambda context: (), _read_known)] = ""
    battleground: Annotated[str, untracked("battleground", lambda context: {}, ["duel"])] = ""

    def complete(self, context: Context) -> Any:
        """Return the `LightBattle` that it means."""
        result: Ended = "lost" if self.beaten else self.result
        return LightBattle(self.player, result, self.creature or self.known).complete(context)


class LightDuel(Move[Context], frozen=True):
    """A duel: who challenges whom, and how it ended, "" where that is asked."""

    says = (
        "(duel|duels|challenges) {player}[ {other}[ {result}]]",
        f"{{player}} (duel|duels|dueled|challenges|challenged) {_WITH}[ {{other}}[ {_AND} {{result}}]]",
        f"{{player}} (fights|fought|battles|battled) {_WITH} {{other}}[ {_AND} {{result}}]",
        "[(duel|duels|challenges) ]{player} {result} (against|to|with|) {other}",
        "{player} (duel|duels|challenges) {result} (against|to|with|) {other}",
        "{player} {result} (against|to|) {other} (in|) (the|a|their|) duel",
        "{player} {result} (the|a|her|his|their|) duel (against|to|with|) {other}",
    )
    rule = "duel"
    player: Who
    other: Who = -1
    result: Ended = ""

    @classmethod
    def candidates(cls, context: Context) -> Iterator[Self]:
        """Yield each player against the first of the others who can be challenged."""
        seats = context.state.present()
        for seat in seats:
            others = [other for other in seats if other != seat]
            yield cls(seat, next((one for one in others if not cls(seat, one).why_not(context)), others[0]))

    def complete(self, context: Context) -> Self:
        """Check that the move names who is challenged. Raises Unreadable."""
        name = context.player(self.player).name
        if self.other < 0:
            raise Unreadable(f"whom does {name} challenge? Write it like duel {name} PLAYER won")
        return self

    def why_not(self, context: Context) -> str | Refusal:
        """Refuse a duel with oneself, a conjurer's second one in a turn, and a house that is occupied (p. 13; E1)."""
        if self.other == self.player:
            return "nobody challenges themselves"
        if CONJURER not in context.state.figures_of(self.player):
            return f"{context.player(self.player).name}'s conjurer has acted this turn"
        return spaces.refusal(context.setup, context.state, self.player, CONJURER, self._house(context))

    def _house(self, context: Context) -> spaces.BoardSpace:
        return spaces.space_named(context.setup, f"{spaces.DUEL}{context.player(self.other).name}")

    def detail(self, context: Context) -> str:
        """List the other players who can be challenged, and the outcomes."""
        seats = {seat: name for name, seat in _seats(context.state).items() if seat not in (self.player, self.other)}
        others = [name for seat, name in seats.items() if not replace(self, other=seat).why_not(context)]
        return f"or {', '.join(others)}; {FOUGHT}" if others else FOUGHT

    def do(self, context: Context) -> Procedure[None]:
        """Play the duel; until the turn is over the conjurer stands on that house."""
        if CONJURER in context.state.figures_of(self.player):  # else the table overrules that it has dueled
            figure = Figure(self.player, CONJURER, self._house(context).name)
            context.state.agreed += [figure] if self.why_not(context) else []
            context.state.placed.append(figure)
        return _fight(context, Contest(self.player, self.other), self.result, duel=True)


class DuelSentence(Move[Context], frozen=True):
    """A duel, and which of the two wins it: the other where that isn't said."""

    says = (
        f"{{player}} (duel|duels|dueled|challenges|challenged|fights|fought|vs|vs.) {_WITH} {{other}}{_WINNER}",
        f"duel {{player}} (|and|with|against|vs|vs.|versus) {{other}}{_WINNER}",
        "{player} (was|is|got|gets) (beaten|defeated) by {other}",
    )
    listed = False
    player: Who
    other: Who
    winner: Who = -1

    def complete(self, context: Context) -> Any:
        """Return the `LightDuel` that it means. Raises Unreadable if somebody else wins."""
        if self.winner not in (-1, self.player, self.other):
            raise Unreadable(f"{context.player(self.winner).name} isn't in that duel")
        return LightDuel(self.player, self.other, "won" if self.winner == self.player else "lost")


class TakeButton(Move[Context], frozen=True):
    """Who goes to the tavern; the holder of the button can't (p. 12)."""

    says = (
        "(button|tavern|first) {player}",
        "{player} (button|tavern|first)",
        "{player} (goes|went) to (|the) tavern",
        "{player} (takes|took|gets|got|has|wins|won|win) (the|) (|tavern|initiative) (button|tavern|first)",
        "{player} (goes|went|is) (the|) first (|next turn)",
    )
    rule = "tavern-holder"
    leads_to = "from the tavern: first from the next turn on"
    player: Who

    @classmethod
    def candidates(cls, context: Context) -> Iterator[Self]:
        """Yield a move for each player but the holder of the button."""
        return (cls(seat) for seat in context.state.present() if seat != context.state.holder)

    def why_not(self, context: Context) -> str | Refusal:
        """Refuse the player who holds the button, and a second figure in a turn (p. 12; E1)."""
        name = context.player(self.player).name
        if self.player == context.state.holder:
            return f"{name} holds the Initiative Button already and can't go to the tavern"
        if TAVERN in context.state.fought and not context.setup.shared_spaces:
            why = "somebody went to the tavern this turn; to correct that, write adjust button"
            return Refusal(f"{why} {name}", "E1")
        return _why_closed(context, TAVERN)

    def do(self, context: Context) -> None:
        """Hand the button over."""
        before, context.state.holder = context.state.holder, self.player
        context.state.fought.append(TAVERN)
        context.emit(ButtonTaken(self.player, before))


FOUGHT = "won, lost, or refereed here"
TOLD = Moves(
    EndLightTurn, FromNow, TakeButton, DuelSentence, LightDuel, LightBattle, BattleSentence, typed=read_report
)
"""Moves of a turn, in the order of parsing: a player's name or the button is never a new creature."""
LISTED = Moves(EndLightTurn, FromNow, LightBattle, LightDuel, TakeButton)
COUNTED = Moves(EndLightTurn, FromNow, CountNow)
"""Moves of a turn where only the score is tracked."""


def _new_creature(context: Context, named: str) -> str:
    """Return the name of a creature if it is unknown and its kind isn't given, else an empty text."""
    name, comma, _ = named.partition(",")
    return "" if comma or known_face(context.setup, context.state, name) is not None else name
