import {
  type ClusteredMean,
  clusteredMean,
  holmAdjusted,
  type KrippendorffAlpha,
  krippendorffAlpha,
  median,
  type PairedDifference,
  type Proportion,
  pairedDifference,
  type Scale,
  type Undefined,
  undefinedBecause,
  wilsonInterval,
} from "../../../statistics/index.ts";
import type { BrokenSampleAnswer, RatingStore, VariantGroup } from "./rating-store.ts";
import { rangeOfScores, scaleOfScores } from "./score-scale.ts";

/** The content of summary.json. Every number has its uncertainty or the reason why there is none. */
export interface RubricSummary {
  schema_version: 1;
  samples: number;
  judgements: { verdicts: number; invalid: number; unanswered: number };
  offline: boolean;
  self_judged: number;
  /** Total cost of these judgements, whenever paid; null when no provider reported one. */
  cost_usd: number | null;
  /** Roles missing from the records, so that parts below are omitted. */
  unknown_roles: string[];
  means: VariantMean[];
  differences: VariantDifference[];
  /** Samples that name their own model or variant, and the scores without them; null when there are none. */
  self_naming: { samples: number; means_without: VariantMean[]; differences_without: VariantDifference[] } | null;
  /** Answers that broke the contract, repaired or not: their number, and the first of them by name. */
  broken_answers: { count: number; first: BrokenSampleAnswer[] };
  judges: JudgeSummary[];
  agreement_between_judges: { dimension: string; agreement: KrippendorffAlpha | Undefined }[];
  failure_tags: Record<string, number>;
}

type VariantMean = VariantGroup & { dimension: string; mean: ClusteredMean | Undefined };

interface VariantDifference {
  model: string;
  eval_set_variant: string;
  dimension: string;
  /** The difference is `second` minus `first`. */
  first: string;
  second: string;
  difference: PairedDifference | Undefined;
  /** The test's p-value, adjusted by Holm for all differences of this summary. */
  p_adjusted: number | null;
}

export interface JudgeSummary {
  judge: string;
  offline: boolean;
  verdicts: number;
  invalid: number;
  unanswered: number;
  self_judged: number;
  invalid_rate: Proportion | Undefined;
  /** Snippets quoted in all answers, including refused ones: found in the output, or in the question or the rubric instead. */
  verified_evidence: { quoted: number; verified: number; share: number | null; task_only: number };
  broken_rules: Record<string, number>;
  self_consistency: SelfConsistency[];
}

interface SelfConsistency {
  dimension: string;
  /** Samples that this judge scored at least twice. */
  samples: number;
  /** Share of them with the same score every time. */
  always_equal: number | null;
  agreement: KrippendorffAlpha | Undefined;
}

/** Limit of sign flips; more would add no digit of interest. */
const SIGN_FLIP_STEPS = 20_000_000;

/** Summarizes ratings. `scales` are the bounds of each dimension's bands; if unknown, intervals are cut at the scores given. */
export function summarizeRatingStore(store: RatingStore, scales: Record<string, Scale> = {}): RubricSummary {
  const sum = (pick: (judge: RatingStore["judges"][number]) => number) =>
    store.judges.reduce((total, judge) => total + pick(judge), 0);
  const { means, differences } = scoresOf(store, scales, true);
  const named = store.selfNamingSamples.size;
  const without = named > 0 ? scoresOf(store, scales, false) : null;
  return {
    schema_version: 1,
    samples: store.samples,
    judgements: {
      verdicts: sum(({ verdicts }) => verdicts),
      invalid: sum(({ invalid }) => invalid),
      unanswered: sum(({ unanswered }) => unanswered),
    },
    offline: store.judges.some(({ offline }) => offline),
    self_judged: sum(({ selfJudged }) => selfJudged),
    cost_usd: store.costUsd,
    unknown_roles: [...store.unknownRoles].sort(),
    means,
    differences,
    self_naming: without && {
      samples: named,
      means_without: without.means,
      differences_without: without.differences,
    },
    broken_answers: { count: store.brokenAnswerCount, first: store.brokenAnswers },
    judges: judgeSummaries(store),
    agreement_between_judges: agreementBetweenJudges(store),
    failure_tags: inOrderOfNames(store.failureTags),
  };
}

