import { readUsage } from "../../../gateway/index.ts";
import type { Usage } from "../../../records/index.ts";
import { isRecord, wellFormed } from "../../../text/index.ts";

/** The usage in a provider's stored answer; undefined if it is not a chat completion. The programs of this package cost nothing. */
export function usageOfAnswer(raw: unknown, { offline }: { offline: boolean }): Usage | null | undefined {
  if (!isRecord(raw) || !Array.isArray(raw.choices)) return undefined;
  const usage = readUsage(raw.usage);
  return usage && { ...usage, cost_usd: usage.cost_usd ?? (offline ? 0 : null) };
}

/** The answer's text, if it is plain text; providers have other forms, too. */
export function textOfAnswer(raw: unknown): string | undefined {
  if (!isRecord(raw) || !Array.isArray(raw.choices)) return undefined;
  const [first] = raw.choices as unknown[];
  const message = isRecord(first) ? first.message : undefined;
  return isRecord(message) && typeof message.content === "string" ? wellFormed(message.content) : undefined;
}
