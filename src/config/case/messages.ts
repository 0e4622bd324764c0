import { extname } from "node:path";
import { z } from "zod";
import type { Diagnostic, FieldPath } from "../diagnostics/diagnostic.ts";
import { explainIssues } from "../file/explain-issue.ts";
import { findReferencedFile } from "../finding/referenced-file.ts";
import { type Message, messageContent, message as messageSchema } from "../schema/case/message.ts";
import { parseText } from "../source/parse.ts";
import { readText } from "../source/read-text.ts";
import { complainAbout, displayPath, type SourceFile } from "../source/source-file.ts";
import { resolveContent } from "./content-parts.ts";
import type { MediaFile, ResolvedMessage } from "./loaded-case.ts";
import type { MessageProblem } from "./rules.ts";

/** Resolves messages to send: each `source` is replaced by the message or messages in its file. Such a file may not refer to another. */
export function resolveMessages(
  messages: readonly Message[],
  at: FieldPath,
  source: SourceFile,
  root: string,
  problemOf: (message: ResolvedMessage) => MessageProblem | undefined = () => undefined,
  readFile: ReadMessageFile = (_, read) => read(),
): Resolution {
  if (messages.every(isPlain)) return plainMessages(messages, at, source, problemOf);
  const resolved = messages.map((message, index) => {
    const read = () => resolveMessage(message, [...at, index], source, root);
    return message.source === undefined ? read() : readFile({ at: [...at, index], message }, read);
  });
  for (const [index, { messages, diagnostics }] of resolved.entries()) {
    const problem = messages.map(problemOf).find((found) => found !== undefined);
    if (problem) diagnostics.push(complainAbout(source, { path: [...at, index], ...problem }));
  }
  return {
    messages: resolved.flatMap(({ messages }) => messages),
    media: resolved.flatMap(({ media }) => media),
    diagnostics: resolved.flatMap(({ diagnostics }) => diagnostics),
  };
}

type PlainMessage = Message & { content: string };

function isPlain(message: Message): message is PlainMessage {
  return message.source === undefined && typeof message.content === "string";
}

/** Fast path for nearly all messages, as a workspace may have tens of thousands of them. */
function plainMessages(
  written: readonly PlainMessage[],
  at: FieldPath,
  source: SourceFile,
  problemOf: (message: ResolvedMessage) => MessageProblem | undefined,
): Resolution {
  const diagnostics: Diagnostic[] = [];
  const messages = written.map((message, index): ResolvedMessage => {
    const problem = problemOf(message);
    if (problem) diagnostics.push(complainAbout(source, { path: [...at, index], ...problem }));
    return message;
  });
  return { messages, media: [], diagnostics };
}

/** Reads a message file. For dataset rows it is read once and filled in for each row. */
export type ReadMessageFile = (reference: { at: FieldPath; message: Message }, read: () => Resolution) => Resolution;

interface Resolution {
  messages: ResolvedMessage[];
  /** Media files in its parts. */
  media: MediaFile[];
  diagnostics: Diagnostic[];
}

function resolveMessage(message: Message, at: FieldPath, source: SourceFile, root: string): Resolution {
  const { role, content, source: reference, name } = message;
  const named = name === undefined ? {} : { name };
  if (reference === undefined) return inlineMessages([{ ...message, content: content ?? "" }], [at], source, root);
  const path = [...at, "source", "path"];
  const complain = (words: { message: string; suggestion?: string }): Resolution => ({
    ...NOTHING,
    diagnostics: [complainAbout(source, { path, ...words })],
  });
  const found = findReferencedFile(reference.path, { beside: source.path, root, what: "the message file" });
  if (!found.ok) return complain(found);
  const read = readText(found.path);
  const shown = displayPath(found.path, root);
  if (!read.ok) {
    const { message, line, column } = read;
    return { ...NOTHING, diagnostics: [{ severity: "error", file: shown, line, column, message }] };
  }
  const format = reference.format ?? formatOf(found.path);
  if (format === undefined)
    return complain({
      message: `the format of ${JSON.stringify(reference.path)} cannot be recognised by its extension; add \`format: yaml\`, \`json\` or \`text\``,
    });
  if (format === "text") return { ...NOTHING, messages: [{ role, content: read.text, ...named }], diagnostics: [] };
  return readMessages(read.text, found.path, root, format);
}

const NOTHING = { messages: [], media: [] };

/** Reads one message or a list. Their role and name override those of the reference. */
function readMessages(text: string, path: string, root: string, format: "yaml" | "json"): Resolution {
  const parsed = parseText(text, path, displayPath(path, root), format);
  if (!parsed.ok) return { ...NOTHING, diagnostics: parsed.diagnostics };
  const { source } = parsed;
  const isList = Array.isArray(source.value);
  const schema = isList ? listOfInlineMessages : inlineMessage;
  const result = schema.safeParse(source.value);
  if (!result.success) return { ...NOTHING, diagnostics: explainIssues(source, schema, result.error.issues) };
  const written = Array.isArray(result.data) ? result.data : [result.data];
  const places = written.map((_, index): FieldPath => (isList ? [index] : []));
  return inlineMessages(written, places, source, root);
}

type InlineMessage = Omit<Message, "source" | "content"> & { content: NonNullable<Message["content"]> };

/** Resolves messages written in place. */
function inlineMessages(
  written: readonly InlineMessage[],
  places: readonly FieldPath[],
  source: SourceFile,
  root: string,
): Resolution {
  const resolution: Resolution = { messages: [], media: [], diagnostics: [] };
  for (const [index, { role, name, content: inside }] of written.entries()) {
    const { content, parts, media, diagnostics } = resolveContent(inside, [...places[index]!, "content"], source, root);
    resolution.messages.push({ role, content, ...(parts ? { parts } : {}), ...(name === undefined ? {} : { name }) });
    resolution.media.push(...media);
    resolution.diagnostics.push(...diagnostics);
  }
  return resolution;
}

const inlineMessage = z.strictObject({
  ...messageSchema.shape,
  content: messageContent,
  source: z.never({ error: "a message file may not refer to another file; write `content` here" }).optional(),
});
const listOfInlineMessages = z.array(inlineMessage).min(1, "has no message");

function formatOf(path: string): "yaml" | "json" | "text" | undefined {
  switch (extname(path).toLowerCase()) {
    case ".yaml":
    case ".yml":
      return "yaml";
    case ".json":
      return "json";
    case ".txt":
    case ".md":
      return "text";
    default:
      return undefined;
  }
}
