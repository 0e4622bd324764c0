import { expect, test } from "vitest";
import type { ProcessResult } from "../../sandbox/index.ts";
import { explainEarlyEnd, explainMissingAnswer, hasAsked, type Naming } from "./turn.ts";

const NAMING: Naming = {
  ...{ title: "Tester", program: "tester", place: "container", limitedBy: "agent.timeout_seconds" },
  disk: "16 MiB (sandbox_disk_mb)",
};
const ended = (exit_code: number, stderr: string): ProcessResult => ({
  outcome: "exited",
  exit_code,
  signal: null,
  stdout: "",
  stderr,
  dropped_bytes: 0,
  duration_ms: 1,
});

test.each([
  [125, "docker: Error response from daemon: no such image", "provider_error"],
  [1, "Cannot connect to the Docker daemon at unix:///var/run/docker.sock", "provider_error"],
  [0, 'time="now" level=fatal msg="no such container"', "provider_error"],
  [126, "permission denied", "invalid"],
  [127, "tester: not found", "invalid"],
])(
  "an exit code %i with the words of an engine (%s) is %s until the agent is known to run, then its own failure",
  (code, words, status) => {
    const call = ended(code, words);
    expect(explainMissingAnswer(call, { ending: "running", hasStarted: false }, NAMING).status).toBe(status);
    expect(explainMissingAnswer(call, { ending: "running", hasStarted: true }, NAMING).status).toBe("failed");
  },
);

test("a container that was killed from outside is the machine's fault, whatever the agent did before", () => {
  const outcome = explainMissingAnswer(ended(137, ""), { ending: "killed_from_outside", hasStarted: true }, NAMING);
  expect(outcome.status).toBe("provider_error");
});

test("whoever asked for a model or a host, or asked in vain, was running", () => {
  const nothing = { exchanges: [], refusals: [], hosts: [], shortened: false };
  const refusals = [{ reason: "token" as const, message: "no", times: 1, first_ms: 0 }];
  const hosts = [{ host: "a", port: 80, times: 1, refused: "no" }];
  expect(hasAsked({ record: () => nothing })).toBe(false);
  expect(hasAsked({ record: () => ({ ...nothing, refusals }) })).toBe(true);
  expect(hasAsked({ record: () => ({ ...nothing, hosts }) })).toBe(true);
});

test("an agent that fills the disk is told how much it may write, and which setting says so", () => {
  const outcome = explainEarlyEnd({ ...ended(1, ""), outcome: "disk_limit" }, 60, NAMING);
  expect(outcome?.failure.message).toBe(
    "the agent wrote more than 16 MiB (sandbox_disk_mb), or folders too deep to look into, and was ended",
  );
});
