import type { CampaignPlan } from "../campaign/index.ts";
import type { PlannedToolReport } from "./plan-report.ts";

type Request = CampaignPlan["trials"][number]["question"]["trial"]["request"];
type OwnTool = NonNullable<Request["ownTools"]>[number];

/** Lists the tools that a plan's models may call, in the order of cases. */
export function toolsOfPlan({ trials }: CampaignPlan): PlannedToolReport[] {
  const found = new Map<string, PlannedToolReport & { caseIds: Set<string> }>();
  for (const question of new Set(trials.map((planned) => planned.question))) {
    const { tools, ownTools } = question.trial.request;
    for (const { function: called } of tools) {
      const own = ownTools?.find(({ definition }) => definition.function.name === called.name);
      const row = { name: called.name, ...answererOf(own) };
      const key = JSON.stringify(row);
      const known = found.get(key) ?? { ...row, cases: 0, caseIds: new Set<string>() };
      known.caseIds.add(question.place.case_id);
      found.set(key, known);
    }
  }
  return [...found.values()].map(({ caseIds, ...row }) => ({ ...row, cases: caseIds.size }));
}

function answererOf(own: OwnTool | undefined): Pick<PlannedToolReport, "answered_by" | "tool" | "recorded"> {
  if (own === undefined) return { answered_by: "assay", tool: null, recorded: false };
  const { mode, source } = own;
  const by = { answers: "fixed answers", script: "script", mcp: "mcp server" } as const;
  return {
    answered_by: mode === "replayed" ? "recordings" : by[source.behaviour.kind],
    tool: source.label,
    recorded: mode === "recorded",
  };
}
