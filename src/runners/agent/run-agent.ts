import { agentRunner } from "../agent-environment/agent-runner.ts";
import type { AgentSteps } from "../agent-environment/conduct-trial.ts";
import { namingIn } from "../agent-environment/naming.ts";
import { fingerprintWith } from "../agent-session/agent-fingerprint.ts";
import { expectedArtifactOf } from "../agent-session/runtime.ts";
import type { Turn } from "../agent-session/turn.ts";
import type { Runner, RunnerSurroundings, Trial } from "../contract/runner.ts";
import { collectEvidence } from "./collect-evidence.ts";
import { agentDefinitionOf, identifyingPart } from "./definition.ts";
import { takeAgentTurns } from "./take-turns.ts";

/** Executes a trial with an agent's own program, in a container or in the sandbox. */
export const runAgent: Runner = agentRunner({
  courseOf,
  refusal: "the run profile has no agent block, or the model has no agent",
  factsOf: (agent) => ({ kind: agent?.agent.kind ?? null }),
});

function courseOf(trial: Trial, { directory }: RunnerSurroundings): AgentSteps<{ turns: Turn[]; sessionId: string }> {
  const { request, loadedCase } = trial;
  const { agent } = trial.agent!;
  const definition = agentDefinitionOf(agent);
  return {
    name: "an agent",
    purpose: "agent",
    program: definition,
    homeFiles: definition.homeFiles,
    fingerprint: (workspace) => fingerprintWith(agent, workspace, identifyingPart(definition)),
    takeTurns: ({ place, runtime, ...opened }) =>
      takeAgentTurns(
        {
          ...opened,
          place,
          definition,
          timeoutSeconds: runtime.timeoutSeconds,
          naming: namingIn({ place, runtime }, definition),
        },
        request.invocations ?? [],
      ),
    collect: (opened, taken, wire) =>
      collectEvidence({
        request,
        opened,
        ...taken,
        wire,
        directory,
        expectedArtifact: expectedArtifactOf(loadedCase.case),
        about: { agent_id: agent.agent_id, agent_kind: agent.kind, agent_fingerprint: opened.agentFingerprint },
      }),
  };
}
