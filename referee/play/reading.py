"""Reading of a typed line: splitting it into answers, and finding what each part means, perhaps with the next answer.

`Reader.read` tries these ways in order and takes the first that gives an answer:

1. a move beside its price; an answer as it stands (`meaning.fit`), then without the moving piece's name in front
2. of several that fit, the only one that the next part of the line can follow
3. words split and joined as names have them, then `meaning.surely`: all other words describe the answer
4. an answer with the next one in the same part: dice, then another move ("pit and fish")
5. an answer behind its player's name; a card's name with what is printed on it, or a whole card with an answer behind
6. an answer beside clauses of talk, each a reason, unknown, or of what is left alone (`_read_beside_talk`), then
   without idle words (`meaning.fit_plainer`), then as the one behind the usual move

Readings of the whole text that account for every word come first, then splits into two answers, then readings that
ignore words, so that no word is lost that may mean something. A text that `question.parse` refuses as illegal is
refused with that reason, unless the words in front show that another answer is meant. If no way succeeds, a text that
asks is a question about the rules; any other is refused, with the likely answer proposed (`Suggestion`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import dropwhile, islice
from typing import Any, NamedTuple

from msgspec import Struct

from referee.asking.dice import check_roll
from referee.asking.interrupts import is_interruption
from referee.asking.meaning import (
    QUIET,
    AmbiguousText,
    Suggestion,
    Vocabulary,
    as_list,
    best,
    described,
    exactly,
    fit,
    fit_plainer,
    in_active_voice,
    likeliest,
    proposal,
    refusal_of,
    refused_behind_verb,
    respelt,
    surely,
    verb_of,
    with_near_words,
    without_doubt,
)
from referee.asking.question import OVERRULE, Command, Option, Question, read_command
from referee.asking.words import (
    AGREEMENTS,
    DENIALS,
    ENDS,
    FILLERS,
    IDLE,
    LEAST,
    NO_NAMES,
    asks,
    in_number,
    misspelt_command,
    says_over,
    stem_of,
    tokens_of,
)
from referee.effects.phrases import Misread
from referee.errors import Illegal, RefereeError, Unreadable, fault, refusal
from referee.play import line as lines
from referee.play.loop import TOGETHER
from referee.play.notation import as_answer, looks_like_correction, read_one
from referee.text.names import fold, printable, word_set
from referee.text.pattern import lazy_pattern

Earlier = Callable[[str], Option | None]
"""Finds what a text means as the answer to the question before; None if it was no answer there."""

CONTINUED = 6
"""Maximal number of answers that fit a text of which the one is sought that the words behind it can follow."""

CARD = "card"
"""Key of the question that asks what is printed on a card."""

_PURPOSE = lazy_pattern(r"(?:throws: )?([^:]+): \d+ (?:die|dice)")
"""Purpose of a throw, in its prompt: "Bo throws: Bear strikes Wolf: 2 dice"."""

_NAME_AND_NUMBERS = lazy_pattern(
    r"([^\d,:;]+?)(?:,| for| costs| level)? (\d|\d.*[,/].*|\d+ [a-z].*|\d+[a-z](?: ?\d+[a-z])*(?:;.*)?)"
)
"""A card's name followed by what is printed on it, without a colon: "Troll 2, 9/2"."""

_SEPARATOR = lazy_pattern(
    r"(?:(?<!\bthe) first)?(?:(?:,|(?:(?<=\w\w\w)|(?<=\s\d))[.!](?=\s))\s*(?:(?:and|then|next)\s+)*"
    r"|\s+(?:and|then|&|but(?= use\b)|(?<=[^\W\d]\s)[-–](?=\s[^\W\d])|(?<=\d\s)[-–](?=\s[a-z]{3}))"
    r"\s+(?:(?:and\s+)?then\s+)?)",
    re.IGNORECASE,
)
"""Separators of two answers, besides a semicolon."""

_DICE_IN_FRONT = lazy_pattern(r"(\d(?:[\s,/+]+\d)+)[\s,]+([^\W\d].*)")
"""Dice typed before the answer that they are thrown for: "6 1 wills"."""

_BEHIND_DICE = lazy_pattern(r"(?<=\d) (?=[^\W\d])")
"""The gap between dice and the words behind them."""

_ALL_ALIKE = lazy_pattern(r"(?:(?:i|just|nothing|only|rolled?|threw),? )*(?:all|but|only|just) (\w+)s[.!]*")
"""Dice that all show the same: "nothing, all blanks"."""

_ASIDE = lazy_pattern(r",? (?:damn|i (?:believe|think)|ouch|wow|yay|yes)[.!]*$", re.IGNORECASE)
"""Words behind dice that say nothing of them."""
_THE_REST = lazy_pattern(
    r"((?!.*\bone [a-z]|.*\d \ds|.*\bno).+?),? (?:and )?(?:all )?(?:the )?(?:others|rest)(?: are| all)* (\w+?)s?[.!]*"
)
"""Dice of which the last are all alike."""

_THROWS_CARD = lazy_pattern(r"\bthrows? (?:it\b|(?:her|his|my|our|the|their) (?!dice|die))", re.IGNORECASE)
"""Words for throwing a thing, not dice: "throw it, 6 1"."""

_IDLE_VERBS = word_set("take use")
"""Verbs that are said of anything."""
_SUBJECTS = word_set("i i'd i'll let let's like to want we we'll")
"""Words before them."""

_WITH = lazy_pattern(r"(.+?)(?:,? with|:) (.+)", re.IGNORECASE)
"""A card that is drawn, and what is placed for it."""

_SPENT = r"(?P<price>(?:(?:an?|her|his|my|one|the|\d+) )?\w+(?: \w+){0,3})"
_PAYING = lazy_pattern(
    rf"(?:i )?(?:discard|pay|play|spend|use)s? (?!\d+ and \d){_SPENT}(?: to| for|,? and|,|:) (?P<move>.+)",
    re.IGNORECASE,
)
_PAID = lazy_pattern(
    rf"(?P<move>.+?),?(?: and)? (?:for|(?:it )?costs?(?: me)?|(?:discard|gain|get|pay|spend)(?:s|ing)?) {_SPENT}",
    re.IGNORECASE,
)
"""A move beside what it costs: "spend a card to recall it", "the guard to B, for a card"."""

_PLACE_INSIDE = lazy_pattern(r"(.+?) ((?:in|into|on|onto|to) [A-Za-z]) ([^\W\d]{3,})")
"""A place before the word for how a piece acts: "the runner into A complex"."""

_PREPOSITIONS = ("to", "with", "using", "on", "at", "against")
"""Words before a choice that belongs to an answer: "mud snare to Cleo"."""
_ADDING = tuple(f" {word}" for word in (*_PREPOSITIONS, "for"))
"""Ends of a move that more than one choice may follow."""

_BEFORE_NAMES = word_set("at for from her his into my of onto our the their to via with")
"""Words that end no answer."""

_AUXILIARIES = word_set("are did do does has have is was were will")
_WHO = word_set("all both everybody everyone he i it she they we yes you")
"""Verbs that repeat a question in its answer, and the words before them: "they do", "everybody has"."""
_PAYS = word_set("discard pay pays spend spends")

_OWNING = word_set("any got have own use using")
"""Words of somebody who has none of what is asked for."""

_DECIDED = lazy_pattern(
    r"^(?:i|we) (?:believe|guess|reckon|think),? (?=(?:i|we)(?:'ll| will) )|^(?:i'm |we're )?off (?=to\b)",
    re.IGNORECASE,
)
"""Words of somebody who has decided: "I think I'll pass", "off to the mine"."""
_NEW = lazy_pattern(
    r"^(?:(?:it's|it is) )?(?:an? )?new (?:one|card|creature|item|monster|unit): (?=[^:]+:)", re.IGNORECASE
)
"""Words before a whole card: "a new one: Rat: monster, health 3"."""
_AGAIN = word_set("again another extra more second")
"""Words of somebody who wants something once more."""

_INTERJECTION = r"(?:(?:oh|ah|no|nope|oops|sorry|wait|er|erm|um|hm+|well|actually)\b[\s,.!]*)*"
_RETRACTION = lazy_pattern(
    rf"(?:(.*?)[\s,.:!–-]+)?\b{_INTERJECTION}(?:\b(?:(?:i|we) (?:really )?meant?(?: to say)?|make that|scratch that)"
    rf"|(?<=\b)(?:sorry|oops|no wait|wait,? no)|(?<=[,.!] )(?:actually|rather)|(?<=[\s.])no(?=,)"
    r"|(?<=[,.!] )no(?= (?:(?:an?|the)\b|\w$)))\b"
    r"[\s,.:!–-]+(.+?)(?:,? instead)?[.!]*",
    re.IGNORECASE,
)
"""Words that are taken back, and those in their place: "wolf 2, no, I meant 3"."""

_AMENDED = lazy_pattern(
    rf"{_INTERJECTION}(?<!\w)(?:(?P<no>nope|no)(?:\s*[,.!:–-]+|\s+(?:sorry|wait)\b)"
    r"|(?:sorry|oops|actually|wait|hang on|(?:ah|oops|sorry) no)\b)"
    r"[\s,.!:–-]*(?:wait[\s,]+)?(?:(?:it|that)(?:'s| is| was) )?(?P<new>.+)",
    re.IGNORECASE,
)
"""What likely replaces the last answer, where nothing was asked: "no, forest 4", "oops, the guild"."""

_INTERJECTIONS = word_set("ah er erm hm no nope oh oops sorry um wait well")
"""Interjections in front, which aren't themselves taken back."""

_NUMBERS = lazy_pattern(r"\d+")
_PRICED = lazy_pattern(r"[^\d,;:]+ \d+(?=$|[,;]| and )")
"""A new card's name with its price alone: "Drum 4"."""
_SIGHS = word_set("ah hm oh oops sorry well")
"""Those with which a no is none: "oh no"."""

_RETRACTS = lazy_pattern(r"(?:no|nope|oops|sorry|wait)\b[,.!:]", re.IGNORECASE)
"""Beginning of a text that takes back the words before it: "stay, no, walk"."""

_WITHOUT = lazy_pattern(r" (?=(?:no(?! wa)|without) \w)", re.IGNORECASE)
"""The gap before what an answer is made without."""

_NOT_THAT = lazy_pattern(r"(.+?),? (?:and )?not (.+)", re.IGNORECASE)
"""The words meant, and those not meant: "3 not 2"."""

_NOTHING = word_set(
    "don't dont forget leave nah neither never no not nobody none nope nothing skip without won't wont"
)
"""Words that begin a statement of what is left alone."""

_SUBJECT = r"(?:i|he|it|she|that|they|this|we|you)"
_REASON = lazy_pattern(
    rf"(?:^|[\s,]+)(?:'?cause|because|but(?= {_SUBJECT}\b)|cos|cuz|in case|otherwise|since|as(?= {_SUBJECT}\b)"
    rf"|(?P<asks>so(?= (?:{_SUBJECT}|the \w+)\b)|before(?= \w+ (?:can|comes|does|gets|goes|grabs|takes)\b))"
    rf"|(?<=,) ?(?={_SUBJECT}(?:'s|'re| are| can| has| have| is| keep| need| want)\b|too )"
    rf"|(?<=,) ?(?=the \w+(?:'s| are| has| is)\b)|(?={_SUBJECT} (?:can't|cannot)\b)"
    r"|(?<=,) ?(?=can't|cannot))\b(?P<why>(?:(?!(?:,|\band) then\b).)*)",
    re.IGNORECASE,
)
"""A reason beside an answer: "because the mine is taken", "it's the weakest"."""
_FACE = lazy_pattern(r"(?:\s+:-?[()DP]+|!)+$")
"""Exclamation marks and a face at the end."""
_BRACKETS = lazy_pattern(r"\s*\(([^()]*)\)")
_PRICE = lazy_pattern(r"(?<=[^\W\d] )\((\d+(?: ?[^\W\d]+)?)\)")
"""A price in brackets behind a name."""
_CLAUSE = lazy_pattern(r"[,.!;:]+\s+|\s+[-–]+\s+")
"""Punctuation between clauses."""
_SO = lazy_pattern(rf"(.*\b(?:because|but|can't|since|too)\b.*),? so (?!{_SUBJECT}\b)(.+)", re.IGNORECASE)
"""A reason before an answer: "she is too strong, so Kappa"."""
_UNSURE = word_set("after before but except first if not only then unless until wait")
"""Words which show that an answer isn't all that is meant."""

