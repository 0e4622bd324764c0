import { compileJsonSchema, isJsonNestedDeeperThan } from "../../text/index.ts";
import type { PlannedTool } from "../request/planned-tool.ts";
import { type GivenArguments, readArguments } from "../tools/arguments.ts";

/** Deeper than any sensible call; recursive readers must not run out of stack. */
const DEEPEST = 64;

/** Checks a model's arguments against the tool's schema. A server checks them itself and reports its own errors. */
export function openArguments({ definition, source }: PlannedTool): (json: string) => GivenArguments {
  const reading = source.behaviour.kind === "mcp" ? null : compileJsonSchema(definition.function.parameters);
  return (json) => {
    const wrong = (problem: string): GivenArguments => ({ ok: false, problem });
    if (isJsonNestedDeeperThan(json, DEEPEST)) return wrong(`the arguments are nested more than ${DEEPEST} deep`);
    const read = readArguments(json);
    if (!read.ok) return read;
    const { values } = read;
    const problem = reading?.ok ? reading.schema.problemOf(values) : null;
    if (problem === null) return { ok: true, values };
    if (problem === "undecided") return wrong("the arguments are too intricate to be checked");
    const { at, message, key } = problem;
    const place = at === "" ? "the arguments" : at.slice(1).replaceAll("/", ".");
    return wrong(`${place} ${message}${key === undefined ? "" : ` (${JSON.stringify(key)})`}`);
  };
}
