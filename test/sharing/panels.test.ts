import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runEval } from "../../src/operations/campaign/run-eval.ts";
import { packCampaign } from "../../src/operations/store/pack.ts";
import { verifyCampaign } from "../../src/operations/store/verifying/verify.ts";
import { DIMENSIONS } from "../../src/records/index.ts";
import { temporaryFolder } from "../support/temporary.ts";

const CASE = (id: string) => `schema_version: 1
case_id: ${id}
title: Adds
runner: { type: llm_probe }
input:
  messages: [{ role: user, content: What is 2 + 2? Case ${id}. }]
deterministic_checks:
  - { check_id: says-four, required: true, declarative: { kind: response_contains, text: "4" } }
`;

const workspace = (evaluation: string) => ({
  "configs/cases/one/test.yaml": CASE("one"),
  "configs/cases/two/test.yaml": CASE("two"),
  "configs/suites/s.yaml": "schema_version: 1\nsuite_id: s\ntitle: Suite\nmodels: [{ model_id: m }]\n",
  "configs/run_profiles/p.yaml":
    "schema_version: 1\nrun_profile_id: p\ntitle: P\nrunner_defaults: { retries: 0 }\nexecution_policy: { run_repetitions: 2, stop_on_runner_error: false }\n",
  "configs/evaluation_profiles/e.yaml": `schema_version: 1\nevaluation_profile_id: e\ntitle: E\n${evaluation}`,
});

const JUDGES = (method: string, sample: string) => `judges:
  - { judge_id: first, type: llm_probe, attempts: 2, retries: 0 }
  - { judge_id: second, type: llm_probe, attempts: 1, retries: 0 }
judge_runs:
  - { judge_run_id: one, judge_id: first, repetitions: 3${sample} }
  - { judge_run_id: two, judge_id: second, repetitions: 2 }
aggregation: { method: ${method}, pass_threshold: 5.5 }
`;

function verdict(score: number, evidence: string) {
  const dimensions = Object.fromEntries(
    DIMENSIONS.map((name, index) => [name, { evidence: [evidence], score: (score + index) % 10 }]),
  );
  return { summary: "Fine.", dimensions, overall: { score, reason: "Because." } };
}

/** Possible reactions of a judge: a verdict, clean or in a fence, an invented quote, something else, nothing, or a failure. */
const ANSWERS = [
  () => verdict(7.3, 'It says "It is 4".'),
  () => `Here it is:\n\`\`\`json\n${JSON.stringify(verdict(2.1, 'It says "never that".'))}\n\`\`\``,
  () => verdict(9.9, "Quotes nothing."),
  () => "I would give it a seven.",
  () => '{"summary": "half',
  () => "",
  () => {
    throw new Error("no answer today");
  },
];

describe.each(["median", "mean", "majority_vote", "all_pass"])("a panel that is aggregated by %s", (method) => {
  test.each(["", ", sample_size: 2"])("comes out the same, whatever its judges did%s", async (sample) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(ANSWERS.length - 1), { minLength: 7, maxLength: 7 }), async (choices) => {
        const cwd = temporaryFolder(workspace(JUDGES(method, sample)));
        let asked = 0;
        const judge = { version: "1", answer: () => ANSWERS[choices[asked++ % choices.length]!]!() };
        await runEval({
          cwd,
          suite: "s",
          runProfile: "p",
          evaluationProfile: "e",
          files: false,
          subjects: {
            m: { version: "1", answer: ({ repetition }) => (repetition === 1 ? "It is 4." : "It is five.") },
          },
          judges: { first: judge, second: judge },
        });
        const { differences, missing, trials, same } = await verifyCampaign({ cwd });
        expect({ differences, missing, trials, same }).toEqual({ differences: [], missing: [], trials: 4, same: 4 });
        const { file } = await packCampaign({ cwd, file: join(cwd, "x.tgz") });
        expect(await verifyCampaign({ cwd, campaign: file })).toMatchObject({ differences: [], missing: [], same: 4 });
      }),
      { numRuns: 4, seed: 7 },
    );
  });
});

test("a campaign without judges has runs to look at, and no score", async () => {
  const cwd = temporaryFolder(workspace(""));
  const subjects = { m: { version: "1", answer: () => "It is 4." } };
  await runEval({ cwd, suite: "s", runProfile: "p", evaluationProfile: "e", files: false, subjects });
  const { file, manifest } = await packCampaign({ cwd, file: "x.tgz" });
  expect(manifest.trials).toBe(4);
  expect(await verifyCampaign({ cwd, campaign: file })).toMatchObject({
    differences: [],
    missing: [],
    trials: 4,
    judged: 0,
    same: 4,
  });
});
