import { Command, CommanderError } from "commander";
import { OperationError, StorageError } from "../operations/index.ts";
import { commands } from "./commands/index.ts";
import { EXIT, UsageError } from "./terminal/exit-codes.ts";
import { diagnosticsText } from "./terminal/listen.ts";
import { openTerminal, type Terminal } from "./terminal/terminal.ts";

/** Parses the words after `assay`, runs one command and gives its exit code. Another terminal than the process's own is for tests. */
export async function runCli(words: string[], version: string, terminal: Terminal = openTerminal()): Promise<number> {
  const program = new Command("assay")
    .description("evaluate models and agents with judges you can audit")
    .version(version, "-V, --version")
    .showSuggestionAfterError()
    .showHelpAfterError("(add --help for what this command takes)")
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .exitOverride();
  let exitCode: number = EXIT.ok;
  for (const register of commands) register(program, terminal, (code) => (exitCode = code));
  try {
    await program.parseAsync(words, { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
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
    throw error;
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "code" in error;
}
