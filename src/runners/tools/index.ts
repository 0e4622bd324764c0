export { type GivenArguments, readArguments } from "./arguments.ts";
export { describeProcess, howItEnded, PROCESS_LIMITS } from "./exec-shell.ts";
export { type ExecutedTool, executeTool, type ToolRequest, type ToolSurroundings } from "./execute-tool.ts";
export { failure, success } from "./tool.ts";
export { toolDefinitions } from "./tool-definitions.ts";
