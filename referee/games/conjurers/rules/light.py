"""A turn of which only what people forget is tracked: who is first, battles with their spoils, feeding, tokens.

The table does the rest with the pieces, and counts it when the game is over (`counting`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial

from msgspec import UNSET, Struct

from referee.asking.question import Option, Procedure, Question
from referee.declaration.changes import seat_named
from referee.declaration.tracking import BATTLES, SCORE, wants_more
from referee.errors import Ambiguous, Illegal, Unreadable
from referee.games.conjurers.rules import contests, ending, hidden_hands, holdings, learning
from referee.games.conjurers.rules.card_pool import known_creatures, known_face
from referee.games.conjurers.rules.context import Context
from referee.games.conjurers.rules.events import ButtonTaken, ByThemselves, ContestBegan, ContestEnded, Penalty
from referee.games.conjurers.rules.state import Contest, GameState
from referee.games.conjurers.tables import board as board_tables
from referee.games.conjurers.typed_holdings import read_kinds
from referee.text.names import find, fold, keyed

END, NOW, COUNT = "end turn", "from this turn", "count now"
WON, LOST, REFEREE = "won", "lost", "referee"
RESULTS: Mapping[str, str] = {
    "won": WON, "wins": WON, "win": WON, "beats": WON, "beat": WON, "takes": WON, "lost": LOST, "loses": LOST,
    "lose": LOST, "referee": REFEREE,
}  # fmt: skip
_KINDS: Mapping[str, str] = {
    "battle": "battle", "battles": "battle", "fights": "battle", "fight": "battle", "duel": "duel", "duels": "duel",
    "challenges": "duel", "button": "button", "tavern": "button", "first": "button",
}  # fmt: skip
_WITH_KIND = re.compile(r"(.+?) ([a-z]\d)", re.IGNORECASE)
"""A creature with what it is in short, "Angel b3"."""
_SHORT = re.compile(r"([a-z' ]+?) ?(\d{1,3})")


class ToldMove(Struct, frozen=True):
    """What a table tells of a turn: its end, or a battle, a duel, who has the button now.

    `result` is how a battle ended, "" where that is asked; `creature` what it was fought for.
    """

    kind: str
    player: int = 0
    other: int = 0
    result: str = ""
    creature: str = ""


def lighten(game: GameState) -> None:
    """Let go of what a light table doesn't keep; the turn goes on. Raises Unreadable in a battle or after the end."""
    if game.contest is not None or game.bouts or game.finished or game.stage in ("over", "tournament"):
        over = "the game is over" if game.stage == "over" else "a battle is under way; end it first"
        raise Unreadable(f"what is tracked can't be changed now: {over}")
    game.stage = "light"
    game.placed, game.figures, game.waiting, game.order, game.mines = [], [], [], [], {}


def turn(context: Context) -> Procedure[None]:
    """One thing that the table tells of a turn, or the turn's end."""
    game = context.state
    told: ToldMove = yield _question(context)
    match told.kind:
        case "end":
            yield from _end(context)
        case "now":
            ending.begin_placing(context)
        case "count":
            game.turn = board_tables.phases().phases[-1].turns[-1]
            ending.next_turn(context)
        case "button":
            before, game.holder = game.holder, told.player
            context.emit(ButtonTaken(told.player, before))
        case _:
            yield from _battle(context, told)


def _end(context: Context) -> Procedure[None]:
    """The end of a turn: who was short of food is asked where it is fed (p. 14; A9)."""
    game = context.state
    if game.known == BATTLES:
        context.emit(ByThemselves())
        if ending.feeding_now(game):
            each = board_tables.upkeep().feeding.short
            short: dict[int, int] = yield _short_question(game, each)
            for number, many in short.items():
                game.players[number].minus_points += many * each
                context.emit(Penalty(number, many * each, f"{many} food short", ("feeding", "A9")))
    ending.after_feeding(context)


