import type {
  Aggregation,
  Dimension,
  EvidencePlaces,
  GroundedEvidence,
  GroundingCount,
  IterationResult,
  JudgeRecord,
  JudgeRunResult,
  Verdict,
} from "../../../records/index.ts";
import { agree, plural } from "../../../text/presentation/index.ts";
import { brokenAnswers, violationWords } from "../../panel/broken-answers.ts";
import type { ResolvedJudge } from "../../panel/judges.ts";
import type { PanelCall } from "../../panel/panel.ts";
import type { EvidenceLookup } from "../grounding/grounding.ts";
import { addGrounding, countGrounding } from "../grounding/grounding-count.ts";
import { type AggregatedCard, aggregateCards, cardOf, perDimension, type ScoreCard } from "./aggregate.ts";

/** One iteration with the reasons behind its scores. */
export interface Iteration {
  result: IterationResult;
  verdict: Verdict | null;
  evidence: Record<Dimension, GroundedEvidence[]> | null;
}

export interface PanelResult {
  /** Null when no judge gave a valid verdict. */
  aggregated: AggregatedCard | null;
  judge_runs: JudgeRunResult[];
  iterations: { judge: ResolvedJudge; iterations: Iteration[] }[];
  disagreement: number | null;
  grounding: GroundingCount;
  warnings: string[];
}

/**
 * Combines the calls about one packet: each judge run over its first `sample_size` valid iterations, then the judge runs by the
 * same method. Broken answers are excluded, counted and listed, but never a zero.
 */
export function aggregatePanel(
  calls: PanelCall<Verdict>[],
  aggregation: Aggregation,
  lookUp: EvidenceLookup,
): PanelResult {
  const warnings: string[] = [];
  const judges = [...new Set(calls.map(({ judge }) => judge))];
  const runs = judges.map((judge) => {
    const own = calls.filter((call) => call.judge === judge);
    const iterations = own.map((call) => readIteration(call, lookUp));
    const valid = iterations.filter(({ verdict }) => verdict !== null);
    const sampled = valid.slice(0, judge.sample_size ?? valid.length);
    for (const { result } of sampled) result.aggregated = true;
    const card = aggregateCards(
      sampled.map(({ verdict }) => scoresOf(verdict!)),
      aggregation,
    );
    warnings.push(...runWarnings(judge, iterations, sampled.length));
    const result: JudgeRunResult = {
      judge_run_id: judge.judge_run_id,
      judge_id: judge.judge_id,
      score: card?.overall.score ?? null,
      passed: card?.overall.passed ?? null,
      dimensions: card?.dimensions ?? null,
      iterations: iterations.map(({ result }) => result),
    };
    return { judge, card, iterations, result };
  });
  const cards = runs.flatMap(({ card }) => (card ? [cardOf(card)] : []));
  const overall = cards.map((card) => card.overall);
  return {
    aggregated: aggregateCards(cards, aggregation),
    judge_runs: runs.map(({ result }) => result),
    iterations: runs.map(({ judge, iterations }) => ({ judge, iterations })),
    disagreement: cards.length > 1 ? Math.max(...overall) - Math.min(...overall) : null,
    grounding: addGrounding(runs.flatMap(({ result }) => result.iterations.map(({ grounding }) => grounding))),
    warnings,
  };
}

function readIteration(call: PanelCall<Verdict>, lookUp: EvidenceLookup): Iteration {
  const { repetition, record, reused } = call;
  const { result } = record;
  const verdict = result.status === "verdict" ? result.answer : null;
  const evidence = verdict && evidenceOf(verdict, lookUp);
  return {
    verdict,
    evidence,
    result: {
      repetition,
      status: result.status,
      aggregated: false,
      score: verdict?.overall.score ?? null,
      dimensions: verdict && scoresOf(verdict).dimensions,
      attempts: record.attempts.filter((attempt) => !attempt.structured_output_refused).length,
      repairs: result.status === "verdict" ? result.repairs : [],
      broken_answers: brokenAnswers(record),
      problem: problemOf(record),
      grounding: countGrounding(evidence ? Object.values(evidence).flat() : []),
      reused,
      cost_usd: record.usage?.cost_usd ?? null,
      call_id: record.call_id,
    },
  };
}

/** Looks up every piece of a verdict's evidence in what the judge was shown. */
export function evidenceOf(verdict: Verdict, lookUp: EvidenceLookup): Record<Dimension, GroundedEvidence[]> {
  return perDimension((dimension) => verdict.dimensions[dimension].evidence.map(lookUp));
}

/** The places of a verdict's quotes. */
export function placesOfEvidence(evidence: Record<Dimension, GroundedEvidence[]>): EvidencePlaces {
  return perDimension((dimension) =>
    evidence[dimension].map(({ references }) => references.map(({ found }) => found?.place ?? null)),
  );
}

function scoresOf({ overall, dimensions }: Verdict): ScoreCard {
  return { overall: overall.score, dimensions: perDimension((dimension) => dimensions[dimension].score) };
}

function problemOf(record: JudgeRecord<Verdict>): string | null {
  const { result } = record;
  if (result.status === "verdict") return null;
  if (result.status !== "invalid") return result.message;
  return violationWords(brokenAnswers(record).at(-1)?.violations ?? result.violations);
}

function runWarnings({ judge_run_id, sample_size }: ResolvedJudge, iterations: Iteration[], sampled: number): string[] {
  const count = (status: IterationResult["status"]) =>
    iterations.filter(({ result }) => result.status === status).length;
  const all = iterations.length;
  const warnings: string[] = [];
  if (count("invalid") > 0)
    warnings.push(
      `${judge_run_id}: ${count("invalid")} of ${plural(all, "answer")} broke the contract and ${agree(count("invalid"), "is", "are")} left out`,
    );
  if (count("unanswered") > 0)
    warnings.push(`${judge_run_id}: ${count("unanswered")} of ${plural(all, "call")} got no answer`);
  if (count("not_asked") > 0)
    warnings.push(
      `${judge_run_id}: ${count("not_asked")} of ${plural(all, "call")} ${agree(count("not_asked"), "has", "have")} not been made yet`,
    );
  if (sample_size !== null && sampled < sample_size && sampled > 0)
    warnings.push(`${judge_run_id}: ${plural(sampled, "valid verdict")}, although sample_size asks for ${sample_size}`);
  return warnings;
}
