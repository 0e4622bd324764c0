import { UnknownNameError } from "../../errors/index.ts";
import type { ShownUnit } from "../../judging/index.ts";
import { writeCampaignName } from "../../records/index.ts";
import { agree, plural } from "../../text/presentation/index.ts";
import type { Controls } from "../controls.ts";
import { openStoredResults, type StoredResultsOptions } from "../store/results/stored-results.ts";
import { composeShown } from "./compose-shown.ts";
import { findTrial } from "./find-trial.ts";
import { showNamed } from "./show-named.ts";

export interface ShowTrialOptions extends StoredResultsOptions {
  /** Run id or its prefix, `model/case`, `case/model`, with `/2` for a repetition; `<judging>/<number>` for a sample or item. */
  trial: string;
  /** Searches only this campaign, by its name or prefix. */
  campaign?: string;
}

/** Trial, sample or item for people, with the data behind it. */
export type ShownRecords = ShownUnit;

/**
 * Shows a trial with everything behind its score: question, answer with quotes, tools, checks, verdicts, files. Runs nothing.
 *
 * @example
 * const { trials } = await listStoredTrials({ campaign: "quickstart" });
 * const { shown } = await showTrial({ trial: trials[0].trial });
 * console.log(shown.headline, shown.answer);
 */
export async function showTrial(options: ShowTrialOptions, { onEvent }: Controls = {}): Promise<ShownRecords> {
  const results = await openStoredResults(options);
  try {
    const named = options.campaign === undefined ? showNamed(results, options.trial) : null;
    if (named) return named;
    const found = findTrial(
      options.trial,
      options.campaign === undefined ? results.list() : [results.find(options.campaign)],
    );
    if (found.alsoIn.length > 0)
      onEvent?.({
        type: "note",
        message: `Shown is the trial of ${writeCampaignName(found.campaign)}; ${plural(found.alsoIn.length, "other campaign")} ${agree(found.alsoIn.length, "has", "have")} one of this name (--campaign).`,
      });
    const stored = results.trial(found.campaign, found.trial);
    if (!stored)
      throw new UnknownNameError(`nothing is stored of ${options.trial}`, {
        kind: "trial",
        name: options.trial,
        known: [],
      });
    const { run, evaluation } = stored;
    return {
      shown: composeShown(found, stored),
      packet: evaluation?.packet ?? null,
      raw: {
        run,
        judging: evaluation && {
          system: results.text(evaluation.system_sha256),
          user: evaluation.user,
          calls: evaluation.calls,
          final: evaluation.final,
        },
      },
    };
  } finally {
    await results.close();
  }
}
