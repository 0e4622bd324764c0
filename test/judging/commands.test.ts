import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lacks } from "../support/needs.ts";
import type { ScriptedAnswer, SeenRequest } from "../support/scripted-provider.ts";
import { type JudgedWorkspace, judgedWorkspace } from "./judged-workspace.ts";

const ONE = ["--model", "alpha", "--case", "one"];
const HIDDEN = "configs/cases/one/hidden/expected.txt";

/** A model that writes 41 to answer.txt and then says so. */
const writes = ({ body }: SeenRequest): ScriptedAnswer => {
  if (body.messages.at(-1).role === "tool") return "I wrote answer.txt.";
  return { tool_calls: [{ name: "write_file", arguments: { path: "answer.txt", content: "41\n" } }] };
};

/** The first case compares answer.txt with a hidden file. */
async function withCommand(command = '"diff /workspace/answer.txt expected.txt"', more = ""): Promise<JudgedWorkspace> {
  const workspace = await judgedWorkspace({ subject: writes, files: { [HIDDEN]: "forty-two-in-secret\n" } });
  workspace.edit("configs/cases/one/test.yaml", (text) =>
    text
      .replace("expectations:", "  context: { llm_probe: { tools: [write_file] } }\nexpectations:")
      .concat(
        `  - { check_id: tested, ${more}declarative: { kind: command, command: ${command}, files: [hidden/expected.txt] } }\n`,
      ),
  );
  return workspace;
}

const checksOf = (stdout: string) => JSON.parse(stdout).trials[0].checks;

test.skipIf(lacks("sandbox"))(
  "a changed hidden file is looked at again: the trial is not run again, and judges are asked because the result changed",
  async () => {
    const workspace = await withCommand();
    const first = await workspace.call("run-eval", [...ONE, "--output", "json"]);
    expect(checksOf(first.stdout)).toMatchObject({ passed: 1, failed: 1, error: 0 });
    expect(workspace.newRequests()).toEqual({ subject: 2, judges: 3 });

    const again = await workspace.call("run-eval", [...ONE, "--output", "json"]);
    expect(checksOf(again.stdout)).toEqual(checksOf(first.stdout));
    expect(workspace.newRequests()).toEqual({ subject: 0, judges: 0 });

    workspace.edit(HIDDEN, () => "41\n");
    const before = await workspace.call("report", [...ONE, "--output", "json"]);
    expect(JSON.parse(before.stdout).trials[0].state).toBe("not_judged");
    const changed = await workspace.call("run-eval", [...ONE, "--output", "json"]);
    expect(checksOf(changed.stdout)).toMatchObject({ passed: 2, failed: 0 });
    expect(workspace.newRequests()).toEqual({ subject: 0, judges: 3 });
  },
);

test.skipIf(lacks("sandbox"))(
  "hidden files reach neither the subject, nor the judge, nor anything that is kept",
  async () => {
    const workspace = await withCommand('"cmp -s /workspace/answer.txt expected.txt"');
    const { stdout, stderr } = await workspace.call("run-eval", ONE);
    const sent = JSON.stringify(workspace.provider.requests.map(({ body }) => body));
    expect(sent).toContain("tested");
    for (const text of [sent, stdout, stderr, ...everyFileBelow(join(workspace.root, "outputs"))])
      expect(text).not.toContain("forty-two-in-secret");
  },
);

test.skipIf(lacks("sandbox"))(
  "the judge is told how the command ended and the last line it printed; the rest is kept for people",
  async () => {
    const workspace = await withCommand('"echo not for judges; echo 41 is wrong; exit 1"');
    await workspace.call("run-eval", ONE);
    const packets = JSON.stringify(workspace.provider.requests.map(({ body }) => body));
    expect(packets).toContain("The command ended with exit code 1; expected exit code 0. It last printed");
    expect(packets).toContain("41 is wrong");
    expect(packets).not.toContain("not for judges");
    expect(workspace.read(workspace.find("final_result_1.json"))).toContain("not for judges");
  },
);

test.skipIf(lacks("sandbox"))("a required command decides the trial, whatever the judges say", async () => {
  const workspace = await withCommand(undefined, "required: true, ");
  const { code, stdout } = await workspace.call("run-eval", [...ONE, "--output", "json"]);
  expect(JSON.parse(stdout).trials[0].passed).toBe(false);
  expect(code).toBe(1);
});

test("commands need no switch, but a sandbox: without one the check is an error, and is tried again once there is one", async () => {
  const workspace = await withCommand();
  const none = { env: { PATH: nodeAlone(workspace.root) } };
  const without = await workspace.call("run-eval", [...ONE, "--output", "json"], none);
  const [problem] = checksOf(without.stdout).not_passed;
  expect(problem).toMatchObject({ check_id: "tested", outcome: "error" });
  expect(problem.message).toContain("The command of a check needs a sandbox. No sandbox works here:");
  if (lacks("sandbox")) return;
  const later = await workspace.call("run-eval", [...ONE, "--output", "json"]);
  expect(checksOf(later.stdout)).toMatchObject({ failed: 1, error: 0 });
});

/** A folder for the path in which no sandbox is to be found. */
function nodeAlone(root: string): string {
  const folder = join(root, "only-node");
  execFileSync("mkdir", ["-p", folder]);
  return folder;
}

function everyFileBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"));
}
