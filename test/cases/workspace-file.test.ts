import { describe, expect, test } from "vitest";
import { REPORT_FORMATS } from "../../src/config/schema/workspace-file.ts";
import { formatsOf } from "../../src/report/formats/index.ts";
import { caseAt, evaluationText, judged, problemsOf, profileText, suiteText } from "../support/small-workspace.ts";

const workspace = {
  ...caseAt("greet"),
  "configs/suites/s.yaml": suiteText("case_selection: { include_case_ids: [greet] }\n"),
  "configs/run_profiles/r.yaml": profileText(),
  "configs/evaluation_profiles/e.yaml": evaluationText(judged),
  "rubric.yaml": "dimensions: [{ dimension_id: d, title: D, description: x }]\n",
  "spec.yaml": "metric: x\n",
};
const problems = async (text: string, name = "assay.yaml") =>
  (await problemsOf({ ...workspace, [name]: text })).filter((line) => line.includes("assay.y"));

describe("assay.yaml accepts", () => {
  test.each([
    ["nothing but its version", ""],
    ["the id of a suite", "suite: s"],
    ["the path of a suite", "suite: configs/suites/s.yaml"],
    ["the id of a run profile", "run_profile: r"],
    ["the path of a run profile", "run_profile: ./configs/run_profiles/r.yaml"],
    ["the id of an evaluation profile", "evaluation_profile: e"],
    ["the path of an evaluation profile", "evaluation_profile: configs/evaluation_profiles/e.yaml"],
    ["a rubric", "rubric: rubric.yaml"],
    ["a rubric with a dot before it", "rubric: ./rubric.yaml"],
    ["a batch spec", "batch_spec: spec.yaml"],
    ["a batch spec that is quoted", "batch_spec: 'spec.yaml'"],
    ["one output", "output: [json]"],
    ["an output for stdout and two files", "output: [text, junit=out/junit.xml, csv=out/trials.csv]"],
    ["annotations beside a text, because they go to stderr", "output: [text, github-annotations]"],
    ["all of it", "suite: s\nrun_profile: r\nevaluation_profile: e\nrubric: rubric.yaml\noutput: [text]"],
  ])("%s", async (_, text) => {
    expect(await problems(`schema_version: 1\n${text}\n`)).toEqual([]);
  });

  test("the ending .yml", async () => {
    expect(await problems("schema_version: 1\nsuite: s\n", "assay.yml")).toEqual([]);
  });
});

describe("assay.yaml refuses", () => {
  test.each([
    ["a version of the future", "schema_version: 2", "assay.yaml:1 schema_version: expected 1"],
    ["no version", "suite: s", "schema_version"],
    ["a field that is misspelt", "schema_version: 1\nsuit: s", 'Did you mean "suite"?'],
    ["the word of a flag", "schema_version: 1\nrun-profile: r", 'Did you mean "run_profile"?'],
    [
      "a suite that is not there",
      "schema_version: 1\nsuite: ss",
      'assay.yaml:2 suite: no suite has the id "ss"; configs/suites/ has s',
    ],
    [
      "a path that leads nowhere",
      "schema_version: 1\nsuite: configs/suites/t.yaml",
      "assay.yaml:2 suite: no such suite file",
    ],
    ["an empty suite", 'schema_version: 1\nsuite: ""', "assay.yaml:2 suite: must not be empty"],
    [
      "a run profile that is not there",
      "schema_version: 1\nrun_profile: rr",
      'assay.yaml:2 run_profile: no run profile has the id "rr"',
    ],
    [
      "a list of run profiles",
      "schema_version: 1\nrun_profile: [r]",
      "assay.yaml:2 run_profile: expected text, found a list",
    ],
    [
      "an evaluation profile that is not there",
      "schema_version: 1\nevaluation_profile: f",
      "no evaluation profile has the id",
    ],
    [
      "a run profile as evaluation profile",
      "schema_version: 1\nevaluation_profile: r",
      "configs/evaluation_profiles/ has e",
    ],
    [
      "a rubric that is not there",
      "schema_version: 1\nrubric: other.yaml",
      'assay.yaml:2 rubric: no such file: "other.yaml"',
    ],
    ["a folder as rubric", "schema_version: 1\nrubric: configs", "no such file"],
    [
      "a batch spec that is not there",
      "schema_version: 1\nbatch_spec: no.yaml",
      "assay.yaml:2 batch_spec: no such file",
    ],
    ["a number as batch spec", "schema_version: 1\nbatch_spec: 3", "assay.yaml:2 batch_spec: expected"],
    ["an unknown format", "schema_version: 1\noutput: [jsn]", "assay.yaml:2 output[0]: an output takes text, json"],
    ["a misspelt format", "schema_version: 1\noutput: [markdwon=x.md]", 'Did you mean "markdown"?'],
    ["a format without its file", "schema_version: 1\noutput: [junit=]", "junit= names no file"],
    ["bytes on stdout", "schema_version: 1\noutput: [parquet]", "parquet is not text; give it a file"],
    [
      "two results on stdout",
      "schema_version: 1\noutput:\n  - text\n  - json",
      "assay.yaml:4 output[1]: text goes to stdout already",
    ],
    ["one file twice", "schema_version: 1\noutput: [csv=a, json=a]", "output[1]: csv goes to a already"],
    ["no output at all", "schema_version: 1\noutput: []", "output: expected at least 1 item"],
    ["a text as output", "schema_version: 1\noutput: json", "output: expected a list"],
    ["broken YAML", "schema_version: 1\nsuite: [s", "assay.yaml:"],
    ["a key twice", "schema_version: 1\nsuite: s\nsuite: s", "assay.yaml:3"],
    ["a list", "- suite", "assay.yaml:1"],
  ])("%s", async (_, text, says) => {
    expect((await problems(`${text}\n`)).join("\n")).toContain(says);
  });

  test("a second one beside it", async () => {
    const both = { ...workspace, "assay.yaml": "schema_version: 1\n", "assay.yml": "schema_version: 1\n" };
    expect((await problemsOf(both)).join("\n")).toContain("assay.yaml is beside assay.yml");
  });
});

test("the formats it takes are those of a campaign's report", () => {
  expect([...REPORT_FORMATS]).toEqual(formatsOf("campaign_report"));
});
