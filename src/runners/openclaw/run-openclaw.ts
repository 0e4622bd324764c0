import { join } from "node:path";
import { isOpenClawState } from "../../config/index.ts";
import { resolveEndpoint } from "../../gateway/index.ts";
import { type WireRecord, wayInside } from "../../proxy/index.ts";
import { type FoundImage, findImage, lastLine } from "../../sandbox/index.ts";
import { openOwnedFolder } from "../../temporary/index.ts";
import { createRedactor } from "../../text/index.ts";
import { copyTree } from "../../trees/index.ts";
import {
  agentIdInside,
  clientNamed,
  composeAgentArtifact,
  type EndedSession,
  type Engine,
  expectedArtifactOf,
  fingerprintWith,
  giveFiles,
  giveUp,
  keepSession,
  makeFolders,
  openAgentContainer,
  openEngine,
  openTrialProxy,
  refuse,
  runtimeOf,
  sessionIdOf,
  sessionMetadata,
  setUpAgent,
  TRIAL_FOLDERS,
  type Turn,
  tryAgain,
  turnBounds,
  withSetupDeletions,
} from "../agent-session/index.ts";
import type { Runner, RunnerSurroundings, Trial } from "../contract/runner.ts";
import { collectWorkspace, copyWorkspace, giveTo, keepText, SETUP_LIMITS } from "../workspace/index.ts";
import { routeThrough } from "./gateway-route.ts";
import { readTranscript } from "./read-transcript.ts";
import { type Session, takeTurns, validateInContainer, writeConfig } from "./session.ts";
import { STANDARD_FILES } from "./standard-files.ts";
import { deferredCall, isInternal, transcriptTrace } from "./transcript-trace.ts";
import { type ValidatedConfig, validateConfig } from "./validate-config.ts";

/**
 * Executes a trial with a real OpenClaw agent in a container of its own, in which each turn is executed. Nothing of it is left on
 * the machine but what is kept in the trial's folder.
 */
export const runOpenClaw: Runner = async (trial, surroundings) => {
  const startedAt = surroundings.clock();
  const ended = await execute(trial, surroundings, startedAt);
  const { image, timeoutSeconds } = runtimeOf(trial) ?? {};
  const about = { container_image: image ?? null, agent_id: trial.agent?.agent.agent_id ?? null };
  return composeAgentArtifact({ trial, surroundings, startedAt, ended, timeoutSeconds, about });
};

async function execute(trial: Trial, surroundings: RunnerSurroundings, startedAt: Date): Promise<EndedSession> {
  const { agent, runProfile, model, request } = trial;
  const { env, signal } = surroundings;
  const runtime = runtimeOf(trial);
  if (!agent || !runtime) return refuse("the run profile has no openclaw block, or the case has no agent");
  const { dockerCli, image, timeoutSeconds } = runtime;
  if (image === undefined) return refuse("OpenClaw runs in a container; name its image in agent.yaml");
  if (surroundings.gateway.offline)
    return refuse(`${request.model} is an offline program; OpenClaw needs a model behind HTTP`);
  const resolved = resolveEndpoint(model.gateway ?? runProfile.gateway, env);
  if (!resolved.ok) return giveUp(resolved.problem);
  const client = clientNamed(dockerCli, env);
  const found = await findImage({ client, image, signal, pull: true });
  if (!found.ok) return giveUp(found.problem);
  if (trial.image_id !== undefined && trial.image_id !== found.image.id)
    return giveUp(`${image} became another image while the campaign was running; run again to use the new one`);
  const opened = await openEngine({
    client,
    image: found.image,
    purpose: "openclaw",
    versionCommand: ["openclaw", "--version"],
    signal,
  });
  if (!opened.ok) return opened.fault === "broken" ? giveUp(opened.problem) : refuse(opened.problem);

  const { engine } = opened;
  const { endpoint } = resolved;
  const proxied = await openTrialProxy(trial, surroundings, endpoint, startedAt);
  if (!proxied.ok) return giveUp(proxied.problem);
  const { proxy } = proxied;
  const way = wayInside(proxy, runProfile.network_access);
  const route = routeThrough(way, proxy.token, endpoint.secrets);
  const runFolder = openOwnedFolder("openclaw");
  try {
    const folder = join(runFolder.path, "run");
    const before = join(runFolder.path, "before");
    const copied = await copyWorkspace(agent.workspace, before, {
      standard: STANDARD_FILES,
      isLeftOut: isOpenClawState,
    });
    if (!copied.ok) return refuse(copied.problem);
    const agentFingerprint = fingerprintWith(agent.agent, copied.entries);
    if (trial.agent_fingerprint !== undefined && trial.agent_fingerprint !== agentFingerprint)
      return giveUp("the agent's workspace changed while the campaign was running; run again to use it as it is now");
    const notGiven = await giveFiles(trial, before);
    if (notGiven) return notGiven;
    await makeFolders(folder);
    await copyTree(before, join(folder, "workspace"));
    const { handOverTo: owner } = engine;
    if (owner) await giveTo(owner.uid, owner.gid, folder);
    const texts = request.invocations ?? [];
    const { network } = way;
    const container = await openAgentContainer(
      { ...engine.settings, network },
      { folder, way: way.mount, signal, seconds: timeoutSeconds * (texts.length + 1) + SLACK_SECONDS },
    );
    if (!container.ok)
      return tryAgain(`the container did not start: ${lastLine(container.call.message ?? container.call.stderr)}`);
    const session: Session = {
      container: container.container,
      folder,
      agentId: agentIdInside(agent.agent),
      sessionId: sessionIdOf(trial.run_id),
      route,
      proxy,
      way,
      timeoutSeconds,
      naming: { title: "OpenClaw", program: "openclaw", place: "container", limitedBy: runtime.limitedBy },
      signal,
    };
    try {
      const run = (command: string[]) => executeSetup(session, command);
      const notSetUp = await setUpAgent(request, run, { workspace: join(folder, "workspace"), before }, surroundings);
      if (notSetUp) return notSetUp;
      const validated = await validateConfig(
        { agent: agent.agent, request, route },
        {
          client: dockerCli,
          imageId: found.image.id,
          openclawVersion: engine.version,
          env,
          write: (config) => writeConfig(session, config),
          ask: () => validateInContainer(session),
        },
      );
      const turns = validated.ok ? await takeTurns(session, texts) : [];
      // Before anything is looked at: what runs on inside could change it meanwhile.
      await container.container.end();
      return await collect(trial, surroundings, {
        image: found.image,
        engine,
        network,
        agentFingerprint,
        session,
        before,
        scratch: runFolder.path,
        validated,
        turns,
        wire: await proxy.close(),
      });
    } finally {
      await container.container.end();
    }
  } finally {
    await proxy.close();
    await runFolder.remove();
  }
}

