export { answerOffline, isOfflineModel, offlineProblem } from "./answer-offline.ts";
export { type JudgeProgram, type JudgeTemperament, judgeShape } from "./judge.ts";
