import type { CheckResult, GroundedEvidence } from "../records/index.ts";

/**
 * What `assay show --output json` prints: one trial, one sample of a rubric or one item of a batch, with everything that led to its score. Fields are
 * only ever added.
 */
export interface ShownTrial {
  schema_version: 1;
  kind: "trial" | "sample" | "item";
  /** As `assay show` takes it. */
  name: string;
  /** The campaign, the judging of samples or the batch that it is of. */
  of: string;
  /** What it came to: `7.5 of 10, passed`. */
  headline: string;
  /** True when it passed or nothing decides it, false when it failed. */
  passed: boolean | null;
  /** Figures about it, each with its name. */
  facts: [string, string][];
  question: { role: string; content: string }[];
  /** Null when the subject never answered. */
  answer: string | null;
  /** Where judges quoted the answer: UTF-16 offsets, in the order of the answer. */
  quotes: { start: number; end: number }[];
  tools: ShownToolCall[];
  /** Null where nothing was checked, because it was not judged. */
  checks: CheckResult[] | null;
  verdicts: ShownVerdict[];
  /** Files that the trial left, below `folder`. */
  files: { path: string; type: string; bytes: number }[];
  /** Relative to the workspace; null when it left none. */
  folder: string | null;
  /** What is missing, damaged or to be known. */
  warnings: string[];
  /** Commands that go on from here. */
  next: { title: string; command: string }[];
}

export interface ShownToolCall {
  tool: string;
  arguments: string;
  /** Null when no result came. */
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
  /** Why there is no verdict. */
  problem: string | null;
  evidence: ShownEvidence[];
}

export interface ShownEvidence {
  dimension: string;
  text: string;
  state: GroundedEvidence["state"];
  /** Which of `quotes` it refers to, counted from 1. */
  quotes: number[];
  /** Where else its quotes were found, in words. */
  places: string[];
  /** What it quotes and what is nowhere. */
  missing: string[];
}

/** Something that was judged under a name, with everything left empty that only trials have. */
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
