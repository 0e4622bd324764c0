import { basename, dirname, relative, resolve } from "node:path";
import { InputError, OutputPathError } from "../../errors/index.ts";
import { writeNewFiles } from "../../files/index.ts";
import { collectNotes, type ImportReport, readAnswers, sampleOfAnswer } from "../../importing/index.ts";
import { plural } from "../../text/presentation/index.ts";
import { completeSurroundings } from "../controls.ts";
import type { ImportAnswersOptions } from "./import-options.ts";

/**
 * Turns another program's answers (JSONL, promptfoo results, Inspect logs) into samples for `judgeSamples`, each with its origin.
 *
 * @example
 * const { counts } = await importAnswers({ file: "results.json", out: "imported.jsonl" });
 * console.log(counts.samples);
 */
export async function importAnswers(options: ImportAnswersOptions): Promise<ImportReport> {
  const { cwd } = completeSurroundings(options);
  const path = resolve(cwd, options.file);
  const shown = relative(cwd, path) || basename(path);
  const read = readAnswers(path, shown);
  if (!read.ok) throw new InputError(`${options.file} cannot be imported: ${read.reason}`, { path: options.file });
  const { made_by, answers } = read.found;
  const notes = collectNotes();
  const lines: string[] = [];
  for (const { place, reading } of answers) {
    if (!reading.ok) {
      notes.add({ outcome: "not_translated", what: "answer", reason: reading.reason }, () => place);
      continue;
    }
    const origin = { path, sha256: read.sha256, made_by, number: lines.length + 1 };
    lines.push(JSON.stringify(sampleOfAnswer(reading.answer, origin)));
    notes.add({ outcome: "translated", what: "answer", became: "sample" }, () => place);
  }
  if (lines.length === 0) {
    const [first] = notes.entries();
    throw new InputError(
      `${options.file} cannot be imported: none of its ${plural(answers.length, "entry")} is an answer${first ? ` (${first.places[0]}: ${first.reason})` : ""}`,
      { path: options.file },
    );
  }
  const out = resolve(cwd, options.out ?? "samples.jsonl");
  const written = writeNewFiles(dirname(out), new Map([[basename(out), `${lines.join("\n")}\n`]]));
  if (!written.ok) throw new OutputPathError(written.message, { path: out });
  const shownOut = relative(cwd, out);
  return {
    schema_version: 1,
    kind: "import_report",
    made_by,
    from: shown,
    into: relative(cwd, dirname(out)) || ".",
    files: [basename(out)],
    counts: { samples: lines.length, not_translated: answers.length - lines.length },
    entries: notes.entries(),
    validation: null,
    environment: [],
    next: [`assay rubric judge --samples ${shownOut} --rubric rubric.yaml --model offline/judge`],
  };
}
