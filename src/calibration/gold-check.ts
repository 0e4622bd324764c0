import type { JudgedPacket } from "../judging/index.ts";
import { type Interval, mean, pairedDifference, type Scale, type Undefined } from "../statistics/index.ts";
import { addTo } from "../text/index.ts";
import { judgedNumber, type MeasuredQuestion, PANEL } from "./measured-question.ts";

/** Labelled packet with the earlier and the new judgements. */
export interface GoldPacket {
  packet: JudgedPacket;
  label: number;
  /** Scores of the current judges by dimension, for every valid answer. */
  now: { judge: string; scores: Record<string, number> }[];
}

/** Comparison of judges' quality on labelled packets, before and now. */
export interface GoldCheck {
  schema_version: 1;
  kind: "gold_check";
  question: string;
  against: string;
  packets: number;
  /** Packets without a valid answer of the current judges. */
  unanswered: number;
  /** Mean distance from the labels. */
  before: number | null;
  now: number | null;
  /** Mean reduction of the distance; positive is better. */
  gain: number | null;
  interval: Interval | Undefined;
  verdict: "same" | "better" | "worse" | "inconclusive";
  reason: string;
}

/** Negligible differences in distance: a fortieth of the scale, which is a quarter of a point of ten, or five of a hundred passes. */
const MARGIN = { score: 1 / 40, pass: 0.05 };

/**
 * Compares judges' distances from labels, before and now, by packet, clustered by case. `better` or `worse` if the gain's 95 % interval
 * excludes zero; `same` if it is within the negligible range; otherwise `inconclusive`.
 */
export function goldCheck(
  question: MeasuredQuestion,
  against: string,
  gold: readonly GoldPacket[],
  scale: Scale = { low: 0, high: 10 },
): GoldCheck {
  const before = new Map<string, number[]>();
  const now = new Map<string, number[]>();
  let unanswered = 0;
  for (const { packet, label, now: answers } of gold) {
    const then = judgedNumber(packet, PANEL, question);
    const again = judgedNumber(asJudged(packet, answers), PANEL, question);
    if (again === null) unanswered += 1;
    if (then === null || again === null) continue;
    addTo(before, packet.case_id, -Math.abs(then - label));
    addTo(now, packet.case_id, -Math.abs(again - label));
  }
  const found = pairedDifference(before, now);
  const shared = {
    schema_version: 1,
    kind: "gold_check",
    question: question.name,
    against,
    packets: gold.length,
    unanswered,
  } as const;
  if (found.kind === "undefined")
    return {
      ...shared,
      before: null,
      now: null,
      gain: null,
      interval: found,
      verdict: "inconclusive",
      reason: found.reason,
    };
  const { difference: gain, interval, test } = found;
  const isChance = test.kind === "undefined" || test.p_value >= 0.05;
  const margin = question.pass ? MARGIN.pass : MARGIN.score * (scale.high - scale.low);
  return {
    ...shared,
    before: -meanOf(before),
    now: -meanOf(now),
    gain,
    interval,
    ...decide({ gain, interval, isChance, margin, unanswered: unanswered / gold.length }),
  };
}

function decide({
  gain,
  interval,
  isChance,
  margin,
  unanswered,
}: {
  gain: number;
  interval: Interval | Undefined;
  /** True if chance alone may explain the signs of the differences. */
  isChance: boolean;
  margin: number;
  unanswered: number;
}): Pick<GoldCheck, "verdict" | "reason"> {
  if (unanswered > 0.1) return { verdict: "worse", reason: "more than one packet in ten got no valid answer" };
  if (interval.kind === "undefined") {
    if (gain === 0)
      return { verdict: "same", reason: "the judges are as far from the labels as before on every packet" };
    // An equal change on every packet has no spread and no interval, but its constant sign is not chance.
    if (isChance) return { verdict: "inconclusive", reason: interval.reason };
    return gain > 0 ? NEARER : FURTHER;
  }
  if (interval.low > 0) return NEARER;
  if (interval.high < 0) return FURTHER;
  return interval.low >= -margin && interval.high <= margin
    ? { verdict: "same", reason: `a change of more than ${margin} either way can be ruled out` }
    : { verdict: "inconclusive", reason: "the labelled packets are too few to tell a change from chance" };
}

const NEARER = { verdict: "better", reason: "the judges are nearer to the labels than before" } as const;
const FURTHER = { verdict: "worse", reason: "the judges are further from the labels than before" } as const;

/** Replaces a packet's stored answers by new ones. Averages each judge's repetitions, then the judges. */
function asJudged(packet: JudgedPacket, answers: GoldPacket["now"]): JudgedPacket {
  const byJudge = new Map<string, Record<string, number>[]>();
  for (const { judge, scores } of answers) addTo(byJudge, judge, scores);
  const dimensions: Record<string, number> = {};
  for (const dimension of new Set(answers.flatMap(({ scores }) => Object.keys(scores)))) {
    const judges = [...byJudge.values()].flatMap((own) => {
      const values = own.flatMap((scores) => scores[dimension] ?? []);
      return values.length === 0 ? [] : [mean(values)];
    });
    dimensions[dimension] = mean(judges);
  }
  return { ...packet, dimensions };
}

function meanOf(byCase: ReadonlyMap<string, readonly number[]>): number {
  const means = [...byCase.values()].map((values) => mean(values));
  return mean(means);
}
