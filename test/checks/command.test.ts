import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { chooseSandbox, type SandboxChoice } from "../../src/sandbox/index.ts";
import { lacks } from "../support/needs.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { type Prepared, prepare, type Trial } from "./support.ts";

let sandbox: SandboxChoice;
beforeAll(async () => {
  sandbox = await chooseSandbox({ setting: "auto", env: process.env });
});

const CASE = "configs/cases/greet";

interface Fields {
  command: string | [string, ...string[]];
  files?: string[];
  exit_code?: number;
  stdout?: { contains?: string; matches?: string };
  stderr?: { contains?: string; matches?: string };
  timeout_seconds?: number;
}

/** The finding of a command about a trial. */
async function found(fields: Fields, trial: Trial = {}, arrange: (prepared: Prepared) => void = () => {}) {
  const prepared = prepare({ sandbox, ...trial });
  arrange(prepared);
  const declarative = { kind: "command", exit_code: 0, timeout_seconds: 30, ...fields } as const;
  const { outcome, message, seen, cut_short } = await prepared.check({ declarative });
  return { outcome, message, seen, cut_short };
}

const hidden = (files: Record<string, string>) => ({
  workspaceFiles: Object.fromEntries(Object.entries(files).map(([path, text]) => [`${CASE}/${path}`, text])),
});

describe("what a command says", () => {
  test.each([
    ["true", { command: "true" }, "passed", "The command did what it should."],
    ["false", { command: "false" }, "failed", "The command ended with exit code 1; expected exit code 0."],
    ["an expected exit code", { command: "exit 3", exit_code: 3 }, "passed", "The command did what it should."],
    [
      "success where failure is expected",
      { command: "true", exit_code: 1 },
      "failed",
      "exit code 0; expected exit code 1",
    ],
    [
      "words, not a shell",
      { command: ["echo", "$HOME;", "a b"], stdout: { matches: "^\\$HOME; a b\n$" } },
      "passed",
      "",
    ],
    [
      "a text for sh",
      { command: "echo one; echo two >&2", stdout: { contains: "one" }, stderr: { contains: "two" } },
      "passed",
      "",
    ],
    [
      "text that is missing",
      { command: "echo one", stdout: { contains: "two" } },
      "failed",
      'does not have "two" in stdout',
    ],
    [
      "a pattern that finds nothing",
      { command: "echo one", stdout: { matches: "^t.o$" } },
      "failed",
      "nothing in stdout that matches ^t.o$",
    ],
    ["the wrong stream", { command: "echo one", stderr: { contains: "one" } }, "failed", "in stderr"],
    [
      "output is right and the exit code is not",
      { command: "echo one; exit 1", stdout: { contains: "one" } },
      "failed",
      "exit code 1",
    ],
    [
      "contains and matches, one of them missed",
      { command: "echo one", stdout: { contains: "one", matches: "two" } },
      "failed",
      "matches two",
    ],
    ["a pattern without regard to case", { command: "echo ONE", stdout: { matches: "(?i)one" } }, "passed", ""],
    ["a signal", { command: "kill -9 $$" }, "failed", "exit code 137"],
  ] as [string, Fields, string, string][])("%s", async (_name, fields, outcome, message) => {
    const result = await found(fields);
    expect(result.outcome, result.message).toBe(outcome);
    expect(result.message).toContain(message);
  });

  test("the last line that was printed is quoted, shortened, and with nothing invisible in it", async () => {
    const said = await found({
      command: "echo first; printf 'said \\033[31mred\\033[0m \\342\\200\\256 \"quoted\"\\n\\n'; exit 1",
    });
    expect(said.message).toBe(
      'The command ended with exit code 1; expected exit code 0. It last printed "said \\u001b[31mred\\u001b[0m \\u202e \\"quoted\\"".',
    );
    const long = await found({ command: "head -c 5000 /dev/zero | tr '\\0' x >&2; exit 1" });
    expect(long.message.length).toBeLessThan(300);
    expect((await found({ command: "exit 1" })).message).toBe(
      "The command ended with exit code 1; expected exit code 0.",
    );
  });

  test("what was printed is kept for people, its end included", async () => {
    const { seen } = await found({ command: "echo begin; seq 1 2000; echo the end; echo oops >&2; exit 1" });
    expect(seen).toMatch(/^exit code 1\nstdout: begin\n1\n2\n/);
    expect(seen).toContain("characters left out");
    expect(seen).toMatch(/the end\nstderr: oops$/);
  });
});

