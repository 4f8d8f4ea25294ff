"""Moves with an attack's dice: parsed from typed text and records, and formatted."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from referee.errors import Unreadable
from referee.games.mythic.vocabulary import BLANK, FACES, FIVE
from referee.text.grammar import FIGURES
from referee.text.names import did_you_mean, fold, or_list
from referee.text.pattern import lazy_pattern


class FirstRoll(NamedTuple):
    """The first roll: the face of each die."""

    faces: tuple[int, ...]


class Reroll(NamedTuple):
    """Dice thrown again right after the first roll, and the faces they show then, if given."""

    dice: tuple[int, ...]
    faces: tuple[int, ...] | None = None


class ThrowTarget(NamedTuple):
    """A throw of the target into an area ("" in a record, which has no map)."""

    area: str = ""


class Lift(NamedTuple):
    """A lift of a die by 1 for each of the dice discarded for it."""

    die: int
    fuel: tuple[int, ...]


class Second(NamedTuple):
    """The second assault with these fives (None: all of them); the faces they show then, if given."""

    dice: tuple[int, ...] | None
    faces: tuple[int, ...] | None = None


class Best(NamedTuple):
    """The best assignment without another roll; the assault is over then."""


class Done(NamedTuple):
    """The end of the assault."""


class Average(NamedTuple):
    """Average dice: the result with an even chance (M13)."""


Move = FirstRoll | Reroll | ThrowTarget | Lift | Second | Best | Done | Average
VERBS = ("roll", "reroll", "throw", "lift", "second", "best", "done", "average")
"""The first words of steps in a record."""
AT_THE_TABLE = VERBS[1:-1]
"""The verbs of moves with rolled dice."""
_TWO_FIGURES = 10
"""The lowest die with two digits; it stays in hand only against a printed defence beyond 10 (M21)."""


_AGAIN = r"(?:re-?roll|throw|roll|rethrow|second assault(?: with| on)?)"
_MANY = r"((?:(?:all|both|of|the|my|an?|\d) )*)"
_DICE = r"(?P<fuel>(?:(?:the|my|an?|and|\d+|,) ?)*\d+)(?! by)"
_BY = r"(?:by|with|using)"


def _lift(said: re.Match[str]) -> str:
    """Return the lift of a die by others, whichever are said first."""
    fuel = re.findall(r"\d+", said["fuel"])
    return f"lift {said['die']} by {' '.join(fuel)}"


def _fives(said: re.Match[str]) -> str:
    """Return the second assault with as many fives as are said: "throw both fives", "the 5 again"."""
    words, many = said[1].split(), said[2].endswith("s")
    counts = [int(word) for word in words if word.isdigit()]
    if many:
        return f"second{' 5' * (counts[-1] if counts else 2)}" if counts or "both" in words else "second all"
    number = len(counts) + 1 if counts.count(FIVE) == len(counts) else counts[0]
    said_so = said[0].endswith("again") or not {*words} <= {"5"} or said[0].startswith("second")
    return f"second{' 5' * number}" if said_so else said[0]  # "reroll 5 5" isn't


_SAID: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (r"(?:(?:re-?roll|throw|roll|rethrow) (0(?: 0)*)(?: again)?|(?<!\S)(0(?: 0)*) again)\b", r"reroll \1\2"),
    (
        rf"(?:(?:give|put|add|use|discard|take) )?{_DICE} (?:to|on|onto)(?: lift| raise| boost)?"
        r" (?:(?:an?|the|my|1) )?(?P<die>\d)s?\b",
        _lift,
    ),
    (rf"(?:lift|raise|boost) (?:(?:a|the|my) )?(?P<die>\d)s? {_BY} {_DICE}", _lift),
    (rf"(?:make|turn) (?:(?:a|the|my) )?(?P<die>\d)s?(?: into| to)?(?: an?)? \d+ {_BY} {_DICE}", _lift),
    (
        rf"(?:discard|spend|use) {_DICE} to (?:get|lift|make|raise|turn) (?:(?:an?|the|my) )?(?P<die>\d)"
        r"(?:,? (?:into |to )?(?:an? )?\d+)?",
        _lift,
    ),
    (r"(\d) plus (?=\d)", r"lift \1 by "),
    (rf"discard {_DICE}[,:]? (?:and )?(?:(?:an?|the) )?(?P<die>\d) (?:becomes|is|to) (?:a )?\d+", _lift),
    (r"(?:(?<=, )second|(?:second|2nd) assault(?: (?:with|on))?)(?: all(?: of them)?)?(?:$|(?=,))", "second all"),
    (r"second assault(?: with| on)? all(?: of them)?(?! (?:5|fives|the|my|\d))", "second all"),
    (r"second assault(?: with| on)? all (\d)$", lambda said: f"second{' 5' * int(said[1])}"),
    (rf"{_AGAIN} {_MANY}(fives?|5s?)(?: again)?(?! ?\d)", _fives),
    (rf"(?:(?:use|take) )?{_MANY}(fives?|5s?) again", _fives),
    (r"(?:(?:the|my) )?((?:\d|all|both) )(fives|5s)\b", _fives),
    (
        r"(?:(?:use|take|do|play|make|pick|choose|give me) )?(?:the )?best"
        r"(?: (?:1|option|move|thing|use|way|possible))?",
        "best",
    ),
    (r"(?<!lift )\b(\d) by (?=\d)", r"lift \1 by "),
    (r"(?:(?:mighty )?throw|fling|hurl|toss) (?:(?:the )?[a-z' ]+ )??(?:in|into|to) (?:area )?(?=[a-z]$)", "throw "),
    (r"^(?:use )?(?:the )?mighty throw,? (?:(?:in|into|to) )?(?:area )?(?=[a-z]$)", "throw "),
    (r"^(?:no|not|don'?t|without)(?: use)?(?: the)? (?:mighty )?throw(?:ing)?,? (?:and |but )?(?=\S)", ""),
    (r"(?:use [a-z ]+|(?:monster )?slayer) (?:for|on) (0(?: 0)*)$", r"reroll \1"),
    (r"(?:leave|keep) (?:it|them|the dice)(?: so)?|(?:no|nothing) more|nothing|stop|pass", "done"),
)
"""Patterns of everyday phrases for moves, and their recorded form."""


_BLANKS = lazy_pattern(r"\b(?:(?:a|all|both|my|the|these|\d) )*(?:blank|zero|zeroe)(s?)\b")
_REST = lazy_pattern(
    r"(?:(?:add|discard|give|put|use) )?(?:all|everything|the others?|the rest)"
    r"(?: (?:else|of them|(?:the )?(?:others?|rest)))?"
    r" (?:in|into|on|onto|to) (?:(?:a|my|the) )?(\d)$"
)
"""A die that gets all others: "everything on the 5"."""
_SHOWN = lazy_pattern(r"\b(second(?: 5)+|reroll(?: 0)+), (\d(?: \d)*)$")
"""Dice thrown again, and what they show: "second 5 5, 3 0"."""
_RESULT = lazy_pattern(r",? (?:for|giving|makes|making|that'?s|that is|that makes) (?:\d|a|no) wounds?$")
"""Words that only say what a move makes."""
_WISH = lazy_pattern(r"(?:i'll |i will |i want to |i'd like to |i would like to |i |we |let's )(?!$)")
"""Words in front of a move that say nothing of it."""


def plain(text: str, hand: Sequence[int] = ()) -> str:
    """Rewrite everyday phrases as moves: "give 1 and 2 to the 5, throw three 5s"; leave other words as they are.

    `hand` has the blanks that "the blanks" are.
    """
    moves = re.sub(rf"\b({'|'.join(FIGURES)})\b", lambda word: FIGURES[word[0]], _WISH.sub("", fold(text)))
    moves = _RESULT.sub("", moves)
    moves = _BLANKS.sub(lambda said: " ".join("0" * _many_blanks(said[0], hand)), moves)
    moves = _REST.sub(lambda said: _lift_by_rest(int(said[1]), hand), moves)
    for way, recorded in _SAID:
        moves = re.sub(way, recorded, moves)
    moves = _SHOWN.sub(
        lambda said: f"{said[1]}{':' if len(said[1].split()) - 1 == len(said[2].split()) else ','} {said[2]}", moves
    )
    moves = re.sub(r"(?<=\d)(?: and |,)(?= ?\d+\b(?! by))", " ", moves)
    return re.sub(r",?\s+(?:and(?: then)?|then)\s+(?=lift|second|done)", ", ", moves) if moves != fold(text) else text


def _lift_by_rest(die: int, hand: Sequence[int]) -> str:
    """Return the lift of a die by all others of the hand."""
    rest = [*hand]
    if die in rest:
        rest.remove(die)
    return f"lift {die} by {dice_text(rest)}"


def _many_blanks(said: str, hand: Sequence[int]) -> int:
    """Return how many blanks are said: "two blanks", "both", "the blanks" of the hand."""
    number = next((int(word) for word in said.split() if word.isdigit()), 2 if "both" in said else 0)
    return number or (max(1, hand.count(BLANK)) if said.endswith("s") else 1)


def read_move(text: str, verbs: Sequence[str] = AT_THE_TABLE) -> Move:
    """Parse a move: "lift 4 by 1", "4+1", "second 5 5", "second 5 5: 3 0", "best". Raises Unreadable.

    Faces are parsed, but not checked yet (`check_move`).
    """
    typed = " ".join(text.split())
    if re.fullmatch(r"\d+( ?\+ ?\d+)+", typed):
        die, *fuel = map(int, typed.split("+"))
        return Lift(_read_die(str(die)), tuple(_read_die(str(one)) for one in fuel))
    verb, _, rest = fold(typed).partition(" ")
    if verb not in verbs:
        hint = did_you_mean(verb, verbs) or f"; it is {or_list(verbs)}"
        raise Unreadable(f'can\'t read "{typed}"{hint}')
    return _read(verb, rest.strip(), typed)


def write_move(move: Move) -> str:
    """Format a move as in records."""
    match move:
        case FirstRoll(faces):
            return f"roll {dice_text(faces)}" if faces else "roll"
        case Reroll(dice, faces):
            return f"reroll {dice_text(dice)}{_faces_suffix(faces)}"
        case ThrowTarget(area):
            return f"throw {area}".rstrip()
        case Lift(die, fuel):
            lone = len(fuel) == 1 and fuel[0] >= _TWO_FIGURES  # "by 11" would be two dice
            return f"{die}+{fuel[0]}" if lone else f"lift {die} by {dice_text(fuel)}"
        case Second(dice, faces):
            return f"second {'all' if dice is None else dice_text(dice)}{_faces_suffix(faces)}"
    return type(move).__name__.casefold()


def read_faces(text: str, count: int) -> tuple[int, ...]:
    """Parse the faces of `count` rolled dice: "5 4 4 1 0 0" or "544100", 0 or - for a blank. Raises Unreadable."""
    return expect_faces(_read_dice(text), count)


def check_move(move: Move, count: int = 0) -> Move:
    """Return a move whose dice are possible: as many as are thrown, each with a die's face. Raises Unreadable.

    `count` dice are thrown in the first roll.
    """
    if isinstance(move, FirstRoll):
        expect_faces(move.faces, count)
    elif isinstance(move, Reroll | Second) and move.faces is not None:
        expect_faces(move.faces, len(move.faces if move.dice is None else move.dice))
    return move


def expect_faces(faces: tuple[int, ...], count: int) -> tuple[int, ...]:
    """Return rolled dice if there are `count` of them and each face is possible. Raises Unreadable."""
    if odd := next((die for die in faces if die not in FACES), None):
        raise Unreadable(f"a die can't show {odd}; it shows 1 to 5, or 0 for a blank")
    if len(faces) != count:
        many = "too many" if len(faces) > count else "too few"
        dice = "die is" if len(faces) == 1 else "dice are"
        raise Unreadable(f"{len(faces)} {dice} {many}; {count} {'is' if count == 1 else 'are'} thrown")
    return faces


def dice_text(dice: Sequence[int]) -> str:
    """Format dice: "5 4 1 0"."""
    return " ".join(map(str, dice)) or "none"


def _read(verb: str, rest: str, typed: str) -> Move:
    match verb:
        case "roll":
            return FirstRoll(_read_dice(rest))
        case "throw":
            return ThrowTarget(typed.partition(" ")[2].strip())
        case "lift":
            die, _, fuel = rest.partition(" by ")
            if not fuel.strip():
                raise Unreadable(f'can\'t read "{typed}"; lift a die by others, like lift 4 by 1')
            ten = fuel.strip() == str(_TWO_FIGURES)  # never a 1 and a blank: a blank is no fuel
            return Lift(_read_die(die), (_TWO_FIGURES,) if ten else _read_dice(fuel))
        case "reroll":
            return Reroll(*_read_again(rest, typed))
        case "second":
            before, colon, after = rest.partition(":")
            if fold(before) == "all":
                return Second(None, _read_dice(after) if colon else None)
            return Second(*_read_again(rest, typed))
    if rest:
        raise Unreadable(f'"{rest}" can\'t come after {verb}')
    return Best() if verb == "best" else Done() if verb == "done" else Average()


def _read_again(rest: str, typed: str) -> tuple[tuple[int, ...], tuple[int, ...] | None]:
    """Parse the dice to throw again, and the faces after a colon, if given."""
    before, colon, after = rest.partition(":")
    dice = _read_dice(before)
    if not dice:
        raise Unreadable(f'"{typed}": say which dice, like {typed.split()[0].casefold()} 5 5')
    return dice, _read_dice(after) if colon else None


def _read_dice(text: str) -> tuple[int, ...]:
    """Parse dice by their faces, together or apart; a face of ten or more must stand apart."""
    parts = [part for part in re.split(r"[\s,]+", text) if part]
    apart = len(parts) > 1 and max(map(len, parts)) <= 2  # "55442 1 0" are single figures
    return tuple(_read_die(part, part if apart else text.strip()) for part in (parts if apart else "".join(parts)))


def _read_die(part: str, typed: str = "") -> int:
    if part in ("-", "b", "B"):
        return BLANK
    if not (part.isascii() and part.isdigit() and len(part) <= 2):
        said = f'dice "{typed}"' if len(typed) > 1 else f'die "{part}"'
        raise Unreadable(f"can't read the {said}; write dice like 5 4 4 0, with 0 or - for a blank")
    return int(part)


def _faces_suffix(faces: tuple[int, ...] | None) -> str:
    return "" if faces is None else f": {dice_text(faces)}"
