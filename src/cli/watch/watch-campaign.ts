import { dirname, join, relative, resolve, sep } from "node:path";
import { openPathObserver } from "../../files/index.ts";
import { plural, visibleLine } from "../../text/presentation/index.ts";
import { campaignOptions } from "../options/campaign-flags.ts";
import { applyJudgingDefaults, type JudgingFlags } from "../options/judging-flags.ts";
import { EXIT, type ExitCode, UsageError } from "../terminal/exit-codes.ts";
import { showError } from "../terminal/show-error.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { confirmCost } from "./confirm-cost.ts";
import { foreseeSpending } from "./foresee-spending.ts";
import { waitForChange } from "./wait-for-change.ts";

export type RunRound = (terminal: Terminal, flags: JudgingFlags) => Promise<ExitCode>;

/** Further paths are only counted. */
const MOST_NAMED = 4;

/**
 * Runs a campaign, and again whenever one of its files changes. Changes during a round start one more round after it. Stored results are
 * reused, so a round pays only for what the edit affects.
 */
export async function watchCampaign(terminal: Terminal, flags: JudgingFlags, runRound: RunRound): Promise<ExitCode> {
  if (flags.force)
    throw new UsageError("--watch with --force would pay for everything at each edit; leave one of them out");
  if (flags.recordTools)
    throw new UsageError("--watch with --record-tools would record at each edit; leave one of them out");
  if (flags.only) throw new UsageError("--watch runs what an edit touches, not what failed; leave out --only");
  if (flags.workers !== undefined)
    throw new UsageError("--watch plans each edit with the keys and tools of this machine; leave out --workers");
  const command = "run-eval --watch";
  const first = await applyJudgingDefaults(terminal, flags, command);
  const isSource = await sourcesFor(terminal, first);
  const ended = new AbortController();
  const end = () => ended.abort();
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const name of signals) process.on(name, end);
  const say = (text: string) => flags.quiet || terminal.err(text);
  try {
    for (;;) {
      const observer = openPathObserver(isSource);
      const code = await observer.during(async () => {
        try {
          return await round(
            terminal,
            await readRoundFlags(terminal, flags, first, command),
            observer.changes,
            ended.signal,
            runRound,
          );
        } catch (error) {
          if (ended.signal.aborted) return EXIT.ok;
          const shown = await showError(terminal, error);
          if (shown === null) throw error;
          return shown;
        }
      });
      if (code === EXIT.interrupted) return code;
      if (ended.signal.aborted) return EXIT.ok;
      const { files, folders } = observer.counts();
      say(`Watching ${plural(files, "file")} and ${plural(folders, "folder")}; Ctrl-C ends it.`);
      const changed = await waitForChange(observer, ended.signal);
      if (changed.length === 0) return EXIT.ok;
      say(`\nChanged: ${named(changed, terminal.cwd)}`);
    }
  } finally {
    for (const name of signals) process.off(name, end);
  }
}

/** Excludes outputs from the watched files, also for a suite given by path in another workspace. */
async function sourcesFor({ cwd }: Terminal, { suite }: JudgingFlags): Promise<(path: string) => boolean> {
  const { findWorkspaceRoot } = await import("../../config/index.ts");
  const roots = await Promise.all([cwd, dirname(resolve(cwd, suite))].map(findWorkspaceRoot));
  const outputs = roots.map((root) => `${join(root ?? cwd, "outputs")}${sep}`);
  return (path) => !outputs.some((folder) => `${path}${sep}`.startsWith(folder));
}

/** Reads assay.yaml again, as it may have changed, but asks no question twice. */
async function readRoundFlags(
  terminal: Terminal,
  flags: JudgingFlags,
  first: JudgingFlags,
  command: string,
): Promise<JudgingFlags> {
  try {
    const silent = { ...terminal, interactive: false };
    return { ...(await applyJudgingDefaults(silent, { ...flags, quiet: true }, command)), quiet: flags.quiet };
  } catch (error) {
    if (error instanceof UsageError) return first;
    throw error;
  }
}

async function round(
  terminal: Terminal,
  flags: JudgingFlags,
  changes: () => string[],
  signal: AbortSignal,
  runRound: RunRound,
): Promise<ExitCode> {
  const { plan } = await import("../../operations/index.ts");
  const { evaluationProfile } = flags;
  const planned = await plan({ ...campaignOptions(terminal, flags), evaluationProfile }, { signal });
  const { sentence: foreseen, isFree } = foreseeSpending(planned);
  if (!flags.quiet) terminal.err(foreseen);
  if (planned.problems.length > 0) throw new UsageError(`it cannot run:\n${planned.problems.join("\n")}`);
  if (!isFree && !(await confirmCost(terminal, flags, foreseen, signal))) return EXIT.ok;
  // The plan that was confirmed is outdated after another edit.
  if (signal.aborted || changes().length > 0) return EXIT.ok;
  return await runRound(terminal, flags);
}

function named(paths: string[], cwd: string): string {
  const shown = paths.slice(0, MOST_NAMED).map((path) => visibleLine(relative(cwd, path) || "."));
  const more = paths.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
