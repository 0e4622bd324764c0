import { OptionError } from "../../errors/index.ts";
import {
  appendLabels,
  labelsAsLines,
  labelsAsTable,
  openDraws,
  openImport,
  readPlans,
  readRows,
} from "../../labels/index.ts";
import { type LabelPurpose, type LabelRecord, labelKey, packetsOfLabel } from "../../records/index.ts";
import type { ImportedLabels } from "../../report/index.ts";
import { type Controls, completeSurroundings } from "../controls.ts";
import { readInputFile } from "../open/read-input-file.ts";
import type { PacketOptions } from "./label-options.ts";
import { openChosenLabels, openLabelsWithPackets } from "./open-labels.ts";
import { choosePlan } from "./question-options.ts";

export interface ImportLabelsOptions extends PacketOptions {
  /** CSV or JSON Lines file. */
  file: string;
  /** Defaults to the file's extension. */
  format?: "csv" | "jsonl";
  /** Default for rows that name none. */
  annotator?: string;
  question?: string;
  /** Defaults to `measure`. */
  purpose?: LabelPurpose;
  /** Plan that drew the labelled packets; its probabilities are stored with the labels. */
  plan?: string;
  now?: () => Date;
}

/**
 * Imports labels from CSV or JSON Lines. Unusable lines are listed.
 *
 * @example
 * const { imported, refused } = await importLabels({ file: "labels.csv", annotator: "ann" });
 * console.log(imported, refused);
 */
export async function importLabels(options: ImportLabelsOptions, controls: Controls = {}): Promise<ImportedLabels> {
  const { purpose = "measure", annotator, question, now = () => new Date() } = options;
  const { cwd } = completeSurroundings(options);
  const text = await readInputFile(options.file, cwd);
  const { root, labels, opened, keep, close } = await openLabelsWithPackets(options, controls);
  try {
    const plan = options.plan === undefined ? null : choosePlan(options.plan, await readPlans(root), opened.packets);
    const draws = openDraws(plan === null ? [] : [plan]);
    const labelsFrom = openImport(opened, { annotator, question, purpose, labelled_at: now().toISOString() });
    const known = new Map(labels.labels.map((label) => [labelKey(label), label]));
    const purposes = openPurposes(labels.labels);
    const found: LabelRecord[] = [];
    const refused: ImportedLabels["refused"] = [];
    let unchanged = 0;
    for (const read of readRows(text, options.format ?? formatOf(options.file))) {
      const { line } = read;
      const outcome =
        "problem" in read
          ? { ok: false as const, problem: read.problem }
          : "record" in read
            ? labelsFrom.ofRecord(read.record)
            : labelsFrom.ofRow(read.row);
      if (!outcome.ok) {
        refused.push({ line, problem: outcome.problem });
        continue;
      }
      const label = withDraw(outcome.label, plan?.plan ?? null, draws);
      if (purposes.mixes(label)) refused.push({ line, problem: mixedProblem(label) });
      else if (saysTheSame(label, known.get(labelKey(label)))) unchanged += 1;
      else if (Date.parse(label.labelled_at) <= labels.lastWritten(label))
        refused.push({ line, problem: `is older than what ${label.annotator} said later` });
      else {
        found.push(label);
        purposes.add(label);
      }
    }
    await appendLabels(root, found);
    await keep();
    return { schema_version: 1, kind: "label_import", imported: found.length, unchanged, refused };
  } finally {
    await close();
  }
}

/**
 * Exports labels as CSV or JSON Lines, including outdated ones.
 *
 * @example
 * console.log(await exportLabels({ format: "jsonl" }));
 */
export async function exportLabels(
  options: PacketOptions & { format?: "csv" | "jsonl" } = {},
  controls: Controls = {},
): Promise<string> {
  const { labels, opened, close } = await openChosenLabels(options, controls);
  await close();
  return options.format === "jsonl" ? labelsAsLines(labels.labels) : labelsAsTable(labels.labels, opened.packets);
}

function formatOf(file: string): "csv" | "jsonl" {
  if (/\.csv$/i.test(file)) return "csv";
  if (/\.(?:jsonl|ndjson)$/i.test(file)) return "jsonl";
  throw new OptionError(`${file}: is it CSV or JSON Lines? --format csv or --format jsonl says it`, "format");
}

function withDraw(label: LabelRecord, plan: string | null, draws: ReturnType<typeof openDraws>): LabelRecord {
  if (plan === null || label.draw !== undefined) return label;
  const draw = draws.now({ ...label, draw: { plan, probability: 1, stratum: "" } });
  return draw === undefined ? label : { ...label, draw };
}

/** Looks up the purpose of packets' labels. Indexed, since a table may have ten thousand rows. */
function openPurposes(labels: readonly LabelRecord[]) {
  const purposes = new Map<string, LabelPurpose>();
  const add = (label: LabelRecord) => {
    for (const packet of packetsOfLabel(label)) purposes.set(packet, label.purpose);
  };
  labels.forEach(add);
  const mixes = (label: LabelRecord) =>
    packetsOfLabel(label).some((packet) => (purposes.get(packet) ?? label.purpose) !== label.purpose);
  return { add, mixes };
}

function mixedProblem({ purpose }: LabelRecord): string {
  return `is meant to ${purpose}, and the packet has a label for the other purpose; the two are kept apart`;
}

function saysTheSame(label: LabelRecord, known: LabelRecord | undefined): boolean {
  return (
    known !== undefined &&
    (["value", "quote", "note", "purpose"] as const).every((field) => label[field] === known[field])
  );
}