_NEXT = word_set("again go goes is it it's now next the then turn up your over") | {"it", "to"}
"""Words beside the name of the player who is next."""

_GO_AHEAD = lazy_pattern(r"carry on|continue|go on|do it|do that|go ahead|go for it|done that|let's do it|let's go")
"""Phrases that agree."""
_AS_USUAL = word_set(
    "default dunno idea know matter normal recommend recommended regular standard sure usual whatever"
)
_NOR = word_set("doesn't doesnt don't dont no not what")
"""Words of somebody who leaves the choice to the program ("I don't know", "as usual"), and those beside them."""

OVER = ("end", "end turn", "done")
"""Phrases that end a turn, also where another player decides next."""


class Read(NamedTuple):
    """Answer as it is given, and the rest of its part of the line, which answers the questions after it."""

    text: str
    rest: Sequence[str] = ()


class Reader(Struct, frozen=True):
    """Parser of what is typed at a question, with the players' names and words.

    `then` is the next part of the line, if any, and `usual` the answer that Enter gives.
    """

    question: Question[Any]
    vocabulary: Vocabulary = QUIET
    then: str | None = None
    usual: str | None = None

    def after(self, text: str) -> Reader | None:
        """Return the reader at the question after an answer; None if none follows or the answer can't be given."""
        with suppress(RefereeError):
            if self.question.follows is not None and (following := self.question.follows(text)) is not None:
                return Reader(following.remembering(), self.vocabulary)
        return None

    def was_given(self, part: str) -> bool:
        """Return whether a part repeats an answer that was given automatically before the question."""
        return any(self._repeats(part, one) for one in self.question.passed)

    # --- the answers of a line --------------------------------------------------------------------

    def split(self, typed: str) -> list[str]:
        """Split a line that is typed at the question into its answers."""
        question, players = self.question, self.vocabulary.players()
        alone = (";" not in typed and "[" not in typed) or self.is_command(typed)
        if alone or looks_like_correction(typed) or exactly(typed, question.options()) is not None:
            return [typed]
        first, _, rest = typed.partition(";")
        if question.key == CARD and not question.whole and question.language() and ":" in first:
            return [first.strip(), *lines.parts(rest, players)]
        found = lines.parts(typed, players) or [""]
        if question.whole:
            return found if typed.startswith('"') or self.is_instead(found[0]) else [typed]
        listed = question.options() or question.key == TOGETHER
        if question.coins is not None and ":" in typed and (cards := self._split_cards(typed)):
            return cards
        if not listed and (answers(question, typed) or not self._begins_with_answer(found[0])):
            return [typed]
        if listed and question.coins is not None and self._split_name_and_card(typed) is not None:
            return [typed]  # a new card's semicolons part no answers
        return found

    def _split_cards(self, typed: str) -> list[str]:
        """Split a line into cards named here, each with its rules, and what follows them; [] if it isn't that."""
        found, left = list[str](), [piece.strip() for piece in typed.split(";")]
        while left:
            ends = range(len(left), 0, -1) if ":" in left[0] else (1,)
            end = next((end for end in ends if answers(self.question, "; ".join(left[:end]))), 0)
            if not end:
                break
            found.append("; ".join(left[:end]))
            left = left[end:]
        return [*found, *left] if len(found) > 1 and not any(":" in piece for piece in left) else []

    def _begins_with_answer(self, first: str) -> bool:
        """Return whether the first part of a line is an answer by itself, dice, Enter, command or interruption."""
        question = self.question
        if question.throw is not None or self.is_instead(first):
            return True
        bare = not set(":,") & set(first)  # the name of a new card alone ends at a semicolon
        if answers(question, first, new=bare) or isinstance(fault(question.parse, first), Suggestion):
            return True  # the rest of the line belongs to the answer that is proposed
        return question.key != CARD and bool(as_list(question, first))

    def is_command(self, part: str) -> bool:
        """Return whether a part is a command, and no move with the next one behind it: "claim it and stop"."""
        if any(fold(part) in option.also for option in self.question.options()):
            return False
        if (command := read_command(part)) is None or self.question.verbs.isdisjoint(
            (command.name, f"{command.name}s")
        ):
            return command is not None
        read = self._try_reading(part.partition(";")[0])
        return read is None or not (read.rest or ";" in part)

    def is_instead(self, part: str) -> bool:
        """Return whether a part of a line is Enter, a command or an interruption."""
        return part in ("", "?") or read_command(part) is not None or is_interruption(self.question, part)

    def is_later_move(self, part: str) -> bool:
        """Return whether a part, which doesn't answer the question, is a move that may come after the answer."""
        if asks(part) or (self.question.throw is not None and lines.says_dice(part)):
            return False
        own = {*_SUBJECTS, "then", *tokens_of(self.question.who), *map(fold, self.vocabulary.players())}
        word = next((word for word in tokens_of(part) if word not in own), "")
        moves = verb_of(self.question, word, self.vocabulary.words()) in self.vocabulary.verbs()
        if moves or says_over(part) or tokens_of(part)[:1] == ["to"]:  # "to d and claim it"
            return True
        usual = self.question.default
        behind = self.after(usual) if usual is not None and self.question.by_enter() else None
        return behind is not None and behind.question.moves is not None and behind.fits(part)

    def printed_on(self, name: str, typed: str) -> list[str]:
        """Return a new card's name with what was typed of the card; [] if that is another answer."""
        if not set(typed) & set("0123456789,:") or self.is_instead(typed):
            return []
        if answers(self.question, typed) or answers(self.question, self.split(typed)[0]):
            return []
        if set(tokens_of(typed)[:1]) & set(tokens_of(name)):
            return []  # the same answer, written in another way
        if answers(self.question, f"{name}: {typed}"):
            return [f"{name}: {typed}"]
        following = self.after(as_answer(name))
        if following is None or fold(name.rpartition(" ")[2]) not in fold(following.question.prompt):
            return []
        printed = re.search(r"\d.*,|[,:].*\d", typed) or answers(following.question, typed)  # not "come on, dice"
        return [name, typed] if printed and ":" not in typed.partition(",")[0] else []

    # --- what a part means ------------------------------------------------------------------------

    def read(self, part: str) -> Read | Command:
        """Return the answer that a part means with the rest behind it, or the question about the rules that it is.

        Raises Unreadable, Ambiguous or Illegal.
        """
        question = self.question
        printed = question.whole or question.key == CARD
        part = part if printed else _NEW.sub("", _DECIDED.sub("", _FACE.sub("", part))) or part
        if (other := self._read_in_other_voice(part)) is not None:
            return other
        part = part if printed or question.moves is not None else _PRICE.sub(r"\1", part)
        apart = part if printed else _BRACKETS.sub(r", \1", part)
        beside = apart != part and not answers(question, part)
        if beside and (found := self._try_reading(apart)) is not None:
            return found
        if beside and all(map(self._is_unknown, _BRACKETS.findall(part))):
            part = _BRACKETS.sub("", part).strip() or part  # "kindly wind (all heal)"
        bare = question.in_parts and not any(map(str.isalpha, part))  # numbers match no option's words
        try:
            if bare:
                return Read(as_answer(question.recorded(part)))
            return self._split_before_other(part) or self._split_idle_answer(
                part, as_answer(self._fit_with_next(part))
            )
        except RefereeError as error:
            refused = error
        if isinstance(refused, Suggestion) and self._is_new_and_printed(refused):
            return Read(as_answer(refused.answer))
        waits = question.moves is None and question.throw is None and lines.says_dice(part)
        if waits and (answered := self.before_dice(part)):
            return _expect_unanswered(answered, 1)
        if not isinstance(refused, AmbiguousText) and (stripped := self._strip_subject(part)):
            try:
                if isinstance(read := self.read(stripped), Read):
                    return read
            except Suggestion:
                raise
            except RefereeError:  # the error names the whole text
                pass
        if isinstance(refused, AmbiguousText) and len(continued := list(self._continuable(_texts_of(refused)))) == 1:
            return Read(as_answer(continued[0]))
        if isinstance(refused, Illegal):
            if (behind := self._split_behind_verb(part) or self._read_behind_given(part)) is not None:
                return behind
            if any(refusal_of(question, said) is not None for said in (part, self._without_subject(part))):
                return self._read_illegal(part, refused)
        return next(found for found in self._try_other_ways(part, refused, bare=bare) if found is not None)

    def _read_in_other_voice(self, part: str) -> Read | Command | None:
        """Read a sentence with its words in another order, or one that decides nothing by itself; None for others.

        It may be in the passive voice, or have a price, or an area before the kind of action ("into A complex").
        """
        question = self.question
        if (again := self._why_not_itself(part)) is not None and not self.was_given(_SEPARATOR.split(part)[0]):
            return self.refusal(part, again)
        costs = {"for", "pay", "pays"} & {*tokens_of(part)} or "it costs" in fold(part)  # "the guard costs 1" is talk
        if costs and not answers(question, part) and (priced := self._read_beside_price(part, near=False)):
            return priced
        inside = _PLACE_INSIDE.fullmatch(part) if question.moves is not None else None
        read = self._try_reading(f"{inside[1]} {inside[3]} {inside[2]}") if inside is not None else None
        if read is not None and read.rest:
            return read
        in_words = question.key != CARD and not question.whole and not asks(part) and not answers(question, part)
        if active := in_active_voice(question, part) if in_words else "":
            if (beside := self._read_beside_talk(part)) is not None:
                return beside
            try:
                return self.read(active)
            except Suggestion as near:
                raise near.quoting(active, part) from None
        if question.key == CARD or (decided := without_doubt(question, part)) is None:
            return None
        if decided and not asks(part) and (meant := self._try_reading(decided)) is not None:
            raise self._propose(meant)
        return self.refusal(part, Unreadable(f'"{printable(part)}" decides nothing; type what is done'))

    def _is_new_and_printed(self, near: Suggestion) -> bool:
        """Return whether a new name is suggested, and what is printed on its card follows in the line."""
        if not near.new or self.then is None or not re.search(r"\d", self.then):
            return False
        following = self.after(as_answer(near.answer))
        return following is not None and following.question.whole and following.question.key != CARD

    def _read_illegal(self, part: str, refused: Illegal) -> Read | Command:
        """Read a part that begins with a verb that is refused as it stands. Raises as `read` does."""
        stripped = ""
        with suppress(Unreadable):  # "Anna heals 1" is refused for itself
            stripped = self._strip_name(part, refused)  # "Bo" may begin the word "boat"
        if stripped:
            return self.read(stripped)
        if (spoken := self._split_spoken_dice(part)) is not None:
            return spoken  # "fight Bo, I rolled 5 and he 3"
        sure = surely(self.question, part, self.vocabulary)  # "take the boat to the city", but no other verb first
        verbs = [verb_of(self.question, token, self.vocabulary.words()) for token in tokens_of(part)[1:]]
        if sure is not None and tokens_of(sure.text)[0] in verbs:
            return self._split_idle_answer(part, as_answer(sure.text))
        if fold(self._without_subject(part)).partition(" ")[0] in _IDLE_VERBS:
            with suppress(RefereeError):  # "take the horse to the mountains and fight the thief"
                if (split := self._split_at_separator(self._with_first_read(part), alone=False)) is not None:
                    return split
        denied = not _NOTHING.isdisjoint(tokens_of(part)[:1])  # "no recall" recalls nothing
        if not denied and (rather := self._with_other_verb(part, refused)) is not None:
            raise proposal(part, rather) from None
        return self.refusal(part, refused)

    def _with_first_read(self, part: str) -> str:
        """Replace the words before the first separator by the answer that they mean alone, if it is one."""
        between = _SEPARATOR.search(part)
        read = self._try_reading(part[: between.start()]) if between is not None else None
        if between is None or read is None or read.rest:
            return part
        return f"{read_one(read.text).text}{part[between.start() :]}"

    def _split_before_other(self, part: str) -> Read | None:
        """Read a move before the answer of the player it is about: "attack Bo, he wills"; None if there is none."""
        for between in _SEPARATOR.finditer(part) if self.question.moves is not None else ():
            rest = part[between.end() :]
            if {*tokens_of(rest)[:1]} & lines.PRONOUNS and not lines.says_dice(_SEPARATOR.split(rest)[0]):
                with suppress(RefereeError):
                    text = self._fit_first(part[: between.start()])
                    if (following := self.after(text)) and following.question.who not in ("", self.question.who):
                        return Read(text, [rest])
        return None

    def _split_idle_answer(self, part: str, text: str) -> Read:
        """Return an answer, with what answers the next question behind it, though it is idle or describes the answer.

        "Alms day, then stay"; "walk L, take the stone", where a stone lies.
        """
        own = {*tokens_of(text)}
        for between in _SEPARATOR.finditer(part):
            first, rest = part[: between.start()], part[between.end() :]
            words = {*tokens_of(rest)}
            if "then" in between[0] and not {*tokens_of(f"{first} {rest}")} - FILLERS - self.question.verbs <= own:
                other = self._try_reading(first)  # "embers then hound" is no Ember Hound
                following = self.after(other.text) if other is not None and other != Read(text) else None
                if other is not None and following is not None and following.fits(_SEPARATOR.split(rest)[0]):
                    return Read(other.text, [rest])
            if text in ENDS and says_over(rest):
                continue  # "nothing happened, next" ends one turn
            idle = bool(words) and words <= FILLERS and not words <= own
            if not idle and (self.question.moves is None or not own.isdisjoint(words - IDLE) or words <= IDLE):
                continue
            following = self.after(text)
            options = following.question.options() if following is not None else ()
            if idle and any(exactly(one, options) is not None for one in (rest, *words)):
                return Read(text, [rest])
            if idle or following is None or following.question.who != self.question.who:
                continue
            if self._try_reading(first) == Read(text):
                then = _SEPARATOR.split(rest)[0]
                if following.fits(then) or following._why_refused(then) is not None:
                    return Read(text, [rest])
        return Read(text)

    def _strip_subject(self, part: str) -> str:
        """Strip the name of the piece that moves from the front: "the serpent goes to L"; "" if it isn't there.

        A part of the name is enough, unless it is a verb or a part of an answer too.
        """
        named, words = fold(self.question.subject).split(), part.split()
        verbs = self.question.verbs
        known = verbs.union(*(tokens_of(option.text) for option in self.question.options()))
        at = next((at for at, word in enumerate(words) if fold(word) not in FILLERS - verbs), len(words))
        if named and fold(" ".join(words[at + 1 : at + 1 + len(named)])) == " ".join(named):
            return " ".join([*words[: at + 1], *words[at + 1 + len(named) :]])  # "deploy the blades in L"
        for end in range(min(len(words) - 1, at + len(named)), at, -1):
            name = words[at:end]
            whole = [fold(word) for word in name] == named
            begun = all(len(word) > LEAST - 2 for word in name) and known.isdisjoint(tokens_of(" ".join(name)))
            if _SEPARATOR.match(f" {words[end]} ") or words[end - 1].endswith(","):
                continue  # one of several names in a list
            if whole or (begun and any(_are_names(name, named[one:]) for one in range(len(named) - len(name) + 1))):
                return " ".join(words[end:]).removeprefix("is ")
        return ""

    def _why_not_itself(self, part: str) -> Illegal | None:
        """Return why the piece that moves can't be what the verb before its name is about: "activate it" again."""
        own, verbs = tokens_of(self.question.subject), self.question.verbs
        said = [token for token in tokens_of(part) if own and (token in verbs or not _says_nothing(token))]
        for at in range(1, len(said) - len(own) + 1):
            if said[at : at + len(own)] == own and said[at - 1] in verbs:
                moves = (" ".join(said[at - 1 : end]) for end in range(len(said), at + len(own) - 1, -1))
                if (why := next(filter(None, (refusal_of(self.question, move) for move in moves)), None)) is not None:
                    return why
        return None

    def _try_other_ways(self, part: str, refused: RefereeError, *, bare: bool) -> Iterator[Read | Command | None]:
        """Yield the result of each further way to read a part that fits no answer as it stands; None where one fails.

        The last way raises `refused`, or a better error, or proposes an answer. Raises as `read` does.
        """
        question = self.question
        illegal, unread = isinstance(refused, Illegal), self._is_unread(refused)
        if not illegal and not bare:
            yield self._read_respelt(part)
        if not bare and not question.whole:
            yield self._read_beside_price(part)
        parts = _SEPARATOR.split(part)
        full = not any(map(_says_nothing, parts)) and not any(map(says_over, parts[1:]))
        if full and not bare and not isinstance(refused, Illegal | AmbiguousText):
            if question.coins is not None:  # idle words may be the next answer: "kindly wind and I'll stay"
                yield self._split_at_separator(part, alone=False)
            sure = surely(question, part, self.vocabulary)
            yield self._split_idle_answer(part, as_answer(sure.text)) if sure is not None else None
        if not illegal and not bare:
            yield self._read_with_dice(part, refused)
        if illegal or unread:
            with suppress(RefereeError):  # "Anna passes and draws"
                named = self.without_name(part)
                yield Read(as_answer(fit(question, named, self.vocabulary))) if named else None
            yield self._read_behind_given(part)
            yield self._split_at_separator(part, alone=unread)
            yield self._split_at_names(part)
        elif isinstance(refused, Suggestion):
            yield self._split_at_separator(part, alone=False)  # it accounts for every word
        if (stripped := self._strip_name(part, refused)) and asks(stripped) <= asks(part):
            try:
                says = isinstance(read := self.read(stripped), Command) and not asks(stripped.rstrip(" ?"))
                yield Command("rules", part) if says and read == Command("rules", stripped) else read
            except RefereeError as other:  # a name may be part of an unlisted answer
                raise refused if question.open and type(other) is Unreadable else other from None
        yield self._split_name_and_card(part)
        yield self._split_whole_card(part)
        yield self._read_yes_or_no(part) if unread else None
        yield self._read_beside_talk(part)
        if unread and not self.vocabulary.correction(part):
            try:
                yield self._split_idle_answer(part, as_answer(fit_plainer(question, part, self.vocabulary)))
            except (Illegal, Suggestion, AmbiguousText) as plainer:
                refused = plainer
            except RefereeError:
                pass
        if unread:
            yield self._read_without_verb(part)
            yield self._read_behind_usual(part)
        if unread and not self.vocabulary.correction(part):
            yield self._read_beside_talk(part, loose=True)
        plain = self._without_subject(part)
        if unread and question.moves is not None and plain != part and asks(plain) <= asks(part):
            yield self.read(plain)
        why = None if illegal else self._why_not_first(part) or self._why_not_behind(part)
        yield self.refusal(part, why or refused)

    def _read_beside_price(self, part: str, *, near: bool = True) -> Read | None:
        """Read a move beside what it costs, which is said where the move is listed; None if there is no price.

        Proposes it, if `near`, beside another price.
        """
        details = {one.text: _priced(one.detail) for one in self.question.options()}
        for match in filter(None, (_PAYING.fullmatch(part), _PAID.fullmatch(part))):
            price = f" {fold(match['price'])} "
            for phrase, (meant, *_) in self.vocabulary.words().items():  # "art of war" is printed as "AoW"
                price = price.replace(f" {phrase} ", f" {meant} ") if " " in phrase else price
            words = _priced(price)
            known = words and any(map(words.issubset, details.values()))
            read = self._try_reading(match["move"]) if known else None
            text = self._recorded(read.text) if read is not None else ""
            if read is not None and read.rest and words <= {*tokens_of(match["move"])}:
                continue  # the first has it already: "wolf for food, bear for food"
            if read is not None and words <= details.get(text, set()):
                return read
            near = near and text.startswith((*details,)) and not re.search(r"\d", match["move"])
            if read is not None and near and not read.rest:
                raise self._propose(read)
        return None

    def _read_yes_or_no(self, part: str) -> Read | None:
        """Read a yes or a no with a remark behind it, which names no other answer, or in the question's own words.

        "No, Bo is new", "they do", "place the urn" where placing it is what is asked; "we have none" of a file.
        """
        question, tokens = self.question, tokens_of(part)
        options, asked = question.options(), question.prompt.rpartition(":")[2]
        if question.whole or question.throw or question.key == CARD or question.moves or question.coins or asks(part):
            return None
        doubtful = (
            lines.says_dice(part) or not _UNSURE.isdisjoint(tokens) or without_doubt(question, part) is not None
        )
        if doubtful or not tokens:
            return None
        about = {*tokens_of(asked)} | IDLE | _OWNING
        if not options and answers(question, "none"):
            named = [word for word in part.split() if "." in word.rstrip(".") and answers(question, word)]
            others = {*tokens} - {*tokens_of(" ".join(named))} - about - _NOTHING - _AUXILIARIES
            lacks = not _NOTHING.isdisjoint(tokens)
            found = [] if others else [*named, "none"] if named or lacks else []
            return Read(found[0]) if len(found) == 1 or len(named) == 1 > lacks else None
        declining = [one.text for one in options if one.text in _NOTHING]
        if len(options) != 2 or len(declining) != 1:
            return None
        agreeing = next(one.text for one in options if one.text not in declining)
        said = agreeing if tokens[0] in AGREEMENTS else declining[0] if tokens[0] in _NOTHING else ""
        following = self.after(said) if said else None
        behind = " ".join(token for token in tokens[1:] if said == agreeing or token not in _NOTHING)
        if said == agreeing and self._try_reading(part[len(part.split()[0]) :].lstrip(" ,")) == Read(agreeing):
            return Read(agreeing)  # "yes, spend a card to evade"
        if said and self._is_unknown(behind) and (following is None or following._is_unknown(behind)):
            return Read(said) if said != agreeing or _NOTHING.isdisjoint(tokens[1:]) else None
        price = {*tokens_of(next(one.detail for one in options if one.text == agreeing))} - FILLERS
        if tokens[0] in _PAYS and price & {*tokens} and {*tokens[1:]} <= price | IDLE:
            return Read(agreeing)  # "pay the card"
        meant = {*tokens_of(asked)} - IDLE - _AUXILIARIES
        own = meant and meant <= {*tokens} and {*tokens} <= meant | IDLE
        does = {*tokens_of(asked)} & _AUXILIARIES and tokens[-1] in _AUXILIARIES and {*tokens} <= _WHO | _AUXILIARIES
        return Read(agreeing) if own or does else None

    @staticmethod
    def _without_subject(part: str) -> str:
        """Strip words like "I'll" and "let's" from the front."""
        return " ".join(dropwhile(lambda word: fold(word) in _SUBJECTS, part.split()))

    def _read_without_verb(self, part: str) -> Read | None:
        """Read a part without an idle verb in front, which this game has for other moves: "use brains"."""
        verb, _, rest = part.partition(" ")
        return self._try_reading(rest) if rest and fold(verb) in _IDLE_VERBS & self.question.verbs else None

    def _with_other_verb(self, part: str, refused: Illegal) -> Option | None:
        """Return the likely move of what is said with a verb that is refused whatever follows: "buy Stamina"."""
        said, _, rest = self._without_subject(part).partition(" ")
        known = verb_of(self.question, fold(said), self.vocabulary.words()) in self.question.verbs
        always = str(refusal_of(self.question, f"{said} {OVERRULE}")) == str(refused)
        named = rest if always and known else ""
        likely = likeliest(self.question, named, self.vocabulary.players())
        return likely[0] if len(likely) == 1 else None

    def _read_respelt(self, part: str) -> Read | Command | None:
        """Read a part with its words split and joined as names have them; return None if that can't be read either.

        Raises Illegal, and AmbiguousText.
        """
        question = self.question
        named = question.coins is not None and fold(part.partition(":")[0]) not in question.verbs  # "duel: Bo"
        colon = ":" in part and (question.moves is None or named)
        if question.whole or question.key == CARD or colon or '"' in part or asks(part):
            return None
        if (respelled := respelt(question, part)) == part:
            return None
        try:
            return self.read(respelled)
        except (Illegal, AmbiguousText):
            raise
        except RefereeError:
            return None

    def _denies(self, words: Sequence[str]) -> bool:
        """Return whether a clause says what isn't done: "don't stay", "buy nothing", "I'm not going there"."""
        own = {*_SUBJECTS, "i'm", "we're", *tokens_of(self.question.who)}
        said = [*dropwhile(lambda word: word in own, words)] or [""]
        denied = {*said[: 1 + (said[0] in self.question.verbs)]} & (_NOTHING | {"keep"} - self.question.verbs)
        return bool(denied) or "too" in said[:-1]  # "the imp is too strong"

    def _read_beside_talk(self, part: str, *, loose: bool = False) -> Read | None:
        """Return the answer beside clauses that say why, or what is left alone: "no items, accept"; None if unread.

        If `loose`, it is proposed too beside clauses of which no word is known. Raises as `read` does.
        """
        question, match = self.question, _REASON.search(part)
        match = None if looks_like_correction(part) or fold(part).startswith(f"{OVERRULE} ") else match
        if question.whole or question.key in (CARD, "players") or asks(part) or ":" in part:
            return None
        why, kept = (match["why"], part[: match.start()] + part[match.end() :]) if match is not None else ("", part)
        if match is not None and (so := _SO.fullmatch(part)) is not None:
            kept = so[2]
        elif match is not None and not match.start():
            why, _, kept = why.partition(",")
        clauses = [one for one in _CLAUSE.split(kept) if one.strip(" ,.!")]
        said = [*dropwhile(lambda one: self._denies(tokens_of(one)), clauses)]
        instead = len(said) < len(clauses) and (
            question.moves is not None or (len(tokens_of(clauses[0])) > 1 and not lines.says_dice(part))
        )
        if said and instead and (read := self._try_reading(", ".join(said), several=True)) is not None:
            return read
        if match is None:
            return self._read_one_clause(part, clauses, loose=loose)
        return self._read_beside_reason(part, kept, match, why) if clauses else None

    def _read_beside_reason(self, part: str, kept: str, match: re.Match[str], why: str) -> Read | None:
        """Return the answer `kept` of a part without the reason for it, proposed where words of that are known."""
        sure = match["asks"] is None and _SO.fullmatch(part) is None and self._is_unknown(why)
        try:
            read = self.read(kept)
        except (Illegal, AmbiguousText):
            raise
        except Suggestion as error:
            raise error.quoting(kept, part) from None
        except RefereeError:
            if not match["asks"]:
                return None
            read = self.read(why.strip())  # "she is strong, so I go to 2"
        if sure or isinstance(read, Command):
            return read if isinstance(read, Read) else None
        raise self._propose(read)

    def _read_one_clause(self, part: str, clauses: Sequence[str], *, loose: bool) -> Read | None:
        """Return the answer in one clause, or, if `loose`, propose it, if the others say nothing known."""
        question = self.question
        if not clauses[1:] or not _UNSURE.isdisjoint(tokens_of(part)):
            return None
        if loose and isinstance(listed := self._why_no_list(part), Suggestion):
            raise listed
        found = {clause: read for clause in clauses if (read := self._try_reading(clause)) is not None}
        others = [clause for clause in clauses if clause not in found]
        if len(found) != 1 or not all(map(self._is_unknown, others)):
            return None
        (read,) = found.values()
        following, ends = self.after(read.text), self._recorded(read.text) in ENDS
        named = following is not None and following.question.coins is not None  # "forest 8, a ghost is there"
        chosen = question.moves is None and question.coins is None and not named and not lines.says_dice(part)
        if (ends or chosen) and self._is_talk(" ".join(others)):
            return read
        if loose:
            raise self._propose(read)
        return None

    def _is_unknown(self, words: str) -> bool:
        """Return whether a text has no word of an answer, number or word of doubt."""
        listed = [one.text for one in (*self.question.options(), *self.question.closed())]
        known = self.question.verbs.union(_NOTHING, *map(tokens_of, listed)) - IDLE | _UNSURE
        return known.isdisjoint(tokens_of(words)) and not lines.says_dice(words)

    def _is_talk(self, words: str) -> bool:
        """Return whether a text has no word of a player, of what is told about an answer, or of the game."""
        told = (one.detail for one in self.question.options())
        things = (one for said in self.vocabulary.words().values() for one in said)
        known = NO_NAMES.union(*map(tokens_of, (*self.vocabulary.players(), *told, *things))) - IDLE
        return known.isdisjoint(tokens_of(words))

    def _propose(self, read: Read) -> Suggestion:
        """Return the error that asks whether an answer is meant, with the rest behind it."""
        said = printable(lines.together([self._recorded(read.text), *read.rest]))
        return Suggestion(f"Did you mean {said}?", read.text, rest=read.rest)

    def _recorded(self, text: str) -> str:
        """Return an answer as it is recorded: "the second", "Bo recruits the serpent"."""
        text = read_one(text).text
        with suppress(RefereeError):
            return self.question.recorded(text)
        return text

    def _is_unread(self, refused: RefereeError) -> bool:
        """Return whether a text was refused as unreadable, or as a new name that needn't be meant."""
        if isinstance(refused, Suggestion):
            return refused.new or self.question.coins is not None
        return not isinstance(refused, Illegal | AmbiguousText)

    def _read_with_dice(self, part: str, refused: RefereeError) -> Read | None:
        """Read an answer with dice behind it; for a card, raise the card's own error rather than one of the dice."""
        card = self.question.key == CARD and not self.question.whole  # a card with rules may end in numbers
        if not card and not self.question.options():
            return None
        try:
            return self._split_dice(part) or self._split_amid_dice(part)
        except Unreadable as error:
            raise (refused if card else error) from None

    def takes_back(self, part: str) -> bool:
        """Return whether a part of a line takes the part before it back: "no wait, buy the cup"."""
        if self.vocabulary.correction(part) or asks(part):
            return False
        match, decides = _RETRACTION.fullmatch(part), self.question.moves or self.question.throw
        instead = match is not None and {*tokens_of(match[1] or "")} <= _INTERJECTIONS
        return instead or (decides is not None and re.match(r"(?i)no, (?!no\b|i'm\b|that)", part) is not None)

    def meant(self, part: str) -> str:
        """Return what is meant in place of a line that was refused: "I meant the city"; other parts as they are."""
        match = _RETRACTION.fullmatch(part)
        corrects = match is not None and _INTERJECTIONS.issuperset(tokens_of(match[1] or "")) and "mean" in fold(part)
        return match[2] if match is not None and corrects and not answers(self.question, part) else part

    def taken_back(
        self,
        part: str,
        numbered: Callable[[str], Option | None],
        earlier: Earlier | None = None,
        *,
        theirs: bool = False,
    ) -> RefereeError | None:
        """Return the error that handles a text which takes words back: "ford d, no, I meant a" is likely "ford a".

        Suggestion proposes the answer; Unreadable if none is found; None if nothing is taken back. New words replace
        as many of those before them, or else all; `numbered` looks up a number in the list. Without words before
        them, they replace the last answer, and a number is one of its list (`earlier`).
        """
        reason = looks_like_correction(part) or fold(part).startswith(f"{OVERRULE} ")  # "because I meant it"
        whole = asks(part) or ":" in part or reason
        match = None if whole else _RETRACTION.fullmatch(part)
        if match is None or answers(self.question, part) or read_command(part) is not None:
            return self.amended(part, earlier, theirs=theirs)
        before, after = (match[1] or "").split(), match[2]
        before = before if {*tokens_of(match[1] or "")} - _INTERJECTIONS else []
        instead = _NOT_THAT.fullmatch(after)
        new, old = (instead[1], instead[2].rstrip(" .!").split()) if instead is not None else (after, [])
        if not before:
            if instead is None and "mean" not in fold(part[: match.start(2)]):
                return self.amended(part, earlier, theirs=theirs)
            chosen = self._chosen_before(new, earlier)
            if chosen is None and (read := self._try_reading(new)) is not None:
                return self._propose(read)  # of what was refused here, or not asked before
            if chosen is None and earlier is not None:
                return Unreadable(f'"{printable(new)}" was no answer there; undo takes the last answer back')
            chosen = chosen or Option(new)
            asked = f"Take the last answer back, and then {printable(chosen.shown)}?"
            return Suggestion(asked, "undo", rest=[chosen.text])
        many = len(old) or len(new.split())
        for kept in dict.fromkeys((max(0, len(before) - many), len(before) - 1, 0, *reversed(range(len(before))))):
            text = " ".join([*before[:kept], new])
            named = not old or list(map(fold, before[kept:])) == list(map(fold, old))
            if named and (option := numbered(text)) is not None:
                return Suggestion(f"Did you mean {printable(option.shown)}?", option.text)
            if named and (read := self._try_reading(text)) is not None:
                return Suggestion(f"Did you mean {printable(text)}?", read.text, rest=read.rest)
        return Unreadable(
            f'can\'t tell what "{printable(part)}" takes back; type the answer alone. Nothing was entered.'
        )

    def _chosen_before(self, text: str, earlier: Earlier | None) -> Option | None:
        """Return what a text means in place of the last answer; None too for what rather answers this question."""
        chosen = earlier(text) if earlier is not None else None
        undecided = chosen is not None and chosen.text == text
        return None if undecided and self._try_reading(text) is not None else chosen

    def insists(self, part: str, given: str) -> bool:
        """Return whether a part only says the last answer once more: "no, I said stay"; it answers nothing else."""
        said = tokens_of(part)
        stems, own = ([stem_of(token.removesuffix("ing")) for token in one] for one in (said, tokens_of(given)))
        own = [stem for stem in own if stem not in IDLE] or own
        meant = [stem for stem in stems if stem in own or stem not in IDLE | _INTERJECTIONS]
        again = bool(said) and (said[0] in _INTERJECTIONS or "said" in said)
        return again and bool(given) and meant == own and given not in _NOTHING and not answers(self.question, given)

    def amended(self, part: str, earlier: Earlier | None, *, theirs: bool) -> RefereeError | None:
        """Return the error that handles a "no, ..." where nothing was asked: it replaces the last answer.

        So does "sorry, ..." if the last answer was another player's (`theirs`).
        """
        question, match = self.question, _AMENDED.fullmatch(part)
        card = question.coins or question.whole or question.key in (CARD, TOGETHER)
        decides = question.moves or question.throw or question.in_parts or card
        if match is None or not decides or answers(question, part):
            return None
        said, own = match["new"], {*tokens_of(match["new"])} - (IDLE - {"stay", "stays"}) - _NOTHING
        sighs = bool(question.coins or question.throw) and tokens_of(part)[0] in _SIGHS  # "oh no, a crisis"
        if sighs or not (match["no"] or theirs):
            return None
        if not own or says_over(said) or self._denies(tokens_of(said)):
            return None
        if (chosen := self._chosen_before(said, earlier)) is not None:
            asked = f"Take the last answer back, and then {printable(chosen.shown)}?"
            return Suggestion(asked, "undo", rest=[chosen.text])
        stays = min(map(len, own)) > 1 and own.isdisjoint(("stay", "stays"))
        talk = stays and self._is_unknown(said) and self._is_talk(said) and self._try_reading(part) is not None
        known = question.moves is not None and (talk or self._try_reading(said) is not None)
        dice = question.in_parts or (question.throw is not None)
        if known or (dice and answers(question, self.in_dice(said))) or question.key == TOGETHER or not match["no"]:
            return None
        return Unreadable(f'"{printable(said)}" is no answer here; undo takes the last answer back')

    def fitting(self, text: str, given: str) -> str:
        """Return the answer that a text means, instead of the one `given`; "" if it means none, or has more.

        Of several it is the one that is most like it, or else the text itself, to be asked about.
        """
        said = [token for token in tokens_of(text) if token not in IDLE]
        try:
            if (read := self._try_reading(text, several=True)) is not None:
                return read.text if not read.rest else ""
            found = [one.text for one in best(self.question.options(), said, self.vocabulary.words())] if said else []
        except AmbiguousText as several:
            found = _texts_of(several)
        shared = [len({*tokens_of(one)} & {*tokens_of(given)}) for one in found]
        alike = [one for one, many in zip(found, shared, strict=True) if many == max(shared)]
        return alike[0] if len(alike) == 1 else text if alike else ""

    def _try_reading(self, text: str, *, near: bool = False, several: bool = False) -> Read | None:
        """Read a text as an answer with the rest behind it, or, if `near`, what is proposed; None if unread.

        Raises AmbiguousText for a text that fits several, if asked for.
        """
        if self.question.throw is not None and lines.are_dice(text):
            return Read(text) if answers(self.question, text) else None
        try:
            read = self.read(text)
        except RefereeError as error:
            if several and isinstance(error, AmbiguousText):
                raise
            likely = isinstance(error, Suggestion) and near and not error.new
            return Read(error.answer, error.rest) if isinstance(error, Suggestion) and likely else None
        return read if isinstance(read, Read) else None

    def refusal(self, part: str, error: RefereeError) -> Command:
        """Return the rules command for a refused question; else raise a Suggestion, or the error."""
        if correction := self.vocabulary.correction(part):
            raise proposal(part, Option(correction)) from None
        if found := described(self.question, part, self.vocabulary.words()):
            raise AmbiguousText(part, found) if found[1:] else proposal(part, found[0])
        if isinstance(error, Illegal):
            raise error
        if asks(part):
            return Command("rules", part)
        unread = not isinstance(error, Suggestion | AmbiguousText) and not fold(part).startswith(f"{OVERRULE} ")
        if unread and (command := misspelt_command(part)):
            raise proposal(part, Option(command)) from None
        if isinstance(error, Misread) and error.meant:
            raise Suggestion(str(error), error.meant) from None
        agrees = unread and (
            not AGREEMENTS.isdisjoint(tokens_of(part)[:1]) or _GO_AHEAD.fullmatch(fold(part).strip(" .!"))
        )
        agrees = agrees and self._is_unknown(part) and self.usual not in _NOTHING
        content = {*tokens_of(part)} - IDLE
        agrees = agrees or (unread and content <= _AS_USUAL | _NOR and not content <= _NOR)
        agrees = agrees or (self.usual in ENDS and any(says_next(part, one) for one in self.vocabulary.players()))
        if agrees and self.usual is not None and without_doubt(self.question, part) is None:
            raise self._propose(Read(self.usual))
        listed = self._why_no_list(part) if unread and "did you mean" not in str(error) else None
        told = isinstance(error, Misread) and error.message != ""  # "bat is Bo's" is no slip for "rat"
        slip = unread and listed is None and not told
        if slip and (theirs := self._whose_piece(part)) is not None:
            raise theirs
        spelt = with_near_words(self.question, part) if slip else part
        if spelt != part and (read := self._try_reading(spelt)) is not None:
            raise self._propose(read)
        likely = likeliest(self.question, part, self.vocabulary.players()) if unread and listed is None else []
        if told:  # "hit tortoise with a wolf": the wolf is summoned opposite it
            all_said = {*tokens_of(part)[1:]} - IDLE
            likely = [one for one in likely if all_said <= {*tokens_of(f"{one.text} {one.detail}")}]
        if likely and not (likely[1:] and str(error).endswith(f'not by "{part.rpartition(" ")[2]}"')):
            raise (AmbiguousText(part, likely) if likely[1:] else proposal(part, likely[0])) from None
        raise listed or error

    def _whose_piece(self, part: str) -> Unreadable | None:
        """Return what is said of a name alone behind the verb of a move, if that tells whose it is: "zeus"."""
        verbs = {option.text.partition(" ")[0] for option in self.question.options()} & self.question.verbs
        behind = (fault(self.question.parse, f"{verb} {part}") for verb in sorted(verbs))
        why = next((one.message for one in behind if isinstance(one, Misread) and one.message), "")
        return Unreadable(why.rpartition('": ')[2]) if why else None

    def _why_no_list(self, part: str) -> Unreadable | None:
        """Return what a list of answers likely means, or why it isn't read, if its first is one: who is next."""
        question, why = self.question, None
        if question.follows is None or question.whole or "or" in tokens_of(part):
            return None
        for between in (*_SEPARATOR.finditer(part), *_WITHOUT.finditer(part)):
            first, rest = part[: between.start()], part[between.end() :]
            with suppress(RefereeError):
                if (following := self._after_first(text := self._fit_first(first), first, rest)) is None:
                    continue
                then = following._try_reading(rest, near=True)
                amounts = following.question.moves is None and following.question.throw is None  # "3 dice"
                said = " ".join([then.text, *then.rest]) if then is not None else ""
                if then is not None and not (amounts and {*_NUMBERS.findall(rest)} - {*_NUMBERS.findall(said)}):
                    return self._propose(Read(text, [then.text, *then.rest]))
                own = {*tokens_of(rest)} - IDLE
                over = following.question.throw is not None or following.question.who not in ("", question.who)
                if over and question.moves and _WITHOUT.match(f" {rest}") and own.isdisjoint(tokens_of(text)):
                    return self._propose(Read(text))  # "troll 3, no shield"
                if following.question.who not in ("", question.who) and question.coins is None:
                    said, behind = printable(first), printable(rest)
                    why = why or Unreadable(
                        f'After "{said}" {following.question.who} is next; "{behind}" can\'t be read there. '
                        "Nothing was entered."
                    )
        return why

    def fits(self, part: str) -> bool:
        """Return whether a part of a line is an answer, perhaps with its player's name in front."""
        if self.question.throw is not None and answers(self.question, self.in_dice(part)):
            return True
        try:
            ways = (part, self.without_name(part), self.without_player(part), self._strip_subject(part))
        except Unreadable:
            return False  # another player answers
        for text in ways:
            try:
                self._fit_or_simplify(text)
            except RefereeError as error:
                if isinstance(error, AmbiguousText) or (isinstance(error, Suggestion) and not error.new):
                    return True  # it is proposed when its turn comes
                continue
            return bool(text)
        return False

    def without_name(self, part: str) -> str:
        """Strip the name of the player who decides from an answer: "Dan conj market"; "" if it isn't in front.

        Raises Unreadable if it is another's turn.
        """
        who = self.question.who
        if not who or self.question.coins is not None:
            return ""
        words = part.split()
        words = words[1:] if fold(part).startswith("let ") else words
        for player in self.vocabulary.players():
            named = fold(player).split()
            many = max((at for at in range(1, len(named) + 1) if _are_names(words[:at], named)), default=0)
            if not many or not words[many:]:
                continue
            if player == who or says_next(part, player):
                return "" if says_next(part, player) else " ".join(words[many:])
            rest = " ".join(words[many:])
            if fold(who).split()[0] != named[0] and (self.fits(rest) or self._why_refused(rest) is not None):
                raise Unreadable(f"It is {who}'s turn, not {player}'s.")
        return ""

    def _strip_name(self, part: str, refused: RefereeError) -> str:
        """Strip the name as `without_name` does; "" for another's turn if `refused` suggests some other answer."""
        try:
            return self.without_name(part)
        except Unreadable:
            if isinstance(refused, Suggestion | AmbiguousText):
                return ""
            raise

    def without_player(self, part: str) -> str:
        """Strip the player's name and colon from an answer. Raises Unreadable if it is another's turn."""
        name, colon, answer = part.partition(":")
        players, who = self.vocabulary.players(), self.question.who
        if not colon or not answer.strip() or answers(self.question, part) or not lines.is_player(name, players):
            return part
        if fold(name) not in map(fold, players) and any(
            fold(name) in tokens_of(one.text) for one in self.question.options()
        ):
            return part  # area B, not Bo
        if who and not lines.is_player(name, [who]):
            other = next(player for player in players if lines.is_player(name, [player]))
            raise Unreadable(f"It is {who}'s turn, not {other}'s.")
        return answer.strip()

    def _fit(self, part: str, way: Callable[..., str] = fit) -> str:
        """Return the answer that a part means; "guard j" of the guard that moves is a refused walk, and no recall."""
        text, said = way(self.question, part, self.vocabulary), tokens_of(part)
        own, (verb, *named) = tokens_of(self.question.subject), tokens_of(text) or [""]
        bare = own and {*own} <= {*named} and verb not in [verb_of(self.question, token, {}) for token in said]
        left = " ".join(token for token in said if token not in own and not _says_nothing(token))
        if bare and (why := self._why_refused(left)) is not None:
            raise why
        return text

    def _fit_or_simplify(self, part: str) -> str:
        """Return the answer that a part means, simplified if necessary. Raises as `fit` does."""
        try:
            return self._fit(part)
        except Unreadable as error:
            if isinstance(error, Suggestion | AmbiguousText):
                raise
            return self._fit(part, fit_plainer)

    def _fit_with_next(self, part: str) -> str:
        """Return the answer that a part means, or an equivalent one that alone allows the next part to follow.

        A letter that begins "complex" and names an area beside the unit too is asked about.
        """
        text = self._fit(part)
        _, others = self._equivalents(text, part)
        letter = fold(part).rpartition(" ")[2]
        if others and len(letter) == 1 and letter not in tokens_of(text):
            there = [*self._continuable([*others, text], lambda behind: behind._goes_to(letter, self.then))]
            if there:
                raise self._propose(Read(as_answer(there[0]), [letter]))
        return next(self._continuable([text, *others]), text) if others else text

    def _goes_to(self, letter: str, then: str | None) -> bool:
        """Return whether a move, which is its verb and the letter of an area, is listed, and may be followed so."""
        going = next((one.text for one in self.question.options() if tokens_of(one.text)[1:] == [letter]), None)
        arrived = self.after(as_answer(going)) if going is not None and then is not None else None
        return going is not None and (then is None or (arrived is not None and arrived.fits(then)))

    def _equivalents(self, text: str, typed: str) -> tuple[bool, list[str]]:
        """Return whether an answer is one of several equivalent ones (`alike`, as units), and the others.

        Others lack no word that was typed of it: "complex".
        """
        options = self.question.options()
        alike = next((option.alike for option in options if option.text == text), "")
        others = [option.text for option in options if alike and option.alike == alike and option.text != text]
        said = {*tokens_of(typed)} & {*tokens_of(text)}
        others = [other for other in others if said <= {*tokens_of(other)}]
        return bool(alike), others

    def _names_move_after(self, following: Reader, part: str, *, named: bool, verb: bool) -> bool:
        """Return whether all words of a part name a move that the answer before it opens to the same player.

        It may be one more of the same kind, if there is no other and no `verb` before it; "end" may stand behind it.
        """
        asked, words = following.question, part.split()
        with suppress(RefereeError):
            text = following._fit(" ".join(words[:-1] if says_over(" ".join(words[-1:])) else words))
            move, said = following._recorded(text), {*tokens_of(part)} - FILLERS - {*OVER}
            known = {one.text.split()[0] for one in self.question.options()}
            opened = named > (move.split()[0] in known) or (known == {move.split()[0]} and not verb)
            return asked.who == self.question.who and opened and said <= {*tokens_of(f"{move} {text}")}
        return False

    def _continuable(self, texts: Iterable[str], stands: Callable[[Reader], bool] | None = None) -> Iterator[str]:
        """Return those of several answers that `stands` is true behind, or else that the next part can follow.

        Two at most: then it isn't the only one.
        """

        def can_follow(text: str) -> bool:
            following = self.after(as_answer(text)) if stands or self.then is not None else None
            return following is not None and (stands(following) if stands else following.fits(self.then or ""))

        return islice(filter(can_follow, texts), 2)

    # --- answers with the next one behind them ----------------------------------------------------

    def _split_dice(self, part: str) -> Read | None:
        """Read an answer with dice behind it in the same part; return None if there are none.

        Of several that fit, takes the only one that throws this number of dice. Raises Unreadable for dice that
        aren't thrown, and Illegal for an illegal move.
        """
        question = self.question
        refused: RefereeError | None = None
        between: list[str] = []
        if (spoken := self._split_spoken_dice(part)) is not None:
            return spoken
        if question.key != CARD and not question.in_parts and (front := _DICE_IN_FRONT.fullmatch(part)) is not None:
            return self._split_dice(f"{front[2]} {front[1]}")
        for answer, dice in lines.dice_after(part):
            try:
                found = [fit(question, answer, self.vocabulary)]
            except AmbiguousText as several:
                known = question.follows is not None and refused is None  # else the number belongs to a longer answer
                texts = _texts_of(several) if known else []
                found = [text for text in texts if not text.rpartition(" ")[2].isdigit()] or texts  # no untyped slot
            except RefereeError as error:
                refused = refused or (error if isinstance(error, Illegal) else None)
                continue
            numbers = {text.rpartition(" ")[2] for text in found}
            unsaid = any(number.isdigit() and number not in answer.split() for number in numbers)
            if unsaid and (len(dice) == 1 or (len(found) == 1 and refused is not None)):
                continue  # the first number is the slot, no die
            thrown = []
            for text in map(as_answer, found):
                try:
                    if question.follows is not None:
                        expect_thrown(question.follows(text), dice)
                    thrown.append(text)
                except Unreadable as error:
                    between = between or self.before_dice(dice, text)
                    refused = refused or (error if len(found) == 1 else None)
                except RefereeError:
                    continue
            if len(thrown) == 1:
                return Read(thrown[0], [dice])
        if between:
            return _expect_unanswered(between, 2)
        if refused is not None:
            raise refused
        return None

    def _split_amid_dice(self, part: str) -> Read | None:
        """Read an answer with dice behind it, and the answer after them: "it strikes back: 5 4 0, best"."""
        for between in (*_SEPARATOR.finditer(part), *_BEHIND_DICE.finditer(part)):
            rest = part[between.end() :]
            with suppress(RefereeError):
                read = None if lines.says_dice(rest) else self._split_dice(part[: between.start()])
                if read is not None and read.rest:
                    return Read(read.text, [*read.rest, rest])
        return None

    def _split_spoken_dice(self, part: str) -> Read | None:
        """Read an answer with dice in words behind it: "attack Troll, I rolled 4 and it 3"; else return None."""
        words = part.split()
        for at in range(len(words) - 1, 0, -1):
            if lines.are_dice(spoken := " ".join(words[at:])) or not lines.says_dice(spoken):
                continue
            if words[at - 1][-1] not in ",:." and lines.begins_dice(words[at]) <= lines.begins_dice(words[at - 1]):
                continue  # a name here still belongs to the answer; "he" names the thrower
            found: list[str] = []
            third = lines.PRONOUNS.union(tokens_of(self.question.who))  # "Bo accepts, I roll 6": another says it
            told = not third.isdisjoint(tokens_of(part)[:1])
            both = not told and re.search(r"\d.*\b(?!and\b)[a-z']+.*\d", spoken)  # the other may throw first
            if self.question.who and both:
                spoken = re.sub(r"(?i)\b(?:i|we)\b", self.question.who, spoken)
            with suppress(RefereeError):
                found = self.before_dice(spoken, self._fit_first(" ".join(words[:at]).rstrip(",:.")))
            if found:
                return _expect_unanswered(found, 2)
        return None

    def in_dice(self, spoken: str) -> str:
        """Return dice in figures alone, if words beside them only say who threw; any other text as it is."""
        question, who, prompt = self.question, self.question.who, self.question.prompt
        spoken = _ASIDE.sub("", re.sub(r"^(?:\d+ )?dice: ?", "", spoken))
        if question.throw is not None and 0 in question.throw.faces and fold(spoken) in ("nothing", "no hits"):
            return " ".join(["0"] * question.throw.count)
        if who not in prompt and ", then " not in prompt:  # a piece throws
            spoken = re.sub(r"(?i)^(?:it|they) (?=(?:got|roll|rolled|show|threw|throw)s? )", "", spoken)
        if question.throw is not None and (alike := _ALL_ALIKE.fullmatch(fold(spoken))) is not None:
            spoken = " ".join([alike[1]] * question.throw.count)  # "all blanks"
        rest = _THE_REST.fullmatch(fold(spoken))
        given = re.sub("[ ,]|and", "", lines.in_figures(rest[1])) if rest is not None else ""
        if question.throw is not None and rest is not None and given.isdigit():
            spoken = " ".join([*given, *[rest[2]] * (question.throw.count - len(given))])  # "two fives, rest blanks"
        options = {word for one in self.question.options() for word in tokens_of(one.text)}
        for between in _SEPARATOR.finditer(spoken):  # "nobody guards, 5 4 0"
            declined = {word.removesuffix("s") for word in tokens_of(spoken[: between.start()]) if word not in IDLE}
            if not _NOTHING.isdisjoint(declined) and declined <= _NOTHING | options:
                spoken = spoken[between.end() :]
                break
        if _THROWS_CARD.search(spoken) is not None:
            return spoken
        return lines.parse_spoken_dice(
            spoken, prompt if who in prompt else f"{who} {prompt}", self.vocabulary.players()
        )

    def dice_among(self, part: str) -> str:
        """Return the dice among words that can't all be read, if each is thrown here; "" if not."""
        said = self.in_dice(lines.numbers_and(self.question.prompt, part))
        thrown = lines.are_dice(said) and not asks(part) and fault(expect_thrown, self.question, said) is None
        return said if thrown else ""

    def dice_before(self, part: str) -> list[str]:
        """Split dice from the answer to the next question behind them: "5 3 2, best"; [] if there is none."""
        for between in (*_SEPARATOR.finditer(part), *_BEHIND_DICE.finditer(part)):
            dice, rest = self.in_dice(part[: between.start()]), part[between.end() :]
            following = self.after(dice) if lines.are_dice(dice) else None
            if following is None or (lines.says_dice(rest) and not following.question.in_parts):
                continue
            if following.fits(rest) or following.fits(_SEPARATOR.split(rest)[0]):
                return [dice, rest]
        return []

    def before_dice(self, spoken: str, text: str = "") -> list[str]:
        """List an answer, those of others after it (the default, or the first), and the dice; [] if none are thrown.

        Without `text`, the current question is answered so.
        """
        asked = self.question
        if text:
            following = self.after(text)
            more = following.before_dice(spoken) if following is not None else []
            return [text, *more] if more else []
        if asked.throw is None:
            options = asked.options() if asked.moves is None and asked.coins is None and not asked.private else ()
            return self.before_dice(spoken, as_answer(asked.default or options[0].text)) if options else []
        dice = self.in_dice(spoken)
        return [dice] if lines.are_dice(dice) and fault(expect_thrown, asked, dice) is None else []

    def _split_at_separator(self, part: str, *, alone: bool) -> Read | None:
        """Read the answer before a comma, "and" or "then" that is followed by an answer to the next question.

        If `alone`, an answer may also follow with no separator. Returns None if none follows. Raises Illegal.
        """
        question = self.question
        if question.follows is None or question.whole or (part.endswith("?") and asks(part)):
            return None
        refused: Read | None = None
        card = question.coins is not None and ":" in part  # its values stand with it
        separators = sorted(
            [*_SEPARATOR.finditer(part), *(re.finditer("; *", part) if card else ())], key=lambda one: one.start()
        )
        ends = [*(one.start() for one in separators), len(part)][1:]
        for between, behind in zip(separators, ends, strict=True):
            first, rest = part[: between.start()], part[between.end() :]
            several = question.moves is None and question.coins is None and question.key != TOGETHER
            printed = card and ":" in first
            listed = (several or printed) and answers(question, part[:behind], new=printed)
            if listed or _RETRACTS.match(rest):
                continue  # one of several that are one answer: "Anna 2 and Bo 1"
            then = _SEPARATOR.split(rest)[0]
            try:
                text = self._fit_first(first)
            except AmbiguousText as error:
                found = [*Reader(question, self.vocabulary, then)._continuable(_texts_of(error))]
                text = as_answer(found[0]) if len(found) == 1 else ""
            except RefereeError:
                continue
            if not text or (refused and self._recorded(refused.text) == self._recorded(text)):
                continue  # "walk to h, take the stone, end" where the stone can't be taken
            if (following := self._after_first(text, first, rest)) is None:
                continue
            moves = question.moves is not None and following.question.moves is not None
            if moves and {*tokens_of(rest)} <= _INTERJECTIONS:
                continue  # "stay! no!"
            ways, rest = self._ways_with(text, first, rest)
            if not rest:
                return Read(ways[0])
            if ways[0] != text:
                text, following = ways[0], self.after(as_answer(ways[0])) or following
            for one in ways:
                after = self.after(as_answer(one))
                if after is not None and (combined := self._combine(one, after, rest, first)) is not None:
                    return combined
            mine_next = question.moves is not None and following.question.who == question.who
            if mine_next and (following._refuses(then) or following._why_refused(then) is not None):
                if text in ENDS and (mine := self._try_reading(rest)) is not None:
                    raise self._propose(mine)  # "end of turn: recall 2"
                refused = refused or Read(text, [rest])  # the reason is given when its turn comes
        return self._split_otherwise(part, refused, alone=alone)

    def _split_otherwise(self, part: str, refused: Read | None, *, alone: bool) -> Read | None:
        """Read a part whose first answer is followed by none: as one move, or with no separator between two.

        What follows was `refused`. Raises Illegal.
        """
        if refused is not None:
            if (joined := self._join(part)) is None and (
                why := refusal_of(self.question, _SEPARATOR.sub(" ", part))
            ) is not None:
                raise why  # "activate the warden, simple" where it can only be complex
            return joined or refused
        if (why := self._why_not_first(part)) is not None:
            raise why
        return self._split_anywhere(part, alone=alone)

    def _after_first(self, text: str, first: str, rest: str) -> Reader | None:
        """Return the reader of the `rest` behind an answer, which was typed as `first`; None if it reads none."""
        following = None if _drops_letter(f"{first} and", text) else self.after(text)
        if following is None:
            return None
        asked, begins = following.question, tokens_of(rest)[:1]
        mine = begins == ["i"] and asked.who != self.question.who  # "nothing, I pass" passes for nobody else
        card = asked.coins is not None and asked.moves is None
        theirs = card and begins in (["he"], ["she"])  # "Bo, he gives the harpy" names no card that comes
        if card and self.question.coins is not None and ":" in self._recorded(text):
            priced = all(map(_PRICED.match, (first, rest)))
            if ":" not in rest and not priced and not following._knows(rest):
                return None  # "brew, 3, potion, heals 2": a card's text goes on, and commas part no cards
        given = [*map(following.was_given, _SEPARATOR.split(rest))]
        later = card and any(given) and not given[0]  # nor "embers", before "attack"
        skipped = not given[0] and {*asked.passed}.intersection(one.text for one in self.question.options())
        later = later or (card and bool(skipped) and self.fits(_SEPARATOR.split(rest)[0]))  # "embers and whip"
        listed = any((asked.options(), asked.default, asked.numbers, asked.throw, asked.coins, asked.whole))
        return following if listed and not (mine or theirs or later) else None  # "3, drafted" names no player

    def _knows(self, text: str) -> bool:
        """Return whether a text begins with what is listed, a card whose contents are known."""
        read = self._try_reading(_SEPARATOR.split(text)[0])
        return read is not None and exactly(read.text, self.question.options()) is not None

    def _ways_with(self, text: str, first: str, rest: str) -> tuple[list[str], str]:
        """Return the answers that `first` may mean beside `text`, or those that the next words choose, and the rest.

        "The warden and absorb" is a complex action; "the warden, complex, absorb" says it.
        """
        ways = [text, *self._equivalents(text, first)[1]]
        more, _, then = rest.partition(",")
        added = {*tokens_of(more)} - FILLERS
        told = [one for one in ways if ways[1:] and added and added <= {*tokens_of(one)} - {*tokens_of(first)}]
        return (told, then.strip()) if told else (ways, rest)

    def _read_behind_given(self, part: str) -> Read | None:
        """Read what stands behind an answer that was given automatically: "draw a card, the guard to B"."""
        between = _SEPARATOR.search(part)
        first = part[: between.start()] if between is not None else ""
        if between is None or not _AGAIN.isdisjoint(tokens_of(first)) or not self.was_given(first):
            return None
        return self._try_reading(part[between.end() :])

    def _split_at_names(self, part: str) -> Read | None:
        """Read answers that are parted only by whose they are: "Anna north Bo south"; None if they aren't."""
        names = [player for player in self.vocabulary.players() if " " not in player]
        known = {*map(fold, names)}
        if self.question.whole or fold(part.partition(" ")[0]) not in known or not names:
            return None
        apart = re.sub(rf"(?i)(?<=\w)[.,]? (?=(?:{'|'.join(map(re.escape, names))}):? )", ", ", part)
        first, comma, _ = apart.partition(",")
        return self._split_at_separator(apart, alone=False) if comma and apart != part and " " in first else None

    def _join(self, part: str) -> Read | None:
        """Read all words as one move, without the separators between: "walks C and A"; None if there is none."""
        joined = _SEPARATOR.sub(" ", part)
        with suppress(RefereeError):
            text = self._fit_or_simplify(joined)
            letters = [word for word in tokens_of(joined) if len(word) == 1]
            if letters == [word for word in tokens_of(text) if len(word) == 1]:
                return Read(as_answer(text))
        return None

    def _fit_first(self, part: str) -> str:
        """Return the answer that is meant before another; guess no new card's name. Raises as `fit` does."""
        if without_doubt(self.question, part) == "":
            raise Unreadable(f'"{printable(part)}" decides nothing')  # "oh no, a crisis"
        if self.question.coins is not None and not answers(self.question, part):
            with suppress(RefereeError):
                return as_answer(fit(self.question, part, self.vocabulary))
            return as_answer(fit_plainer(self.question, part, self.vocabulary))
        return as_answer(self._fit_or_simplify(self.without_name(part) or part))

    def _combine(self, text: str, following: Reader, rest: str, first: str) -> Read | None:
        """Return an answer with the rest, if that answers the next question, or alone, if the rest adds nothing."""
        mine, asked = self.question, following.question
        mover = asked.who == mine.who or (not mine.who and mine.coins is not None)  # a card has no player
        goes_on = mover and asked.key != TOGETHER and not {*ENDS} & {*asked.passed}
        ends = ENDS if text not in ENDS and goes_on and says_over(rest) else ()
        if says_next(rest, asked.who) or (_SIGHS & {*tokens_of(rest)} and _INTERJECTIONS.issuperset(tokens_of(rest))):
            return Read(text)
        if ends and mine.in_parts and self._means(first, fold(rest)):
            return Read(text)  # "I keep them, done"
        if ended := [one for one in ends if exactly(one, asked.options()) is not None]:
            return Read(text, ended[:1])  # "then stop" is no command
        if mine.moves is None and text not in _NOTHING and {*tokens_of(rest)} <= {"no", "nope", "nah"}:
            return None  # "yeah, no"
        if mine.moves is None and text in _NOTHING and (ending := exactly(rest, asked.options())) is not None:
            return Read(text, [ending.text])  # "no, end turn", by the next player
        left_alone = not _NOTHING.isdisjoint(tokens_of(first)[:1]) and fold(first) != text
        if (
            (asked.who not in ("", mine.who) and says_over(rest))
            or (text in ENDS and (fold(rest) != text or left_alone) and self._means(rest, text))  # "no, I'm done"
            or (asked.key != mine.key and self._means(rest, mine.default))  # the default, given automatically
        ):
            return Read(text)
        if text != ENDS[0] and lines.says_throw(rest) and _THROWS_CARD.search(rest) is None:
            return Read(text)  # "and roll": the dice are asked for anyway
        clauses = _SEPARATOR.split(rest)
        left = clauses[:]
        while left and (
            any(self._repeats(left[0], one) for one in asked.passed) or (asked.coins and says_over(left[0]))
        ):
            left.pop(0)  # it was given automatically, or comes after the card that is asked for
        if not left:
            return Read(text)
        rest = rest if left == clauses else ", ".join(left)
        if self._alters(text, then := _SEPARATOR.split(rest)[0]):
            return None
        named = re.sub(r"\bit\b", read_one(text).text.partition(" ")[2], then)  # "repair the axe and sell it"
        if mine.moves is not None and named != then and not following._try_reading(then) and following.fits(named):
            return Read(text, [rest.replace(then, named, 1)])
        if self._states_price(text, rest):
            return Read(text)
        if not asked.whole and any(map(following.fits, (then, *(answer for answer, _ in lines.dice_after(then))))):
            return Read(text, [rest])
        again = "only" not in tokens_of(rest) and self._means(rest, read_one(text).text)
        others = asked.who not in ("", mine.who) or rest.startswith(("don't", "dont", "won't"))  # "stay, no walk"?
        nothing = others and self._declines(rest)  # "end turn, no recall"
        return Read(text) if again or nothing else None

    def _declines(self, rest: str) -> bool:
        """Return whether a text only says which moves aren't made: "no recall"."""
        listed = (*self.question.options(), *self.question.closed())
        known = self.question.verbs.union(*(tokens_of(option.text) for option in listed), IDLE, _NOTHING, ("keep",))
        words = tokens_of(rest)
        return bool(words[1:]) and self._denies(words) and known.issuperset(words)

    def _alters(self, text: str, rest: str) -> bool:
        """Return whether the text behind a move makes it another move, legal or not: "with strength and wills"."""
        begun, bare = text.rpartition(" ")[0], text.partition(" with ")[0]
        ways = [f"{begun} {rest}"] * begun.endswith(_ADDING) + [f"{bare} with {rest}"] * (bare != text)
        return self.question.moves is not None and any(
            fold(one) != fold(text) and (answers(self.question, one) or refusal_of(self.question, one) is not None)
            for one in ways
        )

    def _states_price(self, text: str, rest: str) -> bool:
        """Return whether a part only states what the move costs and brings: "buy Club, pay 4 wood"."""
        text, price = self._recorded(text), _priced(rest)
        option = next((one for one in self.question.options() if one.text == text), None)
        return option is not None and any(" " in one for one in price) and price <= _priced(option.detail)

    def _repeats(self, rest: str, answer: str) -> bool:
        """Return whether a part repeats an answer that was given automatically, in its words or as an ending."""
        named, said = {*tokens_of(answer)}, [(token, token.removesuffix("s")) for token in tokens_of(rest)]
        idle = IDLE | self.vocabulary.people()
        tokens = [stem if stem in named else token for token, stem in said if stem in named or token not in idle]
        ended = answer in ENDS and says_over(rest)
        return ended or (bool(tokens) and {*tokens} <= named and tokens[0] == tokens_of(answer)[0])

    def _split_anywhere(self, part: str, *, alone: bool) -> Read | None:
        """Read an answer with the next one right behind it, which may lack its verb: then it shares the first word.

        Unless `alone`, only the way that shares the first word is tried.
        """
        words = part.split()
        if self.question.moves is None:
            return self._split_known_names(words) if self.question.coins is not None else None
        if {"take", "takes", "taking"} & {*tokens_of(part)[:3]}:
            return None  # "take the stone of B" names no unit
        players = [fold(player).split() for player in self.vocabulary.players()]
        for at in range(len(words) - 1, 0, -1):
            if _SEPARATOR.match(f" {words[at]} "):
                continue
            first, then = words[:at], words[at:]
            if any(fold(word) == f"{fold(player)}'s" for word in first for player in self.vocabulary.players()):
                continue  # "Bo's conjurer" isn't Bo
            idle = any(_says_nothing(" ".join(said)) for said in (then, first[1:] or then))  # "use the", "and so"
            if idle or then == ["first"] or any(_are_names(first, named) for named in players):
                continue
            if fold(first[-1]) in _BEFORE_NAMES | DENIALS or then[0] == "for":
                continue
            again = at > 1 and then[0] not in _PREPOSITIONS  # "swap 3 sapphires to iron" is one trade
            for first_words, behind in ((first * alone, then), (first * again, [words[0], *then])):
                if first_words and (found := self._split_before_verb(" ".join(first_words), behind)) is not None:
                    return found
        return None

    def _split_known_names(self, words: Sequence[str]) -> Read | None:
        """Read a known card with those after it, which need no separator: "toll ogre ghost"; None for others."""
        for at in range(len(words) - 1, 0, -1):
            one, rest = exactly(" ".join(words[:at]), self.question.options()), " ".join(words[at:])
            following = self.after(as_answer(one.text)) if one is not None else None
            if one and following and following.question.coins and following._try_reading(rest) is not None:
                return Read(one.text, [rest])
        return None

    def _split_behind_verb(self, part: str) -> Read | None:
        """Read the piece behind the verb of what it does next: "run the guard to L"; None if there is none."""
        words = part.split()
        while words and fold(words[0]) in FILLERS - self.question.verbs:
            words.pop(0)
        known = {option.text.partition(" ")[0] for option in self.question.options()}
        verb = verb_of(self.question, words[0], self.vocabulary.words()) if words else ""
        if self.question.moves is None or verb in known:
            return None
        ends = range(len(words) - 1, 1, -1)
        ways = (self._split_before_verb(" ".join(words[1:at]), [verb, *words[at:]]) for at in ends)
        return next((read for read in ways if read is not None), None)

    def _why_not_first(self, part: str) -> Illegal | None:
        """Return why the first of several moves is illegal: "use mill, then strike"; None if legal or not read."""
        for between in _SEPARATOR.finditer(part) if self.question.moves is not None else ():
            if (why := self._why_refused(part[: between.start()])) is not None:
                return why
        return None

    def _why_not_behind(self, part: str) -> Illegal | None:
        """Return why a unit can't do what stands behind it: "spears farm"; None if it can, or that isn't read."""
        words = part.split() if self.question.moves is not None else []
        if words[1:] and len(words[-1]) == 1 and (why := self._why_refused(" ".join(words[:-1]))) is not None:
            return why  # "blades s" for "simple"
        for at in range(len(words) - 1, 0, -1):
            with suppress(RefereeError):
                text = fit(self.question, " ".join(words[:at]), self.vocabulary)
                named, others = self._equivalents(text, " ".join(words[:at]))
                after = [self.after(as_answer(one)) for one in (text, *others)] if named else []
                whys = [one._why_refused(" ".join(words[at:])) for one in after if one is not None]
                if whys and all(whys):
                    return whys[0]
        return None

    def _why_refused(self, part: str) -> Illegal | None:
        """Return why the answer that a part means is illegal; None if it is legal or isn't read."""
        with suppress(RefereeError):
            return refusal(fit, self.question, part, self.vocabulary)
        return None

    def _means(self, part: str, answer: str | None) -> bool:
        """Return whether a part of a line means this answer, in whatever words."""
        with suppress(RefereeError):
            return answer is not None and self._recorded(self._fit_or_simplify(part)) == answer
        return False

    def _refuses(self, part: str) -> bool:
        """Return whether a part of a line is an illegal move, perhaps without its verb."""
        if self.question.moves is None:
            return False
        known = [*self.question.options(), *self.question.closed()]
        return refusal_of(self.question, part) is not None or any(refused_behind_verb(self.question, part, known))

    def _split_before_verb(self, first: str, then: Sequence[str]) -> Read | None:
        """Read an answer that is followed by the first words of the next one; return None if it isn't.

        Of several that fit, takes the only one that these words can follow.
        """
        rest, first_word = " ".join(then), fold(then[0])
        behind = _SEPARATOR.split(rest)[0]
        several, named = False, False
        try:
            text = fit(self.question, first, self.vocabulary)
            if _drops_letter(first, text) or self._alters(text, " ".join(then[then[0] == text.partition(" ")[0] :])):
                return None
            begun, _, slot = text.rpartition(" ")
            begun = begun if slot.isdigit() and slot not in first.split() else text
            longer = [one.text for one in self.question.options() if one.text.startswith(f"{begun} ")]
            named, others = self._equivalents(text, first)
            texts = [text, *(one for one in longer if one != text), *others]
        except AmbiguousText as error:
            texts, several = _texts_of(error), True
        except RefereeError:
            return None
        if several and len(texts) > CONTINUED:
            return None
        if first_word in ("with", "using"):  # "golem with the dagger" isn't with the axe
            texts = [one for one in texts if " with " not in one]

        def begins(following: Reader) -> bool:
            asked = following.question
            if asked.default in _NOTHING and (behind_it := following.after(as_answer(asked.default or ""))):
                return begins(behind_it)  # it is asked, and the rest kept
            if asked.coins is not None or asked.key == CARD:
                return False
            verbs = {option.text.partition(" ")[0] for option in asked.options()}
            prepositions = {*_PREPOSITIONS} if asked.who == self.question.who else set()
            said = {first_word, first_word[:-1]} & (verbs | asked.verbs | prepositions)
            over = says_over(rest) and asked.who == self.question.who
            if said or over or verb_of(asked, first_word, self.vocabulary.words()) in verbs:
                *_, thrown = (behind, *_BEHIND_DICE.split(behind)[:1])  # "attack Troll 5 4 best"
                dice = [*lines.dice_after(behind), *lines.dice_after(thrown)] if named else []  # else it is a slot
                fits = any(map(following.fits, (behind, *(answer for answer, _ in dice))))
                fits = fits or following._split_spoken_dice(rest) is not None
                return fits or following._split_anywhere(behind, alone=True) is not None
            verb = fold(first).rpartition(" ")[2] in self.question.verbs
            return self._names_move_after(following, behind, named=named, verb=verb)

        found = list(self._continuable(texts, begins))
        return None if not found or (several and len(found) > 1) else Read(as_answer(found[0]), [rest])

    def _read_behind_usual(self, part: str) -> Read | None:
        """Return the usual move with a part as the answer behind it, unless another player is asked there."""
        question, usual = self.question, self.usual
        following = self.after(as_answer(usual)) if question.moves is not None and usual is not None else None
        if usual is None or following is None or following.question.who not in ("", question.who):
            return None
        fits = part[:1].isalpha() and not fault(fit, following.question, part, self.vocabulary)
        return Read(usual, [part]) if fits and without_doubt(following.question, part) is None else None

    def _split_name_and_card(self, part: str) -> Read | None:
        """Read the name before a colon, a comma or numbers, if what is printed on that card is asked next.

        The printed text is the rest of the answer, with what was typed after it where a card holds no semicolons; if
        no such question follows, the whole part may be one answer.
        """
        question = self.question
        if question.whole or question.follows is None or asks(part):
            return None
        with suppress(RefereeError):  # a known card, and what comes with it: "mountains: toll ogre, ghost"
            if question.coins is not None and (two := _WITH.fullmatch(part)) is not None:
                text = self._fit_first(two[1])
                if (then := self.after(text)) and (with_it := self._combine(text, then, two[2], two[1])):
                    return with_it
        found: Read | None = None
        whole = [one for one in _name_and_card(part) if ":" in part or self._may_be_name(one[0])]
        first, _, rest = (one.strip() for one in part.partition(","))
        for name, card, sure in (*((*one, True) for one in whole), (first, rest, False)):
            if not card or (not sure and found) or not answers(question, name, new=True):
                continue
            text = as_answer(question.recorded(name))
            following = self.after(text)
            called = filter(None, (text.partition(" ")[2], text if question.moves is None else ""))
            if following is None or not any(fold(one) in fold(following.question.prompt) for one in called):
                continue
            card, *others = self._before_next_card(card) if sure else [card]
            behind = [card] if following.question.whole else following.split(card)
            if following.question.whole and (cut := following._split_whole_card(card)) is not None:
                behind = [cut.text, *cut.rest]
            reads = answers(following.question, behind[0], new=True)
            named = question.moves is None and question.coins is not None  # a wrong value is refused for itself
            printed = (sure and following.question.key == CARD) or (
                re.search(r"\d", card) is not None and (named or following.question.key == CARD)
            )
            if reads or (found is None and printed):
                found = Read(text, [lines.InBrackets(card), *others] if others else behind)
        if found is None:
            wholes = [f"{name}: {card}" for name, card in whole]
            return next((Read(as_answer(one)) for one in wholes if answers(question, one, new=True)), None)
        return found

    def _before_next_card(self, typed: str) -> list[str]:
        """Split what is printed on a card from the next known card of its deck behind it, and all that follows."""
        pieces = [piece.strip() for piece in typed.split(";")]
        at = next((at for at in range(1, len(pieces)) if self._begins_with_card(pieces[at])), len(pieces))
        return ["; ".join(pieces[:at]), *lines.parts("; ".join(pieces[at:]), self.vocabulary.players())]

    def _begins_with_card(self, piece: str) -> bool:
        """Return whether a piece of a line names a known card of the deck that is asked for."""
        question, names = self.question, (piece, *(name for name, _ in _name_and_card(piece)))
        return question.coins is not None and any(
            answers(question, one) and fold(question.recorded(one)) == fold(one) for one in names
        )

    def _may_be_name(self, text: str) -> bool:
        """Return whether a text may be a new card's name, and names no player: not "give Bo", "I fight"."""
        words = set(tokens_of(text))
        sentence = words & {"i", "when", "you", "your"} or re.search(r"\w{4}[.!?] ", text)
        return (
            bool(words - IDLE) and not sentence and words.isdisjoint(self.vocabulary.people()) and " - " not in text
        )

    def _split_whole_card(self, part: str) -> Read | None:
        """Read a whole card with an answer to the next question behind it; return None if there is none.

        What may be a part of the card is never taken for an answer: a number, a rule, a new name.
        """
        question = self.question
        if not question.whole or question.follows is None:
            return None
        pieces = [piece.strip() for piece in part.split(";")]
        for end in range(len(pieces) - 1, 0, -1):
            card, then = "; ".join(pieces[:end]), pieces[end]
            if not then or not answers(question, card) or (following := self.after(as_answer(card))) is None:
                continue
            if following._begins_with_card(then):
                return Read(as_answer(card), lines.parts("; ".join(pieces[end:]), self.vocabulary.players()))
            if ":" in then or then[0].isdigit():
                continue
            with suppress(RefereeError):
                if following.question.moves is not None:
                    fit(following.question, then, self.vocabulary)
                elif not answers(following.question, then):
                    continue
                return Read(as_answer(card), pieces[end:])
        return None


