import type { FoundReference } from "../../../records/index.ts";
import { openQuoteSource, type QuoteMatch, type QuoteSource } from "../../../text/index.ts";
import type { Packet } from "../packet/packet.ts";
import { type PlacedText, textsAboutSubject, textsOfTask } from "./grounding-texts.ts";

/** Searches a packet. Of several places of a text, prefers one about the subject. */
export interface PacketLookup {
  /**
   * Looks up a whole piece of evidence, copied from the subject without quotation marks; `thoroughly`: also with artefacts, and
   * from the task.
   */
  line(evidence: string, thoroughly: boolean): FoundReference | null;
  verbatim(quote: string): FoundReference | null;
  /** Allows artefacts of copying, such as straight quotation marks for curly ones. */
  copied(quote: string): FoundReference | null;
  withEllipsis(quote: string): FoundReference | null;
  file(name: string): FoundReference | null;
  number(written: string): FoundReference | null;
}

/** Maximum distance between the parts of one quote: about a long paragraph. */
export const ELLIPSIS_REACH = 1000;
const MOST_PARTS = 12;
/** Limit of characters searched for one panel. Honest evidence needs a hundredth; beyond it quotes count as not found. */
const MOST_SEARCHING = 10_000_000_000;

export function openPacketLookup(packet: Packet): PacketLookup {
  const subject = openTexts(textsAboutSubject(packet));
  // Most evidence is about the subject, so the task is searched only on demand.
  let openedTask: PlacedTexts | undefined;
  const task = () => (openedTask ??= openTexts(textsOfTask(packet)));
  let searched = 0;
  const limited =
    (find: (quote: string) => FoundReference | null) =>
    (quote: string): FoundReference | null => {
      if (searched > MOST_SEARCHING) return null;
      searched += subject.length;
      const found = find(quote);
      const bare = found ? quote : withoutClosingMark(quote);
      return bare === quote ? found : find(bare);
    };
  const verbatim = (quote: string) => subject.find(quote, "findVerbatim") ?? task().find(quote, "findVerbatim");
  const inSubject = limited((quote) => subject.find(quote, "findVerbatim"));
  const anywhere = limited((quote) => {
    const found = verbatim(quote);
    // The answer may use other quotation marks than the task for the same words.
    return isOfTask(found) ? (subject.find(quote, "findCopied") ?? found) : found;
  });
  const copied = limited((quote) => subject.find(quote, "findCopied") ?? task().find(quote, "findCopied"));
  return {
    line: (evidence, thoroughly) => (thoroughly ? (anywhere(evidence) ?? copied(evidence)) : inSubject(evidence)),
    verbatim: anywhere,
    copied,
    withEllipsis: limited((quote) => {
      const parts = partsOf(quote);
      if (parts.length > MOST_PARTS || (parts.length < 2 && parts[0] === quote)) return null;
      return subject.findParts(parts) ?? task().findParts(parts);
    }),
    file: limited((name) => subject.findFile(name) ?? task().findFile(name)),
    number: (written) => subject.findNumber(written) ?? task().findNumber(written),
  };
}

function isOfTask(found: FoundReference | null): boolean {
  return found?.place === "task" || found?.place === "rubric";
}

interface PlacedTexts {
  length: number;
  find(quote: string, how: "findVerbatim" | "findCopied"): FoundReference | null;
  findParts(parts: string[]): FoundReference | null;
  findFile(name: string): FoundReference | null;
  findNumber(written: string): FoundReference | null;
}

function openTexts(texts: PlacedText[]): PlacedTexts {
  const source: QuoteSource = openQuoteSource(
    texts.map(({ text }) => text),
    { ignoreCase: true },
  );
  const toFound = (match: QuoteMatch | null) => match && foundIn(texts[match.text]!, match.artefacts);
  // Most evidence quotes words, so numbers are collected on the first lookup of one.
  let numbers: Map<string, PlacedText> | undefined;
  return {
    length: texts.reduce((sum, { text }) => sum + text.length, 0),
    find: (quote, how) => toFound(source[how](quote)),
    findParts: (parts) => toFound(source.findParts(parts, ELLIPSIS_REACH)),
    findFile(name) {
      const holder = texts.find(({ text }) => namesFile(text, name));
      return holder ? foundIn(holder) : null;
    },
    findNumber(written) {
      numbers ??= numbersIn(texts);
      const holder = numbers.get(plainNumber(written));
      return holder ? foundIn(holder) : null;
    },
  };
}

function foundIn({ place, path }: PlacedText, artefacts: FoundReference["artefacts"] = []): FoundReference {
  return { place, path, artefacts };
}

/** Splits a quote at its ellipses, which join two places of the same text. */
export function partsOf(quote: string): string[] {
  return quote
    .split(/[[(]?(?:…+|\.{3,})[\])]?/)
    .map((part) => withoutClosingMark(part.trim()))
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
}

/** Removes the writer's punctuation inside the quotation marks, as in `"The sum is 42,"`. */
export function withoutClosingMark(text: string): string {
  return text.replace(/(?<=[\p{L}\p{N}])[.,;:!?。，；：！？]$/u, "");
}

/** Matches file names: `report.md` is the file of `out/report.md`, but neither `final-report.md` nor `report.md.bak`. */
function namesFile(text: string, name: string): boolean {
  const [inside, wanted] = [text.toLowerCase(), name.toLowerCase()];
  for (let at = inside.indexOf(wanted); at !== -1; at = inside.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    if (!/[\w-]/.test(inside[at - 1] ?? "") && !/^(?:[\w-]|\.\w)/.test(inside.slice(end, end + 2))) return true;
  }
  return false;
}

export const NUMBER = /(?<![\p{L}\p{N}_.,])[-+]?\d+(?:[.,]\d+)*(?![\p{L}_]|[.,]?\d)/gu;

function numbersIn(texts: PlacedText[]): Map<string, PlacedText> {
  const known = new Map<string, PlacedText>();
  for (const placed of texts)
    for (const [number] of placed.text.matchAll(NUMBER)) {
      const plain = plainNumber(number);
      if (!known.has(plain)) known.set(plain, placed);
    }
  return known;
}

export function plainNumber(text: string): string {
  const plain = text.replace(/^\+/, "");
  // 1,000 and 1000 are the same number; 1,5 stays unchanged.
  return /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(plain) ? plain.replaceAll(",", "") : plain;
}
