import { statSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { type Command, Option } from "commander";
import type { PacketFilter } from "../../../judging/table.ts";
import type { FormatName } from "../../../report/formats/index.ts";
import { plural } from "../../../text/presentation/index.ts";
import { outputOption, printResult } from "../../options/output-format.ts";
import { inputFormatOption, labelPlanOption, outFileOption, questionOption } from "../../options/repeated-options.ts";
import { EXIT, UsageError } from "../../terminal/exit-codes.ts";
import { sayRemarks } from "../../terminal/say-remarks.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { addPacketOptions, annotatorOption, packetOptions, purposeOption } from "./label-flags.ts";

interface ExchangeFlags extends PacketFilter {
  output: FormatName;
  format?: "csv" | "jsonl";
  annotator?: string;
  question?: string;
  purpose?: "measure" | "tune";
  plan?: string;
  out?: string;
  to?: string;
}

const EXAMPLE = (...commands: string[]) => `
Examples:
${commands.map((flags) => `  $ assay label ${flags}`).join("\n")}`;

/** `import`, `export`, `list` and `status`: labels in and out, and how many there are. */
export function addExchange(group: Command, terminal: Terminal, finish: (code: number) => void): void {
  const controls = { onEvent: sayRemarks(terminal) };
  const operations = () => import("../../../operations/index.ts");
  addPacketOptions(group.command("status"))
    .description("count labels by annotator and question; list stale labels and disagreements")
    .addOption(outputOption("label_status"))
    .addHelpText("after", EXAMPLE("status", "status --suite my_suite --output json"))
    .action(async (_options, command: Command) => {
      const flags = command.opts<ExchangeFlags>();
      const status = await (await operations()).labelStatus(packetOptions(terminal, flags), controls);
      await printResult(terminal, "label_status", flags.output, status);
      finish(status.problems.length > 0 ? EXIT.failed : EXIT.ok);
    });
  addPacketOptions(group.command("list"))
    .description("list the labels")
    .addOption(outputOption("label_listing"))
    .addHelpText("after", EXAMPLE("list", "list --rubric refunds --output json"))
    .action(async (_options, command: Command) => {
      const flags = command.opts<ExchangeFlags>();
      const listing = await (await operations()).listLabels(packetOptions(terminal, flags), controls);
      await printResult(terminal, "label_listing", flags.output, listing);
    });
  group
    .command("restore")
    .description("write back labels that are in the store but in no file: removed ones, or those from a merged store")
    .addOption(annotatorOption())
    .addHelpText(
      "after",
      `
Only the lines of labels/*.jsonl count. The store keeps every line that was ever there, and merging stores brings in the lines of others; these are ignored until this
command writes them to the files.

Example:
  $ assay store merge ../elsewhere/outputs && assay label status && assay label restore --annotator ben`,
    )
    .action(async (_options, command: Command) => {
      const { annotator } = command.opts<ExchangeFlags>();
      const { cwd, env } = terminal;
      const { restored } = await (await operations()).restoreLabels({ cwd, env, annotator }, controls);
      const counts = Object.entries(restored);
      terminal.out(
        counts.length === 0
          ? "Nothing to restore: every line in the store is in a file."
          : counts.map(([name, lines]) => `labels/${name}.jsonl: ${plural(lines, "line")} written back.`).join("\n"),
      );
    });
  addPacketOptions(group.command("export"))
    .description("write labels for other programs")
    .addOption(new Option("--format <csv or jsonl>", "what is written").choices(["csv", "jsonl"]).default("csv"))
    .addOption(outFileOption())
    .addOption(new Option("--to <file>", "the old name of --out").hideHelp())
    .addHelpText("after", EXAMPLE("export --format jsonl --out labels.jsonl", "export --suite my_suite > labels.csv"))
    .action(async (_options, command: Command) => {
      const flags = command.opts<ExchangeFlags>();
      const { format, to, out = to } = flags;
      const file = out === undefined ? null : resolve(terminal.cwd, out);
      if (file !== null && statSync(file, { throwIfNoEntry: false })?.isDirectory())
        throw new UsageError(`${out} is a folder; name a file`);
      const text = await (await operations()).exportLabels({ ...packetOptions(terminal, flags), format }, controls);
      if (file === null) return terminal.out(text);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    });
  addPacketOptions(group.command("import"))
    .description("import labels that were given elsewhere")
    .argument("<file>", "CSV, or JSON Lines with the same fields")
    .addOption(inputFormatOption(["csv", "jsonl"]))
    .addOption(annotatorOption())
    .addOption(questionOption())
    .addOption(purposeOption())
    .addOption(labelPlanOption())
    .addOption(outputOption("label_import"))
    .addHelpText(
      "after",
      `
A row names what was labelled by \`trial\` (the end of its name, such as model/case/1) or by \`packet_sha256\`. The other columns are question,
annotator, value, quote, note, purpose, other_trial (of a preference) and labelled_at. --question, --annotator and --purpose are for rows that
name none; with --plan the probabilities of the plan that drew the packets are kept with the labels.

Exit codes: 0 all lines were imported, 1 some were refused; each is listed.

Examples:
  $ assay label import labels.csv --annotator ann --question pass
  $ assay label export --format jsonl > labels.jsonl`,
    )
    .action(async (file: string, _options, command: Command) => {
      const flags = command.opts<ExchangeFlags>();
      const { format, annotator, question, purpose, plan } = flags;
      const options = { ...packetOptions(terminal, flags), file, format, annotator, question, purpose, plan };
      const imported = await (await operations()).importLabels(options, controls);
      await printResult(terminal, "label_import", flags.output, imported);
      finish(imported.refused.length > 0 ? EXIT.failed : EXIT.ok);
    });
}
