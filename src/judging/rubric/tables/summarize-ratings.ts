import { join } from "node:path";
import { writeFileAtomic, writeJsonAtomic } from "../../../store/index.ts";
import type { Rating, TableShape } from "./rating.ts";
import { RatingStore } from "./rating-store.ts";
import { type RubricSummary, summarizeRatingStore } from "./summary.ts";
import { summaryMarkdown } from "./summary-markdown.ts";
import { writeTables } from "./write-tables.ts";

export interface SummarizeOptions {
  name: string;
  /** Folder of the tables and the summary. */
  folder: string;
  groupBy: string[][];
}

/** Writes all tables and both summaries from ratings, without any request. */
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

/** The problem with the columns of a grouping; null when all are known. */
export function groupingProblem(groupBy: readonly string[][], shape: TableShape): string | null {
  const unknown = groupBy.flat().find((column) => !shape.leading.includes(column));
  return unknown === undefined ? null : `--group-by ${unknown} is not a column; there are ${shape.leading.join(", ")}`;
}
