import { type AgentRunner, agentImage, type LoadedAgent, type RunProfile, type TestCase } from "../../config/index.ts";
import type { Trial } from "../contract/runner.ts";

/** Where and for how long a trial's agent runs. */
export interface AgentRuntime {
  dockerCli: string;
  /** Left out where the agent runs in the sandbox, with a program of this machine. */
  image: string | undefined;
  /** Wall-clock limit of a turn. */
  timeoutSeconds: number;
  /** The setting that says so. */
  limitedBy: string;
}

export function runtimeOf({ agent, loadedCase, runProfile }: Omit<Trial, "request">): AgentRuntime | null {
  const { type } = loadedCase.case.runner;
  return runtimeIn(type === "openclaw" ? type : "agent", runProfile, agent);
}

/** From the run profile's block for a runner; null when it has none. */
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
