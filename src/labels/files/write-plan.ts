import type { LabelPlan } from "../../config/index.ts";
import { writeJsonAtomic } from "../../store/index.ts";
import { planFile } from "./label-folder.ts";

/** Keeps a plan where everybody finds it, whole or not at all. */
export async function writePlan(root: string, plan: LabelPlan): Promise<void> {
  await writeJsonAtomic(planFile(root, plan.plan), plan);
}
