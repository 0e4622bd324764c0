import type { Finding } from "../../records/index.ts";

interface Measured {
  /** `The trial used`. */
  what: string;
  unit: string;
  limit: number;
  /** Null when nobody measured it. */
  found: number | null;
  /** Requests that are missing in `found`: it is then the least that it can have been. */
  missing?: number;
  /** Why it is not known, as a sentence. */
  unknown: string;
}

/** Holds a figure to its limit. What is not known is an error, never a pass. */
export function atMost({ what, unit, limit, found, missing = 0, unknown }: Measured): Finding {
  if (found === null) return { outcome: "error", message: unknown };
  const seen = `${figure(found)} ${unit}`;
  if (found > limit) return { outcome: "failed", message: `${what} ${seen}, expected at most ${limit}.`, seen };
  if (missing > 0) {
    const message = `${what} at least ${seen}, expected at most ${limit}. ${missing} of its requests did not say.`;
    return { outcome: "error", message, seen };
  }
  return { outcome: "passed", message: `${what} ${seen}, at most ${limit} were allowed.`, seen };
}

/** How many answered requests came without a price or a count of tokens, as the runner noted it. */
export function requestsWithout(what: "price" | "usage", runner_metadata: Record<string, unknown>): number {
  const noted = runner_metadata[`requests_without_${what}`];
  return typeof noted === "number" ? noted : 0;
}

/** Without the dust of binary fractions. */
function figure(value: number): string {
  return String(Number(value.toPrecision(12)));
}
