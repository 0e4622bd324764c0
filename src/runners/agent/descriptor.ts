import { installationOf } from "../agent-place/index.ts";
import { agentIdentity, runtimeIn } from "../agent-session/index.ts";
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
  image(runProfile, loaded) {
    const runtime = runtimeIn("agent", runProfile, loaded);
    return runtime && loaded ? installationOf(runtime, agentDefinitionOf(loaded.agent)) : undefined;
  },
  runsInSandbox: (_, runProfile, loaded) => runtimeIn("agent", runProfile, loaded)?.image === undefined,
  canLeaveFiles: () => true,
  requests: ({ turns }) => ({ least: Math.max(1, turns.length), most: null }),
  answersInFiles: true,
  keepsAnswers: false,
  evidenceFiles,
};
