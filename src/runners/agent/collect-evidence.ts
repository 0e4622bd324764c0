import { join } from "node:path";
import type { WireRecord } from "../../proxy/index.ts";
import { createRedactor } from "../../text/index.ts";
import type { OpenedTrial } from "../agent-environment/conduct-trial.ts";
import type { EndedSession } from "../agent-session/ended-session.ts";
import { keepSession, sessionMetadata } from "../agent-session/session-evidence.ts";
import { withSetupDeletions } from "../agent-session/set-up.ts";
import type { Turn } from "../agent-session/turn.ts";
import type { TrialRequest } from "../request/trial-request.ts";
import { collectWorkspace } from "../workspace/evidence.ts";

export interface ExecutedTurns {
  request: TrialRequest;
  opened: OpenedTrial;
  turns: Turn[];
  sessionId: string;
  wire: WireRecord;
  /** Target folder of the evidence: run_N.artifacts/. */
  directory: string;
  expectedArtifact: string | undefined;
  /** Identifies the agent in the record. */
  about: Record<string, unknown>;
}

/** Collects a session's evidence: the workspace's changes, its log, its reports, and the wire traffic. */
export async function collectEvidence(executed: ExecutedTurns): Promise<EndedSession> {
  const { turns, wire, directory, expectedArtifact, sessionId } = executed;
  const { before, folder, place, secrets } = executed.opened;
  const redact = createRedactor(secrets);
  const after = join(folder, place.layout.below.workspace);
  const workspace = await collectWorkspace({ before, after, directory, expectedArtifact, redact });
  const kept = await keepSession({ turns, wire, directory, redact }, { name: "agent.log", before: [] });
  return {
    problem: null,
    turns,
    transcript: [],
    wire,
    artifacts: [kept.log, kept.reports, kept.wire, ...workspace.artifacts],
    redact,
    expectedArtifactPresent: workspace.expectedArtifactPresent,
    left: await withSetupDeletions(workspace.left, executed.request, before),
    metadata: {
      ...executed.about,
      ...place.metadata,
      version: place.version,
      ...sessionMetadata(wire, workspace, { sessionId, expectedArtifact, notes: place.notes }),
    },
  };
}
