import type { JudgedPacket } from "../../judging/index.ts";
import { type LabelRecord, questionName } from "../../records/index.ts";
import { csvLine } from "../../text/index.ts";
import { LABEL_COLUMNS, type LabelColumn } from "./label-columns.ts";

/** Exports labels as JSON Lines, one record per line. */
export function labelsAsLines(labels: readonly LabelRecord[]): string {
  return labels.map((label) => `${JSON.stringify(label)}\n`).join("");
}

/** Exports labels as a table that can be imported again. Packets are also named by a trial that has them, if any. */
export function labelsAsTable(labels: readonly LabelRecord[], packets: readonly JudgedPacket[]): string {
  const trials = new Map<string, string>();
  for (const { packet_sha256, trial_id } of packets)
    if (!trials.has(packet_sha256)) trials.set(packet_sha256, trial_id);
  const rows = labels.map((label) => {
    const cells = cellsOf(label, trials);
    return csvLine(LABEL_COLUMNS.map((column) => cells[column]));
  });
  return [csvLine(LABEL_COLUMNS), ...rows].map((line) => `${line}\n`).join("");
}

function cellsOf(
  label: LabelRecord,
  trials: ReadonlyMap<string, string>,
): Record<LabelColumn, string | number | boolean | undefined> {
  const { packet_sha256, question, annotator, value, quote, note, purpose, draw, adjudicated, labelled_at } = label;
  const other = question.kind === "preference" ? question.other_packet_sha256 : undefined;
  return {
    trial: trials.get(packet_sha256),
    packet_sha256,
    question: questionName(question),
    other_trial: other === undefined ? undefined : trials.get(other),
    other_packet_sha256: other,
    annotator,
    value: question.kind === "pass" ? (value ? "pass" : "fail") : value,
    quote,
    note,
    purpose,
    draw_plan: draw?.plan,
    draw_probability: draw?.probability,
    draw_stratum: draw?.stratum,
    adjudicated,
    labelled_at,
  };
}
