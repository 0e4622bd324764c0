import { expect, test } from "vitest";
import { oneOfEverything } from "../../test/support/one-of-everything.ts";
import { renderRunReport } from "./run-report-text.ts";

const { run_report: report } = oneOfEverything("subject");
const [trial] = report.trials;

test("what must be known of a run stands under its outcome, on a line of its own", () => {
  const noted = { ...report, trials: [{ ...trial!, notices: ["the agent's own account differs\nfrom the wire"] }] };
  expect(renderRunReport(noted)).toContain(
    "\n\nWorth knowing:\n  subject/case #1: the agent's own account differs from the wire\n",
  );
});

test("where nothing must be known, nothing is said", () => {
  expect(renderRunReport({ ...report, trials: [{ ...trial!, notices: [] }] })).not.toContain("Worth knowing");
});

test("of a hundred such lines twenty are shown", () => {
  const trials = Array.from({ length: 100 }, () => ({ ...trial!, notices: ["noted"] }));
  const shown = renderRunReport({ ...report, trials });
  expect(shown.match(/noted$/gm)).toHaveLength(20);
  expect(shown).toContain("… and 80 more; --output json lists all");
});
