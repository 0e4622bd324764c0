import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary.ts";
import { chooseSandbox } from "./choose-sandbox.ts";
import { profileFor } from "./sandbox-exec.ts";

/** A folder for the path, with a shell script per program. */
function programs(scripts: Record<string, string>): string {
  const folder = temporaryFolder(
    Object.fromEntries(Object.entries(scripts).map(([name, body]) => [name, `#!/bin/sh\n${body}\n`])),
  );
  for (const name of Object.keys(scripts)) chmodSync(join(folder, name), 0o755);
  return folder;
}

test("where nothing is installed the refusal lists what was tried and what would help", async () => {
  const choice = await chooseSandbox({ setting: "auto", env: { PATH: "/nowhere" } });
  expect(choice.ok).toBe(false);
  const { reason } = choice as { reason: string };
  expect(reason).toContain("No sandbox works here:");
  expect(reason).toContain("bubblewrap: bwrap is not installed");
  expect(reason).toContain("container: docker or podman is not installed");
  expect(reason).toContain("Install");
});

test("a program that is installed but does not work is not chosen, and its own words are shown", async () => {
  const PATH = programs({ bwrap: "echo 'bwrap: No permissions to create a new namespace' >&2; exit 1" });
  const choice = await chooseSandbox({ setting: "bubblewrap", env: { PATH } });
  expect(choice).toMatchObject({ ok: false });
  expect((choice as { reason: string }).reason).toContain(
    "bubblewrap: bwrap: No permissions to create a new namespace",
  );
});

test("a program that pretends to work but runs nothing is not chosen", async () => {
  const PATH = programs({ bwrap: "exit 0" });
  expect(await chooseSandbox({ setting: "bubblewrap", env: { PATH } })).toMatchObject({ ok: false });
});

test("a container whose image is missing says how to get it", async () => {
  const PATH = programs({ podman: "echo 'Error: my/image: image not known' >&2; exit 125" });
  const choice = await chooseSandbox({ setting: "container", env: { PATH, ASSAY_SANDBOX_IMAGE: "my/image" } });
  expect((choice as { reason: string }).reason).toContain(
    "container (podman): Error: my/image: image not known (the image is never pulled by itself: `podman pull my/image`)",
  );
});

test("the host is used only when the run profile says so", async () => {
  const choice = await chooseSandbox({ setting: "unsafe_host", env: process.env });
  expect(choice).toMatchObject({ ok: true, sandbox: { kind: "unsafe_host" } });
});

test("on the host a command gets a short environment, and what it leaves running is ended", async () => {
  const choice = await chooseSandbox({ setting: "unsafe_host", env: { PATH: process.env.PATH, SECRET: "s3cret" } });
  if (!choice.ok) throw new Error(choice.reason);
  const root = temporaryFolder({ "workspace/.keep": "", "tmp/.keep": "" });
  const result = await choice.sandbox.run({
    argv: ["/bin/sh", "-c", "env; pwd; (setsid sleep 6401 &) ; setsid sh -c 'sleep 1; touch late' & sleep 0.1"],
    workspace: join(root, "workspace"),
    tmp: join(root, "tmp"),
    network: true,
    limits: { seconds: 20, outputBytes: 10_000, processes: 64, memoryBytes: 1024 ** 3, diskBytes: 1024 ** 3 },
  });
  expect(result).toMatchObject({ outcome: "exited", exit_code: 0 });
  expect(result.stdout).not.toContain("s3cret");
  expect(result.stdout).toContain(`TMPDIR=${join(root, "tmp")}`);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(existsSync(join(root, "workspace/late"))).toBe(false);
});

test("the macOS profile denies by default, allows the two folders, and the network only when asked", () => {
  const command = {
    argv: [],
    workspace: '/Users/a "b"/workspace',
    tmp: "/Users/a/tmp",
    readOnly: [{ host: "/Users/a/hooks", inside: "/hooks" }],
    network: false,
    limits: { seconds: 1, outputBytes: 1, processes: 1, memoryBytes: 1, diskBytes: 1 },
  };
  const profile = profileFor(command);
  expect(profile.split("\n").slice(0, 2)).toEqual(["(version 1)", "(deny default)"]);
  expect(profile).toContain(
    '(allow file-read* file-write* (subpath "/Users/a \\"b\\"/workspace") (subpath "/Users/a/tmp"))',
  );
  expect(profile).toContain('(subpath "/Users/a/hooks")');
  expect(profile).not.toContain("network");
  expect(profileFor({ ...command, network: true })).toContain("(allow network*)");
});
