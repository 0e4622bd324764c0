import type { Diagnostic } from "../../../config/index.ts";
import type { Terminal } from "../../terminal.ts";

/** `--group-by a,b --group-by c` as [[a, b], [c]]. */
export function groupings(value: string, before: string[][] = []): string[][] {
  const columns = value.split(",").map((column) => column.trim());
  return [...before, columns.filter((column) => column !== "")];
}

export async function printDiagnostics(terminal: Terminal, diagnostics: Diagnostic[]): Promise<void> {
  if (diagnostics.length === 0) return;
  const { formatDiagnostics } = await import("../../../config/index.ts");
  terminal.err(formatDiagnostics(diagnostics, { colors: terminal.errColors.isColorSupported }));
}
