import type { OutputArtifact, RunArtifact } from "../../records/index.ts";
import type { EvidenceFile } from "../contract/descriptor.ts";

/**
 * Selects the evidence among an agent trial's files: the expected file first, or a note that it is missing, the agent's other
 * files, and the diff for changed or deleted ones. The snapshot, transcript, configuration and log are internal; the last two are
 * shown only when there is nothing but a failure to evaluate.
 */
export function evidenceFiles(artifact: RunArtifact, onlyTheFailure: boolean): EvidenceFile[] {
  const { artifacts, runner_metadata: metadata } = artifact;
  const ofType = (...types: string[]) => artifacts.filter(({ artifact_type }) => types.includes(artifact_type));
  const isNew = new Set(Array.isArray(metadata.new_files) ? metadata.new_files : []);
  const made = artifacts.filter(({ artifact_type, path }) => artifact_type === "key_output" || isNew.has(path));
  const outputs = expectedFirst(made, metadata.expected_artifact);
  const shown = new Set(outputs.map(({ path }) => path.replace(/^workspace\//, "")));
  const plumbing = onlyTheFailure ? ofType("log", "config") : [];
  return [
    ...missingFile(metadata),
    ...outputs.map((file) => ({ file, ours: false })),
    // An empty diff says less than its absence.
    ...ofType("workspace_diff")
      .filter(({ bytes }) => bytes > 0)
      .map((file) => ({ file, ours: false, select: (diff: string) => withoutShown(diff, shown) })),
    ...plumbing.map((file) => ({ file, ours: true })),
  ];
}

/** Tells a judge that the expected file is missing, which the other files do not show. */
function missingFile({ expected_artifact, expected_artifact_present }: RunArtifact["runner_metadata"]): EvidenceFile[] {
  if (typeof expected_artifact !== "string" || expected_artifact_present !== false) return [];
  const file = { artifact_type: "key_output", path: `workspace/${expected_artifact}`, bytes: 0, sha256: "" };
  return [
    { file, ours: false, missing: "missing: the case expects this file, and the subject neither made nor changed it" },
  ];
}

/** Cuts sections about files whose text the judge reads anyway to their first line. */
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
