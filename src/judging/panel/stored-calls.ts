import type { JudgeRecord } from "../../records/index.ts";
import type { Store, Taken, TakeOptions } from "../../store/index.ts";
import { type Redactor, redactJson } from "../../text/index.ts";
import type { JudgeQuestion } from "./ask-judge.ts";
import type { Contract } from "./contract.ts";

/** As much of a store as a judge call needs. */
export type CallKeeper = Pick<Store, "read" | "append" | "keepText" | "claims" | "lost" | "verify" | "damaged">;

/** Where calls are read from, and what is taken out of them. */
export interface CallReader {
  store: CallKeeper;
  redact: Redactor;
}

/** The stored verdict of a call, if there is one that counts; with `since`, only one that came later. */
export function readReusable<Answer>(
  callId: string,
  contract: Contract<Answer>,
  { store, redact }: CallReader,
  since = 0,
): JudgeRecord<Answer> | null {
  const stored = store.read("call", callId);
  if (!stored || stored.entry.at < since) return null;
  // An earlier version, or a profile that keeps lookalikes, may have stored what is not to be shown here.
  const call = redactJson(stored.value, redact);
  const last = call.attempts.at(-1)?.outcome;
  if (last?.status !== "answered") return null;
  // The answer is held to the contract again: a stored verdict is only as good as the rules of today.
  const checked = contract.check(last.message.content ?? "");
  if (!checked.ok) return null;
  const result = { status: "verdict" as const, answer: checked.answer, repairs: checked.repairs };
  return { ...call, result };
}

/** Stored the moment it ends: whatever interrupts the rest, it is never paid for again. */
export function keepCall<Answer>(
  record: JudgeRecord<Answer>,
  { system, user, hashes }: JudgeQuestion,
  store: CallKeeper,
): void {
  store.keepText(system, hashes.system_sha256);
  store.keepText(user, hashes.user_sha256);
  const result = record.result.status === "verdict" ? { status: "verdict" as const } : record.result;
  store.append({ kind: "call", key: record.call_id, value: { ...record, result } });
}

/** One question, one request, whoever asks: what another process is asking right now is waited for. */
export async function takeQuestion<Answer>(
  callId: string,
  contract: Contract<Answer>,
  { claim, force, ...reader }: CallReader & { claim?: TakeOptions; force?: boolean },
): Promise<Taken<JudgeRecord<Answer>>> {
  if (!claim) return { state: "mine", release() {} };
  // Who wants a new answer takes one that another process gets meanwhile, but none that was there before.
  const since = force ? (reader.store.read("call", callId)?.entry.at ?? -1) + 1 : undefined;
  return await reader.store.claims.take(`call ${callId}`, () => readReusable(callId, contract, reader, since), claim);
}
