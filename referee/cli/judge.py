"""`referee judge`: what a battle should have done."""

from __future__ import annotations

import shlex
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from msgspec.structs import replace

from referee.cli.common import by_id, report_on_files, suggest, with_entries
from referee.errors import BadInput
from referee.saves.battles import BattleFile, WithCost

if TYPE_CHECKING:
    import typer

    from referee.cli.options import DeckOption, JsonOfFilesOption, PlainOption, offering
    from referee.declaration.game import Game
    from referee.declaration.reports import Report
    from referee.files.files import Data


def judge(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", show_default=False, autocompletion=offering("records")),
    ],
    deck: DeckOption = None,
    full: Annotated[
        bool | None,
        typer.Option(
            "--full/--brief", show_default=False, help="Every turn with its arithmetic, or only what is wrong."
        ),
    ] = None,
    cost: Annotated[
        bool | None,
        typer.Option(
            "--cost/--no-cost",
            show_default=False,
            help="What a mistake cost: the chance with the rule kept, and as it was.",
        ),
    ] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="N", min=0.1, max=3600, help="How long what it cost may take.")
    ] = 10.0,
    readings: Annotated[
        bool, typer.Option("--readings", help="Which readings would change the verdict, or what comes of it.")
    ] = False,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="N", help="The same N tells the same again, on any machine.")
    ] = None,
    as_json: JsonOfFilesOption = False,
    plain: PlainOption = False,
) -> None:
    """Replay a battle and say what is illegal or disputed in it, by rule and page.

    A FILE is a battle record, or the save of a game: `friday.toml 22` is the battle that entry 22 belongs to, as
    `referee log` numbers them; without a number it is the battle under way, or the last. (./22 is a file called 22.)

    In a battle record, `claim = { Griffin = 4 }` below a turn's move says what its players believe: Griffin has 4
    damage after that turn. Wrong claims are reported.

    Of a game without battles the whole log is judged, and what is wrong in it told: that of a save, whose state is
    its last claim. So is in any game a record with `setup` and `log`, of which entries may be claims: "claim Anna
    gold 3". What is claimed at the prompt of any game is an entry of its log, and judged here. So is an entry that is
    part of no battle, with all before it.

    Where tables differ, a verdict says by which answer the move would be legal or the claim right; --readings tries
    every reading that the record meets, also where nothing is wrong.

    After the verdict on one file you are told what a mistake changes: the chance with the rule kept and as it was
    played, and what the table can do about it; with the number of an entry also what its move cost against the best
    one. Ctrl-C ends that, --no-cost leaves the chances out (for good: `referee config cost off`);
    several files and --json have it with --cost.

    Exit code 0: the record stands. 1: a move is illegal or a claim is wrong. 2: the record can't be used.
    """
    cited = False
    named = with_entries(files)

    def work(game: Game[Any, Any], path: Path, data: Data, entry: int | None) -> Report:
        nonlocal cited
        asked = BattleFile(game, path, data, deck, entry)
        fought = asked.judged()
        brief = fought is not None and asked.battles.long if full is None else not full
        report = asked.verdict(fought, brief=brief, filed=True, every=readings, seconds=seconds)
        if fought is None:
            return report
        battles = asked.battles
        if cost and battles.cost is None:
            raise BadInput(f"{path}: {game.title} has no chance to win a battle; leave out --cost")
        by_itself = not as_json and len(named) == 1 and (report.against or entry is not None)
        if battles.cost is not None and (cost or by_itself):
            from referee.preferences import load
            from referee.sampling.race import Effort
            from referee.saves.differing import Differing

            estimated = load().cost if cost is None else cost
            compute = partial(battles.cost, fought)
            more = compute, Effort.from_request(seconds, seed), entry, bool(cost), estimated
            if isinstance(report, Differing) and not report.found:  # that nothing changes it stands last
                report = replace(report, report=WithCost(report.report, *more))
            else:
                report = WithCost(report, *more)
        if report.cites:
            cited = True
            suggest(by_id(game.name, "with an id from above"))
        elif not cited:
            number = f" {entry}" if entry is not None else ""
            again = f"judge {shlex.quote(str(path))}{number} --full, for every turn"
            suggest(again if brief and full is None and len(named) == 1 else "")
        return report

    report_on_files(named, work, as_json, plain)
