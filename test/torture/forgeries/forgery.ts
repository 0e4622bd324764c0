import type { SuiteId } from "./campaign.ts";
import type { Dossier } from "./dossier.ts";

/** Where a forged campaign is verified: in the workspace that has its cases, or as a packed file. */
export type ForgedPlace = "store" | "file";

/** One way to make a campaign say what it did not come to. */
export interface Forgery {
  /** What is changed, to go on after "somebody makes": unique. */
  name: string;
  forge: (dossier: Dossier) => void;
  /** Which campaign; the panel when left out. */
  campaign?: SuiteId;
  /** Only there; both when left out. */
  only?: ForgedPlace;
  /** Where a reader sees it, if not in the report: a trial that `assay show` shows or the list of trials. */
  seenIn?: { show: string } | "trials";
  /** Its hashes are not right, because it lies in the index alone: where no reader believes it, it did not work. */
  inIndex?: true;
}

/** Forgeries of one kind. */
export interface ForgeryTheme {
  theme: string;
  forgeries: Forgery[];
}
