import { agree, nounFor, plural } from "../../text/presentation/index.ts";

/** Output of `assay store merge --output json`. */
export interface StoreMerge {
  schema_version: 1;
  kind: "store_merge";
  /** New or completed logs and folders of trial files. */
  segments: number;
  artifacts: number;
  /** Divided work with its present and missing parts. */
  shards: ShardsInStore[];
}

/** Parts of divided work in a store. */
export interface ShardsInStore {
  /** Folder of the divided work, below outputs/. */
  whole: string;
  of: number;
  /** Completed parts. */
  done: number[];
  /** Parts with some results missing. */
  unfinished: number[];
  missing: number[];
  /** False if parts were divided differently: by other weights, other flags or another version. */
  divided_alike: boolean;
}

/** Renders what was merged, and what is still missing. */
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
