import { items, itemsAsked, spec } from "../batch/support.ts";
import { verdict } from "../judging/judged-workspace.ts";
import { goodAnswer, RUBRIC, sampleLine } from "../rubric/support.ts";
import { assay, type CliOptions, type CliResult } from "../support/assay.ts";
import {
  type ScriptedAnswer,
  type ScriptedServer,
  type SeenRequest,
  scriptedProvider,
} from "../support/scripted-provider.ts";
import { temporaryFolder } from "../support/temporary.ts";

export const PROTOCOLS = ["run-eval", "rubric", "batch"] as const;
export type Protocol = (typeof PROTOCOLS)[number];

export interface ProtocolAtWork {
  protocol: Protocol;
  cwd: string;
  provider: ScriptedServer;
  /** Judges everything, under the same names every time. */
  judge(options?: CliOptions & { words?: string[] }): Promise<CliResult>;
  judgeRequests(): SeenRequest[];
}

export interface ProtocolOptions {
  /** Questions for the judge. */
  questions?: number;
  /** What the judge says in place of a valid answer. */
  answer?: (request: SeenRequest, valid: string, index: number) => ScriptedAnswer | Promise<ScriptedAnswer>;
  /** Requests at a time. */
  atATime?: number;
  /** Characters by which a valid answer is longer than it needs to be. */
  padding?: number;
  cwd?: string;
}

/** One way of judging against a judge that speaks real HTTP, in a workspace of its own. */
export async function protocolAtWork(protocol: Protocol, options: ProtocolOptions = {}): Promise<ProtocolAtWork> {
  const { questions = 4, answer = (_, valid) => valid, atATime = 4, padding = 0 } = options;
  const asked: SeenRequest[] = [];
  const provider = await scriptedProvider((request) => {
    if (!String(request.body?.model).includes("judge")) return "2 + 2 is 4.";
    const index = asked.push(request) - 1;
    return answer(request, VALID[protocol](request, " ".repeat(padding)), index);
  });
  const files = FILES[protocol](questions, atATime);
  const cwd = options.cwd ?? temporaryFolder(files);
  const env = { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: "key-for-tests-0123456789" };
  return {
    protocol,
    cwd,
    provider,
    judge: ({ words = [], env: more, ...others } = {}) =>
      assay([...WORDS[protocol], ...words], { cwd, env: { ...env, ...more }, ...others }),
    judgeRequests: () => asked,
  };
}

/** An answer that keeps the contract, with blank characters where JSON allows them. */
export const VALID: Record<Protocol, (request: SeenRequest, blank: string) => string> = {
  "run-eval": (_, blank) => `${verdict(8)}${blank}`,
  rubric: (request, blank) => `${JSON.stringify(goodAnswer(request))}${blank}`,
  batch: (request, blank) => {
    return `${JSON.stringify(itemsAsked(request).map(({ item_id }) => ({ item_id, score: 4, ambiguous: false })))}${blank}`;
  },
};

const WORDS: Record<Protocol, string[]> = {
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
    "samples.jsonl": Array.from({ length: questions }, (_, index) => sampleLine({ question_id: `q${index}` })).join(
      "\n",
    ),
    "rubric.json": RUBRIC,
    "e.yaml": profile(atATime),
  }),
  batch: (questions, atATime) => ({
    "spec.yaml": spec({ model: "acme/judge", sample_size: questions, batch_size: 1, max_concurrency: atATime }),
    "items.jsonl": items(questions),
  }),
};
