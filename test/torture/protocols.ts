import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { goodAnswer, RUBRIC, sampleLine } from "../rubric/support.ts";
import { assay, type CliOptions, type CliResult } from "../support/assay.ts";
import {
  type ScriptedAnswer,
  type ScriptedServer,
  type SeenRequest,
  startScriptedServer,
} from "../support/scripted-server.ts";

export const PROTOCOLS = ["run-eval", "rubric", "batch"] as const;
export type Protocol = (typeof PROTOCOLS)[number];

export interface ProtocolAtWork {
  protocol: Protocol;
  cwd: string;
  provider: ScriptedServer;
  /** Judges everything, under the same names every time. */
  judge(options?: CliOptions & { words?: string[] }): Promise<CliResult>;
  judgeRequests(): SeenRequest[];
  close(): Promise<void>;
}

export interface ProtocolOptions {
  /** Questions for the judge. */
  questions?: number;
  /** The judge's text in place of a valid answer. */
  answer?: (request: SeenRequest, valid: string, index: number) => ScriptedAnswer | Promise<ScriptedAnswer>;
  /** Requests at a time. */
  atATime?: number;
  /** Characters by which a valid answer is longer than it needs to be. */
  padding?: number;
}

/** One protocol with a judge over real HTTP, in a workspace of its own. The caller closes it. */
export async function openProtocol(protocol: Protocol, options: ProtocolOptions = {}): Promise<ProtocolAtWork> {
  const { questions = 4, answer = (_, valid) => valid, atATime = 4, padding = 0 } = options;
  const asked: SeenRequest[] = [];
  const provider = await startScriptedServer((request) => {
    if (!String(request.body?.model).includes("judge")) return "2 + 2 is 4.";
    const index = asked.push(request) - 1;
    return answer(request, VALID[protocol](request, " ".repeat(padding)), index);
  });
  const cwd = mkdtempSync(join(tmpdir(), "assay-test-"));
  for (const [path, text] of Object.entries(FILES[protocol](questions, atATime))) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  const env = { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: "key-for-tests-0123456789" };
  return {
    protocol,
    cwd,
    provider,
    judge: ({ words = [], env: more, ...others } = {}) =>
      assay([...PROTOCOL_WORDS[protocol], ...words], { cwd, env: { ...env, ...more }, ...others }),
    judgeRequests: () => asked,
    async close() {
      await provider.close();
      rmSync(cwd, { recursive: true, force: true });
    },
  };
}

/** An answer that keeps the contract, with blank characters where JSON allows them. */
const VALID: Record<Protocol, (request: SeenRequest, blank: string) => string> = {
  "run-eval": (_, blank) => `${verdict(8)}${blank}`,
  rubric: (request, blank) => `${JSON.stringify(goodAnswer(request))}${blank}`,
  batch: (request, blank) => {
    const [, asked] = /<items>\n([\s\S]*?)\n<\/items>/.exec(request.body.messages[1].content)!;
    const items = JSON.parse(asked!) as { item_id: string }[];
    return `${JSON.stringify(items.map(({ item_id }) => ({ item_id, score: 4, ambiguous: false })))}${blank}`;
  },
};

/** The score of a valid answer. */
export const VALID_SCORE: Record<Protocol, number> = { "run-eval": 8, rubric: 2, batch: 4 };

/** The number of the question that a request puts. */
export function questionOf(protocol: Protocol, { body }: SeenRequest): number {
  return Number(NUMBER[protocol].exec(body.messages[1].content)?.[1]);
}

const NUMBER: Record<Protocol, RegExp> = { "run-eval": /\(c(\d+)\)/, rubric: /of q(\d+), really/, batch: /text (\d+)/ };

export interface QuestionResult {
  score: number | null;
  /** Why there is none, as the result says it. */
  problem: string | null;
}

/** The result of every question, by its number. */
export function resultsOf(protocol: Protocol, cwd: string, stdout: string): Map<number, QuestionResult> {
  return new Map(READ_RESULTS[protocol](cwd, stdout));
}

// biome-ignore lint/suspicious/noExplicitAny: results as another program would read them
type Parsed = any;

