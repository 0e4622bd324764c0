import { offlineJudge } from "./judge.ts";
import type { OfflineProgram } from "./program.ts";

/** Every `offline/<name>` there is. */
export const offlinePrograms: Record<string, OfflineProgram> = {
  judge: offlineJudge({ bias: 0 }),
  "judge-lenient": offlineJudge({ bias: 1 }),
  "judge-strict": offlineJudge({ bias: -1 }),
  "judge-careless": offlineJudge({ bias: 0, careless: true }),
};
