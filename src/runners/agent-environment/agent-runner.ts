import type { AgentRunner, LoadedAgent } from "../../config/index.ts";
import { composeAgentArtifact } from "../agent-session/compose-artifact.ts";
import { refuse } from "../agent-session/ended-session.ts";
import { runtimeIn, runtimeOf } from "../agent-session/runtime.ts";
import type { RunnerDescriptor } from "../contract/descriptor.ts";
import type { Runner, RunnerSurroundings, Trial } from "../contract/runner.ts";
import { evidenceFiles } from "../workspace/evidence-files.ts";
import type { AgentProgram } from "./agent-program.ts";
import { type AgentSteps, conductTrial } from "./conduct-trial.ts";
import { installationOf } from "./installation.ts";

interface RunAgents<Taken> {
  courseOf(trial: Trial, surroundings: RunnerSurroundings): AgentSteps<Taken>;
  /** Message when the profile or the case names no agent. */
  refusal: string;
  /** Further facts about the agent for the artifact. */
  factsOf?(agent: LoadedAgent | undefined): Record<string, unknown>;
}

/** Executes trials of one kind of agent. Leaves nothing on the machine except files in the trial's folder. */
export function agentRunner<Taken>({ courseOf, refusal, factsOf }: RunAgents<Taken>): Runner {
  return async (trial, surroundings) => {
    const startedAt = surroundings.clock();
    const { agent } = trial;
    const { image, timeoutSeconds } = runtimeOf(trial) ?? {};
    const ended =
      agent && timeoutSeconds !== undefined
        ? await conductTrial(trial, surroundings, startedAt, courseOf(trial, surroundings))
        : refuse(refusal);
    const about = { ...factsOf?.(agent), container_image: image ?? null, agent_id: agent?.agent.agent_id ?? null };
    return composeAgentArtifact({ trial, surroundings, startedAt, ended, timeoutSeconds, about });
  };
}

/** The part of a descriptor that is the same for all agents. */
export function describeAgentRunner(runner: AgentRunner, programOf: (agent: LoadedAgent["agent"]) => AgentProgram) {
  return {
    image(runProfile, loaded) {
      const runtime = runtimeIn(runner, runProfile, loaded);
      return runtime && loaded ? installationOf(runtime, programOf(loaded.agent)) : undefined;
    },
    runsInSandbox: (_, runProfile, loaded) => runtimeIn(runner, runProfile, loaded)?.image === undefined,
    canLeaveFiles: () => true,
    requests: ({ turns }) => ({ least: Math.max(1, turns.length), most: null }),
    answersInFiles: true,
    keepsAnswers: false,
    evidenceFiles,
  } satisfies Partial<RunnerDescriptor>;
}
