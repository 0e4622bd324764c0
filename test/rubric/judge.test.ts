import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { scriptedProvider } from "../support/scripted-provider.ts";
import { storedCall } from "../support/stored.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { answered, askedSample, filesBelow, goodAnswer, judgeEnv, judgements, RUBRIC, sampleLine } from "./support.ts";

const JUDGE = ["rubric", "judge", "--samples", "samples.jsonl", "--rubric", "rubric.json"];
const workspace = (lines: string[], files: Record<string, string> = {}) =>
  temporaryFolder({ "samples.jsonl": `${lines.join("\n")}\n`, "rubric.json": RUBRIC, ...files });

describe("blindness", () => {
  test("no byte that is sent tells the model, the variant or the eval set; the tables have them back", async () => {
    const provider = await scriptedProvider((request) => answered(goodAnswer(request)));
    const folder = workspace([sampleLine(), sampleLine({ prompt_variant: "other-variant" })]);
    const env = judgeEnv(provider.baseUrl);
    expect(await assay([...JUDGE, "--model", "acme/judge"], { cwd: folder, env })).toMatchObject({ code: 0 });
    const sent = JSON.stringify(provider.requests);
    for (const label of ["acme/writer-9", "secret-variant", "other-variant", "secret-set", "run-", "q1"])
      expect(sent).not.toContain(label);
    expect(
      judgements(folder)
        .map(({ meta }) => meta.prompt_variant)
        .sort(),
    ).toEqual(["other-variant", "secret-variant"]);
    expect(readFileSync(join(folder, "outputs/rubric/samples/scores_long.csv"), "utf8")).toContain("acme/writer-9");
  });

  test("what is sent differs between samples in the tokens, the question and the output, and in nothing else", async () => {
    const provider = await scriptedProvider((request) => answered(goodAnswer(request)));
    const [first, second] = [JSON.parse(sampleLine()), JSON.parse(sampleLine({ model_output: "Because of one." }))];
    const { question_id, ...others } = second.meta;
    const lines = [
      { ...first, model_output: "Because of one." },
      { ...second, meta: { is_baseline: true, question_id, ...others, prompt_variant: null, eval_set_variant: null } },
    ];
    const folder = workspace(lines.map((line) => JSON.stringify(line)));
    const env = judgeEnv(provider.baseUrl);
    expect(await assay([...JUDGE, "--model", "acme/judge"], { cwd: folder, env })).toMatchObject({ code: 0 });
    const [one, other] = provider.requests.map(({ body }) => JSON.stringify(body).replace(/id-[0-9a-f]{16}/g, "token"));
    expect(one).toBe(other);
    expect(judgements(folder).find(({ meta }) => meta.is_baseline)?.meta.prompt_variant).toBeNull();
  });

  test("two samples share no token, and one sample always has the same", async () => {
    const provider = await scriptedProvider((request) => answered(goodAnswer(request)));
    const folder = workspace([sampleLine(), sampleLine()]);
    const env = judgeEnv(provider.baseUrl);
    await assay([...JUDGE, "--model", "acme/judge", "--repetitions", "2"], { cwd: folder, env });
    const tokens = provider.requests.map((request) => Object.values(askedSample(request).meta));
    expect(new Set(tokens.map((list) => list.join())).size).toBe(2);
    expect(new Set(tokens.flat()).size).toBe(10);
  });

  test("samples whose text names their own model are sent without the name, and the user is told how many", async () => {
    const provider = await scriptedProvider((request) => answered(goodAnswer(request)));
    const folder = workspace([sampleLine(), sampleLine({ model_output: "As Writer-9, I know." })]);
    const env = judgeEnv(provider.baseUrl);
    const { stderr } = await assay([...JUDGE, "--model", "acme/judge"], { cwd: folder, env });
    expect(stderr).toContain("1 of 2 samples names its own model or variant");
    expect(provider.requests.map((request) => askedSample(request).model_output)).toContain(
      "As [name removed], I know.",
    );
    const manifest = JSON.parse(readFileSync(join(folder, "outputs/rubric/samples/manifest.json"), "utf8"));
    expect(manifest.samples.naming_themselves).toBe(1);
    const summary = JSON.parse(readFileSync(join(folder, "outputs/rubric/samples/summary.json"), "utf8"));
    expect(summary.self_naming).toMatchObject({ samples: 1 });
    expect(judgements(folder).map(({ names_itself }) => names_itself)).toContain(true);
  });

  test("--reveal-meta sends the labels as they are", async () => {
    const provider = await scriptedProvider((request) => answered(goodAnswer(request)));
    const folder = workspace([sampleLine()]);
    const env = judgeEnv(provider.baseUrl);
    await assay([...JUDGE, "--model", "acme/judge", "--reveal-meta"], { cwd: folder, env });
    expect(askedSample(provider.requests[0]!).meta).toMatchObject({
      model: "acme/writer-9",
      prompt_variant: "secret-variant",
    });
  });

  test("tokens that a judge mentions are put back into its words", async () => {
    const provider = await scriptedProvider((request) => {
      const answer = goodAnswer(request);
      return answered({ ...answer, notes: `${answer.meta.question_id} is short.` });
    });
    const folder = workspace([sampleLine({ question_id: "kettle" })]);
    await assay([...JUDGE, "--model", "acme/judge"], { cwd: folder, env: judgeEnv(provider.baseUrl) });
    expect(judgements(folder)[0].notes).toBe("kettle is short.");
  });

  test("a sample is judged alone: every request holds one", async () => {
    const provider = await scriptedProvider((request) => answered(goodAnswer(request)));
    const folder = workspace([sampleLine(), sampleLine(), sampleLine()]);
    await assay([...JUDGE, "--model", "acme/judge"], { cwd: folder, env: judgeEnv(provider.baseUrl) });
    for (const { body } of provider.requests) expect(body.messages).toHaveLength(2);
    expect(provider.requests).toHaveLength(3);
  });
});

