import { execFileSync } from "node:child_process";
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../../test/support/project-root.ts";
import { supervise } from "./supervise.ts";

const PRLIMIT = "/usr/bin/prlimit";
const limits = { seconds: 20, outputBytes: 1000 };

function shell(line: string, bounds: Partial<Parameters<typeof supervise>[1]> = {}) {
  return supervise({ program: "/bin/sh", args: ["-c", line], env: { PATH: process.env.PATH } }, { limits, ...bounds });
}

test("a program's end, words and exit code are told", async () => {
  expect(await shell("cat; echo bad >&2; exit 3", { stdin: "given" })).toMatchObject({
    outcome: "exited",
    exit_code: 3,
    stdout: "given",
    stderr: "bad\n",
    dropped_bytes: 0,
  });
});

test("a program that is not there is a result, not an exception", async () => {
  const started = supervise({ program: "/nowhere/program", args: [], env: {} }, { limits });
  expect(await started).toMatchObject({ outcome: "could_not_start", message: expect.stringContaining("ENOENT") });
});

test.skipIf(!existsSync(PRLIMIT))("so is one for which no pipe is left, however few are missing", async () => {
  const taken: number[] = [];
  const [, limit = ""] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
  const allow = (files: string | number) => execFileSync(PRLIMIT, ["--pid", `${process.pid}`, `--nofile=${files}:`]);
  allow(Math.max(...readdirSync("/proc/self/fd").map(Number)) + 16);
  try {
    takeAllDescriptors(taken);
    for (let left = 0; left < 6; left += 1) {
      const { outcome, message } = await shell("exit 0");
      if (outcome !== "exited") expect({ left, outcome, message }).toMatchObject(NOT_STARTED);
      closeSync(taken.pop()!);
    }
  } finally {
    taken.forEach(closeSync);
    allow(limit);
  }
});

const NOT_STARTED = {
  outcome: "could_not_start",
  message: expect.stringMatching(/too few file descriptors.*ulimit -n/),
};

function takeAllDescriptors(taken: number[]): void {
  try {
    for (;;) taken.push(openSync("/dev/null", "r"));
  } catch {
    // That was the last one.
  }
}

test("only the first bytes of an output are kept, and the rest is counted", async () => {
  const { stdout, dropped_bytes } = await shell("head -c 3000 /dev/zero | tr '\\0' x");
  expect([stdout.length, dropped_bytes]).toEqual([1000, 2000]);
});

test("a program that never stops printing is ended", async () => {
  expect(await shell("yes")).toMatchObject({ outcome: "output_limit" });
});

test("when time is up the whole group ends, and the clean-up knows that it was not by itself", async () => {
  const endings: boolean[] = [];
  const result = await supervise(
    {
      program: "/bin/sh",
      args: ["-c", "sleep 600 & echo $!; wait"],
      env: { PATH: process.env.PATH },
      cleanUp: async (endedByItself) => void endings.push(endedByItself),
    },
    { limits: { seconds: 0.3, outputBytes: 1000 } },
  );
  expect(result).toMatchObject({ outcome: "timed_out", exit_code: null });
  expect(endings).toEqual([false]);
  expect(isAlive(Number(result.stdout))).toBe(false);
});

test("a program that has months is not ended at once", async () => {
  const months = { limits: { ...limits, seconds: 10_000_000 } };
  const program = { program: "/bin/sh", args: ["-c", "sleep 0.1; echo done"], env: { PATH: process.env.PATH } };
  expect(await supervise(program, months)).toMatchObject({ outcome: "exited", stdout: "done\n" });
});

test("a signal ends a program, and keeps one from starting", async () => {
  const controller = new AbortController();
  const running = shell("sleep 600", { signal: controller.signal });
  controller.abort();
  expect(await running).toMatchObject({ outcome: "interrupted" });
  expect(await shell("echo started", { signal: controller.signal })).toMatchObject({
    outcome: "interrupted",
    stdout: "",
  });
});

test("many programs listen to one signal without a warning of Node's", async () => {
  const warnings: string[] = [];
  const hear = ({ name }: Error) => warnings.push(name);
  process.on("warning", hear);
  const { signal } = new AbortController();
  await Promise.all(Array.from({ length: 15 }, () => shell("sleep 0.2", { signal })));
  process.off("warning", hear);
  expect(warnings).toEqual([]);
});

test("nothing else starts programs", () => {
  const source = join(projectRoot, "src");
  const starting = readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .filter((path) => readFileSync(join(source, path), "utf8").includes('"node:child_process"'))
    .map((path) => relative("", path))
    // These only call `rm` and `chmod`, and are below the sandbox in the import direction.
    .filter((path) => !path.startsWith("store/") && !path.startsWith("files/"));
  expect(starting.sort()).toEqual([
    // The user's own browser, which outlives the command.
    "cli/terminal/open-in-browser.ts",
    // Source text of a program that runs inside a container.
    "proxy/forwarder.ts",
    "sandbox/processes/keeper.ts",
    "sandbox/processes/kill-orphans.ts",
    "sandbox/processes/run-synchronously.ts",
    "sandbox/processes/supervise.ts",
  ]);
});

/** True unless the process is gone or a zombie. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}
