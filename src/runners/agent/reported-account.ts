import type { OutputToolCalls, OutputUsage } from "../../config/index.ts";
import type { Usage } from "../../records/index.ts";
import type { ReportedCalls } from "../agent-session/turn.ts";
import { fits, type PrintedDocument, valuesAt } from "./find-value.ts";

/** The tokens that an agent claims to have used, from the last document with all of them; null when there is none. */
export function reportedUsage(
  documents: readonly PrintedDocument[],
  { input, output, where }: OutputUsage,
): Usage | null {
  for (const document of documents.toReversed()) {
    if (!fits(document, where)) continue;
    const [prompt_tokens, completion_tokens] = [total(document, input), total(document, output)];
    if (prompt_tokens === null || completion_tokens === null) continue;
    const unknown = { cached_tokens: 0, reasoning_tokens: 0, cost_usd: null };
    return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens, ...unknown };
  }
  return null;
}

/** The growth of a count that accumulates over turns; null if it shrank, and therefore counts something else. */
export function usageGrowth(now: Usage, before: Usage | null): Usage | null {
  if (before === null) return now;
  const prompt_tokens = now.prompt_tokens - before.prompt_tokens;
  const completion_tokens = now.completion_tokens - before.completion_tokens;
  if (prompt_tokens < 0 || completion_tokens < 0) return null;
  return { ...now, prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

/** The tool calls that an agent reports, one document each. */
export function reportedCalls(
  documents: readonly PrintedDocument[],
  { name, tools, where }: OutputToolCalls,
): ReportedCalls {
  const telling = documents.filter((document) => fits(document, where));
  if (tools !== undefined) return { oneOf: tools, times: telling.length };
  return { names: telling.flatMap((document) => valuesAt(document, name!)).filter((one) => typeof one === "string") };
}

/** Null unless every field is present: a partial sum would be wrong. */
function total(document: PrintedDocument, fields: string | readonly string[]): number | null {
  const paths = typeof fields === "string" ? [fields] : fields;
  const found = paths.map((path) => valuesAt(document, path));
  const values = found.flat();
  if (found.some((one) => one.length === 0) || !values.every(isCount)) return null;
  return values.reduce((sum, value) => sum + value, 0);
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
