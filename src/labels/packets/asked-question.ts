import { type AnswerScale, type JudgedPacket, OVERALL } from "../../judging/index.ts";
import type { OpenedPackets } from "./open-packets.ts";

/** Kind of question: `pass`, `score`, `score:tone`, `band:tone`, `preference`. */
export type QuestionKind =
  | { kind: "pass" }
  | { kind: "preference" }
  | { kind: "score"; dimension: string }
  | { kind: "band"; dimension: string };

/** Question about a packet, with the possible answers. */
export interface AskedQuestion {
  kind: QuestionKind["kind"];
  dimension: string | null;
  words: string;
  /** Range of the scale; null if not set. */
  low: number | null;
  high: number | null;
  bands: { value: string; criteria: string }[];
}

/** Parses the value of `--question`; null if invalid. */
export function readQuestionKind(written: string): QuestionKind | null {
  const [, kind, dimension] = /^(pass|preference|score|band)(?::(.+))?$/.exec(written) ?? [];
  if (kind === "pass" || kind === "preference") return dimension === undefined ? { kind } : null;
  if (kind === "score" || kind === "band") return { kind, dimension: dimension ?? OVERALL };
  return null;
}

export function kindName(kind: QuestionKind): string {
  return "dimension" in kind ? `${kind.kind}:${kind.dimension}` : kind.kind;
}

/** Asks a question about a packet, or explains why it does not fit. */
export function askAbout(
  kind: QuestionKind,
  packet: JudgedPacket,
  text: string,
  { scaleOf }: Pick<OpenedPackets, "scaleOf">,
): AskedQuestion | { problem: string } {
  const base = { dimension: null, low: null, high: null, bands: [] };
  if (kind.kind === "pass") return { ...base, kind: "pass", words: "Does it pass?" };
  if (kind.kind === "preference") return { ...base, kind: "preference", words: "Which is better, A or B?" };
  const { dimension } = kind;
  const asked = scaleOf(packet, dimension, text);
  if (asked === null)
    return {
      problem: `the judges were not asked to score "${dimension}"; they score ${Object.keys(packet.dimensions).join(", ")}`,
    };
  const { question, ...scale } = asked;
  if (kind.kind === "band" && scale.bands.length === 0) return { problem: `there are no bands for "${dimension}"` };
  const words =
    question ??
    (kind.kind === "band"
      ? `Which band is it in${dimension === OVERALL ? "" : `, for ${dimension}`}?`
      : `How good is it${dimension === OVERALL ? "" : ` in ${dimension}`}${rangeOf(scale)}?`);
  return { kind: kind.kind, dimension, words, ...scale };
}

function rangeOf({ low, high }: AnswerScale): string {
  return low === null || high === null ? "" : `, from ${low} to ${high}`;
}
