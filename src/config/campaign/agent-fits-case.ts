import type { LoadedAgent } from "../agents/load-agent.ts";
import type { FieldPath } from "../diagnostics/diagnostic.ts";
import type { Suite } from "../schema/campaign/suite.ts";
import type { Complaint } from "../source/source-file.ts";
import type { SelectedCase } from "./campaign-config.ts";

/** Finds cases that their agent cannot run, with one complaint for each agent and reason. */
export function findUnfitAgents(cases: readonly SelectedCase[], suite: Suite): Complaint[] {
  const complaints = new Map<string, Complaint>();
  for (const selected of cases)
    for (const { loaded, path } of agentsWithPlaces(selected, suite)) {
      const message = problemWith(loaded, selected);
      if (message === null) continue;
      const key = `${loaded.agent.agent_id}\n${path.join(".")}`;
      if (!complaints.has(key)) complaints.set(key, { path, at: "key", message });
    }
  return [...complaints.values()];
}

interface PlacedAgent {
  loaded: LoadedAgent;
  /** Place in the suite to point to. */
  path: FieldPath;
}

function agentsWithPlaces({ agent, agentsOfModels, loaded }: SelectedCase, suite: Suite): PlacedAgent[] {
  if (agent) return [{ loaded: agent, path: [loaded.case.runner.type] }];
  return [...(agentsOfModels ?? [])].map(([modelId, ofModel]) => ({
    loaded: ofModel,
    path: ["models", suite.models.findIndex(({ model_id }) => model_id === modelId)],
  }));
}

function problemWith({ agent }: LoadedAgent, { loaded }: SelectedCase): string | null {
  const { kind = "openclaw", agent_id, resume } = agent;
  const { case_id, runner } = loaded.case;
  if (runner.type === "openclaw")
    return kind === "openclaw"
      ? null
      : `the agent "${agent_id}" of the case "${case_id}" is a ${kind}; for agents of other kinds write \`runner.type: agent\` in the case`;
  // Built-in kinds of agents can resume sessions.
  if (loaded.turns.length > 1 && kind === "command" && resume === undefined)
    return `the case "${case_id}" has ${loaded.turns.length} turns, but "${agent_id}" does not say how a session is resumed; add \`resume\` to its agent.yaml`;
  return null;
}
