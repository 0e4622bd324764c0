import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { callKey, formatRecordings, type RecordedCall, type ToolRecordings } from "../../../records/index.ts";
import { type Redactor, redactJson } from "../../../text/index.ts";
import type { RecordedFile, ToolBook } from "./tool-book.ts";

/** Number of calls named individually. */
const MOST_NAMED = 5;

/**
 * Writes the recordings, and reports anything notable: written files, differing answers, unanswered calls, and recorded calls
 * that no trial made. `expected` is the number of trials that could have called, by file; if some were not executed, unused calls
 * are unknown.
 */
export function closeToolBook(book: ToolBook, redact: Redactor, expected: ReadonlyMap<string, number>): string[] {
  const sentences: string[] = [];
  for (const recorded of book.recorded()) sentences.push(...write(recorded, redact));
  for (const { file, trials, keys } of book.uses().values()) {
    const unused = (file.content?.calls ?? []).filter((call) => !keys.has(callKey(call)));
    if (unused.length === 0 || trials < (expected.get(file.path) ?? trials)) continue;
    sentences.push(
      `${file.shown}: ${unused.length} of ${file.content!.calls.length} recorded calls ${unused.length === 1 ? "was" : "were"} not used: ${named(unused)}`,
    );
  }
  for (const [tool, calls] of book.withoutAnswer()) {
    const times = [...calls.values()].reduce((sum, count) => sum + count, 0);
    const given = [...calls.keys()].sort().map((json) => redact(json).slice(0, 120));
    const more = given.length > MOST_NAMED ? ` and ${given.length - MOST_NAMED} more` : "";
    sentences.push(
      `${tool}: ${times} ${times === 1 ? "call" : "calls"} matched none of its answers and failed: ${given.slice(0, MOST_NAMED).join(", ")}${more}`,
    );
  }
  return sentences;
}

function write(recorded: RecordedFile, redact: Redactor): string[] {
  const { file, differing } = recorded;
  const clean = redactJson({ definitions: recorded.definitions, calls: recorded.calls }, redact);
  const merged = mergeRecordings(file.content, clean);
  try {
    mkdirSync(dirname(file.path), { recursive: true });
    const temporary = `${file.path}.${process.pid}.tmp`;
    writeFileSync(temporary, formatRecordings(merged));
    renameSync(temporary, file.path);
  } catch (error) {
    return [`${file.shown} could not be written: ${(error as Error).message}`];
  }
  const count = merged.calls.length;
  const sentence = `${file.shown}: ${count} recorded ${count === 1 ? "call" : "calls"}, ${clean.calls.length} of them from this run; the next run replays them`;
  if (differing.length === 0) return [sentence];
  return [
    sentence,
    `${file.shown}: trials had different answers to ${named(differing)}; those of the first trial were kept`,
  ];
}

/** Merges new recordings into earlier ones, so that running one case does not lose the calls of others. */
function mergeRecordings(before: ToolRecordings | null, now: ToolRecordings): ToolRecordings {
  const calls = new Map([...(before?.calls ?? []), ...now.calls].map((call) => [callKey(call), call]));
  const definitions = new Map([...(before?.definitions ?? []), ...now.definitions].map((one) => [one.name, one]));
  return { definitions: [...definitions.values()], calls: [...calls.values()] };
}

function named(calls: readonly RecordedCall[]): string {
  const names = calls
    .slice(0, MOST_NAMED)
    .map(({ tool, arguments: given }) => `${tool} ${JSON.stringify(given)}`.slice(0, 120));
  return names.join(", ") + (calls.length > MOST_NAMED ? ` and ${calls.length - MOST_NAMED} more` : "");
}
