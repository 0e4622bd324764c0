import { dirname, resolve } from "node:path";
import { findWorkspaceRoot, type LoadedCase, type SecurityPolicy } from "../../../config/index.ts";
import { OperationError } from "../../../errors/index.ts";
import { readCampaignRecord } from "../../../judging/index.ts";
import { type CampaignName, writeCampaignName } from "../../../records/index.ts";
import { outputsFolder, type Store } from "../../../store/index.ts";
import { withReadCampaign } from "../../campaign/report.ts";
import { loadEvaluation } from "../../open/load-evaluation.ts";

/** A campaign's cases with their checks, if the files are still those it was judged by. */
export type CurrentChecks =
  | { ok: true; cases: ReadonlyMap<string, LoadedCase>; policy: SecurityPolicy }
  | { ok: false; reason: string };

/** Loads a campaign's checks from the workspace around the store, unless it has changed: the store has only their results. */
export async function loadCurrentChecks(
  store: Store,
  campaign: CampaignName,
  env: Record<string, string | undefined>,
): Promise<CurrentChecks> {
  const record = readCampaignRecord(store, campaign);
  const root = await findWorkspaceRoot(dirname(store.outputs));
  if (!record || root === null || resolve(outputsFolder(root)) !== resolve(store.outputs))
    return { ok: false, reason: "there is no workspace around the store, which would have the cases" };
  const { suite_id: suite, run_profile_id: runProfile, evaluation_profile_id: evaluationProfile } = record;
  const options = { suite, runProfile, evaluationProfile, cwd: root, env, store };
  try {
    const { profile } = await loadEvaluation(options);
    return await withReadCampaign(options, {}, ({ name, judged, plan }): CurrentChecks => {
      if (writeCampaignName(name) !== writeCampaignName(campaign))
        return { ok: false, reason: "the settings of the workspace have changed since" };
      const stale = new Set(judged.trials.filter(({ state }) => state === "not_judged").map(({ case_id }) => case_id));
      const cases = plan.config.cases.map(({ loaded }) => [loaded.case.case_id, loaded] as const);
      return { ok: true, cases: new Map(cases.filter(([id]) => !stale.has(id))), policy: profile.security_policy };
    });
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    const [first] = error.diagnostics;
    return { ok: false, reason: `the workspace cannot be read (${first?.message ?? error.message.split("\n")[0]})` };
  }
}
