import type { ScoredTwice } from "../statistics/index.ts";
import type { LabelledPacket, LabelledQuestionSet } from "./labelled-packets.ts";
import { judgedNumber } from "./measured-question.ts";

/** Weights drawn labels to represent all trials; without a complete draw, labels count equally. */
function weightOf({ packets }: LabelledQuestionSet): (packet: LabelledPacket) => number {
  const drawn = packets.every(({ probability }) => probability !== undefined);
  return drawn ? ({ probability, trials }) => trials.length / probability! : () => 1;
}

export function scoredTwice(
  set: LabelledQuestionSet,
  judge: string,
  keep: (packet: LabelledPacket) => boolean = () => true,
): ScoredTwice[] {
  const weight = weightOf(set);
  return set.packets.filter(keep).flatMap((packet) => {
    const [first] = packet.trials;
    const judged = judgedNumber(first!, judge, set.question);
    if (judged === null) return [];
    return [{ case_id: first!.case_id, judge: judged, label: packet.label, weight: weight(packet) }];
  });
}
