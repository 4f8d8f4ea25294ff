"""Attack records: one attack, answer, or target of an area attack as a TOML file, read strictly and whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field, to_builtins
from msgspec.structs import replace

from referee.declaration import judged
from referee.declaration.judged import Layout, OnRecord
from referee.declaration.reports import IllegalAt
from referee.errors import BadInput, Illegal, Unreadable, naming_place
from referee.files.files import path_of, read_toml
from referee.games.mythic import tables
from referee.games.mythic.attack import moves
from referee.games.mythic.attack.assault import left_after, no_answer, play_move, verify_thrown, with_fives
from referee.games.mythic.attack.dice import AttackDice, best_assignment, dice_for
from referee.games.mythic.attack.values import Attack, Modifier, Side, Values, compute, values_of, verify_nature
from referee.games.mythic.readings import MythicReadings, in_attack
from referee.games.mythic.vocabulary import AttackKind, DiceMode, Few, Name, Talent, Target, Terrain, UnitType
from referee.text.names import by_key, did_you_mean, find, fold, or_list, printable

if TYPE_CHECKING:
    from referee.games.mythic.units.unit import Unit
    from referee.text.screen import Screen

Printed = Annotated[int, Meta(ge=0, le=20)]
"""A stat as it may be printed; one beyond 10 isn't pulled back (M21)."""
Alive = Annotated[int, Meta(ge=1, le=99)]
"""Vitality or miniatures of what is on the board."""
VALUES = ("range", "offence", "defence")
"""Values of an attack that are known before its first die."""
TOLD_BY_UNIT = ("type", "offence", "defence", "range", "talents", "traits", "full")
"""The keys that a unit from a deck fills in."""
SIDE_FIELDS = {"type": "kind", "traits": "types", "miniatures": "vitality"}
"""What keys of a record are called in a side of an attack, where that differs."""


class SideEntry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One side as written in a record: in full, or a unit of the deck with the vitality in its window."""

    name: Name | None = None
    unit: str | None = None
    type: Target | None = None
    offence: Printed | None = None
    defence: Printed | None = None
    range: Printed | None = None
    talents: tuple[Talent, ...] | None = None
    unused: tuple[Talent, ...] = ()
    traits: tuple[UnitType, ...] | None = None
    terrain: Terrain = "open ground"
    company: tuple[Target, ...] = field(default=(), name="with")
    helped: tuple[Talent, ...] = ()
    miniatures: Alive | None = None
    full: Alive | None = None
    vitality: Alive | None = None


class Situation(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Distance, visibility and other circumstances between the two sides."""

    distance: Few = 0
    as_if_there: bool = False
    heights: bool = False
    aerial: bool = False
    nature: bool = False
    visible: bool = True
    still_reaches: bool = False


class ClaimEntry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The players' claims."""

    wounds: Few | None = None
    offence: Few | None = None
    defence: Few | None = None
    range: Few | None = None
    best: Few | None = None
    vitality: Few | None = None
    destroyed: bool | None = None
    retaliation: bool | None = None

    def claims(self) -> dict[str, int | bool]:
        """Return the claims by subject."""
        made: dict[str, int | bool] = to_builtins(self)
        return made


