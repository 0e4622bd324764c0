import { createHash } from "node:crypto";
import { canonicalJson } from "../../../text/index.ts";
import { META_FIELDS, type MetaValue, type Sample } from "./sample.ts";

/** The labels as the judge gets them, and the way back. */
export interface SentMeta {
  meta: Record<string, MetaValue>;
  /** Puts the real labels back into words of the judge that mention what it was shown. */
  restore(text: string): string;
}

/**
 * The five labels of the protocol, always in the same order, with every value replaced by an opaque token, so that the
 * judge cannot learn, from one sample or from many, which model or variant it scores. Other labels stay at home: their
 * names alone, or the order in which somebody wrote them, could tell the variants apart; so could two labels with the
 * same value, which therefore have two tokens. A token is derived from the sample's whole content and the seed: the same
 * sample always gives the same bytes, so that paid answers are found again; two samples share no token, not even for the
 * same model.
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

/** The labels as they are, for those who want the judge to see them. */
export function revealMeta(sample: Sample): SentMeta {
  return { meta: { ...sample.meta }, restore: (text) => text };
}

const TOKEN = /id-[0-9a-f]{16}/g;

function tokenOf(key: Buffer, field: string): string {
  const digest = createHash("sha256").update(key).update(field).digest("hex");
  return `id-${digest.slice(0, 16)}`;
}
