import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lacks } from "../support/needs.ts";
import { resultsOf } from "../tools/support.ts";
import { planAndRun } from "./planned-trial.ts";
import { caseFolder, givenWorkspace, runGiven, shell } from "./support.ts";

const needsSandbox = test.skipIf(lacks("sandbox"));
const files = { "repo/in.txt": "one\n", "repo/gone.txt": "x\n" };

describe("setup", () => {
  needsSandbox(
    "runs in the workspace before the first turn, as words or by a shell; what it makes is not the subject's",
    async () => {
      const root = givenWorkspace({
        input: {
          workspace: "repo",
          setup: ["cat in.txt > made.txt && echo two >> made.txt", ["touch", "a b; c"], "rm gone.txt; echo y > /tmp/t"],
        },
        files,
        checks: [
          { declarative: { kind: "file_contains", path: "made.txt", text: "two" } },
          { declarative: { kind: "file_exists", path: "made.txt", changed: true } },
          { declarative: { kind: "file_exists", path: "gone.txt" } },
          { declarative: { kind: "output_artifact_present" } },
          { declarative: { kind: "command", command: "test -e made.txt && test -e in.txt && test ! -e gone.txt" } },
        ],
      });
      const { run, kept, checks, read, stderr } = await runGiven(root, [shell("cat made.txt; ls; ls /tmp; id -u")]);
      expect(resultsOf(run)[0]).toContain("one\ntwo\na b; c\nin.txt\nmade.txt\n");
      expect(kept, stderr).toEqual(["log setup.log", "setup_file workspace/a b; c", "setup_file workspace/made.txt"]);
      expect(checks).toEqual(["k1 passed", "k2 failed", "k3 failed", "k4 failed", "k5 passed"]);
      expect(read("setup.log")).toContain('setup[1] ["touch","a b; c"]\nexit code: 0\n');
      expect(run.workspace.missing).toEqual(["gone.txt"]);
    },
  );

  needsSandbox(
    "that fails makes the trial invalid: nobody is asked, nothing is judged, and it runs again",
    async () => {
      const root = givenWorkspace({
        input: { workspace: "repo", setup: ["echo fine", "echo out; echo 'no such \x1b[31mpackage' >&2; exit 4"] },
        files,
      });
      const first = await runGiven(root, [shell("true")]);
      expect(first.run).toMatchObject({ status: "invalid", failure: { stage: "configuration" }, final_output: null });
      expect(first.run.failure.message).toMatch(
        /^input\.setup\[1\] "echo out.*": exit code: 4; it printed "no such \\u001b\[31mpackage"$/,
      );
      expect(first).toMatchObject({ code: 1, requests: 0, kept: ["log setup.log"] });
      expect(JSON.parse(first.stdout).trials[0]).toMatchObject({ score: null });
      const yaml = join(caseFolder(root), "test.yaml");
      writeFileSync(yaml, readFileSync(yaml, "utf8").replace("exit 4", "exit 0"));
      const second = await runGiven(root, [shell("true")]);
      expect(second.run.status).toBe("success");
    },
  );

  needsSandbox("has no key, no network and no file of ours, and its output is redacted before it is cut", async () => {
    const root = givenWorkspace({
      input: { setup: ["env; cat /etc/shadow; cat < /dev/tcp/127.0.0.1/1; ls /root; echo SECRETVALUE12345; exit 1"] },
    });
    const { artifact, directory } = await planAndRun(root, { secrets: ["SECRETVALUE12345"] });
    const told = `${JSON.stringify(artifact)} ${readFileSync(join(directory, "setup.log"), "utf8")}`;
    expect(artifact?.status).toBe("invalid");
    expect(told).not.toMatch(/SECRETVALUE12345\b(?!; exit)/);
    expect(readFileSync(join(directory, "setup.log"), "utf8")).not.toContain("key-for-tests");
    expect(told).toContain("/root");
  });
});

