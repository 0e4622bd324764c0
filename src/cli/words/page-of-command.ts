import type { Command } from "commander";

/** The page of the documentation that tells more about a command; those of a group share the group's, unless they have one of their own. */
const PAGES: Readonly<Record<string, string>> = {
  assay: "index",
  init: "tutorial",
  examples: "index",
  validate: "configuration",
  doctor: "sandbox",
  plan: "running",
  run: "running",
  "run-eval": "judging",
  eval: "judging",
  worker: "workers",
  workers: "workers",
  report: "reports",
  trials: "terminal",
  show: "terminal",
  view: "viewer",
  files: "store",
  store: "store",
  pack: "sharing",
  unpack: "sharing",
  verify: "sharing",
  compare: "reports",
  label: "labelling",
  calibrate: "calibration",
  gate: "gates",
  rubric: "rubric",
  batch: "batch",
  import: "importing",
  cases: "datasets",
  suites: "variants",
  schema: "configuration",
  docs: "index",
  completion: "command-line",
};

/** Undefined only for a command that nobody has written about, which a test does not let pass. */
export function pageOf(command: Command): string | undefined {
  return PAGES[command.name()] ?? (command.parent === null ? undefined : pageOf(command.parent));
}
