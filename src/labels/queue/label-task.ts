import type { ShownSection } from "../../judging/index.ts";
import type { LabelValue } from "../../records/index.ts";
import { openQuoteSource, sha256 } from "../../text/index.ts";
import { type AskedQuestion, askAbout } from "../packets/asked-question.ts";
import type { OpenedPackets } from "../packets/open-packets.ts";
import type { QueueEntry } from "./queue-entries.ts";

/** View of an annotator: packets and a question. No verdict, no subject, no other label. */
export interface LabelTask {
  /** Common parts of both packets of a preference: the task and the expectations. Empty for one packet. */
  shared: ShownSection[];
  /** One packet, or A and B for a preference. */
  shown: ShownSection[][];
  asked: AskedQuestion;
}

/** Access to packets for showing them. */
export type PacketsToShow = Pick<OpenedPackets, "textOf" | "show" | "scaleOf">;

/** Composes an entry for showing, or explains why it cannot be shown. */
export function composeTask(
  { packet, other, kind, question }: QueueEntry,
  packets: PacketsToShow,
): LabelTask | { problem: string } {
  const texts = [packet, ...(other === null ? [] : [other])].map((each) => ({
    each,
    text: packets.textOf(each.packet_sha256),
  }));
  const missing = texts.find(({ text }) => text === null);
  if (missing) return { problem: `the packet ${missing.each.packet_sha256} is not in the store` };
  const asked = askAbout(kind, packet, texts[0]!.text!, packets);
  if ("problem" in asked) return asked;
  const shown = texts.map(({ each, text }) => packets.show(each, text!));
  const isTurned =
    question.kind === "preference" && startsWithOther(packet.packet_sha256, question.other_packet_sha256);
  return { asked, ...separateCommonParts(isTurned ? shown.reverse() : shown) };
}

/** Separates common parts, so that the task of two answers is read once. */
function separateCommonParts(shown: ShownSection[][]): Pick<LabelTask, "shared" | "shown"> {
  const [first, second] = shown;
  if (first === undefined || second === undefined) return { shared: [], shown };
  const same = (one: ShownSection) => (other: ShownSection) => one.title === other.title && one.text === other.text;
  const isShared = (section: ShownSection) => [first, second].every((side) => side.some(same(section)));
  return {
    shared: first.filter(isShared),
    shown: shown.map((sections) => sections.filter((section) => !isShared(section))),
  };
}

/** Converts a preference from A and B as shown to its stored form. */
export function storedPreference(value: LabelValue, packet: string, other: string): LabelValue {
  if (value === "tie") return value;
  return (value === "a") === startsWithOther(packet, other) ? "other" : "this";
}

/** Converts a stored preference to A and B as shown. */
export function shownPreference(value: LabelValue, packet: string, other: string): LabelValue {
  if (value === "tie") return value;
  return (value === "this") === startsWithOther(packet, other) ? "b" : "a";
}

/** Chooses A by a hash, independently of subject and score. */
function startsWithOther(packet: string, other: string): boolean {
  return Number.parseInt(sha256(`${packet} ${other}`).slice(0, 2), 16) % 2 === 1;
}

/** Returns whether a quote is in the shown text, ignoring spacing and copying artefacts. */
export function isQuoted(quote: string, shown: readonly (readonly ShownSection[])[]): boolean {
  const texts = shown.flat().map(({ text }) => text);
  return openQuoteSource(texts, { ignoreCase: true, insideWords: true }).find(quote) !== null;
}
