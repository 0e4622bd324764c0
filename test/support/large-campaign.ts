import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runEval } from "../../src/operations/index.ts";
import { caseText, evaluationText, profileText } from "./small-workspace.ts";
import { writeFiles } from "./temporary.ts";
import type { JudgedWorkspace } from "./viewer.ts";

export const LARGE_CASES = 1050;

/** 2,100 judged trials, enough for everything that the viewer does in stretches: 1,050 cases for two subjects, of which one is wrong now and then. */
export async function largeCampaign(): Promise<JudgedWorkspace> {
  const root = mkdtempSync(join(tmpdir(), "assay-large-"));
  const cases = Array.from({ length: LARGE_CASES }, (_, at) => [idOf(at), asking(at)] as const);
  writeFiles(root, {
    ...Object.fromEntries(cases.map(([id, text]) => [`configs/cases/${id}/test.yaml`, text])),
    "configs/suites/s.yaml":
      "schema_version: 1\nsuite_id: s\ntitle: Large\nmodels: [{ model_id: a_late }, { model_id: b_early }]\n",
    "configs/run_profiles/r.yaml": profileText("execution_policy: { max_concurrency: 16 }\n"),
    "configs/evaluation_profiles/e.yaml": evaluationText(
      "judges: [{ judge_id: main, type: llm_probe, model: offline/judge }]\njudge_runs: [{ judge_run_id: r, judge_id: main }]\naggregation: { method: median, pass_threshold: 6 }\nmax_concurrency: 16\n",
    ),
  });
  const answer = (wrongEvery: number) => ({
    version: "1",
    answer: ({ messages }: { messages: readonly { content: string | null }[] }) => {
      const number = Number(/What is (\d+)/.exec(messages.at(-1)!.content!)![1]);
      return number % wrongEvery === 0 ? "That's about right." : `${number} * 21 is ${number * 21}.`;
    },
  });
  const result = await runEval({
    ...{ cwd: root, suite: "s", runProfile: "r", evaluationProfile: "e", files: false },
    subjects: { a_late: answer(3), b_early: answer(50) },
  });
  if (result.status !== "done") throw new Error(`the campaign ended with ${result.status}`);
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

function idOf(at: number): string {
  return `case_${String(at + 1).padStart(5, "0")}`;
}

function asking(at: number): string {
  const expected = `expectations: { hard_expectations: [{ text: "States that the result is ${(at + 1) * 21}." }] }\n`;
  return caseText(idOf(at), expected).replace("content: Hi", `content: "What is ${at + 1} * 21?"`);
}
