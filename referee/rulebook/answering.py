"""What a question asks for, and the sentences of a rule that answer it.

An entry may have short answers, by the kind of question and words in it (`Entry.short`). Where none fits, the
sentence is taken that has most of the question, and what such a question asks for: a number for "how many", a
condition for "when"; of a table the row that the question names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from operator import add, floordiv, mul, sub
from typing import Literal

from referee.rulebook.indexing import EMPTY, Postings, stem, words_of
from referee.text.grammar import SMALL_NUMBERS
from referee.text.pattern import lazy_pattern

Kind = Literal[
    "how many", "who", "when", "where", "why", "must", "may", "whether", "what if", "which", "how", "what", ""
]
"""What a question asks for: "whether" is answered by yes or no; "" is none of these."""

Ways = Mapping[str, Mapping[str, float]]
"""For each telling word of a question the stems by which it is found, with what each counts."""

_KINDS: Mapping[Kind, str] = {
    "how many": r"how (many|much|often|long|far|big|high|expensive|large|old|strong)\b|number of\b|(max|min)(imum)?\b"
    r"|whats? .*\b(costs?|price|worth)\b|cost of\b",
    "what if": r"what (happens|happened|if|when|about when)\b|if\b.*\bwhat\b|and if\b",
    "who": r"((to|from|for|by|with|at) )?(whos?|whose|whom)\b|which (player|one of us)\b",
    "when": r"when\b(?! (i|we|you|he|she|it|they|my|his|her|the|an?)\b"
    r".*\b(can|may|do|does|is|are|must|what|who|how)\b)"
    r"|at (what|which) (moment|time|point)\b|how soon\b|before or after\b",
    "where": r"where\b|from where\b|which (space|area|slot|pile|place)\b",
    "why": r"why\b|what for\b",
    "must": r"(do|does|did) \w+ (\w+ )?(have|need) to\b|must\b|(am|is|are) \w+ (forced|obliged|bound) to\b",
    "may": r"can\b|may\b|could\b|might\b|(am|is|are) \w+ (\w+ )?(allowed|able|ok|possible)\b",
    "whether": r"(is|are|was|were|do|does|did|will|would|has|have|should)\b",
    "which": r"(in |on |of |at )?which\b",
    "how": r"how\b",
    "what": r"what\b|whats\b",
}
_LEADING_NOT = lazy_pattern(r"^(?:(is|are|was|were|do|does|did|would|should|could|has|have)nt|(can)t)\b")
"""What asks the same without its "not": "isn't it free" as "is it free"."""
_ASKS = r"(do|does|did|is|are|was|were|will|would|has|have|should|can|may|must)"
_INSIDE: Mapping[Kind, str] = {
    "how many": rf"{_KINDS['how many']}|price\b|costs?$",
    **{kind: _KINDS[kind] for kind in ("what if", "who", "where", "why")},
    "when": rf"when( {_ASKS}\b|$)",
    "which": rf"which( \w+)?( {_ASKS}\b|$)",
    "what": rf"whats?( else)?( ({_ASKS}|now|then|next)\b|$)|difference between\b",
    **{kind: _KINDS[kind] for kind in ("must", "may")},
    "whether": rf"{_ASKS} (i|we|you|he|she|it|they|my|his|her|the|an?|this|that)\b|(allowed|legal|right|true|ok)$",
    "how": _KINDS["how"],
}
"""The kinds that are noticed inside a question too, if neither its beginning nor its last clause says."""
_LACKS = lazy_pattern(r"(?:no|not enough)\b[^?]*$")
"""What asks for what comes of it that something is lacking: "no cards left"."""
_CLAUSE = lazy_pattern(r"[,;:.?!]+\s+(?:(?:and|but|so|or|then|now) )?(?!is (?:that|this|it) \w+\W*$)")
_ASKED_FOR: Mapping[str, str] = {
    "how many": r"\d|\b(one|two|three|four|five|six|seven|eight|nine|ten|half|twice|double|once|none|no)\b",
    "who": r"\b(player|players|whoever|owner|attacker|defender|you|hero|who)\b",
    "when": r"\b(when|after|before|at|until|while|once|as soon as|end|start|beginning)\b",
    "where": r"\b(on|in|at|to|from|beside|under|next to|back)\b",
    "must": r"\b(must|has to|have to|may|need not|cannot|never|always)\b",
    "may": r"\b(may|can|cannot|can't|not|never|no|only|any)\b",
    "whether": r"\b(not|no|never|only|too|also|each|every|always|may|counts?)\b",
    "what if": r"\b(if|then|when|nothing|else|otherwise|without|lacks?|where)\b",
}
_SENTENCE = lazy_pattern(r"(?<=[.!?]) (?=[A-Z\"])")
_LEANS = lazy_pattern(
    r"(It|They|Them|That|This|These|Those|Then|Such|He|She|So|But|Otherwise|Else|There|Both|Of these)\b"
)
_FIGURES = {word: str(number) for number, word in enumerate(SMALL_NUMBERS, 1) if number > 1}
_FIGURES |= {"ii": "2", "iii": "3", "iv": "4"}
_AMOUNT, _SUM = lazy_pattern(r"#(\w+)"), lazy_pattern(r"\[([^]]+)\]")
_SIGNS: Mapping[str, Callable[[int, int], int]] = {
    "+": add,
    "-": sub,
    "*": mul,
    "/": floordiv,
    "^": pow,
    "up": lambda one, other: -(-one // other),
}
_NO_AMOUNT = frozenset(("minus", "over", "abov", "under"))
_COMES_TO = frozenset(map(stem, ("give", "deal", "cost", "bring", "count", "worth", "only", "just")))
_COUNTED = frozenset(map(stem, ("phase", "turn", "round", "player")))
"""The words before a number that tells no amount; those before what something is said to come to; those beside a
number on which no sum hangs."""
BESIDE, FIGURES = 3, 2
"""So far from a word, in words, stands a number that isn't its number; so many figures a number has at most."""
_CLAIMED: Mapping[Kind, str] = {
    "may": r"\b(can|cant|cannot|may|could|mustnt|must not|allowed|forbidden)\b",
    "must": r"\b(must|have to|has to|had to|need to|needs to|neednt|need not)\b",
}
"""What a claim says that somebody may or must do."""
_DENIED = lazy_pattern(
    r"\b(?:cant|cannot|can not|may not|mustnt|must not|neednt|need not|dont|doesnt|do not|does not|isnt|arent|is not"
    r"|are not|wont|will not|never|nobody|no one|no)\b"
)
_ASIDE = lazy_pattern(r"\b(?:so|because|but|though|although|since|when|if|until|unless)\b")
_JUDGED = {"claim": {"Yes": "Wrong", "No": "Right"}, "refused": {"Yes": "No", "No": "Yes"}}
YES_OR_NO = ("whether", "may", "must")
_FACTS = ("how many", "who", "when", "where")
_POINTS = ("when", "where")
"""Kinds to which a short answer is beside the point that has no word of a time, or of a place."""
_NAMED = (*_FACTS, "why", "which", "how")
"""Kinds of questions that ask for one fact, and those that neither yes nor no answers."""
_VERDICT = lazy_pattern(r"(Yes|No)[:,] ")
_EITHER = lazy_pattern(r"\bor\b(?! (?:not|wrong|so|more|less|fewer|later|higher|no)\b)")
"""Of two things one is asked for: neither yes nor no answers that."""
_TURNED = lazy_pattern(
    r"\b(?:illegal|forbidden|prohibited|banned|against the rules|(?:can|may) only|nobody|nothing|never)\b"
)
"""Words with which a question has another yes or no than without them."""
_DENIES = lazy_pattern(r"\b(?:no|not|cannot|\w+n't|never|nobody|none|nothing|only|at most|without)\b")
_PART = lazy_pattern(r"[,;:]")
_LIGHT = frozenset(
    map(
        stem,
        words_of(
            "area card choose count during else four game need own player put same take three try turn two unit"
        ),
    )
)
"""Words on which no yes or no hangs."""
_TURNING = frozenset(
    map(
        stem,
        words_of(
            "avoid back block cancel clear close closed count end except free higher instead keep less look lose"
            " lower more normal normally once only prevent refuse safe save score share skip stay stop take together"
            " turn vain wait without worth"
        ),
    )
)
"""Words on which a yes or no does hang: one is asked with them of what is not, or of something else."""
BESIDES = 1
"""So many other words may be left of a question that is answered yes or no."""
FACT = 4
"""More words than these must be left of a short answer without its yes or no."""
MEANT, LESS = 0.8, 0.1
"""So much counts at least a way by which a word of a question is found that may stand for a word of a key; so much
less such a one counts than the word itself."""
TOLD = 0.02
"""What a short answer counts for what it has of a question itself, among those whose keys fit as well."""
WHOLE, CLOSE, FEW_ROWS = 260, 0.8, 3
"""So long is a text that is told whole; so much of the best must a second sentence have; so many rows are told."""
RICHER, SURE = 1.5, 9000
"""So many times what a short answer has of a question, in its key too if that has several words, a sentence of the
text must have to be told instead; so much more where one fact is asked for: a number, a person, a time or a place."""
KIND, LENGTH = 0.25, 12
"""What a sentence counts more that has what is asked for; how many words it has before its length takes from it."""


