import type { RegisterCommand } from "../command.ts";

/** All commands, in the order `assay --help` shows them. */
export const commands: RegisterCommand[] = [];