function executeSetup({ container, way, folder, signal }: Session, command: string[]) {
  return container.execute({
    workdir: TRIAL_FOLDERS.workspace,
    settings: { HOME: TRIAL_FOLDERS.home, NO_COLOR: "1", ...way.settings },
    secrets: way.secrets,
    command: way.command(command),
    ...turnBounds(folder, SETUP_LIMITS.seconds, signal),
  });
}

/** For what comes on top of the turns: validating, and calls of the engine. */
const SLACK_SECONDS = 600;

interface Executed {
  image: FoundImage;
  engine: Engine;
  network: string;
  agentFingerprint: string;
  session: Session;
  before: string;
  /** For files of our own, out of the containers' sight. */
  scratch: string;
  validated: ValidatedConfig;
  turns: Turn[];
  wire: WireRecord;
}

async function collect(trial: Trial, { directory }: RunnerSurroundings, executed: Executed): Promise<EndedSession> {
  const { session, before, validated, turns, wire, engine, image } = executed;
  const redact = createRedactor(session.route.redact);
  const expectedArtifact = expectedArtifactOf(trial.loadedCase.case);
  const keep = (type: string, path: string, text: string) => keepText(directory, type, path, redact(text));
  const state = join(session.folder, "state");
  const transcript = await readTranscript(state, session, executed.scratch);
  const workspace = await collectWorkspace({
    before,
    after: join(session.folder, "workspace"),
    directory,
    expectedArtifact,
    redact,
  });
  const events = transcript.events.map((event) => `${JSON.stringify(event)}\n`).join("");
  const log = { name: "openclaw.log", before: [validationIn(validated)] };
  const kept = await keepSession({ turns, wire, directory, redact }, log);
  const artifacts = [
    await keep("config", "openclaw.json", `${JSON.stringify(validated.config, null, 2)}\n`),
    kept.log,
    kept.reports,
    await keep("transcript", "transcript.jsonl", events),
    kept.wire,
    ...workspace.artifacts,
  ];
  const { version, notes, settings } = engine;
  return {
    problem: validated.ok ? null : { fault: validated.fault, message: validated.problem },
    turns,
    transcript: transcriptTrace(transcript.events, Math.max(1, turns.length)),
    isInternal,
    unwrap: deferredCall,
    wire,
    artifacts,
    redact,
    expectedArtifactPresent: workspace.expectedArtifactPresent,
    left: await withSetupDeletions(workspace.left, trial.request, before),
    metadata: {
      image,
      openclaw_version: version,
      docker_cli: settings.client.program,
      container_user: settings.user,
      limits_applied: settings.limits,
      network: executed.network,
      agent_id: session.agentId,
      agent_fingerprint: executed.agentFingerprint,
      transcript_source: transcript.source,
      ...sessionMetadata(wire, workspace, {
        sessionId: session.sessionId,
        expectedArtifact,
        notes: [...notes, transcript.problem],
      }),
    },
  };
}

function validationIn({ asked }: ValidatedConfig): string {
  const said = asked ? `${asked.stdout}${asked.stderr}` : "accepted before, and not asked again";
  return `openclaw config validate --json\n${said}`;
}
