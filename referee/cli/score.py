"""`referee score`: who won."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from referee.cli.common import (
    WELL,
    complain,
    found_mistakes,
    leave,
    print_report,
    report_on_files,
    suggest,
    write_shared,
)

if TYPE_CHECKING:
    import typer

    from referee.cli.options import (
        DeckOption,
        Files,
        GameOption,
        JsonOfFilesOption,
        MistakesOption,
        MistakesSecondsOption,
        MovesOption,
        PlainOption,
    )
    from referee.declaration.game import Game
    from referee.declaration.reports import Report
    from referee.files.files import Data
    from referee.scores.report import ScoreReport

ENDINGS = {"svg": (".svg",), "html": (".html", ".htm")}
"""Required endings of picture files, so that no sheet or save is overwritten by mistake."""


def score(
    files: Files = None,
    deck: DeckOption = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="SHEET", help="Without a FILE: keep the answers in this file.")
    ] = None,
    moves: MovesOption = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="PICTURE", help="Draw the score, to be shared.")
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="PAGE", help="The picture with every line as a page.")
    ] = None,
    mistakes: MistakesOption = False,
    seconds: MistakesSecondsOption = 60.0,
    readings: Annotated[
        bool, typer.Option("--readings", help="Which readings would change the points, or who wins.")
    ] = False,
    game: GameOption = None,
    as_json: JsonOfFilesOption = False,
    plain: PlainOption = False,
) -> None:
    """Score a finished game: every bonus, the totals, and how a tie is broken.

    A FILE is a score sheet, or the save of a game ("if it ended now"). Without one the program asks what each player
    holds. --svg and --html draw one FILE for sharing; of a save also its points turn by turn,
    and with --html the story of the evening.
    """
    if mistakes and (html is None or not files):
        leave("--mistakes goes with --html and a save; or see: referee story FILE --mistakes")
    if readings and not files:
        leave("--readings goes with a score sheet or a save")
    pictures = _Pictures(svg, html, len(files or ()), seconds if mistakes else None, plain)

    def work(game: Game[Any, Any], path: Path, data: Data, entry: int | None) -> Report:
        from referee.files.kinds import is_save
        from referee.saves.scoring import score_file, with_readings

        report = score_file(game, path, data, deck)
        pictures.write(report, game, path if is_save(data) else None)
        return with_readings(game, path, data, deck, report) if readings else report

    if files:
        report_on_files([(file, None) for file in files], work, as_json, plain)
    _ask(game, deck, save, moves, pictures, as_json, plain)


class _Pictures:
    """The pictures requested of a score."""

    def __init__(self, svg: Path | None, html: Path | None, files: int, seconds: float | None, plain: bool) -> None:
        """Check the requested files; end the command with a message for several scores, or a wrong ending.

        `seconds` is the time for finding the evening's mistakes; None: don't.
        """
        self._seconds, self._plain = seconds, plain
        self.wanted = {kind: path for kind, path in (("svg", svg), ("html", html)) if path is not None}
        for kind, path in self.wanted.items():
            if files > 1:
                leave(f"--{kind}: a picture is drawn of one FILE, not of {files}")
            if path.suffix.lower() not in ENDINGS[kind]:
                leave(f"--{kind}: {path} must end in {ENDINGS[kind][0]}")

    def write(self, report: ScoreReport, game: Game[Any, Any] | None = None, save: Path | None = None) -> None:
        """Write the pictures; a save's page includes its evening. Raises BadInput."""
        if not self.wanted:
            return
        from referee.rulebook.rules import rulebook

        picture = report.picture()
        if game is not None and save is not None and "html" in self.wanted:
            from referee.evenings.story import with_story
            from referee.saves.save import OpenSave

            evening = OpenSave(game, save)
            found = () if self._seconds is None else found_mistakes(evening, self._seconds, self._plain)
            picture = with_story(picture, evening, found)
        texts = {"svg": picture.svg, "html": picture.html}
        for kind, path in self.wanted.items():
            write_shared(path, texts[kind]())
        suggest(f"{rulebook(report.data()['game']).call.removeprefix('referee ')} scoring")


def _ask(
    game: str | None,
    deck: Path | None,
    save: Path | None,
    moves: Path | None,
    pictures: _Pictures,
    as_json: bool,
    plain: bool,
) -> None:
    from referee import games
    from referee.cli.common import answering
    from referee.errors import BadInput
    from referee.files.files import create_file
    from referee.play import loop
    from referee.preferences import usual_deck
    from referee.saves.scoring import report_of
    from referee.text.screen import Screen

    screen = Screen(plain)
    say = complain if as_json else screen.line
    kept = "" if save is None else shlex.quote(str(save))
    stopped = f"Stopped; go on with: referee score --save {kept}" if kept else "Stopped; nothing is kept."
    with answering(moves, screen, stopped) as answerer:
        chosen = games.load_for(game, save)
        ask = chosen.scores().ask
        if ask is None:
            raise BadInput(f"{chosen.title} is scored from its save: referee score FILE")
        form = ask(say, deck or _begun_with(save) or usual_deck(chosen.name), save)
        form.screen = screen
        if not loop.play(form, answerer):
            leave(stopped, WELL)
        while save is None and (wanted := answerer.ask_path("Keep the answers in a file", "score.toml")):
            try:
                create_file(wanted, form.text())
            except BadInput as error:
                say(str(error))
                continue
            save = wanted
        if save is not None:
            complain(f"The score sheet is {save}; score it any time with: referee score {shlex.quote(str(save))}")
        report = report_of(chosen, *form.score_of_sheet())
        pictures.write(report)
        print_report(report, None if as_json else screen)


def _begun_with(save: Path | None) -> Path | None:
    """Return the deck of an unfinished sheet, if it was begun. Raises BadInput if no file can be there."""
    from referee.files.files import expect_place, read_toml
    from referee.play.form import deck_of

    if save is None:
        return None
    expect_place(save)
    return deck_of(read_toml(save), save) if save.exists() else None
