import { join } from "node:path";
import { expect, test } from "vitest";
import { lacks } from "../../../test/support/needs.ts";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { chooseSandbox } from "../../sandbox/index.ts";
import { createRedactor } from "../../text/index.ts";
import { runSetup, SETUP_LIMITS } from "./run-setup.ts";

const DISK = 64 * 1024 ** 2;

async function settingUp(...commands: (string | string[])[]) {
  const choice = await chooseSandbox({ setting: "auto", env: process.env });
  if (!choice.ok) throw new Error(choice.reason);
  const root = temporaryFolder({ "workspace/a": "", "tmp/a": "" });
  const [workspace, tmp] = [join(root, "workspace"), join(root, "tmp")];
  const limits = { ...SETUP_LIMITS, diskBytes: DISK, seconds: 1 };
  const run = (argv: string[]) => choice.sandbox.run({ argv, workspace, tmp, network: false, limits });
  return await runSetup(commands, run, { redact: createRedactor(["A-SECRET-OF-OURS"]), limits });
}

const needsSandbox = test.skipIf(lacks("sandbox"));

needsSandbox("a command that never ends is ended, and that is the user's failure", async () => {
  const outcome = await settingUp("echo begun; sleep 1000 & wait");
  expect(outcome).toMatchObject({ ok: false, fault: "users" });
  expect(outcome).toHaveProperty("message", expect.stringContaining('the time limit; it printed "begun"'));
});

needsSandbox("nothing is run after a command that failed", async () => {
  const { log } = await settingUp(["echo", "one"], "false", "echo three");
  expect(log).toBe('setup[0] ["echo","one"]\nexit code: 0\none\nsetup[1] "false"\nexit code: 1\n');
});

needsSandbox("a secret goes from what is shown, also at the edge of a cut", async () => {
  for (const room of [585, 590, 595, 600, 605]) {
    const outcome = await settingUp(`printf %s A-SECRET-OF-OURS; head -c ${room} /dev/zero | tr '\\0' x; exit 1`);
    expect(JSON.stringify(outcome).replaceAll("printf %s A-SECRET-OF-OURS", "")).not.toMatch(/SECRET|OURS/);
  }
});

test("what cannot be started at all is the machine's failure", async () => {
  const nothing = { exit_code: null, signal: null, stdout: "", stderr: "", dropped_bytes: 0, duration_ms: 0 };
  const run = async () => ({ ...nothing, outcome: "could_not_start" as const, message: "no such sandbox" });
  const outcome = await runSetup(["true"], run, {
    redact: (text) => text,
    limits: { ...SETUP_LIMITS, diskBytes: DISK },
  });
  expect(outcome).toMatchObject({
    ok: false,
    fault: "machine",
    message: 'input.setup[0] "true": could not start: no such sandbox',
  });
});