describe("what a command sees", () => {
  test("it starts in the workspace and sees the files of the trial under the paths that the subject knew", async () => {
    const result = await found(
      { command: 'pwd && cat out.txt /workspace/sub/deep.txt /tmp/note "$ASSAY_WORKSPACE/out.txt" "$ASSAY_TMP/note"' },
      { files: { "workspace/out.txt": "a\n", "workspace/sub/deep.txt": "b\n", "tmp/note": "c\n" } },
    );
    expect(result.seen).toBe("exit code 0\nstdout: /workspace\na\nb\nc\na\nc");
  });

  test("with files of its own it starts among them; they are beside the workspace, under their own names", async () => {
    const result = await found(
      {
        command: "pwd; find /checks -type f | sort; cat expected.txt; ls -A /workspace",
        files: ["hidden/expected.txt", "../greet/hidden/data"],
      },
      hidden({ "hidden/expected.txt": "4\n", "hidden/data/a.txt": "", "hidden/data/sub/.b": "" }),
    );
    expect(result.seen).toBe(
      "exit code 0\nstdout: /checks\n/checks/data/a.txt\n/checks/data/sub/.b\n/checks/expected.txt\n4\n.keep",
    );
  });

  test("its files can be read and started, not changed", async () => {
    const result = await found(
      {
        command: "./run.sh && ! echo x > run.sh && ! rm -f run.sh && ! touch new && ! chmod 777 run.sh",
        files: ["run.sh"],
      },
      hidden({ "run.sh": "#!/bin/sh\necho started\n" }),
      ({ root }) => chmodSync(join(root, CASE, "run.sh"), 0o700),
    );
    expect(result).toMatchObject({ outcome: "passed" });
    expect(result.seen).toContain("stdout: started");
  });

  test("files that only their owner may read are readable for the command as well", async () => {
    const result = await found(
      { command: "cat secret.txt", files: ["secret.txt"], stdout: { contains: "s3" } },
      hidden({ "secret.txt": "s3" }),
      ({ root }) => chmodSync(join(root, CASE, "secret.txt"), 0o600),
    );
    expect(result.outcome).toBe("passed");
  });

  test("links between the trial's folders lead where they led", async () => {
    const result = await found(
      { command: "cat link /tmp/back", stdout: { matches: "^kept\nkept\n$" } },
      { files: { "workspace/real": "kept\n" } },
      ({ artifacts }) => {
        symlinkSync("real", join(artifacts, "workspace/link"));
        symlinkSync("../workspace/real", join(artifacts, "tmp/back"));
      },
    );
    expect(result.outcome).toBe("passed");
  });

  test("modes and times of the trial's files are as the subject left them", async () => {
    const result = await found(
      { command: "test -x run && ! test -x plain && test plain -ot run && ./run" },
      { files: { "workspace/run": "#!/bin/sh\n", "workspace/plain": "" } },
      ({ artifacts }) => {
        chmodSync(join(artifacts, "workspace/run"), 0o755);
        execFileSync("touch", ["-d", "2020-01-01", join(artifacts, "workspace/plain")]);
      },
    );
    expect(result.outcome).toBe("passed");
  });

  test("an agent's workspace is whole: what it did not change comes from the snapshot, what it did from the files", async () => {
    const result = await found(
      { command: "cat AGENTS.md notes.md" },
      {
        files: { "workspace/notes.md": "redacted\n" },
        artifact: {
          runner: "openclaw",
          artifacts: [{ artifact_type: "workspace_snapshot", path: "workspace.tar.gz", bytes: 1, sha256: "" }],
        },
      },
      ({ root, artifacts }) => {
        const packed = join(root, "packed");
        mkdirSync(packed);
        execFileSync(
          "sh",
          [
            "-c",
            "echo rules > AGENTS.md; echo original > notes.md; tar czf ../workspace.tar.gz ./AGENTS.md ./notes.md",
          ],
          { cwd: packed },
        );
        execFileSync("mv", [join(root, "workspace.tar.gz"), artifacts]);
      },
    );
    expect(result.seen).toBe("exit code 0\nstdout: rules\nredacted");
  });
});

