import { hash } from "node:crypto";
import type { RecordKind } from "../../records/index.ts";

/** Who a record is, without what it says. */
export interface RecordHead {
  kind: RecordKind;
  key: string;
  /** Where it belongs: a trial of a campaign; null for what belongs to many. */
  place: string | null;
  /**
   * Milliseconds since 1970 when it was appended, and later than every other record its writer knew of that key: whatever
   * clocks do, between two records of one key the later one counts.
   */
  at: number;
}

export interface Line extends RecordHead {
  /** SHA-256 over everything else in the line. */
  sha256: string;
  /** The value as JSON text, not parsed yet. */
  value: string;
}

export type ReadLine = { ok: true; line: Line } | { ok: false; problem: string };

/**
 * A record as one line of JSON. The hash covers head and value, so that a single changed digit is noticed.
 *
 * @returns bytes to be used before the next line is written, which is put in their place
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

/** Most lines are a few kilobytes; a large one gets a place of its own. */
const USUAL_BYTES = 128 * 1024;
let usual: Buffer | null = null;

function roomFor(bytes: number): Buffer {
  if (bytes > USUAL_BYTES) return Buffer.allocUnsafeSlow(bytes);
  usual ??= Buffer.allocUnsafeSlow(USUAL_BYTES);
  return usual;
}

/** Takes a line apart again. What does not agree with its own hash is not a record. */
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
      // A copy: a part of a string keeps the whole line in memory for as long as it lives.
      sha256: Buffer.from(sha256!).toString(),
      value: value!,
    },
  };
}

/**
 * Where the value lies in a line with this hash, which covers its head as well; null when these bytes are not that very line, or not whole.
 * Nothing is decoded, so ten thousand records are looked at in no time.
 */
export function valueWithin(bytes: Buffer, sha256: string): { start: number; end: number } | null {
  const end = bytes.length - 2;
  if (bytes[end] !== CLOSING_BRACE || bytes[end + 1] !== NEWLINE) return null;
  // No string of the head can hold it, because quotation marks are escaped there.
  const hashAt = bytes.indexOf(`"sha256":"${sha256}","value":`, 0, "latin1");
  if (hashAt === -1 || hashWithin(bytes, hashAt) !== sha256) return null;
  return { start: hashAt + HASH_PART.length, end };
}

/** How the line of a record begins, up to its hash. */
export function beginningOf(head: RecordHead, sha256: string): string {
  return `${openingOf(head)}"sha256":"${sha256}"`;
}

/** Bytes at which another record may begin within what looks like one line, because the newline before it is damaged. */
export function* beginningsWithin(bytes: Buffer): Generator<number> {
  for (const { index } of bytes.toString("latin1").matchAll(BEGINNING)) if (index > 0) yield index;
}

/** Whose line it was, when its beginning can still be read. */
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

/** SHA-256 over the opening of a line and its value: everything but the hash itself, and how the line closes. */
function hashWithin(bytes: Buffer, hashAt: number): string {
  const end = bytes.length - (bytes.at(-1) === NEWLINE ? 2 : 1);
  const hashed = roomFor(bytes.length);
  const opening = bytes.copy(hashed, 0, 0, hashAt);
  return hash("sha256", hashed.subarray(0, opening + bytes.copy(hashed, opening, hashAt + HASH_PART.length, end)));
}

const NEWLINE = 0x0a;
const CLOSING_BRACE = 0x7d;
