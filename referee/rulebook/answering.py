"""Kinds of questions, and the choice of an answer from an entry of the rules.

An entry may have short answers, by the kind of question and words in it (`Entry.short`). If none matches, the
sentence that shares most with the question is used, preferably one with what such a question asks for: a number for
"how many", a condition for "when"; of a table the row that the question names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from operator import add, floordiv, mul, sub
from typing import Literal

from referee.rulebook.indexing import EMPTY, Postings, stem, words_of
from referee.text.grammar import FIGURES
from referee.text.pattern import lazy_pattern

Kind = Literal[
    "how many", "who", "when", "where", "why", "must", "may", "whether", "what if", "which", "how", "what", ""
]
"""The kind of a question: "whether" is answered by yes or no; "" is none of these."""

Ways = Mapping[str, Mapping[str, float]]
"""For each word of a question but stop words, the stems that match it, with their weights."""

_KINDS: Mapping[Kind, str] = {
    "how many": r"how (many|much|often|long|far|fast|big|high|expensive|large|old|strong)\b|number of\b"
    r"|(max|min)(imum)?\b|whats? .*\b(costs?|price|worth)\b|cost of\b",
    "what if": r"what (happens|happened|if|when|about when)\b|if\b.*\bwhat\b|and if\b",
    "who": r"((to|from|for|by|with|at) )?(whos?|whose|whom)\b|which (player|one of us)\b",
    "when": r"when\b(?! (i|we|you|he|she|it|they|my|his|her|the|an?)\b"
    r".*\b(can|may|do|does|is|are|must|what|who|how)\b)"
    r"|at (what|which) (moment|time|point)\b|how soon\b|before or after\b",
    "where": r"where\b|from where\b|which (space|area|slot|pile|place)\b",
    "why": r"why\b|what for\b",
    "must": r"(do|does|did) (\w+ ){1,5}(have|need) to\b|must\b|(am|is|are) (\w+ ){1,5}((forced|obliged|bound) to"
    r"|mandatory|compulsory|obligatory)\b",
    "may": r"can\b|may\b|could\b|might\b|(am|is|are) (\w+ ){1,5}(allowed|able|ok|okay|possible|permitted)\b"
    r"|(do|does) (\w+ ){1,6}get to\b",
    "whether": r"(is|are|was|were(?! (two|three|four|[2-5]|only)\b)|do|does|did|will|would|has|have|should)\b",
    "which": r"(in |on |of |at )?which\b",
    "how": r"how\b",
    "what": r"what\b|whats\b",
}
_LEADING_NOT = lazy_pattern(r"^(?:(is|are|was|were|do|does|did|would|should|could|has|have)nt|(can)t)\b")
"""Pattern of a leading "not" that doesn't change the question: "isn't it free" means "is it free"."""
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
"""Patterns of kinds inside a question, for when neither its beginning nor its last clause has one."""
_LACKS = lazy_pattern(r"(?:no|not enough)\b[^?]*$")
"""Pattern of questions about the consequence of a lack: "no cards left"."""
_CLAUSE = lazy_pattern(r"[,;:.?!]+\s+(?:(?:and|but|so|or|then|now) )?(?!is (?:that|this|it) \w+\W*$)")
_HALF = r"(?:how|whats?|when|where|who|which|why|can|may|do|does|am|is|are|must|will)"
_HALVES = lazy_pattern(rf"(.*\b{_HALF}\b.*\w \w+)(?:,? and|[?;](?: and)?) ({_HALF} \w+ \w.*)")
"""Pattern of a question that asks for two facts: "how many dice do I throw and what happens to the blanks"."""
_POINTING = frozenset(words_of("it they them there then that this"))
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
_LINKED = lazy_pattern(
    r"(It|They|Them|That|This|These|Those|Then|Such|He|She|So|But|Otherwise|Else|There|Both|Of these)\b"
)
_FIGURES = {word: figure for word, figure in FIGURES.items() if word != "one"}
_FIGURES |= {"ii": "2", "iii": "3", "iv": "4"}
_STEMMED_FIGURES = {stem(word): figure for word, figure in _FIGURES.items()}
_AMOUNT, _SUM, _OF_ALL = lazy_pattern(r"#(\w+)"), lazy_pattern(r"\[([^]]+)\]"), lazy_pattern(r"##(\w+)")
_SIGNS: Mapping[str, Callable[[int, int], int]] = {
    "+": add,
    "-": sub,
    "*": mul,
    "/": floordiv,
    "^": pow,
    "up": lambda one, other: -(-one // other),
}
_NO_AMOUNT = frozenset(("minus", "over", "abov", "under", "than"))
_COMES_TO = frozenset(map(stem, ("give", "deal", "cost", "bring", "count", "worth", "only", "just")))
_COUNTED = frozenset(map(stem, ("phase", "turn", "round", "player")))
"""Words before a number that isn't an amount; words before an assumed result; words beside a number that doesn't
matter for a sum."""
_BEARERS = frozenset(map(stem, words_of("beast critter creature guy lad monster one wizard")))
"""Words for what has a level, between its number and the word: "3 wizards level 2"."""
BESIDE, LONGEST_NUMBER = 3, 2
"""Distance from a word, in words, from which a number doesn't belong to it; maximum digits of a number."""
_CLAIMED: Mapping[Kind, str] = {
    "may": r"\b(can|cant|cannot|may|could|mustnt|must not|allowed|forbidden)\b",
    "must": r"\b(must|have to|has to|had to|need to|needs to|neednt|need not)\b",
}
"""Patterns of claims that a player may or must do something."""
_DENIED = lazy_pattern(
    r"\b(?:cant|cannot|can not|may not|mustnt|must not|neednt|need not|dont|doesnt|do not|does not|isnt|arent|is not"
    r"|are not|wont|will not|never|nobody|no one|(?<!with )no)\b"
)
_ASIDE = lazy_pattern(r"\b(?:so|that|because|but|though|although|since|when|if|until|unless)\b")
_JUDGED = {"claim": {"Yes": "Wrong", "No": "Right"}, "refused": {"Yes": "No", "No": "Yes"}}
YES_OR_NO = ("whether", "may", "must")
_LIKE: Mapping[str, Collection[str]] = {"how many": ("what", "what if"), "what": ("which",), "which": ("what",)}
"""Kinds of questions that keys of another kind fit as well: keys of "how many" with a sum, others with words."""
_FACTS = ("how many", "who", "when", "where")
_POINTS = ("when", "where")
"""Kinds to which a short answer is beside the point if it has no word of a time, or of a place."""
_NAMED = (*_FACTS, "why", "which", "how", "what")
"""Kinds of questions that ask for one fact, and those that neither yes nor no answers."""
_VERDICT = lazy_pattern(r"(Yes|No)[:,] ")
_EITHER = lazy_pattern(r"\bor\b(?! (?:not|wrong|so|more|less|fewer|later|higher|no)\b)")
"""Pattern of a choice between two things, which neither yes nor no answers."""
_REVERSING = lazy_pattern(
    r"\b(?:illegal|forbidden|prohibited|banned|against the rules|(?:can|may) only|nobody|nothing|never|no(?= \w+$)"
    r"|too (?:many|much|few|little)(?=$| for )|(?<=\w )(?:cant|cannot)|(?:all|every\w+) but)\b"
)
"""Pattern of words that reverse the yes or no of a question."""
_OF_EACH = lazy_pattern(r"\b(all|each|every|any)\b(?: (?:of|the|my|your|his|her|their|its))* (\w+)")
"""Pattern of what is said of all things of a kind, with the word for the things."""
_DENIES = lazy_pattern(r"\b(?:no|not|cannot|\w+n't|never|nobody|none|nothing|only|at most|without)\b")
_PART, _FURTHER = lazy_pattern(r"[,;:]"), lazy_pattern(r", (?:and|but)\b|;")
_LIGHT = frozenset(
    map(
        stem,
        words_of(
            "anyway area beast card choose come compulsory count during else even four friend game guy legal make"
            " mandatory myself need ok own player put same stuff take though three try turn two unit"
        ),
    )
)
"""Words that don't affect a yes or no."""
_AFFECTING = frozenset(
    map(
        stem,
        words_of(
            "although avoid back block cancel clear close closed count end except extra free higher ignore instead"
            " keep less look lose lower more normal normally once only prevent refuse remove safe save score separate"
            " share skip stay stop take together turn vain wait without worth"
        ),
    )
)
"""Words that may affect a yes or no: with them a question is about the opposite, or about something else."""
TELLS = 3
"""A second answer is given only if more than one in so many of its words is new."""
BOTH = 300
"""Maximum length of the answers to both halves of a question."""
BESIDES = 1
"""Maximum number of unmatched words in a question that is answered no from an entry ahead of all others."""
FACT = 4
"""A short answer without its yes or no must have more than this number of words."""
MEANT, LESS = 0.8, 0.1
"""Minimum weight of a stem that may stand for a word of a key; its penalty compared to the word itself."""
TOLD = 0.02
"""Weight of the words that a short answer itself shares with a question, among those whose keys match as well."""
WHOLE, CLOSE, FEW_ROWS = 260, 0.8, 3
"""Maximum length of a text that is given whole; minimum score of a second sentence, as a fraction of the best one;
maximum number of rows of a table."""
RICHER, SURE = 1.5, 9000
"""Factor by which a sentence must share more with a question than a short answer does (with its key, if that has
several words) to replace it; what is added for a question for one fact: a number, a person, a time or a place."""
KIND, LENGTH = 0.25, 12
"""Bonus of a sentence that has what is asked for; number of words above which its length is penalized."""


def kind_of(question: str, typed: str = "", meant: str = "") -> Kind:
    """Return the kind of a question, from its beginning, its last clause, or words inside.

    `typed` is the question with its commas, `question` has its misspellings corrected. `meant` is the meaning of the
    rest (`indexing.plain`): a claim is to be confirmed.
    """
    asked = " ".join(words_of(question))
    last = " ".join(words_of(_CLAUSE.split(typed)[-1]))
    for beginning in (_LEADING_NOT.sub(r"\1\2", one) for one in (asked, last)):
        for kind, pattern in _KINDS.items():
            if re.match(pattern, beginning):
                return kind
    if meant == "refused":
        return "must"
    if meant:
        claims = (kind for kind, found in _CLAIMED.items() if meant == kind or re.search(found, asked))
        return next(claims, "whether")
    inside = (kind for kind, found in _INSIDE.items() if re.search(rf"\b(?:{found})", asked))
    return next(inside, "what if" if _LACKS.match(typed) else "")


def halves(question: str) -> tuple[str, ...]:
    """Split a question that asks for two facts; () for any other."""
    found = _HALVES.fullmatch(question)
    return found.groups() if found else ()


def leans(half: str) -> bool:
    """Return whether half of a question has to be read with the rest: "what does it cost"."""
    words = list(words_of(half))
    return not _POINTING.isdisjoint(words) and sum(word not in EMPTY for word in words) < 2


def positive_claim(claim: str) -> str:
    """Return a claim without its denial before the first "because" or "if": "I can't attack" as "I attack".

    A claim without one is returned unchanged. "can't I attack" is a question, not a denial; "nobody attacks" is one.
    """
    if _DENIED.match(claim) and claim[0] != "n":
        return claim
    head = _ASIDE.split(claim, maxsplit=1)[0]
    return " ".join((_DENIED.sub(" ", head, count=1) + claim[len(head) :]).split())


def verdict_word(answer: str, meant: str) -> str:
    """Turn an answer about something denied into a verdict on the denial: a yes says that it is wrong.

    If `meant` is "refused", a yes becomes a no: refusing isn't allowed.
    """
    verdict, rest = answer[:3].strip(":,. "), answer.removeprefix("Yes").removeprefix("No")
    return f"{_JUDGED[meant][verdict]}{rest}" if _VERDICT.match(answer) or rest == "." else answer


def sentences(text: str) -> list[str]:
    """Split a text into sentences."""
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
    """Return the short answer that matches a question, or sentences of the text if these say more about it.

    A yes or no is given only if few words of the question are unmatched by its key, its answer and the title, no "or"
    asks for a choice, and nothing reverses it ("forbidden", "without"); and from an entry that isn't `ahead` of all
    others only if the question has a word of its title that isn't light, and one unmatched word less. `fill` puts the
    tables' numbers into a short answer. The `title` is put before sentences that aren't clear without it. `ways` are
    the stems that match each word of the question.
    """
    wanted = _but_title(ways or _exact(question), title)
    template, key = _best_fit(short, question, kind, known, wanted, ways or {}) or ("", set())
    answer = fill(template)
    verdict = _VERDICT.match(answer)
    unsure = bool(
        verdict
        and (
            not (ahead or (ways or {}).keys() - wanted.keys() - _LIGHT)
            or _turns(answer, question, kind, key)
            or _depends_on_rest(_left(wanted, key, answer), key, answer, BESIDES if ahead else 0)
        )
    )
    if answer and not unsure and (verdict or key):
        return answer
    from_text = answer_from(text, lines, question, kind, known, title, wanted)
    if not names(title, from_text):
        from_text = f"{title}: {from_text}"
    answer = _without_verdict(answer) if unsure else answer
    if not answer:
        return from_text
    held = f"{answer} {' '.join(key)}" if len(key) > 1 else answer
    overlap = _overlap(wanted, held, known) * RICHER + (SURE if kind in _FACTS else 0)
    if any(_overlap(wanted, one, known) > overlap for one in sentences(from_text)):
        return from_text
    return answer


def agree(
    entries: Sequence[tuple[Mapping[str, str], str]], question: str, kind: Kind, *, known: Postings, ways: Ways
) -> str:
    """Return the first entry's short answer if its yes or no is the second's too; "" otherwise.

    An entry is given by its short answers and its title. At most `BESIDES` words of the question may be unmatched by
    both (none for a yes), and none that affects it by the first.
    """
    told: list[tuple[str, set[str]]] = []
    for short, title in entries:
        wanted = _but_title(ways, title)
        answer, key = _best_fit(short, question, kind, known, wanted, ways) or ("", set[str]())
        if not _VERDICT.match(answer) or _turns(answer, question, kind, key):
            return ""
        told.append((answer, {_STEMMED_FIGURES.get(word, word) for word in _left(wanted, key, answer)}))
    (one, left), (other, more) = told
    affected = any(word in _AFFECTING or word.isdigit() for word in left)
    return "" if one[:2] != other[:2] or len(left & more) > BESIDES * one.startswith("No") or affected else one


def words_told(
    short: Mapping[str, str], question: str, kind: Kind, given: str, *, known: Postings, title: str, ways: Ways
) -> int:
    """Return how many words of a question the title, the short answer that matches best, and its key have.

    If no short answer matches, `given` is the answer; if that is "", it returns 0.
    """
    answer, key = _best_fit(short, question, kind, known, _but_title(ways, title), ways) or (given, set[str]())
    told = key | _stems(title) | _stems(answer) if answer else key
    return sum(not told.isdisjoint(found) for found in ways.values())


def is_verdict(answer: str) -> bool:
    """Return whether an answer begins with yes or no."""
    return bool(_VERDICT.match(answer))


def of_two(answer: str, other: str, title: str) -> str:
    """Add another entry's answer without its yes or no, under its title, if most of it isn't told yet."""
    words, named = _stems(more := _without_verdict(other)), _stems(title)
    more = more if len(named & words) * 2 > len(named) else f"{title}: {more}"
    return f"{answer} {more}" if len(words - _stems(answer)) * TELLS > len(words) else answer


def of_halves(answers: Sequence[str]) -> str:
    """Join the answers to both halves of a question; only one if it tells all of the other."""
    one, other = answers
    if _stems(one) <= _stems(other):
        return other
    return one if _stems(other) <= _stems(one) else f"{one} {other}"


def _but_title(ways: Ways, title: str) -> Ways:
    """Return the words of a question that the title lacks."""
    return {word: found for word, found in ways.items() if not found.keys() & _stems(title)}


def _exact(question: str) -> dict[str, dict[str, float]]:
    """Return the words of a question but stop words, each matched by itself only."""
    return {word: {word: 1.0} for word in _stems(question)}


_Fit = tuple[float, float, set[str], str]
"""Number of matched words of a key, a score for the rest, the words of the key, and the short answer."""


def _best_fit(
    short: Mapping[str, str], question: str, kind: Kind, known: Postings, wanted: Ways, ways: Ways
) -> tuple[str, set[str]] | None:
    """Return the short answer that matches a question best, and the words of its key; None if none matches.

    It has most words of its key, and the same kind. The key "may: assistant" is for questions of the kind "may" with
    this word; a kind alone needs no words, and words without a kind match any. "whether" is any question that is
    answered by yes or no. If a key with words is of such a kind, and the question of another or of none, its answer
    is given without the yes or no, and counts for a word less. Several keys of one answer have commas between.
    An answer without a time or place isn't given to "when" and "where" if there is another.
    Words joined with "+" must be adjacent: "beat+me" doesn't match "I beat him, it is me". Words joined with ">" must
    be in this order: "attack>walk" doesn't match "walk, then attack".
    """
    words = list(_all_stems(question))
    meant = {other for found in ways.values() for other, counts in found.items() if counts >= MEANT}.union(words)
    answered_too = [other for other, like in _LIKE.items() if kind in like]
    answered_too += YES_OR_NO if not kind or kind in YES_OR_NO else ()
    fitting: list[_Fit] = []
    off_point: list[_Fit] = []
    for key, answer in ((key, answer) for keys, answer in short.items() for key in keys.split(",")):
        asks, _, wanted_words = key.strip().partition(":")
        if asks not in ("", kind, *answered_too):
            continue
        needs = set(_all_stems(wanted_words.replace("#", "")))
        if not needs <= meant or not _in_order(wanted_words, words):
            continue
        if "#" in key and not (answer := compute_sums(answer, wanted_words, words, kind)):
            continue
        if asks == kind:
            score = 0.3
        elif asks == "whether" and kind in YES_OR_NO and stem(kind) not in needs:
            score = 0.2
        elif not asks:
            score = 0.1
        elif kind in _LIKE.get(asks, ()) and ("#" in key if asks == "how many" else needs):
            score = 0.05
        elif asks in YES_OR_NO and (not kind or kind in YES_OR_NO) and needs and (fact := _without_verdict(answer)):
            score, answer = -1.0, fact
        else:
            continue
        matched = len(needs) + key.count("#") + key.count(">") / 2 - LESS * len(needs.difference(words))
        to_the_point = asks == kind or kind not in _POINTS or re.search(_ASKED_FOR[kind], answer, re.IGNORECASE)
        needs = needs.union(filter(str.isdigit, words)) if "#" in key else needs
        fit = matched + min(score, 0), score + TOLD * _overlap(wanted, answer, known) / 1000, needs, answer
        (fitting if to_the_point else off_point).append(fit)
    *_, needs, best = max(fitting or off_point, key=lambda fit: fit[:2], default=(0, 0, set(), ""))
    return (best, needs) if best else None


def _in_order(key: str, words: Sequence[str]) -> bool:
    """Return whether the joined words of a key are adjacent ("+") or in this order (">") in a question."""
    joined = [" ".join(_all_stems(part)) for part in key.split() if "+" in part]
    behind = [(iter(words), _all_stems(part)) for part in key.split() if ">" in part]
    return all(f" {part} " in f" {' '.join(words)} " for part in joined) and all(
        word in rest for rest, part in behind for word in part
    )


def compute_sums(answer: str, key: str, words: Sequence[str], of: Kind = "") -> str:
    """Return a short answer with its sums computed; "" if the question has no number beside a word that needs one.

    "#food" in the key is the number nearest to "food" among the `words` of a question; "##level" is the sum of all
    levels (`_of_all`). Ignored are numbers before another word of the key ("for 6 iron"), after "minus", one of two
    ("2 or 3"), a rate ("2 each"), a limit ("over 15"), and, in a question `of` a yes-or-no kind, an assumed result
    ("gives 2").
    If another number is left, it returns "", unless the key or the answer has it, or it is the number of a turn, a
    round, a phase or of players.
    "[food * 2]" in the answer is computed from the left to the right, with "/" rounded down, "up" rounded up, and
    never below 0.
    """
    amounts: dict[str, int] = {}
    names = _AMOUNT.findall(key)
    before = _NO_AMOUNT | (_COMES_TO.difference(map(stem, names)) if of in YES_OR_NO else set())
    others = set(_all_stems(key)).difference(map(stem, names))
    taken: set[int] = set()
    for name in _OF_ALL.findall(key):
        amounts[name], counted = _of_all(stem(name), words)
        if not counted:
            return ""
        taken |= counted
    numbers = [at for at, word in enumerate(words) if word.isdigit() and at not in taken]
    free = [
        at
        for at in numbers
        if before.isdisjoint(words[max(0, at - 1) : at])
        and others.isdisjoint(words[at + 1 : at + 2])
        and not (of in YES_OR_NO and "only" in words[max(0, at - 3) : at])
        and "each" not in words[at + 1 : at + 3]
        and not any("or" in words[min(at, one) + 1 : max(at, one)] and abs(at - one) <= 3 for one in numbers)
    ]
    for name in (one for one in names if one not in amounts):
        beside = [at for at, word in enumerate(words) if word == stem(name)]
        near = min(((abs(at - to) + (at > to) / 2, at) for at in free for to in beside), default=(BESIDE, 0))
        if near[0] >= BESIDE or len(words[near[1]]) > LONGEST_NUMBER:
            return ""
        free.remove(near[1])
        amounts[name] = int(words[near[1]])
    summed = _SUM.sub(lambda sum_of: str(_result(sum_of[1].split(), amounts)), answer)
    explained = {*_all_stems(key), *_all_stems(summed)}
    more = (words[at] for at in free if _COUNTED.isdisjoint(words[max(0, at - 1) : at + 2]))
    return summed if explained.issuperset(more) else ""


def _of_all(name: str, words: Sequence[str]) -> tuple[int, set[int]]:
    """Add up what all things named in a question have, and return the positions of the numbers that were used.

    "Two level 3, 3 beasts (of) level 2 and a level 1" have 13 levels; so have beasts with "13 levels".
    """
    total, used = 0, set[int]()
    for at in (at for at, word in enumerate(words) if word == name):
        reach = BESIDE if words[at - 1 : at] == ["of"] else 2 if _BEARERS.intersection(words[at - 1 : at]) else 1
        counts = [one for one in range(max(0, at - reach), at) if words[one].isdigit() and one not in used]
        if counts and not _COUNTED.isdisjoint(words[max(0, counts[0] - 1) : counts[0]]):
            counts = []
        has = [one for one in range(at + 1, min(at + 2, len(words))) if words[one].isdigit()]
        total += int(words[has[0]] if has else bool(counts)) * (int(words[counts[0]]) if counts else 1)
        used.update(counts[:1], has)
    return total, used


def _result(parts: Sequence[str], amounts: Mapping[str, int]) -> int:
    """Compute a sum from the left to the right, at least 0."""
    first, *numbers = (amounts[part] if part in amounts else int(part) for part in parts[::2])
    for sign, number in zip(parts[1::2], numbers, strict=True):
        first = _SIGNS[sign](first, number)
    return max(0, first)


def _without_verdict(answer: str) -> str:
    """Return a short answer without its yes or no; "" if the rest can't stand alone."""
    verdict, mark, fact = answer.partition(": ")
    if not _VERDICT.match(answer):
        return answer if len(answer.split()) > FACT else ""
    return fact[0].upper() + fact[1:] if mark and "," not in verdict and len(fact.split()) > FACT else ""


def _overlap(wanted: Ways, sentence: str, known: Postings) -> float:
    """Compute how much of the wanted words a sentence has, weighted by their rarity."""
    held = _stems(sentence)
    return sum(
        max((counts * rareness(known, one) for one, counts in found.items() if one in held), default=0.0)
        for found in wanted.values()
    )


def rareness(known: Postings, word: str) -> int:
    """Return the rarity of a known word; 0 for an unknown one."""
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
    """Return the sentence of a text that answers a question, two that do it nearly as well, or rows of a table.

    A sentence that refers to the one before is given with it. A short text is given whole. `known` has the rarity of
    words; words of the `title` don't count.
    """
    wanted = _stems(question) - _stems(title)
    looked_for = {word: {word: 1.0} for word in wanted} if ways is None else ways

    def fit_of(sentence: str) -> float:
        words, shared = list(words_of(sentence)), _overlap(looked_for, sentence, known)
        asked_for = kind in _ASKED_FOR and re.search(_ASKED_FOR[kind], sentence, re.IGNORECASE)
        return float((shared + 1) * (1 + KIND * bool(asked_for)) / max(1.0, len(words) / LENGTH) ** 0.5)

    parts = sentences(text)
    if len(text) <= WHOLE:
        answer = text
    else:
        fits = [fit_of(sentence) for sentence in parts]
        near = sorted((at for at, fit in enumerate(fits) if fit >= CLOSE * max(fits)), key=lambda at: -fits[at])[:2]
        if not any(_overlap(looked_for, sentence, known) for sentence in parts):
            near = [0, 1][: len(parts)]
        chosen = {before for at in near for before in ((at - 1, at) if at and _LINKED.match(parts[at]) else (at,))}
        answer = " ".join(parts[at] for at in sorted(chosen))
    row_matches = [(len(wanted & _stems(line.partition(":")[0])), len(wanted & _stems(line)), line) for line in lines]
    named, words, _ = max(row_matches, default=(0, 0, ""), key=lambda row: row[:2])
    rows = [line for *has, line in row_matches if has == [named, words]]
    if named and named >= len(wanted & _stems(answer)):
        return "; ".join(rows)
    if answer.endswith(":") or (words and kind == "how many" and not re.search(r"\d", answer)):
        return f"{answer.rstrip(':.')}: {'; '.join(rows)}" if len(rows) <= FEW_ROWS else answer
    return answer


def _restates(answer: str, question: str, key: Collection[str]) -> bool:
    """Return whether a "No" is followed by the very thing that is asked: "No: it is closed" to "is it closed".

    If its `key` has no words, it matches any question of its kind; then the answer must deny in its first clause.
    """
    fact = answer.removeprefix("No")
    if fact == answer:
        return False
    if not key and not _DENIES.search(_PART.split(fact[2:], maxsplit=1)[0]):
        return True
    more = _stems(fact) - _stems(question)
    return _stems(question) <= _stems(fact) and len(more) < 2 and not _DENIES.search(fact)


def _turns(answer: str, question: str, kind: Kind, key: Collection[str]) -> bool:
    """Return whether a question isn't answered by this yes or no, however well it is matched.

    A yes about some things answers no question about all: "yes: every two days" to "is it so each day".
    """
    turned = any(stem(word) not in key for word in _REVERSING.findall(question))
    if answer.startswith("Yes"):
        told = {stem(things) for _, things in _OF_EACH.findall(answer.lower())}
        turned |= any(stem(each) not in key and stem(of) not in told for each, of in _OF_EACH.findall(question))
    return bool(turned or kind in _NAMED or _EITHER.search(question) or _restates(answer, question, key))


def _left(wanted: Ways, key: set[str], answer: str) -> list[str]:
    """Return the words of a question, but light ones, that neither the key of a short answer nor its first part has.

    What comes after it may be the opposite: "No: bread isn't sold; cake is".
    """
    matched = key | _stems(_FURTHER.split(answer, maxsplit=1)[0])
    sure = ((word, (one for one, counts in found.items() if counts >= MEANT)) for word, found in wanted.items())
    return [
        word
        for word, found in sure
        if word not in _LIGHT and matched.isdisjoint({*found, _STEMMED_FIGURES.get(word, word)})
    ]


def _depends_on_rest(left: Sequence[str], key: set[str], answer: str, besides: int) -> bool:
    """Return whether a yes or no may depend on the words of a question that are left.

    It depends on another number than the answer's, on words that affect it (`_AFFECTING`), and on others if more than
    `besides` are left; one more may be left if its key has several words. A yes, which a condition may undo, depends
    on each word.
    """
    spare = besides + (len(key) > 1) if answer.startswith("No") else 0
    other_number = any(map(str.isdigit, key | _stems(answer))) and any(
        _STEMMED_FIGURES.get(word, word).isdigit() for word in left
    )
    return other_number or len(left) > spare or not _AFFECTING.isdisjoint(left)


def names(title: str, sentence: str) -> bool:
    """Return whether a sentence has a word of the title (True if the title has none): it is clear by itself."""
    return not _stems(title) or bool(_stems(title) & _stems(sentence))


_NOT = frozenset(("no", "not", "none", "havent", "hasnt"))
"""Words of denial, besides the forms of "not" that the index knows."""


def _all_stems(text: str) -> Iterator[str]:
    """Yield the stems of all words of a text, numbers as figures, words of denial as "not"."""
    return ("not" if word in _NOT else _FIGURES.get(word) or stem(word) for word in words_of(text))


def _stems(text: str) -> set[str]:
    """Return the stems of a text's words but stop words, numbers as figures."""
    return {_FIGURES.get(word) or stem(word) for word in words_of(text) if word not in EMPTY or word in _FIGURES}
