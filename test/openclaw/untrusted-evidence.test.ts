import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary.ts";
import { foldersLeft, OK, runWithStandIn } from "./support/run-with-stand-in.ts";
import { recorded } from "./support/stand-in.ts";
import { KEY } from "./support/trial.ts";

const EMPTY_WORKSPACE = { workspace: { "AGENTS.md": "Be brief.\n" } };

/** A turn that goes well by its own words and does this meanwhile. The stand-in is no container: what an engine's mounts prevent, it can do. */
const left = (does: string, given = {}) =>
  runWithStandIn({ turns: [{ ...OK, does }] }, { ...EMPTY_WORKSPACE, ...given });

const textIn = (directory: string, name: string) => readFileSync(join(directory, name), "utf8");

describe("a workspace whose root the agent removed or replaced", () => {
  test("by a link to a folder of the host gives nothing of that folder away", async () => {
    const host = temporaryFolder({ "secret.txt": "of the host", "AGENTS.md": "of the host" });
    const does = `cd "$RUN"; rm -rf workspace; ln -s ${host} workspace`;
    const { artifact, directory } = await left(does, { expectedArtifact: "secret.txt" });
    expect(artifact.status).toBe("success");
    expect(textIn(directory, "workspace.diff")).not.toContain("secret");
    expect(textIn(directory, "workspace.diff")).toContain("deleted AGENTS.md");
    expect(existsSync(join(directory, "workspace"))).toBe(false);
    expect(artifact.runner_metadata).toMatchObject({
      expected_artifact_present: false,
      notes: [expect.stringContaining("something else is in its place")],
    });
    expect(JSON.stringify(artifact)).not.toContain("of the host");
  });

  test.each([
    ["removed", 'cd "$RUN"; rm -rf workspace', "the agent's workspace is gone"],
    ["by a file", 'cd "$RUN"; rm -rf workspace; echo x > workspace', "something else is in its place"],
    ["by a FIFO", 'cd "$RUN"; rm -rf workspace; mkfifo workspace', "something else is in its place"],
    ["by a link to itself", 'cd "$RUN"; rm -rf workspace; ln -s workspace workspace', "something else is in its place"],
  ])("%s is the agent's outcome and nothing else's", async (_, does, note) => {
    const { artifact, directory } = await left(does);
    expect(artifact).toMatchObject({ status: "success", failure: null });
    expect(artifact.runner_metadata.notes).toEqual([expect.stringContaining(note)]);
    expect(textIn(directory, "workspace.diff")).toMatch(/^deleted AGENTS\.md/);
  });

  test("state and home that became links are not looked into, and nothing is left behind", async () => {
    const host = temporaryFolder({ "agents/tester/sessions/x.jsonl": "{}" });
    const does = `cd "$RUN"; rm -rf state home tmp; ln -s ${host} state; ln -s / home; ln -s / tmp`;
    const { artifact } = await runWithStandIn({ turns: [{ prints: "success.json", does }] });
    expect(artifact.runner_metadata.transcript_source).toBe("none");
    expect(foldersLeft()).toEqual([]);
    expect(existsSync(join(host, "agents"))).toBe(true);
  });
});

describe("what an agent leaves in its workspace", () => {
  test.each([
    [
      "pipes, sockets and devices",
      "mkfifo a b; python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"s\")' || true",
    ],
    [
      "a tree deeper than a path can be",
      'for _ in $(seq 60); do d=$(printf "d%.0s" $(seq 200)); mkdir $d; cd -P $d; done; echo x > deep.txt',
    ],
    ["folders that nobody may read", "mkdir -p a/b; echo x > a/b/c; chmod 000 a/b a"],
    ["a file of a terabyte with nothing in it", "truncate -s 1T huge; truncate -s 300M large"],
    ["links to everything", "ln -s / root; ln -s . here; ln -s .. up; ln -s /proc/self/environ env; ln -s loop loop"],
    ["names that are no text", "touch $'\\xff\\xfe' $'tab\\there' $'line\\nbreak'"],
  ])(
    "%s neither hangs nor stops anything, and nothing stays on the machine",
    async (_, does) => {
      const { artifact } = await left(`${does}; true`);
      expect(["success", "failed"]).toContain(artifact.status);
      expect(artifact.failure?.message ?? "").not.toContain("crashed");
      expect(foldersLeft()).toEqual([]);
    },
    120_000,
  );

  test("a path that fits the workspace and not our folder is named, not kept", async () => {
    const names = Array.from({ length: 19 }, () => "n".repeat(200)).join("/");
    const long = `mkdir -p ${names}; echo x > ${names}/end.txt`;
    const { artifact, directory } = await left(long);
    expect(artifact.status).toBe("success");
    expect(textIn(directory, "workspace.diff")).toContain("end.txt");
  });
});

