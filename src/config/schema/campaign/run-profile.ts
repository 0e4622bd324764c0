import { z } from "zod";
import { simulatedUserDefaults } from "../case/simulated-user.ts";
import { gatewayConfig, nonEmpty, schemaVersion, slug } from "../fields/common.ts";
import { runnerSettings } from "../fields/runner-settings.ts";
import { networkAccess } from "./network-access.ts";

const SANDBOX_SETTINGS = ["auto", "bubblewrap", "namespaces", "container", "sandbox_exec", "unsafe_host"] as const;

export const openclawRunProfile = z.strictObject({
  agent_id: slug.describe("Resolves configs/agents/<agent_id>/"),
  image: nonEmpty
    .optional()
    .describe("Pinned OCI image with the openclaw CLI; left out, the agent's own, or the sandbox with this machine's"),
  timeout_seconds: z.number().positive().describe("Wall-clock limit of the container run"),
  docker_cli: nonEmpty.default("docker").describe("OCI runtime CLI, e.g. `podman`"),
});

export const agentRunProfile = z.strictObject({
  agent_id: slug
    .optional()
    .describe("Resolves configs/agents/<agent_id>/; for models of the suite that name no agent themselves"),
  timeout_seconds: z.number().positive().describe("Wall-clock limit of each turn"),
  docker_cli: nonEmpty.default("docker").describe("OCI runtime CLI for agents with an `image`, e.g. `podman`"),
});

export const executionPolicy = z.strictObject({
  max_concurrency: z.number().int().min(1).default(1).describe("Trials in parallel"),
  run_repetitions: z.number().int().min(1).default(1).describe("Trials per model and case"),
  fail_fast: z.boolean().default(false).describe("Stop after the first trial that fails"),
  stop_on_runner_error: z.boolean().default(true).describe("Stop after the first unrecoverable runner error"),
});

export const runProfile = z.strictObject({
  schema_version: schemaVersion,
  run_profile_id: slug.describe("Unique id; the name of its file"),
  title: nonEmpty.describe("Human-readable label"),
  runner_defaults: runnerSettings.prefault({}).describe("Settings for every case"),
  model_overrides: z.record(z.string(), runnerSettings).default({}).describe("Settings per model; key = model_id"),
  execution_policy: executionPolicy.prefault({}).describe("Concurrency and error handling"),
  gateway: gatewayConfig.optional().describe("Endpoint for models without their own; default: OpenRouter"),
  sandbox: z.enum(SANDBOX_SETTINGS).default("auto").describe("Where `exec_shell` runs; `unsafe_host` is not a sandbox"),
  sandbox_disk_mb: z
    .number()
    .int()
    .min(1)
    .default(1024)
    .describe("Limit for a trial's workspace and /tmp together, in MiB; a command that exceeds it is ended"),
  network_access: networkAccess,
  simulated_user: simulatedUserDefaults.optional().describe("Who plays the users of cases with `input.user`"),
  openclaw: openclawRunProfile.optional().describe("OpenClaw runtime"),
  agent: agentRunProfile.optional().describe("For `runner.type: agent`"),
});

export type RunProfile = z.infer<typeof runProfile>;
