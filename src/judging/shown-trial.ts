import type { CheckResult, GroundedEvidence } from "../records/index.ts";

/**
 * Output of `assay show --output json`: a trial, a rubric's sample or a batch's item, with everything behind its score. Fields are only
 * added.
 */
export interface ShownTrial {
  schema_version: 1;
  kind: "trial" | "sample" | "item";
  /** Argument of `assay show`. */
  name: string;
  /** Its campaign, rubric judging or batch. */
  of: string;
  /** Result, such as `7.5 of 10, passed`. */
  headline: string;
  /** True if it passed, false if it failed, null if undecided. */
  passed: boolean | null;
  /** Named figures. */
  facts: [string, string][];
  question: { role: string; content: string }[];
  /** Null without an answer. */
  answer: string | null;
  /** Quotes of the answer: UTF-16 offsets, in order. */
  quotes: { start: number; end: number }[];
  tools: ShownToolCall[];
  /** Null if nothing was checked, because it was not judged. */
  checks: CheckResult[] | null;
  verdicts: ShownVerdict[];
  /** Files that the trial left, below `folder`. */
  files: { path: string; type: string; bytes: number }[];
  /** Relative to the workspace; null without files. */
  folder: string | null;
  /** Missing or damaged data, and notes. */
  warnings: string[];
  /** Commands to continue with. */
  next: { title: string; command: string }[];
}

export interface ShownToolCall {
  tool: string;
  arguments: string;
  /** Null without a result. */
  status: "success" | "error" | null;
  result: string;
}

export interface ShownVerdict {
  judge: string;
  /** Counted from 1. */
  repetition: number;
  status: "verdict" | "invalid" | "unanswered" | "not_asked";
  score: number | null;
  dimensions: Record<string, number>;
  summary: string | null;
  reason: string | null;
  /** Reason for a missing verdict. */
  problem: string | null;
  evidence: ShownEvidence[];
}

export interface ShownEvidence {
  dimension: string;
  text: string;
  state: GroundedEvidence["state"];
  /** Positions in `quotes`, counted from 1. */
  quotes: number[];
  /** Other places of its quotes, in words. */
  places: string[];
  /** Quotes that were not found. */
  missing: string[];
}

/** A named unit, with everything empty that only trials have. */
export function plainShown(kind: ShownTrial["kind"], name: string, of: string): ShownTrial {
  return {
    schema_version: 1,
    kind,
    name,
    of,
    headline: "",
    passed: null,
    facts: [],
    question: [],
    answer: null,
    quotes: [],
    tools: [],
    checks: null,
    verdicts: [],
    files: [],
    folder: null,
    warnings: [],
    next: [
      { title: "what its judges were shown", command: `assay show ${name} --packet` },
      { title: "everything as it was stored", command: `assay show ${name} --raw` },
    ],
  };
}
