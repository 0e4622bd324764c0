import { measurePairs, type PairCalibration, readPairFile } from "../../calibration/index.ts";
import { InputError } from "../../errors/index.ts";
import { completeSurroundings, type Surroundings } from "../controls.ts";
import { readInputFile } from "../open/read-input-file.ts";

export interface CalibratePairsOptions extends Surroundings {
  /** JSON Lines of pairs with labels and a judge's decisions, in JudgeBench's format; relative to `cwd`. */
  file: string;
  /** States that the labelled pairs are a simple random sample of all pairs. Unnecessary if rows have a `probability`. */
  drawn?: boolean;
}

/**
 * Compares a judge's preferences with people's on pairs judged elsewhere: agreement, position bias, and win rates corrected by the labels.
 *
 * @example
 * const found = await calibratePairs({ file: "pairs.jsonl" }).catch((error) => error.message);
 * console.log(found.accuracy ?? found);
 */
export async function calibratePairs(options: CalibratePairsOptions): Promise<PairCalibration> {
  const { cwd } = completeSurroundings(options);
  const text = await readInputFile(options.file, cwd);
  const read = readPairFile(text);
  if (read.ok) return measurePairs(read.pairs, { drawn: options.drawn ?? false });
  const more = read.problems.length > MOST_NAMED ? [`and ${read.problems.length - MOST_NAMED} more`] : [];
  throw new InputError(
    [...read.problems.slice(0, MOST_NAMED), ...more].map((problem) => `${options.file}, ${problem}`).join("\n"),
    { path: options.file },
  );
}

const MOST_NAMED = 10;
