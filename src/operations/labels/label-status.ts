import type { LabelPlan } from "../../config/index.ts";
import type { JudgedPacket } from "../../judging/index.ts";
import {
  disagreements,
  findLabelsInStoreOnly,
  findMixedPurposes,
  isWanted,
  openDraws,
  readPlans,
  separateUsableLabels,
  settledLabels,
} from "../../labels/index.ts";
import { type LabelRecord, questionName } from "../../records/index.ts";
import type { LabelEntry, LabelListing, LabelStatus } from "../../report/index.ts";
import type { Controls } from "../controls.ts";
import type { PacketOptions } from "./label-options.ts";
import { openChosenLabels } from "./open-labels.ts";

/**
 * Counts labels by annotator and question, and lists outdated ones and disagreements.
 *
 * @example
 * const { labels, stale, disagreements } = await labelStatus();
 * console.log(labels, stale.length, disagreements.length);
 */
export async function labelStatus(options: PacketOptions = {}, controls: Controls = {}): Promise<LabelStatus> {
  const { root, labels, opened, store, close } = await openChosenLabels(options, controls);
  const onlyInStore = findLabelsInStoreOnly(store, root);
  await close();
  const { packets } = opened;
  const { current, stale } = separateUsableLabels(labels.labels, packets);
  const questions = settledLabels(current);
  const { plans } = await readPlans(root);
  return {
    schema_version: 1,
    kind: "label_status",
    labels: current.length,
    packets: new Set(current.map(({ packet_sha256 }) => packet_sha256)).size,
    annotators: countBy(current, stale, ({ annotator }) => annotator).map(({ name, own, old }) => ({
      annotator: name,
      labels: own.length,
      stale: old.length,
    })),
    questions: countBy(current, stale, ({ question }) => questionName(question)).map(({ name, own, old }) => ({
      question: name,
      labels: own.length,
      packets: new Set(own.map(({ packet_sha256 }) => packet_sha256)).size,
      drawn: own.filter(({ draw }) => draw !== undefined).length,
      by_hand: own.filter(({ draw }) => draw === undefined).length,
      stale: old.length,
    })),
    purposes: {
      measure: current.filter(({ purpose }) => purpose === "measure").length,
      tune: current.filter(({ purpose }) => purpose === "tune").length,
    },
    stale: stale.map(entryOf),
    disagreements: disagreements(questions, packets).map(({ packet_sha256, question, labels: own }) => ({
      packet_sha256,
      question: questionName(question),
      values: own.map(({ value }) => value),
    })),
    settled: questions.filter(({ settled }) => settled !== null).length,
    mixed_purposes: findMixedPurposes(current),
    plans: plans
      .filter(({ campaign }) => isWanted(campaign, options))
      .map((plan) => planStatus(plan, current, packets)),
    only_in_store: onlyInStore.length,
    problems: labels.problems,
  };
}

/**
 * Lists every label, and whether its packet is current.
 *
 * @example
 * for (const { annotator, value, stale } of (await listLabels()).labels) console.log(annotator, value, stale);
 */
export async function listLabels(options: PacketOptions = {}, controls: Controls = {}): Promise<LabelListing> {
  const { labels, opened, close } = await openChosenLabels(options, controls);
  await close();
  const { stale } = separateUsableLabels(labels.labels, opened.packets);
  const old = new Set(stale);
  return {
    schema_version: 1,
    kind: "label_listing",
    labels: labels.labels.map((label) => ({
      ...label,
      question_name: questionName(label.question),
      stale: old.has(label),
    })),
  };
}

function planStatus(plan: LabelPlan, labels: readonly LabelRecord[], packets: readonly JudgedPacket[]) {
  const known = new Set(packets.map(({ packet_sha256 }) => packet_sha256));
  const draws = openDraws([plan]);
  const labelled: Record<string, number> = {};
  for (const label of labels)
    if (!label.adjudicated && label.draw?.plan === plan.plan && draws.now(label))
      labelled[label.annotator] = (labelled[label.annotator] ?? 0) + 1;
  const stale = plan.packets.filter(({ packet_sha256 }) => !known.has(packet_sha256)).length;
  return { plan: plan.plan, question: plan.question, packets: plan.packets.length, stale, labelled };
}

function countBy(
  current: readonly LabelRecord[],
  stale: readonly LabelRecord[],
  nameOf: (label: LabelRecord) => string,
): { name: string; own: LabelRecord[]; old: LabelRecord[] }[] {
  const names = [...new Set([...current, ...stale].map(nameOf))].sort();
  const of = (labels: readonly LabelRecord[], name: string) => labels.filter((label) => nameOf(label) === name);
  return names.map((name) => ({ name, own: of(current, name), old: of(stale, name) }));
}

function entryOf({ packet_sha256, question, annotator, value, labelled_at }: LabelRecord): LabelEntry {
  return { packet_sha256, question: questionName(question), annotator, value, labelled_at };
}