describe("the contract", () => {
  test("a judge that breaks it is asked again with the rules named, and its second answer counts", async () => {
    const provider = await scriptedProvider((request, index) => {
      const answer = goodAnswer(request);
      if (index > 0) return answered(answer);
      answer.scores.clear.evidence = ["words that nobody wrote"];
      return answered(answer);
    });
    const folder = workspace([sampleLine()]);
    const env = judgeEnv(provider.baseUrl);
    expect(await assay([...JUDGE, "--model", "acme/judge"], { cwd: folder, env })).toMatchObject({ code: 0 });
    const followUp = provider.requests[1]!.body.messages.at(-1).content;
    expect(followUp).toContain("`scores.clear.evidence[0]`: this is not in model_output word for word");
    const [judgement] = judgements(folder);
    expect(judgement).toMatchObject({
      status: "verdict",
      attempts: 2,
      broken_rules: { evidence_not_verbatim: 1 },
      evidence: { quoted: 2, verified: 1 },
      cost_usd: 0.02,
    });
    expect(await storedCall(folder, judgement.call_id)).toMatchObject({
      call_id: judgement.call_id,
      attempts: [{}, {}],
      result: { status: "verdict" },
    });
  });

  test("what stays invalid is kept with its rules, left out of the means, and asked again next time", async () => {
    let isGood = false;
    const provider = await scriptedProvider((request) =>
      answered(isGood || askedSample(request).model_output === "good" ? goodAnswer(request) : "```json\n{}\n```"),
    );
    const folder = workspace([sampleLine({ model_output: "good" }), sampleLine({ model_output: "bad" })]);
    const options = { cwd: folder, env: judgeEnv(provider.baseUrl) };
    const first = await assay([...JUDGE, "--model", "acme/judge"], options);
    expect(first.code).toBe(1);
    expect(first.stdout).toContain("1 valid judgement of 2 samples, 1 invalid");
    const invalid = readFileSync(join(folder, "outputs/rubric/samples/invalid.csv"), "utf8");
    expect(invalid.split("\n")[1]).toContain(",invalid,not_json,");
    expect(readFileSync(join(folder, "outputs/rubric/samples/scores_grouped.csv"), "utf8")).toContain(",1,2.0,2.0\n");
    expect(provider.requests).toHaveLength(4);
    isGood = true;
    expect(await assay([...JUDGE, "--model", "acme/judge"], options)).toMatchObject({ code: 0 });
    expect(provider.requests).toHaveLength(5);
  });

  test("a Chinese rubric is asked and corrected in Chinese, whatever the samples are written in", async () => {
    const provider = await scriptedProvider((request, index) =>
      answered(index === 0 ? { ...goodAnswer(request), failure_tags: ["Z"] } : goodAnswer(request)),
    );
    const folder = workspace([sampleLine()], {
      "rubric.json": RUBRIC.replace("Whether the output is clear.", "是否清楚"),
    });
    await assay([...JUDGE, "--model", "acme/judge"], { cwd: folder, env: judgeEnv(provider.baseUrl) });
    expect(provider.requests[0]!.body.messages[0].content).toContain("你是一名严格的评测员");
    expect(provider.requests[1]!.body.messages.at(-1).content).toContain("失败标签只能是");
  });
});

