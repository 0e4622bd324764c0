import { parseText } from "../../config/index.ts";
import { isRecord, parseJson } from "../../text/index.ts";
import type { TemplateExpression } from "../templates/expression.ts";
import { translateTemplate } from "../templates/translate-template.ts";
import type { ForeignMessage } from "../workspace/foreign-evaluation.ts";

export type ReadMessages =
  | { ok: true; messages: ForeignMessage[]; columns: Map<string, TemplateExpression> }
  | { ok: false; reason: string };

/** The messages of a prompt: a chat in JSON or YAML, or a single user message. */
export function messagesOf(prompt: string): ReadMessages {
  const text = prompt.trim();
  if (/^[[{]/.test(text) && !/^\{[{%#]/.test(text)) {
    const value = readJson(text);
    if (value !== undefined) return chatOf(value);
    // Braces alone are no proof of JSON: many texts begin with one.
    if (/^\[\s*\{\s*"(?:role|content)"/.test(text))
      return { ok: false, reason: "it looks like a chat in JSON, but is not one until its template is filled in" };
  }
  if (/^-\s+role:/.test(text)) {
    const parsed = parseText(text, "prompt.yaml", "prompt.yaml", "yaml");
    if (parsed.ok) return chatOf(parsed.source.value);
  }
  return translated([{ role: "user", content: prompt }]);
}

/** The messages of a chat given as data. */
export function chatOf(value: unknown): ReadMessages {
  const list = isRecord(value) && Array.isArray(value.messages) ? value.messages : value;
  if (isRecord(list) && typeof list.role === "string") return chatOf([list]);
  if (!Array.isArray(list) || list.length === 0)
    return { ok: false, reason: "it is JSON, but not a list of messages with role and content" };
  const messages: ForeignMessage[] = [];
  for (const message of list) {
    if (!isRecord(message) || typeof message.role !== "string")
      return { ok: false, reason: "one of its messages has no role" };
    const role = ROLES[message.role];
    if (role === undefined)
      return { ok: false, reason: `a message with the role ${JSON.stringify(message.role)} cannot be part of a case` };
    const content = contentOf(message.content);
    if (content === null)
      return {
        ok: false,
        reason: "one of its messages has parts other than text; see images and audio in docs/media.md",
      };
    messages.push({ role, content });
  }
  return translated(messages);
}

const ROLES: Record<string, ForeignMessage["role"]> = {
  system: "system",
  developer: "system",
  user: "user",
  human: "user",
  assistant: "assistant",
  ai: "assistant",
};

function contentOf(content: unknown): string | null {
  if (typeof content === "string") return content;
  if (isRecord(content) && typeof content.text === "string") return content.text;
  if (!Array.isArray(content)) return null;
  const texts = content.map((part) => (isRecord(part) && typeof part.text === "string" ? part.text : null));
  return texts.includes(null) ? null : texts.join("\n");
}

function translated(messages: readonly ForeignMessage[]): ReadMessages {
  const result: ForeignMessage[] = [];
  const columns = new Map<string, TemplateExpression>();
  for (const { role, content } of messages) {
    const translation = translateTemplate(content);
    if (!translation.ok) return translation;
    result.push({ role, content: translation.text });
    for (const [column, expression] of translation.columns) columns.set(column, expression);
  }
  return { ok: true, messages: result, columns };
}

function readJson(text: string): unknown {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : undefined;
}
