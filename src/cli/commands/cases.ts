import type { CaseFile } from "../../config/index.ts";
import type { FormatName } from "../../report/formats/index.ts";
import type { ListedCase } from "../../report/index.ts";
import type { RegisterCommand } from "../command.ts";
import { EXIT, UsageError } from "../exit-codes.ts";
import { outputOption, printResult } from "../output-format.ts";

export const registerCases: RegisterCommand = (program, terminal, finish) => {
  program
    .command("cases")
    .description("list the cases of the workspace; with a suite, what it selects and why")
    .option("--suite <id or path>", "show for every case whether this suite selects it, and why")
    .addOption(outputOption("cases"))
    .addHelpText(
      "after",
      `
Examples:
  $ assay cases
  $ assay cases --suite quickstart
  $ assay cases --suite quickstart --output json`,
    )
    .action(async (options: { suite?: string; output: FormatName }) => {
      const [config, { plural, agree }] = await Promise.all([
        import("../../config/index.ts"),
        import("../../presentation/index.ts"),
      ]);
      const listing = await listed();
      if (listing === undefined) return;
      const forPeople = options.output === "text";
      if (listing.length === 0 && forPeople)
        terminal.err("The workspace has no cases yet; they lie in configs/cases/<case_id>/.");
      else await printResult(terminal, "cases", options.output, { schema_version: 1, cases: listing });
      const broken = listing.filter((entry) => entry.broken).length;
      if (broken > 0 && forPeople)
        terminal.err(`${plural(broken, "case")} ${agree(broken, "is", "are")} broken; \`assay validate\` says why.`);

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

function listedCase({ caseId, path, tags, loaded }: CaseFile): ListedCase {
  return {
    case_id: caseId,
    path,
    ...(loaded === undefined ? {} : { title: loaded.case.title, runner: loaded.case.runner.type }),
    tags,
    broken: loaded === undefined,
  };
}
