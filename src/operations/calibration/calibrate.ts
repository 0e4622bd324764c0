import { type Calibration, composeCalibration } from "../../calibration/index.ts";
import { OptionError } from "../../errors/index.ts";
import { packetFilter, readPlans } from "../../labels/index.ts";
import type { LabelPurpose } from "../../records/index.ts";
import type { Controls } from "../controls.ts";
import type { PacketOptions } from "../labels/label-options.ts";
import { openLabelsWithPackets } from "../labels/open-labels.ts";

export interface CalibrateOptions extends PacketOptions {
  /** Labels to use; defaults to `measure`. Those for tuning flatter a judge and never correct anything. */
  purpose?: LabelPurpose;
  /**
   * Amount by which a judge may be worse than an annotator, being cheaper: 0.2 for experts (the default), 0.15 for skilled annotators, 0.1
   * for crowd workers.
   */
  epsilon?: number;
}

/**
 * Measures judges' agreement with human labels, and corrects scores, pass rates and differences by them. Asks no judge.
 *
 * @example
 * const { questions } = await calibrate({ suite: "quickstart" });
 * for (const { question, judges } of questions) console.log(question, judges[0]?.agreement.accuracy);
 */
export async function calibrate(options: CalibrateOptions = {}, controls: Controls = {}): Promise<Calibration> {
  const { purpose, epsilon } = options;
  if (epsilon !== undefined && !(epsilon >= 0 && epsilon <= 1))
    throw new OptionError(`ε is ${epsilon}; it is a share, from 0 to 1`, "epsilon");
  const { root, labels, opened, keep, close } = await openLabelsWithPackets(options, controls);
  try {
    await keep();
    const { plans } = await readPlans(root);
    const { packets, textOf } = opened;
    const complete = Object.values(packetFilter(options)).every((name) => name === undefined);
    return composeCalibration({ packets, labels: labels.labels, plans, textOf, purpose, epsilon, complete });
  } finally {
    await close();
  }
}
