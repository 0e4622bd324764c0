export { answerBrowser } from "./answer.ts";
export { startServer, type ViewerServer } from "./start-server.ts";
