import { createReadStream, existsSync } from "node:fs";
import { parseJson, utf8Lines } from "../../../text/index.ts";
import type { Judgement } from "../judging/judgement.ts";
import { META_FIELDS, type MetaValue } from "../samples/sample.ts";
import { type Rating, type TableShape, valuesByName } from "./rating.ts";

const JUDGE_COLUMNS = ["judge_run_id", "judge_model", "repetition", "self_judging"];
const TRAILING = ["failure_tags", "call_id"];
const TAKEN = [
  "sample",
  "place",
  ...JUDGE_COLUMNS,
  ...TRAILING,
  "n",
  "total",
  "status",
  "rules",
  "messages",
  "attempts",
];

/** The tables of a run of ours: one row per judgement, starting with the sample's labels. */
export function ownShape(
  metaFields: readonly string[],
  dimensions: readonly string[],
  scales?: TableShape["scales"],
): TableShape {
  return {
    scales,
    leading: ["sample", ...metaFields.map((field) => metaColumn(field, dimensions)), ...JUDGE_COLUMNS],
    dimensions: [...dimensions],
    trailing: TRAILING,
    groupBy: ["model", "prompt_variant", "eval_set_variant"].map((field) => metaColumn(field, dimensions)),
  };
}

/** Stored judgements that can't be read back: the disk filled up, or the file was edited. */
export class StoredJudgementsError extends Error {
  override name = "StoredJudgementsError";
}

/**
 * Reads the judgements of a run back, one at a time.
 *
 * @throws StoredJudgementsError naming the line
 */
export async function* ownRatings(path: string, dimensions: readonly string[]): AsyncGenerator<Rating> {
  for await (const judgement of ownJudgements(path)) yield ownRating(judgement, dimensions);
}

/** Yields the judgements as written. */
export async function* ownJudgements(path: string): AsyncGenerator<Judgement> {
  if (!existsSync(path)) throw new StoredJudgementsError(`${path} is not there`);
  for await (const line of utf8Lines(createReadStream(path))) {
    if ("problem" in line) throw new StoredJudgementsError(`${path}:${line.number}: ${line.problem}`);
    yield readJudgement(line.text, `${path}:${line.number}`);
  }
}

function readJudgement(text: string, place: string): Judgement {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new StoredJudgementsError(`${place}: ${parsed.message}`);
  const judgement = parsed.value as Partial<Judgement> | null;
  if (!judgement?.meta || !judgement.scores || !judgement.violations || !judgement.failure_tags)
    throw new StoredJudgementsError(`${place}: not a judgement`);
  return judgement as Judgement;
}

function ownRating(judgement: Judgement, dimensions: readonly string[]): Rating {
  const { meta, scores, violations } = judgement;
  const columns = valuesByName(
    Object.entries(meta).map(([field, value]) => [metaColumn(field, dimensions), spell(value)] as const),
  );
  Object.assign(columns, {
    sample: String(judgement.sample),
    judge_run_id: judgement.judge_run_id,
    judge_model: judgement.judge_model,
    repetition: String(judgement.repetition),
    self_judging: String(judgement.self_judging),
    failure_tags: judgement.failure_tags.join(" "),
    call_id: judgement.call_id,
  });
  return {
    columns,
    status: judgement.status,
    scores: valuesByName(Object.entries(scores).map(([id, { score }]) => [id, score] as const)),
    roles: {
      sample: String(judgement.sample),
      model: spell(meta.model),
      promptVariant: spell(meta.prompt_variant),
      evalSetVariant: spell(meta.eval_set_variant),
      question: spell(meta.question_id),
      judge: judgement.judge_run_id,
    },
    failureTags: judgement.failure_tags,
    reasons: violations,
    brokenRules: judgement.broken_rules,
    evidence: judgement.evidence,
    selfJudging: judgement.self_judging,
    // Judgements of earlier versions lack this field.
    namesItself: judgement.names_itself ?? false,
    brokenAnswers: judgement.broken_answers ?? [],
    offline: judgement.offline,
    costUsd: judgement.cost_usd,
  };
}

/** Prefixes a label called like a column of ours or a dimension with `meta.`. */
function metaColumn(field: string, dimensions: readonly string[]): string {
  const isOurs = (META_FIELDS as readonly string[]).includes(field) && !dimensions.includes(field);
  return isOurs || !(TAKEN.includes(field) || dimensions.includes(field)) ? field : `meta.${field}`;
}

function spell(value: MetaValue): string {
  return value === null ? "" : String(value);
}
