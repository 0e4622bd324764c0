import { agree, nounFor, plural } from "../../text/presentation/index.ts";

/** What `assay store merge --output json` prints. */
export interface StoreMerge {
  schema_version: 1;
  kind: "store_merge";
  /** Logs and folders of trial files that were not there before, or not wholly. */
  segments: number;
  artifacts: number;
  /** Everything of which the store has parts now, and which parts it still lacks. */
  shards: ShardsInStore[];
}

/** Which parts of something a store has. */
export interface ShardsInStore {
  /** What was divided: a folder below outputs/. */
  whole: string;
  of: number;
  /** Parts that are done. */
  done: number[];
  /** Parts that were begun, and in which something has no result. */
  unfinished: number[];
  missing: number[];
  /** False when parts were divided in different ways: by other weights, other flags or another version. */
  divided_alike: boolean;
}

/** What came in, and what is still to come. */
export function storeMergeText({ segments, artifacts, shards }: StoreMerge): string {
  return [
    `${plural(segments, "log segment")} and ${plural(artifacts, "folder")} of trial files copied`,
    ...shards.map(shardLine),
  ].join("\n");
}

function shardLine({ whole, of, unfinished, missing, divided_alike }: StoreMerge["shards"][number]): string {
  const words = [
    ...(missing.length > 0 ? [`${listed(missing)} of ${of} ${agree(missing.length, "is", "are")} missing`] : []),
    ...(unfinished.length > 0 ? [`${listed(unfinished)} ${agree(unfinished.length, "is", "are")} not finished`] : []),
    ...(divided_alike
      ? []
      : [
          "its shards were divided in different ways, so trials may have been left out; the same command without --shard does what is missing",
        ]),
  ];
  return `${whole}: ${words.length === 0 ? (of > 1 ? `all ${of} shards are here` : "the only shard is here") : words.join("; ")}`;
}

function listed(parts: readonly number[]): string {
  return `${nounFor(parts.length, "shard")} ${parts.join(", ")}`;
}
