"""The odds of an attack, of a record or of numbers alone: as JSON for scripts, and for the screen."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from msgspec.structs import replace

from referee.asking.dice import chance_data, exactly
from referee.declaration.game import CostAsked, QuickOdds
from referee.declaration.reports import IllegalAt, MistakeReport, Remedy, number_given, of_choices, taken_back
from referee.errors import BadInput, Illegal, naming_place
from referee.games.mythic import tables
from referee.games.mythic.attack.advice import BEST, choices
from referee.games.mythic.attack.dice import AttackDice, best_assignment, dice_for, rolled, settled, taken
from referee.games.mythic.attack.moves import Lift, Move, Reroll, Second, check_move, read_faces, write_move
from referee.games.mythic.attack.record import Dispute, Record, Verdict, judge, with_steps
from referee.games.mythic.odds.reckoning import AttackOdds, WoundChances, average_wounds, chances_of
from referee.games.mythic.vocabulary import BLANK, GAME
from referee.text.grammar import so_many, whose
from referee.text.screen import ShownReport


def report_odds(record: Record, step: str | None = None, magic: Iterable[str] = ()) -> ShownReport:
    """Compute the odds of a record, or after more steps of it (separated by ;). Raises BadInput, Illegal.

    As data the chances are in lowest terms, from 0 wounds on; `now`: after the steps.
    """
    from referee.games.mythic.screens.attacks import show_odds

    if step is not None:
        record = with_steps(record, (*record.file.steps, *(part.strip() for part in step.split(";"))))
    verdict = judge(record)
    if step is not None and verdict.illegal is not None:
        raise Illegal(verdict.illegal.reason, verdict.illegal.ruling)
    left = verdict.record.attack.defender.vitality
    before = None if verdict.ready is None else chances_of(verdict.ready)
    data = {
        "game": GAME,
        "kind": verdict.record.file.kind,
        "legal": verdict.illegal is None,
        "over": verdict.dice is not None and verdict.dice.stage == "over",
        "illegal": verdict.illegal_data,
        "offence": verdict.values and verdict.values.offence,
        "defence": verdict.values and verdict.values.defence,
        **chances_data(before, left),
        "average": None if before is None else average_wounds(before),
        "now": dice_data(verdict.after[-1], left) if verdict.after else None,
    }
    return ShownReport(data, partial(show_odds, verdict), against=verdict.illegal is not None)


def chances_data(chances: WoundChances | None, left: int | None) -> dict[str, Any]:
    """Return odds in the fixed machine format; all null without any, as for an attack that isn't allowed."""
    return {
        "at_least": chances and [str(chance) for chance in chances.at_least],
        "mean": chances and str(chances.mean),
        "destroyed": None if chances is None or left is None else str(chances.of(left)),
    }


def dice_data(dice: AttackDice, left: int | None) -> dict[str, Any]:
    """Return the dice in hand as data: the best assignment, and the odds of each option."""
    best = best_assignment(dice)
    return {
        "dice": list(dice.hand),
        "wounds": dice.placed,
        "best": {"wounds": best.wounds, "moves": list(map(write_move, best.lifts))},
        **chances_data(chances_of(dice), left),
        "ways": [{"moves": one.text, **chances_data(one.chances, left)} for one in choices(dice)],
    }


# --- Cost -----------------------------------------------------------------------------------------
# The exact cost of a mistake in an attack's record: in chance to destroy, or in expected wounds.


LIE = ("rolled", "first", "second")
"""The stages with dice in hand that can be lifted or thrown again."""


def cost_of_mistakes(record: Record, asked: CostAsked) -> Iterator[MistakeReport]:
    """Yield the cost of each mistake of a record: a wrong value or number of wounds, an illegal step.

    Other claims (range, the best use of the dice, an answer) don't change the attack's result. In a game, choices
    that weren't the best are listed too, if an entry is named.
    """
    first = judge(record)
    verdicts = [first, *first.others]
    for verdict in verdicts:
        for dispute in verdict.disputes:
            if (pair := _right_and_claimed(verdict, dispute)) is not None:
                yield _claim_cost(verdict, dispute, *pair)
        if verdict.illegal is not None:
            yield _step_cost(verdict, verdict.illegal) if verdict.illegal.number else _attack_cost(verdict)
    if asked.entry is not None and not any(verdict.illegal for verdict in verdicts):
        choices_made = [one for verdict in verdicts for one in _choice_costs(verdict)]
        yield from of_choices(record.where, asked.entry, choices_made)


# --- wrong claims -----------------------------------------------------------------------------------


def _right_and_claimed(verdict: Verdict, dispute: Dispute) -> tuple[AttackDice, AttackDice] | None:
    """Return the dice as they are and as claimed, before the roll or after; None for other claims."""
    attack, values, dice = verdict.record.attack, verdict.values, verdict.dice
    assert values is not None
    if dispute.what in ("offence", "defence"):
        wrong = replace(values, **{dispute.what: dispute.claimed})
        return dice_for(attack, values), dice_for(attack, wrong)
    if dispute.what == "wounds" and dice is not None and verdict.illegal is None:
        return dice, replace(dice, placed=int(dispute.claimed))
    return None


