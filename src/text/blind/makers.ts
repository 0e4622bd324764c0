import { canBeginAt, type NameSpan, spellingPattern } from "./spelling.ts";
import { nameKey } from "./subject-names.ts";

/** Phrases of a subject before its maker's name. */
const OF_A_MAKER =
  /(?:\bI(?:['’]m|\s+am|\s+was|['’]ve\s+been|\s+have\s+been)\b|\bas\s+an?\b)[^.!?\n]{0,80}?\b(?:made|created|developed|trained|built|designed|provided|operated|hosted|fine-tuned|powered|model|assistant|AI|chatbot|LLM|system)\s+(?:[\p{L}-]+\s+){0,3}?(?:by|from|of|at)\s+(?:the\s+)?(?:[\p{L}-]+\s+(?:at|of)\s+)?["'“*_]{0,2}$/iu;
const OF_MY_MAKER =
  /\bmy\s+(?:creators?|developers?|makers?|provider|company)(?:\s+(?:is|are|at)|,)?\s+["'“*_]{0,2}$/iu;
/** Phrases after the maker's name: OpenAI's language model. */
const OF_A_PRODUCT =
  /^(?:['’]s)?["'”*_]{0,2}\s+(?:[\p{L}-]+\s+){0,2}?(?:language\s+model|AI\s+(?:model|assistant)|chatbot|LLM)/iu;
const IN_CHINESE_BEFORE = /由\s*$/u;
const IN_CHINESE_AFTER = /^\s*(?:公司)?(?:开发|训练|创建|研发|打造|推出)/u;
const FIRST_PERSON = /\b(?:I|I['’]m|I['’]ve|me|my)\b|\b[Aa]s an AI\b|我/u;

/**
 * Finds makers beside a name of the subject, or where the subject says who made it. Alone the maker's name is an ordinary word:
 * an answer may mention Google's search or Meta's shares.
 */
export function openMakers(makers: readonly string[]): (text: string, names: readonly NameSpan[]) => NameSpan[] {
  const pattern = spellingPattern([...new Set(makers.map(nameKey))].map((key) => ({ key, versionApart: false })));
  return (text, names) => {
    if (pattern === null) return [];
    let nearest = 0;
    return [...text.matchAll(pattern)].flatMap((match) => {
      const span = { start: match.index, end: match.index + match[0].length };
      if (!canBeginAt(text, span.start)) return [];
      const sentence = sentenceAround(text, span);
      // Both are sorted, so earlier names need not be checked again.
      while ((names[nearest]?.end ?? Number.POSITIVE_INFINITY) <= sentence.start) nearest++;
      const besideName = (names[nearest]?.start ?? Number.POSITIVE_INFINITY) < sentence.end;
      return besideName || isOwnMaker(text, span, sentence) ? [span] : [];
    });
  };
}

function isOwnMaker(text: string, { start, end }: NameSpan, sentence: NameSpan): boolean {
  const [before, after] = [text.slice(sentence.start, start), text.slice(end, sentence.end)];
  if (OF_A_MAKER.test(before) || OF_MY_MAKER.test(before)) return true;
  if (!FIRST_PERSON.test(before)) return false;
  return OF_A_PRODUCT.test(after) || (IN_CHINESE_BEFORE.test(before) && IN_CHINESE_AFTER.test(after));
}

const LONGEST_SENTENCE = 300;

function sentenceAround(text: string, { start, end }: NameSpan): NameSpan {
  const from = Math.max(0, start - LONGEST_SENTENCE);
  const opened = [...text.slice(from, start).matchAll(/[.!?](?=\s)|[\n。！？]/g)].at(-1);
  const closed = /[.!?](?=\s|$)|[\n。！？]/.exec(text.slice(end, end + LONGEST_SENTENCE));
  return {
    start: opened === undefined ? from : from + opened.index + 1,
    end: closed === null ? Math.min(text.length, end + LONGEST_SENTENCE) : end + closed.index,
  };
}
