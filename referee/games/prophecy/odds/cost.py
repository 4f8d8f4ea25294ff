"""What a mistake in a fight's record hangs on, exactly: the chance to win with the rule kept, and as it was."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from msgspec import structs

from referee.declaration.game import CostAsked
from referee.declaration.hanging import Hangs, Remedy, taken_back
from referee.errors import Illegal, Unreadable
from referee.games.prophecy.fights import moves, opening
from referee.games.prophecy.fights.acts import paid
from referee.games.prophecy.fights.state import OWN, Fight, Side
from referee.games.prophecy.odds.chance import Chance
from referee.games.prophecy.odds.reckoning import Reckoning
from referee.games.prophecy.odds.report import options_of
from referee.games.prophecy.records.record import Record
from referee.games.prophecy.records.verdict import IllegalMove, RecordPlayer, Verdict
from referee.text.names import fold


def hangs_on(record: Record, asked: CostAsked) -> Iterator[Hangs]:
    """What hangs on each mistake of a record: a wrong result, an illegal move. Raises BadInput."""
    verdict = RecordPlayer(record).run()
    if verdict.disputed:
        yield _of_result(verdict)
    if verdict.illegal is not None:
        yield _of_move(verdict, verdict.illegal)


def _of_result(verdict: Verdict) -> Hangs:
    """What hangs on a wrong result: it is certain; and how likely each was before the last roll."""
    record, claim = verdict.record, verdict.record.file.claim
    rolls = [at for at, move in enumerate(record.file.moves) if fold(move).split()[:1] == ["roll"]]
    before = _before(record, rolls[-1]) if rolls else None
    options = options_of(before) if before is not None else []
    sentences = [f"As it is the fight is {verdict.result}, as claimed {claim}."]
    if options:
        sentences.append(f"Before its last roll it stood at {options[0].chance.told}.")
    file = shlex.quote(record.where)
    plain = {"sort": "claim", "mistake": claim, "move": None, "kept": verdict.result, "played": claim}
    return Hangs(
        f"the claim ({claim}, it is {verdict.result})",
        tuple(sentences),
        (Remedy("put the claim right in the file"), Remedy("see the sums of each roll", f"referee judge {file}")),
        {**plain, "before": options[0].chance.fractions() if options else None},
    )


def _of_move(verdict: Verdict, illegal: IllegalMove) -> Hangs:
    """What hangs on an illegal move: the best legal one in its place, and what it leads to if it stands."""
    record = verdict.record
    text = record.file.moves[illegal.move - 1]
    before = _before(record, illegal.move - 1)
    best = max(options_of(before), key=lambda option: option.chance.rank, default=None)
    wrong = opened_so(before, text)
    kept = "nothing more can be done" if best is None else f"{best.chance.told} ({best.move})"
    played = "what was played can't be reckoned on" if wrong is None else f"as it was played {wrong.told}"
    return Hangs(
        f"move {illegal.move} ({text})",
        (f"With the best legal move {kept}; {played}.",),
        (
            taken_back("move", record.where, illegal.move),
            Remedy("let it stand, and go on with the cards"),
        ),
        {
            "sort": "illegal", "mistake": text, "move": illegal.move, "best": None if best is None else best.move,
            "kept": None if best is None else best.chance.fractions(),
            "played": None if wrong is None else wrong.fractions(),
        },
    )  # fmt: skip


def _before(record: Record, many: int) -> Verdict:
    """A record that was played up to its first so many moves."""
    cut = replace(record, file=structs.replace(record.file, moves=record.file.moves[:many]))
    return RecordPlayer(cut, to_end=False).run()


def opened_so(before: Verdict, text: str) -> Chance | None:
    """The odds of a fight with a Creature that begins with more Items than the rules allow; None for other moves.

    What can't be paid can't be fought.
    """
    scene, hero = before.record.scene, before.heroes[OWN]
    if scene.creature is None or before.fight is not None:
        return None
    with suppress(Unreadable, Illegal):
        said = moves.read_opening(text, ("fight",), hero, scene)
        kind = said.type or opening.types(scene.creature)[0]
        opening.verify_type(scene.creature, kind)
        price = opening.price(scene, Side(hero, said.items), kind)
        opening.verify_price(price, hero, kind, scene.creature)
        begun = Fight(scene, (Side(paid(hero, price), said.items),), kind, lives=scene.creature.lives)
        return Reckoning(average=before.record.file.dice == "average").thrown(begun)
    return None
