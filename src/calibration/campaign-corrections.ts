import { separateUsableLabels } from "../labels/index.ts";
import type { Undefined } from "../statistics/index.ts";
import { type CorrectedDifference, correctedDifference } from "../statistics/index.ts";
import type { CalibrationInput } from "./compose-calibration.ts";
import { type Corrections, corrections, unitsBySubject, whyNotCorrected } from "./corrections.ts";
import { campaignsOf, labelledQuestionSets, measuredBy } from "./labelled-questions.ts";

/** A report's figures corrected by labels, or the reason why not. */
export interface CampaignCorrections {
  question: string;
  packets: number;
  drawn: number;
  by_hand: number;
  trials: number;
  corrections: Corrections | Undefined;
}

export type LabelInput = Pick<CalibrationInput, "packets" | "labels" | "plans">;

/** Corrects a campaign's figures by question; empty without labels. Never uses labels for tuning. */
export function campaignCorrections({ packets, labels, plans }: LabelInput): CampaignCorrections[] {
  const { current } = separateUsableLabels(labels, packets);
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

/** Comparison corrected by both sides' labels. */
export interface CorrectedComparison {
  question: string;
  result: CorrectedDifference | Undefined;
}

/** Side of a comparison: its packets, and the subjects to compare; null for all. */
export interface ComparedPackets extends LabelInput {
  subjects: ReadonlySet<string> | null;
}

/** Corrects candidate − base for every question answered on both sides. */
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
  const { current } = separateUsableLabels(labels, packets);
  return labelledQuestionSets(campaignsOf(packets), current, plans, "measure").map((found) => ({
    ...found,
    units: [...unitsBySubject(found.set, found.trials)].flatMap(([subject, units]) =>
      subjects === null || subjects.has(subject) ? units : [],
    ),
  }));
}
