import { isRecord, parseJson } from "../../../text/index.ts";

/** Folds repeated lines into one with a count, because failing programs repeat themselves. */
export function foldRepeatedLines(text: string): string {
  const counts = new Map<string, number>();
  for (const line of text.split("\n")) counts.set(line, (counts.get(line) ?? 0) + 1);
  return [...counts]
    .map(([line, count]) => (count > 1 && line.trim() !== "" ? `${line} (${count} times)` : line))
    .join("\n");
}

const STDERR = "\nstderr:\n";

/**
 * Folds the noise in a tool's result: a command's error output, and any result that is an error. Printed output and file contents
 * stay unchanged, because repeated lines mean something there.
 */
export function foldToolResult(content: string, status: "success" | "error"): string {
  const at = content.lastIndexOf(STDERR);
  if (at !== -1) {
    const from = at + STDERR.length;
    return content.slice(0, from) + foldRepeatedLines(content.slice(from));
  }
  return status === "error" ? foldRepeatedLines(content) : content;
}

/**
 * Folds a file written by the runner, passing its texts through `change`. JSON stays JSON: its lines repeat because of its
 * format, not because of noise.
 */
export function foldOwnFile(text: string, change: (text: string) => string): string {
  const parsed = asJson(text);
  return parsed === undefined ? foldRepeatedLines(change(text)) : JSON.stringify(changeStrings(parsed, change));
}

/** Lists and objects only: a log of one number is still a log. */
function asJson(text: string): unknown {
  const parsed = parseJson(text);
  return parsed.ok && typeof parsed.value === "object" && parsed.value !== null ? parsed.value : undefined;
}

function changeStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((entry) => changeStrings(entry, change));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [change(key), changeStrings(entry, change)]));
}
