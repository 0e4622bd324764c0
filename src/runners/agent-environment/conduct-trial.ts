import { join } from "node:path";
import { copyTree, openOwnedFolder } from "../../files/index.ts";
import { type Endpoint, resolveEndpoint } from "../../gateway/index.ts";
import { containerAccess, type RecordingProxy, type WireRecord } from "../../proxy/index.ts";
import type { FoundImage } from "../../sandbox/index.ts";
import { createRedactor } from "../../text/index.ts";
import { type EndedSession, giveUp, refuse, tryAgain, withArtifacts } from "../agent-session/ended-session.ts";
import { type AgentRuntime, runtimeOf } from "../agent-session/runtime.ts";
import { sessionIdOf } from "../agent-session/session-id.ts";
import { giveFiles, setUpAgent } from "../agent-session/set-up.ts";
import { openTrialProxy } from "../agent-session/trial-proxy.ts";
import type { RunnerSurroundings, Trial } from "../contract/runner.ts";
import { type CopyOptions, copyWorkspace } from "../workspace/copy-workspace.ts";
import { SETUP_LIMITS } from "../workspace/run-setup.ts";
import type { TreeEntry } from "../workspace/scan-tree.ts";
import type { AgentProgram } from "./agent-program.ts";
import type { AgentEnvironment, OpenedEnvironment } from "./environment.ts";
import { type FillIns, fillEnvironment } from "./fill-in.ts";
import { writeHome } from "./home-files.ts";
import { findInstallation } from "./installation.ts";
import { layoutOf, makePlacedFolders } from "./layout.ts";
import { openEnvironment } from "./open-environment.ts";

/** The parts of a trial that are specific to one kind of agent. The rest is shared. */
export interface AgentSteps<Taken> {
  /** For the start of a sentence: `OpenClaw`, `an agent`. */
  name: string;
  /** Part of the names of its folders and containers. */
  purpose: string;
  program: AgentProgram;
  homeFiles: Readonly<Record<string, string>>;
  copying?: CopyOptions;
  fingerprint(workspace: TreeEntry[]): string;
  /** Everything between setup and evidence. */
  takeTurns(opened: OpenedTrial): Promise<Taken>;
  /** Called when nothing of the agent runs any more. */
  collect(opened: OpenedTrial, taken: Taken, wire: WireRecord): Promise<EndedSession>;
}

/** A trial whose agent is in its environment, with all of its inputs. */
export interface OpenedTrial {
  place: AgentEnvironment;
  folder: string;
  /** The workspace as it was handed over. */
  before: string;
  /** For files of our own, out of the agent's sight. */
  scratch: string;
  proxy: RecordingProxy;
  /** Values of all placeholders except the message and the session. */
  values: FillIns & { base_url: string; token: string };
  environment: Record<string, string>;
  /** Values that must never appear in anything we store. */
  secrets: string[];
  runtime: AgentRuntime;
  installation: FoundImage;
  agentFingerprint: string;
  sessionId: string;
}

/** Takes a trial from its configuration to its evidence, in a container or in the sandbox. Leaves nothing on the machine. */
export async function conductTrial<Taken>(
  trial: Trial,
  surroundings: RunnerSurroundings,
  startedAt: Date,
  course: AgentSteps<Taken>,
): Promise<EndedSession> {
  const { runProfile, model, request } = trial;
  const runtime = runtimeOf(trial)!;
  if (surroundings.gateway.offline)
    return refuse(`${request.model} is an offline program; ${course.name} needs a model behind HTTP`);
  const resolved = resolveEndpoint(model.gateway ?? runProfile.gateway, surroundings.env);
  if (!resolved.ok) return giveUp(resolved.problem);
  const found = await findInstallation(runtime, course.program, surroundings);
  if (!found.ok) return giveUp(found.problem);
  const { image: installation } = found;
  if (trial.image_id !== undefined && trial.image_id !== installation.id) {
    const what = runtime.image === undefined ? "program" : "image";
    return giveUp(
      `${installation.name} became another ${what} while the campaign was running; run again to use the new one`,
    );
  }
  const { endpoint } = resolved;
  const proxied = await openTrialProxy(trial, surroundings, endpoint, startedAt);
  if (!proxied.ok) return giveUp(proxied.problem);
  const { proxy } = proxied;
  const owned = openOwnedFolder(course.purpose);
  try {
    const scratch = owned.path;
    const given = { proxy, endpoint, scratch, runtime, installation };
    const opened = await openTrial(trial, surroundings, course, given);
    if (!("place" in opened)) return opened;
    const { place } = opened;
    try {
      const { log, ended } = await setUp(trial, surroundings, opened);
      if (ended) return withArtifacts(ended, log);
      const taken = await course.takeTurns(opened);
      // Before any inspection, because anything still running could change what is inspected.
      await place.end();
      return withArtifacts(await course.collect(opened, taken, await proxy.close()), log);
    } finally {
      await place.end();
    }
  } finally {
    await proxy.close();
    await owned.remove();
  }
}

