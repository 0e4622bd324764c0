import type { PanelJudge } from "../../config/index.ts";
import { plural } from "../../presentation/index.ts";
import type { JudgeRecord, Violation } from "../../records/index.ts";
import { taglessJson } from "../../text/index.ts";
import { type AskOptions, askJudge } from "../ask-judge.ts";
import type { Contract } from "../contract.ts";
import type { BatchAnswer } from "./contract.ts";
import type { Item, ItemId } from "./experiment-output.ts";
import { idKey } from "./sample.ts";

/** How a batch of things is put to a judge: items and singletons differ in nothing else. */
export interface BatchKind<Verdict> {
  system: string;
  question(items: Item[]): string;
  contract(ids: ItemId[]): Contract<BatchAnswer<Verdict>>;
}

export interface BatchOutcome<Verdict> {
  /** Each verdict with the call it came from. */
  verdicts: { verdict: Verdict; call_id: string }[];
  unscored: { item_id: ItemId; reason: string; violations: Violation[] }[];
  calls: { record: JudgeRecord<BatchAnswer<Verdict>>; reused: boolean }[];
  /** True when no further call of this judge can succeed. */
  hopeless: boolean;
}

export type BatchAskOptions = Pick<AskOptions, "gateway" | "calls" | "force" | "signal"> & {
  mayAsk(promptCharacters: number): Promise<boolean | string>;
};

/**
 * One batch, one judge, one repetition. What is missing from the answer or broken in it is asked for again, only that,
 * as a question of its own with the violations named; what is still broken after all attempts stays unscored.
 */
export async function askBatch<Verdict extends { item_id: ItemId }>(
  items: Item[],
  kind: BatchKind<Verdict>,
  judge: PanelJudge,
  repetition: number,
  options: BatchAskOptions,
): Promise<BatchOutcome<Verdict>> {
  const outcome: BatchOutcome<Verdict> = { verdicts: [], unscored: [], calls: [], hopeless: false };
  let open = items;
  let broken: BatchAnswer<Verdict>["broken"] = [];
  let attemptsLeft = judge.attempts;
  while (open.length > 0 && attemptsLeft > 0) {
    const user = kind.question(open) + complaint(broken);
    const { record, reused } = await askJudge(
      { system: kind.system, user, model: judge.model, options: judge.request_options ?? {}, repetition },
      kind.contract(open.map(({ item_id }) => item_id)),
      {
        ...options,
        attempts: attemptsLeft,
        timeoutSeconds: judge.timeout_seconds,
        retries: judge.retries,
        mayAsk: () => options.mayAsk(kind.system.length + user.length),
      },
    );
    outcome.calls.push({ record, reused });
    // What is stored was paid for by an earlier run and takes no attempt from this one, so that it can try again for the rest.
    if (!reused) attemptsLeft -= Math.max(1, record.attempts.length);
    const { result } = record;
    if (result.status === "unanswered") {
      outcome.hopeless = result.permanent && !result.interrupted;
      outcome.unscored.push(...open.map(({ item_id }) => ({ item_id, reason: result.message, violations: [] })));
      return outcome;
    }
    if (result.status === "invalid") {
      broken = open.map(({ item_id }) => ({ item_id, violations: result.violations }));
      break;
    }
    outcome.verdicts.push(...result.answer.verdicts.map((verdict) => ({ verdict, call_id: record.call_id })));
    broken = result.answer.broken;
    const brokenKeys = new Set(broken.map(({ item_id }) => idKey(item_id)));
    open = open.filter(({ item_id }) => brokenKeys.has(idKey(item_id)));
  }
  const reason = `no valid verdict after ${plural(judge.attempts, "attempt")}`;
  outcome.unscored.push(...broken.map(({ item_id, violations }) => ({ item_id, reason, violations })));
  return outcome;
}

function complaint(broken: { item_id: ItemId; violations: Violation[] }[]): string {
  if (broken.length === 0) return "";
  const lines = broken.flatMap(({ item_id, violations }) =>
    violations.map(({ message }) => `- ${taglessJson(item_id)}: ${message}`),
  );
  return `\n\nAn earlier answer about these items could not be used:\n${lines.join("\n")}`;
}
