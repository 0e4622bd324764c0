import { relative, sep } from "node:path";
import type { Document, LineCounter } from "yaml";
import { codeFrame, type Span } from "../diagnostics/code-frame.ts";
import { type Diagnostic, dotted, type FieldPath } from "../diagnostics/diagnostic.ts";
import { spanOf } from "./node-span.ts";

/** A YAML or JSON file that was read: its value, and where everything in it stands. */
export interface SourceFile {
  /** Absolute. */
  path: string;
  /** As shown to the user. */
  shownPath: string;
  text: string;
  value: unknown;
  /** Asked for only when something has to be pointed at. */
  syntax(): Syntax;
}

/** The parsed text with positions: some hundred times the size of the file, so it is not kept while it is not needed. */
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
  /** Point at the key instead of its value; a field that is missing is pointed at through its parent. */
  at?: "key" | "value";
}

/** Turns a complaint about a field into a diagnostic that points at it. */
export function complainAbout(source: SourceFile, complaint: Complaint): Diagnostic {
  const { path, at = "value", severity = "error", ...words } = complaint;
  const syntax = source.syntax();
  return {
    severity,
    file: source.shownPath,
    ...place(source.text, syntax.lines, spanOf(syntax.document, path, at)),
    ...(path.length > 0 ? { field: dotted(path) } : {}),
    ...words,
  };
}

/** Line, column and frame of a stretch of the file. */
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

/** Relative to the root where the file lies below it, with `/` everywhere, so that output is the same on all systems. */
export function shownPathOf(path: string, root: string): string {
  // Nearly always so, and asked for every file of a workspace: `relative` takes both paths apart.
  if (sep === "/" && path.startsWith(`${root}/`)) return path.slice(root.length + 1);
  const fromRoot = relative(root, path);
  const inside = fromRoot !== "" && fromRoot !== ".." && !fromRoot.startsWith(`..${sep}`);
  return (inside ? fromRoot : path).split(sep).join("/");
}
