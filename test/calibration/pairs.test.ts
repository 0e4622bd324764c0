import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Calibration, type PairCalibration, readPairFile } from "../../src/calibration/index.ts";
import { calibratePairs } from "../../src/index.ts";
import { judgedWorkspace, label, packetsOf } from "../labels/support.ts";
import { assay } from "../support/assay.ts";
import { temporaryFolder } from "../support/temporary.ts";

type Decision = "A>B" | "B>A" | "A=B";

interface JudgeBenchRow {
  pair_id: string;
  original_id: string;
  question: string;
  response_A: string;
  response_B: string;
  model_A?: string;
  model_B?: string;
  label?: Decision;
  judgments: ({ judgment: string; decision: Decision } | null)[];
}

/** A small generator of its own, so that nothing of ours is tested with ours. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
}

const flipped = { "A>B": "B>A", "B>A": "A>B", "A=B": "A=B" } as const;

/** Pairs as JudgeBench's own program writes them, by a judge that is right in some cases and else prefers what it is shown first. */
function judgedPairs(count: number, { right = 0.6, seed = 7 } = {}): JudgeBenchRow[] {
  const next = numbers(seed);
  return Array.from({ length: count }, (_, index) => {
    const truth: Decision = next() < 0.5 ? "A>B" : "B>A";
    const knows = next() < right;
    const say = (isExchanged: boolean): Decision => (knows ? (isExchanged ? flipped[truth] : truth) : "A>B");
    return {
      pair_id: `p${index}`,
      original_id: `q${index}`,
      question: "Which is right?",
      response_A: "One.",
      response_B: "Two.",
      label: truth,
      judgments: [
        { judgment: "…", decision: say(false) },
        index % 17 === 0 ? null : { judgment: "…", decision: say(true) },
      ],
    };
  });
}

const fileOf = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).join("\n");

/** As JudgeBench counts: an order that agrees with the label is +1, one that says the opposite −1; right is above zero. */
function judgeBenchAccuracy(rows: readonly JudgeBenchRow[]): number {
  const right = rows.filter(({ label: truth, judgments: [first, second] }) => {
    const said = [first?.decision ?? null, second ? flipped[second.decision] : null];
    const points: number[] = said.map((one) => (one === truth ? 1 : one === flipped[truth!] ? -1 : 0));
    return points.reduce((sum, point) => sum + point, 0) > 0;
  });
  return right.length / rows.length;
}

