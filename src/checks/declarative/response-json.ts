import type { DeclarativeCheck } from "../../config/index.ts";
import type { Finding } from "../../records/index.ts";
import { type JsonText, readJsonText, valueAtPointer } from "../../text/index.ts";
import type { CheckSubject } from "../inspection/check-subject.ts";
import { fencedBlocks } from "../inspection/fenced-blocks.ts";
import { answerText } from "../inspection/given-answer.ts";
import { jsonEquals } from "../inspection/json-match.ts";
import { formatValue, quoteBeginning, quoteText } from "../inspection/quote-text.ts";
import { findSchemaProblem } from "./schema-problem.ts";

type Check = Extract<DeclarativeCheck, { kind: "response_json" }>;

/** Checks that the answer is unambiguous JSON, satisfies its schema, and has the expected values. */
export function responseJson(check: Check, { artifact, loadedCase }: CheckSubject): Finding {
  const answer = answerText(artifact);
  const read = readAnswer(answer, check.fenced);
  if (!read.ok) return failed(`${read.reason} ${quoteBeginning(answer)}`);
  const { value, duplicate_keys } = read;
  const [twice] = duplicate_keys;
  if (twice !== undefined)
    return failed(`The answer's JSON has the key ${quoteText(twice)} twice, so it has no single meaning.`);
  const schema = check.schema ?? loadedCase.checkSchemas?.[check.schema_path ?? ""];
  if (check.schema_path !== undefined && schema === undefined)
    return { outcome: "error", message: `The schema ${check.schema_path} was not loaded.` };
  const problem = schema && findSchemaProblem(schema, value);
  if (problem === "undecided")
    return { outcome: "error", message: "Checking the answer's JSON against the schema took too long." };
  if (problem) return failed(`The answer's JSON does not match the schema: ${problem}`);
  const wrong = Object.entries(check.values ?? {}).flatMap(([pointer, wanted]) => wrongValue(value, pointer, wanted));
  if (wrong.length > 0) {
    const more = wrong.length > 3 ? ` And ${wrong.length - 3} more.` : "";
    return failed(`The answer's JSON has other values: ${wrong.slice(0, 3).join("; ")}.${more}`);
  }
  return { outcome: "passed", message: `The answer is JSON as expected: ${formatValue(value)}.` };
}

function failed(message: string): Finding {
  return { outcome: "failed", message };
}

function wrongValue(value: unknown, pointer: string, wanted: unknown): string[] {
  const at = valueAtPointer(value, pointer);
  if (at.found && jsonEquals(at.value, wanted)) return [];
  const place = pointer === "" ? "the whole" : pointer;
  return [`${place} should be ${formatValue(wanted)} and is ${at.found ? formatValue(at.value) : "not there"}`];
}

type Read = Extract<JsonText, { ok: true }> | { ok: false; reason: string };

function readAnswer(answer: string, fenced: boolean): Read {
  const whole = readJsonText(answer.trim());
  if (whole.ok) return whole;
  const blocks = fenced ? fencedBlocks(answer) : [];
  if (blocks.length > 1)
    return {
      ok: false,
      reason: `The answer has ${blocks.length} fenced blocks; expected JSON alone or in a single one.`,
    };
  const [block] = blocks;
  if (block === undefined) return { ok: false, reason: sentence("The answer", whole) };
  const inside = readJsonText(block.trim());
  return inside.ok ? inside : { ok: false, reason: sentence("The fenced block", inside) };
}

function sentence(what: string, { reason, line, column }: Extract<JsonText, { ok: false }>): string {
  return `${what} should be JSON, but ${reason} (line ${line}, column ${column}).`;
}
