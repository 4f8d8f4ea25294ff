"""Questions about the course of a game: whose turn, who leads, what is under way or was done last."""

from __future__ import annotations

import re
from collections.abc import Sequence

from referee.answers.forms import MOST, TURN, Statement, as_statement
from referee.answers.history import History, turn_of
from referee.answers.moves import MovesNow
from referee.answers.public import GameFacts
from referee.declaration.plain import explaining_of
from referee.declaration.tracking import missing_for_score
from referee.play.notation import Step
from referee.rulebook.indexing import stem, words_of
from referee.rulebook.rules import rulebook
from referee.text.names import and_list
from referee.text.pattern import lazy_pattern

_AFTER = lazy_pattern(
    r"who(?:se)?(?: turn| is| was| it| goes| comes| plays| moves| places| acts| resolves| sits"
    r"| picks| recruits| decides)*(?: turn)?(?: next)?"
    r" (after|before) (me|mine|\w+?)s?(?: turn| round)?"
)
"""Questions who follows a player."""
_BEGAN = lazy_pattern(
    r"who (?:started|began|went first|had the first turn|was (?:the )?first(?: player)?)(?: the game)?"
)
_HAVE_TO = lazy_pattern(r"(?:do|does|must) (?:i|we|\w+)(?: really)?(?: have to)?(?: (?:answer|do|it|that|this|now))*")
"""Questions whether a decision must be made."""
_ADVICE = lazy_pattern(
    r"(?:what (?:should|shall|must|do) (?:i|we) do|(?:what|which) (?:is|would be) (?:my|the|a) (?:best|good) "
    r"(?:move|choice|option|thing to do)|what (?:do|would) you (?:advise|do|recommend|suggest)|"
    r"any (?:advice|ideas|tips)|how do (?:i|we) (?:begin|start)|what now)"
    r"(?: first| next| then| now| here| for (?:me|us|\w+))*"
)
_ROLLS = lazy_pattern(
    r"(?:what|how many dice|how much) (?:do|does|must|should|can|may|am|are|is|will) (?:the )?(.+?)"
    r" (?:(?:need|have|got|going|to|now)\b ?)*(?:roll|throw|rolling|throwing|(?<=to )(?:hit|wound|hurt|beat|win))\b"
    r"(?! again\b)(.*)"
)
"""Questions about dice that must be thrown now."""
_LATELY = lazy_pattern(
    r"what (?:did|has|have) (?:just )?\w+(?: just)? (?:do|done|play|played|happen)(?: just| last| now| before"
    r"| (?:in|on) (?:his|her|the|my) (?:last |latest )?(?:turn|move)| last (?:turn|time|round)| this (?:turn|round))*"
    r"|what (?:has )?(?:just )?happened(?: just| last| now| before| (?:in the )?last turn)*"
    r"|what was (?:the last|\w+ last) (?:move|action|turn)"
)
"""Questions what was done last."""
_OF_THING = lazy_pattern(
    r"what (?:(?:has )?happened to|became of|(?:did|has) (\w+) (?:do|done) (?:to|with)) (?:the |my )?(.+)"
    r"|what did (?:the |my )?(.+) do(?: (?:just|last|in|on|his|her|its|the|this|turn|round))*"
)
"""Questions what was done to a card or a unit, or by it."""
_UNDER_WAY = lazy_pattern(
    r"(?:.+ )?(?:if|when) (?:(?:the |my )?\w+ )?\w+ (?:wins?|loo?ses?|draws?|lost|won)"
    r"(?: (?:it|this|now|the|fight|battle))*(?: (?:to|against|with) .+)?"
    r"|(?:who|what) (?:am|are|is|does) (?:\w+ )?(?:fight|fighting|attacking|attacked)(?: against)?(?: who\w?| what)?"
    r"|who (?:attacks|fights)(?: who(?:m|ever)?)?|what is (?:going on|happening)(?: now)?"
)
"""Questions about the move that isn't finished yet."""