test("a link in an agent's snapshot leads nobody out of the copy", async () => {
  const outside = temporaryFolder({ keep: "" });
  const result = await found(
    { command: "ls -A", stdout: { contains: "plain" } },
    {
      artifact: {
        runner: "openclaw",
        artifacts: [{ artifact_type: "workspace_snapshot", path: "workspace.tar.gz", bytes: 1, sha256: "" }],
      },
    },
    ({ root, artifacts }) => {
      const packed = join(root, "packed");
      mkdirSync(join(packed, "d"), { recursive: true });
      const steps = [
        'echo evil > d/file; echo fine > plain; ln -s "$1" link',
        "tar cf ../w.tar ./link",
        "tar rf ../w.tar --transform 's,^d/,link/,' d/file",
        "tar rf ../w.tar ./plain",
        'gzip < ../w.tar > "$2/workspace.tar.gz"',
      ];
      execFileSync("sh", ["-ec", steps.join("\n"), "sh", outside, artifacts], { cwd: packed });
    },
  );
  expect(result.seen).toContain("plain");
  expect(readdirSync(outside)).toEqual(["keep"]);
});

describe("what a command cannot do", () => {
  test("change what is kept of the trial, or the hidden files", async () => {
    const prepared = prepare({ sandbox, files: { "workspace/a.txt": "a" }, ...hidden({ "t.txt": "t" }) });
    const before = treeOf(prepared.root);
    const { outcome } = await prepared.check({
      declarative: {
        kind: "command",
        command: "rm -rf /workspace/* /tmp/* && echo new > /workspace/new && echo new > /tmp/new; rm -f /checks/t.txt",
        files: ["t.txt"],
        exit_code: 1,
        timeout_seconds: 30,
      },
    });
    expect(outcome).toBe("passed");
    expect(treeOf(prepared.root)).toEqual(before);
  });

  test("reach the network, whatever the evaluation profile allows to hooks", async () => {
    const result = await found(
      { command: "cat /proc/net/dev | grep -c :", stdout: { matches: "^[01]\n$" }, exit_code: 0 },
      { policy: { network_access: "allow" } },
    );
    const interfaces = result.seen ?? "";
    expect(interfaces).toMatch(/stdout: [01]$/);
  });

  test("leave anything behind", async () => {
    const before = leftovers();
    await found({ command: "mkdir -p /workspace/locked && chmod 0 /workspace/locked; (sleep 600 &) ; true" });
    expect(leftovers()).toEqual(before);
  });
});

describe.each([
  { setting: "bubblewrap", absent: lacks("sandbox") },
  { setting: "namespaces", absent: lacks("namespaces") },
] as const)("in $setting", ({ setting, absent }) => {
  test.skipIf(absent)("a command finds the same folders, may write to copies only, and has no network", async () => {
    const choice = await chooseSandbox({ setting, env: process.env });
    const script =
      "pwd; cat t.txt /workspace/a /tmp/b; for f in . $HOME /; do ! touch $f/new 2>&1; done; touch /workspace/new /tmp/new; grep -c : /proc/net/dev";
    const trial = {
      sandbox: choice,
      files: { "workspace/a": "a\n", "tmp/b": "b\n" },
      ...hidden({ "t.txt": "t\n", "s.sh": script }),
    };
    const result = await found({ command: ["sh", "s.sh"], files: ["t.txt", "s.sh"] }, trial);
    expect(result.outcome, result.seen).toBe("passed");
    expect(result.seen).toMatch(/stdout: \/checks\nt\na\nb\n(touch: .+: Read-only file system\n){3}[01]$/);
  });
});

