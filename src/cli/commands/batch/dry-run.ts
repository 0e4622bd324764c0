import type { BatchPreview } from "../../../operations/index.ts";
import { plural, visibleLine } from "../../../text/presentation/index.ts";
import { describeForeseenCalls } from "../../options/foreseen-calls.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** Prints the prompts on stdout, and a summary of calls, judges and contracts on stderr. */
export function showPreview(preview: BatchPreview, terminal: Terminal): void {
  const { items, singletons, calls, questions, judges, system } = preview;
  const sampled = `${items.sampled} of ${plural(items.population, "item")}`;
  const alone = singletons === null ? "" : `, ${singletons.sampled} of ${plural(singletons.population, "singleton")}`;
  terminal.err(`Sample: ${sampled}${alone}. ${plural(calls, "call")}. ${describeForeseenCalls(preview.foreseen)}`);
  terminal.err(`A verdict must hold: item_id, ${describeFields(preview.fields)}, ambiguous.`);
  if (singletons !== null && singletons.sampled > 0) {
    const further = describeFields(preview.singleton_fields);
    terminal.err(
      `About a singleton: item_id, should_cluster, best_cluster_id, confidence (1 to 5)${further && `, ${further}`}.`,
    );
  }
  for (const warning of preview.warnings) terminal.err(`Warning: ${visibleLine(warning)}.`);
  const asked = judges.map(({ model, repetitions }) => `${model} × ${repetitions}`).join(", ");
  const parts = questions.map((question, index) => `──── batch ${index + 1} of ${questions.length} ────\n${question}`);
  terminal.out([`──── system, to ${asked} ────`, system, "", ...parts, ""].join("\n"));
}

function describeFields(fields: BatchPreview["fields"]): string {
  return Object.entries(fields)
    .map(([name, rule]) => `${name} (${describeRule(rule)})`)
    .join(", ");
}

function describeRule(rule: BatchPreview["fields"][string]): string {
  if (rule.type === "boolean" || rule.type === "string") return rule.type;
  const { type, min, max } = rule;
  if (min === undefined && max === undefined) return type;
  if (max === undefined) return `${type} from ${min}`;
  return min === undefined ? `${type} up to ${max}` : `${type} from ${min} to ${max}`;
}
