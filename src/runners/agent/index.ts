export { agentDefinitionOf, identifyingPart } from "./definition.ts";
export { agentProgram } from "./descriptor.ts";
