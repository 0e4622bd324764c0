import { isBelievablePrice, type Usage } from "../../records/index.ts";
import type { ClaimedUsage } from "./reader.ts";

/** Counts of an answer that Assay asked for itself. Anything that is no count was not reported. */
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
