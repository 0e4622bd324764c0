import { canonicalJson, isRecord, parseJson } from "../text/index.ts";
import type { ToolDefinition } from "./chat.ts";

/** Recorded tool calls and answers, stored as JSONL: one line per tool of a server, one per call. */
export interface ToolRecordings {
  definitions: ToolDefinition["function"][];
  calls: RecordedCall[];
}

/** One distinct call of a tool. */
export interface RecordedCall {
  /** The tool's name on its server, without a case's prefix. */
  tool: string;
  arguments: Record<string, unknown>;
  /** Answers to the first, second … time it is called in a trial; the last one repeats. */
  answers: RecordedAnswer[];
}

export interface RecordedAnswer {
  status: "success" | "error";
  content: string;
}

/** The identity of a call: the tool and the canonical JSON of its arguments. */
export function callKey({ tool, arguments: given }: Pick<RecordedCall, "tool" | "arguments">): string {
  return `${tool} ${canonicalJson(given)}`;
}

export type ReadRecordings = { ok: true; recordings: ToolRecordings } | { ok: false; line: number; problem: string };

export function parseRecordings(text: string): ReadRecordings {
  const recordings: ToolRecordings = { definitions: [], calls: [] };
  const seen = new Set<string>();
  for (const [index, line] of text.split("\n").entries()) {
    const wrong = (problem: string) => ({ ok: false as const, line: index + 1, problem });
    if (line.trim() === "") continue;
    const parsed = parseJson(line);
    if (!parsed.ok) return wrong(`is ${parsed.message}`);
    const { value } = parsed;
    if (isRecord(value) && isDefinition(value.definition)) recordings.definitions.push(value.definition);
    else if (isCall(value)) {
      if (seen.has(callKey(value))) return wrong("repeats a call from above; its answers belong in one line");
      seen.add(callKey(value));
      recordings.calls.push(value);
    } else
      return wrong(
        'is neither {"definition": …} nor {"tool": …, "arguments": {…}, "answers": [{"status", "content"}]}',
      );
  }
  return { ok: true, recordings };
}

/** Definitions first, then calls, each sorted, so that the same calls give the same bytes regardless of order. */
export function formatRecordings({ definitions, calls }: ToolRecordings): string {
  const byKey = <Item>(items: Item[], keyOf: (item: Item) => string) =>
    items.map((item) => ({ item, key: keyOf(item) })).sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return [
    ...byKey(definitions, ({ name }) => name).map(({ item }) => canonicalJson({ definition: item })),
    ...byKey(calls, callKey).map(({ item: { tool, arguments: given, answers } }) =>
      JSON.stringify({ tool, arguments: JSON.parse(canonicalJson(given)), answers }),
    ),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

function isDefinition(value: unknown): value is ToolDefinition["function"] {
  return (
    isRecord(value) &&
    typeof value.name === "string" &&
    typeof value.description === "string" &&
    isRecord(value.parameters)
  );
}

function isCall(value: unknown): value is RecordedCall {
  if (!isRecord(value) || typeof value.tool !== "string" || !isRecord(value.arguments)) return false;
  return Array.isArray(value.answers) && value.answers.length > 0 && value.answers.every(isAnswer);
}

function isAnswer(value: unknown): value is RecordedAnswer {
  return (
    isRecord(value) && (value.status === "success" || value.status === "error") && typeof value.content === "string"
  );
}