def kind_of(question: str, typed: str = "", meant: str = "") -> Kind:
    """What a question asks for, by how it begins, or its last clause does, or what stands inside.

    `typed` is the question with its commas, where `question` has its slips mended. `meant` says how what is left of
    it is meant (`indexing.plain`): something that is claimed is asked whether it is so.
    """
    asked = " ".join(words_of(question))
    last = " ".join(words_of(_CLAUSE.split(typed)[-1]))
    for begins in (_LEADING_NOT.sub(r"\1\2", one) for one in (asked, last)):
        for kind, pattern in _KINDS.items():
            if re.match(pattern, begins):
                return kind
    if meant == "refused":
        return "must"
    if meant:
        claims = (kind for kind, found in _CLAIMED.items() if meant == kind or re.search(found, asked))
        return next(claims, "whether")
    inside = (kind for kind, found in _INSIDE.items() if re.search(rf"\b(?:{found})", asked))
    return next(inside, "what if" if _LACKS.match(typed) else "")


def undenied(claim: str) -> str:
    """What a claim denies before its first "because" or "if": "I can't attack" as "I attack"; else the same.

    What begins with it, as "can't I attack", asks whether it is so and denies nothing; "nobody attacks" does.
    """
    if _DENIED.match(claim) and claim[0] != "n":
        return claim
    head = _ASIDE.split(claim, maxsplit=1)[0]
    return " ".join((_DENIED.sub(" ", head, count=1) + claim[len(head) :]).split())


