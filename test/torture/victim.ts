import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { assay, type CliResult } from "../support/assay.ts";
import { type ScriptedAnswer, type SeenRequest, startScriptedServer } from "../support/scripted-server.ts";

/** A judged campaign with a record of every kind and files that trials left, which can be damaged and put back again and again. */
export interface Victim {
  cwd: string;
  call(command: string[]): Promise<CliResult>;
  /** `report --output json` of the undamaged store, by trial. */
  scores: Map<string, unknown>;
  /** Requests since this was last asked. */
  newRequests(): { subject: number; judges: number };
  /** Puts the undamaged store back. */
  restore(): void;
  /** A copy of the undamaged store, as another machine would have it. */
  copy: string;
  close(): Promise<void>;
}

export const CAMPAIGN = ["--suite", "s", "--run-profile", "p", "--evaluation-profile", "e"];

/** @param hooks whether a sandbox can run them here; without it there are no records of checks */
export async function openVictim(folder: string, { hooks }: { hooks: boolean }): Promise<Victim> {
  const cwd = mkdtempSync(join(folder, "assay-test-"));
  for (const [path, text] of Object.entries(workspace(hooks))) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  const server = await startScriptedServer(answer);
  const env = { OPENROUTER_BASE_URL: server.baseUrl, OPENROUTER_API_KEY: "key-for-tests-0123456789" };
  const call = (words: string[]) => assay(words, { cwd, env });
  const outputs = join(cwd, "outputs");
  const copy = join(cwd, "copy");
  const made = await call(["run-eval", ...CAMPAIGN, "--quiet"]);
  if (made.code !== 0) throw new Error(`the campaign to be damaged was not made: ${made.stderr}`);
  cpSync(outputs, copy, { recursive: true, verbatimSymlinks: true });
  const scores = scoresOf(await call(["report", ...CAMPAIGN, "--output", "json"]));
  let seen = server.requests.length;
  return {
    cwd,
    call,
    scores,
    copy,
    newRequests() {
      const fresh = server.requests.slice(seen);
      seen = server.requests.length;
      const judges = fresh.filter(({ body }) => body?.model === "acme/judge").length;
      return { subject: fresh.length - judges, judges };
    },
    restore() {
      rmSync(outputs, { recursive: true, force: true });
      cpSync(copy, outputs, { recursive: true, verbatimSymlinks: true });
    },
    async close() {
      await server.close();
      rmSync(cwd, { recursive: true, force: true });
    },
  };
}

/** A report's figures for every trial that has a score. */
export function scoresOf({ stdout }: CliResult): Map<string, unknown> {
  const { trials } = JSON.parse(stdout) as { trials: ReportedTrial[] };
  const scored = trials.filter(({ score }) => score !== null);
  return new Map(
    scored.map(({ model_id, case_id, repetition, score, passed, dimensions, checks }) => [
      `${model_id}/${case_id} #${repetition}`,
      { score, passed, dimensions, checks },
    ]),
  );
}

type ReportedTrial = Record<
  "model_id" | "case_id" | "repetition" | "score" | "passed" | "dimensions" | "checks",
  unknown
>;

const DIMENSIONS = ["task", "process", "autonomy", "closeness", "efficiency", "spark"];

function answer({ body }: SeenRequest): ScriptedAnswer {
  if (body.model === "acme/judge") return verdict(JSON.stringify(body.messages).length % 11);
  const asksForFile = JSON.stringify(body.messages).includes("file");
  const hasWritten = body.messages.some(({ role }: { role: string }) => role === "tool");
  if (asksForFile && !hasWritten)
    return {
      tool_calls: [{ name: "write_file", arguments: { path: "out.txt", content: "Left by the trial: 12345." } }],
    };
  return body.model === "acme/alpha" ? "It is 4, says alpha." : "It is 4, says beta.";
}

function verdict(score: number): string {
  const dimensions = Object.fromEntries(DIMENSIONS.map((name) => [name, { evidence: ['It says "4".'], score }]));
  return JSON.stringify({ summary: "Fine.", dimensions, overall: { score, reason: `Worth ${score}.` } });
}

const testCase = (id: string, { tools = "", checks = "" } = {}) => `schema_version: 1
case_id: ${id}
title: Adds (${id})
runner: { type: llm_probe }
input:
  messages:
    - { role: user, content: "What is 2 + 2? Write it to a ${id}." }
${tools}expectations:
  hard_expectations:
    - { text: Answers 4. }
deterministic_checks:
  - { check_id: answered, declarative: { kind: final_response_present } }
${checks}`;

const workspace = (hooks: boolean): Record<string, string> => ({
  "configs/cases/sheet/test.yaml": testCase("sheet", {
    checks: hooks ? "  - { check_id: hooked, module_hook: { path: check.mjs, callable_name: check } }\n" : "",
  }),
  "configs/cases/sheet/check.mjs": "export function check() { return true; }\n",
  "configs/cases/file/test.yaml": testCase("file", {
    tools: "  context: { llm_probe: { tools: [write_file] } }\n",
    checks: "  - { check_id: left, declarative: { kind: file_contains, path: out.txt, text: '12345' } }\n",
  }),
  // Gamma is asked what alpha is asked, so its trials adopt alpha's runs.
  "configs/suites/s.yaml": `schema_version: 1
suite_id: s
title: Suite
models:
  - { model_id: alpha, requested_model: acme/alpha }
  - { model_id: beta, requested_model: acme/beta }
  - { model_id: gamma, requested_model: acme/alpha }
`,
  "configs/run_profiles/p.yaml": `schema_version: 1
run_profile_id: p
title: Profile
runner_defaults: { retries: 0 }
execution_policy: { max_concurrency: 2 }
`,
  "configs/evaluation_profiles/e.yaml": `schema_version: 1
evaluation_profile_id: e
title: Judged
judges:
  - { judge_id: main, type: llm_probe, model: acme/judge, retries: 0, attempts: 2 }
judge_runs:
  - { judge_run_id: main_run, judge_id: main, repetitions: 2 }
security_policy: { allow_local_python_hooks: true }
`,
});
