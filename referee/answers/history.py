"""Questions about what was done in a game: who did it, to whom, when, how often; answered from the log, replayed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cached_property
from typing import NamedTuple

from referee.answers.forms import MOST, Statement, as_statement
from referee.answers.public import GameFacts
from referee.answers.values import kinds_of, stems_in
from referee.declaration.plain import explaining_of
from referee.errors import RefereeError
from referee.play.notation import Step
from referee.play.session import Replaying
from referee.rulebook.indexing import EMPTY, stem, words_of
from referee.rulebook.rules import players_words
from referee.text.names import printed, word_set
from referee.text.pattern import lazy_pattern

LINES = 3
"""Limit of sentences about one entry."""
_LATE = r"(?: (?:just|last|ever|already|first|so far|once))*"
_OFTEN = r"how often|how many (?:times|turns|rounds)"
_HELPS = r"(?:did|do|does|has|have|had|is|are|was|were|will|would|can|could|must)\b"
_DONE = lazy_pattern(
    rf"(?P<asks>who|what|which \w+)(?: has| have| had)?{_LATE} (?P<verb>(?!{_HELPS}|[A-Z])\w+)(?P<to> .+)?"
    rf"|(?P<asks2>when|where|why|how(?: much)?|what|whom?|{_OFTEN}|(?:in|on) (?:which|what) (?:turn|round)"
    rf"|(?:how (?:much|many)|which|what) (?P<to2>\w+))"
    rf" (?:did|has|have) (?P<by2>.+?){_LATE} (?P<verb2>\w+)(?P<too2> .+)?"
    rf"|(?P<asks3>did|has|have) (?P<by3>.+?){_LATE} (?P<verb3>\w+)(?P<to3> .+)?"
    rf"|(?P<asks4>(?:why|how)(?= (?:is|are|was|were)\b)|when|where|who|what(?= was)|{_OFTEN}|was|were|has|have)"
    r"(?: (?:was|were|has|have)|(?<=why) (?:is|are))?(?P<to4> .+?)??"
    rf"(?: been)?{_LATE} (?P<verb4>\w+ed|\w+en|fought|bought|hit|beat|sold|won|hurt|dead){_LATE}(?: by (?P<by4>.+))?"
)
_FIGHTS = frozenset(map(stem, ["fight", "attack", "hit", "shoot", "shot", "strike", "answer", "wound", "hurt"]))
_PAYS = frozenset(map(stem, ["lose", "lost", "pay", "spend"]))
_SAME = tuple(
    frozenset(map(stem, words.split()))
    for words in (
        "kill slay slew destroy die dead",
        "kill slay slew beat beaten defeat destroy",
        "lose lost pay spend",
        "journey journeys",
        "take get got collect claim receive grab journey find found",
        "come came",
        "go walk run fly journey horse boat travel ride come",
        "place put deploy",
        "sell sold trade",
    )
)
"""Stems of words for fights, which count as one, and of those for the same deed: the first that is told of."""
_WON, _LOST = (frozenset(map(stem, words.split())) for words in ("win won beat beaten", "lose lost"))
_RESULTS = frozenset(map(stem, ("fight", "battle", "duel", "against", "between")))
"""Stems of how a fight ended, for who won or lost it, and of words for fights."""
_SUFFERED = frozenset(map(stem, ("dies", "destroyed")))
"""Verbs whose subject is who suffered it."""
_STRIKES = _FIGHTS - {"wound", "hurt"} | {"against"}
_DIES = lazy_pattern(r"\b(?:dies|(?:is|are) (?:destroyed|dead))\b")
_KILLED = lazy_pattern(
    r"(?P<asks>who|(?:which|how many) \w+|has|have|did)(?: (?:has|have|did|had))?(?P<by>(?! (?:been|was|were)\b).*?)"
    rf"(?<! a){_LATE} (?:kill|slay|slew|slain|destroy)(?:ed)?(?P<whom>(?: .+)?)"
)
_WHOMEVER = stems_in(
    "a an the any some of yet so far already one enemy opponent other"
    " anything anybody anyone something somebody someone"
)
"""Questions whom somebody killed; their words that name nobody."""
_DEEDS = word_set("go goes went gone get got give gave given use used work worked")
_NO_DEED = EMPTY | word_set("last first ago round turn times time who card cards next current far onto into yet")
_PRESENT = word_set("""take took taken get got hold held own owned occupy occupied claim claimed control controlled
    left have pick picked place placed put hurt wounded injured""")
"""Deeds after which something is somebody's: how it stands is told rather."""


