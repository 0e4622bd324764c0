import type { ChildProcess } from "node:child_process";
import { assay, type CliResult } from "../support/assay.ts";
import { temporaryFolder } from "../support/temporary.ts";
import type { LoggedRequest, PatientStub } from "./patient-stub.ts";

export const CASES = 40;
export const MODELS = 2;
export const IN_FLIGHT = 16;
export const NEEDED = CASES * MODELS;

/** When to kill the process: so long after it was started, or after its first request. */
export interface Kill {
  after: "start" | "first request";
  milliseconds: number;
}

export interface KillableCampaign {
  requests(): LoggedRequest[];
  /** Starts the campaign and kills it at this moment; says whether the process was quicker and ended by itself. */
  startAndKill(kill: Kill): Promise<"killed" | CliResult>;
  start(): Promise<CliResult>;
  report(): Promise<CliResult>;
}

/** A judged campaign in a workspace of its own; its name is its API key, by which the stub knows it. */
export function killableCampaign(name: string, stub: PatientStub): KillableCampaign {
  const cwd = temporaryFolder(workspace());
  let processes = 0;
  const call = (command: string, words: string[], onStart?: (child: ChildProcess) => void) =>
    assay([command, "--suite", "s", "--run-profile", "p", "--evaluation-profile", "e", ...words], {
      cwd,
      env: { OPENROUTER_BASE_URL: stub.baseUrl, OPENROUTER_API_KEY: `${name}/${++processes}` },
      onStart,
    });
  return {
    requests: () => stub.requests(name),
    start: () => call("run-eval", ["--quiet"]),
    report: () => call("report", ["--output", "json"]),
    async startAndKill({ after, milliseconds }) {
      let over = false;
      const ended = await call("run-eval", ["--quiet"], (child) => {
        const moment = after === "start" ? Promise.resolve() : stub.nextRequest(name);
        void moment.then(() =>
          setTimeout(() => {
            if (!over) child.kill("SIGKILL");
          }, milliseconds),
        );
      });
      over = true;
      return ended.signal === "SIGKILL" ? "killed" : ended;
    },
  };
}

function workspace(): Record<string, string> {
  const cases = Array.from({ length: CASES }, (_, index) => `case_${index + 1}`);
  return {
    ...Object.fromEntries(cases.map((id) => [`configs/cases/${id}/test.yaml`, caseText(id)])),
    "configs/suites/s.yaml": SUITE,
    "configs/run_profiles/p.yaml": RUN_PROFILE,
    "configs/evaluation_profiles/e.yaml": EVALUATION_PROFILE,
  };
}

const caseText = (id: string) => `schema_version: 1
case_id: ${id}
title: Answers (${id})
runner: { type: llm_probe }
input:
  messages:
    - { role: user, content: "What do you say to ${id}?" }
expectations:
  hard_expectations:
    - text: Answers.
deterministic_checks:
  - check_id: answered
    dimensions: [task]
    declarative: { kind: final_response_present }
`;

const SUITE = `schema_version: 1
suite_id: s
title: Suite
models:
  - { model_id: alpha, requested_model: acme/alpha }
  - { model_id: beta, requested_model: acme/beta }
`;

// Without retries: a request that fails for any other reason than a kill shows.
const RUN_PROFILE = `schema_version: 1
run_profile_id: p
title: Profile
runner_defaults: { temperature: 0, retries: 0 }
execution_policy: { max_concurrency: ${IN_FLIGHT} }
`;

const EVALUATION_PROFILE = `schema_version: 1
evaluation_profile_id: e
title: Judged
judges:
  - { judge_id: main, type: llm_probe, model: acme/judge, retries: 0 }
judge_runs:
  - { judge_run_id: main_run, judge_id: main }
aggregation: { method: median }
max_concurrency: ${IN_FLIGHT}
`;
