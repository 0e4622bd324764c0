import { join } from "node:path";
import type { CheckSubject } from "../inspection/check-subject.ts";

/**
 * Completes a copy of the workspace from the archive that some runners keep, because only an agent's changed files are stored as
 * files. Existing files stay, since the archive holds nothing that had to be redacted.
 */
export async function unpackSnapshot({ artifact, artifactsDirectory }: CheckSubject, workspace: string): Promise<void> {
  const snapshot = artifact.artifacts.find(({ artifact_type }) => artifact_type === "workspace_snapshot");
  if (snapshot === undefined) return;
  const { extract } = await import("tar");
  // Extraction follows no links and leaves the folder for no path.
  await extract({ file: join(artifactsDirectory, snapshot.path), cwd: workspace, keep: true, strict: false });
}
