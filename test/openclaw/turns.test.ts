import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { OK, runWithStandIn } from "./support/run-with-stand-in.ts";
import { recorded } from "./support/stand-in.ts";

describe("turns", () => {
  test("a single message goes out as it stands, to the agent's own id", async () => {
    const { invocations } = await runWithStandIn({ turns: [OK] }, { openclaw: { agent: { id: "inner-name" } } });
    expect(invocations).toHaveLength(1);
    expect(invocations[0]!.slice(0, 4)).toEqual(["openclaw", "agent", "--local", "--json"]);
    expect(wordAfter(invocations[0]!, "--agent")).toBe("inner-name");
    expect(wordAfter(invocations[0]!, "--message")).toBe("Do it.");
  });

  test("share a session, and earlier messages go with the first only", async () => {
    const given = { messages: ["Some context."], turns: ["First.", "Second."], attachments: { "a.txt": "A." } };
    const { invocations, artifact } = await runWithStandIn({ turns: [OK, OK] }, given);
    const attached = "Attached context file: a.txt\n--- BEGIN ATTACHMENT a.txt ---\nA.\n--- END ATTACHMENT a.txt ---";
    expect(invocations.map((words) => wordAfter(words, "--message"))).toEqual([
      `User:\n${attached}\n\nUser:\nSome context.\n\nUser:\nFirst.`,
      "Second.",
    ]);
    expect(artifact.request.messages.map(({ content }) => content)).toEqual([attached, "Some context."]);
    expect(artifact.request.turns.map(({ content }) => content)).toEqual(["First.", "Second."]);
    expect(new Set(invocations.map((words) => wordAfter(words, "--session-id"))).size).toBe(1);
  });

  test("end with the first that fails; the answer before it stays the last one", async () => {
    const { artifact, invocations } = await runWithStandIn(
      { turns: [OK, { prints: "http-401.json", exits: 1 }] },
      { messages: [], turns: ["First.", "Second.", "Third."] },
    );
    expect(invocations).toHaveLength(2);
    expect(artifact).toMatchObject({ status: "provider_error", final_output: "Done: report.md written." });
  });

  test("take a message that is too large for an argument through a file", async () => {
    const long = "x".repeat(200_000);
    const copy = 'cp "$RUN/given/message_1.txt" received.txt';
    const { invocations, directory } = await runWithStandIn({ turns: [{ ...OK, does: copy }] }, { messages: [long] });
    expect(wordAfter(invocations[0]!, "--message-file")).toBe("/work/given/message_1.txt");
    expect(readFileSync(join(directory, "workspace/received.txt"), "utf8")).toBe(long);
  });

  test("take a message with a NUL through a file as well", async () => {
    const { invocations } = await runWithStandIn({ turns: [OK] }, { messages: ["a\0b"] });
    expect(wordAfter(invocations[0]!, "--message-file")).toBe("/work/given/message_1.txt");
  });

  test("are executed in one container, which is opened once and gone afterwards", async () => {
    const given = { messages: [], turns: ["First.", "Second.", "Third."] };
    const { runs, executions, calls, artifact } = await runWithStandIn({ turns: [OK] }, given);
    expect(artifact.status).toBe("success");
    const opened = runs.filter(({ words }) => words.includes("--detach"));
    const name = opened[0]!.words.find((word) => word.startsWith("--name="))!.slice("--name=".length);
    expect(opened).toHaveLength(1);
    expect(executions.every(({ words }) => words.includes(name))).toBe(true);
    expect(
      calls()
        .slice(-2)
        .map(({ words }) => words),
    ).toEqual([
      ["kill", name],
      ["rm", "-f", name],
    ]);
  });

  test("see their configuration and messages in a folder that is read-only", async () => {
    const { runs, executions } = await runWithStandIn({ turns: [OK] }, { messages: ["x".repeat(200_000)] });
    const mounts = runs.at(-1)!.words.filter((word) => word.startsWith("--volume="));
    expect(mounts.filter((word) => /:ro\b/.test(word))).toEqual([
      expect.stringContaining("/given:/work/given:ro"),
      expect.stringContaining("/way:/run/assay:ro"),
    ]);
    expect(executions.at(-1)!.words).toContain("OPENCLAW_CONFIG_PATH=/work/given/openclaw.json");
  });

  test("refuse such a message where OpenClaw is too old to read a file", async () => {
    const { artifact, invocations } = await runWithStandIn(
      { turns: [OK], help: "--message" },
      { messages: ["x".repeat(200_000)] },
    );
    expect(invocations).toEqual([]);
    expect(artifact).toMatchObject({
      status: "invalid",
      failure: { stage: "configuration", message: expect.stringContaining("--message-file") },
    });
  });
});

