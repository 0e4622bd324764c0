import { type EvaluationRecord, evaluationPlace, writeCampaignName } from "../../records/index.ts";
import { type ListedTrial, listCampaigns, listTrials, type Store } from "../../store/index.ts";
import { type JudgedPacket, type JudgeVerdict, OVERALL, type PacketFilter, wantsProfile } from "./judged-packet.ts";

/**
 * The packets of judged campaigns, as the store has them. What was said about an earlier run of a trial is not said about the run that is
 * there now, so its packet is not current.
 */
export function* campaignPackets(store: Store, filter: PacketFilter): Generator<JudgedPacket> {
  for (const { suite_id, run_profile, evaluations } of listCampaigns(store)) {
    if (filter.suite !== undefined && filter.suite !== suite_id) continue;
    if (!wantsProfile(filter.runProfile, run_profile)) continue;
    for (const { evaluation_profile } of evaluations) {
      if (!wantsProfile(filter.evaluationProfile, evaluation_profile)) continue;
      const name = { suite_id, run_profile, evaluation_profile };
      for (const trial of listTrials(store, name)) {
        const entry = trial.evaluation && store.at("evaluation", evaluationPlace(trial, evaluation_profile));
        const record = entry && store.readEntry(entry);
        if (record) yield packetOf(writeCampaignName(name), trial, record);
      }
    }
  }
}

function packetOf(
  campaign: string,
  { model_id, case_id, repetition }: ListedTrial,
  { prompt, result, aggregation, judges }: EvaluationRecord,
): JudgedPacket {
  const modelOf = new Map(judges.map(({ judge_run_id, model }) => [judge_run_id, model]));
  const dimensions = Object.entries(result.dimensions ?? {}).map(([id, { score }]) => [id, score] as const);
  return {
    trial_id: `${campaign}/${model_id}/${case_id}/${repetition}`,
    protocol: "campaign",
    campaign,
    case_id,
    subject: model_id,
    repetition,
    packet_sha256: prompt.user_sha256,
    score: result.score,
    passed: result.passed,
    pass_threshold: aggregation.pass_threshold,
    dimensions: { ...(result.score === null ? {} : { [OVERALL]: result.score }), ...Object.fromEntries(dimensions) },
    verdicts: result.judge_runs.flatMap(({ judge_run_id, judge_id, iterations }) =>
      iterations.flatMap(({ repetition: again, call_id, cost_usd, score, dimensions: scores }): JudgeVerdict[] =>
        score === null
          ? []
          : [
              {
                judge: judge_run_id,
                judge_id,
                model: modelOf.get(judge_run_id) ?? "",
                repetition: again,
                call_id,
                cost_usd,
                scores: { [OVERALL]: score, ...scores },
              },
            ],
      ),
    ),
  };
}
