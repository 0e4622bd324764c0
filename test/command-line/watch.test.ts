import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { assay } from "../support/assay.ts";
import { scriptedProvider } from "../support/scripted-provider.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { startWatching, type Watching } from "../support/watching.ts";

const caseText = (id: string, rest = "", input = "") =>
  `schema_version: 1\ncase_id: ${id}\ntitle: T\nrunner: { type: llm_probe }\ninput:\n  messages: [{ role: user, content: Hi }]\n${input}${rest}`;
const FILES = {
  "assay.yaml": "schema_version: 1\nsuite: s\nrun_profile: r\nevaluation_profile: e\n",
  "configs/suites/s.yaml":
    "schema_version: 1\nsuite_id: s\ntitle: S\nmodels: [{ model_id: m, requested_model: offline/diligent }]\nvariants: [{ variant_id: v, system_prompt_path: ../prompts/v.md }]\ncase_selection: {}\n",
  "configs/prompts/v.md": "Be brief.\n",
  "configs/run_profiles/r.yaml": "schema_version: 1\nrun_profile_id: r\ntitle: R\n",
  "configs/evaluation_profiles/e.yaml":
    "schema_version: 1\nevaluation_profile_id: e\ntitle: E\njudge_system_prompt_path: ../prompts/judge.md\njudges: [{ judge_id: j, type: llm_probe, model: offline/judge }]\njudge_runs: [{ judge_run_id: r, judge_id: j }]\n",
  "configs/prompts/judge.md": "Judge it.\n",
  "configs/cases/plain/test.yaml": caseText("plain"),
  "configs/cases/reader/test.yaml": caseText("reader", "", "  attachments: [note.txt]\n"),
  "configs/cases/reader/note.txt": "one\n",
  "configs/cases/rows/test.yaml":
    "schema_version: 1\ncase_id: rows\ntitle: T\nrunner: { type: llm_probe }\ndataset: { path: rows.csv, id_column: id }\ninput:\n  messages: [{ role: user, content: '{{question}}' }]\n",
  "configs/cases/rows/rows.csv": "id,question\na,What?\n",
};

const WAITING = /Watching \d+ files? and \d+ folders?; Ctrl-C ends it\.\n/;

function watching(cwd: string, words: string[] = [], env = {}): Watching {
  const started = startWatching(["run-eval", "--watch", ...words], cwd, env);
  onTestFinished(() => void started.child.kill("SIGKILL"));
  return started;
}

/** Everything has run once, so that a round says what an edit touched. */
async function settled(more: Record<string, string> = {}): Promise<{ cwd: string; watched: Watching }> {
  const cwd = temporaryFolder({ ...FILES, ...more });
  const watched = watching(cwd);
  expect(await watched.hears(WAITING)).toContain("To do: 3 trials");
  return { cwd, watched };
}

