import { execFile } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cliPath } from "../support/assay.ts";
import { lacks } from "../support/needs.ts";
import { campaignWorkspace } from "./workspace.ts";

describe.skipIf(lacks("sandbox"))("on a disk that is full", () => {
  test("the run stops with a sentence and exit code 1, and what is stored is whole", async () => {
    const root = campaignWorkspace({
      models: ["offline/diligent"],
      question: "A long question. ".repeat(500),
      profile: { execution_policy: { run_repetitions: 40 } },
    });
    const { stdout, stderr } = await onSmallDisk(
      root,
      `${process.execPath} ${cliPath} run --suite s --run-profile p --quiet; echo "exit $?"
       for file in $(find outputs -name '*.json'); do ${process.execPath} -e 'JSON.parse(require("fs").readFileSync(process.argv[1]))' $file || echo "broken $file"; done
       find outputs -name .staging`,
    );
    expect(stdout).toContain("exit 1");
    expect(stdout).toMatch(/Stopped: m1\/a #\d+ could not be stored: the disk is full/);
    expect(stderr).not.toContain("    at ");
    expect(stdout).not.toContain("broken");
    expect(stdout).not.toContain(".staging");
  });
});

/** Runs a shell script in the workspace, whose outputs/ is a disk of 400 KB. */
function onSmallDisk(root: string, script: string): Promise<{ stdout: string; stderr: string }> {
  const outputs = join(root, "outputs");
  const words = ["--dev-bind", "/", "/", "--size", String(400 * 1024), "--tmpfs", outputs, "--chdir", root];
  return new Promise((resolve) => {
    execFile("bwrap", [...words, "sh", "-c", script], (_, stdout, stderr) => resolve({ stdout, stderr }));
  });
}
