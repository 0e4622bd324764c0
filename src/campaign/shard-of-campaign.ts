import type { CampaignConfig, SelectedCase, ShardWeights, Subject } from "../config/index.ts";
import { divide, type Portion, type Shard } from "../config/index.ts";
import { selectedTrials, type TrialSelection } from "./selected-trials.ts";

/** This machine's part of a campaign, and the known durations of the trials. */
export interface CampaignShard extends Shard {
  weights?: ShardWeights["weights"];
}

/** A planned part of a campaign. */
export interface PlannedShard extends Shard {
  /** Trials of all shards together. */
  all_trials: number;
  /** Equal on every machine that divides alike. */
  division: string;
}

/** The planned subjects with their cases and repetitions. */
export interface PartOfCampaign {
  /** Null when it is the whole. */
  shard: PlannedShard | null;
  questions: { subject: Subject; selected: SelectedCase; repetitions: readonly number[] }[];
}

/**
 * Selects the trials, or this shard's part of them. A campaign is divided only by its files: subject, case and repetition. The
 * store and the machine have no influence, so machines with different earlier runs, images or endpoints still agree on the parts.
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

/** Weighs cases. A case of unknown weight gets the mean of its subject's others, and a new subject the mean of all. */
function weighing(weights: ShardWeights["weights"]): (subjectId: string, caseId: string) => number {
  const ofSubjects = new Map(Object.entries(weights).map(([id, cases]) => [id, new Map(Object.entries(cases))]));
  const usual = wholeMean([...ofSubjects.values()].flatMap((cases) => [...cases.values()])) ?? 1;
  const usualOf = new Map([...ofSubjects].map(([id, cases]) => [id, wholeMean([...cases.values()]) ?? usual]));
  return (subjectId, caseId) => ofSubjects.get(subjectId)?.get(caseId) ?? usualOf.get(subjectId) ?? usual;
}

/** Rounded, because only sums of whole numbers are independent of their order. */
function wholeMean(numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null;
  return Math.round(numbers.reduce((sum, number) => sum + number, 0) / numbers.length);
}
