import type { RecordKind } from "./record.ts";
import type { EvaluationFacts, RecordFacts, RunFacts, SpendFacts } from "./record-facts.ts";

/** Encodes facts for an index: values in a fixed order, without the names that every row would repeat. */
export function rowOfFacts<Kind extends RecordKind>(kind: Kind, facts: RecordFacts[Kind]): unknown[] | null {
  const names = FACTS[kind] ?? null;
  const row = names?.map((name) => (facts as unknown as Record<string, unknown>)[name]) ?? null;
  // Rare facts come last, so that rows without them stay short and unchanged.
  while (row && row.length > 0 && row.at(-1) === undefined) row.pop();
  return row;
}

export function factsOfRow<Kind extends RecordKind>(kind: Kind, row: unknown[] | null): RecordFacts[Kind] {
  const names = FACTS[kind] ?? null;
  if (names === null || row === null) return null as RecordFacts[Kind];
  const facts: Record<string, unknown> = {};
  for (let at = 0; at < names.length; at += 1)
    if (at < row.length && !(kind === "spend" && row[at] === null)) facts[names[at]!] = row[at];
  return facts as unknown as RecordFacts[Kind];
}

const RUN_FACTS = namesOf<RunFacts>({
  status: 0,
  model: 0,
  offline: 0,
  failure: 0,
  duration_ms: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  cost_usd: 0,
  user_cost_usd: 0,
  left_files: 0,
  notices: 0,
});

const EVALUATION_FACTS = namesOf<EvaluationFacts>({
  run_id: 0,
  state: 0,
  score: 0,
  passed: 0,
  checks_passed: 0,
  checks_total: 0,
  checks_not_passed: 0,
  verdicts_disagree: 0,
  judging_cost_usd: 0,
});

const SPEND_FACTS = namesOf<SpendFacts>({
  usd: 0,
  highest_usd: 0,
  reserved_usd: 0,
  unpriced: 0,
  priced: 0,
  in_flight: 0,
});

const FACTS: Partial<Record<RecordKind, string[]>> = {
  run: RUN_FACTS,
  evaluation: EVALUATION_FACTS,
  spend: SPEND_FACTS,
};

/** Typed so that a fact missing here does not compile. */
function namesOf<Facts>(names: Record<keyof Facts, 0>): string[] {
  return Object.keys(names);
}
