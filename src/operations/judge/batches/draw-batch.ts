import { basename, extname, resolve } from "node:path";
import { batchSpec, findWorkspaceRoot, loadFile } from "../../../config/index.ts";
import { InputError, OptionError } from "../../../errors/index.ts";
import { batch, resolveJudges } from "../../../judging/index.ts";
import { outputsFolder } from "../../../store/index.ts";
import { type Controls, completeSurroundings } from "../../controls.ts";
import { replaceJudges } from "../../open/functions/function-gateways.ts";
import { readInputBytes } from "../../open/input-bytes.ts";
import { openWorkspaceGateways } from "../../open/open-workspace-gateways.ts";
import { valueOrThrow } from "../../open/require-loaded.ts";
import { openGatewaysThroughWorkers } from "../gateways-through-workers.ts";
import type { JudgingSession } from "../judging-session.ts";
import { refuseUnreachableJudges } from "../refuse-unreachable-judges.ts";
import { openBatchLedger } from "./batch-ledger.ts";
import type { JudgeBatchOptions } from "./batch-options.ts";

/** Opened batch judging. */
export interface BatchJudging extends JudgingSession {
  cwd: string;
  title: string | null;
  measure: batch.Measure;
}

/** Opens the files and gateways of a batch judging; the caller closes the gateways. */
export async function openBatchJudging(options: JudgeBatchOptions, controls: Controls): Promise<BatchJudging> {
  const { onEvent } = controls;
  const { cwd, env } = completeSurroundings(options);
  const name = folderName(options);
  const loaded = await loadFile(resolve(cwd, options.spec), batchSpec, { root: cwd });
  const spec = valueOrThrow(loaded, `${options.spec} is not a valid spec`, onEvent);
  const root = (await findWorkspaceRoot(cwd)) ?? cwd;
  const resolved = batch.resolveMeasure(spec);
  const measure = { ...resolved, judges: replaceJudges(resolved.judges, options.judges) };
  const opened = await openWorkspaceGateways(root, env, options);
  const { gateways, redactor } = await openGatewaysThroughWorkers(opened, options, controls);
  return {
    protocol: "batch",
    cwd,
    outputs: outputsFolder(root),
    name,
    title: spec.title ?? null,
    measure,
    gateways,
    judges: resolveJudges(measure.judges, gateways.forModel),
    maxConcurrency: measure.maxConcurrency,
    redact: redactor(),
    force: options.force,
    openLedger: (store) => openBatchLedger(store, name, measure, options.maxCostUsd),
  };
}

/** Draws for judges that can be asked. The gateways are closed where nothing can be judged. */
export async function drawToJudge(
  options: JudgeBatchOptions,
  judging: BatchJudging,
  controls: Controls,
): Promise<batch.Drawn> {
  try {
    refuseUnreachableJudges(judging.measure.judges, judging.gateways);
    return await drawBatch(options, judging, controls);
  } catch (error) {
    await judging.gateways.close();
    throw error;
  }
}

/** Reads the experiment's output and draws the sample, without secrets. */
export async function drawBatch(
  options: JudgeBatchOptions,
  { cwd, measure, redact }: BatchJudging,
  controls: Controls,
): Promise<batch.Drawn> {
  const onEntries = (read: number) => controls.onEvent?.({ type: "entries_read", read });
  try {
    return batch.redactDrawn(await batch.drawSamples(outputFiles(options, cwd, controls), measure, onEntries), redact);
  } catch (error) {
    if (error instanceof batch.OutputError)
      throw new InputError(redact(error.message), {
        path: typeof options.items === "string" ? options.items : null,
      });
    throw error;
  }
}

function outputFiles(
  { items, singletons, clusters, format }: JudgeBatchOptions,
  cwd: string,
  controls: Controls,
): batch.OutputFile[] {
  const sources = [
    { source: items, holds: "item" as const },
    { source: singletons, holds: "singleton" as const },
    { source: clusters, holds: "cluster" as const },
  ];
  return sources.flatMap(({ source, holds }) => {
    if (source === undefined) return [];
    const bytes = readInputBytes(source, cwd, controls);
    return typeof source === "string"
      ? [{ path: source, holds, format, bytes }]
      : [{ path: "stdin", holds, format: format ?? "jsonl", bytes }];
  });
}

function folderName({ name, spec, items }: JudgeBatchOptions): string {
  const stem = (path: string) => basename(path, extname(path)).replace(/[^\w.-]+/g, "-");
  const from = typeof items === "string" ? stem(items) : "stdin";
  const chosen = name ?? `${stem(spec)}-${from}`.replace(/^[^A-Za-z0-9]+/, "");
  if (/^[A-Za-z0-9][\w.-]{0,199}$/.test(chosen)) return chosen;
  throw new OptionError(`--name "${chosen}" cannot be a folder name: use letters, digits, "_", "-" and "."`, "name");
}