_SENTENCE = lazy_pattern(r"(?<=[.;]) (?=[A-Z])")
_ASIDE = lazy_pattern(r"\([^()]*\)")


_WHY_HAS = lazy_pattern(
    r"(?:why|how come|since when) (?:is|are|am|was|has|have|does|do|did) (?:the |my )?(.+?)s?"
    r"(?: (?:have|has|got|only|so|such|still|already|just|no|few|little|many|much|low|a|an|his|her|my|at"
    r"|\d+))* ((?:minus )?\w+)(?: left| now)?"
)
"""Questions why somebody has so much of something, or what happened to it."""
_ENDED = lazy_pattern(
    r"how (?:did|has) (?:the )?(?:last|previous) (fight|battle|duel) (?:go|end|ended|gone|finish|turn out)"
)
_WON_LAST = lazy_pattern(
    r"(?:did|has|have) (\w+) (win|won|lose|lost)(?: (?:his|her|my|the|last|previous))* (?:fight|battle|duel)"
)
_MOST = lazy_pattern(r" (?:the )?(most|least)(?: often| times)?(?: so far)?$")
_TURN = lazy_pattern(
    r"(?: (?:in|on|during))?(?: (?:his|her|my|our|their|the))? (?P<which>last|this|previous|(?=\w+ \d+$))"
    r" ?(?P<unit>turn|round)(?P<number> \d+)?$"
)
"""The end of a question about one turn."""


class Deed(NamedTuple):
    """An entry of the log: when it was, whose, and what was done, a line each; the first as it was entered."""

    at: str
    who: str
    lines: Sequence[str]


