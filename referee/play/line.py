"""Splitting of a line typed at a prompt into its answers, and parsing of the dice in it.

    rec pit; war fish; wo stone; market
    resolve recruiter [trade 3 wood iron / done]
    crow 2 21 10

Semicolons separate answers, or brackets around them as in a script; an empty one between two semicolons is Enter. A
part that begins a card ("Gnoll: monster, ...") reaches to the end of the line, and double quotes keep text together.
Where a question takes a `whole` line, the parts that follow belong to it (`whole`).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence

from referee.asking.question import Throw
from referee.text.grammar import FIGURES
from referee.text.names import fold, printable, word_set
from referee.text.pattern import lazy_pattern
from referee.text.screen import Screen
from referee.text.streams import sanitized

_QUOTED = lazy_pattern(r'"(?:[^"]|"")*"')
_CARD = lazy_pattern(r'[^;:\[\]"]+:\s*\S')
_DICE = lazy_pattern(r"[\d\s/,+=]*\d[\d\s/,+=]*")
_NAME = lazy_pattern(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_NAMED_DICE = lazy_pattern(r"([^\d=]*)(=?\d+(?:(?:[\s,+=:-]| and )*\d+)*)")
_OPPONENT = word_set("it against enemy he her him his monster opponent she their theirs them they versus vs")
"""Words for the second of two throwers, in place of the name."""
_SELF = word_set("i me mine we")
"""Words for the player who is asked."""
PRONOUNS = word_set("he she")
"""Words of `_OPPONENT` that may also stand for the player who is asked."""
_DICE_WORDS = word_set(
    """a and are came come dice die for get gets got has have he's hits i i've is it it's just me mine my our roll
    rolled rolls she's show shows the then new they're they've threw throw throws up
    was we we've were with"""
)
"""Words that may stand beside dice, besides the throwers' names."""
_NOUGHTS = dict.fromkeys(("zero", "zeroe", "blank", "nothing"), "0")  # several are zeroes
_THROWN = word_set("got roll rolled rolls threw throw throws")
"""Words for throwing."""
_STRANGER = lazy_pattern(
    r"\bthe (?!dice\b|die\b|first|second|light|dark|other|rest)([a-z]{3,})"
    r"(?=(?: (?:a|got|has|rolls?|rolled|threw|throws?))* \d|$)"
)
"""A thrower whom the question doesn't name."""
_HITS = lazy_pattern(r"(?:(?:but|i got|just|only) )*(\w+) hits?[,:.]? (?=\d)")
"""A count of the dice that hit, in front of them: "only one hit, 1 0"."""
_STRIKES = ("attacks", "burns", "devours", "strikes")
_STRIKING = lazy_pattern(rf"(?:^|: )([^:]+) (?:{'|'.join(_STRIKES)}) ([^:]+):")
_DICE_FOR = lazy_pattern(r"\b((?:\d+(?:[ ,]+| and ))*\d+) (?:for|by|from|of) ((?:(?!\band\b)[^\d,])+)(?=,|$| and)")
"""Dice followed by their thrower: "5 for me, 2 for the troll"."""
_SEPARATOR = lazy_pattern(r"[;\[\]]|\s/\s|\s/(?=\])")


def parts(line: str, players: Sequence[str] = ()) -> list[str]:
    """Split a line into its answers, in order; "" is Enter. A player's name and a colon begin no card."""
    answers: list[str] = []
    at, start, inside = 0, 0, False
    closed = False  # a bracket was closed: the separator behind it is no Enter
    while at < len(line):
        if not line[start:at].strip():
            card = _CARD.match(line, at)
            named = line[at:].partition(":")[0].rpartition(",")[2]  # "rec pit, Dan: merchant smith; ..."
            if card and not inside and not is_player(named, players):
                break
            if quoted := _QUOTED.match(line, at):
                at = quoted.end()
                continue
        parting = _SEPARATOR.match(line, at)
        if parting is None or ("/" in parting[0] and not inside) or (parting[0] == ";" and inside):
            at += 1
            continue
        part = line[start:at].strip()
        if part or (parting[0] == ";" and not closed):
            answers.append(InBrackets(part) if inside else part)
        closed = parting[0] == "]"
        inside = parting[0] != "]" and (inside or parting[0] == "[")
        at = start = parting.end()
    if remainder := line[start:].strip():
        answers.append(InBrackets(remainder) if inside else remainder)
    return answers


