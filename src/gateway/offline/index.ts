export { type JudgeProgram, type JudgeTemperament, judgeShape } from "./judge.ts";
export { isOfflineModel, offlineGateway, offlineProblem } from "./offline-gateway.ts";
