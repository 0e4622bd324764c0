import type { Stats } from "node:fs";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { composeDocument, NestedTooDeeply } from "./compose.ts";
import { problemsOfNodes } from "./node-problems.ts";
import { readPlainJson } from "./plain-json.ts";
import { UNSURE } from "./plain-scalar.ts";
import { readPlainYaml } from "./plain-yaml.ts";
import { decodeUtf8, readBytes, type TextRead } from "./read-text.ts";
import { displayPath, place, type SourceFile, type Syntax } from "./source-file.ts";
import { yamlLibrary } from "./yaml-library.ts";

/** Parsed file; a broken one has a `source` as far as it could be parsed. */
export type Parsed = { ok: true; source: SourceFile } | { ok: false; diagnostics: Diagnostic[]; source?: SourceFile };

/**
 * Limit for repetitions of anchors. Ordinary files use far fewer; one that doubles with every line ("billion laughs") is refused before it
 * fills the memory.
 */
const MOST_ALIASES = 1000;

/** Reads and parses a YAML or JSON file. Shown paths are relative to `root`. */
export function parseFile(path: string, root: string): Parsed {
  const read = readSource(path, root);
  return read.ok ? parseSource(read) : read;
}

/** A file that was read but not parsed. */
export interface ReadSource {
  path: string;
  shownPath: string;
  bytes: Uint8Array;
  /** Taken before reading the bytes. */
  stats: Stats;
  text: string;
}

export function readSource(
  path: string,
  root: string,
): (ReadSource & { ok: true }) | { ok: false; diagnostics: Diagnostic[] } {
  const shownPath = displayPath(path, root);
  const read = readBytes(path);
  const decoded = read.ok ? decodeUtf8(read.bytes) : read;
  if (read.ok && decoded.ok)
    return { ok: true, path, shownPath, bytes: read.bytes, stats: read.stats, text: decoded.text };
  const { message, line, column } = decoded as TextRead & { ok: false };
  return { ok: false, diagnostics: [{ severity: "error", file: shownPath, line, column, message }] };
}

export function parseSource({ text, path, shownPath }: ReadSource): Parsed {
  return parseText(text, path, shownPath);
}

/** Parses a configuration file's text. */
export function parseText(
  text: string,
  path: string,
  shownPath: string,
  format: "yaml" | "json" = path.endsWith(".json") ? "json" : "yaml",
): Parsed {
  const value = format === "json" || text.startsWith("{") ? readPlainJson(text) : readPlainYaml(text);
  return value === UNSURE
    ? parseAnyText(text, path, shownPath, format)
    : { ok: true, source: { path, shownPath, text, value, syntax: composedWhenAsked(() => text) } };
}

/** Parses any YAML, and reports syntax errors. */
export function parseAnyText(text: string, path: string, shownPath: string, format: "yaml" | "json"): Parsed {
  const lines = new (yamlLibrary().LineCounter)();
  const complain = (message: string, span: readonly [number, number] = [0, 1]): Diagnostic => ({
    severity: "error",
    file: shownPath,
    ...place(text, lines, span),
    message,
  });
  try {
    const document = composeDocument(text, lines);
    const source: SourceFile = { path, shownPath, text, value: undefined, syntax: composedWhenAsked(() => text) };
    const problems = [...document.errors, ...document.warnings].map(({ message, code, pos }) =>
      complain(inOurWords(code, message), pos),
    );
    if (document.contents === null && problems.length === 0) {
      const message = "is empty; expected a mapping of fields such as `schema_version: 1`";
      return { ok: false, diagnostics: [{ severity: "error", file: shownPath, line: 1, column: 1, message }] };
    }
    for (const { message, span } of problemsOfNodes(document)) problems.push(complain(message, span));
    if (problems.length === 0 && format === "json") problems.push(...problemsOfJson(text, complain));
    try {
      source.value = document.toJS({ maxAliasCount: MOST_ALIASES });
    } catch (error) {
      if (problems.length === 0) problems.push(complain(reasonOf(error)));
      return { ok: false, diagnostics: problems };
    }
    return problems.length === 0 ? { ok: true, source } : { ok: false, diagnostics: problems, source };
  } catch (error) {
    if (!(error instanceof NestedTooDeeply)) throw error;
    return { ok: false, diagnostics: [complain(`is ${error.message}`, [error.offset, error.offset + 1])] };
  }
}

/**
 * Composes a syntax tree on request, as few of thousands of files are ever pointed into. Keeping it, even weakly, beyond the current job
 * would keep all trees alive until loading ends: a weak reference holds its target for the rest of a job (measured: half the time of
 * validating 2,000 cases was spent on garbage collection).
 */
export function composedWhenAsked(textOf: () => string): () => Syntax {
  let remembered: WeakRef<Syntax> | undefined;
  return () => {
    const known = remembered?.deref();
    if (known !== undefined) return known;
    const lines = new (yamlLibrary().LineCounter)();
    const syntax = { document: composeDocument(textOf(), lines), lines };
    remembered = new WeakRef(syntax);
    return syntax;
  };
}

function inOurWords(code: string, message: string): string {
  switch (code) {
    case "TAB_AS_INDENT":
      return "tabs may not indent YAML; use spaces";
    case "MULTIPLE_DOCS":
      return "a second document starts here (`---`); expected one document per file";
    case "TAG_RESOLVE_FAILED":
      return `this tag is not understood; plain values need none (${message})`;
    default:
      return `is not valid YAML: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
  }
}

/** Finds what YAML accepts but JSON does not, as a .json file must be readable by other programs. */
function problemsOfJson(
  text: string,
  complain: (message: string, span?: [number, number]) => Diagnostic,
): Diagnostic[] {
  try {
    JSON.parse(text);
    return [];
  } catch (error) {
    const { message } = error as SyntaxError;
    const position = Number(/position (\d+)/.exec(message)?.[1] ?? Math.max(0, text.trimEnd().length - 1));
    return [complain(`is not valid JSON: ${message}`, [position, position + 1])];
  }
}

function reasonOf(error: unknown): string {
  const { message } = error as Error;
  return /alias/i.test(message)
    ? `repeats its anchors more than ${MOST_ALIASES} times through aliases; write the values out`
    : `cannot be understood: ${message}`;
}
