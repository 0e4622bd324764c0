export { type ExecutedTool, executeTool, type ToolRequest, type ToolSurroundings } from "./execute-tool.ts";
export { toolDefinitions } from "./tool-definitions.ts";
