import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { assay } from "../support/assay.ts";
import { lacks } from "../support/needs.ts";
import { packOnce } from "../support/pack-once.ts";
import { projectRoot } from "../support/project-root.ts";
import { testRedis } from "../support/redis.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { workersOnce } from "../support/workers-once.ts";
import { hostileImage, podmanIn } from "../torture/hostile/image.ts";

const run = promisify(execFile);
const EXAMPLE = join(projectRoot, "examples/cluster");
const { version } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")) as { version: string };
const BASE = "localhost/assay-test-node:latest";
const WORKER = "localhost/assay-test-worker:latest";
const PASSWORD = "forTheExample3";

interface ComposeWorker {
  command: string[];
  tmpfs: string[];
  cap_drop: string[];
  security_opt: string[];
  read_only: boolean;
  build: { args: Record<string, string> };
}

/** In place of node:24-bookworm-slim, which needs a registry: this machine's Node, and an npm that installs the packed tarball alone. */
async function buildBase(folder: string, podman: (...words: string[]) => Promise<string>): Promise<void> {
  mkdirSync(join(folder, "base"));
  await run("tar", ["xzf", (await packOnce()).tarball, "-C", join(folder, "base")]);
  const npm = `#!/bin/sh
[ "$1 $2 $3" = "install --global assay@${version}" ] || exit 9
mkdir -p /usr/local/lib/assay/node_modules && cp -r /package/. /usr/local/lib/assay && ln -s /usr/local/lib/assay/dist/cli.js /bin/assay && chmod 755 /usr/local/lib/assay/dist/cli.js
`;
  writeFileSync(join(folder, "base/npm"), npm, { mode: 0o755 });
  writeFileSync(join(folder, "base/passwd"), "root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n");
  const lines = ["COPY package /package", "COPY npm /bin/npm", "COPY passwd /etc/passwd"];
  const folders = "RUN mkdir -p /usr/local/lib && ln -s /bin /usr/bin";
  writeFileSync(join(folder, "base/Dockerfile"), [`FROM ${hostileImage()}`, ...lines, folders, ""].join("\n"));
  await podman("build", "--network", "host", "--quiet", "--tag", BASE, join(folder, "base"));
}

describe.skipIf(lacks("redis") || lacks("containers"))("the example's containers", () => {
  test("the Dockerfile builds, and workers started as the compose file says do a campaign and end when told to", async () => {
    const folder = temporaryFolder();
    const env = { ...process.env, ...podmanIn(folder) } as Record<string, string>;
    const podman = async (...words: string[]) => (await run("podman", words, { env })).stdout.trim();
    await buildBase(folder, podman);
    const worker: ComposeWorker = parse(readFileSync(join(EXAMPLE, "compose.yaml"), "utf8")).services.worker;
    const { ASSAY_VERSION } = worker.build.args;
    const arg = ["--build-arg", `ASSAY_VERSION=${ASSAY_VERSION}`];
    await podman("build", "--from", BASE, ...arg, "--network", "host", "--quiet", "--tag", WORKER, EXAMPLE);
    const built = JSON.parse(await podman("image", "inspect", WORKER))[0].Config;
    expect(built).toMatchObject({
      User: "node",
      Cmd: ["assay", "worker", "--concurrency", "8", "--cache-size", "200"],
    });

    const redis = await testRedis({ password: PASSWORD });
    const limits = [
      ...(worker.read_only ? ["--read-only"] : []),
      ...worker.tmpfs.flatMap((place) => ["--tmpfs", place]),
      ...worker.cap_drop.flatMap((name) => ["--cap-drop", name]),
      ...worker.security_opt.flatMap((option) => ["--security-opt", option]),
    ];
    // Compose's `$$` is `$`, and its network has names; here everybody is on this machine's. What npm would have installed is lent.
    const words = worker.command.map((word) =>
      word.replaceAll("$$", "$").replace("@redis:6379", `@127.0.0.1:${redis.port}`),
    );
    const lent = ["--volume", `${join(projectRoot, "node_modules")}:/usr/local/lib/assay/node_modules:ro`];
    const name = `assay-test-worker-${process.pid}`;
    const started = ["run", "--rm", "--name", name, "--network", "host", "--env", `REDIS_PASSWORD=${PASSWORD}`];
    const child = spawn("podman", [...started, ...limits, ...lent, WORKER, ...words], {
      env,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    child.stderr.on("data", (bytes: Buffer) => {
      said += bytes.toString();
    });
    const ended = once(child, "exit");
    onTestFinished(() =>
      podman("rm", "--force", "--time", "0", name).then(
        () => {},
        () => {},
      ),
    );
    const there = await Promise.race([
      workersOnce(redis.url, ([one]) => one?.concurrency === 8),
      ended.then(() => null),
    ]);
    expect(there, said).toMatchObject([{ version }]);

    const cwd = temporaryFolder();
    cpSync(join(projectRoot, "examples/quickstart/configs"), join(cwd, "configs"), { recursive: true });
    const campaign = ["--suite", "quickstart", "--run-profile", "offline", "--case", "capital", "--output", "json"];
    const { stdout, stderr } = await assay(["run", ...campaign, "--workers", redis.url], { cwd });
    expect(stderr, said).toContain("[8/8]");
    expect(JSON.parse(stdout).totals.statuses).toMatchObject({ success: 8 });
    await podman("kill", "--signal", "TERM", name);
    expect((await ended)[0], said).toBe(0);
    expect(said).toContain("8 jobs done.");
  });
});