def _claim_cost(verdict: Verdict, dispute: Dispute, right: AttackDice, wrong: AttackDice) -> MistakeReport:
    descriptions = [_describe(verdict, chances_of(dice)) for dice in (right, wrong)]
    when = "before the roll" if right.stage == "unrolled" else "with these dice"
    second = "the same: it makes no difference" if descriptions[0] == descriptions[1] else descriptions[1]
    plain = {"sort": "claim", "mistake": f"{dispute.what} {dispute.claimed}", "step": None}
    return MistakeReport(
        f"the claim ({dispute.what} {dispute.claimed}, it is {dispute.ruled})",
        (f"As it is, {when}: {descriptions[0]}; as claimed: {second}.",),
        (
            Remedy("correct it on the table, and go on", _command("play", verdict))
            if verdict.record.saved
            else Remedy("correct the claim in the file, and go on", _command("battle", verdict)),
            Remedy("see all its chances", _command("odds", verdict)),
        ),
        {**plain, **_plain(verdict, chances_of(right), chances_of(wrong))},
    )


# --- what is illegal ----------------------------------------------------------------------------------


def _attack_cost(verdict: Verdict) -> MistakeReport:
    """Return the cost of an attack that isn't allowed at all."""
    attack = verdict.record.attack
    text = f"{attack.attacker.name} attacks {attack.defender.name}"
    return MistakeReport(
        f"the attack ({text})",
        ("With the rule kept it isn't made, and wounds nobody; what it would do the rules don't say.",),
        (Remedy("take it back: the unit may do something else"), Remedy("let it stand, and go on at the table")),
        {"sort": "illegal", "mistake": text, "step": 0, "kept": None, "played": None},
    )


def _step_cost(verdict: Verdict, illegal: IllegalAt) -> MistakeReport:
    """Return the cost of an illegal step: the best legal play from before it, and the odds if it stands."""
    before = verdict.dice
    assert before is not None
    text = verdict.record.file.steps[illegal.number - 1]
    way, right = _best(verdict, before)
    forced = apply_unchecked(before, check_move(verdict.record.steps[illegal.number - 1], before.count))
    wrong = None if forced is None else chances_of(forced)
    played = "the battle can't go on from there" if wrong is None else f"as played: {_describe(verdict, wrong)}"
    return MistakeReport(
        f"step {illegal.number} ({text})",
        (f"Best legal play from here ({way}): {_describe(verdict, right)}; {played}.",),
        (taken_back("step", verdict.record.where, illegal.number), Remedy("let it stand, and go on at the table")),
        {"sort": "illegal", "mistake": text, "step": illegal.number, "best": way, **_plain(verdict, right, wrong)},
    )


def _choice_costs(verdict: Verdict) -> Iterator[MistakeReport]:
    """Yield the cost of each use of dice that wasn't the best, as known before what it throws."""
    record = verdict.record
    for number, (text, move) in enumerate(zip(record.file.steps, record.steps, strict=True), 1):
        before = verdict.after[number - 2] if number > 1 else None
        if before is None or before.stage not in LIE:
            continue
        way, right = _best(verdict, before)
        wrong = _chances_after(before, check_move(move, before.count), verdict.after[number - 1])
        best, chosen = _worth(verdict, right), None if wrong is None else _worth(verdict, wrong)
        if wrong is None or chosen is None or chosen >= best:
            continue
        plain = {"sort": "choice", "mistake": text, "step": number, "best": way, **_plain(verdict, right, wrong)}
        yield MistakeReport(
            f"{whose(record.attack.attacker.name)} attack on {record.attack.defender.name}, step {number} ({text})",
            (f"Best play from there ({way}): {_describe(verdict, right)}; as played: {_describe(verdict, wrong)}.",),
            (),
            plain,
            float(best[0] - chosen[0]),
        )


def _chances_after(before: AttackDice, move: Move, after: AttackDice) -> WoundChances | None:
    """Return the odds of a legal move; None if they aren't known."""
    match move:
        case Reroll(chosen):
            same = (Reroll(tuple(sorted(chosen, reverse=True))),)
            return next((one.chances for one in AttackOdds(before).rerolls() if one.moves == same), None)
        case Second(chosen) if chosen:
            return AttackOdds(settled(before)).thrown_now(chosen)
    return chances_of(after)


def _best(verdict: Verdict, dice: AttackDice) -> tuple[str, WoundChances]:
    """Return the legal option that destroys most often, or wounds most, and its chances."""
    if not (found := choices(dice)):
        return ("roll" if dice.stage == "unrolled" else BEST), chances_of(dice)
    best = max(found, key=lambda one: _worth(verdict, one.chances))
    return best.text, best.chances


