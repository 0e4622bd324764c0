import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { foldersLeft, IMAGE, isRunning, NOWHERE, OK, runWithStandIn } from "./support/run-with-stand-in.ts";
import { standIn } from "./support/stand-in.ts";
import { KEY, runTrial } from "./support/trial.ts";

describe("the container", () => {
  test("is unprivileged, limited, and sees the run folder only", async () => {
    const { runs } = await runWithStandIn({ turns: [OK] });
    const { words } = runs.at(-1)!;
    expect(words).toEqual(expect.arrayContaining(["--detach", "--cap-drop=all", "--security-opt=no-new-privileges"]));
    expect(words).toEqual(expect.arrayContaining(["--memory=4g", "--pids-limit=1024", "--pull=never"]));
    expect(words.find((word) => word.startsWith("--user="))).not.toMatch(/=0/);
    const mounts = words.filter((word) => /^(-v|--volume|--mount)/.test(word));
    const inside = ["/work/workspace:rw", "/work/state:rw", "/work/home:rw", "/tmp:rw", "/work/given:ro"];
    expect(mounts).toEqual([
      ...inside.map((place) => expect.stringMatching(new RegExp(`/assay-openclaw-.*:${place}`))),
      expect.stringMatching(/\/assay-proxy-.*\/way:\/run\/assay:ro/),
    ]);
    expect(words).toContain("--network=none");
  });

  test("never gets the key: no command line, no environment and no file has it", async () => {
    const does = `grep -rl '${KEY}' "$RUN" > found.txt || true`;
    const { calls, runs, executions, directory } = await runWithStandIn({ turns: [{ ...OK, does }] });
    expect(JSON.stringify(calls())).not.toContain(KEY);
    expect(executions.at(-1)!.env.OPENROUTER_API_KEY).toMatch(/^assay-trial-/);
    expect(runs.at(-1)!.env).toEqual({});
    expect(readFileSync(join(directory, "workspace/found.txt"), "utf8")).toBe("");
  });

  test("gets a token that no command line has, another in every trial", async () => {
    const [one, other] = [await runWithStandIn({ turns: [OK] }), await runWithStandIn({ turns: [OK] })];
    const tokens = [one, other].map(({ executions }) => executions.at(-1)!.env.OPENROUTER_API_KEY!);
    expect(new Set(tokens).size).toBe(2);
    for (const { calls, artifact } of [one, other])
      for (const token of tokens) {
        expect(JSON.stringify(calls().map(({ words }) => words))).not.toContain(token);
        expect(JSON.stringify(artifact)).not.toContain(token);
      }
  });

  test.each([
    ["deny" as const, "--network=none"],
    [["pypi.org"], "--network=none"],
    ["allow" as const, undefined],
  ])("has with network_access %j: %s", async (networkAccess, expected) => {
    const { runs, executions } = await runWithStandIn({ turns: [OK] }, { networkAccess });
    expect(runs.at(-1)!.words.find((word) => word.startsWith("--network"))).toBe(expected);
    expect("HTTPS_PROXY" in executions.at(-1)!.env).toBe(networkAccess !== "allow");
  });

  test("runs without limits where they cannot be set, and the record says so", async () => {
    const { artifact } = await runWithStandIn({ turns: [OK], cannotLimit: true });
    expect(artifact.status).toBe("success");
    expect(artifact.runner_metadata).toMatchObject({
      limits_applied: false,
      notes: [expect.stringContaining("cannot set memory limit")],
    });
  });

  test("is of an image whose digest is recorded, pulled when it is missing", async () => {
    const { artifact, calls } = await runWithStandIn({ turns: [OK], image: "pulled" });
    expect(calls().map(({ words }) => words[0])).toContain("pull");
    expect(artifact.runner_metadata.image).toEqual({
      name: IMAGE,
      id: "abc",
      digests: ["example.org/openclaw@sha256:def"],
    });
  });

  test("is not started when the image's tag was moved after planning", async () => {
    const { artifact, runs } = await runWithStandIn({ turns: [OK], imageId: "sha256:new" }, { imageId: "old" });
    expect(runs).toEqual([]);
    expect(artifact).toMatchObject({
      status: "provider_error",
      failure: { message: expect.stringContaining("became another image"), unrecoverable: true },
    });
  });

  test("is not started when the agent's workspace was changed after planning", async () => {
    const { artifact, invocations } = await runWithStandIn({ turns: [OK] }, { agentFingerprint: "another" });
    expect(invocations).toEqual([]);
    expect(artifact).toMatchObject({
      status: "provider_error",
      failure: { message: expect.stringContaining("the agent's workspace changed"), unrecoverable: true },
    });
  });

  test("ends when time is up, not only its client", async () => {
    const { artifact, containerPids } = await runWithStandIn({ turns: [{ hangs: true }] }, { timeoutSeconds: 3 });
    expect(artifact).toMatchObject({ status: "timed_out", final_output: null, failure: { stage: "timeout" } });
    expect(containerPids().map(isRunning)).toEqual([false]);
    expect(foldersLeft()).toEqual([]);
  });

  test("ends when the user interrupts, and leaves no folder", async () => {
    const controller = new AbortController();
    const docker = standIn({ turns: [{ hangs: true }] });
    const trial = { image: IMAGE, dockerCli: docker.cli, baseUrl: NOWHERE, env: process.env, messages: ["Do it."] };
    const running = runTrial({ ...trial, signal: controller.signal });
    while (docker.containerPids().length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    controller.abort();
    expect((await running).artifact.status).toBe("provider_error");
    expect(docker.containerPids().map(isRunning)).toEqual([false]);
    expect(foldersLeft()).toEqual([]);
  });

  test("of a process that was killed is removed at the next start; others are left alone", async () => {
    const mine = (await runWithStandIn({ turns: [OK] })).runs
      .at(-1)!
      .words.find((word) => word.startsWith("--name="))!
      .slice(7);
    const dead = mine.replace(/-\d+-\d+-(\w+)$/, "-4194999-17-$1");
    const elsewhere = dead.replace(/^assay-openclaw-\w{8}/, "assay-openclaw-00000000");
    const { calls, runs } = await runWithStandIn({ turns: [OK], containers: [mine, dead, elsewhere, "unrelated"] });
    const removed = calls().filter(({ words }) => words[0] === "rm");
    const own = runs
      .at(-1)!
      .words.find((word) => word.startsWith("--name="))!
      .slice(7);
    expect(removed.map(({ words }) => words)).toEqual([
      ["rm", "-f", dead],
      ["rm", "-f", own],
    ]);
  });
});
