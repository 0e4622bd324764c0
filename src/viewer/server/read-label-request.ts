import { jsonObjectOrNull } from "../../text/index.ts";
import type { LabelRequest } from "../wire/index.ts";

/** Longer than any typed note. */
const LONGEST_TEXT = 20_000;
const ACTIONS = ["choices", "open", "answer", "skip", "undo"] as const;

/** Parses and validates a request; null if invalid. */
export function readLabelRequest(body: string): LabelRequest | null {
  const sent = jsonObjectOrNull(body);
  const action = ACTIONS.find((known) => known === sent?.action);
  if (sent === null || action === undefined) return null;
  if (action === "choices") return { action };
  const { annotator, settles, plan, campaign, question, id, value, quote, note } = sent;
  const texts = [plan, campaign, question, quote, note].filter((text) => text !== undefined);
  if (!isText(annotator) || !texts.every(isText)) return null;
  if (settles !== undefined && typeof settles !== "boolean") return null;
  const name = { annotator, settles, plan, campaign, question } as Extract<LabelRequest, { action: "open" }>;
  if (action === "open" || action === "undo") return { ...name, action };
  if (!isText(id)) return null;
  if (action === "skip") return { ...name, action, id };
  if (!isText(value) && typeof value !== "number" && typeof value !== "boolean") return null;
  return { ...name, action, id, value, quote: quote as string | undefined, note: note as string | undefined };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= LONGEST_TEXT;
}