def _short_question(game: GameState, each: int) -> Question[dict[int, int]]:
    """How much food each lacks; numbers alone go round clockwise."""
    present = game.present()

    def parse(text: str) -> dict[int, int]:
        typed = fold(text)
        if typed in ("", "0", "nobody", "none"):
            return {}
        parts = [part.strip() for part in typed.replace(" and ", ",").split(",")]
        numbers = parts if len(parts) > 1 else typed.split()
        if len(numbers) == len(present) and all(number.isdecimal() and len(number) < 4 for number in numbers):
            return {seat: int(number) for seat, number in zip(present, numbers, strict=True) if int(number)}
        found: dict[int, int] = {}
        for part in parts:
            match = _SHORT.fullmatch(part)
            seat = None if match is None else _player(game, match[1])
            if match is None or seat is None:
                example = f"{game.players[present[0]].name} 2"
                raise Unreadable(f'can\'t read "{part}"; write like {example}, or nobody')
            found[seat] = int(match[2])
        return {seat: many for seat, many in found.items() if many}

    def write(found: Mapping[int, int]) -> str:
        return ", ".join(f"{game.players[seat].name} {many}" for seat, many in found.items()) or "nobody"

    names = ", ".join(game.players[seat].name for seat in present)
    return Question(
        "short", f"Feed all creatures and assistants. Food short (-{each} points each)", parse,
        default="nobody", write=write, hint=f"like {game.players[present[0]].name} 2, or a number each: {names}",
    )  # fmt: skip


# --- battles --------------------------------------------------------------------------------------


def _battle(context: Context, told: ToldMove) -> Procedure[None]:
    """A battle or a duel that the table tells of: its outcome, or refereed here."""
    game = context.state
    duel = told.kind == "duel"
    left = game.clockwise((told.player + 1) % len(game.players))[0]
    now = Contest(told.player, told.other if duel else left)
    result = told.result or (yield _result_question(context, now, duel=duel))
    if duel:
        context.emit(ContestBegan(now.attacker, now.defender, "", ("duel",)))
    elif result != LOST:
        now.guarded = yield from _creature(context, now.attacker, told.creature)
        context.emit(ContestBegan(now.attacker, now.defender, now.guarded, ("battlegrounds", "A7", "A8")))
    if result == REFEREE:
        game.contest = now
        yield from _referee(context, now)
    elif duel or result == WON:
        yield from contests.close(context, now, "attacker" if result == WON else "defender")
    else:
        rules = ("battleground-spoils", "A22")
        context.emit(ContestEnded(now.attacker, now.defender, now.defender, "", "", rules, for_creature=True))


def _result_question(context: Context, now: Contest, *, duel: bool) -> Question[str]:
    asked = contests.how_question(context.player(now.attacker), context.player(now.defender) if duel else None)

    def parse(text: str) -> str:
        typed = fold(text)
        said = RESULTS[typed] if typed in RESULTS else asked.parse(text)
        return {"attacker wins": WON, "defender wins": LOST}.get(said, said)

    return Question(asked.key, asked.prompt, parse, options=asked.options, write=str)


def contest(context: Context) -> Procedure[None]:
    """Take a bout of a tournament one step on."""
    return contests.contest(context, _prepare)


def _prepare(context: Context, now: Contest) -> Procedure[None]:
    """Ask for what must be known before a bout of a tournament: the outcome, or who fights."""
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
        army = yield from holdings.take_creatures(
            context, number, "fights with", "all that can be drawn; in a duel without the one set aside"
        )
        if army:
            yield from holdings.take_pieces(context, number)
        armies.append(army)
    if not armies[0] or not armies[1]:
        yield from contests.close(context, now, "attacker" if armies[0] else "defender")
    else:
        yield from hidden_hands.begin_battle(context, now, armies)


def _creature(context: Context, player: int, name: str) -> Procedure[str]:
    """The creature that a battle was fought for; of a new one what it is (p. 12; A7)."""
    if not name:
        asked = f"{context.player(player).name} fights for"
        name = yield Question(
            "creature",
            asked,
            partial(_read_creature, context),
            write=str,
            open=True,
            hint="a name; of a new one also what it is, like Golem, biblical 3",
            options=lambda: [Option(one) for one in _free(context).values()],
            coins=lambda said: _new_creature(context, ToldMove("battle", creature=said)),
        )
    named, _, kind = name.partition(",")
    if known_face(context.setup, context.state, named) is None:
        if not kind.strip():
            kind = yield Question(
                "kind", f"{named} is new here: its mythology and level", partial(_kind, context, named),
                hint="like egyptian 3; undo if the name is misspelt",
            )  # fmt: skip
        context.state.faces.append(learning.new_face(context.setup, context.state, named, fold(kind)))
    return named


