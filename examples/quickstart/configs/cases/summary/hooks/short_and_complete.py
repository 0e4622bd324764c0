"""Two sentences at most, and no number of the note may be lost."""

import re
from pathlib import Path


def check(it):
    answer = it["run"]["final_output"] or ""
    note = (Path(it["case"]["directory"]) / "note.md").read_text(encoding="utf-8")
    sentences = [part for part in re.split(r"[.!?]+(?:\s|$)", answer) if part.strip()]
    numbers = re.findall(r"\d+", note)
    missing = [number for number in numbers if number not in re.findall(r"\d+", answer)]
    problems = []
    if not 1 <= len(sentences) <= 2:
        problems.append(f"{len(sentences)} sentences instead of one or two")
    if missing:
        problems.append(f"numbers missing: {', '.join(missing)}")
    return {"passed": not problems, "message": "; ".join(problems) or "short and complete", "seen": answer}
