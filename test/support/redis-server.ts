import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Certificates, writeCertificates } from "./certificates.ts";

export interface TestRedisOptions {
  password?: string;
  /** Speaks TLS only, with a certificate that its own authority signed. */
  tls?: boolean;
  /** As redis.conf writes it, for example `3mb`. Beyond it writes are refused. */
  maxmemory?: string;
  /** Written data survives kill -9 and a restart. */
  persistent?: boolean;
}

/** A real Redis with a port and a folder of its own. */
export interface TestRedis {
  /** With its password; `rediss://` where it speaks TLS. */
  url: string;
  port: number;
  /** Files that it has written to its disk so far, uncompressed. */
  files(): string[];
  /** Of the authority and of the server; null without TLS. */
  certificates: Certificates | null;
  /** The output of redis-cli. */
  cli(...words: string[]): Promise<string>;
  /** With SIGKILL: nothing is flushed or announced. */
  kill(): Promise<void>;
  /** On the same port. It remembers what it persisted, unless all of it is to be lost. */
  start(options?: { forget?: boolean }): Promise<void>;
  /** The process exists but does not answer. */
  pause(): void;
  resume(): void;
  /** Ends it and removes its folder. */
  close(): Promise<void>;
}

/** For all tests of a file (`beforeAll` starts it, `afterAll` closes it), and for programs that are no tests. */
export async function startRedis(options: TestRedisOptions = {}): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), "assay-redis-"));
  const data = () => join(folder, `data-${lives}`);
  const certificates = options.tls ? await writeCertificates(folder) : null;
  let port = await freePort();
  let lives = 0;
  let child: ChildProcess | null = null;
  const killAtExit = () => child?.kill("SIGKILL");
  process.on("exit", killAtExit);

  async function start({ forget = false } = {}): Promise<void> {
    if (forget) lives++;
    mkdirSync(data(), { recursive: true });
    const started = await launch(settingsOf(options, { port, folder: data(), certificates }));
    if (started) child = started;
    else if (child) throw new Error(`Redis could not have its port ${port} again.`);
    else {
      // Another process took it first.
      port = await freePort();
      await start();
    }
  }
  await start();

  const kill = async () => {
    const ended = new Promise((resolve) => child!.once("close", resolve));
    if (child!.exitCode === null && child!.signalCode === null && child!.kill("SIGKILL")) await ended;
  };
  const credentials = options.password ? `:${encodeURIComponent(options.password)}@` : "";
  return {
    url: `${options.tls ? "rediss" : "redis"}://${credentials}127.0.0.1:${port}`,
    port,
    files() {
      const found = readdirSync(data(), { recursive: true, withFileTypes: true });
      return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    },
    certificates,
    async cli(...words) {
      const password = options.password ? ["-a", options.password, "--no-auth-warning"] : [];
      const tls = certificates ? ["--tls", "--cacert", certificates.authority] : [];
      const { stdout } = await promisify(execFile)("redis-cli", ["-p", String(port), ...password, ...tls, ...words]);
      return stdout.trim();
    },
    kill,
    start,
    pause: () => void child!.kill("SIGSTOP"),
    resume: () => void child!.kill("SIGCONT"),
    async close() {
      process.off("exit", killAtExit);
      await kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

interface Place {
  port: number;
  folder: string;
  certificates: Certificates | null;
}

function settingsOf(options: TestRedisOptions, { port, folder, certificates }: Place): string[] {
  const ports = certificates
    ? { port: "0", "tls-port": String(port), "tls-auth-clients": "no" }
    : { port: String(port), bind: "127.0.0.1" };
  const settings = {
    ...ports,
    dir: folder,
    save: "",
    appendonly: options.persistent ? "yes" : "no",
    appendfsync: "always",
    rdbcompression: "no",
    "maxmemory-policy": "noeviction",
    ...(options.maxmemory ? { maxmemory: options.maxmemory } : {}),
    ...(options.password ? { requirepass: options.password } : {}),
    ...(certificates ? { "tls-cert-file": certificates.server, "tls-key-file": certificates.serverKey } : {}),
  };
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
}

/** The process, once it accepts connections; null when the port was taken. */
function launch(settings: string[]): Promise<ChildProcess | null> {
  return new Promise((resolve, reject) => {
    const child = spawn("redis-server", settings, { stdio: ["ignore", "pipe", "inherit"] });
    let said = "";
    child.stdout.on("data", (chunk: Buffer) => {
      if (said.length < 100_000) said += chunk.toString();
      if (said.includes("Ready to accept connections")) resolve(child);
    });
    child.on("error", reject);
    child.on("close", () => {
      if (/Address already in use|Failed listening/.test(said)) resolve(null);
      else reject(new Error(`Redis ended at once: ${said}`));
    });
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
