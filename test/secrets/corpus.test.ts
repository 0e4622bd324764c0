import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { RUBRIC as ITEM_RUBRIC, items, itemsAsked } from "../batch/support.ts";
import { judgedWorkspace, verdict } from "../judging/judged-workspace.ts";
import { answered, goodAnswer, judgeEnv, RUBRIC, sampleLine } from "../rubric/support.ts";
import { assay, type CliResult } from "../support/assay.ts";
import { lacks } from "../support/needs.ts";
import { type SeenRequest, scriptedProvider } from "../support/scripted-provider.ts";
import { corpus, type FakeSecret, fakeSecrets, leftOf, type Writing } from "../support/secrets-corpus.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { writeDown } from "../support/write-down.ts";

/** Every secret of the corpus, and for every way of writing one of them. */
const secrets = [...fakeSecrets("kinds"), ...fakeSecrets("announced"), ...fakeSecrets("private-keys")];
const keys = fakeSecrets("kinds");
const ways = [...corpus<Writing>("writings"), ...corpus<Writing>("folded-writings")];
const written = ways.map(({ steps }, at) => writeDown(keys[(at * 7) % keys.length]!.text, steps));
const everything = [...secrets.map(({ text }) => text), ...written].join("\n\n");

/** Of the environment: none of a known kind, so only the name tells. */
const environment = {
  ACME_TOKEN: "tok3n-of-acme-9Qz7",
  ACME_DB_PASSWORD: "s0me!pass",
  ACME_SECRET: 'se(ret-"with"-quotes/and\\slash-77',
  ACME_KEY: "k3yK3yk3yK3y",
  ACME_URL: "https://me:pa55word-of-url@acme.test/x",
};
const ours: FakeSecret[] = Object.entries(environment).map(([kind, value]) => ({
  kind,
  text: value,
  pieces: [value.replace(/^.*:|@.*$/g, "")],
}));

function expectNothingLeft(root: string, { stdout, stderr }: CliResult, toJudges: SeenRequest[]): void {
  const outputs = join(root, "outputs");
  const files = readdirSync(outputs, { recursive: true, withFileTypes: true, encoding: "utf8" });
  expect(files.length).toBeGreaterThan(5);
  const contents = files.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const places: [string, string][] = [
    ["stdout", stdout],
    ["stderr", stderr],
    ["the names of files", files.map((entry) => entry.name).join("\n")],
    ...contents.map((path) => [path, readFileSync(path, "latin1")] as [string, string]),
    ...toJudges.map(({ body }, at) => [`request ${at + 1} to a judge`, JSON.stringify(body)] as [string, string]),
  ];
  const found = places.flatMap(([place, content]) =>
    leftOf([...secrets, ...ours], content).map((left) => `${place}: ${left}`),
  );
  expect(found.slice(0, 10)).toEqual([]);
}

const inEveryString = (value: unknown) =>
  JSON.stringify({ value, inside: JSON.stringify({ value, again: JSON.stringify({ value }) }) });
const allOurs = Object.entries(environment)
  .map(([name, value]) => `${name}=${value}\n${value}`)
  .join("\n");

