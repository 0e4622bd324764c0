import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { judgedWorkspace, verdict } from "../judging/judged-workspace.ts";
import { assay } from "../support/assay.ts";
import { sampleSize } from "../support/thorough.ts";
import { type Protocol, paidWork } from "./paid-work.ts";
import { patientStub } from "./patient-stub.ts";

/** Every answer of the stub costs this much. */
const PRICE = 0.001;
const limitOf = (calls: number) => ["--max-cost-usd", String(calls * PRICE)];
/** In a row, each a little later than the one before. */
const KILLS = sampleSize(2, 5);
const PROTOCOLS: Protocol[] = ["campaign", "rubric", "batch"];

test.each(PROTOCOLS)(
  "a %s that is resumed again and again never costs more than its limit in all",
  async (protocol) => {
    const work = paidWork(protocol, `key-of-resumed-${protocol}`, await patientStub(() => 5), 12);
    for (let round = 0; round < 3; round += 1) {
      const { code, stdout, stderr } = await work.start("a", undefined, limitOf(7.5));
      expect(code).toBe(1);
      expect(stdout + stderr).toMatch(/stopped at \$0\.00[67]0.*: the next call might cross the limit of \$0\.0075/i);
      expect(stdout + stderr).toContain("with a higher --max-cost-usd continues from");
    }
    const paid = work.requests().length;
    expect(paid).toBeGreaterThanOrEqual(6);
    expect(paid).toBeLessThanOrEqual(7);
    // Under another name, and with a higher limit, it goes on.
    expect((await work.start("a", undefined, limitOf(1000))).code).toBe(0);
    expect(work.requests()).toHaveLength(work.needed.subject + work.needed.judge);
  },
);

test.each(PROTOCOLS)("what a %s under another name cost counts there only", async (protocol) => {
  const work = paidWork(protocol, `key-of-two-${protocol}`, await patientStub(() => 5), 3);
  expect((await work.start("a")).code).toBe(0);
  // Everything is stored: under the second name nothing is paid.
  expect((await work.start("b", undefined, ["--max-cost-usd", "0"])).code).toBe(0);
});

test("after kill -9 the limit still knows what was spent", async () => {
  const work = paidWork("rubric", "key-of-killed", await patientStub(() => 60), 200);
  expect(await work.startAndKill({ after: "first request", milliseconds: 170 })).toBe("killed");
  const before = work.requests().length;
  await wait(100);
  const { code } = await work.start("a", undefined, limitOf(before + 4));
  expect(code).toBe(1);
  // Those in flight at the kill were never known to have a price, and what was paid in its last 40 ms was not written down.
  expect(work.requests().length).toBeLessThanOrEqual(before + 4 + 16 * 2);
});

test.each(PROTOCOLS)(
  "a %s that is killed again and again with requests in flight costs no more than its limit",
  async (protocol) => {
    const work = paidWork(protocol, `key-of-killed-${protocol}`, await patientStub(() => 60), 200);
    // One answer at first, so that there is a price.
    expect((await work.start("a", undefined, limitOf(1.5))).code).toBe(1);
    for (let round = 0; round < KILLS; round += 1)
      await work.start("a", (child) => void setTimeout(() => child.kill("SIGKILL"), 1_500 + 200 * round), limitOf(60));
    const { code, stdout, stderr } = await work.start("a", undefined, limitOf(60));
    expect(code).toBe(1);
    expect(stdout + stderr).toContain("the next call might cross the limit of $0.06");
    expect(work.requests().length).toBeLessThanOrEqual(60 + 1);
  },
);

test("the limit of a campaign covers runs and judges together, and the reports say what was spent", async () => {
  const workspace = await judgedWorkspace();
  workspace.edit("configs/run_profiles/p.yaml", (text) => text.replace("max_concurrency: 4", "max_concurrency: 1"));
  const first = await workspace.call("eval", ["--output", "json", "--max-cost-usd", "0.0065"]);
  expect(first.code).toBe(1);
  expect(first.stderr).toContain(
    "The campaign stopped at $0.0060: the next call might cross the limit of $0.0065. The same command with a higher --max-cost-usd continues from there.",
  );
  const { spending, costs } = JSON.parse(first.stdout);
  expect(spending).toEqual({ spent_usd: 0.006, max_cost_usd: 0.0065 });
  expect(costs.runs.new_usd + costs.judging.new_usd).toBeCloseTo(0.006);
  const { subject, judges } = workspace.newRequests();
  expect(subject + judges).toBe(6);
  expect((await workspace.call("eval", ["--output", "json"])).code).toBe(0);
  const { subject: later, judges: laterJudges } = workspace.newRequests();
  expect(later + laterJudges).toBe(16 - 6);
});

