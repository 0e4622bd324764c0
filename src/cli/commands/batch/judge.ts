import { basename, extname, join, relative } from "node:path";
import { environmentSecrets } from "../../../campaign/index.ts";
import { batchSpec, findWorkspaceRoot, formatDiagnostics, loadFile } from "../../../config/index.ts";
import { type Gateways, loadDotEnv, openGateways } from "../../../gateway/index.ts";
import { batch } from "../../../judging/index.ts";
import { formatCount, nounFor } from "../../../presentation/index.ts";
import type { FormatName } from "../../../report/formats/index.ts";
import { batchResultMarkdown } from "../../../report/index.ts";
import {
  openCallStore,
  outputsFolder,
  removeLeftovers,
  takeLock,
  writeFileAtomic,
  writeJsonAtomic,
} from "../../../store/index.ts";
import { createRedactor } from "../../../text/index.ts";
import { EXIT, type ExitCode, UsageError } from "../../exit-codes.ts";
import { type Interrupt, listenForInterrupt } from "../../interrupt.ts";
import { printResult } from "../../output-format.ts";
import { openProgress } from "../../progress.ts";
import type { Terminal } from "../../terminal.ts";
import { showDryRun } from "./dry-run.ts";
import { type OutputWords, outputFiles } from "./output-files.ts";
import { batchProgress } from "./progress.ts";

export interface JudgeBatchOptions extends OutputWords {
  spec: string;
  name?: string;
  dryRun?: boolean;
  force?: boolean;
  output: FormatName;
  quiet?: boolean;
}

export async function judgeBatch(options: JudgeBatchOptions, terminal: Terminal): Promise<ExitCode> {
  const name = folderName(options);
  const { measure, title } = await loadMeasure(options.spec, terminal);
  const root = (await findWorkspaceRoot(terminal.cwd)) ?? terminal.cwd;
  const env = await loadDotEnv(root, terminal.env);
  const gateways = openGateways({ env });
  const progress = openProgress(terminal, { quiet: options.quiet });
  // Heard only from the first call on: until then nothing is lost, and Ctrl-C may end the process as it always does.
  let interrupt: Interrupt | null = null;
  try {
    const problems = problemsOf(measure, gateways);
    if (problems.length > 0 && !options.dryRun) throw new UsageError(problems.join("\n"));
    const redact = createRedactor([...gateways.secrets(), ...environmentSecrets(env)]);
    const drawn = batch.redactDrawn(await draw(options, measure, terminal), redact);
    const prompts = await batch.readBatchPrompts();
    if (options.dryRun) {
      showDryRun(measure, drawn, prompts, terminal);
      return EXIT.ok;
    }
    const folder = join(outputsFolder(root), "batch", name);
    const lock = takeLock(join(folder, ".lock"));
    if (!lock.ok)
      throw new UsageError(
        `process ${lock.holder.pid} is judging under the name ${name} right now; take another --name`,
      );
    if (lock.dead) removeLeftovers(lock.dead, [folder, join(outputsFolder(root), "calls")]);
    try {
      interrupt = listenForInterrupt(progress.note);
      const { items, singletons, clusters } = drawn;
      await writeJsonAtomic(join(folder, "sample.json"), {
        items: items.items,
        singletons: singletons.items,
        clusters,
      });
      const listen = batchProgress(progress, measure, drawn);
      const result = await batch.runBatch({ name, title }, measure, drawn, prompts, {
        gatewayFor: gateways.forModel,
        calls: openCallStore(outputsFolder(root)),
        force: options.force,
        signal: interrupt.signal,
        noNewWork: interrupt.noNewWork,
        onEvent: listen,
      });
      progress.end();
      await writeFileAtomic(join(folder, "summary.md"), batchResultMarkdown(result));
      await writeJsonAtomic(join(folder, "result.json"), result);
      await printResult(terminal, "batch_result", options.output, result);
      if (!options.quiet) terminal.err(`written: ${relative(terminal.cwd, join(folder, "result.json"))}`);
      if (interrupt.noNewWork.aborted) return EXIT.interrupted;
      return result.scores.scored === 0 || result.stopped !== null ? EXIT.failed : EXIT.ok;
    } finally {
      lock.lock.release();
    }
  } finally {
    progress.end();
    interrupt?.dispose();
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

/** Reading that takes longer says so, this often. */
const SECONDS_BETWEEN_LINES = 2;

async function draw(options: JudgeBatchOptions, measure: batch.Measure, terminal: Terminal): Promise<batch.Drawn> {
  let saidAt = Date.now();
  const onEntries = (entries: number) => {
    if (options.quiet || Date.now() - saidAt < SECONDS_BETWEEN_LINES * 1000) return;
    saidAt = Date.now();
    terminal.err(`Sampling: ${formatCount(entries)} ${nounFor(entries, "entry")} read`);
  };
  try {
    return await batch.drawSamples(outputFiles(options), measure, onEntries);
  } catch (error) {
    if (error instanceof batch.OutputError) throw new UsageError(error.message);
    throw error;
  }
}

function problemsOf({ judges }: batch.Measure, gateways: Gateways): string[] {
  const problems = judges.map(({ model, gateway }) => gateways.problem(model, gateway));
  return [...new Set(problems.filter((problem) => problem !== null))];
}

function folderName({ name, spec, items }: JudgeBatchOptions): string {
  const stem = (path: string) => basename(path, extname(path)).replace(/[^\w.-]+/g, "-");
  const chosen = name ?? `${stem(spec)}-${items === "-" ? "stdin" : stem(items)}`.replace(/^[^A-Za-z0-9]+/, "");
  if (/^[A-Za-z0-9][\w.-]{0,199}$/.test(chosen)) return chosen;
  throw new UsageError(`--name "${chosen}" cannot be a folder name: use letters, digits, "_", "-" and "."`);
}
