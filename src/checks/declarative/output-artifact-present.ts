import type { Finding, RunArtifact } from "../../records/index.ts";

/**
 * Files that a runner writes about a run, or that the subject found and left unchanged. They always exist, so they count only
 * when requested by name.
 */
const RUNNERS_OWN = new Set([
  "workspace_diff",
  "workspace_snapshot",
  "log",
  "transcript",
  "config",
  "given_file",
  "setup_file",
]);

export function outputArtifactPresent(type: string | undefined, { artifacts }: RunArtifact): Finding {
  const matching = artifacts.filter(({ artifact_type }) =>
    type === undefined ? !RUNNERS_OWN.has(artifact_type) : artifact_type === type,
  );
  const wanted = type === undefined ? "an output artifact" : `an output artifact of type ${type}`;
  const [first] = matching;
  if (first)
    return {
      outcome: "passed",
      message: `The run recorded ${wanted}.`,
      seen: namesOf(matching.map(({ path }) => path)),
    };
  const types = [...new Set(artifacts.map(({ artifact_type }) => artifact_type))].sort();
  const seen = types.length > 0 ? `recorded types: ${namesOf(types)}` : "no artifacts";
  return { outcome: "failed", message: `The run did not record ${wanted}.`, seen };
}

function namesOf(names: string[]): string {
  const shown = names.slice(0, 5).join(", ");
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}
