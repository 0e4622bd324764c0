import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { GoldCheck } from "../../src/calibration/index.ts";
import { calibrateGold } from "../../src/index.ts";
import { packetsOf } from "../labels/support.ts";
import { RUBRIC, sampleLine } from "../rubric/support.ts";
import { assay } from "../support/assay.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** Labels every packet with what a function says of its judge's score, as a table that is imported. */
async function labelAll(root: string, question: string, labelFor: (score: number) => number): Promise<void> {
  const [, dimension] = question.split(":");
  const rows = (await packetsOf(root)).flatMap(({ packet_sha256, dimensions }) =>
    dimension! in dimensions ? [`${packet_sha256},${labelFor(dimensions[dimension!]!)}`] : [],
  );
  writeFileSync(join(root, "labels.csv"), `packet_sha256,value\n${rows.join("\n")}\n`);
  const done = await assay(["label", "import", "labels.csv", "--annotator", "ann", "--question", question], {
    cwd: root,
  });
  expect({ code: done.code, stderr: done.stderr }).toEqual({ code: 0, stderr: "" });
}

const gold = async (cwd: string, words: string[]) => {
  const { code, stdout, stderr } = await assay(["calibrate", "--gold", ...words, "--output", "json"], { cwd });
  return { code, stderr, checked: (stdout === "" ? null : JSON.parse(stdout)) as GoldCheck | null };
};

describe("samples that a rubric judged are judged again", () => {
  const profile = (id: string, model: string) =>
    JSON.stringify({
      schema_version: 1,
      evaluation_profile_id: id,
      title: id,
      judges: [{ judge_id: "judge", type: "llm_probe", model }],
      judge_runs: [{ judge_run_id: "judge", judge_id: "judge" }],
    });

  async function judged(): Promise<string> {
    const samples = Array.from({ length: 24 }, (_, index) =>
      sampleLine({
        model: "writer",
        question_id: `q${index}`,
        model_output: `It is so, says q${index}. `.repeat(1 + (index % 5)),
      }),
    );
    const root = temporaryFolder({
      "samples.jsonl": samples.join("\n"),
      "rubric.json": RUBRIC,
      "configs/suites/none.yaml": JSON.stringify({ schema_version: 1, suite_id: "none", title: "None" }),
      "configs/evaluation_profiles/even.yaml": profile("even", "offline/judge"),
      "configs/evaluation_profiles/strict.yaml": profile("strict", "offline/judge-strict"),
    });
    const asked = ["--samples", "samples.jsonl", "--rubric", "rubric.json", "--evaluation-profile", "even"];
    expect((await assay(["rubric", "judge", ...asked, "--name", "one", "--quiet"], { cwd: root })).code).toBe(0);
    return root;
  }

  test("the same judge is the same, and a stricter one is worse where people agree with the first", async () => {
    const root = await judged();
    await labelAll(root, "score:clear", (score) => score);
    const same = await gold(root, ["--rubric", "one", "--evaluation-profile", "even"]);
    expect(same).toMatchObject({ code: 0, checked: { verdict: "same", packets: 24, against: "rubric/one" } });
    const worse = await gold(root, ["--rubric", "one", "--evaluation-profile", "strict"]);
    expect(worse.checked!.gain).toBeLessThan(0);
    expect(worse).toMatchObject({ code: 1, checked: { verdict: "worse", unanswered: 0 } });
  });

  test("without a profile, without labels or with an unknown name it says what is missing", async () => {
    const root = await judged();
    expect((await gold(root, ["--rubric", "one"])).stderr).toContain("needs --evaluation-profile");
    expect((await gold(root, ["--rubric", "one", "--evaluation-profile", "even"])).stderr).toContain(
      "there is no gold set",
    );
    expect((await gold(root, ["--rubric", "two", "--evaluation-profile", "even"])).stderr).toContain(
      "there is no gold set",
    );
  });
});

