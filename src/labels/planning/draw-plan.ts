import { LABEL_PLAN_FORMAT, type LabelPlan } from "../../config/index.ts";
import type { JudgedPacket } from "../../judging/index.ts";
import type { LabelPurpose } from "../../records/index.ts";
import { neymanAllocation } from "../../statistics/index.ts";
import { sha256 } from "../../text/index.ts";
import { kindName, type QuestionKind } from "../packets/asked-question.ts";
import { pairPackets } from "../queue/pairs.ts";
import { type MeasuredUnit, measureUnits } from "./measure-units.ts";
import { divideUnits, type UnitStratum } from "./strata.ts";
import type { UnitOf } from "./units.ts";

export interface DrawOptions {
  plan: string;
  campaign: string;
  kind: QuestionKind;
  purpose: LabelPurpose;
  seed: number;
  /** Number of labels for one annotator. */
  budget: number;
  unitOf: UnitOf | null;
  /** Expected deviation of labels from scores, by stratum. */
  deviationOf: (units: readonly MeasuredUnit[]) => number;
  /** Plan to enlarge: keeps its strata and drawn packets. */
  before: LabelPlan | null;
}

/** Smaller strata cannot estimate their spread. */
const SMALLEST_STRATUM = 4;
const FLOOR = 2;

/**
 * Draws packets to label: an equal share of each stratum, lowest hashes with the seed first. All units of a stratum are thus equally
 * likely, with a known probability, and a larger budget adds to the same units. Null if there is nothing to draw.
 */
export function drawPlan(packets: readonly JudgedPacket[], options: DrawOptions): LabelPlan | null {
  const { plan, campaign, kind, purpose, seed, budget, before, deviationOf } = options;
  const unitOf = before?.unit_of ?? options.unitOf ?? chooseUnit(packets, kind, budget);
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
    packets: sortByHash(
      drawn.flatMap(({ stratum, probability, chosen }) =>
        chosen.flatMap(({ unit, labels }) => labels.map((label) => ({ ...label, unit, stratum, probability }))),
      ),
      seed,
    ),
  };
}

/** Groups packets by case if that leaves enough cases to draw; otherwise draws packets separately. */
function chooseUnit(packets: readonly JudgedPacket[], kind: QuestionKind, budget: number): UnitOf {
  if (kind.kind === "preference") return "case";
  const units = measureUnits(packets, kind, "case");
  const sides = units.reduce((sum, unit) => sum + unit.packets.length, 0) / Math.max(1, units.length);
  return sides > 1 && budget / sides >= FEWEST_CASES ? "case" : "packet";
}

const FEWEST_CASES = 10;

interface LabelledUnit extends MeasuredUnit {
  /** Packets or pairs to ask about. */
  labels: { packet_sha256: string; other_packet_sha256?: string }[];
}

function withLabels(units: MeasuredUnit[], packets: readonly JudgedPacket[], kind: QuestionKind): LabelledUnit[] {
  if (kind.kind !== "preference")
    return units.map((unit) => ({ ...unit, labels: unit.packets.map((packet_sha256) => ({ packet_sha256 })) }));
  const pairs = pairPackets(packets);
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

/** Restores a plan's strata, for units that still exist. */
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

/** Sorts by hash alone, so that the order reveals neither unit nor stratum. */
function sortByHash<Packet extends { packet_sha256: string }>(packets: Packet[], seed: number): Packet[] {
  const rank = ({ packet_sha256 }: Packet) => sha256(`${seed} ${packet_sha256}`);
  return packets
    .map((packet) => ({ packet, rank: rank(packet) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ packet }) => packet);
}
