import type { EvaluationRecord } from "../../records/index.ts";
import { evaluationPlace, type ListedTrial, listCampaigns, listTrials, type Store } from "../../store/index.ts";
import { type JudgedPacket, type JudgeVerdict, namesProfile, OVERALL, type PacketFilter } from "./judged-packet.ts";

/**
 * The packets of judged campaigns, as the store has them. What was said about an earlier run of a trial is not said about the run that is
 * there now, so its packet is not current.
 */
export function* campaignPackets(store: Store, filter: PacketFilter): Generator<JudgedPacket> {
  for (const { suite_id, run_profile, evaluations } of listCampaigns(store)) {
    if (filter.suite !== undefined && filter.suite !== suite_id) continue;
    if (!namesProfile(filter.runProfile, run_profile)) continue;
    for (const { evaluation_profile } of evaluations) {
      if (!namesProfile(filter.evaluationProfile, evaluation_profile)) continue;
      const name = { suite_id, run_profile, evaluation_profile };
      for (const trial of listTrials(store, name)) {
        const record = trial.evaluation && readEvaluation(store, name, trial);
        if (record) yield packetOf(Object.values(name).join("/"), trial, record);
      }
    }
  }
}

function readEvaluation(
  store: Store,
  { suite_id, run_profile, evaluation_profile }: Record<"suite_id" | "run_profile" | "evaluation_profile", string>,
  { model_id, case_id, repetition }: ListedTrial,
): EvaluationRecord | null {
  const place = {
    suiteId: suite_id,
    runProfileFolder: run_profile,
    modelId: model_id,
    caseId: case_id,
    repetition,
  };
  const entry = store.at("evaluation", evaluationPlace(place, evaluation_profile));
  return entry && store.readEntry(entry);
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
