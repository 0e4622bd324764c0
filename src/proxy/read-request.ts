import type { IncomingMessage } from "node:http";
import { jsonText, type WireRequest } from "../gateway/index.ts";
import { parseBody, receiveBody } from "./read-body.ts";
import { runFairly } from "./run-fairly.ts";
import { findDearerService, offersProviderTools, requestedOutput } from "./wire/price-of-request.ts";
import type { Resource } from "./wire/resource.ts";

/** A separate function, so that the parsed body is not kept in memory while the answer is awaited. */
export async function readRequest(
  request: IncomingMessage,
  resource: Extract<Resource, { kind: "answer" | "count" }>,
  room: RequestRoom,
  take: (bytes: number) => boolean,
  wished: Readonly<Record<string, unknown>>,
) {
  const received = await receiveBody(request, room, take);
  if (!received.ok) return received;
  const read = () => {
    const parsed = parseBody(received.bytes);
    if (!parsed.ok) return parsed;
    const { body, bytes } = parsed;
    const priced = {
      output: requestedOutput(body),
      dearer: findDearerService(body, wished),
      usesProviderTools: offersProviderTools(body),
    };
    return { ok: true as const, asked: requestOf(resource, body), bytes, ...priced };
  };
  return received.bytes.length < LARGE_BYTES ? read() : await runFairly(room.trial, read);
}

/** Limits and owner of a request. */
interface RequestRoom {
  bytes: number;
  values: number;
  trial: object;
}

/** Parsed in a few milliseconds, even if dozens come at once. */
const LARGE_BYTES = 64 * 1024;

function requestOf(
  resource: Extract<Resource, { kind: "answer" | "count" }>,
  body: Record<string, unknown>,
): WireRequest {
  const request = resource.reader.readRequest(body);
  const models = [...(resource.model === null ? [] : [resource.model]), ...request.models, ...otherModels(body)];
  const streamed = resource.kind === "answer" && (resource.streamed || request.streamed);
  return { ...request, models, streamed };
}

/** Models under any spelling of the field: some servers accept a list of fallbacks in every format, and some read `MODEL` as `model`. */
function otherModels(body: Record<string, unknown>): string[] {
  return Object.entries(body)
    .filter(([name]) => name !== "model" && /^models?$/iu.test(name))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .map(jsonText);
}
