import { basename, extname, join } from "node:path";
import { batchSpec, findWorkspaceRoot, formatDiagnostics, loadFile } from "../../../config/index.ts";
import { loadDotEnv, openGateways } from "../../../gateway/index.ts";
import { batch } from "../../../judging/index.ts";
import { batchResultText } from "../../../report/index.ts";
import { openCallStore, outputsFolder, writeFileAtomic, writeJsonAtomic } from "../../../store/index.ts";
import { EXIT, type ExitCode, UsageError } from "../../exit-codes.ts";
import { listenForInterrupt } from "../../interrupt.ts";
import type { Terminal } from "../../terminal.ts";

export interface JudgeBatchOptions {
  spec: string;
  items: string;
  singletons?: string;
  clusters?: string;
  name?: string;
  dryRun?: boolean;
  force?: boolean;
  output: string;
  quiet?: boolean;
}

export async function judgeBatch(options: JudgeBatchOptions, terminal: Terminal): Promise<ExitCode> {
  const { measure, title } = await loadMeasure(options.spec, terminal);
  const drawn = await draw(options, measure);
  const prompts = await batch.readBatchPrompts();
  if (options.dryRun) {
    terminal.out(dryRun(measure, drawn, prompts));
    return EXIT.ok;
  }
  const root = (await findWorkspaceRoot(terminal.cwd)) ?? terminal.cwd;
  const name = folderName(options.name ?? `${stem(options.spec)}-${stem(options.items)}`);
  const interrupt = listenForInterrupt(terminal.err);
  const gateways = openGateways({ env: await loadDotEnv(root, terminal.env) });
  try {
    const problems = measure.judges
      .map(({ model, gateway }) => gateways.problem(model, gateway))
      .filter((problem) => problem !== null);
    if (problems.length > 0) throw new UsageError([...new Set(problems)].join("\n"));
    const result = await batch.runBatch({ name, title }, measure, drawn, prompts, {
      gatewayFor: gateways.forModel,
      calls: openCallStore(outputsFolder(root)),
      force: options.force,
      signal: interrupt.signal,
      noNewWork: interrupt.noNewWork,
      onBatch: options.quiet ? undefined : ({ done, total }) => terminal.err(`batch ${done} of ${total}`),
    });
    const folder = join(outputsFolder(root), "batch", name);
    await writeJsonAtomic(join(folder, "sample.json"), {
      items: drawn.items.items,
      singletons: drawn.singletons.items,
      clusters: drawn.clusters,
    });
    await writeFileAtomic(join(folder, "summary.md"), batchResultText(result));
    await writeJsonAtomic(join(folder, "result.json"), result);
    terminal.out(options.output === "json" ? JSON.stringify(result, null, 2) : batchResultText(result));
    if (!options.quiet) terminal.err(`written: ${join(folder, "result.json")}`);
    if (interrupt.noNewWork.aborted) return EXIT.interrupted;
    return result.scores.scored === 0 || result.stopped !== null ? EXIT.failed : EXIT.ok;
  } finally {
    interrupt.dispose();
    await gateways.close();
  }
}

async function loadMeasure(
  path: string,
  terminal: Terminal,
): Promise<{ measure: batch.Measure; title: string | null }> {
  const loaded = await loadFile(path, batchSpec, { root: terminal.cwd });
  const words = formatDiagnostics(loaded.diagnostics, { colors: terminal.errColors.isColorSupported });
  if (!loaded.ok) throw new UsageError(`${path} is not a valid spec\n${words}`);
  if (words !== "") terminal.err(words);
  return { measure: batch.resolveMeasure(loaded.value), title: loaded.value.title ?? null };
}

async function draw(options: JudgeBatchOptions, measure: batch.Measure): Promise<batch.Drawn> {
  const files: batch.OutputFile[] = [{ path: options.items, holds: "item" }];
  if (options.singletons) files.push({ path: options.singletons, holds: "singleton" });
  if (options.clusters) files.push({ path: options.clusters, holds: "cluster" });
  try {
    return await batch.drawSamples(files, measure);
  } catch (error) {
    if (error instanceof batch.OutputError) throw new UsageError(error.message);
    throw error;
  }
}

function dryRun(
  measure: batch.Measure,
  drawn: batch.Drawn,
  prompts: Awaited<ReturnType<typeof batch.readBatchPrompts>>,
): string {
  const { items, singletons } = batch.questionKinds(measure, drawn, prompts);
  const questions = [items, singletons].flatMap(({ sample, kind }) =>
    batch.inBatches(sample, measure.batchSize).map(kind.question),
  );
  const asked = measure.judges.map(({ model, repetitions }) => `${model} × ${repetitions}`).join(", ");
  const parts = questions.map((question, index) => `──── batch ${index + 1} of ${questions.length} ────\n${question}`);
  return [`──── system, to ${asked} ────`, prompts.system, "", ...parts, ""].join("\n");
}

function folderName(name: string): string {
  if (/^[A-Za-z0-9][\w.-]*$/.test(name)) return name;
  throw new UsageError(`--name "${name}" cannot be a folder name: use letters, digits, "_", "-" and "."`);
}

function stem(path: string): string {
  return basename(path, extname(path)).replace(/[^\w.-]+/g, "-");
}
