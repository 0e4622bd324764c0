import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { cliPath } from "./assay.ts";

/** A real worker in a process of its own. */
export interface TestWorker {
  child: ChildProcess;
  /** Its stderr so far. */
  said(): string;
  /** With SIGKILL. */
  kill(): Promise<void>;
  /** As Ctrl-C does; its exit code. */
  interrupt(): Promise<number | null>;
  close(): Promise<void>;
}

export interface TestWorkerOptions {
  env?: Record<string, string>;
  words?: string[];
  concurrency?: number;
  /** Another build than ours. */
  builtCli?: string;
  /** Folders that it does not see, as if it were on another machine. */
  without?: string[];
}

/** For one test, gone when it ends. */
export async function testWorker(url: string, options: TestWorkerOptions = {}): Promise<TestWorker> {
  const worker = await startWorker(url, options);
  onTestFinished(() => worker.close());
  return worker;
}

/** Starts a worker and waits until it takes jobs. It shares no folder with anybody. */
export async function startWorker(url: string, options: TestWorkerOptions = {}): Promise<TestWorker> {
  const folder = mkdtempSync(join(tmpdir(), "assay-worker-"));
  const { env = {}, words = [], concurrency = 4, builtCli = cliPath } = options;
  const called = [process.execPath, builtCli, "worker", "--redis", url, "--concurrency", String(concurrency)];
  const [program, ...rest] = elsewhere(options.without ?? [], [...called, "--lost-after", "2", ...words]);
  const child = spawn(program!, rest, {
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", HOME: folder, NO_COLOR: "1", ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const isReady = new Promise<void>((resolve) => {
    child.stderr!.on("data", (bytes: Buffer) => {
      said += bytes.toString();
      if (said.includes("Waiting for work")) resolve();
    });
  });
  await Promise.race([
    isReady,
    ended.then((code) => Promise.reject(new Error(`the worker ended at once (${code}): ${said}`))),
  ]);
  return {
    child,
    said: () => said,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    interrupt() {
      child.kill("SIGINT");
      return ended;
    },
    async close() {
      child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** The same words, in a place where these folders are empty. */
function elsewhere(folders: readonly string[], words: string[]): string[] {
  if (folders.length === 0) return words;
  const asRoot = process.getuid?.() === 0 ? [] : ["--map-root-user"];
  const script = `while [ "$1" != -- ]; do mount -t tmpfs none "$1" || exit 9; shift; done; shift; exec "$@"`;
  return ["unshare", ...asRoot, "--mount", "sh", "-c", script, "sh", ...folders, "--", ...words];
}

/** Every file that is made for reading, with what a real clock says taken out; by its path below outputs/. */
export function filesForReading(root: string): Record<string, string> {
  const outputs = join(root, "outputs");
  const files: Record<string, string> = {};
  const visit = (folder: string) => {
    for (const name of readdirSync(join(outputs, folder)).sort()) {
      const path = join(folder, name);
      if (statSync(join(outputs, path)).isDirectory()) visit(path);
      else files[path] = withoutClock(readFileSync(join(outputs, path)).toString("latin1"));
    }
  };
  for (const folder of ["runs", "evaluations"]) visit(folder);
  return files;
}

/** A report without what a real clock says. */
export function withoutClock(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "TIME")
    .replace(/("(?:[a-z_]*_ms|[a-z_]*latency[a-z_]*|duration[a-z_]*|seconds)": ?)-?[\d.e+-]+/g, "$1CLOCK")
    .replace(/artifacts\/[0-9a-f]{2}\/[0-9a-f]+/g, "artifacts/FOLDER");
}
