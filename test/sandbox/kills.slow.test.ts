import { spawn } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bundle } from "../support/bundle.ts";
import { lacks } from "../support/needs.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { survivorsOf } from "../torture/kills.ts";

describe.each([
  { sandbox: "bubblewrap", kills: 40, absent: lacks("sandbox") },
  { sandbox: "namespaces", kills: 10, absent: lacks("namespaces") },
])("in $sandbox", ({ sandbox, kills, absent }) => {
  test.skipIf(absent)(
    "commands end with Assay, at whatever moment it is killed",
    async () => {
      const script = await bundle("test/torture/killed-process.ts");
      expect(await survivorsOf({ script, sandbox, folder: temporaryFolder(), kills, seed: 20261116 })).toEqual([]);
    },
    400_000,
  );
});

test("a container is removed when Assay is killed, and nobody else's", async () => {
  const script = await bundle("test/torture/killed-container.ts");
  // A client that notes its calls, runs until its container is removed or this test is over, and lists one container of ours.
  const folder = temporaryFolder({
    docker: `#!/bin/sh\necho "$*" >> "$0.calls"\n[ "$1" = run ] && while [ -e "$0" ] && [ ! -e "$0.removed" ]; do sleep 0.1; done\n[ "$1" = rm ] && touch "$0.removed"\n[ "$1 $2" = "ps -aq" ] && echo ours\nexit 0\n`,
    "docker.calls": "",
  });
  const client = join(folder, "docker");
  chmodSync(client, 0o755);
  const calls = () => readFileSync(`${client}.calls`, "utf8").split("\n");
  const child = spawn(process.execPath, [script, client], { stdio: "ignore" });
  await expect.poll(() => calls().find((call) => call.startsWith("run ")), { timeout: 20_000 }).toBeDefined();
  const [, prefix] = /--name=(assay-sandbox-[0-9a-f]+-\d+-\d+-)/.exec(calls().join(" "))!;
  child.kill("SIGKILL");
  await expect.poll(calls, { timeout: 20_000 }).toContain("rm -f ours");
  expect(calls()).toContain("kill ours");
  expect(calls().filter((call) => call.startsWith("ps -aq"))[0]).toBe(`ps -aq --filter name=${prefix}`);
});
