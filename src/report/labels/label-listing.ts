import type { LabelRecord } from "../../records/index.ts";
import { columns, type Layout, plural, shortLine } from "../../text/presentation/index.ts";
import { formatLabelValue } from "./label-status.ts";

/** Output of `assay label list --output json`. */
export interface LabelListing {
  schema_version: 1;
  kind: "label_listing";
  labels: (LabelRecord & { question_name: string; stale: boolean })[];
}

export function labelListingText({ labels }: LabelListing, layout: Layout = {}): string {
  if (labels.length === 0) return "No labels.";
  return [
    columns(
      labels.map(({ packet_sha256, question_name, annotator, value, draw, stale, adjudicated, note = "" }) => [
        packet_sha256.slice(0, 12),
        question_name,
        annotator,
        formatLabelValue(value),
        [draw ? "drawn" : "by hand", ...(adjudicated ? ["settles"] : []), ...(stale ? ["stale"] : [])].join(", "),
        shortLine(note, 60),
      ]),
      "",
      layout,
    ),
    plural(labels.length, "label"),
  ].join("\n");
}
