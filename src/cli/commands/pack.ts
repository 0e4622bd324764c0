import { relative } from "node:path";
import { Option } from "commander";
import { nounFor } from "../../text/presentation/index.ts";
import type { RegisterCommand } from "../options/command.ts";
import { outFileOption } from "../options/repeated-options.ts";

export const registerPack: RegisterCommand = (command, terminal) => {
  command
    .argument("[campaign]", "its name in `assay store list`, a beginning of it or its folder")
    .addOption(outFileOption())
    .addOption(new Option("--output <file>", "the old name of --out").hideHelp())
    .addHelpText(
      "after",
      `
Without --out the file is called <suite>.<run profile>.<evaluation profile>.assay.tgz.
It holds the records of the campaign, what its judges were shown and answered, the files its trials left, its labels, and checksums of everything.
It contains nothing that is not in the store or in labels/; look at both before you share it.

Examples:
  $ assay pack quickstart
  $ assay pack my_suite/standard-1a2b3c4d/strict-5e6f7a8b --out study.assay.tgz`,
    )
    .action(async (campaign: string | undefined, { out, output }: { out?: string; output?: string }) => {
      const { packCampaign } = await import("../../operations/index.ts");
      const { formatCount, plural } = await import("../../text/presentation/index.ts");
      const { cwd, env } = terminal;
      const { file: written, bytes, manifest } = await packCampaign({ cwd, env, campaign, file: out ?? output });
      const { missing, links } = manifest.left_out;
      for (const what of missing.slice(0, 10))
        terminal.err(`warning: left out, because it is missing or damaged: ${what}`);
      if (missing.length > 10) terminal.err(`warning: ${missing.length - 10} more left out`);
      if (links > 0) terminal.err(`Not packed: ${plural(links, "link")} among the files that trials left.`);
      terminal.out(
        `${relative(cwd, written)}: ${plural(manifest.trials, "trial")}, ${formatCount(bytes)} ${nounFor(bytes, "byte")}`,
      );
    });
};
