export type { GateAnswer } from "./answer.ts";
export {
  changedOutcomes,
  type EarlierCases,
} from "./changed-outcomes.ts";
export { decideGate, type GateReport } from "./decide-gate.ts";
export { renderGateMarkdown } from "./render.ts";
