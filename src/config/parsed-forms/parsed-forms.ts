import { hash } from "node:crypto";
import { statSync } from "node:fs";
import { readBytes } from "../source/read-text.ts";
import { checkOf, type Form, LARGEST_FILE_BYTES, stampOf, writeForms } from "./write-forms.ts";

/**
 * What files were understood as, remembered by their exact bytes, so that a file is parsed and held to its schema once
 * and not at every start. A form is what one file's bytes alone say; whatever it depends on besides (files it refers
 * to, where it lies, what stands beside it) is looked at every time.
 */
export interface ParsedForms<Value> {
  find(content: ContentKey): Value | undefined;
  keep(content: ContentKey, value: Value): void;
  /** Writes the file anew if anything was kept. It is a convenience: where it cannot be written, nothing happens. */
  save(): void;
}

export interface FormsOptions {
  /** False for a form that must not be written down a second time, because it holds a secret, say. */
  mayKeep?: (json: string) => boolean;
  /** With fewer forms than this no file is made. */
  worthKeeping?: number;
}

/** SHA-256 of a file's bytes. */
export type ContentKey = string;

export function contentKey(bytes: Uint8Array): ContentKey {
  return hash("sha256", bytes);
}

/**
 * Opens the forms that an earlier load left in a file. A file that is missing, damaged, of another version or brought
 * from elsewhere holds nothing: each entry is checked when it is asked for, and what fails counts as never kept.
 */
export function openParsedForms<Value>(
  path: string,
  version: string,
  { mayKeep = () => true, worthKeeping = 1 }: FormsOptions = {},
): ParsedForms<Value> {
  const stored = readForms(path, version);
  const found = new Set<ContentKey>();
  const kept = new Map<ContentKey, string>();
  return {
    find(content) {
      const json = stored.json(content);
      if (json === undefined) return undefined;
      found.add(content);
      return JSON.parse(json) as Value;
    },
    keep(content, value) {
      if (!survivesJson(value)) return;
      const json = JSON.stringify(value);
      if (mayKeep(json)) kept.set(content, json);
    },
    save() {
      if (kept.size === 0 || (stored.isEmpty() && kept.size < worthKeeping)) return;
      const formsOf = function* (contents: Iterable<ContentKey>): Generator<Form> {
        for (const content of contents) {
          const json = kept.get(content) ?? stored.json(content);
          if (json !== undefined) yield { content, json };
        }
      };
      const others = [...stored.contents()].filter((content) => !found.has(content) && !kept.has(content));
      writeForms(path, version, formsOf([...kept.keys(), ...found]), formsOf(others));
    },
  };
}

interface StoredForms {
  isEmpty(): boolean;
  contents(): Iterable<ContentKey>;
  /** The form as it was written; nothing when it fails its check. */
  json(content: ContentKey): string | undefined;
}

/** One line for each form: `["<content>","<check>",<value>]`, so that its parts stand at fixed places. */
const CONTENT_AT = 2;
const CHECK_AT = 69;
const JSON_AT = 135;
const HASH_LENGTH = 64;

function readForms(path: string, version: string): StoredForms {
  const lines = new Map<ContentKey, number>();
  const stamp = stampOfFileAt(path, version);
  const read = stamp === undefined ? undefined : readBytes(path, LARGEST_FILE_BYTES);
  const text = read?.ok ? read.bytes.toString("utf8") : "";
  for (let start = 0, end = text.indexOf("\n"); end >= 0; start = end + 1, end = text.indexOf("\n", start))
    lines.set(text.slice(start + CONTENT_AT, start + CONTENT_AT + HASH_LENGTH), start);
  return {
    isEmpty: () => lines.size === 0,
    contents: () => lines.keys(),
    json(content) {
      const start = lines.get(content);
      if (start === undefined || stamp === undefined) return undefined;
      const json = text.slice(start + JSON_AT, text.indexOf("\n", start) - 1);
      const check = text.slice(start + CHECK_AT, start + CHECK_AT + HASH_LENGTH);
      return check === checkOf(stamp, content, json) ? json : undefined;
    },
  };
}

function stampOfFileAt(path: string, version: string): string | undefined {
  try {
    return stampOf(statSync(path, { bigint: true }), version);
  } catch {
    return undefined;
  }
}

/** JSON writes `-0` as `0` and leaves out what is `undefined`; YAML knows the first, and a schema may give the second. */
function survivesJson(value: unknown): boolean {
  if (typeof value === "number") return !Object.is(value, -0);
  if (typeof value !== "object" || value === null) return value !== undefined;
  return Object.values(value).every(survivesJson);
}
