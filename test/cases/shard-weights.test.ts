import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadFile, shardWeights } from "../../src/config/index.ts";
import { protocolAtWork } from "../store/three-protocols.ts";
import { assay } from "../support/assay.ts";
import { temporaryFolder, writeFiles } from "../support/temporary.ts";

const file = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
const table = (weights: unknown, more: object = {}) => ({ schema_version: 1, kind: "shard_weights", weights, ...more });

describe("a file of weights", () => {
  test.each([
    ["by subject and case", table({ alpha: { c1: 1200, c2: 30 } })],
    ["of a subject under a variant", table({ "alpha+terse": { c1: 0 } })],
    ["with its unit", table({ alpha: {} }, { unit: "milliseconds" })],
    ["as YAML", "schema_version: 1\nkind: shard_weights\nweights: { alpha: { c1: 5 } }\n"],
    ["without a weight", table({})],
  ])("%s is accepted", async (_, value) => {
    const root = temporaryFolder({ "weights.yaml": file(value) });
    expect(await loadFile(join(root, "weights.yaml"), shardWeights)).toMatchObject({ ok: true, diagnostics: [] });
  });

  test.each([
    ["a weight that is no whole number", table({ a: { c: 1.5 } }), "weights.a.c"],
    ["a negative weight", table({ a: { c: -1 } }), "weights.a.c"],
    ["a weight in words", table({ a: { c: "long" } }), "weights.a.c"],
    ["another unit", table({}, { unit: "usd" }), "unit"],
    ["another kind of file", { ...table({}), kind: "weights" }, "kind"],
    ["a field that nobody knows", table({}, { weigths: {} }), "weigths"],
    ["no weights", { schema_version: 1, kind: "shard_weights" }, "weights"],
    ["a subject without cases", table({ a: 5 }), "weights.a"],
  ])("%s is refused, with its place", async (_, value, field) => {
    const root = temporaryFolder({ "weights.yaml": file(value) });
    const loaded = await loadFile(join(root, "weights.yaml"), shardWeights);
    expect(loaded.ok).toBe(false);
    expect(loaded.diagnostics).toContainEqual(expect.objectContaining({ field, line: 1, severity: "error" }));
  });
});

test("what a store knows makes shards that take equally long; a file that cannot be used runs nothing", async () => {
  const at = await protocolAtWork("run-eval", { questions: 4 });
  await at.judge();
  const { stdout } = await assay(["store", "weights"], { cwd: at.cwd });
  const { kind, weights } = JSON.parse(stdout);
  expect([kind, Object.keys(weights.alpha)]).toEqual(["shard_weights", ["c0", "c1", "c2", "c3"]]);
  writeFiles(at.cwd, {
    "w.json": file(table({ alpha: { c0: 100, c1: 10, c2: 10, c3: 10 } })),
    "broken.json": file(table({ alpha: { c1: "x" } })),
  });
  const shard = (words: string[]) => at.judge({ words: ["--shard", "1/2", "--output", "json", ...words] });
  expect(JSON.parse((await shard(["--shard-weights", "w.json"])).stdout)).toMatchObject({ own: 1, all: 4 });
  expect(JSON.parse((await shard([])).stdout)).toMatchObject({ own: 2, all: 4 });
  const { code, stderr } = await shard(["--shard-weights", "broken.json"]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/broken\.json:1:\d+ .*weights\.alpha\.c1/s)]);
  expect((await shard(["--shard-weights", "nowhere.json"])).code).toBe(2);
  expect((await assay(["store", "weights"], { cwd: temporaryFolder() })).stderr).toContain("no finished runs");
});

test("shards that were divided by different weights are noticed when their stores are merged, and the whole can still be completed", async () => {
  const at = await protocolAtWork("run-eval", { questions: 4 });
  const machines = [
    table({ alpha: { c0: 100, c1: 1, c2: 1, c3: 1 } }),
    table({ alpha: { c0: 1, c1: 1, c2: 1, c3: 100 } }),
  ].map((weights) => temporaryFolder({ "w.json": file(weights) }));
  const { cpSync } = await import("node:fs");
  for (const [index, cwd] of machines.entries()) {
    cpSync(join(at.cwd, "configs"), join(cwd, "configs"), { recursive: true });
    await at.judge({ cwd, words: ["--shard", `${index + 1}/2`, "--shard-weights", "w.json"] });
  }
  const { stdout } = await assay(["store", "merge", join(machines[1]!, "outputs")], { cwd: machines[0]! });
  expect(stdout).toContain("its shards were divided in different ways");
  expect((await at.judge({ cwd: machines[0]! })).code).toBe(0);
});
