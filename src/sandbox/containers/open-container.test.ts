import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import type { ContainerClient } from "./client.ts";
import { openContainer } from "./open-container.ts";

const SETUP = { purpose: "openclaw", image: "some/image", user: "1000:1000", options: ["--memory=4g"], seconds: 60 };
const limits = { seconds: 20, outputBytes: 1000 };

/** A client that logs its calls and runs the given lines. */
function client(lines: string): { client: ContainerClient; calls: () => string[] } {
  const folder = temporaryFolder({ docker: `#!/bin/sh\necho "$*" >> "$0.calls"\n${lines}\n`, "docker.calls": "" });
  const program = join(folder, "docker");
  chmodSync(program, 0o755);
  const calls = () => readFileSync(`${program}.calls`, "utf8").split("\n").filter(Boolean);
  return { client: { program, env: { PATH: process.env.PATH }, chosenBy: "a test" }, calls };
}

async function opened(lines: string) {
  const docker = client(lines);
  const opening = await openContainer(docker.client, SETUP);
  if (!opening.ok) throw new Error(opening.call.stderr);
  return { ...docker, container: opening.container };
}

/** The engine's description of a container. */
const inspect = (state: object) => `[ "$1" = container ] && echo '[{"State": ${JSON.stringify(state)}}]'`;

test("a container is opened once without privileges, commands are executed in it, and it is gone at the end", async () => {
  const { container, calls } = await opened('[ "$1" = exec ] && echo "$TOKEN"; exit 0');
  const execution = { command: ["some", "command"], settings: { MODE: "on" }, secrets: { TOKEN: "s3cret" }, limits };
  expect((await container.execute(execution)).stdout).toBe("s3cret\n");
  await container.end();
  await container.end();
  const { name } = container;
  const [started, executed, ...ended] = calls().slice(1);
  expect(started).toMatch(
    new RegExp(
      `^run --detach --pull=never --name=${name} .*--cap-drop=all --security-opt=no-new-privileges --memory=4g`,
    ),
  );
  expect(executed).toBe(`exec --env MODE=on --env TOKEN ${name} some command`);
  expect(ended).toEqual([`kill ${name}`, `rm -f ${name}`]);
});

test.each([
  ["its time is up", () => ({ limits: { ...limits, seconds: 0.3 } }), "timed_out"],
  ["the user interrupts", () => ({ limits, signal: AbortSignal.timeout(300) }), "interrupted"],
])("when %s the container ends with everything that runs in it, not only its client", async (_, bounds, outcome) => {
  const { container, calls } = await opened('[ "$1" = exec ] && sleep 600; exit 0');
  expect((await container.execute({ command: ["x"], ...bounds() })).outcome).toBe(outcome);
  expect(calls().slice(-2)).toEqual([`kill ${container.name}`, `rm -f ${container.name}`]);
  expect(await container.ending()).toBe("ended_by_us");
});

test("one that does not start is a value, and nothing of it is left", async () => {
  const docker = client('[ "$1" = run ] && { pwd; echo no room >&2; exit 125; }; exit 0');
  const opening = await openContainer(docker.client, SETUP);
  expect(opening).toMatchObject({ ok: false, call: { exit_code: 125, stderr: "no room\n" } });
  expect(existsSync(opening.ok ? "" : opening.call.stdout.trim())).toBe(false);
  expect(docker.calls().at(-1)).toMatch(/^rm -f assay-openclaw-/);
});

describe("who ended it", () => {
  const V2 = (oom: number, kills: number) => `low 0\\nhigh 0\\nmax 9\\noom ${oom}\\noom_kill ${kills}\\n`;
  const V1 = (failed: number, kills: number) =>
    `oom_kill_disable 0\\nunder_oom 0\\noom_kill ${kills}\\nfailcnt ${failed}\\n`;
  test.each([
    ["runs on", { Running: true }, "", "running"],
    ["was over its memory, and lives", { Running: true }, V2(1, 1), "over_its_memory"],
    ["was over its memory, and lives, with older groups", { Running: true }, V1(12, 1), "over_its_memory"],
    ["lost a process because the machine was out of memory", { Running: true }, V2(0, 1), "killed_from_outside"],
    ["lost a process that way, with older groups", { Running: true }, V1(0, 2), "killed_from_outside"],
    ["reached its limit without a kill", { Running: true }, V2(3, 0), "running"],
    ["is marked by docker while it runs", { Running: true, OOMKilled: true }, "", "over_its_memory"],
    ["is marked by docker", { Running: false, OOMKilled: true, ExitCode: 137 }, "", "over_its_memory"],
    ["was killed", { Running: false, OOMKilled: false, ExitCode: 137 }, "", "killed_from_outside"],
    ["gave up", { Running: false, OOMKilled: false, ExitCode: 7 }, "", "ended_by_itself"],
    ["could not fork any more", { Running: false, OOMKilled: false, ExitCode: 2 }, "", "ended_by_itself"],
  ])("one that %s", async (_, state, events, ending) => {
    const { container } = await opened(`${inspect(state)}; [ "$1" = exec ] && printf '${events}'; exit 0`);
    expect(await container.ending()).toBe(ending);
    await container.end();
  });

  test("one that podman's monitor left its mark for", async () => {
    const state = { Running: false, OOMKilled: false, ExitCode: 137 };
    const { container } = await opened(`[ "$1" = run ] && touch oom; ${inspect(state)}; exit 0`);
    expect(await container.ending()).toBe("over_its_memory");
    await container.end();
  });

  test.each(["exit 1", "echo '['", "echo '[]'", "echo null"])(
    "one that the engine does not know: %s",
    async (answer) => {
      const { container } = await opened(`[ "$1" = container ] && { ${answer}; exit 0; }; exit 0`);
      expect(await container.ending()).toBe("unknown");
      await container.end();
    },
  );
});
