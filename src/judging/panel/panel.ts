import pLimit from "p-limit";
import { type AskedCall, askJudge, callIdentity, hashMessages, type MessageHashes } from "./ask-judge.ts";
import { type AskingOptions, openSession } from "./asking-session.ts";
import type { Contract } from "./contract.ts";
import type { ResolvedJudge } from "./judges.ts";

/** A question for the judges: two messages, and the contract of their answers. */
export interface PanelQuestion<Answer> {
  system: string;
  user: string;
  contract: Contract<Answer>;
  /** Of the two messages, if already computed. */
  hashes?: MessageHashes;
}

export interface PanelCall<Answer> extends AskedCall<Answer> {
  judge: ResolvedJudge;
  /** Within the judge run, counted from 1. */
  repetition: number;
}

/** The access to the judges, shared by everything that one command judges, in any protocol. */
export interface Panel {
  readonly judges: readonly ResolvedJudge[];
  /** Calls at a time. More questions than this would only wait for their turn, and take up memory. */
  readonly maxConcurrency: number;
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
  /** Fewer than the judge's own, for a question that continues an earlier one. */
  attempts?: number;
  /** Called when a request is really going to be made. */
  onSend?: () => void;
}

export interface PanelOptions extends AskingOptions {
  judges: readonly ResolvedJudge[];
  maxConcurrency: number;
  /** Ask even if a valid answer is stored. */
  force?: boolean;
}

/**
 * Opens a panel. Nothing is asked twice: stored answers are reused, and concurrent requests for one question, in this process or
 * others on the same store, are one call.
 */
export function openPanel(options: PanelOptions): Panel {
  const { judges, force = false } = options;
  const session = openSession(options);
  const { cannotStore } = session;
  const limit = pLimit(options.maxConcurrency);
  const inFlight = new Map<string, Promise<AskedCall<unknown>>>();
  /** With `force`, questions already asked by this command are not asked a second time. */
  const askedAgain = new Set<string>();

  async function askOne<Answer>(
    judge: ResolvedJudge,
    repetition: number,
    { system, user, contract, hashes = hashMessages({ system, user }) }: PanelQuestion<Answer>,
    { attempts = judge.attempts, onSend }: AskOneOptions = {},
  ): Promise<PanelCall<Answer>> {
    const { model, options: request, gateway, repetitionOffset } = judge;
    const question = { system, user, model, options: request, repetition: repetition + repetitionOffset, hashes };
    const callId = callIdentity(question, gateway.endpoint);
    const shared = inFlight.get(callId) as Promise<AskedCall<Answer>> | undefined;
    const asked =
      shared ??
      limit(async () => {
        cannotStore.signal.throwIfAborted();
        const isForced = force && options.ask && !askedAgain.has(callId);
        if (isForced) askedAgain.add(callId);
        try {
          return await askJudge({ callId, question, contract, judge, attempts, force: isForced, onSend }, session);
        } catch (error) {
          cannotStore.abort(error);
          throw error;
        }
      });
    if (!shared) inFlight.set(callId, asked);
    let isBroken = false;
    try {
      const { record, reused } = await asked;
      cannotStore.signal.throwIfAborted();
      isBroken = record.result.status === "invalid";
      return { judge, repetition, record, reused: reused || shared !== undefined };
    } finally {
      // Later questions find a verdict in the store; the records of a whole campaign would not fit into memory. A broken answer
      // is remembered: asking the same again within one command would be paying twice for it.
      if (!isBroken) inFlight.delete(callId);
    }
  }

  return {
    judges,
    maxConcurrency: options.maxConcurrency,
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
