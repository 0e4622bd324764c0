import { formatBytes, formatCount, nounFor, plural } from "../../text/presentation/index.ts";

/** What `assay store prune --output json` prints. */
export interface StorePruning {
  schema_version: 1;
  kind: "store_pruning";
  /** False: nothing was taken out yet. */
  done: boolean;
  /** Records by kind. */
  records: Record<string, number>;
  /** Of the records, and of the files that go with them. */
  bytes: { records: number; files: number };
  /** Campaigns of which nothing stays. */
  campaigns: string[];
  /** What was judged under a name, as `<protocol>/<name>`. */
  named: string[];
  /** Labels of people about packets that would no longer be found. */
  labelled_packets: number;
}

/** What goes, or went, and how to have it gone. */
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

/** The kind `checks` is a plural by itself: one record of it holds the results of all checks of a trial. */
function nounOfKind(count: number, kind: string): string {
  return kind === "checks" ? nounFor(count, "set of checks", "sets of checks") : nounFor(count, kind);
}
