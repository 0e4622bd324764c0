import { z } from "zod";
import { nonEmpty, schemaVersion } from "../fields/common.ts";

/** Durations of trials, for shards of equal work: written by `assay store weights` and kept beside the configuration. */
export const shardWeights = z.strictObject({
  schema_version: schemaVersion,
  kind: z.literal("shard_weights").describe("Says what this file is"),
  unit: z.literal("milliseconds").default("milliseconds").describe("Of all weights"),
  weights: z
    .record(nonEmpty, z.record(nonEmpty, z.int().min(0).max(1_000_000_000_000)))
    .describe(
      "By subject (`model_id`, or `model_id+variant_id`) and `case_id`: how long a trial took, in whole milliseconds",
    ),
});

export type ShardWeights = z.output<typeof shardWeights>;
