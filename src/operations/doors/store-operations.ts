import { lazyOperation } from "../lazy-operation.ts";

// What is done with a store, whole or a campaign of it.

/**
 * The campaigns that a workspace has stored, and how they were judged: from the index alone.
 *
 * @example
 * for (const { suite_id, run_profile, trials } of (await listStore()).campaigns) console.log(suite_id, run_profile, trials);
 */
export const listStore = lazyOperation(async () => (await import("../store/index.ts")).listStore);
/**
 * The trials of a stored campaign, by how they ended, what they scored and what they say. Nothing is run and nothing is written.
 *
 * @example
 * const { trials } = await listStoredTrials({ campaign: "quickstart", failed: true });
 * for (const { trial, failed } of trials) console.log(trial, failed);
 */
export const listStoredTrials = lazyOperation(async () => (await import("../trials/index.ts")).listStoredTrials);
/**
 * One trial with everything that led to its score: question, answer with what judges quoted, tools, checks, verdicts, files. Nothing is run.
 *
 * @example
 * const { trials } = await listStoredTrials({ campaign: "quickstart" });
 * const { shown } = await showTrial({ trial: trials[0].trial });
 * console.log(shown.headline, shown.answer);
 */
export const showTrial = lazyOperation(async () => (await import("../trials/index.ts")).showTrial);
/**
 * Opens what a store has, for whoever shows it: campaigns, their trials, and everything that led to a score. Nothing is run and nothing is written.
 *
 * @example
 * const results = await openStoredResults();
 * for (const campaign of results.list()) console.log(campaign.suite_id, results.campaign(campaign)?.totals.scored);
 * await results.close();
 */
export const openStoredResults = lazyOperation(
  async () => (await import("../store/results/stored-results.ts")).openStoredResults,
);
/**
 * Reads every record and every file that trials left, and holds them against their hashes. Nothing is changed.
 *
 * @example
 * const { whole_records, damaged_records } = await checkStore();
 * console.log(whole_records, "records are whole,", damaged_records.length, "are damaged");
 */
export const checkStore = lazyOperation(async () => (await import("../store/index.ts")).checkStore);
/**
 * Brings everything of other stores into a workspace's own. Nothing is overwritten, and merging twice changes nothing more.
 *
 * @example
 * const { segments } = await mergeStore({ from: "../other-machine/outputs" });
 * console.log(segments);
 */
export const mergeStore = lazyOperation(async () => (await import("../store/index.ts")).mergeStore);
/**
 * Writes a stored campaign into one file that can be opened elsewhere: records, packets, labels, files that trials left, and checksums of all of it.
 *
 * @example
 * const { file, manifest } = await packCampaign({ campaign: "quickstart", file: "quickstart.assay.tgz" });
 * console.log(file, manifest.trials);
 */
export const packCampaign = lazyOperation(async () => (await import("../store/pack.ts")).packCampaign);
/**
 * Opens a packed campaign in a folder of its own. What does not hold is refused, and nothing of it stays.
 *
 * @example
 * await packCampaign({ campaign: "quickstart", file: "to-share.assay.tgz" });
 * const { folder, campaign } = await unpackCampaign({ file: "to-share.assay.tgz", into: "opened" });
 * console.log(folder, campaign);
 */
export const unpackCampaign = lazyOperation(async () => (await import("../store/pack.ts")).unpackCampaign);
/**
 * Recomputes every score of a stored or packed campaign from what judges wrote, and says what differs. Nothing is run and nobody is asked.
 *
 * @example
 * const { trials, same, differences } = await verifyCampaign({ campaign: "quickstart" });
 * console.log(same, "of", trials, differences);
 */
export const verifyCampaign = lazyOperation(async () => (await import("../store/verifying/verify.ts")).verifyCampaign);
/**
 * Makes the files for reading under outputs/runs and outputs/evaluations from the log, the same bytes every time.
 *
 * @example
 * const { runs, evaluations } = await makeFiles({ campaign: "quickstart" });
 * console.log({ runs, evaluations });
 */
export const makeFiles = lazyOperation(async () => (await import("../store/make-files.ts")).makeFiles);
/**
 * What a store holds, what it takes, when it was last added to, and what newer records have replaced. Changes nothing.
 *
 * @example
 * const { sizes, superseded } = await storeOverview();
 * console.log(sizes.total.bytes, "bytes,", superseded.records, "records replaced");
 */
export const storeOverview = lazyOperation(async () => (await import("../store/index.ts")).storeOverview);
/**
 * Takes out of a store what is no longer wanted: by age, by campaign, or what newer records have replaced. What other campaigns share stays. Without `yes` it says what
 * would go, and changes nothing.
 *
 * @example
 * const { records, bytes } = await pruneStore({ superseded: true });
 * console.log(records, bytes.records + bytes.files);
 */
export const pruneStore = lazyOperation(async () => (await import("../store/index.ts")).pruneStore);
/**
 * What trials took, by subject and case: in a file that all machines share it makes shards take equally long.
 *
 * @example
 * const { weights } = await storeWeights();
 * console.log(weights);
 */
export const storeWeights = lazyOperation(async () => (await import("../store/index.ts")).storeWeights);
