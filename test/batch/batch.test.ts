import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { projectRoot } from "../support/project-root.ts";
import type { SeenRequest } from "../support/scripted-provider.ts";
import { storedCall } from "../support/stored.ts";
import { temporaryFolder, writeFiles } from "../support/temporary.ts";
import { items, itemsAsked, RUBRIC, readResult, scoreAll, setUp, spec } from "./support.ts";

describe("judging", () => {
  test("a sample is judged in ceil(sample_size / batch_size) calls, and again for nothing", async () => {
    const { provider, judge } = await setUp(scoreAll(4), { "spec.yaml": spec(), "out.jsonl": items(20) });
    const first = await judge("--spec", "spec.yaml", "--items", "out.jsonl", "--name", "one");
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(first.stdout).toContain("score: 4.00");
    expect(provider.requests).toHaveLength(2);
    const second = await judge("--spec", "spec.yaml", "--items", "out.jsonl", "--name", "two");
    expect(second.stdout).toContain("0 new ($0.0000), 2 reused ($0.0200 saved)");
    expect(provider.requests).toHaveLength(2);
  });

  test("only what is missing or broken is asked for again", async () => {
    const { provider, cwd, judge } = await setUp(
      (request, index) => {
        const asked = itemsAsked(request);
        const verdicts = asked.map(({ item_id }) => ({ item_id, score: 3, ambiguous: false }));
        // First answer: one item missing, one out of range. Second: only these two are left.
        if (index === 0) return JSON.stringify([verdicts[0], { ...verdicts[1], score: 9 }]);
        return JSON.stringify(verdicts);
      },
      { "spec.yaml": spec({ sample_size: 3 }), "out.jsonl": items(3) },
    );
    const { code, stdout } = await judge("--spec", "spec.yaml", "--items", "out.jsonl", "--name", "x");
    expect(code).toBe(0);
    expect(stdout).toContain("1 answer broke the contract");
    expect(stdout).toMatch(
      /- \S+, items 1 of 1, repetition 1, answer 1, in part: .*must be a whole number from 1 to 5, not 9/,
    );
    expect(readResult(cwd, "x").broken_answers).toMatchObject([
      {
        batch: "items 1 of 1",
        repetition: 1,
        attempt: 1,
        refused: false,
        violations: [{ rule: "out_of_range" }, { rule: "missing_item" }],
      },
    ]);
    expect(provider.requests.map((request) => itemsAsked(request).length)).toEqual([3, 2]);
    expect(provider.requests[1]!.body.messages[1].content).toContain(
      '"score" must be a whole number from 1 to 5, not 9',
    );
    expect(readResult(cwd, "x").scores).toMatchObject({ scored: 3, unscored: 0, mean: { mean: 3 } });
  });

  test("what stays broken is unscored, counted, and no zero", async () => {
    const { provider, cwd, judge } = await setUp(
      (request) =>
        JSON.stringify(
          itemsAsked(request).map(({ item_id }) => ({ item_id, score: item_id === "i0" ? 77 : 4, ambiguous: false })),
        ),
      { "spec.yaml": spec({ sample_size: 3, attempts: 2 }), "out.jsonl": items(3) },
    );
    const { stdout } = await judge("--spec", "spec.yaml", "--items", "out.jsonl", "--name", "x");
    expect(stdout).toContain("1 unscored");
    expect(provider.requests).toHaveLength(2);
    // Unscored items are tried again next time; valid ones are not.
    await judge("--spec", "spec.yaml", "--items", "out.jsonl", "--name", "x");
    expect(itemsAsked(provider.requests[2]!)).toMatchObject([{ item_id: "i0" }]);
    const { scores, items: judged } = readResult(cwd, "x");
    expect(scores).toMatchObject({ scored: 2, unscored: 1, mean: { mean: 4 } });
    expect(judged.find(({ item_id }: { item_id: string }) => item_id === "i0")).toMatchObject({
      score: null,
      opinions: [{ status: "unscored", violations: [{ rule: "out_of_range" }] }],
    });
  });

  test("an answer that is no JSON array is refused, named, and asked for again", async () => {
    const { provider, judge } = await setUp(
      (request, index) => (index === 0 ? "Sure! ```json\n[]\n```" : scoreAll(2)(request)),
      { "spec.yaml": spec({ sample_size: 2 }), "out.jsonl": items(2) },
    );
    const { stdout } = await judge("--spec", "spec.yaml", "--items", "out.jsonl");
    expect(stdout).toContain("score: 2.00");
    expect(stdout).toMatch(
      /- \S+, items 1 of 1, repetition 1, answer 1: the answer must be a JSON array and nothing else/,
    );
    expect(provider.requests[1]!.body.messages.at(-1).content).toContain("must be a JSON array and nothing else");
  });

  test("the cost limit holds before it is crossed, also for the next call, and a higher one goes on", async () => {
    const { provider, judge } = await setUp(scoreAll(4), {
      "spec.yaml": spec({ sample_size: 8, batch_size: 1, max_total_cost_usd: 0.035, max_concurrency: 1 }),
      "out.jsonl": items(8),
    });
    const first = await judge("--spec", "spec.yaml", "--items", "out.jsonl");
    expect(first.code).toBe(1);
    expect(first.stdout).toContain("might cross the limit of $0.035");
    const spent = provider.requests.length;
    expect(spent * 0.01).toBeLessThanOrEqual(0.035);
    await judge("--spec", "spec.yaml", "--items", "out.jsonl");
    expect(provider.requests.length).toBe(spent);
    expect((await judge("--spec", "spec.yaml", "--items", "out.jsonl", "--max-cost-usd", "1")).code).toBe(0);
    expect(provider.requests).toHaveLength(8);
  });

  test("a bad key is one call, not one per batch", async () => {
    const { provider, cwd, judge } = await setUp([{ status: 401, body: { error: { message: "no such key" } } }], {
      "spec.yaml": spec({ batch_size: 1, max_concurrency: 1 }),
      "out.jsonl": items(6),
    });
    const { code, stdout } = await judge("--spec", "spec.yaml", "--items", "out.jsonl", "--name", "x");
    expect(code).toBe(1);
    expect(stdout).toContain("6 unscored");
    expect(provider.requests).toHaveLength(1);
    // Missing answers and unasked questions are told apart.
    const [first, second] = readResult(cwd, "x").items.map(({ opinions }: { opinions: unknown[] }) => opinions[0]);
    expect(first).toMatchObject({ status: "unscored", reason: expect.stringContaining("no such key") });
    expect(second).toMatchObject({ status: "not_asked", because: "unreachable" });
  });

  test("a panel folds repetitions before judges", async () => {
    const { provider, cwd, judge } = await setUp(
      (request) => scoreAll(request.body.model === "strict" ? 1 : 5)(request),
      {
        "spec.yaml": spec({
          model: undefined,
          sample_size: 2,
          panel: [
            { judge_id: "a", model: "strict", repetitions: 3 },
            { judge_id: "b", model: "kind" },
          ],
        }),
        "out.jsonl": items(2),
      },
    );
    await judge("--spec", "spec.yaml", "--items", "out.jsonl", "--name", "x");
    expect(provider.requests).toHaveLength(4);
    expect(readResult(cwd, "x").scores.mean.mean).toBe(3);
  });

  test("a panel that names one model twice asks it twice, and gives the same mean at first and when repeated", async () => {
    const { provider, cwd, judge } = await setUp((request, index) => scoreAll(index === 0 ? 1 : 5)(request), {
      "spec.yaml": spec({
        model: undefined,
        sample_size: 2,
        panel: [
          { judge_id: "a", model: "same" },
          { judge_id: "b", model: "same" },
        ],
      }),
      "out.jsonl": items(2),
    });
    await judge("--spec", "spec.yaml", "--items", "out.jsonl", "--name", "first");
    await judge("--spec", "spec.yaml", "--items", "out.jsonl", "--name", "repeated");
    expect(provider.requests).toHaveLength(2);
    const [first, repeated] = [readResult(cwd, "first"), readResult(cwd, "repeated")];
    expect(first.scores.mean.mean).toBe(3);
    expect(repeated.scores).toEqual(first.scores);
    expect(repeated.items).toEqual(first.items);
    const calls = first.items[0].opinions.map(({ call_id }: { call_id: string }) => call_id);
    expect(new Set(calls).size).toBe(2);
    for (const call of calls) expect(await storedCall(cwd, call)).toMatchObject({ call_id: call, model: "same" });
  });

  test("singletons are judged against titles, never contents", async () => {
    const { provider, cwd, judge } = await setUp(
      (request) =>
        request.body.messages[1].content.includes("<singletons>")
          ? JSON.stringify(
              itemsAsked(request, "singletons").map(({ item_id }) => ({
                item_id,
                should_cluster: true,
                best_cluster_id: "c1",
                confidence: 5,
              })),
            )
          : scoreAll(3)(request),
      {
        "spec.yaml": spec({ sample_size: 1, singleton_sample: 2, singleton_rubric: "belongs or not" }),
        "out.json": JSON.stringify({
          items: [{ item_id: "i", text: "x" }],
          singletons: [
            { item_id: "s1", text: "a" },
            { item_id: "s2", text: "b" },
          ],
          clusters: [{ cluster_id: "c1", title: "Login", contents: ["secret member"] }],
        }),
      },
    );
    const { stdout } = await judge("--spec", "spec.yaml", "--items", "out.json", "--name", "x");
    expect(stdout).toContain("false negatives): 100 %");
    expect(provider.requests[1]!.body.messages[1].content).toContain('{"cluster_id":"c1","title":"Login"}');
    expect(provider.requests[1]!.body.messages[1].content).not.toContain("secret member");
    expect(readResult(cwd, "x").singletons.items[0]).toMatchObject({ should_cluster: true, best_cluster_id: "c1" });
  });

  test("Ctrl-C keeps what was answered, exits with 130, and the next call goes on", async () => {
    const { provider, cwd } = await setUp((request) => ({ ...scoreAll(4)(request), delayMs: 150 }), {
      "spec.yaml": spec({ batch_size: 1, max_concurrency: 1 }),
      "out.jsonl": items(6),
    });
    const env = { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: "key-for-tests" };
    const words = ["batch", "judge", "--spec", "spec.yaml", "--items", "out.jsonl", "--name", "x"];
    const interrupted = await assay(words, {
      cwd,
      env,
      onStart: (child) => child.stderr?.on("data", (text) => String(text).includes("[1/6]") && child.kill("SIGINT")),
    });
    expect(interrupted.code).toBe(130);
    expect(interrupted.stdout).toContain("Incomplete: interrupted");
    const answered = readResult(cwd, "x").scores.scored;
    expect(answered).toBeGreaterThan(0);
    expect((await assay(words, { cwd, env })).code).toBe(0);
    expect(provider.requests).toHaveLength(6);
  });

  test("--dry-run shows the prompts and calls nobody", async () => {
    const { provider, judge } = await setUp(scoreAll(4), { "spec.yaml": spec(), "out.jsonl": items(20) });
    const { code, stdout } = await judge("--spec", "spec.yaml", "--items", "out.jsonl", "--dry-run");
    expect(code).toBe(0);
    expect(stdout).toContain("batch 2 of 2");
    expect(stdout).toContain(RUBRIC);
    expect(provider.requests).toHaveLength(0);
  });

  test("--dry-run subtracts what is stored, and says what the rest may cost", async () => {
    const { provider, judge } = await setUp(scoreAll(4), { "spec.yaml": spec(), "out.jsonl": items(20) });
    const files = ["--spec", "spec.yaml", "--items", "out.jsonl"];
    await judge(...files);
    const asked = provider.requests.length;
    expect((await judge(...files, "--dry-run")).stderr).toContain(
      `All ${asked} answers are stored; nothing would be paid.`,
    );
    const again = await judge(...files, "--dry-run", "--force");
    expect(again.stderr).toMatch(
      new RegExp(
        `0 stored already, at most ${asked} calls to make .*: about \\$0\\.\\d+ \\(from ${asked} stored calls\\)`,
      ),
    );
    expect(provider.requests).toHaveLength(asked);
  });
});

