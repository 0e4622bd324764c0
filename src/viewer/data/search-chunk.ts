import type { ListedResult, StoredResults } from "../../operations/index.ts";
import type { CampaignReport } from "../../report/index.ts";
import type { SearchChunk } from "../wire/index.ts";
import { TRIALS_IN_A_SEARCH_CHUNK } from "./campaign-page.ts";
import { inMatrixOrder } from "./trial-columns.ts";

/** Of one text; what is behind it is found on the trial's own page. */
const MOST_CHARACTERS = 4000;

/** What a search looks through, for one stretch of trials: the question, the answer, and the judges' reason. */
export function composeSearchChunk(
  results: StoredResults,
  campaign: Pick<ListedResult, "suite_id" | "run_profile" | "evaluation_profile">,
  report: CampaignReport,
  number: number,
): SearchChunk {
  const subjects = new Map(report.statistics.models.map(({ model_id }, index) => [model_id, index]));
  const cases = new Map(report.cases.map(({ case_id }, index) => [case_id, index]));
  const first = number * TRIALS_IN_A_SEARCH_CHUNK;
  const trials = inMatrixOrder(report.trials, subjects, cases).slice(first, first + TRIALS_IN_A_SEARCH_CHUNK);
  return {
    first,
    texts: trials.map((trial) => {
      const artifact = results.run(campaign, trial)?.artifact;
      const question = artifact?.request.messages.filter(({ role }) => role === "user").map(({ content }) => content);
      const texts = [trial.case_id, ...(question ?? []), artifact?.final_output ?? "", trial.judge_reason ?? ""];
      return texts
        .map((text) => text.slice(0, MOST_CHARACTERS))
        .join("\n")
        .toLowerCase();
    }),
  };
}
