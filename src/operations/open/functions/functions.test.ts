import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../../test/support/temporary.ts";
import { openMemoryStore } from "../../../store/index.ts";
import { report } from "../../campaign/report.ts";
import { runEval } from "../../campaign/run-eval.ts";
import { judgeBatch } from "../../judge/batches/judge-batch.ts";
import { judgeSamples } from "../../judge/samples/judge-samples.ts";
import type { FunctionRequest } from "./function-gateways.ts";

const WORKSPACE = {
  "configs/cases/sum/test.yaml": `schema_version: 1
case_id: sum
title: Adds
runner: { type: llm_probe }
input:
  messages: [{ role: user, content: What is 2 + 2? }]
`,
  "configs/suites/s.yaml": "schema_version: 1\nsuite_id: s\ntitle: Suite\nmodels: [{ model_id: m }]\n",
  "configs/run_profiles/p.yaml": `schema_version: 1
run_profile_id: p
title: Profile
runner_defaults: { timeout_seconds: 1, retries: 0 }
execution_policy: { run_repetitions: 2, stop_on_runner_error: false }
`,
  "configs/evaluation_profiles/e.yaml": `schema_version: 1
evaluation_profile_id: e
title: Judged
judges: [{ judge_id: main, type: llm_probe, attempts: 1 }]
judge_runs: [{ judge_run_id: main_run, judge_id: main }]
`,
};
const NAMES = ["task", "process", "autonomy", "closeness", "efficiency", "spark"];

function verdict(score: number) {
  const dimensions = Object.fromEntries(NAMES.map((name) => [name, { evidence: ['says "4"'], score }]));
  return { summary: "Fine.", dimensions, overall: { score, reason: "Because." } };
}

/** Functions that count their calls. */
function counted(version?: string) {
  const asked = { subject: 0, judge: 0 };
  const seen: FunctionRequest[] = [];
  const subjects = {
    mine: {
      version,
      answer: (request: FunctionRequest) => {
        asked.subject += 1;
        seen.push(request);
        return `It is 4 (${request.repetition}).`;
      },
    },
  };
  const judges = {
    main: {
      version,
      answer: async () => {
        asked.judge += 1;
        return verdict(7);
      },
    },
  };
  return { asked, seen, subjects, judges };
}

const CAMPAIGN = { suite: "s", runProfile: "p", evaluationProfile: "e", env: {} };