class Course:
    """Answers about the course of a game: whose turn it is, who leads, what is under way, what was done."""

    def __init__(self, facts: GameFacts, moves: MovesNow) -> None:
        self._facts, self._moves, self.history = facts, moves, History(facts)

    def of_turns(self, typed: Sequence[str], plain: str) -> Statement | None:
        """Answer whose turn it is, who follows, what must be decided or thrown now, and what was done last."""
        if TURN.fullmatch(plain):
            turn = self._facts.turn()
            following = self._facts.known("whose turn is next") if "next" in typed else None
            return Statement(following.answer, (turn.answer,), ()) if following is not None else turn
        if asked_after := _AFTER.fullmatch(plain):
            way, name = asked_after.groups()
            mine = name in ("me", "mine", self._facts.who.lower())
            follows = self._facts.known("whose turn is next")
            reply = follows if mine and way == "after" else None
            if reply is not None and self._facts.who not in reply.answer.rpartition(": ")[2]:
                return reply
            seated = (
                "sits" in typed or follows is None or self._after("", 1).rpartition(": ")[2] in follows.answer
            )  # else it is a draft
            if seated and (after := self._after(name, 1 if way == "after" else -1)):
                return Statement(after, rules=())
        if _HAVE_TO.fullmatch(plain) and (must := self._moves.list_now()) is not None:
            return must
        if _ADVICE.fullmatch(plain):
            turn = self._facts.turn()
            goal = () if self._facts.question is None else rulebook(self._facts.table.game.name).newcomers
            return Statement(turn.answer, tuple(goal), rules=())
        return self._rolls(plain) or self._lately(typed, plain)

    def began(self, plain: str) -> Statement | None:
        """Tell who had the first turn."""
        steps = self._facts.table.session.steps if _BEGAN.fullmatch(plain) else ()
        first = (one.who for one in steps if one.who and re.search(r"\b(?:round|turn) 1\b", one.at))
        return as_statement([f"{who} began" for who in first][:1])

    def leads(self) -> Statement | None:
        """Tell who is ahead in a line: all scores if the game ended now, or who has most of what wins; else None."""
        words, outcome = self._facts.table.game.scores().words(), self._facts.outcome
        if outcome is None:
            lacks = missing_for_score(self._facts.rules, self._facts.state)
            return Statement(f"That isn't known; not tracked: {and_list(lacks)}.") if lacks else None
        if not words.points or self._facts.question is None:
            every = (
                f"{one.name} {one.total} {words.unit}" for one in sorted(outcome.standing, key=lambda one: -one.total)
            )
            return as_statement([*words.verdict(outcome), *([", ".join(every)] if words.points else ())])
        best, *others = sorted(outcome.standing, key=lambda one: -one.total)
        told = [f"{best.name} {best.total} {words.unit}", *(f"{one.name} {one.total}" for one in others)]
        return Statement(f"If the game ended now: {', '.join(told)}.", rules=())

    def still(self, typed: Sequence[str]) -> Statement | None:
        """Answer how many of the things that win the game a player has, and how many more it takes."""
        telling, whose = {*map(stem, typed)}, self._facts.players_in(typed)
        to_win, outcome = self._facts.table.game.scores().to_win(self._facts.table.setup), self._facts.outcome
        if len(whose) != 1 or outcome is None:
            return None
        for thing, needed in to_win.items():
            if telling & {stem(thing), "win", "winn"}:
                has = next((int(one.counts[thing]) for one in outcome.standing if one.name in whose), needed)
                if has < needed:
                    return Statement(f"{min(whose)} has {has} of the {needed} {thing} that win: {needed - has} more.")
        return None

    def _after(self, name: str, seats: int) -> str:
        """Return who sits after, or before, a player ("me": who decides; "": whose turn it is); "" for nobody."""
        state = self._facts.state
        names = [one.name for one in state.players if not one.gone]
        active = dict(self._facts.table.game.rules().seats(state)).get("active")
        turn = self._facts.who if active is None else state.players[active].name
        who = {"me": self._facts.who, "mine": self._facts.who, "": turn}.get(name) or next(
            (one for one in names if name in words_of(one)), ""
        )
        way = "After" if seats > 0 else "Before"
        return f"{way} {who}: {names[(names.index(who) + seats) % len(names)]}." if who in names else ""

    def under_way(self, asked: str) -> Statement | None:
        """Tell of a move that isn't finished: what must be answered, and what is printed on its cards."""
        draft, question = self._facts.table.session.draft, self._facts.question
        if question is None or not _UNDER_WAY.fullmatch(" ".join(words_of(asked))):
            return None
        only = [f"{one.text}, {one.detail}" for one in question.options() if not draft and not question.private]
        if not draft and (len(only) != 1 or not only[0].startswith(("fight ", "attack "))):
            return None
        text = self._facts.table.session.public_text(Step.of(draft)) if draft else only[0]
        named = self._facts.cards_named([*words_of(question.prompt, text.partition(" with ")[0])], whole=True)
        kinds = {one.name: one.kinds for one in self._facts.knowledge.board.things if one.kinds}
        foe = next((one for one in self._facts.players if one != self._facts.who and one in question.prompt), "")
        ruled, ends = tuple[str, ...](), re.search(r"(?i)\b(?:if|when) \w+ (draw)?", asked)
        if ends and foe in kinds:
            end = "draw" if ends[1] else "lose"
            ruled = self._facts.ruled(f"what happens if i {end} against a {kinds[foe]}", sure=0.5)
        elif ends:
            ruled = self._facts.ruled(re.sub(r" (?:to|against|with) .+", "", asked))
        return Statement(f"{question.prompt} ({text}).", (*self._facts.printed_on(named), *ruled[:1]), ruled[1:])

    def _rolls(self, plain: str) -> Statement | None:
        """Tell which dice must be thrown now, and what is printed on the cards that they are thrown for."""
        if (
            self._facts.question is None
            or self._facts.question.throw is None
            or not (asked_of := _ROLLS.fullmatch(plain))
        ):
            return None
        prompt, throw = self._facts.question.prompt, self._facts.question.throw
        if not {*asked_of[1].split()} <= {"i", "we", "he", "she", "they", "it", *words_of(prompt, self._facts.who)}:
            return None
        dice = f"{throw.count} {'die' if throw.count == 1 else 'dice'} with {min(throw.faces)} to {max(throw.faces)}"
        named, session = self._facts.cards_named([*words_of(prompt)], whole=True), self._facts.table.session
        describe = explaining_of(self._facts.table.game).describe
        before = [one.text for one in describe(self._facts.table.setup, session.state, session.events_under_way)]
        asked = prompt if re.search(r"\bdic?e\b", prompt) else f"{prompt}: {dice}"
        told = before[-1:] or [f"{line}." for line in self._facts.printed_on(named)]
        return Statement(f"{asked}.", tuple(told), rules=())

    def _lately(self, typed: Sequence[str], plain: str) -> Statement | None:
        """Tell what somebody, or whoever was last, did in the turn that was the last one."""
        if (asked_of := _OF_THING.fullmatch(plain)) and (name := asked_of[2] or asked_of[3]):
            things = {" ".join(words_of(one)) for one in self._facts.names}
            by = min(self._facts.players_in([asked_of[1] or ""]), default="")
            if (
                name in things
                and bool(by) is bool(asked_of[1])
                and (asked_of[2] or not self._facts.players_in([name]))
            ):
                return self.history.of_thing(name, by)
        number = re.search(r" (?:in|on|during) ((?:turn|round) \d+)$", plain)
        if not _LATELY.fullmatch(plain[: number.start()] if number else plain):
            return None
        session, whose = self._facts.table.session, self._facts.players_in(typed)
        turns = dict.fromkeys((step.who, turn_of(step.at)) for step in reversed(session.steps) if step.who)
        now = turn_of(self._facts.rules.label(self._facts.state))
        turns = {turn: None for turn in turns if turn[0] in (whose or {turn[0]})}
        if "last" in typed and {"turn", "round"} & {*typed}:  # the turn before this one
            turns = {turn: None for turn in turns if turn[1] != now} or turns
        if len(whose) > 1 or not turns:
            return None
        told = list[str]()
        for last in [turn for turn in turns if re.match(rf".*\b{number[1]}\b", turn[1])] if number else [*turns][:1]:
            its = [session.public_text(step) for step in session.steps if (step.who, turn_of(step.at)) == last]
            told.append(f"{', '.join(last)}: {'; '.join(its[-MOST:])}.")
        return as_statement(told[::-1])
