"""The odds of the options after a record's moves, as stable JSON and as a screen."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from referee.declaration.game import CostAsked
from referee.declaration.reports import IllegalAt, MistakeReport, Remedy, of_choices, taken_back
from referee.errors import Illegal, Unreadable
from referee.games.prophecy.fights import opening
from referee.games.prophecy.fights.opening import FightBegun
from referee.games.prophecy.fights.record import Record, expect_moves
from referee.games.prophecy.fights.state import ENEMY, OWN, Fight, Side
from referee.games.prophecy.fights.verdict import RecordPlayer, Verdict, judge, one_die
from referee.games.prophecy.odds import options
from referee.games.prophecy.odds.options import FightOption
from referee.games.prophecy.odds.reckoning import Chance, Reckoning
from referee.games.prophecy.vocabulary import GAME
from referee.text.names import fold
from referee.text.screen import ShownReport

if TYPE_CHECKING:
    from referee.games.prophecy.rules.state import GameState, Setup


def report(found: Record | tuple[Setup, GameState], asked: str | None, magic: Iterable[str] = ()) -> ShownReport:
    """Report the odds of the options after a record's moves, or of one; of a game those of the fights within reach.

    In the data the chances are in lowest terms, and magic and health are the price of the type.
    Raises BadInput, Unreadable, Illegal.
    """
    if not isinstance(found, Record):
        from referee.games.prophecy.odds.reach import report_reach  # loaded only for a whole game

        return report_reach(*found, asked)
    from referee.games.prophecy.screens.fights import show_odds

    if asked is not None:
        moves = (*found.file.moves, *(part.strip() for part in asked.split(";")))
        found = replace(found, file=replace(found.file, moves=moves))
        expect_moves(found)
    verdict = RecordPlayer(found, to_end=False).run()
    offered = options_of(verdict)[: None if asked is None else 1]
    data = {
        "game": GAME,
        "legal": verdict.illegal is None,
        "over": verdict.result is not None and verdict.lying is None,
        "illegal": verdict.illegal_data,
        "options": list(map(options.option_data, offered)),
    }
    return ShownReport(data, partial(show_odds, verdict, offered), against=verdict.illegal is not None)


def options_of(verdict: Verdict) -> list[FightOption]:
    """List the options after the moves of a played record; none if it is over, or a move is illegal."""
    scene, fight = verdict.record.scene, verdict.fight
    reckoning = Reckoning(average=verdict.record.file.dice == "average")
    if verdict.illegal is not None:
        return []
    if fight is None:
        if scene.creature is not None:
            return list(options.fighting(reckoning, scene, verdict.heroes[OWN]))
        return list(options.attacking(reckoning, scene, verdict.heroes))
    price = next((event.price for event in verdict.events if isinstance(event, FightBegun)), {})
    if verdict.lying is not None:
        return list(options.answering(reckoning, verdict.lying, price, _speaker(verdict)))
    if verdict.question is None:
        return []
    if verdict.question.key == "defend":
        return list(options.defending(reckoning, fight, price))
    if verdict.question.key == "arms":
        return list(options.rearming(reckoning, fight, price, _speaker(verdict)))
    return list(options.rolling(reckoning, fight, price, _speaker(verdict)))


def _speaker(verdict: Verdict) -> int:
    """Return which of two heroes may announce something now."""
    assert verdict.question is not None
    assert verdict.fight is not None
    return ENEMY if verdict.question.who != verdict.fight.own.hero.name else OWN


# --- Cost -----------------------------------------------------------------------------------------
# The exact cost of a mistake in a fight's record: the chance to win with the rule kept, and as played.


def cost_of_mistakes(record: Record, asked: CostAsked) -> Iterator[MistakeReport]:
    """Yield the cost of each mistake of a record: a wrong result, an illegal move. Raises BadInput.

    For a named entry of a game, choices that weren't best are included too, in a fight with a Creature.
    """
    verdict = judge(record)
    if verdict.disputes:
        yield _cost_of_result(verdict)
    if verdict.illegal is not None:
        yield _cost_of_move(verdict, verdict.illegal)
    elif asked.entry is not None and record.scene.creature is not None:
        yield from of_choices(record.where, asked.entry, list(_costs_of_choices(record)))


def _costs_of_choices(record: Record) -> Iterator[MistakeReport]:
    """Yield the cost of each move that wasn't the best in a fight with a Creature, as known before its dice."""
    creature = record.scene.enemy
    for number, text in enumerate(record.file.moves, 1):
        options = options_of(_before(record, number - 1))
        best = max(options, key=lambda option: option.chance.rank, default=None)
        played = _odds_of_move(record, number, options)
        if best is None or played is None or not best.chance.better(played):
            continue
        yield MistakeReport(
            f"{record.file.hero.name} against {creature.name}, move {number} ({text})",
            (
                f"With the best move ({best.move}) {best.chance.description}; as it was played {played.description}.",
                "What each pays and uses up isn't weighed.",
            ),
            (),
            {
                "sort": "choice",
                "mistake": text,
                "move": number,
                "best": best.move,
                "kept": best.chance.fractions(),
                "played": played.fractions(),
            },
            float(best.chance.rank[0] - played.rank[0]),
        )


