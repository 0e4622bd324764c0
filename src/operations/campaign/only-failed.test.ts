import { describe, expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../../../test/support/temporary.ts";
import type { FunctionRequest } from "../open/functions/function-gateways.ts";
import { runEval } from "./run-eval.ts";

const caseOf = (id: string, asks = id) => `schema_version: 1
case_id: ${id}
title: ${id}
runner: { type: llm_probe }
input:
  messages: [{ role: user, content: "${asks}" }]
`;
const WORKSPACE = {
  "configs/cases/good/test.yaml": caseOf("good"),
  "configs/cases/bad/test.yaml": caseOf("bad"),
  "configs/cases/down/test.yaml": caseOf("down"),
  "configs/cases/mute/test.yaml": caseOf("mute"),
  "configs/suites/s.yaml": "schema_version: 1\nsuite_id: s\ntitle: Suite\nmodels: [{ model_id: m }]\n",
  "configs/run_profiles/p.yaml": `schema_version: 1
run_profile_id: p
title: Profile
runner_defaults: { timeout_seconds: 5, retries: 0 }
execution_policy: { run_repetitions: 2, stop_on_runner_error: false }
`,
  "configs/evaluation_profiles/e.yaml": `schema_version: 1
evaluation_profile_id: e
title: Judged
judges: [{ judge_id: main, type: llm_probe, attempts: 1 }]
judge_runs: [{ judge_run_id: main_run, judge_id: main }]
aggregation: { method: median, pass_threshold: 6 }
`,
};
const NAMES = ["task", "process", "autonomy", "closeness", "efficiency", "spark"];
const CAMPAIGN = { suite: "s", runProfile: "p", evaluationProfile: "e", env: {}, files: false };

/** One case passes, one scores too low, one's provider is down, and one's judge gives no valid answer; all count their requests. */
function functions({ isUp = false, judgeIsSane = false } = {}) {
  const asked: string[] = [];
  const judged: string[] = [];
  const subjects = {
    mine: {
      version: "1",
      answer({ messages, repetition }: FunctionRequest) {
        const question = messages.at(-1)!.content!;
        asked.push(`${question}#${repetition}`);
        if (question === "down" && !isUp) throw new Error("no route to host");
        return `about ${question}, run ${repetition}`;
      },
    },
  };
  const judges = {
    main: {
      version: "1",
      answer({ messages }: FunctionRequest) {
        const answer = /about (\w+), run (\d)/.exec(messages.at(-1)!.content!)!;
        judged.push(`${answer[1]}#${answer[2]}`);
        if (answer[1] === "mute" && !judgeIsSane) return "I would rather not say.";
        const score = answer[1] === "bad" ? 2 : 9;
        const dimensions = Object.fromEntries(
          NAMES.map((name) => [name, { evidence: [`says "${answer[0]}"`], score }]),
        );
        return { summary: "Read.", dimensions, overall: { score, reason: "So it is." } };
      },
    },
  };
  return { asked, judged, subjects, judges };
}

describe("run-eval --only failed", () => {
  test("runs what the provider failed, asks judges that said nothing valid, and pays for nothing else", async () => {
    const cwd = temporaryFolder(WORKSPACE);
    const first = functions();
    await runEval({ ...CAMPAIGN, cwd, ...first });
    expect(first.asked).toHaveLength(8);
    const second = functions({ isUp: true, judgeIsSane: true });
    const said: string[] = [];
    const onEvent = (event: { type: string; message?: string }) =>
      void (event.type === "note" && said.push(event.message!));
    const { report } = await runEval({ ...CAMPAIGN, cwd, ...second, only: "failed" }, { onEvent });
    expect(second.asked.sort()).toEqual(["down#1", "down#2"]);
    expect(second.judged.sort()).toEqual(["down#1", "down#2", "mute#1", "mute#2"]);
    expect(report?.trials.map(({ case_id }) => case_id)).toEqual(["bad", "bad", "down", "down", "mute", "mute"]);
    expect(said).toEqual([
      "6 of 8 stored trials failed; the others stay as they are. 4 have a stored answer, which is judged again only as far as something changed or a verdict is missing; --force pays for a new one.",
    ]);
    const third = functions({ isUp: true, judgeIsSane: true });
    const after = await runEval({ ...CAMPAIGN, cwd, ...third, only: "failed" });
    expect([third.asked, third.judged]).toEqual([[], []]);
    expect(after.report?.trials.map(({ case_id }) => case_id)).toEqual(["bad", "bad"]);
  });

  test("with force, runs and judges the failed ones anew, and no others", async () => {
    const cwd = temporaryFolder(WORKSPACE);
    await runEval({ ...CAMPAIGN, cwd, ...functions({ isUp: true, judgeIsSane: true }) });
    const again = functions({ isUp: true, judgeIsSane: true });
    await runEval({ ...CAMPAIGN, cwd, ...again, only: "failed", force: true });
    expect(again.asked.sort()).toEqual(["bad#1", "bad#2"]);
    expect(again.judged.sort()).toEqual(["bad#1", "bad#2"]);
  });

  test("takes single repetitions, not all runs of a case", async () => {
    const cwd = temporaryFolder(WORKSPACE);
    const first = functions({ isUp: true, judgeIsSane: true });
    const flaky = {
      mine: {
        version: "1",
        answer: (request: FunctionRequest) => {
          if (request.messages.at(-1)!.content === "good" && request.repetition === 2) throw new Error("once");
          return first.subjects.mine.answer(request);
        },
      },
    };
    await runEval({ ...CAMPAIGN, cwd, subjects: flaky, judges: first.judges, cases: ["good"] });
    const again = functions({ isUp: true, judgeIsSane: true });
    const { report } = await runEval({ ...CAMPAIGN, cwd, ...again, only: "failed" });
    expect(again.asked).toEqual(["good#2"]);
    expect(report?.trials.map(({ repetition }) => repetition)).toEqual([2]);
  });

  test("after an edit of the case, runs the failed one as it is now", async () => {
    const cwd = temporaryFolder(WORKSPACE);
    await runEval({ ...CAMPAIGN, cwd, ...functions({ isUp: true, judgeIsSane: true }) });
    writeFiles(cwd, {
      "configs/cases/bad/test.yaml": caseOf("bad", "better"),
      "configs/cases/good/test.yaml": caseOf("good", "changed as well"),
    });
    const again = functions({ isUp: true, judgeIsSane: true });
    const { report } = await runEval({ ...CAMPAIGN, cwd, ...again, only: "failed" });
    expect(again.asked.sort()).toEqual(["better#1", "better#2"]);
    expect(report?.trials.every(({ passed }) => passed)).toBe(true);
  });

  test("can be narrowed by case, and leaves out what is not meant", async () => {
    const cwd = temporaryFolder(WORKSPACE);
    await runEval({ ...CAMPAIGN, cwd, ...functions() });
    const again = functions({ isUp: true, judgeIsSane: true });
    const { report } = await runEval({ ...CAMPAIGN, cwd, ...again, only: "failed", cases: ["down", "good"] });
    expect(report?.trials.map(({ case_id }) => case_id)).toEqual(["down", "down"]);
  });

  test("says so when nothing failed, and runs nothing", async () => {
    const cwd = temporaryFolder(WORKSPACE);
    await runEval({ ...CAMPAIGN, cwd, ...functions(), cases: ["good"] });
    const again = functions();
    expect(await runEval({ ...CAMPAIGN, cwd, ...again, only: "failed" })).toEqual({
      status: "nothing_to_do",
      report: null,
      reason: "None of 2 stored trials failed; there is nothing to do.",
    });
    expect(again.asked).toEqual([]);
  });

  test("is refused where nothing is stored: nothing can have failed", async () => {
    const again = functions();
    await expect(runEval({ ...CAMPAIGN, cwd: temporaryFolder(WORKSPACE), ...again, only: "failed" })).rejects.toThrow(
      "nothing of s/p-",
    );
    expect(again.asked).toEqual([]);
  });
});
