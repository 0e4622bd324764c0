import { type JudgedPacket, PROTOCOLS } from "../../judging/index.ts";
import { disagreements, readPlans, separateUsableLabels, settledLabels } from "../../labels/index.ts";
import type { Controls } from "../controls.ts";
import type { PacketOptions } from "./label-options.ts";
import { openLabels } from "./open-labels.ts";
import { ownPackets, type SourceOfPackets } from "./packet-source.ts";

/** Choices for labelling. */
export interface LabelChoices {
  plans: { plan: string; question: string; campaign: string; packets: number }[];
  /** With suitable questions for each. */
  campaigns: { campaign: string; questions: string[] }[];
  disagreements: number;
}

/**
 * Lists what can be labelled: plans, campaigns with suitable questions, and the number of open disagreements.
 *
 * @example
 * const { plans, campaigns } = await labelChoices();
 * console.log(plans.length, campaigns[0]?.questions);
 */
export function labelChoices(options: PacketOptions = {}, controls: Controls = {}): Promise<LabelChoices> {
  return choicesFrom(ownPackets, options, controls);
}

export async function choicesFrom(
  source: SourceOfPackets,
  options: PacketOptions,
  controls: Controls = {},
): Promise<LabelChoices> {
  const { root, labels, opened, close } = await openLabels(options, controls, source);
  await close();
  const { packets } = opened;
  const byCampaign = new Map<string, JudgedPacket[]>();
  for (const packet of packets)
    (byCampaign.get(packet.campaign) ?? byCampaign.set(packet.campaign, []).get(packet.campaign)!).push(packet);
  const { current } = separateUsableLabels(labels.labels, packets);
  return {
    plans: (await readPlans(root)).plans
      .filter(({ campaign }) => byCampaign.has(campaign))
      .map(({ plan, question, campaign, packets: drawn }) => ({ plan, question, campaign, packets: drawn.length })),
    campaigns: [...byCampaign].map(([campaign, own]) => ({ campaign, questions: questionsOf(own) })),
    disagreements: disagreements(settledLabels(current), packets).length,
  };
}

function questionsOf(packets: readonly JudgedPacket[]): string[] {
  const dimensions = [...new Set(packets.flatMap(({ dimensions: own }) => Object.keys(own)))];
  const hasSides = new Set(packets.map(({ subject }) => subject)).size > 1;
  return [
    ...(packets.some(({ pass_threshold }) => pass_threshold !== null) ? ["pass"] : []),
    ...dimensions.map((dimension) => `score:${dimension}`),
    ...(packets[0] && PROTOCOLS[packets[0].protocol].labels.hasBands
      ? dimensions.map((dimension) => `band:${dimension}`)
      : []),
    ...(hasSides ? ["preference"] : []),
  ];
}
