import { describeFields } from "../../../test/support/field-rows.ts";

const executionDefaults = { max_concurrency: 1, run_repetitions: 1, fail_fast: false, stop_on_runner_error: true };
const openclaw = { agent_id: "a", image: "openclaw:2026.9.6", timeout_seconds: 600 };

describeFields("run profile", [
  { field: "schema_version", good: 1, bad: null, says: "expected 1, found nothing" },
  { field: "run_profile_id", good: "r", bad: "-r", says: "a slug", at: "run_profile_id" },
  { field: "title", good: "R", bad: "", says: "must not be empty" },
  {
    field: "runner_defaults",
    good: { temperature: 0 },
    bad: { temprature: 0 },
    says: "is not a known field",
    at: "runner_defaults.temprature",
  },
  {
    field: "model_overrides",
    good: { big: { max_tokens: 4096 } },
    bad: { big: 1 },
    says: "expected a mapping",
    at: "model_overrides.big",
  },
  {
    field: "execution_policy",
    good: { fail_fast: true },
    readAs: { ...executionDefaults, fail_fast: true },
    bad: { max_workers: 4 },
    says: "is not a known field",
    at: "execution_policy.max_workers",
  },
  {
    field: "openclaw",
    good: openclaw,
    readAs: { ...openclaw, docker_cli: "docker" },
    bad: { agent_id: "a", image: "i:1" },
    says: "is missing",
    at: "openclaw.timeout_seconds",
  },
  {
    field: "openclaw",
    good: { agent_id: "a", timeout_seconds: 60 },
    readAs: { agent_id: "a", timeout_seconds: 60, docker_cli: "docker" },
    bad: { agent_id: "a", timeout_seconds: 60, imag: "i:1" },
    says: "is not a known field",
    at: "openclaw.imag",
  },
  { field: "gateway", good: { base_url: "http://localhost:1/v1" }, bad: "http://x", says: "expected a mapping" },
  { field: "sandbox", good: "unsafe_host", bad: "none", says: "expected auto, bubblewrap" },
  { field: "sandbox_disk_mb", good: 16, bad: 0.5, says: "expected a whole number" },
  { field: "network_access", good: "allow", bad: true, says: "expected deny or allow, found true" },
]);

for (const at of ["runner_defaults", "model_overrides.m"])
  describeFields("run profile", [
    { field: `${at}.temperature`, good: 0, bad: -1, says: "expected at least 0" },
    { field: `${at}.top_p`, good: 1, bad: 1.01, says: "expected at most 1" },
    { field: `${at}.max_tokens`, good: 1024, bad: "1024", says: "expected a number" },
    { field: `${at}.seed`, good: null, bad: "x", says: "expected a number" },
    { field: `${at}.timeout_seconds`, good: 60, bad: -60, says: "expected more than 0" },
    { field: `${at}.retries`, good: 2, bad: 1.5, says: "expected a whole number" },
    { field: `${at}.max_turns`, good: 8, bad: 0, says: "expected at least 1" },
    {
      field: `${at}.request_options`,
      good: { provider: { order: ["x"] } },
      bad: { temperature: 0 },
      says: "has a field of its own",
      at: `${at}.request_options.temperature`,
    },
  ]);

describeFields("run profile", [
  { field: "execution_policy.max_concurrency", good: 64, bad: 0, says: "expected at least 1" },
  { field: "execution_policy.run_repetitions", good: 3, bad: 0, says: "expected at least 1" },
  { field: "execution_policy.fail_fast", good: true, bad: "yes", says: "expected true or false" },
  { field: "execution_policy.stop_on_runner_error", good: false, bad: 0, says: "expected true or false" },
  { field: "openclaw.agent_id", given: { openclaw }, good: "a", bad: "b", says: 'no agent is called "b"' },
  { field: "openclaw.image", given: { openclaw }, good: "x/y@sha256:00", bad: "", says: "must not be empty" },
  { field: "openclaw.timeout_seconds", given: { openclaw }, good: 1, bad: 0, says: "expected more than 0" },
  { field: "openclaw.docker_cli", given: { openclaw }, good: "podman", bad: ["podman"], says: "expected text" },
]);
