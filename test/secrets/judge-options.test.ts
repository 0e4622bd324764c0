import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { items, scoreAll, setUp, spec } from "../batch/support.ts";
import { judgedWorkspace, verdict } from "../judging/judged-workspace.ts";
import { answered, goodAnswer, judgeEnv, RUBRIC, sampleLine } from "../rubric/support.ts";
import { assay } from "../support/assay.ts";
import { scriptedProvider } from "../support/scripted-provider.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** One of a known kind, and one that only the name of its variable tells. */
const KNOWN_KIND = `sk-proj-${"Zx9".repeat(12)}`;
const BY_NAME = 'an0ther-"quoted"\\secret-77';
const ENV = { GATEWAY_TOKEN: BY_NAME };
const OPTIONS = { temperature: 0, metadata: { api_key: KNOWN_KIND, note: BY_NAME } };

const written = (secret: string) => [secret, JSON.stringify(secret).slice(1, -1)];
const escapedTwice = (secret: string) => JSON.stringify(JSON.stringify(secret)).slice(3, -3);
const WAYS = [KNOWN_KIND, BY_NAME].flatMap((secret) => [...written(secret), escapedTwice(secret)]);

const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

/** Fails where a secret is in what is stored, or what should be in it is not. */
function expectNothingStored(root: string, instead = "[redacted]"): void {
  const outputs = join(root, "outputs");
  const texts = readdirSync(outputs, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => [join(entry.parentPath, entry.name), readFileSync(join(entry.parentPath, entry.name), "latin1")]);
  expect(texts.length).toBeGreaterThan(2);
  expect(texts.flatMap(([path, text]) => WAYS.filter((way) => text!.includes(way)).map(() => path))).toEqual([]);
  expect(texts.some(([, text]) => text!.includes(instead))).toBe(true);
}

async function judgedWithSecrets(judge: Parameters<typeof judgedWorkspace>[0]) {
  const workspace = await judgedWorkspace(judge);
  workspace.edit("configs/evaluation_profiles/e.yaml", (text) =>
    text.replace("request_options: { temperature: 0 }", `request_options: ${JSON.stringify(OPTIONS)}`),
  );
  return workspace;
}

test("request options of judges are sent as they are and stored without their secrets, in a campaign that verifies", async () => {
  const workspace = await judgedWithSecrets({});
  const first = await workspace.call("run-eval", [], { env: ENV });
  expect(first.code).toBe(0);
  const [sent] = workspace.provider.requests.filter(({ body }) => body.model === "acme/judge");
  expect(sent!.body.metadata).toEqual(OPTIONS.metadata);
  expectNothingStored(workspace.root);
  expect(workspace.newRequests().judges).toBe(12);

  const second = await workspace.call("run-eval", [], { env: ENV });
  expect(second.code).toBe(0);
  expect(workspace.newRequests()).toEqual({ subject: 0, judges: 0 });

  const { code, stdout } = await assay(["verify", "--output", "json"], { cwd: workspace.root, env: ENV });
  const { differences, missing, not_proved } = JSON.parse(stdout);
  expect({ code, differences, missing }).toEqual({ code: 0, differences: [], missing: [] });
  expect(not_proved).toContainEqual({
    what: "the judges' settings that the evaluation profile is named after",
    why: "a secret was removed from the request options of main_run",
    count: null,
  });
  expect(not_proved).toContainEqual(expect.objectContaining({ what: "identity of 12 judge calls", count: 12 }));
});

test("another secret in the request options is another question", async () => {
  const workspace = await judgedWithSecrets({});
  await workspace.call("run-eval", [], { env: ENV });
  workspace.newRequests();
  workspace.edit("configs/evaluation_profiles/e.yaml", (text) => text.replace("Zx9Zx9", "Zx9Yx8"));
  await workspace.call("run-eval", [], { env: ENV });
  expect(workspace.newRequests()).toEqual({ subject: 0, judges: 12 });
});

test("a judge that names no price is remembered without the secrets in its request options", async () => {
  const workspace = await judgedWithSecrets({
    subject: () => ({ content: "It makes 4.", usage: { ...USAGE, cost: 0.01 } }),
    judge: () => ({ content: verdict(8), usage: USAGE }),
  });
  await workspace.call("run-eval", ["--max-cost-usd", "5"], { env: ENV });
  expect(workspace.newRequests().judges).toBeGreaterThan(0);
  expectNothingStored(workspace.root, '"unpriced":[');
});

test("request options of judges of samples are stored without their secrets, and nothing is asked twice", async () => {
  const provider = await scriptedProvider((request) => answered(goodAnswer(request)));
  const profile = {
    schema_version: 1,
    evaluation_profile_id: "e",
    title: "E",
    judges: [{ judge_id: "main", type: "llm_probe", model: "some/judge", request_options: OPTIONS }],
    judge_runs: [{ judge_run_id: "main", judge_id: "main" }],
  };
  const cwd = temporaryFolder({
    "rubric.json": RUBRIC,
    "samples.jsonl": [sampleLine(), sampleLine()].join("\n"),
    "configs/evaluation_profiles/e.yaml": JSON.stringify(profile),
  });
  const env = { ...judgeEnv(provider.baseUrl), ...ENV };
  const words = [
    "rubric",
    "judge",
    "--samples",
    "samples.jsonl",
    "--rubric",
    "rubric.json",
    "--evaluation-profile",
    "e",
  ];
  for (const time of ["first", "second"]) {
    const { code, stderr } = await assay(words, { cwd, env });
    expect({ time, code, stderr }).toMatchObject({ code: 0 });
    expect(provider.requests).toHaveLength(2);
    expectNothingStored(cwd);
  }
  expect(provider.requests[0]!.body.metadata).toEqual(OPTIONS.metadata);
});

test("request options of judges of batches are stored without their secrets, and nothing is asked twice", async () => {
  const { provider, cwd } = await setUp(scoreAll(4), {
    "spec.yaml": spec({ request_options: OPTIONS }),
    "out.jsonl": items(6),
  });
  const env = { ...judgeEnv(provider.baseUrl), ...ENV };
  for (const name of ["one", "two"]) {
    const words = ["batch", "judge", "--quiet", "--spec", "spec.yaml", "--items", "out.jsonl", "--name", name];
    expect(await assay(words, { cwd, env })).toMatchObject({ code: 0 });
    expect(provider.requests).toHaveLength(2);
    expectNothingStored(cwd);
  }
  expect(provider.requests[0]!.body.metadata).toEqual(OPTIONS.metadata);
});
