import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { agent as agentSchema, runProfile, testCase } from "../../../src/config/index.ts";
import { openGateways } from "../../../src/gateway/index.ts";
import { openAttachments, openCatalogue, RUNNERS, type Trial } from "../../../src/runners/index.ts";
import { chooseSandbox, type SandboxChoice } from "../../../src/sandbox/index.ts";
import { type Finished, givenFilesOf } from "../../openclaw/support/trial.ts";
import { temporaryFolder, writeFiles } from "../../support/temporary.ts";
import { REAL_KEY, type Upstream } from "../../support/wire-upstream.ts";

export interface AgentTrial {
  /** Fields of agent.yaml besides its id and title. */
  agent: Record<string, unknown>;
  provider: Pick<Upstream, "port">;
  /** Path prefix of the provider's endpoint; defaults to `/v1`. */
  base?: string;
  env?: Record<string, string | undefined>;
  model?: string;
  workspace?: Record<string, string>;
  messages?: string[];
  turns?: string[];
  expectedArtifact?: string;
  timeoutSeconds?: number;
  networkAccess?: "deny" | "allow" | string[];
  dockerCli?: string;
  sandbox?: SandboxChoice;
  /** Files that the case gives to its subject, and the commands that prepare its workspace. */
  givenFiles?: Record<string, string>;
  setup?: string[];
  diskMb?: number;
  runId?: string;
  signal?: AbortSignal;
}

export const MODEL = "maker/model-1";

/** Runs one trial as a campaign would, and returns its result. */
export async function runAgentTrial(given: AgentTrial): Promise<Finished> {
  const agentFolder = temporaryFolder();
  mkdirSync(join(agentFolder, "workspace"));
  writeFiles(join(agentFolder, "workspace"), given.workspace ?? { "README.md": "A small project.\n" });
  const { messages = [], turns = [] } = given;
  const user = (content: string) => ({ role: "user" as const, content });
  const gateway = {
    base_url: `http://127.0.0.1:${given.provider.port}${given.base ?? "/v1"}`,
    api_key_env: "TEST_KEY",
  };
  const env = { ...process.env, ...given.env, TEST_KEY: REAL_KEY };
  const gateways = openGateways({ env });
  onTestFinished(() => gateways.close());
  const context = { agent: { expected_artifact: given.expectedArtifact } };
  const planned: Omit<Trial, "request"> = {
    run_id: given.runId ?? "a-run",
    suite_id: "suite",
    run_profile_id: "profile",
    repetition: 1,
    model: { model_id: "model" },
    resolved_model: given.model ?? MODEL,
    loadedCase: {
      case: testCase.parse({
        schema_version: 1,
        case_id: "case",
        title: "Case",
        runner: { type: "agent" },
        input: { context: given.expectedArtifact === undefined ? {} : context },
      }),
      path: join(agentFolder, "test.yaml"),
      messages: messages.map(user),
      turns: turns.map(user),
      attachments: [],
      tools: [],
    },
    settings: { timeout_seconds: 30, retries: 5, max_turns: 8 },
    runProfile: runProfile.parse({
      schema_version: 1,
      run_profile_id: "profile",
      title: "Profile",
      gateway,
      network_access: given.networkAccess,
      sandbox_disk_mb: given.diskMb,
      agent: { timeout_seconds: given.timeoutSeconds ?? 120, docker_cli: given.dockerCli },
    }),
    agent: {
      agent: agentSchema.parse({ schema_version: 1, agent_id: "tester", title: "Tester", ...given.agent }),
      directory: agentFolder,
      workspace: join(agentFolder, "workspace"),
    },
  };
  const { model, resolved_model: resolvedModel, loadedCase, settings, agent } = planned;
  if (given.givenFiles) loadedCase.workspace = givenFilesOf(given.givenFiles);
  if (given.setup) loadedCase.case.input.setup = given.setup;
  const composed = await RUNNERS.agent.compose(
    { model, resolvedModel, loadedCase, settings, agent },
    openAttachments(),
    openCatalogue({ isRecording: false, stored: () => null }),
  );
  if (!composed.ok) throw new Error(composed.problem);
  const directory = temporaryFolder();
  const artifact = await RUNNERS.agent.run(
    { ...planned, request: composed.request },
    {
      gateway: gateways.forModel(resolvedModel, gateway),
      sandbox: given.sandbox ?? (await chooseSandbox({ setting: "auto", env })),
      directory,
      clock: () => new Date(),
      env,
      signal: given.signal ?? new AbortController().signal,
    },
  );
  return { artifact, directory };
}
