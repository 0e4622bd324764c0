import { chmodSync, mkdirSync, readFileSync, renameSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { onCampaign, storedFiles } from "../campaign/workspace.ts";
import { lacks } from "../support/needs.ts";
import { resultsOf } from "../tools/support.ts";
import { caseFolder, givenWorkspace, runGiven, shell } from "./support.ts";

const REPO = {
  "repo/src/app.py": "def add(a, b):\n    return a - b\n",
  "repo/src/util.py": "X = 1\n",
  "repo/README.md": "Adds numbers.\n",
  "repo/notes.txt": "old\n",
  "repo/logo.bin": Uint8Array.from([0, 1, 2, 254, 255, 10, 13]),
};
const declarative = (fields: Record<string, unknown>, more = {}) => ({ declarative: fields, ...more });
const needsSandbox = test.skipIf(lacks("sandbox"));

describe("files that a case gives", () => {
  needsSandbox(
    "lie in the workspace, byte for byte and with their modes; only what the subject did is kept",
    async () => {
      const root = givenWorkspace({
        input: { workspace: "repo" },
        files: { ...REPO, "repo/run.sh": "#!/bin/sh\necho ran\n", "repo/locked.txt": "read me\n" },
        checks: [
          declarative({ kind: "file_contains", path: "src/app.py", text: "a + b" }),
          declarative({ kind: "file_exists", path: "README.md" }),
          declarative({ kind: "file_exists", path: "README.md", changed: true }),
          declarative({ kind: "file_exists", path: "README.md", changed: false }),
          declarative({ kind: "file_exists", path: "src/app.py", changed: true }),
          declarative({ kind: "file_exists", path: "notes.txt" }),
          declarative({ kind: "file_contains", path: "/workspace/src/util.py", text: "X = 1" }),
          declarative({ kind: "path_exists", path: "src" }),
          declarative({ kind: "file_exists", path: "new.txt", changed: true }),
          declarative({ kind: "file_exists", path: "link.md", changed: false }),
          declarative({
            kind: "command",
            command: "cat src/util.py src/app.py README.md && test ! -e notes.txt && ./run.sh",
          }),
          declarative({ kind: "file_contains", path: "mine.md", text: "Adds" }),
          declarative({ kind: "file_exists", path: "src" }),
          declarative({ kind: "file_exists", path: "src/app.py/x" }),
          { python_hook: { path: "hook.py", callable_name: "check" } },
        ],
      });
      writeFileSync(
        join(caseFolder(root), "hook.py"),
        'import os\ndef check(given):\n    w = given["run"]["workspace"]\n    return {"passed": os.path.exists(w + "/README.md") and not os.path.exists(w + "/notes.txt"), "message": "m"}\n',
      );
      chmodSync(join(caseFolder(root), "repo/run.sh"), 0o775);
      chmodSync(join(caseFolder(root), "repo/locked.txt"), 0o444);
      symlinkSync("README.md", join(caseFolder(root), "repo/link.md"));
      mkdirSync(join(caseFolder(root), "repo/empty"));
      const { run, kept, read, checks, stdout, stderr } = await runGiven(root, [
        shell(
          "ls -la; cksum logo.bin; ./run.sh; stat -c '%a %n' run.sh locked.txt README.md; ls -d empty; readlink link.md",
        ),
        shell("sed -i 's/a - b/a + b/' src/app.py; rm notes.txt; echo new > new.txt; ln -s README.md mine.md"),
      ]);
      const [seen] = resultsOf(run);
      expect(seen).toContain(" 7 logo.bin");
      for (const words of ["ran", "755 run.sh", "444 locked.txt", "644 README.md", "empty", "README.md"])
        expect(seen).toContain(words);
      expect(kept).toEqual([
        "given_file workspace/README.md",
        "workspace_file workspace/new.txt",
        "workspace_file workspace/src/app.py",
        "workspace_diff workspace.diff",
      ]);
      const diff = read("workspace.diff");
      expect(diff).toContain("changed src/app.py");
      expect(diff).toContain("-    return a - b\n+    return a + b\n");
      expect(diff).toContain("deleted notes.txt");
      expect(diff).not.toContain("new.txt");
      expect(run.workspace).toMatchObject({ file_count: 7, changed: ["src/app.py"], missing: ["notes.txt"] });
      const outcomes = checks.map((check) => check.split(" ")[1]);
      expect(outcomes, stdout + stderr).toEqual([
        ...["passed", "passed", "failed", "passed", "passed", "failed", "passed", "passed", "passed", "passed"],
        ...["passed", "passed", "failed", "failed", "passed"],
      ]);
    },
  );

  needsSandbox("are listed for the judge by name and size, with what became of them", async () => {
    const root = givenWorkspace({
      input: { workspace: ["repo", "data.csv"] },
      files: { ...REPO, "data.csv": "a,b\n" },
    });
    await runGiven(root, [shell("echo 'SECRET OF THE FILE' >> repo/README.md; rm data.csv")]);
    const prompt = storedFiles(root).find((path) => path.endsWith("judge_1.prompt.user.json"))!;
    const shown = JSON.parse(readFileSync(join(root, "outputs", prompt), "utf8"));
    const target = JSON.stringify(shown);
    expect(shown.evaluation_target.given_files).toEqual([
      { path: "data.csv", bytes: 4 },
      { path: "repo/README.md", bytes: 14 },
      { path: "repo/logo.bin", bytes: 7 },
      { path: "repo/notes.txt", bytes: 4 },
      { path: "repo/src/app.py", bytes: 32 },
      { path: "repo/src/util.py", bytes: 6 },
    ]);
    expect(target).toContain("deleted data.csv");
    expect(target).toContain("SECRET OF THE FILE");
    expect(target).not.toContain("return a - b");
    const [artifact, ...others] = shown.execution_evidence.artifacts;
    expect(others).toEqual([]);
    expect(artifact.artifact_type).toBe("workspace_diff");
  });

  needsSandbox(
    "make another trial when a byte, a mode, a name or the list changes, and none when a date does",
    async () => {
      const root = givenWorkspace({ input: { workspace: "repo" }, files: REPO });
      const planned = async () => {
        const { stdout } = await onCampaign("plan", root, ["--output", "json"], { env: { OPENROUTER_API_KEY: "x" } });
        return JSON.parse(stdout).trials[0].run_id as string;
      };
      const path = (name: string) => join(caseFolder(root), "repo", name);
      const ids = [await planned()];
      utimesSync(path("README.md"), 1, 1);
      chmodSync(path("README.md"), 0o600);
      expect(await planned()).toBe(ids[0]);
      chmodSync(path("README.md"), 0o755);
      ids.push(await planned());
      writeFileSync(path("README.md"), "Adds numbers!\n");
      ids.push(await planned());
      renameSync(path("README.md"), path("readme.md"));
      ids.push(await planned());
      mkdirSync(path("empty"));
      ids.push(await planned());
      writeFileSync(path("__pycache__"), "");
      expect(await planned()).toBe(ids.at(-1));
      expect(new Set(ids).size).toBe(ids.length);
    },
  );
});
