import type { TestCase } from "../schema/case/test-case.ts";
import type { Complaint } from "../source/source-file.ts";
import type { OfferedTool } from "../tools/loaded-tool.ts";

/** Complains about files and commands for a workspace that the subject cannot reach. */
export function checkWorkspaceInput(
  { runner, input }: Pick<TestCase, "runner" | "input">,
  tools: readonly OfferedTool[],
): Complaint[] {
  if (runner.type !== "llm_probe") return [];
  const isUnderstood = tools.length === (input.context.llm_probe?.tools.length ?? 0);
  if (!isUnderstood || tools.some(reachesFiles)) return [];
  return (["workspace", "setup"] as const)
    .filter((field) => input[field] !== undefined)
    .map((field) => ({
      path: ["input", field],
      at: "key",
      message:
        "has no effect, because the subject has no tool that reaches a workspace; offer `read_file` or `exec_shell`, for example, under `input.context.llm_probe.tools`",
    }));
}

function reachesFiles(tool: OfferedTool): boolean {
  if (typeof tool === "string") return tool !== "web_search";
  const { behaviour } = tool;
  return behaviour.kind === "script" || (behaviour.kind === "mcp" && behaviour.server.url === undefined);
}
