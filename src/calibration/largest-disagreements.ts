import { PROTOCOLS } from "../judging/index.ts";
import type { AnnotatorSaid, LabelledQuestionSet } from "./labelled-packets.ts";
import { judgedNumber, PANEL } from "./measured-question.ts";

/** A packet on which judges and humans are far apart. */
export interface LargeDisagreement {
  packet_sha256: string;
  trial_ids: string[];
  /** Where `assay view` shows the trial: what follows its address. Null where the viewer has no page for it. */
  page: string | null;
  judge: number;
  label: number;
  /** What each annotator said, with the words that decided it. */
  said: AnnotatorSaid[];
}

const MOST_LISTED = 10;

/** Where panel and humans are furthest apart, the worst first. Agreement is not listed. */
export function largestDisagreements({ packets, question }: LabelledQuestionSet): LargeDisagreement[] {
  return packets
    .flatMap(({ packet_sha256, trials, label, by_annotator }) => {
      const judge = judgedNumber(trials[0]!, PANEL, question);
      if (judge === null || judge === label) return [];
      return [
        {
          packet_sha256,
          trial_ids: trials.map(({ trial_id }) => trial_id),
          page: PROTOCOLS[trials[0]!.protocol].labels.page(trials[0]!),
          judge,
          label,
          said: by_annotator,
        },
      ];
    })
    .sort(
      (one, other) =>
        Math.abs(other.judge - other.label) - Math.abs(one.judge - one.label) ||
        (one.trial_ids[0]! < other.trial_ids[0]! ? -1 : 1),
    )
    .slice(0, MOST_LISTED);
}
