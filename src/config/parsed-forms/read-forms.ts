import { statSync } from "node:fs";
import { readBytes } from "../source/read-text.ts";
import type { StatSignature } from "./stat-signature.ts";
import {
  checkOf,
  type Form,
  HASH_LENGTH,
  LARGEST_FILE_BYTES,
  NO_SIGNATURE,
  stampOf,
  WITH_SIGNATURES,
} from "./write-forms.ts";

/** Forms in a cache file, each parsed on request. */
export interface StoredForms {
  hasSignatures: boolean;
  count(): number;
  contents(): Iterable<string>;
  of(content: string): Form | undefined;
  withSignature(signature: StatSignature): Form | undefined;
  /** Frees the memory; everything is unknown from now on. */
  forget(): void;
}

/** Empty unless this version wrote the whole content into this very file. */
export function readForms(path: string, version: string): StoredForms {
  let text = wholeText(path, version) ?? "";
  let lines: StoredLines | undefined;
  const first = text.indexOf("\n") + 1;
  const hasSignatures = text.slice(0, first - 1) === WITH_SIGNATURES;
  // Files load in the order in which they were written, so the next line is nearly always the wanted one.
  let next = first;
  const all = () => (lines ??= linesIn(text, first));
  const lineFrom = (start: number | undefined): Form | undefined => {
    if (start === undefined) return undefined;
    const formAt = text.indexOf(" ", start + SIGNATURE_AT) + 1;
    const end = text.indexOf("\n", formAt);
    next = end + 1;
    const hash = text.slice(start + HASH_LENGTH + 1, start + SIGNATURE_AT - 1);
    return { ...headAt(text, start), hash, json: text.slice(formAt, end) };
  };
  return {
    hasSignatures,
    count: () => all().byContent.size,
    contents: () => all().byContent.keys(),
    of: (content) => lineFrom(all().byContent.get(content)),
    withSignature(signature) {
      const isNext = text.startsWith(`${signature} `, next + SIGNATURE_AT);
      return lineFrom(isNext ? next : all().bySignature.get(signature));
    },
    forget() {
      text = "";
      lines = undefined;
    },
  };
}

/** Offset of each line. */
interface StoredLines {
  byContent: Map<string, number>;
  bySignature: Map<StatSignature, number>;
}

function linesIn(text: string, first: number): StoredLines {
  const lines: StoredLines = { byContent: new Map(), bySignature: new Map() };
  for (let start = first, end = text.indexOf("\n", start); end >= 0; start = end + 1, end = text.indexOf("\n", start)) {
    const { content, signature } = headAt(text, start);
    lines.byContent.set(content, start);
    if (signature !== undefined) lines.bySignature.set(signature, start);
  }
  return lines;
}

/** `<content> <hash> <signature> <form>` */
function headAt(text: string, start: number): { content: string; signature: StatSignature | undefined } {
  const signatureAt = start + SIGNATURE_AT;
  const signature = text.slice(signatureAt, text.indexOf(" ", signatureAt));
  return {
    content: text.slice(start, start + HASH_LENGTH),
    signature: signature === NO_SIGNATURE ? undefined : signature,
  };
}

const SIGNATURE_AT = 2 * (HASH_LENGTH + 1);

/** Returns the text after the checksum in the first line, if it matches. */
function wholeText(path: string, version: string): string | undefined {
  const stamp = stampOfFileAt(path, version);
  const read = stamp === undefined ? undefined : readBytes(path, LARGEST_FILE_BYTES);
  if (stamp === undefined || !read?.ok) return undefined;
  const lines = read.bytes.subarray(HASH_LENGTH + 1);
  const isWhole = read.bytes.toString("latin1", 0, HASH_LENGTH + 1) === `${checkOf(stamp, lines)}\n`;
  return isWhole ? lines.toString("utf8") : undefined;
}

function stampOfFileAt(path: string, version: string): string | undefined {
  try {
    return stampOf(statSync(path, { bigint: true }), version);
  } catch {
    return undefined;
  }
}
