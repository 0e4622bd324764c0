import { OperationError, StorageError } from "../../operations/index.ts";
import { EXIT, type ExitCode, UsageError } from "./exit-codes.ts";
import { diagnosticsText } from "./listen.ts";
import type { Terminal } from "./terminal.ts";

/** Says what went wrong where that was to be expected, and gives the exit code; null for what is a bug of ours. */
export async function showError(terminal: Terminal, error: unknown): Promise<ExitCode | null> {
  if (error instanceof OperationError && error.diagnostics.length > 0)
    terminal.err(await diagnosticsText(terminal, error.diagnostics));
  if (error instanceof UsageError || error instanceof OperationError) {
    terminal.err(`${terminal.errColors.red("error:")} ${error.message}`);
    return EXIT.usage;
  }
  // A folder that may not be written, a full disk: a sentence says it, and no stack trace says it better.
  if (error instanceof StorageError || isSystemError(error)) {
    terminal.err(`${terminal.errColors.red("error:")} ${error.message}`);
    return EXIT.failed;
  }
  return null;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "code" in error;
}
