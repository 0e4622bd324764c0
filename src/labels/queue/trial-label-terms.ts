import type { JudgedPacket } from "../../judging/index.ts";
import type { LabelRecord } from "../../records/index.ts";
import { groupBy } from "../../text/index.ts";
import { disagreements, type LabelledQuestion, settledLabels } from "./settled-labels.ts";

/** Greater distances between people and judges count as disagreement. */
const APART = 2;

/**
 * Returns filter terms for labelled trials: whether they are labelled, passed according to people, disputed among annotators, or between
 * people and judges.
 */
export function composeTrialLabelTerms(
  packets: readonly JudgedPacket[],
  labels: readonly LabelRecord[],
): Map<string, readonly string[]> {
  const byPacket = groupBy(settledLabels(labels), ({ packet_sha256 }) => packet_sha256);
  const words = new Map<string, readonly string[]>();
  for (const packet of packets) {
    const questions = byPacket.get(packet.packet_sha256);
    if (questions) words.set(packet.trial_id, wordsOf(packet, questions));
  }
  return words;
}

function wordsOf(packet: JudgedPacket, questions: readonly LabelledQuestion[]): string[] {
  const passed = questions.flatMap((question) => (question.question.kind === "pass" ? valuesOf(question) : []));
  const isOpen = disagreements(questions, [packet]).length > 0;
  return [
    "labelled",
    ...(passed.includes(true) ? ["people say pass"] : []),
    ...(passed.includes(false) ? ["people say fail"] : []),
    ...(isOpen ? ["annotators disagree"] : []),
    ...(questions.some((question) => differs(packet, question)) ? ["people and judges differ"] : []),
  ];
}

/** Returns the settled label, or else each annotator's. */
function valuesOf({ labels, settled }: LabelledQuestion): LabelRecord["value"][] {
  return settled === null ? labels.map(({ value }) => value) : [settled.value];
}

function differs(packet: JudgedPacket, labelled: LabelledQuestion): boolean {
  const { question } = labelled;
  if (question.kind === "pass")
    return packet.passed !== null && valuesOf(labelled).some((value) => value !== packet.passed);
  if (question.kind !== "score") return false;
  const score = packet.dimensions[question.dimension];
  return score !== undefined && valuesOf(labelled).some((value) => Math.abs(Number(value) - score) > APART);
}
