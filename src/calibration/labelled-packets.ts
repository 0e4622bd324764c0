import type { LabelPlan } from "../config/index.ts";
import type { JudgedPacket } from "../judging/index.ts";
import { settledLabels, unitsOf } from "../labels/index.ts";
import { type LabelPurpose, type LabelRecord, packetsOfLabel, questionName } from "../records/index.ts";
import { mean } from "../statistics/index.ts";
import { addTo } from "../text/index.ts";
import { judgedNumber, labelNumber, type MeasuredQuestion, PANEL } from "./measured-question.ts";

/** Packet of a campaign with its labels. */
export interface LabelledPacket {
  packet_sha256: string;
  /** Every trial with this packet. */
  trials: JudgedPacket[];
  /** Position among its subject's trials, as a share: 0 for the first. */
  position: number;
  /** Settled label, or else the annotators' mean. */
  label: number;
  by_annotator: AnnotatorSaid[];
  /** Probability of having been drawn; omitted for labels chosen by hand or drawn by another plan. */
  probability?: number;
}

/** Annotator's label and reason. */
export interface AnnotatorSaid {
  annotator: string;
  value: number;
  quote?: string;
  note?: string;
}

/** Labels of a question in a campaign. */
export interface LabelledQuestionSet {
  campaign: string;
  question: MeasuredQuestion;
  packets: LabelledPacket[];
  /** Plan whose labels can correct: the one with the most. */
  plan: LabelPlan | null;
  /** Packets with labels for tuning, which are excluded from measuring. */
  tuned: Set<string>;
  /** Stratum of each packet that the plan could have drawn. */
  strata: Map<string, string>;
}

export function labelledQuestionSet(
  campaign: string,
  question: MeasuredQuestion,
  trials: readonly JudgedPacket[],
  labels: readonly LabelRecord[],
  plans: readonly LabelPlan[],
  purpose: LabelPurpose,
): LabelledQuestionSet {
  const byPacket = new Map<string, JudgedPacket[]>();
  for (const trial of trials) {
    if (judgedNumber(trial, PANEL, question) === null) continue;
    const same = byPacket.get(trial.packet_sha256);
    if (same) same.push(trial);
    else byPacket.set(trial.packet_sha256, [trial]);
  }
  const positions = positionsOf(trials);
  const own = labels.filter(
    (label) => byPacket.has(label.packet_sha256) && questionName(label.question) === question.name,
  );
  const measured = own.filter((label) => label.purpose === purpose);
  const plan = planOf(measured, plans, question);
  return {
    campaign,
    question,
    plan,
    strata: plan ? strataOf(plan, [...byPacket.values()].flat()) : new Map(),
    // A prompt tuned on a packet has seen it, whatever the question.
    tuned: new Set(labels.filter((label) => label.purpose === "tune").flatMap(packetsOfLabel)),
    packets: settledLabels(measured).map(({ packet_sha256, labels: given, settled }) => {
      const values = given.map(whatWasSaid);
      const draw = [...given, ...(settled ? [settled] : [])].find((label) => label.draw?.plan === plan?.plan)?.draw;
      return {
        packet_sha256,
        trials: byPacket.get(packet_sha256)!,
        position: positions.get(packet_sha256)!,
        label: settled ? labelNumber(settled) : mean(values.map(({ value }) => value)),
        by_annotator: values,
        ...(draw ? { probability: draw.probability } : {}),
      };
    }),
  };
}

function whatWasSaid(label: LabelRecord): AnnotatorSaid {
  const { annotator, quote, note } = label;
  return {
    annotator,
    value: labelNumber(label),
    ...(quote === undefined ? {} : { quote }),
    ...(note === undefined ? {} : { note }),
  };
}

function positionsOf(trials: readonly JudgedPacket[]): Map<string, number> {
  const bySubject = new Map<string, string[]>();
  for (const { subject, packet_sha256 } of trials) addTo(bySubject, subject, packet_sha256);
  const positions = new Map<string, number>();
  for (const own of bySubject.values())
    own.forEach((packet, index) => {
      if (!positions.has(packet)) positions.set(packet, index / own.length);
    });
  return positions;
}

function planOf(
  labels: readonly LabelRecord[],
  plans: readonly LabelPlan[],
  question: MeasuredQuestion,
): LabelPlan | null {
  const counts = new Map<string, number>();
  for (const { draw } of labels) if (draw) counts.set(draw.plan, (counts.get(draw.plan) ?? 0) + 1);
  const usable = plans.filter((plan) => plan.question === question.name && counts.has(plan.plan));
  return usable.reduce<LabelPlan | null>(
    (best, plan) => (best === null || counts.get(plan.plan)! > counts.get(best.plan)! ? plan : best),
    null,
  );
}

function strataOf(plan: LabelPlan, trials: readonly JudgedPacket[]): Map<string, string> {
  const byUnit = new Map(
    plan.strata.flatMap(({ stratum, members }) => members.map((unit) => [unit, stratum] as const)),
  );
  const found = new Map<string, string>();
  for (const [packet, unit] of unitsOf(trials, plan.unit_of)) {
    const stratum = byUnit.get(unit);
    if (stratum !== undefined) found.set(packet, stratum);
  }
  return found;
}
