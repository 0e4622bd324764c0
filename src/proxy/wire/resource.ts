import { chat, gemini, messages, type ProtocolReader, responses } from "../../gateway/index.ts";

export type Resource =
  /** An answer of a model. */
  | { kind: "answer"; reader: ProtocolReader; path: string; version: string; model: string | null; streamed: boolean }
  /** The length of a request; no model answers. */
  | { kind: "count"; reader: ProtocolReader; path: string; version: string; model: string | null }
  /** The list of models. */
  | { kind: "models"; reader: ProtocolReader };

/**
 * Finds the resource in a table. The forwarded path is built from what was recognised, never from the agent's text, so nothing
 * can be smuggled in. `version` is the agent's own (`v1`), for a base URL that has none.
 */
export function resourceOf(method: string, url: string): Resource | null {
  const [path = "", query = ""] = url.split("?", 2);
  const [, version = "v1", rest = ""] = /^\/(?:(v1|v1beta|v1alpha)\/)?([^?#]+)$/.exec(path) ?? [];
  if (method === "GET") return rest === "models" ? { kind: "models", reader: readerFor(version) } : null;
  if (method !== "POST") return null;
  const plain = PLAIN.get(rest);
  if (plain) {
    const { kind, reader } = plain;
    const beta = reader.format === "messages" && hasParameter(query, "beta", "true") ? "?beta=true" : "";
    const found = { reader, path: `${rest}${beta}`, version, model: null };
    return kind === "count" ? { kind, ...found } : { kind, ...found, streamed: false };
  }
  const [, encoded = "", action] =
    /^models\/(.+):(generateContent|streamGenerateContent|countTokens)$/.exec(rest) ?? [];
  const model = decoded(encoded);
  if (!action || model === null) return null;
  const asEvents = action === "streamGenerateContent" && hasParameter(query, "alt", "sse") ? "?alt=sse" : "";
  const found = {
    reader: gemini,
    path: `models/${model.split("/").map(encodeURIComponent).join("/")}:${action}${asEvents}`,
    version,
    model,
  };
  if (action === "countTokens") return { kind: "count", ...found };
  return { kind: "answer", ...found, streamed: action === "streamGenerateContent" };
}

const PLAIN = new Map<string, { kind: "answer" | "count"; reader: ProtocolReader }>([
  ["chat/completions", { kind: "answer", reader: chat }],
  ["responses", { kind: "answer", reader: responses }],
  ["messages", { kind: "answer", reader: messages }],
  ["messages/count_tokens", { kind: "count", reader: messages }],
]);

/** The format in which an unrecognised request is refused. */
export function readerFor(version: string): ProtocolReader {
  return version.startsWith("v1beta") || version.startsWith("v1alpha") ? gemini : chat;
}

function hasParameter(query: string, name: string, value: string): boolean {
  return new URLSearchParams(query).get(name) === value;
}

function decoded(encoded: string): string | null {
  try {
    const model = decodeURIComponent(encoded);
    return /^[\w.:@/-]+$/.test(model) && !model.split("/").includes("..") ? model : null;
  } catch {
    return null;
  }
}
