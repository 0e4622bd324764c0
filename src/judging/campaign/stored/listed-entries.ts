import { type GatewaySource, gatewayOf } from "../../../campaign/index.ts";
import { type CampaignConfig, resolveModel, type Subject } from "../../../config/index.ts";
import type { CaseEntry, ModelEntry } from "../../../records/index.ts";

/** The description of each case of a campaign for readers, in the order of its suite. */
export function caseEntries({ cases }: Pick<CampaignConfig, "cases">): CaseEntry[] {
  return cases.map(({ loaded: { case: own, row } }) => ({
    case_id: own.case_id,
    ...(row === undefined ? {} : { dataset_case_id: row.datasetCaseId }),
    title: own.title,
    runner: own.runner.type,
    tags: own.tags,
  }));
}

/** The subjects of a campaign for reports and manifests. */
export function modelEntries({ subjects, runProfile }: CampaignConfig, gateways: GatewaySource): ModelEntry[] {
  return subjects.map((subject) => {
    const { model } = subject;
    const resolved = resolveModel(model);
    const { offline } = gateways.forModel(resolved, gatewayOf(model, runProfile));
    const { model_id, label = model_id } = model;
    return { model_id, label, model: resolved, offline, ...variantOf(subject) };
  });
}

function variantOf({ ofModel, variant }: Subject): Pick<ModelEntry, "variant"> {
  if (variant === undefined) return {};
  const { variant_id, label = variant_id } = variant.variant;
  const { model_id, label: model_label = model_id } = ofModel;
  return { variant: { variant_id, label, model_id, model_label } };
}
