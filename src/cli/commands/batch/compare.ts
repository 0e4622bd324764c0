import { compareBatches } from "../../../operations/index.ts";
import type { FormatName } from "../../../report/formats/index.ts";
import { printResult } from "../../options/output-format.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** Distinct exit codes let a script tell "worse" from "cannot tell yet". */
const EXIT_BY_DECISION = { keep: 0, revert: 1, inconclusive: 3 } as const;

export async function compareExperiments(
  base: string,
  candidate: string,
  { output }: { output: FormatName },
  terminal: Terminal,
): Promise<number> {
  const comparison = await compareBatches({ base, candidate, cwd: terminal.cwd });
  await printResult(terminal, "batch_comparison", output, comparison);
  return EXIT_BY_DECISION[comparison.decision];
}
