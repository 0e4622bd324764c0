import { isRecord } from "../../../text/index.ts";
import type { ExecutedTool } from "../../tools/index.ts";

const MOST_CHARACTERS = 100_000;

/** What a server answered, as text for the model. What is no text is named, with its kind and size. */
export function resultInWords(result: Record<string, unknown>): ExecutedTool {
  const parts = Array.isArray(result.content) ? result.content.map(partInWords) : [];
  const structured = result.structuredContent === undefined ? "" : JSON.stringify(result.structuredContent);
  const text = parts.length > 0 ? parts.join("\n") : structured;
  const more = text.length - MOST_CHARACTERS;
  const content = more > 0 ? `${text.slice(0, MOST_CHARACTERS)}\n(${more} more characters are not shown)` : text;
  return { status: result.isError === true ? "error" : "success", content };
}

function partInWords(part: unknown): string {
  if (!isRecord(part)) return "";
  if (typeof part.text === "string") return part.text;
  if (typeof part.data === "string")
    return `[${part.type}: ${part.mimeType ?? "unknown type"}, ${part.data.length} characters of base64]`;
  if (isRecord(part.resource))
    return typeof part.resource.text === "string" ? part.resource.text : `[resource ${part.resource.uri}: not text]`;
  return typeof part.uri === "string" ? `[link ${part.uri}]` : "";
}
