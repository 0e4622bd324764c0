import { didYouMean } from "../diagnostics/did-you-mean.ts";
import type { TestCase } from "../schema/case/test-case.ts";
import type { Complaint } from "../source/source-file.ts";
import type { OfferedTool } from "../tools/loaded-tool.ts";

/**
 * Warns of checked tool names that are nearly those of an offered tool: most likely they are misspelt, and the check would never find a
 * call. Other unknown names may be intended, since a model can call anything.
 */
export function findMisspeltTools(
  { deterministic_checks }: Pick<TestCase, "deterministic_checks">,
  tools: readonly OfferedTool[],
): Complaint[] {
  // An MCP server's tool names are unknown until it runs.
  const offered = tools.flatMap((tool) => (typeof tool === "string" ? [tool] : (tool.definition?.name ?? [])));
  return deterministic_checks.flatMap(({ declarative }, index) => {
    if (declarative?.kind !== "tool_called") return [];
    return (["name", "before", "after"] as const).flatMap((field): Complaint[] => {
      const written = declarative[field];
      if (written === undefined || offered.includes(written)) return [];
      const suggestion = didYouMean(written, offered);
      if (suggestion === undefined) return [];
      const path = ["deterministic_checks", index, "declarative", field];
      return [{ severity: "warning", path, message: `the case offers no tool "${written}"`, suggestion }];
    });
  });
}