def is_player(name: str, players: Sequence[str]) -> bool:
    """Return whether a text is a player's name or its beginning."""
    return bool(fold(name)) and any(fold(player).startswith(fold(name)) for player in players)


def dice_after(part: str) -> list[tuple[str, str]]:
    """List the ways to read a part as an answer with dice behind, perhaps after a comma, the longest answer first."""
    words = part.split()
    splits = [(" ".join(words[:at]).rstrip(",:"), " ".join(words[at:])) for at in range(len(words) - 1, 0, -1)]
    return [(answer, dice) for answer, dice in splits if _DICE.fullmatch(dice)]


class InBrackets(str):
    """Answer that stood in brackets, which end it: no later part belongs to it."""

    __slots__ = ()


def whole(first: str, left: list[str]) -> str:
    """Join an answer with the parts behind it that only semicolons separate, and remove these from `left`."""
    answer = first
    closed = isinstance(first, InBrackets) or first.startswith('"')
    while left and not closed and not isinstance(left[0], InBrackets):
        answer = f"{answer}; {left.pop(0)}"
    return answer


def are_dice(text: str) -> bool:
    """Return whether a text consists only of numbers, written as dice are."""
    return _DICE.fullmatch(text) is not None


def dice_alone(text: str, asked: str) -> str:
    """Strip the throwers' names, which the question names in its order, and filler words from dice.

    A slash separates the dice of the two sides: asked for "Bo throws: Bear strikes Wolf", "bear 2 1, wolf 1 0" is
    "2 1 / 1 0". A text that says anything else stays as it is.
    """
    own, strikes, _ = (*re.split(rf"\b({'|'.join(_STRIKES)})\b", fold(asked), maxsplit=1), "", "")[:3]
    names = [_NAME.findall(own if strikes else fold(asked)), _NAME.findall(fold(asked))]
    found: list[str] = []
    thrown = _in_order(_NAMED_DICE.findall(fold(text)), names, strikes)
    by_pronoun = False  # "she rolled 2": the other thrower must be named then
    for words, dice in thrown:
        known = names[min(len(found), 1)] if strikes else names[1]
        named = [word for word in _NAME.findall(words) if word not in _DICE_WORDS]
        named = named or ["it"] * (bool(found) and "it" in words.split())
        if not found and named and set(named) <= PRONOUNS and (not strikes or ", then " not in asked or thrown[1:]):
            named, by_pronoun = known[:1], True
        elif found and named and not by_pronoun and set(named) <= _OPPONENT:
            named = [known[-1]] if known else named
        if not set(named) <= set(known) or (found and not named):
            return text
        if found and (set(named) <= set(names[0]) if strikes else named[0] == names[1][0]):
            return text  # the same thrower again: unclear whose dice these are
        found.append(" ".join(re.findall(r"=?\d+", dice)))
    behind = _NAMED_DICE.sub("", fold(text))
    return (" / " if strikes else " ").join(found) if found and not behind.strip(" .!") else text


def _in_order(thrown: list[tuple[str, str]], names: Sequence[Sequence[str]], strikes: str) -> list[tuple[str, str]]:
    """Return the dice of two named throwers in the order in which the question asks: "troll 2, Bo 6"."""
    if len(thrown) != 2:
        return thrown
    own = {*(names[0] if strikes else names[1][:1])}
    first, then = ({*_NAME.findall(words)} - (_DICE_WORDS - {"it"}) for words, _ in thrown)
    named = bool(then) or not _SELF.isdisjoint(thrown[1][0].split())
    swapped = bool(first) and named and first <= ({*names[1]} | _OPPONENT) - own and then <= own | _OPPONENT
    unclear = first <= PRONOUNS and then and then <= _OPPONENT  # "he 3, it 4" is in order, "it 3, he 4" isn't
    return [*reversed(thrown)] if swapped and not unclear else thrown


