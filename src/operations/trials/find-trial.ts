import { findNearest } from "../../config/index.ts";
import { AmbiguousNameError, NothingStoredError, UnknownNameError } from "../../errors/index.ts";
import { nameOfTrial, writeCampaignName } from "../../records/index.ts";
import type { ListedTrial } from "../../store/index.ts";
import { plural } from "../../text/presentation/index.ts";
import type { ListedResult } from "../store/results/stored-results.ts";
import { parseTrialReference, type TrialReference } from "./trial-reference.ts";

export interface FoundTrial {
  campaign: ListedResult;
  trial: ListedTrial;
  /** Number of its repetitions. */
  repetitions: number;
  /** Other campaigns with a matching trial. */
  alsoIn: string[];
}

const MOST_NAMED = 8;

/**
 * Finds the trial that a user named, in the most recent campaign that has one.
 *
 * @param campaigns newest first
 * @throws UnknownNameError that names the nearest
 * @throws AmbiguousNameError that names all matches
 */
export function findTrial(written: string, campaigns: readonly ListedResult[]): FoundTrial {
  const words = parseTrialReference(written);
  const matching = campaigns.flatMap((campaign) => {
    const trials = campaign.trials.filter((trial) => isMeant(trial, words));
    return trials.length > 0 ? [{ campaign, trials }] : [];
  });
  const [newest, ...others] = matching;
  if (!newest) throw notFound(written, campaigns);
  const { campaign } = newest;
  const trials = words.repetition === null ? firstRepetitions(newest.trials) : newest.trials;
  if (trials.length > 1) throw ambiguous(written, trials, writeCampaignName(campaign));
  const [trial] = trials as [ListedTrial];
  const repetitions = campaign.trials.filter(
    ({ model_id, case_id }) => model_id === trial.model_id && case_id === trial.case_id,
  ).length;
  return { campaign, trial, repetitions, alsoIn: others.map((other) => writeCampaignName(other.campaign)) };
}

function isMeant({ model_id, case_id, repetition, run_id }: ListedTrial, words: TrialReference): boolean {
  if (words.idPrefix !== null && run_id.startsWith(words.idPrefix)) return true;
  if (words.repetition !== null && words.repetition !== repetition) return false;
  const [one, other, ...rest] = words.names;
  if (one === undefined || rest.length > 0) return false;
  if (other === undefined) return one === model_id || one === case_id;
  return (one === model_id && other === case_id) || (one === case_id && other === model_id);
}

/** Returns the first repetition of each model and case. */
function firstRepetitions(trials: readonly ListedTrial[]): ListedTrial[] {
  const first = new Map<string, ListedTrial>();
  for (const trial of trials) {
    const name = `${trial.model_id}/${trial.case_id}`;
    const known = first.get(name);
    if (!known || trial.repetition < known.repetition) first.set(name, trial);
  }
  return [...first.values()];
}

function ambiguous(written: string, trials: readonly ListedTrial[], campaign: string): AmbiguousNameError {
  const named = trials.slice(0, MOST_NAMED).map((trial) => `  ${nameOfTrial(trial)}  ${trial.run_id.slice(0, 12)}`);
  const rest = trials.length - named.length;
  const sentence = [
    `${written} means ${plural(trials.length, "trial")} of ${campaign}; name one of them:`,
    ...named,
    ...(rest > 0 ? [`  … and ${rest} more; \`assay trials\` lists all`] : []),
  ].join("\n");
  return new AmbiguousNameError(sentence, { kind: "trial", name: written, candidates: trials.map(nameOfTrial) });
}

function notFound(written: string, campaigns: readonly ListedResult[]): NothingStoredError | UnknownNameError {
  const trials = campaigns.flatMap((campaign) => campaign.trials);
  if (trials.length === 0)
    return new NothingStoredError("nothing is stored yet; `assay run-eval` stores what it does", { campaign: null });
  const names = trials.flatMap((trial) => [nameOfTrial(trial), `${trial.case_id}/${trial.model_id}`]);
  const { idPrefix } = parseTrialReference(written);
  const ids = idPrefix === null ? [] : trials.map(({ run_id }) => run_id.slice(0, Math.max(8, idPrefix.length)));
  const nearest = findNearest(written, [...names, ...ids], 5);
  const sentence = [
    `no stored trial is called ${written}. Nearest:`,
    ...nearest.map((name) => `  ${name}`),
    "`assay trials` lists them.",
  ].join("\n");
  return new UnknownNameError(sentence, { kind: "trial", name: written, known: nearest });
}
