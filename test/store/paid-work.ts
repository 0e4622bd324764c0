import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { spec } from "../batch/support.ts";
import { RUBRIC } from "../rubric/support.ts";
import { assay, type CliResult } from "../support/assay.ts";
import { temporaryFolder } from "../support/temporary.ts";
import type { LoggedRequest, PatientStub } from "./patient-stub.ts";

export const IN_FLIGHT = 16;
export type Protocol = "campaign" | "rubric" | "batch";

/** When to kill the process: so long after it was started, or after its first request. */
export interface Kill {
  after: "start" | "first request";
  milliseconds: number;
}

/** Questions that cost money, put by one command again and again, or by several under different names. */
export interface PaidWork {
  cwd: string;
  needed: { subject: number; judge: number };
  requests(): LoggedRequest[];
  start(name?: string, onStart?: (child: ChildProcess) => void, more?: string[]): Promise<CliResult>;
  /** Starts the work and kills it at this moment; says whether the process was quicker and ended by itself. */
  startAndKill(kill: Kill, name?: string): Promise<"killed" | CliResult>;
  /** The result, without times and names. */
  result(name?: string): Promise<unknown>;
}

/** Work in a workspace of its own; it is known to the stub by its API key. */
export function paidWork(protocol: Protocol, key: string, stub: PatientStub, questions = 40): PaidWork {
  const { files, words, needed, result } = WORKS[protocol](questions);
  const cwd = temporaryFolder(files);
  let processes = 0;
  const call = (all: string[], onStart?: (child: ChildProcess) => void) =>
    assay(all, {
      cwd,
      env: { OPENROUTER_BASE_URL: stub.baseUrl, OPENROUTER_API_KEY: `${key}/${++processes}` },
      onStart,
    });
  return {
    cwd,
    needed,
    requests: () => stub.requests(key),
    start: (name = "a", onStart, more = []) => call([...words(name), ...more], onStart),
    async startAndKill({ after, milliseconds }, name = "a") {
      let over = false;
      const ended = await call(words(name), (child) => {
        const moment = after === "start" ? Promise.resolve() : stub.nextRequest(key);
        void moment.then(() =>
          setTimeout(() => {
            if (!over) child.kill("SIGKILL");
          }, milliseconds),
        );
      });
      over = true;
      return ended.signal === "SIGKILL" ? "killed" : ended;
    },
    result: async (name = "a") => JSON.parse(await result(cwd, name, call), withoutClockAndName(name)),
  };
}

interface Work {
  files: Record<string, string>;
  words(name: string): string[];
  needed: PaidWork["needed"];
  /** As JSON. */
  result(cwd: string, name: string, call: (words: string[]) => Promise<CliResult>): Promise<string>;
}

const WORKS: Record<Protocol, (questions: number) => Work> = {
  campaign(cases) {
    const campaign = (name: string) => ["--suite", name, "--run-profile", "p", "--evaluation-profile", "e"];
    return {
      files: campaignFiles(cases),
      words: (name) => ["run-eval", ...campaign(name), "--quiet"],
      needed: { subject: cases * 2, judge: cases * 2 },
      async result(_, name, call) {
        const { stdout } = await call(["report", ...campaign(name), "--output", "json"]);
        return stdout;
      },
    };
  },
  rubric: (samples) => ({
    files: { "samples.jsonl": lines(samples, sampleOf), "rubric.json": RUBRIC },
    words: (name) => [
      ...["rubric", "judge", "--samples", "samples.jsonl", "--rubric", "rubric.json", "--model", "acme/rater"],
      ...["--concurrency", String(IN_FLIGHT), "--name", name, "--quiet"],
    ],
    needed: { subject: 0, judge: samples },
    async result(cwd, name) {
      const text = readFileSync(join(cwd, "outputs/rubric", name, "judgements.jsonl"), "utf8");
      return `[${text.trimEnd().split("\n").join(",")}]`;
    },
  }),
  batch: (batches) => ({
    files: {
      "items.jsonl": lines(batches * 2, (index) => ({ item_id: `i${index}`, text: `text ${index}` })),
      "spec.json": spec({
        model: "acme/grader",
        sample_size: batches * 2,
        batch_size: 2,
        max_concurrency: IN_FLIGHT,
      }),
    },
    words: (name) => ["batch", "judge", "--spec", "spec.json", "--items", "items.jsonl", "--name", name, "--quiet"],
    needed: { subject: 0, judge: batches },
    async result(cwd, name) {
      return readFileSync(join(cwd, "outputs/batch", name, "result.json"), "utf8");
    },
  }),
};

function withoutClockAndName(name: string) {
  const ofTheClock = ["latency_ms", "duration_ms", "mean_latency_ms"];
  const ofTheName = ["files"];
  const ofWhoPaid = ["cost", "costs", "calls", "cost_usd", "reused"];
  return (key: string, value: unknown): unknown => {
    if ([...ofTheClock, ...ofTheName, ...ofWhoPaid].includes(key)) return "left out";
    return value === name ? "name" : value;
  };
}

const lines = (count: number, line: (index: number) => object) =>
  Array.from({ length: count }, (_, index) => JSON.stringify(line(index))).join("\n");

const sampleOf = (index: number) => ({
  meta: {
    run_id: `run-${index}`,
    model: "acme/writer-9",
    prompt_variant: "plain",
    eval_set_variant: "first",
    question_id: `q${index}`,
  },
  question: "Why?",
  model_output: `Because of ${index}, and of nothing else.`,
});

function campaignFiles(count: number): Record<string, string> {
  const cases = Array.from({ length: count }, (_, index) => `case_${index + 1}`);
  return {
    ...Object.fromEntries(cases.map((id) => [`configs/cases/${id}/test.yaml`, caseText(id)])),
    ...Object.fromEntries(["a", "b", "c", "d"].map((id) => [`configs/suites/${id}.yaml`, suiteText(id)])),
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

const suiteText = (id: string) => `schema_version: 1
suite_id: ${id}
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
