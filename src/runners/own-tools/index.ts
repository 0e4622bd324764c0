export { type OpenCatalogue, openCatalogue } from "./catalogue.ts";

export { type DiscoveredTools, discoverTools } from "./mcp/discover.ts";
export { needsSandbox, reachesFiles, toolSecrets } from "./needs.ts";
export { planTools, type ToolCatalogue } from "./plan-tools.ts";
export { closeToolBook } from "./recordings/close-book.ts";
export { openToolBook, type ToolBook } from "./recordings/tool-book.ts";
export { openToolSession, type ToolSession } from "./tool-session.ts";
