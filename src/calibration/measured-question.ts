import { type JudgedPacket, OVERALL } from "../judging/index.ts";
import type { LabelRecord } from "../records/index.ts";

/** A question whose answers are numbers, so that judges and humans can be compared: a score, a band, or 1 and 0 for pass and fail. */
export interface MeasuredQuestion {
  /** `pass`, `score:overall`, `band:tone`. */
  name: string;
  pass: boolean;
  dimension: string;
}

/** Null for preferences, which have no number. */
export function measuredQuestion(name: string): MeasuredQuestion | null {
  if (name === "pass") return { name, pass: true, dimension: OVERALL };
  const [, kind, dimension] = /^(score|band):(.+)$/s.exec(name) ?? [];
  return kind === undefined ? null : { name, pass: false, dimension: dimension! };
}

export function labelNumber({ value }: Pick<LabelRecord, "value">): number {
  return Number(value);
}

/** What the panel as a whole came to. */
export const PANEL = "panel";

/**
 * What a judge run, or the panel, says in answer to a question; null when it said nothing valid, or when there is no threshold to pass. Repetitions of a judge are
 * averaged. Whether a trial passes is asked of the judge's score alone: checks are no judge.
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
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
