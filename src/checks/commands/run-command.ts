import type { CommandCheck } from "../../config/index.ts";
import type { Finding } from "../../records/index.ts";
import type { Sandbox, SandboxLimits } from "../../sandbox/index.ts";
import type { CheckSubject, CheckSurroundings } from "../inspection/check-subject.ts";
import { lostArtifacts } from "../inspection/lost-artifacts.ts";
import { type CommandStage, openCommandStage } from "./command-stage.ts";
import { judgeCommand } from "./judge-command.ts";

/** As for a command of the subject, but with more output kept, because only kept output can be searched. */
const LIMITS: Omit<SandboxLimits, "seconds"> = {
  outputBytes: 1024 ** 2,
  processes: 256,
  memoryBytes: 2 * 1024 ** 3,
  diskBytes: 1024 ** 3,
};

/**
 * Runs a check's command on a copy of the trial's files. Always without network, whatever the profiles allow, because it may
 * start the subject's code; refused where that cannot be enforced.
 */
export async function runCommandCheck(
  check: CommandCheck,
  subject: CheckSubject,
  { sandbox: choice, signal }: CheckSurroundings,
): Promise<Finding> {
  if (!choice.ok) return undecided(`The command of a check needs a sandbox. ${choice.reason}`);
  const { sandbox } = choice;
  if (sandbox.kind === "unsafe_host")
    return undecided(
      "The command of a check runs in a sandbox only, because it may run code that the subject wrote; `sandbox: unsafe_host` is not one.",
    );
  const lost = await lostArtifacts(subject);
  if (lost) return undecided(`The files of the trial cannot be looked at: ${lost}.`);
  const stage = await openCommandStage(check, subject, sandbox);
  try {
    const limits = { ...LIMITS, seconds: check.timeout_seconds };
    const run = (argv: string[]) =>
      sandbox.run({ argv, ...stage.mounts, env: environmentOf(stage), network: false, limits, signal });
    const result = await run(startedInPlace(check, stage));
    const [program] = typeof check.command === "string" ? [] : check.command;
    const missing = result.exit_code === 127 && program !== undefined && (await isMissing(program, run));
    if (missing)
      return undecided(`There is no program ${JSON.stringify(program)} where the check runs (${sandbox.kind}).`);
    return judgeCommand(check, result, limits, sandbox);
  } finally {
    await stage.remove();
  }
}

/**
 * A check with files of its own starts among them, so that configuration read from the working directory (conftest.py, Makefile,
 * package.json) is the author's, not the subject's.
 */
function startedInPlace({ command, files }: CommandCheck, { paths }: CommandStage): string[] {
  const words = typeof command === "string" ? ["/bin/sh", "-c", command] : command;
  return ["/bin/sh", "-c", 'cd -- "$1" && shift && exec "$@"', "sh", files ? paths.files : paths.workspace, ...words];
}

/** The environment of the program, with nothing that the subject could write to. */
function environmentOf({ paths }: CommandStage): Record<string, string> {
  return {
    ASSAY_WORKSPACE: paths.workspace,
    ASSAY_TMP: paths.tmp,
    ASSAY_FILES: paths.files,
    // The subject's home is its workspace: its .gitconfig, .npmrc and Python packages would be taken for the author's.
    HOME: paths.home,
    PYTHONNOUSERSITE: "1",
    PYTHONDONTWRITEBYTECODE: "1",
    // A repository can contain programs that git starts by itself.
    GIT_CONFIG_COUNT: "2",
    GIT_CONFIG_KEY_0: "core.hooksPath",
    GIT_CONFIG_VALUE_0: "/dev/null",
    GIT_CONFIG_KEY_1: "core.fsmonitor",
    GIT_CONFIG_VALUE_1: "false",
  };
}

/** True if a system program is not installed, which is not the subject's fault; a missing file of the trial is. */
async function isMissing(program: string, run: (argv: string[]) => ReturnType<Sandbox["run"]>): Promise<boolean> {
  if (program.includes("/")) return false;
  const found = await run(["/bin/sh", "-c", 'command -v -- "$1"', "sh", program]);
  return found.outcome === "exited" && found.exit_code !== 0;
}

function undecided(message: string): Finding {
  return { outcome: "error", message };
}
