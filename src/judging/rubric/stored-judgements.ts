import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { addTo, jsonOrNull } from "../../text/index.ts";
import type { Judgement } from "./judging/judgement.ts";
import { judgementsPath } from "./run-files.ts";

/** The locations of a run's judgements by sample, so that one sample can be read without the others. */
export interface IndexedJudgements {
  /** Locations of the lines about a sample, by its number. */
  bySample: Map<number, LineInFile[]>;
  /** Invalid lines: the disk filled up, or the file was edited. */
  damaged: number;
}

export interface LineInFile {
  start: number;
  bytes: number;
}

/** Reads the judgements of a run once, passing each of them on without keeping any. */
export function indexJudgements(folder: string, also: (judgement: Judgement) => void): IndexedJudgements {
  const bySample = new Map<number, LineInFile[]>();
  let damaged = 0;
  for (const { text, start, bytes } of linesOf(judgementsPath(folder))) {
    const judgement = parsed(text);
    if (!judgement) {
      damaged += 1;
      continue;
    }
    addTo(bySample, judgement.sample, { start, bytes });
    also(judgement);
  }
  return { bySample, damaged };
}

/** The judgements at some places, ordered by judge and repetition as written. */
export function readJudgements(folder: string, lines: readonly LineInFile[]): Judgement[] {
  const file = openSync(judgementsPath(folder), "r");
  try {
    return lines.flatMap(({ start, bytes }) => {
      const buffer = Buffer.alloc(bytes);
      readSync(file, buffer, 0, bytes, start);
      return parsed(buffer.toString("utf8")) ?? [];
    });
  } finally {
    closeSync(file);
  }
}

const BLOCK = 1 << 20;

function* linesOf(path: string): Generator<{ text: string } & LineInFile> {
  if (!existsSync(path)) return;
  const file = openSync(path, "r");
  const block = Buffer.alloc(BLOCK);
  let [kept, start] = [Buffer.alloc(0), 0];
  try {
    for (let read = readSync(file, block); read > 0; read = readSync(file, block)) {
      kept = Buffer.concat([kept, block.subarray(0, read)]);
      let from = 0;
      for (let end = kept.indexOf(10); end !== -1; end = kept.indexOf(10, from)) {
        yield { text: kept.toString("utf8", from, end), start: start + from, bytes: end - from };
        from = end + 1;
      }
      kept = kept.subarray(from);
      start += from;
    }
    if (kept.length > 0) yield { text: kept.toString("utf8"), start, bytes: kept.length };
  } finally {
    closeSync(file);
  }
}

/** Reads a judgement; null if it is none. Validates only the fields that pages show. */
function parsed(text: string): Judgement | null {
  const judgement = jsonOrNull(text) as Partial<Judgement> | null;
  const isWhole =
    Number.isInteger(judgement?.sample) &&
    [judgement?.meta, judgement?.scores].every((part) => typeof part === "object" && part !== null) &&
    [judgement?.violations, judgement?.failure_tags].every(Array.isArray);
  return isWhole ? (judgement as Judgement) : null;
}
