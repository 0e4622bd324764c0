/** Columns of labels in order, also used as fields in JSON Lines that are not exported records. */
export const LABEL_COLUMNS = [
  "trial",
  "packet_sha256",
  "question",
  "other_trial",
  "other_packet_sha256",
  "annotator",
  "value",
  "quote",
  "note",
  "purpose",
  "draw_plan",
  "draw_probability",
  "draw_stratum",
  "adjudicated",
  "labelled_at",
] as const;
export type LabelColumn = (typeof LABEL_COLUMNS)[number];

/** Row as written, without empty cells. */
export type LabelRow = Partial<Record<LabelColumn, string>>;
