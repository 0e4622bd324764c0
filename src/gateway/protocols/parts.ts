import { plainText, records } from "./loose-json.ts";
import type { WirePart } from "./reader.ts";

/** The parts of a content that is a text, or a list of parts of which some have a text. */
export function contentParts(content: unknown): WirePart[] {
  if (typeof content === "string") return content === "" ? [] : [{ kind: "text", text: content }];
  return records(content).map((part) => {
    if (typeof part.text === "string") return { kind: "text", text: part.text };
    return { kind: "other", type: plainText(part.type) || "unknown" };
  });
}

export function textsOf(parts: readonly WirePart[]): string[] {
  return parts.flatMap((part) => (part.kind === "text" ? [part.text] : []));
}

/** True if a request refers to content outside its own bytes, such as a picture by URL. */
export function hasOtherParts(messages: readonly { parts: readonly WirePart[] }[]): boolean {
  return messages.some(({ parts }) => parts.some(({ kind }) => kind === "other"));
}
