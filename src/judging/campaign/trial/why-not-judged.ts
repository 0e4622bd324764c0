import type { EvaluationProfile } from "../../../config/index.ts";
import {
  type CampaignRecord,
  evaluationPlace,
  profileIdOf,
  readEvaluationPlace,
  writeCampaignName,
} from "../../../records/index.ts";
import type { Store } from "../../../store/index.ts";
import type { ResolvedJudge } from "../../panel/judges.ts";
import { explainOtherEndpoint } from "./other-endpoint.ts";

/** The current judges and instructions. */
export interface AskedNow {
  judges: readonly ResolvedJudge[];
  systemSha256: string;
  profile: EvaluationProfile;
}

/**
 * Explains why a trial with a stored run has no valid verdict: it was never judged, or something changed since. `packetSha256` is
 * null when not even the packet can be composed, because the checks have to run again.
 */
export function whyNotJudged(store: Store, place: string, packetSha256: string | null, now: AskedNow): string {
  const entry = store.at("evaluation", place);
  const judged = entry && store.readEntry(entry);
  if (judged) {
    if (packetSha256 === null || judged.prompt.user_sha256 !== packetSha256)
      return "stale: the run or the case has changed since it was judged; `assay run-eval` judges it again";
    return "its judges' answers are missing from the store; `assay run-eval` asks again";
  }
  const before = underOtherProfiles(store, place);
  if (before.length === 0) return "not judged yet; `assay run-eval` judges it";
  return (
    judgedElsewhere(store, before, now) ??
    "stale: the judges or their prompts have changed since it was judged; `assay run-eval` judges it again"
  );
}

/** Campaigns in which the same trial was judged: `<suite>/<run profile>/<evaluation_profile_id>-<fp8>`, with another fp8. */
function underOtherProfiles(store: Store, place: string): string[] {
  const withProfileId = (written: string) => {
    const key = readEvaluationPlace(written);
    return evaluationPlace(key, profileIdOf(key.evaluation_profile));
  };
  const own = withProfileId(place);
  const names: string[] = [];
  for (const { place: other } of store.places("evaluation"))
    if (other !== place && withProfileId(other!) === own) names.push(writeCampaignName(readEvaluationPlace(other!)));
  return names;
}

/** The sentence for judges that differ only in their endpoint; null when something else has changed as well. */
function judgedElsewhere(
  store: Store,
  campaigns: string[],
  { judges, systemSha256, profile }: AskedNow,
): string | null {
  for (const name of campaigns) {
    const record = store.read("campaign", name)?.value;
    if (!record || record.judge_system_prompt_sha256 !== systemSha256 || !isSamePanel(record, judges)) continue;
    const moved = judges.find(({ gateway }, index) => gateway.endpoint !== record.judge_runs[index]!.endpoint);
    if (!moved) continue;
    const there = record.judge_runs[judges.indexOf(moved)]!.endpoint;
    const isConfigured = profile.judges.find(({ judge_id }) => judge_id === moved.judge_id)?.gateway !== undefined;
    return explainOtherEndpoint("judged", there, moved.gateway.endpoint, isConfigured);
  }
  return null;
}

function isSamePanel({ judge_runs }: CampaignRecord, judges: readonly ResolvedJudge[]): boolean {
  return (
    judge_runs.length === judges.length &&
    judges.every(({ judge_id, model }, index) => {
      const before = judge_runs[index]!;
      return before.judge_id === judge_id && before.model === model;
    })
  );
}
