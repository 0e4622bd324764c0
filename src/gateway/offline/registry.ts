import { clerk } from "./clerk.ts";
import { diligent } from "./diligent.ts";
import { erratic } from "./erratic.ts";
import { failing } from "./failing.ts";
import { hasty } from "./hasty.ts";
import { offlineJudge } from "./judge.ts";
import { forgetful, obedient } from "./obedient.ts";
import type { OfflineProgram } from "./program.ts";
import { user } from "./user.ts";

/** Every existing `offline/<name>`. */
export const offlinePrograms: Record<string, OfflineProgram> = {
  diligent,
  hasty,
  erratic,
  failing,
  obedient,
  forgetful,
  user,
  clerk,
  judge: offlineJudge({ bias: 0 }),
  "judge-lenient": offlineJudge({ bias: 1 }),
  "judge-strict": offlineJudge({ bias: -1 }),
  "judge-careless": offlineJudge({ bias: 0, careless: true }),
  "judge-charmed": offlineJudge({ bias: 0, charmed: true }),
};