def apply_unchecked(dice: AttackDice, move: Move) -> AttackDice | None:
    """Return the dice after a move that is illegal but physically possible; None if it is impossible.

    A die that isn't a five counts like a five: what it shows then is added to it (2c).
    """
    if dice.stage not in LIE:
        return None
    match move:
        case Lift(die, fuel):
            return _replace_dice(dice, (die, *fuel), (die + len(fuel),))
        case Reroll(chosen, faces):
            return None if faces is None else _replace_dice(dice, chosen, faces)
        case Second(chosen, faces):
            if not chosen or faces is None:
                return None
            again = tuple(die + face for die, face in zip(chosen, faces, strict=False) if face != BLANK)
            then = _replace_dice(settled(dice), chosen, again)
            return None if then is None else replace(then, stage="second")
    return None


def _replace_dice(dice: AttackDice, gone: Iterable[int], come: tuple[int, ...]) -> AttackDice | None:
    left = Counter(dice.hand)
    left.subtract(gone)
    if min(left.values(), default=0) < 0:
        return None
    return taken(replace(dice, hand=(*left.elements(), *come)))


# --- descriptions ------------------------------------------------------------------------------------


def _worth(verdict: Verdict, chances: WoundChances) -> tuple[Fraction, Fraction]:
    left = verdict.record.attack.defender.vitality
    return (Fraction(0) if left is None else chances.of(left)), chances.mean


def _describe(verdict: Verdict, chances: WoundChances) -> str:
    """Describe chances: "40.2% to destroy Wall Guard, 1.33 wounds on average"; "2 wounds" if certain."""
    left, target = verdict.record.attack.defender.vitality, verdict.record.attack.defender.name
    certain = all(chance in (0, 1) for chance in chances.at_least)
    wounds = so_many(int(chances.mean), "wound") if certain else f"{float(chances.mean):.2f} wounds on average"
    return wounds if left is None else f"{exactly(chances.of(left))} to destroy {target}, {wounds}"


def _plain(verdict: Verdict, right: WoundChances, wrong: WoundChances | None) -> dict[str, Any]:
    left = verdict.record.attack.defender.vitality

    def data(chances: WoundChances) -> dict[str, Any]:
        destroyed = None if left is None else chance_data(chances.of(left))
        return {"destroyed": destroyed, "mean": str(chances.mean)}

    return {"kept": data(right), "played": wrong and data(wrong)}


def _command(name: str, verdict: Verdict) -> str:
    return f"referee {name} {shlex.quote(verdict.record.where)}"


# --- Quick ----------------------------------------------------------------------------------------
# Odds without a record: a number of dice against a defence, and the best use of rolled dice.


MOST = 20
"""Maximum of dice, defence and vitality: no printed stat is nearly so high (M21)."""


def report(given: Mapping[str, str]) -> ShownReport:
    """Compute the odds from the given options; after a roll, the best use of the dice. Raises BadInput."""
    from referee.games.mythic.screens.attacks import show_quick_odds

    if "defence" not in given or not {"offence", "dice"} & set(given):
        raise BadInput("give --offence and --defence, or --dice and --defence, like --offence 7 --defence 8")
    digits = "".join(given.get("dice", "").replace(",", " ").split())
    count = number_given(given, "offence", 0, MOST) if "offence" in given else len(digits)
    ceiling = given.get("ceiling", "none")
    if ceiling not in ("none", "five"):
        raise BadInput(f'--ceiling is none or five, not "{ceiling}" (M9)')
    slayer = given.get("slayer", "no")
    if slayer not in ("yes", "no"):
        raise BadInput(f'--slayer takes yes or no, not "{slayer}"')
    dice = AttackDice(
        defence=number_given(given, "defence", 0, MOST),
        count=count,
        ceiling="five" if ceiling == "five" else "none",
        rerolls=(tables.numbers().dice.slayer,) if slayer == "yes" else (),
    )
    if "dice" in given:
        with naming_place("--dice"):
            dice = rolled(dice, read_faces(given["dice"], count))
    left, lie = number_given(given, "vitality", 1, MOST) if "vitality" in given else None, dice.stage != "unrolled"
    data = {
        "game": GAME,
        "offence": dice.count,
        "defence": dice.defence,
        **chances_data(chances_of(dice), left),
        "average": None if lie else average_wounds(chances_of(dice)),
        "now": dice_data(dice, left) if lie else None,
    }
    return ShownReport(data, partial(show_quick_odds, dice, left))


QUICK_ODDS = QuickOdds(
    report=report,
    options={
        "offence": "how many dice are thrown",
        "defence": "what a die must reach",
        "dice": "what they show, like 5542100 (0 is a blank): what can be made of them",
        "vitality": "of the target: the chance to destroy it",
        "slayer": "yes: two dice may be thrown again",
        "ceiling": "none, or five: no die is lifted past 5 before the second assault",
    },
)
