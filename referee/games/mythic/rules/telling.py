"""What a light table tells of a turn, as it is typed and recorded: "Ash Runner attacks Marsh Serpent at 1"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.asking.question import Option, Question
from referee.declaration.tracking import SCORE, wants_more
from referee.errors import Illegal, Unreadable
from referee.games.mythic.rules.context import Match, Refusal
from referee.games.mythic.rules.state import Action, Piece
from referee.games.mythic.tables import numbers
from referee.text.grammar import does
from referee.text.names import find, fold, printed

Kind = Literal[
    "end turn", "game over", "activate", "attack", "area attack", "retaliate", "claim", "drop", "absorb", "recall"
]
END: Final = "end turn"
OVER: Final = "game over"
ACTIVATE: Final = "activate"
ATTACK: Final = "attack"
AREA_ATTACK: Final = "area attack"
RETALIATE: Final = "retaliate"
CLAIM: Final = "claim"
DROP: Final = "drop"
ABSORB: Final = "absorb"
RECALL: Final = "recall"
UNNAMED = "divine"
"""The mythology of a stone that nobody has named."""
OF_UNITS: tuple[Kind, ...] = (AREA_ATTACK, ATTACK, RETALIATE, CLAIM, DROP, ABSORB)
BY_ANYBODY: tuple[Kind, ...] = (RETALIATE, RECALL, DROP)
"""What units do that aren't activated."""
ABSORBED: Final = "absorb"
ACTIONS: Mapping[Kind, Action] = {
    ATTACK: "attack", AREA_ATTACK: "attack", CLAIM: "claim", ABSORB: ABSORBED,
}  # fmt: skip
"""What of that takes an action."""
DONE: Mapping[Action, str] = {"attack": "attacked", "claim": "claimed", "absorb": "absorbed"}
_VERB = re.compile(rf"(?:(.*?) )?({'|'.join(OF_UNITS)})s?(?: (.*))?", re.IGNORECASE)
_OF_FULL_GAMES = re.compile(r"^activate | (?:simple|complex)$|aerial(?= attack)", re.IGNORECASE)
_AT = re.compile(r"(?:at )?(?:range )?(\d)")
_VALUE = re.compile(r"(offence|defence) ([+-]\d)")
_TOTALS = re.compile(r"(\d{1,2}) ?/ ?(\d{1,2})")
_TARGET = re.compile(r"(?:against )?(.+?)(?:,? (at \d.*|range \d.*|(?:offence|defence) [+-].*|\d{1,2} ?/ ?\d{1,2}))?")
_PARTED = re.compile(r",? (?=offence|defence|at |\d{1,2} ?/)|,")
MOST_DICE = 10


class Told(Struct, frozen=True):
    """What a table tells of a turn.

    `unit` does it; `target` is who is attacked, or whose carried stone is absorbed. Of an attack `at` is how many
    areas away, `offence` and `defence` what areas, allies and powers add, `totals` both values where the table has
    reckoned them. `number` are miniatures recalled.
    """

    kind: Kind
    unit: str = ""
    target: str = ""
    at: int = 0
    offence: int = 0
    defence: int = 0
    totals: tuple[int, ...] = ()
    stone: str = ""
    number: int = 0


def question(match: Match) -> Question[Told]:
    """What happens in a turn, or its end."""
    game, name = match.state, match.player.name
    light = game.known != SCORE
    acting = (
        f": {does(printed(game.acting.unit), 'is activated')}" if game.acting.unit else ": activates a unit" * light
    )
    more = " · everything is tracked from the next turn on" if wants_more(game) else ""
    return Question(
        "turn", f"{name}'s turn{acting}{more}", lambda text: read(match, text), options=lambda: list(_options(match)),
        who=name, default=END, write=write, open=light, hint=_HINT if light else "",
        warns=lambda told: doubt(match, told),
    )  # fmt: skip


def doubt(match: Match, told: Told) -> str:
    """Why a unit can hardly do in one activation what is told of it, "" if it well can (2c)."""
    acting, name = match.state.acting, printed(told.unit)
    action = ACTIONS.get(told.kind)
    if action is None or told.unit != acting.unit or not acting.done:
        return ""
    if ABSORBED in (action, *acting.done):
        before = does(name, f"has {DONE[ABSORBED if ABSORBED in acting.done else acting.done[-1]]}")
        return f"{before}: to absorb is a complex action, the only one of its activation."
    if action in acting.done:
        before = does(name, f"has {DONE[action]} already")
        return f"{before}: the two simple actions of an activation are different."
    return ""


_HINT = "like Ash Runner attacks Marsh Serpent at 1, claim greek, absorb"


