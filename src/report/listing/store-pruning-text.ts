import { formatBytes, formatCount, nounFor, plural } from "../../text/presentation/index.ts";

/** Output of `assay store prune --output json`. */
export interface StorePruning {
  schema_version: 1;
  kind: "store_pruning";
  /** False if nothing has been removed yet. */
  done: boolean;
  /** Records by kind. */
  records: Record<string, number>;
  /** Bytes of these records and of their files. */
  bytes: { records: number; files: number };
  /** Campaigns that are removed completely. */
  campaigns: string[];
  /** Named results, as `<protocol>/<name>`. */
  named: string[];
  /** Number of labelled packets that would be lost. */
  labelled_packets: number;
}

/** Renders what was or would be removed, and how to remove it. */
export function storePruningText(pruning: StorePruning): string {
  const { done, records, bytes, campaigns, named, labelled_packets } = pruning;
  const total = Object.values(records).reduce((sum, count) => sum + count, 0);
  if (total === 0 && named.length === 0) return "Nothing to remove.";
  const kinds = Object.entries(records).map(([kind, count]) => `${formatCount(count)} ${nounOfKind(count, kind)}`);
  const [verb, goes] = done ? ["Removed", "is gone completely"] : ["To be removed", "goes completely"];
  return [
    `${verb}: ${formatCount(total)} ${nounFor(total, "record")}${kinds.length > 0 ? ` (${kinds.join(", ")})` : ""}, ${formatBytes(bytes.records)}; files: ${formatBytes(bytes.files)}`,
    ...campaigns.map((name) => `  ${name} ${goes}`),
    ...named.map((name) => `  ${name} ${goes}`),
    ...(labelled_packets > 0
      ? [
          `${plural(labelled_packets, "labelled packet")} would no longer be found; the labels themselves stay in labels/.`,
        ]
      : []),
    ...(done ? [] : ["Nothing was changed. The same command with --yes does it."]),
  ].join("\n");
}

/** Names the kind `checks`, whose single record holds all check results of a trial. */
function nounOfKind(count: number, kind: string): string {
  return kind === "checks" ? nounFor(count, "set of checks", "sets of checks") : nounFor(count, kind);
}
