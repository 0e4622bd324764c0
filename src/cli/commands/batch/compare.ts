import { stat } from "node:fs/promises";
import { join } from "node:path";
import { batch } from "../../../judging/index.ts";
import type { FormatName } from "../../../report/formats/index.ts";
import { readStoredJson } from "../../../store/index.ts";
import { UsageError } from "../../exit-codes.ts";
import { printResult } from "../../output-format.ts";
import type { Terminal } from "../../terminal.ts";

/** Exit codes of their own, so that a script can tell "worse" from "cannot tell yet". */
const EXIT_BY_DECISION = { keep: 0, revert: 1, inconclusive: 3 } as const;

export async function compareBatches(
  base: string,
  candidate: string,
  options: { output: FormatName },
  terminal: Terminal,
): Promise<number> {
  const [first, second] = [await readResult(base), await readResult(candidate)];
  const compared = batch.compareResults(first, second);
  if (!compared.ok) {
    throw new UsageError(
      `${base} and ${candidate} cannot be compared:\n${compared.reasons.map((reason) => `- ${reason}`).join("\n")}`,
    );
  }
  const { comparison } = compared;
  await printResult(terminal, "batch_comparison", options.output, comparison);
  return EXIT_BY_DECISION[comparison.decision];
}

async function readResult(path: string): Promise<batch.BatchResult> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const file = isFolder ? join(path, "result.json") : path;
  const stored = await readStoredJson(file);
  if (stored.state === "absent")
    throw new UsageError(`${file}: there is no such file; \`assay batch judge\` writes it`);
  if (stored.state === "corrupt")
    throw new UsageError(
      `${file}: ${stored.reason}; judge the experiment again, which costs nothing where calls are stored`,
    );
  const result = stored.value as Partial<batch.BatchResult> | null;
  if (!isResult(result)) {
    throw new UsageError(`${file}: is not a result of \`assay batch judge\``);
  }
  return result;
}

/** What the comparison rests on is looked at; whoever edits the rest by hand has himself to blame. */
function isResult(value: Partial<batch.BatchResult> | null): value is batch.BatchResult {
  return (
    value?.schema_version === 1 &&
    [value.measuring, value.scoring, value.scores, value.sample].every((part) => typeof part === "object" && part) &&
    Array.isArray(value.sample?.strata) &&
    Array.isArray(value.items) &&
    value.items.every((item) => item && (item.score === null || typeof item.score === "number"))
  );
}
