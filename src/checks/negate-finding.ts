import type { Finding } from "../records/index.ts";

/** Inverts a finding for a negated check. An undecided finding stays undecided. */
export function negateFinding(finding: Finding): Finding {
  const { outcome, message } = finding;
  switch (outcome) {
    case "passed":
      return { ...finding, outcome: "failed", message: `This must not be the case: ${message}` };
    case "failed":
      // A search that was cut short does not prove that there was nothing to find.
      if (finding.cut_short) return finding;
      return { ...finding, outcome: "passed", message: `As required, this is not the case: ${message}` };
    case "error":
      return finding;
  }
}
