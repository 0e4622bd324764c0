export type { AgentProgram } from "./agent-program.ts";
export { type AgentCourse, conductTrial, type OpenedTrial } from "./conduct-trial.ts";
export { type FillIns, fillIn } from "./fill-in.ts";
export { findProgram } from "./find-program.ts";
export { installationOf } from "./installation.ts";
export { namingIn } from "./naming.ts";
export type { AgentPlace } from "./place.ts";
