export { answerOffline, isOfflineModel, offlineProblem } from "./answer-offline.ts";
