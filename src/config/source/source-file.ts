import { relative, sep } from "node:path";
import type { Document, LineCounter } from "yaml";
import { codeFrame, type Span } from "../diagnostics/code-frame.ts";
import { type Diagnostic, type FieldPath, formatFieldPath } from "../diagnostics/diagnostic.ts";
import { spanOf } from "./node-span.ts";

/** A YAML or JSON file: its value and the positions of its fields. */
export interface SourceFile {
  /** Absolute path. */
  path: string;
  /** Path to show. */
  shownPath: string;
  text: string;
  value: unknown;
  /** Computed only to point at something. */
  syntax(): Syntax;
}

/** Parsed text with positions. Takes about a hundred times the file's size, so it is not kept. */
export interface Syntax {
  document: Document.Parsed;
  lines: LineCounter;
}

export interface Complaint {
  severity?: Diagnostic["severity"];
  path: FieldPath;
  message: string;
  expected?: string;
  found?: string;
  suggestion?: string;
  /** Points to the key instead of the value; for a missing field, to its parent. */
  at?: "key" | "value";
}

/** Turns a complaint about a field into a diagnostic with a position. */
export function complainAbout(source: SourceFile, complaint: Complaint): Diagnostic {
  const { path, at = "value", severity = "error", ...words } = complaint;
  const syntax = source.syntax();
  return {
    severity,
    file: source.shownPath,
    ...place(source.text, syntax.lines, spanOf(syntax.document, path, at)),
    ...(path.length > 0 ? { field: formatFieldPath(path) } : {}),
    ...words,
  };
}

/** Computes line, column and frame of a span. */
export function place(
  text: string,
  lines: LineCounter,
  [start, end]: Span,
): Pick<Diagnostic, "line" | "column" | "frame"> {
  const { line, col } = lines.linePos(start);
  const lineEnd = text.indexOf("\n", start);
  const length = Math.min(end, lineEnd < 0 ? text.length : lineEnd) - start;
  return { line, column: col, frame: codeFrame(text, line, col, length) };
}

/** Makes a path relative to the root if it is below, with `/` on all systems. */
export function displayPath(path: string, root: string): string {
  // Fast path for nearly every file of a workspace: `relative` splits both paths.
  if (sep === "/" && path.startsWith(`${root}/`)) return path.slice(root.length + 1);
  const fromRoot = relative(root, path);
  const inside = fromRoot !== "" && fromRoot !== ".." && !fromRoot.startsWith(`..${sep}`);
  return (inside ? fromRoot : path).split(sep).join("/");
}
