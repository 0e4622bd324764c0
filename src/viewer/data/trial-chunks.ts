import type { ListedResult, StoredResults, TrialInCampaign } from "../../operations/index.ts";
import { chunkName } from "../wire/index.ts";
import { composeRawPage } from "./raw-page.ts";
import { campaignName } from "./store-page.ts";
import { traceChunks } from "./trace-chunks.ts";
import { composeTrialPage } from "./trial-page.ts";

/** A chunk with its value. */
export interface NamedChunk {
  name: string;
  value: unknown;
}

/** All chunks of one trial, from one reading of its records; none when it is not there. */
export function* trialChunks(
  results: StoredResults,
  listed: Pick<ListedResult, "suite_id" | "run_profile" | "evaluation_profile">,
  { model_id, case_id, repetition }: TrialInCampaign,
): Generator<NamedChunk> {
  const trial = { model_id, case_id, repetition };
  const stored = results.trial(listed, trial);
  if (!stored) return;
  const ids = [campaignName(listed), model_id, case_id, repetition];
  yield { name: chunkName("trial", ...ids), value: composeTrialPage(stored, trial, listed) };
  yield { name: chunkName("raw", ...ids), value: composeRawPage(stored) };
  for (const [number, chunk] of traceChunks(stored.run?.artifact.trace ?? []).entries())
    yield { name: `${chunkName("trace", ...ids)}-${number}`, value: chunk };
}
