"""What is typed at a question: the answers of a line, and what a part of one means, perhaps with the next answer.

Words that fit no legal answer as they stand may be an answer behind which something stands that is asked for next:
dice, what is printed on a card, another move ("pit and fish"). What can be read in no way is refused, with what is
likely meant instead (`Meant`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any, NamedTuple

from msgspec import Struct

from referee.asking.dice import check_roll
from referee.asking.interrupts import is_interruption
from referee.asking.meaning import (
    ENDED,
    ENDS,
    FILLERS,
    IDLE,
    LEAST,
    NO_NAMES,
    QUIET,
    Meant,
    Several,
    Vocabulary,
    as_list,
    asks,
    exactly,
    fit,
    fit_plainer,
    in_number,
    likeliest,
    misspelt_command,
    proposed,
    refusal_of,
    refused_behind_verb,
    respelt,
    surely,
    tokens_of,
)
from referee.asking.question import OVERRULE, Command, Option, Question, read_command
from referee.effects.phrases import Misread
from referee.errors import Illegal, RefereeError, Unreadable, fault, refusal
from referee.play import line as lines
from referee.play.loop import TOGETHER
from referee.play.notation import as_answer, looks_like_correction, read_one
from referee.text.names import fold, printable, word_set
from referee.text.pattern import lazy_pattern

CARD = "card"
"""The key of the question what is printed on a card."""

_THROWN_FOR = lazy_pattern(r"(?:throws: )?([^:]+): \d+ (?:die|dice)")
"""What dice are thrown for, in the prompt that asks for them: "Bo throws: Bear strikes Wolf: 2 dice"."""

_NUMBERS_BEHIND = lazy_pattern(r"([^\d,:;]+?)(?:,| for| costs)? (\d.*[,/].*|\d+ [a-z].*|\d+[a-z](?: ?\d+[a-z])*)")
"""A card's name with what is printed on it behind, without a colon: "Troll 2, 9/2"."""

_THEN = lazy_pattern(
    r"(?:(?<!\bthe) first)?(?:,\s*(?:(?:and|then)\s+)*|\s+(?:and|then)\s+(?:then\s+)?)",
    re.IGNORECASE,
)
"""What people put between two answers, besides a semicolon."""

_BEFORE_CHOICE = ("to", "with", "using")
"""What people put before what they choose with an answer: "mud snare to Cleo"."""

_AT_FIRST = r"(?:(?:oh|ah|no|nope|oops|sorry|wait|er|erm|um|hm+|well|actually)\b[\s,.!]*)*"
_TAKEN_BACK = lazy_pattern(
    rf"(?:(.*?)[\s,.:!–-]+)?\b{_AT_FIRST}(?:\b(?:(?:i|we) (?:really )?meant?(?: to say)?|make that|scratch that)"
    rf"|(?<=\b)(?:sorry|oops|no wait|wait,? no))\b[\s,.:!–-]+(.+)",
    re.IGNORECASE,
)
"""What somebody takes back, and what is said in its place: "wolf 2, no, I meant 3"."""

_NO_WORDS = word_set("ah er erm hm no nope oh oops sorry um wait well")
"""What stands in front of it and is taken back by nobody."""

_RECANTS = lazy_pattern(r"(?:no|nope|oops|sorry|wait)\b[,.!:]", re.IGNORECASE)
"""How somebody begins who takes back what stands before it: "stay, no, walk"."""

_NOT_THAT = lazy_pattern(r"(.+?),? (?:and )?not (.+)", re.IGNORECASE)
"""What is meant, and what isn't: "3 not 2"."""

_LEFT_ALONE = word_set("nah no nobody none nope nothing without")
"""How somebody begins who says what is left alone."""

_UNSURE = word_set("after before but except first if not only then unless until wait")
"""Words by which somebody says that an answer isn't all that is meant."""

OVER = ("end", "end turn", "done")
"""How somebody ends what another decides after that."""


class Read(NamedTuple):
    """An answer as it is given, and what is left of its part of the line for the questions after it."""

    text: str
    rest: Sequence[str] = ()


