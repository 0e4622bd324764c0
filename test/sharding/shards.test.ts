import { cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROTOCOLS, protocolAtWork } from "../store/three-protocols.ts";
import { assay, type CliResult } from "../support/assay.ts";
import { temporaryFolder } from "../support/temporary.ts";
import type { Protocol } from "../torture/protocols.ts";

/** Another machine's workspace: a copy without results. */
function anotherMachine(cwd: string): string {
  const copy = temporaryFolder();
  cpSync(cwd, copy, { recursive: true });
  rmSync(join(copy, "outputs"), { recursive: true, force: true });
  return copy;
}

const QUESTIONS = 7;
const UNIT: Record<Protocol, string> = { "run-eval": "7 trials", rubric: "7 samples", batch: "7 batches" };

test.each(PROTOCOLS)(
  "%s on three machines asks what one asks, and the merged store reports the same bytes",
  async (protocol) => {
    const at = await protocolAtWork(protocol, { questions: QUESTIONS });
    const whole = await at.judge({ ownProcess: true });
    expect(whole.code).toBe(0);
    const asked = at.judgeRequests().length;
    const machines = [1, 2, 3].map(() => anotherMachine(at.cwd));
    const parts = await Promise.all(
      machines.map((cwd, index) => at.judge({ cwd, words: ["--shard", `${index + 1}/3`], ownProcess: true })),
    );
    for (const [index, { code, stdout, stderr }] of parts.entries()) {
      expect(stdout + stderr).toMatch(new RegExp(`, shard ${index + 1} of 3: \\d of ${UNIT[protocol]}\n`));
      expect(stdout).toContain("This is a part, so there is no verdict.");
      expect(stdout).not.toMatch(/mean|better|score/i);
      expect(code).toBe(0);
    }
    expect(at.judgeRequests()).toHaveLength(2 * asked);
    const [first, ...others] = machines as [string, ...string[]];
    const merged = await assay(["store", "merge", ...others.map((cwd) => join(cwd, "outputs"))], { cwd: first });
    expect(merged).toMatchObject({ code: 0, stderr: "" });
    const again = await at.judge({ cwd: first, ownProcess: true });
    expect(at.judgeRequests(), "the merged store has every answer").toHaveLength(2 * asked);
    const alone = await at.judge({ ownProcess: true });
    expect(withoutTimes(again)).toEqual(withoutTimes(alone));
    expect(resultFiles(first)).toEqual(resultFiles(at.cwd));
  },
);

/** Latencies are real, and another machine has others. */
function withoutTimes({ stdout, ...rest }: CliResult): CliResult {
  return { ...rest, stdout: stdout.replace(/ +\d+\.\d s/g, " then") };
}

/**
 * The output for people and programs, without times, which the chart draws, and without the kept report, which says what was new
 * when it was made.
 */
function resultFiles(cwd: string): Record<string, string> {
  const outputs = join(cwd, "outputs");
  const paths = readdirSync(outputs, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !/\/(?:log|artifacts|cache)\//.test(path) && !/\.(?:png|svg)$|\/report\.md$/.test(path));
  return Object.fromEntries(
    paths.map((path) => [
      path.slice(outputs.length),
      withoutTimes({ stdout: readFileSync(path, "utf8") } as CliResult).stdout.replace(
        /"(\w*_at|\w*_ms|at)": ?("[^"]+"|\d+)/g,
        '"$1":"then"',
      ),
    ]),
  );
}

test.each(PROTOCOLS)("%s refuses a shard that there is not, before anything is asked", async (protocol) => {
  const at = await protocolAtWork(protocol);
  for (const [written, problem] of [
    ["0/8", "counted from 1"],
    ["9/8", "the last one is 8/8"],
    ["a/b", "such as 2/8"],
  ] as const) {
    const { code, stderr } = await at.judge({ words: ["--shard", written] });
    expect(code).toBe(2);
    expect(stderr).toContain(problem);
  }
  expect(at.provider.requests).toHaveLength(0);
});

test("a shard without work is done at once", async () => {
  const at = await protocolAtWork("run-eval", { questions: 2 });
  const { code, stdout } = await at.judge({ words: ["--shard", "3/3"] });
  expect(code).toBe(0);
  expect(stdout).toContain("shard 3 of 3: 0 of 2 trials\n0 done, 0 without a result");
  expect(at.provider.requests).toHaveLength(0);
});

test("a part whose judge does not answer ends with 1, and names what has no result", async () => {
  const at = await protocolAtWork("run-eval", { questions: 4, answer: () => ({ status: 400, body: { error: "no" } }) });
  const { code, stdout } = await at.judge({ words: ["--shard", "1/2", "--output", "json"] });
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ kind: "shard_report", own: 2, all: 4, done: 0, open: [{}, {}] });
});

test("whatever says something about the whole campaign is refused for a part", async () => {
  const at = await protocolAtWork("run-eval");
  for (const words of [["--fail-under", "3"], ["--fail-on-checks"], ["--output", "junit=x.xml"], ["--chart", "c"]]) {
    const { code, stderr } = await at.judge({ words: ["--shard", "1/2", ...words] });
    expect(code).toBe(2);
    expect(stderr).toContain(`${words.join(" ").replace(/=.*| 3| c$/, "")} needs a whole campaign`);
  }
  const { code, stderr } = await at.judge({ words: ["--shard-weights", "w.json"] });
  expect([code, stderr]).toEqual([2, expect.stringContaining("only works with --shard")]);
  expect(at.provider.requests).toHaveLength(0);
});

test("machines whose stores differ still do everything together", async () => {
  const at = await protocolAtWork("run-eval", { questions: 6 });
  const machines = [1, 2].map(() => anotherMachine(at.cwd));
  // One machine has the answers of earlier days, the other knows nothing.
  await at.judge({ cwd: machines[0]!, words: ["--case", "c1", "--case", "c4"] });
  const parts = [];
  for (const [index, cwd] of machines.entries())
    parts.push(JSON.parse((await at.judge({ cwd, words: ["--shard", `${index + 1}/2`, "--output", "json"] })).stdout));
  expect(parts[0].division).toBe(parts[1].division);
  expect(parts.map(({ own }) => own)).toEqual([3, 3]);
  await assay(["store", "merge", join(machines[1]!, "outputs")], { cwd: machines[0]! });
  const before = at.provider.requests.length;
  expect((await at.judge({ cwd: machines[0]! })).code).toBe(0);
  expect(at.provider.requests).toHaveLength(before);
});

test("`assay run` and `assay plan` say of which part they speak", async () => {
  const at = await protocolAtWork("run-eval", { questions: 5 });
  const words = ["--suite", "s", "--run-profile", "p", "--shard", "2/2"];
  const env = { OPENROUTER_BASE_URL: at.provider.baseUrl, OPENROUTER_API_KEY: "key-for-tests-0123456789" };
  for (const command of ["plan", "run"]) {
    const { stdout } = await assay([command, ...words], { cwd: at.cwd, env });
    expect(stdout.split("\n")[0]).toBe("A part of the campaign, shard 2 of 2: 2 of 5 trials");
    const json = JSON.parse((await assay([command, ...words, "--output", "json"], { cwd: at.cwd, env })).stdout);
    expect(json).toMatchObject({ shard: { part: 2, of: 2, all_trials: 5 }, totals: { trials: 2 } });
  }
});
