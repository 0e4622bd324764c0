import type { EvidenceReference, FoundReference, GroundedEvidence } from "../../../records/index.ts";
import type { Packet } from "../packet/packet.ts";
import { NUMBER, openPacketLookup, type PacketLookup } from "./grounding-lookup.ts";
import { nextQuotation, type Quotation } from "./grounding-quotations.ts";

/** Looks up the quotes of a piece of evidence in one packet. */
export type EvidenceLookup = (evidence: string) => GroundedEvidence;

/**
 * Prepares a packet for lookups. Quotes (in quotation marks or backticks, or a whole line without any), file names and numbers
 * count as references; each is looked up, and the item is grounded when all of them are in the packet and not in the task alone.
 */
export function openEvidenceLookup(packet: Packet): EvidenceLookup {
  const lookUp = openPacketLookup(packet);
  // Judges repeat evidence for several dimensions, and at temperature 0 in every repetition.
  const known = new Map<string, GroundedEvidence>();
  return (evidence) => {
    const before = known.get(evidence);
    if (before) return before;
    const references = referencesIn(evidence, lookUp);
    const item: GroundedEvidence = { text: evidence, references, state: stateOf(references) };
    known.set(evidence, item);
    return item;
  };
}

/** All references of an item. Text inside a quote is part of it and not looked up separately. */
function referencesIn(evidence: string, lookUp: PacketLookup): EvidenceReference[] {
  const { references, rest } = quotesIn(evidence, lookUp);
  // A whole line of an answer needs no marks around it; marks inside are its own, and look like quotes.
  if (references.length === 0 || references.some(({ found }) => found === null)) {
    const line = isLongEnough(evidence) ? lookUp.line(evidence, references.length > 0) : null;
    if (line) return [{ kind: "quote", text: evidence.trim(), found: line }];
  }
  const withoutFiles = rest.replace(FILE_NAME, (name) => {
    if (NOT_A_FILE.test(name)) return name;
    references.push({ kind: "file", text: name, found: lookUp.file(name) });
    return QUOTED;
  });
  for (const [number] of withoutFiles.matchAll(NUMBER))
    references.push({ kind: "number", text: number, found: lookUp.number(number) });
  return references;
}

function quotesIn(evidence: string, lookUp: PacketLookup): { references: EvidenceReference[]; rest: string } {
  const references: EvidenceReference[] = [];
  let rest = "";
  let at = 0;
  for (let readings = nextQuotation(evidence, at); readings.length > 0; readings = nextQuotation(evidence, at)) {
    const { reading, found } = readingInPacket(readings, lookUp);
    references.push({ kind: reading.kind, text: reading.text, found });
    rest += evidence.slice(at, reading.start) + QUOTED;
    at = reading.end;
  }
  return { references, rest: rest + evidence.slice(at) };
}

/** The first reading found verbatim, or with artefacts of copying, or with an ellipsis; else the likeliest. */
function readingInPacket(
  readings: Quotation[],
  lookUp: PacketLookup,
): { reading: Quotation; found: FoundReference | null } {
  for (const reading of readings) {
    const { text } = reading;
    const found = lookUp.verbatim(text) ?? lookUp.copied(text) ?? lookUp.withEllipsis(text);
    if (found) return { reading, found };
  }
  return { reading: readings[0]!, found: null };
}

/** Numbers are everywhere, so an item with quoted words is decided by those. */
function stateOf(references: EvidenceReference[]): GroundedEvidence["state"] {
  if (references.length === 0) return "quotes_nothing";
  if (references.some(({ found }) => found === null)) return "not_found";
  const words = references.filter(({ kind }) => kind !== "number");
  const telling = words.length > 0 ? words : references;
  return telling.every(({ found }) => found!.place === "task" || found!.place === "rubric") ? "task_only" : "grounded";
}

/** Placeholder for a quote, which no file name or number can span. */
const QUOTED = " \u0000 ";
const FILE_NAME = /(?<![\w./-])(?:[\w-]+\/)*[\w-][\w.-]*\.(?:[a-z][a-z0-9]{0,4}|[A-Z]{2,4})(?![\w/-])/g;
/** `e.g.`, `i.e.` and the like look like file names. */
const NOT_A_FILE = /^(?:[a-z]\.[a-z]|\d[\d.]*[a-z]?)$/i;

/** A few words are not a copied line, since they may occur anywhere by chance. */
function isLongEnough(evidence: string): boolean {
  const characters = evidence.match(/\p{Script=Han}/gu)?.length ?? 0;
  return characters >= 6 || (evidence.length >= 16 && /\S\s+\S/.test(evidence));
}
