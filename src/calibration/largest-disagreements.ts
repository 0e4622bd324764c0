import { PROTOCOLS } from "../judging/index.ts";
import type { AnnotatorSaid, LabelledQuestionSet } from "./labelled-packets.ts";
import { judgedNumber, PANEL } from "./measured-question.ts";

/** Packet on which judges and people differ widely. */
export interface LargeDisagreement {
  packet_sha256: string;
  trial_ids: string[];
  /** Path of the trial's page in `assay view`. Null without one. */
  page: string | null;
  judge: number;
  label: number;
  /** Annotators' labels with their quotes. */
  said: AnnotatorSaid[];
}

const MOST_LISTED = 10;

/** Lists packets with the greatest distance between panel and people, worst first, excluding agreement. */
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
