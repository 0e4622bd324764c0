import type { BrokenAnswer, JudgeRecord, JudgeResult, NotAsked, Violation } from "../../../records/index.ts";
import { findJsonObjects, isRecord, readWholeJson } from "../../../text/index.ts";
import { brokenAnswers } from "../../panel/broken-answers.ts";
import type { PreparedSample } from "../samples/prepared-samples.ts";
import type { MetaValue, SampleMeta } from "../samples/sample.ts";
import type { DimensionVerdict, FailureTag, RubricAnswer, ShownSample } from "./contract.ts";
import { openSnippetSources } from "./evidence.ts";
import type { Language } from "./language.ts";
import type { SampleQuestion } from "./sample-question.ts";

/** One line of judgements.jsonl: one judge's judgement of one sample in one repetition, with the real labels. */
export interface Judgement {
  schema_version: 1;
  /** Number of the sample among those accepted, from 1, and its place in the input. */
  sample: number;
  place: number;
  meta: SampleMeta;
  judge_run_id: string;
  judge_model: string;
  repetition: number;
  offline: boolean;
  /** Judge and subject are the same model. */
  self_judging: boolean;
  /** The question or the output names the sample's own model or variant. */
  names_itself: boolean;
  language: Language;
  status: "verdict" | "invalid" | "unanswered";
  /** Empty unless there is a verdict. Offsets are UTF-16, into model_output. */
  scores: Record<string, DimensionVerdict>;
  failure_tags: FailureTag[];
  notes: string;
  /** The violations in the last answer of an invalid judgement, or the reason why there is none. */
  violations: Violation[];
  /** Broken rules over all attempts, including repaired ones. */
  broken_rules: Record<string, number>;
  attempts: number;
  /** Answers that broke the contract, in order; all but those of an invalid judgement were repaired when asked again. */
  broken_answers: BrokenAnswer[];
  /** Snippets over all attempts: in total, in model_output, and in the question or the rubric instead. */
  evidence: EvidenceCount;
  cost_usd: number | null;
  /** Key of the call's record in the log. */
  call_id: string;
}

export interface EvidenceCount {
  quoted: number;
  verified: number;
  task_only: number;
}

export interface JudgedBy {
  judge_run_id: string;
  model: string;
  repetition: number;
}

type EndedCall = JudgeRecord<RubricAnswer> & { result: Exclude<JudgeResult<RubricAnswer>, NotAsked> };

/** The line about one ended call. */
export function toJudgement(
  index: number,
  { place, sample }: PreparedSample,
  judge: JudgedBy,
  question: Pick<SampleQuestion, "shown" | "language" | "restore" | "placeInOutput" | "namesItself">,
  record: EndedCall,
): Judgement {
  const { shown, language, restore, placeInOutput } = question;
  const { result } = record;
  const verdict = result.status === "verdict" ? result.answer : null;
  const scores = Object.entries(verdict?.scores ?? {}).map(([id, score]) => [
    id,
    {
      ...score,
      evidence: score.evidence.map((snippet) => ({ ...snippet, ...placeInOutput(snippet) })),
      rationale: restore(score.rationale),
    },
  ]);
  return {
    schema_version: 1,
    sample: index + 1,
    place,
    meta: sample.meta,
    judge_run_id: judge.judge_run_id,
    judge_model: judge.model,
    repetition: judge.repetition,
    offline: record.offline,
    self_judging: isSameModel(judge.model, sample.meta.model),
    names_itself: question.namesItself,
    language,
    status: result.status,
    scores: Object.fromEntries(scores),
    failure_tags: verdict?.failure_tags ?? [],
    notes: restore(verdict?.notes ?? ""),
    violations: violationsOf(result),
    broken_rules: countRules(record.attempts.flatMap(({ violations }) => violations)),
    attempts: record.attempts.length,
    broken_answers: brokenAnswers(record),
    evidence: countEvidence(record, shown),
    cost_usd: record.usage?.cost_usd ?? null,
    call_id: record.call_id,
  };
}

/** Compares models, whose names differ by a provider's prefix and by case: `openai/gpt-5` is `GPT-5`. */
export function isSameModel(judge: string, subject: MetaValue): boolean {
  const bare = (name: string) => name.trim().toLowerCase().split("/").at(-1)!;
  const [first, second] = [
    judge.trim().toLowerCase(),
    String(subject ?? "")
      .trim()
      .toLowerCase(),
  ];
  if (second === "") return false;
  return first.includes("/") && second.includes("/") ? first === second : bare(first) === bare(second);
}

function violationsOf(result: EndedCall["result"]): Violation[] {
  if (result.status === "invalid") return result.violations;
  return result.status === "unanswered" ? [{ rule: "unanswered", path: "", message: result.message }] : [];
}

function countRules(violations: Violation[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { rule } of violations) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([first], [second]) => (first < second ? -1 : 1)));
}

/** Counts all quoted snippets, which show how far a judge can be trusted: an accepted verdict quotes only what is there. */
function countEvidence(record: JudgeRecord<RubricAnswer>, shown: ShownSample): EvidenceCount {
  if (record.attempts.length === 1 && record.result.status === "verdict") {
    const quoted = Object.values(record.result.answer.scores).reduce((sum, { evidence }) => sum + evidence.length, 0);
    return { quoted, verified: quoted, task_only: 0 };
  }
  const sources = openSnippetSources(shown);
  const quotes = record.attempts.flatMap(({ outcome }) =>
    outcome.status === "answered" ? quotesIn(outcome.message.content ?? "") : [],
  );
  const unverified = quotes.filter((quote) => !sources.verify(quote));
  return {
    quoted: quotes.length,
    verified: quotes.length - unverified.length,
    task_only: unverified.filter((quote) => sources.isFromTask(quote)).length,
  };
}

function quotesIn(text: string): string[] {
  const whole = readWholeJson(text);
  const objects = whole ? [whole.value] : findJsonObjects(text).map(({ value }) => value);
  const answer = objects.find((value) => isRecord(value) && isRecord(value.scores));
  if (!isRecord(answer) || !isRecord(answer.scores)) return [];
  return Object.values(answer.scores)
    .flatMap((score) => (isRecord(score) && Array.isArray(score.evidence) ? score.evidence : []))
    .filter((quote): quote is string => typeof quote === "string");
}
