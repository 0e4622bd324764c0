import type { Dimension } from "./vocabulary.ts";

/** What one deterministic check found. */
export interface CheckResult extends Finding {
  check_id: string;
  /** The declarative kind, `python_hook` or `module_hook`. */
  kind: string;
  dimensions: Dimension[];
  /** The trial does not pass unless this check does. */
  required: boolean;
  /** Present where the check was turned around: `outcome` is then the opposite of what its kind says. */
  not?: true;
}

export interface Finding {
  /** `error`: it could not be decided, which says nothing about the subject. */
  outcome: "passed" | "failed" | "error";
  /** One or two sentences for a person. */
  message: string;
  /** What the check looked at and found there, shortened. */
  seen?: string;
  /** Present where a limit ended what the check ran: then it has failed, and its opposite does not hold either. */
  cut_short?: true;
}
