import { type Ledger, openLedger, type Payer, paidAgainSentence, temporaryAccount } from "../../campaign/index.ts";
import type { Store, TakeOptions } from "../../store/index.ts";
import { canonicalJson, type Redactor, redactJson, sha256 } from "../../text/index.ts";
import type { ResolvedJudge } from "./judges.ts";

/** The parts of a store that judge calls need. */
export type CallKeeper = Pick<Store, "read" | "append" | "keepText" | "claims" | "lost" | "verify" | "damaged">;

export interface AskingOptions {
  store: CallKeeper;
  /** Redacts an answer before anything else reads it, since a judge may repeat secrets that it saw unnoticed, and stored options. */
  redact: Redactor;
  /** False: use stored answers only. */
  ask: boolean;
  /** Asked before anything is paid for. Omit for no limit. */
  ledger?: Pick<Ledger, "reserve" | "stopReason">;
  /** Aborted: nothing new is asked; requests in flight continue. */
  noNewWork?: AbortSignal;
  /** Aborted: requests in flight end. */
  signal?: AbortSignal;
  /** Called once, before the first damaged stored answer is paid for again, with their earlier cost. */
  onWarning?: (message: string) => void;
  /** Called with the name of another process on this store that is asking the same question, whose answer is awaited. */
  onWait?: (holder: string) => void;
}

/** Shared by all calls of one panel. */
export interface AskingSession {
  store: CallKeeper;
  redact: Redactor;
  ask: boolean;
  ledger: Pick<Ledger, "reserve" | "stopReason">;
  noNewWork?: AbortSignal;
  /** Ends calls in flight, on an interruption or when an answer could not be stored. */
  signal: AbortSignal;
  /** Options for waiting while another process asks the same. */
  claim: TakeOptions;
  /** Computed with the first call of each judge. */
  judges: Map<ResolvedJudge, KnownJudge>;
  /** Judges that no later call can reach (a refused key, an unknown model), with reasons. */
  unreachable: Map<string, string>;
  /** Judges that refused structured output and answered without. */
  plainAnswers: Set<string>;
  onLostAnswer: () => void;
  /** Ends everything: an answer asked for after one could not be stored would be paid for and lost. */
  cannotStore: AbortController;
}

/** Values shared by all calls of a judge. */
export interface KnownJudge {
  /** Equal for judges that reach the same model. */
  name: string;
  payer: Omit<Payer, "size">;
  /** Redacted, because stored data may be read by anyone. */
  options: Record<string, unknown>;
}

export function knownJudge(judge: ResolvedJudge, { judges, redact }: AskingSession): KnownJudge {
  const known = judges.get(judge) ?? describeJudge(judge, redact);
  judges.set(judge, known);
  return known;
}

function describeJudge({ gateway, model, options }: ResolvedJudge, redact: Redactor): KnownJudge {
  const { endpoint, offline: isFree } = gateway;
  const plain = canonicalJson([endpoint, model, options]);
  const isPublic = plain === canonicalJson(redactJson([endpoint, model, options], redact));
  return {
    name: canonicalJson([endpoint, model]),
    // The name is stored if a payer reports no price.
    payer: { name: isPublic ? plain : sha256(plain), endpoint, isFree },
    options: redactJson(options, redact),
  };
}

export function openSession(options: AskingOptions): AskingSession {
  const { store, redact, ask, noNewWork, onWait } = options;
  const cannotStore = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, cannotStore.signal]) : cannotStore.signal;
  let isWarned = false;
  return {
    ...{ store, redact, ask, noNewWork, signal, cannotStore },
    ledger: options.ledger ?? openLedger({ maxCostUsd: null, account: temporaryAccount() }),
    claim: { signal: noNewWork ? AbortSignal.any([noNewWork, signal]) : signal, onWait },
    judges: new Map(),
    unreachable: new Map(),
    plainAnswers: new Set(),
    onLostAnswer() {
      if (!isWarned) options.onWarning?.(describeLostAnswers(store));
      isWarned = true;
    },
  };
}

/** Counts all damaged answers once one is found, so that the whole price is known before the first is asked again. */
function describeLostAnswers(store: CallKeeper): string {
  store.verify();
  const costs = store.damaged().flatMap(({ kind, healed, cost_usd }) => (kind === "call" && !healed ? [cost_usd] : []));
  const because = "as far as needed, because stored answers are damaged";
  return paidAgainSentence(costs, { noun: "judge call", verbs: ["is asked", "are asked"], because });
}