describe("an edit runs again what it touches", { timeout: 120_000 }, () => {
  test("and nothing else: a case, a file it attaches, a row, a prompt, and who judges", async () => {
    const { cwd, watched } = await settled();
    const edit = async (path: string, text: string) => {
      writeFileSync(join(cwd, path), text);
      const said = await watched.hears(WAITING);
      expect(said).toContain(`Changed: ${path}`);
      return /^(?:To do|Nothing to run).*$/m.exec(said)?.[0];
    };
    expect(watched.said()).toContain("To do: 3 trials and at most 3 judge calls, $0; 0 trials and 0 verdicts stored.");
    expect(await edit("configs/cases/plain/test.yaml", caseText("plain").replace("Hi", "Hello"))).toBe(
      "To do: 1 trial and at most 1 judge call, $0; 2 trials and 2 verdicts stored.",
    );
    expect(await edit("configs/cases/reader/note.txt", "two\n")).toContain("To do: 1 trial and");
    expect(await edit("configs/cases/rows/rows.csv", "id,question\na,What?\nb,Who?\n")).toContain("To do: 1 trial and");
    expect(await edit("configs/prompts/v.md", "Be very brief.\n")).toContain("To do: 4 trials and");
    expect(await edit("configs/prompts/judge.md", "Judge it well.\n")).toBe(
      "To do: 0 trials and at most 4 judge calls, $0; 4 trials and 0 verdicts stored.",
    );
    expect(await edit("configs/cases/plain/test.yaml", `${caseText("plain").replace("Hi", "Hello")}# a remark\n`)).toBe(
      "Nothing to run: 4 trials and 4 verdicts stored.",
    );
    expect(await watched.interrupt()).toBe(0);
  });

  test("a new case, one that is deleted, and one that an editor saves by renaming", async () => {
    const { cwd, watched } = await settled();
    mkdirSync(join(cwd, "configs/cases/fresh"));
    writeFileSync(join(cwd, "configs/cases/fresh/test.yaml"), caseText("fresh").replace("Hi", "Hey"));
    expect(await watched.hears(WAITING)).toContain("To do: 1 trial and at most 1 judge call");
    rmSync(join(cwd, "configs/cases/rows"), { recursive: true });
    expect(await watched.hears(WAITING)).toContain("Nothing to run: 3 trials");
    writeFileSync(join(cwd, "configs/cases/fresh/.test.yaml.new"), caseText("fresh").replace("Hi", "Good day"));
    renameSync(join(cwd, "configs/cases/fresh/.test.yaml.new"), join(cwd, "configs/cases/fresh/test.yaml"));
    expect(await watched.hears(WAITING)).toContain("To do: 1 trial");
  });

  test("a hook, and what lies beside it and may be imported", async () => {
    const check = "deterministic_checks:\n  - check_id: k\n    module_hook: { path: hook.mjs, callable_name: check }\n";
    const { cwd, watched } = await settled({
      "configs/cases/plain/test.yaml": caseText("plain", check),
      "configs/cases/plain/hook.mjs": "export const check = () => ({ passed: true });\n",
      "configs/cases/plain/words.mjs": "export const words = [];\n",
      "configs/evaluation_profiles/e.yaml": `${FILES["configs/evaluation_profiles/e.yaml"]}security_policy: { allow_local_python_hooks: true }\n`,
    });
    writeFileSync(join(cwd, "configs/cases/plain/words.mjs"), "export const words = ['a'];\n");
    expect(await watched.hears(WAITING)).toContain("Changed: configs/cases/plain/words.mjs");
    writeFileSync(join(cwd, "configs/cases/plain/hook.mjs"), "export const check = () => ({ passed: false });\n");
    expect(await watched.hears(WAITING)).toContain("Changed: configs/cases/plain/hook.mjs");
  });

  test("a default in assay.yaml", async () => {
    const other = FILES["configs/run_profiles/r.yaml"].replace("run_profile_id: r", "run_profile_id: q");
    const { cwd, watched } = await settled({ "configs/run_profiles/q.yaml": other });
    writeFileSync(join(cwd, "assay.yaml"), FILES["assay.yaml"].replace("run_profile: r", "run_profile: q"));
    const said = await watched.hears(WAITING);
    expect(said).toContain("Changed: assay.yaml");
    expect(said).toMatch(/Report: outputs\/evaluations\/s\/q-/);
  });

  test("what nobody read is nobody's business", async () => {
    const { cwd, watched } = await settled();
    for (const path of ["README.md", "configs/cases/plain/draft.txt", "configs/prompts/unused.md", "outputs/x"])
      writeFileSync(join(cwd, path), "x");
    writeFileSync(join(cwd, "configs/prompts/v.md"), "Be clear.\n");
    const said = await watched.hears(WAITING);
    expect(said.match(/^Changed.*$/gm)).toEqual(["Changed: configs/prompts/v.md"]);
  });
});

