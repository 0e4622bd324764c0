import type { EvidenceReference } from "../../../records/index.ts";
import { groupBy, openQuoteSource, type QuoteMatch } from "../../../text/index.ts";
import type { Packet } from "../packet/packet.ts";
import { ELLIPSIS_REACH, NUMBER, partsOf, plainNumber, withoutClosingMark } from "./grounding-lookup.ts";
import { textsAboutSubject, textsOfTask } from "./grounding-texts.ts";

/** The location of a reference in a packet: UTF-16 offsets into the text at `path`. */
export interface LocatedReference {
  path: string;
  start: number;
  end: number;
  /** True if it names a field of the packet, not its content. */
  isField: boolean;
}

/** Finds the exact location of references in a packet; null for those that are not in it. */
export function openReferenceLocator(packet: Packet): (reference: EvidenceReference) => LocatedReference | null {
  const byPath = groupBy([...textsAboutSubject(packet), ...textsOfTask(packet)], ({ path }) => path);
  return (reference) => {
    const { found } = reference;
    if (!found) return null;
    // A path has both a field's name and, after it, its content, which takes precedence.
    for (const { text } of (byPath.get(found.path) ?? []).toReversed()) {
      const place = placeIn(text, reference);
      if (place) return { path: found.path, ...place, isField: isFieldName(found.path, text) };
    }
    return null;
  };
}

function isFieldName(path: string, text: string): boolean {
  return path === text || path.endsWith(`.${text}`);
}

function placeIn(text: string, { kind, text: wanted }: EvidenceReference): { start: number; end: number } | null {
  if (kind === "file") return placeOfFile(text, wanted);
  if (kind === "number") return placeOfNumber(text, wanted);
  const source = openQuoteSource([text], { ignoreCase: true });
  const find = (quote: string): QuoteMatch | null =>
    source.find(quote) ?? source.findParts(partsOf(quote), ELLIPSIS_REACH);
  const match = find(wanted) ?? find(withoutClosingMark(wanted));
  return match && { start: match.start, end: match.end };
}

function placeOfFile(text: string, name: string): { start: number; end: number } | null {
  const start = text.toLowerCase().indexOf(name.toLowerCase());
  return start === -1 ? null : { start, end: start + name.length };
}

function placeOfNumber(text: string, written: string): { start: number; end: number } | null {
  for (const match of text.matchAll(NUMBER))
    if (plainNumber(match[0]) === plainNumber(written))
      return { start: match.index, end: match.index + match[0].length };
  return null;
}
