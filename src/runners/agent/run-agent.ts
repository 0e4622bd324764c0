import { join } from "node:path";
import { resolveEndpoint } from "../../gateway/index.ts";
import { type RecordingProxy, wayInside } from "../../proxy/index.ts";
import { openOwnedFolder } from "../../temporary/index.ts";
import { copyTree } from "../../trees/index.ts";
import {
  composeAgentArtifact,
  type EndedSession,
  expectedArtifactOf,
  fingerprintWith,
  giveFiles,
  giveUp,
  makeFolders,
  openTrialProxy,
  refuse,
  runtimeOf,
  sessionIdOf,
  setUpAgent,
  tryAgain,
} from "../agent-session/index.ts";
import type { Runner, RunnerSurroundings, Trial } from "../contract/runner.ts";
import { copyWorkspace, SETUP_LIMITS } from "../workspace/index.ts";
import { collectEvidence } from "./collect-evidence.ts";
import { agentDefinitionOf, identifyingPart } from "./definition.ts";
import { fillEnvironment } from "./fill-in.ts";
import { writeHome } from "./home-files.ts";
import { findInstallation } from "./installation.ts";
import { layoutOf, openPlace } from "./open-place.ts";
import type { OpenedPlace } from "./place.ts";
import { takeAgentTurns } from "./take-turns.ts";

/** Executes a trial with an agent's own program, in a container or in the sandbox. Nothing of it is left on the machine but what is kept in the trial's folder. */
export const runAgent: Runner = async (trial, surroundings) => {
  const startedAt = surroundings.clock();
  const ended = await execute(trial, surroundings, startedAt);
  const { agent } = trial;
  const { image, timeoutSeconds } = runtimeOf(trial) ?? {};
  const about = {
    kind: agent?.agent.kind ?? null,
    container_image: image ?? null,
    agent_id: agent?.agent.agent_id ?? null,
  };
  return composeAgentArtifact({ trial, surroundings, startedAt, ended, timeoutSeconds, about });
};

async function execute(trial: Trial, surroundings: RunnerSurroundings, startedAt: Date): Promise<EndedSession> {
  const { agent, runProfile, model, request } = trial;
  const runtime = runtimeOf(trial);
  if (!agent || !runtime) return refuse("the run profile has no agent block, or the model has no agent");
  if (surroundings.gateway.offline)
    return refuse(`${request.model} is an offline program; an agent needs a model behind HTTP`);
  const resolved = resolveEndpoint(model.gateway ?? runProfile.gateway, surroundings.env);
  if (!resolved.ok) return giveUp(resolved.problem);
  const installation = await findInstallation(trial, surroundings);
  if (!installation.ok) return giveUp(installation.problem);
  const { id, name } = installation.image;
  if (trial.image_id !== undefined && trial.image_id !== id)
    return giveUp(`${name} became another program while the campaign was running; run again to use the new one`);

  const proxied = await openTrialProxy(trial, surroundings, resolved.endpoint, startedAt);
  if (!proxied.ok) return giveUp(proxied.problem);
  const { proxy } = proxied;
  const runFolder = openOwnedFolder("agent");
  try {
    const [folder, before] = [join(runFolder.path, "run"), join(runFolder.path, "before")];
    const copied = await copyWorkspace(agent.workspace, before);
    if (!copied.ok) return refuse(copied.problem);
    const agentFingerprint = fingerprintWith(
      agent.agent,
      copied.entries,
      identifyingPart(agentDefinitionOf(agent.agent)),
    );
    if (trial.agent_fingerprint !== undefined && trial.agent_fingerprint !== agentFingerprint)
      return giveUp("the agent's workspace changed while the campaign was running; run again to use it as it is now");
    const notGiven = await giveFiles(trial, before);
    if (notGiven) return notGiven;
    await makeFolders(folder);
    await copyTree(before, join(folder, "workspace"));
    const opened = await prepare(trial, surroundings, { folder, proxy, installation: installation.image });
    if (!opened.ok) return whoseFault(opened);
    const { place, values, environment, secrets } = opened;
    const definition = agentDefinitionOf(agent.agent);
    try {
      const run = (command: string[]) =>
        place.execute({ command, environment: {}, stdin: undefined, seconds: SETUP_LIMITS.seconds });
      const notSetUp = await setUpAgent(request, run, { workspace: place.workspace, before }, surroundings);
      if (notSetUp) return notSetUp;
      const { turns, sessionId } = await takeAgentTurns(
        {
          place,
          definition,
          proxy,
          values,
          environment,
          sessionId: sessionIdOf(trial.run_id),
          timeoutSeconds: runtime.timeoutSeconds,
          naming: {
            title: definition.title,
            program: definition.program,
            place: place.kind,
            limitedBy: runtime.limitedBy,
          },
        },
        request.invocations ?? [],
      );
      // Before anything is looked at: what runs on inside could change it meanwhile.
      await place.end();
      return await collectEvidence({
        request,
        before,
        place,
        turns,
        sessionId,
        wire: await proxy.close(),
        secrets: [...resolved.endpoint.secrets, proxy.token, ...secrets],
        directory: surroundings.directory,
        expectedArtifact: expectedArtifactOf(trial.loadedCase.case),
        about: { agent_id: agent.agent.agent_id, agent_kind: agent.agent.kind, agent_fingerprint: agentFingerprint },
      });
    } finally {
      await place.end();
    }
  } finally {
    await proxy.close();
    await runFolder.remove();
  }
}

interface Preparation {
  folder: string;
  proxy: RecordingProxy;
  installation: { id: string; name: string; digests: string[] };
}

/** The agent's home and what it is told about its model; then the place around it. */
async function prepare(trial: Trial, surroundings: RunnerSurroundings, { folder, proxy, installation }: Preparation) {
  const definition = agentDefinitionOf(trial.agent!.agent);
  const way = wayInside(proxy, trial.runProfile.network_access);
  const { homeOutside, ...inside } = layoutOf(runtimeOf(trial)!.image, folder);
  const values = {
    model: trial.request.model,
    origin: way.origin,
    base_url: `${way.origin}/v1`,
    token: proxy.token,
    ...inside,
  };
  const filled = fillEnvironment(definition.environment, values, surroundings.env);
  if (!filled.ok) return { ok: false as const, fault: "machine" as const, problem: filled.problem };
  await writeHome(homeOutside, definition.homeFiles, values);
  const opened = await openPlace(trial, surroundings, { folder, way, installation, definition });
  return opened.ok ? { ...filled, place: opened.place, values } : opened;
}

function whoseFault({ fault, problem }: Extract<OpenedPlace, { ok: false }>): EndedSession {
  if (fault === "user") return refuse(problem);
  return fault === "machine" ? giveUp(problem) : tryAgain(problem);
}
