import { PlanConflictError } from "../../errors/index.ts";
import {
  buildLabelQueue,
  kindName,
  type Labelling,
  openLabelling,
  readPlans,
  readQuestionKind,
} from "../../labels/index.ts";
import { plural } from "../../text/presentation/index.ts";
import type { Controls } from "../controls.ts";
import type { LabelOptions } from "./label-options.ts";
import { openLabelsWithPackets, usableAnnotator } from "./open-labels.ts";
import { ownPackets, type SourceOfPackets } from "./packet-source.ts";
import { choosePlan, parseQuestionKinds } from "./question-options.ts";

/** An annotator's work on a queue. */
export interface LabelSession extends Labelling {
  /** Plan that drew the packets; null if chosen by hand, which cannot correct figures. */
  plan: string | null;
  questions: string[];
  close(): Promise<void>;
}

/**
 * Opens an annotator's queue of packets, without verdicts, subjects or others' labels. Each answer is on disk before the next packet is
 * shown.
 *
 * @example
 * const session = await label({ suite: "quickstart", annotator: "ann", questions: ["score:overall"], plan: null });
 * for (let task = session.current(); task !== null; task = session.current()) await session.answer({ value: 7 });
 * await session.close();
 */
export function label(options: LabelOptions, controls: Controls = {}): Promise<LabelSession> {
  return labelFrom(ownPackets, options, controls);
}

export async function labelFrom(
  source: SourceOfPackets,
  options: LabelOptions,
  controls: Controls = {},
): Promise<LabelSession> {
  const { purpose: wantedPurpose, now = () => new Date() } = options;
  const annotator = usableAnnotator(options.annotator);
  const { root, labels, opened, keep, close } = await openLabelsWithPackets(options, controls, source);
  try {
    const { packets } = opened;
    const plan = choosePlan(options.plan, await readPlans(root), packets);
    const planned = plan === null ? null : readQuestionKind(plan.question);
    const kinds = planned === null || plan === null ? parseQuestionKinds(options.questions, packets) : [planned];
    if (plan !== null && options.questions?.some((question) => question !== plan.question))
      throw new PlanConflictError(`the plan ${plan.plan} asks ${plan.question}; --no-plan asks something else`, {
        plan: plan.plan,
      });
    if (plan !== null && wantedPurpose !== undefined && wantedPurpose !== plan.purpose)
      throw new PlanConflictError(`the labels of the plan ${plan.plan} are meant to ${plan.purpose}`, {
        plan: plan.plan,
      });
    const purpose = plan?.purpose ?? wantedPurpose ?? "measure";
    const queue = buildLabelQueue(packets, labels.labels, { annotator, purpose, kinds, plan });
    const note = (message: string) => controls.onEvent?.({ type: "note", message });
    if (queue.stale > 0) note(`${plural(queue.stale, "drawn packet")} changed since; stale packets are not shown.`);
    if (queue.otherPurpose > 0)
      note(
        `${plural(queue.otherPurpose, "packet")} left out: labelled for the other purpose, and the two are kept apart.`,
      );
    const { lastWritten } = labels;
    const labelling = openLabelling({
      root,
      annotator,
      purpose,
      entries: queue.open,
      done: queue.done,
      packets: opened,
      lastWritten,
      now,
    });
    return { ...labelling, plan: plan?.plan ?? null, questions: kinds.map(kindName), close: () => keep().then(close) };
  } catch (error) {
    await close();
    throw error;
  }
}
