import { join } from "node:path";
import { readStoredJsonNow } from "../../store/index.ts";
import { isRecord } from "../../text/index.ts";
import type { JudgeVerdict } from "../judged-packet.ts";
import { meanScores } from "../mean-scores.ts";
import type { DescribedSection, NamedProtocol, ScoredUnit } from "../protocol.ts";

/** Everything about a judging of items, one question each, as its file has it. */
export interface ItemResult {
  schema_version: 1;
  protocol: string;
  name: string;
  /** Why it ended early; null when every judge was asked about every item. */
  stopped: string | null;
  judges: { judge_run_id: string; model: string; repetitions: number }[];
  items: JudgedEntry[];
  /** Entries that could not be judged. */
  refused: { place: number; reason: string }[];
  sections: DescribedSection[];
  /** Under this name in all. */
  spent_usd: number;
}

/** An item and what its judges said. */
export interface JudgedEntry {
  id: string;
  packet_sha256: string;
  verdicts: JudgeVerdict[];
  /** Calls without a valid answer. */
  failed: { judge: string; repetition: number; reason: string }[];
}

/** Reads the result in a folder; null where it is missing or damaged. */
export function readItemResult(folder: string, { resultFile }: NamedProtocol): ItemResult | null {
  const stored = readStoredJsonNow(join(folder, resultFile));
  const value = stored.state === "found" ? stored.value : null;
  return isRecord(value) && Array.isArray(value.items) && Array.isArray(value.sections)
    ? (value as unknown as ItemResult)
    : null;
}

export function scoredUnits(items: readonly JudgedEntry[]): ScoredUnit[] {
  return items.map(({ id, verdicts }) => ({ id, scores: meanScores(verdicts) }));
}
