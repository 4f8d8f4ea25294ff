"""Cards as players say them: "monster 3/4, hits everybody", "item, minor action: pay 1 crystal for +3 attack".

Only a line that the card language can't read comes here. It is translated to that language, and parsed as such then;
a line with an unknown word isn't translated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from referee.errors import Unreadable
from referee.games.enchanters.cards.cards import ACTIONS, RULES
from referee.games.enchanters.vocabulary import TYPES
from referee.text.names import word_set
from referee.text.pattern import lazy_pattern

AS_PRINTED = "as printed"
"""Text after `manual` if the card's own words weren't typed."""

_WORDS = {
    r"→|=>": "->",
    r"[–—]|(?<=\s)-(?=\s)": ",",
    r"(?<=\d)(?=(?:vps?|hp|str)\b)": " ",
    r"\b(?:str|power)\b": "strength",
    r"\bdmg\b": "damage",
    r"\b(?:extra|more) (?=crystal|wound|monster|attack|defence|glory)": "",
    r"\b(?:hp|hit points?|life)\b": "health",
    r"\b(?:atk|att)\b": "attack",
    r"\b(?:def|defense)\b": "defence",
    r"\b(?:victory points?|points?|vps?|worth)\b": "glory",
    r"\b(?:weapon|armou?r)\b": "item",
    r"\b(?:spell|ench)\b": "enchantment",
    r"\b(?:enemy|creature|beast)\b": "monster",
    r"\b(\d+)l(?=[adg]\b)": r"lower \1",
    r"\bs(\d+)\b": r"strength \1",
    r"\bh(\d+)\b": r"health \1",
    r"\bg(\d+)\b": r"glory \1",
    r"\b(\d+)a\b": r"\1 attack",
    r"\b(\d+)d\b": r"\1 defence",
    r"\b(\d+)g\b": r"\1 glory",
    r"\b(\d+)c\b": r"\1 crystals",
    r"\b(\d+)w\b": r"\1 wounds",
    r"\b(?:below|under|underneath|beneath) (?:the|its) line\b|\b(?:below|bottom|underneath)\b": "lower",
    r"\bpassives?(?: effects?)?\b\W*": "",
    r"\b(?:every|each|any|all)(?: the)? other players?\b|\b(?:every(?:one|body) else|all(?: the)? others|the others"
    r"|(?:all|each|every) opponents?)\b": "each other player",
    r"\b(?:every(?:one|body|\splayer)|all(?: the)? players)\b": "each player",
    r"\b(?:an opponent|one other player|some other player)\b": "another player",
    r"\b(?:one player|a player of your choice|any player)\b": "a player",
}
"""Players' words (patterns) for the words of the cards."""

_WHEN = {
    r"(?:when(?:ever)?|after|(?:each|every) time)(?: you)?(?: (?:take|gain|get|beat|defeat|kill))?"
    r"(?: an?| each| every| another)? (item|enchantment|monster|dragon)s?": r"after \1",
    r"(?:when(?:ever)?|after|(?:each|every) time)(?: (?:you|a|each|every|your))* rest(?:ed)?": "after rest",
    r"(?:at )?(?:the )?(?:start|beginning) of (?:(?:the|your|each|every|a) )*turns?|(?:each|every) turn"
    r"|turn(?= ?:)": "turn",
    r"(?:at )?(?:the )?(?:end of (?:the )?game|game end|final scoring)|at the end|end(?= ?:)": "end",
    r"immediate(?:ly)?(?: effect)?|on taking(?: it)?|(?:when|once|after)(?: you| it is| it's)? "
    r"(?:taken?|get|gain|defeat(?:ed)?|beat(?:en)?|kill(?:ed)?)(?: (?:it|this(?: card)?))?": "immediate",
    r"minor(?: actions?)?|once (?:per|a|each|every) turn": "minor",
    r"multi[- ]?(?:actions?)?|as (?:often|many times) as you (?:want|like)|any number of times": "multi",
    r"(?:as a )?(?:major action\W+)?rest(?: action)?": "rest",
    r"fight(?= ?:)": "fight",
}
"""The moment of a rule in players' words (patterns), and its prefix in the language."""