describe("pairs as JudgeBench writes them", () => {
  test("agreement is what JudgeBench counts, and a judge that likes the first answer is found out", async () => {
    const rows = judgedPairs(340);
    const root = temporaryFolder({ "pairs.jsonl": fileOf(rows) });
    const found = await calibratePairs({ cwd: root, file: "pairs.jsonl" });
    expect(found).toMatchObject({ pairs: 340, labelled: 340, unanswered: 0 });
    if (found.accuracy.kind === "undefined") throw new Error(found.accuracy.reason);
    expect(found.accuracy.share).toBeCloseTo(judgeBenchAccuracy(rows), 10);
    const { both_orders, consistent, first_preferred } = found.position;
    expect(both_orders).toBe(320);
    // It knows six of ten; of the others it says "first" in both orders.
    expect(consistent.kind !== "undefined" && consistent.share).toBeCloseTo(0.6, 1);
    expect(first_preferred).toMatchObject({ share: 1 });
    const { stdout } = await assay(["calibrate", "--pairs", "pairs.jsonl"], { cwd: root });
    expect(stdout).toMatch(
      /^The judge prefers what people prefer \d+ % \(\d+ % to \d+ %\) of the time; κ = 0\.\d\d\.\n/,
    );
    expect(stdout).toContain("Where the order decides, 100 %");
  });

  test("a win rate is corrected by a random sample of labels, with an interval that holds the truth", async () => {
    const next = numbers(3);
    const rows = Array.from({ length: 400 }, (_, index): JudgeBenchRow => {
      // People prefer `plain` in 65 of 100; the judge takes `lavish` for better in half of these.
      const plainWins = next() < 0.65;
      const judged = plainWins && next() < 0.5;
      // Which of the two is A differs from pair to pair.
      const isFirst = index % 2 === 0;
      const said = (wins: boolean): Decision => (wins === isFirst ? "A>B" : "B>A");
      return {
        ...judgedPairs(1)[0]!,
        pair_id: `p${index}`,
        original_id: `q${index}`,
        model_A: isFirst ? "plain" : "lavish",
        model_B: isFirst ? "lavish" : "plain",
        label: said(plainWins),
        judgments: [{ judgment: "…", decision: said(judged) }],
      };
    });
    const truth = rows.filter(({ label: own, model_A }) => (own === "A>B") === (model_A === "plain")).length / 400;
    const sampled = rows.map(({ label: own, ...row }, index) => (index % 5 === 2 ? { ...row, label: own } : row));
    const root = temporaryFolder({ "pairs.jsonl": fileOf(sampled) });
    const { stdout } = await assay(["calibrate", "--pairs", "pairs.jsonl", "--drawn", "--output", "json"], {
      cwd: root,
    });
    const [rate] = (JSON.parse(stdout) as PairCalibration).win_rates;
    expect(rate).toMatchObject({ first: "lavish", second: "plain", pairs: 400 });
    expect(rate!.judge_alone).toBeGreaterThan(0.6);
    if (rate!.corrected.kind === "undefined") throw new Error(rate!.corrected.reason);
    const { interval } = rate!.corrected.corrected;
    if (interval.kind === "undefined") throw new Error(interval.reason);
    expect(interval.low).toBeLessThan(1 - truth);
    expect(interval.high).toBeGreaterThan(1 - truth);
    expect(interval.high).toBeLessThan(0.55);
  });

  test("labels that somebody chose correct nothing, and it says so", async () => {
    const rows = judgedPairs(60).map(({ label: own, ...row }, index) => (index < 30 ? { ...row, label: own } : row));
    const root = temporaryFolder({ "pairs.jsonl": fileOf(rows) });
    const { stdout } = await assay(["calibrate", "--pairs", "pairs.jsonl"], { cwd: root });
    expect(stdout).toContain("Labels correct nothing: it is not known how the labelled pairs were chosen");
    const withChances = rows.map((row) => ("label" in row ? { ...row, probability: 0.5 } : row));
    writeFileSync(join(root, "pairs.jsonl"), fileOf(withChances));
    expect((await assay(["calibrate", "--pairs", "pairs.jsonl"], { cwd: root })).stdout).toContain(
      "corrected by 30 labels",
    );
  });

  test("too few labels correct nothing", async () => {
    const root = temporaryFolder({ "pairs.jsonl": fileOf(judgedPairs(12)) });
    const found = await calibratePairs({ cwd: root, file: "pairs.jsonl" });
    expect(found.win_rates[0]!.corrected).toMatchObject({
      kind: "undefined",
      reason: expect.stringContaining("at least 20 are needed"),
    });
  });

  test.each(["text", "markdown"])("names of models stay data as %s", async (output) => {
    const rows = judgedPairs(30).map((row) => ({ ...row, model_A: "<b>\u001b[31m|x`", model_B: "[y](z)" }));
    const root = temporaryFolder({ "pairs.jsonl": fileOf(rows) });
    const { stdout } = await assay(["calibrate", "--pairs", "pairs.jsonl", "--output", output], { cwd: root });
    expect(stdout).not.toContain("\u001b");
    if (output === "markdown") expect(stdout).not.toMatch(/(?<!\\)(?:<b>|\]\(z\))/);
  });

  const [good] = judgedPairs(1);
  test.each<[string, unknown, string]>([
    ["no JSON", "{", "line 2: the line"],
    ["a list", [1], "line 2: expected an object"],
    ["no pair_id", { ...good, pair_id: undefined }, "line 2: pair_id: expected a text or a number"],
    ["the same pair_id", good, "line 2: pair_id p0 appears twice"],
    [
      "another label",
      { ...good, pair_id: "x", label: "A" },
      'line 2: label: expected "A>B", "B>A" or "A=B", found "A"',
    ],
    ["no judgments", { ...good, pair_id: "x", judgments: [] }, "line 2: judgments: expected a list of one or two"],
    [
      "three judgments",
      { ...good, pair_id: "x", judgments: [null, null, null] },
      "line 2: judgments: expected a list of one or two",
    ],
    [
      "another decision",
      { ...good, pair_id: "x", judgments: [null, { decision: "B" }] },
      'line 2: judgments[1].decision: expected "A>B", "B>A" or "A=B", found "B"',
    ],
    [
      "a chance of none",
      { ...good, pair_id: "x", probability: 0 },
      "line 2: probability: expected a number above 0 and at most 1, found 0",
    ],
  ])("refuses %s, with its line", (_, row, problem) => {
    const text = `${JSON.stringify(good)}\n${typeof row === "string" ? row : JSON.stringify(row)}\n`;
    const read = readPairFile(text);
    expect(read.ok).toBe(false);
    expect((read as { problems: string[] }).problems[0]).toContain(problem);
  });

  test.each<[string, unknown]>([
    ["a pair that nobody labelled", { ...good, label: undefined }],
    ["a tie", { ...good, label: "A=B" }],
    ["a judge without an answer", { ...good, judgments: [null] }],
    ["an answer without a decision", { ...good, judgments: [{ judgment: "hm", decision: null }] }],
    ["fields of others", { ...good, source: "livebench", response_model: "m" }],
  ])("takes %s", (_, row) => {
    expect(readPairFile(JSON.stringify(row))).toMatchObject({ ok: true });
  });

  test("a file that is not there or empty, and --drawn alone, are named", async () => {
    const root = temporaryFolder({ "empty.jsonl": "\n" });
    expect((await assay(["calibrate", "--pairs", "none.jsonl"], { cwd: root })).stderr).toContain(
      "there is no such file",
    );
    expect((await assay(["calibrate", "--pairs", "empty.jsonl"], { cwd: root })).stderr).toContain(
      "the file has no pairs",
    );
    expect((await assay(["calibrate", "--drawn"], { cwd: root })).stderr).toContain("--drawn needs --pairs");
  });
});

