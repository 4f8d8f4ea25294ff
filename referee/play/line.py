"""A line that somebody typed at a prompt: as many answers as it has.

    rec pit; war fish; wo stone; market
    resolve recruiter [trade 3 wood iron / done]
    crow 2 21 10

Answers are parted by semicolons, or stand in brackets as in a script; nothing between two semicolons is Enter. A part
that begins a card ("Gnoll: monster, ...") reaches to the end of the line, and double quotes hold anything together.
Where a question takes a `whole` line, the parts that follow belong to it (`whole`).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence

from referee.asking.question import Throw
from referee.text.grammar import SMALL_NUMBERS
from referee.text.names import fold, printable, word_set
from referee.text.pattern import lazy_pattern
from referee.text.screen import Screen
from referee.text.streams import seen

_QUOTED = lazy_pattern(r'"(?:[^"]|"")*"')
_CARD = lazy_pattern(r'[^;:\[\]"]+:\s*\S')
_DICE = lazy_pattern(r"[\d\s/,+=]*\d[\d\s/,+=]*")
_NAME = lazy_pattern(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_NAMED_DICE = lazy_pattern(r"([^\d=]*)(=?\d+(?:(?:[\s,+=:-]| and )*\d+)*)")
_THEIRS = word_set("it against enemy he her him his monster opponent she their theirs them they versus vs")
"""Words that stand for the name of the one who throws against the first."""
_SELF = word_set("i me we")
"""How those who are asked call themselves."""
_PRONOUNS = word_set("he she")
"""Those of them that a table says of the player too."""
_OF_DICE = word_set(
    "a and dice die for got has have hits i it it's me my our roll rolled rolls the threw throw throws we"
)
"""Words that may stand with dice, besides the names of those who throw them."""
_THROWN = word_set("got roll rolled rolls threw throw throws")
"""Words that tell of dice."""
_STRIKES = ("attacks", "burns", "devours", "strikes")
_FOR_WHOM = lazy_pattern(r"\b(\d+) (?:for|by|from|of) ((?:(?!\band\b)[^\d,])+)(?=,|$| and)")
"""Dice with whose they are behind: "5 for me, 2 for the troll"."""
_PARTING = lazy_pattern(r"[;\[\]]|\s/\s|\s/(?=\])")


def parts(line: str, players: Sequence[str] = ()) -> list[str]:
    """The answers of a line, in order; "" is Enter. A player's name and a colon begin no card."""
    found: list[str] = []
    at, begun, inside = 0, 0, False
    closed = False  # a bracket was closed: what parts the next answer from it is no Enter
    while at < len(line):
        if not line[begun:at].strip():
            card = _CARD.match(line, at)
            if card and not inside and not is_player(line[at:].partition(":")[0], players):
                break
            if quoted := _QUOTED.match(line, at):
                at = quoted.end()
                continue
        parting = _PARTING.match(line, at)
        if parting is None or ("/" in parting[0] and not inside) or (parting[0] == ";" and inside):
            at += 1
            continue
        part = line[begun:at].strip()
        if part or (parting[0] == ";" and not closed):
            found.append(InBrackets(part) if inside else part)
        closed = parting[0] == "]"
        inside = parting[0] != "]" and (inside or parting[0] == "[")
        at = begun = parting.end()
    if last := line[begun:].strip():
        found.append(InBrackets(last) if inside else last)
    return found


def is_player(name: str, players: Sequence[str]) -> bool:
    """Whether a text is the name of one of the players, or its beginning."""
    return bool(fold(name)) and any(fold(player).startswith(fold(name)) for player in players)


def dice_after(part: str) -> list[tuple[str, str]]:
    """The ways to read a part as an answer with dice behind it, perhaps after a comma, the longest answer first."""
    words = part.split()
    splits = [(" ".join(words[:at]).rstrip(",:"), " ".join(words[at:])) for at in range(len(words) - 1, 0, -1)]
    return [(answer, dice) for answer, dice in splits if _DICE.fullmatch(dice)]


class InBrackets(str):
    """An answer that stood in brackets, which end it: nothing behind belongs to it."""

    __slots__ = ()


def whole(first: str, left: list[str]) -> str:
    """An answer with what was parted from it by semicolons alone, which is taken from what is left of its line."""
    answer = first
    closed = isinstance(first, InBrackets) or first.startswith('"')
    while left and not closed and not isinstance(left[0], InBrackets):
        answer = f"{answer}; {left.pop(0)}"
    return answer


def are_dice(text: str) -> bool:
    """Whether a text is nothing but numbers as dice are written."""
    return _DICE.fullmatch(text) is not None


def dice_alone(text: str, asked: str) -> str:
    """Dice without the names of those who throw, which the question names, in its order, and without other words.

    What one throws is parted by a slash from what is thrown against it: asked for "Bo throws: Bear strikes Wolf",
    "bear 2 1, wolf 1 0" is "2 1 / 1 0". A text that says anything else stays as it is.
    """
    own, strikes, _ = (*re.split(rf"\b({'|'.join(_STRIKES)})\b", fold(asked), maxsplit=1), "", "")[:3]
    names = [_NAME.findall(own if strikes else fold(asked)), _NAME.findall(fold(asked))]
    found: list[str] = []
    vague = False  # "she rolled 2": the other one must be named then
    for words, dice in _in_order(_NAMED_DICE.findall(fold(text)), names, strikes):
        known = names[min(len(found), 1)] if strikes else names[1]
        said = [word for word in _NAME.findall(words) if word not in _OF_DICE]
        said = said or ["it"] * (bool(found) and "it" in words.split())
        if not found and not strikes and said and set(said) <= _PRONOUNS:
            said, vague = known[:1], True
        elif found and said and not vague and set(said) <= _THEIRS:
            said = [known[-1]] if known else said
        if not set(said) <= set(known) or (found and not said):
            return text
        if found and (set(said) <= set(names[0]) if strikes else said[0] == names[1][0]):
            return text  # the same one again: whose dice these are isn't plain
        found.append(" ".join(re.findall(r"=?\d+", dice)))
    behind = _NAMED_DICE.sub("", fold(text))
    return (" / " if strikes else " ").join(found) if found and not behind.strip(" .!") else text


