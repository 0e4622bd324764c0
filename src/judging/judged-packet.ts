import type { ProtocolName } from "./table.ts";

/** Judged packet, which labels can be about, with the judges' answers. */
export interface JudgedPacket {
  /** `<campaign>/<subject>/<case>/<repetition>`, or `<protocol>/<name>/<number or id>` for a named judging. */
  trial_id: string;
  protocol: ProtocolName;
  /** `<suite>/<run profile>-<fp8>/<evaluation profile>-<fp8>`, or `<protocol>/<name>`. */
  campaign: string;
  case_id: string;
  subject: string;
  repetition: number;
  /** Shared by trials with the same answer to the same task. */
  packet_sha256: string;
  /** The panel's score; null when it has none. */
  score: number | null;
  passed: boolean | null;
  pass_threshold: number | null;
  /** Scores by dimension, including `overall`. */
  dimensions: Record<string, number>;
  verdicts: JudgeVerdict[];
  /** Facts that its protocol needs to judge it again. */
  place?: unknown;
}

/** Valid answer of a judge. */
export interface JudgeVerdict {
  /** Id of the judge run. */
  judge: string;
  judge_id: string;
  model: string;
  repetition: number;
  call_id: string;
  cost_usd: number | null;
  /** By dimension, including `overall`. */
  scores: Record<string, number>;
}

export const OVERALL = "overall";