interface Given {
  proxy: RecordingProxy;
  endpoint: Endpoint;
  scratch: string;
  runtime: AgentRuntime;
  installation: FoundImage;
}

/** Prepares the agent's folders and model settings, then opens the environment around it. */
async function openTrial<Taken>(
  trial: Trial,
  surroundings: RunnerSurroundings,
  { program, homeFiles, copying, fingerprint, purpose }: AgentSteps<Taken>,
  { proxy, endpoint, scratch, runtime, installation }: Given,
): Promise<OpenedTrial | EndedSession> {
  const [folder, before] = [join(scratch, "run"), join(scratch, "before")];
  const copied = await copyWorkspace(trial.agent!.workspace, before, copying);
  if (!copied.ok) return refuse(copied.problem);
  const agentFingerprint = fingerprint(copied.entries);
  if (trial.agent_fingerprint !== undefined && trial.agent_fingerprint !== agentFingerprint)
    return giveUp("the agent's workspace changed while the campaign was running; run again to use it as it is now");
  const notGiven = await giveFiles(trial, before);
  if (notGiven) return notGiven;
  const layout = layoutOf(runtime.image);
  await makePlacedFolders(layout, folder);
  await copyTree(before, join(folder, layout.below.workspace));
  const way = containerAccess(proxy, trial.runProfile.network_access);
  const { workspace, home } = layout.inside;
  const { origin } = way;
  const values = { model: trial.request.model, origin, base_url: `${origin}/v1`, token: proxy.token, workspace, home };
  const filled = fillEnvironment(program.environment, values, surroundings.env);
  if (!filled.ok) return giveUp(filled.problem);
  await writeHome(join(folder, layout.below.home), homeFiles, values);
  const placed = { runtime, folder, layout, way, installation, program, purpose };
  const opened = await openEnvironment(trial, surroundings, placed);
  if (!opened.ok) return whoseFault(opened);
  return {
    ...{ place: opened.place, folder, before, scratch, proxy, values, environment: filled.environment },
    secrets: [...endpoint.secrets, proxy.token, ...filled.secrets],
    ...{ runtime, installation, agentFingerprint, sessionId: sessionIdOf(trial.run_id) },
  };
}

/** Runs setup in the agent's environment, including its connection to the trial's proxy, whose token must not appear in the log. */
function setUp(
  { request }: Trial,
  { directory, redact = createRedactor([]) }: RunnerSurroundings,
  { place, folder, before, secrets }: OpenedTrial,
) {
  const ofTrial = createRedactor(secrets);
  return setUpAgent(request, {
    run: (command) => place.execute({ command, environment: {}, stdin: undefined, seconds: SETUP_LIMITS.seconds }),
    limits: { ...SETUP_LIMITS, ...place.room },
    redact: (text) => redact(ofTrial(text)),
    directory,
    workspace: join(folder, place.layout.below.workspace),
    before,
  });
}

function whoseFault({ fault, problem }: Extract<OpenedEnvironment, { ok: false }>): EndedSession {
  if (fault === "user") return refuse(problem);
  return fault === "machine" ? giveUp(problem) : tryAgain(problem);
}