def parse_spoken_dice(text: str, asked: str, players: Sequence[str]) -> str:
    """Strip filler words and other players' names from dice; return a text that says anything else as it is."""
    if (who := _STRIKING.search(asked)) is not None:  # "my rat hits the imp: 2 1" says what is asked
        article, (one, other) = "(?:(?:my|the|her|his) )?", map(re.escape, who.groups())
        text = re.sub(rf"(?i)^{article}{one} (?:hits|{'|'.join(_STRIKES)}) {article}{other}:? (?=\d)", "", text)
    hits = _HITS.match(fold(text))
    if hits is not None and {"no": "0", **FIGURES}.get(hits[1], hits[1]) == str(
        len(re.findall("[1-9]", text[hits.end() :]))
    ):
        text = text[hits.end() :]
    typed, others = text, [name for name in players if fold(name) not in fold(asked)]
    if others and re.search(r"\d", text):
        text = re.sub(rf"(?i)\b({'|'.join(map(re.escape, others))})\b", "they", text)
    if strangers := {*_STRANGER.findall(fold(text))} - {*_NAME.findall(fold(asked))}:  # "and the ghost 2"
        text = re.sub(rf"(?i)\bthe ({'|'.join(strangers)})\b", "it", text)
    figures = in_figures(text, _NAME.findall(fold(asked)))
    found = dice_alone(_DICE_FOR.sub(r"\2 \1", figures), asked)
    return found if are_dice(found) else typed


def says_dice(text: str) -> bool:
    """Return whether a text has digits, or number words alone or with a word for throwing."""
    words = {*_NAME.findall(fold(text))} - {"a", "and"}
    every = {*FIGURES, *_NOUGHTS, *(f"{word}s" for word in (*FIGURES, *_NOUGHTS))}
    numbers, thrown = not words.isdisjoint(FIGURES), words <= every or not words.isdisjoint(_THROWN)
    return any(map(str.isdigit, text)) or (numbers and thrown)


def says_throw(text: str) -> bool:
    """Return whether a text only says that dice are thrown, without what they show: "let's roll"."""
    words = {*_NAME.findall(fold(text))}
    if says_dice(text):
        return False
    thrown = not words.isdisjoint(("roll", "rolls", "throw", "throws"))
    return thrown and words <= _DICE_WORDS | {"let's", "lets", "now"}


def begins_dice(word: str) -> bool:
    """Return whether a word may begin a phrase about dice and names no thrower."""
    return word[0].isdigit() or fold(word) in _DICE_WORDS | _OPPONENT


def numbers_and(asked: str, text: str) -> str:
    """Return only the numbers of a text, in figures or in words, and the throwers' names, which the question has."""
    names = {*_NAME.findall(fold(asked))} - {*_STRIKES, "throws", "then"}
    words = {*FIGURES, *_NOUGHTS, *(f"{word}s" for word in (*FIGURES, *_NOUGHTS)), "both", "double", "pair", "of"}
    spoken = re.sub(r"[,.:;!]|(?<=\d)[-/](?=\d)", " , ", fold(text)).strip(" ,").split()
    if words.isdisjoint(spoken) and not any(map(str.isdigit, text)):
        spoken = ["zero" if word in ("miss", "misses", "no", "none") else word for word in spoken]
    known = words.union(names, _SELF, ("a", "and", ","))
    return " ".join(word for word in spoken if word.removesuffix("s").isdigit() or word in known)


