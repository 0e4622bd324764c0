import type { TestCase } from "../../config/index.ts";
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

/** From the run profile's block for the case's runner; null when it has none. An agent's own image comes first. */
export function runtimeOf({ agent, loadedCase, runProfile }: Omit<Trial, "request">): AgentRuntime | null {
  if (loadedCase.case.runner.type === "openclaw") {
    const { openclaw } = runProfile;
    if (!openclaw) return null;
    const { docker_cli: dockerCli, image, timeout_seconds: timeoutSeconds } = openclaw;
    return { dockerCli, image, timeoutSeconds, limitedBy: "openclaw.timeout_seconds" };
  }
  if (!runProfile.agent) return null;
  const { docker_cli: dockerCli, timeout_seconds: timeoutSeconds } = runProfile.agent;
  return { dockerCli, image: agent?.agent.image, timeoutSeconds, limitedBy: "agent.timeout_seconds" };
}

/** The file that the case expects the agent to leave. */
export function expectedArtifactOf({ input: { context } }: TestCase): string | undefined {
  return (context.openclaw ?? context.agent)?.expected_artifact;
}
