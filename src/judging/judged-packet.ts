import type { ProtocolName } from "./table.ts";

/** A packet that judges have been asked about: what a label can be about, and what the judges said. */
export interface JudgedPacket {
  /** `<campaign>/<subject>/<case>/<repetition>`, or for what was judged under a name `<protocol>/<name>/<number or id>`. */
  trial_id: string;
  protocol: ProtocolName;
  /** `<suite>/<run profile>-<fp8>/<evaluation profile>-<fp8>`, or `<protocol>/<name>`. */
  campaign: string;
  case_id: string;
  subject: string;
  repetition: number;
  /** Several trials may have the same one: the same words in answer to the same task. */
  packet_sha256: string;
  /** The panel's score; null when it has none. */
  score: number | null;
  passed: boolean | null;
  pass_threshold: number | null;
  /** The same by dimension, `overall` included. */
  dimensions: Record<string, number>;
  verdicts: JudgeVerdict[];
  /** Facts that its protocol needs to put it before judges again. */
  place?: unknown;
}

/** One valid answer of one judge. */
export interface JudgeVerdict {
  /** The judge run. */
  judge: string;
  judge_id: string;
  model: string;
  repetition: number;
  call_id: string;
  cost_usd: number | null;
  /** By dimension, `overall` included. */
  scores: Record<string, number>;
}

export const OVERALL = "overall";
