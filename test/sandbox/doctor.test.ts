import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { doctor, OperationError, run } from "../../src/index.ts";
import { type CliOptions, assay as callAssay } from "../support/assay.ts";
import { lacks } from "../support/needs.ts";
import { caseAt, profileText, suiteText } from "../support/small-workspace.ts";
import { temporaryFolder, writeFiles } from "../support/temporary.ts";

function workspace(profile = ""): string {
  return temporaryFolder({
    ...caseAt("one"),
    "configs/suites/s.yaml": suiteText().replace("big_model", "m, requested_model: offline/diligent"),
    "configs/run_profiles/r.yaml": profileText(profile),
  });
}

/** A machine's capabilities are detected once per process. */
const assay = (words: string[], options: CliOptions) => callAssay(words, { ...options, ownProcess: true });

const CAMPAIGN = ["--suite", "s", "--run-profile", "r"];

describe.skipIf(lacks("sandbox"))("assay doctor", () => {
  test("says which sandbox is used, what it holds, and what the machine has", async () => {
    const { code, stdout, stderr } = await assay(["doctor"], { cwd: workspace() });
    expect(stderr).toBe("");
    expect(stdout).toContain("Sandbox: bubblewrap (sandbox: auto)");
    for (const words of ["system calls", "mount table", "ends with assay", `Node             ${process.versions.node}`])
      expect(stdout).toContain(words);
    expect(stdout).toContain("not here: sandbox_exec");
    expect(stdout).toContain("Nothing to fix.");
    expect(code).toBe(0);
  });

  test("the same for programs, as the library gives it", async () => {
    const cwd = workspace();
    const report = JSON.parse((await assay(["doctor", "--output", "json"], { cwd })).stdout);
    expect(report).toMatchObject({ schema_version: 1, kind: "doctor", ok: true, problems: [] });
    expect(report.sandbox.used).toBe("bubblewrap");
    const names = report.sandbox.guarantees.map(({ name }: { name: string }) => name).sort();
    expect(names).toEqual([
      "disk",
      "ends_with_assay",
      "environment",
      "host_files",
      "memory",
      "mount_table",
      "network",
      "processes",
      "system_calls",
    ]);
    expect((await doctor({ cwd })).sandbox).toEqual(report.sandbox);
  });

  test("keys are named, whether they come from the environment, from .env or are missing, and never shown", async () => {
    const cwd = workspace("gateway: { base_url: 'http://localhost:1/v1', api_key_env: MY_OWN_KEY }\n");
    writeFileSync(join(cwd, ".env"), "MY_OWN_KEY=value-from-the-file-0123\n");
    const env = { OPENROUTER_API_KEY: "sk-or-v1-0123456789abcdef" };
    const [text, json] = [
      await assay(["doctor"], { cwd, env }),
      await assay(["doctor", "--output", "json"], { cwd, env }),
    ];
    expect(JSON.parse(json.stdout).keys).toMatchObject([
      { name: "OPENROUTER_API_KEY", set: true },
      { name: "BRAVE_SEARCH_API_KEY", set: false },
      { name: "MY_OWN_KEY", set: true, wanted_by: "r.yaml" },
    ]);
    for (const { stdout } of [text, json]) {
      expect(stdout).not.toContain("0123");
      expect(stdout).toContain("MY_OWN_KEY");
    }
  });

  test("where no sandbox works it says what was tried, and ends with 1", async () => {
    const { code, stdout } = await assay(["doctor"], { cwd: workspace(), env: { PATH: "/nowhere" } });
    expect(stdout).toContain("Sandbox: none");
    expect(stdout).toContain("bwrap is not installed");
    expect(stdout).toContain("To mend:");
    expect(code).toBe(1);
  });

  test("a store that cannot be written to is something to fix", async () => {
    const cwd = workspace();
    writeFileSync(join(cwd, "outputs"), "");
    const { code, stdout } = await assay(["doctor"], { cwd });
    expect(stdout).toContain(`${join(cwd, "outputs")}: there is a file where a folder should be`);
    expect(code).toBe(1);
  });

  test("it looks for what a run profile asks for, and with --strict-sandbox every missing limit is named with a remedy", async () => {
    const cwd = workspace("sandbox: namespaces\n");
    const { code, stdout } = await assay(["doctor", "--run-profile", "r", "--strict-sandbox"], { cwd });
    expect(stdout).toContain("Sandbox: namespaces (sandbox: namespaces)");
    expect(stdout).toContain("lacks a limit (system calls): nothing filters them. Install bubblewrap");
    expect(code).toBe(1);
    expect((await assay(["doctor", "--run-profile", "r"], { cwd })).code).toBe(0);
  });

  test("a run profile that is not there or broken is a mistake of usage", async () => {
    expect(await assay(["doctor", "--run-profile", "q"], { cwd: workspace() })).toMatchObject({ code: 2, stdout: "" });
    const broken = await assay(["doctor", "--run-profile", "r"], { cwd: workspace("sandbox: none\n") });
    expect(broken.code).toBe(2);
    expect(broken.stderr).toContain("expected auto, bubblewrap");
  });

  test("works outside of a workspace, and leaves nothing behind", async () => {
    const cwd = temporaryFolder();
    const TMPDIR = join(cwd, "tmp");
    mkdirSync(TMPDIR);
    expect((await assay(["doctor"], { cwd, env: { TMPDIR } })).code).toBe(0);
    expect(readdirSync(TMPDIR)).toEqual([]);
    expect(readdirSync(cwd)).toEqual(["tmp"]);
  });
});

describe("--strict-sandbox", () => {
  const JUDGED = [...CAMPAIGN, "--evaluation-profile", "e"];
  const evaluation = {
    "configs/evaluation_profiles/e.yaml":
      "schema_version: 1\nevaluation_profile_id: e\ntitle: E\njudges: [{ judge_id: main, type: llm_probe, model: offline/judge }]\njudge_runs: [{ judge_run_id: r, judge_id: main }]\n",
  };

  test.each([
    { command: "run", words: CAMPAIGN },
    { command: "run-eval", words: JUDGED },
  ])(
    "$command refuses to run with less than all limits, says what is missing, and spends nothing",
    async ({ command, words }) => {
      const cwd = workspace("sandbox: unsafe_host\n");
      writeFiles(cwd, evaluation);
      const refused = await assay([command, ...words, "--strict-sandbox"], { cwd });
      expect(refused).toMatchObject({ code: 2, stdout: "" });
      expect(refused.stderr).toContain("nothing was run. No sandbox with all its limits works here");
      expect(refused.stderr).toContain("unsafe_host: network: the host's. Set `sandbox: auto` in the run profile.");
      expect(existsSync(join(cwd, "outputs/runs"))).toBe(false);
    },
  );

  test("a library call refuses in the same words", async () => {
    const cwd = workspace("sandbox: namespaces\n");
    const refused = run({ cwd, suite: "s", runProfile: "r", strictSandbox: true });
    await expect(refused).rejects.toThrow(OperationError);
    await expect(refused).rejects.toThrow("namespaces: system calls: nothing filters them. Install bubblewrap");
  });

  test.skipIf(lacks("sandbox"))("runs where nothing is missing", async () => {
    const cwd = workspace();
    const strict = await assay(["doctor", "--strict-sandbox"], { cwd });
    const ran = await assay(["run", ...CAMPAIGN, "--strict-sandbox"], { cwd });
    const { sandbox } = await doctor({ cwd });
    const isWhole = sandbox.guarantees.every(({ held }) => held === "full");
    expect([strict.code, ran.code]).toEqual(isWhole ? [0, 0] : [1, 2]);
  });
});