describe("nothing is paid for twice", () => {
  test("a second call asks nobody and leaves the same bytes; under another name as well", async () => {
    const provider = await scriptedProvider((request) => answered(goodAnswer(request)));
    const folder = workspace([sampleLine(), sampleLine()]);
    const options = { cwd: folder, env: judgeEnv(provider.baseUrl) };
    await assay([...JUDGE, "--model", "acme/judge"], options);
    const before = filesBelow(join(folder, "outputs"));
    const again = await assay([...JUDGE, "--model", "acme/judge"], options);
    expect(filesBelow(join(folder, "outputs"))).toEqual(before);
    expect(again.stderr).toContain("New: 0 calls, $0.0000. Reused: 2 calls, which had cost $0.0200.");
    await assay([...JUDGE, "--model", "acme/judge", "--name", "other"], options);
    expect(provider.requests).toHaveLength(2);
  });

  test("raising the repetitions from 1 to 3 asks twice more per sample", async () => {
    const provider = await scriptedProvider((request) => answered(goodAnswer(request)));
    const folder = workspace([sampleLine(), sampleLine()]);
    const options = { cwd: folder, env: judgeEnv(provider.baseUrl) };
    await assay([...JUDGE, "--model", "acme/judge"], options);
    await assay([...JUDGE, "--model", "acme/judge", "--repetitions", "3"], options);
    expect(provider.requests).toHaveLength(6);
  });

  test("--force asks again", async () => {
    const provider = await scriptedProvider((request) => answered(goodAnswer(request)));
    const folder = workspace([sampleLine()]);
    const options = { cwd: folder, env: judgeEnv(provider.baseUrl) };
    await assay([...JUDGE, "--model", "acme/judge"], options);
    await assay([...JUDGE, "--model", "acme/judge", "--force"], options);
    expect(provider.requests).toHaveLength(2);
  });

  test("adding samples asks only about the new ones", async () => {
    const provider = await scriptedProvider((request) => answered(goodAnswer(request)));
    const lines = [sampleLine(), sampleLine()];
    const folder = workspace(lines.slice(0, 1));
    const options = { cwd: folder, env: judgeEnv(provider.baseUrl) };
    await assay([...JUDGE, "--model", "acme/judge"], options);
    writeFileSync(join(folder, "samples.jsonl"), lines.join("\n"));
    await assay([...JUDGE, "--model", "acme/judge"], options);
    expect(provider.requests).toHaveLength(2);
  });
});

describe("judges of an evaluation profile", () => {
  test("each has its own model, options, endpoint, repetitions and system prompt", async () => {
    const first = await scriptedProvider((request) => answered(goodAnswer(request, 2)));
    const second = await scriptedProvider((request) => answered(goodAnswer(request, 1)));
    const folder = workspace([sampleLine({ model: "acme/one" })], {
      "profile.yaml": `
schema_version: 1
evaluation_profile_id: two
title: Two judges
judge_system_prompt: Judge as I say.
judges:
  - { judge_id: one, type: llm_probe, model: acme/one, temperature: 0, gateway: { base_url: "${first.baseUrl}" } }
  - { judge_id: two, type: llm_probe, model: acme/two, request_options: { top_p: 0.5 }, gateway: { base_url: "${second.baseUrl}" } }
judge_runs:
  - { judge_run_id: first, judge_id: one, repetitions: 2 }
  - { judge_run_id: second, judge_id: two }
`,
    });
    const { code, stdout } = await assay([...JUDGE, "--evaluation-profile", "profile.yaml"], { cwd: folder });
    expect(code).toBe(0);
    expect(first.requests.map(({ body }) => [body.model, body.temperature])).toEqual([
      ["acme/one", 0],
      ["acme/one", 0],
    ]);
    expect(second.requests.map(({ body }) => [body.model, body.top_p])).toEqual([["acme/two", 0.5]]);
    expect(first.requests[0]!.body.messages[0].content).toBe("Judge as I say.");
    expect(stdout).toContain("self-judging: 2 judgements");
    const summary = JSON.parse(readFileSync(join(folder, "outputs/rubric/samples/summary.json"), "utf8"));
    expect(summary.judges.map(({ judge, self_judged }: Record<string, unknown>) => [judge, self_judged])).toEqual([
      ["first", 2],
      ["second", 0],
    ]);
    expect(summary.judges[0].self_consistency[0]).toMatchObject({ samples: 1, always_equal: 1 });
  });

  test("settings that mean nothing to rubric judging are named", async () => {
    const folder = workspace([sampleLine()], {
      "profile.yaml": `
schema_version: 1
evaluation_profile_id: p
title: P
judges: [{ judge_id: offline, type: llm_probe, model: offline/judge }]
judge_runs: [{ judge_run_id: offline, judge_id: offline }]
aggregation: { method: mean }
`,
    });
    const { code, stderr } = await assay([...JUDGE, "--evaluation-profile", "profile.yaml"], { cwd: folder });
    expect(code).toBe(0);
    expect(stderr).toContain("Note: aggregation of the evaluation profile");
  });
});

