import { compileJsonSchema, isRecord } from "../../text/index.ts";
import type { PlannedTool } from "../request/index.ts";
import type { GivenArguments } from "../tools/index.ts";

/** Deeper than any sensible call; what walks through arguments must not run out of stack. */
const DEEPEST = 64;

/** Holds a model's arguments to the tool's schema. A server holds them to its own, and says itself what is wrong. */
export function openArguments({ definition, source }: PlannedTool): (json: string) => GivenArguments {
  const reading = source.behaviour.kind === "mcp" ? null : compileJsonSchema(definition.function.parameters);
  return (json) => {
    const wrong = (problem: string): GivenArguments => ({ ok: false, problem });
    let values: unknown;
    try {
      // Some models send an empty string for "no arguments".
      values = json.trim() === "" ? {} : JSON.parse(json);
    } catch (error) {
      return wrong(`the arguments are not JSON (${(error as Error).message})`);
    }
    if (!isRecord(values)) return wrong("the arguments must be a JSON object");
    if (isDeeperThan(values, DEEPEST)) return wrong(`the arguments are nested more than ${DEEPEST} deep`);
    const problem = reading?.ok ? reading.schema.problemOf(values) : null;
    if (problem === null) return { ok: true, values };
    if (problem === "undecided") return wrong("the arguments are too intricate to be checked");
    const { at, message, key } = problem;
    const place = at === "" ? "the arguments" : at.slice(1).replaceAll("/", ".");
    return wrong(`${place} ${message}${key === undefined ? "" : ` (${JSON.stringify(key)})`}`);
  };
}

/** Level by level, so that depth costs no stack. */
function isDeeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((inner) => (typeof inner === "object" && inner !== null ? Object.values(inner) : []));
  }
  return false;
}
