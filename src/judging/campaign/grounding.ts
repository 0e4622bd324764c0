import type { EvidenceReference, GroundedEvidence, GroundingCount } from "../../records/index.ts";
import { isRecord, openQuoteSource, type QuoteSource } from "../../text/index.ts";
import type { Packet } from "./packet/packet.ts";

/** Looks up, in one packet, what pieces of evidence quote. */
export type EvidenceLookup = (evidence: string) => GroundedEvidence;

/**
 * Prepares a packet for lookups. Quotes (in quotation marks or backticks), file names and numbers count as references; an item is
 * grounded when all of them stand in the packet, whatever the case of letters or the spacing.
 */
export function openEvidenceLookup(packet: Packet): EvidenceLookup {
  const leaves: string[] = [];
  collectLeaves(packet, leaves);
  // One text with a separator that no quote spans, so that a quote cannot be pieced together from two places.
  const source = openQuoteSource(leaves.join("\u0001").toLowerCase());
  // Most evidence quotes words; the numbers are collected when the first one is looked up.
  let known: Set<string> | undefined;
  const numbers = () => (known ??= new Set(leaves.flatMap((leaf) => leaf.match(NUMBER) ?? []).map(plainNumber)));
  return (evidence) => {
    const references = referencesIn(evidence).map((reference) => ({
      ...reference,
      found: isFound(reference, source, numbers),
    }));
    return {
      text: evidence,
      references,
      grounded: references.length === 0 ? null : references.every(({ found }) => found),
    };
  };
}

export function countGrounding(items: GroundedEvidence[]): GroundingCount {
  return {
    items: items.length,
    quoting: items.filter(({ grounded }) => grounded !== null).length,
    grounded: items.filter(({ grounded }) => grounded === true).length,
  };
}

export function addGrounding(counts: GroundingCount[]): GroundingCount {
  const sum = (pick: (count: GroundingCount) => number) => counts.reduce((total, count) => total + pick(count), 0);
  return {
    items: sum(({ items }) => items),
    quoting: sum(({ quoting }) => quoting),
    grounded: sum(({ grounded }) => grounded),
  };
}

type Wanted = Omit<EvidenceReference, "found">;

/** Quotation marks of several languages. Apostrophes quote only where they do not join letters. */
const QUOTES: [opening: string, pattern: RegExp, kind: EvidenceReference["kind"]][] = [
  ["```", /```(?:\w*\n)?([\s\S]+?)```/g, "code"],
  ["`", /`([^`]+)`/g, "code"],
  ['"', /"([^"]+)"/g, "quote"],
  ["“", /“([^”“]+)[”“]/g, "quote"],
  ["„", /„([^“”„]+)[“”]/g, "quote"],
  ["«", /«([^»«]+)»/g, "quote"],
  ["»", /»([^«»]+)«/g, "quote"],
  ["‹", /‹([^›‹]+)›/g, "quote"],
  ["「", /「([^」「]+)」/g, "quote"],
  ["『", /『([^』『]+)』/g, "quote"],
  ["‘", /(?<![\p{L}\p{N}])‘([^’‘]+)’(?![\p{L}\p{N}])/gu, "quote"],
  ["'", /(?<![\p{L}\p{N}])'([^']+)'(?![\p{L}\p{N}])/gu, "quote"],
];
const FILE_NAME = /(?<![\w./-])(?:[\w-]+\/)*[\w-][\w.-]*\.(?:[a-z][a-z0-9]{0,4}|[A-Z]{2,4})(?![\w/-])/g;
const NUMBER = /(?<![\p{L}\p{N}_.,])[-+]?\d+(?:[.,]\d+)*(?![\p{L}_]|[.,]?\d)/gu;
/** `e.g.`, `i.e.` and the like look like file names and are not. */
const NOT_A_FILE = /^(?:[a-z]\.[a-z]|\d[\d.]*[a-z]?)$/i;

/** Everything an item refers to. What stands inside a quote is part of it and not looked up again. */
export function referencesIn(evidence: string): Wanted[] {
  const found: Wanted[] = [];
  let rest = evidence;
  for (const [opening, pattern, kind] of QUOTES)
    if (rest.includes(opening))
      rest = rest.replace(pattern, (_, quoted: string) => {
        if (quoted.trim() !== "") found.push({ kind, text: quoted.trim() });
        return " \u0000 ";
      });
  rest = rest.replace(FILE_NAME, (name) => {
    if (NOT_A_FILE.test(name)) return name;
    found.push({ kind: "file", text: name });
    return " \u0000 ";
  });
  for (const [number] of rest.matchAll(NUMBER)) found.push({ kind: "number", text: number });
  return found;
}

function isFound({ kind, text }: Wanted, source: QuoteSource, numbers: () => Set<string>): boolean {
  if (kind === "number") return numbers().has(plainNumber(text));
  // An ellipsis joins two places of the same text; each part has to stand there.
  const parts = text.split(/\s*(?:\[?(?:…|\.{3})\]?)\s*/).filter((part) => /[\p{L}\p{N}]/u.test(part));
  if (parts.length === 0) return source.find(text.toLowerCase()) !== null;
  return parts.every((part) => source.find(withoutClosingMark(part).toLowerCase()) !== null);
}

/** `"The sum is 42,"` puts the writer's comma inside the quotation marks. */
function withoutClosingMark(text: string): string {
  return text.replace(/(?<=[\p{L}\p{N}])[.,;:!?]$/u, "");
}

function plainNumber(text: string): string {
  const plain = text.replace(/^\+/, "");
  // 1,000 and 1000 are the same number; 1,5 stays what it is.
  return /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(plain) ? plain.replaceAll(",", "") : plain;
}

/** Every text, number and key of the packet: a judge may quote `failed_checks` as well as an answer. */
function collectLeaves(value: unknown, into: string[]): void {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") into.push(String(value));
  else if (Array.isArray(value)) for (const part of value) collectLeaves(part, into);
  else if (isRecord(value))
    for (const key of Object.keys(value)) {
      into.push(key);
      collectLeaves(value[key], into);
    }
}
