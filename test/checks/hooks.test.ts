import { execFileSync } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { chooseSandbox, type SandboxChoice } from "../../src/sandbox/index.ts";
import { lacks } from "../support/needs.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { prepare, type Trial } from "./support.ts";

let sandbox: SandboxChoice;
beforeAll(async () => {
  sandbox = await chooseSandbox({ setting: "auto", env: process.env });
});

const CASE = "configs/cases/greet";
const python = (code: string, trial: Trial = {}) => hook("hooks/check.py", code, "python_hook", trial);
const javascript = (code: string, trial: Trial = {}) => hook("hooks/check.mjs", code, "module_hook", trial);

function hook(path: string, code: string, kind: "python_hook" | "module_hook", trial: Trial) {
  const prepared = prepare({
    policy: { allow_local_python_hooks: true, ...trial.policy },
    sandbox,
    ...trial,
    workspaceFiles: { [`${CASE}/${path}`]: code, ...trial.workspaceFiles },
  });
  return prepared.check({ [kind]: { path, callable_name: "check" } });
}

describe("arguments", () => {
  const given = { most: 3, names: ["a", null], nested: { ключ: true } };
  const policy = { allow_local_python_hooks: true };
  const both = [
    [
      "python_hook",
      "check.py",
      "import json\ndef check(it): return {'passed': True, 'seen': json.dumps(it['check'])}\n",
    ],
    [
      "module_hook",
      "check.mjs",
      "export const check = ({ check }) => ({ passed: true, seen: JSON.stringify(check) });\n",
    ],
  ] as const;

  test.each(both)("a %s learns its check_id and its arguments", async (kind, path, code) => {
    const { check } = prepare({ sandbox, policy, workspaceFiles: { [`${CASE}/${path}`]: code } });
    const { seen } = await check({ [kind]: { path, callable_name: "check", arguments: given } });
    expect(JSON.parse(seen!)).toEqual({ check_id: "the-check", arguments: given });
  });

  test.each(both)("a %s without arguments gets an empty mapping", async (kind, path, code) => {
    const { check } = prepare({ sandbox, policy, workspaceFiles: { [`${CASE}/${path}`]: code } });
    const { seen } = await check({ [kind]: { path, callable_name: "check" } });
    expect(JSON.parse(seen!)).toEqual({ check_id: "the-check", arguments: {} });
  });
});

describe("the switch", () => {
  test.each(["python_hook", "module_hook"] as const)(
    "%s does not run unless the profile allows hooks",
    async (kind) => {
      const { check } = prepare({ sandbox });
      for (const where of [{ path: "hooks/check.py" }, { import_path: "json" }]) {
        const result = await check({ required: true, [kind]: { ...where, callable_name: "check" } });
        expect(result).toEqual({
          check_id: "the-check",
          kind,
          dimensions: [],
          required: true,
          outcome: "error",
          message:
            "Hooks are disabled. To run them, set `security_policy.allow_local_python_hooks: true` in the evaluation profile.",
        });
      }
    },
  );

  test("without a sandbox a hook is an error that says why", async () => {
    const result = await python("def check(it): return True", {
      sandbox: { ok: false, reason: "Nothing works here." },
    });
    expect(result.outcome).toBe("error");
    expect(result.message).toBe("A hook needs a sandbox. Nothing works here.");
  });

  test("where the network cannot be denied, a hook that must not have it is an error", async () => {
    const unsafe = await chooseSandbox({ setting: "unsafe_host", env: process.env });
    const result = await javascript("export const check = () => true;", { sandbox: unsafe });
    expect(result.outcome).toBe("error");
    expect(result.message).toContain("network cannot be denied");
    const allowed = await javascript("export const check = () => true;", {
      sandbox: unsafe,
      policy: { allow_local_python_hooks: true, network_access: "allow" },
    });
    expect(allowed.outcome).toBe("passed");
  });
});

