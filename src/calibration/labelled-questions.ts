import type { LabelPlan } from "../config/index.ts";
import { type JudgedPacket, OVERALL, PROTOCOLS } from "../judging/index.ts";
import { type LabelPurpose, type LabelRecord, questionName } from "../records/index.ts";
import type { Scale } from "../statistics/index.ts";
import { type LabelledQuestionSet, labelledQuestionSet } from "./labelled-packets.ts";
import { measuredQuestion } from "./measured-question.ts";

export function campaignsOf(packets: readonly JudgedPacket[]): Map<string, JudgedPacket[]> {
  const byCampaign = new Map<string, JudgedPacket[]>();
  for (const packet of packets) {
    const trials = byCampaign.get(packet.campaign);
    if (trials) trials.push(packet);
    else byCampaign.set(packet.campaign, [packet]);
  }
  return byCampaign;
}

/** Lists every answered numeric question in every campaign. */
export function labelledQuestionSets(
  byCampaign: ReadonlyMap<string, readonly JudgedPacket[]>,
  labels: readonly LabelRecord[],
  plans: readonly LabelPlan[],
  purpose: LabelPurpose,
): { set: LabelledQuestionSet; trials: readonly JudgedPacket[] }[] {
  const names = [...new Set(labels.map(({ question }) => questionName(question)))].sort();
  return [...byCampaign].flatMap(([campaign, trials]) =>
    names.flatMap((name) => {
      const question = measuredQuestion(name);
      const set = question && labelledQuestionSet(campaign, question, trials, labels, plans, purpose);
      return set && set.packets.length > 0 ? [{ set, trials }] : [];
    }),
  );
}

/** Returns the pass threshold and scale of a question, as far as known. */
export function measuredBy(
  { question }: LabelledQuestionSet,
  trials: readonly JudgedPacket[],
): { threshold: number | null; scale: Scale | undefined } {
  if (question.pass) return { threshold: 0.5, scale: { low: 0, high: 1 } };
  const written = trials.find(({ pass_threshold }) => pass_threshold !== null)?.pass_threshold ?? null;
  return {
    // Thresholds refer to the overall score.
    threshold: question.dimension === OVERALL ? written : null,
    scale: (trials[0] && PROTOCOLS[trials[0].protocol].labels.scale) ?? undefined,
  };
}
