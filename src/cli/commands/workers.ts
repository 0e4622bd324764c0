import type { FormatName } from "../../report/formats/index.ts";
import type { RegisterCommand } from "../options/command.ts";
import { outputOption, printResult } from "../options/output-format.ts";
import { addRedisOptions, type RedisTrustFlags, redisOptions } from "../options/redis-flags.ts";
import { sayRemarks } from "../terminal/say-remarks.ts";

interface WorkersListingFlags extends RedisTrustFlags {
  redis?: string;
  output: FormatName;
}

export const registerWorkers: RegisterCommand = (command, terminal) => {
  addRedisOptions(command)
    .addOption(outputOption("workers"))
    .addHelpText(
      "after",
      `
A worker that gave no sign of life for ten seconds is not shown.

Examples:
  $ assay workers --redis redis://10.0.0.5:6379
  $ ASSAY_REDIS_URL=rediss://:password@redis.example:6380 assay workers --redis-ca ca.pem --output json

Exit codes: 0 even if there are none, 2 Redis cannot be used.`,
    )
    .action(async (flags: WorkersListingFlags) => {
      const { listWorkers } = await import("../../operations/index.ts");
      const { cwd, env } = terminal;
      const listing = await listWorkers({ cwd, env, ...redisOptions(flags) }, { onEvent: sayRemarks(terminal) });
      await printResult(terminal, "workers", flags.output, listing);
    });
};