describe("a hostile setup", () => {
  test.skipIf(lacks("sandbox")).each<[string, string, RegExp]>([
    ["prints a gigabyte", "head -c 1073741824 /dev/zero | tr '\\0' x", /printed too much|exit code|more bytes/],
    ["prints without end", "yes", /ended because it printed too much/],
    ["kills its parent and everybody", "kill -9 $PPID; kill -9 -1; sleep 1", /ended by SIGKILL|exit code/],
    ["forks without end", "f() { f | f & }; f; sleep 2; exit 7", /exit code|ended/],
    [
      "fills the disk",
      "dd if=/dev/zero of=big bs=1M count=200 2>/dev/null; dd if=/dev/zero of=big2 bs=1M count=200",
      /MiB|exit code/,
    ],
    ["is no program", "/no/such/program", /exit code: 127/],
  ])("that %s is the user's failure, and nothing is left", async (_, command, says) => {
    const before = leftovers();
    const root = givenWorkspace({
      input: { workspace: "repo", setup: [command, "exit 9"] },
      files,
      profile: { sandbox_disk_mb: 64 },
    });
    const { artifact, directory, requests } = await planAndRun(root);
    expect(artifact).toMatchObject({ status: "invalid", failure: { stage: "configuration" } });
    expect(artifact!.failure!.message).toMatch(says);
    expect(artifact!.failure!.message.length).toBeLessThan(1_500);
    expect(requests).toBe(0);
    expect(existsSync(join(directory, "workspace"))).toBe(false);
    expect(leftovers()).toEqual(before);
  });

  needsSandbox(
    "that leaves pipes, links out and loops in the workspace hangs nobody and reads nothing of the host",
    async () => {
      const setup = ["mkfifo pipe; ln -s /etc/passwd out; ln -s loop loop; mkdir d; ln -s .. d/up; chmod 000 in.txt"];
      const root = givenWorkspace({ input: { workspace: "repo", setup }, files });
      const { artifact, directory } = await planAndRun(root, { calls: [shell("ls -la; echo hi > hi.txt")] });
      expect(artifact?.status).toBe("success");
      expect(existsSync(join(directory, "workspace/hi.txt"))).toBe(true);
      expect(JSON.stringify(artifact)).not.toContain("root:x:0");
    },
  );

  needsSandbox("that makes more files than are kept leaves the subject's own", async () => {
    const setup = ["mkdir m; i=0; while [ $i -lt 2500 ]; do : > m/$i; i=$((i+1)); done"];
    const root = givenWorkspace({ input: { setup } });
    const { artifact, directory } = await planAndRun(root, { calls: [shell("echo hi > zzz.txt")] });
    expect(artifact?.runner_metadata).toMatchObject({ setup_files_not_kept: 500 });
    expect(readdirSync(join(directory, "workspace/m"))).toHaveLength(2_000);
    expect(existsSync(join(directory, "workspace/zzz.txt"))).toBe(true);
  });

  needsSandbox("is ended by Ctrl-C", async () => {
    const root = givenWorkspace({ input: { setup: ["sleep 100"] } });
    const { artifact } = await planAndRun(root, { signal: AbortSignal.timeout(1_500) });
    expect(artifact).toMatchObject({ status: "provider_error", runner_metadata: { interrupted: true } });
  });
});

describe("a file that changes between plan and run", () => {
  test.skipIf(lacks("sandbox")).each<[string, (path: string) => void]>([
    ["has other bytes", (path) => writeFileSync(path, "two\n")],
    ["is gone", (path) => rmSync(path)],
    [
      "became a link to a file of the machine",
      (path) => {
        rmSync(path);
        symlinkSync("/etc/passwd", path);
      },
    ],
    [
      "became a pipe",
      (path) => {
        rmSync(path);
        execFileSync("mkfifo", [path]);
      },
    ],
    [
      "became a folder",
      (path) => {
        renameSync(path, `${path}.old`);
        execFileSync("mkdir", [path]);
      },
    ],
  ])("is never given: it %s", async (_, change) => {
    const root = givenWorkspace({ input: { workspace: "repo" }, files });
    const between = () => change(join(caseFolder(root), "repo/in.txt"));
    const { artifact, requests, directory } = await planAndRun(root, { between });
    expect(artifact).toMatchObject({ status: "provider_error", failure: { stage: "configuration" } });
    expect(artifact!.failure!.message).toContain(
      "in.txt, which the case gives to its subject, changed while the campaign was running",
    );
    expect(requests).toBe(0);
    expect(existsSync(join(directory, "workspace"))).toBe(false);
  });

  needsSandbox("what is added meanwhile is not given", async () => {
    const root = givenWorkspace({ input: { workspace: "repo" }, files });
    const between = () => writeFileSync(join(caseFolder(root), "repo/new.txt"), "");
    const { artifact } = await planAndRun(root, { between, calls: [shell("ls")] });
    expect(resultsOf(artifact as never)[0]).not.toContain("new.txt");
  });

  needsSandbox("more than the run profile's disk is the user's failure", async () => {
    const root = givenWorkspace({
      input: { workspace: "repo" },
      files: { "repo/big": "x".repeat(70 * 1024 ** 2) },
      profile: { sandbox_disk_mb: 64 },
    });
    const { artifact } = await planAndRun(root);
    expect(artifact).toMatchObject({ status: "invalid" });
    expect(artifact!.failure!.message).toContain("the run profile allows 64 MiB (`sandbox_disk_mb`)");
  });
});

/** Folders of this process that are still there. */
function leftovers(): string[] {
  return readdirSync(tmpdir()).filter((name) =>
    new RegExp(`^assay-(?:setup|before)-\\w{8}-${process.pid}-`).test(name),
  );
}
