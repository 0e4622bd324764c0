import { dirname, resolve } from "node:path";
import { findWorkspaceRoot } from "../../config/index.ts";
import { OperationError } from "../../errors/index.ts";
import { readCampaignRecord } from "../../judging/index.ts";
import { profileIdOf, writeCampaignName } from "../../records/index.ts";
import {
  type CampaignSide,
  type CurrentCampaign,
  currentSide,
  type KnownToday,
  type StoredCampaign,
  storedSide,
} from "../../report/index.ts";
import { outputsFolder } from "../../store/index.ts";
import { withReadCampaign } from "./report.ts";

/**
 * Reads one side of a comparison. A campaign that matches the current files is read as by `assay report`, so that nothing outdated counts;
 * an older one is read as stored, without cases removed from its suite.
 */
export async function readSide(
  campaign: StoredCampaign,
  shortName: string,
  env: Record<string, string | undefined>,
): Promise<CampaignSide> {
  const today = await readToday(campaign, env);
  if (today.kind === "current") return currentSide(today.campaign, shortName);
  return storedSide(campaign, shortName, today.known);
}

type Today = { kind: "current"; campaign: CurrentCampaign } | { kind: "of_another_day"; known: KnownToday };

async function readToday({ store, name }: StoredCampaign, env: Record<string, string | undefined>): Promise<Today> {
  const unknown = (asStored: string): Today => ({ kind: "of_another_day", known: { caseIds: null, asStored } });
  const root = await findWorkspaceRoot(dirname(store.outputs));
  if (root === null || resolve(outputsFolder(root)) !== resolve(store.outputs))
    return unknown("there is no workspace around its store");
  const [suite, runProfile, evaluationProfile] = idsOf({ store, name });
  try {
    return await withReadCampaign(
      { suite, runProfile, evaluationProfile, cwd: root, env, store },
      {},
      (campaign): Today => {
        if (writeCampaignName(campaign.name) === writeCampaignName(name)) return { kind: "current", campaign };
        const caseIds = new Set(campaign.plan.config.cases.map(({ loaded }) => loaded.case.case_id));
        return { kind: "of_another_day", known: { caseIds, asStored: null } };
      },
    );
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    const [first] = error.diagnostics;
    return unknown(`its configuration cannot be read (${first?.message ?? error.message})`);
  }
}

/** Splits a campaign's name, whose profiles end in `-<fp8>`. */
function idsOf({ store, name }: StoredCampaign): [string, string, string] {
  const record = readCampaignRecord(store, name);
  if (record) return [record.suite_id, record.run_profile_id, record.evaluation_profile_id];
  const { suite_id, run_profile, evaluation_profile } = name;
  return [suite_id, profileIdOf(run_profile), profileIdOf(evaluation_profile ?? "")];
}
