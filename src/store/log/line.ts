import { hash } from "node:crypto";
import type { RecordKind } from "../../records/index.ts";

/** Identity of a record. */
export interface RecordHead {
  kind: RecordKind;
  key: string;
  /** Place of a trial in a campaign; null for records shared by many. */
  place: string | null;
  /**
   * Time of the append in milliseconds since 1970, later than all records of this key known to the writer: between two records of a key,
   * the later one counts, even if clocks change.
   */
  at: number;
}

export interface Line extends RecordHead {
  /** SHA-256 of everything else in the line. */
  sha256: string;
  /** Unparsed JSON. */
  value: string;
}

export type ReadLine = { ok: true; line: Line } | { ok: false; problem: string };

/**
 * Encodes a record as a line of JSON. The hash covers head and value, so that any changed digit is detected.
 *
 * @returns bytes that are valid until the next call, which overwrites them
 */
export function writeLine(head: RecordHead, value: string): { bytes: Buffer; sha256: string } {
  const start = openingOf(head);
  const bytes = roomFor(Buffer.byteLength(start) + HASH_PART.length + Buffer.byteLength(value) + 2);
  const hashAt = bytes.write(start);
  const hashed = hashAt + bytes.write(value, hashAt);
  const sha256 = hash("sha256", bytes.subarray(0, hashed));
  bytes.copyWithin(hashAt + HASH_PART.length, hashAt, hashed);
  bytes.write(HASH_PART, hashAt, "latin1");
  bytes.write(sha256, hashAt + HASH_AT, "latin1");
  const end = hashed + HASH_PART.length + bytes.write("}\n", hashed + HASH_PART.length, "latin1");
  return { bytes: bytes.subarray(0, end), sha256 };
}

const HASH_PART = `"sha256":"${" ".repeat(64)}","value":`;
const HASH_AT = HASH_PART.indexOf(" ");

/** Most lines are a few kilobytes; larger ones get their own buffer. */
const USUAL_BYTES = 128 * 1024;
let usual: Buffer | null = null;

function roomFor(bytes: number): Buffer {
  if (bytes > USUAL_BYTES) return Buffer.allocUnsafeSlow(bytes);
  usual ??= Buffer.allocUnsafeSlow(USUAL_BYTES);
  return usual;
}

/** Parses a line, rejecting it if its hash does not match. */
export function readLine(bytes: Buffer): ReadLine {
  const parts = LINE.exec(bytes.toString());
  if (!parts) return { ok: false, problem: "it is cut off or not a record" };
  const [, start, kind, key, at, place, sha256, value] = parts as unknown as [string, ...string[]];
  if (hashWithin(bytes, Buffer.byteLength(start!)) !== sha256)
    return { ok: false, problem: "its content does not match its hash" };
  return {
    ok: true,
    line: {
      kind: kind as RecordKind,
      key: JSON.parse(key!),
      at: Number(at),
      place: JSON.parse(place!),
      // Copy it, since a slice keeps the whole line in memory.
      sha256: Buffer.from(sha256!).toString(),
      value: value!,
    },
  };
}

/**
 * Locates the value in a line with this hash, which covers its head too; null if these bytes are not exactly that line. Decodes nothing, so
 * that ten thousand records are checked fast.
 */
export function valueWithin(bytes: Buffer, sha256: string): { start: number; end: number } | null {
  const end = bytes.length - 2;
  if (bytes[end] !== CLOSING_BRACE || bytes[end + 1] !== NEWLINE) return null;
  // Strings in the head cannot contain this, as quotation marks are escaped.
  const hashAt = bytes.indexOf(`"sha256":"${sha256}","value":`, 0, "latin1");
  if (hashAt === -1 || hashWithin(bytes, hashAt) !== sha256) return null;
  return { start: hashAt + HASH_PART.length, end };
}

/** Returns the beginning of a record's line, up to its hash. */
export function beginningOf(head: RecordHead, sha256: string): string {
  return `${openingOf(head)}"sha256":"${sha256}"`;
}

/** Yields offsets at which another record may begin in one line, after damage to the newline before it. */
export function* beginningsWithin(bytes: Buffer): Generator<number> {
  for (const { index } of bytes.toString("latin1").matchAll(BEGINNING)) if (index > 0) yield index;
}

/** Reads what is left of a damaged line's head. */
export function guessHead(text: string): { kind: RecordKind | null; key: string | null; place: string | null } {
  const [, kind, key] = GUESS.exec(text) ?? [];
  const [, place] = GUESS_PLACE.exec(text.slice(0, LONGEST_OPENING)) ?? [];
  return { kind: (kind as RecordKind | undefined) ?? null, key: textOf(key), place: textOf(place) };
}

function textOf(json: string | undefined): string | null {
  try {
    return json === undefined ? null : (JSON.parse(json) as string);
  } catch {
    return null;
  }
}

const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
const OPENING = String.raw`\{"kind":"([a-z]+)","key":(${STRING}),"at":(\d+),"place":(null|${STRING}),`;
const LINE = new RegExp(String.raw`^(${OPENING})"sha256":"([0-9a-f]{64})","value":([^\n]*)\}\n?$`);
const BEGINNING = new RegExp(`${OPENING}"sha256":"`, "g");
const GUESS = new RegExp(String.raw`^\{"kind":"([a-z]+)","key":(${STRING})`);
const GUESS_PLACE = new RegExp(`,"place":(${STRING}),"sha256":"`);
const LONGEST_OPENING = 4096;

function openingOf({ kind, key, at, place }: RecordHead): string {
  return `{"kind":"${kind}","key":${JSON.stringify(key)},"at":${at},"place":${JSON.stringify(place)},`;
}

/** Hashes a line except for the hash itself and the closing. */
function hashWithin(bytes: Buffer, hashAt: number): string {
  const end = bytes.length - (bytes.at(-1) === NEWLINE ? 2 : 1);
  const hashed = roomFor(bytes.length);
  const opening = bytes.copy(hashed, 0, 0, hashAt);
  return hash("sha256", hashed.subarray(0, opening + bytes.copy(hashed, opening, hashAt + HASH_PART.length, end)));
}

const NEWLINE = 0x0a;
const CLOSING_BRACE = 0x7d;
