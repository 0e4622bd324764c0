import type { LabelPlan } from "../config/index.ts";
import type { JudgedPacket } from "../judging/index.ts";
import { findMixedPurposes, separateUsableLabels } from "../labels/index.ts";
import type { LabelPurpose, LabelRecord } from "../records/index.ts";
import { type CurveBin, calibrationCurve, type Undefined } from "../statistics/index.ts";
import { type Corrections, corrections } from "./corrections.ts";
import { cheapestGoodEnough, type GoodEnough } from "./good-enough.ts";
import { type HumanMeasures, humanMeasures } from "./human-measures.ts";
import { type JudgeMeasures, judgeMeasures } from "./judge-measures.ts";
import type { LabelledQuestionSet } from "./labelled-packets.ts";
import { campaignsOf, labelledQuestionSets, measuredBy } from "./labelled-questions.ts";
import { type LargeDisagreement, largestDisagreements } from "./largest-disagreements.ts";
import { PANEL } from "./measured-question.ts";
import type { TextOf } from "./part-measures.ts";
import { type PreferenceMeasures, preferenceMeasures } from "./preference-measures.ts";
import { scoredTwice } from "./scored-twice.ts";

/** Output of `assay calibrate --output json`. Within one `schema_version`, fields are only added. */
export interface Calibration {
  schema_version: 1;
  kind: "calibration";
  purpose: LabelPurpose;
  /** ε of the alternative-annotator test. */
  epsilon: number;
  /** Numbers of current labels; outdated ones are counted but never used. */
  labels: { measure: number; tune: number; stale: number; mixed: number };
  questions: QuestionCalibration[];
  preferences: PreferenceMeasures[];
}

/** Question in a campaign: the judges' agreement, and the corrected figures. */
export interface QuestionCalibration {
  campaign: string;
  question: string;
  pass_threshold: number | null;
  trials: number;
  packets: number;
  /** Labelled packets drawn by a plan. */
  drawn: number;
  by_hand: number;
  humans: HumanMeasures;
  judges: JudgeMeasures[];
  good_enough: GoodEnough | Undefined;
  /** Calibration of the panel. */
  curve: CurveBin[];
  disagreements: LargeDisagreement[];
  corrections: Corrections | Undefined;
}

export interface CalibrationInput {
  packets: readonly JudgedPacket[];
  labels: readonly LabelRecord[];
  plans: readonly LabelPlan[];
  textOf: TextOf;
  purpose?: LabelPurpose;
  epsilon?: number;
  /** True (the default) if `packets` are complete; otherwise a label of another packet is outdated only if its plan drew from these. */
  complete?: boolean;
}

/** Joins labels with judges' answers about the same packets, by campaign and question. */
export function composeCalibration(input: CalibrationInput): Calibration {
  const { packets, labels, plans, textOf, purpose = "measure", epsilon = 0.2, complete = true } = input;
  const { current, stale } = separateUsableLabels(labels, packets);
  const byCampaign = campaignsOf(packets);
  const questions = labelledQuestionSets(byCampaign, current, plans, purpose).map(({ set, trials }) =>
    calibrateQuestion(set, trials, epsilon, textOf),
  );
  return {
    schema_version: 1,
    kind: "calibration",
    purpose,
    epsilon,
    labels: {
      measure: current.filter((label) => label.purpose === "measure").length,
      tune: current.filter((label) => label.purpose === "tune").length,
      stale: complete ? stale.length : stale.filter(drawnFrom(byCampaign, plans)).length,
      mixed: findMixedPurposes(current).length,
    },
    questions,
    preferences: [...byCampaign].flatMap(
      ([campaign, trials]) => preferenceMeasures(campaign, trials, current, plans, purpose, epsilon) ?? [],
    ),
  };
}

/** Returns whether a label's plan drew from one of these campaigns. */
function drawnFrom(campaigns: ReadonlyMap<string, unknown>, plans: readonly LabelPlan[]) {
  const own = new Set(plans.flatMap(({ plan, campaign }) => (campaigns.has(campaign) ? [plan] : [])));
  return ({ draw }: LabelRecord) => draw !== undefined && own.has(draw.plan);
}

function calibrateQuestion(
  set: LabelledQuestionSet,
  trials: readonly JudgedPacket[],
  epsilon: number,
  textOf: TextOf,
): QuestionCalibration {
  const { campaign, question } = set;
  const { threshold, scale } = measuredBy(set, trials);
  const judges = judgeMeasures(set, trials, threshold, epsilon, textOf);
  const drawn = set.packets.filter(({ probability }) => probability !== undefined).length;
  return {
    campaign,
    question: question.name,
    pass_threshold: trials.find(({ pass_threshold }) => pass_threshold !== null)?.pass_threshold ?? null,
    trials: trials.length,
    packets: set.packets.length,
    drawn,
    by_hand: set.packets.length - drawn,
    humans: humanMeasures(set),
    judges,
    good_enough: cheapestGoodEnough(judges),
    curve: calibrationCurve(scoredTwice(set, PANEL), { pass: question.pass, ...(scale ? { scale } : {}) }),
    disagreements: largestDisagreements(set),
    corrections: corrections(set, trials),
  };
}
