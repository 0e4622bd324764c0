import type { FormatName } from "../../../report/formats/index.ts";
import type { RegisterCommand } from "../../options/command.ts";
import { outputOption, printResult } from "../../options/output-format.ts";
import { groupByOption, mappingOption } from "../../options/repeated-options.ts";
import { EXIT, type ExitCode } from "../../terminal/exit-codes.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { groupings } from "./shared.ts";

interface SummarizeFlags {
  from: string;
  mapping?: string;
  out?: string;
  groupBy?: string[][];
  output: FormatName;
}

export const registerRubricSummarize: RegisterCommand = (rubric, terminal, finish) => {
  rubric
    .command("summarize")
    .description("rebuild the tables and the summary of a judging, without calling a judge")
    .requiredOption(
      "--from <name, folder or file>",
      "a name, outputs/rubric/<name>, or records from elsewhere with --mapping",
    )
    .addOption(mappingOption())
    .option("--out <folder>", "where the tables go; needed with --mapping, else the folder itself")
    .addOption(groupByOption().argParser(groupings))
    .addOption(outputOption("rubric_summary"))
    .addHelpText(
      "after",
      `
Examples:
  $ assay rubric summarize --from refunds --group-by model,question_id
  $ assay rubric summarize --from their/records --mapping mapping.yaml --out tables

A mapping names the columns, the field with the scores and the grouping; see docs/rubric.md.

Exit codes: 0 every judgement exists and is valid, 1 some are invalid (see invalid.csv), unanswered or missing, or there are none,
2 usage error.`,
    )
    .action(async (flags: SummarizeFlags) => finish(await summarize(terminal, flags)));
};

async function summarize(terminal: Terminal, { output, ...options }: SummarizeFlags): Promise<ExitCode> {
  const { relative } = await import("node:path");
  const { agree, plural } = await import("../../../text/presentation/index.ts");
  const { summarizeSamples } = await import("../../../operations/index.ts");
  const { sayRemarks } = await import("../../terminal/say-remarks.ts");
  const say = sayRemarks(terminal);
  const { folder, summary, missing } = await summarizeSamples(
    { ...options, cwd: terminal.cwd },
    { onEvent: (remark) => void say(remark) },
  );
  await printResult(terminal, "rubric_summary", output, { folder: relative(terminal.cwd, folder) || ".", summary });
  const { verdicts, invalid, unanswered } = summary.judgements;
  if (verdicts === 0) terminal.err("Nothing was judged: there is no valid judgement, so the tables are empty.");
  if (missing > 0)
    terminal.err(
      `${plural(missing, "judgement")} ${agree(missing, "is", "are")} missing; \`assay rubric judge\` continues from here.`,
    );
  return verdicts > 0 && invalid + unanswered + missing === 0 ? EXIT.ok : EXIT.failed;
}
