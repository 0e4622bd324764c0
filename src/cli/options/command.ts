import type { Command } from "commander";
import type { Terminal } from "../terminal/terminal.ts";

/**
 * Adds a command's options and action, or a group's commands. Actions import their code when called; `finish(code)` reports the exit code.
 */
export type RegisterCommand = (command: Command, terminal: Terminal, finish: (code: number) => void) => void;
