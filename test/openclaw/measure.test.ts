import { test } from "vitest";
import { agentProvider } from "./support/agent-provider.ts";
import { realOpenClaw } from "./support/real-image.ts";
import { runTrial } from "./support/trial.ts";

const real = await realOpenClaw();
test("measure", async () => {
  const { image, env } = real!;
  const provider = await agentProvider({ please: { says: "Yes." } });
  const run = (given: object) => runTrial({ image, dockerCli: "podman", env, baseUrl: provider.baseUrl, ...given });
  const t0 = performance.now();
  const single = await run({ runId: "s", messages: ["Say please."] });
  const t1 = performance.now();
  console.log("SINGLE", single.artifact.status, Math.round(t1 - t0), single.artifact.timing.latency_ms);
  const five = await run({ runId: "f", turns: [1, 2, 3, 4, 5].map((n) => `please ${n}`) });
  const t2 = performance.now();
  console.log("FIVE", five.artifact.status, Math.round(t2 - t1), five.artifact.timing.latency_ms);
}, 1_800_000);
