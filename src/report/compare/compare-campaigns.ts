import { type McNemar, mcnemarFromPairs, mean, meanOverCases } from "../../statistics/index.ts";
import { agree, plural } from "../../text/presentation/index.ts";
import { type Comparison, compareSides, concludeComparison, correctedP, type Side } from "../statistics/comparison.ts";
import { pooledScores } from "../statistics/pooled-scores.ts";
import type { LeftOutTrial } from "./side.ts";

/** Model of one side: scores and passes by case, one per scored run. */
export interface ComparedModel {
  model_id: string;
  label: string;
  scores: Map<string, number[]>;
  passes: Map<string, boolean[]>;
}

export interface ComparedCampaign {
  /** Long name, for headings. */
  label: string;
  /** Short name, for sentences. */
  name: string;
  models: ComparedModel[];
  /** Description of the judging, equal if and only if judging was equal. */
  judging: string[];
  /** Trials that do not count, with the reason. */
  left_out: LeftOutTrial[];
  /** Reason why it could not be checked against current files, otherwise null. */
  as_stored: string | null;
}

/** Output of `assay compare --output json`. Each `difference` is candidate minus base, and `first` is the candidate. */
export interface CampaignComparison {
  schema_version: 1;
  kind: "comparison";
  base: { label: string; mean: number | null };
  candidate: { label: string; mean: number | null };
  overall: Comparison;
  /** One per common model; empty if there is only one pair. */
  models: Comparison[];
  /** Set when two models are compared under several variants: then `models` has one entry per common variant. */
  paired_by?: "variant";
  /** Cases by passing runs, if both sides have a threshold; a case passes if most of its runs do. */
  pass_fail: McNemar | null;
  /** Common cases, largest drop first. */
  cases: { case_id: string; base: number; candidate: number; difference: number }[];
  /** Trials that are outdated or have no score, which the comparison ignores. */
  left_out: { base: LeftOutTrial[]; candidate: LeftOutTrial[] };
  /** Cases that the base has a score for and the candidate tried without a current score: their outcome is unknown. */
  undecided_cases: string[];
  warnings: string[];
}

export type CompareOutcome = { ok: true; comparison: CampaignComparison } | { ok: false; problem: string };

/**
 * Compares two campaigns on common cases. With several common models, the overall difference uses each case's mean over them, so that a
 * case counts once; two sides with a single model each are compared whatever the models' names.
 */
export function compareCampaigns(base: ComparedCampaign, candidate: ComparedCampaign): CompareOutcome {
  const pairs = pairModels(base.models, candidate.models);
  if (base.models.length === 0 || candidate.models.length === 0) {
    const problem = `${base.label} and ${candidate.label} cannot be compared: no case has a score on both sides`;
    return { ok: false, problem };
  }
  if (pairs.length === 0) {
    const list = ({ models }: ComparedCampaign) => models.map(({ model_id }) => model_id).join(", ") || "none";
    const problem = `the two have no model in common: ${base.label} has ${list(base)}; ${candidate.label} has ${list(candidate)}`;
    return { ok: false, problem };
  }
  const sides = { first: sideOf(candidate), second: sideOf(base) };
  const before = pooled(pairs.map(([model]) => model));
  const after = pooled(pairs.map(([, model]) => model));
  const difference = compareSides(after.scores, before.scores, 1);
  if (difference.kind === "undefined") {
    const problem = `${base.label} and ${candidate.label} cannot be compared: ${difference.reason}`;
    return { ok: false, problem };
  }
  const p = difference.test.kind === "test" ? difference.test.p_value : null;
  return {
    ok: true,
    comparison: {
      schema_version: 1,
      kind: "comparison",
      base: { label: base.label, mean: meanOf(before) },
      candidate: { label: candidate.label, mean: meanOf(after) },
      overall: concludeComparison({ ...sides, difference }, p, 1),
      models: pairs.length > 1 ? compareEach(pairs) : [],
      pass_fail: passFail(before, after),
      cases: changedCases(before, after),
      left_out: { base: base.left_out, candidate: candidate.left_out },
      undecided_cases: undecidedCases(base, candidate),
      warnings: warningsOf(base, candidate, pairs.length),
    },
  };
}

type Pair = readonly [base: ComparedModel, candidate: ComparedModel];

/** Pairs models with a score on both sides; without any, pairs models anyway, to report what is missing. */
function pairModels(base: readonly ComparedModel[], candidate: readonly ComparedModel[]): Pair[] {
  const pairs = pairById(base, candidate);
  const isScored = ({ scores }: ComparedModel) => [...scores.values()].some((list) => list.length > 0);
  const scored = pairs.filter((pair) => pair.every(isScored));
  return scored.length > 0 ? scored : pairs;
}

