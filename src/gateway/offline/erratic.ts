import { diligent } from "./diligent.ts";
import { failing } from "./failing.ts";
import { hasty } from "./hasty.ts";
import type { OfflineProgram } from "./program.ts";
import { readTask } from "./reading/task.ts";

/** Three good moods, two hasty ones, one bad one. */
const MOODS = [diligent, hasty, diligent, failing, diligent, hasty];

/**
 * The subject that varies: its mood depends on the task and on the repetition, as with a sampling model, and stays the same
 * within one trial.
 */
export const erratic: OfflineProgram = (request) => {
  const { instruction } = readTask(request.messages);
  const start = [...instruction].reduce((sum, sign) => sum + sign.charCodeAt(0), 0);
  return MOODS[(start + (request.repetition ?? 1)) % MOODS.length]!(request);
};
