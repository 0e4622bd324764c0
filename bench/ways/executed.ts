import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";

/** The part of our source that a program went through. */
export interface Executed {
  files: Set<string>;
  /** Functions that have a name in the source, each with its place. */
  functions: Set<string>;
}

/** The output of V8 for `NODE_V8_COVERAGE`. */
interface Coverage {
  result: { url: string; functions: { functionName: string; ranges: { startOffset: number; count: number }[] }[] }[];
}

/** Reads the coverage that a built program left in a folder, by the files it was built from. */
export function readExecuted(coverageFolder: string): Executed {
  const executed: Executed = { files: new Set(), functions: new Set() };
  for (const name of readdirSync(coverageFolder)) {
    const { result } = JSON.parse(readFileSync(join(coverageFolder, name), "utf8")) as Coverage;
    for (const { url, functions } of result) {
      const placeOf = url.startsWith("file:") ? openSourcePlaces(fileURLToPath(url)) : null;
      if (!placeOf) continue;
      for (const { functionName, ranges } of functions) {
        const { count, startOffset } = ranges[0]!;
        const place = count > 0 ? placeOf(startOffset) : null;
        if (!place) continue;
        executed.files.add(place.file);
        if (functionName !== "") executed.functions.add(`${place.file}:${place.line}:${place.column} ${functionName}`);
      }
    }
  }
  return executed;
}

interface SourcePlace {
  file: string;
  line: number;
  column: number;
}

/** Finds where in `src/` an offset of a built file comes from; null for files without a map. */
function openSourcePlaces(path: string): ((offset: number) => SourcePlace | null) | null {
  if (!existsSync(`${path}.map`)) return null;
  const map = new TraceMap(readFileSync(`${path}.map`, "utf8"));
  const starts = lineStarts(readFileSync(path, "utf8"));
  return (offset) => {
    const line = starts.findLastIndex((start) => start <= offset);
    const found = originalPositionFor(map, { line: line + 1, column: offset - starts[line]! });
    const file = /(?:^|\/)(src\/.*)$/.exec(found.source ?? "")?.[1];
    return file === undefined ? null : { file, line: found.line!, column: found.column! };
  };
}

function lineStarts(text: string): number[] {
  return [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
}
