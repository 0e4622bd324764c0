import { RUNNERS } from "../runners/index.ts";
import type { SandboxChoice } from "../sandbox/index.ts";
import type { CampaignEvent } from "./outcome.ts";
import type { CampaignPlan } from "./plan.ts";

/** Chooses the sandbox for the subjects' commands. Skipped unless a trial that must run may execute any. */
export async function sandboxForPlan(
  plan: CampaignPlan,
  chooseSandbox: () => Promise<SandboxChoice>,
  onEvent: (event: CampaignEvent) => void,
): Promise<SandboxChoice> {
  const needed = plan.trials.some(
    ({ decision, question: { trial } }) =>
      decision.action === "run" &&
      RUNNERS[trial.loadedCase.case.runner.type].runsInSandbox(trial.request, trial.runProfile, trial.agent),
  );
  if (!needed) return { ok: false, reason: "no sandbox was prepared, because no case of this campaign offers tools" };
  const choice = await chooseSandbox();
  if (!choice.ok) onEvent({ type: "warning", message: `commands of the subject will be refused: ${choice.reason}` });
  return choice;
}
