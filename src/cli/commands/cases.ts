import type { CaseFile } from "../../config/index.ts";
import type { RegisterCommand } from "../command.ts";
import { EXIT, UsageError } from "../exit-codes.ts";

export const registerCases: RegisterCommand = (program, terminal, finish) => {
  program
    .command("cases")
    .description("list the cases of the workspace; with a suite, what it selects and why")
    .option("--suite <id or path>", "show for every case whether this suite selects it, and why")
    .option("--output <format>", "text or json", "text")
    .addHelpText(
      "after",
      `
Examples:
  $ assay cases
  $ assay cases --suite quickstart
  $ assay cases --suite quickstart --output json`,
    )
    .action(async (options: { suite?: string; output: string }) => {
      const [config, { outputFormat }, { columns }] = await Promise.all([
        import("../../config/index.ts"),
        import("../output-format.ts"),
        import("../../report/index.ts"),
      ]);
      const format = outputFormat(options.output);
      const { colors } = terminal;
      const listing = await listed();
      if (listing === undefined) return;
      if (format === "json") {
        terminal.out(JSON.stringify({ schema_version: 1, cases: listing }, null, 2));
        return;
      }
      if (listing.length === 0) terminal.err("The workspace has no cases yet; they lie in configs/cases/<case_id>/.");
      else
        terminal.out(
          columns(
            listing.map(({ case_id, selected, reason, runner, agent_id, tags, title, broken }) => [
              ...(selected === undefined ? [] : [selected ? colors.green("✓") : colors.dim("·")]),
              case_id,
              ...(reason === undefined ? [] : [colors.dim(reason)]),
              broken ? colors.red("broken") : `${runner}${agent_id === undefined ? "" : ` (${agent_id})`}`,
              tags.join(", "),
              title ?? "",
            ]),
          ),
        );
      const broken = listing.filter((entry) => entry.broken).length;
      if (broken > 0)
        terminal.err(`${broken} case${broken === 1 ? " is" : "s are"} broken; \`assay validate\` says why.`);

      async function listed(): Promise<ListedCase[] | undefined> {
        if (options.suite !== undefined) {
          const inspected = await config.inspectSuite({ from: terminal.cwd, reference: options.suite });
          if (inspected.diagnostics.length > 0)
            terminal.err(
              config.formatDiagnostics(inspected.diagnostics, { colors: terminal.errColors.isColorSupported }),
            );
          if (!inspected.ok) {
            finish(EXIT.usage);
            return undefined;
          }
          return inspected.value.cases.map(({ file, selected, reason, agentId }) => ({
            ...listedCase(file),
            selected,
            reason,
            ...(agentId === undefined ? {} : { agent_id: agentId }),
          }));
        }
        const root = await config.findWorkspaceRoot(terminal.cwd);
        if (root === null) throw new UsageError("no workspace (configs/) here or above; `assay init` creates one");
        return (await config.loadCases(root)).files.map(listedCase);
      }
    });
};

interface ListedCase {
  case_id: string;
  path: string;
  title?: string;
  runner?: string;
  tags: string[];
  broken: boolean;
  selected?: boolean;
  reason?: string;
  agent_id?: string;
}

function listedCase({ caseId, path, tags, loaded }: CaseFile): ListedCase {
  return {
    case_id: caseId,
    path,
    ...(loaded === undefined ? {} : { title: loaded.case.title, runner: loaded.case.runner.type }),
    tags,
    broken: loaded === undefined,
  };
}
