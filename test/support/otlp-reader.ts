import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** The messages of opentelemetry-proto, as OpenTelemetry's own exporter has them. */
// biome-ignore lint/suspicious/noExplicitAny: generated code without usable types
const root: any = require("@opentelemetry/otlp-transformer/build/src/generated/root.js");
const request = root.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;

export interface ReadSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  kind: number;
  start: bigint;
  end: bigint;
  attributes: Record<string, unknown>;
  events: { name: string; attributes: Record<string, unknown> }[];
  status: { code?: number; message?: string } | null;
}

/**
 * One line of OTLP/JSON through the protobuf messages and back. Ids are hexadecimal in OTLP/JSON, unlike in the general mapping of protobuf.
 * Throws on a value of a wrong type, and on a field that the messages do not have.
 */
export function readOtlp(line: string): ReadSpan[] {
  const document = JSON.parse(line, (key, value) =>
    /^(?:traceId|spanId|parentSpanId)$/.test(key) ? Buffer.from(value, "hex") : value,
  );
  const message = request.fromObject(document);
  const problem = request.verify(message);
  if (problem !== null) throw new Error(problem);
  const read = request.toObject(request.decode(request.encode(message).finish()), { longs: String });
  sameFields(document, read, "");
  return read.resourceSpans[0].scopeSpans[0].spans.map(readSpan);
}

// biome-ignore lint/suspicious/noExplicitAny: as above
function readSpan(span: any): ReadSpan {
  return {
    traceId: Buffer.from(span.traceId).toString("hex"),
    spanId: Buffer.from(span.spanId).toString("hex"),
    parentSpanId: Buffer.from(span.parentSpanId ?? []).toString("hex"),
    name: span.name,
    kind: span.kind,
    start: BigInt(span.startTimeUnixNano),
    end: BigInt(span.endTimeUnixNano),
    attributes: values(span.attributes),
    events: (span.events ?? []).map((event: { name: string; attributes: KeyValue[] }) => ({
      name: event.name,
      attributes: values(event.attributes),
    })),
    status: span.status ?? null,
  };
}

type KeyValue = { key: string; value: Record<string, unknown> };

function values(attributes: KeyValue[] = []): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

/** A field that the messages do not know is dropped without a word; here it is not. */
function sameFields(written: unknown, read: unknown, path: string): void {
  if (typeof written !== "object" || written === null || Buffer.isBuffer(written)) return;
  for (const [key, value] of Object.entries(written)) {
    const other = (read as Record<string, unknown> | undefined)?.[key];
    if (other === undefined && value !== 0 && value !== false && value !== "")
      throw new Error(`${path}.${key} is not in the messages of OTLP`);
    sameFields(value, other, `${path}.${key}`);
  }
}
