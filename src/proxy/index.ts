export {
  type OpenedProxy,
  openProxy,
  type ProxyOptions,
  type RecordingProxy,
} from "./open-proxy.ts";
export type { TrialSpending } from "./price-gate.ts";
export type { OwnAccount } from "./record/own-account.ts";

export { type ToldByWire, toldByWire } from "./record/told-by-wire.ts";
export type { WireExchange, WireRecord } from "./record/wire-record.ts";
export { type WayInside, wayInside } from "./way-inside.ts";
