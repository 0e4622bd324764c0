import type { JudgeRecord } from "../../records/index.ts";
import type { Taken } from "../../store/index.ts";
import { redactJson } from "../../text/index.ts";
import type { JudgeCall, JudgeQuestion } from "./ask-judge.ts";
import type { AskingSession, CallKeeper } from "./asking-session.ts";

/** The stored verdict of a call, if it counts; with `since`, only a later one. */
export function readReusable<Answer>(
  { callId, contract }: Pick<JudgeCall<Answer>, "callId" | "contract">,
  { store, redact }: Pick<AskingSession, "store" | "redact">,
  since = 0,
): JudgeRecord<Answer> | null {
  const stored = store.read("call", callId);
  if (!stored || stored.entry.at < since) return null;
  // An earlier version, or a profile that keeps lookalikes of secrets, may have stored what must not be shown here.
  const call = redactJson(stored.value, redact);
  const last = call.attempts.at(-1)?.outcome;
  if (last?.status !== "answered") return null;
  // The answer is checked again: a stored verdict is only as good as the current rules.
  const checked = contract.check(last.message.content ?? "");
  if (!checked.ok) return null;
  const result = { status: "verdict" as const, answer: checked.answer, repairs: checked.repairs };
  return { ...call, result };
}

/** Stores a call as soon as it ends, so that it is never paid for again, whatever interrupts the rest. */
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

const UNCLAIMED: Taken<never> = { state: "mine", release() {} };

/** Claims a call before it is paid for, and waits for another process that is making it. Free and unwanted calls need no claim. */
export async function claimCall<Answer>(
  call: JudgeCall<Answer>,
  session: AskingSession,
): Promise<Taken<JudgeRecord<Answer>>> {
  const { store, ask, claim } = session;
  const { callId, judge, force } = call;
  if (!ask || judge.gateway.offline) return UNCLAIMED;
  // A forced call accepts another process's concurrent answer, but no earlier one.
  const since = force ? (store.read("call", callId)?.entry.at ?? -1) + 1 : undefined;
  return await store.claims.take(`call ${callId}`, () => readReusable(call, session, since), claim);
}
