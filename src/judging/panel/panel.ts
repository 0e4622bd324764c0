import pLimit from "p-limit";
import {
  type Ledger,
  openLedger,
  type Payer,
  paidAgainSentence,
  type Reservation,
  temporaryAccount,
} from "../../campaign/index.ts";
import type { JudgeRecord } from "../../records/index.ts";
import { canonicalJson, type Redactor, redactJson, sha256 } from "../../text/index.ts";
import { askJudge, callIdentity, hashMessages, type JudgeQuestion, type MessageHashes } from "./ask-judge.ts";
import { type CallState, type NotAskedBecause, stateOf } from "./call-state.ts";
import type { Contract } from "./contract.ts";
import type { ResolvedJudge } from "./judges.ts";
import { payingFrom } from "./paying-from.ts";
import type { CallKeeper } from "./stored-calls.ts";

/** What is put before the judges: two messages, and what their answers must satisfy. */
export interface PanelQuestion<Answer> {
  system: string;
  user: string;
  contract: Contract<Answer>;
  /** Of the two messages, where the caller has them already. */
  hashes?: MessageHashes;
}

export type PanelCall<Answer> = CallState<Answer> & {
  judge: ResolvedJudge;
  /** Within the judge run, counted from 1. */
  repetition: number;
  /** With every attempt, also of an earlier command; no attempts where nothing was ever sent. */
  record: JudgeRecord<Answer>;
  reused: boolean;
};

/** The way to the judges, shared by everything that one command judges, whatever the protocol. */
export interface Panel {
  readonly judges: readonly ResolvedJudge[];
  /** All calls about one question, in the order of judge runs and repetitions. */
  ask<Answer>(question: PanelQuestion<Answer>): Promise<PanelCall<Answer>[]>;
  askOne<Answer>(
    judge: ResolvedJudge,
    repetition: number,
    question: PanelQuestion<Answer>,
    options?: AskOneOptions,
  ): Promise<PanelCall<Answer>>;
}

interface AskOneOptions {
  /** Fewer than the judge's own, for a question that goes on with what an earlier one left open. */
  attempts?: number;
  /** Told when a request is really going to be made. */
  onSend?: () => void;
}

export interface PanelOptions {
  judges: readonly ResolvedJudge[];
  store: CallKeeper;
  /** Takes secrets out of what judges say, before anything else reads it. */
  redact: Redactor;
  maxConcurrency: number;
  /** False: take what is stored and ask nobody. */
  ask: boolean;
  /** Who is asked before anything is paid for; none: nothing is limited. */
  ledger?: Pick<Ledger, "reserve" | "stopReason">;
  force?: boolean;
  /** Aborted: nothing new is asked; what is in flight goes on. */
  noNewWork?: AbortSignal;
  /** Aborted: what is in flight ends. */
  signal?: AbortSignal;
  /** Told once, before the first of them is paid for again, that stored answers are damaged and what they had cost. */
  onWarning?: (message: string) => void;
  /** Told who it is when another process on this store is asking the same question, whose answer is waited for. */
  onWait?: (holder: string) => void;
}

/**
 * Opens a panel. Nothing is asked twice: what is stored is taken, and one question asked by several at a time, in this process or in others on
 * the same store, is one call.
 */