describe("what cannot be measured is refused before anything is spent", () => {
  test.each([
    ["a spec with a misspelt key", spec({ sample_sise: 3 }), items(3), "sample_size"],
    [
      "a spec with both model and panel",
      spec({ panel: [{ judge_id: "a", model: "m" }] }),
      items(3),
      "exclude each other",
    ],
    [
      "strata larger than the sample",
      spec({ stratification: [{ bucket: "a", count: 9 }] }),
      items(3),
      "more than `sample_size`",
    ],
    ["singletons without a rubric", spec({ singleton_sample: 3 }), items(3), "singleton_rubric"],
    [
      "a field nobody describes",
      spec({ scoring: { primary: "quality" } }),
      items(3),
      'the type of "quality" is not known',
    ],
    [
      "a primary field that is no number",
      spec({ scoring: { primary: "kind", fields: { kind: { type: "string" } } } }),
      items(3),
      "must be a number",
    ],
    ["no items", spec(), "", "there are no items"],
    ["a duplicate id", spec(), `${items(2)}\n${items(1)}`, 'the item id "i0" appears twice'],
    ["a missing id", spec(), '{"text": "x"}', 'out.jsonl:1: "item_id" must be a string or a number, but it is missing'],
    ["an id that is a list", spec(), '{"item_id": [1]}', "but it is a list"],
    ["a line cut short", spec(), '{"item_id": "a"}\n{"item_id": "b', "out.jsonl:2: not JSON"],
    [
      "an item that is nested without end",
      spec(),
      `${items(1)}\n{"item_id": "b", "text": ${"[".repeat(200_000)}${"]".repeat(200_000)}}`,
      "out.jsonl:2: nested more than 500 levels deep",
    ],
    ["an item that is no object", spec(), "[1]", "an item must be a JSON object, not a list"],
    ["an item with a wrong bucket", spec(), '{"item_id": 1, "bucket": 3}', '"bucket" must be a string'],
  ])("%s", async (_, specText, output, words) => {
    const { provider, judge } = await setUp(scoreAll(4), { "spec.yaml": specText, "out.jsonl": output });
    const { code, stderr, stdout } = await judge("--spec", "spec.yaml", "--items", "out.jsonl");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(words);
    expect(provider.requests).toHaveLength(0);
  });

  test.each([
    ["a file that is not there", ["--spec", "spec.yaml", "--items", "nowhere.jsonl"], "there is no such file"],
    ["a folder instead of a file", ["--spec", "spec.yaml", "--items", "."], "is a directory"],
    [
      "a name that leaves the folder",
      ["--spec", "spec.yaml", "--items", "out.jsonl", "--name", "../x"],
      "cannot be a folder name",
    ],
  ])("%s", async (_, words, message) => {
    const { judge } = await setUp(scoreAll(4), { "spec.yaml": spec(), "out.jsonl": items(3) });
    const { code, stderr } = await judge(...words);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  test("a missing key is named before anything starts", async () => {
    const cwd = temporaryFolder({ "spec.yaml": spec(), "out.jsonl": items(3) });
    const { code, stderr } = await assay(["batch", "judge", "--spec", "spec.yaml", "--items", "out.jsonl"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("OPENROUTER_API_KEY");
  });
});

describe("comparing", () => {
  /** Two experiments over the same ids, scored by what their items say. */
  async function judgedTwice(
    base: (index: number) => number,
    candidate: (index: number) => number,
    judge: Record<string, unknown> = {},
  ) {
    const readScore = (request: SeenRequest) =>
      JSON.stringify(
        itemsAsked(request).map(({ item_id, text }) => ({ item_id, score: Number(text), ambiguous: false })),
      );
    const set = await setUp(readScore, {
      "spec.yaml": spec({ sample_size: 12, ...judge }),
      "base.jsonl": items(12, (index) => ({ text: String(base(index)) })),
      "candidate.jsonl": items(12, (index) => ({ text: String(candidate(index)) })),
    });
    await set.judge("--spec", "spec.yaml", "--items", "base.jsonl", "--name", "base");
    await set.judge("--spec", "spec.yaml", "--items", "candidate.jsonl", "--name", "candidate");
    return {
      ...set,
      compare: (...words: string[]) =>
        assay(["batch", "compare", "outputs/batch/base", "outputs/batch/candidate", ...words], { cwd: set.cwd }),
    };
  }

  test("a clear improvement is kept, with exit code 0", async () => {
    const { compare } = await judgedTwice(
      (index) => 2 + (index % 2),
      (index) => 4 + (index % 2 === 0 ? 1 : 0),
    );
    const { code, stdout } = await compare();
    expect(stdout).toMatch(/^keep: /);
    expect(code).toBe(0);
  });

  test("a clear loss is reverted, with exit code 1", async () => {
    const { compare } = await judgedTwice(
      (index) => 4 + (index % 2),
      (index) => 1 + (index % 3 === 0 ? 1 : 0),
    );
    expect(await compare()).toMatchObject({ code: 1, stdout: expect.stringMatching(/^revert: /) });
  });

  test("a real improvement below the minimum is reverted", async () => {
    const { compare } = await judgedTwice(
      () => 3,
      (index) => (index === 0 ? 4 : 3),
      { minimum_improvement: 2 },
    );
    expect(await compare()).toMatchObject({ code: 1, stdout: expect.stringContaining("stays below the minimum of 2") });
  });

  test("noise is inconclusive, with exit code 3 and the sample that would decide", async () => {
    const { compare } = await judgedTwice(
      (index) => 1 + (index % 5),
      (index) => 1 + ((index * 3 + 2) % 5),
    );
    const { code, stdout } = await compare("--output", "json");
    const comparison = JSON.parse(stdout);
    expect(code).toBe(3);
    expect(comparison.decision).toBe("inconclusive");
    expect(comparison.items_needed).toBeGreaterThan(12);
  });

  test("where less is better, less is an improvement", async () => {
    const { compare } = await judgedTwice(
      (index) => 4 + (index % 2),
      (index) => 1 + (index % 2),
      {
        scoring: { primary: "score", direction: "minimize" },
      },
    );
    expect(await compare()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^keep: /) });
  });

  test.each([
    ["rubric", { rubric: `${RUBRIC}. Be kind.` }, "the rubric differ"],
    ["seed", { sample_seed: 7 }, "the sampling"],
    ["judge", { model: "other/model" }, "the judges"],
    [
      "range",
      { scoring: { primary: "score", fields: { score: { type: "integer", min: 1, max: 6 } } } },
      "the scored fields",
    ],
  ])("results with another %s are refused", async (_, change, words) => {
    const { cwd, compare, judge } = await judgedTwice(
      () => 3,
      () => 4,
    );
    writeFiles(cwd, { "moved.yaml": spec({ sample_size: 12, ...change }) });
    await judge("--spec", "moved.yaml", "--items", "candidate.jsonl", "--name", "candidate");
    const { code, stderr } = await compare();
    expect(code).toBe(2);
    expect(stderr).toContain(words);
  });

  test("results are found by their names, also beside folders of these names", async () => {
    const { cwd } = await judgedTwice(
      () => 3,
      () => 4,
    );
    writeFiles(cwd, { "base/notes.txt": "the first try", "candidate/notes.txt": "the second" });
    const { stdout } = await assay(["batch", "compare", "base", "candidate"], { cwd });
    expect(stdout).toContain("base: base");
  });

  test.each([
    ["{ truncated", "not JSON"],
    ["{}", "is not a result of"],
  ])("a result that is %j is refused", async (content, words) => {
    const cwd = temporaryFolder({ "base/result.json": content, "candidate/result.json": content });
    const { code, stderr } = await assay(["batch", "compare", "base", "candidate"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(words);
  });
});

test("the example ends in a decision, offline", async () => {
  const example = join(projectRoot, "examples/batch");
  const cwd = temporaryFolder(
    Object.fromEntries(
      readdirSync(example)
        .filter((file) => !file.includes("outputs"))
        .map((file) => [file, readFileSync(join(example, file))]),
    ),
  );
  for (const name of ["experiment-1", "experiment-2"]) {
    expect(
      (await assay(["batch", "judge", "--spec", "spec.yaml", "--items", `${name}.jsonl`, "--name", name], { cwd }))
        .code,
    ).toBe(0);
  }
  const { code, stdout } = await assay(
    ["batch", "compare", "outputs/batch/experiment-1", "outputs/batch/experiment-2"],
    { cwd },
  );
  expect(code).toBe(0);
  expect(stdout).toContain("keep");
});
