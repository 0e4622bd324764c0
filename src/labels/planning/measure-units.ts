import { type JudgedPacket, OVERALL } from "../../judging/index.ts";
import { mean } from "../../statistics/index.ts";
import { addTo, groupBy } from "../../text/index.ts";
import type { QuestionKind } from "../packets/asked-question.ts";
import { findExtent } from "./find-extent.ts";
import { type UnitOf, unitsOf } from "./units.ts";

/** Unit with the judges' scores, for stratification. */
export interface MeasuredUnit {
  unit: string;
  /** Distinct packets in order. */
  packets: string[];
  /** Mean of the judges' scores. */
  score: number;
  /** Largest range of one judge's repetitions. */
  spread: number;
  /** Largest distance between judges. */
  disagreement: number;
}

/** Measures a campaign's units. Omits packets without a score, as there is nothing to correct. */
export function measureUnits(packets: readonly JudgedPacket[], kind: QuestionKind, unitOf: UnitOf): MeasuredUnit[] {
  const scoreIn = scoreFor(kind);
  const scored = packets.filter(({ dimensions }) => scoreIn(dimensions) !== undefined);
  const units = unitsOf(scored, unitOf);
  return [...groupBy(scored, ({ packet_sha256 }) => units.get(packet_sha256)!)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([unit, trials]) => ({
      unit,
      packets: [...new Set(trials.map(({ packet_sha256 }) => packet_sha256))].sort(),
      score: mean(trials.map(({ dimensions }) => scoreIn(dimensions)!)),
      spread: Math.max(...trials.map((trial) => spreadOf(trial, scoreIn))),
      disagreement: Math.max(...trials.map((trial) => disagreementOf(trial, scoreIn))),
    }));
}

type ScoreIn = (scores: Record<string, number>) => number | undefined;

/** Returns the question's dimension, or the overall score, or else the mean of all dimensions. */
function scoreFor(kind: QuestionKind): ScoreIn {
  if ("dimension" in kind) return (scores) => scores[kind.dimension];
  return (scores) => {
    const all = Object.values(scores);
    return scores[OVERALL] ?? (all.length === 0 ? undefined : mean(all));
  };
}

function spreadOf({ verdicts }: JudgedPacket, scoreIn: ScoreIn): number {
  return Math.max(0, ...[...scoresByJudge(verdicts, scoreIn).values()].map(rangeOf));
}

function disagreementOf({ verdicts }: JudgedPacket, scoreIn: ScoreIn): number {
  const means = [...scoresByJudge(verdicts, scoreIn).values()].map((scores) => mean(scores));
  return means.length < 2 ? 0 : rangeOf(means);
}

function scoresByJudge(verdicts: JudgedPacket["verdicts"], scoreIn: ScoreIn): Map<string, number[]> {
  const scores = new Map<string, number[]>();
  for (const verdict of verdicts) {
    const score = scoreIn(verdict.scores);
    if (score !== undefined) addTo(scores, verdict.judge, score);
  }
  return scores;
}

function rangeOf(values: readonly number[]): number {
  const { low, high } = findExtent(values);
  return high - low;
}
