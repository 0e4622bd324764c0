import { isRecord } from "../text/index.ts";
import type { Usage } from "./types.ts";

/** Usage as OpenAI and OpenRouter report it; null when the answer has none. Nonsense counts as not reported. */
export function readUsage(usage: unknown): Usage | null {
  if (!isRecord(usage)) return null;
  const prompt = count(usage.prompt_tokens);
  const completion = count(usage.completion_tokens);
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: count(usage.total_tokens) || prompt + completion,
    cached_tokens: isRecord(usage.prompt_tokens_details) ? count(usage.prompt_tokens_details.cached_tokens) : 0,
    reasoning_tokens: isRecord(usage.completion_tokens_details)
      ? count(usage.completion_tokens_details.reasoning_tokens)
      : 0,
    cost_usd: typeof usage.cost === "number" && Number.isFinite(usage.cost) && usage.cost >= 0 ? usage.cost : null,
  };
}

/** Sums what was reported; null when nothing was. The cost stays null only if no part has one. */
export function sumUsage(parts: (Usage | null)[]): Usage | null {
  const reported = parts.filter((part) => part !== null);
  if (reported.length === 0) return null;
  const total = (pick: (usage: Usage) => number) => reported.reduce((sum, usage) => sum + pick(usage), 0);
  return {
    prompt_tokens: total((usage) => usage.prompt_tokens),
    completion_tokens: total((usage) => usage.completion_tokens),
    total_tokens: total((usage) => usage.total_tokens),
    cached_tokens: total((usage) => usage.cached_tokens),
    reasoning_tokens: total((usage) => usage.reasoning_tokens),
    cost_usd: reported.every((usage) => usage.cost_usd === null) ? null : total((usage) => usage.cost_usd ?? 0),
  };
}

function count(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : 0;
}
