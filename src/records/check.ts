import type { Dimension } from "./vocabulary.ts";

/** The finding of one deterministic check. */
export interface CheckResult extends Finding {
  check_id: string;
  /** The declarative kind, `python_hook` or `module_hook`. */
  kind: string;
  dimensions: Dimension[];
  /** The trial passes only if this check does. */
  required: boolean;
  /** Present if the check was negated: `outcome` is then the opposite of what its kind says. */
  not?: true;
}

export interface Finding {
  /** `error`: it could not be decided, which says nothing about the subject. */
  outcome: "passed" | "failed" | "error";
  /** One or two sentences for a person. */
  message: string;
  /** A shortened excerpt of the checked content. */
  seen?: string;
  /** Present if a limit stopped the check: it then failed, and its opposite does not hold either. */
  cut_short?: true;
}
