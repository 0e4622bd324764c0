import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";

/**
 * What Assay adds to the providers' time. A stub in a process of its own answers every request after 50 ms; the ideal is
 * trials × latency / concurrency. The rerun finds every trial in the store. Both call the CLI as a user does, so the
 * figures include its start.
 */
const LATENCY_MS = 50;
const CONCURRENCY = 64;
const TRIALS = 2000;
const STORED_TRIALS = 10_000;
const LIMIT = 1.3;
/** A busy machine spoils single measurements; the best of a few says what the program itself takes. */
const ATTEMPTS = 3;

/** Runs inside the CLI's process and notes at its end what it used. */
const NOTE_USAGE = `import { writeFileSync } from "node:fs";
process.on("exit", () => writeFileSync(process.env.USAGE_FILE, JSON.stringify(process.resourceUsage())));`;

const folders: string[] = [];

if (process.argv[2] === "stub") serveStub();
else await measure();

async function measure(): Promise<void> {
  const stub = spawn(process.execPath, [fileURLToPath(import.meta.url), "stub"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [port] = (await once(stub.stdout!, "data")) as [Buffer];
  try {
    await measureRun(`http://127.0.0.1:${String(port).trim()}`);
    await measureRerun(`http://127.0.0.1:${String(port).trim()}`);
  } finally {
    stub.kill();
    // Not earlier: see workspace().
    for (const folder of folders) rmSync(folder, { recursive: true });
  }
}

async function measureRun(baseUrl: string): Promise<void> {
  const ideal = (TRIALS * LATENCY_MS) / CONCURRENCY / 1000;
  const attempts = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const bare = await bareClient(baseUrl);
    const root = workspace(baseUrl, { cases: 100, models: 1, repetitions: TRIALS / 100 });
    await firstRequestSince(baseUrl);
    const run = await assay(root);
    attempts.push({ bare, ...run, working: (run.endedAt - (await firstRequestSince(baseUrl))) / 1000 });
    if (attempts.at(-1)!.working / ideal <= LIMIT) break;
  }
  const { seconds, working, cpuSeconds, bare } = attempts.sort((a, b) => a.working - b.working)[0]!;
  console.log(`  ${TRIALS} trials, ${LATENCY_MS} ms each, ${CONCURRENCY} at a time; best of ${attempts.length}`);
  console.log(`    ideal ${ideal.toFixed(2)} s`);
  console.log(
    `    from the first request to the end of the program ${working.toFixed(2)} s: ${(working / ideal).toFixed(2)} × ideal (limit ${LIMIT})`,
  );
  console.log(
    `    whole command, its start included, ${seconds.toFixed(2)} s: ${(seconds / ideal).toFixed(2)} × ideal`,
  );
  console.log(`    the same requests by a bare client: ${(bare / ideal).toFixed(2)} × ideal`);
  console.log(
    `    our CPU time per trial ${((cpuSeconds / TRIALS) * 1000).toFixed(2)} ms, start of the program included`,
  );
  require(working / ideal <= LIMIT, `the run took more than ${LIMIT} times the ideal`);
}

/** When the stub was first asked for a completion since the last time it was asked this. */
async function firstRequestSince(baseUrl: string): Promise<number> {
  return Number(await (await fetch(`${baseUrl}/first-request`)).text());
}

/** What this machine can do at this moment without any harness: the stub and nothing else, 64 requests at a time. */
async function bareClient(baseUrl: string): Promise<number> {
  const pool = new Pool(baseUrl, { connections: CONCURRENCY });
  const body = JSON.stringify({ model: "stub", messages: [{ role: "user", content: "Question." }] });
  let asked = 0;
  const work = async () => {
    while (asked++ < TRIALS)
      await (await pool.request({ path: "/v1/chat/completions", method: "POST", body })).body.json();
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  const seconds = (performance.now() - started) / 1000;
  await pool.close();
  return seconds;
}

async function measureRerun(baseUrl: string): Promise<void> {
  const root = workspace(baseUrl, { cases: 100, models: 10, repetitions: STORED_TRIALS / 1000, concurrency: 256 });
  await assay(root);
  const { seconds, peakMegabytes } = await assay(root);
  console.log(`  ${STORED_TRIALS} trials, all stored already`);
  console.log(
    `    took ${seconds.toFixed(2)} s (limit 3), ${((seconds / STORED_TRIALS) * 1000).toFixed(3)} ms per trial`,
  );
  console.log(`    peak memory ${peakMegabytes.toFixed(0)} MB (limit 300)`);
  require(seconds < 3, "the rerun took more than 3 s");
  require(peakMegabytes < 300, "the rerun took more than 300 MB");
}

function require(holds: boolean, otherwise: string): void {
  if (holds) return;
  console.error(`  FAILED: ${otherwise}`);
  process.exitCode = 1;
}

interface Measured {
  seconds: number;
  endedAt: number;
  cpuSeconds: number;
  peakMegabytes: number;
}

/** Calls the built CLI as a user would. */
async function assay(root: string): Promise<Measured> {
  const usageFile = join(root, "usage.json");
  const preload = `--import=data:text/javascript,${encodeURIComponent(NOTE_USAGE)}`;
  const words = ["run", "--suite", "bench", "--run-profile", "bench", "--quiet"];
  const started = performance.now();
  const child = spawn(process.execPath, [preload, join(process.cwd(), "dist", "cli.js"), ...words], {
    cwd: root,
    env: { ...process.env, USAGE_FILE: usageFile },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = (await once(child, "close")) as [number];
  const seconds = (performance.now() - started) / 1000;
  const endedAt = Date.now();
  if (code !== 0) throw new Error(`assay ended with exit code ${code}`);
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(readFileSync(usageFile, "utf8")) as NodeJS.ResourceUsage;
  return { seconds, endedAt, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMegabytes: maxRSS / 1024 };
}

interface Shape {
  cases: number;
  models: number;
  repetitions: number;
  concurrency?: number;
}

function workspace(baseUrl: string, { cases, models, repetitions, concurrency = CONCURRENCY }: Shape): string {
  // Beside the project, where workspaces of users lie, and not in /tmp: ext4 steps around the inodes of files that were
  // deleted in the last seconds, and where tests and compilers come and go that takes more time than all of ours.
  const parent = join(process.cwd(), ".cache", "bench-workspaces");
  mkdirSync(parent, { recursive: true });
  const root = mkdtempSync(join(parent, "campaign-"));
  folders.push(root);
  const write = (path: string, value: unknown) => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), JSON.stringify(value));
  };
  for (let number = 1; number <= cases; number += 1)
    write(`configs/cases/case_${number}/test.yaml`, {
      schema_version: 1,
      case_id: `case_${number}`,
      title: `Case ${number}`,
      runner: { type: "llm_probe" },
      input: { messages: [{ role: "user", content: `Question ${number}. ${"Think about it. ".repeat(20)}` }] },
    });
  write("configs/suites/bench.yaml", {
    schema_version: 1,
    suite_id: "bench",
    title: "Bench",
    models: Array.from({ length: models }, (_, number) => ({
      model_id: `model_${number}`,
      requested_model: `stub/${number}`,
    })),
  });
  write("configs/run_profiles/bench.yaml", {
    schema_version: 1,
    run_profile_id: "bench",
    title: "Bench",
    gateway: { base_url: `${baseUrl}/v1` },
    execution_policy: { max_concurrency: concurrency, run_repetitions: repetitions },
  });
  return root;
}

function serveStub(): void {
  const answer = JSON.stringify({
    id: "stub",
    model: "stub",
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "An answer. ".repeat(30) } }],
    usage: { prompt_tokens: 100, completion_tokens: 60, total_tokens: 160, cost: 0.0001 },
  });
  let firstRequest = 0;
  const server = createServer((request, response) => {
    request.resume();
    if (request.url === "/first-request") {
      response.end(String(firstRequest));
      firstRequest = 0;
      return;
    }
    firstRequest ||= Date.now();
    setTimeout(() => {
      response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(answer) });
      response.end(answer);
    }, LATENCY_MS);
  });
  server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
}
