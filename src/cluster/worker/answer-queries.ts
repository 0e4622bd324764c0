import { join } from "node:path";
import { discoverHere } from "../../campaign/index.ts";
import { findInstalled } from "../../runners/index.ts";
import { unpackTree } from "../../store/index.ts";
import { createRedactor, redactJson } from "../../text/index.ts";
import { moveTool, pathsBelow } from "../payloads/portable-paths.ts";
import type { ImageQuery, ToolQuery } from "../payloads/query-payloads.ts";
import { PAYLOAD_TREE } from "../payloads/result-shapes.ts";
import type { JobContext, JobDone } from "./job-context.ts";
import { readPayload } from "./read-payload.ts";

/** Resolves an image or program on this machine. */
export async function answerImageQuery(context: JobContext): Promise<JobDone> {
  const { setting, pull } = await readPayload<ImageQuery>(context);
  const { env, signal } = context;
  const result = await findInstalled(setting, { env, pull, signal });
  if (!result.ok) return { status: "declined", why: result.problem };
  return { status: "done", isFinal: false, result: redactSecrets(result, context) };
}

/** Lists the tools of an MCP server. */
export async function answerToolQuery(context: JobContext): Promise<JobDone> {
  const payload = await readPayload<ToolQuery>(context);
  const { env, signal, chooseSandbox } = context;
  const given = join(await context.folder(), "given");
  await unpackTree(payload.files, given, context.fetchContent, PAYLOAD_TREE);
  const result = await discoverHere(moveTool(payload.tool, pathsBelow(given)), {
    chooseSandbox: () => chooseSandbox(payload.sandbox, false),
    network: payload.network,
    diskBytes: payload.disk_bytes,
    env,
    signal,
  });
  if (!result.ok) return { status: "declined", why: result.problem };
  return { status: "done", isFinal: false, result: redactSecrets(result, context) };
}

/** Redacts this machine's secrets from names and descriptions. */
function redactSecrets<Found>(found: Found, { secrets }: JobContext): Found {
  return redactJson(found, createRedactor(secrets(), { patterns: false }));
}