def shortest(question: Question[Any], vocabulary: Vocabulary = QUIET) -> str:
    """Return the shortest text for an answer, with what the same player may add behind it; "" if none is known."""
    example = question.example()
    with suppress(RefereeError):
        after = Reader(question, vocabulary).after(as_answer(fit(question, example, vocabulary))) if example else None
        if after is not None and after.question.key == question.key and after.question.who == question.who:
            return f"{example} {after.question.example()}".strip()
    return example


def _expect_unanswered(found: Sequence[str], given: int) -> Read:
    """Return the `given` of some answers, their first and the dice. Raises Suggestion if others answer between."""
    if len(found) > given:
        whole = lines.together(found)
        raise Suggestion(f"Others answer before the dice. Did you mean {whole}?", found[0], rest=found[1:])
    return Read(found[0], found[1:])


def _texts_of(several: AmbiguousText) -> list[str]:
    """List the texts of the answers that fit."""
    return [option.text for option in several.options]


def answers(question: Question[Any], text: str, *, new: bool = False) -> bool:
    """Return whether a text answers a question as it stands, naming nothing new unless `new`."""
    try:
        value = question.parse(text)
    except RefereeError:
        return False
    return new or question.coins is None or not question.coins(value)


def expect_thrown(question: Question[Any] | None, dice: str) -> None:
    """Check that dice suit this throw and those after it: that each is possible and thrown.

    Raises Unreadable if not, and for a bare sum in a row of dice too, which may be a die too many.
    """
    thrown, in_a_row = 0, "/" not in dice
    strikes: list[str] = []
    while dice:
        if question is not None and question.key == CARD and not thrown:
            card = question.prompt.partition(" (")[0].partition(":")[0]
            raise Unreadable(
                f"what is printed on {card} comes before {dice}; semicolons between. Nothing was entered."
            )
        if question is None or question.throw is None:
            many = f"{thrown} {'die is' if thrown == 1 else 'dice are'}" if thrown else "no dice are"
            by = f" ({', '.join(strikes)})" if strikes else ""
            raise Unreadable(f"{dice} is left over: {many} thrown here{by}. Nothing of this was entered.")
        first, dice = lines.next_throw(dice, question.throw)
        try:
            if thrown and in_a_row and first.isdigit() and len(first) == 1:
                check_roll((int(first),), 1, question.throw.faces)
            question.parse(first)
        except Unreadable as error:
            raise Unreadable(f"{first}: {error}. Nothing of this was entered.") if thrown else error from None
        thrown += question.throw.count
        strikes += _PURPOSE.findall(question.prompt)
        if question.follows is None or not lines.are_dice(dice):
            return
        question = question.follows(first)


