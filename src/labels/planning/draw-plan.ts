import { LABEL_PLAN_FORMAT, type LabelPlan } from "../../config/index.ts";
import type { JudgedPacket } from "../../judging/index.ts";
import type { LabelPurpose } from "../../records/index.ts";
import { neymanAllocation } from "../../statistics/index.ts";
import { sha256 } from "../../text/index.ts";
import { kindName, type QuestionKind } from "../packets/asked-question.ts";
import { pairsOf } from "../queue/pairs.ts";
import { type MeasuredUnit, measureUnits } from "./measure-units.ts";
import { divideUnits, type UnitStratum } from "./strata.ts";
import type { UnitOf } from "./units.ts";

export interface DrawOptions {
  plan: string;
  campaign: string;
  kind: QuestionKind;
  purpose: LabelPurpose;
  seed: number;
  /** How many labels one annotator is to give. */
  budget: number;
  unitOf: UnitOf | null;
  /** How far labels are expected to lie from scores, by stratum. */
  deviationOf: (units: readonly MeasuredUnit[]) => number;
  /** The plan that is enlarged: its strata stay, and what it drew stays drawn. */
  before: LabelPlan | null;
}

/** With fewer units than this, one of them could not say how far its likes are apart. */
const SMALLEST_STRATUM = 4;
const FLOOR = 2;

/**
 * Draws packets to be labelled: from each stratum the same share of its units, the ones whose hash with the seed comes first. So every unit of a
 * stratum is as likely as any other, how likely is known, and a larger budget draws the same units and more. Null when there is nothing to draw.
 */
export function drawPlan(packets: readonly JudgedPacket[], options: DrawOptions): LabelPlan | null {
  const { plan, campaign, kind, purpose, seed, budget, before, deviationOf } = options;
  const unitOf = before?.unit_of ?? options.unitOf ?? unitThatFits(packets, kind, budget);
  const units = withLabels(measureUnits(packets, kind, unitOf), packets, kind);
  if (units.length === 0) return null;
  const labelsOfUnit = units.reduce((sum, { labels }) => sum + labels.length, 0) / units.length;
  const wanted = Math.max(1, Math.min(units.length, Math.floor(budget / labelsOfUnit)));
  const strata = before
    ? strataOf(before, units)
    : divideUnits(units, { smallest: SMALLEST_STRATUM, most: Math.max(1, Math.floor(wanted / FLOOR)) });
  const counts = neymanAllocation(
    strata.map(({ units: own }) => ({ size: own.length, deviation: deviationOf(own) })),
    wanted,
    FLOOR,
  );
  const drawn = strata.map((stratum, index) => {
    const atLeast = before?.strata.find((known) => known.stratum === stratum.stratum)?.drawn ?? 0;
    const count = Math.max(counts[index]!, Math.min(atLeast, stratum.units.length));
    return {
      ...stratum,
      count,
      probability: count / stratum.units.length,
      chosen: firstOf(stratum.units, count, seed),
    };
  });
  return {
    format: LABEL_PLAN_FORMAT,
    plan,
    campaign,
    question: kindName(kind),
    purpose,
    seed,
    budget,
    population: {
      trials: packets.length,
      packets: new Set(packets.map(({ packet_sha256 }) => packet_sha256)).size,
      units: units.length,
    },
    unit_of: unitOf,
    strata: drawn.map(({ stratum, description, units: own, count, probability }) => ({
      stratum,
      description,
      units: own.length,
      packets: own.reduce((sum, unit) => sum + unit.packets.length, 0),
      drawn: count,
      probability,
      members: own.map(({ unit }) => unit).sort(),
    })),
    packets: inHashOrder(
      drawn.flatMap(({ stratum, probability, chosen }) =>
        chosen.flatMap(({ unit, labels }) => labels.map((label) => ({ ...label, unit, stratum, probability }))),
      ),
      seed,
    ),
  };
}

/** Both sides of a case where that leaves enough cases to draw; else every packet for itself. */
function unitThatFits(packets: readonly JudgedPacket[], kind: QuestionKind, budget: number): UnitOf {
  if (kind.kind === "preference") return "case";
  const units = measureUnits(packets, kind, "case");
  const sides = units.reduce((sum, unit) => sum + unit.packets.length, 0) / Math.max(1, units.length);
  return sides > 1 && budget / sides >= FEWEST_CASES ? "case" : "packet";
}

const FEWEST_CASES = 10;

interface LabelledUnit extends MeasuredUnit {
  /** What is asked about it: its packets, or its pairs. */
  labels: { packet_sha256: string; other_packet_sha256?: string }[];
}

function withLabels(units: MeasuredUnit[], packets: readonly JudgedPacket[], kind: QuestionKind): LabelledUnit[] {
  if (kind.kind !== "preference")
    return units.map((unit) => ({ ...unit, labels: unit.packets.map((packet_sha256) => ({ packet_sha256 })) }));
  const pairs = pairsOf(packets);
  return units
    .map((unit) => ({
      ...unit,
      labels: distinct(
        pairs
          .filter(
            ([one, other]) => unit.packets.includes(one.packet_sha256) && unit.packets.includes(other.packet_sha256),
          )
          .map(([one, other]) => ({ packet_sha256: one.packet_sha256, other_packet_sha256: other.packet_sha256 })),
      ),
    }))
    .filter(({ labels }) => labels.length > 0);
}

function distinct<Label extends { packet_sha256: string; other_packet_sha256: string }>(labels: Label[]): Label[] {
  return [...new Map(labels.map((label) => [`${label.packet_sha256} ${label.other_packet_sha256}`, label])).values()];
}

/** The strata that a plan was drawn by, as far as their units are still there. */
function strataOf(before: LabelPlan, units: readonly LabelledUnit[]): UnitStratum<LabelledUnit>[] {
  const known = new Map(units.map((unit) => [unit.unit, unit]));
  return before.strata
    .map(({ stratum, description, members }) => ({
      stratum,
      description,
      units: members.flatMap((member) => known.get(member) ?? []),
    }))
    .filter(({ units: own }) => own.length > 0);
}

function firstOf<Unit extends MeasuredUnit>(units: readonly Unit[], count: number, seed: number): Unit[] {
  const ranked = units.map((unit) => ({ unit, rank: sha256(`${seed} ${unit.unit}`) }));
  ranked.sort((one, other) => (one.rank < other.rank ? -1 : 1));
  return ranked.slice(0, count).map(({ unit }) => unit);
}

/** Neither unit nor stratum decides what comes next, so that the order tells an annotator nothing. */
function inHashOrder<Packet extends { packet_sha256: string }>(packets: Packet[], seed: number): Packet[] {
  const rank = ({ packet_sha256 }: Packet) => sha256(`${seed} ${packet_sha256}`);
  return packets
    .map((packet) => ({ packet, rank: rank(packet) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ packet }) => packet);
}