_VALUES = ("strength", "health", "attack", "defence", "glory")
_FILLERS = word_set("a an and with it is it's its has on of top no text rules gives giving")
_COMES = ("get", "gain", "receive", "take", "draw")
_DOES = {
    "attack": (dict.fromkeys(("", "get", "gain"), "+") | {"lose": "-"}),
    "defence": (dict.fromkeys(("", "get", "gain"), "+") | {"lose": "-"}),
    "glory": (dict.fromkeys(("", "get", "gain"), "+") | {"lose": "-"}),
    "crystal": dict.fromkeys(("", *_COMES), "gain") | dict.fromkeys(("lose", "discard", "pay", "remove"), "lose"),
    "wound": dict.fromkeys(("", *_COMES, "suffer"), "take")
    | dict.fromkeys(("heal", "remove", "cure", "lose", "discard"), "heal"),
    "monster": dict.fromkeys(("lose", "discard"), "discard") | {"give": "give"},
    None: dict.fromkeys(("heal", "cure"), "heal"),
}
"""Meaning of verbs before a number of something: gained or lost."""
_OTHER_WAY = {"+": "-", "gain": "lose", "take": "heal"}
_EFFECT = lazy_pattern(
    r"(?:(?P<who>each other player|each player|another player|a player) )?"
    r"(?:(?:you |may |must |then |to |have to )*)"
    r"(?:(?P<verb>get|gain|receive|take|suffer|draw|lose|discard|pay|heal|remove|cure|give)s? (?:you )?)?"
    r"(?P<sign>[+-])?(?P<number>\d+|an?|one|all)(?: of)?(?: (?:your|their))?"
    r"(?: (?P<what>attack|defence|crystal|wound|monster|glory)s?)?(?P<per> per .+)?"
)
_FIXED = {
    r"(?:deals? )?double(?:d)? damage|damage is doubled": "double damage",
    r"(?:hit|strike|attack|damage)s? (?:every(?:one|body)|each player|all)": "strike everyone",
    r"(?:go|journey|travel)(?: to)? the graveyard": "journey to the graveyard",
    r"give (?:it|the card|this card)(?: away)?(?: to (?:another|a) player)?": "give this card away",
    r"(?:steal|take)s? (\d+|an?|one) monsters? from (another player|a player)": r"\2 gives \1 monster",
}
_BARE = lazy_pattern(r"((?:\d+|an?|one) (?:crystal|wound|monster)s?)\s*(?:,|and)\s*(?=\S)", re.IGNORECASE)
"""A number of something, without a verb, before an action's effects."""
_TOKEN = lazy_pattern(r"(\d+) ?/ ?(\d+)|([+-]?\d+)(?![\w/])|([a-z']+)|(->|[^\s\w])", re.IGNORECASE)


def in_the_language(text: str, understood: Callable[[str], bool]) -> str:
    """Translate a card's line in players' words, without the name, to the card language; "" if that fails.

    `understood` returns whether the language can parse a part between commas unchanged.
    """
    line = text.strip()
    for words, meant in _WORDS.items():
        line = re.sub(words, meant, line, flags=re.IGNORECASE)
    sections = line.split(";") if re.search(r"\bmanual\b", line, re.IGNORECASE) else re.split(r";|\.(?=\s|$)", line)
    parts: list[str] = []
    rules: list[str] = []
    for section in filter(str.strip, sections):
        try:
            parts += _section(section.strip(), understood, rules)
        except Unreadable:
            return ""
    return "; ".join(filter(None, [", ".join(parts), *rules]))


def lacks_moment(text: str) -> bool:
    """Return whether a text is a rule's effect without its moment: "gain 2 crystals, heal 1 wound"."""
    try:
        return bool(_rule("rest", text))
    except Unreadable:
        return False


@cache
def _triggers() -> re.Pattern[str]:
    ways = "|".join(f"(?P<w{at}>{way})" for at, way in enumerate(_WHEN))
    return re.compile(rf"(?P<lower>\blower\W+)?\b(?:{ways})(?!\w)", re.IGNORECASE)


def _when(match: re.Match[str]) -> str:
    """Return the prefix of a rule in the language, from its beginning in players' words."""
    beginning = match[0][len(match["lower"] or "") :]
    way = next(way for at, way in enumerate(_WHEN) if match[f"w{at}"] is not None)
    kind = re.search("|".join(TYPES), beginning, re.IGNORECASE)
    when = _WHEN[way].replace(r"\1", kind[0].lower() if kind else "")
    return f"lower {when}" if match["lower"] else when


def _section(text: str, understood: Callable[[str], bool], rules: list[str]) -> Iterator[str]:
    """Yield the values of a part between semicolons; append its rules to `rules`. Raises Unreadable."""
    manual = re.search(r"\bmanual\b", text, re.IGNORECASE)
    found = list(_triggers().finditer(text, 0, manual.start() if manual else len(text)))
    values, rest = _values(text[: found[0].start()] if found else text, understood)
    yield from values
    bodies = [
        text[one.end() : other.start() if other else None].strip(" ,:")
        for one, other in zip(found, [*found[1:], None], strict=False)
    ]
    if rest and len(found) == 1 and not bodies[0]:  # "gives you 1 crystal when killed"
        bodies, rest = [rest], ""
    if rest:
        rules.append(_rule(_only_moment(rest), rest))
    rules += [_rule(_when(one), body) for one, body in zip(found, bodies, strict=True)]


def _only_moment(effect: str) -> str:
    """Return the only possible moment of an effect. Raises Unreadable for other effects."""
    effect_text = _effect(effect)
    if effect_text.startswith("manual"):
        return "minor"
    if effect_text.startswith("glory"):
        return "end"
    if effect_text in ("double damage", "strike everyone"):
        return "fight"
    raise Unreadable(effect)


