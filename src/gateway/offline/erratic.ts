import { diligent } from "./diligent.ts";
import { failing } from "./failing.ts";
import { hasty } from "./hasty.ts";
import type { OfflineProgram } from "./program.ts";
import { readTask } from "./reading/task.ts";

/** Three good days, two hasty ones, one bad one. */
const MOODS = [diligent, hasty, diligent, failing, diligent, hasty];

/**
 * The subject that is never the same twice: which way it takes depends on the task and on the repetition, as it would
 * with a sampling model. Within one trial it keeps its mood.
 */
export const erratic: OfflineProgram = (request) => {
  const { instruction } = readTask(request.messages);
  const start = [...instruction].reduce((sum, sign) => sum + sign.charCodeAt(0), 0);
  return MOODS[(start + (request.repetition ?? 1)) % MOODS.length]!(request);
};
