import { join } from "node:path";

/** A build of Assay that is measured. */
export interface Build {
  name: string;
  cli: string;
}

export const THIS_BUILD: Build = { name: "this build", cli: join(process.cwd(), "dist", "cli.js") };

/** The build that `--against` names; null without it. */
export const OTHER_BUILD: Build | null = process.env.BENCH_AGAINST
  ? { name: "the other build", cli: join(process.env.BENCH_AGAINST, "dist", "cli.js") }
  : null;
