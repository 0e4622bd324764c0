import type { SamplesPreview } from "../../operations/index.ts";
import { agree, formatUsd, plural } from "../../text/presentation/index.ts";

/** Says how many calls a dry run foresees, and their cost. */
export function describeForeseenCalls({ stored, to_ask, most_requests, cost }: SamplesPreview["foreseen"]): string {
  if (to_ask === 0)
    return `All ${plural(stored, "answer")} ${agree(stored, "is", "are")} stored; nothing would be paid.`;
  const price = !cost.known
    ? `cost unknown, because ${cost.reason}`
    : cost.from_calls === 0
      ? `${formatUsd(cost.usd)}, because the judge is a program`
      : `about ${formatUsd(cost.usd)} (from ${plural(cost.from_calls, "stored call")})`;
  const most = `at most ${plural(most_requests, "request")}, when answers break their contract`;
  return `${stored} stored already, at most ${plural(to_ask, "call")} to make (${most}): ${price}.`;
}