def judged(told: str, meant: str) -> str:
    """What is told of something that is denied, as a word on who denies it: a yes says that it is wrong to.

    Of what is `refused`, a yes says that it mayn't be.
    """
    verdict, rest = told[:3].strip(":, "), told.removeprefix("Yes").removeprefix("No")
    return f"{_JUDGED[meant][verdict]}{rest}" if _VERDICT.match(told) else told


def sentences(text: str) -> list[str]:
    """The sentences of a text."""
    return [one.strip() for one in _SENTENCE.split(text) if one.strip()]


def best_answer(
    short: Mapping[str, str],
    text: str,
    lines: Sequence[str],
    question: str,
    kind: Kind,
    *,
    known: Postings,
    title: str,
    fill: Callable[[str], str],
    ways: Ways | None = None,
    ahead: bool = True,
) -> str:
    """The short answer that fits a question, or the sentences of the text where these say more about it.

    A yes or no is told only if few telling words of the question are left besides those of its key, of its answer
    and of the title, no "or" asks which of two is so, and nothing turns it round ("forbidden", "without"); and of an
    entry that isn't `ahead` of all others only if the question has a word of its title that isn't light. `fill` puts
    the tables' numbers into a short answer. The `title` stands before what can't be read without it. `ways` are the
    words by which each telling word of the question is found.
    """
    wanted = {word: found for word, found in (ways or _exactly(question)).items() if not found.keys() & _stems(title)}
    raw, key = _fitting(short, question, kind, known, wanted, ways or {}) or ("", set())
    told = fill(raw)
    verdict = _VERDICT.match(told)
    unsure = bool(
        verdict
        and (
            kind in _NAMED
            or not (ahead or (ways or {}).keys() - wanted.keys() - _LIGHT)
            or _EITHER.search(question)
            or any(stem(turned) not in key for turned in _TURNED.findall(question))
            or _restates(told, question, key)
            or _left_over(wanted, key, told)
        )
    )
    if told and not unsure and (verdict or key):
        return told
    from_text = answer_from(text, lines, question, kind, known, title, wanted)
    if not names(title, from_text):
        from_text = f"{title}: {from_text}"
    told = _without_verdict(told) if unsure else told
    if not told:
        return from_text
    held = f"{told} {' '.join(key)}" if len(key) > 1 else told
    much = _shared(wanted, held, known) * RICHER + (SURE if kind in _FACTS else 0)
    if any(_shared(wanted, one, known) > much for one in sentences(from_text)):
        return from_text
    return told


