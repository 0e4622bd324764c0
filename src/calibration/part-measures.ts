import { type AgreementFigure, humanAgreement, type Undefined } from "../statistics/index.ts";
import type { LabelledPacket, LabelledQuestionSet } from "./labelled-packets.ts";
import { scoredTwice } from "./scored-twice.ts";

/** Reads a packet as its judge saw it; null if missing. */
export type TextOf = (packetSha256: string) => string | null;

/** Agreement within a part of the labels: a subject, short or long answers, early or late trials. */
export interface PartMeasure {
  by: "subject" | "length" | "position";
  part: string;
  labels: number;
  /** Judge − people. */
  level_bias: AgreementFigure | Undefined;
  accuracy: AgreementFigure | Undefined;
}

/** Fewer labels say nothing about a part. */
const FEWEST_IN_PART = 5;

/**
 * Measures agreement by subject, by length of the packet and by position in the campaign, in thirds. Omits parts with fewer than five
 * labels.
 */
export function partMeasures(
  set: LabelledQuestionSet,
  judge: string,
  threshold: number | null,
  textOf: TextOf,
): PartMeasure[] {
  const subjects = [...new Set(set.packets.flatMap(({ trials }) => trials.map(({ subject }) => subject)))];
  const length = thirds(set.packets, ({ packet_sha256 }) => answerLength(textOf(packet_sha256)));
  const position = thirds(set.packets, (packet) => packet.position);
  const parts: { by: PartMeasure["by"]; part: string; keep: (packet: LabelledPacket) => boolean }[] = [
    ...subjects.map((subject) => ({
      by: "subject" as const,
      part: subject,
      keep: ({ trials }: LabelledPacket) => trials.some((trial) => trial.subject === subject),
    })),
    ...["short", "medium", "long"].map((part, index) => ({
      by: "length" as const,
      part,
      keep: (packet: LabelledPacket) => length.get(packet) === index,
    })),
    ...["first third", "second third", "last third"].map((part, index) => ({
      by: "position" as const,
      part,
      keep: (packet: LabelledPacket) => position.get(packet) === index,
    })),
  ];
  return parts.flatMap(({ by, part, keep }) => {
    const scored = scoredTwice(set, judge, keep);
    if (scored.length < FEWEST_IN_PART) return [];
    const { level_bias, accuracy, labels } = humanAgreement(
      scored,
      threshold === null ? { draws: 2 } : { threshold, draws: 2 },
    );
    return [{ by, part, labels, level_bias, accuracy }];
  });
}

/** Measures the subject's answer, or the whole packet if it cannot be told apart. */
function answerLength(text: string | null): number | null {
  if (text === null) return null;
  try {
    const packet = JSON.parse(text) as { subject_response?: unknown };
    return packet.subject_response === undefined ? text.length : JSON.stringify(packet.subject_response).length;
  } catch {
    return text.length;
  }
}

/** Returns 0, 1 or 2 for the lowest, middle and highest third; equal values share one. */
function thirds(
  packets: readonly LabelledPacket[],
  measure: (packet: LabelledPacket) => number | null,
): Map<LabelledPacket, number> {
  const known = packets.flatMap((packet) => {
    const value = measure(packet);
    return value === null ? [] : [{ packet, value }];
  });
  const sorted = known.map(({ value }) => value).sort((one, other) => one - other);
  const cut = (share: number) => sorted[Math.floor(share * sorted.length)]!;
  return new Map(known.map(({ packet, value }) => [packet, value < cut(1 / 3) ? 0 : value < cut(2 / 3) ? 1 : 2]));
}
