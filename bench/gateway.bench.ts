import { openGateways } from "../src/gateway/index.ts";
import { startScriptedServer } from "../test/support/scripted-server.ts";
import { secondProcess } from "./support/second-process.ts";

/**
 * The cost of the gateway itself, and its behaviour towards a provider that limits concurrent requests. The provider is a
 * separate process: it answers after 20 ms, and 429 while 20 other requests are in flight.
 */
const CALLS = 2000;
const WANTED_AT_ONCE = 64;
const ADMITTED = 20;
const LATENCY_MS = 20;

if (process.argv[2] === "provider") await serve();
else await measure();

async function measure(): Promise<void> {
  const { ready: base_url, stop } = await secondProcess<string>("provider");
  try {
    const free = await ask(base_url, "unlimited");
    const ideal = (CALLS * LATENCY_MS) / WANTED_AT_ONCE;
    console.log(`  ${CALLS} calls of ${LATENCY_MS} ms, ${WANTED_AT_ONCE} at a time`);
    console.log(`    ${(free.elapsed / ideal).toFixed(2)} × the ideal, ${(free.cpu / CALLS).toFixed(2)} ms CPU a call`);
    const limited = await ask(base_url, "limited");
    console.log(`  the same against a provider that admits ${ADMITTED}`);
    console.log(
      `    ${limited.refused} refused (${((limited.refused / CALLS) * 100).toFixed(1)} %), ${limited.failed} failed`,
    );
    if (limited.failed > 0 || limited.refused > CALLS / 4) process.exitCode = 1;
  } finally {
    stop();
  }
}

async function ask(base_url: string, model: string) {
  const gateways = openGateways({
    env: {},
    random: () => 0,
    sleep: () => new Promise((resolve) => setTimeout(resolve, 20)),
  });
  const gateway = gateways.forModel(model, { base_url });
  const request = { model, messages: [{ role: "user" as const, content: "Hi" }], options: {} };
  let [left, refused, failed] = [CALLS, 0, 0];
  const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()];
  const work = async () => {
    while (left-- > 0) {
      const outcome = await gateway.complete(request, { timeoutSeconds: 30, retries: 100, onRetry: () => refused++ });
      if (outcome.status !== "answered") failed++;
    }
  };
  await Promise.all(Array.from({ length: WANTED_AT_ONCE }, work));
  const { user, system } = process.cpuUsage(cpuBefore);
  await gateways.close();
  return { elapsed: performance.now() - startedAt, cpu: (user + system) / 1000, refused, failed };
}

async function serve(): Promise<void> {
  let serving = 0;
  const server = await startScriptedServer(async ({ body }) => {
    if (body.model === "limited" && serving >= ADMITTED) return { status: 429 };
    serving++;
    await new Promise((resolve) => setTimeout(resolve, LATENCY_MS));
    serving--;
    return "ok";
  });
  process.send!(server.baseUrl);
}
