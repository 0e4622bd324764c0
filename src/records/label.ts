import { canonicalJson } from "../text/index.ts";

/** What a label says it is, so that a line can be read years later. */
export const LABEL_FORMAT = "assay.label/1";

/** What a human said about a packet: the very words that a judge was shown about one trial. */
export interface LabelRecord {
  format: typeof LABEL_FORMAT;
  /** Of the packet, exactly as the judge saw it. When the packet changes, the label is stale. */
  packet_sha256: string;
  question: LabelQuestion;
  annotator: string;
  /** Pass or fail; a score; the score of a band, as text; or which of two packets is better. */
  value: LabelValue;
  /** Words of the packet that decided it. */
  quote?: string;
  note?: string;
  /** Labels that a judge's prompt was tuned by say nothing about how good it is; the two are never mixed. */
  purpose: LabelPurpose;
  /** How the packet came to be labelled; left out when somebody chose it by hand. */
  draw?: LabelDraw;
  /** Settles a disagreement, and wins over what the annotators said. */
  adjudicated?: true;
  labelled_at: string;
}

export type LabelQuestion =
  | { kind: "pass" }
  /** `overall`, or the id of a dimension. */
  | { kind: "score"; dimension: string }
  | { kind: "band"; dimension: string }
  /** Between two packets of one case; `packet_sha256` is the one whose hash comes first. */
  | { kind: "preference"; other_packet_sha256: string };

export type LabelValue = boolean | number | string;

export const LABEL_PURPOSES = ["measure", "tune"] as const;
export type LabelPurpose = (typeof LABEL_PURPOSES)[number];

/** Which of two packets is better; `this` is the one that the label is about. */
export const PREFERENCES = ["this", "other", "tie"] as const;

export interface LabelDraw {
  /** Name of the plan that drew it. */
  plan: string;
  /** How likely it was to be drawn, above 0 and at most 1. */
  probability: number;
  stratum: string;
}

/** Takes a label back. Lines are only ever appended, so that files of two people merge line by line. */
export interface WithdrawnLabel extends Pick<LabelRecord, LabelKeyField> {
  withdrawn: true;
}

export type LabelLine = LabelRecord | WithdrawnLabel;

type LabelKeyField = "format" | "packet_sha256" | "question" | "annotator" | "adjudicated" | "labelled_at";

/** What a later line replaces an earlier one by. What an annotator said as such and what the same person settled are two things. */
export function labelKey({
  packet_sha256,
  question,
  annotator,
  adjudicated,
}: Pick<LabelRecord, "packet_sha256" | "question" | "annotator" | "adjudicated">): string {
  return canonicalJson([packet_sha256, question, annotator, adjudicated ?? false]);
}

/** The packets that a label speaks of: one, or both of a preference. */
export function packetsOfLabel({
  packet_sha256,
  question,
}: Pick<LabelRecord, "packet_sha256" | "question">): readonly string[] {
  return question.kind === "preference" ? [packet_sha256, question.other_packet_sha256] : [packet_sha256];
}

/** The question as one word, for tables, options and columns: `pass`, `score:overall`, `band:tone`, `preference`. */
export function questionName(question: LabelQuestion): string {
  if (question.kind === "pass" || question.kind === "preference") return question.kind;
  return `${question.kind}:${question.dimension}`;
}
