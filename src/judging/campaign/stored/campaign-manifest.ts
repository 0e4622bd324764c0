import type { GatewaySource, PlannedTrial } from "../../../campaign/index.ts";
import type { CampaignConfig, LoadedEvaluationProfile } from "../../../config/index.ts";
import {
  type CampaignListing,
  type CampaignName,
  type CampaignRecord,
  writeCampaignName,
} from "../../../records/index.ts";
import type { Store } from "../../../store/index.ts";
import { type Redactor, sha256 } from "../../../text/index.ts";
import type { ResolvedJudge } from "../../panel/judges.ts";
import { keptCases, keptJudging, keptPlan } from "./kept-settings.ts";
import { caseEntries, modelEntries } from "./listed-entries.ts";
import { readCampaignListing, readCampaignRecord } from "./stored-campaign.ts";

export interface ManifestSource {
  config: CampaignConfig;
  evaluation: LoadedEvaluationProfile;
  judges: readonly ResolvedJudge[];
  systemPrompt: string;
  gateways: GatewaySource;
  store: Store;
  name: CampaignName & { evaluation_profile: string };
  files: boolean;
  redact: Redactor;
}

/** Stores a campaign's judging once for all trials: its judges, instructions and trials. */
export function keepManifest(source: ManifestSource, planned: readonly PlannedTrial[]): void {
  const { store, systemPrompt, name, files } = source;
  const listing = JSON.stringify(listingOf(source, planned));
  const value = { ...manifestOf(source), listing_sha256: sha256(listing) };
  const key = writeCampaignName(name);
  store.keepText(systemPrompt, value.judge_system_prompt_sha256);
  store.keepText(listing, value.listing_sha256);
  const isKnown = JSON.stringify(store.read("campaign", key)?.value) === JSON.stringify(value);
  if (!isKnown) store.append({ kind: "campaign", key, value });
  if (files && !(isKnown && store.tree.hasManifest(name, name.evaluation_profile)))
    store.tree.writeManifest(name, name.evaluation_profile, manifestText(value, systemPrompt));
}

/** manifest.json of a judged campaign. Titles of its cases are in its suite. */
export function manifestText({ listing_sha256: _, ...value }: CampaignRecord, systemPrompt: string): string {
  return `${JSON.stringify({ ...value, judge_system_prompt: systemPrompt }, null, 2)}\n`;
}

function listingOf(source: ManifestSource, planned: readonly PlannedTrial[]): CampaignListing {
  const { config, judges, store, name } = source;
  const known = readCampaignRecord(store, name);
  const before = readCampaignListing(store, known);
  const limited = judges.flatMap(({ judge_run_id, sample_size }) =>
    sample_size === null ? [] : [[judge_run_id, sample_size] as const],
  );
  return {
    cases: caseEntries(config),
    sample_sizes: Object.fromEntries(limited),
    judging: keptJudging(source),
    plan: keptPlan(store, name, planned, before.plan),
    ...keptCases(planned, source.redact, before),
  };
}

function manifestOf({ config, evaluation, judges, systemPrompt, gateways }: ManifestSource): CampaignRecord {
  const { suite, runProfile } = config;
  return {
    schema_version: 2,
    suite_id: suite.suite_id,
    suite_title: suite.title,
    run_profile_id: runProfile.run_profile_id,
    evaluation_profile_id: evaluation.profile.evaluation_profile_id,
    models: modelEntries(config, gateways),
    judge_runs: judges.map(({ judge_run_id, judge_id, model, gateway }) => ({
      judge_run_id,
      judge_id,
      model,
      endpoint: gateway.endpoint,
      offline: gateway.offline,
    })),
    judge_system_prompt_sha256: sha256(systemPrompt),
  };
}
