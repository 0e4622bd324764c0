import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";

const cwd = mkdtempSync(join(tmpdir(), "assay-test-"));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));
/** `<suite>/<run profile>/<evaluation profile>` of what is looked for. */
let name = "";

beforeAll(async () => {
  await assay(["init", "-q"], { cwd });
  for (const suite of ["quickstart", "quickest", "refunds"]) {
    const file = join(cwd, "configs/suites/quickstart.yaml");
    const renamed = readFileSync(file, "utf8").replace(/^suite_id: .*$/m, `suite_id: ${suite}`);
    writeFileSync(join(cwd, `configs/suites/${suite}.yaml`), renamed);
    const chosen = ["--suite", suite, "--case", "capital", "--model", "diligent"];
    expect((await assay(["run-eval", "-q", ...chosen], { cwd })).code).toBe(0);
  }
  const [runs] = readdirSync(join(cwd, "outputs/evaluations/quickstart"));
  const [judged] = readdirSync(join(cwd, "outputs/evaluations/quickstart", runs!)).filter((file) => file.includes("-"));
  name = `quickstart/${runs}/${judged}`;
}, 120_000);

/** Every command that takes the name of a campaign. */
const COMMANDS: Record<string, (written: string) => string[]> = {
  report: (written) => ["report", written],
  trials: (written) => ["trials", written],
  show: (written) => ["show", "diligent/capital", "--campaign", written],
  view: (written) => ["view", written, "--export", "page"],
  files: (written) => ["files", written],
  pack: (written) => ["pack", written, "--out", "campaign.tgz"],
  verify: (written) => ["verify", written],
  "compare, as base": (written) => ["compare", written, "refunds"],
  "compare, as candidate": (written) => ["compare", "refunds", written],
  gate: (written) => ["gate", "--suite", "refunds", "--case", "capital", "--model", "diligent", "--base", written],
};

const SPELLINGS: Record<string, () => string> = {
  "its whole name": () => name,
  "its suite": () => "quickstart",
  "the beginning of its suite": () => "quicks",
  "the beginning of each part": () => "quicks/off/off",
  "its ids, without what the store adds": () => "quickstart/offline/offline_judge",
  "its folder": () => `outputs/evaluations/${name}/`,
  "the path of its folder": () => join(cwd, "outputs/evaluations", name),
};

describe.each(Object.entries(COMMANDS))("assay %s", (_, words) => {
  test.each(Object.entries(SPELLINGS))("takes a campaign by %s", async (_, written) => {
    const { code, stdout, stderr } = await assay(words(written()), { cwd });
    expect({ code, stderr }).not.toMatchObject({ code: 2 });
    expect(stdout + stderr).not.toContain("quickest");
  });

  test("refuses a beginning that two campaigns have, and names both", async () => {
    const { code, stderr } = await assay(words("quick"), { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /quick holds 2 (?:judged )?campaigns; name one of them:\n {2}quickest\/.*\n {2}quickstart\//,
    );
  });

  test("refuses a name that no campaign has", async () => {
    expect((await assay(words("nowhere"), { cwd })).code).toBe(2);
  });
});

test("assay view shows only the campaign whose folder it is given", async () => {
  expect((await assay(["view", `outputs/evaluations/${name}`, "--export", "one"], { cwd })).code).toBe(0);
  const data = readdirSync(join(cwd, "one/data")).map((file) => readFileSync(join(cwd, "one/data", file), "utf8"));
  expect(data.join("")).toContain(name);
  expect(data.join("")).not.toContain("refunds/");
});

test("assay store prune takes a campaign by the parts of its name that say how it was run, and refuses what two begin with", async () => {
  const prune = (written: string) => assay(["store", "prune", "--campaign", written], { cwd });
  const [suite, run] = name.split("/");
  for (const written of ["quickstart", "quicks", "quicks/off", "quickstart/offline", `outputs/runs/${suite}/${run}`])
    expect(await prune(written), written).toMatchObject({ code: 0, stdout: expect.stringContaining("1 campaign") });
  expect(await prune("quick")).toMatchObject({ code: 2, stderr: expect.stringContaining("quick holds 2 campaigns") });
});
