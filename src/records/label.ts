import { canonicalJson } from "../text/index.ts";

/** Format marker, so that a line can be read years later. */
export const LABEL_FORMAT = "assay.label/1";

/** A human verdict on a packet: the exact text that a judge was shown about one trial. */
export interface LabelRecord {
  format: typeof LABEL_FORMAT;
  /** The packet exactly as the judge saw it. When the packet changes, the label is stale. */
  packet_sha256: string;
  question: LabelQuestion;
  annotator: string;
  /** Pass or fail; a score; a band's score, as text; or the better of two packets. */
  value: LabelValue;
  /** The deciding words of the packet. */
  quote?: string;
  note?: string;
  /** Labels used to tune a judge's prompt say nothing about its quality, so the two purposes are never mixed. */
  purpose: LabelPurpose;
  /** The sampling that selected the packet; omitted when it was chosen by hand. */
  draw?: LabelDraw;
  /** Settles a disagreement and overrides the annotators. */
  adjudicated?: true;
  labelled_at: string;
}

export type LabelQuestion =
  | { kind: "pass" }
  /** `overall`, or the id of a dimension. */
  | { kind: "score"; dimension: string }
  | { kind: "band"; dimension: string }
  /** Between two packets of one case; `packet_sha256` is the one whose hash sorts first. */
  | { kind: "preference"; other_packet_sha256: string };

export type LabelValue = boolean | number | string;

export const LABEL_PURPOSES = ["measure", "tune"] as const;
export type LabelPurpose = (typeof LABEL_PURPOSES)[number];

/** The better of two packets; `this` is the one that the label is about. */
export const PREFERENCES = ["this", "other", "tie"] as const;

export interface LabelDraw {
  /** Name of the plan that drew it. */
  plan: string;
  /** Its probability of being drawn, above 0 and at most 1. */
  probability: number;
  stratum: string;
}

/** Retracts a label. Lines are only ever appended, so that two people's files merge line by line. */
export interface WithdrawnLabel extends Pick<LabelRecord, LabelKeyField> {
  withdrawn: true;
}

export type LabelLine = LabelRecord | WithdrawnLabel;

type LabelKeyField = "format" | "packet_sha256" | "question" | "annotator" | "adjudicated" | "labelled_at";

/**
 * The key by which a later line replaces an earlier one. An annotator's own label and one adjudicated by the same person have
 * different keys.
 */
export function labelKey({
  packet_sha256,
  question,
  annotator,
  adjudicated,
}: Pick<LabelRecord, "packet_sha256" | "question" | "annotator" | "adjudicated">): string {
  return canonicalJson([packet_sha256, question, annotator, adjudicated ?? false]);
}

/** The packets of a label: one, or both of a preference. */
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
