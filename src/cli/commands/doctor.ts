import type { FormatName } from "../../report/formats/index.ts";
import type { RegisterCommand } from "../options/command.ts";
import { outputOption, printResult } from "../options/output-format.ts";
import { runProfileOption, strictSandboxOption } from "../options/repeated-options.ts";
import { EXIT } from "../terminal/exit-codes.ts";

interface DoctorFlags {
  output: FormatName;
  runProfile?: string;
  strictSandbox?: boolean;
}

export const registerDoctor: RegisterCommand = (command, terminal, finish) => {
  command
    .addOption(runProfileOption())
    .addOption(strictSandboxOption())
    .addOption(outputOption("doctor"))
    .addHelpText(
      "after",
      `
Small commands are run in every sandbox; no model is called, and no key is shown. With a run profile it looks for the sandbox that the profile
asks for; with --strict-sandbox a missing limit counts as something to fix.

Examples:
  $ assay doctor
  $ assay doctor --strict-sandbox --output json

Exit codes: 0 nothing to fix, 1 something is missing, 2 wrong usage.`,
    )
    .action(async ({ output, runProfile, strictSandbox }: DoctorFlags) => {
      const { doctor } = await import("../../operations/index.ts");
      const { cwd, env } = terminal;
      const report = await doctor({ cwd, env, runProfile, strictSandbox });
      await printResult(terminal, "doctor", output, report);
      finish(report.ok ? EXIT.ok : EXIT.failed);
    });
};
