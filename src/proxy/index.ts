export {
  type OpenedProxy,
  openProxy,
  type ProxyOptions,
  type RecordingProxy,
} from "./open-proxy.ts";
export type { TrialSpending } from "./price-gate.ts";
export * from "./record/index.ts";
export { type WayInside, wayInside } from "./way-inside.ts";
