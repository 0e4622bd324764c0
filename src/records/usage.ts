import type { Usage } from "./chat.ts";

/** Counts the requests that did not report tokens or price; empty if all or none did. */
export function unreportedUsage(parts: (Usage | null)[]): {
  requests_without_usage?: number;
  requests_without_price?: number;
} {
  const counted = parts.filter((part) => part !== null).length;
  const priced = parts.filter((part) => part !== null && part.cost_usd !== null).length;
  return {
    ...(counted > 0 && counted < parts.length && { requests_without_usage: parts.length - counted }),
    ...(priced > 0 && priced < parts.length && { requests_without_price: parts.length - priced }),
  };
}

/** Sums reported usage; null when there is none. The cost is null only if no part has one. */
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
