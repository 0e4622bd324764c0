import { judgeBatchOffline } from "./batch-judge.ts";
import { judgeCampaignPacket } from "./campaign-judge.ts";
import type { JudgeProgram, JudgeShape } from "./judge.ts";
import { judgeRubricSample } from "./rubric-judge.ts";

/** The rule-based judge of each protocol, each in its own file. */
export const judgePrograms: Partial<Record<JudgeShape, JudgeProgram>> = {
  batch: judgeBatchOffline,
  campaign: judgeCampaignPacket,
  rubric: judgeRubricSample,
};
