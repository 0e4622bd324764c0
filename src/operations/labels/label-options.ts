import type { PacketFilter } from "../../judging/index.ts";
import type { LabelPurpose } from "../../records/index.ts";
import type { Surroundings } from "../controls.ts";

/**
 * Packets to use; defaults to everything judged. Profiles are named with or without fingerprint. An option named after a protocol names
 * what it judged: `rubric: "refunds"` is outputs/rubric/refunds.
 */
export interface PacketOptions extends Surroundings, PacketFilter {
  /** Folder outputs/, with labels beside it; defaults to the workspace's. */
  store?: string;
}

export interface LabelOptions extends PacketOptions {
  /** Name of the annotator. */
  annotator: string;
  /** `pass`, `score:<dimension>`, `band:<dimension>` or `preference`; defaults to the plan's, or to `pass` if there is a threshold. */
  questions?: string[];
  /** Name of a plan, or `null` for none; defaults to the only one. */
  plan?: string | null;
  /** Defaults to `measure`. */
  purpose?: LabelPurpose;
  now?: () => Date;
}
