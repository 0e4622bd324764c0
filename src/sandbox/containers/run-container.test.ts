import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { ownedName } from "../../files/index.ts";
import type { ContainerClient } from "./client.ts";
import { runContainer } from "./run-container.ts";

const RUN = { purpose: "sandbox", image: "some/image", user: "1000:1000", options: [], command: ["true"] };
const limits = { seconds: 20, outputBytes: 1000 };

/** A client that logs its calls and working directory, and runs the given lines. */
function client(lines: string): { client: ContainerClient; calls: () => string[] } {
  const folder = temporaryFolder({ docker: `#!/bin/sh\necho "$*" >> "$0.calls"\n${lines}\n`, "docker.calls": "" });
  const program = join(folder, "docker");
  chmodSync(program, 0o755);
  const calls = () => readFileSync(`${program}.calls`, "utf8").split("\n").filter(Boolean);
  return { client: { program, env: { PATH: process.env.PATH }, chosenBy: "a test" }, calls };
}

test("what a killed process left is removed before the first container, once, and nothing of others", async () => {
  const mine = ownedName("sandbox");
  const dead = mine.replace(/-\d+-\d+-(\w+)$/, "-4194999-17-$1");
  const docker = client(`[ "$1" = ps ] && echo ${mine} ${dead} unrelated; exit 0`);
  await runContainer(docker.client, { ...RUN, limits });
  await runContainer(docker.client, { ...RUN, limits });
  const verbs = docker.calls().map((call) => call.split(" ")[0]);
  expect(verbs).toEqual(["ps", "kill", "rm", "run", "run"]);
  expect(docker.calls().slice(1, 3)).toEqual([`kill ${dead}`, `rm -f ${dead}`]);
});

test("when time is up the container ends, not only its client", async () => {
  const docker = client(`[ "$1" = run ] && sleep 600; exit 0`);
  const result = await runContainer(docker.client, { ...RUN, limits: { ...limits, seconds: 0.3 } });
  expect(result.outcome).toBe("timed_out");
  const [, name] = /--name=(\S+)/.exec(docker.calls().find((call) => call.startsWith("run"))!)!;
  expect(docker.calls().slice(-2)).toEqual([`kill ${name}`, `rm -f ${name}`]);
});

test("the client stands in a folder of its own, which is gone afterwards", async () => {
  const docker = client('[ "$1" = run ] && pwd && touch oom');
  const { stdout } = await runContainer(docker.client, { ...RUN, limits });
  expect(stdout.trim()).toMatch(/\/assay-engine-[^/]+$/);
  expect(existsSync(stdout.trim())).toBe(false);
});

test("a secret is handed over by name, a setting in the clear", async () => {
  const docker = client('echo "$KEY"');
  const given = { ...RUN, limits, settings: { MODE: "on" }, secrets: { KEY: "s3cret" } };
  expect((await runContainer(docker.client, given)).stdout).toBe("s3cret\n");
  expect(docker.calls().at(-1)).toContain("--env MODE=on --env KEY some/image true");
});
