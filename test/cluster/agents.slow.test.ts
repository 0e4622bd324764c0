import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { playProvider } from "../agents/support/play-provider.ts";
import { assay } from "../support/assay.ts";
import { testWorker } from "../support/cluster.ts";
import { lacks } from "../support/needs.ts";
import { projectRoot } from "../support/project-root.ts";
import { startRedis, type TestRedis } from "../support/redis.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { REAL_KEY } from "../support/wire-upstream.ts";
import { hostileImage, podmanIn } from "../torture/hostile/image.ts";

const RUN = ["run", "--suite", "s", "--run-profile", "r", "--output", "json"];
const helper = readFileSync(join(projectRoot, "test/agents/support/helper-agent.cjs"), "utf8");
/** More than fits into one piece on its way: 2 MB. */
const NUMBERS = `${Array.from({ length: 300_000 }, (_, at) => at + 1).join("\n")}\n`;

const whole = (path: string) => execFileSync("/bin/sh", ["-c", `command -v ${path}`], { encoding: "utf8" }).trim();

/** A folder for PATH with these programs alone, and others with a text of their own. */
function pathOf(programs: readonly string[], own: Record<string, string> = {}): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "bin"));
  for (const name of programs) symlinkSync(whole(name), join(folder, "bin", name));
  for (const [name, text] of Object.entries(own)) {
    writeFileSync(join(folder, "bin", name), text);
    chmodSync(join(folder, "bin", name), 0o755);
  }
  return join(folder, "bin");
}

const MODEST = ["sh", "env", "cat", "true", "node"];

