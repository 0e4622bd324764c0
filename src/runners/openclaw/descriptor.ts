import { withoutHints } from "../../config/index.ts";
import { installationOf } from "../agent-place/installation.ts";
import { agentIdentity } from "../agent-session/identity.ts";
import { runtimeIn } from "../agent-session/runtime.ts";
import type { RunnerDescriptor } from "../contract/descriptor.ts";
import { composeInvocations } from "../request/compose-invocations.ts";
import { requestOptions } from "../request/request-options.ts";
import { evidenceFiles } from "../workspace/evidence-files.ts";
import { openClawProgram } from "./program.ts";
import { runOpenClaw } from "./run-openclaw.ts";

/** An OpenClaw agent, in a container or in the sandbox. */
export const openClaw: RunnerDescriptor = {
  run: runOpenClaw,
  compose: (subject, attachments) =>
    composeInvocations(subject, requestOptions(subject.model, subject.settings), attachments),
  identity: (setting) => agentIdentity(setting, withoutHints(setting.testCase.input.context.openclaw)),
  profileIdentity: ({ openclaw }) => openclaw && { agent_id: openclaw.agent_id, image: openclaw.image },
  image(runProfile, loaded) {
    const runtime = runtimeIn("openclaw", runProfile, loaded);
    return runtime && loaded ? installationOf(runtime, openClawProgram(loaded.agent)) : undefined;
  },
  runsInSandbox: (_, runProfile, loaded) => runtimeIn("openclaw", runProfile, loaded)?.image === undefined,
  canLeaveFiles: () => true,
  requests: ({ turns }) => ({ least: Math.max(1, turns.length), most: null }),
  answersInFiles: true,
  keepsAnswers: false,
  evidenceFiles,
};
