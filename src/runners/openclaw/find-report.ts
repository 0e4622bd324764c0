import type { ProcessResult } from "../../sandbox/index.ts";
import { foreignObject } from "./foreign-json.ts";

/** How many lines that could start a document are tried. */
const MOST_STARTS = 16;

/** The JSON document that `openclaw agent --json` printed: on stdout, or as 2026.4 does among the log lines on stderr. */
export function findReport({ stdout, stderr }: ProcessResult): Record<string, unknown> | null {
  return reportIn(stdout) ?? reportIn(stderr, isReport);
}

function isReport(value: Record<string, unknown>): boolean {
  return Array.isArray(value.payloads) || (value.ok === false && "error" in value);
}

/** Log lines may come before the document, and after it. */
function reportIn(
  text: string,
  accepts: (value: Record<string, unknown>) => boolean = () => true,
): Record<string, unknown> | null {
  const end = text.lastIndexOf("\n}");
  for (const start of startsIn(text))
    for (const candidate of [text.slice(start), ...(end > start ? [text.slice(start, end + 2)] : [])]) {
      const value = foreignObject(candidate);
      if (value && accepts(value)) return value;
    }
  return null;
}

function startsIn(text: string): number[] {
  const starts = text.startsWith("{") ? [0] : [];
  for (let at = text.indexOf("\n{"); at !== -1 && starts.length < MOST_STARTS; at = text.indexOf("\n{", at + 1))
    starts.push(at + 1);
  return starts;
}
