import type { SuiteId } from "./campaign.ts";
import type { Dossier } from "./dossier.ts";

/** The place where a forged campaign is verified: the workspace with its cases, or a packed file. */
export type ForgedPlace = "store" | "file";

/** One way to make a campaign say what it did not come to. */
export interface Forgery {
  /** The change, to follow "somebody makes": unique. */
  name: string;
  forge: (dossier: Dossier) => void;
  /** Which campaign; the panel when left out. */
  campaign?: SuiteId;
  /** Only there; both when left out. */
  only?: ForgedPlace;
  /** The place where a reader sees it, if not in the report: a trial that `assay show` shows or the list of trials. */
  seenIn?: { show: string } | "trials";
  /** Its hashes are wrong, because the lie is in the index alone: if no reader believes it, it did not work. */
  inIndex?: true;
}

/** Forgeries of one kind. */
export interface ForgeryTheme {
  theme: string;
  forgeries: Forgery[];
}
