import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sqlite from "node-sqlite3-wasm";
import { describe, expect, test } from "vitest";
import { chooseSandbox } from "../../src/sandbox/index.ts";
import { runAgentTrial } from "../agents/support/agent-trial.ts";
import { lacks } from "../support/needs.ts";
import { projectRoot } from "../support/project-root.ts";
import { scriptedProvider } from "../support/scripted-provider.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { foldersLeft } from "./support/run-with-stand-in.ts";
import { KEY, type OpenClawTrial, runTrial } from "./support/trial.ts";

const folder = join(projectRoot, "test/openclaw/support");
const program = join(folder, "small-openclaw.cjs");
const anotherNodes = join(folder, "openclaw-of-another-node.sh");

/** A small program in OpenClaw's place: what is promised here is promised by the sandbox around it. */
describe.skipIf(lacks("sandbox") || lacks("clone_in_sight"))("an OpenClaw agent without an image", () => {
  const run = async (behaves: string, given: Partial<OpenClawTrial> = {}, environment = {}) => {
    const content = "Done.";
    const usage = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 };
    const answer = { id: "g", model: "some/model", choices: [{ message: { content }, finish_reason: "stop" }], usage };
    const provider = await scriptedProvider(() => ({ status: 200, body: answer }));
    const finished = await runTrial({
      program: { program, host_folders: [folder], environment: { BEHAVES: behaves, ...environment } },
      dockerCli: "no-such-engine",
      env: process.env,
      baseUrl: provider.baseUrl,
      sandbox: await chooseSandbox({ setting: "auto", env: process.env }),
      messages: ["Do it."],
      ...given,
    });
    expect(foldersLeft()).toEqual([]);
    return { ...finished, provider };
  };
  const kept = (directory: string, path: string) => readFileSync(join(directory, "workspace", path), "utf8");

  test("runs the program of this machine in the sandbox, in folders of its own, and apart from its workspace", async () => {
    const { artifact, directory, provider } = await run("honest");
    expect(artifact, JSON.stringify(artifact.failure)).toMatchObject({
      runner: "openclaw",
      status: "success",
      final_output: "Done.",
      request: { metadata: { openclaw: { container_image: null } } },
      runner_metadata: {
        sandbox: "bubblewrap",
        openclaw_version: "2026.9.6",
        network: "none",
        program: { name: program },
      },
    });
    expect(kept(directory, "where.txt")).toBe("/ /tmp/home /tmp/state /run/assay-given/openclaw.json\n");
    expect(provider.requests[0]!.headers.authorization).toBe(`Bearer ${KEY}`);
    const config = JSON.parse(readFileSync(join(directory, "openclaw.json"), "utf8"));
    expect(config.agents.defaults.workspace).toBe("/workspace");
    expect(artifact.trace.map(({ kind }) => kind)).not.toContain("account_differs");
  });

  test("is the same for `runner.type: agent`, with a case's files and setup", async () => {
    const provider = await scriptedProvider(() => ({ status: 401, body: { error: { message: "bad key" } } }));
    const { artifact } = await runAgentTrial({
      agent: { kind: "openclaw", program, host_folders: [folder] },
      provider: { port: Number(new URL(provider.baseUrl).port) },
      messages: ["Do it."],
      givenFiles: { "in.txt": "given" },
      setup: ["test -f in.txt && test -f AGENTS.md && touch made.txt"],
    });
    expect(artifact).toMatchObject({ runner: "agent", status: "provider_error", workspace: { file_count: 1 } });
    expect(artifact.failure).toMatchObject({ stage: "provider", message: expect.stringContaining("401") });
  });

  test("cannot change its configuration", async () => {
    const { artifact, directory } = await run("changes its configuration");
    expect([artifact.status, kept(directory, "refused.txt")]).toEqual(["success", "EROFS"]);
  });

  test("that puts a link in place of its state leads nobody to a transcript of the host", async () => {
    const elsewhere = temporaryFolder();
    mkdirSync(join(elsewhere, "agents/tester/agent"), { recursive: true });
    const database = new sqlite.Database(join(elsewhere, "agents/tester/agent/openclaw-agent.sqlite"));
    database.exec("CREATE TABLE transcript_events (session_id, seq, event_json, event_zstd)");
    database.close();
    const { artifact } = await run("links its state", {}, { LEADS_TO: elsewhere });
    expect(artifact.runner_metadata).toMatchObject({
      transcript_source: "none",
      notes: ["OpenClaw left no transcript of the session"],
    });
  });

  test("whose program does not run under this Node, or is not in sight, is invalid and says what to write", async () => {
    const { artifact: tooOld } = await run("", { program: { program: anotherNodes, host_folders: [folder] } });
    expect(tooOld).toMatchObject({ status: "invalid", failure: { stage: "configuration" } });
    expect(tooOld.failure?.message).toContain("openclaw: Node.js 24.16 or newer is needed; it sees /usr and what");
    const { artifact: unseen } = await run("honest", { program: { program } });
    expect(unseen).toMatchObject({ status: "invalid", failure: { message: expect.stringContaining("host_folders") } });
  });

  test("that is not on this machine is the machine's, as is a machine without a sandbox", async () => {
    const { artifact: missing } = await run("honest", { program: { program: "/opt/no-such/openclaw" } });
    expect(missing).toMatchObject({ status: "provider_error", failure: { unrecoverable: true } });
    expect(missing.failure?.message).toContain("no program `/opt/no-such/openclaw` is there");
    const { artifact: nowhere } = await run("honest", { sandbox: { ok: false, reason: "Install bubblewrap." } });
    expect(nowhere).toMatchObject({ status: "provider_error", failure: { unrecoverable: true } });
    expect(nowhere.failure?.message).toContain("no sandbox works here. Install bubblewrap.");
  });

  test("planned with another program gives up, and a variable that is not set is named", async () => {
    const { artifact: another } = await run("honest", { imageId: "0".repeat(64) });
    expect(another.failure?.message).toContain("became another program while the campaign was running");
    const { artifact: unset } = await run("honest", {}, { SEARCH_KEY: "$NOT_SET_HERE" });
    expect(unset.failure?.message).toContain("environment.SEARCH_KEY in agent.yaml needs $NOT_SET_HERE");
  });
});
