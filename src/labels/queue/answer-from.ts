import type { LabelValue } from "../../records/index.ts";
import type { AskedQuestion } from "../packets/asked-question.ts";

/** Parses a typed answer; returns a message if it is invalid. */
export function parseAnswer(written: string, asked: AskedQuestion): { value: LabelValue } | { problem: string } {
  const text = written.trim().toLowerCase();
  switch (asked.kind) {
    case "pass":
      return choice(text, PASS, "p for pass or f for fail");
    case "preference":
      return choice(text, PREFERENCE, "a, b, or t for a tie");
    case "band": {
      const values = asked.bands.map(({ value }) => value);
      return values.includes(text) ? { value: text } : { problem: `Expected one of ${values.join(", ")}.` };
    }
    case "score": {
      const problem = problemOfScore(text === "" ? Number.NaN : Number(text), asked);
      return problem === null ? { value: Number(text) } : { problem };
    }
  }
}

/** Validates an answer given as data. `a` and `b` name what was shown, `this` and `other` what is stored. */
export function problemOfValue(value: LabelValue, asked: AskedQuestion): string | null {
  if (asked.kind === "score")
    return typeof value === "number"
      ? problemOfScore(value, asked)
      : `Expected a number, found ${JSON.stringify(value)}.`;
  const read = parseAnswer(value === true ? "pass" : value === false ? "fail" : String(value), asked);
  return "problem" in read ? read.problem : null;
}

function choice(text: string, values: Record<string, LabelValue>, expected: string) {
  return Object.hasOwn(values, text) ? { value: values[text]! } : { problem: `Expected ${expected}.` };
}

const PASS: Record<string, boolean> = { p: true, pass: true, f: false, fail: false };
const PREFERENCE: Record<string, string> = { a: "a", b: "b", t: "tie", tie: "tie" };

function problemOfScore(score: number, { low, high }: AskedQuestion): string | null {
  const isInside = Number.isFinite(score) && (low === null || score >= low) && (high === null || score <= high);
  if (isInside) return null;
  return low === null || high === null ? "Expected a number." : `Expected a number from ${low} to ${high}.`;
}
