import type { InspectedSuite } from "../../config/index.ts";
import type { FormatName } from "../../report/formats/index.ts";
import type { SuiteDescription } from "../../report/index.ts";
import type { RegisterCommand } from "../command.ts";
import { EXIT, UsageError } from "../exit-codes.ts";
import { outputOption, printResult } from "../output-format.ts";

export const registerSuites: RegisterCommand = (program, terminal, finish) => {
  program
    .command("suites")
    .description("list the suites of the workspace, or show one: its models, and which cases it selects and why")
    .argument("[suite]", "id or path")
    .addOption(outputOption("suites"))
    .addHelpText(
      "after",
      `
Examples:
  $ assay suites
  $ assay suites quickstart
  $ assay suites quickstart --output json`,
    )
    .action(async (reference: string | undefined, { output }: { output: FormatName }) => {
      const config = await import("../../config/index.ts");
      if (reference === undefined) {
        const root = await config.findWorkspaceRoot(terminal.cwd);
        if (root === null) throw new UsageError("no workspace (configs/) here or above; `assay init` creates one");
        const listing = (await config.loadWorkspace(root)).suites.map(({ id, path, value }) => ({
          suite_id: id,
          path,
          broken: value === undefined,
          ...(value === undefined ? {} : { title: value.title, models: value.models.map(({ model_id }) => model_id) }),
        }));
        if (listing.length === 0 && output === "text")
          terminal.err("The workspace has no suites yet; they lie in configs/suites/.");
        else await printResult(terminal, "suites", output, { schema_version: 1, suites: listing });
        return;
      }
      const inspected = await config.inspectSuite({ from: terminal.cwd, reference });
      if (inspected.diagnostics.length > 0)
        terminal.err(config.formatDiagnostics(inspected.diagnostics, { colors: terminal.errColors.isColorSupported }));
      if (!inspected.ok) {
        finish(EXIT.usage);
        return;
      }
      await printResult(terminal, "suite", output, describe(inspected.value, config.resolveModel));
    });
};

function describe(
  { suite, cases }: InspectedSuite,
  modelName: (model: InspectedSuite["suite"]["models"][number]) => string,
): SuiteDescription {
  const listed = (selected: boolean) =>
    cases
      .filter((entry) => entry.selected === selected)
      .map(({ file, reason, agentId }) => ({
        case_id: file.caseId,
        reason,
        ...(file.loaded === undefined ? { broken: true } : {}),
        ...(agentId === undefined ? {} : { agent_id: agentId }),
      }));
  return {
    schema_version: 1,
    suite_id: suite.suite_id,
    title: suite.title,
    models: suite.models.map((model) => ({
      model_id: model.model_id,
      model: modelName(model),
      ...(model.label === undefined ? {} : { label: model.label }),
    })),
    cases: listed(true),
    left_out: listed(false),
  };
}