const READ_RESULTS: Record<Protocol, (cwd: string, stdout: string) => [number, QuestionResult][]> = {
  "run-eval": (_, stdout) =>
    JSON.parse(stdout).trials.map(({ case_id, score, judge_runs, reason }: Parsed) => [
      Number(case_id.slice(1)),
      { score, problem: judge_runs[0]?.iterations[0]?.problem ?? reason },
    ]),
  rubric: (cwd) =>
    readFileSync(join(cwd, "outputs/rubric/samples/judgements.jsonl"), "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line))
      .map(({ meta, scores, violations }: Parsed) => [
        Number(meta.question_id.slice(1)),
        { score: scores.clear?.score ?? null, problem: violations.map(({ message }: Parsed) => message).join("; ") },
      ]),
  batch: (cwd) =>
    JSON.parse(readFileSync(join(cwd, "outputs/batch/x/result.json"), "utf8")).items.map((item: Parsed) => [
      Number(item.item_id.slice(1)),
      { score: item.score, problem: JSON.stringify(item.opinions) },
    ]),
};

function verdict(score: number): string {
  const names = ["task", "process", "autonomy", "closeness", "efficiency", "spark"];
  const dimensions = Object.fromEntries(names.map((name) => [name, { evidence: ['It says "4".'], score }]));
  return JSON.stringify({ summary: "Fine.", dimensions, overall: { score, reason: `Worth ${score}.` } });
}

export const PROTOCOL_WORDS: Record<Protocol, string[]> = {
  "run-eval": ["run-eval", "--suite", "s", "--run-profile", "p", "--evaluation-profile", "e", "--quiet"],
  rubric: [
    "rubric",
    "judge",
    "--samples",
    "samples.jsonl",
    "--rubric",
    "rubric.json",
    "--evaluation-profile",
    "e.yaml",
    "--quiet",
  ],
  batch: ["batch", "judge", "--spec", "spec.yaml", "--items", "items.jsonl", "--name", "x", "--quiet"],
};

const JUDGE = "{ judge_id: main, type: llm_probe, model: acme/judge, retries: 0, attempts: 2 }";

const profile = (atATime: number) => `schema_version: 1
evaluation_profile_id: e
title: Judged
max_concurrency: ${atATime}
judges:
  - ${JUDGE}
judge_runs:
  - { judge_run_id: main_run, judge_id: main, repetitions: 1 }
`;

const testCase = (id: string) => `schema_version: 1
case_id: ${id}
title: Adds (${id})
runner: { type: llm_probe }
input:
  messages:
    - { role: user, content: "What is 2 + 2? (${id})" }
expectations:
  hard_expectations:
    - { text: Answers 4. }
`;

const FILES: Record<Protocol, (questions: number, atATime: number) => Record<string, string>> = {
  "run-eval": (questions, atATime) => ({
    ...Object.fromEntries(
      Array.from({ length: questions }, (_, index) => [`configs/cases/c${index}/test.yaml`, testCase(`c${index}`)]),
    ),
    "configs/suites/s.yaml":
      "schema_version: 1\nsuite_id: s\ntitle: S\nmodels:\n  - { model_id: alpha, requested_model: acme/alpha }\n",
    "configs/run_profiles/p.yaml": `schema_version: 1\nrun_profile_id: p\ntitle: P\nrunner_defaults: { retries: 0 }\nexecution_policy: { max_concurrency: ${atATime} }\n`,
    "configs/evaluation_profiles/e.yaml": profile(atATime),
  }),
  rubric: (questions, atATime) => ({
    "samples.jsonl": Array.from({ length: questions }, (_, index) =>
      sampleLine({ question_id: `q${index}`, model_output: `Because of q${index}, really.` }),
    ).join("\n"),
    "rubric.json": RUBRIC,
    "e.yaml": profile(atATime),
  }),
  batch: (questions, atATime) => ({
    "spec.yaml": JSON.stringify({
      schema_version: 1,
      metric: {
        judge: {
          rubric: "- `score` (1-5): how good the item is",
          scoring: { primary: "score" },
          model: "acme/judge",
          sample_size: questions,
          batch_size: 1,
          max_concurrency: atATime,
          attempts: 2,
          retries: 0,
        },
      },
    }),
    "items.jsonl": Array.from({ length: questions }, (_, index) =>
      JSON.stringify({ item_id: `i${index}`, text: `text ${index}` }),
    ).join("\n"),
  }),
};