test("--dry-run prints the first prompt, asks nobody and writes nothing", async () => {
  const folder = workspace([sampleLine(), sampleLine()]);
  const { code, stdout, stderr } = await assay([...JUDGE, "--model", "offline/judge", "--dry-run"], { cwd: folder });
  expect(code).toBe(0);
  expect(stdout).toContain("You are a strict judge.");
  expect(stdout).toContain('"model_output": "Because of');
  expect(stderr).toContain("2 calls for 2 samples");
  expect(existsSync(join(folder, "outputs"))).toBe(false);
});

test("--dry-run subtracts the answers that are stored, and says what the rest may cost", async () => {
  const provider = await scriptedProvider((request) => answered(goodAnswer(request)));
  const lines = [sampleLine(), sampleLine(), sampleLine()];
  const folder = workspace(lines.slice(0, 2));
  const judge = (...words: string[]) =>
    assay([...JUDGE, "--model", "acme/judge", ...words], { cwd: folder, env: judgeEnv(provider.baseUrl) });
  expect((await judge("--dry-run")).stderr).toContain(
    "2 calls for 2 samples. 0 stored already, at most 2 calls to make (at most 6 requests, when answers break their contract): cost unknown",
  );
  await judge();
  expect((await judge("--dry-run")).stderr).toContain("All 2 answers are stored; nothing would be paid.");
  writeFileSync(join(folder, "samples.jsonl"), `${lines.join("\n")}\n`);
  expect((await judge("--dry-run")).stderr).toContain("2 stored already, at most 1 call to make");
  expect((await judge("--dry-run")).stderr).toContain("about $0.010 (from 2 stored calls)");
  expect(provider.requests).toHaveLength(2);
});

test("summarize makes the same tables again from the judgements, without a call", async () => {
  const folder = workspace([sampleLine({ prompt_variant: "a" }), sampleLine({ prompt_variant: "b" })]);
  await assay([...JUDGE, "--model", "offline/judge"], { cwd: folder });
  const before = filesBelow(join(folder, "outputs/rubric"));
  const words = ["rubric", "summarize", "--from", "outputs/rubric/samples", "--group-by", "question_id,model"];
  expect(await assay(words, { cwd: folder })).toMatchObject({ code: 0 });
  const { "/samples/scores_grouped_by_question_id_model.csv": extra, ...same } = filesBelow(
    join(folder, "outputs/rubric"),
  );
  expect(same).toEqual(before);
  expect(extra).toMatch(/^question_id,model,n,clear,total\nq1,acme\/writer-9,2,/);
});

test("summarize finds a judging by its name, also beside a folder of that name", async () => {
  const folder = workspace([sampleLine()], { "refunds/answers.txt": "the answers that were judged\n" });
  await assay([...JUDGE, "--model", "offline/judge", "--name", "refunds"], { cwd: folder });
  expect(await assay(["rubric", "summarize", "--from", "refunds"], { cwd: folder })).toMatchObject({ code: 0 });
  expect(filesBelow(join(folder, "refunds"))).toEqual({ "/answers.txt": "the answers that were judged\n" });
});

test("no grouped table outlives the judgements it was made from", async () => {
  const folder = workspace([sampleLine()]);
  const tables = () =>
    Object.keys(filesBelow(join(folder, "outputs/rubric/samples"))).filter((name) => name.includes("grouped_by"));
  await assay([...JUDGE, "--model", "offline/judge", "--group-by", "model"], { cwd: folder });
  await assay(["rubric", "summarize", "--from", "outputs/rubric/samples"], { cwd: folder });
  expect(tables()).toEqual(["/scores_grouped_by_model.csv"]);
  await assay([...JUDGE, "--model", "offline/judge", "--group-by", "question_id"], { cwd: folder });
  expect(tables()).toEqual(["/scores_grouped_by_question_id.csv"]);
});

