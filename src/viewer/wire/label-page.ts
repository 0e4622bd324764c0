/** Requests of the page for labelling, sent to `label` with the key from the page's address. */
export type LabelRequest =
  | { action: "choices" }
  | ({ action: "open" } & LabelQueueName)
  | ({ action: "answer"; id: string; value: boolean | number | string; quote?: string; note?: string } & LabelQueueName)
  | ({ action: "skip"; id: string } & LabelQueueName)
  | ({ action: "undo" } & LabelQueueName);

/** Annotator and what to label. */
export interface LabelQueueName {
  annotator: string;
  /** True to settle disagreements instead of labelling. */
  settles?: boolean;
  /** Drawn plan; without one, packets of `campaign` are chosen by hand. */
  plan?: string;
  campaign?: string;
  question?: string;
}

/** Choices for labelling. */
export interface LabelDeskChoices {
  plans: { plan: string; question: string; campaign: string; packets: number }[];
  /** With the questions that suit each. */
  campaigns: { campaign: string; questions: string[] }[];
  disagreements: number;
}

/** View of an annotator: packets and a question. No subject, no verdict, and no other label except when settling a disagreement. */
export interface LabelDeskState {
  done: number;
  total: number;
  plan: string | null;
  /** Null when done. */
  task: LabelDeskTask | null;
  /** Packets that cannot be shown. */
  problems: string[];
}

export interface LabelDeskTask {
  /** Identifies the task, so that an answer to an earlier one is not applied to this. */
  id: string;
  /** Common parts of both packets of a preference. */
  shared: ShownPart[];
  /** One packet, or A and B for a preference. */
  shown: ShownPart[][];
  asked: {
    kind: "pass" | "score" | "band" | "preference";
    words: string;
    low: number | null;
    high: number | null;
    bands: { value: string; criteria: string }[];
  };
  /** Anonymous labels; only when settling a disagreement. */
  opinions: { value: boolean | number | string; quote: string | null; note: string | null }[] | null;
}

/** Part of a packet with a heading. */
export interface ShownPart {
  title: string;
  text: string;
}

export type LabelReply =
  | { ok: true; state: LabelDeskState }
  | { ok: true; choices: LabelDeskChoices }
  /** With the current task, if known. */
  | { ok: false; problem: string; state?: LabelDeskState };
