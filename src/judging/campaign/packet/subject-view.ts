import type { RunArtifact } from "../../../records/index.ts";
import { type EvidenceFile, RUNNERS } from "../../../runners/index.ts";
import type { Blindfold } from "./blind.ts";
import { foldRepeatedLines } from "./fold-lines.ts";
import type { ExecutionEvidence } from "./packet.ts";
import { type TraceView, traceView } from "./trace-view.ts";

/** A runner's record in the form that a judge needs. */
export interface SubjectView extends TraceView {
  /** Files whose beginning and end the judge may read. */
  files: EvidenceFile[];
  material_failures: ExecutionEvidence["material_failures"];
}

/**
 * Selects a run's evidence by its runner's descriptor. Internal files are shown only when the run failed before the model said or
 * did anything: then there is only the failure to evaluate.
 */
export function subjectView(artifact: RunArtifact, blind: Blindfold): SubjectView {
  const view = traceView(artifact, blind);
  const silent = view.response.final_output === null && view.events.length === 0;
  const onlyTheFailure = silent && artifact.status !== "success";
  return {
    ...view,
    files: RUNNERS[artifact.runner].evidenceFiles(artifact, onlyTheFailure),
    material_failures: failures(artifact, blind),
  };
}

function failures({ failure }: RunArtifact, blind: Blindfold): ExecutionEvidence["material_failures"] {
  return failure ? [{ stage: failure.stage, message: foldRepeatedLines(blind.ownText(failure.message)) }] : [];
}
