import type { PacketFilter } from "../../judging/index.ts";
import type { LabelPurpose } from "../../records/index.ts";
import type { Surroundings } from "../controls.ts";

/**
 * Which packets are meant; everything that was judged when nothing is named. A profile is named with or without its fingerprint. An option called like a
 * protocol names what it judged: `rubric: "refunds"` is outputs/rubric/refunds.
 */
export interface PacketOptions extends Surroundings, PacketFilter {
  /** An outputs/ folder, whose labels are beside it; the workspace's when left out. */
  store?: string;
}

export interface LabelOptions extends PacketOptions {
  /** Who labels. */
  annotator: string;
  /** `pass`, `score:<dimension>`, `band:<dimension>` or `preference`; the plan's, or `pass` where there is a threshold, when left out. */
  questions?: string[];
  /** Name of a plan; the only one when left out, and `null` for none. */
  plan?: string | null;
  /** `measure` when left out. */
  purpose?: LabelPurpose;
  now?: () => Date;
}
