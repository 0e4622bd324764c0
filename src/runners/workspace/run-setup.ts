import type { SetupCommand } from "../../config/index.ts";
import { type ProcessResult, type SandboxLimits, succeeded } from "../../sandbox/index.ts";
import { type Redactor, shortenMiddle, visibleJson } from "../../text/index.ts";
import { describeEnd } from "../tools/exec-shell.ts";

/** Limits of every setup command: enough to install and to build, too little to stall a campaign. */
export const SETUP_LIMITS: Omit<SandboxLimits, "diskBytes"> = {
  seconds: 300,
  outputBytes: 1024 ** 2,
  processes: 256,
  memoryBytes: 2 * 1024 ** 3,
};

/** `log` is the commands with their output, for people. */
export type SetupOutcome =
  | { ok: true; log: string }
  /** `users`: the user's command failed. `machine`: it could not be started at all. */
  | { ok: false; fault: "users" | "machine" | "interrupted"; message: string; log: string };

const LOGGED_CHARACTERS = 20_000;
const SHOWN_CHARACTERS = 600;
const SHOWN_COMMAND = 120;

/**
 * Runs the commands that prepare a workspace, one after the other, until one fails. A failure is never the subject's: the trial
 * is not judged, and runs again.
 */
export async function runSetup(
  commands: readonly SetupCommand[],
  run: (argv: string[]) => Promise<ProcessResult>,
  { redact, limits }: { redact: Redactor; limits: SandboxLimits },
): Promise<SetupOutcome> {
  let log = "";
  for (const [index, command] of commands.entries()) {
    const result = await run(typeof command === "string" ? ["/bin/sh", "-c", command] : [...command]);
    const ending = describeEnd(result, limits);
    // Secrets are removed before cutting, or half of one could survive at the edge.
    const [stdout, stderr] = [redact(result.stdout), redact(result.stderr)];
    log += `setup[${index}] ${redact(visibleJson(command))}\n${redact(ending)}\n${logged(stdout)}${logged(stderr)}`;
    if (result.dropped_bytes > 0) log += `(${result.dropped_bytes} more bytes were printed and not kept)\n`;
    if (succeeded(result)) continue;
    const name = shortenMiddle(redact(visibleJson(command)), SHOWN_COMMAND).text;
    const printed = stderr.trim() || stdout.trim();
    const shown = printed === "" ? "" : `; it printed ${visibleJson(lastOf(printed))}`;
    return {
      ok: false,
      fault: faultOf(result),
      message: `input.setup[${index}] ${name}: ${redact(ending)}${shown}`,
      log,
    };
  }
  return { ok: true, log };
}

function faultOf({ outcome }: ProcessResult): "users" | "machine" | "interrupted" {
  if (outcome === "interrupted") return "interrupted";
  return outcome === "could_not_start" ? "machine" : "users";
}

function logged(text: string): string {
  const kept = shortenMiddle(text, LOGGED_CHARACTERS).text;
  return kept === "" || kept.endsWith("\n") ? kept : `${kept}\n`;
}

/** The end of a text, where programs report errors. */
function lastOf(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `…${text.slice(-SHOWN_CHARACTERS)}` : text;
}
