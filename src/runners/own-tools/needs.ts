import type { LoadedTool } from "../../config/index.ts";
import type { PlannedTool, TrialRequest } from "../request/index.ts";
import { fillValues } from "./mcp/environment-values.ts";

/** Whether a call of one of these tools can touch the trial's folders; fixed answers, recordings and addresses cannot. */
export function needsSandbox({ tools, ownTools = [] }: Pick<TrialRequest, "tools" | "ownTools">): boolean {
  return tools.length > ownTools.filter(answersByItself).length;
}

function answersByItself({ mode, source: { behaviour } }: PlannedTool): boolean {
  if (mode === "replayed" || behaviour.kind === "answers") return true;
  return behaviour.kind === "mcp" && behaviour.server.url !== undefined;
}

/** Values of the environment that a tool's server is given: they must never be shown. */
export function toolSecrets({ behaviour }: LoadedTool, env: Record<string, string | undefined>): string[] {
  if (behaviour.kind !== "mcp") return [];
  const filled = [behaviour.server.env, behaviour.server.headers].map((templates) => fillValues(templates, env));
  return filled.flatMap((values) => (values.ok ? values.secrets : []));
}
