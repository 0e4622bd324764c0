export {
  callIdentity,
  hashMessages,
} from "./ask-judge.ts";
export { brokenAnswers, violationWords } from "./broken-answers.ts";
export type { NotAskedBecause } from "./call-state.ts";
export type { Contract, ContractResult } from "./contract.ts";
export { costOfCalls, type ForeseenCalls, type ForeseenCost, foreseeCalls } from "./foresee-calls.ts";
export { judgeAgain, type QuestionAgain } from "./judge-again.ts";
export { judgeProblems, judgesOfProfile, type NamedJudge, type ResolvedJudge, resolveJudges } from "./judges.ts";
export { takeJudgingLock } from "./judging-lock.ts";
export {
  openPanel,
  type Panel,
  type PanelCall,
  type PanelOptions,
  type PanelQuestion,
} from "./panel.ts";
