import type { LoadedTool } from "../config/index.ts";
import { type OpenCatalogue, openCatalogue } from "../runners/index.ts";
import type { CampaignPlan, PlanOptions } from "./plan.ts";

/** The tools of a campaign. A server's tools are those last reported, so that stored trials never need the server. */
export function openTools({ store, discoverTools, recordTools = false }: PlanOptions): OpenCatalogue {
  return openCatalogue({
    isRecording: recordTools,
    stored: (key) => store.read("server", key)?.value.tools ?? null,
    discover: discoverTools,
  });
}

/**
 * Asks the servers of trials that must run, before anything is spent: one that is down is a problem; changed tools mean different
 * trials, which are planned again. Stores the answers.
 */
export async function withToolsOfToday(
  plan: CampaignPlan,
  tools: OpenCatalogue,
  planAgain: () => Promise<CampaignPlan>,
): Promise<CampaignPlan> {
  if (plan.problems.length > 0) return plan;
  const { changed, problems } = await tools.askAgain(liveServers(plan));
  const today = changed ? await planAgain() : plan;
  for (const { key, label, tools: served } of tools.learnt())
    today.store.append({ kind: "server", key, value: { schema_version: 2, label, tools: served } });
  return problems.length > 0 ? { ...today, problems: [...today.problems, ...problems] } : today;
}

function liveServers({ trials }: CampaignPlan): Set<LoadedTool> {
  const servers = new Set<LoadedTool>();
  for (const { decision, question } of trials) {
    if (decision.action !== "run") continue;
    for (const { mode, source } of question.trial.request.ownTools ?? [])
      if (mode !== "replayed" && source.behaviour.kind === "mcp") servers.add(source);
  }
  return servers;
}
