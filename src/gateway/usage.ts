import { isBelievablePrice, type Usage } from "../records/index.ts";
import { isRecord } from "../text/index.ts";

/** Reads usage as OpenAI and OpenRouter report it; null if missing. Invalid values count as unreported. */
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
    cost_usd: isBelievablePrice(usage.cost) ? usage.cost : null,
  };
}

function count(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : 0;
}
