"""The figures of refereed films: of one, in total, and how sure they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.films.confusion import Caught, Pairs


@dataclass(frozen=True, slots=True)
class Miss:
    """A play that was not right: when it came to rest, what it was, what was noted, and why it fails."""

    t: float
    was: str
    noted: str
    why: str

    def __str__(self) -> str:
        return f"{self.t:7.1f} s  {self.why:<9} was: {self.was:<34} noted: {self.noted}"


@dataclass(frozen=True, slots=True)
class GameScore:
    """One film's figures.

    `delays` are seconds from the arm leaving to the entry, for each play that was noted rightly.
    `turn_s` and `judged_s` are the seconds in which the published turn was right, and those that count.
    `wrong` are the false calls and the illegal plays that were not caught. `confusion` counts which kind of
    play was seen as which, `codes` says of each rule how often it was broken and how often that was caught.
    `called` are those of the illegal plays that were called in the end: of the `caught` ones some were only
    asked about, and nobody answered.
    `frames` and `seconds` are the frames gone through and the time that took, by whoever ran the path.
    """

    plays: int
    right: int
    illegal: int
    caught: int
    false_calls: int
    questions: int
    turn_s: float
    judged_s: float
    perfect: bool
    delays: tuple[float, ...]
    misses: tuple[Miss, ...]
    wrong: tuple[Miss, ...] = ()
    confusion: Pairs = ()
    codes: Caught = ()
    called: int = 0
    frames: int = 0
    seconds: float = 0.0

    @property
    def failures(self) -> tuple[Miss, ...]:
        """All that went wrong, in order."""
        return tuple(sorted((*self.misses, *self.wrong), key=lambda miss: miss.t))


def total(scores: Sequence[GameScore]) -> str:
    """The last line of `referee eval games`."""
    turn = _share(sum(score.turn_s for score in scores), sum(score.judged_s for score in scores))
    seconds = sum(score.seconds for score in scores)
    fps = sum(score.frames for score in scores) / seconds if seconds else 0.0
    counts = {
        name: sum(getattr(score, name) for score in scores)
        for name in ("plays", "right", "illegal", "caught", "false_calls", "questions")
    }
    words = " ".join(f"{name} {count}" for name, count in counts.items())
    return (
        f"games {len(scores)} {words} turn_right {turn:.4f} "
        f"perfect_games {sum(score.perfect for score in scores)} fps {fps:.1f} "
        f"delay_p95_s {_percentile([d for score in scores for d in score.delays], 0.95):.2f}"
    )


def bounds(scores: Sequence[GameScore]) -> tuple[str, ...]:
    """The 95 % bounds of the totals, a line each: Wilson's, and the rule of three for a count of nought."""
    plays, right = sum(score.plays for score in scores), sum(score.right for score in scores)
    illegal, caught = sum(score.illegal for score in scores), sum(score.caught for score in scores)
    false, called = sum(score.false_calls for score in scores), sum(score.called for score in scores)
    return (
        f"plays right: {_with_bounds(right, plays)}",
        f"illegal plays caught: {_with_bounds(caught, illegal)}; called in the end: {called}",
        f"false calls: {false} in {plays - illegal} legal plays, {_at_most(false, plays - illegal)}",
    )


def wilson(hits: int, trials: int, z: float = 1.96) -> tuple[float, float]:
    """The Wilson bounds of a share: where it lies in 95 of 100 cases.

    >>> tuple(round(bound, 3) for bound in wilson(9, 10))
    (0.596, 0.982)
    """
    if not trials:
        return (0.0, 1.0)
    p, extra = hits / trials, z * z / trials
    middle = p + extra / 2
    spread = z * ((p * (1 - p) + extra / 4) / trials) ** 0.5
    return (max(0.0, (middle - spread) / (1 + extra)), min(1.0, (middle + spread) / (1 + extra)))


def rule_of_three(trials: int) -> float:
    """The share that something never seen in *trials* trials may still have, in 95 of 100 cases.

    >>> rule_of_three(300)
    0.01
    """
    return min(1.0, 3 / trials) if trials else 1.0


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least *share* of *values* do not pass."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def _with_bounds(hits: int, trials: int) -> str:
    if not trials:
        return "none to judge"
    low, high = wilson(hits, trials)
    return f"{hits} of {trials}, {hits / trials:.3f} (95 %: {low:.3f} to {high:.3f})"


def _at_most(hits: int, trials: int) -> str:
    limit = rule_of_three(trials) if not hits else wilson(hits, trials)[1]
    return f"at most {limit:.4f} of them (95 %)"
