import { batch } from "../../../judging/index.ts";
import { plural, visibleLine } from "../../../presentation/index.ts";
import type { Terminal } from "../../terminal.ts";

/** The prompts on stdout, and on stderr what would be asked of whom and what an answer would have to hold. */
export function showDryRun(
  measure: batch.Measure,
  drawn: batch.Drawn,
  prompts: Awaited<ReturnType<typeof batch.readBatchPrompts>>,
  terminal: Terminal,
): void {
  const { items, singletons } = batch.questionKinds(measure, drawn, prompts);
  const questions = [items, singletons].flatMap(({ sample, kind }) =>
    batch.inBatches(sample, measure.batchSize).map(kind.question),
  );
  const planned = batch.plannedBatches(measure, drawn);
  const calls = planned.reduce((sum, { batches }) => sum + batches, 0);
  const asked = measure.judges.map(({ model, repetitions }) => `${model} × ${repetitions}`).join(", ");
  const sampled = `${items.sample.length} of ${plural(drawn.items.population, "item")}`;
  const alone =
    measure.singletonSample === 0
      ? ""
      : `, ${singletons.sample.length} of ${plural(drawn.singletons.population, "singleton")}`;
  terminal.err(`Sample: ${sampled}${alone}. ${plural(calls, "call")}.`);
  terminal.err(`A verdict must hold: item_id, ${fieldsInWords(measure.fields)}, ambiguous.`);
  if (singletons.sample.length > 0) {
    const further = fieldsInWords(measure.singletonFields);
    terminal.err(
      `About a singleton: item_id, should_cluster, best_cluster_id, confidence (1 to 5)${further && `, ${further}`}.`,
    );
  }
  for (const warning of drawn.warnings) terminal.err(`Warning: ${visibleLine(warning)}.`);
  const parts = questions.map((question, index) => `──── batch ${index + 1} of ${questions.length} ────\n${question}`);
  terminal.out([`──── system, to ${asked} ────`, prompts.system, "", ...parts, ""].join("\n"));
}

function fieldsInWords(fields: batch.Measure["fields"]): string {
  return Object.entries(fields)
    .map(([name, rule]) => `${name} (${ruleInWords(rule)})`)
    .join(", ");
}

function ruleInWords(rule: batch.Measure["fields"][string]): string {
  if (rule.type === "boolean" || rule.type === "string") return rule.type;
  const { type, min, max } = rule;
  if (min === undefined && max === undefined) return type;
  if (max === undefined) return `${type} from ${min}`;
  return min === undefined ? `${type} up to ${max}` : `${type} from ${min} to ${max}`;
}
