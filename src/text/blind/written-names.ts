import { canBeginAt, END_OF_NAME, exactPattern, type NameSpan } from "./spelling.ts";
import type { WordyName } from "./subject-names.ts";

/**
 * Finds names of ordinary words where they are written as names: `mistral_large`, `MistralLarge`, `mistral/large`, Mistral Large.
 * "A mistral large enough" stays. A user's own name is removed only as an identifier: `open_source`, `OpenSource`, never
 * open-source or Open Source.
 */
export function findWrittenNames(text: string, names: readonly { name: WordyName; pattern: RegExp }[]): NameSpan[] {
  return names.flatMap(({ name, pattern }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const parts = match.slice(1);
      const isName = canBeginAt(text, match.index) && isWrittenAsName(parts, name);
      return isName ? [{ start: match.index, end: match.index + match[0].length }] : [];
    }),
  );
}

function isWrittenAsName(parts: string[], { isModel }: WordyName): boolean {
  const words = parts.filter((_, at) => at % 2 === 0);
  const between = parts.filter((_, at) => at % 2 === 1);
  const capital = words.every((word) => /^[\p{Lu}\p{N}]/u.test(word));
  const camel = words.slice(1).every((word) => /^[\p{Lu}\p{N}]/u.test(word));
  return between.every((separator) => {
    if (separator === "") return isModel || camel;
    if (/\s/.test(separator)) return isModel && capital;
    return isModel || /[_/:@]/.test(separator);
  });
}

/** Phrases of a subject introducing itself, in the languages models are commonly asked in. */
const INTRODUCTION =
  "(?:\\bI(?:\\s+am|['’]m)(?:\\s+(?:called|named))?|\\bI(?:\\s+am|['’]m|\\s+was|\\s+run)(?:\\s+(?:based|built|powered|running|trained|fine-tuned))?\\s+(?:on|by)(?:\\s+the)?|\\bmy\\s+name(?:\\s+is|['’]s)|\\bcall\\s+me|\\bI\\s+go\\s+by|\\byou(?:\\s+are|['’]re)\\s+(?:talking|chatting|speaking)\\s+(?:to|with)|\\bich\\s+bin|\\bich\\s+hei(?:ß|ss)e|\\bje\\s+suis|\\bje\\s+m['’]appelle|\\bsoy|\\bme\\s+llamo|\\bsono|我是|我叫|作为|私は)";
const KIND = "(?:AI|assistant|model|chatbot|LLM|system|version|instance|bot)";
const DECORATION = "[\\s\"'“”*_`（(]{0,4}";

/** Matches plain names that the subject applies to itself, or that data gives as the model's. */
export function spokenNamePattern(names: readonly string[]): RegExp | null {
  if (names.length === 0) return null;
  const longestFirst = names.toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1));
  const name = `(?<name>(?:${longestFirst.map(exactPattern).join("|")})(?:[-\\s]?\\p{N}[\\p{L}\\p{N}]*(?:\\.\\p{N}+)*)?)${END_OF_NAME}`;
  const as = `\\bas${DECORATION}${name.replace("<name>", "<as>")}(?=${DECORATION},?\\s*(?:I\\b|an?\\s+AI|a\\s+(?:large\\s+)?language))`;
  const kind = `\\b(?:I(?:\\s+am|['’]m)|as)\\s+(?:an?|the|your)\\s+(?:[\\p{L}-]+\\s+){0,6}?${KIND}\\b[^.!?\\n]{0,40}?\\b${name.replace("<name>", "<kind>")}`;
  const field = `\\b(?:model|model[_ ]?(?:name|id)|assistant|engine|llm)["'\`*]*\\s*[:=]\\s*["'\`*]*${name.replace("<name>", "<field>")}(?=["'\`*\\s]*(?:[,;}\\n\\])]|$))`;
  return new RegExp(`${INTRODUCTION}${DECORATION}${name}|${as}|${kind}|${field}`, "giu");
}

/** @param isOfName tells if a word is part of the subject's name, as Sonnet is after Claude */
export function findSpokenNames(text: string, pattern: RegExp | null, isOfName: (word: string) => boolean): NameSpan[] {
  if (pattern === null) return [];
  return [...text.matchAll(pattern)].flatMap((match) => {
    const { name, as, kind, field } = match.groups!;
    const said = (name ?? as ?? kind ?? field)!;
    const end = match.index + match[0].length;
    // "I am small", said by a model called small, is prose; "I am Claude Monet" is another name.
    if (field === undefined && !/^\p{Lu}|\p{N}/u.test(said)) return [];
    const [, next] = /^\s+(\p{Lu}\p{Ll}+)/u.exec(text.slice(end, end + 40)) ?? [];
    if (next !== undefined && !isOfName(next)) return [];
    return /^['’]s\b/.test(text.slice(end, end + 3)) ? [] : [{ start: end - said.length, end }];
  });
}