def _in_order(thrown: list[tuple[str, str]], names: Sequence[Sequence[str]], strikes: str) -> list[tuple[str, str]]:
    """Dice of two that are both named, those first that are asked for first: "troll 2, Bo 6"."""
    if len(thrown) != 2:
        return thrown
    own = {*(names[0] if strikes else names[1][:1])}
    first, then = ({*_NAME.findall(words)} - _OF_DICE for words, _ in thrown)
    named = bool(then) or not _SELF.isdisjoint(thrown[1][0].split())
    turned = bool(first) and named and first <= {*names[1]} - own and then <= own
    return [*reversed(thrown)] if turned else thrown


def dice_told(text: str, asked: str, players: Sequence[str]) -> str:
    """Dice without what people say around them, other players' names among it; a text of anything else as it is."""
    others = [name for name in players if fold(name) not in fold(asked)]
    if others and re.search(r"\d", text):
        text = re.sub(rf"(?i)\b({'|'.join(map(re.escape, others))})\b", "they", text)
    figures = in_figures(text, _NAME.findall(fold(asked)))
    return dice_alone(_FOR_WHOM.sub(r"\2 \1", figures), asked)


def says_dice(text: str) -> bool:
    """Whether a text has numbers, or words for numbers and that these were thrown."""
    said = {*_NAME.findall(fold(text))}
    return any(map(str.isdigit, text)) or (not said.isdisjoint(_THROWN) and not said.isdisjoint(SMALL_NUMBERS))


def begins_dice(word: str) -> bool:
    """Whether what people say of dice begins with a word, that names nobody who throws."""
    return word[0].isdigit() or fold(word) in _OF_DICE | _THEIRS


def in_figures(text: str, names: Sequence[str] = ()) -> str:
    """Dice that were said in words, in figures: "two and a blank" is "2 and 0"; a text with other words as it is.

    The `names` of those who throw may be among them.
    """
    words = {"zero": "0", "blank": "0", "nothing": "0", **{word: str(at) for at, word in enumerate(SMALL_NUMBERS, 1)}}
    several = {f"{word}s": figure for word, figure in words.items()}
    spoken = fold(text).replace(",", " , ").split()
    for at in range(len(spoken) - 1):
        if spoken[at] in ("double", "both") and (figure := {**words, **several}.get(spoken[at + 1])):
            spoken[at], spoken[at + 1] = figure, figure
        elif (many := words.get(spoken[at], "")).isdigit() and spoken[at + 1] in several:
            spoken[at], spoken[at + 1] = "", " ".join([several[spoken[at + 1]]] * int(many))
    said = [words.get(word, word) for word in " ".join(spoken).split()]
    if "both" in said and len(thrown := [word for word in said if word.isdigit()]) == 1 and len(said) < 5:
        said = [thrown[0], thrown[0]]
    known = all(re.sub("[-:/+]", "", word).isdigit() or word in _OF_DICE | _THEIRS | {",", *names} for word in said)
    said = [word for word in said if word not in ("a", "an")]
    return " ".join(said) if known and any(map(str.isdigit, said)) else text


def next_throw(dice: str, throw: Throw) -> tuple[str, str]:
    """What one throw takes of dice that were typed, perhaps for several, and the rest: "21 10" or "21/10".

    Of dice with spaces between, those that stand together are of one throw, though they may be too many for it.
    """
    first, slash, rest = dice.partition("/")
    if slash or "=" in dice or not _DICE.fullmatch(dice):
        return first.strip(), rest.strip()
    shown = [match.end() for match in re.finditer(r"\d" if max(throw.faces) < 10 else r"\d+", dice)]
    if len(shown) <= throw.count:
        return dice, ""
    end = shown[throw.count - 1]
    if not dice.strip().isdigit():
        end += len(dice[end:]) - len(dice[end:].lstrip("0123456789"))
    return dice[:end].strip(" ,+"), dice[end:].strip(" ,+")


def together(answers: Sequence[str]) -> str:
    """Answers as one line."""
    return "; ".join(answers)


# --- Alone ----------------------------------------------------------------------------------------
# A hand that only its owner may see: it is opened on purpose, and on a screen of its own (`Screen.apart`).


def show_alone(player: str, text: str, screen: Screen) -> None:
    """Show a player what only this one may see, and hide it again; in a script it is simply told."""
    if not has_terminal():
        screen.line(text)
        return
    wait_until_alone(player, screen, lambda prompt: input(seen(prompt)))
    with screen.apart():
        screen.line(text)
        input("Press Enter to hide it: ")


def has_terminal() -> bool:
    """Whether there is a person: both ends are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def wait_until_alone(
    player: str, screen: Screen, read: Callable[[str], str], leaves: Callable[[str], bool] = lambda typed: False
) -> str:
    """Wait until only this player looks: Enter or the name opens the hand, nothing else does.

    `read` shows a prompt and reads a line. What `leaves` (a command) ends the wait and comes back; "" is returned
    where the hand may be opened.
    """
    while True:
        typed = read(f"Only {player} may look. Press Enter when everyone else has looked away: ").strip()
        if fold(typed) in ("", fold(player)):
            return ""
        if leaves(typed):
            return typed
        screen.line(f"  \"{printable(typed)}\" doesn't open {player}'s hand: press Enter, or type {player}", "red")
