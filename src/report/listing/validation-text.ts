import pico from "picocolors";
import { countDiagnostics, type Diagnostic, formatDiagnostics } from "../../config/index.ts";
import { plural } from "../../text/presentation/index.ts";

/** Output of `assay validate --output json`. */
export interface Validation {
  schema_version: 1;
  ok: boolean;
  /** Number of checked files of each kind. */
  checked: Record<string, number>;
  diagnostics: Diagnostic[];
}

/** Renders all problems with their positions, and what was checked. */
export function validationText({ ok, checked, diagnostics }: Validation, { colors }: { colors: boolean }): string {
  const { red, green } = pico.createColors(colors);
  const looked = Object.entries(checked).map(([kind, count]) => plural(count, kind));
  const summary = `${looked.join(", ") || "nothing"} checked: ${countDiagnostics(diagnostics) || "no problem found"}`;
  return [
    ...(diagnostics.length > 0 ? [formatDiagnostics(diagnostics, { colors })] : []),
    ok ? green(`✓ ${summary}`) : red(`✗ ${summary}`),
  ].join("\n\n");
}
