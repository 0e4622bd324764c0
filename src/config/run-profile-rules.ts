import { didYouMean } from "./did-you-mean.ts";
import type { SelectedCase } from "./loaded.ts";
import { LLM_PROBE_ONLY, type RunProfile, type Suite } from "./schema/index.ts";
import type { Complaint } from "./source/source-file.ts";

/** What of a run profile does nothing, or is missing, for a certain suite and its cases. */
export function runProfileRules(
  profile: RunProfile,
  { suite, cases }: { suite: Suite; cases: readonly SelectedCase[] },
): Complaint[] {
  const complaints: Complaint[] = [];
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
  const openclaw = cases.filter(({ loaded }) => loaded.case.runner.type === "openclaw");
  if (openclaw.length > 0 && profile.openclaw === undefined)
    complaints.push({
      path: ["openclaw"],
      message: `is missing, but the suite selects openclaw cases (${openclaw[0]!.loaded.case.case_id}${openclaw.length > 1 ? ` and ${openclaw.length - 1} more` : ""}); add agent_id, image and timeout_seconds`,
    });
  if (openclaw.length === cases.length && openclaw.length > 0)
    for (const field of LLM_PROBE_ONLY) {
      if (profile.runner_defaults[field] === undefined) continue;
      complaints.push({
        severity: "warning",
        path: ["runner_defaults", field],
        at: "key",
        message: "does nothing here, because all selected cases run in OpenClaw; see the openclaw block for its limits",
      });
    }
  return complaints;
}
