import type { JudgedPacket } from "../judging/index.ts";
import {
  type CorrectedDifference,
  type CorrectedMean,
  type CorrectedRate,
  clusteredMean,
  correctedDifference,
  correctedMean,
  type ErrorRateDifference,
  isDrawn,
  type JudgedUnit,
  type JudgeErrors,
  type ObservedShare,
  roganGladen,
  type Scale,
  testEqualErrorRates,
  type Undefined,
  undefinedBecause,
} from "../statistics/index.ts";
import { addTo } from "../text/index.ts";
import type { LabelledQuestionSet } from "./labelled-packets.ts";
import { measuredBy } from "./labelled-questions.ts";
import { judgedNumber, PANEL } from "./measured-question.ts";

/** Estimated figures of a campaign if people had scored all of it. */
export interface Corrections {
  kind: "corrections";
  plan: string;
  /** Corrected figures: the question's score, or the share of passing trials. */
  figures: CorrectedFigures[];
  /** Test whether the judge's errors differ between subjects. Null with fewer than two subjects, or without a threshold. */
  different_errors: ErrorRateDifference | null;
}

export interface CorrectedFigures {
  figure: "score" | "pass_rate";
  subjects: { subject: string; result: CorrectedMean | Undefined; rogan_gladen: CorrectedRate | Undefined | null }[];
  /** Second − first, for each pair of subjects. */
  differences: { first: string; second: string; result: CorrectedDifference | Undefined }[];
}

/** More subjects make too many pairs to read. */
const MOST_SUBJECTS_IN_PAIRS = 6;

/** Corrects every score and difference of a campaign by the labels of one plan; undefined with a reason if not permitted. */
export function corrections(set: LabelledQuestionSet, trials: readonly JudgedPacket[]): Corrections | Undefined {
  const refused = whyNotCorrected(set);
  if (refused) return refused;
  const { plan, question } = set;
  const { threshold, scale } = measuredBy(set, trials);
  const units = unitsBySubject(set, trials);
  const pass = { low: 0, high: 1 };
  const figures = question.pass
    ? [figuresOf("pass_rate", units, pass)]
    : [
        figuresOf("score", units, scale),
        ...(threshold === null ? [] : [figuresOf("pass_rate", atThreshold(units, threshold), pass)]),
      ];
  const passing = question.pass ? units : threshold === null ? null : atThreshold(units, threshold);
  return {
    kind: "corrections",
    plan: plan!.plan,
    figures,
    different_errors: passing && testEqualErrorRates([...passing].map(([subject, own]) => errorsOf(subject, own))),
  };
}

/** Returns why labels of a question cannot correct figures; null if they can. */
export function whyNotCorrected({ plan, packets, tuned }: LabelledQuestionSet): Undefined | null {
  const mixed = packets.filter(({ packet_sha256 }) => tuned.has(packet_sha256));
  if (mixed.length > 0)
    return undefinedBecause(
      `${mixed.length} of the labelled packets also have labels used to tune a judge; labels used for tuning can't show how good it is`,
    );
  if (plan === null)
    return undefinedBecause(
      "the labels were not drawn at random but chosen by hand, and trials chosen by hand are not typical. `assay label plan` draws some",
    );
  return null;
}

export type UnitsBySubject = Map<string, JudgedUnit[]>;

/** Lists scored trials with their packets' labels, except those a judge was tuned by. */
export function unitsBySubject(
  { packets, strata, tuned, question }: LabelledQuestionSet,
  trials: readonly JudgedPacket[],
): UnitsBySubject {
  const labelled = new Map(packets.map((packet) => [packet.packet_sha256, packet]));
  const bySubject: UnitsBySubject = new Map();
  for (const trial of trials) {
    const judge = judgedNumber(trial, PANEL, question);
    if (judge === null || tuned.has(trial.packet_sha256)) continue;
    const packet = labelled.get(trial.packet_sha256);
    const stratum = strata.get(trial.packet_sha256);
    addTo(bySubject, trial.subject, {
      case_id: trial.case_id,
      judge,
      ...(stratum === undefined ? {} : { stratum }),
      ...(packet
        ? { label: packet.label, ...(packet.probability === undefined ? {} : { probability: packet.probability }) }
        : {}),
    });
  }
  return bySubject;
}

function atThreshold(units: UnitsBySubject, threshold: number): UnitsBySubject {
  const passes = (score: number) => Number(score >= threshold);
  return new Map(
    [...units].map(([subject, own]) => [
      subject,
      own.map((unit) => ({
        ...unit,
        judge: passes(unit.judge),
        ...(unit.label === undefined ? {} : { label: passes(unit.label) }),
      })),
    ]),
  );
}

function figuresOf(
  figure: CorrectedFigures["figure"],
  units: UnitsBySubject,
  scale: Scale | undefined,
): CorrectedFigures {
  const subjects = [...units.keys()];
  const pairs =
    subjects.length > MOST_SUBJECTS_IN_PAIRS
      ? []
      : subjects.flatMap((first, index) => subjects.slice(index + 1).map((second) => ({ first, second })));
  const told = figure === "pass_rate" ? toldShares([...units.values()].flat()) : null;
  return {
    figure,
    subjects: subjects.map((subject) => {
      const own = units.get(subject)!;
      return { subject, result: correctedMean(own, { scale }), rogan_gladen: told && rateOf(own, told) };
    }),
    differences: pairs.map(({ first, second }) => ({
      first,
      second,
      result: correctedDifference(units.get(first)!, units.get(second)!, { scale }),
    })),
  };
}

interface ToldShares {
  sensitivity: ObservedShare;
  specificity: ObservedShare;
}

/** Pools all subjects, as Rogan and Gladen assume equal error rates. */
function toldShares(units: readonly JudgedUnit[]): ToldShares | null {
  const drawn = units.filter(isDrawn);
  const told = (side: (label: number) => boolean, right: (judge: number) => boolean): ObservedShare | null => {
    const own = drawn.filter(({ label }) => side(label));
    const total = own.reduce((sum, { probability }) => sum + 1 / probability, 0);
    const squares = own.reduce((sum, { probability }) => sum + 1 / probability ** 2, 0);
    const hits = own.reduce((sum, { judge, probability }) => sum + (right(judge) ? 1 / probability : 0), 0);
    return own.length === 0 ? null : { share: hits / total, units: total ** 2 / squares };
  };
  const sensitivity = told(
    (label) => label >= 0.5,
    (judge) => judge === 1,
  );
  const specificity = told(
    (label) => label < 0.5,
    (judge) => judge === 0,
  );
  return sensitivity && specificity && { sensitivity, specificity };
}

function rateOf(units: readonly JudgedUnit[], told: ToldShares): CorrectedRate | Undefined {
  const byCase = new Map<string, number[]>();
  for (const { case_id, judge } of units) addTo(byCase, case_id, judge);
  const mean = clusteredMean([...byCase.values()]);
  if (mean.kind === "undefined") return mean;
  const error = typeof mean.standard_error === "number" ? mean.standard_error : 0;
  return roganGladen({ apparent: { share: mean.mean, standard_error: error }, ...told });
}

function errorsOf(subject: string, units: readonly JudgedUnit[]): JudgeErrors {
  const drawn = units.filter(isDrawn);
  const count = (label: number, judge: number) =>
    drawn.filter((unit) => Number(unit.label >= 0.5) === label && unit.judge === judge).length;
  return {
    subject,
    passed: { right: count(1, 1), wrong: count(1, 0) },
    failed: { right: count(0, 0), wrong: count(0, 1) },
  };
}
