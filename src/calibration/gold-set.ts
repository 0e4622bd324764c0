import type { LabelPlan } from "../config/index.ts";
import type { JudgedPacket } from "../judging/index.ts";
import { separateUsableLabels } from "../labels/index.ts";
import type { LabelRecord } from "../records/index.ts";
import type { LabelledPacket } from "./labelled-packets.ts";
import { campaignsOf, labelledQuestionSets } from "./labelled-questions.ts";
import type { MeasuredQuestion } from "./measured-question.ts";

/** Labelled packets of a campaign, rubric judging or experiment, to judge again. */
export interface GoldSet {
  campaign: string;
  question: MeasuredQuestion;
  packets: LabelledPacket[];
}

/** Chooses the campaign and question with the most labels for measuring; null without any. */
export function goldSet(
  packets: readonly JudgedPacket[],
  labels: readonly LabelRecord[],
  plans: readonly LabelPlan[],
): GoldSet | null {
  const { current } = separateUsableLabels(labels, packets);
  const sets = labelledQuestionSets(campaignsOf(packets), current, plans, "measure");
  const [best] = sets.sort(({ set: one }, { set: other }) => other.packets.length - one.packets.length);
  return best ? { campaign: best.set.campaign, question: best.set.question, packets: best.set.packets } : null;
}
