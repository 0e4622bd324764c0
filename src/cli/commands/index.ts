import type { RegisterCommand } from "../command.ts";
import { registerRun } from "./run.ts";

/** All commands, in the order `assay --help` shows them. */
export const commands: RegisterCommand[] = [registerRun];
