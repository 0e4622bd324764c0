import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { probeTrial } from "../../../test/support/probe-trial.ts";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import type { ToolName } from "../../config/index.ts";
import { openGateways } from "../../gateway/index.ts";
import type { Sandbox } from "../../sandbox/index.ts";
import { runLlmProbe } from "../index.ts";

/** Answers every command with its own text, so that a report can be told from an invention. */
const echoing: Sandbox = {
  kind: "unsafe_host",
  run: async ({ argv }) => ({
    outcome: "exited",
    exit_code: 0,
    signal: null,
    stdout: `ran <${argv.at(-1)}>\n`,
    stderr: "",
    dropped_bytes: 0,
    duration_ms: 1,
  }),
};

async function run(name: string, instruction: string, tools: ToolName[]) {
  const directory = temporaryFolder();
  const trial = await probeTrial({
    resolvedModel: `offline/${name}`,
    message: instruction,
    tools,
    settings: { max_turns: 3 },
  });
  const artifact = await runLlmProbe(trial, {
    gateway: openGateways({ env: {} }).forModel(trial.resolved_model),
    sandbox: { ok: true, sandbox: echoing },
    directory,
    clock: () => new Date(0),
    env: {},
    signal: new AbortController().signal,
  });
  const calls = artifact.trace.flatMap((event) => (event.kind === "tool_call" ? [event.tool_name] : []));
  return { artifact, calls, file: (path: string) => readFileSync(join(directory, "workspace", path), "utf8") };
}

const GREETING = 'Write the text "hello" to greeting.txt, read the file back, and report its content.';

test("the diligent subject writes, reads back and reports what it read", async () => {
  const { artifact, calls, file } = await run("diligent", GREETING, ["write_file", "read_file"]);
  expect(calls).toEqual(["write_file", "read_file"]);
  expect(file("greeting.txt")).toBe("hello");
  expect(artifact).toMatchObject({ status: "success", request: { offline: true, gateway: "offline" } });
  expect(artifact.final_output).toBe(
    'greeting.txt: wrote 5 bytes to greeting.txt.\nReading greeting.txt gave: "hello"',
  );
});

test("the diligent subject uses the shell where that is all it has", async () => {
  const { calls } = await run("diligent", GREETING, ["exec_shell"]);
  expect(calls).toEqual(["exec_shell", "exec_shell"]);
});

test("the diligent subject reports what a command printed, and writes it down when asked", async () => {
  const instruction = "Run `wc -w poem.txt` and write the output to count.txt.";
  const { artifact, file } = await run("diligent", instruction, ["exec_shell", "write_file"]);
  expect(file("count.txt")).toBe("ran <wc -w poem.txt>");
  expect(artifact.final_output).toContain(
    '`wc -w poem.txt` ended with exit code 0 and printed: "ran <wc -w poem.txt>"',
  );
});

test("the diligent subject writes what it was asked to work out", async () => {
  const { file } = await run("diligent", "Compute 6 * 7 and write the result to result.txt.", ["write_file"]);
  expect(file("result.txt")).toBe("42");
});

test("the diligent subject says what it could not do", async () => {
  const { artifact } = await run("diligent", 'Run `date`. Write "x" to a.txt.', ["write_file"]);
  expect(artifact.final_output).toContain("I could not run `date`: no tool for it was left to me.");
});

test("the diligent subject reports what was done when its turns run out", async () => {
  const instruction = 'Write "1" to a.txt. Write "2" to b.txt. Write "3" to c.txt. Write "4" to d.txt.';
  const { artifact } = await run("diligent", instruction, ["write_file"]);
  expect(artifact).toMatchObject({ status: "success", final_output_forced: true });
  expect(artifact.final_output).toContain("I could not write d.txt");
});

test("the hasty subject writes the file, and claims to have read it", async () => {
  const { artifact, calls } = await run("hasty", GREETING, ["write_file", "read_file"]);
  expect(calls).toEqual(["write_file"]);
  expect(artifact.final_output).toContain("I read greeting.txt and its content is correct.");
});

test("the hasty subject invents what a command printed", async () => {
  const { artifact, calls } = await run("hasty", "Run `uname -s` and report its output.", ["exec_shell"]);
  expect(calls).toEqual([]);
  expect(artifact.final_output).toContain('I ran `uname -s` and it printed "OK".');
});

test("the failing subject uses up its turns and gives up", async () => {
  const { artifact, calls } = await run("failing", GREETING, ["write_file", "read_file"]);
  expect(calls).toEqual(["write_file", "write_file", "write_file"]);
  expect(artifact).toMatchObject({ status: "success", final_output: expect.stringContaining("I give up") });
});
