import { join } from "node:path";
import { discoverHere } from "../../campaign/index.ts";
import { findInstalled } from "../../runners/index.ts";
import { unpackTree } from "../../store/index.ts";
import { createRedactor, redactJson } from "../../text/index.ts";
import type { ImageParcel, ToolParcel } from "../parcels/look-parcels.ts";
import { moveTool, pathsBelow } from "../parcels/moved-paths.ts";
import { PARCEL_TREE } from "../parcels/result-shapes.ts";
import type { JobContext, JobDone } from "./job-context.ts";
import { readPayload } from "./read-payload.ts";

/** Resolves an image or program on this machine. */
export async function doImage(context: JobContext): Promise<JobDone> {
  const { setting, pull } = await readPayload<ImageParcel>(context);
  const { env, signal } = context;
  const result = await findInstalled(setting, { env, pull, signal });
  if (!result.ok) return { status: "declined", why: result.problem };
  return { status: "done", isFinal: false, result: cleaned(result, context) };
}

/** Lists the tools of an MCP server. */
export async function doTools(context: JobContext): Promise<JobDone> {
  const parcel = await readPayload<ToolParcel>(context);
  const { env, signal, chooseSandbox } = context;
  const given = join(await context.folder(), "given");
  await unpackTree(parcel.files, given, context.fetchContent, PARCEL_TREE);
  const result = await discoverHere(moveTool(parcel.tool, pathsBelow(given)), {
    chooseSandbox: () => chooseSandbox(parcel.sandbox, false),
    network: parcel.network,
    diskBytes: parcel.disk_bytes,
    env,
    signal,
  });
  if (!result.ok) return { status: "declined", why: result.problem };
  return { status: "done", isFinal: false, result: cleaned(result, context) };
}

/** Redacts this machine's secrets from names and descriptions. */
function cleaned<Found>(found: Found, { secrets }: JobContext): Found {
  return redactJson(found, createRedactor(secrets(), { patterns: false }));
}
