import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, openSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { describe, expect, test } from "vitest";
import { executeTool } from "../../src/runners/index.ts";
import { chooseSandbox } from "../../src/sandbox/index.ts";
import { lacks } from "../support/needs.ts";
import { projectRoot } from "../support/project-root.ts";
import { temporaryFolder, writeFiles } from "../support/temporary.ts";
import { isRunning, trialFolders } from "./support.ts";

const ATTACK = "env; cat ~/.ssh/*; curl -m 5 example.org; touch /etc/x; (sleep 6060 &)";

/** Four processes that take 60 MB each. */
const HUNGRY = `${"({ head -c 60000000 /dev/zero; sleep 8; } | tail > /dev/null) & ".repeat(4)}wait`;

describe.each([
  { setting: "bubblewrap", absent: lacks("sandbox") },
  { setting: "namespaces", absent: lacks("namespaces") },
] as const)("in $setting", ({ setting, absent }) => {
  test.skipIf(absent)(
    "a model that attacks learns nothing, reaches nothing, changes nothing and leaves no process",
    async () => {
      const home = temporaryFolder({ ".ssh/id_ed25519": "PRIVATE KEY OF THE USER" });
      const env = { ...process.env, HOME: home, OPENROUTER_API_KEY: "sk-or-attacked" };
      const folders = trialFolders();
      const sandbox = await chooseSandbox({ setting, env });
      const result = await executeTool(
        {
          name: "exec_shell",
          argumentsJson: JSON.stringify({ command: `${ATTACK}; cat ${home}/.ssh/*; cat /proc/*/environ` }),
        },
        { allowed: ["exec_shell"], sandbox, ...folders, network: false, diskBytes: 1024 ** 3, env },
      );
      expect(result.content).not.toContain("PRIVATE KEY");
      expect(result.content).not.toContain("sk-or-attacked");
      expect(result.content).toMatch(/Could not resolve host|Connection refused|not found/);
      expect(existsSync("/etc/x")).toBe(false);
      expect(isRunning("sleep 6060")).toBe(false);
    },
  );
});

describe.skipIf(lacks("root") || lacks("sandbox"))("as an ordinary user", () => {
  test.each(["bubblewrap", "namespaces"])("%s keeps the same promises", async (setting) => {
    const { script, folder } = await ordinaryUsersScript();
    const words = ["--reuid=65534", "--regid=65534", "--clear-groups", process.execPath, script, setting, folder];
    const report = JSON.parse(
      execFileSync("setpriv", words, { encoding: "utf8", env: { PATH: process.env.PATH, SECRET: "s3cret" } }),
    );
    expect(report.kind).toBe(setting);
    expect(report.attack.stdout).not.toContain("s3cret");
    expect(report.attack.stderr).toMatch(/cannot touch '\/etc\/x': (Read-only file system|Permission denied)/);
    expect(report.written.stdout).toBe("kept\n");
    expect(readFileSync(join(folder, "workspace/file"), "utf8")).toBe("kept\n");
    expect(report.bomb.stderr).toContain("Resource temporarily unavailable");
    expect(report.hidden.stdout).toBe("");
    expect(report.caps.stdout).toContain("CapEff:\t0000000000000000");
    expect(report.mounts.stdout).toBe("\n");
    expect(report.memory.outcome).toBe("memory_limit");
    expect(report.disk.outcome).toBe("disk_limit");
    expect(isRunning("sleep 6060")).toBe(false);
  });

  test("a folder that was left open for us is no door out", async () => {
    const { script, folder } = await ordinaryUsersScript();
    const door = openSync("/usr", "r");
    const unused = Array.from({ length: 97 }, () => "ignore" as const);
    const stdio = ["ignore" as const, "pipe" as const, "inherit" as const, ...unused, door];
    const report = JSON.parse(
      execFileSync(process.execPath, [script, "bubblewrap", folder], { encoding: "utf8", stdio }),
    );
    expect(report.descriptors.stdout).toContain("100 -> /dev/null");
    expect(report.descriptors.stdout).not.toContain("/usr");
  });
});

/** Our sandbox as a single world-readable file, and folders of an unused owner. */
async function ordinaryUsersScript(): Promise<{ script: string; folder: string }> {
  const root = temporaryFolder();
  chmodSync(root, 0o755);
  writeFiles(root, {
    "main.ts": `import { chooseSandbox } from "${join(projectRoot, "src/sandbox/index.ts")}";
      const [setting, folder] = process.argv.slice(2);
      const choice = await chooseSandbox({ setting: setting as "auto", env: process.env });
      if (!choice.ok) throw new Error(choice.reason);
      const limits = { seconds: 20, outputBytes: 100_000, processes: 40, memoryBytes: 512 * 1024 * 1024, diskBytes: 1024 ** 3 };
      const run = (line: string, less = {}) => choice.sandbox.run({ argv: ["/bin/sh", "-c", line], workspace: folder + "/workspace", tmp: folder + "/tmp", network: false, limits: { ...limits, ...less } });
      console.log(JSON.stringify({
        kind: choice.sandbox.kind,
        attack: await run(${JSON.stringify(`${ATTACK}; cat /proc/*/environ`)}),
        written: await run("echo kept > file; cat file"),
        bomb: await run("exec bash -c 'bomb() { bomb | bomb & }; bomb; sleep 1'"),
        hidden: await run("ls -A /root /home ${projectRoot} 2>/dev/null | grep -v :"),
        caps: await run("cat /proc/self/status"),
        descriptors: await run("ls -l /proc/self/fd"),
        mounts: await run("cat /proc/self/mountinfo /proc/mounts; cat /proc/1/mountinfo /proc/1/environ 2>/dev/null; echo; unshare -U echo nested"),
        memory: await run(${JSON.stringify(HUNGRY)}, { memoryBytes: 150 * 1024 * 1024 }),
        disk: await run("head -c 9000000 /dev/zero > big", { diskBytes: 4 * 1024 * 1024 }),
      }));`,
  });
  symlinkSync(join(projectRoot, "node_modules"), join(root, "node_modules"));
  const bundle = await rolldown({ input: join(root, "main.ts"), platform: "node", external: [/^[^./]/] });
  await bundle.write({ file: join(root, "main.mjs"), format: "esm" });
  await bundle.close();
  const folder = join(root, "trial");
  for (const path of [folder, join(folder, "workspace"), join(folder, "tmp")]) mkdirSync(path);
  if (process.getuid?.() === 0) execFileSync("chown", ["-R", "65534:65534", folder]);
  return { script: join(root, "main.mjs"), folder };
}
