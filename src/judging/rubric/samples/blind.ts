import { createHash } from "node:crypto";
import { canonicalJson } from "../../../text/index.ts";
import { META_FIELDS, type MetaValue, type Sample } from "./sample.ts";

/** The labels as the judge gets them, and the map back. */
export interface SentMeta {
  meta: Record<string, MetaValue>;
  /** Replaces tokens in a judge's text by the real labels. */
  restore(text: string): string;
}

/**
 * Blinds the five labels of the protocol, always in the same order, replacing every value by an opaque token, so that the judge
 * cannot learn, from one sample or many, which model or variant it scores. Other labels are not sent: their names or order could
 * tell the variants apart; so could two labels with the same value, which therefore get two tokens. A token is derived from the
 * sample's whole content and the seed: the same sample always gives the same bytes, so that paid answers are found again; two
 * samples share no token, not even for the same model.
 */
export function blindMeta(sample: Sample, seed: number): SentMeta {
  const { meta, question, model_output } = sample;
  const key = createHash("sha256").update(canonicalJson({ seed, meta, question, model_output })).digest();
  const tokens = new Map<string, MetaValue>();
  const sent = META_FIELDS.map((field) => {
    const token = tokenOf(key, field);
    tokens.set(token, meta[field]);
    return [field, token];
  });
  return {
    meta: Object.fromEntries(sent),
    restore: (text) => text.replace(TOKEN, (token) => (tokens.has(token) ? String(tokens.get(token)) : token)),
  };
}

/** The unchanged labels, for users who want the judge to see them. */
export function revealMeta(sample: Sample): SentMeta {
  return { meta: { ...sample.meta }, restore: (text) => text };
}

const TOKEN = /id-[0-9a-f]{16}/g;

function tokenOf(key: Buffer, field: string): string {
  const digest = createHash("sha256").update(key).update(field).digest("hex");
  return `id-${digest.slice(0, 16)}`;
}
