import { resolve } from "node:path";
import { findWorkspaceRoot } from "../config/index.ts";
import { readStoredCampaign, type StoredCampaignName } from "../judging/index.ts";
import type { RunRecord } from "../records/index.ts";
import { type CampaignReport, composeCampaignReport } from "../report/index.ts";
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
} from "../store/index.ts";
import { completeSurroundings, type Surroundings } from "./controls.ts";
import { OperationError } from "./operation-error.ts";
import { readStoredRun, readStoredTrial, type TrialInCampaign, type TrialRecords } from "./stored-trial.ts";

/** What a store has, for whoever shows it. Nothing is run, nobody is asked, nothing is written, and no file of the workspace is read. */
export interface StoredResults {
  /** Absolute path of outputs/. */
  readonly outputs: string;
  /** Every campaign and every way in which it was judged, the newest first; from the index alone. */
  list(): ListedResult[];
  /** One campaign as the store has it; null when there is none of this name. */
  campaign(name: StoredCampaignName): CampaignReport | null;
  /** The run of one trial alone; null when there is none, or it is damaged. */
  run(name: StoredCampaignName, trial: TrialInCampaign): RunRecord | null;
  /** Everything that led to the score of one trial; null when there is no such trial. */
  trial(name: StoredCampaignName, trial: TrialInCampaign): TrialRecords | null;
  /** Takes in what other processes have stored since. */
  refresh(): void;
  /** Changes whenever any process stores something. */
  version(): string;
  close(): Promise<void>;
}

/** A stored campaign with what the index knows of its trials. */
export interface ListedResult extends StoredCampaignName {
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

/** Opens what a store has. */
export async function openStoredResults(options: StoredResultsOptions = {}): Promise<StoredResults> {
  const store = openStore(await outputsOf(options));
  return {
    outputs: store.outputs,
    list: () => listResults(store),
    campaign(name) {
      const judged = readStoredCampaign(store, name);
      return judged && composeCampaignReport(judged);
    },
    run: (name, trial) => readStoredRun(store, name, trial),
    trial: (name, trial) => readStoredTrial(store, name, trial),
    refresh: () => store.refresh(),
    version: () => storeVersion(store.outputs),
    close: () => store.close(),
  };
}

async function outputsOf(options: StoredResultsOptions): Promise<string> {
  const { cwd } = completeSurroundings(options);
  const folder = resolve(cwd, options.store ?? ".");
  const root = await findWorkspaceRoot(folder);
  if (options.store === undefined) return outputsFolder(root ?? cwd);
  const found = findStore(folder);
  if (found) return found.outputs;
  if (root !== null) return outputsFolder(root);
  throw new OperationError(
    `${options.store} is neither a store nor a workspace; name an outputs/ folder with a log/ in it`,
  );
}

function listResults(store: Store): ListedResult[] {
  const newest = newestByCampaign(store);
  return listCampaigns(store)
    .flatMap(({ suite_id, run_profile, evaluations }) => {
      const profiles = evaluations.length === 0 ? [null] : evaluations.map((judged) => judged.evaluation_profile);
      return profiles.map((evaluation_profile): ListedResult => {
        const name = { suite_id, run_profile, evaluation_profile };
        const place = { suiteId: suite_id, runProfileFolder: run_profile };
        return {
          ...name,
          trials: listTrials(store, { suite_id, run_profile, evaluation_profile: evaluation_profile ?? undefined }),
          last_at: newest.get([suite_id, run_profile, evaluation_profile ?? ""].join("/")) ?? 0,
          running: lockHolder(campaignLock(store.outputs, place)) !== null,
        };
      });
    })
    .sort((one, other) => other.last_at - one.last_at);
}

/** When something was last stored, by `<suite>/<run profile>/<evaluation profile>`; the last is empty for runs. */
function newestByCampaign(store: Store): Map<string, number> {
  const newest = new Map<string, number>();
  const note = (name: string, at: number) => newest.set(name, Math.max(newest.get(name) ?? 0, at));
  for (const kind of ["run", "adoption"] as const)
    for (const { place, at } of store.places(kind)) note(`${place!.split("/").slice(0, 2).join("/")}/`, at);
  for (const { place, at } of store.places("evaluation")) note(place!.split("/").slice(0, 3).join("/"), at);
  return newest;
}