describe.skipIf(lacks("python"))("python_hook", () => {
  test("gets the case and the run, and sees the files of the trial", async () => {
    const result = await python(
      `
import os
def check(it):
    text = open(os.path.join(it["run"]["workspace"], "out.txt"), encoding="utf-8").read()
    tmp = open(os.path.join(it["run"]["tmp"], "note")).read()
    fixture = open(os.path.join(it["case"]["directory"], "expected.txt")).read()
    return {
        "passed": text == fixture == "héllo" and tmp == "n",
        "message": "%s answered %s to %s for %s" % (it["run"]["status"], it["run"]["final_output"], it["case"]["input"]["messages"][0]["content"], it["case"]["metadata"]["team"]),
        "seen": {"case": it["case"]["case_id"]},
    }
`,
      {
        files: { "workspace/out.txt": "héllo", "tmp/note": "n" },
        workspaceFiles: { [`${CASE}/expected.txt`]: "héllo" },
        metadata: { team: "support" },
      },
    );
    expect(result).toMatchObject({
      outcome: "passed",
      message: "success answered Hello! to Say hello for support",
      seen: '{"case":"greet"}',
    });
  });

  test.each([
    ["True", "passed", "The hook passed."],
    ["False", "failed", "The hook failed."],
    ['{"passed": False, "message": "too short"}', "failed", "too short"],
    ['{"outcome": "passed", "message": "fine"}', "passed", "fine"],
    ['{"outcome": "error", "message": "no idea"}', "error", "no idea"],
    [
      "None",
      "error",
      "The hook returned null; a hook returns true, false, or an object with `passed` (or `outcome`), `message` and `seen`.",
    ],
    ["1", "error", "The hook returned 1; a hook returns"],
    ['"yes"', "error", 'The hook returned "yes"; a hook returns'],
    ['{"passed": "yes"}', "error", 'The hook returned {"passed":"yes"}; a hook returns'],
    ['{"passed": True, "outcome": "failed"}', "error", "The hook returned"],
    ['{"outcome": "maybe"}', "error", 'The hook returned the outcome "maybe"; expected "passed", "failed" or "error".'],
    ["object()", "error", "which is not plain data."],
    ['float("nan")', "error", "which is not plain data."],
  ])("returning %s gives %s", async (value, outcome, message) => {
    const result = await python(`def check(it): return ${value}`);
    expect(result.outcome).toBe(outcome);
    expect(result.message).toContain(message);
  });

  test("a hook that throws is an error with its words", async () => {
    const result = await python(`def check(it):\n    print("looking")\n    raise ValueError("no such key: ärger")`);
    expect(result.outcome).toBe("error");
    expect(result.message).toContain("Exception while calling the hook:");
    expect(result.message).toContain("ValueError: no such key: ärger");
    expect(result.seen).toBe("printed: looking");
  });

  test("a hook that does not parse is an error with the place", async () => {
    const result = await python("def check(it) return True");
    expect(result.outcome).toBe("error");
    expect(result.message).toContain("Exception while loading the hook:");
    expect(result.message).toContain("SyntaxError");
  });

  test("a hook that prints is not disturbed by it, and what it printed is shown", async () => {
    const result = await python(`import sys\ndef check(it):\n    print("a"); print("b", file=sys.stderr); return True`);
    expect(result).toMatchObject({ outcome: "passed", seen: "printed: a\n\nb" });
  });

  test("a hook that exits is an error", async () => {
    expect(await python(`import sys\ndef check(it): sys.exit(0)`)).toMatchObject({
      outcome: "error",
      message: "The hook called sys.exit(0) instead of returning a result.",
    });
    expect(await python(`import os\ndef check(it):\n    print("bye", flush=True); os._exit(0)`)).toMatchObject({
      outcome: "error",
      message: "The hook exited on its own (exit code 0) without a result.",
      seen: "printed: bye",
    });
  });

  test("a function that is not there is an error", async () => {
    expect(await python("def other(it): return True")).toMatchObject({
      outcome: "error",
      message: "The hook has no function called check.",
    });
  });

  test("an async hook is awaited, and threads it leaves behind do not hold it up", async () => {
    const result = await python(`
import threading, time
async def check(it):
    threading.Thread(target=lambda: time.sleep(60)).start()
    return True
`);
    expect(result.outcome).toBe("passed");
  });

  test("a hook has no network, no host files, and cannot change the evidence", async () => {
    const prepared = prepare({
      policy: { allow_local_python_hooks: true },
      sandbox,
      files: { "workspace/out.txt": "as it was" },
      workspaceFiles: {
        ".env": "OPENROUTER_API_KEY=secret",
        [`${CASE}/hooks/check.py`]: `
import os, socket
def check(it):
    found = []
    try:
        socket.create_connection(("1.1.1.1", 53), 2); found.append("network")
    except OSError: pass
    try:
        open(os.path.join(it["run"]["workspace"], "out.txt"), "w").write("forged"); found.append("evidence")
    except OSError: pass
    try:
        open(os.path.join(it["case"]["directory"], "test.yaml"), "w"); found.append("case")
    except OSError: pass
    for folder in ("/home", "${process.cwd()}"):
        if os.path.exists(folder) and os.listdir(folder): found.append(folder)
    found += [name for name in os.environ if "KEY" in name or "TOKEN" in name]
    return {"passed": found == [], "message": repr(found)}
`,
      },
      env: { ...process.env, SOME_API_KEY: "secret" },
    });
    const result = await prepared.check({ python_hook: { path: "hooks/check.py", callable_name: "check" } });
    expect(result).toMatchObject({ outcome: "passed", message: "[]" });
    expect(readFileSync(join(prepared.artifacts, "workspace/out.txt"), "utf8")).toBe("as it was");
  });

  test("imports its neighbours, the case's modules and those in the workspace's hooks/ folder", async () => {
    const { check } = prepare({
      policy: { allow_local_python_hooks: true },
      sandbox,
      workspaceFiles: {
        [`${CASE}/hooks/check.py`]:
          "from neighbour import A\nfrom shared_checks.length import B\ndef check(it): return A + B == 3",
        [`${CASE}/hooks/neighbour.py`]: "A = 1",
        "hooks/shared_checks/length.py": "B = 2\ndef long_enough(it): return len(it['run']['final_output']) > 3",
      },
    });
    expect(await check({ python_hook: { path: "hooks/check.py", callable_name: "check" } })).toMatchObject({
      outcome: "passed",
    });
    expect(
      await check({ python_hook: { import_path: "shared_checks.length", callable_name: "long_enough" } }),
    ).toMatchObject({ outcome: "passed" });
    const missing = await check({ python_hook: { import_path: "no_such_module", callable_name: "check" } });
    expect(missing.outcome).toBe("error");
    expect(missing.message).toContain("No module named 'no_such_module'");
  });

  test("a python3 that is a link in a folder of links runs as what it links to", async () => {
    const links = temporaryFolder();
    const ask = ["-c", "import os, sys; print(os.path.realpath(sys.executable), end='')"];
    symlinkSync(execFileSync("python3", ask, { encoding: "utf8" }), join(links, "python3"));
    const result = await python("def check(it): return True", { env: { PATH: links } });
    expect(result).toMatchObject({ outcome: "passed", message: "The hook passed." });
  });

  test("without python3 the error says so", async () => {
    const result = await python("def check(it): return True", { env: { PATH: "/nowhere" } });
    expect(result).toMatchObject({ outcome: "error", message: "A Python hook needs python3, which is not installed." });
  });
});