class Reader(Struct, frozen=True):
    """Reads what is typed at a question, in the words of a table.

    `then` is the next part of the line, if any, and `usual` what Enter answers.
    """

    question: Question[Any]
    vocabulary: Vocabulary = QUIET
    then: str | None = None
    usual: str | None = None

    def after(self, text: str) -> Reader | None:
        """The reader at the question behind an answer; None where none comes, or it can't be given."""
        with suppress(RefereeError):
            if self.question.follows is not None and (following := self.question.follows(text)) is not None:
                return Reader(following, self.vocabulary)
        return None

    # --- the answers of a line --------------------------------------------------------------------

    def split(self, typed: str) -> list[str]:
        """The answers of a line that is typed at the question."""
        question, players = self.question, self.vocabulary.players()
        alone = (";" not in typed and "[" not in typed) or read_command(typed) is not None
        if alone or looks_like_correction(typed) or exactly(typed, question.options()) is not None:
            return [typed]
        first, _, rest = typed.partition(";")
        if question.key == CARD and not question.whole and question.language() and ":" in first:
            return [first.strip(), *lines.parts(rest, players)]
        found = lines.parts(typed, players) or [""]
        if question.whole:
            return found if typed.startswith('"') or self.is_instead(found[0]) else [typed]
        listed = question.options() or question.key == TOGETHER
        if not listed and (answers(question, typed) or not self._begins(found[0])):
            return [typed]
        return found

    def _begins(self, first: str) -> bool:
        """Whether the first part of a line is an answer by itself, dice, Enter, or something said instead of one."""
        question = self.question
        if question.throw is not None or self.is_instead(first):
            return True
        bare = not set(":,") & set(first)  # the name of a new card alone ends at a semicolon
        if answers(question, first, new=bare) or isinstance(fault(question.parse, first), Meant):
            return True  # to what is meant instead the rest of the line belongs
        return question.key != CARD and bool(as_list(question, first))

    def is_instead(self, part: str) -> bool:
        """Whether a part of a line is Enter, a command or an interruption."""
        return part in ("", "?") or read_command(part) is not None or is_interruption(self.question, part)

    def printed_on(self, name: str, typed: str) -> list[str]:
        """The name of a new card with what was typed of it; nothing if that is another answer."""
        if not set(typed) & set("0123456789,:") or self.is_instead(typed):
            return []
        if answers(self.question, typed) or answers(self.question, self.split(typed)[0]):
            return []
        if set(tokens_of(typed)[:1]) & set(tokens_of(name)):
            return []  # the answer again, written in another way
        if answers(self.question, f"{name}: {typed}"):
            return [f"{name}: {typed}"]
        following = self.after(as_answer(name))
        named = following is not None and fold(name.rpartition(" ")[2]) in fold(following.question.prompt)
        return [name, typed] if named and ":" not in typed.partition(",")[0] else []

    # --- what a part means ------------------------------------------------------------------------

    def read(self, part: str) -> Read | Command:
        """The answer that a part means and what stands behind it, or the question about the rules that it is.

        Raises Unreadable, Ambiguous or Illegal.
        """
        question = self.question
        bare = question.in_parts and not any(map(str.isalpha, part))  # numbers alone are no words of an option
        try:
            if bare:
                return Read(as_answer(question.record(question.parse(part), part)))
            return self._with_idle_answer(part, as_answer(self._fit(part)))
        except RefereeError as error:
            refused = error
        if not isinstance(refused, Several) and (said := self._without_subject(part)):
            try:
                if isinstance(read := self.read(said), Read):
                    return read
            except Meant:
                raise
            except RefereeError:  # what is wrong is told of the whole
                pass
        if isinstance(refused, Several) and len(led := list(self._leading(_texts(refused)))) == 1:
            return Read(as_answer(led[0]))
        if isinstance(refused, Illegal) and refusal_of(question, part) is not None:
            said = self._said_by_name(part, refused)  # "Bo" may begin the word "boat"
            if said:
                return self.read(said)
            sure = surely(question, part, self.vocabulary)  # "take the boat to the city", but no other verb first
            behind = sure is not None and tokens_of(sure.text)[0] in tokens_of(part)[1:]
            return Read(as_answer(sure.text)) if sure is not None and behind else self.refusal(part, refused)
        return next(found for found in self._otherwise(part, refused, bare=bare) if found is not None)

    def _with_idle_answer(self, part: str, text: str) -> Read:
        """An answer with an idle word behind it that answers what is asked next: "alms day, then stay"."""
        for between in _THEN.finditer(part):
            rest = part[between.end() :]
            said = {*tokens_of(rest)}
            if not said or not said <= FILLERS or said <= {*tokens_of(text)}:
                continue
            following = self.after(text)
            if following is not None and exactly(rest, following.question.options()) is not None:
                return Read(text, [rest])
        return Read(text)

    def _without_subject(self, part: str) -> str:
        """A move without the name of the piece that makes it in front: "the serpent goes to L"; "" if none is there.

        A part of the name does, unless it is a verb or a part of an answer too.
        """
        named, words = fold(self.question.subject).split(), part.split()
        verbs = self.question.verbs
        known = verbs.union(*(tokens_of(option.text) for option in self.question.options()))
        at = next((at for at, word in enumerate(words) if fold(word) not in FILLERS - verbs), len(words))
        for end in range(min(len(words) - 1, at + len(named)), at, -1):
            said = words[at:end]
            whole = [fold(word) for word in said] == named
            begun = all(len(word) > LEAST - 2 for word in said) and known.isdisjoint(tokens_of(" ".join(said)))
            if _THEN.match(f" {words[end]} ") or words[end - 1].endswith(","):
                continue  # it is one of several that are named
            if whole or (begun and any(_are_names(said, named[one:]) for one in range(len(named) - len(said) + 1))):
                return " ".join(words[end:]).removeprefix("is ")
        return ""

    def _otherwise(self, part: str, refused: RefereeError, *, bare: bool) -> Iterator[Read | Command | None]:
        """What a part that fits no answer as it stands may be, one way after the other; None where it isn't that.

        The last way is what it was `refused` with. Raises as `read` does.
        """
        question = self.question
        illegal, unread = isinstance(refused, Illegal), self._is_unread(refused)
        if not illegal and not bare:
            yield self._respelt(part)
        if not isinstance(refused, Illegal | Several) and not bare and not any(map(_says_nothing, _THEN.split(part))):
            sure = surely(question, part, self.vocabulary)
            yield Read(as_answer(sure.text)) if sure is not None else None
        if not illegal and not bare:
            yield self._card_or_dice(part, refused)
        if illegal or unread:
            yield self._before_another(part, alone=unread)
        if said := self._said_by_name(part, refused):
            try:
                yield self.read(said)
            except RefereeError as other:  # a name may well be part of an answer that isn't listed
                raise refused if question.open and type(other) is Unreadable else other from None
        yield self._with_card(part)
        yield self._card_and_more(part)
        yield self._beside_reason(part)
        if unread and not self.vocabulary.correction(part):
            try:
                yield Read(as_answer(fit_plainer(question, part, self.vocabulary)))
            except (Illegal, Meant, Several) as plainer:
                refused = plainer
            except RefereeError:
                pass
        if unread:
            yield self._before_usual(part)
        why = None if illegal else self._why_not_first(part) or self._why_not_behind(part)
        yield self.refusal(part, why or refused)

    def _respelt(self, part: str) -> Read | Command | None:
        """What a part is with its words parted and joined as names have them; None if that is nothing either.

        Raises Illegal, and Several.
        """
        question = self.question
        if question.whole or question.key == CARD or set(':"') & set(part) or asks(part):
            return None
        if (said := respelt(question, part)) == part:
            return None
        try:
            return self.read(said)
        except (Illegal, Several):
            raise
        except RefereeError:
            return None

    def _beside_reason(self, part: str) -> Read | None:
        """The answer beside what is left alone, or the reason of an end: "no items, accept", "nobody, too dear"."""
        question = self.question
        listed = [one.text for one in (*question.options(), *question.closed())]
        known = question.verbs.union(NO_NAMES, *map(tokens_of, (*listed, *self.vocabulary.players()))) - FILLERS
        first, comma, then = part.partition(",")
        for said, other in ((then, first), (first, then)) if comma else ():
            said = " ".join(word for word in said.split() if fold(word) not in IDLE)
            words = tokens_of(other)
            answer = next((one for one in (said, *ENDS) if exactly(one, question.options()) is not None), "")
            left = other is first and len(words) > 1 and words[0] in _LEFT_ALONE
            over = answer in ENDS or (question.moves is None and question.coins is None)
            reason = over and bool(words) and (known | _UNSURE).isdisjoint(words) and not re.search(r"\d", other)
            if answer and (left or reason) and fold(said) in (answer, *OVER, *(ENDS if reason else ())):
                return Read(as_answer(answer))
        return None

    def _is_unread(self, refused: RefereeError) -> bool:
        """Whether a text was refused as one that says nothing known, or a new name that nobody has to mean."""
        if isinstance(refused, Meant):
            return refused.new or self.question.coins is not None
        return not isinstance(refused, Illegal | Several)

    def _card_or_dice(self, part: str, refused: RefereeError) -> Read | None:
        """The answer behind which dice stand; of a card, what is wrong with it rather than with a number behind."""
        card = self.question.key == CARD and not self.question.whole  # one with rules may end in numbers
        if not card and not self.question.options():
            return None
        try:
            return self._before_dice(part)
        except Unreadable as error:
            raise (refused if card else error) from None

    def taken_back(
        self,
        part: str,
        numbered: Callable[[str], Option | None],
        earlier: Callable[[str], Option | None] = lambda part: None,
    ) -> RefereeError | None:
        """What is asked where somebody takes back what was said before: "ford d, no, I meant a" is likely "ford a".

        The new words stand for as many of those before them, or else for all; a number may be that of the list, as
        `numbered` has it. Where nothing stands before them, the last answer is meant, and a number is of the list
        that it was chosen from (`earlier`). None if nothing is taken back.
        """
        reason = looks_like_correction(part) or fold(part).startswith(f"{OVERRULE} ")  # "because I meant it"
        whole = asks(part) or ":" in part or reason
        said = None if whole else _TAKEN_BACK.fullmatch(part)
        if said is None or answers(self.question, part) or read_command(part) is not None:
            return None
        before, after = (said[1] or "").split(), said[2]
        before = before if {*tokens_of(said[1] or "")} - _NO_WORDS else []
        instead = _NOT_THAT.fullmatch(after)
        new, old = (instead[1], instead[2].rstrip(" .!").split()) if instead is not None else (after, [])
        if not before:
            meant = instead is not None or "mean" in fold(part[: said.start(2)])
            chosen = earlier(new) or Option(new)
            told = f"Take the last answer back, and then {printable(chosen.shown)}?"
            return Meant(told, "undo", rest=[chosen.text]) if meant else None
        many = len(old) or len(new.split())
        for kept in dict.fromkeys((max(0, len(before) - many), len(before) - 1, 0)):
            text = " ".join([*before[:kept], new])
            named = not old or list(map(fold, before[kept:])) == list(map(fold, old))
            if named and (option := numbered(text)) is not None:
                return Meant(f"Did you mean {printable(option.shown)}?", option.text)
            if named and (read := self._answer(text)) is not None:
                return Meant(f"Did you mean {printable(text)}?", read.text, rest=read.rest)
        return Unreadable(
            f'can\'t tell what "{printable(part)}" takes back; type the answer alone. Nothing was entered.'
        )

    def _answer(self, text: str) -> Read | None:
        """The answer that a text is, with what stands behind it; None if it can't be read."""
        if self.question.throw is not None and lines.are_dice(text):
            return Read(text) if answers(self.question, text) else None
        with suppress(RefereeError):
            read = self.read(text)
            return read if isinstance(read, Read) else None
        return None

    def refusal(self, part: str, error: RefereeError) -> Command:
        """The question about the rules that what is refused is. Raises Meant for what is likely, or the error."""
        if correction := self.vocabulary.correction(part):
            raise proposed(part, Option(correction)) from None
        if asks(part):
            if isinstance(error, Illegal):
                raise error
            return Command("rules", part)
        if isinstance(error, Illegal):
            raise error
        unread = not isinstance(error, Meant | Several)
        if unread and (command := misspelt_command(part)):
            raise proposed(part, Option(command)) from None
        if isinstance(error, Misread) and error.meant:
            raise Meant(str(error), error.meant) from None
        if unread and (likely := likeliest(self.question, part)) is not None:
            raise proposed(part, likely) from None
        raise error

    def fits(self, part: str) -> bool:
        """Whether a part of a line is an answer, perhaps with the name of its player in front."""
        try:
            ways = (part, self.without_name(part))
        except Unreadable:
            return False  # it is said by another
        for said in ways:
            try:
                self._meant(said)
            except Several:
                return True
            except Meant as near:
                if near.new:
                    continue
                return True  # it is asked about when its turn comes
            except RefereeError:
                continue
            return bool(said)
        return False

    def without_name(self, part: str) -> str:
        """An answer behind the name of the one who decides, without it: "Dan conj market"; "" if it isn't there.

        Raises Unreadable if it is another's turn.
        """
        who = self.question.who
        if not who or self.question.coins is not None:
            return ""
        words = part.split()
        for player in self.vocabulary.players():
            named = fold(player).split()
            many = max((at for at in range(1, len(named) + 1) if _are_names(words[:at], named)), default=0)
            if not many or not words[many:]:
                continue
            if player == who:
                return " ".join(words[many:])
            said = " ".join(words[many:])
            if fold(who).split()[0] != named[0] and (self.fits(said) or self._why_refused(said) is not None):
                raise Unreadable(f"It is {who}'s turn, not {player}'s.")
        return ""

    def _said_by_name(self, part: str, refused: RefereeError) -> str:
        """The same, but of what is likely something else nobody is told whose turn it is."""
        try:
            return self.without_name(part)
        except Unreadable:
            if isinstance(refused, Meant | Several):
                return ""
            raise

    def without_player(self, part: str) -> str:
        """An answer without the player's name and the colon in front. Raises Unreadable if it is another's turn."""
        name, colon, answer = part.partition(":")
        players, who = self.vocabulary.players(), self.question.who
        if not colon or not answer.strip() or answers(self.question, part) or not lines.is_player(name, players):
            return part
        if who and not lines.is_player(name, [who]):
            other = next(player for player in players if lines.is_player(name, [player]))
            raise Unreadable(f"It is {who}'s turn, not {other}'s.")
        return answer.strip()

    def _meant(self, part: str) -> str:
        """The answer that a part means, in plainer words if need be. Raises as `fit` does."""
        try:
            return fit(self.question, part, self.vocabulary)
        except Unreadable as error:
            if isinstance(error, Meant | Several):
                raise
            return fit_plainer(self.question, part, self.vocabulary)

    def _fit(self, part: str) -> str:
        """The answer that a part means, or another that is as good, if the next part can follow only that one."""
        text = fit(self.question, part, self.vocabulary)
        _, others = self._as_good(text)
        return next(self._leading([text, *others]), text) if others else text

    def _as_good(self, text: str) -> tuple[bool, list[str]]:
        """Whether what was said names an answer with others that are as good, a unit for one, and those others."""
        options = self.question.options()
        alike = next((option.alike for option in options if option.text == text), "")
        others = [option.text for option in options if alike and option.alike == alike and option.text != text]
        return bool(alike), others

    def _opens(self, following: Reader, part: str) -> bool:
        """Whether a part names, with all its words, a move that the answer before it opens to the same player."""
        asked = following.question
        with suppress(RefereeError):
            move = fit(asked, part, self.vocabulary)
            words, known = {*tokens_of(part)} - FILLERS, {one.text.split()[0] for one in self.question.options()}
            return asked.who == self.question.who and move.split()[0] not in known and words <= {*tokens_of(move)}
        return False

    def _leading(self, texts: Iterable[str], stands: Callable[[Reader], bool] | None = None) -> Iterator[str]:
        """Those of several answers behind which something `stands`; the next part of the line, if nothing else."""
        then = self.then
        if stands is None and then is None:
            return
        for text in texts:
            following = self.after(as_answer(text))
            if following is not None and (stands(following) if stands is not None else following.fits(then or "")):
                yield text

    # --- answers with the next one behind them ----------------------------------------------------

    def _before_dice(self, part: str) -> Read | None:
        """The answer behind which dice stand in a part; None where none does.

        Of several that fit it is the only one that throws so many. Raises Unreadable for dice that aren't thrown, and
        Illegal for a move that can't be made.
        """
        question = self.question
        refused: RefereeError | None = None
        if (said := self._before_spoken_dice(part)) is not None:
            return said
        for answer, dice in lines.dice_after(part):
            try:
                found = [fit(question, answer, self.vocabulary)]
            except Several as several:
                known = question.follows is not None and refused is None  # else a number was meant for a longer one
                texts = _texts(several) if known else []
                found = [text for text in texts if not text.rpartition(" ")[2].isdigit()] or texts  # no unsaid slot
            except RefereeError as error:
                refused = refused or (error if isinstance(error, Illegal) else None)
                continue
            numbers = {text.rpartition(" ")[2] for text in found}
            unsaid = any(number.isdigit() and number not in answer.split() for number in numbers)
            if unsaid and (len(dice) == 1 or (len(found) == 1 and refused is not None)):
                continue  # the first number was meant for this one, and isn't a die
            thrown = []
            for text in map(as_answer, found):
                try:
                    if question.follows is not None:
                        expect_thrown(question.follows(text), dice)
                    thrown.append(text)
                except Unreadable as error:
                    refused = refused or (error if len(found) == 1 else None)
                except RefereeError:
                    continue
            if len(thrown) == 1:
                return Read(thrown[0], [dice])
        if refused is not None:
            raise refused
        return None

    def _before_spoken_dice(self, part: str) -> Read | None:
        """The answer behind which dice stand that are told in words: "attack Troll, I rolled 4 and it 3"."""
        if not any(map(str.isdigit, part)) and not lines.says_dice(part):
            return None
        words = part.split()
        for at in range(len(words) - 1, 0, -1):
            if lines.are_dice(spoken := " ".join(words[at:])) or not lines.says_dice(spoken):
                continue
            if words[at - 1][-1] not in ",:" and lines.begins_dice(words[at]) <= lines.begins_dice(words[at - 1]):
                continue  # a name there is still a part of the answer, and "he" says whose dice these are
            with suppress(RefereeError):
                text = as_answer(fit(self.question, " ".join(words[:at]).rstrip(",:"), self.vocabulary))
                following = self.after(text)
                if following is None or following.question.throw is None:
                    continue
                dice = lines.dice_told(spoken, following.question.prompt, self.vocabulary.players())
                if lines.are_dice(dice):
                    expect_thrown(following.question, dice)
                    return Read(text, [dice])
        return None

    def _before_another(self, part: str, *, alone: bool) -> Read | None:
        """The answer before a comma, "and" or "then" behind which stands what can be answered next.

        Where it stands `alone`, it may have nothing between too. None where none does. Raises Meant for one that is
        only likely, and Illegal.
        """
        question = self.question
        if question.follows is None or question.whole:
            return None
        near: tuple[Meant, str] | None = None
        refused: Read | None = None
        for between in _THEN.finditer(part):
            first, rest = part[: between.start()], part[between.end() :]
            if _RECANTS.match(rest):
                continue
            try:
                text = self._first(first)
            except Meant as error:
                near = near or (error, rest)
                continue
            except RefereeError:
                continue
            following = self.after(text)
            if following is None or (following.question.who != question.who and tokens_of(rest)[:1] == ["i"]):
                continue  # "nothing, I pass" doesn't pass for the next player
            if (found := self._followed(text, following, rest, first)) is not None:
                return found
            if question.moves is not None and following._refuses(_THEN.split(rest)[0]):
                refused = refused or Read(text, [rest])  # it is told why when its turn comes
        if refused is not None:
            if (joined := self._joined(part)) is None and (
                why := refusal_of(question, _THEN.sub(" ", part))
            ) is not None:
                raise why  # "activate the warden, simple" where it can only be complex
            return joined or refused
        if (why := self._why_not_first(part)) is not None:
            raise why
        if (found := self._run_together(part, alone=alone)) is not None:
            return found
        if near is not None and not near[0].new and question.coins is None:
            following = self.after(near[0].answer)
            if following is not None and following.fits(_THEN.split(near[1])[0]):
                near[0].rest = [near[1]]
                raise near[0]
        return None

    def _joined(self, part: str) -> Read | None:
        """The move that all of the words are without what stands between them: "walks C and A"; None if none is."""
        said = _THEN.sub(" ", part)
        with suppress(RefereeError):
            text = self._meant(said)
            letters = [word for word in tokens_of(said) if len(word) == 1]
            if letters == [word for word in tokens_of(text) if len(word) == 1]:
                return Read(as_answer(text))
        return None

    def _first(self, part: str) -> str:
        """The answer that is meant before another; no new card's name is guessed. Raises as `fit` does."""
        if self.question.coins is not None and not answers(self.question, part):
            return as_answer(fit_plainer(self.question, part, self.vocabulary))
        return as_answer(self._meant(self.without_name(part) or part))

    def _followed(self, text: str, following: Reader, rest: str, first: str) -> Read | None:
        """An answer with the rest of its part: what can be answered next, says the same again or comes by itself."""
        mine, asked = self.question, following.question
        left_alone = tokens_of(first)[0] in _LEFT_ALONE and fold(first) != text
        if (
            (asked.who not in ("", mine.who) and fold(rest) in OVER)
            or (text in ENDS and (fold(rest) != text or left_alone) and self._means(rest, text))  # "no, I'm done"
            or (asked.key != mine.key and self._means(rest, mine.default))  # it comes by itself
            or any(self._repeats(rest, answer) for answer in asked.passed)  # it came by itself
        ):
            return Read(text)
        if self._alters(text, then := _THEN.split(rest)[0]):
            return None
        if not asked.whole and following.fits(then):
            return Read(text, [rest])
        return Read(text) if self._tells_price(text, rest) or self._means(rest, read_one(text).text) else None

    def _alters(self, text: str, rest: str) -> bool:
        """Whether what stands behind a move makes another of it, legal or not: "with strength and wills"."""
        begun = text.rpartition(" ")[0]
        if self.question.moves is None or " " not in begun:
            return False
        said = f"{begun} {rest}"
        return fold(said) != fold(text) and (
            answers(self.question, said) or refusal_of(self.question, said) is not None
        )

    def _tells_price(self, text: str, rest: str) -> bool:
        """Whether a part only says what the move costs and brings: "buy Club, pay 4 wood"."""
        option = next((one for one in self.question.options() if one.text == text), None)
        said = [in_number(token) for token in tokens_of(rest) if token not in IDLE]
        if option is None or len(said) < 2 or len(said) % 2:
            return False
        told = {(number, unit.removesuffix("s")) for number, unit in pairwise(tokens_of(option.detail))}
        return all((said[at], said[at + 1].removesuffix("s")) in told for at in range(0, len(said), 2))

    def _repeats(self, rest: str, answer: str) -> bool:
        """Whether a part of a line says an answer that was given by itself, in its words or those for an end."""
        said = [token for token in tokens_of(rest) if token not in IDLE]
        named = {*tokens_of(answer)}
        ended = answer in ENDS and fold(rest) in (*OVER, *ENDED)
        return ended or (bool(said) and {*said} <= named and said[0] == tokens_of(answer)[0])

    def _run_together(self, part: str, *, alone: bool) -> Read | None:
        """An answer with the next one right behind it, which may lack its verb: that is the first word, then.

        Where they can't stand `alone`, only that.
        """
        words = part.split() if self.question.moves is not None else []
        players = [fold(player).split() for player in self.vocabulary.players()]
        for at in range(len(words) - 1, 0, -1):
            if _THEN.match(f" {words[at]} "):
                continue
            first, then = words[:at], words[at:]
            if any(fold(word) == f"{fold(player)}'s" for word in first for player in self.vocabulary.players()):
                continue  # "Bo's conjurer" is no Bo
            if any(_are_names(first, named) for named in players) or _says_nothing(" ".join(then)):
                continue
            for said, behind in ((first * alone, then), (first * (at > 1), [words[0], *then])):
                if said and (found := self._before_verb(" ".join(said), behind)) is not None:
                    return found
        return None

    def _why_not_first(self, part: str) -> Illegal | None:
        """Why the first of several moves can't be made: "use mill, then strike"; None if it can, or isn't read."""
        for between in _THEN.finditer(part) if self.question.moves is not None else ():
            if (why := self._why_refused(part[: between.start()])) is not None:
                return why
        return None

    def _why_not_behind(self, part: str) -> Illegal | None:
        """Why what stands behind a unit can't be done by it: "spears farm"; None if it can, or isn't read."""
        words = part.split() if self.question.moves is not None else []
        for at in range(len(words) - 1, 0, -1):
            with suppress(RefereeError):
                text = fit(self.question, " ".join(words[:at]), self.vocabulary)
                named, others = self._as_good(text)
                after = [self.after(as_answer(one)) for one in (text, *others)] if named else []
                whys = [one._why_refused(" ".join(words[at:])) for one in after if one is not None]
                if whys and all(whys):
                    return whys[0]
        return None

    def _why_refused(self, part: str) -> Illegal | None:
        """Why what a part of a line means isn't legal; None if it is, or isn't read."""
        with suppress(RefereeError):
            return refusal(fit, self.question, part, self.vocabulary)
        return None

    def _means(self, part: str, answer: str | None) -> bool:
        """Whether a part of a line is this answer, in whatever words."""
        with suppress(RefereeError):
            text = self._meant(part)
            return answer is not None and self.question.record(self.question.parse(text), text) == answer
        return False

    def _refuses(self, part: str) -> bool:
        """Whether a part of a line is a move that can't be made, perhaps without its verb."""
        if self.question.moves is None:
            return False
        known = [*self.question.options(), *self.question.closed()]
        return refusal_of(self.question, part) is not None or any(refused_behind_verb(self.question, part, known))

    def _before_verb(self, first: str, then: Sequence[str]) -> Read | None:
        """An answer that is followed by words with which the next one begins; None if it isn't.

        Of several that fit it is the only one behind which they can stand.
        """
        rest, said = " ".join(then), fold(then[0])
        behind = _THEN.split(rest)[0]
        several, named = False, False
        try:
            text = fit(self.question, first, self.vocabulary)
            if self._alters(text, " ".join(then[then[0] == text.partition(" ")[0] :])):
                return None
            begun, _, slot = text.rpartition(" ")
            begun = begun if slot.isdigit() and slot not in first.split() else text
            longer = [one.text for one in self.question.options() if one.text.startswith(f"{begun} ")]
            named, others = self._as_good(text)
            texts = [text, *(one for one in longer if one != text), *others]
        except Several as error:
            texts, several = _texts(error), True
        except RefereeError:
            return None

        def begins(following: Reader) -> bool:
            asked = following.question
            if asked.coins is not None or asked.key == CARD:
                return False
            verbs = {option.text.partition(" ")[0] for option in asked.options()} | asked.verbs
            if {said, said[:-1]} & {*verbs, *_BEFORE_CHOICE}:
                dice = lines.dice_after(behind) if named else []  # a slot elsewhere
                return any(map(following.fits, (behind, *(answer for answer, _ in dice))))
            return named and self._opens(following, behind)

        found = list(self._leading(texts, begins))
        return None if not found or (several and len(found) > 1) else Read(as_answer(found[0]), [rest])

    def _before_usual(self, part: str) -> Read | None:
        """The usual move, if what is asked of nobody else behind it is answered by a part."""
        question, usual = self.question, self.usual
        if question.moves is None or usual is None or not part[:1].isalpha():
            return None
        following = self.after(as_answer(usual))
        if following is None or following.question.who not in ("", question.who):
            return None
        with suppress(RefereeError):
            if following.question.coins is None:
                fit(following.question, part, self.vocabulary)
            elif not answers(following.question, part):
                return None
            return Read(usual, [part])
        return None

    def _with_card(self, part: str) -> Read | None:
        """The name in front of a colon, a comma or numbers, if what is printed on that card is asked for next.

        That stands behind it, with what was typed after it where a card holds no semicolons; else all of it is one
        answer.
        """
        question = self.question
        if question.whole or question.follows is None or asks(part):
            return None
        found: Read | None = None
        whole = [one for one in _name_and_card(part) if ":" in part or self._may_be_name(one[0])]
        first, _, rest = (one.strip() for one in part.partition(","))
        for name, card, sure in (*((*one, True) for one in whole), (first, rest, False)):
            if not card or (not sure and found) or not answers(question, name, new=True):
                continue
            text = as_answer(question.record(question.parse(name), name))
            following = self.after(text)
            called = text.partition(" ")[2] if question.moves is not None else text
            if following is None or fold(called) not in fold(following.question.prompt):
                continue
            behind = [card] if following.question.whole else following.split(card)
            reads = answers(following.question, behind[0], new=True)
            printed = following.question.key == CARD and (sure or re.search(r"\d", card))
            if reads or (found is None and printed):
                found = Read(text, behind)
        if found is None:
            wholes = [f"{name}: {card}" for name, card in whole]
            return next((Read(as_answer(one)) for one in wholes if answers(question, one, new=True)), None)
        return found

    def _may_be_name(self, text: str) -> bool:
        """Whether a text may be a new card's name, and says nothing of players: "give Bo", "I fight"."""
        said = set(tokens_of(text))
        players = {word for player in self.vocabulary.players() for word in tokens_of(player)}
        return bool(said - IDLE) and said.isdisjoint({"i", *players})

    def _card_and_more(self, part: str) -> Read | None:
        """A whole card behind which stands what can be answered next; None where none does.

        Nothing that may be a part of the card is taken for an answer: no number, no rule, no new name.
        """
        question = self.question
        if not question.whole or question.follows is None:
            return None
        pieces = [piece.strip() for piece in part.split(";")]
        for end in range(len(pieces) - 1, 0, -1):
            card, then = "; ".join(pieces[:end]), pieces[end]
            if not then or ":" in then or then[0].isdigit() or not answers(question, card):
                continue
            if (following := self.after(as_answer(card))) is None:
                continue
            with suppress(RefereeError):
                if following.question.moves is not None:
                    fit(following.question, then, self.vocabulary)
                elif not answers(following.question, then):
                    continue
                return Read(as_answer(card), pieces[end:])
        return None


