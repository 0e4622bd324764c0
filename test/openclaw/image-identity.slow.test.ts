import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { temporaryFolder, writeFiles } from "../support/temporary.ts";
import { exampleWith, RUN, turnsTaken, WRITES_EVERYTHING, when } from "./support/example.ts";

const PLAN = ["plan", ...RUN.slice(1)];

test("a tag that was moved to another image runs the agent's cases again, and says why", async () => {
  const example = await exampleWith({ ...WRITES_EVERYTHING, imageId: "sha256:0001" });
  await assay(RUN, example);
  const before = turnsTaken(example);
  example.behave({ ...WRITES_EVERYTHING, imageId: "sha256:0002" });
  expect((await assay(PLAN, example)).stdout).toContain("2 × changed: agent");
  await assay(RUN, example);
  expect([before, turnsTaken(example)]).toEqual([3, 6]);
});

test("the same image under another tag, and with another client's spelling of its id, runs nothing again", async () => {
  const example = await exampleWith({ ...WRITES_EVERYTHING, imageId: "sha256:0001" });
  await assay(RUN, example);
  const before = turnsTaken(example);
  example.behave({ ...WRITES_EVERYTHING, imageId: "0001" });
  const profile = join(example.cwd, "configs/run_profiles/docker.yaml");
  writeFiles(example.cwd, {
    "configs/run_profiles/docker.yaml": readFileSync(profile, "utf8").replace(/image: .*/, "image: renamed:latest"),
  });
  expect((await assay(RUN, example)).code).toBe(0);
  expect(turnsTaken(example)).toBe(before);
});

test("an image that is missing is pulled once, before the first trial", async () => {
  const example = await exampleWith({ ...WRITES_EVERYTHING, image: "pulled" });
  const { code, stderr } = await assay(RUN, example);
  expect([code, stderr]).toEqual([0, expect.stringContaining("Pulling ghcr.io/openclaw/openclaw")]);
  expect(example.calls().filter(({ words }) => words[0] === "pull")).toHaveLength(1);
});

test("an image that cannot be had is an error before anything is run", async () => {
  const example = await exampleWith({ image: "missing" });
  const { code, stderr } = await assay(RUN, example);
  expect([code, stderr]).toEqual([2, expect.stringContaining("cannot be pulled: manifest unknown")]);
});

test("Ctrl-C ends a pull at once", async () => {
  const example = await exampleWith({ image: "slow" });
  const isPulling = () => example.calls().some(({ words }) => words[0] === "pull");
  const { code } = await assay(RUN, { ...example, onStart: (child) => when(isPulling, () => child.kill("SIGINT")) });
  expect(code).toBe(130);
});

test("nothing is pulled for a campaign that lacks its key", async () => {
  const example = await exampleWith({ image: "missing" });
  const { stderr } = await assay(RUN, { ...example, env: { ...example.env, OPENROUTER_API_KEY: "" } });
  expect(stderr).toContain("OPENROUTER_API_KEY");
  expect(example.calls().map(({ words }) => words[0])).toEqual(["image"]);
});

test("a plan pulls nothing and says that the image is unknown", async () => {
  const example = await exampleWith({ image: "pulled" });
  const { code, stdout } = await assay(PLAN, example);
  expect(code).toBe(0);
  expect(stdout).toContain("the id of image ghcr.io/openclaw/openclaw:2026.9.6 is unknown (`docker image inspect");
  expect(stdout).toContain("2 to run, 0 stored");
  expect(example.calls().map(({ words }) => words[0])).toEqual(["image"]);
});

test("where there is no container client any more, stored runs are still found, with a warning", async () => {
  const example = await exampleWith(WRITES_EVERYTHING);
  await assay(RUN, example);
  const bare = { ...example, env: { ...example.env, PATH: temporaryFolder() } };
  const plan = await assay(PLAN, bare);
  expect(plan.stdout).toContain("0 to run, 2 stored already");
  const run = await assay(RUN, bare);
  expect([run.code, run.stderr]).toEqual([0, expect.stringContaining("install it or set docker_cli")]);
  const forced = await assay([...RUN, "--force"], bare);
  expect([forced.code, forced.stderr]).toEqual([2, expect.stringContaining("install it or set docker_cli")]);
});
