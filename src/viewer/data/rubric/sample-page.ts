import type { rubric } from "../../../judging/index.ts";
import { formatUsd } from "../../../text/presentation/index.ts";
import type { SampleEvidence, SamplePage, SampleVerdict } from "../../wire/index.ts";
import { letterOf } from "../figures/judge-letter.ts";
import { attemptOf } from "../trial/raw-page.ts";
import { inventedQuotes } from "./invented-quotes.ts";

/** Composes the page of a sample: what the judges saw, with their quotes marked, and what they said. */
export function composeSamplePage(
  stored: rubric.StoredSample,
  { manifest }: Pick<rubric.ListedRubric, "manifest">,
): SamplePage {
  const { number, judgements, calls, shown, system, user, locate } = stored;
  const letters = new Map(manifest.judges.map(({ judge_run_id }, at) => [judge_run_id, letterOf(at)]));
  const letter = ({ judge_run_id }: rubric.Judgement) => letters.get(judge_run_id) ?? judge_run_id;
  const meta = judgements[0]?.meta ?? {};
  return {
    number,
    meta: Object.entries(meta).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
    question: shown?.question ?? null,
    output: shown?.model_output ?? null,
    rubric: shown?.rubric.dimensions ?? [],
    verdicts: judgements.map((judgement, at) => verdictOf(judgement, letter(judgement), calls[at] ?? null, stored)),
    evidence: judgements.flatMap((judgement, at) => evidenceOf(judgement, at, locate)),
    system,
    user,
    calls: judgements.flatMap((judgement, at) => {
      const call = calls[at];
      if (!call) return [];
      const judge = `${letter(judgement)} · ${judgement.judge_run_id}`;
      return [{ judge, repetition: judgement.repetition, attempts: call.attempts.map(attemptOf) }];
    }),
  };
}

function verdictOf(
  judgement: rubric.Judgement,
  letter: string,
  call: rubric.StoredSample["calls"][number],
  { locate }: rubric.StoredSample,
): SampleVerdict {
  const { repetition, status, scores, failure_tags, notes, violations, attempts, cost_usd } = judgement;
  return {
    letter,
    repetition,
    status,
    scores: Object.fromEntries(Object.entries(scores).map(([id, { score, rationale }]) => [id, { score, rationale }])),
    failure_tags,
    notes,
    problems: violations.map(({ rule, path, message }) => `${rule}${path ? ` at ${path}` : ""}: ${message}`),
    invented: call ? inventedQuotes(call.attempts, locate) : [],
    attempts,
    cost: cost_usd === null ? "not reported" : formatUsd(cost_usd),
  };
}

function evidenceOf(
  { scores }: rubric.Judgement,
  verdict: number,
  locate: rubric.StoredSample["locate"],
): SampleEvidence[] {
  return Object.entries(scores).flatMap(([dimension, { evidence }]) =>
    evidence.map(({ quote }) => {
      const at = locate(quote);
      return {
        verdict,
        dimension,
        text: quote,
        references: [{ at: at && { path: "model_output", start: at.start, end: at.end, isField: false } }],
      };
    }),
  );
}
