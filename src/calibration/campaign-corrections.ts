import { usableLabels } from "../labels/index.ts";
import type { Undefined } from "../statistics/index.ts";
import { type CorrectedDifference, correctedDifference } from "../statistics/index.ts";
import type { CalibrationInput } from "./compose-calibration.ts";
import { type Corrections, corrections, unitsBySubject, whyNotCorrected } from "./corrections.ts";
import { campaignsOf, labelledQuestionSets, measuredBy } from "./labelled-questions.ts";

/** What labels make of the figures of a report: the corrected ones, or why there are none. */
export interface CampaignCorrections {
  question: string;
  packets: number;
  drawn: number;
  by_hand: number;
  trials: number;
  corrections: Corrections | Undefined;
}

export type LabelInput = Pick<CalibrationInput, "packets" | "labels" | "plans">;

/** The corrections of one campaign, question by question; none where nobody labelled it. Labels for tuning are never used. */
export function campaignCorrections({ packets, labels, plans }: LabelInput): CampaignCorrections[] {
  const { current } = usableLabels(labels, packets);
  return labelledQuestionSets(campaignsOf(packets), current, plans, "measure").map(({ set, trials }) => {
    const drawn = set.packets.filter(({ probability }) => probability !== undefined).length;
    return {
      question: set.question.name,
      packets: set.packets.length,
      drawn,
      by_hand: set.packets.length - drawn,
      trials: trials.length,
      corrections: corrections(set, trials),
    };
  });
}

/** A comparison of two sides, corrected by the labels of both. */
export interface CorrectedComparison {
  question: string;
  result: CorrectedDifference | Undefined;
}

/** One side of a comparison: its packets, and which of the campaign's subjects are meant; null for all. */
export interface ComparedPackets extends LabelInput {
  subjects: ReadonlySet<string> | null;
}

/** Candidate − base for every question that was answered on both sides. */
export function correctedComparison(base: ComparedPackets, candidate: ComparedPackets): CorrectedComparison[] {
  const [first, second] = [questionsOf(base), questionsOf(candidate)];
  return first.flatMap((one) => {
    const other = second.find(({ set }) => set.question.name === one.set.question.name);
    if (other === undefined) return [];
    const refused = whyNotCorrected(one.set) ?? whyNotCorrected(other.set);
    const { scale } = measuredBy(one.set, one.trials);
    return [
      { question: one.set.question.name, result: refused ?? correctedDifference(one.units, other.units, { scale }) },
    ];
  });
}

function questionsOf({ packets, labels, plans, subjects }: ComparedPackets) {
  const { current } = usableLabels(labels, packets);
  return labelledQuestionSets(campaignsOf(packets), current, plans, "measure").map((found) => ({
    ...found,
    units: [...unitsBySubject(found.set, found.trials)].flatMap(([subject, units]) =>
      subjects === null || subjects.has(subject) ? units : [],
    ),
  }));
}
