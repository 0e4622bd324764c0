/** What a page asks of the desk at which people label. Everything is sent to `label`, with the key that is in the page's own address. */
export type LabelRequest =
  | { action: "choices" }
  | ({ action: "open" } & LabelQueueName)
  | ({ action: "answer"; id: string; value: boolean | number | string; quote?: string; note?: string } & LabelQueueName)
  | ({ action: "skip"; id: string } & LabelQueueName)
  | ({ action: "undo" } & LabelQueueName);

/** Whose queue it is, and of what. */
export interface LabelQueueName {
  annotator: string;
  /** Settles disagreements instead of labelling. */
  settles?: boolean;
  /** What was drawn; without one, packets of `campaign` are chosen by hand. */
  plan?: string;
  campaign?: string;
  question?: string;
}

/** What can be labelled. */
export interface LabelDeskChoices {
  plans: { plan: string; question: string; campaign: string; packets: number }[];
  /** With the questions that fit each of them. */
  campaigns: { campaign: string; questions: string[] }[];
  disagreements: number;
}

/** What an annotator sees: packets and a question. No subject, no verdict, and nobody else's label unless a disagreement is settled. */
export interface LabelDeskState {
  done: number;
  total: number;
  plan: string | null;
  /** Null when nothing is left. */
  task: LabelDeskTask | null;
  /** Packets that could not be shown. */
  problems: string[];
}

export interface LabelDeskTask {
  /** Names what is asked, so that an answer to something that is no longer shown is not taken for one to what is. */
  id: string;
  /** What both packets of a preference say alike. */
  shared: ShownPart[];
  /** One packet; two for a preference, A and B. */
  shown: ShownPart[][];
  asked: {
    kind: "pass" | "score" | "band" | "preference";
    words: string;
    low: number | null;
    high: number | null;
    bands: { value: string; criteria: string }[];
  };
  /** What annotators said, without who; only where a disagreement is settled. */
  opinions: { value: boolean | number | string; quote: string | null; note: string | null }[] | null;
}

/** A part of a packet under a heading. */
export interface ShownPart {
  title: string;
  text: string;
}

export type LabelReply =
  | { ok: true; state: LabelDeskState }
  | { ok: true; choices: LabelDeskChoices }
  /** With what is asked now, where that is known. */
  | { ok: false; problem: string; state?: LabelDeskState };
