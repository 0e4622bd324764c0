import { didYouMean } from "../diagnostics/did-you-mean.ts";
import type { TestCase } from "../schema/case/test-case.ts";
import type { Complaint } from "../source/source-file.ts";
import type { OfferedTool } from "../tools/loaded-tool.ts";

/**
 * A check on a tool that the case does not offer can be meant (a model may ask for anything), but one that is nearly the name of an offered
 * tool is most likely misspelt, and would find nothing for ever.
 */
export function misspeltTools(
  { deterministic_checks }: Pick<TestCase, "deterministic_checks">,
  tools: readonly OfferedTool[],
): Complaint[] {
  // What a server calls its tools is not known before it is asked.
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
