import type { Finding } from "../../records/index.ts";

interface Measured {
  /** Start of the message, such as `The trial used`. */
  what: string;
  unit: string;
  limit: number;
  /** Null if not measured. */
  found: number | null;
  /** Requests missing from `found`, which is then a lower bound. */
  missing?: number;
  /** A sentence explaining why the figure is unknown. */
  unknown: string;
}

/** Compares a figure with its limit. An unknown figure is an error, never a pass. */
export function checkAtMost({ what, unit, limit, found, missing = 0, unknown }: Measured): Finding {
  if (found === null) return { outcome: "error", message: unknown };
  const seen = `${formatFigure(found)} ${unit}`;
  if (found > limit) return { outcome: "failed", message: `${what} ${seen}, expected at most ${limit}.`, seen };
  if (missing > 0) {
    const message = `${what} at least ${seen}, expected at most ${limit}. ${missing} of its requests did not say.`;
    return { outcome: "error", message, seen };
  }
  return { outcome: "passed", message: `${what} ${seen}, at most ${limit} were allowed.`, seen };
}

/** The number of answered requests without a price or token counts, as noted by the runner. */
export function countRequestsWithout(what: "price" | "usage", runner_metadata: Record<string, unknown>): number {
  const noted = runner_metadata[`requests_without_${what}`];
  return typeof noted === "number" ? noted : 0;
}

/** Rounds away binary fraction noise. */
function formatFigure(value: number): string {
  return String(Number(value.toPrecision(12)));
}
