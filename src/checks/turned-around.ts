import type { Finding } from "../records/index.ts";

/** What a check found, for one that must not hold. What could not be decided cannot be decided this way round either. */
export function turnedAround(finding: Finding): Finding {
  const { outcome, message } = finding;
  switch (outcome) {
    case "passed":
      return { ...finding, outcome: "failed", message: `This must not be the case: ${message}` };
    case "failed":
      // A search that was too slow does not say that there was nothing to find.
      if (finding.cut_short) return finding;
      return { ...finding, outcome: "passed", message: `As required, this is not the case: ${message}` };
    case "error":
      return finding;
  }
}
