"""What a survey found, in words for people and as data for programs."""

from __future__ import annotations

from typing import Any

from referee.table.survey import Survey

NO_REST = (
    "The table was never at rest: lay four cards or more, take your hands away, and do not move the camera."
)


def lines(survey: Survey) -> list[str]:
    """What *survey* says, a line for each thing to mend, and one that says pass or fail."""
    told = [f"- {remark.text}" for remark in survey.remarks]
    found = "1 card" if len(survey.cards) == 1 else f"{len(survey.cards)} cards"
    if survey.plane is not None and survey.sure_mm is not None:
        size = f"{survey.plane.card_mm[0]:g} x {survey.plane.card_mm[1]:g} mm"
        found = f"the sheet; cards count as {size}" if survey.by_sheet else f"{found} of {size}"
        found += f"; the zones are known to {survey.sure_mm:.1f} mm"
        found += f", the camera looks {survey.plane.tilt:.0f} degrees aside"
    return [*told, f"{'pass' if survey.passed else 'fail'}: {found}."]


def as_json(survey: Survey | None) -> dict[str, Any]:
    """The same for programs."""
    if survey is None:
        return {"passed": False, "faults": [{"fault": "no rest", "text": NO_REST, "spots": []}]}
    plane = survey.plane
    return {
        "passed": survey.passed,
        "faults": [
            {"fault": str(remark.fault), "text": remark.text, "spots": [list(spot) for spot in remark.spots]}
            for remark in survey.remarks
        ],
        "by_sheet": survey.by_sheet,
        "cards": len(survey.cards),
        "card_mm": None if plane is None else list(plane.card_mm),
        "sure_mm": survey.sure_mm,
        "residual_mm": None if plane is None else plane.residual_mm,
        "tilt_deg": None if plane is None else plane.tilt,
        "paper": survey.conditions.paper,
        "soft_px": list(survey.soft),
    }
