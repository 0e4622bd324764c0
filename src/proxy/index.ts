export { type ContainerAccess, containerAccess } from "./container-access.ts";
export {
  type OpenedProxy,
  openProxy,
  type ProxyOptions,
  type RecordingProxy,
} from "./open-proxy.ts";
export type { TrialSpending } from "./price-gate.ts";

export { type OutcomeFromWire, outcomeFromWire } from "./record/outcome-from-wire.ts";
export type { OwnAccount } from "./record/own-account.ts";
export type { WireExchange, WireRecord } from "./record/wire-record.ts";
