import type { LoadedCase } from "../case/loaded-case.ts";
import { didYouMean } from "../diagnostics/did-you-mean.ts";
import { LLM_PROBE_ONLY, type RunProfile, type Suite } from "../schema/index.ts";
import type { Complaint } from "../source/source-file.ts";
import { hostsForTools } from "./hosts-for-tools.ts";
import { userModelRules } from "./user-model-rules.ts";

/** What of a run profile does nothing, or is missing, for a certain suite and its cases. */
export function runProfileRules(
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
  complaints.push(...userModelRules(profile, cases));
  complaints.push(...hostsForTools(profile, cases));
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

/** An image that is not pinned: what it runs may change without the file changing. */
export function unpinnedImage({ openclaw }: RunProfile): Complaint[] {
  if (openclaw === undefined) return [];
  const { image } = openclaw;
  const tag = /:([^:/@]+)$/.exec(image)?.[1];
  if (image.includes("@sha256:") || (tag !== undefined && tag !== "latest")) return [];
  return [
    {
      severity: "warning",
      path: ["openclaw", "image"],
      message: `"${image}" can mean another program tomorrow; name a version (\`:2026.9.6\`) or a digest (\`@sha256:…\`)`,
    },
  ];
}
