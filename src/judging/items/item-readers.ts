import { listNamed } from "../../store/index.ts";
import { jsonOrNull } from "../../text/index.ts";
import { formatRounded, formatUsd, plural } from "../../text/presentation/index.ts";
import type { JudgedPacket } from "../judged-packet.ts";
import { meanScores } from "../mean-scores.ts";
import { byName, shownText } from "../named-packets.ts";
import type {
  ItemJudging,
  JudgingAgain,
  NamedProtocol,
  PacketReader,
  ResultReader,
  ShownSection,
} from "../protocol.ts";
import { plainShown } from "../shown-trial.ts";
import type { NamedProtocolName } from "../table.ts";
import { type ItemResult, type JudgedEntry, readItemResult } from "./item-result.ts";

/** Finds the packets of a protocol that asks one question about each item; what a judge is shown is JSON. */
export function itemPackets(protocol: NamedProtocol, scaleOf: PacketReader["scaleOf"]): PacketReader {
  return {
    *packets(store, filter) {
      for (const { name, folder } of byName(listNamed(store.outputs, protocol), filter[protocol.folder]))
        for (const entry of readItemResult(folder, protocol)?.items ?? [])
          if (entry.verdicts.length > 0) yield { packet: packetOf(protocol, name, entry) };
    },
    sections: sectionsOfJson,
    scaleOf,
  };
}

function sectionsOfJson(text: string): ShownSection[] | null {
  const value = jsonOrNull(text);
  if (typeof value !== "object" || value === null) return null;
  return Object.entries(value).map(([title, part]) => ({ title, text: shownText(part) }));
}

function packetOf({ folder }: NamedProtocol, name: string, { id, packet_sha256, verdicts }: JudgedEntry): JudgedPacket {
  return {
    trial_id: `${folder}/${name}/${id}`,
    protocol: folder as NamedProtocolName,
    campaign: `${folder}/${name}`,
    case_id: id,
    subject: name,
    repetition: 1,
    packet_sha256,
    score: null,
    passed: null,
    pass_threshold: null,
    dimensions: meanScores(verdicts),
    verdicts,
  };
}

/** Shows and describes the results of a protocol that asks one question about each item. */
export function itemResults(protocol: NamedProtocol): ResultReader {
  return {
    show(records, { name, folder }, unit) {
      const result = readItemResult(folder, protocol);
      const entry = result?.items.find(({ id }) => id === unit);
      if (!result) return null;
      if (!entry) {
        const known = result.items.map(({ id }) => id);
        return { problem: `${name} has no judged item ${unit}`, kind: "item", known };
      }
      const text = records.text(entry.packet_sha256);
      return { shown: shownEntry(protocol, name, entry, text), packet: text && jsonOrNull(text), raw: entry };
    },
    whole: {
      describe({ folder }) {
        const result = readItemResult(folder, protocol);
        return result && describeResult(result);
      },
      unitsOf: ({ folder }) => (readItemResult(folder, protocol)?.items ?? []).map(({ id }) => id),
    },
  };
}

function describeResult({ items, judges, stopped, sections, spent_usd }: ItemResult) {
  const failed = items.reduce((sum, entry) => sum + entry.failed.length, 0);
  const missing = [
    ...(stopped === null ? [] : [stopped]),
    ...(failed > 0 ? [`${plural(failed, "call")} without a verdict`] : []),
  ];
  return {
    note: judges.map(({ model }) => model).join(", "),
    missing: missing.length === 0 ? null : missing.join(", "),
    facts: [{ name: "items", value: String(items.length) }],
    cost_usd: spent_usd,
    sections,
  };
}

function shownEntry(
  { folder }: NamedProtocol,
  name: string,
  { id, verdicts, failed }: JudgedEntry,
  text: string | null,
) {
  const scores = Object.entries(meanScores(verdicts)).map(
    ([dimension, score]) => `${dimension} ${formatRounded(score)}`,
  );
  const cost = verdicts.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0);
  return {
    ...plainShown("item", `${name}/${id}`, `outputs/${folder}/${name}`),
    headline: scores.join(", ") || "no verdict",
    facts: cost > 0 ? [["judging cost", formatUsd(cost)] as [string, string]] : [],
    question:
      (text === null ? null : sectionsOfJson(text))?.map(({ title, text: content }) => ({ role: title, content })) ??
      [],
    verdicts: [
      ...verdicts.map(({ judge, model, repetition, scores: dimensions }) => ({
        ...{ judge: `${judge} (${model})`, repetition, status: "verdict" as const, score: null, dimensions },
        ...{ summary: null, reason: null, problem: null, evidence: [] },
      })),
      ...failed.map(({ judge, repetition, reason: problem }) => ({
        ...{ judge, repetition, status: "invalid" as const, score: null, dimensions: {} },
        ...{ summary: null, reason: null, problem, evidence: [] },
      })),
    ],
    warnings: text === null ? ["what the judges were shown is missing or damaged"] : [],
  };
}

/** Puts items before the judges of a profile again. */
export function itemsAgain({ questionAbout, scoresOf }: ItemJudging): JudgingAgain {
  return {
    by: "evaluation_profile",
    async asking() {
      return ({ packet_sha256 }, text) => {
        const read = questionAbout(JSON.parse(text) as Record<string, unknown>);
        if ("problem" in read) throw new Error(`a stored packet is no item: ${read.problem}`);
        return { packet_sha256, question: read.question, scoresOf };
      };
    },
  };
}
