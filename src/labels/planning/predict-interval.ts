import type { LabelPlan } from "../../config/index.ts";
import type { JudgedPacket } from "../../judging/index.ts";
import { promisedHalfWidth, standardDeviation } from "../../statistics/index.ts";
import type { QuestionKind } from "../packets/asked-question.ts";
import type { Residuals } from "./label-residuals.ts";
import { measureUnits } from "./measure-units.ts";

/** Predicts the interval of a corrected mean; nothing if too few packets are drawn. */
export function predictInterval(
  { strata, packets, unit_of }: LabelPlan,
  judged: readonly JudgedPacket[],
  kind: QuestionKind,
  residuals: Residuals,
): Pick<LabelPlan, "promise"> {
  const cases = measureUnits(judged, kind, "case");
  const half_width = promisedHalfWidth({
    strata: strata.map(({ stratum, units, drawn, packets: all }) => ({
      // A case is labelled as a whole, so it counts once per packet.
      size: unit_of === "case" ? all : units,
      labels: unit_of === "case" ? drawn * (all / units) : drawn,
      deviation: residuals.deviationOf(
        packets.filter((own) => own.stratum === stratum).map((own) => own.packet_sha256),
      ),
    })),
    cases: cases.length,
    score_deviation:
      standardDeviation(cases.map(({ score }) => (kind.kind === "pass" ? passShare(score, judged) : score))) ?? 0,
  });
  if (typeof half_width !== "number" || kind.kind === "preference") return {};
  return { promise: { half_width, deviation: residuals.overall, from_labels: residuals.labels } };
}

function passShare(score: number, judged: readonly JudgedPacket[]): number {
  const threshold = judged.find(({ pass_threshold }) => pass_threshold !== null)?.pass_threshold ?? null;
  return threshold === null ? 0 : Number(score >= threshold);
}
