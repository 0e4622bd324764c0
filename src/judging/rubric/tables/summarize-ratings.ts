import { join } from "node:path";
import { writeFileAtomic, writeJsonAtomic } from "../../../store/index.ts";
import type { Rating, TableShape } from "./rating.ts";
import { RatingStore } from "./rating-store.ts";
import { type RubricSummary, summarizeRatingStore } from "./summary.ts";
import { summaryMarkdown } from "./summary-markdown.ts";
import { writeTables } from "./write-tables.ts";

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
  const summary = summarizeRatingStore(store, shape.scales);
  await writeJsonAtomic(join(folder, "summary.json"), summary);
  await writeFileAtomic(join(folder, "summary.md"), summaryMarkdown(name, summary));
  return summary;
}

/** Columns that a table can be grouped by; null when all are known, else what to say. */
export function groupingProblem(groupBy: readonly string[][], shape: TableShape): string | null {
  const unknown = groupBy.flat().find((column) => !shape.leading.includes(column));
  return unknown === undefined ? null : `--group-by ${unknown} is not a column; there are ${shape.leading.join(", ")}`;
}
