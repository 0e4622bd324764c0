import type { NotAskedBecause, Violation } from "../../../records/index.ts";
import { taglessJson } from "../../../text/index.ts";
import { plural } from "../../../text/presentation/index.ts";
import type { Contract } from "../../panel/contract.ts";
import type { ResolvedJudge } from "../../panel/judges.ts";
import type { Panel, PanelCall } from "../../panel/panel.ts";
import type { Item, ItemId } from "../sampling/experiment-output.ts";
import { idKey } from "../sampling/sample.ts";
import type { BatchAnswer } from "./contract.ts";
import { COMPLAINT } from "./prompt.ts";

/** The way in which items or singletons are put to a judge, which differ in nothing else. */
export interface BatchKind<Verdict> {
  system: string;
  question(items: Item[]): string;
  contract(ids: ItemId[]): Contract<BatchAnswer<Verdict>>;
}

/** The outcome for one item: a verdict, an invalid one, or not asked. */
export type ItemOutcome<Verdict> = { item_id: ItemId } & (
  | { status: "scored"; verdict: Verdict; call_id: string }
  | { status: "unscored"; reason: string; violations: Violation[] }
  | { status: "not_asked"; reason: string; because: NotAskedBecause }
);

export interface BatchOutcome<Verdict> {
  items: ItemOutcome<Verdict>[];
  calls: PanelCall<BatchAnswer<Verdict>>[];
}

/**
 * Asks one judge about one batch in one repetition. Items missing from the answer or broken in it are asked again, as a separate
 * question with the violations named; items still broken after all attempts stay unscored.
 */
export async function askBatch<Verdict extends { item_id: ItemId }>(
  items: Item[],
  kind: BatchKind<Verdict>,
  judge: ResolvedJudge,
  repetition: number,
  { panel, onSend }: { panel: Panel; onSend?: () => void },
): Promise<BatchOutcome<Verdict>> {
  const outcome: BatchOutcome<Verdict> = { items: [], calls: [] };
  let open = items;
  let broken: BatchAnswer<Verdict>["broken"] = [];
  let attemptsLeft = judge.attempts;
  while (open.length > 0 && attemptsLeft > 0) {
    const contract = kind.contract(open.map(({ item_id }) => item_id));
    const question = { system: kind.system, user: kind.question(open) + complaint(broken), contract };
    const call = await panel.askOne(judge, repetition, question, { attempts: attemptsLeft, onSend });
    const { record, reused } = call;
    outcome.calls.push(call);
    // A stored answer was paid for by an earlier run and takes no attempt from this one, so that it can try again for the rest.
    if (!reused) attemptsLeft -= Math.max(1, record.attempts.length);
    const { result } = record;
    if (result.status === "not_asked") {
      const { message: reason, because } = result;
      outcome.items.push(...open.map(({ item_id }) => ({ item_id, status: "not_asked" as const, reason, because })));
      return outcome;
    }
    if (result.status === "unanswered") {
      outcome.items.push(...open.map(({ item_id }) => unscored(item_id, result.message, [])));
      return outcome;
    }
    if (result.status === "invalid") {
      broken = open.map(({ item_id }) => ({ item_id, violations: result.violations }));
      break;
    }
    for (const verdict of result.answer.verdicts)
      outcome.items.push({ item_id: verdict.item_id, status: "scored", verdict, call_id: record.call_id });
    broken = result.answer.broken;
    const brokenKeys = new Set(broken.map(({ item_id }) => idKey(item_id)));
    open = open.filter(({ item_id }) => brokenKeys.has(idKey(item_id)));
  }
  const reason = `no valid verdict after ${plural(judge.attempts, "attempt")}`;
  outcome.items.push(...broken.map(({ item_id, violations }) => unscored(item_id, reason, violations)));
  return outcome;
}

function unscored(item_id: ItemId, reason: string, violations: Violation[]) {
  return { item_id, status: "unscored" as const, reason, violations };
}

function complaint(broken: { item_id: ItemId; violations: Violation[] }[]): string {
  if (broken.length === 0) return "";
  const lines = broken.flatMap(({ item_id, violations }) =>
    violations.map(({ message }) => `- ${taglessJson(item_id)}: ${message}`),
  );
  return `${COMPLAINT}${lines.join("\n")}`;
}
