import { z } from "zod";
import { commandWords } from "../checks/command-check.ts";
import { filePath } from "../fields/common.ts";

/** Longer setups belong in a script in the workspace. */
const MOST_COMMANDS = 50;

/** Files in the subject's workspace before its first turn. */
export const givenWorkspace = z.union([filePath, z.array(filePath).min(1)]);

export const setupCommands = z.array(commandWords).min(1).max(MOST_COMMANDS);

export type SetupCommand = z.infer<typeof commandWords>;