describe("module_hook", () => {
  test("gets the case and the run, and sees the files of the trial", async () => {
    const result = await javascript(
      `import { readFileSync } from "node:fs";
       export async function check({ run, case: { case_id } }) {
         const text = readFileSync(run.workspace + "/out.txt", "utf8");
         return { passed: text === "hi", message: case_id + " " + run.status, seen: text };
       }`,
      { files: { "workspace/out.txt": "hi" } },
    );
    expect(result).toMatchObject({ outcome: "passed", message: "greet success", seen: "hi" });
  });

  test.each([
    ["throw new TypeError('bad ünïcode')", "TypeError: bad ünïcode"],
    ["throw 'a string'", "threw 'a string'"],
    ["return undefined", "The hook returned undefined, which is not plain data."],
    ["return 1n", "Do not know how to serialize a BigInt"],
    ["const o = {}; o.o = o; return o", "circular"],
    ["process.exit(3)", "The hook exited on its own (exit code 3) without a result."],
    ["return Promise.reject(new Error('later'))", "Error: later"],
    ["return []", "The hook returned []; a hook returns"],
  ])("`%s` is an error with its words", async (body, words) => {
    const result = await javascript(`export function check() { ${body} }`);
    expect(result.outcome).toBe("error");
    expect(result.message).toContain(words);
  });

  test("timers it leaves behind do not hold it up", async () => {
    expect(await javascript("export function check() { setInterval(() => {}, 1000); return true; }")).toMatchObject({
      outcome: "passed",
    });
  });

  test("TypeScript runs with the TypeScript it imports, types taken away", async () => {
    const { check } = prepare({
      policy: { allow_local_python_hooks: true },
      sandbox,
      workspaceFiles: {
        [`${CASE}/hooks/check.ts`]: `import { longEnough, type Rule } from "../../shared/rules.js";
          import limits from "./limits.json" with { type: "json" };
          import type { Nothing } from "./types.ts";
          enum Mode { Strict }
          interface Run { final_output: string | null }
          export function check({ run }: { run: Run }): { passed: boolean; message: string } {
            const rule: Rule = { least: limits.least };
            return { passed: longEnough(run.final_output ?? "", rule) && Mode.Strict === 0, message: "at least " + rule.least satisfies string };
          }`,
        [`${CASE}/hooks/limits.json`]: '{"least": 3}',
        "configs/cases/shared/rules.ts":
          "export interface Rule { least: number }\nexport const longEnough = (text: string, { least }: Rule): boolean => text.length >= least;",
      },
    });
    expect(await check({ module_hook: { path: "hooks/check.ts", callable_name: "check" } })).toMatchObject({
      outcome: "passed",
      message: "at least 3",
    });
  });

  test("TypeScript that does not parse is an error with the place", async () => {
    const { check } = prepare({
      policy: { allow_local_python_hooks: true },
      sandbox,
      workspaceFiles: { [`${CASE}/hooks/check.ts`]: "export function check( {" },
    });
    const result = await check({ module_hook: { path: "hooks/check.ts", callable_name: "check" } });
    expect(result.outcome).toBe("error");
    expect(result.message).toContain("The hook is not valid TypeScript: configs/cases/greet/hooks/check.ts");
  });

  test("import_path is a package of the workspace", async () => {
    const { check } = prepare({
      policy: { allow_local_python_hooks: true },
      sandbox,
      workspaceFiles: {
        "node_modules/our-checks/package.json":
          '{"name": "our-checks", "type": "module", "exports": {"./polite": "./polite.js"}}',
        "node_modules/our-checks/polite.js": "export const polite = ({ run }) => run.final_output.startsWith('Hello');",
      },
    });
    expect(await check({ module_hook: { import_path: "our-checks/polite", callable_name: "polite" } })).toMatchObject({
      outcome: "passed",
    });
    const missing = await check({ module_hook: { import_path: "not-there", callable_name: "polite" } });
    expect(missing.outcome).toBe("error");
    expect(missing.message).toContain("Cannot find package 'not-there'");
  });
});

test("an interrupt ends a hook that hangs", async () => {
  const controller = new AbortController();
  const pending = javascript(
    "console.log('started'); export async function check() { await new Promise(() => setInterval(() => {}, 1000)); }",
    {
      signal: controller.signal,
    },
  );
  setTimeout(() => controller.abort(), 1500);
  expect(await pending).toMatchObject({ outcome: "error", message: "The hook was interrupted." });
});
