import { onTestFinished } from "vitest";
import { planTrials } from "../../src/campaign/plan.ts";
import { openTools } from "../../src/campaign/plan-tools.ts";
import { loadCampaign } from "../../src/config/index.ts";
import { openGateways } from "../../src/gateway/index.ts";
import { RUNNERS } from "../../src/runners/index.ts";
import { chooseSandbox, type Sandbox } from "../../src/sandbox/index.ts";
import { openMemoryStore } from "../../src/store/index.ts";
import { createRedactor } from "../../src/text/index.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { callsInTurn, type ToolCallOfTest } from "../tools/support.ts";

/** Plans the one trial of a workspace, lets something happen, and runs it in the real sandbox without storing anything. */
export async function planAndRun(
  root: string,
  {
    calls = [],
    between = () => {},
    secrets = [],
    signal = new AbortController().signal,
    sandbox,
  }: {
    calls?: ToolCallOfTest[];
    between?: () => void;
    secrets?: string[];
    signal?: AbortSignal;
    sandbox?: Sandbox;
  } = {},
) {
  const provider = await callsInTurn(...calls);
  const env = { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: "key-for-tests", PATH: process.env.PATH };
  const loaded = await loadCampaign({ from: root, suite: "s", runProfile: "p" });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
  const gateways = openGateways({ env });
  onTestFinished(() => gateways.close());
  const options = { store: openMemoryStore(), gateways, agentFingerprint: async () => "" };
  const { trials, problems } = await planTrials(loaded.value, options, openTools(options), new Map());
  const [planned] = trials;
  if (!planned) return { problems, artifact: null, directory: "", requests: 0 };
  between();
  const directory = temporaryFolder();
  const artifact = await RUNNERS.llm_probe.run(planned.trial, {
    gateway: planned.gateway,
    sandbox: sandbox ? { ok: true, sandbox } : await chooseSandbox({ setting: "auto", env: process.env }),
    redact: createRedactor(secrets),
    directory,
    clock: () => new Date(0),
    env,
    signal,
  });
  return { problems, artifact, directory, requests: provider.requests.length };
}
