import { writeRunFile } from "../../campaign/index.ts";
import { findWorkspaceRoot } from "../../config/index.ts";
import { StoreNotWritableError } from "../../errors/index.ts";
import { manifestText, renderEvaluationFiles } from "../../judging/index.ts";
import {
  profileIdOf,
  readCampaignName,
  readEvaluationPlace,
  readRunPlace,
  runPlace,
  runsInPlace,
  type TrialKey,
  writeCampaignName,
} from "../../records/index.ts";
import { currentRun, diskProblem, openStore, outputsFolder, type Store } from "../../store/index.ts";
import { type Controls, completeSurroundings, type Surroundings } from "../controls.ts";
import { campaignsBelow, campaignsIn } from "../open/find-campaign.ts";

export interface MakeFilesOptions extends Surroundings {
  /** Name or its beginning: `<suite>`, `<suite>/<run profile>`, or one trial. Defaults to everything. */
  campaign?: string;
  store?: Store;
}

export interface MadeFiles {
  runs: number;
  evaluations: number;
  /** Places whose files could not be written, with the reason. */
  left_out: { place: string; reason: string }[];
}

/**
 * Writes the reading files in outputs/runs and outputs/evaluations from the log, with the same bytes every time.
 *
 * @example
 * const { runs, evaluations } = await makeFiles({ campaign: "quickstart" });
 * console.log({ runs, evaluations });
 */
export async function makeFiles(options: MakeFilesOptions = {}, controls: Controls = {}): Promise<MadeFiles> {
  const { signal, onEvent } = controls;
  const { cwd } = completeSurroundings(options);
  const store = options.store ?? openStore(outputsFolder((await findWorkspaceRoot(cwd)) ?? cwd));
  const made: MadeFiles = { runs: 0, evaluations: 0, left_out: [] };
  let steps = 0;
  const breathe = async () => {
    if (++steps % 200 === 0) await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
  };
  try {
    const wanted = wantedFiles(store, options.campaign, cwd);
    for (const [place, key] of occupiedPlaces(store)) {
      if (!wanted.ofRun(place)) continue;
      await breathe();
      const problem = await makeRun(store, place, key);
      if (problem === null) made.runs += 1;
      else made.left_out.push({ place, reason: problem });
    }
    for (const entry of store.places("evaluation")) {
      if (!wanted.ofEvaluation(entry.place!)) continue;
      await breathe();
      const place = readEvaluationPlace(entry.place!);
      const record = store.readEntry(entry);
      const run_id = record?.result.run_id ?? "";
      const run = record && currentRun(store, run_id);
      const artifact = run && store.readEntry(run)?.artifact;
      const problem = !artifact
        ? "the record of the evaluation or of its run is damaged"
        : await renderEvaluationFiles(
            store,
            { place, artifact: { ...artifact, identity: identityAt(place, artifact.identity) } },
            place.evaluation_profile,
            record!,
          );
      if (problem === null) made.evaluations += 1;
      else made.left_out.push({ place: entry.place!, reason: problem });
    }
    makeManifests(store, wanted);
    for (const { where, problem } of store.damaged()) onEvent?.({ type: "warning", message: `${where}: ${problem}` });
    return made;
  } catch (error) {
    const problem = diskProblem(error);
    if (problem === null) throw error;
    throw new StoreNotWritableError(
      `files for reading cannot be written to ${store.outputs}: ${problem}; the log has everything`,
      { outputs: store.outputs },
      { cause: error },
    );
  } finally {
    if (!options.store) await store.close();
  }
}

interface WantedFiles {
  ofRun(place: string): boolean;
  ofEvaluation(place: string): boolean;
}

/** Says of which places files are made: those of all campaigns that a name means. */
function wantedFiles(store: Store, written: string | undefined, cwd: string): WantedFiles {
  if (written === undefined) return { ofRun: () => true, ofEvaluation: () => true };
  const isBelow = (place: string) => `${place}/`.startsWith(`${written}/`);
  // A suite, a subject or a trial by its whole name.
  if ([...occupiedPlaces(store).keys()].some(isBelow))
    return { ofRun: isBelow, ofEvaluation: (place) => isBelow(place) || isBelow(runPlace(readEvaluationPlace(place))) };
  const meant = campaignsBelow(campaignsIn(store), written, {
    ...{ cwd, outputs: store.outputs },
    refusal: "is not a campaign or trial",
  });
  const campaigns = new Set(meant.map(writeCampaignName));
  const runs = new Set([...campaigns].map(runsInPlace));
  return {
    ofRun: (place) => runs.has(runsInPlace(place)),
    ofEvaluation: (place) => campaigns.has(writeCampaignName(readEvaluationPlace(place))),
  };
}

/** Returns each place with its last run, executed or adopted. */
function occupiedPlaces(store: Store): Map<string, string> {
  const newest = new Map<string, { at: number; key: string }>();
  for (const kind of ["run", "adoption"] as const)
    for (const { place, key, at } of store.places(kind))
      if (!((newest.get(place!)?.at ?? -1) > at)) newest.set(place!, { at, key });
  return new Map([...newest].map(([place, { key }]) => [place, key]));
}

async function makeRun(store: Store, written: string, runId: string): Promise<string | null> {
  const place = readRunPlace(written);
  const run = currentRun(store, runId);
  const record = run && store.readEntry(run);
  if (!record) return "the record of the run is damaged";
  await writeRunFile(store, place, identityAt(place, record.artifact.identity), record);
  return null;
}

type Identity = Parameters<typeof writeRunFile>[2];

/** Returns a trial's ids from its place, which differ from its run's if that was adopted. */
function identityAt({ suite_id, run_profile, model_id, case_id, repetition }: TrialKey, own: Identity): Identity {
  const variant = model_id === own.model_id ? own.variant : undefined;
  return {
    run_id: own.run_id,
    suite_id,
    run_profile_id: profileIdOf(run_profile),
    model_id,
    case_id,
    repetition,
    ...(variant && { variant }),
  };
}

function makeManifests(store: Store, wanted: WantedFiles): void {
  for (const entry of store.keys("campaign")) {
    const value = wanted.ofEvaluation(entry.key) ? store.readEntry(entry) : null;
    const systemPrompt = value && store.text(value.judge_system_prompt_sha256);
    if (!value || systemPrompt === null) continue;
    const name = readCampaignName(entry.key);
    store.tree.writeManifest(name, name.evaluation_profile ?? "", manifestText(value, systemPrompt));
  }
}
