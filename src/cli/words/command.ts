import type { Command } from "commander";
import type { Terminal } from "../terminal/terminal.ts";

/** Adds to a command what it takes and does, or to a group one of its commands. What a command does is imported inside its action; `finish(code)` says how it ended. */
export type RegisterCommand = (command: Command, terminal: Terminal, finish: (code: number) => void) => void;
