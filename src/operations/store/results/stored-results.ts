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
import { newestByCampaign } from "../../open/newest-by-campaign.ts";
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

/** What a store has, for whoever shows it. Nothing is run, nobody is asked, nothing is written, and of the workspace only labels are read. */
export interface StoredResults {
  /** Absolute path of outputs/. */
  readonly outputs: string;
  /** Every campaign and every way in which it was judged, the newest first; from the index alone. */
  list(): ListedResult[];
  /** What was noted of a campaign as a whole when it began; null when that is missing or damaged. One record is read, and one text. */
  about(name: CampaignName): (CampaignRecord & Pick<CampaignListing, "cases">) | null;
  /** One campaign as the store has it; null when there is none of this name. */
  campaign(name: CampaignName): CampaignReport | null;
  /** What people said of the trials of a campaign, in words by which they are found; nobody has said anything of those that are not there. */
  labelWords(name: CampaignName): (trial: TrialInCampaign) => readonly string[];
  /** How far its judges agree with people, and its figures as their labels correct them; null where nobody labelled it. */
  calibration(name: CampaignName): Calibration | null;
  /** The run of one trial alone; null when there is none, or it is damaged. */
  run(name: CampaignName, trial: TrialInCampaign): RunRecord | null;
  /** Everything that led to the score of one trial; null when there is no such trial. */
  trial(name: CampaignName, trial: TrialInCampaign): TrialRecords | null;
  /** The files of a trial with their content, within limits; null when there is no such trial. */
  files(name: CampaignName, trial: TrialInCampaign, limits: Parameters<typeof readStoredFiles>[3]): StoredFile[] | null;
  /** Two judged campaigns on the cases they share, or why they cannot be compared. */
  compare(base: CampaignName, candidate: CampaignName): CompareOutcome;
  /** Candidate − base as labels of both correct it; empty where not both were labelled. */
  correctedDifference(base: CampaignName, candidate: CampaignName): CorrectedComparison[];
  /** Judgings of samples by a rubric, the newest first; from their manifests. */
  rubrics(): rubric.ListedRubric[];
  /** Opens one of them; every judgement is handed on once. */
  openRubric(listed: rubric.ListedRubric, also: (judgement: rubric.Judgement) => void): rubric.StoredRubric;
  /** Experiments that were judged in batches, the newest first. */
  batches(): batch.StoredBatch[];
  /** The items behind one of them; null when they are missing or damaged. */
  drawnItems(stored: batch.StoredBatch): batch.DrawnItems | null;
  /** What `assay batch compare` would decide of two of them, or why it would not. */
  decide(base: batch.StoredBatch, candidate: batch.StoredBatch): ReturnType<typeof batch.decideBatches>;
  /** Protocols whose results under names are shown, each with what shows them. */
  named(): ReadonlyMap<NamedProtocolName, ResultReader>;
  /** Records and texts, for what was judged under a name. */
  readonly records: RecordReader;
  /** A text that was sent, by its hash; null when it is not there or damaged. */
  text(sha256: string): string | null;
  /** Takes in what other processes have stored since. */
  refresh(): void;
  /** Changes whenever any process stores something, begins work on a campaign or ends it, and whenever somebody labels. */
  version(): string;
  close(): Promise<void>;
}

/** A stored campaign with what the index knows of its trials. */
export interface ListedResult extends CampaignName {
  trials: ReturnType<typeof listTrials>;
  /** When its last trial was run or judged, in milliseconds since 1970. */
  last_at: number;
  /** True while a process is at work on it. */
  running: boolean;
}

export interface StoredResultsOptions extends Surroundings {
  /** An outputs/ folder, or a workspace that has one; the workspace of `cwd` when left out. */
  store?: string;
}

/**
 * Opens the results of a store to show them: campaigns, their trials, and everything that led to a score. Runs nothing and writes nothing.
 *
 * @example
 * const results = await openStoredResults();
 * for (const campaign of results.list()) console.log(campaign.suite_id, results.campaign(campaign)?.totals.scored);
 * await results.close();
 */
export async function openStoredResults(options: StoredResultsOptions = {}): Promise<StoredResults> {
  const readers = await resultReaders();
  const store = openStore(await outputsOf(options));
  // Every page asks for it, and the store itself changes with `refresh` only. Whether somebody is at work is looked up each time.
  let listed: Omit<ListedResult, "running">[] | null = null;
  function list(): ListedResult[] {
    listed ??= listResults(store);
    return listed.map((result) => ({ ...result, running: isRunning(store, result) }));
  }
  return {
    outputs: store.outputs,
    list,
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
    // Whoever was at work stores the last record first, and goes then.
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
  // A folder in which batches or samples were judged has a store, but no configs/ that would make it a workspace.
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
        last_at: newest.get([suite_id, run_profile, evaluation_profile ?? ""].join("/")) ?? 0,
      }));
    })
    .sort((one, other) => other.last_at - one.last_at);
}

function isRunning({ outputs }: Store, name: CampaignName): boolean {
  return lockHolder(campaignLock(outputs, name)) !== null;
}
