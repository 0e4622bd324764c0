import type { IncomingMessage } from "node:http";
import { readBody } from "./read-body.ts";
import { askedOutput, dearerService, jsonText, type Resource, type WireRequest } from "./wire/index.ts";

/** In a function of its own, so that the parsed body is not kept for as long as the answer takes. */
export async function readRequest(
  request: IncomingMessage,
  resource: Extract<Resource, { kind: "answer" | "count" }>,
  room: number,
  take: (bytes: number) => boolean,
  wished: Readonly<Record<string, unknown>>,
) {
  const read = await readBody(request, room, take);
  if (!read.ok) return read;
  const { body, bytes } = read;
  const priced = { output: askedOutput(body), dearer: dearerService(body, wished) };
  return { ok: true as const, asked: requestOf(resource, body), bytes, ...priced };
}

function requestOf(
  resource: Extract<Resource, { kind: "answer" | "count" }>,
  body: Record<string, unknown>,
): WireRequest {
  const request = resource.reader.readRequest(body);
  const models = [...(resource.model === null ? [] : [resource.model]), ...request.models, ...otherModels(body)];
  const streamed = resource.kind === "answer" && (resource.streamed || request.streamed);
  return { ...request, models, streamed };
}

/**
 * Models under any spelling of the field: some servers take a list to fall back on in every format, and some read `MODEL` as `model`.
 */
function otherModels(body: Record<string, unknown>): string[] {
  return Object.entries(body)
    .filter(([name]) => name !== "model" && /^models?$/iu.test(name))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .map(jsonText);
}
