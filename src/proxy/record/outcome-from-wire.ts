import type { WireToolCall } from "../../gateway/index.ts";
import type { RunArtifact, TraceEvent } from "../../records/index.ts";
import { compareAccounts, isFromModel, type OwnAccount } from "./own-account.ts";
import { type TraceOptions, traceFromWire, type WireTrace } from "./trace-from-wire.ts";
import type { WireRecord } from "./wire-record.ts";

/** A run artifact's account of an agent's trial: taken from the wire, and from the agent only where the wire agrees. */
export interface OutcomeFromWire extends Omit<WireTrace, "lastProviderError"> {
  /** The reason why the trial says nothing about the subject: its provider failed, or its money ran out. */
  providerFailure: Failure | null;
  /** The provider's response to a last request that no provider could have answered; null if there was none. */
  impossibleRequest: string | null;
  /** Turns in which the model answered at all. */
  answeredTurns: ReadonlySet<number>;
}

type Failure = NonNullable<RunArtifact["failure"]>;

export interface OutcomeOptions extends TraceOptions {
  /** Translates a call if an agent's model calls one tool in order to call another. */
  unwrap?: (call: WireToolCall) => WireToolCall;
}

export function outcomeFromWire(
  recorded: WireRecord,
  own: OwnAccount,
  { unwrap, ...options }: OutcomeOptions,
): OutcomeFromWire {
  const wire = unwrap ? withCalls(recorded, unwrap) : recorded;
  const { lastProviderError, ...told } = traceFromWire(wire, options);
  const finalOutput = believedAnswer(wire, own, options, told.finalOutput);
  const last = told.trace.at(-1)?.at_ms ?? 0;
  const at = { turn: options.turns, at_ms: last };
  const differences = compareAccounts(own, wire).map(
    ({ about, message }): TraceEvent => ({ ...at, kind: "account_differs", about, message }),
  );
  const refused = wire.hosts.flatMap(({ host, port, times, refused: reason }): TraceEvent[] =>
    reason === null ? [] : [{ ...at, kind: "network_refused", host, port, times, reason }],
  );
  const final: TraceEvent[] =
    finalOutput === null ? [] : [{ ...at, kind: "final_output", content: finalOutput, forced: false }];
  return {
    ...told,
    finalOutput,
    trace: [...told.trace, ...differences, ...refused, ...final],
    providerFailure: recorded.answers_us ? null : failureOf(wire, lastProviderError),
    impossibleRequest: recorded.answers_us ? (lastProviderError?.message ?? null) : null,
    answeredTurns: new Set(wire.exchanges.flatMap(({ outcome, turn }) => (outcome === "answered" ? [turn] : []))),
  };
}

function withCalls(wire: WireRecord, unwrap: (call: WireToolCall) => WireToolCall): WireRecord {
  const exchanges = wire.exchanges.map((exchange) => ({ ...exchange, tool_calls: exchange.tool_calls.map(unwrap) }));
  return { ...wire, exchanges };
}

/** The agent's last answer if its model wrote it, else the model's last text. An agent that reports no answer has none. */
function believedAnswer(
  wire: WireRecord,
  { answers = [] }: OwnAccount,
  options: TraceOptions,
  finalOutput: string | null,
): string | null {
  const last = answers.at(-1);
  if (!last) return null;
  const { turn, text } = last;
  const before = wire.exchanges.filter((exchange) => exchange.turn <= turn);
  if (isFromModel(text, before)) return text;
  return turn === options.turns ? finalOutput : traceFromWire(wire, { ...options, turns: turn }).finalOutput;
}

/** A refusal applies to all other trials only if it was not caused by the agent's request. */
function failureOf(
  { refusals, refuses_us_too }: WireRecord,
  lastError: WireTrace["lastProviderError"],
): Failure | null {
  const limit = refusals.find(({ reason }) => reason === "cost_limit");
  if (limit) return { stage: "provider", message: `the cost limit ended the trial: ${limit.message}` };
  if (!lastError) return null;
  return { stage: "provider", message: lastError.message, ...(refuses_us_too ? { unrecoverable: true } : {}) };
}