def short_answer(short: Mapping[str, str], question: str, kind: Kind) -> str | None:
    """The short answer that fits a question best: whose key has most that the question has too, and of its kind.

    Under "may: assistant" stands what is said to "may" with this word; a kind alone has no words, and words without
    a kind fit any. "whether" is any question that is answered by yes or no. What such a question with other words
    would be told fits as well, without its yes or no. Several such stand before one answer, with commas between.
    What tells no time or place isn't told to "when" and "where" if another is.
    Words joined with "+" must stand one behind the other: "beat+me" isn't met by "I beat him, it is me". Of two with
    ">" between the first comes first: "attack>walk" isn't met by "walk, then attack".
    """
    found = _fitting(short, question, kind, {}, _exactly(question), {})
    return found[0] if found else None


def _exactly(question: str) -> dict[str, dict[str, float]]:
    """The telling words of a question, each found as itself alone."""
    return {word: {word: 1.0} for word in _stems(question)}


_Fit = tuple[float, float, set[str], str]
"""How many words of its key a question has, how well it fits else, the words of the key, and the short answer."""


def _fitting(
    short: Mapping[str, str], question: str, kind: Kind, known: Postings, wanted: Ways, ways: Ways
) -> tuple[str, set[str]] | None:
    """The short answer that fits a question best, and the words of its key."""
    words = list(_all_stems(question))
    meant = {other for found in ways.values() for other, counts in found.items() if counts >= MEANT}.union(words)
    fitting: list[_Fit] = []
    beside: list[_Fit] = []
    for key, told in ((key, told) for keys, told in short.items() for key in keys.split(",")):
        of, _, wanted_words = key.strip().partition(":")
        needs = set(_all_stems(wanted_words.replace("#", "")))
        if not needs <= meant or not _in_order(wanted_words, words):
            continue
        if "#" in key and not (told := computed(told, wanted_words, words, kind)):
            continue
        if of == kind:
            fits = 0.3
        elif of == "whether" and kind in YES_OR_NO and stem(kind) not in needs:
            fits = 0.2
        elif not of:
            fits = 0.1
        elif of in YES_OR_NO and (not kind or kind in YES_OR_NO) and needs and (fact := _without_verdict(told)):
            fits, told = 0.0, fact
        else:
            continue
        much = len(needs) + key.count("#") + key.count(">") / 2 - LESS * len(needs.difference(words))
        to_the_point = of == kind or kind not in _POINTS or re.search(_ASKED_FOR[kind], told, re.IGNORECASE)
        fit = much, fits + TOLD * _shared(wanted, told, known) / 1000, needs, told
        (fitting if to_the_point else beside).append(fit)
    *_, needs, best = max(fitting or beside, key=lambda fit: fit[:2], default=(0, 0, set(), ""))
    return (best, needs) if best else None


