import type { ToolAnswer, ToolBehaviour } from "../../config/index.ts";
import { canonicalJson, compileJsonSchema, compilePattern, isRecord } from "../../text/index.ts";
import type { ExecutedTool } from "../tools/execute-tool.ts";
import { failure, success } from "../tools/tool.ts";

type Arguments = Record<string, unknown>;

/** Finds the first answer that matches the arguments; null when none does and there is no default. */
export function openAnswers({ answers, default: others }: Extract<ToolBehaviour, { kind: "answers" }>) {
  const prepared = answers.map((answer) => ({ answer, matches: matcherOf(answer) }));
  return (given: Arguments): ExecutedTool | null => {
    const found = prepared.find(({ matches }) => matches(given))?.answer ?? others;
    if (!found) return null;
    const content = typeof found.answer === "string" ? found.answer : JSON.stringify(found.answer);
    return found.error ? failure(content) : success(content);
  };
}

/** Requires all conditions of an answer. */
function matcherOf({ arguments: values, pattern, schema }: ToolAnswer): (given: Arguments) => boolean {
  const patterns = Object.entries(pattern ?? {}).map(([name, written]) => ({ name, found: finderOf(written) }));
  const reading = schema && compileJsonSchema(schema);
  return (given) =>
    (values === undefined || holds(given, values)) &&
    patterns.every(({ name, found }) => Object.hasOwn(given, name) && found(asText(given[name]))) &&
    (reading === undefined || (reading.ok && reading.schema.problemOf(given) === null));
}

function finderOf(written: string): (text: string) => boolean {
  const reading = compilePattern(written);
  return (text) => reading.ok && reading.pattern.find(text) !== null;
}

/** Mappings may have extra keys; everything else has to be equal. */
function holds(given: unknown, wanted: unknown): boolean {
  if (!isRecord(wanted)) return canonicalJson([given ?? null]) === canonicalJson([wanted]);
  if (!isRecord(given)) return false;
  return Object.entries(wanted).every(([name, value]) => Object.hasOwn(given, name) && holds(given[name], value));
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}
