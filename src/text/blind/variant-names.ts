import { escapeForPattern } from "../index.ts";
import { END_OF_NAME, type NameSpan } from "./spelling.ts";

/** A variant's name in a text, with the words that mark it as one. */
export interface VariantName extends NameSpan {
  /** The matched text in lower case: `prompt variant: formal`. */
  context: string;
}

/**
 * Finds the names of a variant. They are usually ordinary words (`short`, `with sources`), which an answer may use normally. So
 * such a word is removed only where the text speaks of a variant, and a label of several words also where it is written exactly
 * as in the suite. Unusual ids (`formal_v2`) are found by their spelling, like names of models.
 *
 * @returns null when there is nothing to look for
 */
export function variantNameFinder(names: readonly string[]): ((text: string) => VariantName[]) | null {
  const forms = names.map(chunksOf).filter((chunks) => chunks.length > 0);
  if (forms.length === 0) return null;
  const longestFirst = forms.toSorted((a, b) => b.join("").length - a.join("").length);
  const name = `(?:${longestFirst.map((chunks) => chunks.map(escapeForPattern).join(BETWEEN)).join("|")})`;
  const quoted = `${MARKS}(?<NAME>${name})${END_OF_NAME}`;
  const named = [
    `\\b${SUBJECT_OF_STUDY}${KIND_OF_NAME}${MARKS}(?:\\s*[:=#]\\s*|\\s+(?:is|was|called|named|labell?ed)\\s+(?:the\\s+)?|\\s+)${quoted}`,
    // "The prompt is short" is prose; "the prompt's name is short" is not.
    `\\b(?:system[\\s_-]+)?prompt(?:[\\s_-]*(?:id|name|label)${MARKS}(?:\\s*[:=#]\\s*|\\s+(?:is|was)\\s+)|${MARKS}\\s*[:=#]?\\s*)${quoted}`,
    `(?<![\\p{L}\\p{N}])${quoted}${MARKS}[\\s_-]*(?:${SUBJECT_OF_STUDY}|system[\\s_-]+prompt)\\b`,
  ].map((pattern, index) => pattern.replace("<NAME>", `<name${index}>`));
  const spoken = new RegExp(named.join("|"), "giu");
  const exact = exactLabels(names);
  return (text) => [
    ...[...text.matchAll(spoken)].map((match) => {
      const said = (match.groups!.name0 ?? match.groups!.name1 ?? match.groups!.name2)!;
      const start = match.index + match[0].lastIndexOf(said);
      return { start, end: start + said.length, context: match[0].toLowerCase() };
    }),
    ...(exact === null ? [] : [...text.matchAll(exact)]).map(({ 0: said, index }) => ({
      start: index,
      end: index + said.length,
      context: said.toLowerCase(),
    })),
  ];
}

/** Terms of a study for the compared variants. */
const SUBJECT_OF_STUDY = "(?:(?:prompt[\\s_-]*)?variant|arm|condition|treatment)";
const KIND_OF_NAME = "(?:[\\s_-]*(?:id|name|label))?";
const MARKS = "[\"'“”‘’`*_]{0,3}";
const BETWEEN = "[^\\p{L}\\p{N}]{0,4}";

/** A label of several words, at least two capitalised, exactly as written: `Formal Tone`. */
function exactLabels(names: readonly string[]): RegExp | null {
  const labels = names.filter((name) => (name.match(/(?<![\p{L}\p{N}])\p{Lu}/gu) ?? []).length > 1 && /\s/.test(name));
  if (labels.length === 0) return null;
  const patterns = labels.map((label) => label.trim().split(/\s+/).map(escapeForPattern).join("\\s+"));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join("|")})${END_OF_NAME}`, "gu");
}

/** The parts of a name between its separators: `formal`, `v2`. */
function chunksOf(name: string): string[] {
  return name.normalize("NFKC").match(/[\p{L}\p{N}]+/gu) ?? [];
}
