import type { DamagedRecord } from "../../store/index.ts";
import { formatUsd, plural } from "../../text/presentation/index.ts";

/** Output of `assay store verify --output json`. */
export interface StoreCheck {
  schema_version: 1;
  kind: "store_check";
  /** Number of records that match their hash. */
  whole_records: number;
  damaged_records: DamagedRecord[];
  /** Number of runs whose files were compared with their recorded SHA-256. */
  runs_with_files: number;
  damaged_files: { place: string; run_id: string; problem: string }[];
}

/** Renders the intact records in one line, and each damage on its own. */
export function storeCheckText({ whole_records, damaged_records, runs_with_files, damaged_files }: StoreCheck): string {
  const lost = damaged_records.filter(({ healed }) => !healed);
  const cost = lost.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0);
  return [
    `${plural(whole_records, "record")} intact, ${damaged_records.length} damaged; files of ${plural(runs_with_files, "run")} checked, ${damaged_files.length} damaged`,
    ...damaged_records.map(
      ({ where, kind, key, problem, healed }) =>
        `${where}: ${problem}${kind === null ? "" : ` (${kind} ${key})`}${healed ? "; an intact copy is used instead" : ""}`,
    ),
    ...damaged_files.map(({ place, problem }) => `${place}: ${problem}`),
    ...(lost.length > 0
      ? [
          `${plural(lost.length, "record")} without another copy${cost > 0 ? `, which had cost ${formatUsd(cost)}` : ""}`,
        ]
      : []),
  ].join("\n");
}
