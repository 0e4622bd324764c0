/** The columns of labels in a table, in order; fields of the same names in JSON Lines that are no records of ours. */
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

/** A row as it was written: what is empty is left out. */
export type LabelRow = Partial<Record<LabelColumn, string>>;