describe("mistakes", { timeout: 120_000 }, () => {
  test("broken YAML is shown with its place, and mending it goes on", async () => {
    const { cwd, watched } = await settled();
    writeFileSync(join(cwd, "configs/cases/plain/test.yaml"), "case_id: [plain");
    const broken = await watched.hears(WAITING);
    expect(broken).toMatch(/configs\/cases\/plain\/test\.yaml:1:\d+ +error/);
    expect(broken).not.toContain("To do");
    writeFileSync(join(cwd, "configs/cases/plain/test.yaml"), caseText("plain"));
    expect(await watched.hears(WAITING)).toContain("Nothing to run: 3 trials");
  });

  test("so is a broken assay.yaml, and a workspace that is broken from the start", async () => {
    const cwd = temporaryFolder({ ...FILES, "configs/suites/s.yaml": "suite_id: [" });
    const watched = watching(cwd);
    expect(await watched.hears(WAITING)).toContain("configs/suites/s.yaml:1");
    writeFileSync(join(cwd, "assay.yaml"), "schema_version: 1\nsuit: s\n");
    expect(await watched.hears(WAITING)).toContain('Did you mean "suite"?');
    writeFileSync(join(cwd, "assay.yaml"), FILES["assay.yaml"]);
    await watched.hears(WAITING);
    writeFileSync(join(cwd, "configs/suites/s.yaml"), FILES["configs/suites/s.yaml"]);
    expect(await watched.hears(WAITING)).toContain("To do: 3 trials");
  });

  test("a file that is missing is waited for", async () => {
    const { cwd, watched } = await settled();
    renameSync(join(cwd, "configs/cases/reader/note.txt"), join(cwd, "elsewhere.txt"));
    expect(await watched.hears(WAITING)).toContain('"note.txt" does not exist');
    renameSync(join(cwd, "elsewhere.txt"), join(cwd, "configs/cases/reader/note.txt"));
    expect(await watched.hears(WAITING)).toContain("Nothing to run");
  });

  test.each([
    [["--force"], "--watch with --force would pay for everything at each edit"],
    [["--record-tools"], "--watch with --record-tools would record at each edit"],
    [["--only", "failed"], "--watch runs what an edit touches, not what failed"],
  ])("%s is refused", async (words, message) => {
    const { code, stderr } = await assay(["run-eval", "--watch", ...words], { cwd: temporaryFolder(FILES) });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe("money", { timeout: 120_000 }, () => {
  const paid = {
    "configs/suites/s.yaml": FILES["configs/suites/s.yaml"].replace("offline/diligent", "vendor/model"),
    "configs/run_profiles/r.yaml": `${FILES["configs/run_profiles/r.yaml"]}runner_defaults: { retries: 0 }\n`,
  };

  test("is not spent without a word from anybody: the plan is shown, and nobody is asked", async () => {
    const provider = await scriptedProvider(["Hello."]);
    const env = { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: "key-for-tests" };
    const watched = watching(temporaryFolder({ ...FILES, ...paid }), [], env);
    const said = await watched.hears(WAITING);
    expect(said).toContain("To do: 3 trials and at most 3 judge calls, about $0 and an unknown part");
    expect(said).toContain("Not run, because it may cost money: allow it with --yes or --max-cost-usd <amount>.");
    expect(provider.requests).toHaveLength(0);
  });

  test.each([[["--yes"]], [["--max-cost-usd", "1"]]])("%s allows it, and nothing is paid twice", async (words) => {
    const provider = await scriptedProvider(() => "Hello.");
    const env = { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: "key-for-tests" };
    const cwd = temporaryFolder({ ...FILES, ...paid });
    const watched = watching(cwd, words, env);
    await watched.hears(WAITING);
    expect(provider.requests).toHaveLength(3);
    writeFileSync(join(cwd, "configs/cases/plain/test.yaml"), caseText("plain").replace("title: T", "title: Other"));
    await watched.hears(WAITING);
    expect(provider.requests).toHaveLength(3);
    writeFileSync(join(cwd, "configs/cases/plain/test.yaml"), caseText("plain").replace("Hi", "Hello"));
    await watched.hears(WAITING);
    expect(provider.requests).toHaveLength(4);
  });

  test("edits while a round is under way make one more round, with the last of them", async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const provider = await scriptedProvider(async () => {
      await released;
      return "Hello.";
    });
    const env = { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: "key-for-tests" };
    const cwd = temporaryFolder({ ...FILES, ...paid });
    const watched = watching(cwd, ["--yes"], env);
    await watched.hears("Trials and judging");
    for (const word of ["a", "b", "c"]) {
      writeFileSync(join(cwd, "configs/cases/plain/test.yaml"), caseText("plain").replace("Hi", word));
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    release();
    await watched.hears(WAITING);
    await watched.hears(WAITING);
    expect(watched.said().match(/^Changed/gm)).toHaveLength(1);
    expect(provider.requests).toHaveLength(4);
    expect(JSON.stringify(provider.requests.at(-1)!.body)).toContain('"c"');
  });

  test("Ctrl-C in a round gives what is in flight a moment, keeps what is finished, and ends with 130", async () => {
    const provider = await scriptedProvider(() => ({ status: 200, hang: "before_headers" }));
    const env = { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: "key-for-tests" };
    const watched = watching(temporaryFolder({ ...FILES, ...paid }), ["--yes"], env);
    await watched.hears("Trials and judging");
    while (provider.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await watched.interrupt()).toBe(130);
  });
});
