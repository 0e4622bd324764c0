import type { ListedResult, StoredResults } from "../../../operations/index.ts";
import type { SearchChunk } from "../../wire/index.ts";
import { TRIALS_IN_A_SEARCH_CHUNK } from "./campaign-page.ts";
import type { ComposedCampaign } from "./open-campaigns.ts";

/** Limit per text; the rest is on the trial's page. */
const MOST_CHARACTERS = 4000;

/** Composes the searchable texts of a range of trials: question, answer, and the judges' reason. */
export function composeSearchChunk(
  results: Pick<StoredResults, "run">,
  campaign: Pick<ListedResult, "suite_id" | "run_profile" | "evaluation_profile">,
  { page, reasons }: ComposedCampaign,
  number: number,
): SearchChunk {
  const { trials, subjects, case_ids, case_titles } = page;
  const first = number * TRIALS_IN_A_SEARCH_CHUNK;
  const last = Math.min(first + TRIALS_IN_A_SEARCH_CHUNK, trials.case.length);
  const texts: string[] = [];
  for (let at = first; at < last; at++) {
    const { model_id } = subjects[trials.subject[at]!]!;
    const case_id = case_ids[trials.case[at]!]!;
    const title = case_titles[trials.case[at]!]!;
    const artifact = results.run(campaign, { model_id, case_id, repetition: trials.repetition[at]! })?.artifact;
    const question = artifact?.request.messages.filter(({ role }) => role === "user").map(({ content }) => content);
    const parts = [case_id, title, ...(question ?? []), artifact?.final_output ?? "", reasons[at] ?? ""];
    texts.push(
      parts
        .map((text) => text.slice(0, MOST_CHARACTERS))
        .join("\n")
        .toLowerCase(),
    );
  }
  return { first, texts };
}