describe("where there is no deciding", () => {
  test("without a sandbox it is an error that says why", async () => {
    const result = await found({ command: "true" }, { sandbox: { ok: false, reason: "Nothing works here." } });
    expect(result).toEqual({
      outcome: "error",
      message: "The command of a check needs a sandbox. Nothing works here.",
    });
  });

  test("unsafe_host is no sandbox, also where hooks are allowed everything", async () => {
    const unsafe = await chooseSandbox({ setting: "unsafe_host", env: process.env });
    const result = await found(
      { command: "true" },
      { sandbox: unsafe, policy: { allow_local_python_hooks: true, network_access: "allow" } },
    );
    expect(result.outcome).toBe("error");
    expect(result.message).toContain("`sandbox: unsafe_host` is not one");
  });

  test("a program that is not installed is nobody's fault; one that the subject should have left is the subject's", async () => {
    expect(await found({ command: ["no-such-program-anywhere"] })).toMatchObject({
      outcome: "error",
      message: expect.stringContaining('There is no program "no-such-program-anywhere" where the check runs'),
    });
    expect(await found({ command: ["./solution"] })).toMatchObject({ outcome: "failed" });
    expect(await found({ command: ["sh", "-c", "exit 127"] })).toMatchObject({ outcome: "failed" });
  });

  test("files of the run that are gone are an error", async () => {
    const result = await found(
      { command: "true" },
      { artifact: { artifacts: [{ artifact_type: "workspace_file", path: "workspace/a", bytes: 1, sha256: "" }] } },
      ({ artifacts }) => execFileSync("rm", ["-r", artifacts]),
    );
    expect(result.outcome).toBe("error");
    expect(result.message).toContain("the folder with the files of this run is gone");
  });

  test("a trial that left nothing is looked at all the same", async () => {
    const result = await found({ command: "ls -A; test ! -e out.txt" }, {}, ({ artifacts }) =>
      execFileSync("rm", ["-r", artifacts]),
    );
    expect(result.outcome).toBe("passed");
  });

  test("hidden files that are gone are an error that names them", async () => {
    const result = await found({ command: "true", files: ["gone.txt"] });
    expect(result.outcome).toBe("error");
    expect(result.message).toContain('"gone.txt" cannot be read');
  });

  test("an interrupted command is an error", async () => {
    const result = await found({ command: "sleep 60" }, { signal: AbortSignal.timeout(300) });
    expect(result).toMatchObject({ outcome: "error", message: "The command was interrupted." });
  });
});

