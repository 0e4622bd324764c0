import { complainAbout, type Diagnostic, type FieldPath, parseFile, type SourceFile } from "../../config/index.ts";

export interface ForeignFile {
  path: string;
  shownPath: string;
  value: unknown;
  /** `file:line:column` of a field. */
  placeOf(field: FieldPath): string;
}

/** Reads a file as data, executing nothing. */
export function openForeignFile(
  path: string,
  root: string,
): { ok: true; file: ForeignFile } | { ok: false; diagnostics: Diagnostic[] } {
  const parsed = parseFile(path, root);
  if (!parsed.ok) return parsed;
  const { source } = parsed;
  const places = placesIn(source);
  return { ok: true, file: { path, shownPath: source.shownPath, value: source.value, placeOf: places } };
}

/** Builds the tree with positions on first use, and keeps it for the rest of the import. */
function placesIn(source: SourceFile): (field: FieldPath) => string {
  let syntax: ReturnType<SourceFile["syntax"]> | undefined;
  return (path) => {
    syntax ??= source.syntax();
    const held = syntax;
    const { line, column } = complainAbout({ ...source, syntax: () => held }, { path, message: "" });
    return line === undefined ? source.shownPath : `${source.shownPath}:${line}:${column}`;
  };
}
