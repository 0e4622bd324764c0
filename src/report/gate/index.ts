export type { AnsweredComparison, GateAnswer } from "./answer.ts";
export {
  type ChangedCase,
  type ChangedOutcomes,
  changedOutcomes,
  type EarlierCases,
  type Outcomes,
} from "./changed-outcomes.ts";
export { decideGate, type GateQuestion, type GateReport } from "./decide-gate.ts";
export { renderGateMarkdown, renderGateText } from "./render.ts";
