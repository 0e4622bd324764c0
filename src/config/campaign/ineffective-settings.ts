import type { LoadedAgent } from "../agents/load-agent.ts";
import { providerFields } from "../schema/campaign/suite.ts";
import { LLM_PROBE_ONLY } from "../schema/case/test-case.ts";
import { type RunnerSettings, runnerSettingsFields } from "../schema/fields/runner-settings.ts";
import type { Complaint } from "../source/source-file.ts";
import type { AgentAssignment } from "./assign-agents.ts";
import type { SelectedCase } from "./campaign-config.ts";

/** Settings that reach requests only if something passes them on. */
const SAMPLING = Object.keys(runnerSettingsFields).filter(
  (name) => !LLM_PROBE_ONLY.some((other) => other === name),
) as (keyof RunnerSettings)[];

/**
 * Finds sampling settings and parameters that do not reach an agent, since only OpenClaw passes them on. An ignored setting would spoil a
 * comparison of agents.
 */
export function findIneffectiveSettings(
  { suite, runProfile }: AgentAssignment,
  cases: readonly SelectedCase[],
): { suite: Complaint[]; profile: Complaint[] } {
  // Thousands of cases share a few agents.
  const placed = [...new Map(cases.map((selected) => [selected.agentsOfModels ?? selected.agent, selected])).values()];
  const deafTo = (modelIds: readonly string[], among = placed) =>
    uniqueAgents(among.flatMap((selected) => modelIds.flatMap((id) => agentsOf(selected, id) ?? []))).filter(isDeaf);
  const allModels = suite.models.map(({ model_id }) => model_id);
  const all = deafTo(allModels);
  const ofCases = cases.flatMap((selected) => {
    const { runner, case_id } = selected.loaded.case;
    if (runner.type !== "agent") return [];
    return given(runner).flatMap((name) =>
      complaint(["models"], deafTo(allModels, [selected])).map((one) => ({
        ...one,
        message: `\`runner.${name}\` of the case "${case_id}" ${one.message}`,
      })),
    );
  });
  return {
    suite: [
      ...suite.models.flatMap((model, index) =>
        providerFields(model).flatMap((name) => complaint(["models", index, name], deafTo([model.model_id]))),
      ),
      ...suite.variants.flatMap(({ settings = {}, model_ids = allModels }, index) =>
        given(settings).flatMap((name) => complaint(["variants", index, "settings", name], deafTo(model_ids))),
      ),
      ...ofCases,
    ],
    profile: [
      ...given(runProfile.runner_defaults).flatMap((name) => complaint(["runner_defaults", name], all)),
      ...Object.entries(runProfile.model_overrides).flatMap(([modelId, settings]) =>
        given(settings).flatMap((name) => complaint(["model_overrides", modelId, name], deafTo([modelId]))),
      ),
    ],
  };
}

function given(settings: RunnerSettings): (keyof RunnerSettings)[] {
  return SAMPLING.filter((name) => settings[name] !== undefined);
}

function complaint(path: Complaint["path"], [first, ...others]: readonly LoadedAgent[]): Complaint[] {
  if (!first) return [];
  const { agent_id, kind } = first.agent;
  const more = others.length > 0 ? ` (nor ${others.map(({ agent }) => `"${agent.agent_id}"`).join(", ")})` : "";
  const message = `does not reach "${agent_id}"${more} in agent cases: a ${kind} agent sets the parameters of its requests itself; see \`arguments\` in its agent.yaml`;
  return [{ severity: "warning", path, at: "key", message }];
}

function isDeaf({ agent: { kind } }: LoadedAgent): boolean {
  return kind !== undefined && kind !== "openclaw";
}

function uniqueAgents(agents: readonly LoadedAgent[]): LoadedAgent[] {
  return [...new Map(agents.map((loaded) => [loaded.agent.agent_id, loaded])).values()];
}

/** Returns the agent for a model and a case: the case's, or else the model's, if any. */
function agentsOf({ agent, agentsOfModels }: SelectedCase, modelId: string): LoadedAgent | undefined {
  return agentsOfModels?.get(modelId) ?? agent;
}
