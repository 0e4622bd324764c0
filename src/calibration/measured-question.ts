import { type JudgedPacket, OVERALL } from "../judging/index.ts";
import type { LabelRecord } from "../records/index.ts";
import { mean } from "../statistics/index.ts";

/** Question with numeric answers, comparable between judges and people: a score, a band, or 1 and 0 for pass and fail. */
export interface MeasuredQuestion {
  /** `pass`, `score:overall`, `band:tone`. */
  name: string;
  pass: boolean;
  dimension: string;
}

/** Null for preferences, which are not numeric. */
export function measuredQuestion(name: string): MeasuredQuestion | null {
  if (name === "pass") return { name, pass: true, dimension: OVERALL };
  const [, kind, dimension] = /^(score|band):(.+)$/s.exec(name) ?? [];
  return kind === undefined ? null : { name, pass: false, dimension: dimension! };
}

export function labelNumber({ value }: Pick<LabelRecord, "value">): number {
  return Number(value);
}

/** Combined result of the panel. */
export const PANEL = "panel";

/**
 * Returns a judge run's or the panel's answer to a question; null without a valid one, or without a pass threshold. Averages repetitions.
 * Passing depends on the judge's score alone, not on checks.
 */
export function judgedNumber(
  packet: JudgedPacket,
  judge: string,
  { pass, dimension }: MeasuredQuestion,
): number | null {
  const score = judge === PANEL ? panelScore(packet, dimension) : meanOfJudge(packet, judge, dimension);
  if (score === null || !pass) return score;
  return packet.pass_threshold === null ? null : Number(score >= packet.pass_threshold);
}

function panelScore({ dimensions }: JudgedPacket, dimension: string): number | null {
  if (Object.hasOwn(dimensions, dimension)) return dimensions[dimension]!;
  return dimension === OVERALL ? meanOf(Object.values(dimensions)) : null;
}

function meanOfJudge({ verdicts }: JudgedPacket, judge: string, dimension: string): number | null {
  return meanOf(
    verdicts.flatMap(({ judge: own, scores }) => {
      if (own !== judge) return [];
      if (Object.hasOwn(scores, dimension)) return [scores[dimension]!];
      const mean = dimension === OVERALL ? meanOf(Object.values(scores)) : null;
      return mean === null ? [] : [mean];
    }),
  );
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : mean(values);
}
