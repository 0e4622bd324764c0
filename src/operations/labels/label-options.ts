import type { LabelPurpose } from "../../records/index.ts";
import type { Surroundings } from "../controls.ts";

/** Which packets are meant; everything that was judged when nothing is named. A profile is named with or without its fingerprint. */
export interface PacketOptions extends Surroundings {
  suite?: string;
  runProfile?: string;
  evaluationProfile?: string;
  /** Name of a judging of samples: outputs/rubric/<name>. */
  rubric?: string;
  /** Name of an experiment: outputs/batch/<name>. */
  batch?: string;
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
