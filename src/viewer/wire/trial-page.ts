import type { Packet } from "../../judging/index.ts";
import type {
  CheckResult,
  Dimension,
  EvidencePlace,
  EvidenceReference,
  GroundedEvidence,
  OutputArtifact,
  RunArtifact,
  TraceEvent,
  TrialState,
} from "../../records/index.ts";

/** Trial with its events and verdicts. */
export interface TrialPage {
  model_id: string;
  case_id: string;
  repetition: number;
  /** Missing or damaged parts, in words, otherwise null. */
  missing: string | null;
  run: RunCard | null;
  judging: JudgingCard | null;
  commands: { title: string; command: string }[];
}

export interface RunCard {
  run_id: string;
  status: RunArtifact["status"];
  failure: string | null;
  /** Named facts about the run: runner, model, cost, time, tokens. */
  facts: [name: string, value: string][];
  /** Request and answer, if there is no packet to show. */
  messages: { role: string; content: string }[];
  final_output: string | null;
  artifacts: Pick<OutputArtifact, "artifact_type" | "path" | "bytes">[];
  events: number;
  trace_chunks: number;
}

export interface JudgingCard {
  state: TrialState;
  reason: string | null;
  score: number | null;
  passed: boolean | null;
  /** Reason from the closest verdict. */
  aggregation: string;
  dimensions: Record<Dimension, number> | null;
  packet: Packet;
  checks: CheckResult[];
  judges: JudgeCard[];
  evidence: EvidenceItem[];
  warnings: string[];
}

export interface JudgeCard {
  letter: string;
  judge_run_id: string;
  model: string;
  offline: boolean;
  score: number | null;
  iterations: {
    repetition: number;
    status: string;
    aggregated: boolean;
    score: number | null;
    dimensions: Record<Dimension, number> | null;
    summary: string | null;
    reason: string | null;
    problem: string | null;
    attempts: number;
    cost: string;
  }[];
}

/** Evidence of a verdict, identified by its position in the list. */
export interface EvidenceItem {
  /** Positions of the judge and iteration. */
  judge: number;
  iteration: number;
  dimension: Dimension;
  text: string;
  state: GroundedEvidence["state"];
  references: PlacedReference[];
}

export interface PlacedReference {
  kind: EvidenceReference["kind"];
  text: string;
  place: EvidencePlace | null;
  /** Path in the packet, with offsets into its text; null if it is not in the packet. */
  at: { path: string; start: number; end: number; isField: boolean } | null;
  artefacts: string[];
}

/** Requests and answers, unmodified. */
export interface RawPage {
  /** Chunk with the system prompt, which trials share. */
  system: string | null;
  user: string | null;
  calls: {
    judge: string;
    repetition: number;
    attempts: { follow_up: string[]; status: string; answer: string; violations: string[]; facts: string }[];
  }[];
  settings: string;
}

/** Text sent with many trials. */
export interface SentText {
  text: string;
}

/** Recorded events from `first`. */
export interface TraceChunk {
  first: number;
  events: TraceEvent[];
}

/** Files a trial left. */
export interface FilesPage {
  files: ShownFile[];
}

/** File to show: text and diffs as text, common images as pictures, others by name only. */
export type ShownFile = Pick<OutputArtifact, "artifact_type" | "path" | "bytes"> &
  (
    | { kind: "text" | "diff"; text: string }
    | { kind: "image"; source: string; width: number; height: number }
    | { kind: "hidden"; why: string }
  );
