export {
  AGENT_ROOM,
  KEPT_BYTES,
  MAX_ARGUMENT_BYTES,
  makeFolders,
  openAgentContainer,
  TRIAL_FOLDERS,
  turnBounds,
} from "./agent-container.ts";
export { fingerprintOf, fingerprintWith } from "./agent-fingerprint.ts";
export { agentIdInside } from "./agent-id.ts";
export { clientNamed, findAgentImage } from "./client.ts";
export { composeAgentArtifact } from "./compose-artifact.ts";
export { type EndedSession, giveUp, refuse, tryAgain, withArtifacts } from "./ended-session.ts";
export { type Engine, openEngine, versionIn } from "./engine.ts";
export { foreignObject } from "./foreign-json.ts";
export { agentIdentity } from "./identity.ts";
export { objectIn } from "./object-in-output.ts";
export { type AgentRuntime, expectedArtifactOf, runtimeIn, runtimeOf } from "./runtime.ts";
export { keepSession, sessionMetadata } from "./session-evidence.ts";
export { sessionIdOf } from "./session-id.ts";
export { giveFiles, setUpAgent, withSetupDeletions } from "./set-up.ts";
export { openTrialProxy } from "./trial-proxy.ts";
export {
  endedEarly,
  type FailedTurn,
  failedTurn,
  hasAsked,
  type Naming,
  refusedTurn,
  type ToldCalls,
  type Traces,
  type Turn,
  type TurnOutcome,
  withoutAnswer,
} from "./turn.ts";
