import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assay, type CliOptions, type CliResult } from "../support/assay.ts";
import {
  type ScriptedAnswer,
  type ScriptedServer,
  type SeenRequest,
  scriptedProvider,
} from "../support/scripted-provider.ts";
import { temporaryFolder } from "../support/temporary.ts";

export interface JudgedWorkspace {
  root: string;
  provider: ScriptedServer;
  /** Calls `assay <command>` on the campaign, with a key. */
  call(command: string, words?: string[], options?: CliOptions): Promise<CliResult>;
  /** Requests to the subject and to judges since the last time this was asked. */
  newRequests(): { subject: number; judges: number };
  edit(path: string, change: (text: string) => string): void;
  read(path: string): string;
  /** The one path under outputs/ that ends so. */
  find(ending: string): string;
}

export const KEY = "key-for-tests-0123456789";

/** An answer that keeps the judge's contract. */
export function verdict(score: number, evidence = 'It says "4".'): string {
  const names = ["task", "process", "autonomy", "closeness", "efficiency", "spark"];
  const dimensions = Object.fromEntries(names.map((name) => [name, { evidence: [evidence], score }]));
  return JSON.stringify({ summary: "Fine.", dimensions, overall: { score, reason: `Worth ${score}.` } });
}

/** Two models on two small cases, three judge calls each, against a provider that speaks real HTTP. */
export async function judgedWorkspace({
  subject = ({ body }) => (body.model === "acme/alpha-7341" ? "2 + 2 is 4." : "It makes 4."),
  judge = () => verdict(8),
  files = {},
}: {
  subject?: (request: SeenRequest, index: number) => ScriptedAnswer;
  judge?: (request: SeenRequest, index: number) => ScriptedAnswer | Promise<ScriptedAnswer>;
  files?: Record<string, string>;
} = {}): Promise<JudgedWorkspace> {
  let judged = 0;
  const provider = await scriptedProvider((request, index) =>
    String(request.body?.model).includes("judge") ? judge(request, judged++) : subject(request, index),
  );
  const root = temporaryFolder({ ...WORKSPACE, ...files });
  let seen = 0;
  const outputs = join(root, "outputs");
  return {
    root,
    provider,
    call: (command, words = [], { env, ...options } = {}) =>
      assay([command, "--suite", "s", "--run-profile", "p", "--evaluation-profile", "e", ...words], {
        cwd: root,
        env: { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: KEY, ...env },
        ...options,
      }),
    newRequests() {
      const fresh = provider.requests.slice(seen);
      seen = provider.requests.length;
      const judges = fresh.filter(({ body }) => String(body?.model).includes("judge")).length;
      return { subject: fresh.length - judges, judges };
    },
    edit: (path, change) => writeFileSync(join(root, path), change(readFileSync(join(root, path), "utf8"))),
    read: (path) => readFileSync(join(root, path), "utf8"),
    find(ending) {
      const found = readdirSync(outputs, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(ending));
      if (found.length !== 1) throw new Error(`${found.length} files end with ${ending}: ${found.join(", ")}`);
      return join("outputs", found[0]!);
    },
  };
}

const testCase = (id: string) => `schema_version: 1
case_id: ${id}
title: Adds (${id})
runner: { type: llm_probe }
input:
  messages:
    - { role: user, content: "What is 2 + 2? (${id})" }
expectations:
  hard_expectations:
    - { text: Answers 4., weight: 2 }
rubric:
  version: 1
  anchors: { "10": Right., "0": Wrong. }
deterministic_checks:
  - check_id: answered
    dimensions: [task]
    declarative: { kind: final_response_present }
`;

const WORKSPACE = {
  "configs/cases/one/test.yaml": testCase("one"),
  "configs/cases/two/test.yaml": testCase("two"),
  "configs/suites/s.yaml": `schema_version: 1
suite_id: s
title: Suite
models:
  - { model_id: alpha, requested_model: acme/alpha-7341 }
  - { model_id: beta, requested_model: acme/beta-7341 }
`,
  "configs/run_profiles/p.yaml": `schema_version: 1
run_profile_id: p
title: Profile
runner_defaults: { temperature: 0, retries: 0 }
execution_policy: { max_concurrency: 4, stop_on_runner_error: false }
`,
  "configs/evaluation_profiles/e.yaml": `schema_version: 1
evaluation_profile_id: e
title: Judged
judges:
  - { judge_id: main, type: llm_probe, model: acme/judge, retries: 0, attempts: 2, request_options: { temperature: 0 } }
judge_runs:
  - { judge_run_id: main_run, judge_id: main, repetitions: 3 }
aggregation: { method: median }
`,
};
