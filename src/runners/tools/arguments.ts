import { isRecord, parseJson } from "../../text/index.ts";
import type { Parameter, Tool } from "./tool.ts";

export type GivenArguments = { ok: true; values: Record<string, unknown> } | { ok: false; problem: string };

/** Checks a model's arguments against the tool's schema, and describes any problem in one sentence. */
export function argumentsFor({ parameters }: Tool, json: string): GivenArguments {
  const wrong = (problem: string): GivenArguments => ({ ok: false, problem });
  const read = readArguments(json);
  if (!read.ok) return read;
  const known = Object.keys(parameters.properties);
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(read.values)) {
    const parameter = Object.hasOwn(parameters.properties, name) ? parameters.properties[name] : undefined;
    if (parameter === undefined)
      return wrong(`there is no argument ${JSON.stringify(name)}; known: ${known.join(", ")}`);
    // Optional arguments are often sent as null.
    if (value === null && !parameters.required.includes(name)) continue;
    const problem = problemWith(value, parameter);
    if (problem !== null) return wrong(`${name} ${problem}`);
    given[name] = value;
  }
  const missing = parameters.required.filter((name) => !(name in given));
  if (missing.length > 0) return wrong(`${missing.join(" and ")} ${missing.length > 1 ? "are" : "is"} missing`);
  return { ok: true, values: given };
}

/** Parses a model's arguments to the form that every tool takes: one JSON object. */
export function readArguments(json: string): GivenArguments {
  // Some models send an empty string for "no arguments".
  if (json.trim() === "") return { ok: true, values: {} };
  const parsed = parseJson(json);
  if (!parsed.ok) return { ok: false, problem: `the arguments are ${parsed.message}` };
  const { value: values } = parsed;
  return isRecord(values) ? { ok: true, values } : { ok: false, problem: "the arguments must be a JSON object" };
}

function problemWith(value: unknown, { type, minimum, maximum }: Parameter): string | null {
  if (type === "integer") {
    if (!Number.isSafeInteger(value)) return "must be an integer";
    const number = value as number;
    if (minimum !== undefined && number < minimum) return `must be at least ${minimum}`;
    if (maximum !== undefined && number > maximum) return `must be at most ${maximum}`;
    return null;
  }
  return typeof value === type ? null : `must be a ${type}`;
}
