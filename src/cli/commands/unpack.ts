import { relative } from "node:path";
import type { RegisterCommand } from "../options/command.ts";
import { intoOption } from "../options/repeated-options.ts";

export const registerUnpack: RegisterCommand = (command, terminal) => {
  command
    .argument("<file>", "what `assay pack` wrote")
    .addOption(intoOption())
    .addHelpText(
      "after",
      `
The folder has to be empty, or not there yet; left out, it is named after the file.
Everything in it is checked against its checksum. If anything does not match, the file is refused and nothing of it is kept. No program in it is ever run.

Examples:
  $ assay unpack study.assay.tgz
  $ assay unpack study.assay.tgz --into study && cd study && assay report && assay verify`,
    )
    .action(async (file: string, { into }: { into?: string }) => {
      const { unpackCampaign } = await import("../../operations/index.ts");
      const { plural, shellWord } = await import("../../text/presentation/index.ts");
      const { cwd, env } = terminal;
      const { folder, campaign, manifest } = await unpackCampaign({ cwd, env, file, into });
      const where = relative(cwd, folder) || ".";
      terminal.out(
        `${where}: ${campaign}, ${plural(manifest.trials, "trial")}, packed by Assay ${manifest.assay_version}`,
      );
      terminal.out(`Next: cd ${shellWord(where)}, then \`assay report\`, \`assay verify\` or \`assay view\`.`);
    });
};
