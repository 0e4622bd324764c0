import { join } from "node:path";
import { stringify } from "yaml";
import { runChecks } from "../../src/checks/index.ts";
import { type DeterministicCheck, type LoadedCase, securityPolicy, testCase } from "../../src/config/index.ts";
import type { CheckResult, RunArtifact } from "../../src/records/index.ts";
import type { SandboxChoice } from "../../src/sandbox/index.ts";
import { temporaryFolder, writeFiles } from "../support/temporary.ts";

const NO_SANDBOX: SandboxChoice = { ok: false, reason: "this test has none" };

export interface Trial {
  /** Files of the subject, below run_1.artifacts/. */
  files?: Record<string, string | Uint8Array>;
  /** Files of the workspace root, e.g. `configs/cases/greet/hooks/check.py`. */
  workspaceFiles?: Record<string, string | Uint8Array>;
  artifact?: Partial<RunArtifact>;
  policy?: { allow_local_python_hooks?: boolean; network_access?: "allow" | "deny" };
  sandbox?: SandboxChoice;
  env?: Record<string, string | undefined>;
  signal?: AbortSignal;
  metadata?: Record<string, string>;
}

export interface Prepared {
  root: string;
  artifacts: string;
  check(check: Partial<DeterministicCheck>): Promise<CheckResult>;
}

/** A case in a workspace and a stored trial of it, to run one check against. */
export function prepare(trial: Trial = {}): Prepared {
  const root = temporaryFolder({ "configs/cases/greet/test.yaml": stringify({ case_id: "greet" }) });
  writeFiles(root, trial.workspaceFiles ?? {});
  const artifacts = join(root, "outputs", "run_1.artifacts");
  writeFiles(artifacts, { "workspace/.keep": "", "tmp/.keep": "", ...trial.files });
  return {
    root,
    artifacts,
    async check(check) {
      const loaded: LoadedCase = {
        case: testCase.parse({
          schema_version: 1,
          case_id: "greet",
          title: "Greet",
          runner: { type: "llm_probe" },
          input: { messages: [{ role: "user", content: "Say hello" }] },
          metadata: trial.metadata ?? {},
          deterministic_checks: [{ check_id: "the-check", ...check }],
        }),
        path: join(root, "configs/cases/greet/test.yaml"),
        messages: [{ role: "user", content: "Say hello" }],
        turns: [],
        attachments: [],
        tools: [],
      };
      const results = await runChecks(
        loaded,
        artifactOf(trial.artifact),
        artifacts,
        securityPolicy.parse(trial.policy ?? {}),
        {
          sandbox: trial.sandbox ?? NO_SANDBOX,
          ...(trial.env ? { env: trial.env } : {}),
          ...(trial.signal ? { signal: trial.signal } : {}),
        },
      );
      return results[0]!;
    },
  };
}

function artifactOf(overrides: Partial<RunArtifact> = {}): RunArtifact {
  return {
    schema_version: 1,
    identity: { run_id: "r", suite_id: "s", run_profile_id: "p", model_id: "m", case_id: "greet", repetition: 1 },
    runner: "llm_probe",
    status: "success",
    final_output: "Hello!",
    final_output_forced: false,
    failure: null,
    request: {
      gateway: "offline",
      model: "offline/diligent",
      offline: true,
      execution_parameters: {},
      messages: [],
      turns: [],
      tools: [],
      metadata: {},
    },
    provider: [],
    timing: {
      started_at: "2026-01-01T00:00:00Z",
      finished_at: "2026-01-01T00:00:01Z",
      duration_ms: 1000,
      latency_ms: 900,
    },
    usage: null,
    trace: [],
    artifacts: [],
    runner_metadata: {},
    ...overrides,
  };
}
