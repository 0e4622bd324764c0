import type { SandboxLimits, SandboxResult } from "../../sandbox/index.ts";
import { type ExecutedTool, failure, type Tool } from "./tool.ts";

/** Limits of every program of a tool. */
export const PROCESS_LIMITS: Omit<SandboxLimits, "diskBytes"> = {
  seconds: 60,
  outputBytes: 50_000,
  processes: 256,
  memoryBytes: 2 * 1024 ** 3,
};

/** Linux takes at most 128 KiB for one argument. */
const LONGEST_COMMAND = 120_000;

export const execShell: Tool = {
  description:
    "Runs a shell command and returns its exit code and output. The working directory is your workspace; files there and in /tmp persist between calls, processes do not.",
  parameters: {
    type: "object",
    properties: {
      command: { type: "string", description: "The command, as given to sh -c" },
      timeout_seconds: {
        type: "integer",
        description: "The command is ended after this many seconds; 60 when left out",
        minimum: 1,
        maximum: 300,
      },
    },
    required: ["command"],
    additionalProperties: false,
  },
  async execute({ command, timeout_seconds }, { sandbox, workspace, tmp, network, diskBytes, signal }) {
    if (!sandbox.ok) return { ...failure(`exec_shell is not available: ${sandbox.reason}`), unavailable: true };
    if (Buffer.byteLength(command as string) > LONGEST_COMMAND)
      return failure(
        `the command is longer than ${LONGEST_COMMAND} bytes; write it to a file with write_file and run that`,
      );
    const limits = {
      ...PROCESS_LIMITS,
      diskBytes,
      seconds: (timeout_seconds as number | undefined) ?? PROCESS_LIMITS.seconds,
    };
    const argv = ["/bin/sh", "-c", command as string];
    return describeProcess(await sandbox.sandbox.run({ argv, workspace, tmp, network, limits, signal }), limits);
  },
};

/** Describes a program's outcome for the model. */
export function describeProcess(result: SandboxResult, limits: SandboxLimits): ExecutedTool {
  const content = [describeEnd(result, limits)];
  if (result.stdout !== "") content.push(`stdout:\n${result.stdout}`);
  if (result.stderr !== "") content.push(`stderr:\n${result.stderr}`);
  if (result.dropped_bytes > 0) content.push(`(${result.dropped_bytes} more bytes were printed and are not shown)`);
  const succeeded = result.outcome === "exited" && result.exit_code === 0;
  return { status: succeeded ? "success" : "error", content: content.join("\n") };
}

/** Describes how a program ended, as a headline above its output. */
export function describeEnd({ outcome, exit_code, signal, message }: SandboxResult, limits: SandboxLimits): string {
  switch (outcome) {
    case "exited":
      return exit_code === null ? `ended by ${signal}` : `exit code: ${exit_code}`;
    case "timed_out":
      return `ended after ${limits.seconds} seconds, the time limit`;
    case "output_limit":
      return "ended because it printed too much";
    case "memory_limit":
      return `ended because it used more than ${Math.round(limits.memoryBytes / 1024 ** 2)} MiB of memory`;
    case "disk_limit":
      return `ended because the files in the workspace and in /tmp take up more than ${Math.round(limits.diskBytes / 1024 ** 2)} MiB`;
    case "interrupted":
      return "interrupted";
    case "could_not_start":
      return `could not start: ${message ?? "unknown reason"}`;
  }
}
