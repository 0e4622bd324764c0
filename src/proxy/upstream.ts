import type { IncomingHttpHeaders } from "node:http";
import type { Endpoint, WireFormat } from "../gateway/index.ts";
import type { KeyHeader } from "./trial-token.ts";
import type { Resource } from "./wire/resource.ts";

/** Forwarded headers of an agent. All others are dropped, in particular anything that decides who pays. */
const FORWARDED_HEADERS =
  /^(?:accept|user-agent|http-referer|x-title|anthropic-(?:version|beta|dangerous-direct-browser-access)|openai-beta|x-goog-api-client|x-stainless-[a-z-]+|originator)$/;

/** Returned headers of a provider. */
const RETURNED_HEADERS =
  /^(?:content-type|retry-after(?:-ms)?|x-should-retry|(?:x-)?request-id|anthropic-(?!organization)[a-z-]+|openai-(?:model|processing-ms|version)|x-ratelimit-[a-z-]+|cache-control)$/;

/**
 * The provider's own path for a resource. A base URL that ends in a version (`/v1`) is complete; one without gets the agent's
 * version, except for chat completions, which our own requests to the same base URL send without one.
 */
export function upstreamPath(
  { path: ours }: Endpoint,
  resource: Extract<Resource, { kind: "answer" | "count" }>,
): string {
  const [whole = "", search = ""] = ours.split("?", 2);
  const base = whole.replace(/\/chat\/completions$/, "");
  const isComplete = /\/v\d+[a-z]*\d*$/.test(base) || resource.reader.format === "chat_completions";
  const path = `${base}/${isComplete ? "" : `${resource.version}/`}${resource.path}`;
  if (search === "") return path;
  return `${path}${path.includes("?") ? "&" : "?"}${search}`;
}

/**
 * Key locations that a format's providers read. An agent that puts its token elsewhere must not be able to make a provider refuse
 * the key.
 */
const KEY_PLACES: Record<WireFormat, readonly KeyHeader[]> = {
  chat_completions: ["authorization"],
  responses: ["authorization"],
  messages: ["x-api-key", "authorization"],
  generate_content: ["x-goog-api-key", "authorization"],
};

export function keyPlace(format: WireFormat, asked: KeyHeader): KeyHeader {
  const places = keyPlaces(format);
  return places.includes(asked) ? asked : places[0]!;
}

export function keyPlaces(format: WireFormat): readonly KeyHeader[] {
  return KEY_PLACES[format];
}

/** The agent's forwardable headers, with the real key in the place of the trial's token. */
export function upstreamHeaders(
  incoming: IncomingHttpHeaders,
  place: KeyHeader,
  { headers }: Endpoint,
): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming))
    if (typeof value === "string" && FORWARDED_HEADERS.test(name)) passed[name] = value;
  const { authorization, ...configured } = headers;
  const key = /^Bearer (.+)$/.exec(authorization ?? "")?.[1];
  const credentials: Record<string, string> = !key
    ? authorization
      ? { authorization }
      : {}
    : { [place]: place === "authorization" ? `Bearer ${key}` : key };
  return {
    ...passed,
    "content-type": "application/json",
    // Compressed content cannot be read on the way.
    "accept-encoding": "identity",
    ...configured,
    ...credentials,
  };
}

export function headersBack(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && RETURNED_HEADERS.test(name))
      passed[name] = Array.isArray(value) ? value.join(", ") : value;
  return passed;
}
