import { isBelievablePrice, type Usage } from "../../records/index.ts";
import type { ClaimedUsage } from "./reader.ts";

/** Counts of an answer requested by Assay itself. Invalid counts are taken as unreported. */
export function countedUsage({ prompt, completion, total, cached, reasoning, cost }: ClaimedUsage): Usage {
  const [prompt_tokens, completion_tokens] = [count(prompt), count(completion)];
  return {
    prompt_tokens,
    completion_tokens,
    total_tokens: count(total) || prompt_tokens + completion_tokens,
    cached_tokens: count(cached),
    reasoning_tokens: count(reasoning),
    cost_usd: isBelievablePrice(cost) ? cost : null,
  };
}

function count(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : 0;
}
