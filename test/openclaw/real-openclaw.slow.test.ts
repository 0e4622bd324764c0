import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { chooseSandbox } from "../../src/sandbox/index.ts";
import { lacks } from "../support/needs.ts";
import { scriptedProvider } from "../support/scripted-provider.ts";
import { agentProvider } from "./support/agent-provider.ts";
import { containersLeft, realOpenClaw } from "./support/real-image.ts";
import {
  expectOnlyTheModel,
  expectRefused,
  expectTimeOut,
  searchOf,
  silentModel,
  WRITES_THE_REPORT,
} from "./support/real-scenarios.ts";
import { foldersLeft, kept } from "./support/run-with-stand-in.ts";
import { KEY, type OpenClawTrial, runTrial } from "./support/trial.ts";

const lacking = [lacks("containers"), lacks("images")].some(Boolean);
const real = lacking ? null : await realOpenClaw();
/** These take minutes, so only who asks for them gets them: see CONTRIBUTING.md. */
const wantsAll = process.env.ASSAY_TEST_ALL_AGENTS === "1";
const wantsOlder = process.env.ASSAY_TEST_OLD_OPENCLAW === "1";
const older = lacking || !wantsOlder ? null : await realOpenClaw("2026.4.15");

/** Every turn costs ten to thirty seconds of CPU, so that one test asserts much and trials run side by side. */
describe.skipIf(real === null)("the real OpenClaw in a real container", () => {
  const { image, env } = real ?? { image: "", env: {} };
  const run = (baseUrl: string, given: Partial<OpenClawTrial>) =>
    runTrial({ image, dockerCli: "podman", env, baseUrl, ...given });

  test("two trials at once: one writes a file in a single turn, one remembers over two turns", async () => {
    const provider = await agentProvider({
      "write the report": WRITES_THE_REPORT,
      "run the script": {
        tools: [
          {
            name: "exec",
            arguments: {
              command: `./hello.sh > heard.txt; id -u; rm notes.md; ${searchOf("/work /run /tmp /etc /root /home")}; exit 3`,
            },
          },
        ],
        says: (result) => `Ran it: ${result}`,
      },
      "read it back": {
        tools: [{ name: "read", arguments: { path: "heard.txt" } }],
        says: (result) => `It says ${result}`,
      },
    });
    const [single, double] = await Promise.all([
      run(provider.baseUrl, {
        runId: "single",
        messages: ["Please write the report."],
        expectedArtifact: "out/report.md",
        primaryParams: { reasoning: { effort: "high" } },
      }),
      run(provider.baseUrl, {
        runId: "double",
        turns: ["Please run the script.", "Now read it back."],
        workspace: { "hello.sh": "#!/bin/sh\necho good morning\n", "notes.md": "old notes\n" },
        prepare: makeExecutable("hello.sh"),
      }),
    ]);

    expect(single.artifact).toMatchObject({
      status: "success",
      failure: null,
      final_output: "The report is written.",
      usage: { prompt_tokens: 200, completion_tokens: 40, total_tokens: 240, cached_tokens: 60, cost_usd: 0.002 },
    });
    expect(readFileSync(join(single.directory, "workspace/out/report.md"), "utf8")).toContain("All is well.");
    expect(kept(single.artifact, "key_output")).toEqual(["workspace/out/report.md"]);
    expect(single.artifact.trace.map(({ kind }) => kind)).toEqual([
      "message",
      "tool_call",
      "tool_result",
      "message",
      "final_output",
    ]);
    expect(provider.requests[0]!.headers.authorization).toBe(`Bearer ${KEY}`);
    const ofSingle = provider.requests.filter(({ body }) => JSON.stringify(body.messages).includes("write the report"));
    expect(ofSingle.map(({ body }) => body.reasoning)).toEqual([{ effort: "high" }, { effort: "high" }]);

    expect(double.artifact).toMatchObject({
      failure: null,
      status: "success",
      final_output: expect.stringContaining("good morning"),
      usage: { total_tokens: 480, cost_usd: 0.004 },
      runner_metadata: { usage_per_turn: [{ total_tokens: 240 }, { total_tokens: 240 }], transcript_source: "sqlite" },
    });
    expect(double.artifact.trace.filter(({ kind }) => kind === "tool_call").map(({ turn }) => turn)).toEqual([1, 2]);
    const results = double.artifact.trace.flatMap((event) => (event.kind === "tool_result" ? [event.status] : []));
    expect(results).toEqual(["error", "success"]);
    // Neither a process nor a file in the container has the key, and nothing but the model is in reach.
    expect(readFileSync(join(double.directory, "workspace/found.txt"), "utf8")).toBe("0\n0\nENETUNREACH\n");
    for (const { artifact } of [single, double]) expectOnlyTheModel(artifact);
    expect(single.artifact.request.tools.map((tool) => tool.function.name)).toContain("write");
    const diff = readFileSync(join(double.directory, "workspace.diff"), "utf8");
    expect(diff).toContain("added heard.txt");
    expect(diff).toContain("deleted notes.md");
    expect(diff.match(/^\w+ /gm)?.filter((word) => word === "added ")).toHaveLength(2);

    expect(await leftBehind(env)).toEqual([]);
    for (const { directory, artifact } of [single, double]) {
      expect(JSON.stringify(artifact)).not.toContain(KEY);
      expect(readFileSync(join(directory, "openclaw.json"), "utf8")).not.toContain(KEY);
    }
  }, 600_000);

  test("a provider that refuses the key, and a configuration that is not taken", async () => {
    const refusing = await scriptedProvider([{ status: 401, body: { error: { message: "bad key" } } }]);
    const [refused, invalid] = await Promise.all([
      run(refusing.baseUrl, { runId: "refused", messages: ["Hello."] }),
      run(refusing.baseUrl, {
        runId: "invalid",
        messages: ["Hello."],
        openclaw: { agent: { prompt: "You are brief." } },
      }),
    ]);
    expectRefused(refused.artifact);
    expect(invalid.artifact).toMatchObject({
      status: "invalid",
      failure: { stage: "configuration", message: expect.stringContaining("openclaw.agent.prompt") },
    });
    expect(await leftBehind(env)).toEqual([]);
  }, 600_000);

  test.runIf(wantsAll)(
    "a provider that never answers is a time-out",
    async () => {
      const silent = await silentModel();
      const { artifact } = await run(silent.baseUrl, { runId: "silent", messages: ["Hello."], timeoutSeconds: 90 });
      expectTimeOut(artifact);
      // Its time was up in the middle of a request.
      expect(silent.requests.length).toBeGreaterThan(0);
      expect(await leftBehind(env)).toEqual([]);
    },
    600_000,
  );
});

