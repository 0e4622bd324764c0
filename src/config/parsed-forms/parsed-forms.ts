import { hash } from "node:crypto";
import type { Stats } from "node:fs";
import { type Face, faceOf, isSettled, lookAtFile, QUIET_MS } from "./file-face.ts";
import { hashOfJson, rememberHash } from "./hash-of-form.ts";
import { readForms } from "./read-forms.ts";
import { type Form, writeForms } from "./write-forms.ts";

/**
 * What files were understood as, remembered by their exact bytes, so that a file is parsed and held to its schema once
 * and not at every start. A form is what one file's bytes alone say; whatever it depends on besides (files it refers
 * to, where it lies, what is beside it) is looked at every time.
 */
export interface ParsedForms<Value> {
  /** Whether something lies at a path. Its face is kept until it is asked for: looking twice at ten thousand files takes twice as long. */
  isThere(path: string): boolean;
  /** The form of a file that is as it was when it was read, as its face tells: it need not even be opened. */
  findUnchanged(path: string): Value | undefined;
  find(file: ReadFile): Value | undefined;
  keep(file: ReadFile, value: Value): void;
  /** Writes the file anew if that is worth it; nothing is known any more then. It is a convenience: where it cannot be written, nothing happens. */
  save(): void;
}

export interface FormsOptions {
  /** False for a form that must not be written down a second time, because it holds a secret, say. */
  mayKeep?: (json: string) => boolean;
  /** With fewer forms than this no file is made. */
  worthKeeping?: number;
  /** How long a file must have been left alone to be known by its face. */
  quietMs?: number;
}

/** A file that was read: the SHA-256 of its bytes, and what the file system said about it before they were read. */
export interface ReadFile {
  content: string;
  stats: Stats;
}

export function readFileOf({ bytes, stats }: { bytes: Uint8Array; stats: Stats }): ReadFile {
  return { content: hash("sha256", bytes), stats };
}

/**
 * Opens the forms that an earlier load left in a file. A file that is missing, damaged, of another version or brought
 * from elsewhere holds nothing.
 */
export function openParsedForms<Value extends object>(
  path: string,
  version: string,
  { mayKeep = () => true, worthKeeping = 1, quietMs = QUIET_MS }: FormsOptions = {},
): ParsedForms<Value> {
  const openedAt = Date.now();
  const stored = readForms(path, version);
  const used = new Set<string>();
  const kept = new Map<string, Pick<Form, "json" | "hash">>();
  const faces = new Map<string, Face>();
  const seen = new Map<string, Face | undefined>();
  let unknownFaces = 0;
  const take = (line: Form | undefined): Value | undefined => {
    if (line === undefined) return undefined;
    used.add(line.content);
    const value = JSON.parse(line.json) as Value;
    // A copy: a part of a string keeps the whole text in memory for as long as it lives.
    rememberHash(value, Buffer.from(line.hash, "latin1").toString("latin1"));
    return value;
  };
  const formOf = (content: string): Form => {
    const line = stored.of(content);
    const { json, hash } = kept.get(content) ?? line!;
    return { content, json, hash, face: faces.get(content) ?? line?.face };
  };
  const learnFace = ({ content, stats }: ReadFile) => {
    if (!isSettled(stats, openedAt, quietMs)) return;
    faces.set(content, faceOf(stats));
    unknownFaces += 1;
  };
  return {
    isThere(path) {
      const found = lookAtFile(path);
      if (found && stored.hasFaces) seen.set(path, found.face);
      return found !== undefined;
    },
    findUnchanged(file) {
      if (!stored.hasFaces) return undefined;
      const face = seen.has(file) ? seen.get(file) : lookAtFile(file)?.face;
      seen.delete(file);
      return face === undefined ? undefined : take(stored.withFace(face));
    },
    find(file) {
      const value = take(stored.of(file.content));
      if (value !== undefined) learnFace(file);
      return value;
    },
    keep(file, value) {
      if (!survivesJson(value)) return;
      const json = JSON.stringify(value);
      if (!mayKeep(json)) return;
      const hash = hashOfJson(json);
      kept.set(file.content, { json, hash });
      rememberHash(value, hash);
      used.add(file.content);
      learnFace(file);
    },
    save() {
      if (isWorthWriting()) {
        const others = [...stored.contents()].filter((content) => !used.has(content));
        writeForms(path, version, [...used].map(formOf), others.map(formOf));
      }
      stored.forget();
      seen.clear();
      used.clear();
      kept.clear();
      unknownFaces = 0;
    },
  };

  /** Writing everything again pays when many files need not be opened any more, and not for the one that was edited. */
  function isWorthWriting(): boolean {
    if (kept.size > 0) return stored.count() > 0 || kept.size >= worthKeeping;
    return unknownFaces > 0 && unknownFaces * FEWEST_FACES > stored.count();
  }
}

/** One of so many files: with fewer new faces than that the file stays as it is. */
const FEWEST_FACES = 10;

/** JSON writes `-0` as `0` and leaves out what is `undefined`; YAML knows the first, and a schema may give the second. */
function survivesJson(value: unknown): boolean {
  if (typeof value === "number") return !Object.is(value, -0);
  if (typeof value !== "object" || value === null) return value !== undefined;
  return Object.values(value).every(survivesJson);
}