describe("what OpenClaw prints decides the status, not its exit code", () => {
  const printed = (name: string, exits: number) => runWithStandIn({ turns: [{ prints: name, exits }] });

  test.each([
    ["http-401.json", 1, "provider_error", "provider", "HTTP 401"],
    // OpenClaw tries ten times before it says so, for two to three minutes.
    ["http-429.json", 1, "provider_error", "provider", "HTTP 429"],
    ["http-500.json", 1, "provider_error", "provider", "HTTP 500"],
    // Every agent gets a token in place of a key: one that finds none lost it.
    ["no-key.json", 1, "failed", "execution", "No API key"],
    ["own-timeout.json", 1, "timed_out", "timeout", "timed out"],
    ["own-timeout.json", 0, "timed_out", "timeout", "timed out"],
    ["context-overflow.json", 1, "failed", "execution", "maximum context length"],
    ["unknown-agent.json", 1, "invalid", "configuration", "Unknown agent id"],
    ["", 0, "failed", "execution", "exit code 0 and without an answer"],
    ["{ cut off", 0, "failed", "execution", "without an answer"],
    ['{"something": "else"}', 0, "failed", "execution", "without an answer"],
    ["", 137, "failed", "execution", "killed by something that the agent started"],
  ])("%s with exit code %i is %s", async (name, exits, status, stage, message) => {
    const { artifact } = await printed(name, exits);
    expect(artifact).toMatchObject({ status, final_output: null });
    expect(artifact.failure).toMatchObject({ stage, message: expect.stringContaining(message) });
  });

  test.each([
    [
      "killed from outside",
      { Running: false, OOMKilled: false, ExitCode: 137 },
      "",
      "provider_error",
      "killed from outside",
    ],
    ["removed by somebody", "removed" as const, "", "provider_error", "the container is gone"],
    ["killed when the machine had no memory left", undefined, "oom 0\noom_kill 1\n", "provider_error", "out of memory"],
    [
      "killed for its own use of memory",
      undefined,
      "oom 1\noom_kill 1\n",
      "failed",
      "more memory than its container may",
    ],
    ["over its memory as a whole", { Running: false, OOMKilled: true, ExitCode: 137 }, "", "failed", "more memory"],
    [
      "brought to its end from inside",
      { Running: false, OOMKilled: false, ExitCode: 7 },
      "",
      "failed",
      "brought its container to an end",
    ],
    [
      "still running, with OpenClaw killed in it",
      undefined,
      "oom 0\noom_kill 0\n",
      "failed",
      "something that the agent started",
    ],
  ])("a container that is %s", async (_, state, memoryEvents, status, message) => {
    const { artifact } = await runWithStandIn({ turns: [{ exits: 137, state }], memoryEvents });
    expect(artifact).toMatchObject({
      status,
      failure: { stage: "execution", message: expect.stringContaining(message) },
    });
  });

  test("a container that does not open is the machine's, this time", async () => {
    const { artifact, invocations } = await runWithStandIn({ turns: [OK], doesNotOpen: true });
    expect(invocations).toEqual([]);
    expect(artifact).toMatchObject({
      status: "provider_error",
      failure: { stage: "execution", message: "the container did not start: docker: no room for another container" },
    });
    expect(artifact.failure).not.toHaveProperty("unrecoverable");
  });

  test("a report on stderr counts as one on stdout, as 2026.4 prints it", async () => {
    const complains = `[agent/embedded] run started\n${recorded("success.json")}`;
    const { artifact } = await runWithStandIn({ turns: [{ complains }], version: "OpenClaw 2026.4.15" });
    expect(artifact).toMatchObject({ status: "success", final_output: "Done: report.md written." });
  });

  test("a failed request that 2026.4 tells like an answer is none", async () => {
    const report = {
      payloads: [{ text: "LLM request failed: network connection error.", mediaUrl: null }],
      meta: { durationMs: 100, aborted: false, stopReason: "error", completion: { stopReason: "error" } },
    };
    const { artifact } = await runWithStandIn({ turns: [{ complains: JSON.stringify(report, null, 2) }] });
    expect(artifact).toMatchObject({
      status: "provider_error",
      final_output: null,
      failure: { stage: "provider", message: expect.stringContaining("HTTP 429") },
    });
  });

  test("a complete answer with exit code 1 is a success", async () => {
    const { artifact } = await printed("success.json", 1);
    expect(artifact).toMatchObject({ status: "success", final_output: "Done: report.md written." });
  });

  test("a cost that no provider billed is unknown, not zero", async () => {
    const { artifact } = await printed("billed-nothing.json", 0);
    expect(artifact.usage).toMatchObject({ prompt_tokens: 200, completion_tokens: 40, cost_usd: null });
  });

  test("a client that fails with exit code 1, as an agent does, is known by its words", async () => {
    const stderr = 'time="2026-11-15T07:00:00Z" level=fatal msg="no such container"';
    const { artifact } = await runWithStandIn({ turns: [{ prints: "", complains: stderr, exits: 1 }] });
    expect(artifact).toMatchObject({ status: "provider_error", failure: { stage: "execution" } });
  });

  test.each([
    [125, "provider_error", "does not start"],
    [127, "invalid", "no `openclaw` command"],
  ])("a container that cannot start (exit code %i) is %s", async (containerExits, status, message) => {
    const { artifact } = await runWithStandIn({ turns: [OK], containerExits });
    expect(artifact).toMatchObject({ status, failure: { message: expect.stringContaining(message) } });
  });

  test.each([
    ["a client that is not there", { dockerCli: "/nowhere/docker" }, {}, "install it or set docker_cli"],
    ["an image that cannot be pulled", {}, { image: "missing" as const }, "manifest unknown"],
  ])("%s is nobody's answer and stops the campaign", async (_, given, behaviour, message) => {
    const { artifact } = await runWithStandIn({ turns: [OK], ...behaviour }, given);
    expect(artifact).toMatchObject({
      status: "provider_error",
      failure: { message: expect.stringContaining(message), unrecoverable: true },
    });
  });
});

function wordAfter(words: string[], name: string): string | undefined {
  return words[words.indexOf(name) + 1];
}
