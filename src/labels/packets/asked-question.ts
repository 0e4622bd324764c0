import { isRecord, plainFields } from "../../text/index.ts";
import { type JudgedPacket, OVERALL } from "./judged-packet.ts";
import { dimensionsOf } from "./show-packet.ts";

/** What is asked, whatever the packet: `pass`, `score`, `score:tone`, `band:tone`, `preference`. */
export type QuestionKind =
  | { kind: "pass" }
  | { kind: "preference" }
  | { kind: "score"; dimension: string }
  | { kind: "band"; dimension: string };

/** A question about one packet, with what may be answered. */
export interface AskedQuestion {
  kind: QuestionKind["kind"];
  dimension: string | null;
  words: string;
  /** Ends of the scale; null where nobody set one. */
  low: number | null;
  high: number | null;
  bands: { value: string; criteria: string }[];
}

/** Reads what follows `--question`; null when it is none. */
export function readQuestionKind(written: string): QuestionKind | null {
  const [, kind, dimension] = /^(pass|preference|score|band)(?::(.+))?$/.exec(written) ?? [];
  if (kind === "pass" || kind === "preference") return dimension === undefined ? { kind } : null;
  if (kind === "score" || kind === "band") return { kind, dimension: dimension ?? OVERALL };
  return null;
}

export function kindName(kind: QuestionKind): string {
  return "dimension" in kind ? `${kind.kind}:${kind.dimension}` : kind.kind;
}

/** The question as it is put about a packet; a sentence when it can't be. */
export function askAbout(
  kind: QuestionKind,
  { protocol, dimensions }: Pick<JudgedPacket, "protocol" | "dimensions">,
  text: string,
): AskedQuestion | { problem: string } {
  const base = { dimension: null, low: null, high: null, bands: [] };
  if (kind.kind === "pass") return { ...base, kind: "pass", words: "Does it pass?" };
  if (kind.kind === "preference") return { ...base, kind: "preference", words: "Which is better, A or B?" };
  const { dimension } = kind;
  const scale = scaleOf(dimension, protocol, text);
  if (scale === null || (protocol === "batch" && !Object.hasOwn(dimensions, dimension)))
    return {
      problem: `the judges were not asked to score "${dimension}"; they score ${Object.keys(dimensions).join(", ")}`,
    };
  if (kind.kind === "band" && scale.bands.length === 0) return { problem: `there are no bands for "${dimension}"` };
  const words =
    dimension === "should_cluster" && protocol === "batch"
      ? "Does it belong to one of the clusters? 1 yes, 0 no"
      : kind.kind === "band"
        ? `Which band is it in${dimension === OVERALL ? "" : `, for ${dimension}`}?`
        : `How good is it${dimension === OVERALL ? "" : ` in ${dimension}`}${rangeOf(scale)}?`;
  return { kind: kind.kind, dimension, words, ...scale };
}

type AnswerScale = Pick<AskedQuestion, "low" | "high" | "bands">;

function rangeOf({ low, high }: AnswerScale): string {
  return low === null || high === null ? "" : `, from ${low} to ${high}`;
}

function scaleOf(dimension: string, protocol: JudgedPacket["protocol"], text: string): AnswerScale | null {
  if (protocol === "batch") return scaleOfField(dimension, text);
  const packet: unknown = JSON.parse(text);
  if (!isRecord(packet)) return null;
  return protocol === "campaign" ? scaleOfTrial(dimension, packet) : scaleOfSample(dimension, packet);
}

/** Campaign judges score everything from 0 to 10; the case's own rubric may say what some of these scores look like. */
function scaleOfTrial(dimension: string, { evaluation_target: target }: Record<string, unknown>): AnswerScale | null {
  if (!isRecord(target)) return null;
  const known = Array.isArray(target.dimensions) && target.dimensions.includes(dimension);
  if (dimension !== OVERALL && !known) return null;
  const anchors = isRecord(target.rubric) && isRecord(target.rubric.anchors) ? target.rubric.anchors : {};
  const bands = dimension === OVERALL ? Object.entries(anchors) : [];
  return { low: 0, high: 10, bands: bands.map(([value, criteria]) => ({ value, criteria: String(criteria) })) };
}

function scaleOfSample(dimension: string, { rubric }: Record<string, unknown>): AnswerScale | null {
  const found = dimensionsOf(rubric).find(({ id }) => id === dimension);
  if (found === undefined) return null;
  const scores = found.bands.map(({ score }) => score);
  return {
    low: Math.min(...scores),
    high: Math.max(...scores),
    bands: found.bands.map(({ score, criteria }) => ({ value: String(score), criteria })),
  };
}

/** As far as the rubric says it; a spec may describe its fields elsewhere. */
function scaleOfField(dimension: string, text: string): AnswerScale {
  // What every singleton is asked, whatever the rubric says.
  if (dimension === "should_cluster") return { low: 0, high: 1, bands: [] };
  if (dimension === "confidence") return { low: 1, high: 5, bands: [] };
  const rule = plainFields(text, [dimension])[dimension];
  const ends: { min?: number; max?: number } = rule?.type === "integer" || rule?.type === "number" ? rule : {};
  return { low: ends.min ?? null, high: ends.max ?? null, bands: [] };
}
