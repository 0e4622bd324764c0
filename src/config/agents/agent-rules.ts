import type { FieldPath } from "../diagnostics/diagnostic.ts";
import type { Agent } from "../schema/agents/agent.ts";
import type { Complaint } from "../source/source-file.ts";
import { checkProgram } from "./program-rules.ts";
import { findMisspeltKeys } from "./refused-keys.ts";

/** Checks an agent: its folder is its id, and only the suite chooses the model. */
export function checkAgent(agent: Agent, folder: string): Complaint[] {
  const complaints: Complaint[] = [];
  if (agent.agent_id !== folder)
    complaints.push({
      path: ["agent_id"],
      message: `must be the name of its folder; expected "${folder}", found "${agent.agent_id}"`,
    });
  if (agent.openclaw?.identity !== undefined)
    complaints.push({
      severity: "warning",
      path: ["openclaw", "identity"],
      at: "key",
      message: "is never written to openclaw.json, which would refuse it; keep the persona in workspace/IDENTITY.md",
    });
  const { agents_defaults, agent: entry, model_defaults } = agent.openclaw ?? {};
  for (const [field, fragment] of Object.entries({ agents_defaults, agent: entry }))
    if (fragment !== undefined && "workspace" in fragment)
      complaints.push({
        path: ["openclaw", field, "workspace"],
        at: "key",
        message: "is always the workspace/ folder beside agent.yaml; remove this setting",
      });
  return [
    ...complaints,
    ...checkProgram(agent),
    ...findModelChoices(agents_defaults, ["openclaw", "agents_defaults"]),
    ...findModelChoices(entry, ["openclaw", "agent"]),
    ...["extra_body", "extraBody"].flatMap((key) =>
      findModelChoices(model_defaults?.primary_params?.[key], ["openclaw", "model_defaults", "primary_params", key]),
    ),
    ...findMisspeltKeys(agent),
  ];
}

/** Finds keys at any depth that choose a model: a run must use exactly the suite's model. */
function findModelChoices(value: unknown, path: FieldPath): Complaint[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item, index) => findModelChoices(item, [...path, index]));
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = [...path, key];
    if (!/(?:models?|fallbacks?)$/i.test(key)) return findModelChoices(inner, here);
    const message = /fallbacks?$/i.test(key)
      ? "fallbacks are refused: a benchmark run executes against exactly one model"
      : "an agent may not choose a model: the suite's model is the only one";
    return [{ path: here, at: "key" as const, message }];
  });
}
