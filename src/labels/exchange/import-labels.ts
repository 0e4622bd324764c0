import { annotatorName } from "../../config/index.ts";
import type { JudgedPacket } from "../../judging/index.ts";
import {
  LABEL_FORMAT,
  LABEL_PURPOSES,
  type LabelDraw,
  type LabelPurpose,
  type LabelQuestion,
  type LabelRecord,
  type LabelValue,
} from "../../records/index.ts";
import { askAbout, readQuestionKind } from "../packets/asked-question.ts";
import type { OpenedPackets } from "../packets/open-packets.ts";
import { problemOfValue } from "../queue/answer-from.ts";
import { isQuoted } from "../queue/label-task.ts";
import type { LabelRow } from "./label-columns.ts";
import { openTrialNames, type TrialNames } from "./trial-names.ts";

/** Values for omitted columns. */
export interface RowDefaults {
  annotator?: string;
  question?: string;
  purpose: LabelPurpose;
  /** Time for labels without one. */
  labelled_at: string;
}

type ImportedRow = { ok: true; label: LabelRecord } | { ok: false; problem: string };

export interface LabelImport {
  /** Converts a row to a label of its trial's current packet. */
  ofRow(row: LabelRow): ImportedRow;
  /** Converts an exported label. The quote of an outdated packet cannot be checked. */
  ofRecord(record: LabelRecord): ImportedRow;
}

export function openImport(opened: OpenedPackets, defaults: RowDefaults): LabelImport {
  const names = openTrialNames(opened.packets);
  const byHash = new Map(opened.packets.map((packet) => [packet.packet_sha256, packet]));
  const checked = (outcome: LabelRecord | Problem): ImportedRow => {
    if ("problem" in outcome) return { ok: false, problem: outcome.problem };
    return isFound(outcome) ? { ok: true, label: outcome } : { ok: false, problem: QUOTE_NOT_FOUND };
  };
  /** Searches both packets of a comparison. */
  function isFound({ quote, packet_sha256, question }: LabelRecord): boolean {
    if (quote === undefined) return true;
    const hashes = [packet_sha256, ...(question.kind === "preference" ? [question.other_packet_sha256] : [])];
    const shown = hashes.flatMap((hash) => {
      const [packet, text] = [byHash.get(hash), opened.textOf(hash)];
      return packet === undefined || text === null ? [] : [opened.show(packet, text)];
    });
    return shown.length < hashes.length || isQuoted(quote, shown);
  }
  return { ofRow: (row) => checked(labelOf(row, defaults, names, opened)), ofRecord: checked };
}

const QUOTE_NOT_FOUND = "the quote is not in what the judge was shown";

type Problem = { problem: string };

function labelOf(
  row: LabelRow,
  defaults: RowDefaults,
  names: TrialNames,
  opened: OpenedPackets,
): LabelRecord | Problem {
  const annotator = row.annotator ?? defaults.annotator;
  if (annotator === undefined) return { problem: "no annotator is named; --annotator names one for all rows" };
  if (!annotatorName.safeParse(annotator).success) return { problem: `"${annotator}" can't be an annotator's name` };
  const kind = readQuestionKind(row.question ?? defaults.question ?? "");
  if (kind === null)
    return {
      problem: `${row.question === undefined ? "no question; --question names one for all rows" : `"${row.question}" is not a question`}: expected pass, score:<dimension>, band:<dimension> or preference`,
    };
  const purpose = row.purpose ?? defaults.purpose;
  if (!isPurpose(purpose)) return { problem: `purpose: expected ${LABEL_PURPOSES.join(" or ")}, found "${purpose}"` };
  const packet = names.find(row.trial, row.packet_sha256);
  if ("problem" in packet) return packet;
  const text = opened.textOf(packet.packet_sha256);
  if (text === null) return { problem: `the packet ${packet.packet_sha256} is not in the store` };
  const asked = askAbout(kind, packet, text, opened);
  if ("problem" in asked) return asked;
  if (row.value === undefined) return { problem: "there is no value" };
  if (row.labelled_at !== undefined && Number.isNaN(Date.parse(row.labelled_at)))
    return { problem: `labelled_at: expected a moment such as 2026-11-16T09:30:00Z, found "${row.labelled_at}"` };
  const draw = drawOf(row);
  if (draw !== undefined && "problem" in draw) return draw;
  const common = {
    format: LABEL_FORMAT,
    annotator,
    ...(row.quote === undefined ? {} : { quote: row.quote }),
    ...(row.note === undefined ? {} : { note: row.note }),
    purpose,
    ...(draw === undefined ? {} : { draw }),
    ...(row.adjudicated === "true" ? { adjudicated: true as const } : {}),
    labelled_at: row.labelled_at === undefined ? defaults.labelled_at : new Date(row.labelled_at).toISOString(),
  } as const;
  if (kind.kind === "preference") {
    const pair = pairOf(row, packet, names);
    return "problem" in pair ? pair : { ...common, ...pair };
  }
  const value = writtenValue(row.value, kind.kind);
  const problem = problemOfValue(value, asked);
  return problem === null
    ? { ...common, packet_sha256: packet.packet_sha256, question: kind, value }
    : { problem: `value "${row.value}": ${problem}` };
}

function pairOf(
  { value, other_trial, other_packet_sha256 }: LabelRow,
  packet: JudgedPacket,
  names: TrialNames,
): { packet_sha256: string; question: LabelQuestion; value: LabelValue } | Problem {
  const other = names.find(other_trial, other_packet_sha256);
  if ("problem" in other) return { problem: `the other side: ${other.problem}` };
  if (other.packet_sha256 === packet.packet_sha256) return { problem: "both sides have the same packet" };
  if (other.case_id !== packet.case_id) return { problem: "the two sides are of different cases" };
  if (value !== "this" && value !== "other" && value !== "tie")
    return { problem: `value "${value}": expected this, other or tie` };
  const isTurned = other.packet_sha256 < packet.packet_sha256;
  const [first, second] = isTurned ? [other, packet] : [packet, other];
  const question = { kind: "preference" as const, other_packet_sha256: second.packet_sha256 };
  const turned = value === "this" ? "other" : value === "other" ? "this" : "tie";
  return { packet_sha256: first.packet_sha256, question, value: isTurned ? turned : value };
}

function writtenValue(written: string, kind: LabelQuestion["kind"]): LabelValue {
  const text = written.trim();
  if (kind === "score") return text === "" ? Number.NaN : Number(text);
  if (kind !== "pass") return text;
  if (/^(?:pass|true|yes|1)$/i.test(text)) return true;
  return /^(?:fail|false|no|0)$/i.test(text) ? false : text;
}

function drawOf({ draw_plan, draw_probability, draw_stratum }: LabelRow): LabelDraw | Problem | undefined {
  if (draw_plan === undefined) return undefined;
  const probability = Number(draw_probability);
  if (draw_stratum === undefined || !(probability > 0 && probability <= 1))
    return { problem: "draw_plan needs draw_stratum and a draw_probability above 0 and at most 1" };
  return { plan: draw_plan, probability, stratum: draw_stratum };
}

function isPurpose(written: string): written is LabelPurpose {
  return (LABEL_PURPOSES as readonly string[]).includes(written);
}
