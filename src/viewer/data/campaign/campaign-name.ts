import type { ListedResult } from "../../../operations/index.ts";

/** `<suite>/<run profile>/<evaluation profile>`, or the first two for what was not judged. */
export function campaignName({
  suite_id,
  run_profile,
  evaluation_profile,
}: Pick<ListedResult, "suite_id" | "run_profile" | "evaluation_profile">): string {
  return [suite_id, run_profile, ...(evaluation_profile === null ? [] : [evaluation_profile])].join("/");
}