def _values(text: str, understood: Callable[[str], bool]) -> tuple[list[str], str]:
    """Split a text into the values at its beginning, and the rest."""
    found: list[str] = []
    at = last = 0
    lower = False
    while match := _TOKEN.search(text, at):
        begun, at = match.start(), match.end()
        chunk = re.split(r",", text[begun:], maxsplit=1)[0]
        strength, health, number, word, _ = match.groups()
        if (begun == 0 or text[:begun].rstrip().endswith(",")) and understood(chunk.strip()):
            found.append(chunk.strip())
            at = begun + len(chunk)
        elif strength:
            found += [f"strength {strength}", f"health {health}"]
        elif number and (key := _VALUE.match(text, at)):
            found.append(_value(key[1], number, lower=lower))
            lower, at = False, key.end()
        elif word and word.lower() in _VALUES and (amount := _AMOUNT.match(text, at)):
            found.append(_value(word, amount[1], lower=lower))
            lower, at = False, amount.end()
        elif word and word.lower() == "lower":
            if _PUT.match(text, at):
                lower = True
            elif found and found[-1].startswith(("attack", "defence")):
                found[-1] = f"lower {found[-1]}"
            else:
                return found, text[begun:]
        elif word and word.lower() in TYPES:
            found.append(word.lower())
        elif word and word.lower() in ("per", "for") and found:  # the number before it belongs to an effect
            return found[:-1], text[last:]
        elif number or (word and word.lower() not in _FILLERS):
            return found, text[begun:]
        else:
            continue
        last = begun
    return found, ""


_VALUE = lazy_pattern(rf"\s*({'|'.join(_VALUES)})\b", re.IGNORECASE)
_AMOUNT = lazy_pattern(r"\s*[:=]?\s*([+-]?\d+)(?!\w)")
_PUT = lazy_pattern(rf"\s*:?\s*(?:[+-]?\d+|{'|'.join(_VALUES)})\b", re.IGNORECASE)


def _value(key: str, number: str, *, lower: bool) -> str:
    return f"{'lower ' if lower else ''}{key.lower()} {int(number)}"


def _rule(when: str, body: str) -> str:
    """Write a rule in the language. Raises Unreadable."""
    body = body.strip(" ,:()")
    cost, does = _split_cost(body) if when.removeprefix("lower ") in ACTIONS else ("", body)
    if not cost and when.removeprefix("lower ") in ("minor", "multi") and (paid := _BARE.match(does)):
        cost, does = paid[1], does[paid.end() :]  # "1 crystal, +2 defence": what comes first is paid
    if re.match(r"manual\b", does, re.IGNORECASE):
        effects = [f"manual {does[len('manual') :].strip(' :') or AS_PRINTED}"]
    else:
        effects = [_effect(one) for one in re.split(r",|&|\b(?:and|then)\b", does) if one.strip()]
    words = f"{when.removeprefix('lower ')}: {f'{cost} -> ' if cost else ''}{', '.join(effects)}"
    return f"{'lower ' * when.startswith('lower ')}{RULES.write(RULES.read(words))}"


def _split_cost(body: str) -> tuple[str, str]:
    """Split an action into cost and effects: "pay 1 crystal for 3 attack", "2 crystals = 1 attack"."""
    arrow = re.fullmatch(r"([^:=]*?)\s*(?:->|[:=])\s*(.+)", body)
    match = arrow or re.fullmatch(
        r"((?:pay|spend) .+?)(?:\s+(?:for|to|and)\s+|\s*,\s*(?:to |and )?)(.+)"
        r"|((?:discard|take) .+?)\s+(?:for|to)\s+(.+)"
        r"|(\d+ crystals?) (?:for|gives?|buys?) (.+)",
        body,
        re.IGNORECASE,
    )
    if match is None or re.match(r"manual\b", body, re.IGNORECASE):
        return "", body
    cost, does = (group for group in match.groups() if group is not None)
    return re.sub(r"^(?:pay|spend|lose|cost)s? ", "", cost.strip(), flags=re.IGNORECASE), does


def _effect(text: str) -> str:
    """Translate an effect to the language, or return the text if it may be in the language already."""
    words = " ".join(text.lower().split()).strip(" ,:")
    for way, meant in _FIXED.items():
        if match := re.fullmatch(way, words):
            return match.expand(meant)
    if re.match(r"manual\b", words):
        return words
    words = re.sub(r"\b(?:for every|for each|per each)\b", "per", words)
    words = re.sub(r" (?:(?:that )?you (?:have|own)|of yours)$", "", words)
    words = re.sub(r"\b(attack|defence|glory) ([+-]?\d+)", r"\2 \1", words)
    match = _EFFECT.fullmatch(re.sub(r"^gives? you ", "", words))
    does = match and _DOES[match["what"]].get(match["verb"] or "")
    if match is None or does is None or (match["sign"] == "-" and does not in _OTHER_WAY):
        return text.strip()
    who, _, sign, number, what, per = match.groups()
    does = _OTHER_WAY[does] if sign == "-" else does
    number, per = ("1" if number == "one" else number), per or ""
    if does in "+-":
        return f"{what} {does.strip('+')}{number}{per}" if who is None else text.strip()
    return f"{f'{who} {does}s' if who else does} {number} {what or 'wound'}s{per}"
