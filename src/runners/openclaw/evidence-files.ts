import type { OutputArtifact, RunArtifact } from "../../records/index.ts";
import type { EvidenceFile } from "../contract/descriptor.ts";

/**
 * Which files of an OpenClaw trial are evidence: what the agent made, the expected file first, and the diff for what it
 * changed or deleted. The snapshot, transcript, configuration and log are plumbing; the last two are shown only when the
 * failure itself is all there is to evaluate.
 */
export function evidenceFiles(artifact: RunArtifact, onlyTheFailure: boolean): EvidenceFile[] {
  const ofType = (...types: string[]) =>
    artifact.artifacts.filter(({ artifact_type }) => types.includes(artifact_type));
  const outputs = expectedFirst(ofType("key_output"), artifact.runner_metadata.expected_artifact);
  const shown = new Set(outputs.map(({ path }) => path.replace(/^workspace\//, "")));
  const plumbing = onlyTheFailure ? ofType("log", "config") : [];
  return [
    ...outputs.map((file) => ({ file, ours: false })),
    // An empty diff says less than its absence.
    ...ofType("workspace_diff")
      .filter(({ bytes }) => bytes > 0)
      .map((file) => ({ file, ours: false, select: (diff: string) => withoutShown(diff, shown) })),
    ...plumbing.map((file) => ({ file, ours: true })),
  ];
}

/** Sections about files whose text the judge reads anyway keep their first line only. */
function withoutShown(diff: string, shown: ReadonlySet<string>): string {
  const sections = diff.split(/^(?=(?:added|changed|deleted) )/m);
  return sections
    .map((section) => {
      const headline = section.slice(0, section.indexOf("\n") + 1);
      const [, path] = /^added (.*) \(.*\)\n$/.exec(headline) ?? [];
      return path !== undefined && shown.has(path) ? headline : section;
    })
    .join("");
}

function expectedFirst(files: OutputArtifact[], expected: unknown): OutputArtifact[] {
  const isExpected = ({ path }: OutputArtifact) => path === `workspace/${expected}`;
  return [...files.filter(isExpected), ...files.filter((file) => !isExpected(file))];
}
