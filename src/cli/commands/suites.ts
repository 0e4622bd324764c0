import type { InspectedSuite } from "../../config/index.ts";
import type { RegisterCommand } from "../command.ts";
import { EXIT, UsageError } from "../exit-codes.ts";

export const registerSuites: RegisterCommand = (program, terminal, finish) => {
  program
    .command("suites")
    .description("list the suites of the workspace, or show one: its models, and which cases it selects and why")
    .argument("[suite]", "id or path")
    .option("--output <format>", "text or json", "text")
    .addHelpText(
      "after",
      `
Examples:
  $ assay suites
  $ assay suites quickstart
  $ assay suites quickstart --output json`,
    )
    .action(async (reference: string | undefined, options: { output: string }) => {
      const [config, { outputFormat }, { columns }] = await Promise.all([
        import("../../config/index.ts"),
        import("../output-format.ts"),
        import("../../report/index.ts"),
      ]);
      const format = outputFormat(options.output);
      if (reference === undefined) {
        const root = await config.findWorkspaceRoot(terminal.cwd);
        if (root === null) throw new UsageError("no workspace (configs/) here or above; `assay init` creates one");
        const listing = (await config.loadWorkspace(root)).suites.map(({ id, path, value }) => ({
          suite_id: id,
          path,
          broken: value === undefined,
          ...(value === undefined ? {} : { title: value.title, models: value.models.map(({ model_id }) => model_id) }),
        }));
        if (format === "json") terminal.out(JSON.stringify({ schema_version: 1, suites: listing }, null, 2));
        else if (listing.length === 0) terminal.err("The workspace has no suites yet; they lie in configs/suites/.");
        else
          terminal.out(
            columns(
              listing.map(({ suite_id, models, title, broken }) => [
                suite_id,
                broken ? terminal.colors.red("broken") : `${models?.length} model${models?.length === 1 ? "" : "s"}`,
                title ?? "",
              ]),
            ),
          );
        return;
      }
      const inspected = await config.inspectSuite({ from: terminal.cwd, reference });
      if (inspected.diagnostics.length > 0)
        terminal.err(config.formatDiagnostics(inspected.diagnostics, { colors: terminal.errColors.isColorSupported }));
      if (!inspected.ok) {
        finish(EXIT.usage);
        return;
      }
      const shown = describe(inspected.value, config.resolveModel);
      terminal.out(format === "json" ? JSON.stringify({ schema_version: 1, ...shown }, null, 2) : asText(shown));

      function asText({ suite_id, title, models, cases, left_out }: ReturnType<typeof describe>): string {
        const { bold, dim } = terminal.colors;
        const sections = [
          `${bold(suite_id)}  ${title}`,
          `${bold("Models")}\n${columns(
            models.map(({ model_id, label, model }) => [model_id, model, dim(label ?? "")]),
            "  ",
          )}`,
          `${bold(`Cases selected (${cases.length})`)}\n${columns(
            cases.map(({ case_id, reason, agent_id }) => [case_id, dim(reason), agent_id ? `agent ${agent_id}` : ""]),
            "  ",
          )}`,
          `${bold(`Cases left out (${left_out.length})`)}\n${columns(
            left_out.map(({ case_id, reason }) => [case_id, dim(reason)]),
            "  ",
          )}`,
        ];
        return sections.filter((section) => !/\n\s*$/.test(section)).join("\n\n");
      }
    });
};

function describe(
  { suite, cases }: InspectedSuite,
  modelName: (model: InspectedSuite["suite"]["models"][number]) => string,
) {
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
