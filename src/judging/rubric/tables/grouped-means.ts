import { csvLine } from "../../../text/index.ts";
import { FAILURE_TAGS } from "../judging/contract.ts";
import type { Rating } from "./rating.ts";

interface Group {
  values: string[];
  ratings: number;
  total: number;
  /** Per dimension: number of scores, and their sum. */
  counts: number[];
  sums: number[];
  tags: Map<string, number>;
}

/** Means of scores and counts of failure tags by the values of some columns. Memory grows with the groups only. */
export class GroupedMeans {
  private readonly groups = new Map<string, Group>();

  constructor(
    readonly columns: readonly string[],
    private readonly dimensions: readonly string[],
  ) {}

  add({ columns, scores, failureTags }: Rating): void {
    const values = this.columns.map((column) => columns[column] ?? "");
    const key = JSON.stringify(values);
    let group = this.groups.get(key);
    if (!group) {
      const zeros = () => this.dimensions.map(() => 0);
      group = { values, ratings: 0, total: 0, counts: zeros(), sums: zeros(), tags: new Map() };
      this.groups.set(key, group);
    }
    group.ratings += 1;
    for (const [index, id] of this.dimensions.entries()) {
      const score = scores[id];
      if (score === undefined) continue;
      group.counts[index]! += 1;
      group.sums[index]! += score;
      group.total += score;
    }
    for (const tag of failureTags) group.tags.set(tag, (group.tags.get(tag) ?? 0) + 1);
  }

  scoresTable(): string {
    const rows = this.sorted().map(({ values, ratings, counts, sums, total }) => [
      ...values,
      ratings,
      ...sums.map((sum, index) => spellMean(sum, counts[index]!)),
      spellMean(total, ratings),
    ]);
    return csvText([[...this.columns, "n", ...this.dimensions, "total"], ...rows]);
  }

  /** Every tag in every group, including those that never occurred: a zero is a result. */
  failureTagsTable(): string {
    const groups = this.sorted();
    const tags = new Set<string>([...FAILURE_TAGS, ...groups.flatMap(({ tags: found }) => [...found.keys()]).sort()]);
    const rows = groups.flatMap(({ values, ratings, tags: found }) =>
      [...tags].map((tag) => [...values, tag, found.get(tag) ?? 0, ratings, spellMean(found.get(tag) ?? 0, ratings)]),
    );
    return csvText([[...this.columns, "tag", "n", "judgements", "share"], ...rows]);
  }

  private sorted(): Group[] {
    return [...this.groups.entries()].sort(([first], [second]) => (first < second ? -1 : 1)).map(([, group]) => group);
  }
}

/** Formats a mean as `2.0`, not `2`; an empty cell without values. */
function spellMean(sum: number, count: number): string {
  if (count === 0) return "";
  const mean = sum / count;
  return Number.isInteger(mean) ? mean.toFixed(1) : String(mean);
}

function csvText(rows: (string | number)[][]): string {
  return rows.map((row) => `${csvLine(row)}\n`).join("");
}
