import { hash } from "node:crypto";
import type { Stats } from "node:fs";
import { hashOfJson, rememberHash } from "./hash-of-form.ts";
import { readForms } from "./read-forms.ts";
import { isSettled, QUIET_MS, type StatSignature, statFile, statSignature } from "./stat-signature.ts";
import { survivesJson } from "./survives-json.ts";
import { type Form, writeForms } from "./write-forms.ts";

/**
 * Cache of parsed files by their exact bytes, so that each is parsed and validated once. A form depends on one file's bytes only;
 * everything else (referenced files, location, neighbours) is checked every time.
 */
export interface ParsedForms<Value> {
  /** Returns whether a path exists. Keeps the stat result, as a second stat of ten thousand files doubles the time. */
  isThere(path: string): boolean;
  /** Returns the form of a file whose stat signature is unchanged, without opening it. */
  findUnchanged(path: string): Value | undefined;
  find(file: ReadFile): Value | undefined;
  keep(file: ReadFile, value: Value): void;
  /** Rewrites the cache file if worthwhile, and empties the cache. Ignores write errors. */
  save(): void;
}

export interface FormsOptions {
  /** Returns false for a form that must not be written, such as one with a secret. */
  mayKeep?: (json: string) => boolean;
  /** Minimum number of forms for creating a file. */
  worthKeeping?: number;
  /** Minimum age of a file to be recognised by its signature. */
  quietMs?: number;
}

/** SHA-256 of a file's bytes, and its stat from before reading them. */
export interface ReadFile {
  content: string;
  stats: Stats;
}

export function readFileOf({ bytes, stats }: { bytes: Uint8Array; stats: Stats }): ReadFile {
  return { content: hash("sha256", bytes), stats };
}

/** Opens the cache of an earlier load. It is empty if the file is missing, damaged, of another version or copied from elsewhere. */
export function openParsedForms<Value extends object>(
  path: string,
  version: string,
  { mayKeep = () => true, worthKeeping = 1, quietMs = QUIET_MS }: FormsOptions = {},
): ParsedForms<Value> {
  const openedAt = Date.now();
  const stored = readForms(path, version);
  const used = new Set<string>();
  const kept = new Map<string, Pick<Form, "json" | "hash">>();
  const signatures = new Map<string, StatSignature>();
  const seen = new Map<string, StatSignature | undefined>();
  let unknownSignatures = 0;
  const take = (line: Form | undefined): Value | undefined => {
    if (line === undefined) return undefined;
    used.add(line.content);
    const value = JSON.parse(line.json) as Value;
    // Copy it, since a slice keeps the whole text in memory.
    rememberHash(value, Buffer.from(line.hash, "latin1").toString("latin1"));
    return value;
  };
  const formOf = (content: string): Form => {
    const line = stored.of(content);
    const { json, hash } = kept.get(content) ?? line!;
    return { content, json, hash, signature: signatures.get(content) ?? line?.signature };
  };
  const learnSignature = ({ content, stats }: ReadFile) => {
    if (!isSettled(stats, openedAt, quietMs)) return;
    signatures.set(content, statSignature(stats));
    unknownSignatures += 1;
  };
  return {
    isThere(path) {
      const found = statFile(path);
      if (found && stored.hasSignatures) seen.set(path, found.signature);
      return found !== undefined;
    },
    findUnchanged(file) {
      if (!stored.hasSignatures) return undefined;
      const signature = seen.has(file) ? seen.get(file) : statFile(file)?.signature;
      seen.delete(file);
      return signature === undefined ? undefined : take(stored.withSignature(signature));
    },
    find(file) {
      const value = take(stored.of(file.content));
      if (value !== undefined) learnSignature(file);
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
      learnSignature(file);
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
      unknownSignatures = 0;
    },
  };

  /** Rewriting pays if many files need not be opened again, but not for a single edit. */
  function isWorthWriting(): boolean {
    if (kept.size > 0) return stored.count() > 0 || kept.size >= worthKeeping;
    return unknownSignatures > 0 && unknownSignatures * FEWEST_SIGNATURES > stored.count();
  }
}

/** Share of files: with fewer new signatures, the cache file stays as it is. */
const FEWEST_SIGNATURES = 10;
