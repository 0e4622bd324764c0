import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { canLeaveFiles, executeLocally, gatewayOf, userOfCase } from "../../campaign/index.ts";
import { isReusable } from "../../records/index.ts";
import {
  agentFingerprint,
  findInstalled,
  openMediaShelf,
  openToolBook,
  RUNNERS,
  type Trial,
  toolSecrets,
} from "../../runners/index.ts";
import type { SandboxChoice } from "../../sandbox/index.ts";
import { unpackTree } from "../../store/index.ts";
import { createByteRedactor, createRedactor } from "../../text/index.ts";
import { packTree } from "../contents/pack-tree.ts";
import { countedGateway } from "../job-budget/counted-gateway.ts";
import { openJobReservation } from "../job-budget/job-reservation.ts";
import { moveTrial, pathsBelow } from "../payloads/portable-paths.ts";
import { portableResult } from "../payloads/portable-result.ts";
import { PAYLOAD_TREE } from "../payloads/result-shapes.ts";
import type { TrialPayload } from "../payloads/trial-payload.ts";
import type { TrialOwn, TrialResultPayload } from "../payloads/trial-result.ts";
import { explainUnreachable } from "./do-call.ts";
import type { JobContext, JobDone } from "./job-context.ts";
import { readPayload } from "./read-payload.ts";

/** Executes a trial, or declines if this machine cannot. */
export async function doTrial(context: JobContext): Promise<JobDone> {
  const payload = await readPayload<TrialPayload>(context);
  const own = context.job.own as unknown as TrialOwn;
  const folder = payload.files.length > 0 || canLeaveFiles(payload.trial) ? await context.folder() : "/nowhere";
  await unpackTree(payload.files, join(folder, "given"), context.fetchContent, PAYLOAD_TREE);
  const question = moveTrial(payload.trial, pathsBelow(join(folder, "given")));
  const trial: Trial = { run_id: own.run_id, repetition: own.repetition, ...question };
  const ready = await prepareMachine(trial, payload, context);
  if (!ready.ok) return { status: "declined", why: ready.why };
  const directory = canLeaveFiles(trial) ? join(folder, "left") : null;
  if (directory) await mkdir(directory, { mode: 0o700 });

  const { env, gateways, signal } = context;
  const { loadedCase, runProfile, resolved_model, model } = trial;
  const secrets = secretsOf(trial, context);
  const redact = { text: createRedactor(secrets), bytes: createByteRedactor(secrets) };
  const begun = await context.begin({ sendsOwnRequests: trial.agent !== undefined });
  if (!begun.ok) return { status: "lost", lost: begun.lost };
  const { budget } = begun;
  const roomUsd = budget.roomUsd === undefined ? own.room_usd : budget.roomUsd;
  const reservation = await openJobReservation(roomUsd, payload.endpoint, budget);
  const userGateway = userOfCase(runProfile, loadedCase.case, gateways)?.gateway;
  const executed = await executeLocally(
    {
      trial,
      gateway: countedGateway(gateways.forModel(resolved_model, gatewayOf(model, runProfile)), budget),
      userGateway: userGateway && countedGateway(userGateway, budget),
    },
    { directory, reservation, signal },
    {
      runners: EXECUTED_BY,
      sandbox: ready.sandbox,
      redact,
      media: openMediaShelf(),
      clock: () => new Date(),
      env,
      toolBook: openToolBook(),
    },
  );
  if (executed.status !== "ended") return { status: "interrupted" };
  const { artifact, kept } = executed;
  const files = directory === null || kept.empty ? [] : await packTree(directory, ".", context.putFile);
  const result: TrialResultPayload = portableResult({ artifact, kept, files, paid: reservation.prices });
  return { status: "done", isFinal: isReusable(artifact.status), result };
}

const EXECUTED_BY = Object.fromEntries(Object.entries(RUNNERS).map(([type, { run }]) => [type, run])) as Parameters<
  typeof executeLocally
>[2]["runners"];

const NO_SANDBOX: SandboxChoice = { ok: false, reason: "no sandbox is needed here" };

/** Collects everything a trial needs from this machine, or says what is missing. */
async function prepareMachine(
  trial: Trial,
  payload: TrialPayload,
  context: JobContext,
): Promise<{ ok: true; sandbox: SandboxChoice } | { ok: false; why: string }> {
  const { loadedCase, runProfile, request, agent, resolved_model, model } = trial;
  const unreachable = explainUnreachable(context, resolved_model, gatewayOf(model, runProfile), payload.endpoint);
  if (unreachable !== null) return { ok: false, why: unreachable };
  const { user } = request;
  if (user && payload.user_endpoint !== undefined) {
    const why = explainUnreachable(context, user.model, runProfile.simulated_user?.gateway, payload.user_endpoint);
    if (why !== null) return { ok: false, why };
  }
  const runner = RUNNERS[loadedCase.case.runner.type];
  const image = await explainOtherImage(trial, context);
  if (image !== null) return { ok: false, why: image };
  if (agent && trial.agent_fingerprint !== undefined && (await agentFingerprint(agent)) !== trial.agent_fingerprint)
    return { ok: false, why: `the agent ${agent.agent.agent_id} arrived here different from what was planned` };
  if (!runner.runsInSandbox(request, runProfile, agent)) return { ok: true, sandbox: NO_SANDBOX };
  const sandbox = await context.chooseSandbox(runProfile.sandbox, payload.strict_sandbox);
  return sandbox.ok ? { ok: true, sandbox } : { ok: false, why: sandbox.reason };
}

/** Explains why the image or program is missing or differs from the plan; otherwise null. */
async function explainOtherImage(trial: Trial, { env, signal }: JobContext): Promise<string | null> {
  const { loadedCase, runProfile, agent, image_id } = trial;
  const setting = RUNNERS[loadedCase.case.runner.type].image(runProfile, agent);
  if (!setting) return null;
  const found = await findInstalled(setting, { env, pull: true, signal });
  if (!found.ok) return found.problem;
  if (image_id === undefined || found.image.id === image_id) return null;
  return `${setting.program ?? setting.image} is ${found.image.id} here, but the plan says ${image_id}`;
}

function secretsOf({ request }: Trial, { env, secrets }: JobContext): string[] {
  const ofTools = (request.ownTools ?? []).flatMap(({ source }) => toolSecrets(source, env));
  return [...secrets(), ...ofTools];
}