describe.skipIf(lacks("redis") || lacks("containers"))("agents in containers, on workers", () => {
  let redis: TestRedis;
  let image: string;
  const podman = () => podmanIn(temporaryFolder());
  beforeAll(async () => {
    redis = await startRedis();
    image = hostileImage()!;
  });
  afterAll(() => redis.close());

  async function workspace(cases: number, delayed: { first?: string } = {}) {
    const provider = await playProvider({
      "write it": {
        runs: `${delayed.first ?? "true"}; seq 1 300000 > numbers.txt; echo small > small.txt`,
        says: "Written.",
      },
    });
    const files = Array.from({ length: cases }, (_, at) => [
      `configs/cases/c${at + 1}/test.yaml`,
      `schema_version: 1\ncase_id: c${at + 1}\ntitle: C\nrunner: { type: agent }\ninput: { messages: [{ role: user, content: "Please write it, number ${at + 1}." }] }\n`,
    ]);
    const agent = {
      schema_version: 1,
      agent_id: "helper",
      title: "Helper",
      kind: "command",
      image,
      command: ["/bin/node", "-e", helper, "helper", "honest"],
      output: { format: "jsonl", answer: { path: "result.text", where: { type: "ended" } } },
      environment: { BASE_URL: "{base_url}", TOKEN: "{token}", MODEL: "{model}" },
    };
    const cwd = temporaryFolder({
      ...Object.fromEntries(files),
      "configs/agents/helper/agent.yaml": JSON.stringify(agent),
      "configs/agents/helper/workspace/README.md": "Hello.\n",
      "configs/suites/s.yaml":
        "schema_version: 1\nsuite_id: s\ntitle: S\nmodels: [{ model_id: one, requested_model: maker/model-1, agent_id: helper }]\n",
      "configs/run_profiles/r.yaml": `schema_version: 1\nrun_profile_id: r\ntitle: R\ngateway: { base_url: "http://127.0.0.1:${provider.port}/v1", api_key_env: TEST_KEY }\nagent: { timeout_seconds: 120, docker_cli: podman }\nexecution_policy: { max_concurrency: 2 }\n`,
    });
    // The coordinator has neither an engine nor a key.
    const run = () => assay([...RUN, "--workers", redis.url], { cwd, env: { PATH: pathOf(MODEST) }, ownProcess: true });
    return { cwd, provider, run };
  }

  const keptFiles = (cwd: string, name: string) =>
    readdirSync(join(cwd, "outputs"), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(`/workspace/${name}`) && path.includes("artifacts"))
      .map((path) => readFileSync(join(cwd, "outputs", path), "utf8"));

  test("an agent works in a container of its worker, and its files come back whole, in pieces", async () => {
    const { cwd, provider, run } = await workspace(1);
    await testWorker(redis.url, { env: { ...podman(), TEST_KEY: REAL_KEY } });
    const { code, stdout, stderr } = await run();
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    expect(JSON.parse(stdout).totals.statuses).toMatchObject({ success: 1 });
    expect(provider.requests.length).toBe(2);
    expect(keptFiles(cwd, "numbers.txt")).toContain(NUMBERS);
    expect(keptFiles(cwd, "small.txt")).toContain("small\n");
  });

  test("a worker without an engine, and one whose image is another, decline and say why; a third one does it", async () => {
    const { run } = await workspace(6, { first: "sleep 3" });
    const good = await testWorker(redis.url, { env: { ...podman(), TEST_KEY: REAL_KEY }, concurrency: 1 });
    const running = run();
    while (!good.said().includes("done:")) await new Promise((resolve) => setTimeout(resolve, 50));
    // The plan is made, and the first trial is under way.
    const poor = await testWorker(redis.url, { env: { TEST_KEY: REAL_KEY, PATH: pathOf(MODEST) }, concurrency: 1 });
    const real = whole("podman");
    const lying = `#!/bin/sh\nif [ "$1" = image ]; then "${real}" "$@" | sed 's/[0-9a-f]\\{60\\}/${"0".repeat(60)}/'; else exec "${real}" "$@"; fi\n`;
    const PATH = `${pathOf([], { podman: lying })}:${process.env.PATH}`;
    const other = await testWorker(redis.url, { env: { ...podman(), TEST_KEY: REAL_KEY, PATH }, concurrency: 1 });
    const { code, stdout } = await running;
    expect([code, JSON.parse(stdout).totals.statuses]).toEqual([0, expect.objectContaining({ success: 6 })]);
    expect(poor.said()).toMatch(/declined: one\/c\d #1: .*podman/);
    expect(other.said()).toMatch(/declined: one\/c\d #1: .* is .*0000.* here, but the plan says /);
    for (const worker of [poor, other]) expect(worker.said()).not.toContain("done:");
  });
});

describe.skipIf(lacks("redis") || lacks("sandbox"))("commands on workers", () => {
  test("a worker without a sandbox declines and says why, and another one does it", async () => {
    const redis = await startRedis();
    try {
      const poor = await testWorker(redis.url, { env: { PATH: pathOf(MODEST) } });
      await testWorker(redis.url, { concurrency: 1 });
      const cwd = temporaryFolder({
        "configs/cases/c/test.yaml":
          "schema_version: 1\ncase_id: c\ntitle: C\nrunner: { type: llm_probe }\ninput:\n  messages: [{ role: user, content: 'Run the command `echo awake` and tell me what it prints.' }]\n  context: { llm_probe: { tools: [exec_shell] } }\n",
        "configs/suites/s.yaml":
          "schema_version: 1\nsuite_id: s\ntitle: S\nmodels: [{ model_id: one, requested_model: offline/diligent }]\n",
        "configs/run_profiles/r.yaml":
          "schema_version: 1\nrun_profile_id: r\ntitle: R\nsandbox: bubblewrap\nexecution_policy: { run_repetitions: 6, max_concurrency: 6 }\n",
      });
      const { code, stdout } = await assay([...RUN, "--workers", redis.url], { cwd });
      expect([code, JSON.parse(stdout).totals.statuses]).toEqual([0, expect.objectContaining({ success: 6 })]);
      expect(poor.said()).toMatch(/declined: one\/c #\d: .*bubblewrap/i);
      expect(poor.said()).not.toContain("done:");
    } finally {
      await redis.close();
    }
  });
});
