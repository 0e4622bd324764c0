import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { scriptedProvider } from "../support/scripted-provider.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { answered, filesBelow, goodAnswer, judgeEnv, judgements, RUBRIC, sampleLine } from "./support.ts";

const JUDGE = ["rubric", "judge", "--samples", "samples.jsonl", "--rubric", "rubric.json"];
const workspace = (lines: string[]) =>
  temporaryFolder({ "samples.jsonl": `${lines.join("\n")}\n`, "rubric.json": RUBRIC });

test("--max-cost-usd stops before the limit with everything stored, and the next call goes on", async () => {
  const provider = await scriptedProvider((request) => answered(goodAnswer(request), 0.4));
  const folder = workspace(Array.from({ length: 5 }, () => sampleLine()));
  const options = { cwd: folder, env: judgeEnv(provider.baseUrl) };
  const first = await assay([...JUDGE, "--model", "acme/judge", "--max-cost-usd", "1"], options);
  expect(first.code).toBe(1);
  expect(first.stderr).toContain("might cross the limit of $1");
  expect(provider.requests).toHaveLength(2);
  expect(judgements(folder)).toHaveLength(2);
  expect(await assay([...JUDGE, "--model", "acme/judge"], options)).toMatchObject({ code: 0 });
  expect(provider.requests).toHaveLength(5);
});

test("Ctrl-C ends with 130, what was judged is stored, and the next call asks only for the rest", async () => {
  const provider = await scriptedProvider(async (request, index) => ({
    ...answered(goodAnswer(request)),
    delayMs: index < 2 ? 0 : 400,
  }));
  const folder = workspace(Array.from({ length: 12 }, () => sampleLine()));
  const options = { cwd: folder, env: judgeEnv(provider.baseUrl) };
  const words = [...JUDGE, "--model", "acme/judge", "--concurrency", "2"];
  const interrupted = await assay(words, {
    ...options,
    onStart: (child) => whenAsked(provider, 4, () => child.kill("SIGINT")),
  });
  expect(interrupted.code).toBe(130);
  expect(interrupted.stderr).toContain("the same command continues from here");
  const judged = judgements(folder).length;
  expect(judged).toBeGreaterThanOrEqual(2);
  expect(judged).toBeLessThan(12);
  expect(JSON.parse(readFileSync(join(folder, "outputs/rubric/samples/manifest.json"), "utf8")).status).toBe(
    "interrupted",
  );
  expect(await assay(words, options)).toMatchObject({ code: 0 });
  expect(provider.requests).toHaveLength(12);
  expect(readdirSync(join(folder, "outputs/rubric/samples")).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

test("a refused key stops everything after the first call and says so", async () => {
  const provider = await scriptedProvider([{ status: 401, body: { error: { message: "no such key" } } }]);
  const folder = workspace(Array.from({ length: 20 }, () => sampleLine()));
  const words = [...JUDGE, "--model", "acme/judge", "--concurrency", "1"];
  const { code, stderr } = await assay(words, { cwd: folder, env: judgeEnv(provider.baseUrl) });
  expect(code).toBe(1);
  expect(stderr).toContain("no such key");
  expect(provider.requests.length).toBeLessThan(12);
});

test("a judge that fails only now and then ends nothing, and why it did not answer is said once", async () => {
  const provider = await scriptedProvider((request, index) =>
    index === 0 ? answered(goodAnswer(request)) : { status: 400, body: { error: { message: "a hiccup" } } },
  );
  const folder = workspace([sampleLine(), sampleLine(), sampleLine()]);
  const words = [...JUDGE, "--model", "acme/judge", "--concurrency", "1"];
  const { code, stdout, stderr } = await assay(words, { cwd: folder, env: judgeEnv(provider.baseUrl) });
  expect(code).toBe(1);
  expect(stdout).toContain("2 unanswered");
  expect(stderr.match(/^unanswered: .*a hiccup/gm)).toHaveLength(1);
});

test("without a key nothing is read or written", async () => {
  const folder = workspace([sampleLine()]);
  const { code, stderr } = await assay([...JUDGE, "--model", "acme/judge"], { cwd: folder });
  expect(code).toBe(2);
  expect(stderr).toContain("OPENROUTER_API_KEY");
  expect(existsSync(join(folder, "outputs"))).toBe(false);
});

/** Answers all but the fifth request, which waits for ever. */
const hangsOnce = () =>
  scriptedProvider((request, index) =>
    index === 4 ? { status: 200, hang: "before_headers" } : answered(goodAnswer(request)),
  );

test("after kill -9 the same command goes on: nothing is paid twice, and nothing half-written stays", async () => {
  const provider = await hangsOnce();
  const folder = workspace(Array.from({ length: 6 }, () => sampleLine()));
  const options = { cwd: folder, env: judgeEnv(provider.baseUrl) };
  const words = [...JUDGE, "--model", "acme/judge", "--concurrency", "1"];
  const killed = await assay(words, {
    ...options,
    onStart: (child) => whenAsked(provider, 5, () => child.kill("SIGKILL")),
  });
  expect(killed.signal).toBe("SIGKILL");
  expect(await assay(words, options)).toMatchObject({ code: 0 });
  expect(judgements(folder)).toHaveLength(6);
  expect(provider.requests).toHaveLength(7);
  expect(Object.keys(filesBelow(join(folder, "outputs"))).filter((name) => /\.tmp$|\.lock$/.test(name))).toEqual([]);
});

test("a second process under the same name is refused while the first is at it; under another name it waits for the answer", async () => {
  const provider = await hangsOnce();
  const folder = workspace(Array.from({ length: 6 }, () => sampleLine()));
  const options = { cwd: folder, env: judgeEnv(provider.baseUrl) };
  const words = [...JUDGE, "--model", "acme/judge", "--concurrency", "1"];
  let second: ReturnType<typeof assay> | undefined;
  let third: ReturnType<typeof assay> | undefined;
  await assay(words, {
    ...options,
    onStart: (child) =>
      whenAsked(provider, 5, async () => {
        second = assay(words, options);
        await second;
        third = assay([...words, "--name", "other"], {
          ...options,
          onStart: (other) =>
            other.stderr!.on("data", (said: Buffer) => {
              if (String(said).includes("Waiting for process")) child.kill("SIGKILL");
            }),
        });
        await third;
      }),
  });
  expect(await second).toMatchObject({ code: 2, stderr: expect.stringContaining("take another --name") });
  while (!third) await new Promise((go) => setTimeout(go, 5));
  expect(await third).toMatchObject({ code: 0 });
  expect(provider.requests).toHaveLength(7);
});

function whenAsked(provider: { requests: unknown[] }, times: number, then: () => unknown): void {
  const timer = setInterval(() => {
    if (provider.requests.length < times) return;
    clearInterval(timer);
    void then();
  }, 10);
}
