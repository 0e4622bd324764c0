import type { ChildProcess } from "node:child_process";
import { cpSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { writeFiles } from "../support/temporary.ts";
import { exampleWith, RUN, turnsTaken, WRITES_EVERYTHING, when } from "./support/example.ts";
import { isRunning, OK } from "./support/run-with-stand-in.ts";
import type { Call } from "./support/stand-in.ts";

function storedRun(cwd: string, caseId: string) {
  const campaign = join(cwd, "outputs/runs/scribe");
  const folder = join(campaign, readdirSync(campaign)[0]!, "gpt5_mini", caseId);
  return { run: JSON.parse(readFileSync(join(folder, "run_1.json"), "utf8")), folder };
}

/** How many containers were started so far. */
function containersOf({ calls }: { calls: () => Call[] }): number {
  return calls().filter(({ words }) => words[0] === "run").length;
}

test("the example runs as it is, keeps its evidence, and a second run does nothing", async () => {
  const example = await exampleWith(WRITES_EVERYTHING);
  const first = await assay(RUN, example);
  expect([first.code, first.stderr]).toEqual([0, expect.any(String)]);
  const { run, folder } = storedRun(example.cwd, "release_notes");
  expect(run).toMatchObject({ runner: "openclaw", status: "success", final_output: "Done: report.md written." });
  expect(
    run.artifacts.map(({ artifact_type, path }: Record<string, string>) => `${artifact_type} ${path}`).sort(),
  ).toEqual([
    "config openclaw.json",
    "key_output workspace/RELEASE.md",
    "log openclaw.log",
    "transcript transcript.jsonl",
    "transcript turns.json",
    "transcript wire.jsonl",
    "workspace_diff workspace.diff",
    "workspace_file workspace/minutes.md",
    "workspace_snapshot workspace.tar.gz",
  ]);
  expect(readFileSync(join(folder, "run_1.artifacts/workspace/RELEASE.md"), "utf8")).toContain("CSV");
  const containers = containersOf(example);
  expect((await assay(RUN, example)).code).toBe(0);
  expect(containersOf(example)).toBe(containers);
});

test("a changed workspace file runs the agent's cases again", async () => {
  const example = await exampleWith(WRITES_EVERYTHING);
  await assay(RUN, example);
  const before = turnsTaken(example);
  writeFiles(join(example.cwd, "configs/agents/scribe/workspace"), { "SOUL.md": "Loud.\n" });
  await assay(RUN, example);
  expect([before, turnsTaken(example)]).toEqual([3, 6]);
});

test("each case runs with the agent it is assigned to", async () => {
  const example = await exampleWith(WRITES_EVERYTHING);
  cpSync(join(example.cwd, "configs/agents/scribe"), join(example.cwd, "configs/agents/other"), { recursive: true });
  const yaml = "schema_version: 1\nagent_id: other\ntitle: Other\nopenclaw:\n  agent:\n    id: other-inside\n";
  writeFiles(example.cwd, { "configs/agents/other/agent.yaml": yaml });
  const suite = join(example.cwd, "configs/suites/scribe.yaml");
  const assignments =
    "openclaw:\n  agent_assignments:\n    - agent_id: other\n      case_selection:\n        include_case_ids: [release_notes]\n";
  writeFiles(example.cwd, { "configs/suites/scribe.yaml": `${readFileSync(suite, "utf8")}${assignments}` });
  await assay(RUN, example);
  const { run: assigned } = storedRun(example.cwd, "release_notes");
  const { run: byDefault } = storedRun(example.cwd, "minutes_in_two_turns");
  expect([assigned.runner_metadata.agent_id, byDefault.runner_metadata.agent_id]).toEqual(["other-inside", "scribe"]);
});

test.each([1, 2])(
  "Ctrl-C, pressed %i times, leaves no container, no temporary folder and no half-finished run",
  async (times) => {
    const example = await exampleWith({ turns: [{ hangs: true }] });
    const press = (child: ChildProcess) => {
      child.kill("SIGINT");
      if (times > 1) setTimeout(() => child.kill("SIGINT"), 300);
    };
    const { code } = await assay(RUN, { ...example, onStart: (child) => whenHanging(example, () => press(child)) });
    expect(code).toBe(130);
    expect(example.containerPids().map(isRunning)).toEqual([false]);
    expect(ours(example.tmp)).toEqual([]);
    expect(
      readdirSync(join(example.cwd, "outputs"), { recursive: true }).filter((path) => /run_1/.test(String(path))),
    ).toEqual([]);
  },
);

test("Ctrl-C says what the agent had spent until then, in `run` and in `run-eval`", async () => {
  // At the same time, because each waits for its agent as long as Ctrl-C allows.
  const ends = [RUN, ["run-eval", ...RUN.slice(1), "--evaluation-profile", "judged"]].map(async (words) => {
    const example = await exampleWith({ turns: [{ hangs: true, transcript: "transcript.jsonl" }] });
    return await assay([...words, "--case", "release_notes"], {
      ...example,
      onStart: (child) => whenHanging(example, () => child.kill("SIGINT")),
    });
  });
  for (const { code, stdout, stderr } of await Promise.all(ends)) {
    expect(code).toBe(130);
    expect(`${stdout}${stderr}`).toContain(
      "What was in flight had cost $0.00084; it is not stored, and will be run again.",
    );
  }
});

test("what the user's own configuration broke is invalid: run again, and never judged", async () => {
  const example = await exampleWith({ turns: [OK], validations: ["validate-unknown-key.json"] });
  const first = await assay(RUN, example);
  expect([first.code, turnsTaken(example)]).toEqual([1, 0]);
  expect(storedRun(example.cwd, "release_notes").run).toMatchObject({ status: "invalid" });
  const plan = await assay(["plan", ...RUN.slice(1)], example);
  expect(plan.stdout).toContain("last time: invalid");
  const judge = ["run-eval", ...RUN.slice(1), "--evaluation-profile", "judged", "--output", "json"];
  const { trials } = JSON.parse((await assay(judge, example)).stdout);
  expect(trials.map(({ state, score }: Record<string, unknown>) => [state, score])).toEqual([
    ["not_judged", null],
    ["not_judged", null],
  ]);
  example.behave(WRITES_EVERYTHING);
  expect((await assay(RUN, example)).code).toBe(0);
  expect(storedRun(example.cwd, "release_notes").run).toMatchObject({ status: "success" });
});

test("a link out of the agent's workspace is found by validate and plan, before anything is run", async () => {
  const example = await exampleWith(WRITES_EVERYTHING);
  symlinkSync("../../../../..", join(example.cwd, "configs/agents/scribe/workspace/everything"));
  for (const words of [["validate"], ["plan", ...RUN.slice(1)], RUN]) {
    const { code, stdout, stderr } = await assay(words, example);
    expect([code, `${stdout}${stderr}`]).toEqual([
      2,
      expect.stringMatching(/agents\/scribe\/workspace\/everything.*outside the workspace/),
    ]);
  }
  expect(example.calls()).toEqual([]);
});

test("what a killed process leaves is gone after the next start", async () => {
  const example = await exampleWith({ turns: [{ hangs: true }, ...WRITES_EVERYTHING.turns!] });
  const { signal } = await assay(RUN, {
    ...example,
    onStart: (child) => whenHanging(example, () => child.kill("SIGKILL")),
  });
  expect(signal).toBe("SIGKILL");
  // The run's own, the proxy's, and the one that the client stood in.
  expect(ours(example.tmp)).toHaveLength(3);
  const again = await assay(RUN, example);
  expect([again.code, again.code === 0 ? "" : again.stderr]).toEqual([0, ""]);
  expect(example.containerPids().map(isRunning)).toEqual([false]);
  expect(ours(example.tmp)).toEqual([]);
});

/** Only then: a container that exists may still be on its way to its turn. Afterwards its lifetime is unknown. */
function whenHanging(example: Awaited<ReturnType<typeof exampleWith>>, act: () => void): void {
  when(() => example.containerPids().some(isRunning), act);
}

function ours(folder: string): string[] {
  expect(folder).not.toBe(tmpdir());
  return readdirSync(folder).filter((name) => name.startsWith("assay-"));
}
