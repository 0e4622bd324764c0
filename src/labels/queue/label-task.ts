import type { ShownSection } from "../../judging/index.ts";
import type { LabelValue } from "../../records/index.ts";
import { openQuoteSource, sha256 } from "../../text/index.ts";
import { type AskedQuestion, askAbout } from "../packets/asked-question.ts";
import type { OpenedPackets } from "../packets/open-packets.ts";
import type { QueueEntry } from "./queue-entries.ts";

/** What an annotator sees: packets and a question. No verdict, no subject, nobody else's label. */
export interface LabelTask {
  /** What both packets of a preference say alike: the task, and what is expected. Empty for one packet. */
  shared: ShownSection[];
  /** One packet; two for a preference, A and B. */
  shown: ShownSection[][];
  asked: AskedQuestion;
}

/** What is needed of packets in order to show them. */
export type PacketsToShow = Pick<OpenedPackets, "textOf" | "show" | "scaleOf">;

/** Puts an entry of the queue into the form in which it is shown; a sentence when it can't be shown. */
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
  return { asked, ...apart(isTurned ? shown.reverse() : shown) };
}

/** Nobody should read the same task twice in order to compare two answers to it. */
function apart(shown: ShownSection[][]): Pick<LabelTask, "shared" | "shown"> {
  const [first, second] = shown;
  if (first === undefined || second === undefined) return { shared: [], shown };
  const same = (one: ShownSection) => (other: ShownSection) => one.title === other.title && one.text === other.text;
  const isShared = (section: ShownSection) => [first, second].every((side) => side.some(same(section)));
  return {
    shared: first.filter(isShared),
    shown: shown.map((sections) => sections.filter((section) => !isShared(section))),
  };
}

/** A preference as it is stored, from what was shown as A and B. */
export function storedPreference(value: LabelValue, packet: string, other: string): LabelValue {
  if (value === "tie") return value;
  return (value === "a") === startsWithOther(packet, other) ? "other" : "this";
}

/** The same the other way round. */
export function shownPreference(value: LabelValue, packet: string, other: string): LabelValue {
  if (value === "tie") return value;
  return (value === "this") === startsWithOther(packet, other) ? "b" : "a";
}

/** Which of two packets is called A: by a hash, so that neither the subject nor the score decides it. */
function startsWithOther(packet: string, other: string): boolean {
  return Number.parseInt(sha256(`${packet} ${other}`).slice(0, 2), 16) % 2 === 1;
}

/** Whether words are in what is shown; spacing and what copying changes do not matter. */
export function isQuoted(quote: string, shown: readonly (readonly ShownSection[])[]): boolean {
  const texts = shown.flat().map(({ text }) => text);
  return openQuoteSource(texts, { ignoreCase: true, insideWords: true }).find(quote) !== null;
}
