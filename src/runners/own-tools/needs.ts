import type { LoadedTool } from "../../config/index.ts";
import type { PlannedTool } from "../request/planned-tool.ts";
import type { TrialRequest } from "../request/trial-request.ts";
import { fillValues } from "./mcp/environment-values.ts";

/** True if a call of one of these tools can touch the trial's folders; fixed answers, recordings and addresses cannot. */
export function needsSandbox({ tools, ownTools = [] }: Pick<TrialRequest, "tools" | "ownTools">): boolean {
  return tools.length > ownTools.filter(answersByItself).length;
}

/** True if a call of one of these tools can see the workspace. */
export function reachesFiles({ tools, ownTools = [] }: Pick<TrialRequest, "tools" | "ownTools">): boolean {
  const searches = tools.filter(({ function: { name } }) => name === "web_search" && !isOwn(name, ownTools)).length;
  return tools.length - searches > ownTools.filter(answersByItself).length;
}

function isOwn(name: string, ownTools: readonly PlannedTool[]): boolean {
  return ownTools.some(({ definition }) => definition.function.name === name);
}

function answersByItself({ mode, source: { behaviour } }: PlannedTool): boolean {
  if (mode === "replayed" || behaviour.kind === "answers") return true;
  return behaviour.kind === "mcp" && behaviour.server.url !== undefined;
}

/** Environment values given to a tool's server, which must never be shown. */
export function toolSecrets({ behaviour }: LoadedTool, env: Record<string, string | undefined>): string[] {
  if (behaviour.kind !== "mcp") return [];
  const filled = [behaviour.server.env, behaviour.server.headers].map((templates) => fillValues(templates, env));
  return filled.flatMap((values) => (values.ok ? values.secrets : []));
}
