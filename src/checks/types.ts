import type { Dimension } from "../config/index.ts";

/** What one deterministic check found. `error`: it could not be decided, which says nothing about the subject. */
export interface CheckResult {
  check_id: string;
  /** The declarative kind, `python_hook` or `module_hook`. */
  kind: string;
  dimensions: Dimension[];
  outcome: "passed" | "failed" | "error";
  message: string;
  /** What the check looked at and found there, shortened. */
  seen?: string;
}
