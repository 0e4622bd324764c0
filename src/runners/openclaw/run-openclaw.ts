import { isOpenClawState } from "../../config/index.ts";
import { agentRunner } from "../agent-environment/agent-runner.ts";
import type { AgentSteps, OpenedTrial } from "../agent-environment/conduct-trial.ts";
import { namingIn } from "../agent-environment/naming.ts";
import { fingerprintWith } from "../agent-session/agent-fingerprint.ts";
import { agentIdInside } from "../agent-session/agent-id.ts";
import type { Runner, RunnerSurroundings, Trial } from "../contract/runner.ts";
import { collectOpenClawEvidence, type OpenClawTurns } from "./collect-evidence.ts";
import { openClawProgram } from "./program.ts";
import { askAboutConfig, type Session, takeTurns, writeConfig } from "./session.ts";
import { STANDARD_FILES } from "./standard-files.ts";
import { validateConfig } from "./validate-config.ts";

/** Executes a trial with a real OpenClaw agent, all turns in one container or sandbox. */
export const runOpenClaw: Runner = agentRunner({
  courseOf,
  refusal: "the run profile has no openclaw block, or the case has no agent",
});

function courseOf(trial: Trial, surroundings: RunnerSurroundings): AgentSteps<OpenClawTurns> {
  const { agent } = trial.agent!;
  return {
    name: "OpenClaw",
    purpose: "openclaw",
    program: openClawProgram(agent),
    homeFiles: {},
    copying: { standard: STANDARD_FILES, isLeftOut: isOpenClawState },
    fingerprint: (workspace) => fingerprintWith(agent, workspace),
    takeTurns: (opened) => validateAndTakeTurns(trial, surroundings, opened),
    collect: (opened, taken, wire) => collectOpenClawEvidence(trial, surroundings, opened, taken, wire),
  };
}

async function validateAndTakeTurns(
  trial: Trial,
  { env }: RunnerSurroundings,
  opened: OpenedTrial,
): Promise<OpenClawTurns> {
  const { place, runtime, values, installation } = opened;
  const { agent } = trial.agent!;
  const { program } = openClawProgram(agent);
  const session: Session = {
    ...opened,
    program,
    agentId: agentIdInside(agent),
    timeoutSeconds: runtime.timeoutSeconds,
    naming: namingIn(opened, { title: "OpenClaw", program }),
  };
  const { workspace } = place.layout.inside;
  const validated = await validateConfig(
    { agent, request: trial.request, baseUrl: values.base_url, workspace },
    {
      client: runtime.image === undefined ? place.kind : runtime.dockerCli,
      imageId: installation.id,
      openclawVersion: place.version ?? "",
      env,
      write: (config) => writeConfig(session, config),
      ask: () => askAboutConfig(session),
    },
  );
  return { session, validated, turns: validated.ok ? await takeTurns(session, trial.request.invocations ?? []) : [] };
}
