import { ConfigError, InterruptedError, OperationError, StorageError } from "../../operations/index.ts";
import { EXIT, type ExitCode, UsageError } from "./exit-codes.ts";
import { diagnosticsText } from "./say-remarks.ts";
import type { Terminal } from "./terminal.ts";

/** Prints an expected error and returns the exit code of its class; null for a bug. */
export async function showError(terminal: Terminal, error: unknown): Promise<ExitCode | null> {
  // An error after Ctrl-C and before any work, say during an image pull, is not the user's mistake.
  if (error instanceof InterruptedError) return EXIT.interrupted;
  if (error instanceof ConfigError) terminal.err(await diagnosticsText(terminal, error.diagnostics));
  if (error instanceof UsageError || error instanceof OperationError) {
    terminal.err(`${terminal.errColors.red("error:")} ${error.message}`);
    return EXIT.usage;
  }
  // File system errors, such as a full disk, need no stack.
  if (error instanceof StorageError || isSystemError(error)) {
    terminal.err(`${terminal.errColors.red("error:")} ${error.message}`);
    return EXIT.failed;
  }
  return null;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "code" in error;
}
