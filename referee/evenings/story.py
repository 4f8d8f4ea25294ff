"""An evening as a page of plain text: who led when, turning points, luck and corrections, the last score.

It is made of public information, so it can be shown while the game runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from referee.declaration.game import CostAsked
from referee.declaration.readings import unusual
from referee.declaration.tracking import missing_for_score
from referee.errors import RefereeError, fault
from referee.saves.evening import evening_of, length_of, minutes_of, times_of
from referee.saves.save import OpenSave
from referee.scores.evening import Evening
from referee.scores.score import Outcome, ScoreWords, TurnPoints
from referee.text.grammar import UNBROKEN, so_many, unbroken, with_minus
from referee.text.names import and_list
from referee.text.screen import Screen

if TYPE_CHECKING:
    from referee.declaration.game import AnyBattles, Game
    from referee.pictures.bars import Picture
    from referee.play.session import Session
    from referee.sampling.race import Effort


class Story(Struct, frozen=True):
    """An evening in words: a title, and chapters with a heading and sentences each."""

    title: str
    chapters: tuple[tuple[str, tuple[str, ...]], ...]


def story_of(save: OpenSave[Any], mistakes: Sequence[str] = ()) -> Story:
    """Write the story of a save, with the mistakes that are known.

    If its log can't be played, the story says so, and tells what needs no log.
    """
    scores = save.game.scores()
    words = scores.words()
    known = not missing_for_score(save.rules, save.state_on_file)
    outcome = save.outcome() if known else None
    evening = evening_of(save)
    unusual_at_end = unusual(save.rules.readings, save.setup_of(save.state_on_file))
    chapters = [
        ("The evening", tuple(_evening(save, evening))),
        ("Who led", tuple(leads(evening.turns)) if known and words.points else ()),
        ("What turned it", tuple(f"{when[:1].upper()}{when[1:]}: {text}" for when, text in evening.highlights)),
        ("Luck", tuple(_luck(evening))),
        ("Mistakes", tuple(mistakes)),
        ("What can't be told", (evening.untold,) if evening.untold else ()),
        ("Claims", tuple(_entry(save, number, text) for number, text in evening.remarks)),
        ("Corrections", tuple(_corrections(save, evening))),
        ("House rules", tuple(f"{name.replace('_', ' ')}: {word}." for name, word in unusual_at_end.items())),
        *([(outcome.title, tuple(_ending(outcome, words)))] if outcome is not None else ()),
    ]
    return Story(f"An evening of {save.game.title}", tuple((head, lines) for head, lines in chapters if lines))


def mistakes_in(save: OpenSave[Any], effort: Effort, tell: Callable[[str], None]) -> list[str]:
    """List the moves in battles that cost most, in the order of the log; Ctrl-C ends the search.

    Returns [] in a game that can't tell them (`tells_mistakes`). Raises BadInput for a log that can't be played.
    """
    battles = save.game.battles() if save.game.battles is not None else None
    if battles is None or not tells_mistakes(save.game):
        return []
    found: list[tuple[int, str]] = []
    given = str(save.path), save.setup, save.session, effort, tell
    with suppress(KeyboardInterrupt):
        for mistake in battles.mistakes(*given) if battles.mistakes is not None else costly(battles, *given):
            found.append(mistake)
    if not found and fault(battles.in_game, str(save.path), save.setup, save.session, None, True):
        return ["No battle was refereed turn by turn in this game, so no move can be compared with the best one."]
    if not found:
        return ["No move in a battle was found that is clearly worse than the best one."]
    return [_entry(save, number, text) for number, text in sorted(found)]


def tells_mistakes(game: Game[Any, Any]) -> bool:
    """Return whether the moves in a game's battles can be compared to the best ones."""
    return game.battles is not None and (game.battles().mistakes or game.battles().cost) is not None


MOST, LEAST = 5, 0.1
"""Limit of choices that are listed, and the least chance that each must have given away."""


def costly(
    battles: AnyBattles,
    where: str,
    setup: Any,
    session: Session[Any],
    effort: Effort,
    tell: Callable[[str], None],
) -> list[tuple[int, str]]:
    """List the choices in battles that cost most, where that is known exactly, as far as the time goes."""
    end, found = effort.watch.now() + effort.seconds, list[tuple[float, int, str]]()
    assert battles.cost is not None
    for number in range(1, len(session.steps) + 1):
        tell(f"entry {number} of {len(session.steps)}")
        with suppress(RefereeError):  # no battle, or one that no record can express
            fought = battles.in_game(where, setup, session, number, True)
            for one in battles.cost(fought, CostAsked(effort, tell, number)):
                if one.lost >= LEAST:
                    found.append((one.lost, number, f"{one.about}. {' '.join(one.sentences)}"))
        if effort.watch.now() > end:
            break
    return [(number, text) for _, number, text in sorted(found, key=lambda one: -one[0])[:MOST]]


