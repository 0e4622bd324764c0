import { type Word, wordsOf } from "./naive-words.ts";

export interface CorpusQuote {
  kind: string;
  quote: string;
  /** The artefact that has to be noted; null when any or none may be. */
  artefact: string | null;
}

type Random = (below: number) => number;

/** Everything that is true of a text: its lines, stretches of its words, and both as they look after copying. */
export function trueQuotes(text: string, random: Random): CorpusQuote[] {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.length >= 24 && /\s/.test(line));
  const words = wordsOf(text);
  const stretches = Array.from({ length: 6 }, () => stretchOf(text, words, random)).filter((quote) => quote !== null);
  return [
    ...lines.map((quote) => ({ kind: "whole line", quote, artefact: null })),
    ...lines.map((quote) => ({ kind: "whole line, bare", quote, artefact: null })),
    ...stretches.map((quote) => ({ kind: "stretch of words", quote, artefact: null })),
    ...[...lines, ...stretches].flatMap((quote) => copies(quote, text)),
    ...Array.from({ length: 3 }, () => withEllipsis(text, words, random)).filter((quote) => quote !== null),
  ];
}

/** Two to twelve words, as they stand. */
export function stretchOf(text: string, words: Word[], random: Random, least = 2): string | null {
  if (words.length < 14) return null;
  const first = random(words.length - 13);
  const last = first + least - 1 + random(12 - least);
  // The n of "\\n" is no word.
  if (text[words[first]!.start - 1] === "\\") return null;
  return text.slice(words[first]!.start, words[last]!.end);
}

/** The quote after copying, if copying changes it. */
function copies(quote: string, text: string): CorpusQuote[] {
  const changed: [string, string | null, string][] = [
    [
      "straight marks made curly",
      "quotation_marks",
      quote
        .replace(/(?<=^|[\s(])"/g, "“")
        .replaceAll('"', "”")
        .replaceAll("'", "’"),
    ],
    ["curly marks made straight", "quotation_marks", quote.replace(/[“”„]/g, '"').replace(/[‘’]/g, "'")],
    ["dashes made hyphens", "dashes", quote.replace(/[–—−]/g, "-")],
    ["Markdown left out", "markdown", withoutMarkdown(quote, text)],
    [
      "escaped for HTML",
      "html_entities",
      quote.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
    ],
    ["with ligatures", "ligatures", quote.replaceAll("ffi", "ﬃ").replaceAll("fi", "ﬁ").replaceAll("fl", "ﬂ")],
    ["in Kangxi forms", "kangxi_forms", quote.replace(/[一人日月用行]/g, (plain) => KANGXI[plain]!)],
    ["escaped as JSON", "escapes", JSON.stringify(quote).slice(1, -1)],
    ["decomposed", null, quote.normalize("NFD")],
    ["wrapped anew", null, quote.replace(/(?<=\S{3}) (?=\S)/g, "\n  ")],
    ["in full-width digits", null, quote.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))],
  ];
  return changed
    .filter(([, , copy]) => copy !== quote)
    .map(([kind, artefact, copy]) => ({ kind: `copied: ${kind}`, quote: copy, artefact }));
}

const KANGXI: Record<string, string> = { 一: "⼀", 人: "⼈", 日: "⽇", 月: "⽉", 用: "⽤", 行: "⾏" };

/** As a page shows it. Inside fences and in code with stars or underscores of its own there is nothing to leave out. */
function withoutMarkdown(quote: string, text: string): string {
  if (text.includes("```") || /`[^`]*[*_][^`]*`/.test(quote) || (quote.match(/`/g)?.length ?? 0) % 2 === 1)
    return quote;
  if ((quote.match(/\*\*/g)?.length ?? 0) % 2 === 1) return quote;
  return quote
    .replace(/`([^`\s](?:[^`]*[^`\s])?)`(?!\w)/g, "$1")
    .replace(/\*\*(\S(?:[^*]*\S)?)\*\*/g, "$1")
    .replace(/(?<![\w*/])\*([^\s*](?:[^*]*[^\s*])?)\*(?![\w*/.])/g, "$1");
}

function withEllipsis(text: string, words: Word[], random: Random): CorpusQuote | null {
  if (words.length < 14) return null;
  const first = random(words.length - 6);
  const second = first + 3 + random(Math.min(60, words.length - first - 5));
  const [before, after] = [words[first + 1], words[second]];
  if (!before || !after || !words[second + 1] || after.start - before.end > 800) return null;
  const dots = ["…", "...", "[…]", "(...)"][random(4)]!;
  const quote = `${text.slice(words[first]!.start, before.end)} ${dots} ${text.slice(after.start, words[second + 1]!.end)}`;
  return { kind: "with an ellipsis", quote, artefact: null };
}