def _in_order(key: str, words: Sequence[str]) -> bool:
    """Whether the words that a key joins stand in a question so: with "+" side by side, with ">" in this order."""
    joined = [" ".join(_all_stems(part)) for part in key.split() if "+" in part]
    behind = [(iter(words), _all_stems(part)) for part in key.split() if ">" in part]
    return all(f" {part} " in f" {' '.join(words)} " for part in joined) and all(
        word in rest for rest, part in behind for word in part
    )


def computed(told: str, key: str, words: Sequence[str], of: Kind = "") -> str:
    """A short answer with its sums worked out; "" if the question has no number beside a word that needs one.

    "#food" in the key is the number that stands nearest to "food" among the `words` of a question. One is none that
    is asked about: before another word of the key ("for 6 iron"), after "minus", one of two ("2 or 3"), a rate ("2
    each"), a limit ("over 15"), or, as `of` a question of that kind, what something is said to come to ("gives 2").
    None is worked out for a question with one more number, unless the key or the answer has it, or it is that of a
    turn, a round, a phase or of players.
    "[food * 2]" in the answer is computed from the left to the right, with "/" rounded down, "up" rounded up, and
    never below 0.
    """
    amounts: dict[str, int] = {}
    names = _AMOUNT.findall(key)
    before = _NO_AMOUNT | (_COMES_TO.difference(map(stem, names)) if of in YES_OR_NO else set())
    others = set(_all_stems(key)).difference(map(stem, names))
    numbers = [at for at, word in enumerate(words) if word.isdigit()]
    free = [
        at
        for at in numbers
        if before.isdisjoint(words[max(0, at - 1) : at])
        and others.isdisjoint(words[at + 1 : at + 2])
        and not (of in YES_OR_NO and "only" in words[max(0, at - 3) : at])
        and "each" not in words[at + 1 : at + 3]
        and not any("or" in words[min(at, one) + 1 : max(at, one)] and abs(at - one) <= 3 for one in numbers)
    ]
    for name in names:
        beside = [at for at, word in enumerate(words) if word == stem(name)]
        near = min(((abs(at - to) + (at > to) / 2, at) for at in free for to in beside), default=(BESIDE, 0))
        if near[0] >= BESIDE or len(words[near[1]]) > FIGURES:
            return ""
        free.remove(near[1])
        amounts[name] = int(words[near[1]])
    summed = _SUM.sub(lambda sum_of: str(_result(sum_of[1].split(), amounts)), told)
    explained = {*_all_stems(key), *_all_stems(summed)}
    more = (words[at] for at in free if _COUNTED.isdisjoint(words[max(0, at - 1) : at + 2]))
    return summed if explained.issuperset(more) else ""


def _result(parts: Sequence[str], amounts: Mapping[str, int]) -> int:
    """The result of a sum, from the left to the right."""
    first, *numbers = (amounts[part] if part in amounts else int(part) for part in parts[::2])
    for sign, number in zip(parts[1::2], numbers, strict=True):
        first = _SIGNS[sign](first, number)
    return max(0, first)


def _without_verdict(told: str) -> str:
    """A short answer without its yes or no; "" if what is left can't be told alone."""
    verdict, mark, fact = told.partition(": ")
    if not _VERDICT.match(told):
        return told if len(told.split()) > FACT else ""
    return fact[0].upper() + fact[1:] if mark and "," not in verdict and len(fact.split()) > FACT else ""


def _shared(wanted: Ways, sentence: str, known: Postings) -> float:
    """How much of what is wanted a sentence has; rare words count for more."""
    held = _stems(sentence)
    return sum(
        max((counts * rareness(known, one) for one, counts in found.items() if one in held), default=0.0)
        for found in wanted.values()
    )


def rareness(known: Postings, word: str) -> int:
    """How rare a word is, of those that are known; a number that stands nowhere isn't common."""
    return int(known[word].partition(" ")[0]) if word in known else 0