function pairById(base: readonly ComparedModel[], candidate: readonly ComparedModel[]): Pair[] {
  const same = base.flatMap((model) => {
    const other = candidate.find(({ model_id }) => model_id === model.model_id);
    return other ? [[model, other] as const] : [];
  });
  if (same.length > 0) return same;
  return base.length === 1 && candidate.length === 1 ? [[base[0]!, candidate[0]!]] : [];
}

function compareEach(pairs: readonly Pair[]): Comparison[] {
  const compared = pairs.map(([before, after]) => ({
    first: { id: after.model_id, label: `${after.label} (candidate)` },
    second: { id: before.model_id, label: `${before.label} (base)` },
    difference: compareSides(after.scores, before.scores, pairs.length),
  }));
  const corrected = correctedP(compared.map(({ difference }) => difference));
  return compared.map((pair, index) => concludeComparison(pair, corrected[index]!, pairs.length));
}

function pooled(models: readonly ComparedModel[]): ComparedModel {
  const [only] = models;
  if (models.length === 1 && only) return only;
  const scores = pooledScores(models.map((model) => model.scores));
  const passes = new Map(
    [...scores.keys()].map((caseId) => [caseId, models.flatMap((model) => model.passes.get(caseId) ?? [])]),
  );
  return { model_id: "all", label: "all", scores, passes };
}

function meanOf({ scores }: ComparedModel): number | null {
  return meanOverCases([...scores.values()]);
}

function passFail(before: ComparedModel, after: ComparedModel): McNemar | null {
  const most = (passes: readonly boolean[]) => passes.filter(Boolean).length > passes.length / 2;
  const pairs = [...before.passes].flatMap(([caseId, passes]) => {
    const others = after.passes.get(caseId) ?? [];
    return passes.length > 0 && others.length > 0 ? [[most(passes), most(others)] as const] : [];
  });
  return pairs.length === 0 ? null : mcnemarFromPairs(pairs);
}

function changedCases(before: ComparedModel, after: ComparedModel): CampaignComparison["cases"] {
  return [...before.scores]
    .flatMap(([case_id, scores]) => {
      const others = after.scores.get(case_id) ?? [];
      if (scores.length === 0 || others.length === 0) return [];
      const [base, candidate] = [mean(scores), mean(others)];
      return [{ case_id, base, candidate, difference: Math.round((candidate - base) * 1e9) / 1e9 }];
    })
    .sort((one, other) => one.difference - other.difference || (one.case_id < other.case_id ? -1 : 1));
}

/** Lists undecided cases: only those that the candidate tried, as others may be omitted intentionally. */
function undecidedCases(base: ComparedCampaign, candidate: ComparedCampaign): string[] {
  const unknown = candidate.left_out.filter(({ why }) => UNKNOWN_OUTCOME.has(why));
  const undecided = pairById(base.models, candidate.models).flatMap(([before, after]) => {
    const tried = new Set(unknown.filter(({ model_id }) => model_id === after.model_id).map(({ case_id }) => case_id));
    return [...before.scores]
      .filter(([caseId, scores]) => scores.length > 0 && tried.has(caseId) && !after.scores.get(caseId)?.length)
      .map(([caseId]) => caseId);
  });
  return [...new Set(undecided)];
}

const UNKNOWN_OUTCOME: ReadonlySet<LeftOutTrial["why"]> = new Set(["stale", "no_score", "unreadable"]);

function warningsOf(base: ComparedCampaign, candidate: ComparedCampaign, models: number): string[] {
  const warnings: string[] = [];
  const isKnown = base.judging.length > 0 && candidate.judging.length > 0;
  if (isKnown && base.judging.join("\n") !== candidate.judging.join("\n"))
    warnings.push(
      `judged differently (${base.judging.join("; ")} against ${candidate.judging.join("; ")}): a difference may be the judges', not the subject's`,
    );
  for (const { label, as_stored } of [base, candidate])
    if (as_stored !== null)
      warnings.push(`${label} is compared as it is stored, and nobody checked whether it is current: ${as_stored}`);
  for (const { label, models: all } of [base, candidate])
    if (all.length > models) {
      const more = all.length - models;
      warnings.push(`${label} has ${plural(more, "more model")}, which ${agree(more, "was", "were")} left out`);
    }
  return warnings;
}

function sideOf({ label, name }: ComparedCampaign): Side {
  return { id: label, label: name };
}
