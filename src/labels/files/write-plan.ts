import type { LabelPlan } from "../../config/index.ts";
import { writeJsonAtomic } from "../../store/index.ts";
import { planFile } from "./label-folder.ts";

/** Writes a plan atomically. */
export async function writePlan(root: string, plan: LabelPlan): Promise<void> {
  await writeJsonAtomic(planFile(root, plan.plan), plan);
}
