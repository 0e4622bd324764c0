import type { JudgedPacket } from "../judging/index.ts";
import {
  type AlternativeAnnotatorTest,
  alternativeAnnotatorTest,
  type HumanAgreement,
  humanAgreement,
  sum,
  type Undefined,
} from "../statistics/index.ts";
import type { LabelledQuestionSet } from "./labelled-packets.ts";
import { judgedNumber, PANEL } from "./measured-question.ts";
import { type PartMeasure, partMeasures, type TextOf } from "./part-measures.ts";
import { scoredTwice } from "./scored-twice.ts";

/** Agreement of a judge, or of the panel, with people. */
export interface JudgeMeasures {
  /** Judge run, or `panel` for the combined result. */
  judge: string;
  model: string | null;
  /** US dollars per trial as reported by the provider; null if unknown. */
  cost_usd: number | null;
  calls_per_trial: number;
  agreement: HumanAgreement;
  alternative_annotator: AlternativeAnnotatorTest | Undefined;
  parts: PartMeasure[];
}

/** Measures the panel, then each judge run by name. Omits the panel if it consists of one judge asked once. */
export function judgeMeasures(
  set: LabelledQuestionSet,
  trials: readonly JudgedPacket[],
  threshold: number | null,
  epsilon: number,
  textOf: TextOf,
): JudgeMeasures[] {
  const judges = [...new Set(trials.flatMap(({ verdicts }) => verdicts.map(({ judge }) => judge)))].sort();
  const names = judges.length === 1 ? judges : [PANEL, ...judges];
  return names.map((judge) => {
    const scored = scoredTwice(set, judge);
    const own = trials.flatMap(({ verdicts }) =>
      verdicts.filter((verdict) => judge === PANEL || verdict.judge === judge),
    );
    const costs = own.map(({ cost_usd }) => cost_usd);
    return {
      judge,
      model: judge === PANEL ? null : (own[0]?.model ?? null),
      cost_usd: costs.some((cost) => cost === null) ? null : sum(costs as number[]) / Math.max(1, trials.length),
      calls_per_trial: own.length / Math.max(1, trials.length),
      agreement: humanAgreement(scored, threshold === null ? {} : { threshold }),
      alternative_annotator: alternative(set, judge, epsilon),
      parts: partMeasures(set, judge, threshold, textOf),
    };
  });
}

function alternative(
  { packets, question }: LabelledQuestionSet,
  judge: string,
  epsilon: number,
): AlternativeAnnotatorTest | Undefined {
  const annotators = new Map<string, Map<string, number>>();
  const judged = new Map<string, number>();
  for (const { packet_sha256, trials, by_annotator } of packets) {
    const own = judgedNumber(trials[0]!, judge, question);
    if (own !== null) judged.set(packet_sha256, own);
    for (const { annotator, value } of by_annotator)
      annotators.set(annotator, (annotators.get(annotator) ?? new Map<string, number>()).set(packet_sha256, value));
  }
  return alternativeAnnotatorTest(judged, annotators, { epsilon, closeness: question.pass ? "equal" : "near" });
}
