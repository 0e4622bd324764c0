import type { ToolBehaviour } from "../../../config/index.ts";
import type { Sandbox } from "../../../sandbox/index.ts";
import { describeProcess, PROCESS_LIMITS } from "../../tools/exec-shell.ts";
import type { ExecutedTool, ToolSurroundings } from "../../tools/execute-tool.ts";
import { success } from "../../tools/tool.ts";
import { placeFiles, placeNode } from "./place-files.ts";

/** Runs a script of the workspace in the sandbox: arguments as JSON on stdin, the answer on stdout. */
export async function runScript(
  { script, files }: Extract<ToolBehaviour, { kind: "script" }>,
  given: Record<string, unknown>,
  { name, sandbox, workspace, tmp, network, diskBytes, signal }: ToolSurroundings & { name: string },
): Promise<ExecutedTool> {
  if (!sandbox.ok)
    return { status: "error", content: `${name} is not available: ${sandbox.reason}`, unavailable: true };
  const placed = await placeFiles([script, ...files], sandbox.sandbox);
  const program = await programFor(script.path, sandbox.sandbox);
  const limits = { ...PROCESS_LIMITS, diskBytes };
  const result = await sandbox.sandbox.run({
    argv: [program.program, placed.wordInside(script.written)],
    readOnly: [...placed.readOnly, ...program.readOnly],
    stdin: JSON.stringify(given),
    workspace,
    tmp,
    network,
    limits,
    signal,
  });
  if (result.outcome === "could_not_start")
    return {
      status: "error",
      content: `${name} is not available: ${result.message ?? "it could not be started"}`,
      unavailable: true,
    };
  const hasSucceeded = result.outcome === "exited" && result.exit_code === 0;
  if (!hasSucceeded) return describeProcess(result, limits);
  const left = result.dropped_bytes > 0 ? `\n(${result.dropped_bytes} more bytes were printed and are not shown)` : "";
  return success(result.stdout.replace(/\n$/, "") + left);
}

async function programFor(path: string, sandbox: Sandbox) {
  if (/\.[cm]?js$/.test(path)) return await placeNode(sandbox);
  return { program: path.endsWith(".py") ? "python3" : "/bin/sh", readOnly: [] };
}
