import type { Usage } from "../../records/index.ts";

/**
 * OpenClaw's count as ours: its `input` leaves cached tokens out. A cost counts only when the provider billed it;
 * OpenClaw would otherwise compute one from prices nobody has set.
 */
export function billedUsage(value: unknown): Usage | null {
  if (value === null || typeof value !== "object") return null;
  const { input, output, cacheRead, cacheWrite, reasoning, total, totalTokens, cost } = value as Record<
    string,
    unknown
  >;
  const prompt_tokens = count(input) + count(cacheRead) + count(cacheWrite);
  const completion_tokens = count(output);
  // The total of 2026.4 is that of a turn's last request only.
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

/** Nobody used less than nothing; an agent that says so is not believed. */
function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
