import { type AdjudicateOptions, type Adjudication, adjudicateFrom } from "./adjudicate.ts";
import { type LabelSession, labelFrom } from "./label.ts";
import { choicesFrom, type LabelChoices } from "./label-choices.ts";
import type { LabelOptions, PacketOptions } from "./label-options.ts";
import { openSharedPackets } from "./packet-source.ts";

/** Desk for several annotators, each with a queue. Judged packets are read once for all. */
export interface SharedLabelling {
  choices(options: PacketOptions): Promise<LabelChoices>;
  label(options: LabelOptions): Promise<LabelSession>;
  adjudicate(options: AdjudicateOptions): Promise<Adjudication>;
  /** Close sessions first. */
  close(): Promise<void>;
}

/**
 * Opens a desk for several annotators. Each has a queue, and judged packets are read once for all of them.
 *
 * @example
 * const desk = await openSharedLabelling();
 * const queues = ["ann", "ben"].map((annotator) => desk.label({ annotator, plan: null }));
 * for (const queue of await Promise.all(queues)) await queue.close();
 * await desk.close();
 */
export async function openSharedLabelling(): Promise<SharedLabelling> {
  const source = openSharedPackets();
  return {
    choices: (options) => choicesFrom(source, options),
    label: (options) => labelFrom(source, options),
    adjudicate: (options) => adjudicateFrom(source, options),
    close: source.close,
  };
}
