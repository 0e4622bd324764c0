import pico from "picocolors";
import { columns } from "../../presentation/index.ts";

/** What `assay cases --output json` prints. */
export interface CaseListing {
  schema_version: 1;
  cases: ListedCase[];
}

export interface ListedCase {
  case_id: string;
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

/** One row per case. */
export function casesText({ cases }: CaseListing, { colors }: { colors: boolean }): string {
  const { green, dim, red } = pico.createColors(colors);
  return columns(
    cases.map(({ case_id, selected, reason, runner, agent_id, tags, title, broken }) => [
      ...(selected === undefined ? [] : [selected ? { text: "✓", paint: green } : { text: "·", paint: dim }]),
      case_id,
      ...(reason === undefined ? [] : [{ text: reason, paint: dim }]),
      broken ? { text: "broken", paint: red } : `${runner}${agent_id === undefined ? "" : ` (${agent_id})`}`,
      tags.join(", "),
      title ?? "",
    ]),
  );
}
