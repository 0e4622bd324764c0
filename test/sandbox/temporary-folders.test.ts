import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { bundle } from "../support/bundle.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** A program that uses the library and has temporary folders of every kind open. */
async function started(TMPDIR: string) {
  const script = await bundle("test/sandbox/busy-process.ts", { inProject: true });
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, TMPDIR },
    stdio: ["ignore", "pipe", "ignore"],
  });
  await once(child.stdout, "data");
  return child;
}

test("what a killed process left in TMPDIR is gone when the next command has run, and a live one keeps its own", async () => {
  const root = temporaryFolder();
  const TMPDIR = join(root, "tmp");
  mkdirSync(TMPDIR);
  const [killed, live] = [await started(TMPDIR), await started(TMPDIR)];
  try {
    const before = readdirSync(TMPDIR);
    killed.kill("SIGKILL");
    await once(killed, "exit");
    expect(readdirSync(TMPDIR)).toEqual(before);
    await assay(["schema"], { cwd: root, env: { TMPDIR }, ownProcess: true });
    const after = readdirSync(TMPDIR);
    expect(after).toHaveLength(before.length / 2);
    expect(after.every((name) => name.includes(`-${live.pid}-`))).toBe(true);
  } finally {
    live.kill("SIGKILL");
  }
});

test.each(["SIGTERM", "SIGINT", "exception"] as const)(
  "after %s nothing is left at all, or at the latest after the next command",
  async (how) => {
    const root = temporaryFolder();
    const TMPDIR = join(root, "tmp");
    mkdirSync(TMPDIR);
    const child = await started(TMPDIR);
    writeFileSync(join(root, "not-ours"), "");
    child.kill(how === "exception" ? "SIGUSR2" : how);
    await once(child, "exit");
    await assay(["schema"], { cwd: root, env: { TMPDIR }, ownProcess: true });
    expect(readdirSync(TMPDIR)).toEqual([]);
  },
);
