import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { find } from "../../scripts/capabilities.mjs";
import { lacks } from "../support/needs.ts";
import { projectRoot } from "../support/project-root.ts";
import { temporaryFolder, writeFiles } from "../support/temporary.ts";

/** Debian's unprivileged user. */
const USER = 65534;

describe.skipIf(lacks("root"))("the set-up as an ordinary user", () => {
  let home: string;
  let path: string;

  /** A clone with its npm packages, in which a program notes that it was called and does nothing. */
  beforeEach(() => {
    home = temporaryFolder();
    const clone = join(home, "clone");
    for (const part of ["scripts", "package.json", "package-lock.json"])
      cpSync(join(projectRoot, part), join(clone, part), { recursive: true });
    const lock = createHash("sha256").update(readFileSync(join(clone, "package-lock.json")));
    writeFiles(clone, { "node_modules/.assay-setup": lock.digest("hex") });
    path = join(home, "bin");
    mkdirSync(path);
    for (const name of ["sh", "env", "bwrap", "unshare", "podman", "runc", "git", "node", "script"]) {
      const real = name === "node" ? process.execPath : find(name);
      if (real) symlinkSync(real, join(path, name));
    }
    writeFiles(home, { calls: "" });
    chownSync(join(home, "calls"), USER, USER);
    chmodSync(home, 0o755);
  });

  function offer(...names: string[]): void {
    for (const name of names) {
      writeFiles(path, { [name]: `#!/bin/sh\necho "${name} $1 $2" >> ${home}/calls\n` });
      chmodSync(join(path, name), 0o755);
    }
  }

  function setUp(words: string[], input?: string): SpawnSyncReturns<string> {
    const [program, ...rest] = words;
    return spawnSync(join(path, program!), rest, {
      ...{ cwd: join(home, "clone"), uid: USER, gid: USER, input, encoding: "utf8" },
      env: { PATH: `${path}:/nowhere`, HOME: home, TERM: "dumb" },
    });
  }

  const called = () => readFileSync(join(home, "calls"), "utf8");

  test("changes nothing, says what is missing and the command that root would type", () => {
    offer("apt-get", "sudo");
    const { status, stderr } = setUp(["node", "scripts/setup.mjs"]);
    expect([status, stderr]).toEqual([
      0,
      expect.stringMatching(/^setup: not installed here: .*chromium.* are skipped\. /),
    ]);
    expect(stderr).toMatch(/As root: apt-get install --no-install-recommends .*uidmap.*chromium/);
    expect(called()).toBe("");
  });

  test("says nothing of apt where there is none", () => {
    const { status, stderr } = setUp(["node", "scripts/setup.mjs"]);
    expect([status, stderr]).toEqual([0, expect.stringMatching(/are skipped\n$/)]);
    expect(stderr).not.toContain("apt");
  });

  test("knows that podman without newuidmap is half an engine", () => {
    const ask = "import('./scripts/capabilities.mjs').then((m) => console.log(m.whyLacking('containers')))";
    expect(setUp(["node", "-e", ask]).stdout).toMatch(/^not installed: .*uidmap/);
  });

  test.each([
    ["n", 0],
    ["", 0],
    ["perhaps", 0],
    ["y", 1],
  ])("asks at a terminal before it would need root; %j calls sudo %i times", (answer, times) => {
    if (!existsSync(join(path, "script"))) return;
    offer("apt-get", "sudo");
    const { stdout } = setUp(["script", "-qec", "node scripts/setup.mjs", "/dev/null"], `${answer}\n`);
    expect(stdout).toContain("Run `sudo apt-get install --no-install-recommends");
    expect(called().match(/^sudo sh -c/gm) ?? []).toHaveLength(times);
    expect(called()).not.toMatch(/^apt-get/m);
  });
});