def _are_names(words: Sequence[str], named: Sequence[str]) -> bool:
    """Return whether words are the first of a name, each perhaps cut to two letters or more, or with 's."""
    folded = [fold(word).rstrip(",:").removesuffix("'s") for word in words]
    folded = [word.removesuffix("s") if len(word) > LEAST else word for word in folded]
    return bool(folded) and all(
        name == word or (len(word) > 1 and name.startswith(word)) for word, name in zip(folded, named, strict=False)
    )


def says_next(part: str, player: str) -> bool:
    """Return whether a text only says that it is this player's turn now: "Bo's turn", "then Bo goes"."""
    words = {token.removesuffix("'s") for token in tokens_of(part)}
    own = {*tokens_of(player)}
    return bool(own) and own < words and words - own <= _NEXT


def _drops_letter(part: str, text: str) -> bool:
    """Return whether a part ends in "a and", where "a" is no article, and its answer has no such area."""
    return tokens_of(part)[-2:] == ["a", "and"] and "a" not in tokens_of(text)


def _priced(text: str) -> set[str]:
    """Return the words of a price, and each number with what it counts: "1 crystal" isn't in "1 gold, 2 crystals"."""
    words = " ".join(word for token in tokens_of(text) if (word := in_number(token).removesuffix("s")) not in IDLE)
    counted = re.findall(r"(\d+) (\D+)", words)
    return {*words.split(), *(f"{number} {word}" for number, behind in counted for word in behind.split())}


def _says_nothing(part: str) -> bool:
    """Return whether all words of a text are idle; a single letter isn't, as it may be an area's name."""
    return all(token in IDLE and token[1:] for token in tokens_of(part))


def _name_and_card(part: str) -> Iterator[tuple[str, str]]:
    """Yield ways to split a card's name from its text: at a colon, or before numbers or the word before them."""
    name, _, card = (one.strip() for one in part.partition(":"))
    if card:
        yield name, card
    if (match := _NAME_AND_NUMBERS.fullmatch(part)) is not None:
        words = match[1].split()
        for end in range(len(words), max(0, len(words) - 2), -1):
            yield " ".join(words[:end]), " ".join([*words[end:], match[2]])
