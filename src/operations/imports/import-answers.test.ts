import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { importAnswers, judgeSamples } from "../index.ts";

async function importing(name: string, content: string | Uint8Array) {
  const cwd = temporaryFolder({ [name]: content });
  const report = await importAnswers({ cwd, file: name });
  const samples = readFileSync(join(cwd, "samples.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  return { cwd, report, samples };
}

const promptfooResults = {
  evalId: "eval-1",
  config: { description: "Capitals" },
  results: {
    version: 3,
    results: [
      {
        promptIdx: 0,
        testIdx: 0,
        provider: { id: "openai:gpt-5", label: "" },
        prompt: { raw: "Be brief: France?", label: "brief" },
        vars: { country: "France" },
        response: { output: "Paris" },
        success: true,
        score: 1,
      },
      {
        promptIdx: 1,
        testIdx: 0,
        provider: { id: "openai:gpt-5" },
        prompt: { raw: '[{"role":"system","content":"secret"},{"role":"user","content":"Capital?"}]', label: "x" },
        vars: {},
        response: { output: { city: "Paris" } },
      },
      {
        promptIdx: 0,
        testIdx: 1,
        provider: { id: "openai:gpt-5" },
        prompt: { raw: "?", label: "brief" },
        vars: { country: "Spain" },
        error: "API error: 500",
      },
    ],
  },
};

const inspectSample = (id: number, epoch: number, output: object) => ({
  id,
  epoch,
  input: [
    { role: "system", content: "Hidden." },
    { role: "user", content: `Question ${id}` },
  ],
  output,
});
const header = { version: 2, status: "success", eval: { task: "capitals", model: "openai/gpt-5", run_id: "r" } };
const completed = inspectSample(1, 1, { model: "gpt-5-2026", completion: "Paris" });
const inParts = inspectSample(1, 2, {
  choices: [{ message: { role: "assistant", content: [{ type: "reasoning" }, { type: "text", text: "Rome" }] } }],
});
const broken = { ...inspectSample(2, 1, {}), error: { message: "time-out" } };

describe("answers of other programs become samples", () => {
  test("from JSONL, line by line, and what is no answer is told with its line", async () => {
    const { report, samples } = await importing(
      "answers.jsonl",
      [
        '{"question":"Why?","answer":"Because.","model":"a/b","variant":"v1","case":"c1"}',
        "",
        '{"input":"When?","output":"Now.","model":"a/b"}',
        '{"question":"Who?","model":"a/b"}',
        '{"question":"Who?","answer":"Me."}',
        "{broken",
        "42",
      ].join("\n"),
    );
    expect(
      samples.map(({ meta, question, model_output }) => [
        meta.model,
        meta.prompt_variant,
        meta.question_id,
        question,
        model_output,
      ]),
    ).toEqual([
      ["a/b", "v1", "c1", "Why?", "Because."],
      ["a/b", "imported", "line-2", "When?", "Now."],
    ]);
    expect(
      report.entries
        .filter(({ outcome }) => outcome === "not_translated")
        .flatMap(({ places }) => places)
        .sort(),
    ).toEqual(["answers.jsonl:4", "answers.jsonl:5", "answers.jsonl:6", "answers.jsonl:7"]);
  });

  test("from results of promptfoo, without the prompt that would give the variant away", async () => {
    const { report, samples } = await importing("results.json", JSON.stringify(promptfooResults));
    expect(report).toMatchObject({ made_by: "promptfoo", counts: { samples: 2, not_translated: 1 } });
    expect(
      samples.map(({ meta, question, model_output }) => [
        meta.model,
        meta.prompt_variant,
        meta.eval_set_variant,
        question,
        model_output,
      ]),
    ).toEqual([
      ["openai:gpt-5", "brief", "Capitals", "France", "Paris"],
      ["openai:gpt-5", "x", "Capitals", "Capital?", '{"city":"Paris"}'],
    ]);
  });

  test("from a log of Inspect in JSON, without its system message", async () => {
    const { report, samples } = await importing(
      "log.json",
      JSON.stringify({ ...header, samples: [completed, inParts, broken] }),
    );
    expect(report).toMatchObject({ made_by: "inspect", counts: { samples: 2, not_translated: 1 } });
    expect(
      samples.map(({ meta, question, model_output }) => [
        meta.model,
        meta.question_id,
        meta.repetition,
        question,
        model_output,
      ]),
    ).toEqual([
      ["gpt-5-2026", "1", 1, "Question 1", "Paris"],
      ["openai/gpt-5", "1", 2, "Question 1", "Rome"],
    ]);
  });

  test("from an .eval archive that Python's zipfile wrote", async () => {
    const cwd = temporaryFolder({
      "make.py":
        "import json, sys, zipfile\nparts = json.load(sys.stdin)\nwith zipfile.ZipFile('log.eval', 'w', zipfile.ZIP_DEFLATED) as log:\n    for name, value in parts.items():\n        log.writestr(name, json.dumps(value))\n",
    });
    const parts = {
      "header.json": header,
      "samples/1_epoch_1.json": completed,
      "samples/1_epoch_2.json": inParts,
      "summaries.json": [],
    };
    execFileSync("python3", ["make.py"], { cwd, input: JSON.stringify(parts) });
    const report = await importAnswers({ cwd, file: "log.eval", out: "inspected.jsonl" });
    expect(report).toMatchObject({ made_by: "inspect", counts: { samples: 2, not_translated: 0 } });
    const whole = readFileSync(join(cwd, "log.eval"));
    for (let cut = 1; cut < whole.length; cut += 37) {
      writeFileSync(join(cwd, "cut.eval"), whole.subarray(0, cut));
      await expect(importAnswers({ cwd, file: "cut.eval", out: "never.jsonl" })).rejects.toThrow(/cannot be imported/);
    }
  });

  test("that say where they come from, and can be judged", async () => {
    const { cwd, samples } = await importing(
      "answers.jsonl",
      '{"question":"Greet.","answer":"Please come in.","model":"a/b"}\n',
    );
    expect(samples[0].meta).toMatchObject({
      run_id: expect.stringMatching(/^imported\/[0-9a-f]{12}\/1$/),
      imported_from: "answers.jsonl",
      imported_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      made_by: "jsonl",
    });
    const bands = [
      { score: 0, criteria: "It is rude." },
      { score: 1, criteria: "It is polite." },
    ];
    const rubric = {
      dimensions: [{ id: "politeness", name: "Politeness", scale: "0-1", definition: "Whether it is polite.", bands }],
    };
    writeFileSync(join(cwd, "rubric.json"), JSON.stringify(rubric));
    const { manifest } = await judgeSamples({
      cwd,
      samples: "samples.jsonl",
      rubric: "rubric.json",
      model: "offline/judge",
      name: "imported",
    });
    expect(manifest.judgements).toMatchObject({ verdicts: 1 });
  });

  test.each([
    ["nothing.txt", "hello", /neither JSONL/],
    ["empty.jsonl", "", /neither JSONL/],
    ["list.json", "[1,2]", /none of its 2 entries is an answer/],
    ["other.eval", Buffer.from("PK\u0003\u0004 not really a zip"), /not a zip archive/],
  ])("but %s does not", async (name, content, message) => {
    const cwd = temporaryFolder({ [name]: content });
    await expect(importAnswers({ cwd, file: name })).rejects.toThrow(message);
  });

  test("and nothing is overwritten", async () => {
    const { cwd } = await importing("answers.jsonl", '{"question":"a","answer":"b","model":"c"}\n');
    await expect(importAnswers({ cwd, file: "answers.jsonl" })).rejects.toThrow(/already there/);
  });
});