class History:
    """Answers from the log: the entries that tell of what is asked."""

    def __init__(self, facts: GameFacts) -> None:
        self._facts = facts

    @cached_property
    def _deeds(self) -> list[Deed]:
        """All entries of the log that can be replayed."""
        session, table = self._facts.table.session, self._facts.table
        again = Replaying(session.game, session.start, corrector=session.corrector, forcing=False)
        describe, found = explaining_of(table.game).describe, list[Deed]()
        for step in session.steps[session.settled :]:
            try:
                again.repeat(step)
            except RefereeError:
                break
            typed = f"{step.who}: {session.public_text(step).removeprefix(f'{step.who}: ')}"
            events = describe(table.setup, again.state, again.take_events())
            told = (line.rstrip(";") for one in events for line in _SENTENCE.split(one.text))
            found.append(Deed(step.at, step.who, (typed, *dict.fromkeys(told))))
        if session.draft and session.question is not None:  # what isn't finished, as far as it has come
            state, rules = self._facts.state, self._facts.rules
            active = dict(rules.seats(state)).get("active")
            who = self._facts.who if active is None else state.players[active].name
            typed = f"{who}: {session.public_text(Step.of(session.draft)).removeprefix(f'{who}: ')}"
            told = (one.text for one in describe(table.setup, session.state, session.events_under_way))
            found.append(Deed(rules.label(state), who, (typed, *dict.fromkeys(told))))
        return found

    @cached_property
    def _told(self) -> Mapping[frozenset[str], Sequence[frozenset[str]]]:
        """How the log tells of what has other words in questions: stems of these, and of the phrases."""
        table = players_words(self._facts.table.game.name).told
        return {
            self._facts.stems(word): [self._facts.stems(one) for one in phrases]
            for words, phrases in table.items()
            for word in words.split("/")
        }

    def _telling(self, word: str, names: Set[str], *, last: bool = False) -> Statement | None:
        """Tell of the last entry, or entries, in which a phrase for a word stands with these names; None for none."""
        found = list[str]()
        for at, who, lines in self._deeds:
            said = [frozenset(map(stem, self._words_with_owner(line))) for line in lines]
            fits = [
                any(one <= words for one in self._told[self._facts.stems(word)]) and names <= words for words in said
            ]
            if any(fits[1:]):
                end = max(i for i, fit in enumerate(fits) if fit) + 1
                led = (fits[i] or (names <= said[i] and not _FIGHTS.isdisjoint(said[i])) for i in range(1, end))
                told = [line for line, is_told in zip(lines[1:], led, strict=False) if is_told]
                acts = {word for line in told for word in self._words_with_owner(line)} >= {*words_of(who)}
                found.append(_entry(at, [*([] if acts else lines[:1]), *told[-LINES:]]))
        return as_statement(found[: -2 if last else -MOST // 2 - 1 : -1])

    def says(self, plain: str) -> Statement | None:
        """Answer a question about what was done; None if it isn't one, or no entry tells."""
        for one in self._facts.knowledge.board.things:
            if one.kinds and one.name in self._facts.players:  # "Bo's hero"
                plain = re.sub(rf"\b({one.name.lower()})s (?:{one.kinds.replace(' ', '|')})\b", r"\1", plain)
        plain = _ENDED.sub(r"who won the last \1", plain)
        has, reply = _WHY_HAS.fullmatch(plain), None
        if has and self._facts.stems(has[2]) in self._told:
            whose = self._facts.who if has[1] in ("i", "me") else has[1]
            reply = self._telling(has[2], self._facts.stems(whose))
        return reply or self._killed(plain) or self._last_end(plain) or self._says(plain)

    def _killed(self, plain: str) -> Statement | None:
        """Answer whether somebody killed another's, and which; None if that isn't known."""
        players, who = [name.lower() for name in self._facts.players], self._facts.who.lower()
        found = _KILLED.fullmatch(re.sub(r"\b(?:my|i|me)\b", who, plain))
        if found is None or not self._facts.knowledge.tells_dead:
            return None
        subject, goal = (
            {stem(re.sub(rf"^({'|'.join(players)})s$", r"\1", one)) for one in found[part].split()} - _WHOMEVER
            for part in ("by", "whom")
        )
        named = self._facts.stems(*self._facts.names, *players)
        things = [*self._facts.knowledge.board.things, *(self._facts.as_card(one, one) for one in self._facts.cards)]
        kind = {*goal} & {kind for one in things for kind in kinds_of(one)} - named
        kills, unknown = list[str](), False
        for at, _, lines in self._deeds:
            strikes = list[tuple[list[str], str]]()
            for line in map(self._with_owner, lines):
                its = [*map(stem, words := self._words_with_owner(line))]
                strikes += [(its, line)] * _tells(words, _STRIKES, (), ())
                beaten = its[1:2] == ["beat"] and words[2] not in players  # a creature; a hero only loses Health
                if not beaten and not _DIES.search(line):
                    continue
                others = ((by, strike) for by, strike in strikes[::-1] if by[0] != its[0])
                by, strike = (its, "") if beaten else next(others, ([], ""))
                victim = {*(its[2:] if beaten else its)}
                dead = [one for one in things if one.name and self._facts.stems(printed(one.name)) <= victim]
                fits = not dead or any(kind <= kinds_of(one) for one in dead)
                unknown |= not by
                if by and fits and goal - kind <= victim and subject <= {*by[: len(subject) + 1]}:
                    kills.append(_entry(at, filter(None, (strike, line))))
        if not subject | goal - kind <= named or (unknown and not kills):
            return None
        many = found["asks"].startswith("how many")
        if found["asks"] in ("has", "have", "did"):
            return Statement(f"Yes: {kills[-1]}" if kills else "No, as far as the log tells.", (), ())
        told = f"{len(kills) if many else 'Nobody'}, as far as the log tells"
        return as_statement([told] * (many or not kills) + kills[-MOST:])

    def _says(self, plain: str) -> Statement | None:
        turn, most = _TURN.search(plain), _MOST.search(plain)
        short = re.sub(r"\b(?:the|my) ", "", plain[: most.start()] if most else plain)
        for name in {name for name, _ in self._facts.owned if " " in name}:
            short = short.replace(name, name.replace(" ", "_"))
        players = "|".join(["i", "we", *map(str.lower, self._facts.players)])
        short = re.sub(rf"\b(has|have) ({players})\b(?! got\b)", lambda one: f"{one[1]} {one[2].title()}", short)
        if (found := _DONE.fullmatch(_TURN.sub("", short))) is None:
            return None
        parts = {key.rstrip("234"): text for key, text in found.groupdict().items() if text}
        asks, verb, by, to, too = (
            parts.get(part, "").lower().replace("_", " ") for part in ("asks", "verb", "by", "to", "too")
        )
        called = {f"{name.lower()}s": name.lower() for name in self._facts.players}
        called |= dict.fromkeys(("i", "me", "we"), self._facts.who.lower())
        subject, goal = ([called.get(word, word) for word in words_of(part)] for part in (by, f"{to} {too}"))
        kind = stem(asks.partition(" ")[2] and to) if asks.startswith(("which", "what")) else ""
        of_kind = [
            " ".join(words_of(printed(one.name)))
            for one in self._facts.knowledge.board.things
            if kind in kinds_of(one)
        ]
        goal = [word for word in goal if not (of_kind and stem(word) == kind)]
        subject, goal = ([stem(one) for one in part if one not in _NO_DEED] for part in (subject, goal))
        own = stem("goes" if verb.startswith("move") else verb)
        ends = own in _WON | _LOST and (not _RESULTS.isdisjoint(goal) or not {"who", "whom"}.isdisjoint(to.split()))
        goal = [one for one in goal if one not in _RESULTS] if ends else goal
        telling = most or subject or goal or (turn and (asks, own) != ("who", "go")) or ends
        telling = telling or plain.endswith((" last", " first", "thing", " anybody"))
        telling = telling and (goal or asks != "why" or own not in _LOST)
        done = bool(by) or asks == "why" or _is_past(verb)
        if not (telling and done) or verb in _NO_DEED - _DEEDS or (most and (asks != "who" or goal)):
            return None
        its_own = self._facts.stems(verb) in self._told and not most and asks.startswith(("wh", "how"))
        if its_own and (reply := self._telling(verb, {*subject, *goal}, last="last" in plain.split())):
            return reply
        stands = (
            verb in _PRESENT or asks.startswith(("which", "how much", "how many ", "ha")) or plain.endswith("so far")
        )
        often = asks == "how often" or asks.endswith((" times", " turns", " rounds"))
        stands |= " already" in plain or plain.endswith(" yet")
        stands &= not often and asks != "when" and (not turn or (turn["which"] == "this" and verb in _PRESENT))
        known = self._facts.known(plain) if stands else None
        if known is not None and (asks not in ("has", "have") or known.answer.startswith(("Yes", "No"))):
            return None
        deeds = self._of_turn(turn["number"] or turn["which"], turn["unit"], subject) if turn else self._deeds
        either = "last" in plain.split() and not (subject or goal)
        classes = (
            [_FIGHTS]
            if own in _FIGHTS
            else [*[_WON if own in _WON else _LOST] * (not either), *[_WON | _LOST] * (bool(goal) or either)]
            if ends
            else [one for one in _SAME if own in one]
            or [frozenset(one) for one in ({own}, self._facts.ways(stem(verb), [verb]))]
        )
        why = asks in ("why", "how")
        struck = why and own in _FIGHTS and not by  # healing has the word "wound", too
        if struck:
            classes, why = [_FIGHTS - {"wound", "hurt"}], False
        if most:
            return self._most(deeds, classes, falling=most[1] == "most")
        whole = bool(by) and f"{to}{too}".startswith((" from ", " for "))
        ways = (self._matching(deeds, verbs, subject, goal, why=why, whole=whole) for verbs in classes)
        its = next(filter(None, ways), None)
        if its is None and own not in _FIGHTS:
            its = self._of_entries(deeds, set().union(*classes), subject, goal, ends=ends)
        of_player = own in _FIGHTS and len(goal) == 1
        if not its and goal and (by or of_player):  # "her artifact"; "has Bo attacked me"
            names = [
                [*self._facts.stems(printed(one.name))]
                for one in self._facts.knowledge.board.things
                if (one.owner.lower() == by and {*goal} <= self._facts.stems(one.kinds))
                or (of_player and one.owner and {*goal} == self._facts.stems(one.owner))
            ]
            verbs = set().union(*classes)
            its = [one for name in names for one in self._matching(deeds, verbs, subject, name, why=why)]
        if struck and its:
            its = [one for one in its if re.search(r"[1-9]\d* (?:wound|dealt)", " ".join(one[1]))]
        if of_kind and its:
            its = [one for one in its if any(f" {name} " in f" {' '.join(words_of(*one[1]))} " for name in of_kind)]
        if why and asks == "why" and its and not re.search(r"[:(].", " ".join(its[-1][1][1:])):
            return None
        if not its:
            asks += " then" * (turn is not None and asks == "what")
            never = self._never(asks, set().union(*classes), {*subject, *goal}, ends=ends)
            fact = self._facts.known(plain)
            is_told = fact and (asks not in ("has", "have") or fact.answer.startswith(("Yes", "No")))
            return never if (never and asks == "did") or not is_told else None
        told = [_entry(at, map(self._with_owner, lines)) for at, lines in its]
        if not asks.startswith(("wh", "how", "in", "on")):
            yes = not ends or not classes[0].isdisjoint(self._facts.stems(*its[-1][1]))
            return Statement(f"{'Yes' if yes else 'No'}: {told[-1]}", (), ())
        every = (asks.startswith("how") and not why) or (asks.startswith("who") and verb in ("attacked", "fought"))
        every |= asks.startswith(("what", "which")) and bool(by) and not goal
        if turn or often:
            return as_statement([*[f"{len(told)}"] * often, *told[-MOST:]])
        last, *others = told if "first" in plain.split() else told[::-1]
        return Statement(last, tuple(others[: MOST // 2] if every and "last" not in plain.split() else ()), ())

    def _most(self, deeds: Sequence[Deed], classes: Sequence[frozenset[str]], *, falling: bool) -> Statement | None:
        """Tell who did something most often, or most seldom."""
        for verbs in classes:
            counts = {one: len(self._matching(deeds, verbs, [stem(one.lower())], ())) for one in self._facts.players}
            if any(counts.values()):
                order = sorted(counts, key=lambda name: counts[name], reverse=falling)
                return as_statement([f"{name}: {counts[name]}." for name in order])
        return None

    def _last_end(self, plain: str) -> Statement | None:
        """Answer whether somebody won, or lost, the last fight; None if that isn't asked, or not told."""
        asked = _WON_LAST.fullmatch(plain)
        name = min(self._facts.players_in([asked[1]]) if asked else (), default="")
        subject = [*map(stem, words_of(name))]
        for at, who, lines in self._deeds[::-1] if name else ():
            own = who == name
            for line in lines[1:]:
                words = self._words_with_owner(line)
                wins = _tells(words, _WON, subject, ()) or (own and "beaten" in words)
                loses = _tells(words, _LOST, subject, ()) or (own and "lost" in words)
                if wins or (loses and not (_RESULTS | {"to"}).isdisjoint(map(stem, words))):
                    yes = asked is not None and wins is asked[2].startswith("w")
                    return Statement(f"{'Yes' if yes else 'No'}: {_entry(at, [line])}", (), ())
        return None

    def of_thing(self, name: str, by: str = "") -> Statement | None:
        """Tell what a unit or a card did, or what somebody did to it, in the last turn that tells of it."""
        found, last = list[str](), ""
        for at, who, lines in self._deeds[::-1]:
            its = [line for line in lines if f" {name} " in f" {' '.join(words_of(line))} "]
            if its and by in ("", who) and last in ("", turn_of(at)):
                last = turn_of(at)
                found.append(_entry(at, its))
        return as_statement(found[:MOST][::-1])

    def _never(self, asks: str, verbs: Set[str], names: Set[str], *, ends: bool) -> Statement | None:
        """Say that something wasn't done, if such a thing was done with others; None if it isn't known."""
        known = self._facts.stems(*self._facts.names, *self._facts.players)
        never = {"who": "Nobody", "what then": "Nothing", "when": "Not yet", "how often": "Never"}
        never |= dict.fromkeys(("did", "has", "have", "was", "were"), "No")
        phrases = [phrase for word, its in self._told.items() if word <= verbs for phrase in its]
        told = (self._facts.stems(line) for _, _, lines in self._deeds for line in lines)
        done = self._matching(self._deeds, verbs, (), ()) or any(one <= line for line in told for one in phrases)
        kinds = {kind for one in self._facts.knowledge.board.things for kind in kinds_of(one)}
        kinds -= self._facts.stems(*self._facts.players, *(name for name, _ in self._facts.owned))
        done = done or verbs == _FIGHTS  # all ways to tell of a fight are known
        unsure = not done or not (ends or _PAYS.isdisjoint(verbs))
        if asks not in never or not names <= known or names & kinds or unsure:
            return None
        return Statement(f"{never[asks]}, as far as the log tells.", (), ())

    def _of_turn(self, which: str, unit: str, subject: Sequence[str]) -> Sequence[Deed]:
        """Return what was done in this turn, or in the last one before it, of the player who is asked about."""
        whose = [name for name in self._facts.players if stem(name.lower()) in subject]
        now = turn_of(self._facts.rules.label(self._facts.state), unit)
        before = [turn_of(one.at, unit) for one in self._deeds if not whose or one.who in whose]
        if which.strip().isdigit():
            return [one for one in self._deeds if re.search(rf"\b{unit}{which}\b", one.at)]
        at = now if which == "this" else next((one for one in before[::-1] if one != now), "")
        return [one for one in self._deeds if turn_of(one.at, unit) == at]

    def _of_entries(
        self, deeds: Iterable[Deed], verbs: Set[str], subject: Sequence[str], goal: Sequence[str], *, ends: bool
    ) -> Sequence[tuple[str, Sequence[str]]]:
        """List the entries that tell of a deed, or how a fight `ends`, in one line, in another to whom or where."""
        named = self._facts.names if ends else ()
        beside = {*goal} & self._facts.stems(*self._facts.players, *self._facts.knowledge.board.places, *named)
        if not beside or (beside == {*goal, *subject} and not ends):
            return []
        found = list[tuple[str, Sequence[str]]]()
        for at, _, lines in deeds:
            said = list(map(self._words_with_owner, lines))
            fits = [_tells(words, verbs, subject, [*{*goal} - beside], anywhere=True) for words in said]
            words = [frozenset(map(stem, its)) for its in said]
            if not ends and not {*goal} <= beside:  # "who got Bo's gold": as much as is told that Bo lost
                got = {word for its, fit in zip(words, fits, strict=True) if fit for word in its if word.isdigit()}
                near = [its for its in words if {*goal} <= its and not _PAYS.isdisjoint(its) and got & its]
            else:
                near = words if beside <= frozenset().union(*words) else []
            if any(fits) and near:
                told = zip(lines, words, fits, strict=True)
                found.append((at, [one for one, its, fit in told if fit or one is lines[0] or beside & its]))
        return found

    def _matching(
        self,
        deeds: Iterable[Deed],
        verbs: Set[str],
        subject: Sequence[str],
        goal: Sequence[str],
        *,
        why: bool = False,
        whole: bool = False,
    ) -> Sequence[tuple[str, Sequence[str]]]:
        """List when something was done, and up to three lines that tell of it, what is in brackets too if `whole`."""
        found, names = list[tuple[str, Sequence[str]]](), {*subject, *goal}
        around = verbs if verbs.isdisjoint(_SUFFERED) else verbs | _FIGHTS | {stem("loses"), stem("beats")}
        for at, who, lines in deeds:
            said = [self._words_with_owner(line, whole=whole) for line in lines]
            fits = [_tells(words, verbs, subject, goal, anywhere=why) for words in said]
            typed = [part if not i else f"{who} {part}" for i, part in enumerate(re.split(r"[\[\]/]", lines[0]))]
            fits[0] = any(_tells(self._words_with_owner(part), verbs, subject, goal) for part in typed)
            if any(fits):
                told = [line for line, fit in zip(lines, fits, strict=True) if fit]
                told = told[1:LINES] or told if fits[0] else told[:LINES]
                if why:  # what led to it
                    last = max(i for i, fit in enumerate(fits) if fit)
                    found.append((at, [lines[0], *lines[1 : last + 1][-LINES - 1 :]]))
                    continue
                more = around if told == [*lines[:1]] or around is not verbs else frozenset[str]()
                told += [
                    line
                    for line, words in zip(lines, (set(map(stem, words)) for words in said), strict=True)
                    if line is not lines[0] and not more.isdisjoint(words) and not names.isdisjoint(words)
                ]
                told = sorted(dict.fromkeys(told[:LINES]), key=lines.index)
                found.append((at, told))
        return found

    def _with_owner(self, line: str) -> str:
        """Return a sentence that a unit died with its owner: "Cleo's Leech dies"."""
        name = re.match(r"(.+?) (?:dies|is destroyed)\b", line)
        owner = next(
            (owner for unit, owner in self._facts.owned if name and [*words_of(name[1])] == unit.split()), ""
        )
        return f"{owner}'s {line}" if owner else line

    def _words_with_owner(self, line: str, *, whole: bool = False) -> list[str]:
        """Return the words of a sentence, before that about a player's unit also the player."""
        plain = " ".join(words_of((line if whole else _ASIDE.sub("", line)).replace("'s ", " ")))
        owner = next((owner for name, owner in self._facts.owned if plain.startswith(f"{name} ")), "")
        return [*words_of(owner), *plain.split()]


def _tells(
    words: Sequence[str], verbs: Set[str], subject: Sequence[str], goal: Sequence[str], *, anywhere: bool = False
) -> bool:
    """Return whether a sentence has one of these verbs behind the subject and before the goal, or as passive.

    The goal may stand `anywhere` in it.
    """
    stems = [*map(stem, words)]
    for at, word in enumerate(stems):
        noun = words[at] == word and words[at - 1].isdigit()  # "+2 attack"
        if at and word in verbs and not noun:  # a sentence that begins with it tells what to do
            suffers = (word in _SUFFERED and bool(goal or not subject)) or words[at].endswith("en")
            own = (
                len(subject) if at == len(stems) - 1 and word in _WON | _LOST else len(subject) + 2
            )  # "A 1, B 6: lost"
            before, behind = (stems[at:], stems[:at]) if suffers else (stems[:at][:own], stems[at:])
            near = suffers or (goal and not subject) or at <= len(subject) + 3 + (not subject)
            if near and {*subject} <= {*before} and {*goal} <= {*(stems if anywhere else behind)}:
                return True
    return False


def _entry(at: str, lines: Iterable[str]) -> str:
    """Format lines about an entry of the log behind the turn that it is of."""
    return f"{at[:1].upper()}{at[1:]}: {' '.join(line.rstrip('.') + '.' for line in lines)}"


def turn_of(at: str, unit: str = "turn") -> str:
    """Return which turn, or round, a label is of."""
    return (re.match(rf".*?\b{unit} \d+", at) or re.match("[^,]*", at) or [""])[0]


def _is_past(verb: str) -> bool:
    changed = stem(verb) not in (verb, verb[:-1]) and not verb.endswith(("s", "ing"))
    return changed or verb.endswith("ed") or verb in ("lost", "beat", "hit", "hurt", "came")