def _free(context: Context) -> dict[str, str]:
    """The known creatures that can be fought for, by folded name."""
    setup, game = context.setup, context.state
    taken = {fold(name) for _, name in game.held()} | {fold(name) for name in game.gone}
    return {key: face.name for key, face in known_creatures(setup, game).items()
            if face.level > 1 and face.mythology not in setup.locked and key not in taken}  # fmt: skip


def _read_creature(context: Context, text: str) -> str:
    """A creature to be fought for, a new one with what it is as far as that is said. Raises Unreadable or Illegal."""
    name, comma, kind = text.partition(",")
    if not comma and (match := _WITH_KIND.fullmatch(text.strip())) is not None:
        name, comma, kind = match[1], ",", _kind_in_full(match[2])
    free = _free(context)
    if fold(name) not in free:
        learning.refuse_known(context, name.strip(), "A7", "choose a creature that is in its pile")
    found = learning.find_or_new(name, free, "creature in its pile", partial(learning.read_new_name, context))
    if fold(found) in free:
        return found
    return f"{found}, {_kind(context, found, kind)}" if comma else found


def _kind_in_full(short: str) -> str:
    """What a creature is, "biblical 3" for "b3". Raises Unreadable."""
    mythology, level = next(iter(read_kinds(short) or ((None, 1),)))
    return f"{mythology or 'level'} {level}"


def _kind(context: Context, name: str, text: str) -> str:
    """What a new creature is, "egyptian 3". Raises Unreadable or Illegal."""
    face = learning.new_face(context.setup, context.state, name, fold(text))
    if face.mythology is UNSET:
        raise Illegal(f"{name}: creatures to be fought for are of level 2 to 5", "A7")
    return f"{face.mythology} {face.level}"


# --- what is told of a turn -----------------------------------------------------------------------


def _question(context: Context) -> Question[ToldMove]:
    game = context.state
    fed = game.known == BATTLES and ending.feeding_now(game)
    detail = "then creatures and assistants are fed" if fed else ""

    def options() -> list[Option]:
        found = [Option(END, detail=detail)]
        if wants_more(game):
            found.append(Option(NOW, detail="no figure is placed yet: track everything at once"))
        if game.known == SCORE:
            return [*found, Option(COUNT, detail="the last turn is over")]
        names = {seat: game.players[seat].name for seat in game.present()}
        found += [Option(f"battle {name}", detail="at a battleground: won CREATURE, lost, or refereed here")
                  for name in names.values()]  # fmt: skip
        found += [Option(f"duel {name} {others[0]}", detail=_others(others[1:])) for seat, name in names.items()
                  if (others := [other for at, other in names.items() if at != seat])]  # fmt: skip
        return found + [Option(f"button {name}", detail="from the tavern: first from the next turn on")
                        for seat, name in names.items() if seat != game.holder]  # fmt: skip

    phase = board_tables.phases().phases[game.phase - 1].name
    first = "" if game.known == SCORE else f", {game.players[game.holder].name} is first"
    return Question(
        "turn", f"Turn {game.turn}, phase {phase}{first}", partial(_read, context), options=options, default=END,
        write=partial(_write, game), open=game.known == BATTLES,
        coins=partial(_new_creature, context) if game.known == BATTLES else None,
        hint="" if game.known == SCORE else f"like {game.players[game.holder].name} won Golem; enter ends the turn",
    )  # fmt: skip


def _new_creature(context: Context, told: ToldMove) -> str:
    """The name of a creature that nobody has named yet and of which it isn't said what it is."""
    name, comma, _ = told.creature.partition(",")
    known = comma or known_face(context.setup, context.state, name) is not None
    return "" if known else name


def _others(names: Sequence[str]) -> str:
    return f"or {', '.join(names)}; won, lost, or refereed here" if names else "won, lost, or refereed here"


