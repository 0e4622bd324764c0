import type { CampaignConfig, SelectedCase, ShardWeights, Subject } from "../config/index.ts";
import { divide, type Portion, type Shard } from "../config/index.ts";
import { selectedTrials, type TrialSelection } from "./selected-trials.ts";

/** Which part of a campaign this machine does, and what the trials are known to take. */
export interface CampaignShard extends Shard {
  weights?: ShardWeights["weights"];
}

/** A part of a campaign, as it was planned. */
export interface PlannedShard extends Shard {
  /** Trials of all shards together. */
  all_trials: number;
  /** The same on every machine that divides alike. */
  division: string;
}

/** What is planned: subjects with cases, and which repetitions of them. */
export interface PartOfCampaign {
  /** Null when it is the whole. */
  shard: PlannedShard | null;
  questions: { subject: Subject; selected: SelectedCase; repetitions: readonly number[] }[];
}

/**
 * The trials that are meant, or the part of them that is this shard's own. A campaign is divided by what its files say: subject, case and repetition. Neither
 * the store nor the machine has a say in it, so machines that know different things about earlier runs, images or endpoints still come to the same parts, and
 * together to the whole.
 */
export function partOfCampaign(
  config: CampaignConfig,
  { select, shard }: { select?: TrialSelection; shard?: CampaignShard },
): PartOfCampaign {
  const all = [...selectedTrials(config, select)];
  if (!shard) return { shard: null, questions: all };
  const { part, of, weights = {} } = shard;
  const weightOf = weighing(weights);
  const pieces = all.flatMap(({ subject, selected, repetitions }): Portion[] => {
    const weight = weightOf(subject.model.model_id, selected.loaded.case.case_id);
    return repetitions.map((repetition) => ({ key: keyOf(subject, selected, repetition), weight }));
  });
  const { shardOf, fingerprint } = divide(pieces, of);
  const own = all.map(({ subject, selected, repetitions }) => ({
    ...{ subject, selected },
    repetitions: repetitions.filter((repetition) => shardOf(keyOf(subject, selected, repetition)) === part),
  }));
  return {
    shard: { part, of, all_trials: pieces.length, division: fingerprint },
    questions: own.filter((question) => question.repetitions.length > 0),
  };
}

function keyOf(subject: Subject, { loaded }: SelectedCase, repetition: number): string {
  return `${subject.model.model_id}/${loaded.case.case_id}/${repetition}`;
}

/** A case that nobody has weighed takes what the others of its subject take, and a new subject what all take. */
function weighing(weights: ShardWeights["weights"]): (subjectId: string, caseId: string) => number {
  const ofSubjects = new Map(Object.entries(weights).map(([id, cases]) => [id, new Map(Object.entries(cases))]));
  const usual = wholeMean([...ofSubjects.values()].flatMap((cases) => [...cases.values()])) ?? 1;
  const usualOf = new Map([...ofSubjects].map(([id, cases]) => [id, wholeMean([...cases.values()]) ?? usual]));
  return (subjectId, caseId) => ofSubjects.get(subjectId)?.get(caseId) ?? usualOf.get(subjectId) ?? usual;
}

/** Whole, because only sums of whole numbers are the same in every order. */
function wholeMean(numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null;
  return Math.round(numbers.reduce((sum, number) => sum + number, 0) / numbers.length);
}
