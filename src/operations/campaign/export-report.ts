import { statSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { resolve } from "node:path";
import { findWorkspaceRoot } from "../../config/index.ts";
import { OptionError, OutputPathError } from "../../errors/index.ts";
import { type FormatName, formatsOf, type RenderOptions, renderPieces } from "../../report/formats/index.ts";
import type { CampaignReport, GateReport } from "../../report/index.ts";
import { openStore, outputsFolder, type Store, writePiecesAtomic } from "../../store/index.ts";
import { completeSurroundings, type Surroundings } from "../controls.ts";
import type { CompareResult } from "./compare.ts";
import { openStoredRecords } from "./stored-records.ts";

export interface ExportReportOptions extends Surroundings {
  /** Format as in `assay report --output`: `junit`, `csv`, `otlp` … */
  format: FormatName;
  /** Relative to `cwd`. Creates folders above it and replaces an existing file. */
  file?: string;
  /** Receives the output in pieces, instead of a file. */
  write?: (piece: string | Uint8Array) => void;
  /** Includes requests and answers in formats that otherwise omit them (`otlp`). */
  content?: boolean;
  /** Adds colours, in formats that support them. */
  colors?: boolean;
  /** Width of the terminal for text; unlimited by default. */
  width?: number;
  /** Store to read runs and judge calls from; defaults to the workspace's. */
  store?: Store;
}

/** Results that can be exported. */
export type ExportedReport = CampaignReport | CompareResult | GateReport;

/**
 * Writes a report into a file, in any format that `--output` of `assay report` has: JUnit, CSV, Parquet, OTLP … Runs nothing and asks no judge.
 *
 * @example
 * const stored = await report({ suite: "quickstart", runProfile: "offline", evaluationProfile: "offline_judge" });
 * await exportReport(stored, { format: "junit", file: "junit.xml" });
 */
export async function exportReport(report: ExportedReport, options: ExportReportOptions): Promise<void> {
  const { cwd, env } = completeSurroundings(options);
  const { format, file, write, content, colors = false, width } = options;
  const outputs = outputsFolder((await findWorkspaceRoot(cwd)) ?? cwd);
  const records = openStoredRecords(() => options.store ?? openStore(outputs));
  const pieces = (taken = 0) => piecesOf(report, format, { records, content, colors, width, taken });
  try {
    if (write) for await (const piece of pieces()) write(piece);
    if (file === undefined) return;
    const path = resolve(cwd, file);
    const there = statSync(path, { throwIfNoEntry: false });
    if (there?.isDirectory())
      throw new OutputPathError(`${file} is a folder; name a file for the ${format}`, { path: file });
    // All steps append to the runner's summary file.
    const isShared = env.GITHUB_STEP_SUMMARY && path === resolve(cwd, env.GITHUB_STEP_SUMMARY);
    if (!isShared) return await writePiecesAtomic(path, pieces());
    for await (const piece of pieces(there?.size)) await appendFile(path, piece);
  } finally {
    if (!options.store) await records.close();
  }
}

function piecesOf(report: ExportedReport, format: FormatName, options: RenderOptions) {
  const kind = kindOf(report);
  const known = formatsOf(kind);
  if (!known.includes(format))
    throw new OptionError(`${format} is not a format of a ${kind}; there are ${known.join(", ")}`, "format");
  return renderPieces(kind, format, report as never, options);
}

function kindOf(report: ExportedReport): "gate" | "comparison" | "campaign_report" {
  if (!("comparison" in report)) return "campaign_report";
  return "answer" in report ? "gate" : "comparison";
}
