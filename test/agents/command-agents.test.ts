import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lacks } from "../support/needs.ts";
import { projectRoot } from "../support/project-root.ts";
import { REAL_KEY } from "../support/wire-upstream.ts";
import { type AgentTrial, MODEL, runAgentTrial } from "./support/agent-trial.ts";
import { playProvider, refusingProvider, silentProvider } from "./support/play-provider.ts";

const folder = join(projectRoot, "test/agents/support");
const PLAYS = {
  "write it": { runs: "echo written > out.txt", says: "It is written." },
  "read it": { runs: "cat out.txt", says: (printed: string) => `It says ${printed.trim()}.` },
};

/** An agent as agent.yaml would describe it, with a behaviour of its own. */
const helper = (behaviour: string, more: Record<string, unknown> = {}) => ({
  kind: "command",
  command: ["/usr/bin/env", "node", `${folder}/helper-agent.cjs`, behaviour],
  resume: ["/usr/bin/env", "node", `${folder}/helper-agent.cjs`, behaviour, "{session}"],
  output: {
    format: "jsonl",
    answer: { path: "result.text", where: { type: "ended" } },
    session: { path: "session", where: { type: "began" } },
    usage: { input: "by_model.*.input", output: "by_model.*.output", where: { type: "counted" } },
    tool_calls: { name: "tool.name", where: { type: "called" } },
  },
  environment: { BASE_URL: "{base_url}", TOKEN: "{token}", MODEL: "{model}" },
  host_folders: [folder],
  ...more,
});

