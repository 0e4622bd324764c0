import type { Usage } from "../../records/index.ts";

/**
 * Converts OpenClaw's count, whose `input` excludes cached tokens. A cost counts only if the provider billed it; otherwise
 * OpenClaw computes one from unset prices.
 */
export function billedUsage(value: unknown): Usage | null {
  if (value === null || typeof value !== "object") return null;
  const { input, output, cacheRead, cacheWrite, reasoning, total, totalTokens, cost } = value as Record<
    string,
    unknown
  >;
  const prompt_tokens = count(input) + count(cacheRead) + count(cacheWrite);
  const completion_tokens = count(output);
  // The total of 2026.4 covers only a turn's last request.
  const all = Math.max(count(total), count(totalTokens), prompt_tokens + completion_tokens);
  if (all === 0) return null;
  return {
    prompt_tokens,
    completion_tokens,
    total_tokens: all,
    cached_tokens: count(cacheRead),
    reasoning_tokens: count(reasoning),
    cost_usd: billedCost(cost),
  };
}

function billedCost(cost: unknown): number | null {
  if (cost === null || typeof cost !== "object") return null;
  const { total, totalOrigin } = cost as { total?: unknown; totalOrigin?: unknown };
  return isCount(total) && totalOrigin === "provider-billed" ? total : null;
}

function count(value: unknown): number {
  return isCount(value) ? value : 0;
}

/** Rejects negative counts. */
function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
