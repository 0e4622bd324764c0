import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type LabelPlan, labelLine, readJsonLine } from "../../config/index.ts";
import { type LabelLine, type LabelRecord, labelKey } from "../../records/index.ts";
import { canonicalJson, type Utf8Line } from "../../text/index.ts";
import { labelFileNames, labelFolder, SHOWN_LABEL_FOLDER } from "./label-folder.ts";
import { LINE_FEED, linesOfBytes } from "./lines-of-bytes.ts";
import { currentPlans, type DrawnBy, openDraws, readPlans } from "./read-plans.ts";

export interface ReadLabels {
  /** Current labels, one per packet, question and annotator, oldest first. */
  labels: LabelRecord[];
  /** Unusable lines with `file:line:column`; all others are read. */
  problems: string[];
  /** Time of a key's last line, even a withdrawal, in milliseconds since 1970; 0 without one. */
  lastWritten(label: Parameters<typeof labelKey>[0]): number;
}

/**
 * Reads a workspace's labels. Files are unordered sets of lines: the later of two lines about the same thing counts, so that independent
 * work merges in git without conflicts.
 */
export async function readLabels(root: string): Promise<ReadLabels> {
  const { latest, problems } = latestLines(root);
  const plans = await readPlans(root);
  const draws = openDraws(plans.plans);
  return {
    labels: labelsIn(latest).map((label) => updateDraw(label, draws)),
    problems: [...problems, ...plans.problems.map(({ problem }) => problem)],
    lastWritten(label) {
      const last = latest.get(labelKey(label));
      return last === undefined ? 0 : momentOf(last);
    },
  };
}

/** Reads only labels, synchronously. */
export function currentLabels(root: string): LabelRecord[] {
  return labelsIn(latestLines(root).latest);
}

/** Reads current labels and plans synchronously, skipping unusable ones, which `readLabels` reports. */
export function currentLabelling(root: string): { labels: LabelRecord[]; plans: LabelPlan[] } {
  const labels = currentLabels(root);
  if (labels.length === 0) return { labels, plans: [] };
  const plans = currentPlans(root);
  const draws = openDraws(plans);
  return { labels: labels.map((label) => updateDraw(label, draws)), plans };
}

function labelsIn(latest: ReadonlyMap<string, LabelLine>): LabelRecord[] {
  return [...latest.values()].filter((line) => "value" in line).sort(byMoment);
}

function latestLines(root: string): { latest: Map<string, LabelLine>; problems: string[] } {
  const problems: string[] = [];
  const latest = new Map<string, LabelLine>();
  for (const line of linesOf(root, problems)) {
    const key = labelKey(line);
    const known = latest.get(key);
    if (known === undefined || comesAfter(line, known)) latest.set(key, line);
  }
  return { latest, problems };
}

/** Lists every usable line, including withdrawals, by file. */
export function labelLines(root: string): LabelLine[] {
  return [...linesOf(root, [])];
}

function* linesOf(root: string, problems: string[]): Generator<LabelLine> {
  for (const name of labelFileNames(root)) {
    const bytes = readFileSync(join(labelFolder(root), name));
    const file = `${SHOWN_LABEL_FOLDER}/${name}`;
    const isTorn = bytes.length > 0 && bytes.at(-1) !== LINE_FEED;
    const lines = linesOfBytes(bytes);
    for (const [index, line] of lines.entries()) {
      const read = readLine(line, file);
      if (read === null) continue;
      if (read.ok) yield read.line;
      else
        problems.push(isTorn && index === lines.length - 1 ? reportUnusable(file, line, read.problem) : read.problem);
    }
  }
}

type ReadLine = { ok: true; line: LabelLine } | { ok: false; problem: string };

function readLine(line: Utf8Line, file: string): ReadLine | null {
  if ("problem" in line) return { ok: false, problem: `${file}:${line.number}:1  ${line.problem}` };
  if (line.text.trim() === "") return null;
  const read = readJsonLine(line.text, labelLine, { file, line: line.number });
  if (read.ok) return { ok: true, line: read.value };
  const [first] = read.diagnostics;
  const { column = 1, field, message, suggestion } = first!;
  const hint = suggestion ?? conflictHint(line.text);
  const where = field === undefined ? "" : `${field}: `;
  return {
    ok: false,
    problem: `${file}:${line.number}:${column}  ${where}${message}${hint === undefined ? "" : `. ${hint}`}`,
  };
}

function conflictHint(text: string): string | undefined {
  return /^(?:<{7}|={7}|>{7})/.test(text)
    ? "It is the mark of a merge conflict: remove the marks and keep the lines of both sides"
    : undefined;
}

/** Reports the incomplete line of a killed process: it was never acknowledged, and everything before it is intact. */
function reportUnusable(file: string, { number }: Utf8Line, problem: string): string {
  const [, column = "1"] = /^\S*:\d+:(\d+) {2}/.exec(problem) ?? [];
  return `${file}:${number}:${column}  the last line is cut off, as when a process is killed while it writes; it is set aside, and the lines before it count`;
}

/** Returns whether a line is later; ties are broken equally on every machine. */
function comesAfter(one: LabelLine, other: LabelLine): boolean {
  const apart = momentOf(one) - momentOf(other);
  return apart === 0 ? canonicalJson(one) > canonicalJson(other) : apart > 0;
}

export function momentOf({ labelled_at }: Pick<LabelLine, "labelled_at">): number {
  return Date.parse(labelled_at);
}

function byMoment(one: LabelRecord, other: LabelRecord): number {
  const apart = momentOf(one) - momentOf(other);
  return apart === 0 ? (labelKey(one) < labelKey(other) ? -1 : 1) : apart;
}

/** Updates a label's probability from a plan that was enlarged since. */
function updateDraw(label: LabelRecord, draws: DrawnBy): LabelRecord {
  const draw = label.draw && draws.now(label);
  return draw === undefined ? label : { ...label, draw };
}