def _evening(save: OpenSave[Any], evening: Evening) -> Iterator[str]:
    names = and_list(player.name for player in save.state_on_file.players)
    steps = save.session.steps
    over = save.rules.over(save.setup, save.state_on_file)
    yield f"{names} {'played' if over else 'play'} {save.game.title}."
    if evening.when:
        long = unbroken(length_of(minutes_of(times_of(steps))))
        yield f"{evening.when.rstrip('.')}" + (f", {long} of play." if long else ".")
    label = save.rules.label(save.state_on_file)
    at = label.partition(",")[0] if over else label
    yield f"It {'came' if over else 'has come'} to {at}."


def leads(turns: Sequence[TurnPoints]) -> Iterator[str]:
    """Yield who led from which turn to which, or that all were level: one sentence for each stretch.

    That all are level at the beginning is left out.
    """
    stretches: list[tuple[str, int, int]] = []
    for at in turns:
        best = max(at.totals.values(), default=0)
        leading = [name for name, total in at.totals.items() if total == best]
        level = len(leading) == len(at.totals) > 1
        if at.turn < 1 or (level and not stretches):
            continue
        sentence = "All were level" if level else f"{and_list(leading)} led"
        if stretches and stretches[-1][0] == sentence:
            stretches[-1] = (sentence, stretches[-1][1], at.turn)
        else:
            stretches.append((sentence, at.turn, at.turn))
    for sentence, first, last in stretches:
        span = f"after turn {first}" if first == last else f"from turn {first} to turn {last}"
        yield f"{sentence} {span}."


def _luck(evening: Evening) -> Iterator[str]:
    for name, luck in sorted(evening.luck.items(), key=lambda each: -each[1].better_than):
        than = f"luckier than {luck.luckier_than.replace(' of ', ' in ')} who throw as often"
        yield f"{name} threw {so_many(luck.dice, 'die')} for {luck.shown} in all, {luck.average} on average: {than}."


def _entry(save: OpenSave[Any], number: int, text: str) -> str:
    return f"Entry {number}, {save.session.steps[number - 1].at}: {text}"


def _corrections(save: OpenSave[Any], evening: Evening) -> Iterator[str]:
    remarks = {number for number, _ in evening.remarks}
    for number, step in enumerate(save.session.steps, 1):
        for old in step.removed:
            yield f"Before entry {number}, {step.at}: {old} was taken out later."
        if step.was:
            now = save.session.public_text(step)
            yield _entry(save, number, f"{now} was put in later, in place of {step.was}.")
        elif step.kind != "move" and number not in remarks:
            yield _entry(save, number, f"{save.session.public_text(step)}.")


def _ending(outcome: Outcome, words: ScoreWords) -> Iterator[str]:
    by_place = sorted(outcome.standing, key=lambda player: (player.name not in outcome.winners, -player.total))
    for player in by_place:
        parts = ", ".join(f"{what} {value}" for what, value in player.counts.items())
        unit = words.unit.removesuffix("s") if player.total == 1 else words.unit
        yield f"{player.name}: {with_minus(player.total)} {unit}." if words.points else f"{player.name}: {parts}."
    yield from (sentence.strip() for sentence in words.verdict(outcome))


# --- how it is shown ------------------------------------------------------------------------------


def show_story(story: Story, screen: Screen) -> None:
    """Show a story on the screen."""
    screen.line(story.title, style="bold")
    for head, lines in story.chapters:
        screen.line()
        screen.line(head, style="bold")
        screen.bullets(lines)


def as_markdown(story: Story) -> str:
    """Format a story as Markdown."""
    chapters = [
        "\n\n".join([f"## {head}", "\n".join(f"- {_escape(one)}" for one in lines)]) for head, lines in story.chapters
    ]
    return "\n\n".join([f"# {story.title}", *chapters]).replace(UNBROKEN, " ") + "\n"


def as_page(story: Story) -> str:
    """Format a story as a page of HTML."""
    from referee.pictures.page import PagePart, Prose, page

    return page(story.title, "", (), [PagePart("", (), (Prose("", story.chapters),))])


def with_story(picture: Picture, save: OpenSave[Any], mistakes: Sequence[str] = ()) -> Picture:
    """Put the story of the save at the beginning of a picture's page; drop there what the story tells."""
    from referee.pictures.page import Prose  # loaded only for a page
    from referee.scores.picture import TURNED

    story, told = story_of(save, mistakes), ("Luck", "What can't be told", picture.tables[0].caption)
    kept = tuple((head, lines) for head, lines in story.chapters if head not in told)
    tables = tuple(one for one in picture.tables if one.caption != TURNED)
    return replace(picture, story=Prose(story.title, kept), tables=tables)


def _escape(text: str) -> str:
    return "".join(f"\\{letter}" if letter in "*_`[]<>#" else letter for letter in text)