function scoresOf(
  store: RatingStore,
  scales: Record<string, Scale>,
  selfNaming: boolean,
): Pick<RubricSummary, "means" | "differences"> {
  const means: VariantMean[] = [];
  const differences: VariantDifference[] = [];
  for (const [index, dimension] of scoredDimensions(store)) {
    const groups = store.byGroupAndQuestion(index, { selfNaming });
    const scale = scaleOfScores(store.dimensions, index, scales) ?? rangeOfScores(groups);
    for (const [at, group] of sortedGroups(store.groups))
      means.push({ ...group, dimension, mean: clusteredMean([...groups[at]!.values()], { scale }) });
    // Pushed one by one: 500 variants have 124,750 differences, more than a call can take as arguments.
    for (const difference of differencesIn(store.groups, groups, dimension, scale)) differences.push(difference);
  }
  return { means, differences: adjusted(differences) };
}

/** The dimensions, and the total if there are several. */
function scoredDimensions({ dimensions }: RatingStore): [number, string][] {
  const names = dimensions.length > 1 ? [...dimensions, "total"] : dimensions;
  return [...names.entries()];
}

function sortedGroups(groups: VariantGroup[]): [number, VariantGroup][] {
  const key = (group: VariantGroup) => JSON.stringify(Object.values(group));
  return [...groups.entries()].sort(([, first], [, second]) => (key(first) < key(second) ? -1 : 1));
}

/** Compares variants only if all else is the same: the model, the eval set and the questions. */
function differencesIn(
  groups: VariantGroup[],
  scores: Map<string, number[]>[],
  dimension: string,
  scale: Scale,
): VariantDifference[] {
  const found: VariantDifference[] = [];
  const sorted = sortedGroups(groups);
  for (const [at, [firstIndex, first]] of sorted.entries()) {
    for (const [secondIndex, second] of sorted.slice(at + 1)) {
      if (first.model !== second.model || first.eval_set_variant !== second.eval_set_variant) continue;
      const [before, after] = [scores[firstIndex]!, scores[secondIndex]!];
      const draws = Math.max(999, Math.min(9_999, Math.floor(SIGN_FLIP_STEPS / Math.max(1, before.size))));
      found.push({
        model: first.model,
        eval_set_variant: first.eval_set_variant,
        dimension,
        first: first.prompt_variant,
        second: second.prompt_variant,
        difference: pairedDifference(before, after, { draws, scale }),
        p_adjusted: null,
      });
    }
  }
  return found;
}

function adjusted(differences: VariantDifference[]): VariantDifference[] {
  const tested = differences.flatMap((entry) =>
    entry.difference.kind === "difference" && entry.difference.test.kind === "test"
      ? [{ entry, p: entry.difference.test.p_value }]
      : [],
  );
  const pValues = holmAdjusted(tested.map(({ p }) => p));
  for (const [index, { entry }] of tested.entries()) entry.p_adjusted = pValues[index]!;
  return differences;
}

function judgeSummaries(store: RatingStore): JudgeSummary[] {
  const consistency = store.judges.map((): SelfConsistency[] => []);
  for (const [index, dimension] of store.dimensions.entries()) {
    for (const [at, samples] of store.byJudgeAndSample(index).entries()) {
      const repeated = [...samples.values()].filter((scores) => scores.length > 1);
      const equal = repeated.filter((scores) => scores.every((score) => score === scores[0])).length;
      consistency[at]!.push({
        dimension,
        samples: repeated.length,
        always_equal: repeated.length === 0 ? null : equal / repeated.length,
        agreement: krippendorffAlpha(repeated, "ordinal"),
      });
    }
  }
  return store.judges
    .map(
      ({ judge, offline, verdicts, invalid, unanswered, selfJudged, quoted, verified, taskOnly, brokenRules }, at) => ({
        judge,
        offline,
        verdicts,
        invalid,
        unanswered,
        self_judged: selfJudged,
        invalid_rate: wilsonInterval(invalid, verdicts + invalid),
        verified_evidence: { quoted, verified, share: quoted === 0 ? null : verified / quoted, task_only: taskOnly },
        broken_rules: inOrderOfNames(brokenRules),
        self_consistency: consistency[at]!,
      }),
    )
    .sort((first, second) => (first.judge < second.judge ? -1 : 1));
}

/** Each judge counts once per sample, by the median of its repetitions. */
function agreementBetweenJudges(store: RatingStore): RubricSummary["agreement_between_judges"] {
  return [...store.dimensions.entries()].map(([index, dimension]) => {
    if (store.judges.length < 2) return { dimension, agreement: undefinedBecause("there is only one judge") };
    const judges = store.byJudgeAndSample(index);
    const samples = new Set(judges.flatMap((scores) => [...scores.keys()]));
    const units = [...samples].map((sample) =>
      judges.map((scores) => (scores.has(sample) ? median(scores.get(sample)!) : null)),
    );
    return { dimension, agreement: krippendorffAlpha(units, "ordinal") };
  });
}

function inOrderOfNames(counts: Map<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort(([first], [second]) => (first < second ? -1 : 1)));
}
