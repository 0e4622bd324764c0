import { type JudgedPacket, OVERALL, PROTOCOLS } from "../../judging/index.ts";
import { type LabelRecord, questionName } from "../../records/index.ts";
import { standardDeviation } from "../../statistics/index.ts";
import type { QuestionKind } from "../packets/asked-question.ts";
import { findExtent } from "./find-extent.ts";

/** Distance of labels from the judges' scores. */
export interface Residuals {
  /** Number of labels used. */
  labels: number;
  /** Standard deviation; a typical value if there are too few labels. */
  overall: number;
  deviationOf(packets: readonly string[]): number;
}

/** With fewer labels, a deviation is mostly noise. */
const FEWEST_LABELS = 8;
/** A fifth of the scale, typical of people and judges who mostly agree. */
const USUAL_PART_OF_SCALE = 0.2;
/** For pass and fail, with one in six judged differently. */
const USUAL_OF_PASSING = 0.4;

export function openResiduals(
  packets: readonly JudgedPacket[],
  labels: readonly LabelRecord[],
  kind: QuestionKind,
): Residuals {
  const judged = new Map(packets.map((packet) => [packet.packet_sha256, packet]));
  const residuals = new Map<string, number>();
  for (const label of labels) {
    const packet = judged.get(label.packet_sha256);
    const residual = packet && sameQuestion(label, kind) ? residualOf(label, packet) : null;
    if (residual !== null && residual !== undefined) residuals.set(label.packet_sha256, residual);
  }
  const overall = deviation([...residuals.values()]) ?? usual(kind, packets);
  return {
    labels: residuals.size,
    overall,
    deviationOf: (own) => deviation(own.flatMap((packet) => residuals.get(packet) ?? [])) ?? overall,
  };
}

function sameQuestion({ question }: LabelRecord, kind: QuestionKind): boolean {
  return (
    kind.kind !== "preference" &&
    questionName(question) === ("dimension" in kind ? `${kind.kind}:${kind.dimension}` : kind.kind)
  );
}

function residualOf({ question, value }: LabelRecord, packet: JudgedPacket): number | null {
  if (question.kind === "pass") return packet.passed === null ? null : Number(value) - Number(packet.passed);
  const dimension = "dimension" in question ? question.dimension : OVERALL;
  const score = packet.dimensions[dimension];
  return score === undefined || question.kind === "preference" ? null : Number(value) - score;
}

function deviation(values: readonly number[]): number | null {
  return values.length < FEWEST_LABELS ? null : standardDeviation(values);
}

function usual(kind: QuestionKind, packets: readonly JudgedPacket[]): number {
  if (kind.kind === "pass" || kind.kind === "preference") return USUAL_OF_PASSING;
  const scale = packets[0] && PROTOCOLS[packets[0].protocol].labels.scale;
  if (scale) return USUAL_PART_OF_SCALE * (scale.high - scale.low);
  const scores = packets.flatMap(({ verdicts }) => verdicts.flatMap(({ scores: own }) => own[kind.dimension] ?? []));
  const { low, high } = findExtent(scores);
  return scores.length === 0 ? 0 : USUAL_PART_OF_SCALE * (high - low);
}
