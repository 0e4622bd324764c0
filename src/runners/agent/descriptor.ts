import { agentIdentity } from "../agent-session/index.ts";
import type { RunnerDescriptor } from "../contract/descriptor.ts";
import { composeInvocations } from "../request/index.ts";
import { evidenceFiles } from "../workspace/index.ts";
import { agentDefinitionOf } from "./definition.ts";
import { runAgent } from "./run-agent.ts";

/** Any agent that is a program: Claude Code, Codex, Gemini CLI, or whatever a command starts. */
export const agentProgram: RunnerDescriptor = {
  run: runAgent,
  // The agent sets the parameters of its requests by itself.
  compose: (subject, attachments) => composeInvocations(subject, {}, attachments),
  identity: (setting) => agentIdentity(setting, { ...setting.testCase.input.context.agent }),
  profileIdentity: ({ agent }) => agent && { agent_id: agent.agent_id },
  image({ agent: block }, loaded) {
    if (!block || !loaded) return undefined;
    const { image } = loaded.agent;
    if (image !== undefined) return { image, docker_cli: block.docker_cli };
    const { program, environment } = agentDefinitionOf(loaded.agent);
    return { program, path: environment.PATH };
  },
  runsInSandbox: (_, loaded) => loaded?.agent.image === undefined,
  canLeaveFiles: () => true,
  requests: ({ turns }) => ({ least: Math.max(1, turns.length), most: null }),
  answersInFiles: true,
  evidenceFiles,
};
