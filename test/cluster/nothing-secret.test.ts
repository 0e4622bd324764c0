import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { judgedWorkspace, KEY, verdict } from "../judging/judged-workspace.ts";
import { testWorker } from "../support/cluster.ts";
import { lacks } from "../support/needs.ts";
import { type TestRedis, testRedis } from "../support/redis.ts";
import { dumpRedis } from "../support/redis-dump.ts";
import { corpus, type FakeSecret, fakeSecrets, leftOf, type Writing } from "../support/secrets-corpus.ts";
import { writeDown } from "../support/write-down.ts";

const secrets = [...fakeSecrets("kinds"), ...fakeSecrets("announced"), ...fakeSecrets("private-keys")];
const keys = fakeSecrets("kinds");
const ways = [...corpus<Writing>("writings"), ...corpus<Writing>("folded-writings")];
const written = ways.map(({ steps }, at) => writeDown(keys[(at * 7) % keys.length]!.text, steps));
const everything = [...secrets.map(({ text }) => text), ...written].join("\n\n");

const PASSWORD = "pa55word-of-redis-Q7";

/** Of the workers alone; the coordinator has none of them. */
const environment = {
  ACME_TOKEN: "tok3n-of-acme-9Qz7",
  ACME_SECRET: 'se(ret-"with"-quotes/and\\slash-77',
  ACME_URL: "https://me:pa55word-of-url@acme.test/x",
  OPENROUTER_API_KEY: KEY,
};
const ours: FakeSecret[] = Object.entries({ ...environment, REDIS: PASSWORD }).map(([kind, value]) => ({
  kind,
  text: value,
  pieces: [value.replace(/^.*:|@.*$/g, "")],
}));
const allOurs = ours.map(({ kind, text }) => `${kind}=${text}\n${text}`).join("\n");
const inEveryString = (value: unknown) =>
  JSON.stringify({ value, inside: JSON.stringify({ value, again: JSON.stringify({ value }) }) });

/** The contents of a Redis, in memory and on disk. The first line of its log of commands may name its user. */
async function placesOf(redis: TestRedis): Promise<[string, string][]> {
  await redis.cli("SAVE");
  const files = redis.files().map((path): [string, string] => [path, readFileSync(path, "latin1")]);
  return [...(await dumpRedis(redis.url)), ...files];
}

function expectNothingIn(places: readonly [string, string][]): void {
  const found = places.flatMap(([place, content]) =>
    leftOf([...secrets, ...ours], content).map((left) => `${place}: ${left}`),
  );
  expect(found.slice(0, 10)).toEqual([]);
}

describe.skipIf(lacks("redis"))("in Redis, and in what it writes to its disk,", () => {
  test("nothing is left of secrets in answers of subjects and of judges", async () => {
    const redis = await testRedis({ password: PASSWORD, persistent: true });
    const seen: Promise<[string, string][]>[] = [];
    let asked = 0;
    const workspace = await judgedWorkspace({
      subject: () => `Here you are.\n${everything}\n${allOurs}\n${inEveryString(`${everything}\n${allOurs}`)}`,
      judge: () => {
        asked += 1;
        // While results are there: they are cleared away when the campaign has stored them.
        if (asked % 4 === 0) seen.push(placesOf(redis));
        if (asked % 2 === 1) return `I can't judge this: ${everything}\n${allOurs}`;
        return verdict(7, `It says "4". And also:\n${everything}\n${allOurs}`);
      },
    });
    await testWorker(redis.url, { env: { OPENROUTER_BASE_URL: workspace.provider.baseUrl, ...environment } });
    const words = ["--workers", redis.url];
    await workspace.call("run-eval", words, { env: { OPENROUTER_API_KEY: "" } });
    expect(asked).toBeGreaterThan(5);
    const during = (await Promise.all(seen)).flat();
    expect(during.filter(([place]) => place.startsWith("assay:result:")).length).toBeGreaterThan(3);
    expectNothingIn(during);
    const after = await placesOf(redis);
    expect(after.map(([place]) => place).join("\n")).toMatch(/\.aof[\s\S]*dump\.rdb|dump\.rdb[\s\S]*\.aof/);
    expect(after.map(([, content]) => content).join("\n")).toContain("Here you are.");
    expectNothingIn(after);
  });

  test("nothing is left of secrets in errors of providers", async () => {
    const redis = await testRedis({ password: PASSWORD, persistent: true });
    const message = `${"x".repeat(275)} ${everything}\n${allOurs}`;
    const workspace = await judgedWorkspace({
      subject: () => ({ status: 400, body: { error: { message, metadata: { raw: inEveryString(message) } } } }),
    });
    await testWorker(redis.url, { env: { OPENROUTER_BASE_URL: workspace.provider.baseUrl, ...environment } });
    await workspace.call("run-eval", ["--workers", redis.url], { env: { OPENROUTER_API_KEY: "" } });
    expect(workspace.provider.requests.length).toBeGreaterThan(1);
    expectNothingIn(await placesOf(redis));
  });

  test.skipIf(lacks("sandbox"))("nothing is left of secrets in tools, in files and in their names", async () => {
    const redis = await testRedis({ password: PASSWORD, persistent: true });
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
                call("4", "exec_shell", {
                  command: `env; cat a.txt; cat b.json >&2; touch '${one.text}.txt'; ln -s '${two.text}' link; mkdir -p 'd/${two.text}'; echo x > 'd/${two.text}/e'`,
                }),
              ],
            },
    });
    for (const id of ["one", "two"])
      workspace.edit(`configs/cases/${id}/test.yaml`, (text) =>
        text.replace("input:\n", "input:\n  context: { llm_probe: { tools: [write_file, read_file, exec_shell] } }\n"),
      );
    const env = { OPENROUTER_BASE_URL: workspace.provider.baseUrl, ...environment, ASSAY_REDIS_URL: redis.url };
    await testWorker(redis.url, { env });
    await workspace.call("run-eval", ["--workers", redis.url], { env: { OPENROUTER_API_KEY: "" } });
    const answers = workspace.provider.requests.map(({ body }) => JSON.stringify(body.messages)).join("\n");
    expect(answers).toContain("before");
    // The command printed its whole environment.
    expect(answers).toContain("PATH=");
    expect(answers).not.toContain("ASSAY_REDIS_URL");
    expectNothingIn(await placesOf(redis));
  });
});