class RecordFile(MythicReadings, Layout, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The fields of an attack record. The `points` of recruiting, a house number, have no effect in it."""

    part, at_end = "step", ("claim",)
    game: Literal["mythic"]
    points: Annotated[int, Meta(ge=1, le=99)] | UnsetType = UNSET
    kind: AttackKind
    dice: DiceMode = "entered"
    seed: Annotated[int, Meta(ge=0, le=999_999_999)] | UnsetType = UNSET
    deck: str = ""
    note: str = ""
    steps: tuple[str, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    claim: ClaimEntry = ClaimEntry()
    situation: Situation = Situation()
    attacker: SideEntry
    defender: SideEntry


class Record(OnRecord[RecordFile], frozen=True):
    """A record that can be judged: the attack, and the steps with its dice.

    `others` are the other attacks of the same entry in a game's log: answers, further targets of an area attack.
    `saved`: it comes from a game.
    """

    attack: Attack
    steps: tuple[moves.Move, ...]
    others: tuple[Record, ...] = ()
    saved: bool = False

    def values(self) -> Values:
        """Compute the values of its attack. Raises Illegal if the rules don't allow it at all."""
        verify_nature(self.attack)
        return values_of(self.attack)


def record_of(path: Path, file: RecordFile, deck: Path | None = None) -> Record:
    """Build an attack record from its fields, without playing it. Raises BadInput with file and place."""
    where = str(path)
    deck = path.parent / path_of(file.deck) if deck is None and file.deck else deck
    attacker = _side(file.attacker, f"{where}: attacker", "offence", deck)
    defender = _side(file.defender, f"{where}: defender", "defence", deck)
    if file.situation.nature and file.situation.distance == 0 and not file.situation.as_if_there:
        attacker, defender = map(_without_last_element, (attacker, defender))
    attack = Attack(
        attacker=attacker,
        defender=defender,
        kind=file.kind,
        **in_attack(file),
        modifiers=file.modifiers,
        **{name: getattr(file.situation, name) for name in Situation.__struct_fields__},
    )
    record = with_steps(Record(where, file, attack, ()), file.steps)
    _expect_claims(record)
    return record


def with_steps(record: Record, steps: Sequence[str]) -> Record:
    """Replace a record's steps, each parsed as far as possible without its dice. Raises BadInput.

    Only the last step may leave open what was thrown.
    """
    record = replace(record, file=replace(record.file, steps=tuple(steps)))
    found = tuple(_step(record, number, last=number == len(steps)) for number in range(1, len(steps) + 1))
    return replace(record, steps=found)


def with_claim(record: Record, text: str) -> Record:
    """Replace a record's claims by a typed one: "wounds 2", "retaliation no"; drop its `others`.

    Raises Unreadable and BadInput.
    """
    what, value = claim_of(text)
    record = with_claims(replace(record, others=()), {what: value})
    _expect_claims(record)
    return record


def with_claims(record: Record, made: Mapping[str, Any]) -> Record:
    """Replace a record's claims."""
    return replace(record, file=replace(record.file, claim=ClaimEntry(**made)))


def read_claim(text: str) -> str:
    """Normalize a claim. Raises Unreadable."""
    return written_claim(*claim_of(text))


def written_claim(what: str, value: int | bool) -> str:
    """Format a claim: "wounds 2", "retaliation no"."""
    return f"{what} {value if not isinstance(value, bool) else 'yes' if value else 'no'}"


def claim_of(text: str) -> tuple[str, int | bool]:
    """Parse a claim into its subject and value. Raises Unreadable."""
    what, _, value = fold(text).partition(" ")
    if what.isdecimal():  # "2 wounds"
        what, value = {"wound": "wounds"}.get(value, value), what
    known = ClaimEntry.__struct_fields__
    if what not in known:
        raise Unreadable(
            f'"{printable(text)}" isn\'t a claim{did_you_mean(what, known) or f"; it is {or_list(known)}"}'
        )
    if what in ("destroyed", "retaliation"):
        if value not in ("", "yes", "no"):
            raise Unreadable(f'"{printable(text)}": {what} is yes or no')
        return what, value != "no"
    if value.isascii() and value.isdigit() and len(value) <= 2:
        return what, int(value)
    raise Unreadable(f'"{printable(text)}": say a number, like {what} 2')


def _side(entry: SideEntry, place: str, needed: str, deck: Path | None) -> Side:
    """Build a side of the attack. Raises BadInput."""
    if entry.unit is None:
        whole = entry
        for name, example in (("name", '"Ash Runner"'), ("type", '"hero"'), (needed, "6")):
            if getattr(entry, name) is None:
                raise BadInput(f"{place}: {name} is missing, as in {name} = {example}")
    else:
        whole = _with_sheet(entry, entry.unit, place, deck)
    troop = whole.type == "troop"
    if not troop and (entry.miniatures, entry.full) != (None, None):
        raise BadInput(f"{place}: miniatures and full are a troop's; {whole.name} is a {whole.type}")
    left = _left(entry, place)
    full = left if troop and whole.full is None else whole.full
    if full is not None and left is not None and left > full:
        what = "miniatures" if troop else "vitality"
        raise BadInput(f"{place}: {what} is {left}; {whole.name} has {full} at the start")
    data = {SIDE_FIELDS.get(name, name): getattr(whole, name) for name in whole.__struct_fields__ if name != "unit"}
    data |= {"full": full if troop else None, "vitality": left}
    return Side(**{name: value for name, value in data.items() if value is not None})


def _left(entry: SideEntry, place: str) -> int | None:
    """Return the vitality that is left: a troop's miniatures, under either key. Raises BadInput if they differ."""
    vitality, miniatures = entry.vitality, entry.miniatures
    if None not in (vitality, miniatures) and vitality != miniatures:
        raise BadInput(f"{place}: a troop's vitality is its miniatures; here they are {vitality} and {miniatures}")
    return vitality if miniatures is None else miniatures


def _with_sheet(entry: SideEntry, name: str, place: str, deck: Path | None) -> SideEntry:
    """Fill in the sheet of a unit of the deck. Raises BadInput for fields that are on it already."""
    if given := next((given for given in TOLD_BY_UNIT if getattr(entry, given) is not None), None):
        raise BadInput(f"{place}: {given} stands on the sheet of {name}; leave it out, or leave out unit")
    unit = _unit_of_deck(deck, name, f"{place}.unit")
    left = _left(entry, place)
    if left is not None and left > unit.full:
        raise BadInput(f"{place}: {unit.name} has {unit.full} at the start, not {left}")
    stats = unit.line(unit.full if left is None else left).stats
    return replace(
        entry,
        name=entry.name or unit.name,
        type=unit.kind,
        full=unit.full,
        talents=unit.talents,
        traits=unit.types,
        **{value: getattr(stats, value) for value in VALUES},
    )


def _unit_of_deck(deck: Path | None, name: str, place: str) -> Unit:
    """Find a unit of a record's deck. Raises BadInput that suggests the nearest name."""
    from referee.games.mythic.units.language import UNITS  # loaded only for a record with a deck

    if deck is None:
        raise BadInput(f'{place}: "{name}" is a unit of a deck; name its file: deck = "units.toml"')
    data = read_toml(deck)
    UNITS.expect(data, deck)
    cards = UNITS.cards_of(data, str(deck))
    if twice := next(UNITS.twice(cards), None):
        raise BadInput(f"{deck}: {twice}")
    with naming_place(place):
        full_name = find(name, by_key((card.name for card in cards), str), "unit", listing=7)
    found = next(card for card in cards if card.name == full_name)
    if found.entry is None:
        raise BadInput(f"{deck}: {found.problem}")
    return found.entry


def _without_last_element(side: Side) -> Side:
    """Set a side's terrain to open ground if force of nature removed its only 3D element (M47, M58)."""
    return replace(side, terrain="open ground") if tables.terrain()[side.terrain].elements == 1 else side


def _step(record: Record, number: int, *, last: bool) -> moves.Move:
    """Parse a step, as far as possible without its dice. Raises BadInput."""
    with naming_place(record.place(number)):
        move = moves.read_move(record.file.steps[number - 1], moves.VERBS)
        if isinstance(move, moves.Reroll | moves.Second) and move.faces is None and not last:
            raise Unreadable(f"say what the dice show then, like {moves.write_move(move)}: 3 0")
    return move


def _expect_claims(record: Record) -> None:
    """Check that the record has what its claims need. Raises BadInput."""
    if record.attack.defender.vitality is None:
        for name in ("vitality", "destroyed"):
            if name in record.file.claim.claims():
                needs = f"{name} needs the vitality of {record.attack.defender.name}"
                raise BadInput(f"{record.where}: claim: {needs}")


# --- Verdict --------------------------------------------------------------------------------------
# The referee plays a record's steps and says what is illegal or disputed.


class Dispute(Struct, frozen=True):
    """A claim of the players that is wrong."""

    what: str
    claimed: int | bool
    ruled: int | bool | None


class Verdict(judged.Verdict[Record]):
    """The result of judging a record. `ready` are its dice before the first roll, `after` those after each step.

    `thrown_last` are the dice after the last roll; None if nothing was rolled. `others` are the verdicts on the other
    attacks of the same entry. `overruled` is why an attack made in a game isn't allowed.
    """

    values: Values | None = None
    ready: AttackDice | None = None
    after: list[AttackDice] = field(default_factory=list)
    thrown_last: AttackDice | None = None
    target_thrown: bool = False
    overruled: str = ""
    others: Sequence[Verdict] = ()

    @property
    def dice(self) -> AttackDice | None:
        """Dice as play left them; None if the attack itself isn't allowed."""
        return self.after[-1] if self.after else self.ready

    @property
    def ruled(self) -> dict[str, Any]:
        """The true values by subject of a claim; the keys are those of the JSON."""
        values, wounds = self.values, self.dice.placed if self.dice is not None else 0
        attack = self.record.attack
        left = left_after(attack, wounds)
        answers = values is not None and not no_answer(attack, wounds, thrown=self.target_thrown)
        return {
            **{name: values and getattr(values, name) for name in VALUES},
            "wounds": wounds,
            "best": None if self.thrown_last is None else best_assignment(self.thrown_last).wounds,
            "vitality": left,
            "destroyed": None if left is None else left == 0,
            "retaliation": answers,
        }

    @property
    def disputes(self) -> list[Dispute]:
        """The wrong claims; unknown values can't be disputed."""
        ruled, unchecked = self.ruled, self.unchecked
        made = self.record.file.claim.claims()
        return [
            Dispute(what, said, ruled[what])
            for what, said in made.items()
            if what not in unchecked and said != ruled[what]
        ]

    @property
    def unchecked(self) -> list[str]:
        """The claims that can't be checked: on dice past an illegal step, or on an attack that isn't allowed."""
        ruled = self.ruled
        known = [what for what in ruled if ruled[what] is not None] if self.illegal is None else VALUES
        return [what for what in self.record.file.claim.claims() if self.values is None or what not in known]

    @property
    def against(self) -> bool:
        """True if a step is illegal or a claim wrong, here or in another attack of the entry."""
        return super().against or any(one.against for one in self.others)

    @property
    def cites(self) -> bool:
        """True if it names rules: only for illegal steps."""
        return any(one.illegal is not None for one in (self, *self.others))

    def data(self) -> dict[str, Any]:
        """Return the verdict in the fixed machine format; other attacks of the entry follow in the same form.

        A step's dice are those neither placed nor discarded.
        """
        others = [{key: value for key, value in one.data().items() if key != "game"} for one in self.others]
        ruled = self.ruled
        steps = [
            {"step": number, "dice": list(dice.hand), "wounds": dice.placed}
            for number, dice in enumerate(self.after, 1)
        ]
        return {
            **self.head,
            "disputes": to_builtins(self.disputes),
            **({"unchecked": self.unchecked} if self.unchecked else {}),
            **{name: ruled[name] for name in VALUES},
            "steps": steps,
            **{name: ruled[name] for name in ("wounds", "best", "vitality", "destroyed", "retaliation")},
            **({"others": others} if others else {}),
        }

    def show(self, screen: Screen) -> None:
        """Print the values with each point's source, the dice step by step; then what is illegal or disputed."""
        from referee.games.mythic.screens.attacks import show_verdicts

        show_verdicts((self, *self.others), screen, brief=self.brief)


def judge(record: Record, brief: bool = False) -> Verdict:
    """Play a record's steps up to the first illegal one. Raises BadInput for impossible dice."""
    verdict = Verdict(record, brief=brief, others=tuple(map(judge, record.others)))
    try:
        verdict.values = record.values()
    except Illegal as error:
        if not record.saved:
            verdict.illegal = IllegalAt(0, error.reason, error.ruling)
            return verdict
        verdict.values, verdict.overruled = compute(record.attack), error.reason
    dice = verdict.ready = dice_for(record.attack, verdict.values)
    for number, step in enumerate(record.steps, 1):
        try:
            step = moves.check_move(with_fives(dice, step), dice.count)
            if isinstance(step, moves.Reroll | moves.Second) and step.faces is None:
                verify_thrown(dice, step)  # announced, not rolled yet
            else:
                dice = play_move(dice, step)
                if isinstance(step, moves.FirstRoll | moves.Reroll | moves.Second | moves.Average):
                    verdict.thrown_last = dice
        except Unreadable as error:
            raise BadInput(f"{record.place(number)}: {error}") from None
        except Illegal as error:
            verdict.illegal = IllegalAt(number, error.reason, error.ruling)
            break
        verdict.after.append(dice)
        verdict.target_thrown |= isinstance(step, moves.ThrowTarget)
    return verdict
