/** A process that starts commands in a sandbox and is killed by its parent. */
import { mkdirSync, writeSync } from "node:fs";
import { join } from "node:path";
import { chooseSandbox } from "../../src/sandbox/index.ts";

const [setting, folder, token, atOnce] = process.argv.slice(2) as [string, string, string, string];
const choice = await chooseSandbox({ setting: setting as "auto", env: process.env });
if (!choice.ok) throw new Error(choice.reason);
writeSync(1, "starting\n");
for (let number = 0; number < Number(atOnce); number++) {
  const [workspace, tmp] = [join(folder, `workspace-${number}`), join(folder, `tmp-${number}`)];
  mkdirSync(workspace);
  mkdirSync(tmp);
  void choice.sandbox.run({
    // The word is on the command lines of the sandbox and of the shell inside.
    argv: ["/bin/sh", "-c", `sleep 600; echo ${token}`],
    workspace,
    tmp,
    network: false,
    limits: { seconds: 600, outputBytes: 1000, processes: 64, memoryBytes: 2 ** 29, diskBytes: 2 ** 29 },
  });
}