def _read(context: Context, text: str) -> ToldMove:
    """What is told of a turn: "end turn", "Anna won Golem", "duel Anna Bo lost", "button Bo"."""
    game = context.state
    typed = " ".join(text.split())
    if fold(typed) in (END, "end", "done", "next turn"):
        return ToldMove("end")
    if fold(typed) == NOW and wants_more(game):
        return ToldMove("now")
    if game.known == SCORE:
        return ToldMove(find(typed, {END: "end", COUNT: "count"}, "answer"))
    first, _, rest = typed.partition(" ")
    kind = _KINDS.get(fold(first), "")
    seat, rest = _begins_with_player(game, rest if kind else typed)
    if seat is None:
        names = [player.name for player in game.players if not player.left]
        raise Unreadable(
            f'can\'t read "{typed}"; write {END}, or like {names[0]} won Golem, {names[0]} lost, '
            f"duel {names[0]} {names[-1]} won, button {names[-1]}"
        )
    if not kind and fold(rest.partition(" ")[0]) in _KINDS:
        word, _, rest = rest.partition(" ")
        kind = _KINDS[fold(word)]
    if kind == "button":
        return _button(game, seat, rest)
    other, without = _begins_with_player(game, rest) if kind == "duel" else (None, rest)
    result, rest = _result(without)
    if result == WON and _KINDS.get(re.sub("^the ", "", fold(rest))) == "button":  # "Tom takes the button"
        return _button(game, seat, "")
    if other is None and kind != "battle":  # "Anna beats Bo"
        other, rest = _begins_with_player(game, re.sub("^(?i:against|to) ", "", rest))
        other = other if result or kind else None
    if other is not None or kind == "duel":
        return _duel(game, seat, other, result or _result(rest)[0], rest)
    if not kind and not result:
        raise Unreadable(f'can\'t read "{typed}"; after {game.players[seat].name} write won, lost, duel or button')
    if result == LOST or not rest:
        return ToldMove("battle", seat, result=result)
    return ToldMove("battle", seat, result=result, creature=_read_creature(context, rest))


def _button(game: GameState, seat: int, rest: str) -> ToldMove:
    """Who goes to the tavern; the holder of the button can't (p. 12). Raises Illegal or Unreadable."""
    name = game.players[seat].name
    if rest:
        raise Unreadable(f'can\'t read "{rest}" after button {name}')
    if seat == game.holder:
        raise Illegal(f"{name} holds the Initiative Button already and can't go to the tavern", "tavern-holder")
    return ToldMove("button", seat)


def _duel(game: GameState, seat: int, other: int | None, result: str, rest: str) -> ToldMove:
    name = game.players[seat].name
    if other is None:
        raise Unreadable(f"whom does {name} challenge? Write like duel {name} PLAYER won")
    if other == seat:
        raise Illegal("nobody challenges themselves", "duel")
    if rest and not _result(rest)[0]:
        raise Unreadable(f'can\'t read "{rest}"; a duel is won, lost, or refereed here: write won, lost or referee')
    return ToldMove("duel", seat, other, result)


def _result(text: str) -> tuple[str, str]:
    """How a battle ended, where a text begins with it, and the rest."""
    first, _, rest = text.partition(" ")
    return (RESULTS[fold(first)], rest) if fold(first) in RESULTS else ("", text)


def _begins_with_player(game: GameState, text: str) -> tuple[int | None, str]:
    """The player with whose name, or its beginning, a text begins, and the rest."""
    seat = seat_named(game, text)
    if seat is not None:
        return seat, text[len(game.players[seat].name) :].strip()
    first, _, rest = text.partition(" ")
    seat = _player(game, first)
    return seat, text if seat is None else rest.strip()


def _player(game: GameState, name: str) -> int | None:
    """A player by the name or its beginning."""
    names = keyed((game.players[seat].name for seat in game.present()), str)
    starting = [key for key in names if fold(name) and key.startswith(fold(name))]
    if fold(name) not in names and len(starting) > 1:
        raise Ambiguous(f'"{name}" can be {" or ".join(names[key] for key in starting)}')
    found = names.get(fold(name)) or (names[starting[0]] if starting else None)
    return next((seat for seat in game.present() if game.players[seat].name == found), None)


def _write(game: GameState, told: ToldMove) -> str:
    """What was told, as it is recorded."""
    name = game.players[told.player].name
    match told.kind:
        case "end" | "now" | "count":
            return {"end": END, "now": NOW, "count": COUNT}[told.kind]
        case "button":
            return f"button {name}"
        case "duel":
            return f"duel {name} {game.players[told.other].name} {told.result}".rstrip()
        case _:
            return " ".join(filter(None, ("battle", name, told.result, told.creature)))