describe("of a campaign", () => {
  const withTools = (root: { edit: (path: string, change: (text: string) => string) => void }) => {
    for (const id of ["one", "two"])
      root.edit(`configs/cases/${id}/test.yaml`, (text) =>
        text.replace("input:\n", "input:\n  context: { llm_probe: { tools: [write_file, read_file, exec_shell] } }\n"),
      );
  };

  test("nothing is left of secrets in answers, in judges' answers, and in answers that broke the contract", async () => {
    let asked = 0;
    const workspace = await judgedWorkspace({
      subject: () => `Here you are.\n${everything}\n${allOurs}\n${inEveryString(`${everything}\n${allOurs}`)}`,
      judge: () => {
        asked += 1;
        if (asked % 2 === 1) return `I can't judge this: ${everything}\n${allOurs}`;
        return verdict(7, `It says "4". And also:\n${everything}\n${allOurs}`);
      },
    });
    const ended = await workspace.call("run-eval", [], { env: environment });
    const toJudges = workspace.provider.requests.filter(({ body }) => String(body?.model).includes("judge"));
    expect(toJudges.length).toBeGreaterThan(5);
    expectNothingLeft(workspace.root, ended, toJudges);
    const report = await workspace.call("report", ["--output", "json"], { env: environment });
    expectNothingLeft(workspace.root, report, []);
    expect(JSON.parse(report.stdout).trials ?? JSON.parse(report.stdout)).toBeTruthy();
  });

  test("nothing is left of secrets in what a provider's errors say, however long they are", async () => {
    const message = (start: number) => `${"x".repeat(start)} ${everything}\n${allOurs}`;
    for (const [number, start] of [0, 275, 290].entries()) {
      const workspace = await judgedWorkspace({
        subject: () =>
          number === 0
            ? { status: 500, body: message(start) }
            : {
                status: 400,
                body: { error: { message: message(start), metadata: { raw: inEveryString(message(0)) } } },
              },
      });
      const ended = await workspace.call("run-eval", [], { env: environment });
      expect(ended.code).toBe(1);
      expectNothingLeft(workspace.root, ended, []);
    }
  });

  test.skipIf(lacks("sandbox"))(
    "nothing is left of secrets in arguments and results of tools, in files that were left, and in their names",
    async () => {
      const [one, two] = keys as [FakeSecret, FakeSecret];
      const call = (id: string, name: string, given: unknown) => ({ id, name, arguments: given });
      const workspace = await judgedWorkspace({
        subject: ({ body }) =>
          body.messages.length > 2
            ? "Done."
            : {
                tool_calls: [
                  call("1", "write_file", { path: "a.txt", content: `before\n${everything}\n${allOurs}` }),
                  call("2", "write_file", { path: "b.json", content: inEveryString(everything) }),
                  call("3", "read_file", { path: "a.txt" }),
                  // In a file that is not text, secrets that only their name announces are not looked for.
                  call("6", "write_file", {
                    path: "keys.txt",
                    content: `${keys.map(({ text }) => text).join("\n")}\n${allOurs}`,
                  }),
                  call("4", "exec_shell", {
                    command: `cat a.txt; cat b.json >&2; printf '\\0' > c.bin; cat keys.txt >> c.bin; touch '${one.text}.txt'; ln -s '${two.text}' link; mkdir -p 'd/${two.text}'; echo x > 'd/${two.text}/e'`,
                  }),
                  call("5", "no_such_tool", { anything: inEveryString(everything) }),
                ],
              },
      });
      withTools(workspace);
      const ended = await workspace.call("run-eval", [], { env: environment });
      const toJudges = workspace.provider.requests.filter(({ body }) => String(body?.model).includes("judge"));
      expect(toJudges.length).toBeGreaterThan(5);
      expectNothingLeft(workspace.root, ended, toJudges);
      const run = JSON.parse(readFileSync(join(workspace.root, workspace.find("alpha/one/run_1.json")), "utf8"));
      const left = run.runner_metadata.files_left_out.files.map(({ reason }: { reason: string }) => reason);
      expect(left).toContain("its name holds a secret");
      for (const event of run.trace.filter(({ kind }: { kind: string }) => kind === "tool_call"))
        expect(() => JSON.parse(event.arguments)).not.toThrow();
    },
  );
});

test("nothing is left of secrets in samples, in refused ones, and in what judges of samples say", async () => {
  const texts = [`${everything}\n${allOurs}`, inEveryString(`${everything}\n${allOurs}`)];
  const provider = await scriptedProvider((request, index) => {
    if (index % 3 === 0) return answered(`No. ${everything} ${allOurs}`);
    const good = goodAnswer(request);
    return answered({ ...good, notes: everything, scores: { clear: { ...good.scores.clear, rationale: allOurs } } });
  });
  const samples = [
    ...texts.map((model_output) => sampleLine({ model_output })),
    JSON.stringify({ refused: everything }),
    `{"broken": ${JSON.stringify(everything)}`,
  ];
  const cwd = temporaryFolder({ "rubric.json": RUBRIC, "samples.jsonl": samples.join("\n") });
  const words = ["rubric", "judge", "--samples", "samples.jsonl", "--rubric", "rubric.json", "--model", "some/judge"];
  const ended = await assay(words, { cwd, env: { ...judgeEnv(provider.baseUrl), ...environment } });
  expect(provider.requests.length).toBeGreaterThan(2);
  expectNothingLeft(cwd, ended, provider.requests);
});

test("nothing is left of secrets in items, and in what judges of items say", async () => {
  const provider = await scriptedProvider((request, index) => {
    if (index === 0) return { content: `No. ${everything} ${allOurs}` };
    const verdicts = itemsAsked(request).map(({ item_id }) => ({
      item_id,
      score: 4,
      ambiguous: false,
      note: everything,
    }));
    return { content: JSON.stringify(verdicts) };
  });
  const judge = {
    rubric: ITEM_RUBRIC,
    scoring: { primary: "score" },
    model: "some/model",
    sample_size: 4,
    batch_size: 2,
  };
  const cwd = temporaryFolder({
    "spec.yaml": JSON.stringify({ schema_version: 1, metric: { judge } }),
    "items.jsonl": items(4, (at) => ({ text: at % 2 === 0 ? everything : inEveryString(`${everything}\n${allOurs}`) })),
    "twice.jsonl": Array(2)
      .fill(JSON.stringify({ item_id: keys[0]!.text, text: "x" }))
      .join("\n"),
  });
  const env = { ...judgeEnv(provider.baseUrl), ...environment };
  const ended = await assay(["batch", "judge", "--spec", "spec.yaml", "--items", "items.jsonl"], { cwd, env });
  expectNothingLeft(cwd, ended, provider.requests);
  const refused = await assay(["batch", "judge", "--spec", "spec.yaml", "--items", "twice.jsonl"], { cwd, env });
  expect(refused.code).toBe(2);
  expectNothingLeft(cwd, refused, provider.requests);
});