def _odds_of_move(record: Record, number: int, options: Sequence[FightOption]) -> Chance | None:
    """Return the odds of a move before its dice, an opening's at its best; None if unknown."""
    text = fold(record.file.moves[number - 1])
    if text.split()[0] == "fight":
        options = options_of(_before(record, number))
        return max((option.chance for option in options), key=lambda chance: chance.rank, default=None)
    if one_die(text):
        return None
    names = (text, "roll") if text.split()[0] == "roll" else (text,)
    return next((option.chance for option in options if fold(option.move) in names), None)


def _cost_of_result(verdict: Verdict) -> MistakeReport:
    """Return the cost of a wrong result: it is certain; with the odds before the last roll."""
    record, claim = verdict.record, verdict.record.file.claim
    rolls = [at for at, move in enumerate(record.file.moves) if fold(move).split()[:1] == ["roll"]]
    before = _before(record, rolls[-1]) if rolls else None
    options = options_of(before) if before is not None else []
    sentences = [f"As it is the fight is {verdict.result}, as claimed {claim}."]
    if options:
        sentences.append(f"Before its last roll it stood at {options[0].chance.description}.")
    plain = {"sort": "claim", "mistake": claim, "move": None, "kept": verdict.result, "played": claim}
    return MistakeReport(
        f"the claim ({claim}, it is {verdict.result})",
        tuple(sentences),
        (Remedy(f"correct the claim: it is {verdict.result}"), Remedy("let it stand, and go on with the cards")),
        {**plain, "before": options[0].chance.fractions() if options else None},
    )


def _cost_of_move(verdict: Verdict, illegal: IllegalAt) -> MistakeReport:
    """Return the cost of an illegal move: the best legal one in its place, and the odds if it stands."""
    record = verdict.record
    text = record.file.moves[illegal.number - 1]
    before = _before(record, illegal.number - 1)
    best = max(options_of(before), key=lambda option: option.chance.rank, default=None)
    wrong = opened_so(before, text)
    kept = "nothing more can be done" if best is None else f"{best.chance.description} ({best.move})"
    played = "what came after can't be computed" if wrong is None else f"as it was played {wrong.description}"
    back, better = taken_back("move", record.where, illegal.number), list[Remedy]()
    if best is not None and not re.match("roll|.*;", best.move):  # a roll needs its dice; it is one move
        what = f"play {best.move} instead, with the same dice where they fit"
        better.append(Remedy(what, f"{back.command} --instead {shlex.quote(best.move)}"))
    return MistakeReport(
        f"move {illegal.number} ({text})",
        (f"With the best legal move {kept}; {played}.",),
        (back, *better, Remedy("let it stand, and go on with the cards")),
        {
            "sort": "illegal",
            "mistake": text,
            "move": illegal.number,
            "best": None if best is None else best.move,
            "kept": None if best is None else best.chance.fractions(),
            "played": None if wrong is None else wrong.fractions(),
        },
    )


def _before(record: Record, many: int) -> Verdict:
    """Play a record up to its first `many` moves."""
    cut = replace(record, file=replace(record.file, moves=record.file.moves[:many]))
    return RecordPlayer(cut, to_end=False).run()


def opened_so(before: Verdict, text: str) -> Chance | None:
    """Compute the odds of an illegal opening with too many Items; None for other moves.

    None too if the price can't be paid.
    """
    scene, hero = before.record.scene, before.heroes[OWN]
    if scene.creature is None or before.fight is not None:
        return None
    with suppress(Unreadable, Illegal):
        opened = opening.read_opening(text, ("fight",), hero, scene)
        kind = opened.type or opening.types(scene.creature)[0]
        opening.verify_type(scene.creature, kind)
        paid = opening.paid(scene, Side(hero, opened.items), kind)
        begun = Fight(scene, (Side(paid, opened.items),), kind, lives=scene.creature.lives)
        return Reckoning(average=before.record.file.dice == "average").after_throw(begun)
    return None
