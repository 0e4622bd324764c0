import { describeAgentRunner } from "../agent-environment/agent-runner.ts";
import { agentIdentity } from "../agent-session/identity.ts";
import type { RunnerDescriptor } from "../contract/descriptor.ts";
import { composeInvocations } from "../request/compose-invocations.ts";
import { agentDefinitionOf } from "./definition.ts";
import { runAgent } from "./run-agent.ts";

/** Any agent that is a program: Claude Code, Codex, Gemini CLI, or a custom command. */
export const agentProgram: RunnerDescriptor = {
  run: runAgent,
  // The agent sets the parameters of its requests by itself.
  compose: (subject, attachments) => composeInvocations(subject, {}, attachments),
  identity: (setting) => agentIdentity(setting, { ...setting.testCase.input.context.agent }),
  profileIdentity: ({ agent }) => agent && { agent_id: agent.agent_id },
  ...describeAgentRunner("agent", agentDefinitionOf),
};
