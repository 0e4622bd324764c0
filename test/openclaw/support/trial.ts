import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Agent, agent as agentSchema, type GivenFiles, runProfile, testCase } from "../../../src/config/index.ts";
import { openGateways } from "../../../src/gateway/index.ts";
import type { RunArtifact } from "../../../src/records/index.ts";
import {
  openAttachments,
  openCatalogue,
  RUNNERS,
  type RunnerSurroundings,
  type Trial,
} from "../../../src/runners/index.ts";
import type { SandboxChoice } from "../../../src/sandbox/index.ts";
import { sha256 } from "../../../src/text/index.ts";
import { temporaryFolder, writeFiles } from "../../support/temporary.ts";

export interface OpenClawTrial {
  /** Left out where the agent runs in the sandbox. */
  image?: string;
  /** Fields of agent.yaml about its program. */
  program?: Pick<Agent, "program" | "host_folders" | "environment">;
  sandbox?: SandboxChoice;
  dockerCli: string;
  baseUrl: string;
  env: Record<string, string | undefined>;
  openclaw?: Agent["openclaw"];
  workspace?: Record<string, string | Uint8Array>;
  messages?: string[];
  /** Name → content. */
  attachments?: Record<string, string>;
  turns?: string[];
  expectedArtifact?: string;
  primaryParams?: Record<string, unknown>;
  timeoutSeconds?: number;
  networkAccess?: "deny" | "allow" | string[];
  spending?: RunnerSurroundings["spending"];
  runId?: string;
  /** Of the image that the trial was planned with. */
  imageId?: string;
  /** Of the agent that the trial was planned with. */
  agentFingerprint?: string;
  signal?: AbortSignal;
  /** Files that the case gives to its subject, and the commands that prepare its workspace. */
  givenFiles?: Record<string, string>;
  setup?: string[];
  /** May still change the agent's folder. */
  prepare?: (agentFolder: string) => void;
}

export interface Finished {
  artifact: RunArtifact;
  /** Becomes run_1.artifacts/. */
  directory: string;
}

export const KEY = "sk-or-a-key-for-tests-only";

/** Runs one trial as a campaign would, and returns its result. */
export async function runTrial(given: OpenClawTrial): Promise<Finished> {
  const agentFolder = temporaryFolder();
  mkdirSync(join(agentFolder, "workspace"));
  writeFiles(join(agentFolder, "workspace"), given.workspace ?? { "AGENTS.md": "Be brief.\n" });
  given.prepare?.(agentFolder);
  const { messages = [], turns = [] } = given;
  const user = (content: string) => ({ role: "user" as const, content });
  const gateway = { base_url: given.baseUrl, api_key_env: "TEST_KEY" };
  const env = { ...given.env, TEST_KEY: KEY };
  const gateways = openGateways({ env });
  onTestFinished(() => gateways.close());
  const planned: Omit<Trial, "request"> = {
    run_id: given.runId ?? "a-run",
    image_id: given.imageId,
    agent_fingerprint: given.agentFingerprint,
    suite_id: "suite",
    run_profile_id: "profile",
    repetition: 1,
    model: { model_id: "model", primary_params: given.primaryParams as never },
    resolved_model: "some/model",
    loadedCase: {
      case: caseExpecting(given.expectedArtifact),
      path: join(agentFolder, "test.yaml"),
      messages: messages.map(user),
      tools: [],
      turns: turns.map(user),
      attachments: Object.entries(given.attachments ?? {}).map(([filename, content]) => ({
        filename,
        path: join(temporaryFolder({ [filename]: content }), filename),
        sha256: sha256(content),
        bytes: Buffer.byteLength(content),
      })),
    },
    settings: { timeout_seconds: 30, retries: 5, max_turns: 8 },
    runProfile: runProfile.parse({
      schema_version: 1,
      run_profile_id: "profile",
      title: "Profile",
      gateway,
      network_access: given.networkAccess,
      openclaw: {
        agent_id: "tester",
        image: given.image,
        docker_cli: given.dockerCli,
        timeout_seconds: given.timeoutSeconds ?? 300,
      },
    }),
    agent: {
      agent: agentSchema.parse({
        schema_version: 1,
        agent_id: "tester",
        title: "Tester",
        openclaw: given.openclaw,
        ...given.program,
      }),
      directory: agentFolder,
      workspace: join(agentFolder, "workspace"),
    },
  };
  const { model, resolved_model: resolvedModel, loadedCase, settings } = planned;
  if (given.givenFiles) loadedCase.workspace = givenFilesOf(given.givenFiles);
  if (given.setup) loadedCase.case.input.setup = given.setup;
  const subject = { model, resolvedModel, loadedCase, settings };
  const composed = await RUNNERS.openclaw.compose(
    subject,
    openAttachments(),
    openCatalogue({ isRecording: false, stored: () => null }),
  );
  if (!composed.ok) throw new Error(composed.problem);
  const directory = temporaryFolder();
  const trial: Trial = { ...planned, request: composed.request };
  const artifact = await RUNNERS.openclaw.run(trial, {
    gateway: gateways.forModel("some/model", gateway),
    sandbox: given.sandbox ?? { ok: false, reason: "not used by OpenClaw" },
    directory,
    spending: given.spending,
    clock: () => new Date(),
    env,
    signal: given.signal ?? new AbortController().signal,
  });
  return { artifact, directory };
}

/** Set after the schema has looked: what it refuses today must do no harm either. */
function caseExpecting(expectedArtifact: string | undefined) {
  const parsed = testCase.parse({
    schema_version: 1,
    case_id: "case",
    title: "Case",
    runner: { type: "openclaw" },
    input: {},
  });
  parsed.input.context.openclaw = expectedArtifact === undefined ? {} : { expected_artifact: expectedArtifact };
  return parsed;
}

/** As a loaded case lists them. */
export function givenFilesOf(files: Record<string, string>): GivenFiles {
  const folder = temporaryFolder(files);
  const entries = Object.entries(files).map(([path, content]) => {
    return { kind: "file" as const, path, from: join(folder, path), bytes: Buffer.byteLength(content), mode: 0o644 };
  });
  return { entries };
}
