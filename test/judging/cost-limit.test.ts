import { expect, test } from "vitest";
import { judgedWorkspace, verdict } from "./judged-workspace.ts";

const JSON_OUTPUT = ["--output", "json"];
const oneAtATime = (text: string) => `${text}max_concurrency: 1\n`;

test("judging stops before it costs more than the limit, and continues from there with a higher one", async () => {
  const workspace = await judgedWorkspace();
  workspace.edit("configs/evaluation_profiles/e.yaml", oneAtATime);
  const first = await workspace.call("eval", [...JSON_OUTPUT, "--max-judging-cost-usd", "0.005"]);
  expect(first.code).toBe(1);
  expect(first.stderr).toContain("Judging stopped at $0.0040: the next call might cross the limit of $0.005");
  const { costs, totals, trials, calls } = JSON.parse(first.stdout);
  expect(costs.judging.new_usd).toBe(0.004);
  expect(calls).toEqual({ made: 4, reused: 0 });
  expect(totals.not_judged).toBeGreaterThan(0);
  expect(totals.unscored).toBe(0);
  const reasons = trials.flatMap(({ reason }: { reason: string | null }) => reason ?? []);
  expect(new Set(reasons)).toEqual(
    new Set(["not judged: stopped at $0.0040: the next call might cross the limit of $0.005"]),
  );
  workspace.newRequests();
  expect((await workspace.call("eval", ["--max-judging-cost-usd", "1"])).code).toBe(0);
  expect(workspace.newRequests()).toEqual({ subject: 0, judges: 8 });
});

test("a limit of 0 pays for nothing and still shows what is stored", async () => {
  const workspace = await judgedWorkspace();
  await workspace.call("eval", ["--case", "one"]);
  workspace.newRequests();
  const { stdout, code } = await workspace.call("eval", [...JSON_OUTPUT, "--max-judging-cost-usd", "0"]);
  expect(code).toBe(1);
  expect(workspace.newRequests().judges).toBe(0);
  expect(JSON.parse(stdout).totals).toMatchObject({ scored: 2, not_judged: 2 });
});

test("a judge whose provider names no price is asked once, because no limit can be kept", async () => {
  const workspace = await judgedWorkspace({ judge: () => ({ content: verdict(8), usage: { prompt_tokens: 1 } }) });
  const { stderr } = await workspace.call("eval", ["--max-judging-cost-usd", "1"]);
  expect(stderr).toContain("reports no cost, so a limit of $1 cannot be kept");
  expect(workspace.newRequests().judges).toBe(1);
});

test("an amount that is none is refused before anything is run", async () => {
  const workspace = await judgedWorkspace();
  expect((await workspace.call("eval", ["--max-judging-cost-usd", "much"])).code).toBe(2);
  expect(workspace.newRequests()).toEqual({ subject: 0, judges: 0 });
});
