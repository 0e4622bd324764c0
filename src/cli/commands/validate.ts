import type { RegisterCommand } from "../command.ts";
import { EXIT } from "../exit-codes.ts";

export const registerValidate: RegisterCommand = (program, terminal, finish) => {
  program
    .command("validate")
    .description("check configuration files, each alone and all of them together")
    .argument("[paths...]", "files or folders; the workspace around the current folder when left out")
    .option("--output <format>", "text or json", "text")
    .addHelpText(
      "after",
      `
Exit code 0 when there is no error (warnings may be printed), 2 otherwise.

Examples:
  $ assay validate
  $ assay validate configs/suites
  $ assay validate configs/suites/quickstart.yaml --output json`,
    )
    .action(async (paths: string[], options: { output: string }) => {
      const [{ countDiagnostics, formatDiagnostics, hasErrors, validatePaths }, { outputFormat }] = await Promise.all([
        import("../../config/index.ts"),
        import("../output-format.ts"),
      ]);
      const format = outputFormat(options.output);
      const { checked, diagnostics } = await validatePaths({ cwd: terminal.cwd, paths });
      const failed = hasErrors(diagnostics);
      finish(failed ? EXIT.usage : EXIT.ok);
      if (format === "json") {
        terminal.out(JSON.stringify({ schema_version: 1, ok: !failed, checked, diagnostics }, null, 2));
        return;
      }
      const { colors } = terminal;
      if (diagnostics.length > 0)
        terminal.out(`${formatDiagnostics(diagnostics, { colors: colors.isColorSupported })}\n\n`);
      const looked = Object.entries(checked).map(([kind, count]) => `${count} ${kind}${count === 1 ? "" : "s"}`);
      const summary = `${looked.join(", ") || "nothing"} checked: ${countDiagnostics(diagnostics) || "no problem found"}`;
      terminal.out(failed ? colors.red(`✗ ${summary}`) : colors.green(`✓ ${summary}`));
    });
};
