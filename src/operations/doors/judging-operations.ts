import { lazyOperation } from "../lazy-operation.ts";

// What is judged outside of campaigns: samples by a rubric, experiments in batches.

/**
 * Scores every sample alone, by a rubric, blind to models and variants, with evidence that is in the output. However it ends, what was
 * judged is stored, and the same call continues from there.
 *
 * @example
 * const { summary } = await judgeSamples({ samples: "samples.jsonl", rubric: "rubric.yaml", model: "offline/judge" });
 * for (const { prompt_variant, dimension, mean } of summary.means) console.log(prompt_variant, dimension, mean);
 */
export const judgeSamples = lazyOperation(async () => (await import("../judge/samples/index.ts")).judgeSamples);
/**
 * What `judgeSamples` would ask. Asks nobody and leaves nothing behind.
 *
 * @example
 * const { calls, first } = await previewSamples({ samples: "samples.jsonl", rubric: "rubric.yaml", model: "offline/judge" });
 * console.log(calls, first.user);
 */
export const previewSamples = lazyOperation(async () => (await import("../judge/samples/index.ts")).previewSamples);
/**
 * Makes the tables and the summary of a judging of samples again, without asking anybody.
 *
 * @example
 * const { folder } = await judgeSamples({ samples: "samples.jsonl", rubric: "rubric.yaml", model: "offline/judge" });
 * const { summary } = await summarizeSamples({ from: folder, groupBy: [["question_id"]] });
 * console.log(summary.samples);
 */
export const summarizeSamples = lazyOperation(async () => (await import("../judge/samples/index.ts")).summarizeSamples);
/**
 * Turns the stored runs of campaigns into samples for `judgeSamples`.
 *
 * @example
 * const { samples } = await collectSamples({ from: "outputs/runs/quickstart", out: "collected.jsonl" });
 * console.log(samples);
 */
export const collectSamples = lazyOperation(async () => (await import("../judge/samples/index.ts")).collectSamples);
/**
 * Judges a seeded sample of an experiment's output in batches. However it ends, what was judged is stored, and the same call goes on
 * from there.
 *
 * @example
 * const { result } = await judgeBatch({ spec: "spec.yaml", items: "experiment-1.jsonl" });
 * console.log(result.scores.mean);
 */
export const judgeBatch = lazyOperation(async () => (await import("../judge/batches/index.ts")).judgeBatch);
/**
 * What `judgeBatch` would ask. Asks nobody and writes nothing.
 *
 * @example
 * const { calls, questions } = await previewBatch({ spec: "spec.yaml", items: "experiment-1.jsonl" });
 * console.log(calls, questions[0]);
 */
export const previewBatch = lazyOperation(async () => (await import("../judge/batches/index.ts")).previewBatch);
/**
 * Whether to keep what an experiment changed: the paired difference of two results measured the same way.
 *
 * @example
 * const before = await judgeBatch({ spec: "spec.yaml", items: "experiment-1.jsonl" });
 * const after = await judgeBatch({ spec: "spec.yaml", items: "experiment-2.jsonl" });
 * const { decision, reason } = await compareBatches({ base: before.folder, candidate: after.folder });
 * console.log(decision, reason);
 */
export const compareBatches = lazyOperation(async () => (await import("../judge/batches/index.ts")).compareBatches);
/**
 * Judges one part of the samples, for a machine that shares the work with others. The answers are in the store; when the stores are merged, `judgeSamples`
 * finds all of them.
 *
 * @example
 * const options = { samples: "samples.jsonl", rubric: "rubric.yaml", model: "offline/judge" };
 * const { own, all } = await judgeSamplesShard({ ...options, shard: { part: 1, of: 2 } });
 * console.log(own, "of", all);
 */
export const judgeSamplesShard = lazyOperation(
  async () => (await import("../judge/samples/index.ts")).judgeSamplesShard,
);
/**
 * Judges some of the batches of an experiment, for a machine that shares the work with others. When the stores are merged, `judgeBatch` finds all answers.
 *
 * @example
 * const { own, all } = await judgeBatchShard({ spec: "spec.yaml", items: "experiment-1.jsonl", shard: { part: 1, of: 2 } });
 * console.log(own, "of", all);
 */
export const judgeBatchShard = lazyOperation(async () => (await import("../judge/batches/index.ts")).judgeBatchShard);