test.each([
  ["cut off", (text: string) => text.slice(0, -10), "judgements.jsonl:1: not JSON"],
  ["something else", () => "[]\n", "judgements.jsonl:1: not a judgement"],
])("judgements that are %s are named with their line, and no table is touched", async (_, change, message) => {
  const folder = workspace([sampleLine()]);
  await assay([...JUDGE, "--model", "offline/judge"], { cwd: folder });
  const path = join(folder, "outputs/rubric/samples/judgements.jsonl");
  writeFileSync(path, change(readFileSync(path, "utf8")));
  const before = filesBelow(join(folder, "outputs/rubric"));
  const { code, stderr } = await assay(["rubric", "summarize", "--from", "outputs/rubric/samples"], { cwd: folder });
  expect(code).toBe(2);
  expect(stderr).toContain(message);
  expect(filesBelow(join(folder, "outputs/rubric"))).toEqual(before);
});

test.each([
  ["nobody to judge", [], "either --evaluation-profile or --model"],
  ["two ways to say who judges", ["--model", "offline/judge", "--evaluation-profile", "p"], "either"],
  ["an offline model that does not exist", ["--model", "offline/jugde"], "offline/jugde"],
  ["a name that is no folder", ["--model", "offline/judge", "--name", "../up"], "cannot name a folder"],
  ["a seed that is no number", ["--model", "offline/judge", "--seed", "x"], "--seed takes a whole number"],
  ["a column that is not there", ["--model", "offline/judge", "--group-by", "colour"], "--group-by colour"],
  ["samples that are not there", ["--model", "offline/judge", "--samples", "no.jsonl"], "there is no such file"],
  ["a rubric that is not there", ["--model", "offline/judge", "--rubric", "no.yaml"], "no.yaml"],
])("%s ends with exit code 2 and says what to do", async (_, words, message) => {
  const folder = workspace([sampleLine()]);
  const { code, stderr } = await assay([...JUDGE, ...words], { cwd: folder });
  expect(stderr).toContain(message);
  expect(code).toBe(2);
});

test("intervals of the summary end where the bands do, also when the tables are made again", async () => {
  const provider = await scriptedProvider((request) =>
    answered(goodAnswer(request, askedSample(request).model_output.includes("good") ? 2 : 1)),
  );
  const folder = workspace([
    sampleLine({ question_id: "q1", model_output: "Because it is good." }),
    sampleLine({ question_id: "q2", model_output: "Because it is so." }),
  ]);
  expect(
    await assay([...JUDGE, "--model", "acme/judge"], { cwd: folder, env: judgeEnv(provider.baseUrl) }),
  ).toMatchObject({
    code: 0,
    // Two questions, 1 and 2: the t interval alone would be −4.9 to 7.9.
    stdout: expect.stringContaining("[0.00, 2.00], rough"),
  });
  const results = join(folder, "outputs/rubric/samples");
  const read = (name: string) => readFileSync(join(results, name), "utf8");
  const before = read("summary.json");
  expect(JSON.parse(before).means[0].mean.interval).toMatchObject({ low: 0, high: 2, rough: expect.any(String) });
  expect(read("summary.md")).toContain("[0.000, 2.000], rough");
  expect(await assay(["rubric", "summarize", "--from", results], { cwd: folder })).toMatchObject({ code: 0 });
  expect(read("summary.json")).toBe(before);
});

test("a label or dimension called like what every object of a program has is empty where a sample has none", async () => {
  const [labelled, own, plain] = [sampleLine(), sampleLine(), sampleLine()].map((line) => JSON.parse(line));
  labelled.meta.toString = "label";
  own.rubric = { dimensions: [{ ...JSON.parse(RUBRIC).dimensions[0], id: "constructor" }] };
  const folder = workspace([labelled, own, plain].map((sample) => JSON.stringify(sample)));
  expect(await assay([...JUDGE, "--model", "offline/judge"], { cwd: folder })).toMatchObject({ code: 0 });
  const table = (name: string) => readFileSync(join(folder, "outputs/rubric/samples", name), "utf8");
  expect(table("scores_long.csv")).toContain(",question_id,toString,judge_run_id,");
  expect(table("scores_long.csv")).not.toContain("native code");
  expect(table("scores_grouped.csv")).not.toContain("NaN");
});
