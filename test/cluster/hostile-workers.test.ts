import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { clusterWorkspace, RUN } from "../support/cluster-workspace.ts";
import {
  type FoundJob,
  type HostileAnswer,
  type HostileTools,
  honestTrial,
  hostileWorker,
} from "../support/hostile-worker.ts";
import { lacks } from "../support/needs.ts";
import { startRedis, type TestRedis } from "../support/redis.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** Made from an honest result of the trial that is attacked; the other trials are answered honestly. */
// biome-ignore lint/suspicious/noExplicitAny: forged
type Forge = (honest: any, job: FoundJob, tools: HostileTools) => HostileAnswer | Promise<HostileAnswer>;

describe.skipIf(lacks("redis"))("what a hostile worker sends", () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => {
    await redis.close();
  });
  beforeEach(async () => {
    await redis.cli("FLUSHALL");
  });

  /** A campaign of three trials, of which the second is answered by the attacker. */
  async function attack(forge: Forge, root = clusterWorkspace({ cases: 3, model: "acme/one" }), words: string[] = []) {
    const { jobs } = await hostileWorker(redis.url, (job, tools) => {
      const honest = honestTrial(job);
      return job.parcel.trial.loadedCase.case.case_id === "case_0002" ? forge(honest, job, tools) : { result: honest };
    });
    const ended = await assay([...RUN, "--workers", redis.url, ...words], {
      cwd: root,
      env: { OPENROUTER_BASE_URL: "http://127.0.0.1:9/api" },
    });
    return { ...ended, root, jobs, report: parsed(ended.stdout) };
  }

  test.each<[string, Forge, string]>([
    ["null", () => ({ result: null }), "must be object"],
    ["a list", () => ({ result: [] }), "must be object"],
    ["nothing that is JSON", () => ({ text: "}{" }), "is not JSON"],
    ["no status", () => ({ text: "{}" }), "status"],
    [
      "a status that is none",
      ({ artifact, ...rest }) => ({ result: { ...rest, artifact: { ...artifact, status: "wonderful" } } }),
      "artifact/status",
    ],
    ["a price that gives back", (honest) => ({ result: { ...honest, paid: [-1000] } }), "paid/0"],
    [
      "a price beyond all",
      (honest) => ({
        result: null,
        envelope: { result: JSON.stringify({ ...honest, paid: ["X"] }).replace('"X"', "1e999") },
      }),
      "paid/0",
    ],
    [
      "a loss that gives back",
      () => ({ text: JSON.stringify({ status: "lost", at: 9e15, begun: 1, paidUsd: -1000, isInDoubt: false }) }),
      "paidUsd",
    ],
    [
      "another trial",
      ({ artifact, ...rest }) => ({
        result: { ...rest, artifact: { ...artifact, identity: { ...artifact.identity, case_id: "case_0001" } } },
      }),
      "another trial",
    ],
    [
      "a path instead of an id",
      ({ artifact, ...rest }) => ({
        result: { ...rest, artifact: { ...artifact, identity: { ...artifact.identity, run_id: "../../../evil" } } },
      }),
      "another trial",
    ],
    [
      "nesting without end",
      (honest) => ({
        result: null,
        envelope: {
          result: JSON.stringify({ ...honest, x: 0 }).replace(
            '"x":0',
            `"x":${"[".repeat(100_000)}${"]".repeat(100_000)}`,
          ),
        },
      }),
      "levels deep",
    ],
    [
      "files of a trial that can leave none",
      (honest) => ({
        result: {
          ...honest,
          kept: { ...honest.kept, empty: false, files: [{ path: "workspace/a", bytes: 1, sha256: "a".repeat(64) }] },
        },
      }),
      "files",
    ],
    [
      "a key of another type",
      (_, { id }, { client }) => ({ set: () => client.lpush(`assay:result:${id}`, "x") }),
      "is not a text",
    ],
    [
      "a result that is said to be elsewhere and is not",
      () => ({
        text: JSON.stringify({ status: "done_apart", at: 9e15, worker: "w", isFinal: true, sha256: "a".repeat(64) }),
      }),
      "gone",
    ],
  ])("costs one trial and is named: %s", async (_, forge, problem) => {
    const { report, stdout, stderr, code, jobs } = await attack(forge);
    expect([code, stderr]).toEqual([1, expect.not.stringContaining("TypeError")]);
    expect(report.totals.statuses).toMatchObject({ success: 2, provider_error: 1 });
    expect(stdout).toContain(problem);
    expect(stdout).toContain("worker");
    // Another worker got it first.
    expect(jobs.filter(({ own }) => own.run_id === jobs.find(isAttacked)!.own.run_id)).toHaveLength(3);
  });

  test("an honest result that comes after a bad one is taken", async () => {
    const { report, code } = await attack((honest, { times }) => ({ result: times === 1 ? 17 : honest }));
    expect([code, report.totals.statuses]).toEqual([0, expect.objectContaining({ success: 3 })]);
  });

  test("a limit on costs is not raised by prices below nothing", async () => {
    const root = clusterWorkspace({ cases: 6, model: "acme/one" });
    const limit = ["--max-cost-usd", "0.0035"];
    const { code, jobs } = await attack((honest) => ({ result: { ...honest, paid: [-1000] } }), root, limit);
    // Three answers at 0.001 fit, and what the refused one may have cost takes the place of one or more of them.
    const asked = new Set(jobs.map(({ own }) => own.run_id));
    expect([code, jobs.some(isAttacked)]).toEqual([1, true]);
    expect(asked.size).toBeLessThanOrEqual(3);
  });

  describe("as files", () => {
    const FILE = { kind: "file", mode: 0o4777 } as const;
    async function leave(entries: (outside: string, put: HostileTools["put"]) => Promise<object[]>) {
      const outside = temporaryFolder({ "there/mine.txt": "mine" });
      const root = clusterWorkspace({ cases: 3, model: "acme/one", tools: ["write_file"] });
      const ended = await attack(
        async (honest, _, { put }) => ({ result: { ...honest, files: await entries(outside, put) } }),
        root,
      );
      return { ...ended, outside };
    }

    test.each<[string, (outside: string, sha256: string) => object[]]>([
      [
        "a link and a file through it",
        (outside, sha256) => [
          { kind: "link", path: "workspace/x", target: outside },
          { ...FILE, path: "workspace/x/evil", sha256 },
        ],
      ],
      [
        "a link and a folder through it",
        (outside) => [
          { kind: "link", path: "workspace/x", target: outside },
          { kind: "folder", path: "workspace/x/there", mode: 0o777 },
        ],
      ],
      [
        "a file before the link to its folder",
        (outside, sha256) => [
          { ...FILE, path: "workspace/x/evil", sha256 },
          { kind: "link", path: "workspace/x", target: outside },
        ],
      ],
      [
        "a link under the name in capitals",
        (outside, sha256) => [
          { kind: "link", path: "workspace/X", target: outside },
          { ...FILE, path: "workspace/x/evil", sha256 },
        ],
      ],
      ["a way up", (_, sha256) => [{ ...FILE, path: "workspace/../../../../evil", sha256 }]],
      ["a way from the root", (outside, sha256) => [{ ...FILE, path: `${outside}/evil`, sha256 }]],
      [
        "the same twice",
        (_, sha256) => [
          { ...FILE, path: "workspace/x", sha256 },
          { ...FILE, path: "workspace/x", sha256 },
        ],
      ],
      ["a content that is another", (_) => [{ ...FILE, path: "workspace/x", sha256: "b".repeat(64) }]],
    ])("are refused, and nothing outside changes: %s", async (_, entriesOf) => {
      const { report, outside, root } = await leave(async (there, put) => {
        await put("not what it is said to be", "b".repeat(64));
        return entriesOf(there, await put("evil"));
      });
      expect(report.totals.statuses).toMatchObject({ success: 2, provider_error: 1 });
      expect(readdirSync(outside)).toEqual(["there"]);
      expect(statSync(join(outside, "there")).mode & 0o777).not.toBe(0o777);
      expect(existsSync(join(root, "outputs/evil"))).toBe(false);
      expect(
        readdirSync(join(root, "outputs"), { recursive: true }).filter((path) => String(path).includes("evil")),
      ).toEqual([]);
    });

    test("lose every right to act as their owner", async () => {
      const { report, root } = await leave(async (_, put) => [
        { kind: "folder", path: ".", mode: 0o7777 },
        { kind: "folder", path: "workspace", mode: 0o7000 },
        { ...FILE, path: "workspace/run", sha256: await put("#!/bin/sh\n") },
      ]);
      expect(report.totals.statuses).toMatchObject({ success: 3 });
      const paths = readdirSync(join(root, "outputs/artifacts"), { recursive: true, encoding: "utf8" });
      const modes = paths.map((path) => statSync(join(root, "outputs/artifacts", path)).mode & 0o7022);
      expect([paths.some((path) => path.endsWith("workspace/run")), new Set(modes)]).toEqual([true, new Set([0])]);
    });

    test("may have links that stay inside; one that leads out is left out, as on one machine", async () => {
      const { report, root } = await leave(async (_, put) => [
        { kind: "link", path: "workspace/in", target: "run" },
        { kind: "link", path: "workspace/out", target: "/etc/passwd" },
        { ...FILE, path: "workspace/run", sha256: await put("x") },
      ]);
      expect(report.totals.statuses).toMatchObject({ success: 3 });
      const paths = readdirSync(join(root, "outputs/artifacts"), { recursive: true, encoding: "utf8" });
      expect(paths.some((path) => path.endsWith("workspace/in"))).toBe(true);
      expect(paths.some((path) => path.endsWith("workspace/out"))).toBe(false);
      expect(
        readFileSync(join(root, "outputs/artifacts", paths.find((path) => path.endsWith("workspace/in"))!), "utf8"),
      ).toBe("x");
    });
  });
});

function isAttacked({ parcel }: FoundJob): boolean {
  return parcel.trial.loadedCase.case.case_id === "case_0002";
}

// biome-ignore lint/suspicious/noExplicitAny: a report, or nothing
function parsed(stdout: string): any {
  try {
    return JSON.parse(stdout);
  } catch {
    return { totals: { statuses: stdout } };
  }
}
