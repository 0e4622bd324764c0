import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { lacks } from "../support/needs.ts";
import { scriptedProvider } from "../support/scripted-provider.ts";
import { caseAt } from "../support/small-workspace.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { startWatching, type Watching } from "../support/watching.ts";

const suite = (id: string, model: string) =>
  `schema_version: 1\nsuite_id: ${id}\ntitle: S\nmodels: [{ model_id: m, requested_model: ${model} }]\ncase_selection: { include_case_ids: [greet] }\n`;
const evaluation = (id: string) =>
  `schema_version: 1\nevaluation_profile_id: ${id}\ntitle: E\njudges: [{ judge_id: j, type: llm_probe, model: offline/judge }]\njudge_runs: [{ judge_run_id: r, judge_id: j }]\n`;

function workspace(model = "offline/diligent"): string {
  return temporaryFolder({
    ...caseAt("greet"),
    "configs/suites/first.yaml": suite("first", model),
    "configs/suites/second.yaml": suite("second", model),
    "configs/run_profiles/r.yaml": "schema_version: 1\nrun_profile_id: r\ntitle: R\n",
    "configs/evaluation_profiles/e.yaml": evaluation("e"),
    "configs/evaluation_profiles/f.yaml": evaluation("f"),
  });
}

function atTerminal(words: string[], cwd: string, env = {}): Watching {
  const started = startWatching(words, cwd, env, { atTerminal: true });
  onTestFinished(() => void started.child.kill("SIGKILL"));
  return started;
}

describe.skipIf(lacks("terminal"))("at a terminal", { timeout: 120_000 }, () => {
  test("everything that is missing is listed at once and asked for: a number, Enter for the first, or an id", async () => {
    const asked = atTerminal(["run-eval"], workspace());
    const listed = await asked.hears("suite [1]: ");
    expect(listed).toContain("Which suite? (--suite)\n  1  first\n  2  second\n");
    expect(listed).toContain("Which evaluation profile? (--evaluation-profile)\n  1  e\n  2  f\n");
    asked.types("7\n");
    await asked.hears("suite [1]: ");
    asked.types("2\n");
    await asked.hears("evaluation profile [1]: ");
    asked.types("\n");
    const said = await asked.hears(/second × r, judged by e/);
    expect(said).toContain("Using run profile r (the only one)");
    expect(await asked.ended).toBe(0);
  });

  test.each([["\u0003"], ["\u0004"]])("Ctrl-C and Ctrl-D do nothing: %j", async (key) => {
    const asked = atTerminal(["run-eval"], workspace());
    await asked.hears("suite [1]: ");
    asked.types(key);
    await asked.hears("nothing was chosen, so nothing was done");
    expect(await asked.ended).toBe(2);
  });

  test("CI is not asked", async () => {
    const asked = atTerminal(["run-eval"], workspace(), { CI: "1" });
    await asked.hears("assay run-eval needs --suite and --evaluation-profile");
    expect(await asked.ended).toBe(2);
  });

  test("--watch asks before it pays: no spends nothing, yes runs it, and an edit while it asks is planned anew", async () => {
    const provider = await scriptedProvider(() => "Hello.");
    const env = { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: "key-for-tests" };
    const cwd = workspace("vendor/model");
    const words = ["run-eval", "--watch", "--suite", "first", "--evaluation-profile", "e"];
    const watched = atTerminal(words, cwd, env);
    const edit = (greeting: string) => {
      const text = caseAt("greet")["configs/cases/greet/test.yaml"]!.replace("Hi", greeting);
      writeFileSync(join(cwd, "configs/cases/greet/test.yaml"), text);
    };
    expect(await watched.hears("Run it? [y/N] ")).toContain("To do: 1 trial and at most 1 judge call");
    watched.types("n\n");
    await watched.hears("Ctrl-C ends it.");
    expect(provider.requests).toHaveLength(0);
    edit("One");
    await watched.hears("Run it? [y/N] ");
    edit("Two");
    watched.types("y\n");
    // The confirmed plan is no longer the one that would run.
    await watched.hears("Changed: configs/cases/greet/test.yaml");
    await watched.hears("Run it? [y/N] ");
    expect(provider.requests).toHaveLength(0);
    watched.types("y\n");
    await watched.hears("Ctrl-C ends it.");
    expect(provider.requests).toHaveLength(1);
    expect(JSON.stringify(provider.requests[0]!.body)).toContain("Two");
    edit("Three");
    await watched.hears("Run it? [y/N] ");
    watched.types("\u0003");
    expect(await watched.ended).toBe(0);
    expect(provider.requests).toHaveLength(1);
  });
});
