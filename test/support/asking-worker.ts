import { connectRedis } from "../../src/cluster/connection/connect-redis.ts";
import { readRedisAddress } from "../../src/cluster/connection/redis-address.ts";
import { openGlobalLimits } from "../../src/cluster/limits/open-global-limits.ts";
import { openGateways } from "../../src/gateway/index.ts";

// A process that asks a model so many times, so many at once, under limits that it shares with others of its kind.
const { redis, base_url, worker, requests, atOnce, settings } = JSON.parse(process.argv[2]!);
const read = readRedisAddress({ url: redis });
const connected = read.ok ? await connectRedis(read.address) : read;
if (!connected.ok) throw new Error(connected.problem);
const limits = await openGlobalLimits(connected.connection, { worker, settings });
const gateways = openGateways({ env: {}, lanes: limits.lanes });
const gateway = gateways.forModel("some/model", { base_url });
const request = { model: "some/model", messages: [{ role: "user" as const, content: worker }], options: {} };
let left: number = requests;
let answered = 0;
async function ask(): Promise<void> {
  while (left-- > 0) {
    const outcome = await gateway.complete(request, { timeoutSeconds: 30, retries: 50 });
    if (outcome.status === "answered") answered++;
  }
}
await Promise.all(Array.from({ length: atOnce }, ask));
await gateways.close();
await limits.close();
await connected.connection.close();
process.stdout.write(`${answered}\n`);