describe.skipIf(lacks("sandbox") || lacks("clone_in_sight"))("a command as an agent, in the sandbox", () => {
  const run = async (agent: Record<string, unknown>, given: Partial<AgentTrial> = {}) => {
    const provider = await playProvider(PLAYS);
    return { provider, ...(await runAgentTrial({ agent, provider, messages: ["Please write it."], ...given })) };
  };

  test("finds what the case gives and what setup made, and only its own work is kept", async () => {
    const given = { givenFiles: { "in.txt": "given", "old.txt": "" }, setup: ["cat in.txt > made.txt; rm old.txt"] };
    const { artifact } = await run(helper("honest"), given);
    expect(artifact, JSON.stringify(artifact.failure)).toMatchObject({ status: "success" });
    const kept = artifact.artifacts.filter(({ artifact_type }) => artifact_type === "workspace_file");
    expect(kept.map(({ path }) => path)).toEqual(["workspace/out.txt"]);
    expect(artifact.workspace).toMatchObject({ file_count: 2, missing: ["old.txt"], setup: given.setup });
  });

  test("is not asked when setup fails, which is the user's failure", async () => {
    const { artifact } = await run(helper("honest"), { setup: ["echo why >&2; exit 2"] });
    expect(artifact).toMatchObject({ status: "invalid", failure: { stage: "configuration" } });
    expect(artifact.failure?.message).toContain('exit code: 2; it printed "why"');
  });

  test("has the log of its setup among the evidence, without the token that setup could have printed", async () => {
    const { artifact, directory } = await run(helper("honest"), { setup: ["env; echo prepared"] });
    expect(artifact.artifacts.slice(0, 2)).toMatchObject([{ artifact_type: "log", path: "setup.log" }, {}]);
    const log = readFileSync(join(directory, "setup.log"), "utf8");
    expect(log).toContain("exit code: 0");
    expect(log).toContain("\nprepared\n");
    expect(log).toContain("HTTPS_PROXY=");
    expect(log).not.toContain("assay-trial-");
  });

  test("that writes more than the run profile allows has failed, and reads how much that was", async () => {
    const command = ["/bin/sh", "-c", "head -c 30000000 /dev/zero > big; sleep 30"];
    const { artifact } = await run({ kind: "command", command, output: { format: "text" } }, { diskMb: 16 });
    expect(artifact).toMatchObject({ status: "failed", failure: { stage: "execution" } });
    expect(artifact.failure?.message).toContain("the agent wrote more than 16 MiB (sandbox_disk_mb), or folders");
  });

  test("works in its workspace, asks the suite's model through the proxy, and leaves evidence", async () => {
    const { artifact, directory, provider } = await run(helper("honest"), { expectedArtifact: "out.txt" });
    expect(artifact, JSON.stringify(artifact.failure)).toMatchObject({
      status: "success",
      final_output: "It is written.",
      usage: { prompt_tokens: 200, completion_tokens: 40 },
      runner_metadata: {
        sandbox: "bubblewrap",
        agent_kind: "command",
        session_id: "the-session",
        new_files: ["workspace/out.txt"],
      },
    });
    expect(readFileSync(join(directory, "workspace/out.txt"), "utf8")).toBe("written\n");
    expect(readdirSync(directory).sort()).toEqual([
      "agent.log",
      "turns.json",
      "wire.jsonl",
      "workspace",
      "workspace.diff",
      "workspace.tar.gz",
    ]);
    expect(provider.requests.map(({ headers }) => headers.authorization)).toEqual(Array(2).fill(`Bearer ${REAL_KEY}`));
    expect(JSON.parse(provider.requests[0]!.text).model).toBe(MODEL);
    const kept = readFileSync(join(directory, "turns.json"), "utf8");
    expect(kept).not.toContain("TEST_KEY");
    expect(kept).toContain("HTTPS_PROXY");
  });

  test("takes turns in the session that it names", async () => {
    const agent = helper("honest", { resume: undefined });
    const resumed = { ...helper("honest"), command: [...(helper("honest").command as string[]), "mine"] };
    const { artifact } = await run(resumed, { messages: [], turns: ["Please write it.", "Now read it."] });
    expect(artifact).toMatchObject({ status: "success", final_output: "It says written." });
    const refused = await run(agent, { messages: [], turns: ["Please write it.", "Now read it."] });
    expect(refused.artifact).toMatchObject({
      status: "invalid",
      failure: { message: expect.stringContaining("resume") },
    });
  });

  test("prints text, all of which is the answer", async () => {
    const { artifact } = await run(helper("text", { output: { format: "text" } }));
    expect(artifact).toMatchObject({ status: "success", final_output: "It is written." });
  });

  test("takes its message as an argument, and one that is too long is the user's fault", async () => {
    const words = ["/bin/sh", "-c", 'printf %s "$1" > said.txt', "sh", "{message}"];
    const agent = helper("honest", { command: words, output: { format: "text" } });
    const { directory, artifact } = await run(agent, { messages: ["$(id) '\" --help\n{model} {token}"] });
    expect(readFileSync(join(directory, "workspace/said.txt"), "utf8")).toBe("$(id) '\" --help\n{model} {token}");
    expect(artifact).toMatchObject({
      status: "failed",
      failure: { message: "the agent reported success without an answer of its model" },
    });
    const long = await run(agent, { messages: ["x".repeat(200_000)] });
    expect(long.artifact).toMatchObject({ status: "invalid", failure: { message: expect.stringContaining("stdin") } });
  });

  test.each([
    [
      "forges",
      {
        status: "failed",
        final_output: null,
        failure: { message: "the agent reported success without an answer of its model" },
      },
    ],
    ["embellishes", { status: "success", final_output: "It is written." }],
    ["exits", { status: "failed", failure: { message: "Tester ended with exit code 3: nothing works today" } }],
    ["silent", { status: "failed", failure: { message: "Tester ended with exit code 0 and without an answer" } }],
  ])("that %s is not believed beyond what the wire says", async (behaviour, expected) => {
    const { artifact } = await run(helper(behaviour));
    expect(artifact).toMatchObject(expected);
    const differs = artifact.trace.some(({ kind }) => kind === "account_differs");
    expect(differs).toBe(behaviour === "forges" || behaviour === "embellishes");
  });

  test.each([
    ["miscounts", "the agent reported 7 tokens in and 40 out; the wire shows 200 and 40"],
    ["invents", 'the agent reports 1 call of the tool "run_all_tests"; its model asked for none'],
    ["conceals", 'the agent reports 0 calls of the tool "shell"; its model asked for 1'],
  ])("that %s is told apart from the wire, which counts", async (behaviour, message) => {
    const { artifact } = await run(helper(behaviour));
    expect(artifact).toMatchObject({ status: "success", usage: { prompt_tokens: 200, completion_tokens: 40 } });
    const told = artifact.trace.flatMap((event) => (event.kind === "account_differs" ? [event.message] : []));
    expect(told).toEqual([message]);
  });

  test("whose key is refused, or whose model never answers, says whose fault it was", async () => {
    const [refusing, silent] = await Promise.all([refusingProvider(403, "no"), silentProvider()]);
    const [refused, late, hanging] = await Promise.all([
      run(helper("honest"), { provider: refusing }),
      run(helper("honest"), { provider: silent, timeoutSeconds: 3 }),
      run(helper("hangs"), { timeoutSeconds: 3 }),
    ]);
    expect(refused.artifact).toMatchObject({
      status: "provider_error",
      failure: { stage: "provider", unrecoverable: true },
    });
    expect(late.artifact).toMatchObject({ status: "timed_out", failure: { stage: "timeout" } });
    expect(hanging.artifact).toMatchObject({ status: "timed_out" });
  });

  test("that is not there, or wants a variable that is not set, is said before anything is spent", async () => {
    const missing = await run(helper("honest", { command: ["no-such-agent", "{model}"] }));
    expect(missing.artifact).toMatchObject({
      status: "provider_error",
      failure: { message: expect.stringContaining("no program `no-such-agent` is on the sandbox's PATH") },
    });
    const unset = await run(helper("honest", { environment: { KEY: "$NOT_SET_ANYWHERE" } }));
    expect(unset.artifact.failure?.message).toContain("environment.KEY in agent.yaml needs $NOT_SET_ANYWHERE");
    expect([missing, unset].map(({ provider }) => provider.requests)).toEqual([[], []]);
  });

  test("has no network but the way to its model, sees nothing of the host, and what is read from our environment is not stored", async () => {
    const look =
      "cat /etc/hostname; ls /root /home; node -e 'fetch(\"http://192.0.2.1\").catch((e) => console.log(e.cause.code))'; echo $SEARCH_KEY";
    const agent = helper("honest", {
      command: ["/bin/sh", "-c", look],
      output: { format: "text" },
      environment: { SEARCH_KEY: "$OUR_SEARCH_KEY" },
    });
    const { directory } = await run(agent, { env: { OUR_SEARCH_KEY: "a-secret-of-ours-1234567890" } });
    const log = readFileSync(join(directory, "agent.log"), "utf8");
    expect(log).toContain("ENETUNREACH");
    expect(log).not.toContain("a-secret-of-ours");
    expect(log).not.toContain(".cache");
  });

  test("leaves nothing behind", () => {
    expect(
      readdirSync(tmpdir()).filter((name) => name.includes(`-${process.pid}-`) && name.startsWith("assay-agent")),
    ).toEqual([]);
  });
});
