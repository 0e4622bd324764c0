import { measurePairs, type PairCalibration, readPairFile } from "../../calibration/index.ts";
import { InputError } from "../../errors/index.ts";
import { completeSurroundings, type Surroundings } from "../controls.ts";
import { readInputFile } from "../open/read-input-file.ts";

export interface CalibratePairsOptions extends Surroundings {
  /** Pairs with labels and a judge's decisions, one JSON object a line, as JudgeBench writes them; relative to `cwd`. */
  file: string;
  /** Vouches that the labelled pairs are a random sample of all pairs, each as likely as any other. Not needed where rows carry a `probability`. */
  drawn?: boolean;
}

/**
 * Measures whether a judge prefers what people prefer, from pairs that were judged elsewhere: agreement, position bias, and win rates corrected
 * by the labels.
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
