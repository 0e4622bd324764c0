import { beforeAll, describe, expect, test } from "vitest";
import type { ShownTrial } from "../../src/judging/index.ts";
import { assay } from "../support/assay.ts";
import { exampleFolder, judgedQuickstart } from "./quickstart.ts";

let cwd: string;
beforeAll(async () => {
  cwd = await judgedQuickstart();
}, 180_000);

const show = (...words: string[]) => assay(["show", ...words], { cwd });
async function shown(...words: string[]): Promise<ShownTrial> {
  const { code, stdout, stderr } = await show(...words, "--output", "json");
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

test("a trial is shown with what was asked, answered, done, checked and said", async () => {
  const { stdout } = await show("erratic/greeting_file");
  const order = [
    "erratic/greeting_file: 1.7 of 10, failed",
    "Question",
    'Write the text "hello from assay" to greeting.txt',
    "Answer, with what judges quoted",
    "⟦I tried, but the tools did not work for me. I give up.⟧[1]",
    "Tools (6 calls)",
    "1. write_file",
    "Checks (0 of 2 passed)",
    "✗ file-written (file_contains): greeting.txt does not exist.",
    "Verdicts",
    "even (offline/judge, a program) #1: 1.7",
    "what its judges were shown: assay show erratic/greeting_file --packet",
  ];
  const places = order.map((part) => stdout.indexOf(part));
  expect(places.map((at, index) => at > (places[index - 1] ?? -1) || order[index])).toEqual(order.map(() => true));
});

test("checks that passed are named, and files that the trial left are listed", async () => {
  const { stdout } = await show("diligent/greeting_file");
  expect(stdout).toContain("✓ file-written (file_contains): ");
  expect(stdout).toMatch(
    /Files \(1\)\n {2}in outputs\/artifacts\/[^\n]+\n {2}workspace\/greeting\.txt \(workspace_file, 16 bytes\)/,
  );
});

test("every quote is in the answer, where its number is", async () => {
  const { answer, quotes, verdicts } = await shown("diligent/summary");
  expect(quotes.length).toBeGreaterThan(0);
  const cited = verdicts.flatMap(({ evidence }) => evidence.flatMap((item) => item.quotes.map((at) => ({ at, item }))));
  expect(new Set(cited.map(({ at }) => at)).size).toBe(quotes.length);
  for (const { at, item } of cited) {
    const { start, end } = quotes[at - 1]!;
    expect(item.text.toLowerCase()).toContain(
      answer!
        .slice(start, end)
        .toLowerCase()
        .replace(/[.…]+$/, ""),
    );
  }
});

describe("a trial may be named", () => {
  test.each(["erratic/capital", "capital/erratic", "erratic/capital/1", "erratic/capital#1", "erratic/capital #1"])(
    "as %s",
    async (name) => {
      expect((await shown(name)).name).toBe("erratic/capital");
    },
  );

  test("with its repetition", async () => {
    expect((await shown("capital/erratic/2")).name).toBe("erratic/capital/2");
  });

  test("by the beginning of its run id", async () => {
    const { stdout } = await assay(["trials", "--model", "erratic", "--case", "capital", "--output", "json"], { cwd });
    const [{ run_id }] = JSON.parse(stdout).trials;
    expect((await shown(run_id)).name).toBe("erratic/capital");
    expect((await shown(run_id.slice(0, 10).toUpperCase())).name).toBe("erratic/capital");
  });
});

describe("what cannot be shown", () => {
  test("a wrong name is answered with the nearest", async () => {
    const { code, stdout, stderr } = await show("eratic/greting");
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(
      /^error: no stored trial is called eratic\/greting\. Nearest:\n {2}erratic\/greeting_file\n/,
    );
  });

  test("a name that several have is answered with all of them", async () => {
    const { code, stderr } = await show("capital");
    expect(code).toBe(2);
    for (const model of ["diligent", "erratic", "failing", "hasty"]) expect(stderr).toContain(`  ${model}/capital  `);
  });

  test.each([["erratic/capital/9"], ["ffffffff"], ["outputs"]])("%s is none", async (name) => {
    expect((await show(name)).code).toBe(2);
  });

  test("--packet and --raw cannot be combined", async () => {
    const { code, stderr } = await show("erratic/capital", "--packet", "--raw");
    expect([code, stderr]).toEqual([2, expect.stringContaining("can't be combined")]);
  });

  test("a campaign that is not there is answered with those that are", async () => {
    const { code, stderr } = await show("erratic/capital", "--campaign", "nowhere");
    expect([code, stderr]).toEqual([2, expect.stringContaining("nowhere is not a campaign of")]);
  });
});

test("--packet is what the judges were sent, and holds no model", async () => {
  const { stdout } = await show("erratic/capital", "--packet");
  const packet = JSON.parse(stdout);
  expect(packet).toMatchObject({ schema_version: 2, subject_response: { status: "success" } });
  expect(stdout).not.toContain("erratic");
});

test("--raw has the run and every call, word for word", async () => {
  const raw = JSON.parse((await show("erratic/capital", "--raw")).stdout);
  expect(raw.run.artifact.final_output).toBe("Sure! The capital of France is Paris.");
  expect(raw.judging.calls).toHaveLength(3);
  expect(JSON.parse(raw.judging.user)).toMatchObject({ schema_version: 2 });
});

test("the report ends with a trial that can be shown as it is printed", async () => {
  const { stdout } = await assay(["report", "quickstart"], { cwd });
  const [, command] = /\nNext: assay (.+)\n$/.exec(stdout)!;
  const { code } = await assay(command!.split(" "), { cwd });
  expect(code).toBe(0);
  const [verdict] = stdout.split("\n");
  expect(stdout.split("\n").slice(-4)).toContain(verdict);
});

describe("what was judged under a name", () => {
  test("a sample is shown with its output and what the judges quoted of it", async () => {
    const folder = exampleFolder("rubric");
    const judge = ["rubric", "judge", "--samples", "en/samples.jsonl", "--rubric", "en/rubric.yaml"];
    const judged = await assay([...judge, "--evaluation-profile", "offline_panel", "--name", "demo", "--quiet"], {
      cwd: folder,
    });
    expect(judged.code, judged.stderr).not.toBe(2);
    const { code, stdout } = await assay(["show", "demo/2"], { cwd: folder });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^demo\/2: \d+ valid of \d+ judgements/);
    expect(stdout).toContain("⟦");
    expect(stdout).toMatch(/✓ \w+: .*\[\d+\]/);
    const missing = await assay(["show", "demo/99999"], { cwd: folder });
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("demo has no judged sample 99999")]);
    const packet = await assay(["show", "demo/2", "--packet"], { cwd: folder });
    expect(Object.keys(JSON.parse(packet.stdout))).toContain("model_output");
  }, 60_000);

  test("an item of a batch is shown with what each judge said", async () => {
    const folder = exampleFolder("batch");
    const words = [
      "batch",
      "judge",
      "--spec",
      "spec.yaml",
      "--items",
      "experiment-1.jsonl",
      "--name",
      "one",
      "--quiet",
    ];
    const judged = await assay([...words, "--output", "json"], { cwd: folder });
    const [item] = JSON.parse(judged.stdout).items;
    const { code, stdout } = await assay(["show", `one/${item.item_id}`], { cwd: folder });
    expect(code).toBe(0);
    expect(stdout).toContain(`one/${item.item_id}: `);
    expect(stdout).toContain("Verdicts");
    const missing = await assay(["show", "one/nowhere"], { cwd: folder });
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("one has no judged item nowhere")]);
  }, 60_000);
});
