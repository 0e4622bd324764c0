import type { JudgedPacket } from "../../judging/index.ts";
import {
  disagreements,
  type LabelledQuestion,
  openLabelling,
  type QueueEntry,
  settledLabels,
  shownPreference,
} from "../../labels/index.ts";
import type { LabelRecord, LabelValue } from "../../records/index.ts";
import type { Controls } from "../controls.ts";
import type { LabelSession } from "./label.ts";
import type { LabelOptions } from "./label-options.ts";
import { openLabelsWithPackets, usableAnnotator } from "./open-labels.ts";
import { ownPackets, type SourceOfPackets } from "./packet-source.ts";

/** An annotator's label, anonymous. */
export interface AnonymousOpinion {
  value: LabelValue;
  quote: string | null;
  note: string | null;
}

export interface Adjudication extends LabelSession {
  /** Labels of the current packet, in an order that reveals neither annotator nor time. */
  opinions(): AnonymousOpinion[];
}

export type AdjudicateOptions = Omit<LabelOptions, "plan" | "purpose" | "questions">;

/**
 * Opens the annotators' disagreements, to settle them. Labels are anonymous.
 *
 * @example
 * const session = await adjudicate({ annotator: "chief" });
 * console.log(session.progress().total, session.opinions());
 * await session.close();
 */
export function adjudicate(options: AdjudicateOptions, controls: Controls = {}): Promise<Adjudication> {
  return adjudicateFrom(ownPackets, options, controls);
}

export async function adjudicateFrom(
  source: SourceOfPackets,
  options: AdjudicateOptions,
  controls: Controls = {},
): Promise<Adjudication> {
  const annotator = usableAnnotator(options.annotator);
  const { root, labels, opened, keep, close } = await openLabelsWithPackets(options, controls, source);
  const byHash = new Map(opened.packets.map((packet) => [packet.packet_sha256, packet]));
  const open = disagreements(settledLabels(labels.labels), opened.packets).flatMap((found) => {
    const entry = entryOf(found, byHash);
    return entry === null ? [] : [{ entry, labels: found.labels }];
  });
  const labelling = openLabelling({
    root,
    annotator,
    purpose: "measure",
    entries: open.map(({ entry }) => entry),
    done: 0,
    packets: opened,
    adjudicated: true,
    lastWritten: labels.lastWritten,
    now: options.now ?? (() => new Date()),
  });
  return {
    ...labelling,
    plan: null,
    questions: [],
    opinions() {
      const entry = labelling.entry();
      return (open.find((found) => found.entry === entry)?.labels ?? [])
        .map(opinionOf)
        .sort((one, other) => (String(one.value) < String(other.value) ? -1 : 1));
    },
    close: () => keep().then(close),
  };
}

function entryOf(
  { packet_sha256, question, labels }: LabelledQuestion,
  byHash: ReadonlyMap<string, JudgedPacket>,
): QueueEntry | null {
  const packet = byHash.get(packet_sha256);
  const other = question.kind === "preference" ? byHash.get(question.other_packet_sha256) : null;
  if (packet === undefined || other === undefined) return null;
  const purpose = labels[0]!.purpose;
  const kind = question.kind === "preference" ? { kind: "preference" as const } : question;
  return { packet, other, kind, question, draw: null, purpose };
}

function opinionOf({ packet_sha256, question, value, quote, note }: LabelRecord): AnonymousOpinion {
  const shown =
    question.kind === "preference" ? shownPreference(value, packet_sha256, question.other_packet_sha256) : value;
  return { value: shown, quote: quote ?? null, note: note ?? null };
}