test("`run` stops before its limit, says so, and goes on with a higher one", async () => {
  const workspace = await judgedWorkspace();
  const run = (words: string[]) => runOf(workspace, words);
  const first = await run(["--max-cost-usd", "0.0025", "--output", "json"]);
  expect(first.code).toBe(1);
  const report = JSON.parse(first.stdout);
  expect(report).toMatchObject({ ended: "cost_limit", totals: { executed: 2, not_run: 2 } });
  expect(report.message).toBe("stopped at $0.0020: the next call might cross the limit of $0.0025");
  expect(report.spending).toEqual({ spent_usd: 0.002, max_cost_usd: 0.0025 });
  const text = await run(["--max-cost-usd", "0.0025"]);
  expect(text.code).toBe(1);
  expect(text.stdout).toContain("The campaign stopped at $0.0020");
  expect(text.stdout).toContain("the same command with a higher --max-cost-usd continues from there");
  expect((await run(["--max-cost-usd", "1"])).code).toBe(0);
  expect(workspace.newRequests().subject).toBe(4);
});

test("what was spent on judging counts for the runs too, also when it came to nothing", async () => {
  // Every first answer breaks the contract, so that each call costs two requests.
  const workspace = await judgedWorkspace({ judge: (_, index) => (index % 2 === 0 ? "no verdict" : verdict(7)) });
  workspace.edit("configs/evaluation_profiles/e.yaml", (text) => text.replace("repetitions: 3", "repetitions: 1"));
  expect((await workspace.call("eval", ["--model", "alpha", "--case", "one"])).code).toBe(0);
  expect(workspace.newRequests()).toEqual({ subject: 1, judges: 2 });
  const { code, stdout } = await runOf(workspace, ["--max-cost-usd", "0.003", "--output", "json"]);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ ended: "cost_limit", spending: { spent_usd: 0.003 } });
  expect(workspace.newRequests().subject).toBe(0);
});

test("a price that a failed request names is counted", async () => {
  const failed = { status: 200, body: { choices: [], usage: { prompt_tokens: 9, completion_tokens: 9, cost: 0.004 } } };
  const workspace = await judgedWorkspace({ subject: () => failed });
  const { stdout } = await runOf(workspace, ["--max-cost-usd", "0.006", "--output", "json"]);
  expect(JSON.parse(stdout)).toMatchObject({ ended: "cost_limit", spending: { spent_usd: 0.004 } });
  expect(workspace.newRequests().subject).toBe(1);
});

test("two commands that judge one campaign at once share its limit, but for what each has in flight", async () => {
  let seen = 0;
  const workspace = await judgedWorkspace({
    judge: () => {
      seen += 1;
      return { content: verdict(7), delayMs: 300 };
    },
  });
  const other = workspace.read("configs/evaluation_profiles/e.yaml").replace("acme/judge", "acme/judge-2");
  writeFileSync(
    join(workspace.root, "configs/evaluation_profiles/other.yaml"),
    other.replace("evaluation_profile_id: e", "evaluation_profile_id: other"),
  );
  expect((await runOf(workspace, [])).code).toBe(0);
  workspace.newRequests();
  // The runs cost 0.004; each of the two would pay 0.012 for its judge.
  const limit = ["--max-cost-usd", "0.0105"];
  const first = workspace.call("eval", limit);
  while (seen === 0) await wait(10);
  const both = await Promise.all([first, workspace.call("eval", [...limit, "--evaluation-profile", "other"])]);
  expect(both.map(({ code }) => code)).toEqual([1, 1]);
  expect(workspace.newRequests().judges).toBeLessThanOrEqual(6 + 4);
});

test.each(PROTOCOLS)("%s: an amount that is none is refused", async (protocol) => {
  const work = paidWork(protocol, `key-of-refused-${protocol}`, await patientStub(() => 1), 1);
  const { code, stderr } = await work.start("a", undefined, ["--max-cost-usd", "lots"]);
  expect(code).toBe(2);
  expect(stderr).toContain('--max-cost-usd takes an amount in US dollars, not "lots"');
  expect(work.requests()).toEqual([]);
});

const runOf = ({ root, provider }: Awaited<ReturnType<typeof judgedWorkspace>>, words: string[]) =>
  assay(["run", "--suite", "s", "--run-profile", "p", ...words], {
    cwd: root,
    env: { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: "key-for-tests-0123456789" },
  });
