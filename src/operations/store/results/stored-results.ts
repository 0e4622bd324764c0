import { resolve } from "node:path";
import type { Calibration, CorrectedComparison } from "../../../calibration/index.ts";
import { findWorkspaceRoot } from "../../../config/index.ts";
import { NoStoreError } from "../../../errors/index.ts";
import {
  batch,
  NAMED_PROTOCOL_NAMES,
  NAMED_PROTOCOLS,
  type NamedProtocolName,
  type RecordReader,
  type ResultReader,
  readCampaignListing,
  readCampaignRecord,
  readStoredCampaign,
  rubric,
} from "../../../judging/index.ts";
import type { CampaignListing, CampaignName, CampaignRecord, RunRecord } from "../../../records/index.ts";
import { type CampaignReport, type CompareOutcome, composeCampaignReport } from "../../../report/index.ts";
import {
  campaignLock,
  findStore,
  listCampaigns,
  listTrials,
  lockHolder,
  openStore,
  outputsFolder,
  type Store,
  storeVersion,
} from "../../../store/index.ts";
import { completeSurroundings, type Surroundings } from "../../controls.ts";
import { chooseCampaign } from "../../open/find-campaign.ts";
import { lastWorkedOn, newestByCampaign } from "../../open/newest-by-campaign.ts";
import { labelFilterTerms, labelVersionOf } from "./label-filter-terms.ts";
import { storedCalibration, storedCorrections } from "./stored-calibration.ts";
import { compareStored } from "./stored-comparison.ts";
import {
  readStoredFiles,
  readStoredRun,
  readStoredTrial,
  type StoredFile,
  type TrialInCampaign,
  type TrialRecords,
} from "./stored-trial.ts";

/** Read access to a store. Runs nothing, asks no judge, writes nothing, and reads only labels from the workspace. */
export interface StoredResults {
  /** Absolute path of outputs/. */
  readonly outputs: string;
  /** Every campaign with each of its evaluation profiles, newest first, from the index. */
  list(): ListedResult[];
  /**
   * Finds the campaign that a user named, as every command takes it.
   *
   * @param refusal says what the name is not, for the message that there is no such campaign
   * @throws OperationError that lists the candidates
   */
  find(written: string, refusal?: string): ListedResult;
  /** Description of a campaign from its start; null if missing or damaged. Reads one record and one text. */
  about(name: CampaignName): (CampaignRecord & Pick<CampaignListing, "cases">) | null;
  /** Reads a campaign; null if unknown. */
  campaign(name: CampaignName): CampaignReport | null;
  /** Terms for filtering trials by their labels; empty for trials without labels. */
  labelWords(name: CampaignName): (trial: TrialInCampaign) => readonly string[];
  /** Agreement of its judges with people, and corrected figures; null without labels. */
  calibration(name: CampaignName): Calibration | null;
  /** Reads only the run of a trial; null if missing or damaged. */
  run(name: CampaignName, trial: TrialInCampaign): RunRecord | null;
  /** Reads everything behind a trial's score; null if unknown. */
  trial(name: CampaignName, trial: TrialInCampaign): TrialRecords | null;
  /** Reads a trial's files with their content, within limits; null if unknown. */
  files(name: CampaignName, trial: TrialInCampaign, limits: Parameters<typeof readStoredFiles>[3]): StoredFile[] | null;
  /** Compares two judged campaigns on common cases, or explains why not. */
  compare(base: CampaignName, candidate: CampaignName): CompareOutcome;
  /** Candidate − base as corrected by both sides' labels; empty unless both have labels. */
  correctedDifference(base: CampaignName, candidate: CampaignName): CorrectedComparison[];
  /** Rubric judgings, newest first, from their manifests. */
  rubrics(): rubric.ListedRubric[];
  /** Opens a rubric judging; passes on each judgement once. */
  openRubric(listed: rubric.ListedRubric, also: (judgement: rubric.Judgement) => void): rubric.StoredRubric;
  /** Experiments judged in batches, newest first. */
  batches(): batch.StoredBatch[];
  /** Items of an experiment; null if missing or damaged. */
  drawnItems(stored: batch.StoredBatch): batch.DrawnItems | null;
  /** Decides like `assay batch compare`, or explains why not. */
  decide(base: batch.StoredBatch, candidate: batch.StoredBatch): ReturnType<typeof batch.decideBatches>;
  /** Protocols with named results, each with its reader. */
  named(): ReadonlyMap<NamedProtocolName, ResultReader>;
  /** Records and texts of named results. */
  readonly records: RecordReader;
  /** Reads a sent text by its hash; null if missing or damaged. */
  text(sha256: string): string | null;
  /** Reads what other processes have stored since. */
  refresh(): void;
  /** Changes whenever a process stores something, or starts or ends work on a campaign, and with every label. */
  version(): string;
  close(): Promise<void>;
}

