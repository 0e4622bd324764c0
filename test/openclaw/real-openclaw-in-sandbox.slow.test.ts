import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { chooseSandbox } from "../../src/sandbox/index.ts";
import { lacks } from "../support/needs.ts";
import { scriptedProvider } from "../support/scripted-provider.ts";
import { agentProvider } from "./support/agent-provider.ts";
import { realOpenClaw } from "./support/real-image.ts";
import {
  expectOnlyTheModel,
  expectRefused,
  expectTimeOut,
  searchOf,
  silentModel,
  WRITES_THE_REPORT,
} from "./support/real-scenarios.ts";
import { foldersLeft } from "./support/run-with-stand-in.ts";
import { KEY, type OpenClawTrial, runTrial } from "./support/trial.ts";

/** Its setup builds an image as well. */
const lacking = [lacks("sandbox"), lacks("containers"), lacks("images")].some(Boolean);
const real = lacking ? null : await realOpenClaw();
/** These take minutes, so only who asks for them gets them: see CONTRIBUTING.md. */
const wantsAll = process.env.ASSAY_TEST_ALL_AGENTS === "1";

/** The program of this machine, and no container engine anywhere. */
describe.skipIf(real === null)("the real OpenClaw in the sandbox", () => {
  const run = async (baseUrl: string, given: Partial<OpenClawTrial>) =>
    runTrial({
      program: real!.inSandbox,
      sandbox: await chooseSandbox({ setting: "auto", env: process.env }),
      dockerCli: "no-such-engine",
      env: process.env,
      baseUrl,
      ...given,
    });

  test("remembers over two turns, and neither key nor network is in its reach", async () => {
    const provider = await agentProvider({
      "write the report": WRITES_THE_REPORT,
      "run the script": {
        tools: [
          {
            name: "exec",
            arguments: { command: `cat out/report.md; rm notes.md; ${searchOf("/workspace /run /tmp /etc")}; exit 3` },
          },
        ],
        says: (result) => `It says ${result}`,
      },
    });
    const { artifact, directory } = await run(provider.baseUrl, {
      runId: "sandbox-double",
      turns: ["Please write the report.", "Please run the script."],
      expectedArtifact: "out/report.md",
      workspace: { "notes.md": "old notes\n" },
    });
    expect(artifact, JSON.stringify(artifact.failure)).toMatchObject({
      status: "success",
      final_output: expect.stringContaining("All is well."),
      usage: { total_tokens: 480, cost_usd: 0.004 },
      runner_metadata: {
        sandbox: "bubblewrap",
        openclaw_version: "2026.9.6",
        program: { digests: ["openclaw@2026.9.6"] },
        transcript_source: "sqlite",
        expected_artifact_present: true,
        usage_per_turn: [{ total_tokens: 240 }, { total_tokens: 240 }],
        notes: [],
      },
    });
    const results = artifact.trace.flatMap((event) => (event.kind === "tool_result" ? [event.status] : []));
    expect(results).toEqual(["success", "error"]);
    expect(readFileSync(join(directory, "workspace/found.txt"), "utf8")).toBe("0\n0\nENETUNREACH\n");
    expect(readFileSync(join(directory, "workspace.diff"), "utf8")).toContain("deleted notes.md");
    expectOnlyTheModel(artifact);
    expect(JSON.stringify(artifact)).not.toContain(KEY);
    expect(foldersLeft()).toEqual([]);
  }, 600_000);

  test.runIf(wantsAll)(
    "a single turn writes a file, a refused key is the provider's, and a time-out is told as one",
    async () => {
      const provider = await agentProvider({ "write the report": WRITES_THE_REPORT });
      const refusing = await scriptedProvider([{ status: 401, body: { error: { message: "bad key" } } }]);
      const silent = await silentModel();
      const single = await run(provider.baseUrl, {
        runId: "sandbox-single",
        messages: ["Please write the report."],
        expectedArtifact: "out/report.md",
      });
      expect(single.artifact).toMatchObject({ status: "success", final_output: "The report is written." });
      expect(readFileSync(join(single.directory, "workspace/out/report.md"), "utf8")).toContain("All is well.");
      expectOnlyTheModel(single.artifact);
      const refused = await run(refusing.baseUrl, { runId: "sandbox-refused", messages: ["Hello."] });
      expectRefused(refused.artifact);
      const timedOut = await run(silent.baseUrl, { runId: "sandbox-silent", messages: ["Hello."], timeoutSeconds: 90 });
      expectTimeOut(timedOut.artifact);
      expect(silent.requests.length).toBeGreaterThan(0);
      expect(foldersLeft()).toEqual([]);
    },
    900_000,
  );
});
