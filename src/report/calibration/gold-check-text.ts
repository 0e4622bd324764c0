import type { GoldCheck } from "../../calibration/index.ts";
import {
  escapeMarkdown,
  explainRough,
  formatFixed,
  formatRange,
  formatSigned,
  plural,
} from "../../text/presentation/index.ts";

/** Renders whether judges have become better or worse, with the answer first. */
export function goldCheckText(checked: GoldCheck): string {
  return goldCheckLines(checked).join("\n");
}

export function goldCheckMarkdown(checked: GoldCheck): string {
  const [verdict, ...facts] = goldCheckLines(checked);
  return [`## ${escapeMarkdown(verdict!)}`, facts.map((fact) => `- ${escapeMarkdown(fact)}`).join("\n")].join("\n\n");
}

function goldCheckLines({
  verdict,
  reason,
  question,
  against,
  packets,
  unanswered,
  before,
  now,
  gain,
  interval,
}: GoldCheck) {
  return [
    `The judges are ${WORDS[verdict]}: ${reason}.`,
    `${plural(packets, "labelled packet")} (${question}), judged again and compared with what is stored of ${against}.`,
    ...(before === null || now === null || gain === null
      ? []
      : [
          `On average they were ${formatFixed(before, 2)} away from the labels, and are ${formatFixed(now, 2)} away now: ${formatSigned(gain)}${interval.kind === "interval" ? `, 95 % interval ${formatRange(interval, (value, more) => formatSigned(value, 2 + more))}` : ""}. Above zero is better.`,
          ...explainRough([interval]),
        ]),
    ...(unanswered > 0 ? [`${plural(unanswered, "packet")} got no valid answer.`] : []),
  ];
}

const WORDS: Record<GoldCheck["verdict"], string> = {
  same: "the same",
  better: "better",
  worse: "worse",
  inconclusive: "neither clearly better nor worse (inconclusive)",
};
