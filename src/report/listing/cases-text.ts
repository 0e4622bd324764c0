import pico from "picocolors";
import { columns, type Layout } from "../../text/presentation/index.ts";
import { foldRows } from "./fold-rows.ts";

/** Output of `assay cases --output json`. */
export interface CaseListing {
  schema_version: 1;
  cases: ListedCase[];
}

export interface ListedCase {
  case_id: string;
  /** For a dataset row, its case's id. */
  dataset_case_id?: string;
  path: string;
  title?: string;
  runner?: string;
  tags: string[];
  broken: boolean;
  /** With a suite: whether it selects the case, and why. */
  selected?: boolean;
  reason?: string;
  agent_id?: string;
}

/** Lists one case per line; rows of a dataset that are all selected or all left out share a line. */
export function casesText({ cases }: CaseListing, { colors, ...layout }: { colors: boolean } & Layout): string {
  const { green, dim, red } = pico.createColors(colors);
  const folded = foldRows(cases, (one, other) => LINE.every((field) => one[field] === other[field]));
  return columns(
    folded.map(({ name, cases: [first, ...others] }) => {
      const { selected, reason, runner, agent_id, tags, title, broken } = first!;
      return [
        ...(selected === undefined ? [] : [selected ? { text: "✓", paint: green } : { text: "·", paint: dim }]),
        name,
        ...(reason === undefined ? [] : [{ text: reason, paint: dim }]),
        broken ? { text: "broken", paint: red } : `${runner}${agent_id === undefined ? "" : ` (${agent_id})`}`,
        tags.filter((tag) => others.every((other) => other.tags.includes(tag))).join(", "),
        others.every((other) => other.title === title) ? (title ?? "") : "",
      ];
    }),
    "",
    layout,
  );
}

/** Fields that rows on a line have in common. */
const LINE = ["selected", "reason", "runner", "agent_id", "broken"] as const;
