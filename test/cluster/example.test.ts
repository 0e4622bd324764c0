import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { assay, cliPath } from "../support/assay.ts";
import { lacks } from "../support/needs.ts";
import { projectRoot } from "../support/project-root.ts";
import { testRedis } from "../support/redis.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { workersOnce } from "../support/workers-once.ts";

const EXAMPLE = join(projectRoot, "examples/cluster");
const text = (name: string) => readFileSync(join(EXAMPLE, name), "utf8");
const { version } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")) as { version: string };
const CAMPAIGN = ["--suite", "quickstart", "--run-profile", "offline"];

/** A folder with the example, and an `assay` on the path. */
function place(): { folder: string; env: Record<string, string> } {
  const folder = temporaryFolder();
  cpSync(EXAMPLE, folder, { recursive: true });
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin/assay"), `#!/bin/sh\nexec "${process.execPath}" "${cliPath}" "$@"\n`);
  chmodSync(join(folder, "bin/assay"), 0o755);
  return { folder, env: { PATH: `${join(folder, "bin")}:${process.env.PATH}`, HOME: folder, NO_COLOR: "1" } };
}

function start(command: string, words: string[], cwd: string, env: Record<string, string>): ChildProcess {
  const child = spawn(command, words, { cwd, env, stdio: ["ignore", "ignore", "inherit"], detached: true });
  onTestFinished(() => {
    try {
      process.kill(-child.pid!, "SIGKILL");
    } catch {
      // All of them have ended.
    }
  });
  return child;
}

describe("compose.yaml", () => {
  const compose = parse(text("compose.yaml"));

  test("has services of the fields that a compose file knows", () => {
    const known = ["image", "build", "command", "env_file", "volumes", "ports", "restart", "depends_on"];
    const more = ["stop_grace_period", "read_only", "tmpfs", "cap_drop", "security_opt"];
    expect(Object.keys(compose)).toEqual(["services"]);
    for (const [name, service] of Object.entries<Record<string, unknown>>(compose.services)) {
      expect(
        Object.keys(service).filter((field) => ![...known, ...more].includes(field)),
        name,
      ).toEqual([]);
      expect(service.image ?? service.build, name).toBeDefined();
    }
    expect(compose.services.worker.depends_on).toEqual(["redis"]);
  });

  test.skipIf(!hasCompose())("is valid for docker compose", () => {
    const { folder, env } = place();
    cpSync(join(folder, "worker.env.example"), join(folder, "worker.env"));
    execFileSync("docker", ["compose", "config", "--quiet"], { cwd: folder, env });
  });

  test("installs the version of this package, and its port is open to this machine alone", () => {
    expect(compose.services.worker.build.args.ASSAY_VERSION).toBe(version);
    expect(text("README.md")).toContain(`assay@${version}`);
    expect(compose.services.redis.ports).toEqual(["127.0.0.1:6379:6379"]);
    expect(text("Dockerfile")).toContain(`"assay@\${ASSAY_VERSION}"`);
  });
});

describe.skipIf(lacks("redis"))("the example's files, with real processes", () => {
  test("Redis takes its configuration and a worker starts as the compose file says, and both do a campaign", async () => {
    const { folder, env } = place();
    // A port that was free a moment ago.
    const probe = await testRedis();
    await probe.close();
    const { port } = probe;
    const { services } = parse(text("compose.yaml"));
    // In a shell, compose's `$$` is `$`; here both are on this machine.
    const here = (words: string[]) =>
      words
        .at(-1)!
        .replaceAll("$$", "$")
        .replace("/etc/redis.conf", "redis.conf")
        .replace("0.0.0.0", `127.0.0.1 --port ${port}`)
        .replace("@redis:6379", `@127.0.0.1:${port}`);
    const withPassword = { ...env, REDIS_PASSWORD: "forTheExample1" };
    const url = `redis://:forTheExample1@127.0.0.1:${port}`;
    start("sh", ["-c", here(services.redis.command)], folder, withPassword);
    await untilThere(port);
    start("sh", ["-c", here(services.worker.command)], folder, withPassword);
    const [worker] = await workersOnce(url, (present) => present.length === 1);
    expect(worker).toMatchObject({ concurrency: 8, version });
    cpSync(join(projectRoot, "examples/quickstart/configs"), join(folder, "configs"), { recursive: true });
    const { stdout, stderr } = await assay(
      ["run", ...CAMPAIGN, "--case", "capital", "--output", "json", "--workers", url],
      {
        cwd: folder,
      },
    );
    expect(stderr).toContain("[8/8]");
    expect(stdout).toContain("capital");
  });

  test("the unit of systemd starts a worker with the environment file, and stopping it ends it well", async () => {
    const redis = await testRedis();
    const { folder, env } = place();
    const unit = new Map(
      [...text("assay-worker.service").matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]),
    );
    const set = Object.fromEntries(
      [...text("worker.env.example").matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]),
    );
    expect(set.ASSAY_REDIS_URL).toMatch(/^redis:\/\/:.+@127\.0\.0\.1:6379$/);
    const [program, ...words] = unit.get("ExecStart")!.split(" ");
    const worker = start(program!, words, folder, { ...env, ...set, ASSAY_REDIS_URL: redis.url });
    await workersOnce(redis.url, ([one]) => one?.concurrency === 4);
    const ended = once(worker, "exit");
    worker.kill("SIGTERM");
    expect((await ended)[0]).toBe(0);
    expect(Number(unit.get("TimeoutStopSec"))).toBeGreaterThan(
      Number(/--grace (\d+)/.exec(unit.get("ExecStart")!)![1]),
    );
  });

  test("the script for ssh starts a worker on each host, hides the password, and ends them with itself", async () => {
    const redis = await testRedis({ password: "forTheExample2" });
    const { folder, env } = place();
    // In place of ssh: what the host would be told to do is done here, and the tunnel leads to where it begins.
    writeFileSync(join(folder, "bin/ssh"), `#!/bin/sh\necho "$*" >> "${folder}/told"\nexec sh -c "$4"\n`);
    chmodSync(join(folder, "bin/ssh"), 0o755);
    const script = start("./start-over-ssh.sh", ["one", "two"], folder, {
      ...env,
      REDIS_PORT: String(redis.port),
      TUNNEL_PORT: String(redis.port),
      REDIS_PASSWORD: "forTheExample2",
      ASSAY_CONCURRENCY: "2",
    });
    const workers = await workersOnce(redis.url, (present) => present.length === 2);
    expect(workers.map(({ concurrency }) => concurrency)).toEqual([2, 2]);
    const told = readFileSync(join(folder, "told"), "utf8");
    expect(told).toContain(`-R ${redis.port}:127.0.0.1:${redis.port} one`);
    expect(told).not.toContain("forTheExample2");
    const ended = once(script, "exit");
    script.kill("SIGINT");
    expect(await ended).toEqual([0, null]);
    expect(await workersOnce(redis.url, (present) => present.length === 0)).toEqual([]);
  });
});

function hasCompose(): boolean {
  try {
    execFileSync("docker", ["compose", "version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

async function untilThere(port: number): Promise<void> {
  for (;;) {
    const { stderr } = await assay(["workers", "--redis", `redis://127.0.0.1:${port}`]);
    if (stderr.includes("wants a password")) return;
    await pause(50);
  }
}
