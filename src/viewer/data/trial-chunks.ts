import type { ListedResult, StoredResults, TrialInCampaign } from "../../operations/index.ts";
import { writeCampaignName } from "../../records/index.ts";
import { chunkName, type TrialChunkName } from "../wire/index.ts";
import type { SystemPrompts } from "./system-prompts.ts";
import { composeFilesPage } from "./trial/files-page.ts";
import { composeRawPage } from "./trial/raw-page.ts";
import { traceChunks } from "./trial/trace-chunks.ts";
import { composeTrialPage } from "./trial/trial-page.ts";

export interface NamedChunk {
  name: string;
  value: unknown;
}

export type TrialOfCampaign = [
  campaign: Pick<ListedResult, "suite_id" | "run_profile" | "evaluation_profile">,
  trial: TrialInCampaign,
];

/**
 * Yields all chunks of one trial after reading its records once; none if it is missing.
 *
 * @param prompts collects the system prompts, which have chunks of their own
 */
export function* trialChunks(
  results: StoredResults,
  [campaign, trial]: TrialOfCampaign,
  prompts: SystemPrompts,
): Generator<NamedChunk> {
  const stored = results.trial(campaign, trial);
  if (!stored) return;
  prompts.take(stored);
  const ids = [writeCampaignName(campaign), trial.model_id, trial.case_id, trial.repetition];
  yield { name: chunkName("trial", ...ids), value: composeTrialPage(stored, placeOf(trial), campaign) };
  yield { name: chunkName("raw", ...ids), value: composeRawPage(stored) };
  for (const [number, chunk] of traceChunks(stored.run?.artifact.trace ?? []).entries())
    yield { name: `${chunkName("trace", ...ids)}-${number}`, value: chunk };
  // Read files on request, so that opening a trial does not wait for them.
  if (stored.run && stored.run.artifact.artifacts.length > 0)
    yield {
      name: chunkName("files", ...ids),
      get value() {
        return composeFilesPage(results, campaign, trial);
      },
    };
}

/** Composes one chunk of a trial, without the others; undefined if it is missing. */
export function trialChunk(
  results: StoredResults,
  [campaign, trial]: TrialOfCampaign,
  { kind, number }: Pick<TrialChunkName, "kind" | "number">,
  prompts: SystemPrompts,
): unknown {
  if (kind === "trace") return traceChunks(results.run(campaign, trial)?.artifact.trace ?? [])[number];
  if (kind === "files") return composeFilesPage(results, campaign, trial) ?? undefined;
  const stored = results.trial(campaign, trial);
  if (!stored) return undefined;
  prompts.take(stored);
  return kind === "raw" ? composeRawPage(stored) : composeTrialPage(stored, placeOf(trial), campaign);
}

/** Keeps only the key's fields. */
function placeOf({ model_id, case_id, repetition }: TrialInCampaign): TrialInCampaign {
  return { model_id, case_id, repetition };
}
