import { type AgentRunner, agentImage, type LoadedAgent, type RunProfile, type TestCase } from "../../config/index.ts";
import type { Trial } from "../contract/runner.ts";

/** The environment and time limits of a trial's agent. */
export interface AgentRuntime {
  dockerCli: string;
  /** Omitted if the agent runs in the sandbox, with a program of this machine. */
  image: string | undefined;
  /** Wall-clock limit of a turn. */
  timeoutSeconds: number;
  /** The setting behind the limit. */
  limitedBy: string;
}

export function runtimeOf({ agent, loadedCase, runProfile }: Omit<Trial, "request">): AgentRuntime | null {
  const { type } = loadedCase.case.runner;
  return runtimeIn(type === "openclaw" ? type : "agent", runProfile, agent);
}

/** Reads a runner's block of the run profile; null when it has none. */
export function runtimeIn(
  runner: AgentRunner,
  runProfile: RunProfile,
  agent: LoadedAgent | undefined,
): AgentRuntime | null {
  const block = runProfile[runner];
  if (!block) return null;
  return {
    dockerCli: block.docker_cli,
    image: agentImage(runner, runProfile, agent?.agent),
    timeoutSeconds: block.timeout_seconds,
    limitedBy: `${runner}.timeout_seconds`,
  };
}

/** The file that the case expects the agent to leave. */
export function expectedArtifactOf({ input: { context } }: TestCase): string | undefined {
  return (context.openclaw ?? context.agent)?.expected_artifact;
}
