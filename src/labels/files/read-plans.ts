import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type LabelPlan, labelPlan, loadFile, readJsonLine } from "../../config/index.ts";
import type { LabelDraw, LabelRecord } from "../../records/index.ts";
import { planFolder } from "./label-folder.ts";

export interface ReadPlans {
  plans: LabelPlan[];
  /** Unusable plans, each with its file's name without extension and a sentence with the position. */
  problems: { plan: string; problem: string }[];
}

/** Reads a workspace's plans by name. */
export async function readPlans(root: string): Promise<ReadPlans> {
  const plans: LabelPlan[] = [];
  const problems: ReadPlans["problems"] = [];
  for (const name of planFiles(root)) {
    const refuse = (problem: string) => problems.push({ plan: name.replace(/\.json$/, ""), problem });
    const read = await loadFile(join(planFolder(root), name), labelPlan, { root });
    if (read.ok && `${read.value.plan}.json` === name) plans.push(read.value);
    else if (read.ok) refuse(`labels/plans/${name}:1:1  the plan calls itself "${read.value.plan}"`);
    else {
      const [{ file, line = 1, column = 1, field, message, suggestion }] = read.diagnostics as [never];
      const hint = suggestion === undefined ? "" : `. ${suggestion}`;
      refuse(`${file}:${line}:${column}  ${field === undefined ? "" : `${field}: `}${message}${hint}`);
    }
  }
  return { plans, problems };
}

/** Reads usable plans synchronously. */
export function currentPlans(root: string): LabelPlan[] {
  return planFiles(root).flatMap((file) => {
    const text = readFileSync(join(planFolder(root), file), "utf8");
    const read = readJsonLine(text, labelPlan, { file, line: 1 });
    return read.ok && `${read.value.plan}.json` === file ? [read.value] : [];
  });
}

function planFiles(root: string): string[] {
  const folder = planFolder(root);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((entry) => entry.endsWith(".json"))
    .sort();
}

/** Current probabilities of packets in plans. */
export interface DrawnBy {
  now(label: Pick<LabelRecord, "packet_sha256" | "question" | "draw">): LabelDraw | undefined;
}

export function openDraws(plans: readonly LabelPlan[]): DrawnBy {
  const known = new Map<string, LabelDraw>();
  for (const { plan, packets } of plans)
    for (const { packet_sha256, other_packet_sha256 = "", stratum, probability } of packets)
      known.set(`${plan} ${packet_sha256} ${other_packet_sha256}`, { plan, probability, stratum });
  return {
    now({ packet_sha256, question, draw }) {
      const other = question.kind === "preference" ? question.other_packet_sha256 : "";
      return draw && known.get(`${draw.plan} ${packet_sha256} ${other}`);
    },
  };
}
