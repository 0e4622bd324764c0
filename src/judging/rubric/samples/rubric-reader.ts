import { type SampleRubric, sampleRubric } from "../../../config/index.ts";
import type { ReadRubric } from "./sample.ts";

/** A cache, since samples mostly repeat the same rubric. Limited, so that a rubric per sample cannot fill the memory. */
const MOST_REMEMBERED = 1000;

/** Reads rubrics inside samples. */
export function createRubricReader(): ReadRubric {
  const known = new Map<string, ReturnType<ReadRubric>>();
  return (value) => {
    const text = JSON.stringify(value);
    const before = known.get(text);
    if (before) return before;
    const parsed = sampleRubric.safeParse(value);
    const reading: ReturnType<ReadRubric> = parsed.success
      ? { ok: true, rubric: parsed.data as SampleRubric }
      : { ok: false, reason: parsed.error.issues.map(spellIssue).join("; ") };
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(text, reading);
    return reading;
  };
}

function spellIssue({ path, message }: { path: PropertyKey[]; message: string }): string {
  return path.length === 0 ? message : `${path.map(String).join(".")}: ${message}`;
}