describe("a report that an agent forged", () => {
  const success = JSON.parse(recorded("success.json"));
  test.each([
    ["payloads of null", { ...success, payloads: [null, null] }],
    ["payloads of everything", { ...success, payloads: [1, "two", [], { text: 3 }, { text: { deep: true } }] }],
    ["no meta", { payloads: [{ text: "Hi." }], meta: null }],
    ["meta of lists", { payloads: [{ text: "Hi." }], meta: { agentMeta: [], error: [] } }],
    ["an error that is none", { payloads: [], meta: { error: "no object" } }],
    ["a refusal without a reason", { ok: false, error: null }],
    ["a refusal with a number for a reason", { ok: false, error: { message: 7 } }],
  ])("with %s is an outcome, never a crash", async (_, report) => {
    const { artifact } = await runWithStandIn({ turns: [{ ...OK, prints: JSON.stringify(report) }] });
    expect(["success", "failed"]).toContain(artifact.status);
  });

  test("nested without end is no report", async () => {
    const deep = `{"payloads": [], "meta": ${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}}`;
    const { artifact } = await runWithStandIn({ turns: [{ prints: deep }] });
    expect(artifact).toMatchObject({
      status: "failed",
      failure: { message: expect.stringContaining("without an answer") },
    });
  });

  test.each([
    { input: -5, output: -7, total: -12 },
    { input: Number.POSITIVE_INFINITY, output: "many", total: Number.NaN },
    { input: -5, output: 10, cost: { total: -3, totalOrigin: "provider-billed" } },
  ])("counts nothing that nobody can have used: %j", async (usage) => {
    const forged = { ...success, meta: { ...success.meta, agentMeta: { ...success.meta.agentMeta, usage } } };
    const { artifact } = await runWithStandIn({ turns: [{ prints: JSON.stringify(forged) }] });
    for (const value of Object.values(artifact.usage ?? {})) expect(value ?? 0).toBeGreaterThanOrEqual(0);
  });
});

describe("a transcript that an agent forged", () => {
  const LINES = [
    "null",
    "7",
    '{"type": "message"}',
    '{"type": "message", "message": null}',
    '{"type": "message", "message": []}',
    '{"type": "message", "message": {"role": 7, "content": 8}}',
    '{"type": "message", "message": {"role": "assistant", "content": [null, {"type": "toolCall"}], "usage": null}}',
    '{"type": "message", "message": {"role": "assistant", "provider": {}, "model": [], "stopReason": {}, "usage": []}}',
    '{"type": "message", "message": {"role": "toolResult", "toolName": {}, "toolCallId": 9, "content": null, "details": null}}',
    '{"type": "message", "timestamp": {}, "message": {"role": "user", "content": [{"type": "text", "text": null}]}}',
  ];

  test("of rows that make no sense is read as far as it does", async () => {
    const { artifact } = await runWithStandIn({ turns: [{ ...OK, transcript: `${LINES.join("\n")}\n` }] });
    expect(artifact).toMatchObject({ status: "success", final_output: "Done: report.md written." });
    expect(artifact.runner_metadata.notes).toEqual(["2 lines of the transcript are not events"]);
    for (const event of artifact.trace.filter(({ kind }) => kind === "tool_call"))
      expect(event).toMatchObject({ tool_name: "unknown", tool_call_id: "" });
  });
});

describe("the log", () => {
  test("is cut after secrets were taken out, so that none is cut in two", async () => {
    // The cut goes through the middle of 16 keys in a row, wherever it falls.
    const keys = `${KEY}\n`.repeat(16);
    const filler = "x".repeat(512 * 1024 - 40 - 8 * (KEY.length + 1));
    const complains = `${filler}${keys}${"y".repeat(1024 * 1024)}`;
    const { directory } = await runWithStandIn({ turns: [{ ...OK, complains }] });
    const log = textIn(directory, "openclaw.log");
    expect(log).toContain("characters left out");
    for (let length = 8; length <= KEY.length; length++) expect(log).not.toContain(`${KEY.slice(0, length)}\n[`);
    expect(log.includes(KEY.slice(0, 12)) || log.includes(KEY.slice(-12))).toBe(false);
  });
});
