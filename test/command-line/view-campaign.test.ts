import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { assay } from "../support/assay.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { startWatching } from "../support/watching.ts";

test("assay view takes a campaign by its name, and the address leads to its page", { timeout: 120_000 }, async () => {
  const cwd = temporaryFolder();
  await assay(["init", "-q"], { cwd });
  await assay(["run-eval", "-q", "--case", "capital", "--model", "diligent"], { cwd });
  const viewing = startWatching(["view", "quickstart", "--no-open"], cwd);
  onTestFinished(() => void viewing.child.kill("SIGKILL"));
  const said = await viewing.hears(/^http.*\n/m);
  expect(said).toMatch(/\?token=\S+#\/campaign\/quickstart\/offline-\w{8}\/offline_judge-\w{8}\n$/);
  expect(await viewing.interrupt()).toBe(0);
});

test("a name that nobody has is refused with those that there are, and a folder is a store as before", async () => {
  const cwd = temporaryFolder({ "other/file": "" });
  await assay(["init", "-q", "evals"], { cwd });
  await assay(["run-eval", "-q", "--case", "capital", "--model", "diligent"], { cwd: join(cwd, "evals") });
  const unknown = await assay(["view", "refunds", "--no-open"], { cwd: join(cwd, "evals") });
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toMatch(
    /refunds is neither a store nor a workspace, nor a campaign of \S+\. There are:\n {2}quickstart\//,
  );
  expect((await assay(["view", "other", "--no-open"], { cwd })).stderr).toContain("is neither a store nor a workspace");
  // As judging batches or samples leaves it: results, and no configs/.
  renameSync(join(cwd, "evals/outputs"), join(cwd, "other/outputs"));
  const exported = await assay(["view", "other", "--export", "page"], { cwd });
  expect([exported.code, exported.stderr]).toEqual([0, expect.any(String)]);
  expect(readdirSync(join(cwd, "page"))).toContain("index.html");
});

test("an export of a campaign holds nothing of the others, and of an unknown one nothing is written", async () => {
  const cwd = temporaryFolder();
  await assay(["init", "-q"], { cwd });
  for (const name of ["quickstart", "secret_plans"]) {
    const suite = join(cwd, "configs/suites/quickstart.yaml");
    const renamed = readFileSync(suite, "utf8").replace(/^suite_id: .*$/m, `suite_id: ${name}`);
    writeFileSync(join(cwd, `configs/suites/${name}.yaml`), renamed);
    await assay(["run-eval", "-q", "--suite", name, "--case", "capital", "--model", "diligent"], { cwd });
  }
  expect((await assay(["view", "quickstart", "--export", "page"], { cwd })).code).toBe(0);
  const data = readdirSync(join(cwd, "page/data")).map((file) => readFileSync(join(cwd, "page/data", file), "utf8"));
  expect(data.join("")).toContain("quickstart/offline-");
  expect(data.join("")).not.toContain("secret_plans");
  expect(data.join("")).not.toContain(basename(cwd));
  const unknown = await assay(["view", "refunds", "--export", "other"], { cwd });
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining("refunds is neither a store nor") });
  expect(existsSync(join(cwd, "other"))).toBe(false);
});