def in_figures(text: str, names: Sequence[str] = ()) -> str:
    """Return dice in figures: "two and a blank" is "2 and 0"; a text with other words as it is.

    `names` are the throwers' names, which may stand among the words.
    """
    words = {**_NOUGHTS, **FIGURES}
    digits = {digit: digit for digit in "0123456"}
    several = {f"{word}s": figure for word, figure in (words | digits).items()}
    apart = re.sub(r"(?<=[a-z])-(?=[a-z])", " ", fold(text).replace("a pair of", "double"))  # "five-four"
    apart = re.sub(rf"\b({'|'.join(FIGURES)}) (?=\d\b)", lambda many: f"{FIGURES[many[1]]}x", apart)  # "one 5"
    apart = re.sub(r"\b(\d)x(\d)\b", lambda many: " ".join(many[2] * int(many[1])), apart)  # "3x5"
    apart = re.sub(r"(?<!\S)x(?![^\s,])", "0", apart)  # a blank
    spoken = re.sub(r",|[.:](?=\s|$)", " , ", apart).split()
    for at in range(len(spoken) - 1):
        if spoken[at] in ("double", "both") and (figure := {**words, **several, **digits}.get(spoken[at + 1])):
            spoken[at], spoken[at + 1] = figure, figure
        elif (many := words.get(spoken[at], spoken[at] * (at and not spoken[at - 1][-1:].isdigit()))).isdigit() and (
            spoken[at + 1] in several
        ):
            spoken[at], spoken[at + 1] = "", " ".join([several[spoken[at + 1]]] * int(many))
    spoken = [f"{several[word]} {several[word]}" if word in several else word for word in spoken]  # "against blanks"
    tokens = [words.get(word, word) for word in " ".join(spoken).split()]
    if "both" in tokens and len(thrown := [word for word in tokens if word.isdigit()]) == 1 and len(tokens) < 5:
        tokens = [thrown[0], thrown[0]]
    known = all(
        re.sub("[-:/+]", "", word).isdigit() or word in _DICE_WORDS | _OPPONENT | {",", *names} for word in tokens
    )
    tokens = [word for word in tokens if word not in ("a", "an")]
    return " ".join(tokens) if known and any(map(str.isdigit, tokens)) else text


def next_throw(dice: str, throw: Throw) -> tuple[str, str]:
    """Split dice, perhaps of several throws, into those of the first throw and the rest: "21 10" or "21/10".

    In dice with spaces, digits that stand together belong to one throw, though they may be too many for it.
    """
    first, slash, rest = dice.partition("/")
    if slash or "=" in dice or not _DICE.fullmatch(dice):
        return first.strip(), rest.strip()
    ends = [match.end() for match in re.finditer(r"\d" if max(throw.faces) < 10 else r"\d+", dice)]
    if len(ends) <= throw.count:
        return dice, ""
    end = ends[throw.count - 1]
    if not dice.strip().isdigit():
        end += len(dice[end:]) - len(dice[end:].lstrip("0123456789"))
    return dice[:end].strip(" ,+"), dice[end:].strip(" ,+")


def together(answers: Sequence[str]) -> str:
    """Join answers to one line."""
    return "; ".join(answers)


# --- Alone ----------------------------------------------------------------------------------------
# A hand that only its owner may see is opened on purpose, on a separate screen (`Screen.apart`).


def show_alone(player: str, text: str, screen: Screen) -> None:
    """Show a player a text that only this one may see, then hide it; in a script just print it."""
    if not has_terminal():
        screen.line(text)
        return
    wait_until_alone(player, screen, lambda prompt: input(sanitized(prompt)))
    with screen.apart():
        screen.line(text)
        input("Press Enter to hide it: ")


def has_terminal() -> bool:
    """Return whether a person is at the terminal: both input and output are one."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def wait_until_alone(
    player: str, screen: Screen, read: Callable[[str], str], leaves: Callable[[str], bool] = lambda typed: False
) -> str:
    """Wait until only this player looks at the screen: Enter or the player's name opens the hand, nothing else does.

    `read` shows a prompt and reads a line. A text for which `leaves` is true (a command) ends the wait and is
    returned; "" means that the hand may be opened.
    """
    while True:
        typed = read(f"Only {player} may look. Press Enter when everyone else has looked away: ").strip()
        if fold(typed) in ("", fold(player)):
            return ""
        if leaves(typed):
            return typed
        screen.line(f"  \"{printable(typed)}\" doesn't open {player}'s hand: press Enter, or type {player}", "red")