describe("a function as subject or judge", () => {
  test("answers as a model would, and with a version its answers are reused", async () => {
    const cwd = temporaryFolder(WORKSPACE);
    const first = counted("1");
    const { report: judged } = await runEval({ ...CAMPAIGN, cwd, ...first });
    expect(judged?.model_summaries).toMatchObject([{ model_id: "mine", score: 7, scored: 2 }]);
    expect(first.asked).toEqual({ subject: 2, judge: 2 });
    expect(first.seen[0]?.messages).toEqual([{ role: "user", content: "What is 2 + 2?" }]);
    const second = counted("1");
    await runEval({ ...CAMPAIGN, cwd, ...second });
    expect(second.asked).toEqual({ subject: 0, judge: 0 });
    const stored = await report({ ...CAMPAIGN, cwd, subjects: second.subjects, judges: second.judges });
    expect(stored.totals.scored).toBe(2);
    const newer = counted("2");
    await runEval({ ...CAMPAIGN, cwd, ...newer });
    expect(newer.asked).toEqual({ subject: 2, judge: 2 });
  });

  test("is asked under each of the suite's variants, and one of them can be chosen", async () => {
    const variants = "variants: [{ variant_id: plain }, { variant_id: kind, system_prompt: Be kind. }]\n";
    const cwd = temporaryFolder({
      ...WORKSPACE,
      "configs/suites/s.yaml": `${WORKSPACE["configs/suites/s.yaml"]}${variants}`,
    });
    const first = counted("1");
    const { report: judged } = await runEval({ ...CAMPAIGN, cwd, ...first, variants: ["kind"] });
    expect(judged?.model_summaries).toMatchObject([{ model_id: "mine+kind", scored: 2 }]);
    expect(first.seen[0]?.messages).toEqual([
      { role: "system", content: "Be kind." },
      { role: "user", content: "What is 2 + 2?" },
    ]);
    const both = await runEval({ ...CAMPAIGN, cwd, ...counted("1") });
    expect(both.report?.models.map(({ model_id }) => model_id)).toEqual(["mine+plain", "mine+kind"]);
  });

  test("without a version is asked every time", async () => {
    const cwd = temporaryFolder(WORKSPACE);
    for (let time = 0; time < 2; time += 1) {
      const functions = counted();
      await runEval({ ...CAMPAIGN, cwd, ...functions });
      expect(functions.asked).toEqual({ subject: 2, judge: 2 });
    }
  });

  test("that throws, hangs or answers nonsense is a failed trial or an invalid verdict, never a crash", async () => {
    const cwd = temporaryFolder(WORKSPACE);
    const store = openMemoryStore();
    const broken = async (answer: () => never | Promise<never>) => {
      const subjects = { mine: { answer } };
      const result = await runEval({ ...CAMPAIGN, cwd, store, subjects, judges: counted().judges });
      return result.report!.trials.map(({ run_status }) => run_status);
    };
    expect(
      await broken(() => {
        throw new Error("no");
      }),
    ).toEqual(["provider_error", "provider_error"]);
    expect(await broken(() => new Promise(() => {}))).toEqual(["timed_out", "timed_out"]);
    const { subjects } = counted();
    const judges = { main: { answer: () => "I liked it." } };
    const { report: unscored } = await runEval({ ...CAMPAIGN, cwd, store, subjects, judges });
    expect(unscored?.totals).toMatchObject({ scored: 0, unscored: 2 });
    await store.close();
  });

  test("in the place of a judge that does not exist is refused before anything runs", async () => {
    const cwd = temporaryFolder(WORKSPACE);
    const functions = counted();
    const judges = { other: functions.judges.main };
    await expect(runEval({ ...CAMPAIGN, cwd, subjects: functions.subjects, judges })).rejects.toThrow(
      "there is no judge other that a function could take the place of; there is main",
    );
    expect(functions.asked.subject).toBe(0);
  });

  test("that is not given as its answer is refused before anything runs", async () => {
    const cwd = temporaryFolder(WORKSPACE);
    const { asked, subjects, judges } = counted();
    const bare = { mine: (() => "4") as never };
    await expect(runEval({ ...CAMPAIGN, cwd, subjects: bare, judges })).rejects.toThrow(
      "mine is no function that can be asked: it must be { answer: (request) => … }",
    );
    await expect(runEval({ ...CAMPAIGN, cwd, subjects, judges: { main: {} as never } })).rejects.toThrow("judge/main");
    expect(asked).toEqual({ subject: 0, judge: 0 });
  });

  test("leaves nothing on the disk with a store in memory", async () => {
    const cwd = temporaryFolder(WORKSPACE);
    const store = openMemoryStore();
    const { report: judged } = await runEval({ ...CAMPAIGN, cwd, store, files: false, ...counted("1") });
    expect(judged?.totals.scored).toBe(2);
    await expect(report({ ...CAMPAIGN, cwd, store, ...counted("1") })).resolves.toMatchObject({
      totals: { scored: 2 },
    });
    await store.close();
    await expect(report({ ...CAMPAIGN, cwd, ...counted("1") })).resolves.toMatchObject({ totals: { scored: 0 } });
  });

  test("judges samples by a rubric", async () => {
    const cwd = temporaryFolder({
      "samples.jsonl": `${JSON.stringify({
        meta: { run_id: "r", model: "x", prompt_variant: "v", eval_set_variant: "s", question_id: "q" },
        question: "What is 2 + 2?",
        model_output: "It is certainly four.",
      })}\n`,
      "rubric.yaml": `dimensions:
  - id: clear
    name: Clear
    scale: 0-1
    definition: Says it clearly.
    bands: [{ score: 0, criteria: No. }, { score: 1, criteria: Yes. }]
`,
    });
    const answer = ({ messages }: FunctionRequest) => ({
      meta: JSON.parse(messages[1]!.content!).meta,
      scores: { clear: { score: 1, evidence: ["certainly four"], rationale: "It says so." } },
      failure_tags: [],
      notes: "",
    });
    const judged = await judgeSamples({
      ...{ cwd, env: {}, samples: "samples.jsonl", rubric: "rubric.yaml", model: "any" },
      judges: { judge: { answer, version: "1" } },
    });
    expect(judged.summary.judgements).toMatchObject({ verdicts: 1, invalid: 0 });
  });

  test("judges a batch", async () => {
    const spec = { schema_version: 1, metric: { judge: { rubric: "- `score` (1-5)", scoring: { primary: "score" } } } };
    const cwd = temporaryFolder({
      "spec.yaml": JSON.stringify(spec),
      "items.jsonl": '{"item_id":"a"}\n{"item_id":"b"}\n',
    });
    const answer = () => JSON.stringify(["a", "b"].map((item_id) => ({ item_id, score: 4, ambiguous: false })));
    const { result } = await judgeBatch({
      ...{ cwd, env: {}, spec: "spec.yaml", items: "items.jsonl" },
      judges: { judge: { answer, version: "1" } },
    });
    expect(result.items.map(({ score }) => score)).toEqual([4, 4]);
  });
});
