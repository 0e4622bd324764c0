import type { Command } from "commander";
import type { Terminal } from "../terminal/terminal.ts";

/**
 * Adds one command to the program. Importing a command file must stay cheap: what it does is imported inside its action,
 * and it says how it ended by `finish(code)`.
 */
export type RegisterCommand = (program: Command, terminal: Terminal, finish: (code: number) => void) => void;
