import { lstatSync, readdirSync, readFileSync, readlinkSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { MOST_BYTES, PATIENCE_MS, type Reading } from "./reader.ts";

/** A line of a stack trace, or a message of JavaScript about unchecked values. */
const CRASH =
  /^\s+at .*(?:\(|:)\S*:\d+:\d+\)?$|\b(?:TypeError|RangeError|ReferenceError|SyntaxError)\b|undefined is not|is not a function|is not iterable|Cannot (?:read|set) propert|Cannot convert|Maximum call stack|Invalid (?:array|string) length|Invalid time value|uncaughtException|unhandledRejection|the process died/m;
/** Characters that affect a terminal or its title. Text needs only line feeds and tabs. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f\u009b]/;

const FOR_PROGRAMS = /^(?:export|samples|json|csv|jsonl|calls-csv|--packet|--raw)$/;

/** The faults of a command, whatever it read. */
export function findingsOf(
  { words, code, stdout, stderr, peakBytes, hung }: Reading,
  patienceMs = PATIENCE_MS,
): string[] {
  const said = `${stdout}\n${stderr}`;
  const found: string[] = [];
  if (hung) found.push(`hung for ${patienceMs / 1000} s or longer`);
  else if (peakBytes <= MOST_BYTES && ![0, 1, 2].includes(code ?? -1)) found.push(`ended with ${code}`);
  const crash = CRASH.exec(said);
  if (crash) found.push(`crash: ${crashIn(said, crash.index)}`);
  if (!hung && code !== null && code !== 0 && said.trim() === "") found.push(`ended with ${code} without a word`);
  // Output for programs contains the store's text character by character.
  if (CONTROL.test(words.some((word) => FOR_PROGRAMS.test(word)) ? stderr : said))
    found.push("control characters went to the terminal");
  if (peakBytes > MOST_BYTES) found.push("took more than 1 GB of memory");
  return found.map((what) => `${words.slice(0, 2).join(" ")}: ${what}`);
}

/** The sentence and the first frame, which say where it comes from. */
function crashIn(said: string, index: number): string {
  const start = said.lastIndexOf("\n", index) + 1;
  const sentence = said
    .slice(start, start + 160)
    .split("\n")[0]!
    .trim();
  const frame = /^\s+at (\S+)/m.exec(said.slice(start))?.[1] ?? "";
  return `${sentence}${frame && !sentence.startsWith("at ") ? ` (${frame})` : ""}`;
}

/** Every entry below a folder with what must not change: kind, inode, mode, size, time, where a link leads, what a file says. */
export function snapshot(folder: string, options: { except?: readonly string[]; content?: boolean } = {}): string[] {
  const entries: string[] = [];
  const visit = (path: string) => {
    for (const name of readdirSync(join(folder, path)).sort()) {
      const below = join(path, name);
      if (options.except?.includes(below)) continue;
      const at = join(folder, below);
      const { ino, mode, size, mtimeMs, nlink } = lstatSync(at);
      const kind = mode & 0o170_000;
      const isFolder = kind === 0o040_000;
      const said = kind === 0o100_000 && options.content ? readFileSync(at, "latin1") : "";
      const leads = kind === 0o120_000 ? readlinkSync(at) : "";
      entries.push(
        [below, ino, mode.toString(8), isFolder ? "" : size, mtimeMs, isFolder ? "" : nlink, leads, said].join(" "),
      );
      if (isFolder) visit(below);
    }
  };
  visit("");
  return entries;
}

/** Files below a folder that hold these words, also in what is zipped; links are not followed. */
export function filesWith(folder: string, words: string): string[] {
  return filesBelow(folder).filter((path) => fileHas(path, words));
}

export function fileHas(path: string, words: string): boolean {
  if (statSync(path).size > 64 * 1024 ** 2) return false;
  const bytes = readFileSync(path);
  if (bytes.includes(words)) return true;
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return false;
  try {
    return gunzipSync(bytes, { maxOutputLength: 64 * 1024 ** 2 }).includes(words);
  } catch {
    return false;
  }
}

/** Entries that a store must not hold: programs that run as another user, and links that lead out. */
export function oddEntries(folder: string): string[] {
  const odd: string[] = [];
  const visit = (at: string) => {
    for (const name of namesIn(at)) {
      const path = join(at, name);
      const found = looked(path);
      if (!found) continue;
      if (!found.isSymbolicLink() && (found.mode & 0o6000) !== 0)
        odd.push(`${name} has mode ${(found.mode & 0o7777).toString(8)}`);
      if (!found.isFile() && !found.isDirectory() && !found.isSymbolicLink())
        odd.push(`${name} is a device, a socket or a pipe`);
      if (found.isFile() && found.nlink > 1) odd.push(`${name} is a hard link`);
      if (found.isDirectory()) visit(path);
    }
  };
  visit(folder);
  return odd;
}

function filesBelow(folder: string): string[] {
  return namesIn(folder).flatMap((name) => {
    const path = join(folder, name);
    const found = looked(path);
    if (found?.isDirectory()) return filesBelow(path);
    return found?.isFile() ? [path] : [];
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Null for a name that is no text, or a path that is too long. */
function looked(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}
