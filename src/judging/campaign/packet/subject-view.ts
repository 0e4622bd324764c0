import type { OutputArtifact, RunArtifact } from "../../../records/index.ts";
import type { Blindfold } from "./blind.ts";
import { openClawFiles } from "./openclaw-files.ts";
import type { ExecutionEvidence } from "./packet.ts";
import { type TraceView, traceView } from "./trace-view.ts";

/** One runner's record, seen the way a judge needs it. */
export interface SubjectView extends TraceView {
  /**
   * Files whose beginning and end the judge may read. `ours` were written by the runner, not by the subject; `select` leaves out
   * what of a file stands elsewhere.
   */
  files: { file: OutputArtifact; ours: boolean; select?: (text: string) => string }[];
  material_failures: ExecutionEvidence["material_failures"];
}

/** Every runner has its own adapter, because each knows which of its records are evidence and which are plumbing. */
export function subjectView(artifact: RunArtifact, blind: Blindfold): SubjectView {
  return artifact.runner === "openclaw" ? viewOpenClaw(artifact, blind) : viewLlmProbe(artifact, blind);
}

function viewLlmProbe(artifact: RunArtifact, blind: Blindfold): SubjectView {
  return {
    ...traceView(artifact, blind),
    files: filesOf(artifact, (type) => !PLUMBING.has(type)),
    material_failures: failures(artifact, blind),
  };
}

/**
 * OpenClaw keeps its generated configuration, logs and transcript. They are shown only when the run failed before the model said or
 * did anything: then the failure itself is all there is to evaluate.
 */
function viewOpenClaw(artifact: RunArtifact, blind: Blindfold): SubjectView {
  const view = traceView(artifact, blind);
  const silent = view.response.final_output === null && view.events.length === 0;
  const onlyTheFailure = silent && artifact.status !== "success";
  return { ...view, files: openClawFiles(artifact, onlyTheFailure), material_failures: failures(artifact, blind) };
}

/** Types of files that runners write for debugging. */
const PLUMBING: ReadonlySet<string> = new Set(["log", "transcript", "config"]);

function filesOf({ artifacts }: RunArtifact, wanted: (type: string) => boolean): SubjectView["files"] {
  return artifacts
    .filter(({ artifact_type }) => wanted(artifact_type))
    .map((file) => ({ file, ours: PLUMBING.has(file.artifact_type) }));
}

function failures({ failure }: RunArtifact, blind: Blindfold): ExecutionEvidence["material_failures"] {
  return failure ? [{ stage: failure.stage, message: foldRepeatedLines(blind.ownText(failure.message)) }] : [];
}

/** Programs in trouble say the same thing again and again; once with a count says it all. */
export function foldRepeatedLines(text: string): string {
  const counts = new Map<string, number>();
  for (const line of text.split("\n")) counts.set(line, (counts.get(line) ?? 0) + 1);
  return [...counts]
    .map(([line, count]) => (count > 1 && line.trim() !== "" ? `${line} (${count} times)` : line))
    .join("\n");
}
