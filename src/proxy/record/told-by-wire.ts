import type { RunArtifact, TraceEvent } from "../../records/index.ts";
import type { WireToolCall } from "../wire/format.ts";
import { compareAccounts, isSaid, type OwnAccount } from "./own-account.ts";
import { type TraceOptions, traceOfWire, type WireTrace } from "./trace-of-wire.ts";
import type { WireRecord } from "./wire-record.ts";

/** What a run artifact tells of an agent's trial: by the wire, and what the agent says of itself only where the wire agrees. */
export interface ToldByWire extends Omit<WireTrace, "lastProviderError"> {
  /** Why the trial says nothing about the subject: its provider failed, or its money was used up. */
  providerFailure: Failure | null;
  /** What the provider said to the agent's last request, which no provider could have answered; null when there was none such. */
  impossibleRequest: string | null;
  /** Turns in which the model answered at all. */
  answeredTurns: ReadonlySet<number>;
}

type Failure = NonNullable<RunArtifact["failure"]>;

export interface TellOptions extends TraceOptions {
  /** A call as what it is, where an agent's model calls one tool to have another called. */
  unwrap?: (call: WireToolCall) => WireToolCall;
}

export function toldByWire(recorded: WireRecord, own: OwnAccount, { unwrap, ...options }: TellOptions): ToldByWire {
  const wire = unwrap ? withCalls(recorded, unwrap) : recorded;
  const { lastProviderError, ...told } = traceOfWire(wire, options);
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

/** The agent's last answer if its model said so, else what the model said last. An agent that reports no answer has none. */
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
  if (isSaid(text, before)) return text;
  return turn === options.turns ? finalOutput : traceOfWire(wire, { ...options, turns: turn }).finalOutput;
}

/** What a provider refuses stays refused for every other trial only if it was not something in the agent's request that it refused. */
function failureOf(
  { refusals, refuses_us_too }: WireRecord,
  lastError: WireTrace["lastProviderError"],
): Failure | null {
  const limit = refusals.find(({ reason }) => reason === "cost_limit");
  if (limit) return { stage: "provider", message: `the cost limit ended the trial: ${limit.message}` };
  if (!lastError) return null;
  return { stage: "provider", message: lastError.message, ...(refuses_us_too ? { unrecoverable: true } : {}) };
}