def _options(match: Match) -> Iterator[Option]:
    yield Option(END)
    if match.state.known == SCORE:
        yield Option(OVER, detail="the standing is asked for")
        return
    for piece in _mine(match):
        if not why_not_activate(match, piece)[0]:
            yield Option(f"{ACTIVATE} {piece.name}", detail=_vitality(piece), also=(piece.name,))
    if match.state.acting.unit:
        for piece in _enemies(match, match.state.piece(match.state.acting.unit)):
            yield Option(f"{ATTACK} {piece.name}", detail=f"{_vitality(piece)}; behind it: at 1, defence +1, or 7/8")
        yield Option(CLAIM, detail="a stone; its mythology may stand behind")
        yield Option(ABSORB, detail="a stone, by a divinity")


def _vitality(piece: Piece) -> str:
    return f"{piece.vitality} of {piece.full}"


# --- who --------------------------------------------------------------------------------------------


def _alive(match: Match) -> list[Piece]:
    return [piece for piece in match.state.pieces if piece.there]


def _mine(match: Match) -> list[Piece]:
    return [piece for piece in _alive(match) if piece.owner == match.seat]


def _enemies(match: Match, piece: Piece) -> list[Piece]:
    return [one for one in _alive(match) if match.enemy(piece, one)]


def why_not_activate(match: Match, piece: Piece) -> Refusal:
    """Why a unit can't be activated now: of the player of the turn, or of the next, whose turn begins with it."""
    game = match.state
    if piece.owner != game.active:
        following = game.playing(game.active + 1)[0]
        if piece.owner == following:
            return "", ""
        other = f"is {match.name(piece.owner)}'s; it is {match.player.name}'s turn"
        return does(printed(piece.name), other), "activation"
    if piece.activated:
        return does(printed(piece.name), "was activated in this turn"), "two-units"
    if game.activated >= numbers().turn.units:
        return f"{game.activated} units were activated in this turn", "two-units"
    return "", ""


# --- reading ----------------------------------------------------------------------------------------


def read(match: Match, text: str) -> Told:
    """What is told of a turn. Raises Unreadable or Illegal."""
    typed = " ".join(_OF_FULL_GAMES.sub("", " ".join(text.split())).split())
    ends = {END: END, "done": END, "pass": END, "end": END}
    if match.state.known == SCORE:
        return Told(OVER if find(typed, {**ends, OVER: OVER}, "answer") == OVER else END)
    if fold(typed) in ends:
        return Told(END)
    if fold(typed).startswith(f"{RECALL} "):
        return _read_recall(match, typed[len(RECALL) + 1 :])
    if (found := _VERB.fullmatch(typed)) is not None:
        kind = next(one for one in OF_UNITS if one == fold(found[2]))
        return _read_doing(match, kind, found[1] or "", found[3] or "")
    return Told(ACTIVATE, _who(match, typed).name)


def _who(match: Match, name: str) -> Piece:
    """A unit that is activated with what it does, or is activated already. Raises Unreadable or Illegal."""
    piece = match.find_piece(name, _alive(match))
    match.refuse(*why_not_activate(match, piece))
    return piece


def _read_doing(match: Match, kind: Kind, name: str, rest: str) -> Told:
    """Something that a unit does: the one that is named, or the one that is activated."""
    game = match.state
    if kind == RETALIATE:
        return _read_answer(match, name, rest)
    acting = game.piece(game.acting.unit) if game.acting.unit else None
    if not name:
        if acting is None or not acting.there:
            raise Illegal(f"no unit is activated now; write which, like Ash Runner {kind}s", "activation")
        piece = acting
    else:
        piece = match.find_piece(name, _alive(match))
        if piece is not acting and kind != DROP:  # who is thrown drops its stone too
            match.refuse(*why_not_activate(match, piece))
    match kind:
        case "claim":
            carries = f"carries {match.a_stone(piece.stone)} already"
            match.refuse(does(printed(piece.name), carries) * bool(piece.stone), "carried-stones")
            return Told(kind, piece.name, stone=_stone(match, rest))
        case "drop":
            match.refuse(does(printed(piece.name), "carries no stone") * (not piece.stone), "drop")
            return Told(kind, piece.name)
        case "absorb":
            return _read_absorb(match, piece, rest)
    return _read_attack(match, kind, piece, rest, _enemies(match, piece))


def _read_absorb(match: Match, piece: Piece, rest: str) -> Told:
    """A stone that a divinity absorbs: its own, that of an ally ("from Ash Runner"), or one that lies there."""
    told = _absorbed(match, piece, rest)
    match.refuse(f"{told.stone} counts as a stone, but isn't absorbed" * (told.stone in match.setup.things), "M75")
    return told


