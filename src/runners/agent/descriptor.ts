import { installationOf } from "../agent-place/installation.ts";
import { agentIdentity } from "../agent-session/identity.ts";
import { runtimeIn } from "../agent-session/runtime.ts";
import type { RunnerDescriptor } from "../contract/descriptor.ts";
import { composeInvocations } from "../request/compose-invocations.ts";
import { evidenceFiles } from "../workspace/evidence-files.ts";
import { agentDefinitionOf } from "./definition.ts";
import { runAgent } from "./run-agent.ts";

/** Any agent that is a program: Claude Code, Codex, Gemini CLI, or a custom command. */
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
