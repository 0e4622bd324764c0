import { lazyOperation } from "../lazy-operation.ts";

// What is done with a campaign: planned, run, judged, reported, compared.

/**
 * What `run` would do: what is stored, what must run and why, and what it may cost. Sends nothing and writes nothing.
 *
 * @example
 * const { totals, problems } = await plan({ suite: "quickstart", runProfile: "offline" });
 * console.log(`${totals.run} to run, ${totals.reuse} stored`, problems);
 */
export const plan = lazyOperation(async () => (await import("../campaign/plan.ts")).plan);
/**
 * Runs a suite's cases under a run profile. What is stored already is reused.
 *
 * @example
 * const { totals } = await run({ suite: "quickstart", runProfile: "offline" });
 * console.log(totals.statuses.success, "of", totals.trials, "trials succeeded");
 */
export const run = lazyOperation(async () => (await import("../campaign/run.ts")).run);
/**
 * Runs what is missing, judges it and reports. A trial is judged as soon as its run is stored.
 *
 * @example
 * const result = await runEval({ suite: "quickstart", runProfile: "offline", evaluationProfile: "offline_judge" });
 * if (result.status === "done")
 *   for (const { model_id, score } of result.report.model_summaries) console.log(model_id, score);
 */
export const runEval = lazyOperation(async () => (await import("../campaign/run-eval.ts")).runEval);
/**
 * Runs and judges one part of a campaign, for a machine that shares the work with others. What comes of it is in the store; the whole is reported when the
 * stores are merged.
 *
 * @example
 * const campaign = { suite: "quickstart", runProfile: "offline", evaluationProfile: "offline_judge" };
 * const { report: part } = await runEvalShard({ ...campaign, shard: { part: 2, of: 8 } });
 * console.log(part?.own, "of", part?.all, "trials");
 */
export const runEvalShard = lazyOperation(async () => (await import("../campaign/run-eval-shard.ts")).runEvalShard);
/**
 * Reports what is stored, with today's settings. Nothing is run, nobody is asked, nothing is written.
 *
 * @example
 * const { totals, warnings } = await report({ suite: "quickstart", runProfile: "offline", evaluationProfile: "offline_judge" });
 * console.log(totals.scored, "of", totals.trials, warnings);
 */
export const report = lazyOperation(async () => (await import("../campaign/report.ts")).report);
/**
 * Reports a campaign as the store has it, by its name and without any file of a workspace: one that was unpacked, or one of another day.
 *
 * @example
 * const { totals } = await storedReport({ campaign: "quickstart" });
 * console.log(totals.scored, "of", totals.trials);
 */
export const storedReport = lazyOperation(async () => (await import("../campaign/stored-report.ts")).storedReport);
/**
 * Writes a report into a file, in any format that `--output` of `assay report` has: JUnit, CSV, Parquet, OTLP … Nothing is run and nobody is asked.
 *
 * @example
 * const stored = await report({ suite: "quickstart", runProfile: "offline", evaluationProfile: "offline_judge" });
 * await exportReport(stored, { format: "junit", file: "junit.xml" });
 */
export const exportReport = lazyOperation(async () => (await import("../campaign/export-report.ts")).exportReport);
/**
 * What the store calls a campaign with today's settings: the name that `compare` and `openStoredResults` know it by.
 *
 * @example
 * console.log(await storedName({ suite: "quickstart", runProfile: "offline", evaluationProfile: "offline_judge" }));
 */
export const storedName = lazyOperation(async () => (await import("../campaign/report.ts")).storedName);
/**
 * Everything for which a judged campaign counts as failed, one sentence each: what `assay report` ends with exit code 1 for.
 *
 * @example
 * const stored = await report({ suite: "quickstart", runProfile: "offline", evaluationProfile: "offline_judge" });
 * for (const sentence of await missedThresholds(stored, { failUnder: 7 })) console.log(sentence);
 */
export const missedThresholds = lazyOperation(
  async () => (await import("../campaign/missed-thresholds.ts")).missedThresholds,
);
/**
 * Compares two models of a campaign, or two judged campaigns, on the cases they share. Nothing is run and nobody is asked.
 *
 * @example
 * const campaign = { suite: "quickstart", runProfile: "offline", evaluationProfile: "offline_judge" };
 * const { comparison } = await compare({ ...campaign, base: "hasty", candidate: "diligent" });
 * console.log(comparison.overall.sentence);
 */
export const compare = lazyOperation(async () => (await import("../campaign/compare.ts")).compare);
/**
 * Says whether the workspace's results of today are worse than a base's: a commit, another checkout or a judged campaign. Nothing is run and no judge is
 * asked.
 *
 * @example
 * const campaign = { suite: "quickstart", runProfile: "offline", evaluationProfile: "offline_judge" };
 * const { answer, reason } = await gate({ ...campaign, base: "../other-machine" });
 * console.log(answer, reason);
 */
export const gate = lazyOperation(async () => (await import("../campaign/gate.ts")).gate);
