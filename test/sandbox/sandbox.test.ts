import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { lacks } from "../support/needs.ts";
import { projectRoot } from "../support/project-root.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { isRunning, LIMITS, podmanSandbox, sandboxOf, shell, trialFolders } from "./support.ts";

const IMAGE = "localhost/assay-test-sandbox:latest";

const EXPECTED_NAMES = [
  "PATH",
  "HOME",
  "USER",
  "LANG",
  "TERM",
  "TMPDIR",
  "EXTRA",
  "PWD",
  "SHLVL",
  "_",
  "OLDPWD",
  "HOSTNAME",
  "container",
];

/** Every sandbox keeps the same promises. */
describe.each([
  { kind: "bubblewrap", absent: lacks("sandbox") },
  { kind: "namespaces", absent: lacks("namespaces") },
  { kind: "container", absent: lacks("containers") },
] as const)("$kind", ({ kind, absent }) => {
  let sandbox: Sandbox;
  let server: Server;
  let port: number;
  let visitors = 0;

  describe.skipIf(absent)("keeps its promises", () => {
    beforeAll(async () => {
      sandbox = kind === "container" ? await podmanSandbox(IMAGE, settings) : await sandboxOf(kind);
      server = createServer((socket) => {
        visitors++;
        socket.destroy();
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      port = (server.address() as { port: number }).port;
    });
    afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

    test("returns the exit code and both outputs", async () => {
      const result = await shell(sandbox, "echo out; echo err >&2; exit 7");
      expect(result).toMatchObject({
        outcome: "exited",
        exit_code: 7,
        stdout: "out\n",
        stderr: "err\n",
        dropped_bytes: 0,
      });
    });

    test("gives the command its input", async () => {
      expect((await shell(sandbox, "cat", { stdin: "grüße" })).stdout).toBe("grüße");
    });

    test("keeps what the command writes in the workspace and in /tmp, owned by us", async () => {
      const folders = trialFolders();
      await shell(sandbox, "echo a > relative; mkdir d; echo b > /workspace/d/absolute; echo c > /tmp/temporary", {
        folders,
      });
      expect(readFileSync(join(folders.workspace, "relative"), "utf8")).toBe("a\n");
      expect(readFileSync(join(folders.workspace, "d/absolute"), "utf8")).toBe("b\n");
      expect(readFileSync(join(folders.tmp, "temporary"), "utf8")).toBe("c\n");
      expect(statSync(join(folders.workspace, "d/absolute")).uid).toBe(process.getuid?.());
      const again = await shell(sandbox, "cat relative /tmp/temporary && echo more >> relative", { folders });
      expect(again).toMatchObject({ exit_code: 0, stdout: "a\nc\n" });
    });

    test("two trials that write /tmp/out.txt at the same time each see their own", async () => {
      const both = ["one", "two"].map((word) =>
        shell(sandbox, `echo ${word} > /tmp/out.txt; sleep 0.5; cat /tmp/out.txt`),
      );
      expect((await Promise.all(both)).map(({ stdout }) => stdout)).toEqual(["one\n", "two\n"]);
    });

    test("two commands at the same time in one trial share its files", async () => {
      const folders = trialFolders();
      const writer = shell(sandbox, "sleep 0.3; echo there > file; sleep 0.7; echo again >> file", { folders });
      const reader = shell(sandbox, "while [ ! -e file ]; do sleep 0.1; done; echo read >> file", { folders });
      expect((await Promise.all([writer, reader])).map(({ exit_code }) => exit_code)).toEqual([0, 0]);
      expect(readFileSync(join(folders.workspace, "file"), "utf8")).toBe("there\nread\nagain\n");
    });

    test("the environment is a short list without anything of ours", async () => {
      process.env.ASSAY_TEST_API_KEY = "sk-secret-value";
      const { stdout } = await shell(sandbox, "env; cat /proc/1/environ", { env: { EXTRA: "given" } });
      delete process.env.ASSAY_TEST_API_KEY;
      expect(stdout).not.toContain("sk-secret-value");
      const names = stdout.split(/[\n\0]/).flatMap((line) => /^([A-Za-z_]+)=/.exec(line)?.[1] ?? []);
      expect(names.filter((name) => !EXPECTED_NAMES.includes(name))).toEqual([]);
      expect(stdout).toContain("EXTRA=given");
    });

    test("sees neither homes nor the project, and nobody tells it where on the host it is", async () => {
      const folders = trialFolders();
      const { stdout } = await shell(
        sandbox,
        `ls -A /root /home "${homedir()}" "${projectRoot}"; cat /proc/1/cmdline /etc/passwd`,
        { folders },
      );
      for (const word of ["package.json", ".bashrc", ".profile", folders.root]) expect(stdout).not.toContain(word);
    });

    test("changes nothing outside of its folders", async () => {
      const mark = `assay-test-${process.pid}`;
      await shell(
        sandbox,
        `for folder in / /etc /usr /usr/bin /dev /var /root /home; do echo x > $folder/${mark}; done; echo x >> /etc/passwd`,
      );
      for (const folder of ["/", "/etc", "/usr", "/usr/bin", "/dev", "/var", "/root", "/home"])
        expect(existsSync(join(folder, mark))).toBe(false);
    });

    test("reaches no network", async () => {
      const before = visitors;
      const result = await shell(sandbox, `exec bash -c 'echo > /dev/tcp/127.0.0.1/${port}'`);
      expect(result.exit_code).not.toBe(0);
      expect(visitors).toBe(before);
    });

    // A container's own network does not lead to the host's loopback, which is all that a test may reach.
    if (kind !== "container")
      test("reaches the network when it is allowed", async () => {
        const before = visitors;
        const result = await shell(sandbox, `exec bash -c 'echo > /dev/tcp/127.0.0.1/${port}'`, { network: true });
        expect(result.stderr).toBe("");
        await expect.poll(() => visitors).toBe(before + 1);
      });

    test("nothing survives the call, and children that hold the output open do not hold it up", async () => {
      const result = await shell(sandbox, "(sleep 6101 &); setsid sleep 6102 & sleep 0.2; echo done");
      expect(result).toMatchObject({ outcome: "exited", exit_code: 0, stdout: "done\n" });
      expect([isRunning("sleep 6101"), isRunning("sleep 6102")]).toEqual([false, false]);
    });

    test("a command that takes too long is ended with all its children", async () => {
      const result = await shell(sandbox, "echo begun; (setsid sleep 6103 &); sleep 6104", {
        limits: { ...LIMITS, seconds: 2 },
      });
      expect(result).toMatchObject({ outcome: "timed_out", exit_code: null, stdout: "begun\n" });
      await expect.poll(() => isRunning("sleep 6103") || isRunning("sleep 6104")).toBe(false);
    });

    test("an interrupt ends it", async () => {
      const controller = new AbortController();
      const pending = shell(sandbox, "sleep 6105", { signal: controller.signal });
      setTimeout(() => controller.abort(), 800);
      expect(await pending).toMatchObject({ outcome: "interrupted", exit_code: null });
      await expect.poll(() => isRunning("sleep 6105")).toBe(false);
      expect(await shell(sandbox, "touch started", { signal: controller.signal })).toMatchObject({
        outcome: "interrupted",
      });
    });

    test("what it prints beyond the limit is counted, and no character is cut in two", async () => {
      const limits = { ...LIMITS, outputBytes: 10 };
      const result = await shell(sandbox, "printf 'ééééééé'; printf 'abcdefghijkl' >&2", { limits });
      expect(result).toMatchObject({ outcome: "exited", stdout: "ééééé", stderr: "abcdefghij", dropped_bytes: 4 + 2 });
      const cut = await shell(sandbox, "printf 'aééééééé'", { limits });
      expect(cut).toMatchObject({ stdout: "aéééé", dropped_bytes: 6 });
    });

    test("a command that never stops printing is ended", async () => {
      const result = await shell(sandbox, "yes", { limits: { ...LIMITS, outputBytes: 100 } });
      expect(result.outcome).toBe("output_limit");
      expect(result.stdout).toBe("y\n".repeat(50));
    });

    test("a fork bomb stays inside and leaves nothing", async () => {
      const limits = { ...LIMITS, processes: 40, seconds: 4, outputBytes: 200 };
      const result = await shell(sandbox, "exec bash -c 'bomb() { bomb 6106 | bomb 6106 & }; bomb; sleep 1; exit 5'", {
        limits,
      });
      expect(result.outcome).not.toBe("could_not_start");
      expect(result.stderr).toMatch(/fork: (retry: )?Resource temporarily unavailable/);
    });

    test("starts as many processes as the limit says and not more", async () => {
      const limits = { ...LIMITS, processes: 40 };
      const start = (count: number) => `i=0; while [ $i -lt ${count} ]; do sleep 5 & i=$((i+1)); done; echo all`;
      expect((await shell(sandbox, start(20), { limits })).stdout).toBe("all\n");
      const tooMany = await shell(sandbox, start(60), { limits });
      expect(tooMany.stdout).toBe("");
      expect(tooMany.stderr).toMatch(/Cannot fork|Resource temporarily unavailable/);
    });

    test.runIf(kind !== "container")(
      "a process may set aside more than it may use, where that is allowed",
      async () => {
        const limits = { ...LIMITS, memoryBytes: 64 * 1024 * 1024 };
        const asked = async (more: object) =>
          (await shell(sandbox, "ulimit -d", { limits: { ...limits, ...more } })).stdout;
        expect([await asked({}), await asked({ reservedBytes: 1024 ** 3 })]).toEqual(["65536\n", "1048576\n"]);
      },
    );

    test("a single process cannot take more memory than allowed", async () => {
      const limits = { ...LIMITS, memoryBytes: 64 * 1024 * 1024 };
      const result = await shell(sandbox, "head -c 300000000 /dev/zero | tail > /dev/null && echo did it", { limits });
      expect(result.stdout).toBe("");
      // Podman's monitor writes a file into its client's working directory when a container runs out of memory.
      expect(existsSync("oom")).toBe(false);
    });

    test("processes cannot take more together, either", async () => {
      const limits = { ...LIMITS, memoryBytes: 150 * 1024 * 1024 };
      const one = "({ head -c 60000000 /dev/zero; sleep 8; } | tail > /dev/null && echo survived) &";
      const result = await shell(sandbox, `${one} ${one} ${one} ${one} wait`, { limits });
      // A container's memory limit ends single processes; elsewhere the whole call ends.
      if (kind !== "container") expect(result.outcome).toBe("memory_limit");
      expect(result.stdout.split("survived").length - 1).toBeLessThan(4);
    });

    test("no file grows without bounds", async () => {
      const folders = trialFolders();
      const result = await shell(sandbox, "head -c 300000000 /dev/zero > big && echo did it", { folders });
      expect(result.stdout).toBe("");
      expect(statSync(join(folders.workspace, "big")).size).toBeLessThanOrEqual(256 * 1024 * 1024);
    });

    test("reads what it is shown, where it is shown, and cannot write to it", async () => {
      const shown = temporaryFolder({ "folder/file": "shown", "single, file": "alone" });
      const result = await shell(
        sandbox,
        "cat /shown/deep/file /shown/one; echo x > /shown/deep/file; echo x > /shown/new",
        {
          readOnly: [
            { host: join(shown, "folder"), inside: "/shown/deep" },
            { host: join(shown, "single, file"), inside: "/shown/one" },
          ],
        },
      );
      expect(result.stdout).toBe("shownalone");
      expect(readFileSync(join(shown, "folder/file"), "utf8")).toBe("shown");
    });

    test("a program that is not there is an exit code, not an exception", async () => {
      const result = await shell(sandbox, "", { argv: ["/no/such/program"] });
      expect(result.exit_code).not.toBe(0);
      expect(result.stderr + (result.message ?? "")).toContain("/no/such/program");
    });
  });
});

const settings = mkdtempSync(join(tmpdir(), "assay-test-"));
afterAll(() => rmSync(settings, { recursive: true, force: true }));
