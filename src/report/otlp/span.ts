import { createHash } from "node:crypto";
import { wellFormed } from "../../text/index.ts";

/** Span in OTLP/JSON: 64-bit numbers are strings, ids are hexadecimal, kinds and codes are numbers. */
export interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: KeyValue[];
  events?: SpanEvent[];
  status?: { code: number; message?: string };
}

export interface SpanEvent {
  timeUnixNano: string;
  name: string;
  attributes: KeyValue[];
}

export interface KeyValue {
  key: string;
  value: AnyValue;
}

type AnyValue =
  | { stringValue: string }
  | { boolValue: boolean }
  | { intValue: string }
  | { doubleValue: number }
  | { arrayValue: { values: AnyValue[] } };

export interface SpanOptions {
  traceId: string;
  /** Span of the whole trial. */
  spanId: string;
  /** Includes requests, answers and verdicts. */
  content: boolean;
}

export const KIND = { internal: 1, client: 3 } as const;
export const STATUS_ERROR = 2;

export type Attribute = string | number | boolean | readonly string[] | null | undefined;

/** Encodes known attributes. Integers are encoded as such, unless the name is that of a measure. */
export function attributesOf(values: Record<string, Attribute>): KeyValue[] {
  return Object.entries(values).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [{ key, value: anyValue(value, key) }],
  );
}

/** Doubles by convention, whatever their value. */
const DOUBLES = /\.(?:value|temperature|top_p|cost_usd|score)$/;

function anyValue(value: NonNullable<Attribute>, key: string): AnyValue {
  if (typeof value === "string") return { stringValue: wellFormed(value) };
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value === "number")
    return Number.isInteger(value) && !DOUBLES.test(key) ? { intValue: String(value) } : { doubleValue: value };
  return { arrayValue: { values: value.map((text) => ({ stringValue: wellFormed(text) })) } };
}

/** Derives ids from names, so that equal stores give equal traces: 16 bytes for a trace, 8 for a span. */
export function idOf(bytes: 8 | 16, ...names: (string | number)[]): string {
  return createHash("sha256")
    .update(JSON.stringify(names))
    .digest("hex")
    .slice(0, 2 * bytes);
}

/** Converts milliseconds since 1970 to nanoseconds. */
export function nanoseconds(milliseconds: number): string {
  return String(BigInt(Math.round(milliseconds * 1000)) * 1000n);
}
