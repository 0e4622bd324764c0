import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { calibrate, importLabels, runEval } from "../../src/index.ts";
import { DIMENSIONS } from "../../src/records/index.ts";
import { projectRoot } from "../support/project-root.ts";
import { temporaryFolder, writeFiles } from "../support/temporary.ts";

interface StudyRow {
  file: string;
  total: number;
}

/** The rows of a public study about judges whose prompt was changed: one total from 0 to 10 for each judged file. */
function study(version: string): StudyRow[] {
  const path = join(projectRoot, "test", "fixtures", "prompt-drift-study", version, "scores_long.csv");
  const [head, ...rows] = readFileSync(path, "utf8").trim().split(/\r?\n/);
  const columns = head!.split(",");
  const cell = (row: string, name: string) => row.split(",")[columns.indexOf(name)]!;
  return rows
    .filter((row) => cell(row, "generator_model") === "gemini")
    .map((row) => ({
      file: cell(row, "file").split("/").at(-1)!.replace(".pdf", ""),
      total: Number(cell(row, "total")),
    }))
    .sort((one, other) => (one.file < other.file ? -1 : 1));
}

// No human took part in this study: all of its totals are by LLMs. As labels it offers another judge's scores of the same files,
// from before the prompt became strict. They tell how far two instruments agree, and nothing about which is right; and the 16
// files were not drawn at random. So agreement is measured, and nothing may be corrected.
test("a public study, from its files to the verdict: the strict judge says 10 whatever it sees, and another judge's scores correct nothing", async () => {
  const before = study("v1_paraphrase_judge");
  const after = study("v2_schema_strict_judge");
  expect(after.map(({ file }) => file)).toEqual(before.map(({ file }) => file));
  const root = temporaryFolder();
  const profile = { suite: "study", runProfile: "plain", evaluationProfile: "strict" };
  writeFiles(root, {
    "configs/suites/study.yaml": JSON.stringify({
      schema_version: 1,
      suite_id: "study",
      title: "Study",
      models: [{ model_id: "gemini", requested_model: "offline/diligent" }],
    }),
    "configs/run_profiles/plain.yaml": JSON.stringify({ schema_version: 1, run_profile_id: "plain", title: "Plain" }),
    "configs/evaluation_profiles/strict.yaml": JSON.stringify({
      schema_version: 1,
      evaluation_profile_id: "strict",
      title: "The study's second judge",
      judges: [{ judge_id: "strict", type: "llm_probe", model: "offline/judge" }],
      judge_runs: [{ judge_run_id: "strict", judge_id: "strict" }],
      aggregation: { method: "median", pass_threshold: 6 },
    }),
    ...Object.fromEntries(
      before.map(({ file }) => [
        `configs/cases/${file}/test.yaml`,
        JSON.stringify({
          schema_version: 1,
          case_id: file,
          title: file,
          runner: { type: "llm_probe" },
          input: { messages: [{ role: "user", content: `Write ${file}.` }] },
          expectations: { hard_expectations: [{ text: "Keeps to the form." }] },
        }),
      ]),
    ),
    "labels.csv": `trial,value\n${before.map(({ file, total }) => `gemini/${file}/1,${total}`).join("\n")}\n`,
  });
  const judged = await runEval({
    ...profile,
    cwd: root,
    subjects: { gemini: { version: "1", answer: ({ messages }) => `This is it. ${messages.at(-1)?.content}` } },
    judges: {
      strict: {
        version: "1",
        answer({ messages }) {
          const asked = String(messages[1]?.content);
          const score = after.find(({ file }) => asked.includes(file))!.total;
          const dimensions = DIMENSIONS.map((name) => [name, { evidence: ["This is it."], score }]);
          return { summary: "As published.", dimensions: Object.fromEntries(dimensions), overall: { score } };
        },
      },
    },
  });
  expect(judged.status).toBe("done");
  const imported = await importLabels({
    cwd: root,
    file: "labels.csv",
    annotator: "first_judge",
    question: "score:overall",
  });
  expect(imported).toMatchObject({ imported: 16, refused: [] });
  const { questions } = await calibrate({ cwd: root, suite: "study" });
  const [found] = questions;
  const [strict] = found!.judges;
  // NumPy on the published tables: all of the second judge's totals are 10, and the first judge's lie 2.0 below on average.
  expect(strict!.agreement.level_bias).toMatchObject({ value: 2 });
  expect(strict!.agreement.accuracy).toMatchObject({ value: 1 });
  expect(strict!.agreement.rank).toEqual({ kind: "undefined", reason: "all values of one side are equal" });
  expect(found!.humans.annotators).toEqual([{ annotator: "first_judge", labels: 16 }]);
  expect(found!.corrections).toMatchObject({
    kind: "undefined",
    reason: expect.stringContaining("the labels were not drawn at random"),
  });
  // One label for each, so agreement between people is unknown.
  expect(found!.humans).toMatchObject({ shared: 0, same: null });
  expect(strict!.alternative_annotator).toMatchObject({ kind: "undefined" });
  expect(found!.good_enough).toMatchObject({ kind: "undefined" });
});