def _absorbed(match: Match, piece: Piece, rest: str) -> Told:
    match.refuse("only divinities absorb" * (not match.unit(piece.name).divinity), "absorb")
    stone, parted, bearer = f" {rest}".partition(" from ")
    if parted:
        carrying = [one for one in _alive(match) if one.stone and not match.enemy(piece, one)]
        ally = match.find_piece(bearer, carrying, "ally with a stone")
        return Told(ABSORB, piece.name, ally.name, stone=ally.stone)
    if not stone.strip() and piece.stone:
        return Told(ABSORB, piece.name, piece.name, stone=piece.stone)
    return Told(ABSORB, piece.name, stone=_stone(match, stone))


def _stone(match: Match, text: str) -> str:
    """A stone by its mythology, or a thing that counts as one by its name; it needn't be said."""
    things = {fold(thing): thing for thing in match.setup.things}
    return things.get(fold(text)) or fold(text) or UNNAMED


def _read_answer(match: Match, name: str, rest: str) -> Told:
    """A unit answers the one that is activated, or strikes first (initiative)."""
    game = match.state
    if not game.acting.unit or not game.piece(game.acting.unit).there:
        raise Illegal("only a unit that is attacked answers; no unit is activated now", "retaliation")
    attacker = game.piece(game.acting.unit)
    enemies = _enemies(match, attacker)
    if not name:
        raise Unreadable(f"write who answers, like {_example(enemies)} retaliates")
    piece = match.find_piece(name, enemies, "enemy of the unit that is activated")
    match.refuse(does(printed(piece.name), "has answered in this turn") * piece.retaliated, "retaliation")
    return _read_attack(match, RETALIATE, piece, f"{attacker.name} {rest}".strip(), [attacker])


def _read_attack(match: Match, kind: Kind, piece: Piece, text: str, among: Sequence[Piece]) -> Told:
    """Whom, from how far, and what the table adds: "Marsh Serpent at 1, defence +1", "Marsh Serpent 7/8"."""
    found = _TARGET.fullmatch(text)
    if found is None:
        raise Unreadable(f"write whom, like {kind} {_example(among)}")
    told = Told(kind, piece.name, match.find_piece(found[1].rstrip(", "), among, "enemy").name)
    for part in filter(None, _PARTED.split(found[2] or "")):
        told = _with(told, part.strip())
    return told


def _example(among: Sequence[Piece]) -> str:
    return printed(among[0].name) if among else "Ash Runner"


def _with(told: Told, part: str) -> Told:
    word = fold(part)
    if (value := _VALUE.fullmatch(word)) is not None:
        now = int(value[2])
        return replace(told, offence=now) if value[1] == "offence" else replace(told, defence=now)
    if (totals := _TOTALS.fullmatch(word)) is not None:
        if int(totals[1]) > MOST_DICE or int(totals[2]) > MOST_DICE:
            raise Unreadable(f"offence and defence are 0 to {MOST_DICE}, not {part}")
        return replace(told, totals=(int(totals[1]), int(totals[2])))
    if (at := _AT.fullmatch(word)) is not None:
        return replace(told, at=int(at[1]))
    raise Unreadable(f'can\'t read "{part}"; write like at 1, offence +1, defence -1, or 7/8 for both values')


def _read_recall(match: Match, text: str) -> Told:
    """A troop that gets miniatures back: "Reed Archers 2"; all of them, where no number stands there."""
    name, _, number = text.rpartition(" ")
    if not number.isdecimal():
        name, number = text, ""
    troops = [piece for piece in match.state.pieces if match.unit(piece.name).troop and piece.owner == match.seat
              and piece.status != "away"]  # fmt: skip
    piece = match.find_piece(name, troops, f"troop of {match.player.name}'s")
    lost = piece.full - piece.vitality
    match.refuse(does(printed(piece.name), "has all miniatures") * (not lost), "M60")
    if number and not 1 <= int(number) <= lost:
        raise Illegal(does(printed(piece.name), f"has lost {lost}; {number} can't come back"), "M60")
    return Told(RECALL, piece.name, number=int(number or lost))


# --- writing ----------------------------------------------------------------------------------------


def write(told: Told) -> str:
    """What was told, as it is recorded."""
    match told.kind:
        case "end turn" | "game over":
            return told.kind
        case "activate":
            return f"{ACTIVATE} {told.unit}"
        case "recall":
            return f"{RECALL} {told.unit} {told.number}"
        case "drop":
            return f"{told.unit} drops"
        case "claim":
            return f"{told.unit} claims {told.stone}"
        case "absorb":
            return f"{told.unit} absorbs {f'from {told.target}' if told.target else told.stone}"
    values = [f"{what} {value:+}" for what, value in (("offence", told.offence), ("defence", told.defence)) if value]
    more = [f"at {told.at}", *values, *(["/".join(map(str, told.totals))] if told.totals else [])]
    if told.kind == RETALIATE:
        return f"{told.unit} retaliates {', '.join(more)}"
    return f"{told.unit} {told.kind}s {told.target} {', '.join(more)}"
