import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cliPath } from "../support/assay.ts";
import { lacks } from "../support/needs.ts";
import { blocksOf } from "../support/page-blocks.ts";
import { projectRoot } from "../support/project-root.ts";
import { testRedis } from "../support/redis.ts";
import { temporaryFolder } from "../support/temporary.ts";

const page = readFileSync(join(projectRoot, "docs/workers.md"), "utf8");

test.skipIf(lacks("redis"))("the commands of the page work as printed, with a Redis on another port", async () => {
  const redis = await testRedis();
  const typed = blocksOf(page)
    .filter(({ language }) => language === "sh")
    .map(({ code }) => code)
    .join("\n");
  expect(typed).toContain("redis-server --port 6379");
  const started = typed.replace(/^redis-server .*$/m, "").replaceAll("127.0.0.1:6379", `127.0.0.1:${redis.port}`);
  const cwd = temporaryFolder();
  const bin = join(cwd, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "assay"), `#!/bin/sh\nexec "${process.execPath}" "${cliPath}" "$@"\n`);
  chmodSync(join(bin, "assay"), 0o755);
  const { code, stdout } = await bash(`${started}\nwait`, cwd, bin);
  // Some trials of the quickstart miss their mark, and it is the last command but `kill` that counts.
  expect(code).toBe(0);
  expect(stdout).toMatch(/workers? at redis:\/\/127|no worker at/);
  expect(stdout).toContain("diligent");
});

function bash(code: string, cwd: string, bin: string): Promise<{ code: number; stdout: string }> {
  const env = { PATH: `${bin}:${process.env.PATH}`, HOME: cwd, NO_COLOR: "1" };
  return new Promise((resolve) => {
    execFile("bash", ["-c", code], { cwd, env, timeout: 100_000 }, (error, stdout) =>
      resolve({ code: typeof error?.code === "number" ? error.code : error ? 99 : 0, stdout }),
    );
  });
}