def answer_from(
    text: str,
    lines: Sequence[str],
    question: str,
    kind: Kind,
    known: Postings,
    title: str = "",
    ways: Ways | None = None,
) -> str:
    """The sentence of a text that answers a question, two that do it nearly as well, or a row of a table.

    A sentence that leans on the one before comes with it. A short text is told whole. `known` says how rare words
    are; those of the `title` tell no sentences apart.
    """
    wanted = _stems(question) - _stems(title)
    looked_for = {word: {word: 1.0} for word in wanted} if ways is None else ways

    def fits(sentence: str) -> float:
        words, shared = list(words_of(sentence)), _shared(looked_for, sentence, known)
        asked_for = kind in _ASKED_FOR and re.search(_ASKED_FOR[kind], sentence, re.IGNORECASE)
        return float((shared + 1) * (1 + KIND * bool(asked_for)) / max(1.0, len(words) / LENGTH) ** 0.5)

    found = sentences(text)
    if len(text) <= WHOLE:
        told = text
    else:
        much = [fits(sentence) for sentence in found]
        near = sorted((at for at, fit in enumerate(much) if fit >= CLOSE * max(much)), key=lambda at: -much[at])[:2]
        if not any(_shared(looked_for, sentence, known) for sentence in found):
            near = [0, 1][: len(found)]
        chosen = {before for at in near for before in ((at - 1, at) if at and _LEANS.match(found[at]) else (at,))}
        told = " ".join(found[at] for at in sorted(chosen))
    held = [(len(wanted & _stems(line.partition(":")[0])), len(wanted & _stems(line)), line) for line in lines]
    named, words, _ = max(held, default=(0, 0, ""), key=lambda row: row[:2])
    rows = [line for *has, line in held if has == [named, words]]
    if named and named >= len(wanted & _stems(told)):
        return "; ".join(rows)
    if told.endswith(":") or (words and kind == "how many" and not re.search(r"\d", told)):
        return f"{told.rstrip(':.')}: {'; '.join(rows)}" if len(rows) <= FEW_ROWS else told
    return told


def _restates(told: str, question: str, key: Collection[str]) -> bool:
    """Whether a "No" is followed by the very thing that is asked: "No: it is closed" to "is it closed".

    One whose `key` has no words is told only to a question whose words stand in it: there it must deny at once.
    """
    fact = told.removeprefix("No")
    if fact == told:
        return False
    if not key and not _DENIES.search(_PART.split(fact[2:], maxsplit=1)[0]):
        return True
    more = _stems(fact) - _stems(question)
    return _stems(question) <= _stems(fact) and len(more) < 2 and not _DENIES.search(fact)


def _left_over(wanted: Ways, key: set[str], told: str) -> bool:
    """Whether the yes or no may hang on telling words of a question that stand neither in its key nor in the answer.

    On one of those that turn a question it does, and on others if many are left: one more than usual if its key has
    several words.
    """
    held = key | _stems(told)
    sure = ((word, (one for one, counts in found.items() if counts >= MEANT)) for word, found in wanted.items())
    left = [word for word, found in sure if word not in _LIGHT and held.isdisjoint(found)]
    return len(left) > BESIDES + (len(key) > 1) or not _TURNING.isdisjoint(left)


def names(title: str, sentence: str) -> bool:
    """Whether a sentence says what it is about: it has a telling word of the title, so that it can be read alone."""
    return not _stems(title) or bool(_stems(title) & _stems(sentence))


_NOT = frozenset(("no", "not", "none", "havent", "hasnt"))
"""Words that deny something, besides the forms of "not" that the index knows."""


def _all_stems(text: str) -> Iterator[str]:
    """All words of a text without their endings, numbers as figures, those that deny something as one."""
    return ("not" if word in _NOT else _FIGURES.get(word) or stem(word) for word in words_of(text))


def _stems(text: str) -> set[str]:
    """The telling words of a text without their endings, numbers as figures."""
    return {_FIGURES.get(word) or stem(word) for word in words_of(text) if word not in EMPTY or word in _FIGURES}
