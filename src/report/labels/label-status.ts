import type { LabelValue } from "../../records/index.ts";
import { bareTable, formatRounded, type Layout, plural, visibleLine } from "../../text/presentation/index.ts";

/** Output of `assay label status --output json`. */
export interface LabelStatus {
  schema_version: 1;
  kind: "label_status";
  /** Number of current labels. */
  labels: number;
  packets: number;
  annotators: { annotator: string; labels: number; stale: number }[];
  questions: { question: string; labels: number; packets: number; drawn: number; by_hand: number; stale: number }[];
  purposes: { measure: number; tune: number };
  /** Labels of outdated packets, which are never used. */
  stale: LabelEntry[];
  /** Unsettled disagreements. */
  disagreements: { packet_sha256: string; question: string; values: LabelValue[] }[];
  settled: number;
  /** Packets with labels of both purposes. */
  mixed_purposes: string[];
  plans: { plan: string; question: string; packets: number; stale: number; labelled: Record<string, number> }[];
  /** Lines that are in the store but in no file: removed in review, or from a merged store. They have no effect. */
  only_in_store: number;
  /** Unusable lines. */
  problems: string[];
}

export interface LabelEntry {
  packet_sha256: string;
  question: string;
  annotator: string;
  value: LabelValue;
  labelled_at: string;
}

export function labelStatusText(status: LabelStatus, layout: Layout = {}): string {
  const { annotators, questions, purposes, stale, disagreements, settled, mixed_purposes, plans, only_in_store } =
    status;
  return [
    `${plural(status.labels, "label")} of ${plural(status.packets, "packet")}: ${purposes.measure} to measure, ${purposes.tune} to tune.`,
    annotators.length === 0
      ? ""
      : bareTable(
          ["annotator", "labels", "stale"],
          annotators.map(({ annotator, labels, stale: old }) => [annotator, labels, old]),
          layout,
        ),
    questions.length === 0
      ? ""
      : bareTable(
          ["question", "labels", "packets", "drawn", "by hand", "stale"],
          questions.map((row) => [row.question, row.labels, row.packets, row.drawn, row.by_hand, row.stale]),
          layout,
        ),
    ...plans.map(planLine),
    stale.length === 0
      ? ""
      : `${plural(stale.length, "label")} stale: the packet is no longer what a judge sees. Stale labels are never used.`,
    disagreements.length === 0
      ? ""
      : [
          `${plural(disagreements.length, "disagreement")} to settle with \`assay label adjudicate\`:`,
          ...disagreements
            .slice(0, MOST_NAMED)
            .map(
              (found) =>
                `  ${found.packet_sha256.slice(0, 12)}  ${found.question}  ${found.values.map(formatLabelValue).join(" | ")}`,
            ),
          ...(disagreements.length > MOST_NAMED ? [`  and ${disagreements.length - MOST_NAMED} more`] : []),
        ].join("\n"),
    settled === 0 ? "" : `${plural(settled, "disagreement")} settled.`,
    mixed_purposes.length === 0
      ? ""
      : `${plural(mixed_purposes.length, "packet")} labelled both to tune and to measure: these correct nothing until one of the two is withdrawn.`,
    only_in_store === 0
      ? ""
      : `${plural(only_in_store, "line")} in the store but in no file: removed, or from a merged store. They are ignored; \`assay label restore\` writes them back.`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

const MOST_NAMED = 10;

function planLine({ plan, question, packets, stale, labelled }: LabelStatus["plans"][number]): string {
  const progress = Object.entries(labelled).map(
    ([annotator, count]) => `${visibleLine(annotator)} ${count} of ${packets}`,
  );
  const old = stale === 0 ? "" : `; ${stale} stale`;
  return `Plan ${plan} (${question}): ${progress.length === 0 ? `0 of ${packets}` : progress.join(", ")}${old}`;
}

export function formatLabelValue(value: LabelValue): string {
  if (value === true) return "pass";
  if (value === false) return "fail";
  return typeof value === "number" ? formatRounded(value) : visibleLine(value);
}
