import type { LabelPlan } from "../config/index.ts";
import { type JudgedPacket, OVERALL } from "../judging/index.ts";
import { pairPackets, settledLabels, shownPreference } from "../labels/index.ts";
import type { LabelPurpose, LabelRecord } from "../records/index.ts";
import {
  type AlternativeAnnotatorTest,
  alternativeAnnotatorTest,
  type CohenKappa,
  mean,
  type Proportion,
  type Undefined,
  undefinedBecause,
  wilsonInterval,
} from "../statistics/index.ts";
import { preferenceAgreement } from "./preference-agreement.ts";
import { type ComparedPair, type WinRate, winRates } from "./win-rates.ts";

/** Agreement of the panel's preferences with people's, for two answers to the same task. Equal scores are a tie. */
export interface PreferenceMeasures {
  campaign: string;
  pairs: number;
  labels: number;
  same: Proportion | Undefined;
  kappa: CohenKappa | Undefined;
  alternative_annotator: AlternativeAnnotatorTest | Undefined;
  /** Share of annotators' choices for A, without ties: one half means no position bias. */
  first_shown: Proportion | Undefined;
  /** Win rates between subjects, corrected by drawn labels. */
  win_rates: WinRate[];
}

/** Null if no two packets of the campaign were compared. */
export function preferenceMeasures(
  campaign: string,
  trials: readonly JudgedPacket[],
  labels: readonly LabelRecord[],
  plans: readonly LabelPlan[],
  purpose: LabelPurpose,
  epsilon: number,
): PreferenceMeasures | null {
  const scores = new Map(trials.map((trial) => [trial.packet_sha256, trial.dimensions[OVERALL] ?? trial.score]));
  const judged = new Map<string, string>();
  const annotators = new Map<string, Map<string, string>>();
  const pairs: [string, string][] = [];
  const shown = { first: 0, all: 0 };
  for (const { question, packet_sha256, annotator, value, adjudicated, purpose: own } of labels) {
    if (question.kind !== "preference" || own !== purpose) continue;
    const [one, other] = [scores.get(packet_sha256), scores.get(question.other_packet_sha256)];
    if (one === undefined || one === null || other === undefined || other === null) continue;
    const item = `${packet_sha256}/${question.other_packet_sha256}`;
    const prefers = one > other ? "this" : one < other ? "other" : "tie";
    judged.set(item, prefers);
    pairs.push([prefers, String(value)]);
    const letter = shownPreference(value, packet_sha256, question.other_packet_sha256);
    if (letter !== "tie") {
      shown.all += 1;
      shown.first += Number(letter === "a");
    }
    if (!adjudicated)
      annotators.set(annotator, (annotators.get(annotator) ?? new Map<string, string>()).set(item, String(value)));
  }
  if (pairs.length === 0) return null;
  return {
    campaign,
    pairs: judged.size,
    labels: pairs.length,
    ...preferenceAgreement(pairs),
    alternative_annotator: alternativeAnnotatorTest(judged, annotators, { epsilon }),
    first_shown: shown.all === 0 ? undefinedBecause("all labels are ties") : wilsonInterval(shown.first, shown.all),
    win_rates: winRates(comparedPairs(trials, labels, plans, purpose)),
  };
}

const PREFERRED = { this: 1, other: 0, tie: 0.5 } as Record<string, number>;

/** Lists pairs of answers to a task with the panel's and people's preferences. Only drawn labels have a probability. */
function comparedPairs(
  trials: readonly JudgedPacket[],
  labels: readonly LabelRecord[],
  plans: readonly LabelPlan[],
  purpose: LabelPurpose,
): ComparedPair[] {
  const own = labels.filter((label) => label.question.kind === "preference" && label.purpose === purpose);
  const said = new Map(
    settledLabels(own).map(({ packet_sha256, question, labels: given, settled }) => {
      const values = (settled ? [settled] : given).map(({ value }) => PREFERRED[String(value)]!);
      const draw = given.find((label) => label.draw && plans.some(({ plan }) => plan === label.draw!.plan))?.draw;
      const other = question.kind === "preference" ? question.other_packet_sha256 : "";
      const label = mean(values);
      return [`${packet_sha256}/${other}`, { label, ...(draw ? { probability: draw.probability } : {}) }] as const;
    }),
  );
  return pairPackets(trials).flatMap(([packet, other]): ComparedPair[] => {
    const [one, two] = [packet, other].map(({ dimensions, score }) => dimensions[OVERALL] ?? score);
    if (one === null || one === undefined || two === null || two === undefined) return [];
    return [
      {
        case_id: packet.case_id,
        first: packet.subject,
        second: other.subject,
        judge: one > two ? 1 : one < two ? 0 : 0.5,
        ...said.get(`${packet.packet_sha256}/${other.packet_sha256}`),
      },
    ];
  });
}
