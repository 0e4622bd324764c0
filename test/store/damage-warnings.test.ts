import { expect, test } from "vitest";
import { judgedWorkspace } from "../judging/judged-workspace.ts";
import { assay } from "../support/assay.ts";
import { damageRecords, loggedRecords } from "../support/log-lines.ts";

const AGAIN = "2 trials are run again, because the stored copy is damaged; that cost $0.0020 last time";

test("plan and run say how many trials are run again and what they had cost, before anything is spent", async () => {
  const workspace = await judgedWorkspace();
  await workspace.call("run-eval");
  workspace.newRequests();
  const [first, second] = loggedRecords(workspace.root, "run");
  damageRecords(workspace.root, ({ key }) => key === first!.key || key === second!.key, changeDigit);
  const words = ["--suite", "s", "--run-profile", "p"];
  const env = { OPENROUTER_BASE_URL: workspace.provider.baseUrl, OPENROUTER_API_KEY: "key-for-tests-0123456789" };
  const call = (...more: string[]) => assay(more, { cwd: workspace.root, env });

  const planned = await call("plan", ...words, "--output", "json");
  expect(JSON.parse(planned.stdout).warnings).toContain(AGAIN);
  expect((await call("plan", ...words)).stdout).toContain(`warning: ${AGAIN}`);
  expect(workspace.newRequests()).toEqual({ subject: 0, judges: 0 });

  const ran = await call("run", ...words, "--output", "json");
  expect(ran.stderr).toContain(`warning: ${AGAIN}`);
  expect(JSON.parse(ran.stdout).warnings).toContain(AGAIN);
  expect(workspace.newRequests()).toEqual({ subject: 2, judges: 0 });

  const after = await call("plan", ...words, "--output", "json");
  expect(JSON.parse(after.stdout).warnings.join()).not.toContain("again");
});

test("run-eval says how many judge calls are asked again and what they had cost, and counts all of them at once", async () => {
  const workspace = await judgedWorkspace();
  await workspace.call("run-eval");
  workspace.newRequests();
  const lost = new Set(
    loggedRecords(workspace.root, "call")
      .slice(0, 3)
      .map(({ key }) => key),
  );
  damageRecords(workspace.root, ({ kind, key }) => kind === "evaluation" || lost.has(key), changeDigit);
  const { stdout, stderr } = await workspace.call("run-eval", ["--output", "json"]);
  const sentence =
    "3 judge calls are asked again, as far as needed, because stored answers are damaged; that cost $0.0030 last time";
  expect(stderr.split(sentence)).toHaveLength(2);
  expect(JSON.parse(stdout).warnings).toContain(sentence);
  expect(workspace.newRequests()).toEqual({ subject: 0, judges: 3 });
});

test("the report names a damaged evaluation, and has the same score from its calls", async () => {
  const workspace = await judgedWorkspace();
  await workspace.call("run-eval");
  const before = JSON.parse((await workspace.call("report", ["--output", "json"])).stdout);
  damageRecords(workspace.root, ({ kind }) => kind === "evaluation", changeDigit);
  const { stdout, stderr } = await workspace.call("report", ["--output", "json"]);
  const after = JSON.parse(stdout);
  expect(after.model_summaries).toEqual(before.model_summaries);
  expect(after.warnings).toContainEqual(
    expect.stringMatching(/^log\/.*its content does not match its hash; evaluation is treated as missing$/),
  );
  expect(stderr).toContain("its content does not match its hash");
});

function changeDigit(line: string): string {
  return line.replace(
    /("value":.*?)(\d)/,
    (_, before: string, digit: string) => `${before}${(Number(digit) + 1) % 10}`,
  );
}
