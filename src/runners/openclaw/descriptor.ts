import { withoutHints } from "../../config/index.ts";
import { describeAgentRunner } from "../agent-environment/agent-runner.ts";
import { agentIdentity } from "../agent-session/identity.ts";
import type { RunnerDescriptor } from "../contract/descriptor.ts";
import { composeInvocations } from "../request/compose-invocations.ts";
import { requestOptions } from "../request/request-options.ts";
import { openClawProgram } from "./program.ts";
import { runOpenClaw } from "./run-openclaw.ts";

/** An OpenClaw agent, in a container or in the sandbox. */
export const openClaw: RunnerDescriptor = {
  run: runOpenClaw,
  compose: (subject, attachments) =>
    composeInvocations(subject, requestOptions(subject.model, subject.settings), attachments),
  identity: (setting) => agentIdentity(setting, withoutHints(setting.testCase.input.context.openclaw)),
  profileIdentity: ({ openclaw }) => openclaw && { agent_id: openclaw.agent_id, image: openclaw.image },
  ...describeAgentRunner("openclaw", openClawProgram),
};
