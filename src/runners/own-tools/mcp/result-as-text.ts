import { isRecord } from "../../../text/index.ts";
import type { ExecutedTool } from "../../tools/execute-tool.ts";

const MOST_CHARACTERS = 100_000;

/**
 * Converts a server's answer to text for the model. Other content is replaced by its kind and size.
 *
 * @throws Error for the first deviation from the protocol
 */
export function resultAsText(result: unknown): ExecutedTool {
  if (!isRecord(result)) throw new Error("its answer is not a tool result");
  const { content = [], structuredContent, isError = false } = result;
  if (!Array.isArray(content)) throw new Error("its answer is not a tool result: `content` is not a list");
  if (typeof isError !== "boolean") throw new Error("its answer is not a tool result: `isError` is not true or false");
  const parts = content.map(partAsText);
  const structured = structuredContent === undefined ? "" : JSON.stringify(structuredContent);
  const text = parts.length > 0 ? parts.join("\n") : structured;
  const more = text.length - MOST_CHARACTERS;
  const shown = more > 0 ? `${text.slice(0, MOST_CHARACTERS)}\n(${more} more characters are not shown)` : text;
  return { status: isError ? "error" : "success", content: shown };
}

function partAsText(part: unknown, index: number): string {
  const { type, text, data, mimeType, uri, resource } = isRecord(part) ? part : {};
  if (type === "text" && isText(text)) return text;
  if ((type === "image" || type === "audio") && isText(data) && isText(mimeType))
    return `[${type}: ${mimeType}, ${data.length} characters of base64]`;
  if (type === "resource_link" && isText(uri)) return `[link ${uri}]`;
  if (type === "resource" && isRecord(resource) && isText(resource.uri)) {
    if (isText(resource.text)) return resource.text;
    if (isText(resource.blob)) return `[resource ${resource.uri}: not text]`;
  }
  throw new Error(`part ${index + 1} of its answer is neither text nor anything else that a tool may return`);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
