import { unpinned } from "../agents/unpinned-image.ts";
import type { LoadedCase } from "../case/loaded-case.ts";
import { didYouMean } from "../diagnostics/did-you-mean.ts";
import type { RunProfile } from "../schema/campaign/run-profile.ts";
import type { Suite } from "../schema/campaign/suite.ts";
import { LLM_PROBE_ONLY } from "../schema/case/test-case.ts";
import type { Complaint } from "../source/source-file.ts";
import { refuseHostsForTools } from "./hosts-for-tools.ts";
import { checkUserModel } from "./user-model-rules.ts";

/** Finds settings of a run profile that are missing or without effect for a suite's cases. */
export function checkRunProfile(
  profile: RunProfile,
  { suite, cases }: { suite: Suite; cases: readonly { loaded: LoadedCase }[] },
): Complaint[] {
  const complaints = unpinnedImage(profile);
  const models = suite.models.map(({ model_id }) => model_id);
  for (const key of Object.keys(profile.model_overrides)) {
    if (models.includes(key)) continue;
    const suggestion = didYouMean(key, models);
    complaints.push({
      severity: "warning",
      path: ["model_overrides", key],
      at: "key",
      message: `the suite "${suite.suite_id}" has no model with this id, so these settings do nothing`,
      ...(suggestion ? { suggestion } : {}),
    });
  }
  complaints.push(...checkUserModel(profile, cases));
  complaints.push(...refuseHostsForTools(profile, cases));
  const openclaw = cases.filter(({ loaded }) => loaded.case.runner.type === "openclaw");
  const agents = cases.filter(({ loaded }) => loaded.case.runner.type === "agent");
  if (profile.openclaw === undefined) complaints.push(...missingBlock("openclaw", openclaw));
  if (profile.agent === undefined) complaints.push(...missingBlock("agent", agents));
  if (openclaw.length + agents.length === cases.length && cases.length > 0) {
    const message =
      agents.length === 0
        ? "does nothing here, because all selected cases run in OpenClaw; see the openclaw block for its limits"
        : "does nothing here, because all selected cases run agents; see the agent block for its limits";
    for (const field of LLM_PROBE_ONLY) {
      if (profile.runner_defaults[field] === undefined) continue;
      complaints.push({ severity: "warning", path: ["runner_defaults", field], at: "key", message });
    }
  }
  return complaints;
}

const NEEDED = {
  openclaw: "agent_id, timeout_seconds and, for a container, image",
  agent: "timeout_seconds, and agent_id where the suite's models name no agent",
};

function missingBlock(runner: "openclaw" | "agent", cases: readonly { loaded: LoadedCase }[]): Complaint[] {
  if (cases.length === 0) return [];
  const more = cases.length > 1 ? ` and ${cases.length - 1} more` : "";
  const message = `is missing, but the suite selects ${runner} cases (${cases[0]!.loaded.case.case_id}${more}); add ${NEEDED[runner]}`;
  return [{ path: [runner], message }];
}

/** Warns of an OpenClaw image without a fixed version. */
export function unpinnedImage({ openclaw }: RunProfile): Complaint[] {
  return unpinned(openclaw?.image, ["openclaw", "image"], "2026.9.6");
}
