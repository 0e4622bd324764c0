import type { SelectedRepetitions } from "../../campaign/index.ts";
import type { LoadedEvaluationProfile } from "../../config/index.ts";
import { NothingStoredError } from "../../errors/index.ts";
import { type EvaluateOptions, openEvaluation } from "../../judging/index.ts";
import { isReusable, writeCampaignName } from "../../records/index.ts";
import { type ListedTrial, listTrials } from "../../store/index.ts";
import { agree, plural } from "../../text/presentation/index.ts";
import type { Controls } from "../controls.ts";
import type { OpenedCampaign } from "../open/open-campaign.ts";
import { composeEvaluateOptions } from "./evaluate-options.ts";
import { explainFailure } from "./failed-trial.ts";

/** Reduces the campaign to its failed trials, or explains that none failed. */
export async function failedOnly(
  opened: OpenedCampaign,
  evaluation: LoadedEvaluationProfile,
  { onEvent }: Controls,
): Promise<{ campaign: OpenedCampaign } | { reason: string }> {
  const chooseSandbox = async () => ({ ok: false as const, reason: "reading runs nothing" });
  const { trials, count, sentence } = await findFailed(
    opened,
    composeEvaluateOptions(opened, evaluation, chooseSandbox),
  );
  if (count === 0) return { reason: sentence };
  onEvent?.({ type: "note", message: sentence });
  const { planOptions } = opened;
  return { campaign: { ...opened, planOptions: { ...planOptions, select: { ...planOptions.select, trials } } } };
}

/** Failed trials of a campaign, with a sentence about what will be done. */
interface FailedTrials {
  trials: SelectedRepetitions;
  count: number;
  sentence: string;
}

/**
 * Finds trials that failed when the campaign was last run and judged, from what is stored at their places, even if their files have changed
 * since.
 *
 * @throws OperationError when nothing of the campaign is stored
 */
async function findFailed(
  { store, planOptions: { select, force } }: OpenedCampaign,
  judging: Omit<EvaluateOptions, "mode">,
): Promise<FailedTrials> {
  const reading = await openEvaluation({ ...judging, mode: "read" });
  if (!reading.ok) throw new Error("reading takes no lock and cannot be refused");
  const { name } = reading.evaluation;
  const campaign = writeCampaignName({ ...name, evaluation_profile: null });
  const stored = listTrials(store, name);
  if (stored.length === 0)
    throw new NothingStoredError(
      `--only failed: nothing of ${campaign} is stored yet, so nothing has failed. Run it without --only first`,
      { campaign },
    );
  const meant = stored.filter(
    ({ model_id, case_id }) =>
      (!select?.models || select.models.includes(model_id)) && (!select?.cases || select.cases.includes(case_id)),
  );
  const failed = meant.filter((trial) => explainFailure(trial) !== null);
  const trials = new Map<string, Set<number>>();
  for (const { model_id, case_id, repetition } of failed) {
    const name = `${model_id}/${case_id}`;
    trials.set(name, (trials.get(name) ?? new Set()).add(repetition));
  }
  return { trials, count: failed.length, sentence: sentenceOf(failed, meant.length, force === true) };
}

function sentenceOf(failed: readonly ListedTrial[], of: number, force: boolean): string {
  if (failed.length === 0) return `None of ${plural(of, "stored trial")} failed; there is nothing to do.`;
  const who = `${failed.length} of ${plural(of, "stored trial")} failed`;
  if (force) return `${who}; ${agree(failed.length, "it is", "they are")} run and judged again, and paid for.`;
  const answered = failed.filter(({ run }) => run !== null && isReusable(run.status)).length;
  const kept =
    answered === 0
      ? ""
      : ` ${answered} ${agree(answered, "has", "have")} a stored answer, which is judged again only as far as something changed or a verdict is missing; --force pays for a new one.`;
  return `${who}; the others stay as they are.${kept}`;
}