test.each([
  [["--pairs", "pairs.jsonl", "--suite", "s"], "--suite changes nothing with --pairs"],
  [["--pairs", "pairs.jsonl", "--epsilon", "0.1"], "--epsilon changes nothing with --pairs"],
  [["--pairs", "pairs.jsonl", "--max-cost-usd", "1"], "--max-cost-usd changes nothing with --pairs"],
  [["--gold", "--pairs", "pairs.jsonl"], "--pairs changes nothing with --gold"],
  [["--gold", "--purpose", "tune"], "--purpose changes nothing with --gold"],
  [["--gold", "--chart", "curve.svg"], "--chart changes nothing with --gold"],
  [["--max-cost-usd", "1"], "--max-cost-usd needs --gold"],
])("calibrate %j is refused, because one of the words would be ignored", async (words, says) => {
  const { code, stderr } = await assay(["calibrate", ...words], { cwd: temporaryFolder() });
  expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
});

describe("preferences about answers in the store", () => {
  test("correct a win rate when a plan drew them, and tell whether people prefer what is shown first", async () => {
    const root = await judgedWorkspace({ cases: 40 });
    expect((await label(root, ["plan", "--budget", "24", "--question", "preference"])).code).toBe(0);
    // An annotator who always takes the careful answer, on either side.
    const careful = new Set(
      (await packetsOf(root))
        .filter(({ subject }) => subject === "careful_one")
        .map(({ packet_sha256 }) => packet_sha256),
    );
    const plan = JSON.parse(
      (await import("node:fs")).readFileSync(join(root, "labels/plans/sums-preference.json"), "utf8"),
    ) as {
      packets: { packet_sha256: string; other_packet_sha256: string }[];
    };
    const rows = plan.packets.map(
      ({ packet_sha256, other_packet_sha256 }) =>
        `${packet_sha256},${other_packet_sha256},${careful.has(packet_sha256) ? "this" : "other"}`,
    );
    writeFileSync(join(root, "labels.csv"), `packet_sha256,other_packet_sha256,value\n${rows.join("\n")}\n`);
    const words = [
      "import",
      "labels.csv",
      "--annotator",
      "ann",
      "--question",
      "preference",
      "--plan",
      "sums-preference",
    ];
    const imported = await label(root, words);
    expect({ code: imported.code, stdout: imported.stdout }).toEqual({
      code: 0,
      stdout: `${rows.length} labels imported.\n`,
    });
    const { stdout } = await assay(["calibrate", "--output", "json"], { cwd: root });
    const [found] = (JSON.parse(stdout) as Calibration).preferences;
    expect(found!.win_rates).toMatchObject([
      { first: "careful_one", second: "quick_one", corrected: { labels: rows.length } },
    ]);
    const { corrected } = found!.win_rates[0]!;
    expect(corrected.kind === "corrected_mean" && corrected.corrected.value).toBeCloseTo(1, 5);
    const { first_shown } = found!;
    expect(first_shown.kind !== "undefined" && first_shown.share).toBeGreaterThan(0.1);
    expect(first_shown.kind !== "undefined" && first_shown.share).toBeLessThan(0.9);
    const text = (await assay(["calibrate"], { cwd: root })).stdout;
    expect(text).toContain("careful_one beats quick_one in");
    expect(text).toContain("Annotators chose what was shown as A");
  });
});
