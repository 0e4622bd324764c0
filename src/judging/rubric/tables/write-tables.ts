import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { openLineWriter, writeFileAtomic } from "../../../store/index.ts";
import { csvLine } from "../../../text/index.ts";
import { GroupedMeans } from "./grouped-means.ts";
import type { Rating, TableShape } from "./rating.ts";

export interface TableOptions {
  folder: string;
  /** Additional groupings, each in a separate table: `scores_grouped_by_<columns>.csv`. */
  groupBy: string[][];
}

/**
 * Writes the tables in one pass over the ratings and passes each rating on to `also`. scores_long.csv has a row per verdict,
 * invalid.csv one per judgement that does not count, both in the order of the ratings.
 */
export async function writeTables(
  ratings: AsyncIterable<Rating>,
  shape: TableShape,
  { folder, groupBy }: TableOptions,
  also: (rating: Rating) => void,
): Promise<void> {
  const long = await openLineWriter(join(folder, "scores_long.csv"));
  const invalid = await openLineWriter(join(folder, "invalid.csv"));
  const groupings = [shape.groupBy, ...groupBy].map((columns) => new GroupedMeans(columns, shape.dimensions));
  try {
    await long.line(csvLine([...shape.leading, ...shape.dimensions, "total", ...shape.trailing]));
    await invalid.line(csvLine([...shape.leading, "status", "rules", "messages", ...shape.trailing]));
    for await (const rating of ratings) {
      also(rating);
      if (rating.status === "verdict") {
        for (const grouping of groupings) grouping.add(rating);
        await long.line(csvLine(longRow(rating, shape)));
      } else await invalid.line(csvLine(invalidRow(rating, shape)));
    }
    await long.finish();
    await invalid.finish();
  } catch (error) {
    await Promise.all([long.discard(), invalid.discard()]);
    throw error;
  }
  const [byVariant, ...others] = groupings;
  const grouped = new Map(others.map((grouping) => [`scores_grouped_by_${fileName(grouping.columns)}.csv`, grouping]));
  await Promise.all([
    writeFileAtomic(join(folder, "scores_grouped.csv"), byVariant!.scoresTable()),
    writeFileAtomic(join(folder, "failure_tags.csv"), byVariant!.failureTagsTable()),
    ...[...grouped].map(([name, grouping]) => writeFileAtomic(join(folder, name), grouping.scoresTable())),
  ]);
  await removeOlderGroupings(folder, grouped);
}

/** Removes groupings that were not written again, which would describe other judgements than the tables beside them. */
async function removeOlderGroupings(folder: string, written: ReadonlyMap<string, unknown>): Promise<void> {
  for (const name of await readdir(folder))
    if (/^scores_grouped_by_.*\.csv$/.test(name) && !written.has(name)) await rm(join(folder, name), { force: true });
}

function longRow({ columns, scores }: Rating, { leading, dimensions, trailing }: TableShape) {
  // Computed by us, because sums stated by judges are too often wrong.
  const total = Object.values(scores).reduce((sum, score) => sum + score, 0);
  return [
    ...leading.map((column) => columns[column]),
    ...dimensions.map((id) => scores[id]),
    total,
    ...trailing.map((column) => columns[column]),
  ];
}

function invalidRow({ columns, status, reasons }: Rating, { leading, trailing }: TableShape) {
  const rules = [...new Set(reasons.map(({ rule }) => rule))];
  return [
    ...leading.map((column) => columns[column]),
    status,
    rules.join(" "),
    reasons.map(({ message }) => message).join(" | "),
    ...trailing.map((column) => columns[column]),
  ];
}

function fileName(columns: readonly string[]): string {
  return columns.join("_").replace(/[^A-Za-z0-9_.-]/g, "-");
}
