import { describeExcess, MOST_TOOL_CALLS, readToolCalls, readUsage, TOO_MANY_CALLS } from "../../../gateway/index.ts";
import type { ToolCall, Usage } from "../../../records/index.ts";
import { DEEPEST_JSON, isNestedDeeperThan, isRecord, wellFormed } from "../../../text/index.ts";

/** A function's answer as a model, or its problem. */
export type ReadFunctionAnswer =
  | { ok: true; content: string | null; tool_calls: ToolCall[]; usage: Usage | null }
  | { ok: false; problem: string };

/** Validates a function's answer like a server's, as the calling program may not be type-checked. */
export function readFunctionAnswer(given: unknown): ReadFunctionAnswer {
  if (typeof given === "string") return said(given);
  if (!isRecord(given) || !("content" in given)) {
    if (isNestedDeeperThan(given, DEEPEST_JSON)) return NESTED;
    const json = given === null ? undefined : JSON.stringify(given);
    return json === undefined ? { ok: false, problem: `returned ${nameOf(given)}, which is no answer` } : said(json);
  }
  const { content = null } = given;
  if (typeof content !== "string" && content !== null)
    return {
      ok: false,
      problem: `returned a message whose content is ${nameOf(content)}; it must be a text or null, and an object that has a field of this name must be returned as JSON`,
    };
  const { tool_calls: listed } = given;
  if (Array.isArray(listed) && listed.length > MOST_TOOL_CALLS) return tooMuch(TOO_MANY_CALLS);
  if (isNestedDeeperThan(listed, DEEPEST_JSON)) return NESTED;
  const tool_calls = readToolCalls({ tool_calls: listed });
  const excess = describeExcess({ content, tool_calls });
  if (excess !== null) return tooMuch(excess);
  return { ok: true, content: content && wellFormed(content), tool_calls, usage: usageOf(given.usage) };
}

/** Covers cyclic objects too. */
const NESTED = { ok: false, problem: `returned data that is nested more than ${DEEPEST_JSON} levels deep` } as const;

function tooMuch(what: string): ReadFunctionAnswer {
  return { ok: false, problem: `answered with ${what}` };
}

function said(text: string): ReadFunctionAnswer {
  const excess = describeExcess({ content: text, tool_calls: [] });
  if (excess !== null) return tooMuch(excess);
  return { ok: true, content: wellFormed(text), tool_calls: [], usage: null };
}

/** Reads usage in our format or a provider's, which programs pass on. */
function usageOf(given: unknown): Usage | null {
  if (!isRecord(given)) return null;
  const { cached_tokens, reasoning_tokens, cost_usd } = given;
  return readUsage({
    prompt_tokens_details: { cached_tokens },
    completion_tokens_details: { reasoning_tokens },
    cost: cost_usd,
    ...given,
  });
}

function nameOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