/** Its report comes on stderr, its agents are a list, its transcript is JSONL, and a failed request looks like an answer. */
describe.skipIf(older === null).each(["a container", "the sandbox"])("OpenClaw 2026.4.15 in %s", (place) => {
  const { image, env, inSandbox } = older ?? { image: "", env: {}, inSandbox: undefined };
  const run = async (baseUrl: string, given: Partial<OpenClawTrial>) => {
    const inside =
      place === "a container"
        ? { image, dockerCli: "podman" }
        : { program: inSandbox, sandbox: await chooseSandbox({ setting: "auto", env }), dockerCli: "no-such-engine" };
    return runTrial({ ...inside, env, baseUrl, ...given });
  };

  test("writes a file in a single turn, remembers it a turn later, is ended when its time is up, and says that its key was refused", async () => {
    const provider = await agentProvider({
      "write the report": WRITES_THE_REPORT,
      "run and fail": {
        tools: [{ name: "exec", arguments: { command: "cat out/report.md; exit 3" } }],
        says: (result) => `It says: ${result}`,
      },
    });
    const refusing = await scriptedProvider([{ status: 401, body: { error: { message: "bad key" } } }]);
    const [single, double, timedOut, refused] = await Promise.all([
      run(provider.baseUrl, {
        runId: "older-single",
        timeoutSeconds: 1_500,
        messages: ["Please write the report."],
        expectedArtifact: "out/report.md",
      }),
      run(provider.baseUrl, {
        runId: "older-double",
        // It compiles its plugins first, which takes 50 seconds of CPU time.
        timeoutSeconds: 1_500,
        turns: ["Please write the report.", "Now run and fail."],
        expectedArtifact: "out/report.md",
        openclaw: { agent: { prompt: "You are brief." } },
      }),
      run(provider.baseUrl, { runId: "older-silent", messages: ["write the report"], timeoutSeconds: 2 }),
      run(refusing.baseUrl, { runId: "older-refused", messages: ["Hello."], timeoutSeconds: 1_500 }),
    ]);
    expect(double.artifact).toMatchObject({
      failure: null,
      status: "success",
      final_output: expect.stringContaining("All is well."),
      usage: { total_tokens: 480 },
      runner_metadata: { openclaw_version: "2026.4.15", transcript_source: "jsonl", expected_artifact_present: true },
    });
    expect(double.artifact.trace.flatMap((event) => (event.kind === "tool_result" ? [event.status] : []))).toEqual([
      "success",
      "error",
    ]);
    expect(JSON.parse(readFileSync(join(double.directory, "openclaw.json"), "utf8")).agents.list).toEqual([
      { id: "tester", systemPromptOverride: "You are brief." },
    ]);
    expectOnlyTheModel(double.artifact);
    expect(single.artifact).toMatchObject({ status: "success", final_output: "The report is written." });
    expect(readFileSync(join(single.directory, "workspace/out/report.md"), "utf8")).toContain("All is well.");
    expectTimeOut(timedOut.artifact);
    expectRefused(refused.artifact);
    expect(await leftBehind(env)).toEqual([]);
  }, 1_800_000);
});

async function leftBehind(env: Record<string, string | undefined>): Promise<string[]> {
  return [...(await containersLeft(env)), ...foldersLeft()];
}

function makeExecutable(name: string) {
  return (agentFolder: string) => chmodSync(join(agentFolder, "workspace", name), 0o755);
}
