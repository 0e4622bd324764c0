import { escapeForPattern } from "../../../text/index.ts";
import { passagesOf } from "./passages.ts";
import type { Source } from "./task.ts";

/** Kinds of values that a key may name, and their patterns; the first match wins. */
const KINDS: [RegExp, RegExp][] = [
  [/mail/i, /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/],
  [
    /date|when|deadline|due/i,
    /\b\d{4}-\d\d-\d\d\b|\b\d{1,2} \p{Lu}\p{Ll}{2,8}(?: \d{4})?|\b\p{Lu}\p{Ll}{2,8} \d{1,2}(?:, \d{4})?/u,
  ],
  [/year/i, /\b(?:1\d{3}|20\d{2})\b/],
  [
    /price|cost|amount|total|sum|fee/i,
    /(?<=[$€£]\s?)\d[\d,]*(?:\.\d+)?|\d[\d,]*(?:\.\d+)?(?=\s?(?:[$€£]|euros?|dollars?))/i,
  ],
  [/age|count|number|quantity|qty|items|days|hours|size|population/i, /\d+(?:\.\d+)?/],
  [/city|town|place|location|country/i, /(?<=\b(?:in|from|at|to|near) )\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)*/u],
  [/city|town|place|location|country/i, /^\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)*/u],
  [/name|person|customer|author|who|owner/i, /\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)*/u],
];

/**
 * The value that a text gives for a key: after `key:`, or the first of the kind that the key names, preferring sentences that
 * mention the key. Null when there is none, because a value must not be invented.
 */
export function extract(key: string, sources: Source[]): string | number | null {
  const words = key.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[_-]+/g, " ");
  const stated = new RegExp(String.raw`(?:^|[\n;,|]|\b)\s*\**${escapeForPattern(words)}\**\s*[:=|]\s*([^\n;,|]+)`, "i");
  for (const { text } of sources) {
    const [, value] = stated.exec(text) ?? [];
    if (value) return typed(value.trim().replace(/[.]$/, ""));
  }
  const passages = passagesOf(sources).map(({ text }) => text);
  const [, noun = words] = /(\w+)$/.exec(words) ?? [];
  const mentioning = passages.filter((text) => text.toLowerCase().includes(noun.toLowerCase()));
  for (const [names, kind] of KINDS) {
    if (!names.test(words)) continue;
    const found = [...mentioning, ...passages].map((text) => kind.exec(text)?.[0]).find((value) => value !== undefined);
    if (found !== undefined) return typed(found);
  }
  return null;
}

function typed(value: string): string | number {
  return /^-?\d[\d,]*(?:\.\d+)?$/.test(value) ? Number(value.replaceAll(",", "")) : value;
}
