import type { AssayEvent, EventOf } from "../../operations/index.ts";
import type { Terminal } from "./terminal.ts";

/** Prints an operation's warnings and notes on stderr, or through `note` while progress is shown. Passes over other events. */
export function sayRemarks(terminal: Terminal, note: (message: string) => void = terminal.err) {
  return (event: AssayEvent): void => {
    if (event.type === "warning") note(`warning: ${event.message}`);
    else if (event.type === "note") note(event.message);
    // The formatter is loaded already, as the operation has just read files, so this resolves in the next tick.
    else if (event.type === "diagnostics") void diagnosticsText(terminal, event.diagnostics).then(note);
  };
}

/** Formats problems in files, with their positions, for stderr. */
export async function diagnosticsText(
  terminal: Terminal,
  diagnostics: EventOf<"diagnostics">["diagnostics"],
): Promise<string> {
  const { formatDiagnostics } = await import("../../config/index.ts");
  return formatDiagnostics([...diagnostics], { colors: terminal.errColors.isColorSupported });
}
