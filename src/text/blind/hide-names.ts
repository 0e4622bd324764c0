import { condense, isAscii } from "./condense.ts";
import { openMakers } from "./makers.ts";
import { canBeginAt, type NameSpan, spellingPattern, wordsPattern } from "./spelling.ts";
import { nameForms, nameKey, type SubjectNames, type WordyName } from "./subject-names.ts";
import { type VariantName, variantNameFinder } from "./variant-names.ts";
import { findSpokenNames, findWrittenNames, spokenNamePattern } from "./written-names.ts";

export const NAME_REMOVED = "[name removed]";

interface HiddenNames {
  text: string;
  /** Removed spans, as offsets in the original text. */
  removed: NameSpan[];
  /** True when the text names the subject, even where the name stays because the task mentions it too. */
  named: boolean;
}

/** Removes one subject's names from the text for its judge. */
export interface NameHider {
  hide(text: string): HiddenNames;
}

/**
 * Opens a hider for all spellings of a subject's names. The rules, from the most to the least distinctive names:
 *
 * - letters and digits together (`gpt-4o-mini`, `Claude 4.5 Sonnet`) are removed everywhere in every spelling;
 * - several plain words (`mistral-large`) are removed where they are written as a name;
 * - a single word or a very short name (`Claude`, `small`, `o1`) is removed only where the subject applies it to itself;
 * - the model's maker is removed beside its name, and from "I was trained by …";
 * - the variant's names are removed by the same rules, and where the text mentions a variant.
 *
 * A name that the task itself mentions stays: removing it from one answer would reveal the model with that name.
 *
 * @param task the subject's task, as its judge sees it
 */
export function openNameHider(names: SubjectNames, task: string): NameHider {
  const finder = finderFor(names);
  let known: { isNamed: boolean; words: string } | undefined;
  /** Computed only when there is a name to decide about. */
  const inTask = () => {
    const { text } = readable(task);
    known ??= { isNamed: finder.namesIn(text, condense(task)).length > 0, words: text.toLowerCase() };
    return known;
  };
  return {
    hide(original) {
      const condensed = condense(original);
      if (!finder.mayBeIn(condensed)) return { text: original, removed: [], named: false };
      const { text, at } = readable(original);
      const isNew = ({ start, end }: NameSpan) => !inTask().words.includes(text.slice(start, end).toLowerCase());
      const spelled = finder.namesIn(text, condensed);
      const spoken = finder.spokenIn(text, condensed).filter(isNew);
      const found = merged([...spelled, ...spoken]);
      const hidden = spelled.length > 0 && inTask().isNamed ? spoken : found;
      const makers = finder.makersIn(text, condensed, hidden).filter(isNew);
      const variants = finder.variantsIn(text, condensed).filter(({ context }) => !inTask().words.includes(context));
      const removed = merged([...hidden, ...makers, ...variants]).map(({ start, end }) => ({
        start: at(start),
        end: at(end),
      }));
      return { text: without(original, removed), removed, named: found.length + makers.length + variants.length > 0 };
    },
  };
}

/** Maps an offset in the hidden text to the original. Inside a removed name it is the name's beginning, or its end. */
export function offsetBefore(removed: readonly NameSpan[], offset: number, side: "start" | "end"): number {
  let shift = 0;
  for (const { start, end } of removed) {
    const markStart = start + shift;
    if (offset <= markStart) break;
    if (offset < markStart + NAME_REMOVED.length) return side === "start" ? start : end;
    shift += NAME_REMOVED.length - (end - start);
  }
  return offset - shift;
}

/** Every finder checks the condensed text first: most texts contain no possible name, and need not be searched. */
interface NameFinder {
  mayBeIn(condensed: string): boolean;
  /** Names that are removed anywhere. */
  namesIn(text: string, condensed: string): NameSpan[];
  /** Plain names that the subject applies to itself. */
  spokenIn(text: string, condensed: string): NameSpan[];
  makersIn(text: string, condensed: string, names: readonly NameSpan[]): NameSpan[];
  variantsIn(text: string, condensed: string): VariantName[];
}