describe("limits", () => {
  test("a command that does not end has failed, with what it had printed", async () => {
    const result = await found({ command: "echo so far; sleep 600", timeout_seconds: 1 });
    expect(result).toEqual({
      outcome: "failed",
      message: 'The command did not finish within its limit of 1 s. It last printed "so far".',
      seen: "stdout: so far",
      cut_short: true,
    });
  });

  test("a command that never stops printing has failed", async () => {
    const result = await found({ command: "yes" });
    expect(result).toMatchObject({
      outcome: "failed",
      message: expect.stringMatching(/^The command printed too much and was ended\. It last printed "y/),
      cut_short: true,
    });
  });

  test("a command that fills the memory has failed", async () => {
    const hungry = "x = []\nwhile True: x.append(bytearray(64 * 1024 * 1024))";
    const result = await found({ command: ["/usr/bin/python3", "-c", hungry] });
    // Either it is ended, or its own allocation is refused first.
    expect(result.outcome).toBe("failed");
  });

  test("a command that fills the disk has failed", async () => {
    const result = await found({
      command: "i=0; while true; do i=$((i+1)); head -c 200000000 /dev/zero > f$i; done",
      timeout_seconds: 60,
    });
    expect(result).toMatchObject({
      outcome: "failed",
      // Its shell may still complain while everything around it is taken away.
      message: expect.stringMatching(/^The command's files took up more than 1024 MiB, and it was ended\./),
      cut_short: true,
    });
  });

  test("what is expected after the first MiB of output is not found, and the message says where was looked", async () => {
    const result = await found({
      command: "head -c 1100000 /dev/zero | tr '\\0' x; echo END",
      stdout: { contains: "END" },
    });
    expect(result.outcome).toBe("failed");
    expect(result.message).toContain('The command\'s output does not have "END" in the first 1 MiB of stdout.');
    expect(result.cut_short).toBe(true);
  });

  test("a pattern made to backtrack takes no time on what the subject prints", async () => {
    const result = await found({ command: "head -c 200000 /dev/zero | tr '\\0' a", stdout: { matches: "^(a+)+$b" } });
    expect(result.outcome).toBe("failed");
  });
});

/** Files that a subject may leave in the hope that a check takes them for its own. */
describe("a subject that wants to pass", () => {
  const test_py =
    "import subprocess, sys\nout = subprocess.run([sys.executable, '/workspace/solve.py'], capture_output=True, text=True).stdout\nassert out == '42\\n', out\n";
  const wrong = { "workspace/solve.py": "print(41)\n" };
  const check: Fields = {
    command: ["/usr/bin/python3", "-m", "unittest", "-q", "test_solve"],
    files: ["test_solve.py"],
  };
  const asUnittest = `import unittest\nclass T(unittest.TestCase):\n    def test(self):\n${test_py.replace(/^/gm, "        ").trimEnd()}\n`;
  const tests = hidden({ "test_solve.py": asUnittest });

  test.skipIf(lacks("python"))("passes with the right answer and fails with the wrong one", async () => {
    expect((await found(check, { ...tests, files: { "workspace/solve.py": "print(42)\n" } })).outcome).toBe("passed");
    expect((await found(check, { ...tests, files: wrong })).outcome).toBe("failed");
  });

  const always = "import sys; sys.exit(0)\n";
  test.skipIf(lacks("python")).each([
    ["a test file of the same name", { "workspace/test_solve.py": "", "workspace/checks/test_solve.py": "" }],
    [
      "modules that shadow the test runner",
      { "workspace/unittest.py": always, "workspace/subprocess.py": always, "workspace/unittest/__main__.py": always },
    ],
    [
      "conftest.py, pytest.ini and sitecustomize.py",
      {
        "workspace/conftest.py": always,
        "workspace/pytest.ini": "[pytest]\naddopts = --co\n",
        "workspace/sitecustomize.py": always,
        "workspace/usercustomize.py": always,
      },
    ],
    [
      "Python packages in its home",
      Object.fromEntries(
        ["3.9", "3.10", "3.11", "3.12", "3.13"].flatMap((version) => [
          [`workspace/.local/lib/python${version}/site-packages/usercustomize.py`, "import os; os._exit(0)\n"],
          [`workspace/.local/lib/python${version}/site-packages/x.pth`, "import os; os._exit(0)\n"],
        ]),
      ),
    ],
    [
      "programs in front of the path",
      {
        "workspace/python3": "#!/bin/sh\n",
        "workspace/bin/python3": "#!/bin/sh\n",
        "workspace/.local/bin/python3": "#!/bin/sh\n",
      },
    ],
    [
      "files of its shell",
      { "workspace/.profile": "exit 0\n", "workspace/.bashrc": "exit 0\n", "workspace/.shrc": "exit 0\n" },
    ],
    [
      "a forged result",
      { "workspace/result.json": '{"outcome":"passed"}', "tmp/assay-hook-answer.json": '{"value":true}' },
    ],
  ] as [string, Record<string, string>][])("does not get there by leaving %s", async (_name, files) => {
    const executable = ({ artifacts }: Prepared) => execFileSync("chmod", ["-R", "755", artifacts]);
    const result = await found(check, { ...tests, files: { ...wrong, ...files } }, executable);
    expect(result.outcome, result.seen).toBe("failed");
  });

  test.skipIf(lacks("git"))("does not have its git hooks or helpers started", async () => {
    const repository = ({ artifacts }: Prepared) => {
      const at = join(artifacts, "workspace");
      const script = "#!/bin/sh\ntouch /workspace/hooked\nexit 0\n";
      execFileSync("git", ["init", "-q", at]);
      for (const name of ["pre-commit", "post-commit", "post-checkout", "helper"])
        execFileSync("sh", [
          "-c",
          'printf %s "$1" > "$2" && chmod +x "$2"',
          "sh",
          script,
          join(at, ".git/hooks", name),
        ]);
      execFileSync("git", ["-C", at, "config", "core.fsmonitor", "/workspace/.git/hooks/helper"]);
      execFileSync("git", ["-C", at, "config", "core.hooksPath", "/workspace/.git/hooks"]);
    };
    const command =
      "cd /workspace && touch a && git add a && git -c user.name=a -c user.email=a@b commit -qm a && git status -s && test ! -e hooked";
    expect(await found({ command }, {}, repository)).toMatchObject({ outcome: "passed" });
  });

  test("cannot make it wait for a pipe", async () => {
    const pipe = ({ artifacts }: Prepared) => execFileSync("mkfifo", [join(artifacts, "workspace/answer.txt")]);
    const result = await found({ command: "cat answer.txt", timeout_seconds: 20 }, {}, pipe);
    expect(result).toMatchObject({ outcome: "failed", message: expect.stringContaining("exit code 1") });
  });

  test("cannot lend it a folder of the machine in place of its own", async () => {
    const swap = ({ root, artifacts }: Prepared) => {
      execFileSync("rm", ["-r", join(artifacts, "workspace")]);
      symlinkSync(join(root, "configs"), join(artifacts, "workspace"));
    };
    const result = await found({ command: "ls -A", stdout: { contains: "cases" } }, {}, swap);
    expect(result.outcome).toBe("failed");
    expect(result.seen).toBe("exit code 0");
  });

  test("gets nothing for links that lead to hidden files or out of its folders", async () => {
    const links = ({ artifacts }: Prepared) => {
      symlinkSync("/etc/hostname", join(artifacts, "workspace/host"));
      symlinkSync(join(artifacts, "../../configs/cases/greet/t.txt"), join(artifacts, "workspace/case"));
    };
    const result = await found(
      { command: "cat /workspace/host || cat /workspace/case", files: ["t.txt"], exit_code: 1 },
      hidden({ "t.txt": "t" }),
      links,
    );
    expect(result.outcome).toBe("passed");
  });
});

function treeOf(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    paths.map((entry) => [
      join(entry.parentPath, entry.name),
      readFileSync(join(entry.parentPath, entry.name), "utf8"),
    ]),
  );
}

function leftovers(): string[] {
  const folder = execFileSync("node", ["-p", "os.tmpdir()"], { encoding: "utf8" }).trim();
  return existsSync(folder)
    ? readdirSync(folder).filter((name) => name.startsWith("assay-command-") && name.includes(`-${process.pid}-`))
    : [];
}

test("a command that is turned around passes when it fails, but not when a limit ended it or nothing was decided", async () => {
  const turned = async (fields: Fields, given: SandboxChoice = sandbox) => {
    const declarative = { kind: "command", exit_code: 0, timeout_seconds: 30, ...fields } as const;
    return (await prepare({ sandbox: given }).check({ not: true, declarative })).outcome;
  };
  expect(await turned({ command: "false" })).toBe("passed");
  expect(await turned({ command: "true" })).toBe("failed");
  expect(await turned({ command: "sleep 600", timeout_seconds: 1 })).toBe("failed");
  const flood = "head -c 1100000 /dev/zero | tr '\\0' x; echo FAIL";
  expect(await turned({ command: flood, stdout: { contains: "FAIL" } })).toBe("failed");
  expect(await turned({ command: ["no-such-program-anywhere"] })).toBe("error");
  expect(await turned({ command: "true" }, { ok: false, reason: "none" })).toBe("error");
});
