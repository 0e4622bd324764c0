import type { FormatName } from "../../../report/formats/index.ts";
import type { RegisterCommand } from "../../command.ts";
import { EXIT, type ExitCode, UsageError } from "../../exit-codes.ts";
import { outputOption, printResult } from "../../output-format.ts";
import type { Terminal } from "../../terminal.ts";
import { groupings, printDiagnostics } from "./shared.ts";

interface SummarizeWords {
  from: string;
  mapping?: string;
  out?: string;
  groupBy?: string[][];
  output: FormatName;
}

export const registerRubricSummarize: RegisterCommand = (rubric, terminal, finish) => {
  rubric
    .command("summarize")
    .description("make the tables and the summary of a judging again, without asking anybody")
    .requiredOption("--from <folder or file>", "outputs/rubric/<name>, or records of other origin with --mapping")
    .option("--mapping <file>", "YAML or JSON that says which fields of the records are what")
    .option("--out <folder>", "where the tables go; needed with --mapping, else the folder itself")
    .option("--group-by <columns>", "one more grouped table by these columns; may be repeated", groupings)
    .addOption(outputOption("rubric_summary"))
    .addHelpText(
      "after",
      `
Examples:
  $ assay rubric summarize --from outputs/rubric/refunds --group-by model,question_id
  $ assay rubric summarize --from their/records --mapping mapping.yaml --out tables

A mapping names the columns, the field with the scores and the grouping; see docs/rubric.md.

Exit codes: 0 done, 1 done but some records are invalid (see invalid.csv), 2 usage error.`,
    )
    .action(async (words: SummarizeWords) => finish(await summarize(terminal, words)));
};

async function summarize(terminal: Terminal, words: SummarizeWords): Promise<ExitCode> {
  const { stat } = await import("node:fs/promises");
  const { basename, relative, resolve } = await import("node:path");
  const { rubric } = await import("../../../judging/index.ts");
  const from = resolve(terminal.cwd, words.from);
  if ((await stat(from).catch(() => null)) === null)
    throw new UsageError(`--from ${words.from}: there is no such place`);
  const foreign = words.mapping === undefined ? null : await openForeign(terminal, from, words.mapping);
  const manifest = foreign ? null : await rubric.readManifest(from);
  if (!foreign && !manifest)
    throw new UsageError(`${words.from} holds no manifest.json of a judging. Records of other origin need --mapping`);
  if (foreign && words.out === undefined) throw new UsageError("--mapping needs --out: where shall the tables go?");
  const shape = foreign?.shape ?? rubric.ownShape(manifest!.meta_fields, manifest!.dimensions);
  const groupBy = [...(manifest?.group_by ?? []), ...(words.groupBy ?? [])];
  const problem = rubric.groupingProblem(groupBy, shape);
  if (problem) throw new UsageError(problem);
  const folder = words.out === undefined ? from : resolve(terminal.cwd, words.out);
  const ratings = foreign?.ratings() ?? rubric.ownRatings(rubric.judgementsPath(from), shape.dimensions);
  const name = manifest?.name ?? basename(from);
  const summary = await rubric.summarizeRatings(ratings, shape, { name, folder, groupBy }).catch((error: unknown) => {
    if (!(error instanceof rubric.StoredJudgementsError)) throw error;
    throw new UsageError(
      `${error.message}. \`assay rubric judge\` with the same input writes it again, from the stored calls`,
    );
  });
  const shown = relative(terminal.cwd, folder) || ".";
  await printResult(terminal, "rubric_summary", words.output, { folder: shown, summary });
  const { invalid, unanswered } = summary.judgements;
  return invalid + unanswered === 0 ? EXIT.ok : EXIT.failed;
}

async function openForeign(terminal: Terminal, from: string, mappingPath: string) {
  const { resolve } = await import("node:path");
  const { loadFile, recordMapping } = await import("../../../config/index.ts");
  const { rubric } = await import("../../../judging/index.ts");
  const { JsonStreamError } = await import("../../../text/index.ts");
  const loaded = await loadFile(resolve(terminal.cwd, mappingPath), recordMapping, { root: terminal.cwd });
  await printDiagnostics(terminal, loaded.diagnostics);
  if (!loaded.ok) throw new UsageError(`the mapping ${mappingPath} cannot be used`);
  try {
    const opened = await rubric.openForeignRatings(from, loaded.value);
    if (opened.shape.dimensions.length === 0)
      throw new UsageError(
        `no record has scores at "${loaded.value.scores}"; the mapping's \`scores\` names the field`,
      );
    return opened;
  } catch (error) {
    if (error instanceof JsonStreamError) throw new UsageError(error.message);
    throw error;
  }
}
