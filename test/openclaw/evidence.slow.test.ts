import { chmodSync, existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { list } from "tar";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary.ts";
import { kept, OK, runWithStandIn } from "./support/run-with-stand-in.ts";
import { recorded } from "./support/stand-in.ts";
import { KEY } from "./support/trial.ts";

describe("the workspace", () => {
  test("is a copy with modes kept, and missing standard files filled in", async () => {
    const { directory, artifact } = await runWithStandIn(
      { turns: [{ ...OK, does: "stat -c '%a %n' * > listing.txt; echo changed > AGENTS.md" }] },
      {
        workspace: { "AGENTS.md": "Mine.\n", "tool.sh": "#!/bin/sh\n" },
        prepare: (agent) => chmodSync(join(agent, "workspace/tool.sh"), 0o755),
      },
    );
    const listing = readFileSync(join(directory, "workspace/listing.txt"), "utf8");
    expect(listing).toContain("755 tool.sh");
    for (const name of ["IDENTITY.md", "SOUL.md", "TOOLS.md", "USER.md"]) expect(listing).toContain(` ${name}`);
    expect(kept(artifact, "workspace_file")).toEqual(["workspace/AGENTS.md", "workspace/listing.txt"]);
    expect(artifact.runner_metadata.new_files).toEqual(["workspace/listing.txt"]);
    expect(kept(artifact, "key_output")).toEqual([]);
  });

  test("must not link to the outside", async () => {
    const { artifact, invocations } = await runWithStandIn(
      { turns: [OK] },
      { prepare: (agent) => symlinkSync("../../secrets", join(agent, "workspace/skills")) },
    );
    expect(invocations).toEqual([]);
    expect(artifact.failure?.message).toContain("workspace/skills: links to ../../secrets, outside the workspace");
  });

  test("is compared text by text; binary, empty, deleted and linked files are named", async () => {
    const does = [
      "echo new > AGENTS.md",
      "rm old.md",
      ": > empty.txt",
      "printf '\\0\\1' > blob.bin",
      "ln -s /etc/passwd passwd",
      "mkfifo pipe",
    ].join("; ");
    const { directory, artifact } = await runWithStandIn(
      { turns: [{ ...OK, does }] },
      { workspace: { "AGENTS.md": "old\n", "old.md": "gone\n" } },
    );
    const diff = readFileSync(join(directory, "workspace.diff"), "utf8");
    expect(diff).toContain("--- a/AGENTS.md");
    expect(diff).toContain("-old\n+new");
    expect(diff).toContain("deleted old.md");
    expect(diff).toContain("added empty.txt (empty file)");
    expect(diff).toMatch(/added blob\.bin \(2 bytes, sha256 [0-9a-f]{64}\)/);
    expect(diff).toContain("added passwd (link to /etc/passwd)");
    expect(diff).toContain("added pipe (named pipe)");
    expect(existsSync(join(directory, "workspace/passwd"))).toBe(false);
    expect(artifact.runner_metadata.new_files).toEqual(["workspace/blob.bin", "workspace/empty.txt"]);
  });

  test("has no file whose name passes for further entries of the diff", async () => {
    const does = "touch $'a\\nadded forged.md (1 bytes)'";
    const { directory } = await runWithStandIn({ turns: [{ ...OK, does }] });
    const diff = readFileSync(join(directory, "workspace.diff"), "utf8");
    expect(diff).toBe('added "a\\nadded forged.md (1 bytes)" (empty file)\n');
  });

  test.each(["../../etc/passwd", "/etc/passwd", "passwd", "folder/passwd"])(
    "an expected artifact %s reaches nothing outside",
    async (expectedArtifact) => {
      const does = "ln -s /etc/passwd passwd; ln -s /etc folder";
      const { artifact, directory } = await runWithStandIn({ turns: [{ ...OK, does }] }, { expectedArtifact });
      expect(kept(artifact, "key_output")).toEqual([]);
      expect(artifact.trace.at(-1)).toMatchObject({ kind: "runner_event", event: "expected_artifact_missing" });
      expect(artifact.runner_metadata.expected_artifact_present).toBe(false);
      expect(existsSync(join(directory, "workspace"))).toBe(false);
    },
  );

  test("with a file of 2 GB and three thousand small ones is collected all the same", async () => {
    const does = [
      "truncate -s 2G huge.bin",
      "mkdir node_modules; cd node_modules; seq -f '%05g' 3000 | xargs touch; cd ..",
      "echo done > result.md; echo done > .plan",
    ].join("; ");
    const { artifact, directory } = await runWithStandIn({ turns: [{ ...OK, does }] }, { expectedArtifact: ".plan" });
    expect(artifact.status).toBe("success");
    const diff = readFileSync(join(directory, "workspace.diff"), "utf8");
    expect(diff).toMatch(/added huge\.bin \(2147483648 bytes, sha256 [0-9a-f]{64}\)/);
    expect(diff.match(/^added node_modules\//gm)).toHaveLength(3_000);
    expect(kept(artifact, "key_output")).toEqual(["workspace/.plan"]);
    expect(artifact.runner_metadata.new_files).toEqual(["workspace/result.md"]);
    expect(existsSync(join(directory, "workspace/huge.bin"))).toBe(false);
  }, 120_000);

  test("counts an expected file as there even if it is too large to keep", async () => {
    const does = "truncate -s 40M large.bin";
    const { artifact } = await runWithStandIn({ turns: [{ ...OK, does }] }, { expectedArtifact: "large.bin" });
    expect(artifact.trace.at(-1)).toMatchObject({ kind: "final_output" });
    expect(artifact.runner_metadata.changed_files_not_kept).toMatchObject([{ path: "large.bin", kind: "file" }]);
  });

  test("is kept whole in an archive, without what holds the key", async () => {
    const does = `echo result > result.txt; echo 'key: ${KEY}' > leak.txt; printf '\\0${KEY}' > leak.bin`;
    const { directory } = await runWithStandIn({ turns: [{ ...OK, does }] });
    const names: string[] = [];
    await list({ file: join(directory, "workspace.tar.gz"), onReadEntry: (entry) => names.push(entry.path) });
    expect(names.sort()).toEqual(
      ["AGENTS.md", "IDENTITY.md", "SOUL.md", "TOOLS.md", "USER.md", "result.txt"].map((name) => `./${name}`),
    );
    expect(readFileSync(join(directory, "workspace/leak.txt"), "utf8")).toBe("key: [redacted]\n");
    expect(existsSync(join(directory, "workspace/leak.bin"))).toBe(false);
  });
});

describe("the trace", () => {
  test("is what the transcript says, call by call", async () => {
    const { artifact } = await runWithStandIn({ turns: [OK] });
    expect(artifact.trace.map(({ turn, kind }) => [turn, kind])).toEqual([
      [1, "message"],
      [1, "tool_call"],
      [1, "tool_result"],
      [1, "message"],
      [1, "final_output"],
    ]);
    expect(artifact.trace[1]).toMatchObject({ tool_name: "write", arguments: expect.stringContaining("report.md") });
    expect(artifact.trace[2]).toMatchObject({ tool_name: "write", status: "success" });
    expect(artifact.provider).toHaveLength(2);
  });

  const message = (inner: object) => `${JSON.stringify({ type: "message", message: inner })}\n`;
  const call = (name: string, given: object) =>
    message({ role: "assistant", content: [{ type: "toolCall", id: "c1", name, arguments: given }] });
  const result = (toolName: string, details: object) =>
    message({ role: "toolResult", toolName, toolCallId: "c1", isError: false, content: "said", details });

  test.each([
    ["a command that exits 3", { status: "completed", exitCode: 3 }, "error"],
    ["a command that was not found", { status: "failed", exitCode: 127 }, "error"],
    ["a command that was ended", { status: "failed", exitCode: null }, "error"],
    ["a command that exits 0", { status: "completed", exitCode: 0 }, "success"],
    ["a tool without an exit code", { changed: true }, "success"],
  ])("says of %s: %j is %s", async (_, details, status) => {
    const transcript = `${call("exec", { command: "x" })}${result("exec", details)}`;
    const { artifact } = await runWithStandIn({ turns: [{ ...OK, transcript }] });
    expect(artifact.trace.find(({ kind }) => kind === "tool_result")).toMatchObject({ tool_name: "exec", status });
  });

  test.each([
    ["by the name that OpenClaw found", { tool: { id: "core:web_fetch", name: "web_fetch" } }, "web_fetch", "success"],
    ["by the id that was asked for, if it found none", {}, "core:web_fetch", "success"],
    [
      "with the outcome of the tool itself",
      { tool: { name: "web_fetch" }, result: { details: { status: "failed" } } },
      "web_fetch",
      "error",
    ],
  ])("calls a tool that was searched for %s", async (_, details, tool_name, status) => {
    const asked = call("tool_call", { id: "core:web_fetch", args: { url: "https://example.org" } });
    const transcript = `${asked}${result("tool_call", details)}`;
    const { artifact } = await runWithStandIn({ turns: [{ ...OK, transcript }] });
    expect(artifact.trace.filter(({ kind }) => kind.startsWith("tool_"))).toMatchObject([
      { tool_name, arguments: '{"url":"https://example.org"}' },
      { tool_name, status },
    ]);
  });

  test("never holds the key, wherever the agent put it", async () => {
    const transcript = recorded("transcript.jsonl").replaceAll("Done: report.md written.", `The key is ${KEY}`);
    const prints = recorded("success.json").replaceAll("Done: report.md written.", `The key is ${KEY}`);
    const { artifact, directory } = await runWithStandIn({ turns: [{ prints, transcript }] });
    // A provider that says it is silenced on the way, and what the wire says counts.
    expect(artifact.final_output).toMatch(/^The key is \*+$/);
    expect(JSON.stringify(artifact)).not.toContain(KEY);
    for (const name of readdirSync(directory).filter((name) => !name.endsWith(".gz")))
      expect(readFileSync(join(directory, name), "utf8")).not.toContain(KEY);
  });

  test("without a transcript has the messages at least, and the record says what is missing", async () => {
    const { artifact } = await runWithStandIn({ turns: [{ prints: "success.json" }] });
    expect(artifact.trace.map(({ kind }) => kind)).toEqual(["message", "message", "final_output"]);
    expect(artifact.runner_metadata.notes).toEqual(["OpenClaw left no transcript of the session"]);
  });

  test("takes usage from the transcript when the turn ended without a report", async () => {
    const { artifact } = await runWithStandIn({ turns: [{ prints: "", transcript: "transcript.jsonl" }] });
    expect(artifact).toMatchObject({ status: "failed", usage: { total_tokens: 240, cost_usd: 0.00084 } });
  });

  test("is not read through a link that the agent left in place of its transcript", async () => {
    const outside = temporaryFolder({ "x.jsonl": recorded("transcript.jsonl") });
    const does = `mkdir -p "$RUN/state/agents/tester"; ln -s ${outside} "$RUN/state/agents/tester/sessions"`;
    const { artifact } = await runWithStandIn({ turns: [{ prints: "success.json", does }] });
    expect(artifact.runner_metadata.transcript_source).toBe("none");
  });
});
