import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { judgedWorkspace } from "../judging/judged-workspace.ts";
import { assay } from "../support/assay.ts";
import { temporaryFolder } from "../support/temporary.ts";

test("lists what is stored, under the names that compare takes", async () => {
  const { root, call } = await judgedWorkspace();
  const empty = await assay(["store", "list"], { cwd: root });
  expect(empty).toMatchObject({ code: 0, stdout: "", stderr: expect.stringContaining("Nothing is stored yet") });
  await call("run-eval");
  const { stdout } = await assay(["store", "list"], { cwd: root });
  expect(stdout).toMatch(/^s\/p-[0-9a-f]{8} +4 trials\ns\/p-[0-9a-f]{8}\/e-[0-9a-f]{8} +4 trials judged\n$/);
  const json = JSON.parse((await assay(["store", "list", "--output", "json"], { cwd: root })).stdout);
  expect(json.campaigns).toMatchObject([{ suite_id: "s", trials: 4, evaluations: [{ trials: 4 }] }]);
});

test("what another machine paid for is merged and not paid for again", async () => {
  const there = await judgedWorkspace();
  await there.call("run-eval");
  const here = await judgedWorkspace();
  const env = { OPENROUTER_BASE_URL: there.provider.baseUrl };
  const from = join(there.root, "outputs");
  const merged = await assay(["store", "merge", from], { cwd: here.root });
  expect(merged).toMatchObject({ code: 0, stdout: "1 log segment and 0 folders of trial files copied\n" });
  there.newRequests();
  expect((await here.call("run-eval", [], { env })).code).toBe(0);
  expect([there.newRequests(), here.newRequests()]).toEqual([
    { subject: 0, judges: 0 },
    { subject: 0, judges: 0 },
  ]);
  const again = await assay(["store", "merge", from], { cwd: here.root });
  expect(again.stdout).toBe("0 log segments and 0 folders of trial files copied\n");
});

test("what is no store is refused with what to do", async () => {
  const cwd = temporaryFolder({ "configs/suites/s.yaml": "" });
  for (const from of ["nowhere", ".", "outputs"]) {
    const { code, stderr } = await assay(["store", "merge", from], { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(/holds no records|own store/);
  }
  writeFileSync(join(cwd, "file"), "");
  expect((await assay(["store", "merge", "file"], { cwd })).code).not.toBe(0);
});
