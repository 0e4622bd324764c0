import type { Remark } from "../../operations/index.ts";
import type { Terminal } from "./terminal.ts";

/** Prints an operation's remarks on stderr, or through `note` while progress is shown. */
export function sayRemarks(terminal: Terminal, note: (message: string) => void = terminal.err) {
  return (remark: Remark): void => {
    if (remark.type === "warning") note(`warning: ${remark.message}`);
    else if (remark.type === "note") note(remark.message);
    // The formatter is loaded already, as the operation has just read files, so this resolves in the next tick.
    else void diagnosticsText(terminal, remark.diagnostics).then(note);
  };
}

/** Formats problems in files, with their positions, for stderr. */
export async function diagnosticsText(
  terminal: Terminal,
  diagnostics: Extract<Remark, { type: "diagnostics" }>["diagnostics"],
): Promise<string> {
  const { formatDiagnostics } = await import("../../config/index.ts");
  return formatDiagnostics([...diagnostics], { colors: terminal.errColors.isColorSupported });
}

export function isRemark(event: { type: string }): event is Remark {
  return event.type === "warning" || event.type === "note" || event.type === "diagnostics";
}
