import type { Remark } from "../../operations/index.ts";
import type { Terminal } from "./terminal.ts";

/** Says on stderr what an operation remarks; `note` is how sentences are said while progress is shown. */
export function sayRemarks(terminal: Terminal, note: (message: string) => void = terminal.err) {
  return (remark: Remark): void => {
    if (remark.type === "warning") note(`warning: ${remark.message}`);
    else if (remark.type === "note") note(remark.message);
    // What formats them is in memory already, since an operation has just read files; it comes with the next tick.
    else void diagnosticsText(terminal, remark.diagnostics).then(note);
  };
}

/** Problems in files, with their places, as text for stderr. */
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
