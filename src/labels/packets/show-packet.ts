import type { Packet } from "../../judging/index.ts";
import { isRecord, jsonOrNull } from "../../text/index.ts";
import type { JudgedPacket } from "./judged-packet.ts";
import { sectionsOfTrial } from "./trial-sections.ts";

/** A part of a packet under a heading, for people. The text is somebody else's: whoever shows it escapes it. */
export interface ShownSection {
  title: string;
  text: string;
}

/**
 * A packet as a person reads it: everything that the judge was shown, and nothing that it was not. The opaque labels of a sample are left out,
 * because a judging may be told to reveal them and a person is to stay blind all the same.
 */
export function showPacket(text: string, protocol: JudgedPacket["protocol"]): ShownSection[] {
  if (protocol === "batch") return batchSections(text);
  const value = jsonOrNull(text);
  if (!isRecord(value)) return [{ title: "Packet", text }];
  return protocol === "campaign" ? sectionsOfTrial(value as unknown as Packet) : sampleSections(value);
}

function sampleSections({ question, model_output, rubric }: Record<string, unknown>): ShownSection[] {
  return [
    { title: "Question", text: textOfValue(question) },
    ...dimensionsOf(rubric).map(({ id, name, definition, bands }) => ({
      title: `Rubric: ${id}`,
      text: [`${name}: ${definition}`, ...bands.map(({ score, criteria }) => `  ${score}  ${criteria}`)].join("\n"),
    })),
    { title: "Answer", text: textOfValue(model_output) },
  ];
}

interface ShownDimension {
  id: string;
  name: string;
  definition: string;
  bands: { score: number; criteria: string }[];
}

export function dimensionsOf(rubric: unknown): ShownDimension[] {
  const dimensions = isRecord(rubric) ? rubric.dimensions : null;
  return Array.isArray(dimensions) ? (dimensions as ShownDimension[]) : [];
}

/** The item is a list of one in the middle of the question; what is before it is the rubric, what is after it how to write the answer. */
function batchSections(text: string): ShownSection[] {
  const found = /\n\[\n {2}(\{.*\})\n\]/.exec(text);
  const item = found && jsonOrNull(found[1]!);
  if (!isRecord(item)) return [{ title: "Packet", text }];
  const fields = Object.entries(item).filter(([field]) => field !== "item_id");
  const rubric = /<rubric>\n([\s\S]*?)\n<\/rubric>/.exec(text.slice(0, found!.index))?.[1];
  return [
    { title: "Rubric", text: rubric ?? text.slice(0, found!.index).trim() },
    ...fields.map(([field, value]) => ({ title: `Item: ${field}`, text: textOfValue(value) })),
    ...clusterSections(text.slice(found!.index + found![0].length)),
  ];
}

/** What a singleton might belong to. */
function clusterSections(rest: string): ShownSection[] {
  const [, json = ""] = /<existing-clusters>\n.*\n(\[[\s\S]*?\])\n<\/existing-clusters>/.exec(rest) ?? [];
  const clusters = jsonOrNull(json);
  if (!Array.isArray(clusters)) return [];
  const lines = clusters.filter(isRecord).map(({ title, themes }) => {
    const about = Array.isArray(themes) ? ` (${themes.map(textOfValue).join(", ")})` : "";
    return `- ${textOfValue(title)}${about}`;
  });
  return [{ title: "Clusters that exist", text: lines.length === 0 ? "None" : lines.join("\n") }];
}

function textOfValue(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
