import { join } from "node:path";
import { writeFileAtomic, writeJsonAtomic } from "../../store/index.ts";
import { ownRatings, ownShape } from "./own-ratings.ts";
import type { Rating, TableShape } from "./rating.ts";
import { RatingStore } from "./rating-store.ts";
import { judgementsPath, type RubricManifest } from "./run-files.ts";
import { type RubricSummary, summarizeRatingStore } from "./summary.ts";
import { summaryMarkdown } from "./summary-markdown.ts";
import { writeTables } from "./tables.ts";

export interface SummarizeOptions {
  name: string;
  /** Where the tables and the summary go. */
  folder: string;
  groupBy: string[][];
}

/** Makes all tables and both summaries from ratings, without asking anybody anything. */
export async function summarizeRatings(
  ratings: AsyncIterable<Rating>,
  shape: TableShape,
  { name, folder, groupBy }: SummarizeOptions,
): Promise<RubricSummary> {
  const store = new RatingStore(shape.dimensions);
  await writeTables(ratings, shape, { folder, groupBy }, (rating) => store.add(rating));
  const summary = summarizeRatingStore(store);
  await writeJsonAtomic(join(folder, "summary.json"), summary);
  await writeFileAtomic(join(folder, "summary.md"), summaryMarkdown(name, summary));
  return summary;
}

/** The tables of a run of ours, from its judgements. */
export async function summarizeRun(
  folder: string,
  manifest: RubricManifest,
  groupBy: string[][],
): Promise<RubricSummary> {
  const { name, dimensions, meta_fields } = manifest;
  const ratings = ownRatings(judgementsPath(folder), dimensions);
  return summarizeRatings(ratings, ownShape(meta_fields, dimensions), { name, folder, groupBy });
}

/** Columns that a table can be grouped by; null when all are known, else what to say. */
export function groupingProblem(groupBy: readonly string[][], shape: TableShape): string | null {
  const unknown = groupBy.flat().find((column) => !shape.leading.includes(column));
  return unknown === undefined ? null : `--group-by ${unknown} is not a column; there are ${shape.leading.join(", ")}`;
}
