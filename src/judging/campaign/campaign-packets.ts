import { type EvaluationRecord, evaluationPlace, writeCampaignName } from "../../records/index.ts";
import { type ListedTrial, listCampaigns, listTrials, type Store } from "../../store/index.ts";
import { isRecord, jsonOrNull } from "../../text/index.ts";
import { type JudgedPacket, type JudgeVerdict, OVERALL } from "../judged-packet.ts";
import type { AnswerScale, PacketNames, PacketReader } from "../protocol.ts";
import { wantsProfile } from "../wants-profile.ts";
import type { Packet } from "./packet/packet.ts";
import { sectionsOfTrial } from "./packet/trial-sections.ts";

/** Finds and shows the packets of judged trials. */
export const campaignPacketReader: PacketReader = {
  *packets(store, filter) {
    for (const packet of campaignPackets(store, filter)) yield { packet };
  },
  sections(text) {
    const packet = jsonOrNull(text);
    return isRecord(packet) ? sectionsOfTrial(packet as unknown as Packet) : null;
  },
  scaleOf(dimension, text) {
    const packet: unknown = JSON.parse(text);
    return isRecord(packet) ? scaleOfTrial(dimension, packet) : null;
  },
};

/** Campaign judges score everything from 0 to 10; the case's own rubric may describe some of these scores. */
function scaleOfTrial(dimension: string, { evaluation_target: target }: Record<string, unknown>): AnswerScale | null {
  if (!isRecord(target)) return null;
  const known = Array.isArray(target.dimensions) && target.dimensions.includes(dimension);
  if (dimension !== OVERALL && !known) return null;
  const anchors = isRecord(target.rubric) && isRecord(target.rubric.anchors) ? target.rubric.anchors : {};
  const bands = dimension === OVERALL ? Object.entries(anchors) : [];
  return { low: 0, high: 10, bands: bands.map(([value, criteria]) => ({ value, criteria: String(criteria) })) };
}

/**
 * Lists the packets of judged campaigns, as the store has them. A verdict on an earlier run of a trial says nothing about the run that replaced it, so
 * its packet is not current.
 */
export function* campaignPackets(store: Store, filter: PacketNames): Generator<JudgedPacket> {
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
