import type { DeclarativeCheck } from "../../config/index.ts";
import type { Finding } from "../../records/index.ts";
import type { CheckSubject } from "../looking/subject.ts";
import { fileContains } from "./file-contains.ts";
import { fileExists } from "./file-exists.ts";
import { finalResponsePresent } from "./final-response-present.ts";
import { openclawWorkspaceFilePresent } from "./openclaw-workspace-file-present.ts";
import { outputArtifactPresent } from "./output-artifact-present.ts";
import { pathExists } from "./path-exists.ts";
import { statusIs } from "./status-is.ts";
import { toolCallCount } from "./tool-call-count.ts";

/** One built-in check. */
export async function checkDeclaratively(check: DeclarativeCheck, subject: CheckSubject): Promise<Finding> {
  switch (check.kind) {
    case "final_response_present":
      return finalResponsePresent(subject.artifact);
    case "tool_call_count":
      return toolCallCount(check.count, subject.artifact);
    case "file_exists":
      return fileExists(check.path, subject);
    case "file_contains":
      return fileContains(check.path, check.text, subject);
    case "path_exists":
      return pathExists(check.path, subject);
    case "status_is":
      return statusIs(check.status, subject.artifact);
    case "output_artifact_present":
      return outputArtifactPresent(check.artifact_type, subject.artifact);
    case "openclaw_workspace_file_present":
      return openclawWorkspaceFilePresent(check, subject);
  }
}