/** Stored campaign with its trials from the index. */
export interface ListedResult extends CampaignName {
  trials: ReturnType<typeof listTrials>;
  /** Time of the last run or judging, in milliseconds since 1970. */
  last_at: number;
  /** True while a process works on it. */
  running: boolean;
}

export interface StoredResultsOptions extends Surroundings {
  /** Folder outputs/, or a workspace; defaults to the workspace of `cwd`. */
  store?: string;
}

/**
 * Opens a store for reading: campaigns, trials, and everything behind a score. Runs and writes nothing.
 *
 * @example
 * const results = await openStoredResults();
 * for (const campaign of results.list()) console.log(campaign.suite_id, results.campaign(campaign)?.totals.scored);
 * await results.close();
 */
export async function openStoredResults(options: StoredResultsOptions = {}): Promise<StoredResults> {
  const readers = await resultReaders();
  const { cwd } = completeSurroundings(options);
  const store = openStore(await outputsOf(options));
  // Cached, as every page needs it and the store changes only with `refresh`. Locks are checked each time.
  let listed: Omit<ListedResult, "running">[] | null = null;
  function list(): ListedResult[] {
    listed ??= listResults(store);
    return listed.map((result) => ({ ...result, running: isRunning(store, result) }));
  }
  return {
    outputs: store.outputs,
    list,
    find: (written, refusal) => chooseCampaign(list(), written, { cwd, outputs: store.outputs, refusal }),
    about(name) {
      const record = readCampaignRecord(store, name);
      return record && { ...record, cases: readCampaignListing(store, record).cases };
    },
    campaign(name) {
      const judged = readStoredCampaign(store, name);
      return judged && composeCampaignReport(judged);
    },
    labelWords: (name) => labelFilterTerms(store, name),
    calibration: (name) => storedCalibration(store, name),
    run: (name, trial) => readStoredRun(store, name, trial),
    trial: (name, trial) => readStoredTrial(store, name, trial),
    files: (name, trial, limits) => readStoredFiles(store, name, trial, limits),
    compare: (base, candidate) => compareStored(store, base, candidate),
    correctedDifference: (base, candidate) => storedCorrections(store, base, candidate),
    rubrics: () => rubric.listStoredRubrics(store.outputs),
    openRubric: (listed, also) => rubric.openStoredRubric(store, listed, also),
    batches: () => batch.listStoredBatches(store.outputs),
    drawnItems: batch.readDrawnItems,
    decide: batch.decideBatches,
    named: () => readers,
    records: store,
    text: (sha256) => store.text(sha256),
    refresh() {
      listed = null;
      store.refresh();
    },
    // A process stores its last record before it ends.
    version: () =>
      `${storeVersion(store.outputs, Object.values(NAMED_PROTOCOLS))}-${list().filter(({ running }) => running).length}${labelVersionOf(store.outputs)}`,
    close: () => store.close(),
  };
}

async function resultReaders(): Promise<Map<NamedProtocolName, ResultReader>> {
  const load = async (name: NamedProtocolName) => [name, await NAMED_PROTOCOLS[name].results()] as const;
  return new Map(await Promise.all(NAMED_PROTOCOL_NAMES.map(load)));
}

async function outputsOf(options: StoredResultsOptions): Promise<string> {
  const { cwd } = completeSurroundings(options);
  const folder = resolve(cwd, options.store ?? ".");
  const root = await findWorkspaceRoot(folder);
  if (options.store === undefined) return outputsFolder(root ?? cwd);
  // A folder with batch or rubric judgings has a store, but no configs/ to make it a workspace.
  const found = findStore(folder) ?? findStore(outputsFolder(folder));
  if (found) return found.outputs;
  if (root !== null) return outputsFolder(root);
  throw new NoStoreError(
    `${options.store} is neither a store nor a workspace; name an outputs/ folder with a log/ in it`,
    { folder: options.store! },
  );
}

function listResults(store: Store): Omit<ListedResult, "running">[] {
  const newest = newestByCampaign(store);
  return listCampaigns(store)
    .flatMap(({ suite_id, run_profile, evaluations }) => {
      const profiles = evaluations.length === 0 ? [null] : evaluations.map((judged) => judged.evaluation_profile);
      return profiles.map((evaluation_profile) => ({
        ...{ suite_id, run_profile, evaluation_profile },
        trials: listTrials(store, { suite_id, run_profile, evaluation_profile }),
        last_at: lastWorkedOn(newest, { suite_id, run_profile, evaluation_profile }),
      }));
    })
    .sort((one, other) => other.last_at - one.last_at);
}

function isRunning({ outputs }: Store, name: CampaignName): boolean {
  return lockHolder(campaignLock(outputs, name)) !== null;
}