/** A cache: the names of a campaign are the same for thousands of trials, and compiling patterns takes longer than using them. */
const finders = new Map<string, NameFinder>();
const MOST_FINDERS = 200;

function finderFor(names: SubjectNames): NameFinder {
  const key = JSON.stringify([names.models, names.called, names.providers, names.variants]);
  const known = finders.get(key) ?? openFinder(names);
  if (finders.size > MOST_FINDERS) finders.clear();
  finders.set(key, known);
  return known;
}

function openFinder(names: SubjectNames): NameFinder {
  const { distinct, wordy, plain, makers } = nameForms(names);
  const spellings = spellingPattern(distinct);
  const written = wordy.map((name: WordyName) => ({ name, pattern: wordsPattern(name.words) }));
  const spoken = spokenNamePattern(plain);
  const findMakers = openMakers(makers);
  const keys = names.models.map(nameKey);
  const isOfName = (word: string) => keys.some((key) => key.includes(nameKey(word)));
  const hasName = anySign([...distinct.map(({ key }) => key), ...wordy.map(({ words }) => words.join(""))]);
  const hasPlain = anySign(plain.map(nameKey));
  const hasMaker = anySign(makers.map(nameKey));
  const { variants = [] } = names;
  const findVariants = variantNameFinder(variants);
  const hasVariant = anySign(variants.map(nameKey));
  return {
    mayBeIn: (condensed) => hasName(condensed) || hasPlain(condensed) || hasMaker(condensed) || hasVariant(condensed),
    namesIn(text, condensed) {
      if (!hasName(condensed)) return [];
      const spelled = spellings === null ? [] : [...text.matchAll(spellings)];
      return [
        ...spelled
          .filter(({ index }) => canBeginAt(text, index))
          .map(({ 0: match, index }) => ({ start: index, end: index + match.length })),
        ...findWrittenNames(text, written),
      ];
    },
    spokenIn: (text, condensed) => (hasPlain(condensed) ? findSpokenNames(text, spoken, isOfName) : []),
    makersIn: (text, condensed, found) => (hasMaker(condensed) ? findMakers(text, found) : []),
    variantsIn: (text, condensed) => (findVariants !== null && hasVariant(condensed) ? findVariants(text) : []),
  };
}

/** Tests if a condensed text holds one of these; signs that contain another one are redundant. */
function anySign(signs: readonly string[]): (condensed: string) => boolean {
  const shortest = [...new Set(signs)].filter(
    (sign, _, all) => sign !== "" && !all.some((other) => other !== sign && other !== "" && sign.includes(other)),
  );
  return (condensed) => shortest.some((sign) => condensed.includes(sign));
}

/** Sorted, with overlapping spans merged. */
function merged(spans: NameSpan[]): NameSpan[] {
  const result: NameSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last && span.start < last.end) last.end = Math.max(last.end, span.end);
    else result.push({ ...span });
  }
  return result;
}

function without(text: string, removed: readonly NameSpan[]): string {
  let result = "";
  let rest = 0;
  for (const { start, end } of removed) {
    result += text.slice(rest, start) + NAME_REMOVED;
    rest = end;
  }
  return result + text.slice(rest);
}

/** A text normalized for finding names, with full-width and styled letters as plain ones, and a map back to its offsets. */
function readable(text: string): { text: string; at: (offset: number) => number } {
  if (isAscii(text) || text.normalize("NFKC") === text) return { text, at: (offset) => offset };
  let plain = "";
  const origins: number[] = [];
  let origin = 0;
  for (const character of text) {
    const folded = character.normalize("NFKC");
    for (let unit = 0; unit < folded.length; unit++) origins.push(origin);
    plain += folded;
    origin += character.length;
  }
  origins.push(text.length);
  return { text: plain, at: (offset) => origins[offset]! };
}
