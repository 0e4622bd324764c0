import type { CommandCheck } from "../../config/index.ts";
import type { Finding } from "../../records/index.ts";
import type { Sandbox, SandboxLimits, SandboxResult } from "../../sandbox/index.ts";
import { compilePattern, shortenMiddle, visibleJson } from "../../text/index.ts";
import { agree, plural } from "../../text/presentation/index.ts";

/** Characters shown of each stream: enough for the names of failing tests and for the last lines, where programs report errors. */
const SHOWN_CHARACTERS = 1000;
const LAST_CHARACTERS = 160;

/** Turns a command's end into a finding. Exceeding a limit fails, so that an endless program fares no better than a wrong one. */
export function judgeCommand(
  check: CommandCheck,
  result: SandboxResult,
  limits: SandboxLimits,
  sandbox: Sandbox,
): Finding {
  const error = (message: string): Finding => ({ outcome: "error", message, ...describeOutput(result) });
  const failed = (message: string): Finding => ({
    outcome: "failed",
    message: `${message}${lastOutput(result)}`,
    ...describeOutput(result),
  });
  const endedByLimit = (message: string): Finding => ({ ...failed(message), cut_short: true });
  switch (result.outcome) {
    case "timed_out":
      return endedByLimit(`The command did not finish within its limit of ${limits.seconds} s.`);
    case "output_limit":
      return endedByLimit("The command printed too much and was ended.");
    case "memory_limit":
      return endedByLimit(`The command used more than ${mebibytes(limits.memoryBytes)} of memory and was ended.`);
    case "disk_limit":
      return endedByLimit(`The command's files took up more than ${mebibytes(limits.diskBytes)}, and it was ended.`);
    case "interrupted":
      return error("The command was interrupted.");
    case "could_not_start":
      return error(`The command could not be started in the sandbox (${sandbox.kind}): ${result.message}`);
    case "exited": {
      const problem = problemOfExit(check, result);
      if (problem !== null) return failed(problem);
      const missing = problemOfOutput(check, result, limits);
      if (missing === null)
        return { outcome: "passed", message: "The command did what it should.", ...describeOutput(result) };
      return result.dropped_bytes > 0 ? endedByLimit(missing) : failed(missing);
    }
  }
}

function problemOfExit({ exit_code: expected }: CommandCheck, { exit_code, signal }: SandboxResult): string | null {
  if (exit_code === expected) return null;
  const end = exit_code === null ? `was ended by ${signal}` : `ended with exit code ${exit_code}`;
  return `The command ${end}; expected exit code ${expected}.`;
}

function problemOfOutput(check: CommandCheck, result: SandboxResult, limits: SandboxLimits): string | null {
  for (const stream of ["stdout", "stderr"] as const) {
    const expected = check[stream];
    if (expected === undefined) continue;
    const text = result[stream];
    const where = result.dropped_bytes > 0 ? `the first ${mebibytes(limits.outputBytes)} of ${stream}` : stream;
    if (expected.contains !== undefined && !text.includes(expected.contains))
      return `The command's output does not have ${JSON.stringify(shortenMiddle(expected.contains, 120).text)} in ${where}.`;
    if (expected.matches !== undefined && !isMatched(expected.matches, text))
      return `The command's output has nothing in ${where} that matches ${expected.matches}.`;
  }
  return null;
}

function isMatched(pattern: string, text: string): boolean {
  const compiled = compilePattern(pattern);
  return compiled.ok && compiled.pattern.find(text) !== null;
}

/** The last line printed, where programs report errors. Quoted, because the subject may have written it. */
function lastOutput({ stdout, stderr }: SandboxResult): string {
  const [line] = [stderr, stdout].flatMap((text) => text.trim().split("\n").at(-1)?.trim() || []);
  return line === undefined ? "" : ` It last printed ${visibleJson(shortenMiddle(line, LAST_CHARACTERS).text)}.`;
}

function describeOutput({ stdout, stderr, exit_code, dropped_bytes }: SandboxResult): { seen?: string } {
  const parts = [
    exit_code === null ? "" : `exit code ${exit_code}`,
    stdout.trim() === "" ? "" : `stdout: ${shortenMiddle(stdout.trim(), SHOWN_CHARACTERS).text}`,
    stderr.trim() === "" ? "" : `stderr: ${shortenMiddle(stderr.trim(), SHOWN_CHARACTERS).text}`,
    dropped_bytes > 0
      ? `(${plural(dropped_bytes, "more byte")} ${agree(dropped_bytes, "was", "were")} printed and not kept)`
      : "",
  ];
  const seen = parts.filter((part) => part !== "").join("\n");
  return seen === "" ? {} : { seen };
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 2)} MiB`;
}
