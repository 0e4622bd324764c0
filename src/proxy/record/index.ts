export type { OwnAccount } from "./own-account.ts";
export { openRecorder, type Recorder } from "./recorder.ts";
export { type ToldByWire, toldByWire } from "./told-by-wire.ts";
export type * from "./wire-record.ts";
