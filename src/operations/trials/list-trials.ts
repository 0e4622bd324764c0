import { didYouMean } from "../../config/index.ts";
import { OptionError } from "../../errors/index.ts";
import {
  type CampaignName,
  evaluationPlace,
  nameOfTrial,
  RUN_STATUSES,
  writeCampaignName,
} from "../../records/index.ts";
import type { ListedTrialRow, TrialListing } from "../../report/index.ts";
import { type ListedTrial, listTrials, type Store } from "../../store/index.ts";
import { plural } from "../../text/presentation/index.ts";
import { explainFailure } from "../campaign/failed-trial.ts";
import { type Controls, completeSurroundings, type Surroundings } from "../controls.ts";
import { campaignsIn, findCampaign } from "../open/find-campaign.ts";
import { lastWorkedOn, newestByCampaign } from "../open/newest-by-campaign.ts";
import { findStoreOfWorkspace } from "../open/store-of-workspace.ts";
import { tellOfDamage, withStores } from "../open/with-store.ts";
import { type NamedFilter, type RecordsOfTrial, type TrialFilters, trialFilters } from "./trial-filters.ts";

export interface ListTrialsOptions extends Surroundings, TrialFilters {
  /** Its name, a beginning or its folder; the one that was last worked on when omitted. */
  campaign?: string;
}

/**
 * Lists the trials of a stored campaign, filtered by outcome, score and text. Runs and writes nothing.
 *
 * @example
 * const { trials } = await listStoredTrials({ campaign: "quickstart", failed: true });
 * for (const { trial, failed } of trials) console.log(trial, failed);
 */
export async function listStoredTrials(
  options: ListTrialsOptions = {},
  controls: Controls = {},
): Promise<TrialListing> {
  const { cwd } = completeSurroundings(options);
  checkStatuses(options.status ?? []);
  const outputs = await findStoreOfWorkspace(options);
  return await withStores(async (open) => {
    const newest = options.campaign === undefined ? findNewestCampaign(open(outputs), controls) : undefined;
    const { store, name } = newest ?? findCampaign(options.campaign, { cwd, outputs, open });
    const listing = listingOf(store, name, trialFilters(options));
    tellOfDamage(store, controls.onEvent);
    return listing;
  });
}

/** Chooses the campaign that was last worked on. */
function findNewestCampaign(store: Store, { onEvent }: Controls): { store: Store; name: CampaignName } | undefined {
  const newest = newestByCampaign(store);
  const all = campaignsIn(store);
  const [name] = all.sort((one, other) => lastWorkedOn(newest, other) - lastWorkedOn(newest, one));
  if (all.length > 1)
    onEvent?.({
      type: "note",
      message: `The newest of ${plural(all.length, "campaign")} is listed; \`assay store list\` names the others.`,
    });
  return name && { store, name };
}

function listingOf(store: Store, campaign: CampaignName, filters: NamedFilter[]): TrialListing {
  const all = listTrials(store, campaign);
  const holds = (trial: ListedTrial, chosen: readonly NamedFilter[]) =>
    chosen.every((filter) => filter.holds(trial, () => recordsOf(store, campaign, trial)));
  const found = all.filter((trial) => holds(trial, filters));
  const widen =
    found.length > 0
      ? []
      : filters.map((filter) => ({
          without: filter.written,
          trials: all.filter((trial) =>
            holds(
              trial,
              filters.filter((other) => other !== filter),
            ),
          ).length,
        }));
  return {
    schema_version: 1,
    kind: "trial_listing",
    campaign: writeCampaignName(campaign),
    of: all.length,
    filters: filters.map(({ written }) => written),
    trials: found.map(rowOf),
    widen,
  };
}

/** Reads a trial's records once, for whichever filter is first. */
function recordsOf(store: Store, campaign: CampaignName, trial: ListedTrial): RecordsOfTrial {
  const { evaluation_profile } = campaign;
  const judged =
    evaluation_profile !== null && trial.evaluation
      ? store.at("evaluation", evaluationPlace(trial, evaluation_profile))
      : null;
  return {
    run: store.read("run", trial.run_id)?.value ?? null,
    evaluation: judged && store.readEntry(judged),
  };
}

function rowOf(trial: ListedTrial): ListedTrialRow {
  const { model_id, case_id, repetition, run, evaluation, run_id } = trial;
  return {
    trial: nameOfTrial(trial),
    model_id,
    case_id,
    repetition,
    status: run?.status ?? null,
    state: evaluation?.state ?? null,
    score: evaluation?.score ?? null,
    passed: evaluation?.passed ?? null,
    failed: explainFailure(trial),
    checks_passed: evaluation?.checks_passed ?? 0,
    checks_total: evaluation?.checks_total ?? 0,
    checks_not_passed: evaluation?.checks_not_passed ?? [],
    verdicts_disagree: evaluation?.verdicts_disagree ?? false,
    duration_ms: run?.duration_ms ?? null,
    run_cost_usd: run?.cost_usd ?? null,
    judging_cost_usd: evaluation?.judging_cost_usd ?? null,
    failure: run?.failure?.message ?? null,
    run_id,
  };
}

const STATUSES = [...RUN_STATUSES, "damaged", "scored", "unscored", "not_judged"];

function checkStatuses(written: readonly string[]): void {
  for (const status of written)
    if (!STATUSES.includes(status))
      throw new OptionError(
        `--status takes ${STATUSES.join(", ")}, not "${status}". ${didYouMean(status, STATUSES) ?? ""}`.trim(),
        "status",
      );
}
