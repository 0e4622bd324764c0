import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { campaignFiles, onCampaign, readRecord, records } from "../campaign/workspace.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { callsInTurn, KEY, type ToolCallOfTest } from "../tools/support.ts";

export interface GivenCase {
  input: Record<string, unknown>;
  checks?: Record<string, unknown>[];
  /** Beside test.yaml. */
  files?: Record<string, string | Uint8Array>;
  profile?: Record<string, unknown>;
  dataset?: unknown;
}

const CASE = "configs/cases/a";

/** A workspace with one case that gives its subject files or commands, judged offline. */
export function givenWorkspace({ input, checks = [], files = {}, profile = {}, dataset }: GivenCase): string {
  const all = campaignFiles({ tools: ["exec_shell", "read_file"], profile });
  const testCase = JSON.parse(all[`${CASE}/test.yaml`]!);
  const declared = checks.map((check, at) => ({ check_id: `k${at + 1}`, ...check }));
  return temporaryFolder({
    ...all,
    [`${CASE}/test.yaml`]: JSON.stringify({
      ...testCase,
      input: { ...testCase.input, ...input },
      deterministic_checks: declared,
      ...(dataset ? { dataset } : {}),
    }),
    "configs/evaluation_profiles/e.yaml": `schema_version: 1
evaluation_profile_id: e
title: E
judges: [{ judge_id: j, type: llm_probe, model: offline/judge }]
judge_runs: [{ judge_run_id: j, judge_id: j }]
security_policy: { allow_local_python_hooks: true }
`,
    ...Object.fromEntries(Object.entries(files).map(([path, content]) => [`${CASE}/${path}`, content])),
  });
}

export const caseFolder = (root: string) => join(root, CASE);

/** Runs and judges the case with a model that makes these calls, and says what was stored. */
export async function runGiven(root: string, calls: ToolCallOfTest[], env: Record<string, string> = {}) {
  const provider = await callsInTurn(...calls);
  const surroundings = { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: KEY, ...env };
  const words = ["--evaluation-profile", "e", "--output", "json"];
  const result = await onCampaign("run-eval", root, words, { env: surroundings });
  const [path] = records(root);
  const run = path ? readRecord(root, path) : null;
  const artifacts = path ? join(root, "outputs", path.replace(/\.json$/, ".artifacts")) : "";
  return {
    ...result,
    run,
    requests: provider.requests.length,
    /** Type and path of everything that is kept. */
    kept: ((run?.artifacts ?? []) as Record<string, string>[]).map(
      ({ artifact_type, path: at }) => `${artifact_type} ${at}`,
    ),
    read: (name: string) => (existsSync(join(artifacts, name)) ? readFileSync(join(artifacts, name), "utf8") : null),
    checks: checksOf(result.stdout),
  };
}

function checksOf(stdout: string): string[] {
  try {
    const { outcomes } = JSON.parse(stdout).trials[0].checks;
    return outcomes.map(({ check_id, outcome }: Record<string, string>) => `${check_id} ${outcome}`);
  } catch {
    return [];
  }
}

export const shell = (command: string): ToolCallOfTest => ["exec_shell", { command }];
