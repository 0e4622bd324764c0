import { isRecord, parseJson } from "../../../text/index.ts";

/** Programs in trouble say the same thing again and again; once with a count says it all. */
export function foldRepeatedLines(text: string): string {
  const counts = new Map<string, number>();
  for (const line of text.split("\n")) counts.set(line, (counts.get(line) ?? 0) + 1);
  return [...counts]
    .map(([line, count]) => (count > 1 && line.trim() !== "" ? `${line} (${count} times)` : line))
    .join("\n");
}

const STDERR = "\nstderr:\n";

/**
 * What a tool returned, without the noise: the error output of a command, and all of a result that is an error anyway. What a command printed or a file
 * holds stays as it is, because there a line that comes twice means something.
 */
export function foldToolResult(content: string, status: "success" | "error"): string {
  const at = content.lastIndexOf(STDERR);
  if (at !== -1) {
    const from = at + STDERR.length;
    return content.slice(0, from) + foldRepeatedLines(content.slice(from));
  }
  return status === "error" ? foldRepeatedLines(content) : content;
}

/** A file that the runner wrote, its words through `change`. JSON stays JSON: its lines repeat because of its shape, not because of noise. */
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
