export { connectRedis, type RedisConnection, readRedisAddress } from "./connection/index.ts";
export { openContentCache, openContents, openRoomKeeper } from "./contents/index.ts";
export {
  type JobBoard,
  openJobBoard,
  openLuggage,
  remoteChecks,
  remoteGateways,
  remoteLooks,
  remoteTrials,
} from "./coordinator/index.ts";
export { redisClock } from "./jobs/index.ts";
export { openGlobalLimits } from "./limits/index.ts";
export { announceWorker, type PresentWorker, presentWorkers, type WorkerCapabilities } from "./presence/index.ts";
export { openJobWorker, openMachine, openResultWriter, type WorkerEvent } from "./worker/index.ts";