describe("items and singletons of batches are judged again", () => {
  const spec = (model: string) =>
    JSON.stringify({
      schema_version: 1,
      metric: {
        judge: {
          rubric: "- `score` (1-5): how good the item is",
          scoring: { primary: "score" },
          model,
          sample_size: 24,
          batch_size: 5,
          singleton_sample: 4,
          singleton_rubric: "Does it belong to a cluster?",
        },
      },
    });
  const words = (index: number) => "A longer text says more than a short one. ".repeat(1 + (index % 5));

  async function judged(): Promise<string> {
    const root = temporaryFolder({
      "spec.json": spec("offline/judge"),
      "strict.json": spec("offline/judge-strict"),
      "output.json": JSON.stringify({
        items: Array.from({ length: 24 }, (_, index) => ({ item_id: index, text: words(index) })),
        singletons: Array.from({ length: 4 }, (_, index) => ({ item_id: index, text: words(index) })),
        clusters: [{ cluster_id: "c1", item_ids: [1, 2], title: "Longer texts", size: 2, examples: [] }],
      }),
    });
    const done = await assay(
      ["batch", "judge", "--spec", "spec.json", "--items", "output.json", "--name", "one", "--quiet"],
      { cwd: root },
    );
    expect({ code: done.code, stderr: done.stderr }).toEqual({ code: 0, stderr: "" });
    return root;
  }

  test("singletons are packets beside the items, and can be labelled", async () => {
    const root = await judged();
    const packets = await packetsOf(root);
    const singletons = packets.filter(({ case_id }) => case_id.startsWith("singletons/"));
    expect(packets).toHaveLength(28);
    expect(singletons).toHaveLength(4);
    expect(Object.keys(singletons[0]!.dimensions)).toEqual(expect.arrayContaining(["should_cluster", "confidence"]));
    expect(packets.find(({ case_id }) => case_id === "1")!.dimensions).not.toHaveProperty("should_cluster");
    // The usual question is that of the items; singletons have their own.
    const usual = await assay(["label", "--annotator", "ann"], { cwd: root, stdin: "x\n" });
    expect(usual.stdout).toContain("1 of 24");
    const asked = await assay(["label", "--annotator", "ann", "--question", "score:should_cluster"], {
      cwd: root,
      stdin: "2\n1\n0\nx\n",
    });
    expect(asked.stdout).toContain("Does it belong to one of the clusters? 1 yes, 0 no");
    expect(asked.stdout).toContain("Expected a number from 0 to 1.");
    expect(asked.stdout).toContain("1 of 4");
    expect(asked.stdout).toContain("Longer texts");
    const labels = readFileSync(join(root, "labels/ann.jsonl"), "utf8").trim().split("\n");
    expect(labels.map((line) => (JSON.parse(line) as { value: number }).value)).toEqual([1, 0]);
  });

  test("by the judges of a spec, each item alone", async () => {
    const root = await judged();
    await labelAll(root, "score:score", (score) => score);
    const same = await gold(root, ["--batch", "one", "--spec", "spec.json"]);
    expect(same).toMatchObject({ code: 0, checked: { packets: 24, unanswered: 0, against: "batch/one" } });
    expect(["same", "inconclusive"]).toContain(same.checked!.verdict);
    const worse = await gold(root, ["--batch", "one", "--spec", "strict.json"]);
    expect(worse.checked!.gain).toBeLessThanOrEqual(same.checked!.gain!);
  });

  test("singletons alone, by a function in the place of the judge", async () => {
    const root = await judged();
    await labelAll(root, "score:should_cluster", (score) => score);
    const checked = await calibrateGold({
      cwd: root,
      batch: "one",
      spec: "spec.json",
      judges: {
        judge: {
          version: "1",
          answer: ({ messages }) => {
            const [, item] = /"item_id":\s*(\d+)/.exec(String(messages.at(-1)!.content))!;
            return JSON.stringify([
              { item_id: Number(item), should_cluster: false, best_cluster_id: null, confidence: 3 },
            ]);
          },
        },
      },
    });
    expect(checked).toMatchObject({ question: "score:should_cluster", packets: 4, unanswered: 0 });
  });

  test("it takes a spec, and one that can be read", async () => {
    const root = await judged();
    expect((await gold(root, ["--batch", "one"])).stderr).toContain("assay calibrate --gold needs --spec");
    expect((await gold(root, ["--batch", "one", "--spec", "none.json"])).code).toBe(2);
    const { stderr } = await assay(["calibrate", "--spec", "spec.json"], { cwd: root });
    expect(stderr).toContain("--spec needs --gold");
  });
});