export function openPanel(options: PanelOptions): Panel {
  const { judges, store, redact, ask, force = false, noNewWork, signal } = options;
  const ledger = options.ledger ?? openLedger({ maxCostUsd: null, account: temporaryAccount() });
  const limit = pLimit(options.maxConcurrency);
  const inFlight = new Map<string, Promise<Asked<unknown>>>();
  /** With `force`, what this command has asked already is not asked a second time. */
  const askedAgain = new Set<string>();
  /** Aborted with the reason when an answer could not be stored: whatever is asked after that would be paid for and lost. */
  const cannotStore = new AbortController();
  const endOfCalls = signal ? AbortSignal.any([signal, cannotStore.signal]) : cannotStore.signal;
  const claim = { signal: eitherOf(noNewWork, endOfCalls), onWait: options.onWait };
  /** Judges that no later call can reach (a refused key, an unknown model), and why. */
  const unreachable = new Map<string, string>();

  let isWarned = false;

  /** Where one answer is damaged, others may be: all are looked at, so that the whole price is known before the first is asked again. */
  function warnOfLostAnswers(): void {
    if (isWarned) return;
    isWarned = true;
    store.verify();
    const costs = store
      .damaged()
      .flatMap(({ kind, healed, cost_usd }) => (kind === "call" && !healed ? [cost_usd] : []));
    const because = "as far as needed, because stored answers are damaged";
    options.onWarning?.(paidAgainSentence(costs, { noun: "judge call", verbs: ["is asked", "are asked"], because }));
  }

  async function askNow<Answer>(
    judge: ResolvedJudge,
    question: JudgeQuestion,
    callId: string,
    contract: Contract<Answer>,
    { attempts = judge.attempts, onSend }: AskOneOptions,
  ): Promise<Asked<Answer>> {
    cannotStore.signal.throwIfAborted();
    const { gateway, model } = judge;
    const who = canonicalJson([gateway.endpoint, model]);
    let reservation: Reservation | null = null;
    let refusal: NotAskedBecause | null = null;
    const refuse = (because: NotAskedBecause, message: string) => {
      refusal = because;
      return message;
    };
    const afresh = force && ask && !askedAgain.has(callId);
    if (afresh) askedAgain.add(callId);
    const { record, reused } = await askJudge(question, contract, {
      gateway: payingFrom(
        gateway,
        () => reservation,
        () => void refuse("cost_limit", ""),
      ),
      provider: gateway,
      callId,
      store,
      redact,
      attempts,
      timeoutSeconds: judge.timeout_seconds,
      retries: judge.retries,
      force: afresh,
      // A program costs nothing, and whoever only reads asks nobody.
      claim: ask && !gateway.offline ? claim : undefined,
      signal: endOfCalls,
      mayAsk: async () => {
        if (!ask) return refuse("reading", "not asked yet");
        if (noNewWork?.aborted || signal?.aborted) return refuse("interrupted", "interrupted before it was asked");
        const hopeless = unreachable.get(who);
        if (hopeless !== undefined) return refuse("unreachable", hopeless);
        reservation = await ledger.reserve(payerOf(judge, question, redact));
        if (!reservation) return refuse("cost_limit", ledger.stopReason()!);
        if (store.lost("call", callId)) warnOfLostAnswers();
        onSend?.();
        return true;
      },
    }).catch((error: unknown) => {
      cannotStore.abort(error);
      throw error;
    });
    cannotStore.signal.throwIfAborted();
    const { result } = record;
    if (result.status === "unanswered" && result.permanent && !result.interrupted)
      unreachable.set(who, `not asked, because an earlier call was refused: ${result.message}`);
    return { record, reused, refusal };
  }

  async function askOne<Answer>(
    judge: ResolvedJudge,
    repetition: number,
    { system, user, contract, hashes = hashMessages({ system, user }) }: PanelQuestion<Answer>,
    asking: AskOneOptions = {},
  ): Promise<PanelCall<Answer>> {
    const { model, options: request, gateway, repetitionOffset } = judge;
    const question = { system, user, model, options: request, repetition: repetition + repetitionOffset, hashes };
    const callId = callIdentity(question, gateway.endpoint);
    const shared = inFlight.get(callId) as Promise<Asked<Answer>> | undefined;
    const asked = shared ?? limit(() => askNow(judge, question, callId, contract, asking));
    if (!shared) inFlight.set(callId, asked);
    let isBroken = false;
    try {
      const { record, reused, refusal } = await asked;
      isBroken = record.result.status === "invalid";
      return { judge, repetition, record, reused: reused || shared !== undefined, ...stateOf(record, refusal) };
    } finally {
      // Later questions find a verdict in the store; the records of a whole campaign would not fit into memory. An answer that broke the
      // contract is remembered: asking the same again within one command would be paying twice for it.
      if (!isBroken) inFlight.delete(callId);
    }
  }

  return {
    judges,
    askOne,
    async ask(question) {
      const hashes = question.hashes ?? hashMessages(question);
      const calls = judges.flatMap((judge) =>
        Array.from({ length: judge.repetitions }, (_, index) => askOne(judge, index + 1, { ...question, hashes })),
      );
      return await Promise.all(calls);
    },
  };
}

function payerOf({ gateway, model, options }: ResolvedJudge, { system, user }: JudgeQuestion, redact: Redactor): Payer {
  const { endpoint, offline: isFree } = gateway;
  const plain = canonicalJson([endpoint, model, options]);
  // The name is stored where a payer names no price.
  const name = plain === canonicalJson(redactJson([endpoint, model, options], redact)) ? plain : sha256(plain);
  return { name, endpoint, size: system.length + user.length, isFree };
}

function eitherOf(one?: AbortSignal, other?: AbortSignal): AbortSignal | undefined {
  return one && other ? AbortSignal.any([one, other]) : (one ?? other);
}

interface Asked<Answer> {
  record: JudgeRecord<Answer>;
  reused: boolean;
  refusal: NotAskedBecause | null;
}
