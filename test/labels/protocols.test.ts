import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { previewSamples } from "../../src/operations/index.ts";
import { sha256 } from "../../src/text/index.ts";
import { RUBRIC, sampleLine } from "../rubric/support.ts";
import { assay } from "../support/assay.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { expectOk, label, linesIn, packetsOf } from "./support.ts";

const ANN = ["--annotator", "ann"];

describe("samples that a rubric judged", () => {
  const judged = async (words: string[] = []) => {
    const samples = ["writer-a", "writer-b"].flatMap((model) =>
      ["q1", "q2"].map((question_id) =>
        sampleLine({ model, question_id, model_output: `It is so, says ${question_id} ${model.at(-1)}.` }),
      ),
    );
    const root = temporaryFolder({ "samples.jsonl": samples.join("\n"), "rubric.json": RUBRIC });
    const asked = [
      "--samples",
      "samples.jsonl",
      "--rubric",
      "rubric.json",
      "--model",
      "offline/judge",
      "--name",
      "one",
    ];
    expect((await assay(["rubric", "judge", ...asked, ...words, "--quiet"], { cwd: root })).code).toBe(0);
    return root;
  };

  test("are labelled by score and by band, without their labels", async () => {
    const root = await judged();
    const stdout = expectOk(
      await label(root, [...ANN, "--question", "band:clear", "--question", "score:clear"], "2\n1.5\nx\n"),
    );
    expect(stdout).toContain("Question\nWhy?");
    expect(stdout).toContain("Rubric: clear\nClarity: Whether the output is clear.\n  0  unclear");
    expect(stdout).toContain("Which band is it in, for clear?\n  0  unclear\n  1  somewhat\n  2  clear");
    expect(stdout).toContain("How good is it in clear, from 0 to 2?");
    expect(stdout).not.toMatch(/writer-[ab]|secret-variant|secret-set|run-\d/);
    expect(linesIn(root)).toMatchObject([
      { question: { kind: "band", dimension: "clear" }, value: "2" },
      { question: { kind: "score", dimension: "clear" }, value: 1.5 },
    ]);
  });

  test("stay blind for people even where the judge was told", async () => {
    const root = await judged(["--reveal-meta"]);
    expect(expectOk(await label(root, ANN, "x\n"))).not.toMatch(/writer-[ab]|secret-variant/);
  });

  test("are known by the very message that was sent", async () => {
    const root = await judged();
    const packets = await packetsOf(root);
    expect(packets).toHaveLength(4);
    expect(packets[0]).toMatchObject({
      trial_id: "rubric/one/1",
      subject: "writer-a+secret-variant",
      case_id: "secret-set+q1",
    });
    const asked = { samples: "samples.jsonl", rubric: "rubric.json", model: "offline/judge" };
    const { first } = await previewSamples({ cwd: root, ...asked });
    expect(packets.map(({ packet_sha256 }) => packet_sha256)).toContain(sha256(first.user));
  });

  test("refuse a dimension that the rubric does not have, and a band that it does not have", async () => {
    const root = await judged();
    const { code, stderr } = await label(root, [...ANN, "--question", "score:overall"]);
    expect(code).toBe(2);
    expect(stderr).toContain(`the judges don't score "overall"; they score clear`);
    expect(expectOk(await label(root, [...ANN, "--question", "band:clear"], "3\n"))).toContain(
      "Expected one of 0, 1, 2.",
    );
  });

  test("are planned and compared like trials: two sides of a question", async () => {
    const root = await judged();
    expectOk(await label(root, ["plan", "--rubric", "one", "--budget", "2", "--question", "preference"]));
    expect(expectOk(await label(root, ANN, "a\n"))).toContain("A: Answer");
  });

  test("stay when what is old is pruned, if somebody has labelled one of them", async () => {
    const root = await judged();
    const prune = () => assay(["store", "prune", "--older-than", "0h"], { cwd: root });
    expect((await prune()).stdout).toContain("rubric/one goes completely");
    expectOk(await label(root, [...ANN, "--question", "score:clear"], "2\n"));
    expect((await prune()).stdout).toBe("Nothing to remove.\n");
  });

  test("whose judgements were damaged are named and passed over", async () => {
    const root = await judged();
    writeFileSync(join(root, "outputs/rubric/one/judgements.jsonl"), "{");
    const { code, stderr } = await label(root, ["status"]);
    expect(code).toBe(0);
    expect(stderr).toContain("judgements.jsonl:1: not JSON");
  });
});

describe("items that were judged in batches", () => {
  const files = () => ({
    "spec.json": JSON.stringify({
      schema_version: 1,
      metric: {
        judge: {
          rubric: "- `score` (1-5): how good the item is",
          scoring: { primary: "score" },
          model: "offline/judge",
          sample_size: 6,
          batch_size: 3,
        },
      },
    }),
    "items.jsonl": Array.from({ length: 6 }, (_, index) =>
      JSON.stringify({ item_id: `i${index}`, bucket: "secret-bucket", text: `<b>text</b> ${index}` }),
    ).join("\n"),
  });
  const judge = (root: string, name: string) =>
    assay(["batch", "judge", "--spec", "spec.json", "--items", "items.jsonl", "--name", name, "--quiet"], {
      cwd: root,
    });

  test("are labelled one by one, with the rubric", async () => {
    const root = temporaryFolder(files());
    expect((await judge(root, "one")).code).toBe(0);
    const stdout = expectOk(await label(root, ANN, "4\n6\nx\n"));
    expect(stdout).toContain("1 of 6");
    expect(stdout).toMatch(/Rubric\n- `score` \(1-5\): how good the item is\n\nItem: text\n<b>text<\/b> \d/);
    expect(stdout).toContain("How good is it in score, from 1 to 5?");
    expect(stdout).toContain("Expected a number from 1 to 5.");
    expect(stdout).not.toContain("secret-bucket");
    expect(linesIn(root)).toMatchObject([{ question: { kind: "score", dimension: "score" }, value: 4 }]);
  });

  test("stay when what is old is pruned, if somebody has labelled one of them", async () => {
    const root = temporaryFolder(files());
    await judge(root, "one");
    expectOk(await label(root, ANN, "4\nx\n"));
    expect((await assay(["store", "prune", "--older-than", "0h"], { cwd: root })).stdout).toBe("Nothing to remove.\n");
  });

  test("keep their label in another mixture of batches, and lose it with another rubric", async () => {
    const root = temporaryFolder(files());
    await judge(root, "one");
    const before = (await packetsOf(root)).map(({ packet_sha256 }) => packet_sha256);
    const change = (from: string, to: string) =>
      writeFileSync(join(root, "spec.json"), readFileSync(join(root, "spec.json"), "utf8").replace(from, to));
    change('"batch_size":3', '"batch_size":2');
    await judge(root, "one");
    expect((await packetsOf(root)).map(({ packet_sha256 }) => packet_sha256)).toEqual(before);
    change("how good the item is", "how bad the item is");
    await judge(root, "one");
    const after = (await packetsOf(root)).map(({ packet_sha256 }) => packet_sha256);
    expect(after).toHaveLength(6);
    expect(after.some((hash) => before.includes(hash))).toBe(false);
  });
});
