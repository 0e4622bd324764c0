import { chmodSync, copyFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { assay } from "../support/assay.ts";
import { lacks } from "../support/needs.ts";
import { projectRoot } from "../support/project-root.ts";
import { scriptedProvider } from "../support/scripted-provider.ts";
import { temporaryFolder } from "../support/temporary.ts";

const RUN = ["run", "--suite", "scribe", "--run-profile", "here"];
const PLAN = ["plan", ...RUN.slice(1)];

/** A copy of examples/openclaw whose run profile names no image, and an `openclaw` of this machine that a test can change. */
async function exampleHere() {
  // Not below /tmp, which is the trial's own in the sandbox.
  const folder = mkdtempSync(join(projectRoot, "node_modules/.assay-test-"));
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  copyFileSync(join(projectRoot, "test/openclaw/support/small-openclaw.cjs"), join(folder, "openclaw"));
  const cwd = temporaryFolder();
  cpSync(join(projectRoot, "examples/openclaw"), cwd, { recursive: true });
  const profile = (more = "") =>
    writeFileSync(
      join(cwd, "configs/run_profiles/here.yaml"),
      `schema_version: 1\nrun_profile_id: here\ntitle: Here\n${more}openclaw: { agent_id: scribe, timeout_seconds: 60 }\n`,
    );
  profile();
  const agentYaml = `schema_version: 1\nagent_id: scribe\ntitle: Scribe\nprogram: ${folder}/openclaw\nhost_folders: [${folder}]\n`;
  writeFileSync(join(cwd, "configs/agents/scribe/agent.yaml"), agentYaml);
  const choices = [{ message: { content: "Done." }, finish_reason: "stop" }];
  const usage = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 };
  const { baseUrl } = await scriptedProvider(() => ({ status: 200, body: { model: "m", choices, usage } }));
  const env = { OPENROUTER_API_KEY: "sk-or-a-key-for-tests-only", OPENROUTER_BASE_URL: baseUrl };
  const changeProgram = () => writeFileSync(join(folder, "openclaw"), "#!/bin/sh\necho 2026.9.7\n");
  return { folder, profile, changeProgram, options: { cwd, env, ownProcess: true } };
}

describe.skipIf(lacks("sandbox") || lacks("clone_in_sight"))("a campaign with an OpenClaw agent and no image", () => {
  test("runs in the sandbox, is stored, and runs again when the program of this machine is another", async () => {
    const { options, changeProgram } = await exampleHere();
    const { code, stdout, stderr } = await assay(RUN, options);
    expect([code, stderr], stdout).toEqual([0, expect.not.stringContaining("refused")]);
    expect((await assay(PLAN, options)).stdout).toContain("0 to run, 2 stored already");
    changeProgram();
    expect((await assay(PLAN, options)).stdout).toContain("2 × changed: agent");
  });

  test("is not planned into the network of this machine", async () => {
    const { options, profile } = await exampleHere();
    profile("network_access: allow\n");
    const { code, stderr } = await assay(PLAN, options);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('network_access: allow would put the agent "scribe", which has no image'),
    ]);
  });
});
