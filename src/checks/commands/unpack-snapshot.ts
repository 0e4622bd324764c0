import { join } from "node:path";
import type { CheckSubject } from "../looking/subject.ts";

/**
 * Completes a copy of the workspace from the archive that some runners keep: of an agent's workspace only what it changed lies there as
 * files. What is there already stays, since an archive holds nothing that had to be redacted.
 */
export async function unpackSnapshot({ artifact, artifactsDirectory }: CheckSubject, workspace: string): Promise<void> {
  const snapshot = artifact.artifacts.find(({ artifact_type }) => artifact_type === "workspace_snapshot");
  if (snapshot === undefined) return;
  const { extract } = await import("tar");
  // It follows no link and leaves no folder, whatever the archive says.
  await extract({ file: join(artifactsDirectory, snapshot.path), cwd: workspace, keep: true, strict: false });
}
