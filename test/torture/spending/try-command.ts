import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { assay, type CliResult } from "../../support/assay.ts";
import { startWorker } from "../../support/cluster.ts";
import { startRedis } from "../../support/redis-server.ts";
import { writeFiles } from "../../support/temporary.ts";
import { type BillingProvider, openBillingProvider } from "./billing-provider.ts";
import { storedSpending } from "./budget.ts";
import { type Command, honestCommand } from "./commands.ts";
import { judgeSpending, type Verdict } from "./judge-spending.ts";

/** A command that has not ended by then hangs. */
const PATIENCE_MS = 120_000;

/** Runs the command as a user would, as often as it says, and holds the bill against what it reports. */
export async function tryCommand(command: Command): Promise<Verdict> {
  const cwd = mkdtempSync(join(tmpdir(), "assay-test-"));
  const provider = await openBillingProvider(command.world, command.contentOf);
  const env = { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: "key-for-tests-0123456789" };
  const cluster = command.workers ? await startCluster(env) : null;
  const words = [...command.words, "--max-cost-usd", String(command.limitUsd), ...(cluster?.words ?? [])];
  const call = (onStart: (child: ChildProcess) => void) => assay(words, { cwd, env, onStart });
  try {
    writeFiles(cwd, command.files);
    for (let kill = 0; kill < (command.kills ?? 0); kill += 1) await startAndKill(call, provider);
    for (let start = 0; start < (command.restarts ?? 0); start += 1) await call(killWhenItHangs);
    const before = provider.charges.length;
    const { stdout, stderr, signal } = await call(killWhenItHangs);
    await provider.settled();
    if (signal !== null || !stdout.startsWith("{"))
      return failed(`no report, ${signal ?? "ended"}: ${(stderr + stdout).slice(-400)}`);
    const spentUsd = spentIn(stdout) ?? storedSpending(cwd);
    // The reads of a killed process are unknown.
    const wasRead = (at: number) => command.readsAll && at >= before;
    const charges = provider.charges.map((charge, at) => ({ ...charge, id: String(at) }));
    const requests = charges.map(({ id, state }, at) => {
      const ended: "read" | "broken" = state === "delivered" && wasRead(at) ? "read" : "broken";
      return { id, ended, status: null };
    });
    const billUsd = provider.billUsd();
    return judgeSpending(
      { ...command, trials: [] },
      { billUsd, spentUsd, charges, requests, mostUnderWay: provider.mostUnderWay() },
    );
  } finally {
    await cluster?.close();
    await provider.close();
    rmSync(cwd, { recursive: true, force: true, maxRetries: 10 });
  }
}

type Call = (onStart: (child: ChildProcess) => void) => Promise<CliResult>;

/** Kills it when a few requests have arrived, while as many as possible are under way. */
async function startAndKill(call: Call, provider: BillingProvider): Promise<void> {
  const seen = provider.charges.length;
  await call((child) => {
    const arrived = provider.arrivals(seen + 4);
    const over = new Promise((resolve) => child.once("close", resolve));
    void Promise.race([Promise.race([arrived, provider.arrivals(seen + 1).then(() => wait(250))]), over]).then(() =>
      child.kill("SIGKILL"),
    );
  });
  await provider.settled();
}

function killWhenItHangs(child: ChildProcess): void {
  const timer = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
  child.once("close", () => clearTimeout(timer));
}

/** Some commands report no more than what they did themselves. */
function spentIn(stdout: string): number | null {
  const { spending } = JSON.parse(stdout) as { spending?: { spent_usd: number } };
  return spending?.spent_usd ?? null;
}

function failed(problem: string): Verdict {
  return { broken: [problem], beyond: 0 };
}

async function startCluster(env: Record<string, string>) {
  const redis = await startRedis();
  const workers = await Promise.all([1, 2].map(() => startWorker(redis.url, { env, concurrency: 8 })));
  return {
    words: ["--workers", redis.url],
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
      await redis.close();
    },
  };
}

/** A campaign with a limit of twice what it costs has to be carried out to its end. */
export async function tryHonestCommand(): Promise<{ problems: string[]; mostUnderWay: number }> {
  const command = honestCommand();
  const cwd = mkdtempSync(join(tmpdir(), "assay-test-"));
  const provider = await openBillingProvider(command.world);
  const env = { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: "key-for-tests-0123456789" };
  try {
    writeFiles(cwd, command.files);
    const words = [...command.words, "--max-cost-usd", String(command.limitUsd)];
    const { code, stderr } = await assay(words, { cwd, env, onStart: killWhenItHangs });
    const problems = code === 0 ? [] : [`it ended with ${code}: ${stderr.slice(-400)}`];
    return { problems, mostUnderWay: provider.mostUnderWay() };
  } finally {
    await provider.close();
    rmSync(cwd, { recursive: true, force: true, maxRetries: 10 });
  }
}
