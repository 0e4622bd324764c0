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

/** One trial: what happened, and what the judges said about it. */
export interface TrialPage {
  model_id: string;
  case_id: string;
  repetition: number;
  /** What is missing or damaged, in words; null when all is there. */
  missing: string | null;
  run: RunCard | null;
  judging: JudgingCard | null;
  commands: { title: string; command: string }[];
}

export interface RunCard {
  run_id: string;
  status: RunArtifact["status"];
  failure: string | null;
  /** Facts about the run with their names: runner, model, cost, time, tokens. */
  facts: [name: string, value: string][];
  /** What was sent and what came back, where there is no packet to show. */
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
  /** Why it is what it is, by the verdict that is closest to it. */
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

/** One piece of evidence of one verdict. Its position in the list is its name. */
export interface EvidenceItem {
  /** Positions of the judge and of its iteration. */
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
  /** In the packet, dotted, with offsets into the text there; null for what is not in it. */
  at: { path: string; start: number; end: number; isField: boolean } | null;
  artefacts: string[];
}

/** Everything as it was sent and received. */
export interface RawPage {
  /** Name of the chunk that has the text: judges are told the same about every trial. */
  system: string | null;
  user: string | null;
  calls: {
    judge: string;
    repetition: number;
    attempts: { follow_up: string[]; status: string; answer: string; violations: string[]; facts: string }[];
  }[];
  settings: string;
}

/** A text that was sent with many trials. */
export interface SentText {
  text: string;
}

/** A stretch of what the runner recorded, from event `first` on. */
export interface TraceChunk {
  first: number;
  events: TraceEvent[];
}

/** What a trial left. */
export interface FilesPage {
  files: ShownFile[];
}

/** A file as it is shown: text and differences as text, an image that every browser draws as a picture, anything else by its name alone. */
export type ShownFile = Pick<OutputArtifact, "artifact_type" | "path" | "bytes"> &
  (
    | { kind: "text" | "diff"; text: string }
    | { kind: "image"; source: string; width: number; height: number }
    | { kind: "hidden"; why: string }
  );
