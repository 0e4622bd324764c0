import { complainAbout, type Diagnostic, type FieldPath, parseFile, type SourceFile } from "../../config/index.ts";

/** A YAML or JSON file of another program: its value, and where everything in it stands. */
export interface ForeignFile {
  path: string;
  shownPath: string;
  value: unknown;
  /** `file:line:column` of a field. */
  placeOf(field: FieldPath): string;
}

/** Reads a file as data. Nothing in it is executed, whatever it says. */
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

/** The tree with positions is made when something is first pointed at, and then kept as long as the import goes on. */
function placesIn(source: SourceFile): (field: FieldPath) => string {
  let syntax: ReturnType<SourceFile["syntax"]> | undefined;
  return (path) => {
    syntax ??= source.syntax();
    const held = syntax;
    const { line, column } = complainAbout({ ...source, syntax: () => held }, { path, message: "" });
    return line === undefined ? source.shownPath : `${source.shownPath}:${line}:${column}`;
  };
}
