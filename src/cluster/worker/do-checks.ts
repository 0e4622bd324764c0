import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { runChecks } from "../../checks/index.ts";
import type { RunProfile } from "../../config/index.ts";
import { unpackTree } from "../../store/index.ts";
import { createRedactor, redactJson } from "../../text/index.ts";
import type { ChecksPayload } from "../payloads/checks-payload.ts";
import { moveCase, pathsBelow } from "../payloads/portable-paths.ts";
import { PAYLOAD_TREE } from "../payloads/result-shapes.ts";
import type { JobContext, JobDone } from "./job-context.ts";
import { readPayload } from "./read-payload.ts";

/** Runs a case's hooks and commands on a trial's files. */
export async function doChecks(context: JobContext): Promise<JobDone> {
  const payload = await readPayload<ChecksPayload>(context);
  const sandbox = await context.chooseSandbox(payload.sandbox as RunProfile["sandbox"], false);
  if (!sandbox.ok) return { status: "declined", why: sandbox.reason };
  const folder = await context.folder();
  const [given, left] = [join(folder, "given"), join(folder, "left")];
  await mkdir(left, { recursive: true });
  await unpackTree(payload.files, given, context.fetchContent, PAYLOAD_TREE);
  await unpackTree(payload.left, left, context.fetchContent, PAYLOAD_TREE);
  const { env, signal } = context;
  const { artifact, policy } = payload;
  const loadedCase = moveCase(payload.loadedCase, pathsBelow(given));
  const found = await runChecks(loadedCase, artifact, left, policy, { sandbox, signal, env });
  if (signal.aborted) return { status: "interrupted" };
  const redact = createRedactor(context.secrets(), { patterns: policy.redact_secrets });
  const isFinal = found.every(({ outcome }) => outcome !== "error");
  return { status: "done", isFinal, result: redactJson(found, redact) };
}