def shortest(question: Question[Any], vocabulary: Vocabulary = QUIET) -> str:
    """The shortest way to type an answer, with what the same player may say behind it; "" for none is known."""
    example = question.example()
    with suppress(RefereeError):
        after = Reader(question, vocabulary).after(as_answer(fit(question, example, vocabulary))) if example else None
        if after is not None and after.question.key == question.key and after.question.who == question.who:
            return f"{example} {after.question.example()}".strip()
    return example


def _texts(several: Several) -> list[str]:
    """The answers that what was typed fits."""
    return [option.text for option in several.options]


def answers(question: Question[Any], text: str, *, new: bool = False) -> bool:
    """Whether a text answers a question as it stands, and names nothing `new` unless it may."""
    try:
        value = question.parse(text)
    except RefereeError:
        return False
    return new or question.coins is None or not question.coins(value)


def expect_thrown(question: Question[Any] | None, dice: str) -> None:
    """Refuse dice for this throw, and for those after it, if one of them can't be or isn't thrown.

    Raises Unreadable; for a bare sum in a row of dice too, which may as well be a die too many.
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
        strikes += _THROWN_FOR.findall(question.prompt)
        if question.follows is None or not lines.are_dice(dice):
            return
        question = question.follows(first)


def _are_names(words: Sequence[str], named: Sequence[str]) -> bool:
    """Whether words are the first ones of a name, each perhaps cut short to two letters or more, or with 's."""
    said = [fold(word).rstrip(",:").removesuffix("'s") for word in words]
    return bool(said) and all(
        name == word or (len(word) > 1 and name.startswith(word)) for word, name in zip(said, named, strict=False)
    )


def _says_nothing(part: str) -> bool:
    """Whether all words of a text are idle; a letter may be an area's name."""
    return all(token in IDLE and token[1:] for token in tokens_of(part))


def _name_and_card(part: str) -> Iterator[tuple[str, str]]:
    """A card's name and what is printed on it: parted by a colon, or where numbers or a word before them begin."""
    name, _, card = (one.strip() for one in part.partition(":"))
    if card:
        yield name, card
    if (match := _NUMBERS_BEHIND.fullmatch(part)) is not None:
        words = match[1].split()
        for end in range(len(words), max(0, len(words) - 2), -1):
            yield " ".join(words[:end]), " ".join([*words[end:], match[2]])
