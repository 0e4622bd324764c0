import { join } from "node:path";
import type { WireRecord } from "../../proxy/index.ts";
import { createRedactor } from "../../text/index.ts";
import type { OpenedTrial } from "../agent-environment/conduct-trial.ts";
import type { EndedSession } from "../agent-session/ended-session.ts";
import { expectedArtifactOf } from "../agent-session/runtime.ts";
import { keepSession, sessionMetadata } from "../agent-session/session-evidence.ts";
import { withSetupDeletions } from "../agent-session/set-up.ts";
import type { Turn } from "../agent-session/turn.ts";
import type { RunnerSurroundings, Trial } from "../contract/runner.ts";
import { collectWorkspace, keepText } from "../workspace/evidence.ts";
import { readTranscript } from "./read-transcript.ts";
import type { Session } from "./session.ts";
import { deferredCall, isInternal, transcriptTrace } from "./transcript-trace.ts";
import type { ValidatedConfig } from "./validate-config.ts";

/** OpenClaw's validated configuration, and the turns taken with it. */
export interface OpenClawTurns {
  session: Pick<Session, "agentId">;
  validated: ValidatedConfig;
  turns: Turn[];
}

/** Collects a session's evidence: configuration, log, reports, transcript, wire traffic, and the workspace's changes. */
export async function collectOpenClawEvidence(
  trial: Trial,
  { directory, signal }: RunnerSurroundings,
  opened: OpenedTrial,
  { session: { agentId }, validated, turns }: OpenClawTurns,
  wire: WireRecord,
): Promise<EndedSession> {
  const { place, folder, before, scratch, sessionId } = opened;
  const { below } = place.layout;
  const redact = createRedactor(opened.secrets);
  const expectedArtifact = expectedArtifactOf(trial.loadedCase.case);
  const keep = (type: string, path: string, text: string) => keepText(directory, type, path, redact(text));
  const transcript = await readTranscript({ root: folder, path: below.state }, { agentId, sessionId, signal }, scratch);
  const after = join(folder, below.workspace);
  const workspace = await collectWorkspace({ before, after, directory, expectedArtifact, redact });
  const events = transcript.events.map((event) => `${JSON.stringify(event)}\n`).join("");
  const log = { name: "openclaw.log", before: [validationIn(validated)] };
  const kept = await keepSession({ turns, wire, directory, redact }, log);
  const artifacts = [
    await keep("config", "openclaw.json", `${JSON.stringify(validated.config, null, 2)}\n`),
    kept.log,
    kept.reports,
    await keep("transcript", "transcript.jsonl", events),
    kept.wire,
    ...workspace.artifacts,
  ];
  return {
    problem: validated.ok ? null : { fault: validated.fault, message: validated.problem },
    turns,
    transcript: transcriptTrace(transcript.events, Math.max(1, turns.length)),
    isInternal,
    unwrap: deferredCall,
    wire,
    artifacts,
    redact,
    expectedArtifactPresent: workspace.expectedArtifactPresent,
    left: await withSetupDeletions(workspace.left, trial.request, before),
    metadata: {
      ...place.metadata,
      openclaw_version: place.version,
      agent_id: agentId,
      agent_fingerprint: opened.agentFingerprint,
      transcript_source: transcript.source,
      ...sessionMetadata(wire, workspace, {
        sessionId,
        expectedArtifact,
        notes: [...place.notes, transcript.problem],
      }),
    },
  };
}

function validationIn({ asked }: ValidatedConfig): string {
  const said = asked ? `${asked.stdout}${asked.stderr}` : "accepted before, and not asked again";
  return `openclaw config validate --json\n${said}`;
}
