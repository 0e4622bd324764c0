import { type JudgedPacket, PROTOCOLS } from "../../judging/index.ts";
import { type LabelQuestion, type LabelRecord, packetsOfLabel } from "../../records/index.ts";
import { canonicalJson } from "../../text/index.ts";

/** All labels of a question about a packet. */
export interface LabelledQuestion {
  packet_sha256: string;
  question: LabelQuestion;
  /** One per annotator. */
  labels: LabelRecord[];
  /** Settled label, which takes precedence. */
  settled: LabelRecord | null;
}

export function settledLabels(labels: readonly LabelRecord[]): LabelledQuestion[] {
  const found = new Map<string, LabelledQuestion>();
  for (const label of labels) {
    const { packet_sha256, question, adjudicated } = label;
    const key = canonicalJson([packet_sha256, question]);
    const known = found.get(key) ?? { packet_sha256, question, labels: [], settled: null };
    found.set(key, known);
    // Labels are in chronological order, so the last settled one stays.
    if (adjudicated) known.settled = label;
    else known.labels.push(label);
  }
  return [...found.values()];
}

/** Lists unsettled disagreements. */
export function disagreements(
  questions: readonly LabelledQuestion[],
  packets: readonly Pick<JudgedPacket, "packet_sha256" | "protocol">[],
): LabelledQuestion[] {
  const protocols = new Map(packets.map(({ packet_sha256, protocol }) => [packet_sha256, protocol]));
  return questions.filter(({ packet_sha256, question, labels, settled }) => {
    if (settled !== null || labels.length < 2) return false;
    const values = labels.map(({ value }) => value);
    const protocol = protocols.get(packet_sha256);
    if (question.kind !== "score" || protocol === undefined) return new Set(values).size > 1;
    const scores = values.map(Number);
    return Math.max(...scores) - Math.min(...scores) > PROTOCOLS[protocol].labels.sameOpinion;
  });
}

/** Separates labels of current packets from outdated ones, which are never used. */
export function separateUsableLabels(
  labels: readonly LabelRecord[],
  packets: readonly Pick<JudgedPacket, "packet_sha256">[],
): { current: LabelRecord[]; stale: LabelRecord[] } {
  const known = new Set(packets.map(({ packet_sha256 }) => packet_sha256));
  const isCurrent = (label: LabelRecord) => packetsOfLabel(label).every((packet) => known.has(packet));
  return { current: labels.filter(isCurrent), stale: labels.filter((label) => !isCurrent(label)) };
}

/** Lists packets with labels of both purposes: packets that a judge was tuned by say nothing about its quality. */
export function findMixedPurposes(labels: readonly LabelRecord[]): string[] {
  const purposes = new Map<string, Set<string>>();
  for (const label of labels)
    for (const packet of packetsOfLabel(label))
      purposes.set(packet, (purposes.get(packet) ?? new Set()).add(label.purpose));
  return [...purposes].flatMap(([packet, found]) => (found.size > 1 ? [packet] : []));
}
